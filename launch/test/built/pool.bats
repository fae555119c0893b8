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
  run -0 "${HPC_REUSE}" audit --dir "${dir}"

  manager="$(cat "${dir}/pool/manager.pid")"
  kill -TERM "${pool}"
  wait "${pool}" || status=$?
  pool=""
  [ "${status}" -eq 143 ]
  run ! kill -0 "${manager}"
  [ ! -e "${dir}/pool/run/pool.sock" ]
}
