# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# A cluster over several nodes, from the head's side: start, watch, stop. Sourced.
#
# The caller has set:
#   JOB_ID             tells this cluster from all others of this user
#   JOB_SHORT_ID       what tells it apart on a node, when JOB_ID is long
#   JOB_DIR            its directory, on a file system that all nodes see
#   JOB_HOSTS          the nodes; the first is the head
#   JOB_REMOTE         how to run something on a node (remote.sh)
#   JOB_SCRATCH        directory on each node's own disk
#   JOB_CORES, JOB_MEMORY_MB   what each node grants, 0 when unknown
# and, for «up --nodes», JOB_HOSTS_DIR. HEAD_ENTER holds words that go before what has to run in the
# nodes' network; on a node itself there are none.
#
# On each node runs node.sh. The head tells them what to do by files in JOB_DIR/run (staged,
# start, end, alive) and reads from JOB_DIR/nodes/NAME/state how far they are. So nothing is needed between the
# nodes but the file system, and what Hadoop and MPI themselves need.

# How far each state is on the way up; a node that has failed, lost a part or ended is not on it.
declare -grA HEAD_RANKS=([new]=0 [checked]=1 [staged]=2 [pool]=3 [up]=4)
HEAD_ENTER=()
declare -gA ENDED_PARTS=() TOLD_OF=()
ENDED_NODES=0
readonly HEAD_SKEW_MS=10000
readonly HEAD_COMMAND_SECONDS=5
readonly HEAD_TERM_SECONDS=5
readonly HEAD_HISTORY_SECONDS=25
readonly HEAD_LOOK_MS=2000
readonly HEAD_BEAT_SECONDS=5
# A node's own worst case: job history 20, NodeManager 15, pool 10, the rest 15, left over 8, logs 20.
readonly HEAD_END_SECONDS=100

# whole_number NAME LEAST: refuses a variable that is set to anything but a whole number from LEAST on.
whole_number() {
  local value="${!1:-$2}"
  [[ "${value}" =~ ^(0|[1-9][0-9]{0,8})$ && "${value}" -ge "$2" ]] || fail "${EXIT_USAGE}" \
    "$1=${value}: must be a whole number, at least $2, without a unit"
}

# head_defaults: what the user may set (see docs/supercomputers.md).
head_defaults() {
  local name
  for name in UP_SECONDS STOP_SECONDS END_SECONDS SCRATCH_MB; do
    whole_number "HPC_REUSE_${name}" 1
  done
  for name in LOST_SECONDS SPARES CELL_NODES MEMORY_MB; do
    whole_number "HPC_REUSE_${name}" 0
  done
  JOB_STARTED_MS="$(now_ms)"
  polling_pause "${#JOB_HOSTS[@]}"
  JOB_UP_SECONDS="${HPC_REUSE_UP_SECONDS:-180}"
  JOB_END_SECONDS="${HPC_REUSE_END_SECONDS:-${HEAD_END_SECONDS}}"
  JOB_HEARTBEAT_SECONDS="${HPC_REUSE_LOST_SECONDS:-90}"
  JOB_SCRATCH_MB="${HPC_REUSE_SCRATCH_MB:-1024}"
  JOB_STORAGE="${HPC_REUSE_STORAGE:-hdfs}"
  JOB_SLOTS="${HPC_REUSE_SLOTS:-auto}"
  JOB_SPARES="${HPC_REUSE_SPARES:-1}"
  JOB_MPI="${HPC_REUSE_MPI:-4.1}"
  JOB_CELL_NODES="${HPC_REUSE_CELL_NODES:-0}"
  JOB_CLUSTER_MODE="${HPC_REUSE_CLUSTER_MODE:-reuse}"
  NODE_DIR="${JOB_SCRATCH%/}/hpc-reuse-$(id -u)-${JOB_SHORT_ID:-${JOB_ID}}"
  NODE_SHM="/dev/shm/hpc-reuse-$(id -u)-${JOB_SHORT_ID:-${JOB_ID}}"
  JOB_STAGE="${NODE_DIR}/package.tar"
  [[ "${#NODE_DIR}" -le 80 ]] || fail "${EXIT_USAGE}" \
    "HPC_REUSE_SCRATCH=${JOB_SCRATCH} is too long for a Unix socket's path (${#NODE_DIR} of 80 bytes for ${NODE_DIR}); choose a shorter one"
}

