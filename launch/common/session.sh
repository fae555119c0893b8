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
# and, for «up --nodes», JOB_HOSTS_DIR. SESSION_ENTER holds words that go before what has to run in the
# nodes' network; on a node itself there are none.
#
# On each node runs node.sh. The head tells them what to do by files in JOB_DIR/run (staged, stop,
# alive) and reads from JOB_DIR/nodes/NAME/state how far they are. So nothing is needed between the
# nodes but the file system, and what Hadoop and MPI themselves need.

readonly SESSION_STATES=(new checked staged pool lost up stopped "done")
SESSION_ENTER=()
readonly SESSION_SKEW_MS=10000
readonly SESSION_COMMAND_SECONDS=5
readonly SESSION_TERM_SECONDS=5
readonly SESSION_HISTORY_SECONDS=25

# session_defaults: what the user may set (see docs/supercomputers.md).
session_defaults() {
  JOB_STARTED_MS="$(now_ms)"
  JOB_UP_SECONDS="${HPC_REUSE_UP_SECONDS:-180}"
  JOB_END_SECONDS="${HPC_REUSE_END_SECONDS:-60}"
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

# session_start [ARG OF cluster-conf…]: all of it; on a failure says why and returns non-zero, and
# session_stop has to be called then as well.
session_start() {
  session_check || return
  take_kept_storage "${JOB_STORAGE}" "${JOB_ID}" "${#JOB_HOSTS[@]}" \
    "$(hadoop_version "${CLIENT_HADOOP_HOME}")"
  mkdir -p "${JOB_DIR}"/{run,logs,nodes}
  write_job_env
  start_agents
  wait_nodes checked "${JOB_UP_SECONDS}" || return
  check_clocks || return
  session_phase "nodes checked"
  session_plan "$@" || return
  session_phase planned
  stage_package || return
  wait_nodes staged "${JOB_UP_SECONDS}" || return
  session_phase "package on every node"
  wait_nodes pool "${JOB_UP_SECONDS}" || return
  session_phase "daemons started"
  if [[ "${JOB_CLUSTER_MODE}" == reuse && "${JOB_MPI}" != none ]]; then
    start_ranks
  fi
  wait_nodes up "${JOB_UP_SECONDS}" || return
  session_phase "cluster up"
}

# session_phase NAME: says how long the start has taken up to here.
session_phase() {
  say "$(printf '  %-24s %6s s' "$1" "$(seconds_since "${JOB_STARTED_MS}")")"
}

# session_check: what can be known before anything is touched.
session_check() {
  JAVA_HOME="$(require_java_home)"
  export JAVA_HOME
  CLIENT_HADOOP_HOME="$(choose_hadoop_home)"
  [[ -d "${CLIENT_HADOOP_HOME}" ]] || fail "${EXIT_UNAVAILABLE}" \
    "no Hadoop in ${CLIENT_HADOOP_HOME}; run bin/hpc-reuse build, or set HADOOP_HOME"
  [[ -e "${LIB_DIR}/cli.jar" ]] || fail "${EXIT_UNAVAILABLE}" \
    "${HPC_REUSE_HOME} is not built; run bin/hpc-reuse build there, or unpack a package"
  if [[ "${JOB_CLUSTER_MODE}" == reuse && "${JOB_MPI}" != none ]]; then
    load_or_find_mpi
    [[ -r "${MPI_JAR}" ]] || fail "${EXIT_UNAVAILABLE}" \
      "mpi.jar is missing at ${MPI_JAR}; set MPI_JAR to the one that belongs to ${MPIRUN}"
  fi
}

# session_plan [ARG…]: configuration, with ports that are free on all nodes.
session_plan() {
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
      --mpirun "bash ${package}/launch/common/ranks.sh request ${NODE_DIR}")
  fi
  attend cli cluster-conf --dir "${JOB_DIR}" --node-dir "${NODE_DIR}" \
    --hosts "${hosts%,}" \
    --mode "${JOB_CLUSTER_MODE}" --slots "${JOB_SLOTS}" --spares "${JOB_SPARES}" \
    --mpi "${JOB_MPI}" --storage "${JOB_STORAGE}" \
    --cores "${JOB_CORES:-0}" --memory-mb "${JOB_MEMORY_MB:-0}" \
    --hadoop-home "${package}/hadoop" --client-hadoop-home "${CLIENT_HADOOP_HOME}" \
    --java-home "${JAVA_HOME}" --lib-dir "${package}/lib" --socket-dir "${NODE_DIR}/s" \
    "${port_args[@]}" "${mpi_args[@]}" "$@" || return
  # shellcheck source=/dev/null
  source "${JOB_DIR}/run/plan"
  write_hadoop_command "${JOB_DIR}"
  write_peers || return
}

