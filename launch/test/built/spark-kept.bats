#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# Spark in slots that keep its classes from one application to the next. Its jars are 200 MB.
# bats file_tags=full

bats_require_minimum_version 1.5.0
load frameworks
load spark

setup_file() {
  start_kept
}

# start_kept OPTION…: a cluster whose slots keep classes, and where learned profiles outlive it.
start_kept() {
  start_spark 3x1024 --conf hpc-reuse.user-code=kept \
    --conf "hpc-reuse.framework.learned-dir=${BATS_FILE_TMPDIR}/learned" "$@"
}

# kept: how many containers have had the classes of an earlier one; not those of a slot's training, which have short ids.
kept() {
  cat "${HPC_REUSE_DIR}"/pool/logs/slot-*.log | grep -cE "container_[0-9]{13}_[0-9_]+ uses the classes of" || true
}

# count_words OUTPUT: a MapReduce job; its own jar is a class path of its own.
count_words() {
  "${HPC_REUSE}" hadoop fs -mkdir -p /words 3>&-
  "${HPC_REUSE}" hadoop fs -put -f "${HPC_REUSE_DIR}/env" /words/in 3>&-
  timeout 100 "${HPC_REUSE}" hadoop jar \
    "$(echo "${BATS_TEST_DIRNAME}"/../../../hadoop-home/target/hadoop-*/share/hadoop/mapreduce/hadoop-mapreduce-examples-*.jar)" \
    wordcount /words/in "$1" 3>&-
}

@test "application after application uses the classes, each as if they were new" {
  before="$(slots)"
  submit cluster 0 "${SPARK_FORKED[@]}"
  printed >"${BATS_FILE_TMPDIR}/forks"
  [ "$(wc -l <"${BATS_FILE_TMPDIR}/forks")" -eq 8 ]
  for _ in 1 2 3 4; do
    submit cluster 0
    printed | cmp - "${BATS_FILE_TMPDIR}/forks"
    until_free 3
  done
  [ "$(kept)" -eq 9 ]
  [ "$(slots)" = "${before}" ]
}

@test "another job in between leaves them" {
  count_words /words/out
  until_free 3
  before="$(kept)"
  submit cluster 0
  printed | cmp - "${BATS_FILE_TMPDIR}/forks"
  [ "$(kept)" -eq $((before + 3)) ]
}

@test "an application whose executor is killed with its slot is right, and so is the next" {
  until_free 3
  submit_and_kill
  printed | cmp - "${BATS_FILE_TMPDIR}/forks"
  until_free 3
  submit cluster 0
  printed | cmp - "${BATS_FILE_TMPDIR}/forks"
}

# until_loaded PROFILE COUNT: waits until so many slots have its classes.
until_loaded() {
  local deadline=$((SECONDS + 180))
  until "${HPC_REUSE}" status --json 3>&- | grep -qE "\"slotsWithProfile\":\{[^}]*\"$1\":$2[,}]"; do
    [ "${SECONDS}" -lt "${deadline}" ] || {
      "${HPC_REUSE}" status -v 3>&-
      return 1
    }
    sleep 0.5
  done
}

@test "the first application of another cluster uses the classes of a profile" {
  run "${HPC_REUSE}" learn --profile spark --jars "${BATS_TEST_TMPDIR}" 3>&-
  echo "${output}"
  [ "${status}" -ne 0 ]
  [[ "${output}" == *"has not all jars of a class path"* ]]
  run "${HPC_REUSE}" learn --profile spark --jars "${SPARK}" 3>&-
  echo "${output}"
  [ "${status}" -eq 0 ]
  [[ "${output}" == *"/learned/profile-spark.txt" ]]
  stop_cluster
  rm -r "${HPC_REUSE_DIR}"

  start_kept --conf hpc-reuse.profiles=spark --conf hpc-reuse.training=off
  until_loaded spark 3
  submit cluster 0
  printed | cmp - "${BATS_FILE_TMPDIR}/forks"
  [ "$(cat "${HPC_REUSE_DIR}"/pool/logs/slot-*.log | grep -c "uses the classes of profile")" -eq 3 ]
}
