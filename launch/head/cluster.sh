# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# A cluster on this machine: up, down and clients. Sourced by bin/hpc-reuse.

readonly START_SECONDS=120
readonly PORT_ATTEMPTS=3

usage_up() {
  cat <<'TEXT'
Usage: hpc-reuse up [OPTION…]
Start a cluster on this machine: NameNode, DataNode, ResourceManager, NodeManager,
JobHistoryServer and, in reuse mode, a pool of warm slots.

  --dir D            directory of the cluster (default: .hpc-reuse); D/conf is its
                     HADOOP_CONF_DIR, D/env can be sourced, D/logs has all logs
  --mode MODE        reuse: containers run in warm slots (default); fork: stock YARN;
                     spawn: resident MPI ranks start each container by MPI_Comm_spawn,
                     for comparison; on one node
  --slots SPEC       slots of the node: a number (of 1024 MiB heaps) or sizes,
                     for example 4x1024,1x1536 (default); at least two in all
  --spares N         slots kept back to replace others (default: 1)
  --daemon-heaps SPEC
                     heaps of Hadoop's daemons in MiB, where they are to have others than
                     the usual namenode=256,datanode=256,resourcemanager=512,
                     nodemanager=512,jobhistoryserver=256
  --client-slots N   slots with 512 MiB of heap for clients, that is for «hpc-reuse hadoop»
                     (default: 1; 0: each client has a JVM of its own)
  --heartbeat-ms H   interval of NodeManager and ApplicationMaster heartbeats
                     (default: 1000)
  --nodes K          K nodes on this machine, each a host of its own in network namespaces
                     (root only; slots are then sized from what there is unless --slots
                     says so; logs stay after down, HDFS data does not)
  --mpi MPI          4.1: slots are ranks of an Open MPI job (default); none
  --isolation I      what containers of a slot share: shared (default), full,
                     single-use; see docs/options.md
  --conf KEY=VALUE   a Hadoop or hpc-reuse.* property over the defaults; repeatable
  --memory           start nothing: print as JSON what memory the cluster may need, about
                     what it holds while idle, and what this machine has left
  --help             this text
TEXT
}

usage_down() {
  cat <<'TEXT'
Usage: hpc-reuse down [--dir D] [--purge]
Stop the cluster in D and everything it started. Logs and HDFS data stay.

  --dir D      directory of the cluster (default: .hpc-reuse)
  --keep       keep logs and data (default)
  --purge      remove D with logs and data
  --help       this text
TEXT
}

usage_hadoop() {
  cat <<'TEXT'
Usage: hpc-reuse hadoop [--dir D] [--cold] [-v] CLASS|JAR [ARG…]
Run a Hadoop client against the cluster in D, in a warm slot where the cluster has slots for
clients. The exit status is the client's.

  examples …   the jar of Hadoop's examples (for example: examples pi 2 10)
  fs …         the file system shell (for example: fs -ls /)
  FILE.jar …   a jar, as with «hadoop jar»
  CLASS …      a class on Hadoop's class path; HADOOP_CLASSPATH is added to it

  --dir D        directory of the cluster (default: .hpc-reuse)
  --cold         in a JVM of its own
  -v, --verbose  say why the client gets no slot
  --help         this text
TEXT
}

usage_mpi() {
  cat <<'TEXT'
Usage: hpc-reuse mpi [--dir D] -n N [OPTION…] JAR|CLASS [ARG…]
Run a Java MPI program in slots of the cluster in D, as a YARN application. Each rank is a container
in a slot that is a rank of the pool's MPI job. The exit status is the worst rank's.

  JAR [CLASS]  a jar, and its main class where the manifest names none
  CLASS        a class of the class path

  -n, --ranks N      how many ranks; with their master they need N + 1 containers
  --memory M         memory of a rank's container, MiB (default: a map task's)
  --class-path JARS  further jars of the program, separated by colons
  --hadoop           the program uses Hadoop's classes and configuration
  --tag-output       put the rank and the stream before each line of output
  --time-limit S     end the program after so many seconds, with status 124
  --queue Q          YARN's queue
  --detach           print the application's id and leave; the output is in its logs alone
  --dir D            directory of the cluster (default: .hpc-reuse); the first option
  --help             this text
TEXT
}