# write_peers: the addresses from which the cluster's ports may be reached, besides each node's own.
write_peers() {
  local host client found peers="${JOB_DIR}/run/peers"
  "${SESSION_ENTER[@]}" "${HPC_REUSE_HOME}/launch/common/addresses.sh" >"${peers}" || return
  for host in "${JOB_HOSTS[@]}"; do
    cat "${JOB_DIR}/nodes/${host}/addresses" >>"${peers}" || return
  done
  for client in ${HPC_REUSE_CLIENTS:-}; do
    found="$(getent ahosts "${client}" | sed 's/[ %].*//' | sort -u)"
    [[ -n "${found}" ]] || {
      say "hpc-reuse: HPC_REUSE_CLIENTS names ${client}, which has no address"
      return "${EXIT_USAGE}"
    }
    printf '%s\n' "${found}" >>"${peers}"
  done
}

# job_number: the digits of JOB_ID, as many as a number may have.
job_number() {
  local digits="${JOB_ID//[^0-9]/}"
  digits="000000000000000000${digits}"
  printf '%s' "$((10#${digits: -18}))"
}

# write_job_env: the variables of this cluster, for scripts on any node.
write_job_env() {
  local name
  {
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
  } >"${JOB_DIR}/run/job.env"
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
  printf '%s\n' "${JOB_STAGE}" >"${JOB_DIR}/run/staged.new"
  mv "${JOB_DIR}/run/staged.new" "${JOB_DIR}/run/staged"
}

