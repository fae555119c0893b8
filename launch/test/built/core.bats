#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# The core without the extensions: no folder of theirs is there.

# bats test_tags=full
@test "the core is built and passes its tests without the extensions' folders" {
  local copy="${BATS_TEST_TMPDIR}/core" home
  home="$(readlink -f "${BATS_TEST_DIRNAME}/../../..")"
  mkdir "${copy}"
  tar -C "${home}" --exclude=./build --exclude=./.git --exclude=target -cf - . | tar -C "${copy}" -xf -
  cd "${copy}"
  rm -r slot-mpi mpi-api mpi-shuffle gang user-code user-code-boot
  rm -r integration-tests benchmarks microbenchmarks workloads frameworks hadoop-home dev/read-once
  run timeout 1500 mvn -B -ntp verify 3>&-
  tail -n 40 <<<"${output}"
  [ "${status}" -eq 0 ]
  [[ "${output}" != *slot-mpi* && "${output}" != *user-code* ]]
  run grep -c "Tests run: [0-9]*, Failures: 0, Errors: 0, Skipped: [0-9]*\$" <<<"${output}"
  [ "${output}" -ge 9 ]
}
