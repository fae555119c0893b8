# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# A cluster over several nodes, from the head's side: start, watch, stop. Sourced.
#
# This script starts and ends processes. A Java process (org.hpcreuse.cli.head) looks at the nodes meanwhile: it
# knows the rules by which a cluster comes up, goes on and ends, and says what has happened.
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

HEAD_ENTER=()
readonly HEAD_COMMAND_SECONDS=5
readonly HEAD_TERM_SECONDS=5
readonly HEAD_HISTORY_SECONDS=25
# For the Java process to start in, and to answer beyond the time that it waits itself.
readonly HEAD_ANSWER_SECONDS=30
# From a question to its repetition.
HEAD_AGAIN_SECONDS=10
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
  JOB_UP_SECONDS="${HPC_REUSE_UP_SECONDS:-180}"
  JOB_END_SECONDS="${HPC_REUSE_END_SECONDS:-${HEAD_END_SECONDS}}"
  JOB_HEARTBEAT_SECONDS="${HPC_REUSE_LOST_SECONDS:-90}"
  JOB_SCRATCH_MB="${HPC_REUSE_SCRATCH_MB:-1280}"
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
  start_watch || return
  ask_watch checked "${JOB_UP_SECONDS}" || return
  head_phase "nodes checked"
  head_plan "$@" || return
  head_phase planned
  stage_package || return
  ask_watch staged "${JOB_UP_SECONDS}" || return
  head_phase "package on every node"
  say_start || return
  ask_watch pool "${JOB_UP_SECONDS}" || return
  head_phase "daemons started"
  if [[ "${JOB_CLUSTER_MODE}" == reuse && "${JOB_MPI}" != none ]]; then
    start_ranks || return
  fi
  ask_watch up "${JOB_UP_SECONDS}" || return
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
  keep_own_archive "${JAVA_HOME}"
  find_class_archive "${CLIENT_HADOOP_HOME}" "${JAVA_HOME}"
  SLOT_IMAGE=""
  [[ "${JOB_CLUSTER_MODE}" != reuse ]] || find_slot_image "${CLIENT_HADOOP_HOME}" "${JAVA_HOME}"
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
  if [[ -n "${SLOT_IMAGE}" ]]; then
    set -- --conf "hpc-reuse.framework.image=${package}/image" "$@"
  fi
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

# make_stage DIR: DIR/package.tar with lib, launch, hadoop, mpi.jar, classes and image at its top.
make_stage() {
  local dir="$1"
  mkdir -p "${dir}/top" &&
    ln -sfn "${HPC_REUSE_HOME}/build/lib" "${dir}/top/lib" &&
    ln -sfn "${HPC_REUSE_HOME}/launch" "${dir}/top/launch" &&
    ln -sfn "${CLIENT_HADOOP_HOME}" "${dir}/top/hadoop" &&
    { [[ -z "${MPI_JAR:-}" ]] || ln -sfn "${MPI_JAR}" "${dir}/top/mpi.jar"; } &&
    { [[ -z "${CLASS_ARCHIVE}" ]] || ln -sfn "${CLASS_ARCHIVE}" "${dir}/top/classes"; } &&
    { [[ -z "${SLOT_IMAGE}" ]] || ln -sfn "${SLOT_IMAGE}" "${dir}/top/image"; } || return
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

# start_watch: the Java process that looks at the nodes, and lets them hear of the head. Its standard input ends with
# this shell, and it with that. What a scheduler or a terminal sends to all processes of a job is for this shell alone.
start_watch() {
  local hosts
  local -a CLI_PREFIX=() CLI_WORDS=()
  cli_words head || return
  printf -v hosts '%s,' "${JOB_HOSTS[@]}"
  coproc HEAD_WATCH {
    trap '' TERM INT HUP USR1
    exec "${CLI_WORDS[@]}" head --dir "${JOB_DIR}" --hosts "${hosts%,}" --remote "${JOB_REMOTE}" \
      --node-dir "${NODE_DIR}" --lost-seconds "${JOB_HEARTBEAT_SECONDS}" --started-ms "${JOB_STARTED_MS}" \
      --until-ms "${JOB_UNTIL_MS:-0}" 9>&-
  }
  # ask_watch says how it ends, not bash.
  disown "${HEAD_WATCH_PID}"
}

# ask_watch QUESTION NUMBER: waits for the answer, which is the status; how long the Java process waits itself is
# the number, of «watch» that is a pid. A signal is handled at once meanwhile, as during a wait: it may ask in turn,
# and then nobody waits for this answer any more. The question is repeated, should a line have been lost.
ask_watch() {
  local question="" answer="" status=1 pause left deadline=$((SECONDS + $2 + HEAD_ANSWER_SECONDS))
  tell_watch "$@"
  while [[ -n "${HEAD_WATCH[0]:-}" ]]; do
    left=$((deadline - SECONDS))
    pause=$((left > HEAD_AGAIN_SECONDS || left < 1 ? HEAD_AGAIN_SECONDS : left))
    if read -r -t "${pause}" -u "${HEAD_WATCH[0]:-}" question answer; then
      case "${question} ${answer}" in
        "$1 time") time_is_up ;;
        "$1 "*) return "${answer}" ;;
        *) continue ;;
      esac
    else
      status=$?
      [[ "${status}" -gt 128 && ("$1" == watch || "${SECONDS}" -lt "${deadline}") ]] || break
    fi
    tell_watch "$@"
  done
  if [[ "${status}" -gt 128 ]]; then
    say "hpc-reuse: the head's Java process has not answered «$1» within $(($2 + HEAD_ANSWER_SECONDS)) s; is ${JOB_DIR} slow, or not there any more?"
  else
    say "hpc-reuse: the head's Java process has ended by itself, so nobody watches the nodes any more"
  fi
  end_watch
  return "${EXIT_FAILED}"
}

