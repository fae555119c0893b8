#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# What commands refuse that only the Java side of the command line knows.

bats_require_minimum_version 1.5.0

HPC_REUSE="${BATS_TEST_DIRNAME}/../../../bin/hpc-reuse"

@test "audit names the directory that has no cluster" {
  run "${HPC_REUSE}" audit --dir "${BATS_TEST_TMPDIR}/none"
  [ "${status}" -eq 3 ]
  [[ "${output}" == *"no cluster in ${BATS_TEST_TMPDIR}/none"* ]]
}

@test "a watched status needs the name of one of several nodes" {
  mkdir -p "${BATS_TEST_TMPDIR}/run"
  echo 'JOB_REMOTE=ssh JOB_HOSTS=(one two)' >"${BATS_TEST_TMPDIR}/run/job.env"
  local words
  for words in --watch --watch=5 "--watch 5"; do
    # shellcheck disable=SC2086 # two words
    run "${HPC_REUSE}" status --dir "${BATS_TEST_TMPDIR}" ${words}
    [ "${status}" -eq 2 ]
    [[ "${output}" == *"status --watch: --node is needed, one of: one two"* ]]
  done
}
