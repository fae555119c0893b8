#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# The head's side of a cluster over several nodes, with nodes that only write their state.

# shellcheck disable=SC2030,SC2031 # each test is a process of its own
bats_require_minimum_version 1.5.0
load common

setup() {
  load_launch lib/{base,process,http,hadoop,mpi,class-archive,daemons,node-parts} head/{hosts,remote,head,kept-storage}
  JOB_DIR="${BATS_TEST_TMPDIR}/job"
  JOB_ID=7
  JOB_SCRATCH="${BATS_TEST_TMPDIR:0:30}"
  JOB_HOSTS=(r1-n01 n2.example.org)
  JOB_REMOTE=ssh
  mkdir -p "${JOB_DIR}"/{run,logs,nodes/r1-n01,nodes/n2.example.org}
  head_defaults
}

# node_says HOST STATE [MILLISECONDS [MESSAGE]]
node_says() {
  printf '%s %s %s\n' "$2" "${3:-$(now_ms)}" "${4:-}" >"${JOB_DIR}/nodes/$1/state"
}

@test "all nodes are waited for, and one that is further on counts" {
  node_says r1-n01 up
  node_says n2.example.org pool
  run wait_nodes pool 1
  [ "${status}" -eq 0 ]
}

@test "a node that is late is named with how far it is" {
  node_says r1-n01 up
  node_says n2.example.org checked
  run wait_nodes up 0
  [ "${status}" -eq 4 ]
  [[ "${output}" == *"not «up» within 0 s: n2.example.org (checked)"* ]]
  [[ "${output}" != *r1-n01* ]]
}

@test "a node that fails ends the waiting at once, with its message and log" {
  node_says r1-n01 checked
  node_says n2.example.org failed "$(now_ms)" "no JDK at /jdk on this node; set JAVA_HOME"
  echo "what it logged" >"${JOB_DIR}/nodes/n2.example.org/log"
  run wait_nodes up 30
  [ "${status}" -eq 1 ]
  [[ "${output}" == *"node n2.example.org: no JDK at /jdk on this node; set JAVA_HOME"* ]]
  [[ "${output}" == *"what it logged"* ]]
}

@test "a clock that is ahead is named" {
  node_says r1-n01 checked
  node_says n2.example.org checked $(($(now_ms) + 60000))
  run check_clocks
  [ "${status}" -eq 1 ]
  [[ "${output}" == *"the clock of n2.example.org differs"* ]]
}

@test "a clock that is behind is named" {
  node_says r1-n01 checked
  node_says n2.example.org checked $((JOB_STARTED_MS - 60000))
  run check_clocks
  [ "${status}" -eq 1 ]
  [[ "${output}" == *"the clock of n2.example.org differs"* ]]
}

@test "clocks that agree are no matter" {
  node_says r1-n01 checked
  node_says n2.example.org checked $(($(now_ms) + 500))
  run check_clocks
  [ "${status}" -eq 0 ]
}

@test "a scratch directory too long for a socket is refused" {
  JOB_SCRATCH="/scratch/$(printf 'x%.0s' {1..80})"
  run head_defaults
  [ "${status}" -eq 2 ]
  [[ "${output}" == *"too long for a Unix socket's path"* ]]
}

@test "the slots of a size list are counted" {
  run slots_in 4x1024,1x1536
  [ "${output}" = 5 ]
}

@test "the number of a job is its digits, however many there are" {
  JOB_ID=12-3.server-0
  run job_number
  [ "${output}" = 1230 ]
  JOB_ID=no-number
  run job_number
  [ "${output}" = 0 ]
  JOB_ID=99987654321987654321
  run job_number
  [ "${output}" = 987654321987654321 ]
}

@test "each way to another node has its words" {
  local -a REMOTE_ENTER=()
  remote_enter n2.example.org
  [[ "${REMOTE_ENTER[*]}" == *"over-ssh.sh n2.example.org" ]]
  JOB_REMOTE=srun
  remote_enter n2.example.org
  [[ "${REMOTE_ENTER[*]}" == "env "*" srun --jobid=7 --overlap"*"--nodelist=n2.example.org"* ]]
  JOB_REMOTE=telnet
  run remote_enter n2.example.org
  [ "${status}" -eq 2 ]
  [[ "${output}" == *"HPC_REUSE_REMOTE=telnet"* ]]
}

