# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# What the tests of PySpark share, whatever its version: HPC_REUSE and HPC_REUSE_DIR name the cluster, SPARK_HOME Spark.

# start_pyspark FRAMEWORK OPTION…: a cluster with the archive of Spark's jars in HDFS.
start_pyspark() {
  name_cluster
  SPARK_HOME="$("${PROJECT}/dev/framework.sh" "$1")"
  export SPARK_HOME
  start_cluster 4x1024 --conf hpc-reuse.user-code=kept --conf hpc-reuse.training=off "${@:2}"
  (cd "${SPARK_HOME}/jars" && zip -q -0 -r "${BATS_FILE_TMPDIR}/spark.zip" .)
  "${HPC_REUSE}" hadoop fs -mkdir /in 3>&-
  "${HPC_REUSE}" hadoop fs -put "${PROJECT}"/docs/*.md /in/ 3>&-
  "${HPC_REUSE}" hadoop fs -put "${BATS_FILE_TMPDIR}/spark.zip" / 3>&-
  rm "${BATS_FILE_TMPDIR}/spark.zip"
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

# slots_print_what_forks_print: in cluster mode, three times.
slots_print_what_forks_print() {
  local before forked
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

# client_mode_uses_slots: for the ApplicationMaster and the executors.
client_mode_uses_slots() {
  local reused
  reused="$(launches reused)"
  submit client 0 >"${BATS_TEST_TMPDIR}/out"
  printed "${BATS_TEST_TMPDIR}/out" | cmp - "${BATS_FILE_TMPDIR}/forks"
  [ "$(launches reused)" -eq $((reused + 3)) ]
  until_free 4
  no_python
}

# a_killed_executor_is_replaced: its slot is killed, and its Python processes end with it.
a_killed_executor_is_replaced() {
  local job victim deadline
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
