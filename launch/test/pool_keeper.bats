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
  # One that is stopped would not hear that it must end.
  kill -CONT "$(cat "${pool}/manager.pid" 2>/dev/null)" 2>/dev/null || true
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

# listen ANSWERS: a manager that listens on its socket; with 1 it answers as the protocol has it.
listen() {
  printf 'hpc-reuse.pool.socket=%s\n' "${BATS_TEST_TMPDIR}/s" >"${pool}/pool.properties"
  printf '%064d\n' 0 >"${pool}/secret"
  cat >"${BATS_TEST_TMPDIR}/listen.pl" <<'TEXT'
my ($path, $answers) = @ARGV;
unlink $path;
socket my $server, 1, 1, 0 or die;
bind $server, pack('S a*', 1, "$path\0") or die;
listen $server, 5 or die;
while ($answers) {
    accept my $caller, $server or next;
    # Welcome and Pong, each with an empty payload.
    for my $code (2, 6) {
        sysread $caller, my $question, 4096 or last;
        syswrite $caller, pack 'NnnN', 0x48505255, $ENV{PROTOCOL}, $code, 0;
    }
    open my $mark, '>', "$path.asked";
}
sleep 300;
TEXT
  PROTOCOL="$(sed -nE 's/^my .VERSION = ([0-9]+);/\1/p' "${keeper_script%/*}/pool-turns.pl")"
  export PROTOCOL
  cat >"${BATS_TEST_TMPDIR}/manager" <<TEXT
#!/usr/bin/env bash
printf x >>"\$1/starts"
printf '%s\n' "\$\$" >"\$1/manager.pid"
exec perl "${BATS_TEST_TMPDIR}/listen.pl" "${BATS_TEST_TMPDIR}/s" $1
TEXT
}

@test "a manager that lives and does not answer is killed when somebody waits, and another is started" {
  local first
  listen 0
  start_keeper
  first="$(cat "${pool}/manager.pid")"
  wait_until test -S "${BATS_TEST_TMPDIR}/s"
  : >"${pool}/manager.silent"
  wait_long 40 started 2
  run ! kill -0 "${first}"
  [ ! -e "${pool}/manager.silent" ]
}

@test "TERM reaches a manager that is just being asked whether its loop turns" {
  local manager status=0
  listen 0
  start_keeper
  manager="$(cat "${pool}/manager.pid")"
  wait_until test -S "${BATS_TEST_TMPDIR}/s"
  : >"${pool}/manager.silent"
  wait_until pgrep -P "${keeper}" -f pool-turns.pl

  kill -TERM "${keeper}"

  wait_until is_gone "${manager}"
  wait_until is_gone "${keeper}"
  wait "${keeper}" || status=$?
  [ "${status}" -eq 143 ]
  run ! pgrep -f "pool-turns.pl ${pool}"
}

@test "a manager whose start time cannot be read at first is watched all the same" {
  local first
  # From the moment when the keeper has a manager until it waits, its shell gets no descriptor.
  cat >"${BATS_TEST_TMPDIR}/strike" <<'TEXT'
limit="$(ulimit -Sn)"
set -T
trap '
  [[ "${BASH_COMMAND}" != "manager=\$!" ]] || ulimit -Sn 3
  [[ "${BASH_COMMAND}" != "read -r -t"* && "${BASH_COMMAND}" != "wait "* ]] || ulimit -Sn "${limit}"
' DEBUG
TEXT
  listen 0
  BASH_ENV="${BATS_TEST_TMPDIR}/strike" start_keeper 2>"${BATS_TEST_TMPDIR}/notes"
  first="$(cat "${pool}/manager.pid")"
  wait_until test -S "${BATS_TEST_TMPDIR}/s"
  wait_until grep "the start of the pool manager, pid ${first}, is read now" "${BATS_TEST_TMPDIR}/notes"
  : >"${pool}/manager.silent"
  wait_long 40 started 2
  run ! kill -0 "${first}"
}

@test "a manager that is stopped is killed when somebody waits, and another is started" {
  local first
  listen 1
  start_keeper
  first="$(cat "${pool}/manager.pid")"
  wait_until test -S "${BATS_TEST_TMPDIR}/s"
  kill -STOP "${first}"
  : >"${pool}/manager.silent"
  wait_long 40 started 2
  run ! kill -0 "${first}"
}

@test "a manager that answers is left alone, whoever complains" {
  listen 1
  start_keeper
  wait_until test -S "${BATS_TEST_TMPDIR}/s"
  : >"${pool}/manager.silent"
  wait_until test -e "${BATS_TEST_TMPDIR}/s.asked"
  [ ! -e "${pool}/manager.silent" ]
  started 1
}

@test "the pauses are a third of the slots' patience at most" {
  printf 'hpc-reuse.reconnect-ms = 1200\n' >"${pool}/pool.properties"
  keeper_log="${BATS_TEST_TMPDIR}/log"
  "${keeper_script}" "${pool}" "${BATS_TEST_TMPDIR}/manager" "${pool}" 2>"${keeper_log}" 3>&- &
  keeper=$!
  for start in 1 2 3; do
    wait_long 10 started "${start}"
    kill -KILL "$(cat "${pool}/manager.pid")"
    wait_long 10 grep -c "started again" "${keeper_log}"
  done
  wait_long 10 started 4
  grep "started again in 0 ms" "${keeper_log}"
  grep "started again in 400 ms" "${keeper_log}"
  run ! grep "in 1000 ms" "${keeper_log}"
}