# stand_in NAME: a command of that name in PATH that writes down its environment, one variable a line.
stand_in() {
  mkdir -p "${BATS_TEST_TMPDIR}/bin"
  printf '#!/bin/sh\nenv >"%s/$$" && mv "%s/$$" "%s/%s.env"\n' "${BATS_TEST_TMPDIR}" "${BATS_TEST_TMPDIR}" \
    "${BATS_TEST_TMPDIR}" "$1" >"${BATS_TEST_TMPDIR}/bin/$1"
  chmod +x "${BATS_TEST_TMPDIR}/bin/$1"
  PATH="${BATS_TEST_TMPDIR}/bin:${PATH}"
}

@test "what sbatch was told of tasks and memory is kept from our steps, not from the user's command" {
  local started
  export SLURM_MEM_PER_CPU=2000 SLURM_NTASKS=9 SLURM_CPUS_PER_TASK=3 SLURM_TRES_PER_TASK=cpu:1 SLURM_EXPORT_ENV=NONE \
    SLURM_HINT=nomultithread SLURM_THREADS_PER_CORE=1
  stand_in srun
  stand_in mpirun
  JOB_REMOTE=srun JOB_CORES=16 CLUSTER_SLOTS=2x512 CLUSTER_SPARES=0 MPIRUN=mpirun
  NODE_DIR="${BATS_TEST_TMPDIR}"
  start_agents
  start_ranks
  for started in srun mpirun; do
    wait_until test -e "${BATS_TEST_TMPDIR}/${started}.env"
    run grep -E '^SLURM_(MEM_PER_CPU|NTASKS|CPUS_PER_TASK|TRES_PER_TASK|EXPORT_ENV|HINT|THREADS_PER_CORE)=' "${BATS_TEST_TMPDIR}/${started}.env"
    [ -z "${output}" ]
    grep -qx SLURM_OVERLAP=1 "${BATS_TEST_TMPDIR}/${started}.env"
  done
  grep -qx SLURM_MEM_PER_NODE=0 "${BATS_TEST_TMPDIR}/mpirun.env"
  run env
  [[ "${output}" == *SLURM_MEM_PER_CPU=2000* && "${output}" == *SLURM_NTASKS=9* ]]
  [[ "${output}" != *SLURM_OVERLAP* && "${output}" != *SLURM_MEM_PER_NODE* && "${output}" != *SRUN_* ]]
}

# ended_part NAME: a part that was started, and is not there any more.
ended_part() {
  printf '1 0\n' >"${JOB_DIR}/run/$1.pid"
  printf 'what %s said\n' "$1" >"${JOB_DIR}/logs/$1.log"
}

# both_live: nodes, with the scripts on them.
both_live() {
  local host
  for host in "${JOB_HOSTS[@]}"; do
    node_says "${host}" up
    start_process "${JOB_DIR}" "agent-${host}" sleep 60
  done
}

@test "every mpirun that ends is told of, once, and the job goes on" {
  ended_part mpirun-1
  node_says r1-n01 up
  node_says n2.example.org up
  run parts_alive
  [ "${status}" -eq 1 ]
  [[ "${output}" == *"mpirun-1 has ended; its slots are lost"*"what mpirun-1 said"* ]]
  look_at_nodes 2>"${BATS_TEST_TMPDIR}/first"
  ended_part mpirun-2
  look_at_nodes 2>"${BATS_TEST_TMPDIR}/second"
  look_at_nodes 2>"${BATS_TEST_TMPDIR}/third"
  grep -q mpirun-1 "${BATS_TEST_TMPDIR}/first"
  run ! grep mpirun-1 "${BATS_TEST_TMPDIR}/second"
  grep -q "mpirun-2 has ended" "${BATS_TEST_TMPDIR}/second"
  [ ! -s "${BATS_TEST_TMPDIR}/third" ]
}

@test "the node scripts of srun are missed while the command runs, and end it" {
  node_says r1-n01 up
  node_says n2.example.org up
  ended_part agents
  sleep 60 &
  run head_watch $!
  kill $!
  [ "${status}" -eq 1 ]
  [[ "${output}" == *"the node scripts ended before they could say why"*"what agents said"* ]]
}

