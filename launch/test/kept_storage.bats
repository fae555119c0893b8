#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# HDFS that outlives a cluster: used by one at a time, by its like only.

bats_require_minimum_version 1.5.0
load common

setup() {
  load_launch lib/base head/kept-storage
  dir="${BATS_TEST_TMPDIR}/hdfs"
}

@test "scratch and shared storage need nothing" {
  take_kept_storage hdfs 7 3 3.5.0
  take_kept_storage "shared:${dir}" 7 3 3.5.0
  [ ! -e "${dir}" ]
}

@test "a second job is refused with the name of the first, until that has ended" {
  take_kept_storage "hdfs:${dir}" 7 3 3.5.0
  run take_kept_storage "hdfs:${dir}" 8 3 3.5.0
  [ "${status}" -eq 3 ]
  [[ "${output}" == *"is in use by job 7"*"remove ${dir}/owner"* ]]
  give_back_kept_storage
  take_kept_storage "hdfs:${dir}" 8 3 3.5.0
  [ "$(cat "${dir}/owner")" = 8 ]
}

@test "a job that failed before there was a file system binds no other to its number of nodes" {
  take_kept_storage "hdfs:${dir}" 7 3 3.5.0
  give_back_kept_storage
  take_kept_storage "hdfs:${dir}" 8 4 3.5.0
  [ "$(cat "${dir}/layout")" = "4 3.5.0" ]
}

@test "another number of nodes is refused with both numbers, and the storage stays free" {
  take_kept_storage "hdfs:${dir}" 7 3 3.5.0
  mkdir -p "${dir}/name/current"
  : >"${dir}/name/current/VERSION"
  give_back_kept_storage
  run bash -c "
    source '${HPC_REUSE_HOME}/launch/lib/base.sh'
    source '${HPC_REUSE_HOME}/launch/head/kept-storage.sh'
    trap give_back_kept_storage EXIT
    take_kept_storage 'hdfs:${dir}' 8 4 3.5.0"
  [ "${status}" -eq 3 ]
  [[ "${output}" == *"was made with 3 nodes and Hadoop 3.5.0, this job has 4 and 3.5.0"* ]]
  [ ! -e "${dir}/owner" ]
}
