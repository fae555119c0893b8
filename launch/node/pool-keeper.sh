#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Keeps a pool manager running: pool-keeper.sh POOL_DIR COMMAND…
#
# COMMAND starts a pool manager. When it is killed, or fails after it has come up, it is started
# again, at once the first time, then after ever longer pauses, of 10 s at most, and of a third at most of the time for
# which slots look for it (hpc-reuse.reconnect-ms); it finds its slots again.
# It is let go when it ends by itself with status 0 or finds another manager at work (status 5), when it
# fails at once and leaves no POOL_DIR/manager.pid of its own, and on SIGTERM, which is passed on. The exit
# status is the manager's. A keeper that is killed takes its manager along, which ends its slots in order.
#
# A manager that lives and whose loop does not turn is killed, and another started. Who waits for the manager in vain
# leaves POOL_DIR/manager.silent. The keeper then asks by itself (pool-turns.pl), so that an idle manager sleeps.
set -euo pipefail

# shellcheck source=launch/lib/process.sh
source "${BASH_SOURCE[0]%/*}/../lib/process.sh"

# Those that others depend on are compared with org.hpcreuse.protocol.Bounds by a test.
readonly MAX_PAUSE_SECONDS=10
readonly PAUSE_PARTS=3
readonly RECONNECT_MS=30000
readonly CALM_SECONDS=60
readonly UP_SECONDS=10
readonly IN_USE=5
# A manager that does not answer for so long is killed.
readonly SILENT_SECONDS=10
readonly SILENT_STATUS=1
# Between two looks at what those say who wait. The end of the manager is noticed at once.
readonly LOOK_SECONDS=1

ended=""
manager=""
manager_start=""
# Whether the manager's start could not be read.
unread=""
trap 'ended=1; end_manager' TERM INT HUP

# end_manager: before its pid is known there is none to tell; main looks once more when it is.
end_manager() {
  [[ -z "${manager}" ]] || kill -TERM "${manager}" 2>/dev/null || true
}

note() {
  printf '%(%F %T)T pool-keeper: %s\n' -1 "$*" >&2
}

# A pipe with both ends here: a read from it waits without a process, until the time is over or a child has ended.
exec {bell}<> <(:)
trap 'printf "\n" >&"${bell}"' CHLD

# await_manager POOL_DIR: its status; a signal to this script interrupts only the wait.
await_manager() {
  local status=0
  while may_live; do
    read -r -t "${LOOK_SECONDS}" -u "${bell}" || true
    if [[ -e "$1/manager.silent" ]] && is_manager; then
      end_silent_manager "$1"
    fi
  done
  wait "${manager}" || status=$?
  return "${status}"
}

# may_live: whether the manager lives, as far as can be seen: without a free descriptor its start cannot be read.
may_live() {
  if read_process_start "${manager}"; then
    if [[ -z "${manager_start}" ]]; then
      manager_start="${PROCESS_START}"
      [[ -z "${unread}" ]] || note "the start of the pool manager, pid ${manager}, is read now: it is watched from here on"
    fi
    [[ "${PROCESS_START}" == "${manager_start}" ]]
  else
    # Asked without a descriptor.
    [[ -d "/proc/${manager}" ]] || return 1
    [[ -n "${manager_start}" || -n "${unread}" ]] ||
      note "the start of the pool manager, pid ${manager}, cannot be read; tried again every ${LOOK_SECONDS} s" || true
    unread=1
  fi
}

# is_manager: whether it lives; its pid cannot be another's before this shell has waited for it.
is_manager() {
  read_process_start "${manager}" && [[ "${PROCESS_START}" == "${manager_start}" ]]
}

# end_silent_manager POOL_DIR: somebody waits in vain; asks the manager, and kills it when it does not answer.
end_silent_manager() {
  local status=0 asker
  rm -f "$1/manager.silent"
  # A signal to this script must not wait for the answer.
  perl "${BASH_SOURCE[0]%/*}/pool-turns.pl" "$1" "${SILENT_SECONDS}" {bell}>&- &
  asker=$!
  while is_manager && kill -0 "${asker}" 2>/dev/null; do
    read -r -t "${LOOK_SECONDS}" -u "${bell}" || true
  done
  is_manager || kill -TERM "${asker}" 2>/dev/null || true
  wait "${asker}" || status=$?
  if [[ "${status}" -eq "${SILENT_STATUS}" ]] && is_manager; then
    note "the pool manager, pid ${manager}, lives but has not answered for ${SILENT_SECONDS} s; it is killed"
    kill -KILL "${manager}" 2>/dev/null || true
  fi
}

# came_up POOL_DIR PID: whether that manager has written its pid; the file may be another's, dead or alive.
came_up() {
  local pid=""
  { read -r pid <"$1/manager.pid"; } 2>/dev/null || return 1
  [[ "${pid}" == "$2" ]]
}

# longest_pause_ms POOL_DIR: the slots look for the next manager meanwhile.
longest_pause_ms() {
  local key value reconnect="${RECONNECT_MS}" longest
  while IFS=$'= \t' read -r key value; do
    [[ "${key}" != hpc-reuse.reconnect-ms || ! "${value}" =~ ^[0-9]+$ ]] || reconnect="${value}"
  done < <(cat "$1/pool.properties" 2>/dev/null)
  longest=$((reconnect / PAUSE_PARTS))
  [[ "${longest}" -le $((MAX_PAUSE_SECONDS * 1000)) ]] || longest=$((MAX_PAUSE_SECONDS * 1000))
  printf '%s' "${longest}"
}

main() {
  local pool_dir="$1" pause=0 longest started lived status last
  shift
  with_parent TERM
  longest="$(longest_pause_ms "${pool_dir}")"
  while :; do
    started="${SECONDS}"
    rm -f "${pool_dir}/manager.silent"
    "${WITH_PARENT[@]}" "$@" {bell}>&- &
    manager=$!
    manager_start=""
    unread=""
    [[ -z "${ended}" ]] || end_manager
    status=0
    await_manager "${pool_dir}" || status=$?
    last="${manager}"
    manager=""
    lived=$((SECONDS - started))
    if [[ -n "${ended}" || "${status}" -eq 0 || "${status}" -eq "${IN_USE}" ]] ||
      { [[ "${lived}" -lt "${UP_SECONDS}" ]] && ! came_up "${pool_dir}" "${last}"; }; then
      return "${status}"
    fi
    [[ "${lived}" -lt "${CALM_SECONDS}" ]] || pause=0
    note "the pool manager has ended with status ${status}; started again in ${pause} ms"
    sleep "$((pause / 1000)).$(printf '%03d' $((pause % 1000)))" &
    # A signal ends the wait; the rest of the pause is no one's then.
    wait $! || kill $! 2>/dev/null || true
    [[ -z "${ended}" ]] || return "${status}"
    pause=$((pause == 0 ? 1000 : pause * 2))
    [[ "${pause}" -le "${longest}" ]] || pause="${longest}"
  done
}

if [[ $# -lt 2 ]]; then
  printf 'usage: pool-keeper.sh POOL_DIR COMMAND…\n' >&2
  exit 2
fi
main "$@"
