#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# One node's part in a cluster of several: node.sh JOB_DIR [NAME]. Runs on every node, in the
# foreground, for as long as the cluster lives.
#
# It checks the node, unpacks the package to the node's own disk, starts the daemons, and ends them
# when the head asks for it (the file JOB_DIR/run/end), on SIGTERM (so do schedulers end jobs), or when
# nothing has been heard of the head for a while (a cut link, a head that was killed). Then it
# keeps the logs and removes what it has made. Daemons die with it, even by SIGKILL.
#
# JOB_DIR/nodes/NAME/state says how far it is: «STATE MILLISECONDS [MESSAGE]»:
# checked → staged → pool → up → stopped → done, or failed → done.
set -euo pipefail

JOB_DIR="$1"
NODE_HOST="${2:-}"
# shellcheck source=/dev/null
source "${JOB_DIR}/run/job.env"
export HPC_REUSE_LIB_DIR="${NODE_DIR}/package/lib"
for file in lib/{base,process,http,hadoop,mpi,class-archive,slot-image,daemons,node-parts} node/node-check; do
  # shellcheck source=/dev/null
  source "${HPC_REUSE_HOME}/launch/${file}.sh"
done

readonly HISTORY_DIR=/tmp/hadoop-yarn/staging/history
readonly HISTORY_SECONDS=20
readonly MPI_DAEMON_SECONDS=20
readonly LOGS_SECONDS=20
# The file system that all nodes see may stand still.
readonly SHARED_SECONDS=5
SETUP_EXPORTS=()
OWN_PIDS=()

# state NAME [MESSAGE]
# shellcheck disable=SC2016 # for another shell
state() {
  shared 'printf "%s\n" "$2" >"$1.new" && mv "$1.new" "$1"' "${STATE_FILE}" "$1 $(now_ms) ${2:-}" || true
  say "$(date +%T) ${NODE_HOST}: $1 ${2:-}"
}

# give_up MESSAGE: this node cannot take part.
give_up() {
  FAILED_BECAUSE="$*"
  state failed "$*"
  exit "${EXIT_FAILED}"
}

# setup_here: what HPC_REUSE_SETUP changes in the environment is kept for ranks: mpirun starts them with
# another.
setup_here() {
  local entry
  local -A before=()
  while IFS= read -r -d '' entry; do
    before["${entry}"]=1
  done < <(env -0)
  source_setup give_up
  while IFS= read -r -d '' entry; do
    if [[ -z "${before["${entry}"]:-}" && "${entry}" =~ ^[A-Za-z_][A-Za-z_0-9]*= ]]; then
      printf -v entry 'export %q' "${entry}"
      SETUP_EXPORTS+=("${entry}")
    fi
  done < <(env -0)
}

# shared SCRIPT ARG…: runs it, but not for longer than the file system that all see should take.
shared() {
  timeout --kill-after=1 "${SHARED_SECONDS}" "${BASH}" -c "$1" shared "${@:2}"
}

# told NAME: whether the head has made the file NAME.
told() {
  [[ -e "${JOB_DIR}/run/$1" ]]
}

# await NAME SECONDS WHAT: until the head says NAME; ends the script when it says end instead.
await() {
  local deadline
  deadline=$(($(now_ms) + $2 * 1000))
  until told "$1"; do
    ! told end || exit 0
    [[ "$(now_ms)" -lt "${deadline}" ]] || give_up "waited $2 s for the head: $3"
    sleep "${POLLING_PAUSE}"
  done
}

# watch_for_stop: until end_stop_watch, the head's end comes as a signal, which ends any waiting; so does that of
# a part of this node, whose name is then in run/ended-part.
watch_for_stop() {
  (
    trap - EXIT TERM INT HUP
    until told end || name_ended_part; do
      kill -0 $$ 2>/dev/null || exit 0
      sleep 1
    done
    # Again, should it be lost (see relay-signals.sh), until end_stop_watch.
    while kill -TERM $$ 2>/dev/null; do
      sleep 0.5
    done
  ) &
  STOP_WATCH=$!
}

