#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# Tez in slots: its ApplicationMaster and its tasks, in a real cluster.

bats_require_minimum_version 1.5.0
load frameworks

setup_file() {
  local home mapreduce
  home="$(readlink -f "${BATS_TEST_DIRNAME}/../../..")"
  export HPC_REUSE="${home}/bin/hpc-reuse"
  export HPC_REUSE_DIR="${BATS_FILE_TMPDIR}/cluster"
  TEZ="$("${home}/dev/framework.sh" tez)"
  export TEZ
  unset HADOOP_OPTS HADOOP_CLIENT_OPTS HADOOP_CLASSPATH
  start_cluster 4x768
  # Tez takes the classes of MapReduce's formats from its own directory.
  mapreduce="$(echo "${home}/hadoop-home/target/hadoop-"*/share/hadoop/mapreduce)"
  "${HPC_REUSE}" hadoop fs -mkdir -p /tez /in 3>&-
  "${HPC_REUSE}" hadoop fs -put "${TEZ}"/*.jar "${mapreduce}"/hadoop-mapreduce-client-core-*.jar \
    "${mapreduce}"/hadoop-mapreduce-client-common-*.jar /tez/ 3>&-
  "${HPC_REUSE}" hadoop fs -put "${home}"/docs/*.md /in/ 3>&-
  mkdir "${BATS_FILE_TMPDIR}/conf"
  cat >"${BATS_FILE_TMPDIR}/conf/tez-site.xml" <<XML
<configuration>
  <property><name>tez.lib.uris</name><value>\${fs.defaultFS}/tez</value></property>
  <property><name>tez.use.cluster.hadoop-libs</name><value>true</value></property>
  <property><name>tez.am.resource.memory.mb</name><value>800</value></property>
  <property><name>tez.task.resource.memory.mb</name><value>800</value></property>
</configuration>
XML
  export HADOOP_CLASSPATH="${BATS_FILE_TMPDIR}/conf:${TEZ}/*"
}

teardown_file() {
  stop_cluster
}

teardown() {
  jobs -p | xargs -r kill 2>/dev/null || true
}

# count_words OUTPUT OPTION…
count_words() {
  local out="$1"
  shift
  timeout 120 "${HPC_REUSE}" hadoop jar "${TEZ}"/tez-examples-*.jar orderedwordcount "$@" /in "${out}" 3>&-
}

@test "a DAG's master and tasks run in slots, and the result is that of forked containers" {
  before="$(slots)"
  count_words /slots
  [ "$(launches forked)" -eq 0 ]
  [ "$(launches reused)" -ge 2 ]
  until_free 4
  count_words /forks -Dtez.am.launch.env=HPC_REUSE_MODE=fork -Dtez.task.launch.env=HPC_REUSE_MODE=fork
  [ "$(launches forked)" -ge 2 ]
  "${HPC_REUSE}" hadoop fs -cat '/slots/part*' 3>&- | sort >"${BATS_TEST_TMPDIR}/slots"
  "${HPC_REUSE}" hadoop fs -cat '/forks/part*' 3>&- | sort >"${BATS_TEST_TMPDIR}/forks"
  [ -s "${BATS_TEST_TMPDIR}/slots" ]
  cmp "${BATS_TEST_TMPDIR}/slots" "${BATS_TEST_TMPDIR}/forks"
  # No slot was lost to what Tez leaves: its pollers swallow interrupts.
  [ "$(slots)" = "${before}" ]
}

@test "a container's stderr names the JVM options that Tez passes in vain" {
  grep -rqs "without effect in a slot: .*-Xlog:gc\*" "${HPC_REUSE_DIR}/logs/userlogs"
}

@test "a container's stderr has no complaint about logging" {
  run ! grep -rqs "log4j:ERROR" "${HPC_REUSE_DIR}/logs/userlogs"
}

@test "a DAG whose task's slot is killed runs the task again, and is right" {
  until_free 4
  count_words /killed >"${BATS_TEST_TMPDIR}/job.log" 2>&1 &
  job=$!
  victim="$(slot_of 000002)"
  kill -KILL "${victim}"
  wait "${job}" || {
    cat "${BATS_TEST_TMPDIR}/job.log"
    false
  }
  "${HPC_REUSE}" hadoop fs -cat '/killed/part*' 3>&- | sort >"${BATS_TEST_TMPDIR}/killed"
  "${HPC_REUSE}" hadoop fs -cat '/slots/part*' 3>&- | sort | cmp - "${BATS_TEST_TMPDIR}/killed"
}
