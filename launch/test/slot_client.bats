#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# launch/head/slot-client.pl speaks as the classes of org.hpcreuse.protocol.wire do.

ROOT="${BATS_TEST_DIRNAME}/../.."

@test "the scripts that talk to a pool manager speak its version of the protocol" {
  local perl java script
  java="$(sed -nE 's/.* short VERSION = ([0-9]+);/\1/p' "${ROOT}/protocol/src/main/java/org/hpcreuse/protocol/wire/Frames.java")"
  [ -n "${java}" ]
  for script in head/slot-client.pl node/pool-turns.pl; do
    perl="$(sed -nE 's/^my .VERSION = ([0-9]+);/\1/p' "${ROOT}/launch/${script}")"
    echo "${script}: ${perl}, ${java}"
    [ "${perl}" = "${java}" ]
  done
}
