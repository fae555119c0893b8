# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Hosts on one machine: network namespaces, for «up --nodes» and for tests on real schedulers.
# Sourced; needs root.
#
# A host has an address, a host name, processes, /tmp, /var/tmp and /dev/shm of its own and shares
# the rest with the machine, as the nodes of a supercomputer share a file system. The hosts hang on a
# bridge that lives in a namespace as well: nothing of them is visible from outside, and nothing
# outside is reachable from them. One more host, the login host, has the machine's own processes and
# /tmp: users and launchers work there.
#
# A directory DIR holds a group of hosts: DIR/hosts (the names), DIR/NAME/{init,tmp,shm,…}. A host
# lives as long as its first process; it is known by pid and start time, and ends with all it runs.

readonly HOSTS_SECONDS=20
readonly HOSTS_LOGIN=login

# hosts_possible: true, or prints why not.
hosts_possible() {
  if [[ "${EUID}" -ne 0 ]]; then
    printf 'not root'
  elif ! has ip || ! has nsenter || ! has unshare; then
    printf 'ip, nsenter or unshare is not installed (apt-get install iproute2 util-linux)'
  elif ! unshare --net --uts --mount --ipc --pid --fork true 2>/dev/null; then
    printf 'namespaces cannot be made here'
  else
    return 0
  fi
  return 1
}

# hosts_create DIR NETWORK NAME…: NETWORK is the first three parts of the addresses (10.77.0). The
# variables HOSTS_PASSWD and HOSTS_GROUP name files that take the place of the machine's.
hosts_create() {
  local dir="$1" network="$2" name number=0
  shift 2
  mkdir -p "${dir}"
  printf '%s\n' "$@" >"${dir}/hosts"
  {
    printf '127.0.0.1 localhost\n'
    for name in "${HOSTS_LOGIN}" "$@"; do
      number=$((number + 1))
      printf '%s.%d %s\n' "${network}" "${number}" "${name}"
    done
  } >"${dir}/hosts.file"
  host_begin "${dir}" switch "" --net
  host_exec "${dir}" switch ip link add bridge0 type bridge
  host_exec "${dir}" switch ip link set bridge0 up
  number=0
  for name in "${HOSTS_LOGIN}" "$@"; do
    number=$((number + 1))
    host_create "${dir}" "${name}" "${network}.${number}/24" "${number}"
  done
}

# host_create DIR NAME ADDRESS NUMBER
host_create() {
  local dir="$1" name="$2" address="$3" number="$4" switch host
  local -a own=(--net --uts --mount)
  [[ "${name}" == "${HOSTS_LOGIN}" ]] || own+=(--ipc --pid)
  host_begin "${dir}" "${name}" "${address}" "${own[@]}"
  switch="$(host_pid "${dir}" switch)"
  host="$(host_pid "${dir}" "${name}")"
  ip link add "port${number}" netns "${switch}" type veth peer name eth0 netns "${host}"
  host_exec "${dir}" switch ip link set "port${number}" master bridge0 up
  host_exec "${dir}" "${name}" ip link set lo up
  host_exec "${dir}" "${name}" ip address add "${address}" dev eth0
  host_exec "${dir}" "${name}" ip link set eth0 up
  printf '%s\n' "port${number}" >"${dir}/${name}/port"
}

# host_begin DIR NAME ADDRESS NAMESPACE…: starts the first process of a host and waits for it.
host_begin() {
  local dir="$1" name="$2" deadline pid
  local -a own=("${@:4}")
  mkdir -p "${dir}/${name}"/{tmp,var-tmp}
  chmod 1777 "${dir}/${name}"/{tmp,var-tmp}
  rm -f "${dir}/${name}/ready"
  HOSTS_PASSWD="${HOSTS_PASSWD:-}" HOSTS_GROUP="${HOSTS_GROUP:-}" \
    setsid unshare "${own[@]}" --fork --kill-child --propagation private \
    bash "${HPC_REUSE_HOME}/launch/head/host-init.sh" "${dir}" "${name}" "${HPC_REUSE_HOME}" \
    >"${dir}/${name}/log" 2>&1 </dev/null 9>&- &
  pid=$!
  # Its end is nothing this shell should report.
  disown "${pid}"
  deadline=$(($(now_ms) + HOSTS_SECONDS * 1000))
  until [[ -e "${dir}/${name}/ready" ]]; do
    if ! process_start "${pid}" >/dev/null || [[ "$(now_ms)" -ge "${deadline}" ]]; then
      tail -n 5 "${dir}/${name}/log" >&2
      fail "${EXIT_FAILED}" "host ${name} did not start within ${HOSTS_SECONDS} s; log: ${dir}/${name}/log"
    fi
    sleep 0.02
  done
  # The first process as the machine sees it: unshare's only child.
  pid="$(<"/proc/${pid}/task/${pid}/children")"
  pid="${pid%% *}"
  printf '%s %s\n' "${pid}" "$(process_start "${pid}")" >"${dir}/${name}/init"
}

