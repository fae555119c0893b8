#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# launch/head/slot-client.pl speaks as the classes of org.hpcreuse.protocol.wire do.

bats_require_minimum_version 1.5.0

ROOT="${BATS_TEST_DIRNAME}/../.."

setup() {
  load common
  POOL="${BATS_TEST_TMPDIR}/pool"
  STARTED=()
}

teardown() {
  local pid
  for pid in "${STARTED[@]}"; do
    kill -KILL "${pid}" 2>/dev/null || true
  done
}

java_version() {
  sed -nE 's/.* short VERSION = ([0-9]+);/\1/p' "${ROOT}/protocol/src/main/java/org/hpcreuse/protocol/wire/Frames.java"
}

# scripted_manager SCRIPT [SLOT_PID]: a manager in POOL, see scripted_manager.py.
scripted_manager() {
  mkdir -p "${POOL}"
  printf 'hpc-reuse.pool.socket=%s/socket\n' "${POOL}" >"${POOL}/pool.properties"
  printf 'secret' >"${POOL}/secret"
  PROTOCOL_VERSION="$(java_version)" python3 "${BATS_TEST_DIRNAME}/scripted_manager.py" "${POOL}" "$@" 3>&- &
  STARTED+=($!)
  wait_until test -e "${POOL}/manager.pid"
}

# client: a client of that manager; without a slot it says so.
client() {
  perl "${ROOT}/launch/head/slot-client.pl" "${POOL}" /conf "${HOSTTYPE}" 1 2 echo cold -- -- Main
}

# start_slot INPUT: a process with the descriptors that a client has given to it, in SLOT.
start_slot() {
  perl -e 'sleep 300' <"$1" >"${BATS_TEST_TMPDIR}/output" 2>&1 3>&- &
  SLOT=$!
  STARTED+=("${SLOT}")
}

@test "a client whose slot is lost ends the slot's process before it says so" {
  : >"${BATS_TEST_TMPDIR}/input"
  start_slot "${BATS_TEST_TMPDIR}/input"
  scripted_manager lose "${SLOT}"

  local status=0
  client <"${BATS_TEST_TMPDIR}/input" >"${BATS_TEST_TMPDIR}/output" 2>&1 3>&- || status=$?

  cat "${BATS_TEST_TMPDIR}/output"
  [ "${status}" -eq 1 ]
  grep -q 'the slot of this client is lost' "${BATS_TEST_TMPDIR}/output"
  grep -q "process ${SLOT} is killed" "${BATS_TEST_TMPDIR}/output"
  run ! kill -0 "${SLOT}"
}

@test "a client whose slot is lost leaves a slot alone that has no descriptors of it" {
  : >"${BATS_TEST_TMPDIR}/input"
  start_slot /dev/null
  scripted_manager lose "${SLOT}"

  local status=0
  client <"${BATS_TEST_TMPDIR}/input" >"${BATS_TEST_TMPDIR}/output" 2>&1 3>&- || status=$?

  cat "${BATS_TEST_TMPDIR}/output"
  [ "${status}" -eq 1 ]
  kill -0 "${SLOT}"
}

@test "a client that was stopped itself does not take the manager for silent" {
  scripted_manager stop

  local status=0
  client 3>&- || status=$?

  cat "${POOL}/heard"
  [ "${status}" -eq 7 ]
  run ! grep Reattach "${POOL}/heard"
  [ ! -e "${POOL}/manager.silent" ]
}

@test "the scripts that talk to a pool manager speak its version of the protocol" {
  local perl java script
  java="$(java_version)"
  [ -n "${java}" ]
  for script in head/slot-client.pl node/pool-turns.pl; do
    perl="$(sed -nE 's/^my .VERSION = ([0-9]+);/\1/p' "${ROOT}/launch/${script}")"
    echo "${script}: ${perl}, ${java}"
    [ "${perl}" = "${java}" ]
  done
}