# head_start [ARG OF cluster-conf…]: all of it; on a failure says why and returns non-zero, and
# head_stop has to be called then as well. Its caller looks at what it returns, and there bash ends nothing
# at a command that fails: each one here says itself what then.
head_start() {
  local version
  head_check || return
  version="$(hadoop_version "${CLIENT_HADOOP_HOME}")" || fail "${EXIT_UNAVAILABLE}" \
    "the version of the Hadoop in ${CLIENT_HADOOP_HOME} is not known; set HADOOP_HOME to one of ${HADOOP_WANTED}"
  take_kept_storage "${JOB_STORAGE}" "${JOB_ID}" "${#JOB_HOSTS[@]}" "${version}" || return
  { mkdir -p "${JOB_DIR}"/{run,logs,nodes} && write_job_env && start_agents; } || {
    say "hpc-reuse: ${JOB_DIR} cannot be written to (full, or over its quota?); submit from another directory that all nodes see"
    return "${EXIT_UNAVAILABLE}"
  }
  wait_nodes checked "${JOB_UP_SECONDS}" || return
  check_clocks || return
  head_phase "nodes checked"
  head_plan "$@" || return
  head_phase planned
  stage_package || return
  wait_nodes staged "${JOB_UP_SECONDS}" || return
  head_phase "package on every node"
  say_start || return
  wait_nodes pool "${JOB_UP_SECONDS}" || return
  head_phase "daemons started"
  if [[ "${JOB_CLUSTER_MODE}" == reuse && "${JOB_MPI}" != none ]]; then
    start_ranks || return
  fi
  wait_nodes up "${JOB_UP_SECONDS}" || return
  head_phase "cluster up"
}

# head_phase NAME: says how long the start has taken up to here.
head_phase() {
  say "$(printf '  %-24s %6s s' "$1" "$(seconds_since "${JOB_STARTED_MS}")")"
}

# head_check: what can be known before anything is touched.
head_check() {
  JAVA_HOME="$(require_java_home)" || return
  export JAVA_HOME
  CLIENT_HADOOP_HOME="$(choose_hadoop_home)" || return
  [[ -d "${CLIENT_HADOOP_HOME}" ]] || fail "${EXIT_UNAVAILABLE}" \
    "no Hadoop in ${CLIENT_HADOOP_HOME}; run bin/hpc-reuse build, or set HADOOP_HOME"
  [[ -e "${LIB_DIR}/cli.jar" ]] || fail "${EXIT_UNAVAILABLE}" \
    "${HPC_REUSE_HOME} is not built; run bin/hpc-reuse build there, or unpack a package"
  if [[ "${JOB_CLUSTER_MODE}" == reuse && "${JOB_MPI}" != none ]]; then
    load_or_find_mpi
    [[ -r "${MPI_JAR}" ]] || fail "${EXIT_UNAVAILABLE}" \
      "mpi.jar is missing at ${MPI_JAR}; set MPI_JAR to the one that belongs to ${MPIRUN}"
  fi
  find_class_archive "${CLIENT_HADOOP_HOME}" "${JAVA_HOME}"
}

# head_plan [ARG…]: configuration, with ports that are free on all nodes.
head_plan() {
  local package="${NODE_DIR}/package" hosts host
  local -a mpi_args=() port_args=(--job "$(job_number)")
  printf -v hosts '%s,' "${JOB_HOSTS[@]}"
  # Slots get most of the time a phase may take, so that it is their node that says what is wrong.
  set -- --conf "hpc-reuse.start-timeout-ms=$((JOB_UP_SECONDS * 750))" "$@"
  for host in "${JOB_HOSTS[@]}"; do
    port_args+=(--busy-ports "${JOB_DIR}/nodes/${host}/ports")
  done
  if [[ -n "${MPIRUN:-}" ]]; then
    mpi_args=(--mpi-jar "${package}/mpi.jar" --mpi-library-path "${MPI_LIBRARY_PATH}"
      --mpirun "bash ${package}/launch/node/ranks.sh request ${NODE_DIR}")
  fi
  attend cli cluster-conf --dir "${JOB_DIR}" --node-dir "${NODE_DIR}" \
    --hosts "${hosts%,}" \
    --mode "${JOB_CLUSTER_MODE}" --slots "${JOB_SLOTS}" --spares "${JOB_SPARES}" \
    --daemon-heaps "${HPC_REUSE_DAEMON_HEAPS:-}" --mpi "${JOB_MPI}" --storage "${JOB_STORAGE}" \
    --cores "${JOB_CORES:-0}" --memory-mb "${JOB_MEMORY_MB:-0}" \
    --hadoop-home "${package}/hadoop" --client-hadoop-home "${CLIENT_HADOOP_HOME}" \
    --java-home "${JAVA_HOME}" --lib-dir "${package}/lib" --socket-dir "${NODE_DIR}/s" \
    "${port_args[@]}" "${mpi_args[@]}" "$@" || return
  # shellcheck source=/dev/null
  source "${JOB_DIR}/run/plan" || return
  write_hadoop_command "${JOB_DIR}" || return
  write_peers
}

