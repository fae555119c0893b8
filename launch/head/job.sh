#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# A cluster inside a scheduler's job: job.sh slurm|pbs [WHAT…]. Called by hadoop-reuse.slurm and
# hadoop-reuse.pbs, below relay-signals.sh, on the job's first node; its exit status is that of what it has run.
# shellcheck disable=SC2317 # the functions named after a scheduler are called by name
set -euo pipefail

for file in lib/{base,process,http,hadoop,mpi,class-archive,slot-image,daemons,node-parts} head/{remote,head,kept-storage,nodelist}; do
  # shellcheck source=/dev/null
  source "${HPC_REUSE_HOME}/launch/${file}.sh"
done

# Before the time is up, for an orderly stop; the same as in the Slurm script's --signal.
readonly STOP_BEFORE_SECONDS=180
readonly QSTAT_SECONDS=10

slurm_job() {
  JOB_ID="${SLURM_JOB_ID:?not in a Slurm job}"
  JOB_REMOTE=srun
  mapfile -t JOB_HOSTS < <(slurm_hosts)
  require_hosts "SLURM_JOB_NODELIST=${SLURM_JOB_NODELIST:-}"
  JOB_CORES="$(slurm_cores)"
  JOB_MEMORY_MB="$(slurm_memory_mb "${JOB_CORES}")"
  JOB_SCRATCH="${HPC_REUSE_SCRATCH:-${SLURM_TMPDIR:-/tmp}}"
  HOW_TO_ASK="--cpus-per-task=16 --mem=64G"
  # After --export=NONE our steps would have none.
  export PATH
}

