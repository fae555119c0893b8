# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Spark in a cluster of ours: HPC_REUSE and HPC_REUSE_DIR name it, SPARK its jars, JAR the program.

# start_spark SLOTS OPTION…: a cluster with the archive of Spark's jars in HDFS.
start_spark() {
  name_cluster
  start_cluster "$@"
  put_spark
}

# put_spark: its jars in HDFS.
put_spark() {
  SPARK="$("${PROJECT}/dev/framework.sh" spark)"
  export SPARK
  JAR="$(dirname "${SPARK}")/spark-program.jar"
  export JAR
  (cd "${SPARK}" && zip -q -0 -r "${BATS_FILE_TMPDIR}/spark.zip" .)
  "${HPC_REUSE}" hadoop fs -put "${BATS_FILE_TMPDIR}/spark.zip" / 3>&-
  rm "${BATS_FILE_TMPDIR}/spark.zip"
}

# submit MODE SECONDS OPTION…: runs the program, or another one that PROGRAM names.
submit() {
  local mode="$1" seconds="$2" opens=() name
  shift 2
  for name in lang lang.invoke io net nio util util.concurrent; do
    opens+=("--add-opens=java.base/java.${name}=ALL-UNNAMED")
  done
  opens+=(--add-opens=java.base/sun.nio.ch=ALL-UNNAMED --add-opens=java.base/sun.nio.cs=ALL-UNNAMED)
  HADOOP_CONF_DIR="${HPC_REUSE_DIR}/conf" timeout 200 java "${opens[@]}" -cp "${HPC_REUSE_DIR}/conf:${SPARK}/*" \
    org.apache.spark.deploy.SparkSubmit --master yarn --deploy-mode "${mode}" --num-executors 2 \
    --driver-memory 600m --executor-memory 600m --conf "spark.yarn.archive=hdfs:///spark.zip" \
    --conf spark.yarn.am.memory=600m "$@" --class "${PROGRAM:-SparkProgram}" "${JAR}" "${seconds}" 1 "/out-${BATS_TEST_NUMBER}-${RANDOM}" 3>&-
}

# printed: what the last driver in a container has printed.
printed() {
  grep -E '^(hits|row)' "$(last_driver)"
}

# until_tasks_run NUMBER: waits until the container of that number in the last application has a task.
until_tasks_run() {
  local deadline=$((SECONDS + 60)) application
  application="$(find "${HPC_REUSE_DIR}/logs/userlogs" -mindepth 1 -maxdepth 1 -name 'application_*' | sort | tail -n 1)"
  until grep -qs "task begins" "${application}"/container_*_"$1"/stdout; do
    [ "${SECONDS}" -lt "${deadline}" ] || {
      cat "${application}"/container_*_"$1"/std*
      return 1
    }
    sleep 0.1
  done
}

# submit_and_kill: runs the program, and kills the slot of an executor in the midst of it.
submit_and_kill() {
  local job victim
  submit cluster 2 >"${BATS_TEST_TMPDIR}/job.log" 2>&1 &
  job=$!
  victim="$(slot_of 000002)"
  until_tasks_run 000002
  kill -KILL "${victim}"
  ends_well "${job}" "${BATS_TEST_TMPDIR}/job.log"
}
