#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# with-netlink.pl: what a daemon finds that it starts.

setup() {
  WRAPPER="${BATS_TEST_DIRNAME}/../node/with-netlink.pl"
}

# That the kernel answers on it is the matter of SocketDiagnosisTest.
@test "a daemon gets a socket of its own, by its number" {
  # shellcheck disable=SC2016
  run perl "${WRAPPER}" bash -c 'echo "${1%=*}"; readlink "/proc/self/fd/${1##*=}"' daemon log,netlink=?
  [ "${status}" -eq 0 ]
  [ "${lines[0]}" = log,netlink ]
  [[ "${lines[1]}" == socket:* ]]
}

@test "the other arguments of a daemon, and its exit status, are as they were" {
  # shellcheck disable=SC2016
  run perl "${WRAPPER}" bash -c 'printf "<%s>" "$@"; exit 7' daemon 'a b' '' netlink=? '?'
  [ "${status}" -eq 7 ]
  [ "${output}" = '<a b><><netlink=?><?>' ]
}

@test "a daemon that cannot be started is named" {
  run perl "${WRAPPER}" /nonexistent/java
  [ "${status}" -ne 0 ]
  [[ "${output}" == *'with-netlink.pl: /nonexistent/java: No such file or directory'* ]]
}
