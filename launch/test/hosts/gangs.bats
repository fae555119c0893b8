#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# bin/hpc-reuse mpi over three hosts: what built/gangs.bats sees on one, and the loss of a whole host. A real cluster.
# bats file_tags=full
# shellcheck disable=SC2030,SC2031,SC2154 # bats sets stderr, and runs each test in a subshell

bats_require_minimum_version 1.5.0
load hosts
load ../built/mpi_programs

setup_file() {
  load_all
  export IMPOSSIBLE=""
  IMPOSSIBLE="$(hosts_possible)" || return 0
  mpi_programs
  cluster_up --nodes 3 --slots 3x512 --spares 2 --conf hpc-reuse.training=off
}

teardown_file() {
  if [[ -z "${IMPOSSIBLE}" && -d "${HPC_REUSE_DIR}/run" ]]; then
    "${HPC_REUSE}" down 3>&-
    run ! pgrep --full "host-init.sh ${HPC_REUSE_DIR}/hosts.d"
  fi
}

setup() {
  load_all
  [[ -z "${IMPOSSIBLE}" ]] || skip "${IMPOSSIBLE}"
}

teardown() {
  jobs -p | xargs -r kill 2>/dev/null || true
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

# all_are_there FILE: eight ranks have said so.
all_are_there() {
  [ "$(grep -c '^rank [0-7] is there$' "$1")" -eq 8 ]
}

@test "a gang has ranks on all hosts, and its calls give what they give under mpirun" {
  gang 8 Where
  [ "${status}" -eq 0 ]
  [ "$(grep -c ' 28$' <<<"${output}")" -eq 8 ]
  [ "$(cut -d ' ' -f 1 <<<"${output}" | sort -u | xargs)" = "node1 node2 node3" ]
  under_mpirun 8 "${JAR}" AllCalls >"${BATS_TEST_TMPDIR}/mpirun"
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
  local gang node status=0
  timeout 300 "${HPC_REUSE}" mpi -n 8 "${JAR}" Breaks never recv >"${BATS_TEST_TMPDIR}/out" 2>&1 3>&- &
  gang=$!
  wait_long 100 all_are_there "${BATS_TEST_TMPDIR}/out"
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