# name_ended_part: whether a part has ended. A pid that is about to be written down is no part yet.
name_ended_part() {
  local part
  local -a PROCESSES
  list_processes "${NODE_DIR}"
  for part in "${PROCESSES[@]}"; do
    if [[ -s "${NODE_DIR}/run/${part}.pid" ]] && ! is_running "${NODE_DIR}" "${part}"; then
      printf '%s\n' "${part}" >"${NODE_DIR}/run/ended-part"
      return 0
    fi
  done
  return 1
}

end_stop_watch() {
  [[ -n "${STOP_WATCH:-}" ]] || return 0
  kill "${STOP_WATCH}" 2>/dev/null || true
  STOP_WATCH=""
}

stage() {
  local package="${NODE_DIR}/package" from
  read -r from <"${JOB_DIR}/run/staged"
  mkdir "${package}"
  attend tar -xf "${from}" -C "${package}" || give_up "the package cannot be unpacked to ${package}"
  rm -f "${NODE_DIR}/package.tar"
}

# configure: what the head has written for all, on this node's disk.
configure() {
  mkdir -p "${NODE_DIR}"/{data,logs,run,tmp}
  cp -r "${JOB_DIR}/conf" "${NODE_DIR}/conf"
  cp "${JOB_DIR}"/run/{plan,job.env,peers} "${NODE_DIR}/run/"
  printf '%s\n' "${SETUP_EXPORTS[@]}" >>"${NODE_DIR}/run/job.env"
  load_plan "${NODE_DIR}"
  link_daemon_classes "${NODE_DIR}" "${NODE_DIR}/package/classes"
  if [[ "${CLUSTER_STORAGE}" == kept ]]; then
    NAME_DIR="${CLUSTER_STORAGE_DIR}/name"
  fi
  NODE_ARGS=("-Dhpc-reuse.host=${NODE_HOST}" "-Dhpc-reuse.index=${NODE_INDEX}")
  if [[ "${CLUSTER_MODE}" == reuse ]]; then
    mkdir -m 700 "${NODE_DIR}/pool" "${NODE_DIR}/pool/logs"
    cp "${JOB_DIR}/pool/pool.properties" "${NODE_DIR}/pool/"
    printf '%s\n' "${NODE_DIR}/s" >"${NODE_DIR}/run/socket-dir"
  fi
}

start_parts() {
  cd "${NODE_DIR}"
  if [[ "${CLUSTER_MODE}" == reuse ]]; then
    start_pool_manager "${NODE_DIR}"
  fi
  if [[ "${NODE_INDEX}" -eq 0 ]]; then
    start_head
  fi
  if [[ "${CLUSTER_STORAGE}" != shared ]]; then
    start_datanode "${NODE_DIR}"
  fi
  if [[ "${CLUSTER_MODE}" == reuse ]]; then
    wait_ready "${NODE_DIR}" pool-manager 60 pool_listens "${NODE_DIR}" || part_gave_up pool-manager
  fi
  state pool
  start_nodemanager "${NODE_DIR}"
}

start_head() {
  if [[ "${CLUSTER_STORAGE}" != shared ]]; then
    start_namenode "${NODE_DIR}"
  fi
  start_resourcemanager "${NODE_DIR}"
}

# wait_up: this node's own parts, on the head also the cluster as a whole.
wait_up() {
  local nodes="${#JOB_HOSTS[@]}"
  # Earlier than the head's own: it is the node that knows what is wrong.
  UP_DEADLINE_MS=$(($(now_ms) + JOB_UP_SECONDS * 900))
  if [[ "${NODE_INDEX}" -eq 0 ]]; then
    if [[ "${CLUSTER_STORAGE}" != shared ]]; then
      await_part namenode namenode_ready
    fi
    start_jobhistoryserver "${NODE_DIR}"
    await_part resourcemanager resourcemanager_ready
    if [[ "${CLUSTER_STORAGE}" != shared ]]; then
      await_part datanode datanode_ready "${nodes}"
      await_part namenode make_home_directory
    fi
    await_part nodemanager nodemanager_ready "${nodes}"
    await_part jobhistoryserver jobhistoryserver_ready
  fi
  if [[ "${CLUSTER_MODE}" == reuse ]]; then
    wait_slots "${NODE_DIR}" || part_gave_up pool-manager
  fi
  state up
}