# write_peers: the addresses from which the cluster's ports may be reached, besides each node's own.
write_peers() {
  local host client found peers="${JOB_DIR}/run/peers"
  "${HEAD_ENTER[@]}" "${HPC_REUSE_HOME}/launch/lib/addresses.sh" >"${peers}" || return
  for host in "${JOB_HOSTS[@]}"; do
    cat "${JOB_DIR}/nodes/${host}/addresses" >>"${peers}" || return
  done
  for client in ${HPC_REUSE_CLIENTS:-}; do
    found="$(getent ahosts "${client}" | sed 's/[ %].*//' | sort -u)" || true
    [[ -n "${found}" ]] || {
      say "hpc-reuse: HPC_REUSE_CLIENTS names ${client}, which has no address"
      return "${EXIT_USAGE}"
    }
    printf '%s\n' "${found}" >>"${peers}" || return
  done
}

# job_number: the digits of JOB_ID, as many as a number may have.
job_number() {
  local digits="${JOB_ID//[^0-9]/}"
  digits="000000000000000000${digits}"
  printf '%s' "$((10#${digits: -18}))"
}

# write_job_env: the variables of this cluster, for scripts on any node; by one command, which fails when they
# cannot all be written.
write_job_env() {
  local text
  text="$(job_env)"
  printf '%s\n' "${text}" >"${JOB_DIR}/run/job.env"
}

# job_env: their text.
job_env() {
  local name
  for name in JOB_ID JOB_DIR JOB_REMOTE JOB_HOSTS_DIR JOB_CORES JOB_MEMORY_MB JOB_STARTED_MS \
    JOB_UP_SECONDS JOB_HEARTBEAT_SECONDS JOB_SCRATCH_MB JOB_MPI NODE_DIR NODE_SHM \
    MPI_LIBRARY_PATH MPIRUN; do
    printf '%s=%q\n' "${name}" "${!name:-}"
  done
  printf 'JOB_HOSTS=('
  printf ' %q' "${JOB_HOSTS[@]}"
  printf ' )\n'
  for name in HPC_REUSE_HOME JAVA_HOME PATH LD_LIBRARY_PATH LANG HPC_REUSE_STOP_SECONDS HPC_REUSE_SETUP \
    PBS_JOBID PBS_NODEFILE; do
    [[ -z "${!name:-}" ]] || printf 'export %s=%q\n' "${name}" "${!name}"
  done
}

# stage_package: one file with all that nodes need, brought to each of them; then they may go on.
stage_package() {
  local scratch="${JOB_DIR}/run/package"
  make_stage "${scratch}" || return
  if [[ "${JOB_REMOTE}" == srun ]]; then
    attend timeout "${JOB_UP_SECONDS}" sbcast --force "${scratch}/package.tar" "${JOB_STAGE}" >&2 || {
      [[ $? -ne 124 ]] || say "hpc-reuse: sbcast was ended after ${JOB_UP_SECONDS} s (HPC_REUSE_UP_SECONDS)"
      say "hpc-reuse: the package cannot be brought to the nodes (above: what sbcast said); is ${JOB_SCRATCH} there, with $(du -m "${scratch}/package.tar" | cut -f 1) MiB free, on every node? Set HPC_REUSE_SCRATCH"
      return 1
    }
  else
    # One large file, read once by each node.
    JOB_STAGE="${scratch}/package.tar"
  fi
  printf '%s\n' "${JOB_STAGE}" >"${JOB_DIR}/run/staged.new" && mv "${JOB_DIR}/run/staged.new" "${JOB_DIR}/run/staged"
}

