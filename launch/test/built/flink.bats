#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# Flink on YARN in slots: JobManager and TaskManagers of an application, with checkpoints in HDFS. 250 MB of jars.
# bats file_tags=full

bats_require_minimum_version 1.5.0
load frameworks

RECORDS=10000
FORKED=(-Dcontainerized.master.env.HPC_REUSE_MODE=fork -Dcontainerized.taskmanager.env.HPC_REUSE_MODE=fork)

setup_file() {
  local home
  home="$(readlink -f "${BATS_TEST_DIRNAME}/../../..")"
  export HPC_REUSE="${home}/bin/hpc-reuse"
  export HPC_REUSE_DIR="${BATS_FILE_TMPDIR}/cluster"
  unset HADOOP_OPTS HADOOP_CLIENT_OPTS HADOOP_CLASSPATH
  FLINK_HOME="$("${home}/dev/framework.sh" pyflink)"
  export FLINK_HOME FLINK_CONF_DIR="${BATS_FILE_TMPDIR}/conf"
  mkdir "${FLINK_CONF_DIR}" "${BATS_FILE_TMPDIR}/classes"
  cp "${FLINK_HOME}"/conf/log4j*.properties "${FLINK_CONF_DIR}/"
  cat >"${FLINK_CONF_DIR}/config.yaml" <<YAML
jobmanager.memory.process.size: 1000m
taskmanager.memory.process.size: 1200m
taskmanager.memory.managed.fraction: 0.1
taskmanager.numberOfTaskSlots: 1
parallelism.default: 2
yarn.provided.lib.dirs: hdfs:///flink/lib
execution.checkpointing.dir: hdfs:///flink/checkpoints
restart-strategy.type: fixed-delay
restart-strategy.fixed-delay.attempts: 10
restart-strategy.fixed-delay.delay: 100 ms
heartbeat.interval: 500
heartbeat.timeout: 5000
YAML
  javac -cp "${FLINK_HOME}/lib/*" -d "${BATS_FILE_TMPDIR}/classes" "${BATS_TEST_DIRNAME}/flink/FlinkProgram.java"
  jar --create --file "${BATS_FILE_TMPDIR}/program.jar" -C "${BATS_FILE_TMPDIR}/classes" .
  start_cluster 4x1024 --conf hpc-reuse.user-code=kept --conf hpc-reuse.training=off
  "${HPC_REUSE}" hadoop fs -mkdir -p /flink 3>&-
  "${HPC_REUSE}" hadoop fs -put "${FLINK_HOME}/lib" /flink/ 3>&-
}

teardown_file() {
  stop_cluster
}

teardown() {
  jobs -p | xargs -r kill 2>/dev/null || true
}

# submit MICROS OUTPUT OPTION…: starts the program.
submit() {
  local micros="$1" out="$2"
  shift 2
  HADOOP_CONF_DIR="${HPC_REUSE_DIR}/conf" HADOOP_CLASSPATH="$("${HPC_REUSE}" hadoop classpath 3>&-)" \
    timeout 250 "${FLINK_HOME}/bin/flink" run --target yarn-application "$@" \
    --class FlinkProgram "${BATS_FILE_TMPDIR}/program.jar" "${RECORDS}" "${micros}" "${out}" 3>&-
}

# sums OUTPUT: the last sum of each key.
sums() {
  "${HPC_REUSE}" hadoop fs -cat "$1/*/*part*" 3>&- | sort -k1,1n -k2,2n | awk '{ last[$1] = $2 } END { for (k in last) print k, last[k] }' | sort
}

# expected: what they must be.
expected() {
  awk -v n="${RECORDS}" 'BEGIN { for (i = 1; i <= n; i++) sum[i % 10] += i; for (k in sum) print k, sum[k] }' | sort
}

@test "an application's JobManager and TaskManagers run in slots, and are right, one after the other" {
  before="$(slots)"
  for i in 1 2 3; do
    submit 100 "hdfs:///out/slots-${i}"
    [ "$(until_ended)" = SUCCEEDED ]
    until_free 4
    sums "/out/slots-${i}" | cmp - <(expected)
  done
  [ "$(launches forked)" -eq 0 ]
  [ "$(launches reused)" -ge 9 ]
  [ "$(slots)" = "${before}" ]
}

@test "a forked application is right, too" {
  forked="$(launches forked)"
  submit 100 hdfs:///out/forks "${FORKED[@]}"
  [ "$(until_ended)" = SUCCEEDED ]
  sums /out/forks | cmp - <(expected)
  [ "$(launches forked)" -ge $((forked + 3)) ]
}

# until_checkpointed: waits for a checkpoint of the last application.
until_checkpointed() {
  local deadline=$((SECONDS + 60)) application
  application="$(applications | tail -n 1 | cut -d ' ' -f 1)"
  until grep -qs "Completed checkpoint" "${HPC_REUSE_DIR}/logs/userlogs/${application}"/*_000001/jobmanager.log; do
    [ "${SECONDS}" -lt "${deadline}" ]
    sleep 0.1
  done
}

@test "a job whose TaskManager's slot is killed goes on from its checkpoint, and counts nothing twice" {
  until_free 4
  submit 3000 hdfs:///out/killed
  victim="$(slot_of 000002)"
  until_checkpointed
  kill -KILL "${victim}"
  [ "$(until_ended)" = SUCCEEDED ]
  sums /out/killed | cmp - <(expected)
  until_free 4
}
