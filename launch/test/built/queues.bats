#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# Containers that run for long beside short jobs: YARN's queues say who gets the slots.
# bats file_tags=full

bats_require_minimum_version 1.5.0
load frameworks

setup_file() {
  name_cluster
  STREAMING="$(echo "$("${PROJECT}/dev/framework.sh" hadoop-tools)"/hadoop-streaming-*.jar)"
  EXAMPLES="$(echo "${PROJECT}"/hadoop-home/target/hadoop-*/share/hadoop/mapreduce/hadoop-mapreduce-examples-*.jar)"
  export STREAMING EXAMPLES
  local capacity=yarn.scheduler.capacity.root preemption=yarn.resourcemanager.monitor.capacity.preemption
  start_cluster 4x512 \
    --conf "${capacity}.queues=short,services,limited" \
    --conf "${capacity}.short.capacity=50" \
    --conf "${capacity}.services.capacity=25" --conf "${capacity}.services.user-limit-factor=4" \
    --conf "${capacity}.limited.capacity=25" --conf "${capacity}.limited.user-limit-factor=4" \
    --conf "${capacity}.limited.maximum-capacity=50" \
    --conf yarn.resourcemanager.scheduler.monitor.enable=true \
    --conf "${preemption}.monitoring_interval=500" --conf "${preemption}.max_wait_before_kill=1000" \
    --conf "${preemption}.total_preemption_per_round=1.0" --conf "${preemption}.natural_termination_factor=1.0"
  for i in 1 2 3 4 5 6; do
    echo "line ${i}" >"${BATS_FILE_TMPDIR}/in-${i}"
  done
  "${HPC_REUSE}" hadoop fs -mkdir /in 3>&-
  "${HPC_REUSE}" hadoop fs -put "${BATS_FILE_TMPDIR}"/in-* /in/ 3>&-
}

setup() {
  end="${BATS_TEST_TMPDIR}/end"
}

teardown() {
  touch "${end}"
  stop_jobs
}

# start_long QUEUE: a job of six maps that run until the file ${end} is there.
start_long() {
  timeout 300 "${HPC_REUSE}" hadoop jar "${STREAMING}" -D mapreduce.job.queuename="$1" -D mapreduce.job.reduces=0 \
    -input /in -output "/out-${BATS_TEST_NUMBER}" \
    -mapper "sh -c 'until [ -e ${end} ]; do sleep 0.1; done; cat'" 3>&- >"${BATS_TEST_TMPDIR}/long.log" 2>&1 &
  long=$!
}

# run_short: a small job in the queue of short jobs.
run_short() {
  timeout 100 "${HPC_REUSE}" hadoop jar "${EXAMPLES}" pi -Dmapreduce.job.queuename=short 2 10 3>&-
}

# until_running COUNT: waits for so many slots with a container of YARN's; clients have slots, too.
until_running() {
  until_shown '"container":"container_[0-9]{13}' -eq "$1" 60
}

# end_long: lets its maps end; the job is right.
end_long() {
  touch "${end}"
  ends_well "${long}" "${BATS_TEST_TMPDIR}/long.log"
  [ "$("${HPC_REUSE}" hadoop fs -cat "/out-${BATS_TEST_NUMBER}/part*" 3>&- | grep -c "^line")" -eq 6 ]
}

@test "a queue's largest share limits the slots that its containers hold" {
  before="$(slots)"
  start_long limited
  until_running 2
  run_short | grep "Estimated value of Pi"
  until_running 2
  [ "$("${HPC_REUSE}" status --json 3>&- | grep -cE '"containerSeconds":[0-9]+')" -ge 1 ]
  end_long
  until_free 4
  [ "$(slots)" = "${before}" ]
}

@test "preemption takes slots from long containers for a short job, and both jobs are right" {
  before="$(slots)"
  start_long services
  until_running 4
  run_short | grep "Estimated value of Pi"
  grep -qs "preempted" "${HPC_REUSE_DIR}"/logs/*resourcemanager*.log
  end_long
  until_free 4
  [ "$(slots)" = "${before}" ]
  [ "$(launches forked)" -eq 0 ]
}
