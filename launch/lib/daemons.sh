# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Hadoop's daemons and the pool manager: how each is started and when it is up. Sourced.
#
# All functions take the cluster's directory; its run/plan has been sourced (CLUSTER_*, PORT_*,
# HEAP_MB_*), so a caller on another node of an allocation can use them just the same: it says in
# NODE_ARGS what the configuration, which is one for all nodes, leaves open (see node.sh).

# The first 128 MiB of class metadata are no reason for a full collection; HotSpot's own limit, 21 MiB, costs
# each start two or three.
readonly DAEMON_JVM_ARGS=(-XX:-UsePerfData -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:MetaspaceSize=128m
  -Xshare:auto -Djava.net.preferIPv4Stack=true)
NODE_ARGS=()
# Where Hadoop's jars are, for a process that is started in its cluster's directory. All of its class path is
# relative to that (see class-archive.sh).
readonly DAEMON_SHARE=run/hadoop/share/hadoop

# daemon_agents DIR: JVM options in DAEMON_AGENTS. The first keeps other users out of a daemon's ports, for
# WITH_NETLINK. By the second, the NodeManager of a pool reads Hadoop's defaults but once; the other daemons have it
# for the sake of the class data archive, which is one for all.
daemon_agents() {
  local netlink=''
  [[ "${#WITH_NETLINK[@]}" -eq 0 ]] || netlink=',netlink=?'
  DAEMON_AGENTS=(
    "-javaagent:${CLUSTER_LIB_DIR}/port-access.jar=log,peers=$1/run/peers${netlink}"
    "-javaagent:${CLUSTER_LIB_DIR}/hadoop-agent.jar"
  )
}

# with_netlink: words in WITH_NETLINK that go before a daemon's command; none without Perl. The daemon then asks the
# kernel in a slower way whose a connection is.
with_netlink() {
  WITH_NETLINK=()
  if type -P perl >/dev/null; then
    WITH_NETLINK=(perl "${HPC_REUSE_HOME}/launch/node/with-netlink.pl")
  fi
}

# start_daemon DIR NAME HEAP_MB CLASS [JAR…]
start_daemon() {
  local dir="$1" name="$2"
  local -a DAEMON_COMMAND
  daemon_command "$@"
  start_process "${dir}" "${name}" env "${HADOOP_ENV[@]}" "${DAEMON_COMMAND[@]}"
}

# daemon_command DIR NAME HEAP_MB CLASS [JAR…]: what runs CLASS, in DAEMON_COMMAND; to be called in DIR. JARs are
# on the class path after Hadoop's own. Temporary files are below DIR: a daemon that is killed leaves web
# applications and libraries.
daemon_command() {
  local dir="$1" name="$2" heap="$3" class="$4" class_path
  local -a DAEMON_JARS WITH_NETLINK DAEMON_AGENTS archive=()
  shift 4
  with_netlink
  daemon_agents "${dir}"
  daemon_jars "${DAEMON_SHARE}"
  if [[ -e "${dir}/run/classes" ]]; then
    # Without the second option HotSpot writes to each page of the archive, to map it elsewhere.
    archive=("-XX:SharedArchiveFile=${dir}/run/classes/classes.jsa"
      -XX:+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0)
    printf -v class_path '%s:' "${DAEMON_JARS[@]}" "$@" conf "${DAEMON_SHARE}/hdfs"
  else
    printf -v class_path '%s:' conf "${DAEMON_SHARE}/hdfs" "${DAEMON_JARS[@]}" "$@"
  fi
  # In a file, since it is 20 kB.
  printf -- '-cp "%s"\n' "${class_path%:}" >"${dir}/run/${name}.args"
  DAEMON_COMMAND=("${WITH_NETLINK[@]}" "${CLUSTER_JAVA_HOME}/bin/java" "-Xmx${heap}m" "${DAEMON_JVM_ARGS[@]}" "${archive[@]}"
    "${NODE_ARGS[@]}" "${DAEMON_AGENTS[@]}" "-Djava.io.tmpdir=${dir}/tmp" "-Dproc_${name}"
    "-Dhpc-reuse.cluster=${dir}" "@${dir}/run/${name}.args" "${class}")
}

