#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# Which Hadoop is accepted.

bats_require_minimum_version 1.5.0
load common

setup() {
  load_launch lib/{base,hadoop}
}

@test "our own Hadoop is used when HADOOP_HOME is not set" {
  unset HADOOP_HOME
  run choose_hadoop_home
  [ "${status}" -eq 0 ]
  [ "${output}" = "${HPC_REUSE_HOME}/hadoop-home/target/hadoop-3.5.0" ]
}

@test "a HADOOP_HOME of 3.5.0 is used without a word" {
  HADOOP_HOME="$(fake_hadoop_home 3.5.0)"
  run choose_hadoop_home
  [ "${status}" -eq 0 ]
  [ "${output}" = "$(readlink -f "${HADOOP_HOME}")" ]
}

@test "a HADOOP_HOME of 3.4 is used with a warning that names the version" {
  HADOOP_HOME="$(fake_hadoop_home 3.4.2)"
  run --separate-stderr choose_hadoop_home
  [ "${status}" -eq 0 ]
  [ "${output}" = "$(readlink -f "${HADOOP_HOME}")" ]
  # shellcheck disable=SC2154 # set by run --separate-stderr
  [[ "${stderr}" == *"warning"*"3.4.2"* ]]
}

@test "other versions are refused by name" {
  local version
  for version in 2.10.2 3.3.6 3.6.0 3.50.0; do
    rm -rf "${BATS_TEST_TMPDIR:?}/hadoop"
    HADOOP_HOME="$(fake_hadoop_home "${version}")"
    run choose_hadoop_home
    [ "${status}" -eq 2 ]
    [[ "${output}" == *"is Hadoop ${version}; supported are 3.5.0"* ]]
  done
}

@test "a directory without Hadoop is refused" {
  HADOOP_HOME="${BATS_TEST_TMPDIR}"
  run choose_hadoop_home
  [ "${status}" -eq 2 ]
  [[ "${output}" == *"is no Hadoop"* ]]
}

@test "up refuses before anything is written" {
  HADOOP_HOME="$(fake_hadoop_home 3.3.6)" run "${HPC_REUSE}" up --mode fork \
    --dir "${BATS_TEST_TMPDIR}/cluster"
  [ "${status}" -eq 2 ]
  [[ "${output}" == *"3.3.6"* ]]
  [ ! -e "${BATS_TEST_TMPDIR}/cluster" ]
}