@test "one node's script that has gone is told of once, and the job goes on; the head's is its end" {
  both_live
  look_at_nodes
  signal_processes "${JOB_DIR}" KILL agent-n2.example.org
  wait_ended "${JOB_DIR}" 5 agent-n2.example.org
  look_at_nodes 2>"${BATS_TEST_TMPDIR}/first"
  look_at_nodes 2>"${BATS_TEST_TMPDIR}/second"
  grep -q "the node script of n2.example.org ended before" "${BATS_TEST_TMPDIR}/first"
  [ ! -s "${BATS_TEST_TMPDIR}/second" ]
  signal_processes "${JOB_DIR}" KILL agent-r1-n01
  wait_ended "${JOB_DIR}" 5 agent-r1-n01
  run look_at_nodes
  [ "${status}" -eq 1 ]
}

@test "storage that is kept stays its job's when a node may still use it" {
  take_kept_storage "hdfs:${BATS_TEST_TMPDIR}/kept" 7 2 3.5.0
  both_live
  : >"${JOB_DIR}/nodes/r1-n01/ended"
  : >"${JOB_DIR}/nodes/r1-n01/collected"
  JOB_END_SECONDS=0 run head_stop
  [[ "${output}" == *"node n2.example.org has not said within 0 s that all is ended; if it still runs it ends by itself"* ]]
  [[ "${output}" != *"node r1-n01 has not said"* ]]
  [[ "${output}" == *"remove ${BATS_TEST_TMPDIR}/kept/owner"* ]]
  [ "$(cat "${BATS_TEST_TMPDIR}/kept/owner")" = 7 ]
  : >"${JOB_DIR}/nodes/n2.example.org/ended"
  both_live
  run head_stop
  [ "${output}" = "" ]
  [ ! -e "${BATS_TEST_TMPDIR}/kept/owner" ]
}

@test "a step that srun ends says that logs may be missing" {
  JOB_REMOTE=srun
  start_process "${JOB_DIR}" agents sleep 60
  JOB_END_SECONDS=0 run head_stop
  [[ "${output}" == *"node r1-n01 has not said within 0 s that all is ended; its step is ended now, so logs of that node may be missing and ${NODE_DIR} may be left there"* ]]
}

@test "a command that is running when the user asks for the stop is ended, and not a success; interactive is" {
  local command
  both_live
  : >"${JOB_DIR}/run/stop"
  sleep 60 &
  command=$!
  run head_watch "${command}"
  kill "${command}"
  [ "${status}" -eq 143 ]
  [[ "${output}" == *"told by ${JOB_DIR}/run/stop to stop: ending the command"* ]]
  run head_watch ""
  [ "${status}" -eq 0 ]
}

@test "the user's stop counts while the cluster starts" {
  both_live
  : >"${JOB_DIR}/run/stop"
  node_says n2.example.org checked
  run wait_nodes up 30
  [ "${status}" -eq 143 ]
  [[ "${output}" == *"told by ${JOB_DIR}/run/stop to stop, before the cluster was up"* ]]
}

@test "a start without a JDK 17 ends before a node is touched, and says what to set" {
  local JOB_CLUSTER_MODE=fork HADOOP_HOME
  HADOOP_HOME="$(fake_hadoop_home 3.5.0)"
  # shellcheck disable=SC2317 # called by head_start
  {
    java_home() { return 1; }
    start_agents() { echo "agents started"; }
    wait_nodes() { return 1; }
  }
  run head_start
  [ "${status}" -eq 3 ]
  [[ "${output}" == "hpc-reuse: no JDK 17 found"*"set JAVA_HOME"* ]]
  [[ "${output}" != *"agents started"* ]]
}

@test "a node that loses a part, or ends, while the cluster starts ends the start at once, with its message" {
  node_says r1-n01 up
  node_says n2.example.org lost "$(now_ms)" "nodemanager has ended by itself; log: there"
  run wait_nodes up 30
  [ "${status}" -eq 1 ]
  [[ "${output}" == *"node n2.example.org: nodemanager has ended by itself; log: there"* ]]
  node_says n2.example.org "done"
  run wait_nodes up 30
  [ "${status}" -eq 1 ]
  [[ "${output}" == *"node n2.example.org: its part has ended while the cluster was starting"* ]]
}

# pbsdsh_that_says TEXT: of its options.
pbsdsh_that_says() {
  mkdir -p "${BATS_TEST_TMPDIR}/bin"
  printf '#!/bin/sh\necho "%s" >&2\nexit 1\n' "$1" >"${BATS_TEST_TMPDIR}/bin/pbsdsh"
  chmod +x "${BATS_TEST_TMPDIR}/bin/pbsdsh"
  PATH="${BATS_TEST_TMPDIR}/bin:${PATH}"
  PBSDSH_USAGE=""
}

