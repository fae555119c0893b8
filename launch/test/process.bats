#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# Starting and ending processes, with real ones.

load common

setup() {
  load_launch base process
  dir="${BATS_TEST_TMPDIR}/cluster"
  mkdir -p "${dir}/run" "${dir}/logs"
}

teardown() {
  end_left_over "${dir}"
}

@test "a started process is known as running, its output goes to its log" {
  start_process "${dir}" part bash -c 'echo hello; exec sleep 60'
  is_running "${dir}" part
  [ "$(running_names "${dir}")" = part ]
  wait_until grep -q hello "${dir}/logs/part.log"
}

@test "a pid that belongs to another process since is neither running nor signalled" {
  sleep 60 &
  local other=$!
  printf '%s %s\n' "${other}" 1 >"${dir}/run/part.pid"
  run is_running "${dir}" part
  [ "${status}" -ne 0 ]
  end_processes "${dir}" 1 part
  kill -0 "${other}"
  kill "${other}"
}

@test "a process that ignores TERM is killed after the grace, and it is said" {
  start_process "${dir}" stubborn bash -c 'trap "" TERM; echo ready; while :; do sleep 0.1; done'
  wait_until grep -q ready "${dir}/logs/stubborn.log"
  run end_processes "${dir}" 1 stubborn
  [ "${status}" -eq 0 ]
  [[ "${output}" == *"stubborn did not end within 1 s"* ]]
  [ ! -e "${dir}/run/stubborn.pid" ]
}

@test "children that outlive their parent are found by the cluster's mark, others are left alone" {
  HPC_REUSE_CLUSTER="${dir}-other" sleep 60 &
  local other=$!
  start_process "${dir}" parent bash -c 'setsid sleep 60 & echo ready'
  wait_until grep -q ready "${dir}/logs/parent.log"
  [ -n "$(left_over "${dir}")" ]
  run end_left_over "${dir}"
  [ "${status}" -eq 0 ]
  [ -z "$(left_over "${dir}")" ]
  kill -0 "${other}"
  kill "${other}"
}

wait_until() {
  local deadline=$(($(now_ms) + 5000))
  until "$@"; do
    [ "$(now_ms)" -lt "${deadline}" ] || return 1
    sleep 0.05
  done
}
