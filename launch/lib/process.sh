# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Starting and ending processes of one cluster. Sourced.
#
# A process is known by its pid and its start time (field 22 of /proc/PID/stat): a pid that has been
# given to another process since is left alone. What outlives its parent is found again by one of
# two marks: daemons, and children that keep their environment, carry HPC_REUSE_CLUSTER=<directory>;
# containers and what slots start get an environment of their own, but work in a directory, or have
# one in their command, below the NodeManager's local one, <directory>/data/nm-local.

readonly POLL_SECONDS=0.05
PROCESS_PREFIX=()
readonly LEFT_OVER_TERM_MS=3000
readonly LEFT_OVER_KILL_MS=5000

# process_start PID: prints the start time in clock ticks since boot; fails when there is none.
process_start() {
  local PROCESS_START=""
  read_process_start "$1" || return 1
  printf '%s' "${PROCESS_START}"
}

# read_process_start PID: the same in PROCESS_START, for loops that must start no process.
read_process_start() {
  local stat=""
  local -a fields
  PROCESS_START=""
  { IFS= read -r -d '' stat <"/proc/$1/stat" || [[ -n "${stat}" ]]; } 2>/dev/null || return 1
  # The command name, in parentheses, may hold blanks and parentheses itself.
  read -r -a fields <<<"${stat##*) }"
  # A zombie has ended; only its parent has not looked yet.
  [[ "${fields[0]}" != Z ]] || return 1
  PROCESS_START="${fields[19]}"
}

# start_process DIR NAME COMMAND…: runs it in a session of its own, output to DIR/logs/NAME.log.
# PROCESS_PREFIX holds words that go before the command.
# Descriptor 9 is the cluster's lock (see lock_cluster); no daemon may hold it.
start_process() {
  local dir="$1" name="$2" pid
  shift 2
  HPC_REUSE_CLUSTER="${dir}" setsid "${PROCESS_PREFIX[@]}" "$@" \
    >>"${dir}/logs/${name}.log" 2>&1 </dev/null 9>&- &
  pid=$!
  # Its log says how it ends, not this shell.
  disown "${pid}"
  record_process "${dir}" "${name}" "${pid}"
}

# with_parent SIGNAL: words in WITH_PARENT that go before a command that gets the signal when this
# shell ends, however it ends; none where util-linux is older than 2.33.
with_parent() {
  WITH_PARENT=()
  if setpriv --pdeathsig "$1" true 2>/dev/null; then
    WITH_PARENT=(setpriv --pdeathsig "$1")
  fi
}

record_process() {
  local dir="$1" name="$2" pid="$3"
  printf '%s %s\n' "${pid}" "$(process_start "${pid}" || printf 0)" >"${dir}/run/${name}.pid"
}

# is_running DIR NAME
is_running() {
  local pid start
  { read -r pid start <"$1/run/$2.pid"; } 2>/dev/null || return 1
  read_process_start "${pid}" && [[ "${PROCESS_START}" == "${start}" ]]
}

running_pid() {
  local pid
  is_running "$1" "$2" || return 1
  read -r pid _ <"$1/run/$2.pid"
  printf '%s' "${pid}"
}

# list_processes DIR: names of all parts that were started, in PROCESSES.
list_processes() {
  local file
  PROCESSES=()
  for file in "$1"/run/*.pid; do
    file="${file##*/}"
    [[ "${file}" == "*.pid" ]] || PROCESSES+=("${file%.pid}")
  done
}

