# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# What the tests of Tez share, beside frameworks.bash.

# Guice must define no classes at run time (docs/frameworks.md).
export PLAIN_GUICE="-Dtez.am.launch.cmd-opts=-Dguice_bytecode_gen_option=DISABLED"

# start_tez SLOTS OPTION…: a cluster that has Tez and some input, /in.
start_tez() {
  name_cluster
  start_cluster "$@"
  put_tez
}

# put_tez: its jars and the input in HDFS, and its configuration.
put_tez() {
  local mapreduce
  TEZ="$("${PROJECT}/dev/framework.sh" tez)"
  export TEZ
  # Tez takes the classes of MapReduce's formats from its own directory.
  mapreduce="$(echo "${PROJECT}/hadoop-home/target/hadoop-"*/share/hadoop/mapreduce)"
  "${HPC_REUSE}" hadoop fs -mkdir -p /tez /in 3>&-
  "${HPC_REUSE}" hadoop fs -put "${PROJECT}"/docs/*.md /in/ 3>&-
  "${HPC_REUSE}" hadoop fs -put "${TEZ}"/*.jar "${mapreduce}"/hadoop-mapreduce-client-core-*.jar \
    "${mapreduce}"/hadoop-mapreduce-client-common-*.jar /tez/ 3>&-
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

# example NAME ARGUMENT…: runs one of Tez's examples.
example() {
  timeout 120 "${HPC_REUSE}" hadoop jar "${TEZ}"/tez-examples-*.jar "$@" 3>&-
}

# count_words OUTPUT OPTION…: the words of /in.
count_words() {
  local out="$1"
  shift
  example orderedwordcount "$@" /in "${out}"
}

# words OUTPUT: what was written there, in one order.
words() {
  "${HPC_REUSE}" hadoop fs -cat "$1/part*" 3>&- | sort
}
