#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# The head's side of a cluster over several nodes, with nodes that only write their state, and a stand-in for the Java
# process that looks at them; with the real one: built/head.bats.

# shellcheck disable=SC2016,SC2030,SC2031 # words for another shell; each test is a process of its own
bats_require_minimum_version 1.5.0
load common
load head_nodes

setup() {
  set_head_nodes
}

teardown() {
  end_head_nodes
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

# watch_that: a stand-in for the Java process: standard input is what it does with a question, «$1» and «$2».
watch_that() {
  {
    printf 'while read -r -a asked; do\nset -- "${asked[@]}"\nprintf "%%s\\n" "$*" >>%q\n' "${BATS_TEST_TMPDIR}/asked"
    cat
    printf 'done\necho "input over" >>%q\n' "${BATS_TEST_TMPDIR}/asked"
  } >"${BATS_TEST_TMPDIR}/watch"
  # shellcheck disable=SC2317 # called by start_watch
  cli_words() { CLI_WORDS=("${BASH}" "${BATS_TEST_TMPDIR}/watch"); }
}

# as_a_job COMMAND…: with the trap of a job for its end.
as_a_job() {
  # shellcheck disable=SC2317 # called by the trap
  over() {
    echo "over with status $?"
    ask_watch end 5
    end_watch
  }
  set +e
  trap over EXIT
  trap 'exit 143' TERM
  start_watch
  "$@"
  exit
}

@test "an answer is the status; one that nobody waits for any more is passed over; there are no children with its pipes" {
  # shellcheck disable=SC2317 # called by run
  asks() {
    local pipe
    start_watch
    ask_watch checked 5
    sleep 60 &
    for pipe in "${HEAD_WATCH[@]}"; do
      [[ -z "$(find "/proc/$!/fd" -lname "$(readlink "/proc/${BASHPID}/fd/${pipe}")")" ]] || return 9
    done
    kill $!
    ask_watch up 5 || return
  }
  watch_that <<<'[[ "$1" != up ]] || printf "%s\n" "staged 0" "up 4"; [[ "$1" == up ]] || echo "$1 0"'
  run asks
  [ "${status}" -eq 4 ]
  wait_until grep -qx "input over" "${BATS_TEST_TMPDIR}/asked"
  [ "$(head -n 2 "${BATS_TEST_TMPDIR}/asked")" = $'checked 5\nup 5' ]
}

@test "a signal is handled at once while an answer is waited for, and may ask in turn; the Java process gets none" {
  local job status=0
  watch_that <<<'[[ "$1" == up ]] || echo "$1 0"'
  as_a_job ask_watch up 60 >"${BATS_TEST_TMPDIR}/out" 2>&1 3>&- &
  job=$!
  wait_until grep -qx "up 60" "${BATS_TEST_TMPDIR}/asked"
  kill -TERM "$(pgrep -P "${job}")"
  kill -INT "$(pgrep -P "${job}")"
  kill -TERM "${job}"
  wait_until grep -qx "end 5" "${BATS_TEST_TMPDIR}/asked"
  wait "${job}" || status=$?
  [ "${status}" -eq 143 ]
  [ "$(<"${BATS_TEST_TMPDIR}/out")" = "over with status 143" ]
}

@test "a job's time that is up is handled, and the question asked again; so it is when nothing comes" {
  # shellcheck disable=SC2317 # called by ask_watch
  time_is_up() { echo "time is up"; }
  # shellcheck disable=SC2317 # called by run
  asks() { start_watch && ask_watch watch 4711; }
  watch_that <<<'if [[ -n "${told:-}" ]]; then echo "$1 0"; else echo "$1 time"; told=1; fi'
  run asks
  [ "${status}" -eq 0 ]
  [ "${output}" = "time is up" ]
  HEAD_AGAIN_SECONDS=1
  watch_that <<<'[[ -z "${told:-}" ]] || echo "$1 0"; told=1'
  run asks
  [ "${status}" -eq 0 ]
  [ "$(head -n 2 "${BATS_TEST_TMPDIR}/asked")" = $'watch 4711\nwatch 4711' ]
}

@test "a Java process that is killed while the cluster starts, or is up, ends the job with a message; the stop has another" {
  local question
  both_live
  : >"${JOB_DIR}/nodes/r1-n01/ended"
  : >"${JOB_DIR}/nodes/n2.example.org/ended"
  # shellcheck disable=SC2317 # called by run
  asks() {
    local status=0
    start_watch
    ask_watch "$1" 4711 || status=$?
    head_stop
    return "${status}"
  }
  for question in up watch; do
    : >"${BATS_TEST_TMPDIR}/asked"
    watch_that <<<'if [[ "$1" == @(up|watch) ]]; then kill -KILL "${BASHPID}"; else echo "$1 0"; fi'
    run asks "${question}"
    [ "${status}" -eq 1 ]
    [[ "${output}" == *"hpc-reuse: the head's Java process has ended by itself, so nobody watches the nodes any more"* ]]
    [ "$(head -n 3 "${BATS_TEST_TMPDIR}/asked")" = "${question} 4711"$'\nhistory 25\nend 100' ]
    [ -e "${JOB_DIR}/run/end" ]
    both_live
  done
  # shellcheck disable=SC2317 # called by run
  asks_nobody() {
    start_watch
    ask_watch checked 5
    ask_watch staged 5
  }
  # It listens no more while it ends.
  watch_that <<<'exec <&-; echo "$1 0"; sleep 0.5; exit'
  run asks_nobody
  [ "${status}" -eq 1 ]
  [[ "${output}" == *"the head's Java process has ended by itself"* ]]
}

@test "a Java process that does not answer is not waited for beyond the time that it has, and ends" {
  # shellcheck disable=SC2317 # called by run
  asks_in_vain() {
    local pid status=0
    start_watch
    pid="${HEAD_WATCH_PID}"
    ask_watch up "$((2 - HEAD_ANSWER_SECONDS))" || status=$?
    wait_until eval "! kill -0 ${pid} 2>/dev/null" || return 9
    return "${status}"
  }
  watch_that <<<'exec sleep 60'
  run asks_in_vain
  [ "${status}" -eq 1 ]
  [[ "${output}" == "hpc-reuse: the head's Java process has not answered «up» within 2 s; is ${JOB_DIR} slow, or not there any more?" ]]
}

@test "without any Java process the nodes are ended nonetheless, and waited for" {
  # A node's script, which ends once the head says so.
  start_process "${JOB_DIR}" agent-r1-n01 bash -c "until [[ -e '${JOB_DIR}/run/end' ]]; do sleep 0.1; done; sleep 0.5; : >'${JOB_DIR}/nodes/r1-n01/ended'"
  watch_that <<<''
  printf 'exit 1\n' >"${BATS_TEST_TMPDIR}/watch"
  run head_stop
  [ "${status}" -eq 0 ]
  [[ "${output}" == *"the head's Java process has ended by itself"* ]]
  [ -e "${JOB_DIR}/nodes/r1-n01/ended" ]
  start_process "${JOB_DIR}" agent-r1-n01 sleep 60
  JOB_END_SECONDS=0 run head_stop
  [[ "${output}" == *"the scripts of the nodes have not all ended within 0 s; ${NODE_DIR} may be left there"* ]]
  [ ! -e "${JOB_DIR}/run/agent-r1-n01.pid" ]
}

@test "storage that is kept stays its job's when a node may still use it" {
  take_kept_storage "hdfs:${BATS_TEST_TMPDIR}/kept" 7 2 3.5.0
  both_live
  : >"${JOB_DIR}/nodes/r1-n01/ended"
  : >"${JOB_DIR}/nodes/r1-n01/collected"
  watch_that <<<'echo "$1 0"'
  run head_stop
  [[ "${output}" == *"remove ${BATS_TEST_TMPDIR}/kept/owner"* ]]
  [ "$(cat "${BATS_TEST_TMPDIR}/kept/owner")" = 7 ]
  : >"${JOB_DIR}/nodes/n2.example.org/ended"
  both_live
  run head_stop
  [ "${output}" = "" ]
  [ ! -e "${BATS_TEST_TMPDIR}/kept/owner" ]
}

@test "a start without a JDK 17 ends before a node is touched, and says what to set" {
  local JOB_CLUSTER_MODE=fork HADOOP_HOME
  HADOOP_HOME="$(fake_hadoop_home 3.5.0)"
  # shellcheck disable=SC2317 # called by head_start
  {
    java_home() { return 1; }
    start_agents() { echo "agents started"; }
    start_watch() { return 1; }
  }
  run head_start
  [ "${status}" -eq 3 ]
  [[ "${output}" == "hpc-reuse: no JDK 17 found"*"set JAVA_HOME"* ]]
  [[ "${output}" != *"agents started"* ]]
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
