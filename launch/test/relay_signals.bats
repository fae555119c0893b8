#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# A signal that comes only once reaches a script that was not listening at that moment.

bats_require_minimum_version 1.5.0
load common

setup() {
  relay="$(readlink -f "${BATS_TEST_DIRNAME}/../lib/relay-signals.sh")"
  # It is deaf until the file «listen» is there, as bash is while it expands something.
  cat >"${BATS_TEST_TMPDIR}/script" <<'TEXT'
#!/usr/bin/env bash
trap '' TERM USR1
echo $$ >pid
touch deaf
until [[ -e listen ]]; do sleep 0.02; done
trap 'trap "" USR1; echo warned >>heard' USR1
trap 'trap "" TERM; echo ended >>heard; exit 9' TERM
while :; do sleep 0.02; done
TEXT
  chmod +x "${BATS_TEST_TMPDIR}/script"
  cd "${BATS_TEST_TMPDIR}" || return
  keeper=""
}

teardown() {
  # The script has a group of its own.
  [ ! -e pid ] || kill -KILL "$(cat pid)" 2>/dev/null || true
  [ -z "${keeper}" ] || kill -KILL -- "-${keeper}" 2>/dev/null || true
}

start_script() {
  set -m
  bash "${relay}" bash "${BATS_TEST_TMPDIR}/script" 3>&- &
  keeper=$!
  set +m
  wait_until test -e deaf
}

@test "a signal is repeated until the script has handled it, and its status is the script's" {
  local status=0
  start_script
  kill -TERM "${keeper}"
  touch listen
  wait "${keeper}" || status=$?
  [ "${status}" -eq 9 ]
  [ "$(cat heard)" = ended ]
}

@test "a warning leaves the script running, and the end after it is heard as well" {
  local status=0
  start_script
  kill -USR1 "${keeper}"
  touch listen
  wait_until grep -q warned heard
  kill -TERM "${keeper}"
  wait "${keeper}" || status=$?
  [ "${status}" -eq 9 ]
  [ "$(cat heard)" = $'warned\nended' ]
}

@test "the script has standard input, arguments and SIGINT as its caller has" {
  run bash "${relay}" bash -c 'cat; echo "$2"; grep SigIgn /proc/self/status; exit 5' name a "b c" \
    <<<"from the caller"
  [ "${status}" -eq 5 ]
  [ "${lines[0]}" = "from the caller" ]
  [ "${lines[1]}" = "b c" ]
  [ "${lines[2]}" = "$(grep SigIgn /proc/self/status)" ]
}
