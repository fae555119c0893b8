# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# What the tests of whole applications share, beside frameworks.bash.

# Where the queries and what they must find are.
FOREIGN="$(readlink -f "${BATS_TEST_DIRNAME}/foreign")"

# Options of jobs of MapReduce, in the order AM, map, reduce: containers in JVMs of their own.
FORKED_MAPREDUCE=(yarn.app.mapreduce.am.env mapreduce.map.env mapreduce.reduce.env)
FORKED_MAPREDUCE=("${FORKED_MAPREDUCE[@]/%/=HPC_REUSE_MODE=fork}")

# What Hive wants of the JDK's modules, in client and tasks.
HIVE_OPENS="--add-opens=java.base/java.lang=ALL-UNNAMED --add-opens=java.base/java.net=ALL-UNNAMED \
--add-opens=java.base/java.util=ALL-UNNAMED --add-opens=java.base/java.util.concurrent=ALL-UNNAMED \
--add-opens=java.base/java.util.concurrent.atomic=ALL-UNNAMED --add-opens=java.base/java.util.regex=ALL-UNNAMED \
--add-opens=java.base/java.io=ALL-UNNAMED --add-opens=java.base/java.nio=ALL-UNNAMED \
--add-opens=java.base/java.time=ALL-UNNAMED --add-opens=java.sql/java.sql=ALL-UNNAMED"

# property NAME VALUE: an element of a file of Hadoop's configuration.
property() {
  printf '  <property><name>%s</name><value>%s</value></property>\n' "$@"
}

# configuration: such a file around the elements on stdin.
configuration() {
  printf '<configuration>\n%s\n</configuration>\n' "$(cat)"
}

# put_hive: its configuration, and Tez in HDFS; the metastore is a database in the test's directory.
put_hive() {
  HIVE="$("${PROJECT}/dev/framework.sh" hive)"
  export HIVE HIVE_CONF="${BATS_FILE_TMPDIR}/hive"
  mkdir "${HIVE_CONF}"
  {
    property javax.jdo.option.ConnectionURL "jdbc:derby:;databaseName=${BATS_FILE_TMPDIR}/metastore;create=true"
    property datanucleus.schema.autoCreateAll true
    property hive.metastore.schema.verification false
    property hive.metastore.warehouse.dir /hive/tables
    property hive.exec.scratchdir /tmp/hive
    property hive.exec.local.scratchdir "${BATS_FILE_TMPDIR}/scratch"
    # Its thread would need one more library, and the tables of statistics a tool of Hive's tarball.
    property hive.async.log.enabled false
    property hive.stats.autogather false
    property hive.stats.column.autogather false
    # Hadoop 3.5 no longer has what Hive takes from it.
    property hive.aux.jars.path "file://${HIVE}/commons-collections-3.2.2.jar,file://${HIVE}/commons-lang-2.6.jar"
    # Without Hadoop's script, which would load a join's small table.
    property hive.exec.submit.local.task.via.child false
    property mapreduce.map.java.opts "-Xmx600m ${HIVE_OPENS}"
    property mapreduce.reduce.java.opts "-Xmx600m ${HIVE_OPENS}"
    property tez.am.launch.cmd-opts "-Dguice_bytecode_gen_option=DISABLED ${HIVE_OPENS}"
    property hive.tez.container.size 800
    property hive.tez.java.opts "-Xmx600m ${HIVE_OPENS}"
  } | configuration >"${HIVE_CONF}/hive-site.xml"
  export HIVE_CLASSPATH="${HIVE_CONF}:${BATS_FILE_TMPDIR}/conf:${HIVE}/*:${TEZ}/*"
}

# hive ENGINE RUN OPTION…: what the queries print, in one order. RUN is a name of its own. The client, with its
# metastore, is too large for a slot of clients.
hive() {
  local engine="$1" run="$2"
  HADOOP_CLASSPATH="${HIVE_CLASSPATH}" \
    HADOOP_CLIENT_OPTS="-Xmx700m -Dderby.stream.error.file=${BATS_FILE_TMPDIR}/derby.log ${HIVE_OPENS}" \
    timeout 900 "${HPC_REUSE}" hadoop --cold \
    org.apache.hadoop.hive.cli.CliDriver --hiveconf "hive.execution.engine=${engine}" --hiveconf "run.label=${run}" \
    "${@:3}" --hivevar "run=${run}" --hivevar "files=${FILES}" --hivevar "jar=${HIVE%/*}/hive-program.jar" \
    -f "${FOREIGN}/hive.sql" 3>&- >"${BATS_TEST_TMPDIR}/${run}.out" 2>"${BATS_TEST_TMPDIR}/${run}.log" || {
    grep -A 20 -E "FAILED|Error|Exception" "${BATS_TEST_TMPDIR}/${run}.log" | tail -n 60
    return 1
  }
  LC_ALL=C sort "${BATS_TEST_TMPDIR}/${run}.out" >"${BATS_TEST_TMPDIR}/${run}"
}