# await_part NAME CONDITION…
await_part() {
  local seconds=$(((UP_DEADLINE_MS - $(now_ms)) / 1000))
  UP_STARTED_MS="${JOB_STARTED_MS}" wait_ready "${NODE_DIR}" "$1" $((seconds > 1 ? seconds : 1)) "${@:2}" ||
    part_gave_up "$1"
}

# unheard_of PART: the nodes whose NodeManager or DataNode has not reported, as its master says.
unheard_of() {
  local answer host
  local -a unheard=()
  case "$1" in
    nodemanager) answer="$(http GET "${CLUSTER_HOST}" "${PORT_RM_HTTP}" '/jmx?qry=Hadoop:service=ResourceManager,name=RMNMInfo')" ;;
    datanode) answer="$(http GET "${CLUSTER_HOST}" "${PORT_NN_HTTP}" '/jmx?qry=Hadoop:service=NameNode,name=NameNodeInfo')" ;;
    *) return 0 ;;
  esac || return 0
  for host in "${JOB_HOSTS[@]}"; do
    [[ "${answer}" == *[!A-Za-z0-9.-]"${host}"[!A-Za-z0-9.-]* ]] || unheard+=("${host}")
  done
  [[ "${#unheard[@]}" -eq 0 ]] || printf ' on %s' "${unheard[*]}"
}

# part_gave_up NAME: its log is in this script's own already.
part_gave_up() {
  local where=""
  [[ "${NODE_INDEX}" -ne 0 ]] || where="$(unheard_of "$1")"
  give_up "$1 did not come up${where}$(port_reason "$1"); log: ${JOB_DIR}/logs/${NODE_HOST}/$1.log, summary: ${JOB_DIR}/nodes/${NODE_HOST}/log"
}

# port_reason NAME: that another program took the part's port, when its log says so.
port_reason() {
  local line
  line="$(grep -m 1 -hsE 'BindException|Address already in use' "${NODE_DIR}/logs/$1.log")" || return 0
  printf ', its port was taken after it had been found free (%s); submit again' "${line:0:200}"
}

# hear: what the head has to say, in two lines: the files it has made, and when it last changed alive. That
# is by its own clock, or by the file server's, so it is only good for seeing that it has changed. A file
# system asks its server again for a file that is opened.
# shellcheck disable=SC2016 # for another shell
hear() {
  shared 'for name in end collect; do [[ ! -e "$1/${name}" ]] || printf "%s " "${name}"; done; echo
    { exec stat -L -c %y /dev/stdin; } <"$1/alive" || true' "${JOB_DIR}/run" 2>/dev/null
}

# live: until told to stop. A part that ends by itself is reported; the cluster's own parts are the
# end of it. One look a second, in which one process is started: the one that may hang.
live() {
  local beat="" heard part said seen NOW_MS
  local -A missed=()
  local -a PROCESSES
  look_at_clock
  heard="${NOW_MS}"
  while :; do
    seen="$(hear)" || seen=""
    said=" ${seen%%$'\n'*} "
    seen="${seen#*$'\n'}"
    [[ "${said}" != *" end "* ]] || return 0
    if [[ "${said}" == *" collect "* && -z "${COLLECTED:-}" ]]; then
      collect_history
      : >"${JOB_DIR}/nodes/${NODE_HOST}/collected"
    fi
    list_processes "${NODE_DIR}"
    for part in "${PROCESSES[@]}"; do
      if [[ -z "${missed[${part}]:-}" ]] && ! is_running "${NODE_DIR}" "${part}"; then
        missed[${part}]=1
        part_ended "${part}"
      fi
    done
    watch_mpi_daemon
    look_at_clock
    if [[ -n "${seen}" && "${seen}" != "${beat}" ]] || [[ "${JOB_HEARTBEAT_SECONDS}" -eq 0 ]]; then
      beat="${seen}"
      heard="${NOW_MS}"
    elif [[ $((NOW_MS - heard)) -gt $((JOB_HEARTBEAT_SECONDS * 1000)) ]]; then
      say "nothing heard of the head for ${JOB_HEARTBEAT_SECONDS} s: ending"
      HEAD_IS_LOST=1
      return
    fi
    sleep 1
  done
}

