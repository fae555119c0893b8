# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# A cluster of several nodes on this machine: up --nodes. Sourced by bin/hpc-reuse.

# up_nodes DIR MODE NUMBER [ARG OF cluster-conf…]
up_nodes() {
  local dir="$1" mode="$2" number="$3" reason
  local -a HOST_ENTER=() NODES_ARGS=()
  shift 3
  nodes_arguments "$@"
  reason="$(hosts_possible)" || fail "${EXIT_UNAVAILABLE}" "up: --nodes: ${reason}"
  ensure_built
  mkdir -p "${dir}/run" "${dir}/logs"
  lock_cluster "${dir}"
  refuse_running "${dir}"
  rm -rf "${dir}/nodes" "${dir}/run"/{stop,end,staged,start,collect,alive} "${dir}/hosts.d"
  set_nodes_job "${dir}" "${mode}" "${number}"
  UP_DIR="${dir}"
  trap 'up_interrupted' INT TERM HUP
  trap 'up_nodes_ended' EXIT
  hosts_create "${JOB_HOSTS_DIR}" "$(nodes_network "${dir}")" "${JOB_HOSTS[@]}"
  head_phase "hosts"
  host_enter "${JOB_HOSTS_DIR}" "${HOSTS_LOGIN}"
  HEAD_ENTER=("${HOST_ENTER[@]}" --)
  host_enter "${JOB_HOSTS_DIR}" "${JOB_HOSTS[0]}"
  CLI_PREFIX=("${HOST_ENTER[@]}" --)
  head_start "${NODES_ARGS[@]}" || exit
  end_watch
  UP_DIR=""
  trap - INT TERM HUP EXIT
  say "cluster of ${number} nodes up in $(seconds_since "${JOB_STARTED_MS}") s: ${mode} mode, directory ${dir}"
}

# nodes_arguments ARG…: what head.sh knows by variables is set there, the rest is NODES_ARGS.
nodes_arguments() {
  while [[ $# -gt 0 ]]; do
    case "$1" in
      --slots) HPC_REUSE_SLOTS="$2" ;;
      --spares) HPC_REUSE_SPARES="$2" ;;
      --daemon-heaps) HPC_REUSE_DAEMON_HEAPS="$2" ;;
      --mpi) HPC_REUSE_MPI="$2" ;;
      *) NODES_ARGS+=("$1" "$2") ;;
    esac
    shift 2
  done
}

# up_nodes_ended: whatever ends up_nodes before the cluster is up takes down what it had started.
up_nodes_ended() {
  local status=$?
  trap - INT TERM HUP EXIT
  if [[ -n "${UP_DIR}" ]]; then
    if [[ -r "${UP_DIR}/run/job.env" ]]; then
      head_stop
    fi
    hosts_end "${JOB_HOSTS_DIR}"
    rm -rf "${JOB_HOSTS_DIR}" "${UP_DIR}/run/job.env"
  fi
  exit "${status}"
}

# set_nodes_job DIR MODE NUMBER: what head.sh wants to know.
set_nodes_job() {
  local index memory
  JOB_DIR="$1"
  JOB_ID="$(cksum <<<"$1" | cut -d ' ' -f 1)"
  JOB_REMOTE=netns
  JOB_HOSTS_DIR="$1/hosts.d"
  JOB_SCRATCH=/tmp
  JOB_HOSTS=()
  for ((index = 1; index <= $3; index++)); do
    JOB_HOSTS+=("node${index}")
  done
  memory="$(awk '/^MemAvailable:/ { print int($2 / 1024) }' /proc/meminfo)"
  JOB_CORES=$(($(nproc) / $3 + 1))
  JOB_MEMORY_MB=$((memory / $3))
  # This command is not there any more when the cluster runs.
  HPC_REUSE_LOST_SECONDS=0
  HPC_REUSE_CLUSTER_MODE="$2"
  head_defaults
}

# nodes_network DIR: three numbers of 10.x.y that depend on the directory; nobody else sees them.
nodes_network() {
  local sum
  sum="$(cksum <<<"$1" | cut -d ' ' -f 1)"
  printf '10.%d.%d' $((sum % 200 + 20)) $((sum / 200 % 250))
}

# load_job DIR: the variables of a cluster that is up; of what it exports to its nodes, PATH and libraries among
# it, only the JDK that all have and what PBS's remote shells want: the rest is the caller's own.
load_job() {
  # shellcheck source=/dev/null
  source <(sed -E '/^export /{ /^export (JAVA_HOME|PBS_JOBID|PBS_NODEFILE)=/!d }' "$1/run/job.env")
  JOB_END_SECONDS="${HPC_REUSE_END_SECONDS:-${HEAD_END_SECONDS}}"
}

# stop_nodes DIR
stop_nodes() {
  load_job "$1"
  [[ "${JOB_REMOTE}" == netns ]] || fail "${EXIT_USAGE}" \
    "down: the cluster in $1 belongs to job ${JOB_ID} of a scheduler; end that (scancel, qdel), or touch $1/run/stop"
  head_stop
  rm -rf -- "${NODE_DIR:?}"
  hosts_end "${JOB_HOSTS_DIR}"
  rm -rf "${JOB_HOSTS_DIR}" "$1/run/job.env"
}

# enter_login DIR: words in HOST_ENTER that bring a client to where the nodes of this cluster are
# reachable; none when that is here.
# In a scheduler's job a client's temporary files go where the job's own are, in CLIENT_ARGS.
enter_login() {
  [[ -r "$1/run/job.env" ]] || return 0
  load_job "$1"
  if [[ -d "${NODE_DIR}/tmp" ]]; then
    CLIENT_ARGS=("-Djava.io.tmpdir=${NODE_DIR}/tmp")
  fi
  [[ "${JOB_REMOTE}" == netns ]] || return 0
  host_enter "${JOB_HOSTS_DIR}" "${HOSTS_LOGIN}"
  # Who enters another mount namespace is in its root directory at first.
  # shellcheck disable=SC2016
  HOST_ENTER+=(-- "${BASH}" -c 'cd -- "$0" && exec "$@"' "${PWD}")
}