# tell_watch WORD…: one line. Without a reader the signal PIPE would end this shell.
tell_watch() {
  trap : PIPE
  { printf '%s\n' "$*" >&"${HEAD_WATCH[1]:-}"; } 2>/dev/null || true
  trap - PIPE
}

# end_watch: the Java process, which ends by itself unless the file system stands still.
end_watch() {
  local fd="${HEAD_WATCH[1]:-}" pid="${HEAD_WATCH_PID:-}" tries
  [[ -n "${fd}" ]] || return 0
  exec {fd}>&-
  for ((tries = 0; tries < 40; tries++)); do
    kill -0 "${pid}" 2>/dev/null || return 0
    sleep 0.05
  done
  kill -KILL "${pid}" 2>/dev/null || true
}

# head_watch PID: until that process, the user's command, has ended (or, without one, until the stop is asked for).
# Returns its exit status; of a command that is still there when the stop is asked for that of one that was ended.
head_watch() {
  local pid="$1" status=0
  ask_watch watch "${pid:-0}" || return
  [[ -z "${pid}" ]] || wait "${pid}" || status=$?
  return "${status}"
}

# head_stop: has every node end and waits for them, but not without bound; then what is left of mpirun and of the
# remote starts.
head_stop() {
  local -a PROCESSES
  if [[ ! -d "${JOB_DIR}/run" ]]; then
    give_back_kept_storage
    return
  fi
  # For «down», and when the one that was there has ended by itself.
  [[ -n "${HEAD_WATCH[0]:-}" ]] || start_watch || true
  # The first node fetches the job history while all of HDFS is there. A scheduler that cancels a job tells HDFS to
  # end as well, and kills all that is there 30 s later.
  if [[ -z "${JOB_IS_CANCELLED:-}" ]]; then
    : >"${JOB_DIR}/run/collect"
    ask_watch history "${HEAD_HISTORY_SECONDS}" || true
  fi
  : >"${JOB_DIR}/run/end"
  { [[ -n "${HEAD_WATCH[0]:-}" ]] && ask_watch end "${JOB_END_SECONDS}"; } || await_scripts
  end_watch
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

# await_scripts: without a Java process, until no script of a node is there any more.
await_scripts() {
  local name
  local -a PROCESSES scripts=()
  list_processes "${JOB_DIR}"
  for name in "${PROCESSES[@]}"; do
    [[ "${name}" != agent* ]] || scripts+=("${name}")
  done
  wait_ended "${JOB_DIR}" "${JOB_END_SECONDS}" "${scripts[@]}" ||
    say "hpc-reuse: the scripts of the nodes have not all ended within ${JOB_END_SECONDS} s; ${NODE_DIR} may be left there"
}

# all_ended: whether every node has cleaned up and said so.
all_ended() {
  local host
  for host in "${JOB_HOSTS[@]}"; do
    [[ -e "${JOB_DIR}/nodes/${host}/ended" ]] || return 1
  done
}
