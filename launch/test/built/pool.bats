#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# The pool of a node whose Hadoop the site runs itself: real slots, no Hadoop daemon.

bats_require_minimum_version 1.5.0

setup() {
  local home
  home="$(readlink -f "${BATS_TEST_DIRNAME}/../../..")"
  HPC_REUSE="${home}/bin/hpc-reuse"
  hadoop="$(readlink -f "${home}"/hadoop-home/target/hadoop-[0-9]*)"
  dir="${BATS_TEST_TMPDIR}/node"
  mkdir "${BATS_TEST_TMPDIR}/conf"
  echo '<configuration/>' >"${BATS_TEST_TMPDIR}/conf/yarn-site.xml"
  pool=""
}

teardown() {
  if [ -n "${pool}" ]; then
    kill -TERM "${pool}" 2>/dev/null || true
    wait "${pool}" || true
  fi
}

# free_slots: how many slots of the pool are free.
free_slots() {
  "${HPC_REUSE}" status --dir "${dir}" --json 2>/dev/null | grep -o '"state":"FREE"' | wc -l
}

# fits_a_terminal: no line of the output is longer than 100 characters.
fits_a_terminal() {
  run ! grep -E '.{101}' <<<"${output}"
}

@test "pool-conf and pool start slots for a node, status shows them, SIGTERM ends all" {
  local manager deadline status=0
  run -0 "${HPC_REUSE}" pool-conf "${dir}" --hadoop-home "${hadoop}" --conf-dir "${BATS_TEST_TMPDIR}/conf" \
    --slots 2x128 --spares 0
  [[ "${output}" == *"<name>hpc-reuse.pool.dir</name><value>${dir}/pool</value>"* ]]
  [[ "${output}" == *"hpc-reuse pool ${dir}"* ]]

  "${HPC_REUSE}" pool "${dir}" 2>"${BATS_TEST_TMPDIR}/log" 3>&- &
  pool=$!
  deadline=$((SECONDS + 120))
  until [ "$(free_slots)" -eq 2 ]; do
    [ "${SECONDS}" -lt "${deadline}" ] || {
      cat "${BATS_TEST_TMPDIR}/log"
      return 1
    }
    sleep 0.2
  done
  run -0 "${HPC_REUSE}" status --dir "${dir}"
  [[ "${output}" == "pool "*"slots      2 FREE, 0 RUNNING, 0 STARTING"*"memory "*"resident"* ]]
  [[ "${output}" != *"pid"* ]]
  fits_a_terminal
  run -0 "${HPC_REUSE}" status --dir "${dir}" -v
  [[ "${output}" == *"slot 1 "*"pid"*"classHeapMb"* ]]
  fits_a_terminal
  run -0 "${HPC_REUSE}" audit --dir "${dir}"
  [[ "${output}" == *"clean"*"clean"* ]]
  fits_a_terminal
  run -0 "${HPC_REUSE}" audit --dir "${dir}" -v
  fits_a_terminal
  run -1 "${HPC_REUSE}" mpi-check --dir "${dir}"
  [[ "${output}" == "MPI check  failed: no living slot has MPI"* ]]
  fits_a_terminal

  run -0 "${HPC_REUSE}" drain --dir "${dir}"
  [[ "${output}" == "2 of 2 slots hold no container"* ]]
  run -0 "${HPC_REUSE}" status --dir "${dir}"
  [[ "${output}" == *"warning    a drain is in force"* ]]
  run -0 "${HPC_REUSE}" drain --dir "${dir}" --undo
  [[ "${output}" == "the pool takes containers again; 2 of 2 slots"* ]]
  run -1 "${HPC_REUSE}" drain --dir "${dir}" --undo
  [[ "${output}" == *"no drain is in force"* ]]
  run -0 "${HPC_REUSE}" retire --dir "${dir}" 1
  [[ "${output}" == "slot 1 "*" leaves now"*"1 of 2 slots are alive"* ]]

  manager="$(cat "${dir}/pool/manager.pid")"
  kill -TERM "${pool}"
  wait "${pool}" || status=$?
  pool=""
  [ "${status}" -eq 143 ]
  run ! kill -0 "${manager}"
  [ ! -e "${dir}/pool/run/pool.sock" ]

  run -3 "${HPC_REUSE}" drain --dir "${dir}" --undo
  [[ "${output}" == *"is not running"* ]]
}