default_dir() {
  printf '%s' "${HPC_REUSE_DIR:-.hpc-reuse}"
}

command_up() {
  local dir mode=reuse nodes="" memory=""
  local -a conf_args=()
  dir="$(default_dir)"
  while [[ $# -gt 0 ]]; do
    case "$1" in
      --help | -h)
        usage_up
        return
        ;;
      --dir)
        need_value "$1" $#
        dir="$2"
        shift 2
        ;;
      --mode)
        need_value "$1" $#
        mode="$2"
        shift 2
        ;;
      --nodes)
        need_value "$1" $#
        [[ "$2" =~ ^[1-9][0-9]?$ ]] || fail "${EXIT_USAGE}" "up: --nodes $2: must be from 1 to 99"
        nodes="$2"
        shift 2
        ;;
      --memory)
        memory=1
        shift
        ;;
      --isolation)
        need_value "$1" $#
        conf_args+=(--conf "hpc-reuse.isolation=$2")
        shift 2
        ;;
      --slots | --spares | --client-slots | --daemon-heaps | --heartbeat-ms | --mpi | --conf)
        need_value "$1" $#
        conf_args+=("$1" "$2")
        shift 2
        ;;
      *) fail "${EXIT_USAGE}" "up: unknown argument $1 (see: hpc-reuse up --help)" ;;
    esac
  done
  case "${mode}" in
    reuse | fork) ;;
    spawn)
      [[ -z "${nodes}" ]] || fail "${EXIT_USAGE}" \
        "up: --mode spawn --nodes ${nodes}: containers are spawned on one node only; leave --nodes out"
      ;;
    *) fail "${EXIT_USAGE}" "up: --mode ${mode}: must be reuse, fork or spawn" ;;
  esac
  if [[ -n "${memory}" ]]; then
    [[ -z "${nodes}" ]] || fail "${EXIT_USAGE}" "up: --memory is for a cluster without --nodes"
    show_memory "$(absolute "${dir}")" "${mode}" "${conf_args[@]}"
  elif [[ -n "${nodes}" ]]; then
    up_nodes "$(absolute "${dir}")" "${mode}" "${nodes}" "${conf_args[@]}"
  else
    up "$(absolute "${dir}")" "${mode}" "${conf_args[@]}"
  fi
}

# up DIR MODE [ARG OF cluster-conf…]
up() {
  local dir="$1" mode="$2" attempt home
  shift 2
  UP_STARTED_MS="$(now_ms)"
  UP_HADOOP_HOME="$(choose_hadoop_home)"
  ensure_built
  home="$(require_java_home)"
  keep_own_archive "${home}"
  find_class_archive "${UP_HADOOP_HOME}" "${home}"
  SLOT_IMAGE=""
  [[ "${mode}" != reuse ]] || find_slot_image "${UP_HADOOP_HOME}" "${home}"
  mkdir -p "${dir}/run" "${dir}/logs"
  lock_cluster "${dir}"
  refuse_running "${dir}"
  rm -f "${dir}/run/job.env"
  UP_DIR="${dir}"
  trap 'up_interrupted' INT TERM HUP
  trap 'up_ended' EXIT
  for ((attempt = 1; ; attempt++)); do
    prepare_cluster "${dir}" "${mode}" "$@"
    if start_cluster "${dir}"; then
      break
    fi
    stop_node "${dir}"
    if [[ "${attempt}" -ge "${PORT_ATTEMPTS}" ]] || ! port_was_taken "${dir}"; then
      UP_DIR=""
      exit "${EXIT_FAILED}"
    fi
    say "a port was taken by someone else meanwhile; trying others"
  done
  UP_DIR=""
  trap - INT TERM HUP EXIT
  say "cluster up in $(seconds_since "${UP_STARTED_MS}") s: ${mode} mode, directory ${dir}"
  say "  ResourceManager http://${CLUSTER_HOST}:${PORT_RM_HTTP}  NameNode http://${CLUSTER_HOST}:${PORT_NN_HTTP}"
}

# show_memory DIR MODE [ARG OF cluster-conf…]
show_memory() {
  UP_HADOOP_HOME="$(choose_hadoop_home)"
  ensure_built
  plan_cluster "$1" "$2" "$1" --memory "${@:3}"
}

