#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# Applications of MapReduce, Spark and Tez in turn, in one pool: each as if it were alone. Takes 15 minutes.
# bats file_tags=full

bats_require_minimum_version 1.5.0
load frameworks
load spark
load tez

setup_file() {
  name_cluster
  EXAMPLES="$(echo "${PROJECT}"/hadoop-home/target/hadoop-*/share/hadoop/mapreduce/hadoop-mapreduce-examples-*.jar)"
  export EXAMPLES
  start_cluster 6x1024 --conf hpc-reuse.user-code=kept --conf hpc-reuse.training=off
  put_spark
  put_tez
}

# run_one KIND OUTPUT OPTION…: runs an application, and prints its result.
run_one() {
  local kind="$1" out="$2"
  shift 2
  case "${kind}" in
    mapreduce)
      timeout 120 "${HPC_REUSE}" hadoop jar "${EXAMPLES}" wordcount "$@" /in "${out}" 3>&-
      words "${out}"
      ;;
    tez)
      count_words "${out}" "${PLAIN_GUICE}" "$@"
      words "${out}"
      ;;
    spark)
      submit cluster 0 "$@"
      printed
      ;;
  esac
}

@test "60 applications at random give what forked ones give, and lose no slot" {
  before="$(slots)"
  # Forked ones: what each kind must print.
  run_one mapreduce /forks-mapreduce -Dyarn.app.mapreduce.am.env=HPC_REUSE_MODE=fork \
    -Dmapreduce.map.env=HPC_REUSE_MODE=fork -Dmapreduce.reduce.env=HPC_REUSE_MODE=fork >"${BATS_TEST_TMPDIR}/mapreduce"
  run_one tez /forks-tez -Dtez.am.launch.env=HPC_REUSE_MODE=fork \
    -Dtez.task.launch.env=HPC_REUSE_MODE=fork >"${BATS_TEST_TMPDIR}/tez"
  run_one spark - "${SPARK_FORKED[@]}" >"${BATS_TEST_TMPDIR}/spark"
  forked="$(launches forked)"
  # The same order each time the test runs.
  RANDOM=20
  kinds=(mapreduce tez spark)
  for ((i = 1; i <= 60; i++)); do
    kind="${kinds[RANDOM % 3]}"
    echo "application ${i}: ${kind}"
    run_one "${kind}" "/out-${i}" >"${BATS_TEST_TMPDIR}/out" 2>"${BATS_TEST_TMPDIR}/err" || {
      tail -n 50 "${BATS_TEST_TMPDIR}/err"
      return 1
    }
    cmp "${BATS_TEST_TMPDIR}/out" "${BATS_TEST_TMPDIR}/${kind}"
    until_free 6
  done
  [ "$(launches forked)" -eq "${forked}" ]
  [ "$(slots)" = "${before}" ]
  run "${HPC_REUSE}" audit --wait 60000 --paths 3>&-
  echo "${output}"
  [ "${status}" -eq 0 ]
}