# load_plan DIR: the cluster's ports and homes.
load_plan() {
  local dir="$1"
  [[ -r "${dir}/run/plan" ]] || fail "${EXIT_UNAVAILABLE}" "no cluster in ${dir}"
  # shellcheck source=/dev/null
  source "${dir}/run/plan"
  HADOOP_ENV=(
    "JAVA_HOME=${CLUSTER_JAVA_HOME}"
    "HADOOP_HOME=${CLUSTER_HADOOP_HOME}"
    "HADOOP_COMMON_HOME=${CLUSTER_HADOOP_HOME}"
    "HADOOP_HDFS_HOME=${CLUSTER_HADOOP_HOME}"
    "HADOOP_YARN_HOME=${CLUSTER_HADOOP_HOME}"
    "HADOOP_MAPRED_HOME=${CLUSTER_HADOOP_HOME}"
    "HADOOP_CONF_DIR=${dir}/conf"
  )
}

# start_namenode DIR: NAME_DIR says where its data is when that is not below DIR.
start_namenode() {
  local dir="$1" class=org.apache.hadoop.hdfs.server.namenode.NameNode
  local -a DAEMON_COMMAND
  if [[ -e "${NAME_DIR:-${dir}/data/name}/current/VERSION" ]]; then
    start_daemon "${dir}" namenode "${HEAP_MB_NAMENODE}" "${class}"
    return
  fi
  # One process name for both steps: it first makes the file system, then becomes the NameNode. Neither
  # outlives who starts it: what goes before every process goes before the first step once more.
  daemon_command "${dir}" namenode "${HEAP_MB_NAMENODE}" "${class}"
  # shellcheck disable=SC2016
  start_process "${dir}" namenode env "${HADOOP_ENV[@]}" \
    bash -c 'prefix=$1; shift; "$@" -format -nonInteractive && shift "${prefix}" && exec "$@"' \
    format-then-run "${#PROCESS_PREFIX[@]}" "${PROCESS_PREFIX[@]}" "${DAEMON_COMMAND[@]}"
}

start_datanode() {
  start_daemon "$1" datanode "${HEAP_MB_DATANODE}" org.apache.hadoop.hdfs.server.datanode.DataNode
}

start_resourcemanager() {
  local -a DAEMON_JARS
  timeline_jars "${DAEMON_SHARE}"
  start_daemon "$1" resourcemanager "${HEAP_MB_RESOURCEMANAGER}" \
    org.apache.hadoop.yarn.server.resourcemanager.ResourceManager "${DAEMON_JARS[@]}"
}

start_nodemanager() {
  local -a DAEMON_JARS
  timeline_jars "${DAEMON_SHARE}"
  case "${CLUSTER_MODE}" in
    reuse) DAEMON_JARS+=(run/lib/nm-executor-plugin.jar) ;;
    spawn) DAEMON_JARS+=(run/lib/spawn-baseline.jar) ;;
  esac
  start_daemon "$1" nodemanager "${HEAP_MB_NODEMANAGER}" \
    org.apache.hadoop.yarn.server.nodemanager.NodeManager "${DAEMON_JARS[@]}"
}

start_jobhistoryserver() {
  start_daemon "$1" jobhistoryserver "${HEAP_MB_JOBHISTORYSERVER}" org.apache.hadoop.mapreduce.v2.hs.JobHistoryServer
}

start_pool_manager() {
  start_keeper "$1" pool-manager "$1/pool"
}

# start_client_pool DIR: the pool of the slots in which clients run.
start_client_pool() {
  start_keeper "$1" client-pool-manager "$1/client-pool"
}

has_client_pool() {
  [[ -e "$1/client-pool/pool.properties" ]]
}

# start_keeper DIR NAME POOL_DIR
start_keeper() {
  local -a POOL_MANAGER=()
  pool_manager_words "${CLUSTER_LIB_DIR}" "${CLUSTER_JAVA_HOME}" "$3" "-Dhpc-reuse.cluster=$1"
  # Hadoop looks for it once, before the first container.
  start_process "$1" "$2" env "HADOOP_HOME=${CLUSTER_HADOOP_HOME}" \
    "${HPC_REUSE_HOME}/launch/node/pool-keeper.sh" "$3" "${POOL_MANAGER[@]}"
}

# pool_manager_words LIB_DIR JAVA_HOME POOL_DIR [JVM OPTION…]: the command that starts a pool manager, in POOL_MANAGER.
pool_manager_words() {
  local OWN_CLASS_PATH
  local -a OWN_JAVA=()
  own_java "$1" "$2"
  POOL_MANAGER=("${OWN_JAVA[@]}" -Xmx64m "${@:4}" -cp "${OWN_CLASS_PATH}" org.hpcreuse.pool.manager.ManagerMain "$3")
}

