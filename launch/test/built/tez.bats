#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# Tez in slots: its ApplicationMaster and its tasks, in a real cluster.

bats_require_minimum_version 1.5.0

setup_file() {
  local home mapreduce
  home="$(readlink -f "${BATS_TEST_DIRNAME}/../../..")"
  export HPC_REUSE="${home}/bin/hpc-reuse"
  export HPC_REUSE_DIR="${BATS_FILE_TMPDIR}/cluster"
  TEZ="$("${home}/dev/framework.sh" tez)"
  export TEZ
  unset HADOOP_OPTS HADOOP_CLIENT_OPTS HADOOP_CLASSPATH
  "${HPC_REUSE}" up --slots 4x768 --spares 0 --heartbeat-ms 100 3>&- >"${BATS_FILE_TMPDIR}/up.log" 2>&1 || {
    cat "${BATS_FILE_TMPDIR}/up.log"
    return 1
  }
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
  "${HPC_REUSE}" down 3>&-
  ! grep -qs "${HPC_REUSE_DIR}" /proc/[0-9]*/cmdline
}

teardown() {
  jobs -p | xargs -r kill 2>/dev/null || true
}

# launches NAME: a count of the launches of containers.
launches() {
  "${HPC_REUSE}" status --json 3>&- | grep -oE "\"$1\":[0-9]+" | head -n 1 | cut -d : -f 2
}

# slots: the processes of the slots.
slots() {
  "${HPC_REUSE}" status --json 3>&- | grep -oE '"pid":[0-9]+' | sort
}

# count_words OUTPUT OPTION…
count_words() {
  local out="$1"
  shift
  timeout 120 "${HPC_REUSE}" hadoop jar "${TEZ}"/tez-examples-*.jar orderedwordcount "$@" /in "${out}" 3>&-
}

# free: whether all four slots are.
free() {
  [ "$("${HPC_REUSE}" status --json 3>&- | grep -o '"state":"FREE"' | wc -l)" -ge 4 ]
}

# until_free: waits for it.
until_free() {
  local deadline=$((SECONDS + 30))
  until free; do
    [ "${SECONDS}" -lt "${deadline}" ] || {
      "${HPC_REUSE}" status 3>&-
      return 1
    }
    sleep 0.2
  done
}

@test "a DAG's master and tasks run in slots, and the result is that of forked containers" {
  before="$(slots)"
  count_words /slots
  [ "$(launches forked)" -eq 0 ]
  [ "$(launches reused)" -ge 2 ]
  until_free
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
  until_free
  count_words /killed >"${BATS_TEST_TMPDIR}/job.log" 2>&1 &
  job=$!
  deadline=$((SECONDS + 60))
  until victim="$("${HPC_REUSE}" status --json 3>&- | grep -oE '"pid":[0-9]+[^}]*"container":"container_[0-9_]*000002"' |
    grep -oE '"pid":[0-9]+' | cut -d : -f 2)" && [ -n "${victim}" ]; do
    [ "${SECONDS}" -lt "${deadline}" ]
    sleep 0.05
  done
  kill -KILL "${victim}"
  wait "${job}" || {
    cat "${BATS_TEST_TMPDIR}/job.log"
    false
  }
  "${HPC_REUSE}" hadoop fs -cat '/killed/part*' 3>&- | sort >"${BATS_TEST_TMPDIR}/killed"
  "${HPC_REUSE}" hadoop fs -cat '/slots/part*' 3>&- | sort | cmp - "${BATS_TEST_TMPDIR}/killed"
}
