#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# The script of one node, as far as it comes with stand-ins for Java and names.

# shellcheck disable=SC2016 # words for other shells

bats_require_minimum_version 1.5.0
load common

setup() {
  load_launch lib/{base,process,hadoop,node-parts} head/nodelist
  job="${BATS_TEST_TMPDIR}/job"
  scratch="$(mktemp -d /tmp/node-XXXXXX)"
  name="$(hostname -s)"
  state="${job}/nodes/${name}/state"
  mkdir -p "${job}"/{run,nodes,logs,conf,pool} "${BATS_TEST_TMPDIR}"/{bin,jdk/bin,top/lib}
  printf 'echo "hpc-reuse: port 1 is taken" >&2; exit 3\n' >"${BATS_TEST_TMPDIR}/jdk/bin/java"
  printf 'echo "10.1.1.1 STREAM"\n' >"${BATS_TEST_TMPDIR}/bin/getent"
  : >"${BATS_TEST_TMPDIR}/jdk/bin/javac"
  printf 'JAVA_VERSION="17.0.1"\n' >"${BATS_TEST_TMPDIR}/jdk/release"
  chmod +x "${BATS_TEST_TMPDIR}"/{bin,jdk/bin}/*
  {
    printf '%s=%q\n' JOB_ID 7 JOB_DIR "${job}" JOB_REMOTE ssh JOB_STARTED_MS "$(now_ms)" JOB_UP_SECONDS 20 \
      JOB_HEARTBEAT_SECONDS 90 JOB_SCRATCH_MB 1 JOB_MEMORY_MB 0 NODE_DIR "${scratch}/n" NODE_SHM "${scratch}/shm"
    printf 'JOB_HOSTS=( %q )\n' "${name}"
    printf 'export %s=%q\n' HPC_REUSE_HOME "${HPC_REUSE_HOME}" JAVA_HOME "${BATS_TEST_TMPDIR}/jdk" \
      PATH "${BATS_TEST_TMPDIR}/bin:${PATH}" HPC_REUSE_SETUP "${BATS_TEST_TMPDIR}/setup"
  } >"${job}/run/job.env"
  : >"${BATS_TEST_TMPDIR}/setup"
}

teardown() {
  rm -rf "${scratch:?}"
}

node() {
  bash "${HPC_REUSE_HOME}/launch/node/node.sh" "${job}" "${name}" 3>&-
}

@test "a node script that ends by itself has failed, and says so" {
  echo 'exit 3' >"${BATS_TEST_TMPDIR}/setup"
  run node
  [[ "$(cat "${state}")" == "failed "*" the node script has ended by itself with status 3; log: ${job}/nodes/${name}/log" ]]
  [ -e "${job}/nodes/${name}/ended" ]
}

@test "a setup file that a node does not see is named with the node" {
  rm "${BATS_TEST_TMPDIR}/setup"
  run node
  [[ "$(cat "${state}")" == "failed "*"HPC_REUSE_SETUP=${BATS_TEST_TMPDIR}/setup cannot be read on $(hostname)"* ]]
}

@test "a name that is not known on the node itself is said" {
  printf 'exit 2\n' >"${BATS_TEST_TMPDIR}/bin/getent"
  run node
  [[ "$(cat "${state}")" == "failed "*" the name ${name} has no IPv4 address on the node itself; have it added to DNS or /etc/hosts" ]]
}

@test "logs that cannot be kept are said, scratch goes nonetheless; ranks find what the setup file has set" {
  echo 'export FROM_SETUP="a  b" UNCHANGED_HOME="${HOME}"' >"${BATS_TEST_TMPDIR}/setup"
  printf 'CLUSTER_STORAGE=shared CLUSTER_MODE=fork CLUSTER_SLOTS=2x512 CLUSTER_SPARES=0 CLUSTER_DAEMON_HEAPS= CLUSTER_JAVA_HOME=%q CLUSTER_HADOOP_HOME=/h CLUSTER_LIB_DIR=/l\n' \
    "${BATS_TEST_TMPDIR}/jdk" >"${job}/run/plan"
  : >"${job}/run/peers"
  tar -C "${BATS_TEST_TMPDIR}/top" -cf "${job}/package.tar" .
  # What check_plan calls sees what the node has by then.
  printf 'cp %q %q\n' "${scratch}/n/run/job.env" "${BATS_TEST_TMPDIR}/node.env" |
    cat - "${BATS_TEST_TMPDIR}/jdk/bin/java" >"${BATS_TEST_TMPDIR}/java"
  cat "${BATS_TEST_TMPDIR}/java" >"${BATS_TEST_TMPDIR}/jdk/bin/java"
  printf '%s\n' "${job}/package.tar" >"${job}/run/staged"
  rmdir "${job}/logs"
  : >"${job}/logs"
  run node
  [[ "$(cat "${state}")" == "failed "*" port 1 is taken" ]]
  grep -q "not all logs could be kept in ${job}/logs/${name}" "${job}/nodes/${name}/log"
  [ -e "${job}/nodes/${name}/ended" ]
  [ ! -e "${scratch}/n" ]
  run bash -c 'FROM_SETUP=other; source "$1" && echo "${FROM_SETUP}"' x "${BATS_TEST_TMPDIR}/node.env"
  [ "${output}" = "a  b" ]
}

# a_worker [MODE [NODEMANAGER [POOL_MANAGER [WAITING]]]]: the second node of two, with stand-ins for what Java
# runs there. The first has unpacked the package already, unless there is a word for WAITING.
a_worker() {
  {
    printf 'case "$*" in\n*node-check* | *pool-shutdown*) exit 0 ;;\n'
    printf '*NodeManager*) %s ;;\n*ManagerMain*) %s ;;\n*wait-first*) exec sleep 60 ;;\nesac\nexit 1\n' \
      "${2:-exec sleep 600}" "${3:-exit 1}"
  } >"${BATS_TEST_TMPDIR}/jdk/bin/java"
  printf '%s=%q\n' CLUSTER_STORAGE shared CLUSTER_MODE "${1:-fork}" CLUSTER_SLOTS 2x512 CLUSTER_SPARES 0 \
    CLUSTER_JAVA_HOME "${BATS_TEST_TMPDIR}/jdk" CLUSTER_HADOOP_HOME /h CLUSTER_HOST head CLUSTER_LIB_DIR /l \
    PORT_NM_HTTP 1 HEAP_MB_NODEMANAGER 64 CLUSTER_DAEMON_HEAPS "" >"${job}/run/plan"
  : >"${job}/run/peers"
  tar -C "${BATS_TEST_TMPDIR}/top" -cf "${job}/package.tar" .
  printf '%s\n' "${job}/package.tar" >"${job}/run/staged"
  printf 'JOB_HOSTS=( head %q )\nJOB_HEARTBEAT_SECONDS=3\n' "${name}" >>"${job}/run/job.env"
  [[ -n "${4:-}" ]] || : >"${job}/run/start"
  node &
  worker=$!
}

# worker_is STATE
worker_is() {
  [[ "$(cat "${state}" 2>/dev/null)" == "$1 "* ]]
}

# worker_says TEXT: in its log.
worker_says() {
  grep -qF -- "$1" "${job}/nodes/${name}/log"
}

# beats NUMBER: of the head, one a second, on a file system that takes no contents any more, as with a quota
# that is used up.
beats() (
  trap '' XFSZ
  ulimit -f 0
  for ((SECONDS = 0; SECONDS < $1; )); do
    touch "${job}/run/alive"
    sleep 0.2
  done
)

@test "a node lives for as long as it hears of the head, though nothing can be written any more" {
  a_worker
  wait_until worker_is up
  beats 5
  worker_is up
  wait "${worker}"
  worker_says "nothing heard of the head for 3 s: ending"
  [ ! -e "${scratch}/n" ]
}

@test "a node obeys the head's end, not the user's stop: the head has to fetch the job history first" {
  a_worker
  wait_until worker_is up
  : >"${job}/run/stop"
  beats 2
  worker_is up
  : >"${job}/run/end"
  wait "${worker}"
  worker_is "done"
}

@test "a worker whose NodeManager ends while slots are waited for says so at once" {
  printf 'hpc-reuse.start-timeout-ms=60000\n' >"${job}/pool/pool.properties"
  a_worker reuse 'exit 1' 'mkdir s; python3 -c '\''import socket; socket.socket(socket.AF_UNIX).bind("s/pool.sock")'\''; exec sleep 600'
  wait "${worker}"
  [[ "$(cat "${state}")" == "failed "*" nodemanager did not come up; log: ${job}/logs/${name}/nodemanager.log"* ]]
  worker_says "nodemanager ended while it was starting"
  [ ! -e "${scratch}/n" ]
}

@test "the head's node says which nodes a master has not heard of" {
  run bash -c '
    source <(sed -n "/^unheard_of()/,/^}/p" "$1/launch/node/node.sh")
    http() { echo "LiveNodeManagers : [{\\\"HostName\\\":\\\"n1\\\"},{\\\"HostName\\\":\\\"n2.x-y\\\"}]"; }
    CLUSTER_HOST=n1 PORT_RM_HTTP=1 JOB_HOSTS=(n1 n2 n2.x-y n3)
    unheard_of nodemanager' x "${HPC_REUSE_HOME}"
  [ "${output}" = " on n2 n3" ]
}

@test "a node starts its daemons when the head says that all nodes are so far, and ends while it waits for that" {
  a_worker fork 'exec sleep 600' 'exit 1' waiting
  wait_until worker_is staged
  beats 1
  worker_is staged
  [ ! -e "${scratch}/n/run/nodemanager.pid" ]
  : >"${job}/run/start"
  wait_until worker_is up
  : >"${job}/run/end"
  wait "${worker}"
  rm "${job}"/run/{start,end} "${state}"
  a_worker fork 'exec sleep 600' 'exit 1' waiting
  wait_until worker_is staged
  : >"${job}/run/end"
  wait "${worker}"
  [ ! -e "${scratch}/n" ]
}

@test "what another job has in /dev/shm under this node's name is named and stays" {
  mkdir "${scratch}/shm"
  run node
  [[ "$(cat "${state}")" == "failed "*" ${scratch}/shm cannot be made (left by an earlier job, or /dev/shm is not writable); remove it" ]]
  [ -d "${scratch}/shm" ]
  [ ! -e "${scratch}/n" ]
}

@test "ports are those of the plan, whatever the environment has" {
  printf 'export PORT_RANGE=1-2\n' >>"${job}/run/job.env"
  a_worker
  sed -i 's|^case|echo "$*" >>"'"${BATS_TEST_TMPDIR}"'/asked"; case|' "${BATS_TEST_TMPDIR}/jdk/bin/java"
  wait_until worker_is up
  : >"${job}/run/end"
  wait "${worker}"
  grep -q -- '--port NM_HTTP=1' "${BATS_TEST_TMPDIR}/asked"
  run ! grep -q -- '--port RANGE' "${BATS_TEST_TMPDIR}/asked"
}
