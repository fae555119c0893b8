#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Keeps a pool manager running: pool-keeper.sh POOL_DIR COMMAND…
#
# COMMAND starts a pool manager. When it is killed, or fails after it has come up, it is started
# again, at once the first time, then after ever longer pauses (1 to 30 s); it finds its slots again.
# It is let go when it ends by itself with status 0 or finds another manager at work (status 5), when it
# fails at once and leaves no POOL_DIR/manager.pid of its own, and on SIGTERM, which is passed on. The exit
# status is the manager's. A keeper that is killed takes its manager along, which ends its slots in order.
set -euo pipefail

# shellcheck source=launch/lib/process.sh
source "${BASH_SOURCE[0]%/*}/../lib/process.sh"

readonly MAX_PAUSE_SECONDS=30
readonly CALM_SECONDS=60
readonly UP_SECONDS=10
readonly IN_USE=5

ended=""
manager=""
trap 'ended=1; end_manager' TERM INT HUP

# end_manager: before its pid is known there is none to tell; main looks once more when it is.
end_manager() {
  [[ -z "${manager}" ]] || kill -TERM "${manager}" 2>/dev/null || true
}

note() {
  printf '%s pool-keeper: %s\n' "$(date '+%F %T')" "$*" >&2
}

# await_manager: its status; a signal to this script interrupts only the wait.
await_manager() {
  local status
  while :; do
    status=0
    wait "${manager}" || status=$?
    kill -0 "${manager}" 2>/dev/null || return "${status}"
  done
}

# came_up POOL_DIR PID: whether that manager has written its pid; the file may be another's, dead or alive.
came_up() {
  local pid=""
  { read -r pid <"$1/manager.pid"; } 2>/dev/null || return 1
  [[ "${pid}" == "$2" ]]
}

main() {
  local pool_dir="$1" pause=0 started lived status last
  shift
  with_parent TERM
  while :; do
    started="${SECONDS}"
    "${WITH_PARENT[@]}" "$@" &
    manager=$!
    [[ -z "${ended}" ]] || end_manager
    status=0
    await_manager || status=$?
    last="${manager}"
    manager=""
    lived=$((SECONDS - started))
    if [[ -n "${ended}" || "${status}" -eq 0 || "${status}" -eq "${IN_USE}" ]] ||
      { [[ "${lived}" -lt "${UP_SECONDS}" ]] && ! came_up "${pool_dir}" "${last}"; }; then
      return "${status}"
    fi
    [[ "${lived}" -lt "${CALM_SECONDS}" ]] || pause=0
    note "the pool manager has ended with status ${status}; started again in ${pause} s"
    sleep "${pause}" &
    # A signal ends the wait; the rest of the pause is no one's then.
    wait $! || kill $! 2>/dev/null || true
    [[ -z "${ended}" ]] || return "${status}"
    pause=$((pause == 0 ? 1 : pause * 2))
    [[ "${pause}" -le "${MAX_PAUSE_SECONDS}" ]] || pause="${MAX_PAUSE_SECONDS}"
  done
}

if [[ $# -lt 2 ]]; then
  printf 'usage: pool-keeper.sh POOL_DIR COMMAND…\n' >&2
  exit 2
fi
main "$@"
