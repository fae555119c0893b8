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
  for command in setup build package up down hadoop pool test; do
    run "${HPC_REUSE}" "${command}" --help
    [ "${status}" -eq 0 ]
    [[ "${output}" == "Usage: hpc-reuse ${command}"* ]]
  done
}

@test "every command and option in the help stands in docs/cli.md" {
  local docs="${BATS_TEST_DIRNAME}/../../docs/cli.md" command option
  for command in setup build package up down hadoop pool test; do
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
  for command in setup build package up down hadoop pool test; do
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
  [[ "${output}" == *"--mode magic: must be reuse, fork or spawn"* ]]
}

@test "up spawns containers on one node only" {
  run "${HPC_REUSE}" up --nodes 2 --mode spawn --dir "${BATS_TEST_TMPDIR}/none"
  [ "${status}" -eq 2 ]
  [[ "${output}" == *"--mode spawn --nodes 2: containers are spawned on one node only"* ]]
  [ ! -e "${BATS_TEST_TMPDIR}/none" ]
}

@test "a package without sources says so to what needs them" {
  local command package="${BATS_TEST_TMPDIR}/package"
  mkdir -p "${package}/dev"
  cp -r "${BATS_TEST_DIRNAME}"/../../{bin,launch} "${package}"
  cp "${BATS_TEST_DIRNAME}"/../../dev/{setup,mpi-jar,build,package}.sh "${package}/dev"
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

@test "mpi names the directory that has no cluster, or no slots" {
  local dir="${BATS_TEST_TMPDIR}/fork"
  run "${HPC_REUSE}" mpi --dir "${BATS_TEST_TMPDIR}/none" -n 2 program.jar
  [ "${status}" -eq 3 ]
  [[ "${output}" == *"no cluster in ${BATS_TEST_TMPDIR}/none"* ]]
  mkdir -p "${dir}/run"
  printf "CLUSTER_MODE=fork CLUSTER_JAVA_HOME=/j CLUSTER_HADOOP_HOME=/h\n" >"${dir}/run/plan"
  run "${HPC_REUSE}" mpi --dir "${dir}" -n 2 program.jar
  [ "${status}" -eq 3 ]
  [[ "${output}" == *"the cluster in ${dir} has no slots, since it is in mode fork"* ]]
  run "${HPC_REUSE}" mpi --dir "${dir}"
  [ "${status}" -eq 2 ]
}

@test "down names the directory that has no cluster" {
  run "${HPC_REUSE}" down --dir "${BATS_TEST_TMPDIR}/none"
  [ "${status}" -eq 2 ]
  [[ "${output}" == *"no cluster in ${BATS_TEST_TMPDIR}/none"* ]]
}

# a_tm_job: a job of two nodes in BATS_TEST_TMPDIR whose nodes are reached by a pbs_tmrsh that, as PBS's own
# does, leaves the output where the command runs.
# shellcheck disable=SC2016 # words for other shells
a_tm_job() {
  local bin="${BATS_TEST_TMPDIR}/bin" jdk="${BATS_TEST_TMPDIR}/jdk"
  on_node="${BATS_TEST_DIRNAME}/../head/on-node.sh"
  mkdir -p "${BATS_TEST_TMPDIR}"/{run,lib} "${bin}" "${jdk}/bin"
  : >"${BATS_TEST_TMPDIR}/lib/cli.jar"
  printf '#!/bin/sh\n[ "$1" = gone ] && { echo "no such node" >&2; exit 255; }\nshift\n"$@" >/dev/null 2>&1\n' >"${bin}/pbs_tmrsh"
  printf '#!/bin/sh\nshift 8\necho "[$*]"; echo "told" >&2; exit 4\n' >"${jdk}/bin/java"
  : >"${jdk}/bin/javac"
  printf 'JAVA_VERSION="17.0.1"\n' >"${jdk}/release"
  chmod +x "${bin}/pbs_tmrsh" "${jdk}"/bin/*
  printf '%s\n' 'JOB_REMOTE=pbs_tmrsh' "JOB_DIR=${BATS_TEST_TMPDIR}" "JOB_HOSTS=($*)" NODE_DIR=/n >"${BATS_TEST_TMPDIR}/run/job.env"
  export PATH="${bin}:${PATH}" JAVA_HOME="${jdk}" HPC_REUSE_LIB_DIR="${BATS_TEST_TMPDIR}/lib"
}

# shellcheck disable=SC2154
@test "what a node says over PBS's own remote shells arrives, with its status" {
  a_tm_job one two
  run --separate-stderr bash "${on_node}" "${BATS_TEST_TMPDIR}" one status --json
  [ "${status}" -eq 4 ]
  [ "${output}" = '[status --dir /n --json]' ]
  [ "${stderr}" = told ]
  [ -z "$(find "${BATS_TEST_TMPDIR}/run" -name 'said-*')" ]
}

@test "a node that PBS's own remote shells do not reach is named with what they said" {
  a_tm_job gone
  run bash "${on_node}" "${BATS_TEST_TMPDIR}" gone status
  [ "${status}" -eq 3 ]
  [[ "${output}" == *"no such node"*"nothing has come back from «pbs_tmrsh gone» within 10 s"* ]]
  run bash "${on_node}" "${BATS_TEST_TMPDIR}" gone status --watch
  [ "${status}" -eq 2 ]
  [[ "${output}" == *"status --watch: pbs_tmrsh shows nothing before the end"* ]]
}

@test "a client in a job has the caller's environment, not what the nodes were started with" {
  local jdk="${BATS_TEST_TMPDIR}/jdk" dir="${BATS_TEST_TMPDIR}/job"
  mkdir -p "${jdk}/bin" "${dir}"/{run,nodes/one}
  printf '#!/bin/sh\nenv >"%s/client"\n' "${BATS_TEST_TMPDIR}" >"${jdk}/bin/java"
  chmod +x "${jdk}/bin/java"
  echo "up 1" >"${dir}/nodes/one/state"
  printf '%s\n' JOB_REMOTE=ssh 'JOB_HOSTS=(one)' NODE_DIR=/nowhere export\ {PATH=/bin,LD_LIBRARY_PATH=/old,LANG=xx,HPC_REUSE_SETUP=/s} \
    "export HPC_REUSE_HOME=/nowhere" >"${dir}/run/job.env"
  printf '%s=%q\n' CLUSTER_HOSTS one CLUSTER_JAVA_HOME "${jdk}" CLUSTER_HADOOP_HOME /h CLUSTER_CLIENT_HADOOP_HOME /h >"${dir}/run/plan"
  LD_LIBRARY_PATH=/mine LANG=C.UTF-8 run "${HPC_REUSE}" hadoop --dir "${dir}" fs -ls /
  [ "${status}" -eq 0 ]
  grep -qx "PATH=${PATH}" "${BATS_TEST_TMPDIR}/client"
  grep -qx LD_LIBRARY_PATH=/mine "${BATS_TEST_TMPDIR}/client"
  grep -qx LANG=C.UTF-8 "${BATS_TEST_TMPDIR}/client"
  run ! grep HPC_REUSE_SETUP "${BATS_TEST_TMPDIR}/client"
}

@test "pool names what is missing before it starts anything" {
  run "${HPC_REUSE}" pool
  [ "${status}" -eq 2 ]
  [[ "${output}" == *"name the directory of the pool"* ]]
  run "${HPC_REUSE}" pool "${BATS_TEST_TMPDIR}/none"
  [ "${status}" -eq 2 ]
  [[ "${output}" == *"${BATS_TEST_TMPDIR}/none/pool/pool.properties is missing"* ]]
  run "${HPC_REUSE}" pool one two
  [ "${status}" -eq 2 ]
  [[ "${output}" == *"not one and two"* ]]
}

@test "pool refuses a pool that belongs to another user" {
  [ "$(id -u)" -eq 0 ] || skip "only root can give a directory to another user"
  mkdir "${BATS_TEST_TMPDIR}/pool"
  : >"${BATS_TEST_TMPDIR}/pool/pool.properties"
  chown nobody "${BATS_TEST_TMPDIR}/pool"
  run "${HPC_REUSE}" pool "${BATS_TEST_TMPDIR}"
  [ "${status}" -eq 2 ]
  [[ "${output}" == *"belongs to nobody, this is root"* ]]
}
