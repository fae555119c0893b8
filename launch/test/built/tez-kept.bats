#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# Tez in slots that keep its classes from one application to the next.
# bats file_tags=full

bats_require_minimum_version 1.5.0
load frameworks
load tez

setup_file() {
  start_tez 4x768 --conf hpc-reuse.user-code=kept --conf hpc-reuse.training=off
  count_words /forks -Dtez.am.launch.env=HPC_REUSE_MODE=fork -Dtez.task.launch.env=HPC_REUSE_MODE=fork
  words /forks >"${BATS_FILE_TMPDIR}/forks"
  [ -s "${BATS_FILE_TMPDIR}/forks" ]
}

# no_obstacle: no slot has dropped classes because another container cannot use them.
no_obstacle() {
  ! grep -hE "are not kept|are not used again" "${HPC_REUSE_DIR}"/pool/logs/slot-*.log
}

@test "application after application uses the classes, each as if they were new" {
  before="$(slots)"
  for i in 1 2 3 4 5 6; do
    count_words "/kept-${i}" "${PLAIN_GUICE}"
    words "/kept-${i}" | cmp - "${BATS_FILE_TMPDIR}/forks"
    until_free 4
  done
  no_obstacle
  [ "$(cat "${HPC_REUSE_DIR}"/pool/logs/slot-*.log | grep -c "uses the classes of")" -ge 6 ]
  [ "$(slots)" = "${before}" ]
}

@test "a session runs one DAG after the other in the containers that it has" {
  "${HPC_REUSE}" hadoop fs -mkdir /one 3>&-
  "${HPC_REUSE}" hadoop fs -put "${BATS_TEST_DIRNAME}/../../../README.md" /one/ 3>&-
  example simplesessionexample "${PLAIN_GUICE}" /in,/one,/in /s1,/s2,/s3 2
  words /s1 | cmp - "${BATS_FILE_TMPDIR}/forks"
  words /s3 | cmp - "${BATS_FILE_TMPDIR}/forks"
  [ "$(words /s2 | wc -l)" -gt 10 ]
  until_free 4
  no_obstacle
}

@test "a hash join and a sorted merge join find what their generator has promised" {
  example joindatagen "${PLAIN_GUICE}" /left 200000 /right 1000000 /expected 2
  example hashjoin "${PLAIN_GUICE}" /left /right 2 /hash
  example joinvalidate "${PLAIN_GUICE}" /hash /expected
  example sortmergejoin "${PLAIN_GUICE}" /left /right 2 /merge
  example joinvalidate "${PLAIN_GUICE}" /merge /expected
  until_free 4
  no_obstacle
}

@test "a DAG whose task's slot is killed is right, and so is the next" {
  count_words /killed "${PLAIN_GUICE}" >"${BATS_TEST_TMPDIR}/job.log" 2>&1 &
  job=$!
  victim="$(slot_of 000002)"
  kill -KILL "${victim}"
  ends_well "${job}" "${BATS_TEST_TMPDIR}/job.log"
  words /killed | cmp - "${BATS_FILE_TMPDIR}/forks"
  until_free 4
}

@test "a DAG whose master's slot is killed is recovered by the next attempt" {
  count_words /recovered "${PLAIN_GUICE}" >"${BATS_TEST_TMPDIR}/job.log" 2>&1 &
  job=$!
  # A task has begun.
  slot_of 000002 >/dev/null
  victim="$(slot_of 01_000001)"
  kill -KILL "${victim}"
  ends_well "${job}" "${BATS_TEST_TMPDIR}/job.log"
  words /recovered | cmp - "${BATS_FILE_TMPDIR}/forks"
  until_free 4
  count_words /after "${PLAIN_GUICE}"
  words /after | cmp - "${BATS_FILE_TMPDIR}/forks"
}