# watch_mpi_daemon: mpirun itself may go on without a word when one of its daemons is gone, if that
# one stood between it and others. The slots say who their daemon is (ranks.sh).
watch_mpi_daemon() {
  [[ -z "${MPI_DAEMON_LOST:-}" && -r "${NODE_DIR}/run/mpi-daemon" ]] || return 0
  ! mpi_daemon_lives || return 0
  MPI_DAEMON_LOST=1
  state lost "the MPI daemon (pid ${MPI_DAEMON%% *}) has ended by itself; slots on this node, and on nodes mpirun reaches through it, go on without MPI; log: ${JOB_DIR}/logs/mpirun-*.log"
}

# mpi_daemon_lives: its pid and start time are in MPI_DAEMON then.
mpi_daemon_lives() {
  [[ -n "${MPI_DAEMON:-}" ]] || read -r MPI_DAEMON 2>/dev/null <"${NODE_DIR}/run/mpi-daemon" || return 1
  read_process_start "${MPI_DAEMON%% *}" && [[ "${PROCESS_START}" == "${MPI_DAEMON##* }" ]]
}

# end_mpi_daemon: it ends with its mpirun, when the slots of all nodes have left. Behind a cut link it
# would wait for that for ever.
end_mpi_daemon() {
  local deadline
  [[ -n "${MPI_DAEMON:-}" ]] || return 0
  deadline="$(now_ms)"
  [[ -n "${HEAD_IS_LOST:-}" ]] || deadline=$((deadline + MPI_DAEMON_SECONDS * 1000))
  while mpi_daemon_lives; do
    if [[ "$(now_ms)" -ge "${deadline}" ]]; then
      say "the MPI daemon (pid ${MPI_DAEMON%% *}) has not ended with its mpirun: killing it"
      kill -KILL "${MPI_DAEMON%% *}" 2>/dev/null
      return
    fi
    sleep 0.2
  done
}

part_ended() {
  case "$1" in
    namenode | resourcemanager)
      give_up "$1 has ended by itself; log: ${JOB_DIR}/logs/${NODE_HOST}/$1.log"
      ;;
    *) state lost "$1 has ended by itself; log: ${JOB_DIR}/logs/${NODE_HOST}/$1.log" ;;
  esac
}

# cancelled: by a scheduler, or by watch_for_stop. The scheduler may have ended the part that watch_for_stop misses.
cancelled() {
  local part=""
  trap '' TERM INT HUP
  IS_CANCELLED=1
  { read -r part <"${NODE_DIR}/run/ended-part"; } 2>/dev/null || true
  if [[ -n "${part}" ]]; then
    part_failed "${NODE_DIR}" "${part}" "${part} ended while it was starting"
    part_gave_up "${part}"
  fi
  exit 143
}

# leave: whatever ends the script comes here.
leave() {
  local status=$?
  trap '' TERM INT HUP
  trap - EXIT
  set +e
  if [[ -z "${FAILED_BECAUSE:-}${IS_CANCELLED:-}${HEAD_IS_LOST:-}" ]] && ! told end; then
    FAILED_BECAUSE="the node script has ended by itself with status ${status}"
    state failed "${FAILED_BECAUSE}; log: ${JOB_DIR}/nodes/${NODE_HOST}/log"
  fi
  end_stop_watch
  end_attended
  cd /
  if [[ -n "${OWNS_NODE_DIR:-}" ]]; then
    mpi_daemon_lives
    find_own_pids
    if [[ -n "${IS_CANCELLED:-}" ]]; then
      stop_node_at_once "${NODE_DIR}"
    else
      [[ -n "${FAILED_BECAUSE:-}" ]] || collect_history
      stop_node "${NODE_DIR}"
    fi
    [[ -n "${FAILED_BECAUSE:-}" ]] || state stopped
    keep_logs
    remove_scratch
  fi
  [[ -n "${FAILED_BECAUSE:-}" ]] || state "done"
  # shellcheck disable=SC2016 # for another shell
  shared ': >"$1"' "${JOB_DIR}/nodes/${NODE_HOST}/ended"
  end_mpi_daemon
  # The head reads the state; a scheduler would take anything else for a reason to kill the others.
  exit 0
}

