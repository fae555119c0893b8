#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# A pool manager that is stopped (SIGSTOP) under a running job. A real cluster.

bats_require_minimum_version 1.5.0
load ../wait

setup_file() {
  local home
  home="$(readlink -f "${BATS_TEST_DIRNAME}/../../..")"
  export HPC_REUSE="${home}/bin/hpc-reuse"
  export HPC_REUSE_DIR="${BATS_FILE_TMPDIR}/cluster"
  "${HPC_REUSE}" up --slots 2x512 --spares 0 --client-slots 0 --mpi none --heartbeat-ms 100 \
    --conf hpc-reuse.training=off 3>&- >"${BATS_FILE_TMPDIR}/up.log" 2>&1 || {
    cat "${BATS_FILE_TMPDIR}/up.log"
    return 1
  }
}

teardown_file() {
  "${HPC_REUSE}" down 3>&-
  ! grep -qs "${HPC_REUSE_DIR}" /proc/[0-9]*/cmdline
}

setup() {
  job=""
  until_free 2
}

teardown() {
  # One that is still stopped would not hear that it must end.
  kill -CONT "$(manager)" 2>/dev/null || true
  [ -z "${job}" ] || kill "${job}" 2>/dev/null || true
}

manager() {
  cat "${HPC_REUSE_DIR}/pool/manager.pid"
}

slot_pids() {
  "${HPC_REUSE}" status --json 3>&- | python3 -c '
import json, sys
print(*[slot["pid"] for slot in json.load(sys.stdin)["slots"]])'
}

# start_job: two maps, one after the other, in the slot that the ApplicationMaster leaves.
start_job() {
  "${HPC_REUSE}" hadoop examples pi 2 30000000 3>&- >"${BATS_TEST_TMPDIR}/job" 2>&1 &
  job=$!
}

is_another_manager() {
  [ -s "${HPC_REUSE_DIR}/pool/manager.pid" ] && [ "$(manager)" != "$1" ]
}

@test "a job ends well whose pool manager is stopped under its first map, and its slots stay" {
  local stopped slots status=0
  stopped="$(manager)"
  slots="$(slot_pids)"
  start_job
  until_shown '"state":"RUNNING"' -eq 2 40

  kill -STOP "${stopped}"

  wait "${job}" || status=$?
  cat "${BATS_TEST_TMPDIR}/job"
  [ "${status}" -eq 0 ]
  grep -q 'Estimated value of Pi is 3.14' "${BATS_TEST_TMPDIR}/job"
  is_another_manager "${stopped}"
  is_gone "${stopped}"
  [ "$(slot_pids)" = "${slots}" ]
  grep -q "has not answered for 10 s; it is killed" "${HPC_REUSE_DIR}/logs/pool-manager.log"
}

# bats test_tags=full
@test "a container that comes while the pool manager is stopped is forked" {
  local stopped status=0
  stopped="$(manager)"
  kill -STOP "${stopped}"

  start_job
  wait_long 40 is_another_manager "${stopped}"

  wait "${job}" || status=$?
  cat "${BATS_TEST_TMPDIR}/job"
  [ "${status}" -eq 0 ]
  grep -q "forked: pool-down" "${HPC_REUSE_DIR}/logs/nodemanager.log"
}