# refuse_running DIR
refuse_running() {
  local running
  running="$(running_names "$1" | tr '\n' ' ')"
  [[ -z "${running}" ]] ||
    fail "${EXIT_USAGE}" "up: a cluster is already running in $1: ${running}"
}

up_interrupted() {
  say "interrupted, stopping what has been started"
  interrupted
}

# Whatever ends up() before the cluster is up takes down what it had started.
up_ended() {
  local status=$?
  trap - INT TERM HUP EXIT
  if [[ -n "${UP_DIR}" ]]; then
    stop_node "${UP_DIR}"
  fi
  exit "${status}"
}

# lock_cluster DIR: one up or down at a time, until this shell ends.
lock_cluster() {
  exec 9>"$1/run/lock"
  flock -n 9 || fail "${EXIT_FAILED}" "another hpc-reuse is working on $1"
}

# prepare_cluster DIR MODE [ARG…]: configuration, socket directory, fresh logs.
prepare_cluster() {
  local dir="$1" mode="$2" socket_dir log
  shift 2
  end_left_over "${dir}"
  mkdir -p "${dir}/tmp"
  # What an earlier cluster was running has ended with it.
  rm -rf -- "${dir}/data/nm-recovery" "${dir}/data/rm-recovery"
  remove_mpi_files "${dir}"
  remove_socket_dir "${dir}"
  socket_dir="$(make_socket_dir)"
  printf '%s\n' "${socket_dir}" >"${dir}/run/socket-dir"
  : >"${dir}/run/peers" # no other machine has to connect
  plan_cluster "${dir}" "${mode}" "${socket_dir}" "$@"
  for log in "${dir}"/logs/*.log; do
    [[ -e "${log}" ]] && mv "${log}" "${log}.old"
  done
  write_hadoop_command "${dir}"
  load_plan "${dir}"
  link_daemon_classes "${dir}" "${CLASS_ARCHIVE}"
}

# plan_cluster DIR MODE SOCKET_DIR [ARG OF cluster-conf…]
plan_cluster() {
  local dir="$1" mode="$2" socket_dir="$3"
  local -a mpi_args=() image_args=()
  shift 3
  [[ -z "${SLOT_IMAGE:-}" ]] || image_args=(--conf "hpc-reuse.framework.image=${SLOT_IMAGE}")
  if [[ "${mode}" != fork && " $* " != *" --mpi none "* ]]; then
    load_or_find_mpi
    mpi_args=(--mpi-jar "${MPI_JAR}" --mpi-library-path "${MPI_LIBRARY_PATH}" --mpirun "${MPIRUN}")
  fi
  cli cluster-conf --dir "${dir}" --mode "${mode}" --hadoop-home "${UP_HADOOP_HOME}" \
    --java-home "$(require_java_home)" --lib-dir "${LIB_DIR}" --socket-dir "${socket_dir}" \
    "${mpi_args[@]}" "${image_args[@]}" "$@"
}

# make_socket_dir: short and node-local; a Unix socket's path has little room.
make_socket_dir() {
  local parent="${TMPDIR:-/tmp}"
  [[ "${#parent}" -le 50 ]] || parent=/tmp
  mktemp -d "${parent%/}/hpc-reuse-$(id -u)-XXXXXX"
}

# start_cluster DIR: everything that does not need another part starts at once.
start_cluster() {
  local dir="$1"
  cd "${dir}" || return 1
  if [[ "${CLUSTER_MODE}" == reuse ]]; then
    start_pool_manager "${dir}"
  fi
  if has_client_pool "${dir}"; then
    start_client_pool "${dir}"
  fi
  if [[ "${CLUSTER_MODE}" == spawn ]]; then
    start_spawn_ranks "${dir}"
  fi
  start_namenode "${dir}"
  start_datanode "${dir}"
  start_resourcemanager "${dir}"
  if [[ "${CLUSTER_MODE}" == reuse ]]; then
    wait_ready "${dir}" pool-manager 30 pool_listens "${dir}" || return 1
  fi
  if [[ "${CLUSTER_MODE}" == spawn ]]; then
    wait_ready "${dir}" spawn-ranks "${START_SECONDS}" spawn_ranks_ready "${dir}" || return 1
  fi
  start_nodemanager "${dir}"
  wait_ready "${dir}" namenode "${START_SECONDS}" namenode_ready || return 1
  start_jobhistoryserver "${dir}"
  wait_ready "${dir}" resourcemanager "${START_SECONDS}" resourcemanager_ready || return 1
  wait_ready "${dir}" datanode "${START_SECONDS}" datanode_ready || return 1
  wait_ready "${dir}" namenode 30 make_home_directory || return 1
  wait_ready "${dir}" nodemanager "${START_SECONDS}" nodemanager_ready || return 1
  wait_ready "${dir}" jobhistoryserver "${START_SECONDS}" jobhistoryserver_ready || return 1
  if [[ "${CLUSTER_MODE}" == reuse ]]; then
    wait_slots "${dir}" || return 1
  fi
}

command_down() {
  local dir purge=""
  dir="$(default_dir)"
  while [[ $# -gt 0 ]]; do
    case "$1" in
      --help | -h)
        usage_down
        return
        ;;
      --dir)
        need_value "$1" $#
        dir="$2"
        shift 2
        ;;
      --keep) shift ;;
      --purge)
        purge=1
        shift
        ;;
      *) fail "${EXIT_USAGE}" "down: unknown argument $1 (see: hpc-reuse down --help)" ;;
    esac
  done
  dir="$(absolute "${dir}")"
  [[ -d "${dir}/run" ]] || fail "${EXIT_USAGE}" "down: no cluster in ${dir}"
  lock_cluster "${dir}"
  if [[ -r "${dir}/run/job.env" ]]; then
    stop_nodes "${dir}"
  else
    stop_node "${dir}"
  fi
  if [[ -n "${purge}" ]]; then
    rm -rf -- "${dir:?}"/{bin,client-pool,conf,data,env,history,hosts.d,logs,nodes,pool,run,tmp}
    rmdir -- "${dir}" 2>/dev/null || say "left in place, not empty: ${dir}"
  fi
}

# cluster_is_up DIR: of a cluster over several nodes the head's state tells.
cluster_is_up() {
  local head="${CLUSTER_HOSTS%% *}"
  if [[ -r "$1/run/job.env" ]]; then
    [[ ! -e "$1/nodes/${head}/ended" ]] && grep -Eqs '^(up|lost) ' "$1/nodes/${head}/state"
  else
    is_running "$1" namenode
  fi
}

command_hadoop() {
  local dir jar cold="" verbose=0
  local -a main
  dir="$(default_dir)"
  while [[ $# -gt 0 ]]; do
    case "$1" in
      --help | -h)
        usage_hadoop
        return
        ;;
      --dir)
        need_value "$1" $#
        dir="$2"
        shift 2
        ;;
      --cold)
        cold=1
        shift
        ;;
      --verbose | -v)
        verbose=1
        shift
        ;;
      -*) fail "${EXIT_USAGE}" "hadoop: unknown option $1 (see: hpc-reuse hadoop --help)" ;;
      *) break ;;
    esac
  done
  [[ $# -gt 0 ]] || fail "${EXIT_USAGE}" "hadoop: a class or a jar is missing (see: hpc-reuse hadoop --help)"
  dir="$(absolute "${dir}")"
  load_plan "${dir}"
  require_running hadoop "${dir}"
  [[ "$1" != jar || $# -lt 2 ]] || shift
  case "$1" in
    classpath)
      client_class_path "${dir}"
      return
      ;;
    version) main=(org.apache.hadoop.util.VersionInfo) ;;
    examples)
      jar="$(examples_jar "${CLUSTER_CLIENT_HADOOP_HOME}")"
      main=(org.apache.hadoop.util.RunJar "${jar}")
      ;;
    fs | dfs) main=(org.apache.hadoop.fs.FsShell) ;;
    *.jar) main=(org.apache.hadoop.util.RunJar "$1") ;;
    *) main=("$1") ;;
  esac
  shift
  client_instead "${dir}" "${cold}" "${verbose}" "${main[@]}" "$@"
}

command_mpi() {
  local dir jar
  dir="$(default_dir)"
  while [[ $# -gt 0 ]]; do
    case "$1" in
      --help | -h)
        usage_mpi
        return
        ;;
      --dir)
        need_value "$1" $#
        dir="$2"
        shift 2
        ;;
      *) break ;;
    esac
  done
  [[ $# -gt 0 ]] || fail "${EXIT_USAGE}" "mpi: -n N and a program are missing (see: hpc-reuse mpi --help)"
  dir="$(absolute "${dir}")"
  load_plan "${dir}"
  [[ "${CLUSTER_MODE}" == reuse ]] || fail "${EXIT_UNAVAILABLE}" \
    "mpi: the cluster in ${dir} has no slots, since it is in mode ${CLUSTER_MODE}"
  require_running mpi "${dir}"
  for jar in gang protocol picocli; do
    HADOOP_CLASSPATH="${HADOOP_CLASSPATH:+${HADOOP_CLASSPATH}:}${LIB_DIR}/${jar}.jar"
  done
  # What the program prints is not to be mixed with Hadoop's own messages.
  HADOOP_CLIENT_OPTS="-Dhadoop.root.logger=WARN,console ${HADOOP_CLIENT_OPTS:-}"
  export HADOOP_CLASSPATH HADOOP_CLIENT_OPTS
  client_instead "${dir}" "" 0 org.hpcreuse.gang.client.GangClient "$@"
}

# require_running COMMAND DIR: the plan of the cluster in DIR is loaded.
require_running() {
  cluster_is_up "$2" || fail "${EXIT_UNAVAILABLE}" "$1: no cluster is running in $2"
}

# client_instead DIR COLD VERBOSE MAIN…: a Hadoop client in the place of this shell, in a slot unless COLD says 1.
client_instead() {
  local dir="$1" cold="$2" verbose="$3"
  local -a java HOST_ENTER=() CLIENT_ARGS=()
  shift 3
  enter_login "${dir}"
  # A shell that has no more to do costs less than «env».
  export "${HADOOP_ENV[@]}"
  add_client_options
  java=("${HOST_ENTER[@]}" "${CLUSTER_JAVA_HOME}/bin/java" -Xmx512m -XX:+UseSerialGC
    -XX:TieredStopAtLevel=1 -Xshare:auto -XX:-UsePerfData -Djava.net.preferIPv4Stack=true
    "${CLIENT_ARGS[@]}"
    -cp "$(client_class_path "${dir}")")
  if [[ -z "${cold}" && -r "${dir}/client-pool/pool.properties" ]]; then
    client_in_slot "${dir}" "${verbose}" "$@"
  fi
  exec "${java[@]}" "$@"
}

# client_class_path DIR: that of a Hadoop client.
client_class_path() {
  printf '%s\n' "$(hadoop_class_path "$1/conf" "${CLUSTER_CLIENT_HADOOP_HOME}")${HADOOP_CLASSPATH:+:${HADOOP_CLASSPATH}}"
}

# add_client_options: HADOOP_OPTS and HADOOP_CLIENT_OPTS to CLIENT_ARGS, as Hadoop's own script does.
add_client_options() {
  local -a words
  read -r -d '' -a words <<<"${HADOOP_OPTS:-} ${HADOOP_CLIENT_OPTS:-}" || true
  CLIENT_ARGS+=("${words[@]}")
}

# client_in_slot DIR VERBOSE MAIN…: in the place of this shell. Returns when the client needs a JVM of its own.
client_in_slot() {
  local dir="$1" verbose="$2" obstacle="" fd python=/usr/bin/python3
  shift 2
  # The system's own: the python3 in PATH may be a version manager's script that takes a second to find another.
  [[ -x "${python}" ]] || python="$(type -P python3)" || obstacle="python3 is missing"
  for fd in 0 1 2; do
    # Python would open a file of its own there.
    [[ -e "/proc/self/fd/${fd}" || -L "/proc/self/fd/${fd}" ]] || obstacle="descriptor ${fd} is closed"
  done
  # Python does not start on one.
  [[ ! -d /proc/self/fd/0 ]] || obstacle="descriptor 0 is a directory"
  if [[ -n "${obstacle}" ]]; then
    [[ "${verbose}" -eq 0 ]] || say "hpc-reuse: hadoop: in a JVM of its own: ${obstacle}"
    return 0
  fi
  exec "${python}" -I -S -X utf8 "${HPC_REUSE_HOME}/launch/head/slot-client.py" \
    "${dir}/client-pool" "${dir}/conf" "${verbose}" "${#java[@]}" "${java[@]}" -- -Djava.net.preferIPv4Stack=true "${CLIENT_ARGS[@]}" -- "$@"
}
