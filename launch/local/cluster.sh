# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# A cluster on this machine: up, down and clients. Sourced by bin/hpc-reuse.

readonly START_SECONDS=120
readonly STOP_SECONDS=15
readonly PORT_ATTEMPTS=3

usage_up() {
  cat <<'TEXT'
Usage: hpc-reuse up [OPTION…]
Start a cluster on this machine: NameNode, DataNode, ResourceManager, NodeManager,
JobHistoryServer and, in reuse mode, a pool of warm slots.

  --dir D            directory of the cluster (default: .hpc-reuse); D/conf is its
                     HADOOP_CONF_DIR, D/env can be sourced, D/logs has all logs
  --mode MODE        reuse: containers run in warm slots (default); fork: stock YARN
  --slots SPEC       slots of the node: a number (of 1024 MiB heaps) or sizes,
                     for example 4x1024,1x1536 (default); at least two in all
  --spares N         slots kept back to replace others (default: 1)
  --heartbeat-ms H   interval of NodeManager and ApplicationMaster heartbeats
                     (default: 1000)
  --mpi MPI          4.1: slots are ranks of an Open MPI job (default); none
  --isolation I      what containers of a slot share: shared (default), full,
                     single-use; see docs/options.md
  --conf KEY=VALUE   a Hadoop or hpc-reuse.* property over the defaults; repeatable
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
Usage: hpc-reuse hadoop [--dir D] CLASS|JAR [ARG…]
Run a Hadoop client against the cluster in D; the exit status is the client's.

  examples …   the jar of Hadoop's examples (for example: examples pi 2 10)
  fs …         the file system shell (for example: fs -ls /)
  FILE.jar …   a jar, as with «hadoop jar»
  CLASS …      a class on Hadoop's class path; HADOOP_CLASSPATH is added to it

  --dir D      directory of the cluster (default: .hpc-reuse)
  --help       this text
TEXT
}

default_dir() {
  printf '%s' "${HPC_REUSE_DIR:-.hpc-reuse}"
}

absolute() {
  readlink -m -- "$1"
}

command_up() {
  local dir mode=reuse
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
      --isolation)
        need_value "$1" $#
        conf_args+=(--conf "hpc-reuse.isolation=$2")
        shift 2
        ;;
      --slots | --spares | --heartbeat-ms | --mpi | --conf)
        need_value "$1" $#
        conf_args+=("$1" "$2")
        shift 2
        ;;
      *) fail "${EXIT_USAGE}" "up: unknown argument $1 (see: hpc-reuse up --help)" ;;
    esac
  done
  case "${mode}" in
    reuse | fork) ;;
    spawn) fail "${EXIT_UNAVAILABLE}" "up: --mode spawn is not available yet" ;;
    *) fail "${EXIT_USAGE}" "up: --mode ${mode}: must be reuse or fork" ;;
  esac
  up "$(absolute "${dir}")" "${mode}" "${conf_args[@]}"
}

# up DIR MODE [ARG OF cluster-conf…]
up() {
  local dir="$1" mode="$2" attempt running
  shift 2
  UP_STARTED_MS="$(now_ms)"
  UP_HADOOP_HOME="$(choose_hadoop_home)"
  ensure_built
  mkdir -p "${dir}/run" "${dir}/logs"
  lock_cluster "${dir}"
  running="$(running_names "${dir}" | tr '\n' ' ')"
  [[ -z "${running}" ]] ||
    fail "${EXIT_USAGE}" "up: a cluster is already running in ${dir}: ${running}"
  UP_DIR="${dir}"
  trap 'up_interrupted' INT TERM HUP
  trap 'up_ended' EXIT
  for ((attempt = 1; ; attempt++)); do
    prepare_cluster "${dir}" "${mode}" "$@"
    if start_cluster "${dir}"; then
      break
    fi
    stop_cluster "${dir}"
    if [[ "${attempt}" -ge "${PORT_ATTEMPTS}" ]] || ! port_was_taken "${dir}"; then
      UP_DIR=""
      exit "${EXIT_FAILED}"
    fi
    say "a port was taken by someone else meanwhile; trying others"
  done
  UP_DIR=""
  trap - INT TERM HUP EXIT
  warn_of_others
  say "cluster up in $(seconds_since "${UP_STARTED_MS}") s: ${mode} mode, directory ${dir}"
  say "  ResourceManager http://${CLUSTER_HOST}:${PORT_RM_HTTP}  NameNode http://${CLUSTER_HOST}:${PORT_NN_HTTP}"
}