# collect_history: what Hadoop knows of finished jobs, out of a file system that ends with the
# cluster. Hadoop can keep job history in no other file system than the default one.
collect_history() {
  [[ "${NODE_INDEX}" -eq 0 && "${CLUSTER_STORAGE:-}" == scratch && -z "${COLLECTED:-}" ]] || return 0
  COLLECTED=1
  if any_application_submitted; then
    timeout --kill-after=2 "${HISTORY_SECONDS}" env "${HADOOP_ENV[@]}" "${JAVA_HOME}/bin/java" -Xmx256m \
      "${DAEMON_JVM_ARGS[@]}" "${NODE_ARGS[@]}" "-Djava.io.tmpdir=${NODE_DIR}/tmp" \
      -cp "$(hadoop_class_path "${NODE_DIR}/conf" "${CLUSTER_HADOOP_HOME}")" \
      org.apache.hadoop.fs.FsShell -get "${HISTORY_DIR}" "${JOB_DIR}/" ||
      say "the job history could not be fetched within ${HISTORY_SECONDS} s"
  fi
}

# keep_logs: on the shared file system, for as long as that may take.
# shellcheck disable=SC2016 # for another shell
keep_logs() {
  local to="${JOB_DIR}/logs/${NODE_HOST}" status=0
  [[ -d "${NODE_DIR}/logs" ]] || return 0
  timeout --kill-after=1 "${LOGS_SECONDS}" "${BASH}" -c '
    mkdir -p "$2" && cp -r "$1/logs/." "$2/" && { [[ ! -d "$1/pool/logs" ]] || cp -r "$1/pool/logs" "$2/pool"; }' \
    keep-logs "${NODE_DIR}" "${to}" || status=$?
  case "${status}" in
    0) ;;
    124 | 137) say "the logs could not all be kept within ${LOGS_SECONDS} s; those in ${to} are not complete" ;;
    *) say "not all logs could be kept in ${to} (above: what cp said)" ;;
  esac
}

# find_own_pids: the processes of this node's part, in OWN_PIDS.
find_own_pids() {
  mapfile -t OWN_PIDS < <(left_over "${NODE_DIR}" | cut -d ' ' -f 1)
}

# remove_scratch: only what this job has made.
remove_scratch() {
  local perf pid
  rm -rf -- "${NODE_DIR:?}"
  [[ -z "${OWNS_NODE_SHM:-}" ]] || rm -rf -- "${NODE_SHM:?}"
  # What JVMs that were killed leave; each is named after a process.
  perf="/tmp/hsperfdata_$(id -un)"
  for pid in "${OWN_PIDS[@]}"; do
    [[ -d "/proc/${pid}" ]] || rm -f "${perf}/${pid}"
  done
  rmdir "${perf}" 2>/dev/null
}

main() {
  choose_node
  mkdir -p "${JOB_DIR}/nodes/${NODE_HOST}"
  STATE_FILE="${JOB_DIR}/nodes/${NODE_HOST}/state"
  exec >>"${JOB_DIR}/nodes/${NODE_HOST}/log" 2>&1
  trap leave EXIT
  trap cancelled TERM INT HUP
  with_parent KILL
  PROCESS_PREFIX=("${WITH_PARENT[@]}")
  UP_STARTED_MS="${JOB_STARTED_MS}"
  polling_pause "${#JOB_HOSTS[@]}"
  setup_here
  check_node
  state checked
  await staged "${JOB_UP_SECONDS}" "the package"
  watch_for_stop
  stage
  configure
  check_plan
  state staged
  await start "${JOB_UP_SECONDS}" "the other nodes have not all unpacked the package"
  start_parts
  wait_up
  end_stop_watch
  live
}

main
