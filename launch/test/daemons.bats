#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# How Hadoop's daemons are started, with a script in Java's place.

# shellcheck disable=SC2016,SC2030,SC2031 # each test is a process of its own; words that wait_until shall expand
bats_require_minimum_version 1.5.0
load common

setup() {
  load_launch lib/{base,process,http,hadoop,daemons,node-parts}
  dir="${BATS_TEST_TMPDIR}/cluster"
  CLUSTER_JAVA_HOME="${BATS_TEST_TMPDIR}/jdk" CLUSTER_HADOOP_HOME=/hadoop CLUSTER_LIB_DIR=/lib HEAP_MB_NAMENODE=100
  HADOOP_ENV=("FORMAT_SECONDS=0")
  mkdir -p "${dir}/run" "${dir}/logs" "${CLUSTER_JAVA_HOME}/bin"
  cat >"${CLUSTER_JAVA_HOME}/bin/java" <<'TEXT'
#!/usr/bin/env bash
echo "java $$ $*"
[[ " $* " == *" -format "* ]] || FORMAT_SECONDS=300
exec sleep "${FORMAT_SECONDS}"
TEXT
  chmod +x "${CLUSTER_JAVA_HOME}/bin/java"
  with_parent KILL
  PROCESS_PREFIX=("${WITH_PARENT[@]}")
}

teardown() {
  end_processes "${dir}" 1 namenode
}

@test "a new file system is made first, then the same process is the NameNode" {
  made_then_namenode
  end_processes "${dir}" 1 namenode
  rm "${dir}/logs/namenode.log"
  PROCESS_PREFIX=()
  made_then_namenode
}

made_then_namenode() {
  start_namenode "${dir}"
  wait_until eval '[ "$(grep -c ^java "${dir}/logs/namenode.log")" -eq 2 ]'
  [[ "$(sed -n 1p "${dir}/logs/namenode.log")" == *"server.namenode.NameNode -format -nonInteractive" ]]
  [[ "$(sed -n 2p "${dir}/logs/namenode.log")" == "java $(running_pid "${dir}" namenode) "*"server.namenode.NameNode" ]]
}

@test "what makes the file system does not outlive a NameNode that is killed" {
  local format
  [[ "${#PROCESS_PREFIX[@]}" -gt 0 ]] || skip "setpriv has no --pdeathsig"
  HADOOP_ENV=("FORMAT_SECONDS=300")
  start_namenode "${dir}"
  wait_until grep -q ^java "${dir}/logs/namenode.log"
  read -r _ format _ <"${dir}/logs/namenode.log"
  kill -KILL "$(running_pid "${dir}" namenode)"
  wait_until eval '! process_start "${format}"' || {
    kill -KILL "${format}"
    return 1
  }
}

@test "the longer something is waited for, the seldomer it is looked at" {
  local waited pause GROWING_PAUSE
  while read -r waited pause; do
    growing_pause "${waited}"
    [[ "${GROWING_PAUSE}" == "${pause}" ]]
  done <<<$'0 0.050\n400 0.050\n600 0.060\n4990 0.499\n5001 0.500\n90000 0.500'
}

@test "what MPI has left of a pool whose manager was killed is removed, and nothing else" {
  local files="${BATS_TEST_TMPDIR}/shm/hpc-reuse-1-2" other="${BATS_TEST_TMPDIR}/shm/other"
  mkdir -p "${dir}/pool" "${files}/ompi.node.1/pid.1" "${other}"
  : >"${files}/vader_segment.node.1.1.0"
  remove_mpi_files "${dir}"
  [ -d "${files}" ]
  echo "${files}" >"${dir}/pool/mpi-files"
  remove_mpi_files "${dir}"
  [ ! -e "${files}" ]
  [ ! -e "${dir}/pool/mpi-files" ]
  for files in "${other}" "${BATS_TEST_TMPDIR}/shm/hpc-reuse-1-2/../other" shm/hpc-reuse-1-2 ""; do
    echo "${files}" >"${dir}/pool/mpi-files"
    remove_mpi_files "${dir}"
    [ -d "${other}" ]
  done
}