# warn_of_others: Hadoop's own ports believe every caller (see docs/security.md).
warn_of_others() {
  local users
  users="$(other_users | tr '\n' ' ')"
  [[ -z "${users}" ]] ||
    say "warning: other users have processes here and can reach Hadoop's ports as anybody: ${users% }"
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
    stop_cluster "${UP_DIR}"
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
  local -a mpi_args=()
  shift 2
  end_left_over "${dir}"
  # What a NodeManager of an earlier cluster was running has ended with it.
  rm -rf -- "${dir}/data/nm-recovery"
  remove_socket_dir "${dir}"
  if [[ "${mode}" == reuse && " $* " != *" --mpi none "* ]]; then
    load_mpi_env
    mpi_args=(--mpi-jar "${MPI_JAR}" --mpi-library-path "${MPI_LIBRARY_PATH}" --mpirun "${MPIRUN}")
  fi
  socket_dir="$(make_socket_dir)"
  printf '%s\n' "${socket_dir}" >"${dir}/run/socket-dir"
  cli cluster-conf --dir "${dir}" --mode "${mode}" --hadoop-home "${UP_HADOOP_HOME}" \
    --java-home "$(require_java_home)" --lib-dir "${LIB_DIR}" --socket-dir "${socket_dir}" \
    "${mpi_args[@]}" "$@"
  for log in "${dir}"/logs/*.log; do
    [[ -e "${log}" ]] && mv "${log}" "${log}.old"
  done
  write_hadoop_command "${dir}"
  load_plan "${dir}"
}

# write_hadoop_command DIR: D/bin/hadoop for those who source D/env.
write_hadoop_command() {
  local dir="$1"
  mkdir -p "${dir}/bin"
  printf '#!/usr/bin/env bash\nexec %q hadoop --dir %q "$@"\n' \
    "${HPC_REUSE_HOME}/bin/hpc-reuse" "${dir}" >"${dir}/bin/hadoop"
  chmod +x "${dir}/bin/hadoop"
  # shellcheck disable=SC2016
  printf 'export PATH=%q:"${PATH}"\n' "${dir}/bin" >>"${dir}/env"
}

# make_socket_dir: short and node-local; a Unix socket's path has little room.
make_socket_dir() {
  local parent="${TMPDIR:-/tmp}"
  [[ "${#parent}" -le 50 ]] || parent=/tmp
  mktemp -d "${parent%/}/hpc-reuse-$(id -u)-XXXXXX"
}

remove_socket_dir() {
  local dir="$1" socket_dir
  [[ -r "${dir}/run/socket-dir" ]] || return 0
  read -r socket_dir <"${dir}/run/socket-dir"
  if [[ "${socket_dir}" == */hpc-reuse-* && -O "${socket_dir}" ]]; then
    rm -f "${socket_dir}/pool.sock"
    rmdir "${socket_dir}" 2>/dev/null || say "left in place, not empty: ${socket_dir}"
  fi
  rm -f "${dir}/run/socket-dir"
}