namenode_ready() {
  jmx_has "${CLUSTER_HOST}" "${PORT_NN_HTTP}" Hadoop:service=NameNode,name=FSNamesystemState \
    '"FSState" : "Operational"'
}

# datanode_ready [NUMBER]: whether so many DataNodes have reported.
datanode_ready() {
  jmx_has "${CLUSTER_HOST}" "${PORT_NN_HTTP}" Hadoop:service=NameNode,name=FSNamesystemState \
    "\"NumLiveDataNodes\" : ${1:-1},"
}

# No question here goes to the web services below /ws/v1: the first of them costs a daemon a second of
# processor time, for code that most clusters never need.
resourcemanager_ready() {
  http GET "${CLUSTER_HOST}" "${PORT_RM_HTTP}" /isActive | grep -q '^HTTP/1.1 200 '
}

# nodemanager_ready [NUMBER]: whether so many NodeManagers have reported. Not by ClusterMetrics, whose numbers are up to
# 10 s old once they have been asked for (MetricsSystemImpl).
nodemanager_ready() {
  local running
  running="$(http GET "${CLUSTER_HOST}" "${PORT_RM_HTTP}" '/jmx?qry=Hadoop:service=ResourceManager,name=RMNMInfo' |
    grep -Eo 'State[^A-Z]*RUNNING' | wc -l)"
  [[ "${running}" -ge "${1:-1}" ]]
}

# nodemanager_is_idle DIR: whether it runs no container; false when it does not say.
nodemanager_is_idle() (
  load_plan "$1"
  jmx_has "${NODE_HOST:-${CLUSTER_HOST}}" "${PORT_NM_HTTP}" Hadoop:service=NodeManager,name=NodeManagerMetrics \
    '"ContainersRunning" : 0,'
)

# jobhistoryserver_ready: whether the last of its servers is there, the administrator's.
jobhistoryserver_ready() {
  jmx_has "${CLUSTER_HOST}" "${PORT_JHS_HTTP}" \
    "Hadoop:service=JobHistoryServer,name=RpcActivityForPort${PORT_JHS_ADMIN}" \
    "\"tag.port\" : \"${PORT_JHS_ADMIN}\""
}

# any_application_submitted: whether the cluster has been used.
any_application_submitted() {
  jmx_has "${CLUSTER_HOST}" "${PORT_RM_HTTP}" Hadoop:service=ResourceManager,name=QueueMetrics,q0=root \
    '"AppsSubmitted" : [1-9]'
}

# make_home_directory: the user's directory in HDFS, which relative paths start from.
make_home_directory() {
  local user
  user="$(id -un)"
  http PUT "${CLUSTER_HOST}" "${PORT_NN_HTTP}" \
    "/webhdfs/v1/user/${user}?op=MKDIRS&user.name=${user}" | grep -q '"boolean":true'
}

# wait_ready DIR NAME SECONDS CONDITION [ARG…]: until the condition holds. On a timeout, or when the
# process ends first, says so with the end of its log.
wait_ready() {
  local dir="$1" name="$2" seconds="$3" start deadline NOW_MS GROWING_PAUSE
  shift 3
  look_at_clock
  start="${NOW_MS}"
  deadline=$((start + seconds * 1000))
  until "$@"; do
    if ! is_running "${dir}" "${name}"; then
      part_failed "${dir}" "${name}" "${name} ended while it was starting"
      return 1
    fi
    look_at_clock
    if [[ "${NOW_MS}" -ge "${deadline}" ]]; then
      part_failed "${dir}" "${name}" "${name} did not come up within ${seconds} s (waited for: $*)"
      return 1
    fi
    growing_pause $((NOW_MS - start))
    sleep "${GROWING_PAUSE}"
  done
  say "$(printf '  %-17s up  (%s s)' "${name}" "$(seconds_since "${UP_STARTED_MS:-${start}}")")"
}

seconds_since() {
  local ms=$(($(now_ms) - $1))
  printf '%d.%d' $((ms / 1000)) $((ms % 1000 / 100))
}

part_failed() {
  local dir="$1" name="$2" message="$3"
  say "hpc-reuse: ${message}"
  say "last lines of ${dir}/logs/${name}.log:"
  tail -n 25 "${dir}/logs/${name}.log" 2>/dev/null | sed 's/^/  | /' >&2 || true
}

# port_was_taken DIR: whether a part failed because someone else had taken its port meanwhile.
port_was_taken() {
  grep -qsE 'BindException|Address already in use' "$1"/logs/*.log
}