# say_start: nodes start their daemons together, since all slots come with the last of them: a node that were
# much earlier would hold that against its own slots.
say_start() {
  : >"${JOB_DIR}/run/start"
}

# make_stage DIR: DIR/package.tar with lib, launch, hadoop, mpi.jar and classes at its top.
make_stage() {
  local dir="$1"
  mkdir -p "${dir}/top" &&
    ln -sfn "${HPC_REUSE_HOME}/build/lib" "${dir}/top/lib" &&
    ln -sfn "${HPC_REUSE_HOME}/launch" "${dir}/top/launch" &&
    ln -sfn "${CLIENT_HADOOP_HOME}" "${dir}/top/hadoop" &&
    { [[ -z "${MPI_JAR:-}" ]] || ln -sfn "${MPI_JAR}" "${dir}/top/mpi.jar"; } &&
    { [[ -z "${CLASS_ARCHIVE}" ]] || ln -sfn "${CLASS_ARCHIVE}" "${dir}/top/classes"; } || return
  attend timeout "${JOB_UP_SECONDS}" tar -C "${dir}/top" --dereference --exclude='*-tests.jar' \
    --exclude='*-sources.jar' --exclude='hadoop/share/doc' --exclude='hadoop/logs' \
    -cf "${dir}/package.tar" . || fail "${EXIT_FAILED}" \
    "the package cannot be written to ${dir} within ${JOB_UP_SECONDS} s (HPC_REUSE_UP_SECONDS)"
  rm -r "${dir}/top"
}

