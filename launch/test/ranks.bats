#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# One mpirun over several nodes: what a pool asks for is what its node's ranks become.

# shellcheck disable=SC2016 # words that no shell may expand
load common

setup() {
  node="${BATS_TEST_TMPDIR}/node"
  ranks="${BATS_TEST_DIRNAME}/../node/ranks.sh"
  mkdir -p "${node}"/{pool,run}
  printf 'NODE_DIR=%q\n' "${node}" >"${node}/run/job.env"
}

# ask ARG…: as a pool manager calls its mpirun.
ask() {
  bash "${ranks}" request "${node}" "$@" &
  asked=$!
  wait_until test -e "${node}/pool/ranks"
}

teardown() {
  if [[ -n "${asked:-}" ]]; then
    kill "${asked}"
    wait "${asked}" || true
  fi
}

# socket FILE: listens there for as long as the test runs.
socket() {
  python3 -c 'import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])' "$1"
  printf 'hpc-reuse.pool.socket=%s\n' "$1" >"${node}/pool/pool.properties"
}

@test "each rank becomes the process asked for in its place, whatever is in its words" {
  socket "${node}/s"
  ask --oversubscribe --mca a b -n 2 echo small 'two words' '*' : -n 1 printf '<%s>' 'large;$x' '' $'two\nlines'
  OMPI_COMM_WORLD_LOCAL_RANK=1 run bash "${ranks}" run "${node}"
  [ "${output}" = "small two words *" ]
  OMPI_COMM_WORLD_LOCAL_RANK=2 run bash "${ranks}" run "${node}"
  [ "${output}" = $'<large;$x><><two\nlines>' ]
  OMPI_COMM_WORLD_LOCAL_RANK=3 run bash "${ranks}" run "${node}"
  [ "${status}" -eq 1 ]
  [[ "${output}" == *"more ranks than the pool has asked for"* ]]
}

@test "a rank writes down what has started it, for the node to watch" {
  local pid start
  source "${BATS_TEST_DIRNAME}/../lib/process.sh"
  socket "${node}/s"
  ask -n 1 true
  OMPI_COMM_WORLD_LOCAL_RANK=0 bash "${ranks}" run "${node}"
  read -r pid start <"${node}/run/mpi-daemon"
  [ "${pid}" -eq "${BASHPID}" ]
  [ "${start}" = "$(process_start "${pid}")" ]
}

@test "a rank that does not see the pool's socket says what to do" {
  ask -n 1 echo never
  printf 'hpc-reuse.pool.socket=%s\n' "${node}/nowhere" >"${node}/pool/pool.properties"
  OMPI_COMM_WORLD_LOCAL_RANK=0 run bash "${ranks}" run "${node}"
  [ "${status}" -eq 3 ]
  [[ "${output}" == *"slot 0 does not see the pool manager at ${node}/nowhere: set HPC_REUSE_SCRATCH"* ]]
}

@test "the stand-in for mpirun stays until it is told to end" {
  ask -n 1 echo x
  kill -0 "${asked}"
  kill -TERM "${asked}"
  wait "${asked}" || [ "$?" -eq 143 ]
  asked=""
}
