#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# launch/head/slot-client.pl speaks as the classes of org.hpcreuse.protocol.wire do.

ROOT="${BATS_TEST_DIRNAME}/../.."

@test "the client of slots speaks the pool's version of the protocol" {
  local perl java
  perl="$(sed -nE 's/^my .VERSION = ([0-9]+);/\1/p' "${ROOT}/launch/head/slot-client.pl")"
  java="$(sed -nE 's/.* short VERSION = ([0-9]+);/\1/p' "${ROOT}/protocol/src/main/java/org/hpcreuse/protocol/wire/Frames.java")"
  echo "${perl} ${java}"
  [ -n "${perl}" ]
  [ "${perl}" = "${java}" ]
}
