#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# Spark on YARN in slots: driver, ApplicationMaster and executors, in a real cluster. Its jars are 200 MB.
# bats file_tags=full

bats_require_minimum_version 1.5.0
load frameworks

setup_file() {
  local home
  home="$(readlink -f "${BATS_TEST_DIRNAME}/../../..")"
  export HPC_REUSE="${home}/bin/hpc-reuse"
  export HPC_REUSE_DIR="${BATS_FILE_TMPDIR}/cluster"
  SPARK="$("${home}/dev/framework.sh" spark)"
  export SPARK
  JAR="$(dirname "${SPARK}")/spark-program.jar"
  export JAR
  start_cluster 5x1024
  (cd "${SPARK}" && zip -q -0 -r "${BATS_FILE_TMPDIR}/spark.zip" .)
  "${HPC_REUSE}" hadoop fs -put "${BATS_FILE_TMPDIR}/spark.zip" / 3>&-
  rm "${BATS_FILE_TMPDIR}/spark.zip"
}

teardown_file() {
  stop_cluster
}

# submit MODE SECONDS OPTION…: runs the program.
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
    --conf spark.yarn.am.memory=600m "$@" --class SparkProgram "${JAR}" "${seconds}" 1 "/out-${BATS_TEST_NUMBER}-${RANDOM}" 3>&-
}

# printed: what the last driver in a container has printed.
printed() {
  local log
  log="$(find "${HPC_REUSE_DIR}/logs/userlogs" -path '*_000001/stdout' -size +0 -printf '%T@ %p\n' | sort -n | tail -n 1 | cut -d ' ' -f 2)"
  grep -E '^(hits|row)' "${log}"
}

teardown() {
  jobs -p | xargs -r kill 2>/dev/null || true
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

@test "cluster mode: driver and executors run in slots, print what forked ones do, and lose no slot" {
  before="$(slots)"
  submit cluster 0
  printed >"${BATS_FILE_TMPDIR}/slots"
  [ "$(launches forked)" -eq 0 ]
  [ "$(launches reused)" -eq 3 ]
  until_free 5
  submit cluster 0 --conf spark.yarn.appMasterEnv.HPC_REUSE_MODE=fork --conf spark.executorEnv.HPC_REUSE_MODE=fork
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
  submit cluster 2 >"${BATS_TEST_TMPDIR}/job.log" 2>&1 &
  job=$!
  victim="$(slot_of 000002)"
  until_tasks_run 000002
  kill -KILL "${victim}"
  wait "${job}" || {
    cat "${BATS_TEST_TMPDIR}/job.log"
    false
  }
  printed | cmp - "${BATS_FILE_TMPDIR}/slots"
}
