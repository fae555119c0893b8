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

@test "every option in the help of a measurement stands in docs/cli.md" {
  local docs="${BATS_TEST_DIRNAME}/../../../docs/cli.md" command option
  for command in demo bench "bench trace" "bench faults" "bench masters" "bench micro" "bench mpi-start" "bench gangs"; do
    grep -q "bin/hpc-reuse ${command}" "${docs}"
    # shellcheck disable=SC2086 # two words
    run "${HPC_REUSE}" ${command} --help
    [ "${status}" -eq 0 ]
    while read -r option; do
      grep -q -- "${option}" "${docs}" || {
        echo "${command} ${option} is not in docs/cli.md"
        return 1
      }
    done < <(grep -oE '^ +(-[a-z], )?--[a-z-]+' <<<"${output}" | grep -oE -- '--[a-z-]+' | grep -vxE -- '--help|--version')
  done
}

@test "bench mpi-start and pingpong refuse what is out of range before anything is started" {
  run "${HPC_REUSE}" bench mpi-start --ranks 0
  [ "${status}" -eq 2 ]
  [[ "${output}" == *"--ranks 0: must be from 1 to 64"* ]]
  run "${HPC_REUSE}" bench pingpong --ranks 1
  [ "${status}" -eq 2 ]
  [[ "${output}" == *"--ranks 1: must be from 2 to 64"* ]]
  run "${HPC_REUSE}" bench mpi-start --arms gang,gang
  [ "${status}" -eq 2 ]
  [[ "${output}" == *"each arm once"* ]]
}

@test "bench gangs refuses what is out of range before anything is started" {
  run "${HPC_REUSE}" bench gangs --gangs 0 --kills 0
  [ "${status}" -eq 2 ]
  [[ "${output}" == *"--gangs 0 --kills 0: one or more are needed"* ]]
  run "${HPC_REUSE}" bench gangs --together 17
  [ "${status}" -eq 2 ]
  [[ "${output}" == *"--together 17: must be from 1 to 16"* ]]
}

@test "bench masters refuses what is out of range before anything is started" {
  run "${HPC_REUSE}" bench masters --masters 0
  [ "${status}" -eq 2 ]
  [[ "${output}" == *"--masters 0: must be from 1 to 1000"* ]]
}