pbs_job() {
  local walltime facts=""
  if [[ -n "${SLURM_JOB_ID:-}" && -z "${PBS_NODEFILE:-}" ]]; then
    # Slurm's own qsub: nodes and what they grant are found, and reached, as in any Slurm job.
    slurm_job
  else
    JOB_ID="${PBS_JOBID:?not in a PBS job}"
    # On the nodes the number is enough, with the index in an array: 1234[5].server → 1234-5.
    JOB_SHORT_ID="$(plain_id "${JOB_ID%%.*}")"
    JOB_ID="$(plain_id "${JOB_ID}")"
    [[ -r "${PBS_NODEFILE:-}" ]] || fail "${EXIT_UNAVAILABLE}" \
      "PBS_NODEFILE is not set, or not readable; submit with qsub"
    mapfile -t JOB_HOSTS < <(pbs_hosts "${PBS_NODEFILE}")
    require_hosts "PBS_NODEFILE=${PBS_NODEFILE}"
    JOB_CORES="$(pbs_cores "${PBS_NODEFILE}")"
    HOW_TO_ASK="-l select=3:ncpus=16:mpiprocs=1:mem=64gb"
    JOB_REMOTE="${HPC_REUSE_REMOTE:-$(pbs_remote)}"
    JOB_SCRATCH="${HPC_REUSE_SCRATCH:-$(pbs_scratch)}"
  fi
  if has qstat && [[ -n "${PBS_JOBID:-}" ]]; then
    facts="$(qstat_facts)"
  fi
  [[ -n "${JOB_MEMORY_MB:-}" ]] || JOB_MEMORY_MB="${HPC_REUSE_MEMORY_MB:-$(pbs_memory_mb "${facts}" "${#JOB_HOSTS[@]}")}"
  # PBS gives no signal before the time is up.
  walltime="${HPC_REUSE_WALLTIME:-$(pbs_fact walltime "${facts}")}"
  if [[ "${walltime}" =~ ^([0-9]+:){0,2}[0-9]+$ ]]; then
    JOB_UNTIL_MS=$(($(now_ms) + ($(seconds_of "${walltime}") - STOP_BEFORE_SECONDS) * 1000))
  elif [[ -n "${HPC_REUSE_WALLTIME:-}" ]]; then
    fail "${EXIT_USAGE}" "HPC_REUSE_WALLTIME=${HPC_REUSE_WALLTIME}: must be HH:MM:SS"
  else
    say "hpc-reuse: how long the job may run is not known (qstat -f does not tell); set HPC_REUSE_WALLTIME=HH:MM:SS for an orderly end before that"
  fi
}

# qstat_facts: what qstat -f says of the job. A server that is busy or down may keep it waiting. OpenPBS's qstat
# leaves an empty file on the node, to see how often the user asks.
qstat_facts() {
  local asked="/var/tmp/.pbs_last_query_${UID}" was_there=""
  [[ ! -e "${asked}" ]] || was_there=1
  timeout --kill-after=1 "${QSTAT_SECONDS}" qstat -f "${PBS_JOBID}" 2>/dev/null || true
  [[ -n "${was_there}" ]] || rm -f "${asked}"
}

# require_hosts WHERE
require_hosts() {
  [[ "${#JOB_HOSTS[@]}" -gt 0 ]] || fail "${EXIT_UNAVAILABLE}" "no node of job ${JOB_ID} is named by $1"
}

# plain_id ID: as part of a file name, 1234[5].server → 1234-5.server.
plain_id() {
  local id="${1//]/}"
  printf '%s' "${id//[^A-Za-z0-9.-]/-}"
}

pbs_remote() {
  if has pbs_tmrsh; then
    printf pbs_tmrsh
  elif has pbsdsh; then
    printf pbsdsh
  else
    printf ssh
  fi
}

# pbs_scratch: PBS makes the job's own directory on another node when it starts something there, not for ssh.
pbs_scratch() {
  if [[ "${JOB_REMOTE}" == ssh ]]; then
    printf /tmp
  else
    printf '%s' "${TMPDIR:-/tmp}"
  fi
}

# pbs_fact NAME TEXT: what qstat -f says of a resource of the job, or nothing.
pbs_fact() {
  sed -n "s/^ *Resource_List[.]$1 = //pI" <<<"$2" | sed -n 1p
}

# pbs_memory_mb TEXT NODES: what each node grants by what qstat -f says; 0 when it does not.
pbs_memory_mb() {
  local all
  all="$(megabytes_of "$(pbs_fact mem "$1")")"
  printf '%s' "$((${all:-0} / $2))"
}

# from_submit_dir NAME: makes the path in that variable absolute, if it has one.
from_submit_dir() {
  local -n path="$1"
  [[ -z "${path:-}" || "${path}" == /* ]] || path="${SUBMIT_DIR}/${path}"
}

# job_asks_enough: a scheduler's default of one processor, and a part of the memory, is hardly meant.
job_asks_enough() {
  [[ "${JOB_SLOTS}" != auto || "${JOB_CORES}" -ne 1 ]] ||
    say "hpc-reuse: this job has one processor on each node, so there are two slots there; ask for what the slots need, for example ${HOW_TO_ASK}"
}

# job_dir: JOB_DIR, in the directory the job was submitted from.
job_dir() {
  [[ -w "${SUBMIT_DIR}" ]] || fail "${EXIT_UNAVAILABLE}" \
    "${SUBMIT_DIR}, where the job was submitted, is not writable on $(hostname); submit from a directory on a file system that all nodes see"
  JOB_DIR="${SUBMIT_DIR}/hadoop-reuse-${JOB_ID}"
  [[ ! -e "${JOB_DIR}" ]] || fail "${EXIT_UNAVAILABLE}" "${JOB_DIR} is there already; remove it"
  mkdir -m 700 "${JOB_DIR}"
}

# conf_arguments: CONF_ARGS from the lines KEY=VALUE of the user's file.
conf_arguments() {
  local line
  CONF_ARGS=()
  [[ -n "${HPC_REUSE_CONF:-}" ]] || return 0
  [[ -r "${HPC_REUSE_CONF}" ]] || fail "${EXIT_USAGE}" "HPC_REUSE_CONF=${HPC_REUSE_CONF} is not readable"
  while read -r line || [[ -n "${line}" ]]; do
    case "${line}" in
      '' | \#*) ;;
      hpc-reuse.cell-nodes=*)
        HPC_REUSE_CELL_NODES="${line#*=}"
        whole_number HPC_REUSE_CELL_NODES 0
        JOB_CELL_NODES="${HPC_REUSE_CELL_NODES}"
        ;;
      *) CONF_ARGS+=(--conf "${line}") ;;
    esac
  done <"${HPC_REUSE_CONF}"
}

# hook_before: the user's command; its failure ends the job.
hook_before() {
  local status=0 seconds=0
  [[ -n "${HPC_REUSE_PRE:-}" ]] || return 0
  # 0 is no bound: the scheduler's warning ends it then.
  if [[ -n "${JOB_UNTIL_MS:-}" ]]; then
    seconds=$(((JOB_UNTIL_MS - $(now_ms) + 999) / 1000))
    seconds=$((seconds > 1 ? seconds : 1))
  fi
  attend timeout --kill-after=5 "${seconds}" bash -c "${HPC_REUSE_PRE}" || status=$?
  [[ -z "${JOB_UNTIL_MS:-}" || "$(now_ms)" -lt "${JOB_UNTIL_MS}" ]] || time_is_up
  [[ "${status}" -eq 0 ]] || fail "${EXIT_FAILED}" "HPC_REUSE_PRE failed with status ${status}"
}

# hook_after: the user's command. A signal ends it, unless the job was cancelled: that is repeated
# (relay-signals.sh), and a scheduler ends everything soon.
hook_after() {
  local status=0
  [[ -n "${HPC_REUSE_POST:-}" ]] || return 0
  if [[ -z "${JOB_IS_CANCELLED:-}" ]]; then
    trap 'end_attended' TERM INT HUP
  fi
  attend timeout --kill-after=5 "${JOB_END_SECONDS}" bash -c "${HPC_REUSE_POST}" || status=$?
  trap '' TERM INT HUP
  case "${status}" in
    0) ;;
    124 | 137) say "hpc-reuse: HPC_REUSE_POST has not ended within ${JOB_END_SECONDS} s: ended (HPC_REUSE_END_SECONDS)" ;;
    *) say "hpc-reuse: HPC_REUSE_POST failed with status ${status}" ;;
  esac
}

# run_command WHAT…: in a group of its own, so that one signal ends it with all that it has started.
run_command() {
  local -a words
  command_words "$@"
  # shellcheck source=/dev/null
  source "${JOB_DIR}/env"
  export HPC_REUSE_DIR="${JOB_DIR}"
  COMMAND="after ${!:-}"
  set -m
  (cd "${SUBMIT_DIR}" && exec "${words[@]}") &
  COMMAND=$!
  set +m
}

# command_words WHAT…: what to run, in words.
command_words() {
  local pagerank
  case "$1" in
    pagerank)
      pagerank="$(first_readable "${HPC_REUSE_HOME}/build/lib/pagerank.jar")"
      words=("${HPC_REUSE_HOME}/bin/hpc-reuse" hadoop --dir "${JOB_DIR}" "${pagerank}" "${@:2}")
      ;;
    terasort)
      words=(bash "${HPC_REUSE_HOME}/workloads/terasort/terasort.sh" --dir "${JOB_DIR}" "${@:2}")
      ;;
    *) words=("$@") ;;
  esac
}

first_readable() {
  [[ -r "$1" ]] || fail "${EXIT_UNAVAILABLE}" "$1 is missing; run bin/hpc-reuse build"
  printf '%s' "$1"
}

# end_command: tells it to end, then makes it.
end_command() {
  local group deadline
  group="$(group_of "${COMMAND:-}" "${!:-}")"
  [[ -n "${group}" ]] || return 0
  kill -TERM -- "-${group}" 2>/dev/null || return 0
  deadline=$(($(now_ms) + HEAD_COMMAND_SECONDS * 1000))
  while kill -0 -- "-${group}" 2>/dev/null; do
    if [[ "$(now_ms)" -ge "${deadline}" ]]; then
      kill -KILL -- "-${group}" 2>/dev/null || true
      return 0
    fi
    sleep 0.1
  done
}

# time_is_up: the scheduler's warning, or the own timer of a job whose scheduler gives none.
time_is_up() {
  trap '' USR1
  end_attended
  say "hpc-reuse: the job's time is nearly over: stopping"
  if [[ -z "${CLUSTER_IS_UP:-}" ]]; then
    say "hpc-reuse: the cluster was not up yet; ask for more time (this signal comes ${STOP_BEFORE_SECONDS} s before its end, see --signal)"
    exit "${EXIT_TIMEOUT}"
  fi
  if [[ -n "${COMMAND:-}" ]]; then
    end_command
  else
    exit 0
  fi
}

terminated() {
  trap '' TERM INT HUP USR1
  end_attended
  say "hpc-reuse: told to end: stopping"
  JOB_IS_CANCELLED=1
  exit "${EXIT_ENDED}"
}

# job_over: whatever ends this script.
job_over() {
  local status=$?
  trap '' TERM INT HUP USR1
  trap - EXIT
  set +e
  end_attended
  end_command
  say "hpc-reuse: ending the cluster"
  head_stop
  hook_after
  say "hpc-reuse: ended with status ${status}; logs and job history are in ${JOB_DIR}"
  exit "${status}"
}

# interactive_hints: how to use the cluster, to the job's output and, since PBS shows that only at the end, to
# JOB_DIR/hints.
interactive_hints() {
  local hints
  hints="$(interactive_text)"
  say "${hints}"
  { printf '%s\n' "${hints}" >"${JOB_DIR}/hints.new" && mv "${JOB_DIR}/hints.new" "${JOB_DIR}/hints"; } || true
}

# interactive_text: their text.
interactive_text() {
  printf '%s\n' "The cluster is up until the job ends. On a machine that sees ${JOB_DIR}:" \
    "  source ${JOB_DIR}/env       then «hadoop …» on the node ${JOB_HOSTS[0]}" \
    "  touch ${JOB_DIR}/run/stop   to end it before its time" \
    "  ResourceManager http://${CLUSTER_HOST}:${PORT_RM_HTTP}  JobHistoryServer http://${CLUSTER_HOST}:${PORT_JHS_HTTP}" \
    "  from outside: ssh -L ${PORT_RM_HTTP}:${CLUSTER_HOST}:${PORT_RM_HTTP} LOGIN_NODE"
  [[ -n "${HPC_REUSE_CLIENTS:-}" ]] || printf '%s\n' \
    "    only when the job was submitted with HPC_REUSE_CLIENTS=LOGIN_NODE: the ports are closed to other machines"
}

main() {
  local kind="$1" status=0
  local -a what=() CONF_ARGS=()
  shift
  what=("$@")
  [[ $# -gt 0 ]] || read -r -a what <<<"${HPC_REUSE_RUN:-terasort}"
  SUBMIT_DIR="${SLURM_SUBMIT_DIR:-${PBS_O_WORKDIR:-${PWD}}}"
  from_submit_dir HPC_REUSE_SETUP
  from_submit_dir HPC_REUSE_CONF
  source_setup fail "${EXIT_USAGE}"
  "${kind}_job"
  head_defaults
  job_asks_enough
  conf_arguments
  job_dir
  COMMAND=""
  say "hpc-reuse: job ${JOB_ID} on ${#JOB_HOSTS[@]} nodes: ${JOB_HOSTS[*]}; directory ${JOB_DIR}"
  trap job_over EXIT
  trap terminated TERM INT HUP
  trap time_is_up USR1
  hook_before
  head_start "${CONF_ARGS[@]}" || exit
  CLUSTER_IS_UP=1
  if [[ "${what[0]}" == interactive ]]; then
    interactive_hints
  else
    run_command "${what[@]}"
  fi
  head_watch "${COMMAND}" || status=$?
  exit "${status}"
}

main "$@"
