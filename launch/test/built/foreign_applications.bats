#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# Whole applications that others have written, forked and in slots: twice in the same slots, and with equal results.
# bats file_tags=full

bats_require_minimum_version 1.5.0
load frameworks
load tez
load foreign

setup_file() {
  start_tez 5x768 --conf hpc-reuse.training=off
  put_hive
  export FILES="${BATS_FILE_TMPDIR}/files"
  mkdir "${FILES}"
  python3 "${FOREIGN}/tables.py" "${FILES}"
  cp "${FOREIGN}/words.py" "${FILES}"
  "${HPC_REUSE}" hadoop fs -mkdir /tables 3>&-
  "${HPC_REUSE}" hadoop fs -put "${FILES}"/*.csv /tables/ 3>&-
}

setup() {
  before="$(slots)"
  forked="$(launches forked)"
  reused="$(launches reused)"
}

# in_slots COUNT: at least so many containers have run since the test began, none of them forked, and no slot is lost.
in_slots() {
  until_free 5
  [ "$(launches forked)" -eq "${forked}" ]
  [ "$(launches reused)" -ge $((reused + $1)) ]
  [ "$(slots)" = "${before}" ]
}

# in_forks COUNT: at least so many containers were forked since the test began.
in_forks() {
  [ "$(launches forked)" -ge $((forked + $1)) ]
}

# all_equal EXPECTED RUN…: each run has given that.
all_equal() {
  local run
  for run in "${@:2}"; do
    diff "${FOREIGN}/$1" "${BATS_TEST_TMPDIR}/${run}"
  done
}

# is_clean: nothing of all that is left in the slots, nor in that of the clients.
is_clean() {
  "${HPC_REUSE}" audit --wait 60000 3>&-
  "${HPC_REUSE}" audit --clients --wait 60000 3>&-
}

@test "Pig" {
  pig slots
  pig again
  in_slots 40
  is_clean
  pig forks "${FORKED_MAPREDUCE[@]/#/-D}"
  in_forks 20
  all_equal pig.expected slots again forks
}

@test "Mahout" {
  recommend slots
  recommend again
  in_slots 40
  is_clean
  recommend forks "${FORKED_MAPREDUCE[@]/#/-D}"
  in_forks 20
  all_equal mahout.expected slots again forks
}

@test "HBase's jobs" {
  start_hbase
  fill_table slots
  fill_table again
  in_slots 14
  is_clean
  fill_table forks "${FORKED_MAPREDUCE[@]/#/-D}"
  in_forks 7
  all_equal hbase.expected slots again forks
}

@test "Hive on MapReduce" {
  hive mr mr_slots
  hive mr mr_again
  in_slots 32
  is_clean
  hive mr mr_forks "${FORKED_MAPREDUCE[@]/#/--hiveconf=}"
  in_forks 16
  all_equal hive.expected mr_slots mr_again mr_forks
}

@test "Hive on Tez" {
  hive tez tez_slots
  hive tez tez_again
  in_slots 8
  is_clean
  hive tez tez_forks --hiveconf tez.am.launch.env=HPC_REUSE_MODE=fork --hiveconf tez.task.launch.env=HPC_REUSE_MODE=fork
  in_forks 4
  all_equal hive.expected tez_slots tez_again tez_forks
}