# make_stage DIR: DIR/package.tar with lib, launch, hadoop and mpi.jar at its top.
make_stage() {
  local dir="$1"
  mkdir -p "${dir}/top"
  ln -sfn "${HPC_REUSE_HOME}/build/lib" "${dir}/top/lib"
  ln -sfn "${HPC_REUSE_HOME}/launch" "${dir}/top/launch"
  ln -sfn "${CLIENT_HADOOP_HOME}" "${dir}/top/hadoop"
  [[ -z "${MPI_JAR:-}" ]] || ln -sfn "${MPI_JAR}" "${dir}/top/mpi.jar"
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
    mkdir -m 700 "${NODE_DIR}"
    OWNS_NODE_DIR=1
  fi
  for ((first = 0; first < ${#JOB_HOSTS[@]}; first += cell_nodes)); do
    cell=$((cell + 1))
    hosts=""
    for host in "${JOB_HOSTS[@]:first:cell_nodes}"; do
      hosts+="${hosts:+,}${host}:${ranks}"
    done
    start_process "${JOB_DIR}" "mpirun-${cell}" "${SESSION_ENTER[@]}" "${STEP_ENV[@]}" "${MPIRUN}" \
      "${as_root[@]}" "${MPIRUN_LAUNCH[@]}" --oversubscribe --bind-to none --enable-recovery --mca mpi_yield_when_idle 1 \
      --mca orte_tmpdir_base "${NODE_DIR}" \
      --mca btl_vader_backing_directory "${NODE_SHM}" "${more[@]}" \
      --host "${hosts}" --map-by "ppr:${ranks}:node" \
      bash "${NODE_DIR}/package/launch/common/ranks.sh" run "${NODE_DIR}"
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

# node_state HOST: «STATE MILLISECONDS MESSAGE».
node_state() {
  cat "${JOB_DIR}/nodes/$1/state" 2>/dev/null || printf 'new 0 \n'
}

# state_rank STATE
state_rank() {
  local index
  for index in "${!SESSION_STATES[@]}"; do
    [[ "${SESSION_STATES[index]}" != "$1" ]] || {
      printf '%s' "${index}"
      return
    }
  done
  printf '%s' -1
}

# wait_nodes STATE SECONDS: until every node has come so far; names those that fail or are late.
wait_nodes() {
  local wanted deadline host state ms message
  local -a late=()
  wanted="$(state_rank "$1")"
  deadline=$(($(now_ms) + $2 * 1000))
  while :; do
    late=()
    for host in "${JOB_HOSTS[@]}"; do
      read -r state ms message < <(node_state "${host}") || true
      if [[ "${state}" == failed ]]; then
        node_failed "${host}" "${message}"
        return "${EXIT_FAILED}"
      fi
      [[ "$(state_rank "${state}")" -ge "${wanted}" ]] || late+=("${host} (${state})")
    done
    [[ "${#late[@]}" -gt 0 ]] || return 0
    if [[ "$(now_ms)" -ge "${deadline}" ]]; then
      say "hpc-reuse: not «$1» within $2 s: ${late[*]}; logs: ${JOB_DIR}/nodes/*/log"
      show_log "${JOB_DIR}/logs"/{agent*,mpirun*}.log
      return "${EXIT_TIMEOUT}"
    fi
    agents_alive || return "${EXIT_FAILED}"
    ranks_alive || return "${EXIT_FAILED}"
    session_pause
  done
}

# heed_timer: the own timer of a job whose scheduler does not warn.
heed_timer() {
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

# session_pause: a moment in which signals are heeded.
session_pause() {
  beat
  heed_timer
  sleep 0.1 &
  wait $! || true
}

# beat: tells the nodes that the head is there.
beat() {
  if [[ "${SECONDS}" != "${LAST_BEAT:-}" ]]; then
    LAST_BEAT="${SECONDS}"
    printf '%s\n' "${LAST_BEAT}" >"${JOB_DIR}/run/alive.new"
    mv "${JOB_DIR}/run/alive.new" "${JOB_DIR}/run/alive"
  fi
}

# agents_alive: whether what was started on the nodes is still there.
agents_alive() {
  local name
  for name in $(process_names "${JOB_DIR}"); do
    if [[ "${name}" == agent* ]] && ! is_running "${JOB_DIR}" "${name}" && ! all_ended; then
      say "hpc-reuse: the node script ended before it could say why (${name})"
      show_log "${JOB_DIR}/logs/${name}.log" "${JOB_DIR}"/nodes/*/log
      return 1
    fi
  done
}

# ranks_alive: whether every mpirun is still there.
ranks_alive() {
  local name
  for name in $(process_names "${JOB_DIR}"); do
    if [[ "${name}" == mpirun* ]] && ! is_running "${JOB_DIR}" "${name}"; then
      say "hpc-reuse: ${name} has ended; its slots are lost; log: ${JOB_DIR}/logs/${name}.log"
      show_log "${JOB_DIR}/logs/${name}.log"
      return 1
    fi
  done
}

node_failed() {
  say "hpc-reuse: node $1: $2"
  show_log "${JOB_DIR}/nodes/$1/log"
}

# show_log FILE…: the last lines of each.
show_log() {
  local file
  for file in "$@"; do
    if [[ -s "${file}" ]]; then
      say "last lines of ${file}:"
      tail -n 15 "${file}" | sed 's/^/  | /' >&2
    fi
  done
}

# check_clocks: Hadoop's tokens and leases do not bear clocks that differ much.
check_clocks() {
  local host state ms rest now skew
  now="$(now_ms)"
  for host in "${JOB_HOSTS[@]}"; do
    read -r state ms rest < <(node_state "${host}") || true
    # A node ahead of us, or one whose word is older than this whole start.
    skew=$((ms - now))
    [[ "${ms}" -ge "${JOB_STARTED_MS}" ]] || skew=$((ms - JOB_STARTED_MS))
    if [[ "${skew#-}" -gt "${SESSION_SKEW_MS}" ]] &&
      { [[ "${skew}" -gt 0 ]] || [[ "${ms}" -lt "${JOB_STARTED_MS}" ]]; }; then
      say "hpc-reuse: the clock of ${host} differs by ${skew} ms from the head's, allowed are ${SESSION_SKEW_MS}; have the administrator set the clocks (NTP)"
      return "${EXIT_FAILED}"
    fi
  done
}

# session_watch PID: until that process, the user's command, has ended (or, without one, until told).
# Returns its exit status. What happens to nodes meanwhile is said once.
session_watch() {
  local pid="$1" host state ms message told_of=" "
  while :; do
    if [[ -n "${pid}" ]] && ! kill -0 "${pid}" 2>/dev/null; then
      local status=0
      wait "${pid}" || status=$?
      return "${status}"
    fi
    [[ ! -e "${JOB_DIR}/run/stop" ]] || return 0
    for host in "${JOB_HOSTS[@]}"; do
      read -r state ms message < <(node_state "${host}") || true
      if [[ "${state}" == failed || "${state}" == lost ]] && [[ "${told_of}" != *" ${host}${ms} "* ]]; then
        told_of+="${host}${ms} "
        say "hpc-reuse: node ${host}: ${message}"
        [[ "${state}" != failed ]] || return "${EXIT_FAILED}"
      fi
    done
    if [[ "${told_of}" != *" mpirun "* ]] && ! ranks_alive; then
      told_of+="mpirun "
    fi
    session_pause
    session_pause
  done
}

# all_ended: whether every node has cleaned up and said so.
all_ended() {
  local host
  for host in "${JOB_HOSTS[@]}"; do
    [[ -e "${JOB_DIR}/nodes/${host}/ended" ]] || return 1
  done
}

# session_stop: tells every node to end and waits for them, but not without bound; then what is left
# of mpirun and of the remote starts.
session_stop() {
  local deadline host name
  local -a names=()
  if [[ ! -d "${JOB_DIR}/run" ]]; then
    give_back_kept_storage
    return
  fi
  # A scheduler that cancels a job tells HDFS to end as well, and kills all that is there 30 s later.
  [[ -n "${JOB_IS_CANCELLED:-}" ]] || await_history
  : >"${JOB_DIR}/run/stop"
  deadline=$(($(now_ms) + JOB_END_SECONDS * 1000))
  while ! all_ended && [[ "$(now_ms)" -lt "${deadline}" ]] && agents_left; do
    sleep 0.1
  done
  for host in "${JOB_HOSTS[@]}"; do
    [[ -e "${JOB_DIR}/nodes/${host}/ended" || -z "$(process_names "${JOB_DIR}")" ]] || say \
      "hpc-reuse: node ${host} has not said within ${JOB_END_SECONDS} s that all is ended; it ends by itself when it hears nothing for ${JOB_HEARTBEAT_SECONDS} s"
  done
  for name in $(process_names "${JOB_DIR}"); do
    names+=("${name}")
  done
  # All ranks have left with their pools; an mpirun without ranks ends by itself.
  wait_ended "${JOB_DIR}" 3 "${names[@]}" || true
  end_processes "${JOB_DIR}" "${SESSION_TERM_SECONDS}" "${names[@]}"
  rm -rf "${JOB_DIR}/run/package"
  [[ -z "${OWNS_NODE_DIR:-}" ]] || rm -rf -- "${NODE_DIR:?}"
  give_back_kept_storage
}

# await_history: lets the head's node script fetch the job history while all of HDFS is there.
await_history() {
  local deadline state rest
  read -r state rest < <(node_state "${JOB_HOSTS[0]}") || true
  [[ "${state}" == up || "${state}" == lost ]] || return 0
  : >"${JOB_DIR}/run/collect"
  deadline=$(($(now_ms) + SESSION_HISTORY_SECONDS * 1000))
  until [[ -e "${JOB_DIR}/nodes/${JOB_HOSTS[0]}/collected" || "$(now_ms)" -ge "${deadline}" ]]; do
    read -r state rest < <(node_state "${JOB_HOSTS[0]}") || true
    [[ "${state}" == up || "${state}" == lost ]] || return 0
    sleep 0.1
  done
}

# agents_left: whether any of the remote starts still runs.
agents_left() {
  local name
  for name in $(process_names "${JOB_DIR}"); do
    if [[ "${name}" == agent* ]] && is_running "${JOB_DIR}" "${name}"; then
      return 0
    fi
  done
  return 1
}
