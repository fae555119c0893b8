#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# Tez in slots: its ApplicationMaster and its tasks, in a real cluster.

bats_require_minimum_version 1.5.0
load frameworks
load tez

setup_file() {
  start_tez 4x768 --conf hpc-reuse.training=off
}

@test "a DAG's master and tasks run in slots, and the result is that of forked containers" {
  before="$(slots)"
  count_words /slots
  [ "$(launches forked)" -eq 0 ]
  [ "$(launches reused)" -ge 2 ]
  until_free 4
  count_words /forks -Dtez.am.launch.env=HPC_REUSE_MODE=fork -Dtez.task.launch.env=HPC_REUSE_MODE=fork
  [ "$(launches forked)" -ge 2 ]
  words /slots >"${BATS_TEST_TMPDIR}/slots"
  words /forks >"${BATS_TEST_TMPDIR}/forks"
  [ -s "${BATS_TEST_TMPDIR}/slots" ]
  cmp "${BATS_TEST_TMPDIR}/slots" "${BATS_TEST_TMPDIR}/forks"
  # No slot was lost to what Tez leaves: its pollers swallow interrupts.
  [ "$(slots)" = "${before}" ]
}

@test "a container's stderr names the JVM options that Tez passes in vain" {
  grep -rqs "without effect in a slot: .*-Xlog:gc\*" "${HPC_REUSE_DIR}/logs/userlogs"
}

@test "a container's stderr has no complaint about logging" {
  run ! grep -rqs "log4j:ERROR" "${HPC_REUSE_DIR}/logs/userlogs"
}

# bats test_tags=full
@test "a DAG whose task's slot is killed runs the task again, and is right" {
  until_free 4
  count_words /killed >"${BATS_TEST_TMPDIR}/job.log" 2>&1 &
  job=$!
  victim="$(slot_of 000002)"
  kill -KILL "${victim}"
  ends_well "${job}" "${BATS_TEST_TMPDIR}/job.log"
  words /killed >"${BATS_TEST_TMPDIR}/killed"
  words /slots | cmp - "${BATS_TEST_TMPDIR}/killed"
}