# host_pid DIR NAME: prints the first process of a host that is up.
host_pid() {
  local pid start
  [[ -r "$1/$2/init" ]] || return 1
  read -r pid start <"$1/$2/init"
  [[ "$(process_start "${pid}" || true)" == "${start}" ]] || return 1
  printf '%s' "${pid}"
}

# host_enter DIR NAME: the words that run a command on a host, in HOST_ENTER.
host_enter() {
  local pid
  pid="$(host_pid "$1" "$2")" || fail "${EXIT_UNAVAILABLE}" "host $2 is not up"
  HOST_ENTER=(nsenter --target "${pid}" --net)
  [[ "$2" == switch ]] || HOST_ENTER+=(--uts --mount)
  [[ "$2" == switch || "$2" == "${HOSTS_LOGIN}" ]] || HOST_ENTER+=(--ipc --pid)
}

# host_exec DIR NAME COMMAND…
host_exec() {
  local -a HOST_ENTER=()
  host_enter "$1" "$2"
  "${HOST_ENTER[@]}" -- "${@:3}"
}

# host_cut DIR NAME, host_join DIR NAME: its cable out, and in again.
host_cut() {
  host_exec "$1" switch ip link set "$(<"$1/$2/port")" down
}

host_join() {
  host_exec "$1" switch ip link set "$(<"$1/$2/port")" up
}

# hosts_end DIR: ends every host and whatever runs there. The login host has no processes of its own
# to end; what still runs in its network is ended one by one.
hosts_end() {
  local dir="$1" name pid
  [[ -r "${dir}/hosts" ]] || return 0
  while read -r name; do
    if pid="$(host_pid "${dir}" "${name}")"; then
      kill -KILL "${pid}" 2>/dev/null || true
      hosts_wait_gone "${pid}"
    fi
  done <"${dir}/hosts"
  for name in "${HOSTS_LOGIN}" switch; do
    if pid="$(host_pid "${dir}" "${name}")"; then
      host_end_inhabitants "${pid}"
      kill -KILL "${pid}" 2>/dev/null || true
      hosts_wait_gone "${pid}"
    fi
  done
  hosts_end_unnoted "${dir}"
  rm -f "${dir}"/*/init "${dir}/hosts"
}

# hosts_end_unnoted DIR: hosts whose start was interrupted before they were noted. Their first processes name DIR.
hosts_end_unnoted() {
  local proc pid
  local -a words
  for proc in /proc/[0-9]*; do
    pid="${proc#/proc/}"
    mapfile -d '' -t words 2>/dev/null <"${proc}/cmdline" || continue
    if [[ "${words[0]:-}" == *bash && "${words[1]:-}" == */host-init.sh && "${words[2]:-}" == "$1" ]]; then
      kill -KILL "${pid}" 2>/dev/null || true
      hosts_wait_gone "${pid}"
    fi
  done
}

# host_end_inhabitants PID: every other process in its network namespace.
host_end_inhabitants() {
  local network proc pid
  network="$(readlink "/proc/$1/ns/net")"
  for proc in /proc/[0-9]*; do
    pid="${proc#/proc/}"
    if [[ "${pid}" != "$1" && "$(readlink "${proc}/ns/net" 2>/dev/null)" == "${network}" ]]; then
      kill -KILL "${pid}" 2>/dev/null || true
    fi
  done
}

hosts_wait_gone() {
  local deadline
  deadline=$(($(now_ms) + HOSTS_SECONDS * 1000))
  while process_start "$1" >/dev/null; do
    [[ "$(now_ms)" -lt "${deadline}" ]] ||
      fail "${EXIT_FAILED}" "process $1 still there ${HOSTS_SECONDS} s after KILL"
    sleep 0.02
  done
}
