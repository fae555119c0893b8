#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# Flink on YARN in slots: JobManager and TaskManagers of an application, with checkpoints in HDFS. 250 MB of jars.
# bats file_tags=full

bats_require_minimum_version 1.5.0
load frameworks

RECORDS=10000
FORKED=(-Dcontainerized.master.env.HPC_REUSE_MODE=fork -Dcontainerized.taskmanager.env.HPC_REUSE_MODE=fork)

setup_file() {
  name_cluster
  FLINK_HOME="$("${PROJECT}/dev/framework.sh" pyflink)"
  export FLINK_HOME FLINK_CONF_DIR="${PROJECT}/frameworks/pyflink/conf"
  start_cluster 4x1024 --conf hpc-reuse.user-code=kept --conf hpc-reuse.training=off
  "${HPC_REUSE}" hadoop fs -mkdir -p /flink 3>&-
  "${HPC_REUSE}" hadoop fs -put "${FLINK_HOME}/lib" /flink/ 3>&-
}

# submit MICROS OUTPUT OPTION…: starts the program.
submit() {
  local micros="$1" out="$2"
  shift 2
  # What Flink's script runs; the package has no script.
  HADOOP_CONF_DIR="${HPC_REUSE_DIR}/conf" timeout 250 java -Dlog4j.configurationFile="${FLINK_CONF_DIR}/log4j-cli.properties" \
    --add-opens=java.base/java.util=ALL-UNNAMED -cp "${FLINK_HOME}/lib/*:$("${HPC_REUSE}" hadoop classpath 3>&-)" \
    org.apache.flink.client.cli.CliFrontend run --target yarn-application "$@" --class FlinkProgram "${FLINK_HOME}-program.jar" "${RECORDS}" "${micros}" "${out}" 3>&-
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
  [ "$(cat "${HPC_REUSE_DIR}"/pool/logs/slot-*.log | grep -c "uses the classes of")" -ge 3 ]
  run ! grep -hE "are not kept|are not used again" "${HPC_REUSE_DIR}"/pool/logs/slot-*.log
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
