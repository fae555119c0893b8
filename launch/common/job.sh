#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# A cluster inside a scheduler's job: job.sh slurm|pbs [WHAT…]. Called by hadoop-reuse.slurm and
# hadoop-reuse.pbs, below heed.sh, on the job's first node; its exit status is that of what it has run.
# shellcheck disable=SC2317 # the functions named after a scheduler are called by name
set -euo pipefail

for file in base process http hadoop mpi setup build daemons node-parts remote session kept-storage nodelist; do
  # shellcheck source=/dev/null
  source "${HPC_REUSE_HOME}/launch/common/${file}.sh"
done

# Before the time is up, for an orderly stop; the same as in the Slurm script's --signal.
readonly STOP_BEFORE_SECONDS=180

slurm_job() {
  JOB_ID="${SLURM_JOB_ID:?not in a Slurm job}"
  JOB_REMOTE=srun
  mapfile -t JOB_HOSTS < <(slurm_hosts)
  JOB_CORES="$(slurm_cores)"
  JOB_MEMORY_MB="$(slurm_memory_mb "${JOB_CORES}")"
  JOB_SCRATCH="${HPC_REUSE_SCRATCH:-${SLURM_TMPDIR:-/tmp}}"
  SUBMIT_DIR="${SLURM_SUBMIT_DIR:-${PWD}}"
  # After --export=NONE our steps would have none.
  export PATH
}

pbs_job() {
  local walltime
  if [[ -n "${SLURM_JOB_ID:-}" && -z "${PBS_NODEFILE:-}" ]]; then
    # Slurm's own qsub: nodes and what they grant are found, and reached, as in any Slurm job.
    slurm_job
  else
    JOB_ID="${PBS_JOBID:?not in a PBS job}"
    JOB_ID="${JOB_ID//[^A-Za-z0-9.-]/-}"
    [[ -r "${PBS_NODEFILE:-}" ]] || fail "${EXIT_UNAVAILABLE}" \
      "PBS_NODEFILE is not set, or not readable; submit with qsub"
    mapfile -t JOB_HOSTS < <(pbs_hosts "${PBS_NODEFILE}")
    JOB_CORES="$(pbs_cores "${PBS_NODEFILE}")"
    JOB_MEMORY_MB="${HPC_REUSE_MEMORY_MB:-0}"
    JOB_SCRATCH="${HPC_REUSE_SCRATCH:-${TMPDIR:-/tmp}}"
    SUBMIT_DIR="${PBS_O_WORKDIR:-${PWD}}"
    JOB_REMOTE="${HPC_REUSE_REMOTE:-$(pbs_remote)}"
  fi
  # PBS gives no signal before the time is up.
  walltime="${HPC_REUSE_WALLTIME:-$(pbs_walltime)}"
  if [[ -n "${walltime}" ]]; then
    JOB_UNTIL_MS=$(($(now_ms) + ($(seconds_of "${walltime}") - STOP_BEFORE_SECONDS) * 1000))
  fi
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

# pbs_walltime: of this job, or nothing.
pbs_walltime() {
  if has qstat; then
    qstat -f "${PBS_JOBID}" 2>/dev/null |
      sed -n 's/^ *\(Resource_List\.walltime\|Resource_List\.Walltime\) = //p' | head -n 1
  fi
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
      hpc-reuse.cell-nodes=*) JOB_CELL_NODES="${line#*=}" ;;
      *) CONF_ARGS+=(--conf "${line}") ;;
    esac
  done <"${HPC_REUSE_CONF}"
}

# hook NAME: the user's command before or after; a failure before ends the job.
hook() {
  [[ -z "${!1:-}" ]] || bash -c "${!1}"
}

# run_command WHAT…: in a group of its own, so that it can be told to end with all it has started.
run_command() {
  local -a words
  command_words "$@"
  # shellcheck source=/dev/null
  source "${JOB_DIR}/env"
  export HPC_REUSE_DIR="${JOB_DIR}"
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
  local deadline
  [[ -n "${COMMAND:-}" ]] || return 0
  kill -TERM -- "-${COMMAND}" 2>/dev/null || return 0
  deadline=$(($(now_ms) + SESSION_COMMAND_SECONDS * 1000))
  while kill -0 -- "-${COMMAND}" 2>/dev/null; do
    if [[ "$(now_ms)" -ge "${deadline}" ]]; then
      kill -KILL -- "-${COMMAND}" 2>/dev/null || true
      return 0
    fi
    sleep 0.1
  done
}

# time_is_up: the scheduler's warning, or our own timer.
time_is_up() {
  trap '' USR1
  say "hpc-reuse: the job's time is nearly over: stopping"
  if [[ -z "${CLUSTER_IS_UP:-}" ]]; then
    say "hpc-reuse: the cluster was not up yet; ask for more time (this signal comes ${STOP_BEFORE_SECONDS} s before its end, see --signal)"
    exit "${EXIT_TIMEOUT}"
  fi
  if [[ -n "${COMMAND:-}" ]]; then
    end_command
  else
    : >"${JOB_DIR}/run/stop"
  fi
}

terminated() {
  trap '' TERM INT HUP USR1
  say "hpc-reuse: told to end: stopping"
  JOB_IS_CANCELLED=1
  exit 143
}

# job_over: whatever ends this script.
job_over() {
  local status=$?
  trap '' TERM INT HUP USR1
  trap - EXIT
  set +e
  end_command
  say "hpc-reuse: ending the cluster"
  session_stop
  hook HPC_REUSE_POST || say "hpc-reuse: HPC_REUSE_POST failed"
  say "hpc-reuse: ended with status ${status}; logs and job history are in ${JOB_DIR}"
  exit "${status}"
}

interactive_hints() {
  say "The cluster is up until the job ends. On a machine that sees ${JOB_DIR}:"
  say "  source ${JOB_DIR}/env       then «hadoop …» on the node ${JOB_HOSTS[0]}"
  say "  touch ${JOB_DIR}/run/stop   to end it before its time"
  say "  ResourceManager http://${CLUSTER_HOST}:${PORT_RM_HTTP}  JobHistoryServer http://${CLUSTER_HOST}:${PORT_JHS_HTTP}"
  say "  from outside: ssh -L ${PORT_RM_HTTP}:${CLUSTER_HOST}:${PORT_RM_HTTP} LOGIN_NODE"
}

main() {
  local kind="$1" status=0
  local -a what=() CONF_ARGS=()
  shift
  what=("$@")
  [[ $# -gt 0 ]] || read -r -a what <<<"${HPC_REUSE_RUN:-terasort}"
  if [[ -n "${HPC_REUSE_SETUP:-}" ]]; then
    # shellcheck source=/dev/null
    source "${HPC_REUSE_SETUP}"
  fi
  "${kind}_job"
  session_defaults
  conf_arguments
  job_dir
  COMMAND=""
  say "hpc-reuse: job ${JOB_ID} on ${#JOB_HOSTS[@]} nodes: ${JOB_HOSTS[*]}; directory ${JOB_DIR}"
  trap job_over EXIT
  trap terminated TERM INT HUP
  trap time_is_up USR1
  hook HPC_REUSE_PRE || fail "${EXIT_FAILED}" "HPC_REUSE_PRE failed"
  session_start "${CONF_ARGS[@]}" || exit
  CLUSTER_IS_UP=1
  if [[ "${what[0]}" == interactive ]]; then
    interactive_hints
  else
    run_command "${what[@]}"
  fi
  session_watch "${COMMAND}" || status=$?
  exit "${status}"
}

main "$@"