# start_cluster DIR: everything that does not need another part starts at once.
start_cluster() {
  local dir="$1"
  cd "${dir}" || return 1
  if [[ "${CLUSTER_MODE}" == reuse ]]; then
    start_pool_manager "${dir}"
  fi
  start_namenode "${dir}"
  start_datanode "${dir}"
  start_resourcemanager "${dir}"
  if [[ "${CLUSTER_MODE}" == reuse ]]; then
    wait_ready "${dir}" pool-manager 30 pool_listens "${dir}" || return 1
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

pool_listens() {
  local socket_dir
  read -r socket_dir <"$1/run/socket-dir"
  [[ -S "${socket_dir}/pool.sock" ]]
}

wait_slots() {
  local dir="$1" limit
  limit="$(sed -n 's/^hpc-reuse[.]start-timeout-ms=//p' "${dir}/pool/pool.properties")"
  if ! attend cli status --dir "${dir}" --wait-ready "${limit:-120000}"; then
    part_failed "${dir}" pool-manager "the slots did not come up"
    tail -n 10 "${dir}"/pool/logs/* 2>/dev/null | sed 's/^/  | /' >&2 || true
    return 1
  fi
  say "$(printf '  %-17s up  (%s s)' slots "$(seconds_since "${UP_STARTED_MS}")")"
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
  stop_cluster "${dir}"
  if [[ -n "${purge}" ]]; then
    rm -rf -- "${dir:?}"/{bin,conf,data,env,logs,pool,run}
    rmdir -- "${dir}" 2>/dev/null || say "left in place, not empty: ${dir}"
  fi
}

# stop_cluster DIR: the NodeManager first, so that it ends its containers itself; then the pool over
# its own channel (mpirun on TERM would give its ranks one second); then the rest.
stop_cluster() {
  local dir="$1"
  local -a rest
  stop_nodemanager "${dir}"
  if is_running "${dir}" pool-manager; then
    cli pool-shutdown --dir "${dir}" --timeout-ms 10000 ||
      say "the pool did not end by itself; see ${dir}/logs/pool-manager.log"
  fi
  mapfile -t rest < <(process_names "${dir}")
  end_processes "${dir}" "${STOP_SECONDS}" "${rest[@]}"
  end_left_over "${dir}"
  remove_socket_dir "${dir}"
}

# stop_nodemanager DIR: TERM when it has containers to end. When it has none it is killed at once:
# it would only wait 17 s, for applications it keeps in mind until their logs may be deleted.
stop_nodemanager() {
  local dir="$1"
  if is_running "${dir}" nodemanager && nodemanager_is_idle "${dir}"; then
    signal_processes "${dir}" KILL nodemanager
  fi
  end_processes "${dir}" "${STOP_SECONDS}" nodemanager
}

command_hadoop() {
  local dir hadoop_home jar
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
      -*) fail "${EXIT_USAGE}" "hadoop: unknown option $1 (see: hpc-reuse hadoop --help)" ;;
      *) break ;;
    esac
  done
  [[ $# -gt 0 ]] || fail "${EXIT_USAGE}" "hadoop: a class or a jar is missing (see: hpc-reuse hadoop --help)"
  dir="$(absolute "${dir}")"
  load_plan "${dir}"
  is_running "${dir}" namenode || fail "${EXIT_UNAVAILABLE}" "hadoop: no cluster is running in ${dir}"
  hadoop_home="${CLUSTER_HADOOP_HOME}"
  [[ "$1" != jar || $# -lt 2 ]] || shift
  case "$1" in
    examples)
      jar="$(examples_jar "${hadoop_home}")"
      main=(org.apache.hadoop.util.RunJar "${jar}")
      ;;
    fs | dfs) main=(org.apache.hadoop.fs.FsShell) ;;
    *.jar) main=(org.apache.hadoop.util.RunJar "$1") ;;
    *) main=("$1") ;;
  esac
  shift
  exec env "${HADOOP_ENV[@]}" "${CLUSTER_JAVA_HOME}/bin/java" -Xmx512m -XX:+UseSerialGC \
    -XX:TieredStopAtLevel=1 -Xshare:auto -Djava.net.preferIPv4Stack=true \
    -cp "$(hadoop_class_path "${dir}/conf" "${hadoop_home}"):${HADOOP_CLASSPATH:-}" \
    "${main[@]}" "$@"
}
