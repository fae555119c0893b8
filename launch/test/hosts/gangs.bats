#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# bin/hpc-reuse mpi over three hosts: what built/gangs.bats sees on one, and the loss of a whole host. A real cluster.
# bats file_tags=full
# shellcheck disable=SC2030,SC2031,SC2154 # bats sets stderr, and runs each test in a subshell

bats_require_minimum_version 1.5.0

setup_file() {
  local home
  home="$(readlink -f "${BATS_TEST_DIRNAME}/../../..")"
  export HPC_REUSE_HOME="${home}"
  load_hosts
  export IMPOSSIBLE=""
  IMPOSSIBLE="$(hosts_possible)" || return 0
  export HPC_REUSE="${home}/bin/hpc-reuse"
  export HPC_REUSE_DIR="${BATS_FILE_TMPDIR}/cluster"
  export JAR="${BATS_FILE_TMPDIR}/programs.jar"
  export MPI_JAR="${home}/build/mpi/mpi.jar"
  MPI_LIBRARIES="$(sed -n 's/^MPI_LIBRARY_PATH=//p' "${home}/build/mpi/mpi.env")"
  export MPI_LIBRARIES
  unset HADOOP_OPTS HADOOP_CLIENT_OPTS HADOOP_CLASSPATH
  mkdir "${BATS_FILE_TMPDIR}/classes"
  javac -cp "${MPI_JAR}" -d "${BATS_FILE_TMPDIR}/classes" "${BATS_TEST_DIRNAME}"/../built/mpi/*.java
  jar cf "${JAR}" -C "${BATS_FILE_TMPDIR}/classes" .
  "${HPC_REUSE}" up --nodes 3 --slots 3x512 --spares 2 --heartbeat-ms 100 --conf hpc-reuse.training=off \
    3>&- >"${BATS_FILE_TMPDIR}/up.log" 2>&1 || {
    cat "${BATS_FILE_TMPDIR}/up.log"
    return 1
  }
}

teardown_file() {
  if [[ -z "${IMPOSSIBLE}" && -d "${HPC_REUSE_DIR}/run" ]]; then
    "${HPC_REUSE}" down 3>&-
    run ! pgrep --full "host-init.sh ${HPC_REUSE_DIR}/hosts.d"
  fi
}

setup() {
  load_hosts
  [[ -z "${IMPOSSIBLE}" ]] || skip "${IMPOSSIBLE}"
}

teardown() {
  jobs -p | xargs -r kill 2>/dev/null || true
}

load_hosts() {
  local file
  for file in lib/{base,process} head/hosts; do
    # shellcheck source=/dev/null
    source "${HPC_REUSE_HOME}/launch/${file}.sh"
  done
}

# gang N CLASS ARG…: the program's output in output, its errors in stderr.
gang() {
  local ranks="$1"
  shift
  run --separate-stderr timeout 300 "${HPC_REUSE}" mpi -n "${ranks}" "${JAR}" "$@" 3>&-
  echo "status ${status}: ${output}; ${stderr}"
}

# rank_node: a node in which neither daemons nor the master of the one gang runs.
rank_node() {
  "${HPC_REUSE}" status --json 3>&- | python3 -c '
import json, sys
for name, node in sorted(json.load(sys.stdin)["nodes"].items())[1:]:
    if not any((slot["container"] or "").endswith("_000001") for slot in node["slots"]):
        print(name)
        break'
}

@test "a gang has ranks on all hosts, and its calls give what they give under mpirun" {
  gang 8 Where
  [ "${status}" -eq 0 ]
  [ "$(grep -c ' 28$' <<<"${output}")" -eq 8 ]
  [ "$(cut -d ' ' -f 1 <<<"${output}" | sort -u | xargs)" = "node1 node2 node3" ]
  mpirun --allow-run-as-root --oversubscribe -n 8 java "-Djava.library.path=${MPI_LIBRARIES}" \
    -cp "${MPI_JAR}:${JAR}" AllCalls >"${BATS_TEST_TMPDIR}/mpirun" 3>&-
  gang 8 AllCalls
  [ "${status}" -eq 0 ]
  diff <(sort "${BATS_TEST_TMPDIR}/mpirun") <(sort <<<"${output}")
}

@test "two gangs that together need more slots than there are run one after the other" {
  local first
  timeout 200 "${HPC_REUSE}" mpi -n 7 "${JAR}" AllCalls >"${BATS_TEST_TMPDIR}/first" 3>&- &
  first=$!
  timeout 200 "${HPC_REUSE}" mpi -n 7 "${JAR}" AllCalls >"${BATS_TEST_TMPDIR}/second" 3>&-
  wait "${first}"
  diff <(sort "${BATS_TEST_TMPDIR}/first") <(sort "${BATS_TEST_TMPDIR}/second")
}

@test "no message and no communicator of one gang reaches the next" {
  local i
  for i in 1 2 3; do
    gang 8 Strays
    [ "${status}" -eq 0 ]
    [ "${output}" = "" ]
  done
}

@test "a slot that is killed breaks its gang, which says on which host, and a spare takes its place" {
  local where
  for where in recv allReduce; do
    SECONDS=0
    gang 8 Breaks kill "${where}"
    [ "${status}" -eq 137 ]
    [ "${SECONDS}" -lt 30 ]
    [[ "${stderr}" == *"rank 7 (container_"*" on node"[1-3]*"ended with status 137: slot "* ]]
    [ "$(grep -c '^rank [0-6] left: rank 7$' <<<"${output}")" -eq 7 ]
    gang 8 Where
    [ "${status}" -eq 0 ]
  done
}

@test "a host that is cut off breaks its gang, and the other hosts go on" {
  local gang node status=0 deadline=$((SECONDS + 100))
  timeout 300 "${HPC_REUSE}" mpi -n 8 "${JAR}" Breaks never recv >"${BATS_TEST_TMPDIR}/out" 2>&1 3>&- &
  gang=$!
  until [ "$(grep -c '^rank [0-7] is there$' "${BATS_TEST_TMPDIR}/out")" -eq 8 ]; do
    [ "${SECONDS}" -lt "${deadline}" ]
    sleep 0.2
  done
  node="$(rank_node)"
  SECONDS=0
  host_cut "${HPC_REUSE_DIR}/hosts.d" "${node}"
  wait "${gang}" || status=$?
  host_join "${HPC_REUSE_DIR}/hosts.d" "${node}"
  cat "${BATS_TEST_TMPDIR}/out"
  [ "${SECONDS}" -lt 150 ]
  [ "${status}" -ne 0 ]
  [ "${status}" -ne 124 ]
  grep -E "rank [0-9] \(container_[0-9_e]+ on ${node}.*\) is lost" "${BATS_TEST_TMPDIR}/out"
  gang 2 Where
  [ "${status}" -eq 0 ]
}