@test "pbsdsh is told the place of a node in PBS_NODEFILE; one that can, its name; a command's options are not its own" {
  local -a REMOTE_ENTER=()
  JOB_REMOTE=pbsdsh PBS_NODEFILE="${BATS_TEST_TMPDIR}/nodes"
  printf '%s\n' r1-n01 r1-n01 '' n2.example.org n2.example.org n3 >"${PBS_NODEFILE}"
  pbsdsh_that_says 'Usage: pbsdsh [-c copies][-s][-v][-o] -- program [args...]
       pbsdsh [-n node_index][-s][-v][-o] -- program [args...]'
  remote_enter r1-n01
  [ "${REMOTE_ENTER[*]}" = "pbsdsh -n 0 --" ]
  remote_enter n2.example.org
  [ "${REMOTE_ENTER[*]}" = "pbsdsh -n 2 --" ]
  run remote_enter n2
  [ "${status}" -eq 3 ]
  [[ "${output}" == *"PBS_NODEFILE=${PBS_NODEFILE} does not name n2,"* ]]
  pbsdsh_that_says 'Usage: pbsdsh [-c copies][-o][-s][-u][-v] program [args]...]
       pbsdsh [-h hostname][-o][-v] program [args]...'
  remote_enter n2.example.org
  [ "${REMOTE_ENTER[*]}" = "pbsdsh -h n2.example.org --" ]
}

@test "mpirun's daemons stay in their session, where PBS lets them live, on more nodes than its 128 too" {
  local -a MPIRUN_LAUNCH=() STEP_ENV=()
  for JOB_REMOTE in pbs_tmrsh pbsdsh ssh netns; do
    mpirun_launch_words
    [[ "${MPIRUN_LAUNCH[*]}" == *" --mca orte_leave_session_attached 1 "* ]]
  done
  mapfile -t JOB_HOSTS < <(seq -f 'n%g' 200)
  mpirun_launch_words
  [[ "${MPIRUN_LAUNCH[*]}" == *" --mca plm_rsh_num_concurrent 201 "* ]]
}

# mpi_daemon_ends STATUS: mpirun's daemon on r1-n01, which says two things and ends so; by way of a pbs_tmrsh.
mpi_daemon_ends() {
  mkdir -p "${BATS_TEST_TMPDIR}/bin"
  # shellcheck disable=SC2016
  printf '#!/bin/sh\nshift\nexec "$@"\n' >"${BATS_TEST_TMPDIR}/bin/pbs_tmrsh"
  chmod +x "${BATS_TEST_TMPDIR}/bin/pbs_tmrsh"
  PATH="${BATS_TEST_TMPDIR}/bin:${PATH}"
  JOB_REMOTE=pbs_tmrsh write_job_env
  bash "${HPC_REUSE_HOME}/launch/head/rsh-agent.sh" "${JOB_DIR}" r1-n01 \
    "echo one; echo two >&2; exit $1"
}

@test "an MPI daemon that cannot be started is told to mpirun, one that is lost later is not; its output is a log" {
  run mpi_daemon_ends 3
  [ "${status}" -eq 3 ]
  [ -z "${output}" ]
  [ "$(<"${JOB_DIR}/logs/orted-r1-n01.log")" = $'one\ntwo' ]
  node_says r1-n01 up
  run mpi_daemon_ends 137
  [ "${status}" -eq 0 ]
}

@test "of a log the last lines are shown, without what tells nothing" {
  local noise="[node1:04877] PMIX ERROR: BAD-PARAM in file ../../../src/event/pmix_event_notification.c at line 1033"
  printf '%s\n' "mpirun was killed" "${noise}" "${noise}" >"${BATS_TEST_TMPDIR}/mpirun.log"
  printf '%s\n' "${noise}" >"${BATS_TEST_TMPDIR}/orted.log"
  run show_log "${BATS_TEST_TMPDIR}/mpirun.log" "${BATS_TEST_TMPDIR}/orted.log" "${BATS_TEST_TMPDIR}/none.log"
  [ "${status}" -eq 0 ]
  [ "${output}" = "last lines of ${BATS_TEST_TMPDIR}/mpirun.log:"$'\n'"  | mpirun was killed" ]
}
