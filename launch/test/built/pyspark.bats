#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# PySpark on YARN in slots, as pip installs it: 300 MB. A slot's JVM starts the Python processes of its container.
# bats file_tags=full

bats_require_minimum_version 1.5.0
load frameworks

setup_file() {
  name_cluster
  SPARK_HOME="$("${PROJECT}/dev/framework.sh" pyspark)"
  export SPARK_HOME
  start_cluster 4x1024 --conf hpc-reuse.user-code=kept --conf hpc-reuse.training=off
  (cd "${SPARK_HOME}/jars" && zip -q -0 -r "${BATS_FILE_TMPDIR}/spark.zip" .)
  "${HPC_REUSE}" hadoop fs -mkdir /in 3>&-
  "${HPC_REUSE}" hadoop fs -put "${PROJECT}"/docs/*.md /in/ 3>&-
  "${HPC_REUSE}" hadoop fs -put "${BATS_FILE_TMPDIR}/spark.zip" / 3>&-
  rm "${BATS_FILE_TMPDIR}/spark.zip"
}

teardown_file() {
  stop_cluster
}

teardown() {
  jobs -p | xargs -r kill 2>/dev/null || true
}

# submit MODE SECONDS OPTION…: runs the program.
submit() {
  local mode="$1" seconds="$2"
  shift 2
  HADOOP_CONF_DIR="${HPC_REUSE_DIR}/conf" PYSPARK_PYTHON=python3 timeout 200 "${SPARK_HOME}/bin/spark-submit" \
    --master yarn --deploy-mode "${mode}" --num-executors 2 --driver-memory 600m --executor-memory 600m \
    --conf spark.yarn.archive=hdfs:///spark.zip --conf spark.yarn.am.memory=600m "$@" \
    "${BATS_TEST_DIRNAME}/pyspark/program.py" "${seconds}" 3>&-
}

# printed FILE…: what the program has printed.
printed() {
  grep -hE '^(sum|seen|word|row|error) ' "$@"
}

# no_python: no process of a container's Python runs any more.
no_python() {
  run ! grep -zqsE "^(pyspark.daemon|program.py)$" /proc/[0-9]*/cmdline
}

@test "cluster mode: what slots print is what forked containers print, and no Python process stays" {
  before="$(slots)"
  submit cluster 0 "${SPARK_FORKED[@]}"
  printed "$(last_driver)" >"${BATS_FILE_TMPDIR}/forks"
  [ "$(wc -l <"${BATS_FILE_TMPDIR}/forks")" -eq 30 ]
  grep -qx "error True" "${BATS_FILE_TMPDIR}/forks"
  forked="$(launches forked)"
  for _ in 1 2 3; do
    submit cluster 0
    printed "$(last_driver)" | cmp - "${BATS_FILE_TMPDIR}/forks"
    until_free 4
    no_python
  done
  [ "$(launches forked)" -eq "${forked}" ]
  [ "$(slots)" = "${before}" ]
}

@test "client mode: ApplicationMaster and executors run in slots" {
  reused="$(launches reused)"
  submit client 0 >"${BATS_TEST_TMPDIR}/out"
  printed "${BATS_TEST_TMPDIR}/out" | cmp - "${BATS_FILE_TMPDIR}/forks"
  [ "$(launches reused)" -eq $((reused + 3)) ]
  until_free 4
  no_python
}

@test "an executor whose slot is killed is replaced, with its Python processes" {
  submit cluster 3 >"${BATS_TEST_TMPDIR}/job.log" 2>&1 &
  job=$!
  victim="$(slot_of 000002)"
  deadline=$((SECONDS + 60))
  until pgrep -P "${victim}" -f pyspark.daemon >/dev/null; do
    [ "${SECONDS}" -lt "${deadline}" ]
    sleep 0.1
  done
  kill -KILL "${victim}"
  ends_well "${job}" "${BATS_TEST_TMPDIR}/job.log"
  # A task that ran twice has counted twice.
  printed "$(last_driver)" | grep -v "^seen" | cmp - <(grep -v "^seen" "${BATS_FILE_TMPDIR}/forks")
  until_free 4
  no_python
}