# pig RUN OPTION…: what the script has stored, in one order.
pig() {
  local run="$1" jars
  jars="$("${PROJECT}/dev/framework.sh" pig)"
  HADOOP_CLASSPATH="${jars}/*:${jars%/*}/pig-program.jar" timeout 900 "${HPC_REUSE}" hadoop org.apache.pig.Main \
    "-Drun.label=${run}" "-Dpig.additional.jars=${jars}/commons-collections-3.2.2.jar" "${@:2}" -x mapreduce \
    -logfile "${BATS_TEST_TMPDIR}/${run}.log" -param "run=${run}" -param "files=${FILES}" \
    -param "jar=${jars%/*}/pig-program.jar" -f "${FOREIGN}/pig.pig" 3>&- >"${BATS_TEST_TMPDIR}/${run}.out" 2>&1 || {
    tail -n 60 "${BATS_TEST_TMPDIR}/${run}.out"
    return 1
  }
  stored "/pig/${run}/*" "${run}"
}

# recommend RUN OPTION…: what Mahout recommends, by nine jobs.
recommend() {
  local run="$1" jars
  jars="$("${PROJECT}/dev/framework.sh" mahout)"
  HADOOP_CLASSPATH="${jars}/*" timeout 600 "${HPC_REUSE}" hadoop \
    org.apache.mahout.cf.taste.hadoop.item.RecommenderJob -libjars "$(echo "${jars}"/*.jar | tr ' ' ,)" "${@:2}" \
    --input /tables/ratings.csv --output "/mahout/${run}" --tempDir "/mahout/${run}-temp" \
    --similarityClassname SIMILARITY_COOCCURRENCE --numRecommendations 3 \
    3>&- >"${BATS_TEST_TMPDIR}/${run}.log" 2>&1 || {
    tail -n 60 "${BATS_TEST_TMPDIR}/${run}.log"
    return 1
  }
  stored "/mahout/${run}" "${run}"
}

# stored DIRECTORY RUN: the lines of the files there, in one order.
stored() {
  "${HPC_REUSE}" hadoop fs -cat "$1/part*" 3>&- | LC_ALL=C sort >"${BATS_TEST_TMPDIR}/$2"
}

# start_hbase: a server of HBase, on free ports of 127.0.0.1; its files are in the test's directory.
start_hbase() {
  local port
  HBASE="$("${PROJECT}/dev/framework.sh" hbase)"
  HBASE_CONF="${BATS_TEST_TMPDIR}/hbase"
  mkdir "${HBASE_CONF}"
  port="$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')"
  {
    property hbase.rootdir "file://${BATS_TEST_TMPDIR}/tables"
    property hbase.tmp.dir "${BATS_TEST_TMPDIR}/temp"
    property hbase.unsafe.stream.capability.enforce false
    property hbase.zookeeper.quorum 127.0.0.1
    property hbase.zookeeper.property.clientPort "${port}"
    property hbase.localcluster.assign.random.ports true
    property hbase.master.hostname localhost
    property hbase.regionserver.hostname localhost
    property hbase.master.info.port -1
    property hbase.regionserver.info.port -1
  } | configuration >"${HBASE_CONF}/hbase-site.xml"
  java -Xmx512m -cp "${HBASE_CONF}:${HBASE}/*:$("${HPC_REUSE}" hadoop classpath 3>&-)" \
    org.apache.hadoop.hbase.master.HMaster start >"${BATS_TEST_TMPDIR}/server.log" 2>&1 3>&- &
  wait_long 60 python3 -c 'import socket, sys; socket.create_connection(("127.0.0.1", int(sys.argv[1])))' "${port}"
}

# hbase CLASS ARGUMENT…: runs one of HBase's classes, and says why it fails.
hbase() {
  HADOOP_CLASSPATH="${HBASE_CONF}:${HBASE}/*" timeout 300 "${HPC_REUSE}" hadoop "org.apache.hadoop.hbase.$1" "${@:2}" \
    3>&- >"${BATS_TEST_TMPDIR}/client.log" 2>&1 || {
    tail -n 60 "${BATS_TEST_TMPDIR}/client.log"
    return 1
  }
}

# fill_table RUN OPTION…: fills a table with files and with single writes of tasks, and counts what is in it.
fill_table() {
  local run="$1"
  hbase mapreduce.ImportTsv "${@:2}" -Dimporttsv.separator=, "-Dimporttsv.bulk.output=/hbase/${run}/files" \
    -Dimporttsv.columns=HBASE_ROW_KEY,o:customer,o:cents,o:day "${run}" /tables/orders.csv
  hbase tool.BulkLoadHFilesTool "/hbase/${run}/files" "${run}"
  hbase mapreduce.ImportTsv "${@:2}" -Dimporttsv.separator=, \
    -Dimporttsv.columns=HBASE_ROW_KEY,o:name,o:region "${run}" /tables/customers.csv
  hbase mapreduce.CellCounter "${@:2}" "${run}" "/hbase/${run}/cells" ,
  stored "/hbase/${run}/cells" "${run}.all"
  grep -v -e '^[0-9]' -e Size -e SIZE "${BATS_TEST_TMPDIR}/${run}.all" >"${BATS_TEST_TMPDIR}/${run}"
}