# process_names DIR: the same, one a line.
process_names() {
  local -a PROCESSES
  list_processes "$1"
  [[ "${#PROCESSES[@]}" -eq 0 ]] || printf '%s\n' "${PROCESSES[@]}"
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

# left_over DIR: «PID START» of this user's processes that carry one of the cluster's marks; this
# shell and those it was called from are not among them.
left_over() {
  local dir="$1" local_dirs proc pid start own
  local_dirs=("${dir}/data/nm-local" "$(readlink -m -- "${dir}/data/nm-local")")
  own=" $(ancestors "${BASHPID}") "
  for proc in /proc/[0-9]*; do
    pid="${proc#/proc/}"
    if [[ -O "${proc}/environ" && "${own}" != *" ${pid} "* ]] &&
      belongs_to "${pid}" "${dir}" "${local_dirs[@]}" && start="$(process_start "${pid}")"; then
      printf '%s %s\n' "${pid}" "${start}"
    fi
  done
  return 0
}

# ancestors PID: it, its parent and so on, in one line.
ancestors() {
  local pid="$1" status
  local -a pids=()
  while [[ "${pid}" -gt 1 ]] && status="$(cat "/proc/${pid}/status" 2>/dev/null)"; do
    pids+=("${pid}")
    status="${status#*PPid:}"
    pid="${status%%$'\n'*}"
    pid="${pid//[[:space:]]/}"
  done
  printf '%s' "${pids[*]}"
}

# belongs_to PID DIR LOCAL_DIR…: whether the process carries a mark. Where it works counts only
# without a terminal: a user's shell may look around there.
belongs_to() {
  local pid="$1" dir="$2" entry cwd pwd="" environment_dirs=""
  local -a environment=() listed=()
  shift 2
  mapfile -d '' -t environment 2>/dev/null <"/proc/${pid}/environ" || return 1
  # Few environments name the directory at all; only those are read entry by entry.
  if names_one_of "${environment[*]}" "${dir}" "$@"; then
    for entry in "${environment[@]}"; do
      case "${entry}" in
        "HPC_REUSE_CLUSTER=${dir}") return 0 ;;
        LOCAL_DIRS=*) environment_dirs="${entry#*=}" ;;
        PWD=*) pwd="${entry#*=}" ;;
      esac
    done
  fi
  IFS=, read -r -a listed <<<"${environment_dirs}"
  if ! has_terminal "${pid}"; then
    cwd="$(readlink "/proc/${pid}/cwd" 2>/dev/null || true)"
    listed+=("${pwd}" "${cwd% (deleted)}")
  fi
  for entry in "${listed[@]}"; do
    is_below "${entry}" "$@" && return 0
  done
  return 1
}

# names_one_of TEXT PATH…: whether one of the paths occurs in the text.
names_one_of() {
  local text="$1" path
  shift
  for path in "$@"; do
    [[ "${text}" != *"${path}"* ]] || return 0
  done
  return 1
}

has_terminal() {
  local stat=""
  local -a fields
  { IFS= read -r -d '' stat <"/proc/$1/stat" || [[ -n "${stat}" ]]; } 2>/dev/null || return 1
  read -r -a fields <<<"${stat##*) }"
  [[ "${fields[4]}" != 0 ]]
}

# is_below PATH DIR…: whether it is one of them or below one.
is_below() {
  local path="$1" dir
  shift
  for dir in "$@"; do
    [[ "${path}/" != "${dir}"/* ]] || return 0
  done
  return 1
}

# signal_left_over DIR SIGNAL: to all of them; prints their pids.
signal_left_over() {
  local pid start
  left_over "$1" | while read -r pid start; do
    if [[ "$(process_start "${pid}" || true)" == "${start}" ]]; then
      kill "-$2" "${pid}" 2>/dev/null || true
      printf '%s ' "${pid}"
    fi
  done
}

# none_left_over DIR MILLISECONDS: true when all have ended in time.
none_left_over() {
  local deadline
  deadline=$(($(now_ms) + $2))
  while [[ -n "$(left_over "$1")" ]]; do
    [[ "$(now_ms)" -lt "${deadline}" ]] || return 1
    sleep "${POLL_SECONDS}"
  done
}

# end_left_over DIR: ends what outlived its parent (containers, their children, slots of a pool that
# died): TERM, a bounded wait, KILL; says and returns non-zero when that was in vain.
end_left_over() {
  local dir="$1" pids
  pids="$(signal_left_over "${dir}" TERM)"
  [[ -n "${pids}" ]] || return 0
  say "ending processes that outlived their parent: ${pids% }"
  none_left_over "${dir}" "${LEFT_OVER_TERM_MS}" && return 0
  pids="$(signal_left_over "${dir}" KILL)"
  [[ -n "${pids}" ]] || return 0
  say "killed, still there ${LEFT_OVER_TERM_MS} ms after TERM: ${pids% }"
  none_left_over "${dir}" "${LEFT_OVER_KILL_MS}" || {
    say "hpc-reuse: processes of ${dir} still there ${LEFT_OVER_KILL_MS} ms after KILL: $(left_over "${dir}" | cut -d ' ' -f 1 | tr '\n' ' ')"
    return "${EXIT_FAILED}"
  }
}
