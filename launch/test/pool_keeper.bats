#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# The keeper of a pool manager, with a script in the manager's place.

bats_require_minimum_version 1.5.0
load common
load wait

setup() {
  keeper_script="$(readlink -f "${BATS_TEST_DIRNAME}/../node/pool-keeper.sh")"
  pool="${BATS_TEST_TMPDIR}/pool"
  mkdir "${pool}"
  # It writes its pid where a manager does, and counts its starts.
  cat >"${BATS_TEST_TMPDIR}/manager" <<'TEXT'
#!/usr/bin/env bash
printf x >>"$1/starts"
printf '%s\n' "$$" >"$1/manager.pid"
exec sleep 300
TEXT
  chmod +x "${BATS_TEST_TMPDIR}/manager"
  keeper=""
}

teardown() {
  [ -z "${keeper}" ] || kill "${keeper}" 2>/dev/null || true
}

start_keeper() {
  "${keeper_script}" "${pool}" "${BATS_TEST_TMPDIR}/manager" "${pool}" 3>&- &
  keeper=$!
  wait_until started 1
}

started() {
  [ "$(cat "${pool}/starts" 2>/dev/null)" = "$(printf 'x%.0s' $(seq "$1"))" ] &&
    [ -s "${pool}/manager.pid" ]
}

@test "a manager that is killed is started again" {
  start_keeper
  kill -KILL "$(cat "${pool}/manager.pid")"
  wait_until started 2
}

@test "TERM ends the manager and the keeper" {
  start_keeper
  manager="$(cat "${pool}/manager.pid")"
  kill -TERM "${keeper}"
  status=0
  wait "${keeper}" || status=$?
  [ "${status}" -eq 143 ]
  run kill -0 "${manager}"
  [ "${status}" -ne 0 ]
  started 1
}

@test "TERM that comes before the keeper knows its manager's pid ends both" {
  local first status=0
  # The keeper's own shell: just before it notes the pid of its second manager, it gets the signal.
  cat >"${BATS_TEST_TMPDIR}/strike" <<'TEXT'
met=0
set -T
trap '[[ "${BASH_COMMAND}" != "manager=\$!" || $((++met)) -ne 2 ]] || kill -TERM $$' DEBUG
TEXT
  BASH_ENV="${BATS_TEST_TMPDIR}/strike" start_keeper
  first="$(cat "${pool}/manager.pid")"
  kill -KILL "${first}"
  wait_until is_gone "${keeper}" || {
    kill "$(cat "${pool}/manager.pid")"
    return 1
  }
  wait "${keeper}" || status=$?
  [ "${status}" -eq 143 ]
  run ! kill -0 "$(cat "${pool}/manager.pid")"
}

@test "a manager that ends in order is let go" {
  run "${keeper_script}" "${pool}" true
  [ "${status}" -eq 0 ]
}

@test "a manager that never comes up is let go with its status" {
  run "${keeper_script}" "${pool}" bash -c 'exit 2'
  [ "${status}" -eq 2 ]
}

@test "a keeper that is killed takes its manager along, which gets TERM" {
  setpriv --pdeathsig TERM true 2>/dev/null || skip "setpriv has no --pdeathsig"
  cat >"${BATS_TEST_TMPDIR}/manager" <<'TEXT'
#!/usr/bin/env bash
trap ': >"$1/told"; exit 0' TERM
printf x >>"$1/starts"
printf '%s\n' "$$" >"$1/manager.pid"
while :; do sleep 0.05; done
TEXT
  start_keeper
  manager="$(cat "${pool}/manager.pid")"
  kill -KILL "${keeper}"
  wait_until test -e "${pool}/told" || {
    kill -KILL "${manager}"
    return 1
  }
}

@test "a manager that finds another one at work is let go, and the other's pid file stays" {
  printf '%s\n' "$$" >"${pool}/manager.pid"
  run timeout 20 "${keeper_script}" "${pool}" bash -c 'exit 5'
  [ "${status}" -eq 5 ]
  [ "$(cat "${pool}/manager.pid")" = "$$" ]
}

@test "a manager that never comes up is let go beside the pid file of one that has died" {
  printf '4194304\n' >"${pool}/manager.pid"
  run timeout 20 "${keeper_script}" "${pool}" bash -c 'exit 1'
  [ "${status}" -eq 1 ]
}
