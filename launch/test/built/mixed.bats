#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# Applications of MapReduce, Spark and Tez take turns in one pool, whose slots keep the classes of all three.
# bats file_tags=full

bats_require_minimum_version 1.5.0
load frameworks
load spark
load tez

FORKED=(-Dtez.am.launch.env=HPC_REUSE_MODE=fork -Dtez.task.launch.env=HPC_REUSE_MODE=fork)
PLAIN_GUICE="-Dtez.am.launch.cmd-opts=-Dguice_bytecode_gen_option=DISABLED"

setup_file() {
  local home
  home="$(readlink -f "${BATS_TEST_DIRNAME}/../../..")"
  EXAMPLES="$(echo "${home}"/hadoop-home/target/hadoop-*/share/hadoop/mapreduce/hadoop-mapreduce-examples-*.jar)"
  export EXAMPLES
  start_spark 6x1024 --conf hpc-reuse.user-code=kept
  put_tez "${home}"
  "${HPC_REUSE}" hadoop fs -mkdir /in 3>&-
  "${HPC_REUSE}" hadoop fs -put "${home}"/docs/*.md /in/ 3>&-
}

teardown_file() {
  stop_cluster
}

# mapreduce OUTPUT OPTION…: the words of /in.
mapreduce() {
  local out="$1"
  shift
  timeout 120 "${HPC_REUSE}" hadoop jar "${EXAMPLES}" wordcount -Dmapreduce.job.maps=3 "$@" /in "${out}" 3>&-
}

# run_one KIND NUMBER: an application; its result is that of the forked one.
run_one() {
  case "$1" in
    mapreduce) mapreduce "/out/$2" && words "/out/$2" | cmp - "${BATS_FILE_TMPDIR}/mapreduce" ;;
    spark) submit cluster 0 && printed | cmp - "${BATS_FILE_TMPDIR}/spark" ;;
    tez) count_words "/out/$2" "${PLAIN_GUICE}" && words "/out/$2" | cmp - "${BATS_FILE_TMPDIR}/tez" ;;
  esac
}

# largest: resident memory of the largest slot, MiB.
largest() {
  local pid
  for pid in $(slots | cut -d : -f 2); do
    awk '/^VmRSS/ { print int($2 / 1024) }' "/proc/${pid}/status"
  done | sort -n | tail -n 1
}

@test "sixty applications at random are right, leave nothing, and no slot is lost" {
  mapreduce /forks-mapreduce -Dyarn.app.mapreduce.am.env=HPC_REUSE_MODE=fork -Dmapreduce.map.env=HPC_REUSE_MODE=fork \
    -Dmapreduce.reduce.env=HPC_REUSE_MODE=fork
  words /forks-mapreduce >"${BATS_FILE_TMPDIR}/mapreduce"
  submit cluster 0 --conf spark.yarn.appMasterEnv.HPC_REUSE_MODE=fork --conf spark.executorEnv.HPC_REUSE_MODE=fork
  printed >"${BATS_FILE_TMPDIR}/spark"
  count_words /forks-tez "${FORKED[@]}"
  words /forks-tez >"${BATS_FILE_TMPDIR}/tez"
  [ -s "${BATS_FILE_TMPDIR}/mapreduce" ] && [ -s "${BATS_FILE_TMPDIR}/spark" ] && [ -s "${BATS_FILE_TMPDIR}/tez" ]
  forked="$(launches forked)"
  before="$(slots)"

  kinds=(mapreduce spark tez)
  seed="${HPC_REUSE_TEST_SEED:-${SECONDS}}"
  echo "HPC_REUSE_TEST_SEED=${seed}"
  RANDOM="${seed}"
  mkdir -p "${BATS_FILE_TMPDIR}/memory"
  for i in $(seq 60); do
    kind="${kinds[RANDOM % 3]}"
    run_one "${kind}" "${i}" >"${BATS_TEST_TMPDIR}/job.log" 2>&1 || {
      echo "application ${i}, ${kind}:"
      cat "${BATS_TEST_TMPDIR}/job.log"
      false
    }
    until_free 6
    if [ $((i % 10)) -eq 0 ]; then
      echo "after ${i}: $(largest) MiB, $("${HPC_REUSE}" status --json 3>&- | grep -oE '"liveLoaders":[0-9]+' | tr '\n' ' ')"
    fi
  done
  [ "$(launches forked)" -eq "${forked}" ]
  [ "$(slots)" = "${before}" ]
  "${HPC_REUSE}" audit --wait 60000 3>&-
}
