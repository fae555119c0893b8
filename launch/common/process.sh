# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Starting and ending processes of one cluster. Sourced.
#
# A process is known by its pid and its start time (field 22 of /proc/PID/stat): a pid that has been
# given to another process since is left alone. Every process started here, and with it all of its
# children, carries HPC_REUSE_CLUSTER=<directory> in its environment, so that whatever outlives its
# parent can be found again.

readonly POLL_SECONDS=0.05

# process_start PID: prints the start time in clock ticks since boot; fails when there is none.
process_start() {
  local stat fields
  stat="$(cat "/proc/$1/stat" 2>/dev/null)" || return 1
  # The command name, in parentheses, may hold blanks and parentheses itself.
  read -r -a fields <<<"${stat##*) }"
  # A zombie has ended; only its parent has not looked yet.
  [[ "${fields[0]}" != Z ]] || return 1
  printf '%s' "${fields[19]}"
}

# start_process DIR NAME COMMAND…: runs it in a session of its own, output to DIR/logs/NAME.log.
# Descriptor 9 is the cluster's lock (see lock_cluster); no daemon may hold it.
start_process() {
  local dir="$1" name="$2" pid
  shift 2
  HPC_REUSE_CLUSTER="${dir}" setsid "$@" \
    >>"${dir}/logs/${name}.log" 2>&1 </dev/null 9>&- &
  pid=$!
  record_process "${dir}" "${name}" "${pid}"
}

record_process() {
  local dir="$1" name="$2" pid="$3"
  printf '%s %s\n' "${pid}" "$(process_start "${pid}" || printf 0)" >"${dir}/run/${name}.pid"
}

# is_running DIR NAME
is_running() {
  local pid start
  [[ -r "$1/run/$2.pid" ]] || return 1
  read -r pid start <"$1/run/$2.pid"
  [[ "$(process_start "${pid}" || true)" == "${start}" ]]
}

running_pid() {
  local pid
  is_running "$1" "$2" || return 1
  read -r pid _ <"$1/run/$2.pid"
  printf '%s' "${pid}"
}

# process_names DIR: names of all parts that were started.
process_names() {
  local file
  for file in "$1"/run/*.pid; do
    [[ -e "${file}" ]] && basename "${file}" .pid
  done
  return 0
}

running_names() {
  local name
  for name in $(process_names "$1"); do
    is_running "$1" "${name}" && printf '%s\n' "${name}"
  done
  return 0
}

# signal_processes DIR SIGNAL NAME…
signal_processes() {
  local dir="$1" signal="$2" name pid
  shift 2
  for name in "$@"; do
    if pid="$(running_pid "${dir}" "${name}")"; then
      kill "-${signal}" "${pid}" 2>/dev/null || true
    fi
  done
}

# wait_ended DIR SECONDS NAME…: true when all have ended in time.
wait_ended() {
  local dir="$1" seconds="$2" deadline name left
  shift 2
  deadline=$(($(now_ms) + seconds * 1000))
  while :; do
    left=""
    for name in "$@"; do
      is_running "${dir}" "${name}" && left=1
    done
    [[ -n "${left}" ]] || return 0
    [[ "$(now_ms)" -lt "${deadline}" ]] || return 1
    sleep "${POLL_SECONDS}"
  done
}

# end_processes DIR SECONDS NAME…: TERM, a bounded wait, KILL, the pid files away.
end_processes() {
  local dir="$1" seconds="$2" name
  shift 2
  [[ $# -gt 0 ]] || return 0
  signal_processes "${dir}" TERM "$@"
  if ! wait_ended "${dir}" "${seconds}" "$@"; then
    for name in "$@"; do
      is_running "${dir}" "${name}" && say "${name} did not end within ${seconds} s, killing it"
    done
    signal_processes "${dir}" KILL "$@"
    wait_ended "${dir}" 5 "$@" || say "some of $* are still there after KILL"
  fi
  for name in "$@"; do
    rm -f "${dir}/run/${name}.pid"
  done
}

# left_over DIR: pids of processes that still carry this cluster's mark.
left_over() {
  local dir="$1" environ
  for environ in /proc/[0-9]*/environ; do
    if [[ -O "${environ}" ]] &&
      grep -qzxF "HPC_REUSE_CLUSTER=${dir}" "${environ}" 2>/dev/null; then
      environ="${environ#/proc/}"
      environ="${environ%/environ}"
      [[ "${environ}" != "$$" ]] && process_start "${environ}" >/dev/null &&
        printf '%s\n' "${environ}"
    fi
  done
  return 0
}

# end_left_over DIR: kills what outlived its parent (containers, slots of a pool that died).
end_left_over() {
  local dir="$1" pids deadline
  mapfile -t pids < <(left_over "${dir}")
  [[ "${#pids[@]}" -gt 0 ]] || return 0
  say "ending ${#pids[@]} processes that outlived their parent: ${pids[*]}"
  kill -KILL "${pids[@]}" 2>/dev/null || true
  deadline=$(($(now_ms) + 5000))
  while [[ -n "$(left_over "${dir}")" ]]; do
    [[ "$(now_ms)" -lt "${deadline}" ]] ||
      fail "${EXIT_FAILED}" "processes of ${dir} still there: $(left_over "${dir}" | tr '\n' ' ')"
    sleep "${POLL_SECONDS}"
  done
}