# start_ranks: the slots of all nodes, one mpirun for each cell of nodes.
start_ranks() {
  local cell_nodes="${JOB_CELL_NODES}" first cell=0 ranks host hosts
  local -a MPIRUN_LAUNCH=() STEP_ENV=() as_root=() more=()
  [[ "${cell_nodes}" -gt 0 ]] || cell_nodes="${#JOB_HOSTS[@]}"
  ranks="$(slots_in "${CLUSTER_SLOTS}")"
  ranks=$((ranks + CLUSTER_SPARES))
  mpirun_launch_words
  [[ "${EUID}" -ne 0 ]] || as_root=(--allow-run-as-root)
  read -r -a more <<<"${HPC_REUSE_MPIRUN_ARGS:-}"
  if [[ ! -d "${NODE_DIR}" ]]; then
    # mpirun is not on one of the nodes, but wants its files at the same place.
    mkdir -m 700 "${NODE_DIR}" || return
    OWNS_NODE_DIR=1
  fi
  for ((first = 0; first < ${#JOB_HOSTS[@]}; first += cell_nodes)); do
    cell=$((cell + 1))
    hosts=""
    for host in "${JOB_HOSTS[@]:first:cell_nodes}"; do
      hosts+="${hosts:+,}${host}:${ranks}"
    done
    start_process "${JOB_DIR}" "mpirun-${cell}" "${HEAD_ENTER[@]}" "${STEP_ENV[@]}" env "${PMIX_NAMES}" "${MPIRUN}" \
      "${as_root[@]}" "${MPIRUN_LAUNCH[@]}" --oversubscribe --bind-to none --enable-recovery --mca mpi_yield_when_idle 1 \
      --mca orte_tmpdir_base "${NODE_DIR}" \
      --mca btl_vader_backing_directory "${NODE_SHM}" "${more[@]}" \
      --host "${hosts}" --map-by "ppr:${ranks}:node" \
      bash "${NODE_DIR}/package/launch/node/ranks.sh" run "${NODE_DIR}" || return
  done
}

# slots_in SPEC: how many slots 4x1024,1x1536 are.
slots_in() {
  local part sum=0
  for part in ${1//,/ }; do
    sum=$((sum + ${part%%x*}))
  done
  printf '%s' "${sum}"
}

# read_state HOST: STATE, STATE_MS and STATE_MESSAGE, as the node has written them.
read_state() {
  STATE=new STATE_MS=0 STATE_MESSAGE=""
  { read -r STATE STATE_MS STATE_MESSAGE <"${JOB_DIR}/nodes/$1/state"; } 2>/dev/null || true
}

# wait_nodes STATE SECONDS: until every node has come so far; names those that fail or are late. Of a
# thousand nodes it reads a thousand small files a second, and starts no process for any of them.
wait_nodes() {
  local wanted="${HEAD_RANKS[$1]}" deadline host STATE STATE_MS STATE_MESSAGE NOW_MS
  local -a late=()
  look_at_clock
  deadline=$((NOW_MS + $2 * 1000))
  while :; do
    late=()
    for host in "${JOB_HOSTS[@]}"; do
      read_state "${host}"
      case "${STATE}" in
        failed | lost | stopped | done)
          node_failed "${host}" "${STATE_MESSAGE:-its part has ended while the cluster was starting}"
          return "${EXIT_FAILED}"
          ;;
      esac
      [[ "${HEAD_RANKS[${STATE:-new}]:-0}" -ge "${wanted}" ]] || late+=("${host} (${STATE})")
    done
    [[ "${#late[@]}" -gt 0 ]] || return 0
    look_at_clock
    if [[ "${NOW_MS}" -ge "${deadline}" ]]; then
      say "hpc-reuse: not «$1» within $2 s: ${late[*]}; logs: ${JOB_DIR}/nodes/*/log"
      show_log "${JOB_DIR}/logs"/{agent*,mpirun*,orted*}.log
      return "${EXIT_TIMEOUT}"
    fi
    parts_alive || return "${EXIT_FAILED}"
    if stop_is_asked; then
      say "hpc-reuse: told by ${JOB_DIR}/run/stop to stop, before the cluster was up"
      return "${EXIT_ENDED}"
    fi
    head_pause "${POLLING_PAUSE}"
  done
}

# check_timer: the own timer of a job whose scheduler does not warn.
check_timer() {
  if [[ -n "${JOB_UNTIL_MS:-}" && "$(now_ms)" -ge "${JOB_UNTIL_MS}" ]]; then
    JOB_UNTIL_MS=""
    time_is_up
  fi
}

# seconds_left: to that time, at least 1; 0 when there is none.
seconds_left() {
  local ms
  if [[ -z "${JOB_UNTIL_MS:-}" ]]; then
    printf 0
  else
    ms=$((JOB_UNTIL_MS - $(now_ms)))
    printf '%s' $((ms > 1000 ? (ms + 999) / 1000 : 1))
  fi
}

# head_pause SECONDS: a moment in which signals are handled.
head_pause() {
  beat
  check_timer
  sleep "$1" &
  wait $! || true
}

# beat: tells the nodes that the head is there, by a file's time: a full file system or quota takes no
# contents any more, but that.
beat() {
  if [[ "${SECONDS}" != "${LAST_BEAT:-}" ]]; then
    LAST_BEAT="${SECONDS}"
    timeout --kill-after=1 "${HEAD_BEAT_SECONDS}" touch "${JOB_DIR}/run/alive" || true
  fi
}

# parts_alive: whether every node script that has not said so has not ended, and every mpirun; says
# which have, each once.
parts_alive() {
  local name log status=0
  local -a PROCESSES
  list_processes "${JOB_DIR}"
  for name in "${PROCESSES[@]}"; do
    if [[ -n "${ENDED_PARTS[${name}]:-}" ]] || is_running "${JOB_DIR}" "${name}" || agent_has_ended "${name}"; then
      continue
    fi
    ENDED_PARTS["${name}"]=1
    status=1
    log="${JOB_DIR}/logs/${name}.log"
    case "${name}" in
      agents)
        say "hpc-reuse: the node scripts ended before they could say why (${name})"
        show_log "${log}" "${JOB_DIR}"/nodes/*/log
        ;;
      agent-*)
        say "hpc-reuse: the node script of ${name#agent-} ended before it could say why, or cannot be reached any more (${name}); that node is lost"
        show_log "${log}" "${JOB_DIR}/nodes/${name#agent-}/log"
        ;;
      mpirun*)
        say "hpc-reuse: ${name} has ended; its slots are lost; log: ${log}"
        show_log "${log}"
        ;;
    esac
  done
  return "${status}"
}

# agent_has_ended NAME: whether all is in order with a node script that is not there any more.
agent_has_ended() {
  case "$1" in
    agents) all_ended ;;
    agent-*) [[ -e "${JOB_DIR}/nodes/${1#agent-}/ended" ]] ;;
    *) return 1 ;;
  esac
}

# head_is_lost: whether the script of the first node has gone, or of all of them.
head_is_lost() {
  [[ -n "${ENDED_PARTS[agents]:-}${ENDED_PARTS["agent-${JOB_HOSTS[0]}"]:-}" ]]
}

node_failed() {
  say "hpc-reuse: node $1: $2"
  show_log "${JOB_DIR}/nodes/$1/log" "${JOB_DIR}/logs/orted-$1.log"
}

# show_log FILE…: the last lines of each, but for one that tells nothing: PMIx 4 refuses, with these words, what
# Open MPI 4.1 tells its daemons whenever a rank has left without MPI_Finalize, as slots do.
show_log() {
  local file lines
  for file in "$@"; do
    if [[ -s "${file}" ]]; then
      lines="$(grep -v 'PMIX ERROR: BAD-PARAM in file .*/pmix_event_notification[.]c ' "${file}" | tail -n 15)" || true
      [[ -z "${lines}" ]] || say "last lines of ${file}:"$'\n'"  | ${lines//$'\n'/$'\n'  | }"
    fi
  done
}

# check_clocks: Hadoop's tokens and leases do not bear clocks that differ much.
check_clocks() {
  local host now skew STATE STATE_MS STATE_MESSAGE
  now="$(now_ms)"
  for host in "${JOB_HOSTS[@]}"; do
    read_state "${host}"
    # A node ahead of us, or one whose word is older than this whole start.
    skew=$((STATE_MS - now))
    [[ "${STATE_MS}" -ge "${JOB_STARTED_MS}" ]] || skew=$((STATE_MS - JOB_STARTED_MS))
    if [[ "${skew#-}" -gt "${HEAD_SKEW_MS}" ]] &&
      { [[ "${skew}" -gt 0 ]] || [[ "${STATE_MS}" -lt "${JOB_STARTED_MS}" ]]; }; then
      say "hpc-reuse: the clock of ${host} differs by ${skew} ms from the head's, allowed are ${HEAD_SKEW_MS}; have the administrator set the clocks (NTP)"
      return "${EXIT_FAILED}"
    fi
  done
}

# stop_is_asked: by the user, who makes the file JOB_DIR/run/stop, or by time_is_up. The nodes do not look
# at it; head_stop tells them.
stop_is_asked() {
  [[ -n "${STOP_IS_ASKED:-}" || -e "${JOB_DIR}/run/stop" ]]
}

# head_watch PID: until that process, the user's command, has ended (or, without one, until told to stop).
# Returns its exit status; of a command that is still there when the stop is asked for that of one that was
# ended. What happens to nodes meanwhile is said once.
head_watch() {
  local pid="$1" status=0 NOW_MS look_ms=0
  while :; do
    if [[ -n "${pid}" ]] && ! kill -0 "${pid}" 2>/dev/null; then
      wait "${pid}" || status=$?
      return "${status}"
    fi
    if stop_is_asked; then
      [[ -n "${pid}" ]] || return 0
      say "hpc-reuse: told by ${JOB_DIR}/run/stop to stop: ending the command"
      return "${EXIT_ENDED}"
    fi
    look_at_clock
    if [[ "${NOW_MS}" -ge "${look_ms}" ]]; then
      look_ms=$((NOW_MS + HEAD_LOOK_MS))
      look_at_nodes || return
    fi
    head_pause 0.2
  done
}

# look_at_nodes: says what has happened to them; returns non-zero when the cluster is no more.
look_at_nodes() {
  local host STATE STATE_MS STATE_MESSAGE
  for host in "${JOB_HOSTS[@]}"; do
    read_state "${host}"
    if [[ "${STATE}" == failed || "${STATE}" == lost ]] && [[ "${TOLD_OF["${host}"]:-}" != "${STATE_MS}" ]]; then
      TOLD_OF["${host}"]="${STATE_MS}"
      say "hpc-reuse: node ${host}: ${STATE_MESSAGE}"
      [[ "${STATE}" != failed ]] || return "${EXIT_FAILED}"
    fi
  done
  parts_alive || ! head_is_lost || return "${EXIT_FAILED}"
}

# all_ended: whether every node has cleaned up and said so. Looks at the first that has not.
all_ended() {
  while [[ "${ENDED_NODES}" -lt "${#JOB_HOSTS[@]}" ]]; do
    [[ -e "${JOB_DIR}/nodes/${JOB_HOSTS[ENDED_NODES]}/ended" ]] || return 1
    ENDED_NODES=$((ENDED_NODES + 1))
  done
}

# head_stop: tells every node to end and waits for them, but not without bound; then what is left
# of mpirun and of the remote starts.
head_stop() {
  local NOW_MS deadline
  local -a PROCESSES
  if [[ ! -d "${JOB_DIR}/run" ]]; then
    give_back_kept_storage
    return
  fi
  # A scheduler that cancels a job tells HDFS to end as well, and kills all that is there 30 s later.
  [[ -n "${JOB_IS_CANCELLED:-}" ]] || await_history
  : >"${JOB_DIR}/run/end"
  look_at_clock
  deadline=$((NOW_MS + JOB_END_SECONDS * 1000))
  while ! all_ended && [[ "${NOW_MS}" -lt "${deadline}" ]] && agents_left; do
    sleep "${POLLING_PAUSE}"
    look_at_clock
  done
  say_who_has_not_ended
  list_processes "${JOB_DIR}"
  # All ranks have left with their pools; an mpirun without ranks ends by itself.
  wait_ended "${JOB_DIR}" 3 "${PROCESSES[@]}" || true
  end_processes "${JOB_DIR}" "${HEAD_TERM_SECONDS}" "${PROCESSES[@]}"
  rm -rf "${JOB_DIR}/run/package"
  [[ -z "${OWNS_NODE_DIR:-}" ]] || rm -rf -- "${NODE_DIR:?}"
  # Nobody has touched it, or nobody does any more.
  if [[ "${#PROCESSES[@]}" -eq 0 ]] || all_ended; then
    give_back_kept_storage
  else
    keep_kept_storage
  fi
}

# say_who_has_not_ended: and what becomes of those nodes. Where srun has started the node scripts, its
# end is theirs.
say_who_has_not_ended() {
  local host after how
  local -a PROCESSES
  list_processes "${JOB_DIR}"
  [[ "${#PROCESSES[@]}" -gt 0 ]] || return 0
  after="within ${JOB_END_SECONDS} s"
  agents_left || after="before its script, or the way to it, had gone"
  if [[ "${JOB_REMOTE}" == srun ]]; then
    how="its step is ended now, so logs of that node may be missing and ${NODE_DIR} may be left there"
  elif [[ "${JOB_HEARTBEAT_SECONDS}" -gt 0 ]]; then
    how="if it still runs it ends by itself when it has heard nothing for ${JOB_HEARTBEAT_SECONDS} s; else ${NODE_DIR} is left there"
  else
    how="${NODE_DIR} may be left there"
  fi
  for host in "${JOB_HOSTS[@]:ENDED_NODES}"; do
    [[ -e "${JOB_DIR}/nodes/${host}/ended" ]] ||
      say "hpc-reuse: node ${host} has not said ${after} that all is ended; ${how}"
  done
}

# await_history: lets the head's node script fetch the job history while all of HDFS is there.
await_history() {
  local deadline NOW_MS STATE STATE_MS STATE_MESSAGE
  read_state "${JOB_HOSTS[0]}"
  [[ "${STATE}" == up || "${STATE}" == lost ]] || return 0
  : >"${JOB_DIR}/run/collect"
  look_at_clock
  deadline=$((NOW_MS + HEAD_HISTORY_SECONDS * 1000))
  until [[ -e "${JOB_DIR}/nodes/${JOB_HOSTS[0]}/collected" || "${NOW_MS}" -ge "${deadline}" ]]; do
    read_state "${JOB_HOSTS[0]}"
    [[ "${STATE}" == up || "${STATE}" == lost ]] || return 0
    sleep 0.1
    look_at_clock
  done
}

# agents_left: whether any of the remote starts still runs.
agents_left() {
  local name
  local -a PROCESSES
  list_processes "${JOB_DIR}"
  for name in "${PROCESSES[@]}"; do
    if [[ "${name}" == agent* ]] && is_running "${JOB_DIR}" "${name}"; then
      return 0
    fi
  done
  return 1
}
