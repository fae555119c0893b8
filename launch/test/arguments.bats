#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# The command line: help, wrong usage, exit codes. Nothing is built or started here.

bats_require_minimum_version 1.5.0
load common

@test "without a command the usage goes to stderr and the exit code is 2" {
  run --separate-stderr "${HPC_REUSE}"
  [ "${status}" -eq 2 ]
  [ -z "${output}" ]
  # shellcheck disable=SC2154 # set by run --separate-stderr
  [[ "${stderr}" == *"Usage: hpc-reuse COMMAND"* ]]
}

@test "an unknown command is named" {
  run "${HPC_REUSE}" dance
  [ "${status}" -eq 2 ]
  [[ "${output}" == *"unknown command dance"* ]]
}

@test "every shell command has a help that names it" {
  local command
  for command in setup build package up down hadoop test; do
    run "${HPC_REUSE}" "${command}" --help
    [ "${status}" -eq 0 ]
    [[ "${output}" == "Usage: hpc-reuse ${command}"* ]]
  done
}

@test "every command and option in the help stands in docs/cli.md" {
  local docs="${BATS_TEST_DIRNAME}/../../docs/cli.md" command option
  for command in setup build package up down hadoop test; do
    grep -q "bin/hpc-reuse ${command}" "${docs}"
    while read -r option; do
      grep -q -- "${option}" "${docs}" || {
        echo "${command} ${option} is not in docs/cli.md"
        return 1
      }
    done < <("${HPC_REUSE}" "${command}" --help | grep -oE '^  --[a-z-]+' | tr -d ' ')
  done
}

@test "an unknown argument is refused by every command" {
  local command
  for command in setup build package up down hadoop test; do
    run "${HPC_REUSE}" "${command}" --nonsense
    [ "${status}" -eq 2 ]
    [[ "${output}" == *"--nonsense"* ]]
  done
}

@test "an option without its value is refused" {
  run "${HPC_REUSE}" up --slots
  [ "${status}" -eq 2 ]
  [[ "${output}" == *"--slots needs a value"* ]]
}

@test "up refuses an unknown mode" {
  run "${HPC_REUSE}" up --mode magic
  [ "${status}" -eq 2 ]
  [[ "${output}" == *"--mode magic: must be reuse or fork"* ]]
}

@test "what comes later says so with exit code 3" {
  run "${HPC_REUSE}" up --mode spawn
  [ "${status}" -eq 3 ]
  [[ "${output}" == *"not available yet"* ]]
}

@test "a package without sources says so to what needs them" {
  local command package="${BATS_TEST_TMPDIR}/package"
  mkdir "${package}"
  cp -r "${BATS_TEST_DIRNAME}"/../../{bin,launch} "${package}"
  for command in build "build --force" test; do
    # shellcheck disable=SC2086 # words
    run "${package}/bin/hpc-reuse" ${command}
    [ "${status}" -eq 3 ]
    [[ "${output}" == *"${command%% *}: ${package} is an unpacked package, without sources"* ]]
  done
}

@test "hadoop without a class or a jar is wrong usage" {
  run "${HPC_REUSE}" hadoop --dir "${BATS_TEST_TMPDIR}"
  [ "${status}" -eq 2 ]
  [[ "${output}" == *"a class or a jar is missing"* ]]
}

@test "hadoop names the directory that has no cluster" {
  run "${HPC_REUSE}" hadoop --dir "${BATS_TEST_TMPDIR}/none" fs -ls /
  [ "${status}" -eq 3 ]
  [[ "${output}" == *"no cluster in ${BATS_TEST_TMPDIR}/none"* ]]
}

@test "down names the directory that has no cluster" {
  run "${HPC_REUSE}" down --dir "${BATS_TEST_TMPDIR}/none"
  [ "${status}" -eq 2 ]
  [[ "${output}" == *"no cluster in ${BATS_TEST_TMPDIR}/none"* ]]
}

@test "audit names the directory that has no cluster" {
  [[ -e "${BATS_TEST_DIRNAME}/../../build/lib/cli.jar" ]] || skip "nothing is built"
  run "${HPC_REUSE}" audit --dir "${BATS_TEST_TMPDIR}/none"
  [ "${status}" -eq 3 ]
  [[ "${output}" == *"no cluster in ${BATS_TEST_TMPDIR}/none"* ]]
}

@test "a watched status needs the name of one of several nodes" {
  [[ -e "${BATS_TEST_DIRNAME}/../../build/lib/cli.jar" ]] || skip "nothing is built"
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
