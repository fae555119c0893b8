#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# Spark's dynamic allocation in slots, with its shuffle service in the NodeManager.
# bats file_tags=full

bats_require_minimum_version 1.5.0
load frameworks
load spark

setup_file() {
  name_cluster
  local service=yarn.nodemanager.aux-services shuffle
  SPARK="$("${PROJECT}/dev/framework.sh" spark)"
  PORT="$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')"
  export PORT
  # The service's own jar, and those of Spark that it uses; it logs through the NodeManager's own.
  shuffle="${BATS_FILE_TMPDIR}/shuffle"
  mkdir "${shuffle}"
  ln -s "$("${PROJECT}/dev/framework.sh" spark-shuffle)"/*.jar "${SPARK}"/spark-{network,common}-*.jar "${SPARK}"/netty-*.jar \
    "${SPARK}"/jackson-*.jar "${SPARK}"/{commons-lang3,leveldbjni,rocksdbjni,metrics-core,RoaringBitmap}-*.jar "${shuffle}"
  start_cluster 4x1024 --conf hpc-reuse.user-code=kept --conf hpc-reuse.training=off \
    --conf "${service}=mapreduce_shuffle,spark_shuffle" \
    --conf "${service}.spark_shuffle.class=org.apache.spark.network.yarn.YarnShuffleService" \
    --conf "${service}.spark_shuffle.classpath=${shuffle}/*" \
    --conf "spark.shuffle.service.port=${PORT}"
  put_spark
}

# submit_dynamic OPTION…: runs the program; shows what drivers have said when it fails.
submit_dynamic() {
  local dynamic=spark.dynamicAllocation
  PROGRAM=DynamicProgram submit cluster 0 \
    --conf "${dynamic}.enabled=true" --conf "${dynamic}.minExecutors=0" --conf "${dynamic}.maxExecutors=3" \
    --conf "${dynamic}.executorIdleTimeout=2s" --conf "${dynamic}.schedulerBacklogTimeout=1s" \
    --conf spark.shuffle.service.enabled=true --conf "spark.shuffle.service.port=${PORT}" "$@" || {
    tail -n 50 "${HPC_REUSE_DIR}"/logs/userlogs/*/*_000001/stderr
    return 1
  }
}

@test "executors come and go, and new ones read what others have written" {
  before="$(slots)"
  submit_dynamic "${SPARK_FORKED[@]}"
  cat "$(last_driver)" >"${BATS_FILE_TMPDIR}/forks"
  [ "$(wc -l <"${BATS_FILE_TMPDIR}/forks")" -eq 5 ]
  grep -qx "tasks 12" "${BATS_FILE_TMPDIR}/forks"
  grep -qx "executors true" "${BATS_FILE_TMPDIR}/forks"
  forked="$(launches forked)"
  for _ in 1 2; do
    reused="$(launches reused)"
    submit_dynamic
    cmp "$(last_driver)" "${BATS_FILE_TMPDIR}/forks"
    # The driver, two executors at least, and one after those.
    [ "$(launches reused)" -ge $((reused + 4)) ]
    until_free 4
  done
  [ "$(launches forked)" -eq "${forked}" ]
  [ "$(slots)" = "${before}" ]
}
