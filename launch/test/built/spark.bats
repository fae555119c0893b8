#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# Spark on YARN in slots: driver, ApplicationMaster and executors, in a real cluster. Its jars are 200 MB.
# bats file_tags=full

bats_require_minimum_version 1.5.0
load frameworks
load spark

setup_file() {
  start_spark 5x1024
}

@test "cluster mode: driver and executors run in slots, print what forked ones do, and lose no slot" {
  before="$(slots)"
  submit cluster 0
  printed >"${BATS_FILE_TMPDIR}/slots"
  [ "$(launches forked)" -eq 0 ]
  [ "$(launches reused)" -eq 3 ]
  until_free 5
  submit cluster 0 "${SPARK_FORKED[@]}"
  [ "$(launches forked)" -eq 3 ]
  printed | cmp - "${BATS_FILE_TMPDIR}/slots"
  [ "$(wc -l <"${BATS_FILE_TMPDIR}/slots")" -eq 8 ]
  [ "$(slots)" = "${before}" ]
}

@test "a container's stderr has no complaint about logging" {
  run ! grep -rqs "log4j:ERROR" "${HPC_REUSE_DIR}/logs/userlogs"
}

@test "client mode: ApplicationMaster and executors run in slots" {
  reused="$(launches reused)"
  submit client 0 >"${BATS_TEST_TMPDIR}/out"
  [ "$(launches reused)" -eq $((reused + 3)) ]
  grep -E '^(hits|row)' "${BATS_TEST_TMPDIR}/out" | cmp - "${BATS_FILE_TMPDIR}/slots"
}

@test "an executor whose slot is killed is replaced, and the result is right" {
  until_free 5
  submit_and_kill
  printed | cmp - "${BATS_FILE_TMPDIR}/slots"
}

@test "an application whose driver's slot is killed begins again in its next attempt" {
  until_free 5
  submit cluster 2 >"${BATS_TEST_TMPDIR}/job.log" 2>&1 &
  job=$!
  until_tasks_run 000002
  kill -KILL "$(slot_of 01_000001)"
  ends_well "${job}" "${BATS_TEST_TMPDIR}/job.log"
  [[ "$(last_driver)" == */container_*_02_000001/stdout ]]
  printed | cmp - "${BATS_FILE_TMPDIR}/slots"
  until_free 5
}
