#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# Starting and ending processes, with real ones.

load common

setup() {
  # Bats would trace every line of every function, for each process of the machine.
  set +o functrace
  load_launch lib/{base,process}
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

@test "a container is found by its working directory, though its environment is its own" {
  local work="${dir}/data/nm-local/usercache/me/appcache/application_1/container_1"
  mkdir -p "${work}" "${dir}/data/nm-local-other"
  (cd "${dir}/data/nm-local-other" && exec env -i setsid sleep 60) &
  local other=$!
  (cd "${work}" && exec env -i setsid sleep 60) &
  local container=$!
  wait_until found "${container}"
  run end_left_over "${dir}"
  [ "${status}" -eq 0 ]
  [[ "${output}" == "ending processes that outlived their parent: ${container}" ]]
  run process_start "${container}"
  [ "${status}" -ne 0 ]
  kill -0 "${other}"
  kill "${other}"
}

@test "a container's child that went elsewhere is found by LOCAL_DIRS or PWD" {
  local below="${dir}/data/nm-local/usercache/me/appcache/application_1"
  (cd / && exec env -i "LOCAL_DIRS=/elsewhere,${below}" setsid sleep 60) &
  local by_dirs=$!
  (cd / && exec env -i "PWD=${below}/container_1" setsid sleep 60) &
  local by_pwd=$!
  wait_until found "${by_dirs}"
  wait_until found "${by_pwd}"
  end_left_over "${dir}"
  [ -z "$(left_over "${dir}")" ]
}

@test "a container that ignores TERM is killed after the grace, and it is said" {
  mkdir -p "${dir}/data/nm-local"
  (cd "${dir}/data/nm-local" && exec env -i setsid bash -c 'trap "" TERM; : >ready; exec sleep 60') &
  wait_until test -e "${dir}/data/nm-local/ready"
  run end_left_over "${dir}"
  [ "${status}" -eq 0 ]
  [[ "${output}" == *"killed, still there ${LEFT_OVER_TERM_MS} ms after TERM: $!"* ]]
  [ -z "$(left_over "${dir}")" ]
}

@test "the shell that ends a cluster may itself work in the NodeManager's directory" {
  mkdir -p "${dir}/data/nm-local"
  cd "${dir}/data/nm-local"
  export PWD
  [ -z "$(left_over "${dir}")" ]
  run end_left_over "${dir}"
  [ "${status}" -eq 0 ]
  [ -z "${output}" ]
  cd /
}

# found PID: whether it is known as left over by now.
found() {
  left_over "${dir}" | grep -q "^$1 "
}

@test "a bash that is too old is refused by its version, and where a newer one has to be" {
  run require_bash 4 4.4.20
  [ "${status}" -eq 3 ]
  [[ "${output}" == *"bash 5 or newer is needed, this is bash 4.4.20; put a newer one first in PATH" ]]
  run require_bash 5 5.0.1
  [ "${status}" -eq 0 ]
}

@test "where setpriv does not know --pdeathsig nothing goes before a process" {
  mkdir "${BATS_TEST_TMPDIR}/bin"
  printf '#!/bin/sh\nexit 1\n' >"${BATS_TEST_TMPDIR}/bin/setpriv"
  chmod +x "${BATS_TEST_TMPDIR}/bin/setpriv"
  PATH="${BATS_TEST_TMPDIR}/bin:${PATH}" with_parent KILL
  [ "${#WITH_PARENT[@]}" -eq 0 ]
}
