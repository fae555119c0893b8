# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Running a command on a node of the cluster, whatever the machine offers for that. Sourced.
#
#   netns       a host of hosts.sh; its directory is in JOB_HOSTS_DIR
#   srun        a step of the Slurm job
#   pbs_tmrsh   OpenPBS's own remote shell; pbsdsh where there is none, as under Torque
#   ssh         needs keys without a passphrase between the nodes

readonly PBSDSH_USAGE_SECONDS=5

# step_words: words in STEP_ENV that go before srun, and before mpirun, which calls it: what the user
# told sbatch of tasks, memory and environment is not meant for our steps, but the user's command must
# see it unchanged. Each step may use all of a node, beside the others; of the ways to name memory srun
# bears one only.
step_words() {
  local name
  STEP_ENV=(env)
  for name in NTASKS NPROCS NTASKS_PER_NODE NTASKS_PER_CORE NTASKS_PER_SOCKET NTASKS_PER_GPU CPUS_PER_TASK \
    CPUS_PER_GPU TRES_PER_TASK MEM_PER_CPU MEM_PER_GPU MEM_PER_NODE EXPORT_ENV HINT THREADS_PER_CORE; do
    STEP_ENV+=(-u "SLURM_${name}")
  done
  STEP_ENV+=(SLURM_OVERLAP=1)
}

# pbsdsh_enter HOST: an older OpenPBS's pbsdsh knows nodes by their place in PBS_NODEFILE alone, a newer one's and
# Torque's also by name, as its usage says. Without the two dashes it would take the command's options for its own.
pbsdsh_enter() {
  local index
  [[ -n "${PBSDSH_USAGE:-}" ]] ||
    PBSDSH_USAGE="$(timeout --kill-after=1 "${PBSDSH_USAGE_SECONDS}" pbsdsh '-?' </dev/null 2>&1)" || true
  if [[ "${PBSDSH_USAGE}" == *"-h host"* ]]; then
    REMOTE_ENTER=(pbsdsh -h "$1" --)
    return
  fi
  index="$(awk -v host="$1" 'NF && $1 == host { print n + 0; exit } NF { n++ }' "${PBS_NODEFILE:-/dev/null}")" || true
  [[ -n "${index}" ]] || fail "${EXIT_UNAVAILABLE}" \
    "PBS_NODEFILE=${PBS_NODEFILE:-} does not name ${1}, so pbsdsh cannot reach it; work inside the job, or set HPC_REUSE_REMOTE=ssh"
  REMOTE_ENTER=(pbsdsh -n "${index}" --)
}

# remote_enter HOST: the words that go before a command on that node, in REMOTE_ENTER. Of pbsdsh, ssh
# and pbs_tmrsh the environment stays behind, so what runs there reads it from a file.
remote_enter() {
  local -a HOST_ENTER=() STEP_ENV=()
  case "${JOB_REMOTE}" in
    netns)
      host_enter "${JOB_HOSTS_DIR}" "$1"
      REMOTE_ENTER=("${HOST_ENTER[@]}" --)
      ;;
    srun)
      step_words
      REMOTE_ENTER=("${STEP_ENV[@]}" srun "--jobid=${JOB_ID}" --overlap --nodes=1 --ntasks=1 "--nodelist=$1" --cpu-bind=none --mem=0
        --input=none)
      ;;
    pbsdsh) pbsdsh_enter "$1" ;;
    pbs_tmrsh) REMOTE_ENTER=(pbs_tmrsh "$1") ;;
    ssh) REMOTE_ENTER=(bash "${HPC_REUSE_HOME}/launch/head/over-ssh.sh" "$1") ;;
    *) fail "${EXIT_USAGE}" "HPC_REUSE_REMOTE=${JOB_REMOTE}: must be pbs_tmrsh, pbsdsh or ssh" ;;
  esac
}

# start_agents: the script node.sh on every node; its processes here are called agents-….
start_agents() {
  local host
  local -a REMOTE_ENTER=() STEP_ENV=() node_script=()
  # The bash that runs here: what a node calls so may be older.
  node_script=("${BASH}" "${HPC_REUSE_HOME}/launch/lib/relay-signals.sh" "${BASH}" "${HPC_REUSE_HOME}/launch/node/node.sh")
  if [[ "${JOB_REMOTE}" == srun ]]; then
    step_words
    start_process "${JOB_DIR}" agents "${STEP_ENV[@]}" srun --overlap "--nodes=${#JOB_HOSTS[@]}" \
      "--ntasks=${#JOB_HOSTS[@]}" --ntasks-per-node=1 "--cpus-per-task=${JOB_CORES}" \
      --cpu-bind=none --mem=0 --input=none --kill-on-bad-exit=0 --wait=0 \
      "${node_script[@]}" "${JOB_DIR}"
    return
  fi
  for host in "${JOB_HOSTS[@]}"; do
    remote_enter "${host}"
    start_process "${JOB_DIR}" "agent-${host}" "${REMOTE_ENTER[@]}" \
      "${node_script[@]}" "${JOB_DIR}" "${host}" || return
  done
}

# PMIx 4.2 writes the names of a job's nodes as a pattern by default, and puts those of one kind together: node1,
# node-2, node3 becomes node1, node3, node-2, while the list of their ranks stays as it was. Ranks then take others
# for neighbours, and wait for ever. In Open MPI's own environment, here and on the nodes; what a user has set goes first.
PMIX_NAMES="PMIX_MCA_preg=${PMIX_MCA_preg:-^native}"

# mpirun_launch_words: how mpirun reaches the other nodes, in MPIRUN_LAUNCH, and in STEP_ENV what goes
# before it.
#
# Its daemons stay in the session in which they are started: PBS kills one that leaves it. So each has its
# rsh-agent.sh here, which ends with mpirun; an option lets mpirun keep so many at a time; its
# default is 128.
mpirun_launch_words() {
  local -a WITH_PARENT=()
  if [[ "${JOB_REMOTE}" == srun ]]; then
    MPIRUN_LAUNCH=(--mca plm slurm)
    # A step for its daemons of which every one may use all of its node.
    step_words
    STEP_ENV+=("SRUN_CPUS_PER_TASK=${JOB_CORES}" SLURM_CPU_BIND=none SLURM_MEM_PER_NODE=0)
  else
    with_parent KILL
    MPIRUN_LAUNCH=(--mca plm rsh --mca plm_rsh_no_tree_spawn 1 --mca orte_leave_session_attached 1
      --mca plm_rsh_num_concurrent "$((${#JOB_HOSTS[@]} + 1))" --mca plm_rsh_agent
      "${WITH_PARENT[*]} bash ${HPC_REUSE_HOME}/launch/head/rsh-agent.sh ${JOB_DIR}")
    # Else it would cut names at the first dot: what is left means no node to PBS, or means two nodes.
    [[ "${JOB_HOSTS[*]}" != *.* ]] || MPIRUN_LAUNCH+=(--mca orte_keep_fqdn_hostnames 1)
  fi
}

# relayed_enter HOST: the same as remote_enter, for a command whose output is wanted here; of those that PBS
# starts it goes to a file on that node.
relayed_enter() {
  remote_enter "$1"
  ! remote_keeps_output ||
    REMOTE_ENTER=(bash "${HPC_REUSE_HOME}/launch/head/over-tm.sh" "${JOB_DIR}" "${#REMOTE_ENTER[@]}" "${REMOTE_ENTER[@]}")
}

# remote_keeps_output: whether what a command prints stays on its node.
remote_keeps_output() {
  [[ "${JOB_REMOTE}" == pbs_tmrsh || "${JOB_REMOTE}" == pbsdsh ]]
}
