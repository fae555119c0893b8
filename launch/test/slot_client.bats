#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# launch/head/slot-client.py speaks as the classes of org.hpcreuse.protocol.wire do.

bats_require_minimum_version 1.5.0

ROOT="${BATS_TEST_DIRNAME}/../.."

setup() {
  load common
  POOL="${BATS_TEST_TMPDIR}/pool"
  CLIENT="${ROOT}/launch/head/slot-client.py"
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
  /usr/bin/python3 -I -S -X utf8 "${CLIENT}" "${POOL}" /conf 1 2 echo cold -- -- Main
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

@test "a signal goes to the pool, and the program's status counts" {
  scripted_manager signal

  local status=0
  client 3>&- || status=$?

  cat "${POOL}/heard"
  [ "${status}" -eq 143 ]
  [ "$(grep -c Signal "${POOL}/heard")" -eq 1 ]
}

@test "a status that has come counts, whatever breaks after it" {
  scripted_manager end

  local status=0
  client 3>&- || status=$?

  echo "status ${status}"
  [ "${status}" -eq 7 ]
}

# sent TEXT: whether the launch that the pool got holds that text, with @ for a zero and % for the end of a line. Each
# text of a message begins with its length in four bytes.
sent() {
  tr '\0\n' '@%' <"${POOL}/launch" | LC_ALL=C grep -qaF "$1"
}

@test "a client says what its command asks for, to the byte, and the slot decides" {
  scripted_manager refuse

  env -i PATH="${PATH}" LC_ALL= LANG=C NAME=$'two\nlines' UMLAUT=$'\u00fc' LD_PRELOAD= \
    /usr/bin/python3 -I -S -X utf8 "${CLIENT}" "${POOL}" /conf 1 2 env -0 -- \
    -Djdk.some=x -Xss2m '-Da=b c' -- A=B >"${BATS_TEST_TMPDIR}/environment" 2>"${BATS_TEST_TMPDIR}/stderr" 3>&-

  cat "${BATS_TEST_TMPDIR}/stderr"
  [ "$(cat "${BATS_TEST_TMPDIR}/stderr")" = "hpc-reuse: hadoop: in a JVM of its own: jvm-flag: -Xss" ]
  grep -qx Fork "${POOL}/heard"
  sent $'@@@\x03@@@\x0c-Djdk.some=x@@@\x06-Xss2m@@@\x07-Da=b c@@'
  sent $'@@@\x06UMLAUT@@@\x02\u00fc@@'
  sent '@@@%LD_PRELOAD@@@@'
  # Python sets this in its own environment.
  run ! sent LC_CTYPE@@
  [ "$(tr '\0' '|' <"${BATS_TEST_TMPDIR}/environment")" = \
    "PATH=${PATH}|LC_ALL=|LANG=C|NAME="$'two\nlines|UMLAUT=\u00fc|LD_PRELOAD=|A=B|' ]
}

@test "a JVM of its own ignores the signals that the caller ignores, and no other" {
  [ "$(trap '' HUP && cold_status)" = "$(trap '' HUP && grep SigIgn /proc/self/status)" ]
  [ "$(cold_status)" = "$(grep SigIgn /proc/self/status)" ]
}

# cold_status: the signals that a JVM of its own would ignore, when there is no pool.
cold_status() {
  /usr/bin/python3 -I -S -X utf8 "${CLIENT}" /none /conf 0 2 grep SigIgn -- -- /proc/self/status
}

@test "a client with a Python that is too old has a JVM of its own" {
  sed 's/^OLDEST_PYTHON = .*/OLDEST_PYTHON = (99, 0)/' "${CLIENT}" >"${BATS_TEST_TMPDIR}/client.py"
  CLIENT="${BATS_TEST_TMPDIR}/client.py"
  run -0 client 3>&-
  [[ "${output}" == *"in a JVM of its own: python3 is older than 99.0"*"cold Main" ]]
}

@test "the scripts that talk to a pool manager speak its version of the protocol" {
  local version java script
  java="$(java_version)"
  [ -n "${java}" ]
  for script in head/slot-client.py node/pool-turns.pl; do
    version="$(sed -nE 's/^(my .)?VERSION = ([0-9]+);?$/\2/p' "${ROOT}/launch/${script}")"
    echo "${script}: ${version}, ${java}"
    [ "${version}" = "${java}" ]
  done
}
