#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# hadoop-reuse.pbs on a real OpenPBS of four hosts, as an ordinary user, with a package unpacked at home, from
# another directory. After every job nothing may be left anywhere. PBS_EXEC names the installed OpenPBS;
# without it all of this is skipped.

# shellcheck disable=SC2030,SC2031 # each test is a process of its own
bats_require_minimum_version 1.5.0
load hosts
load site
load pbs_cluster
load ../strangers

setup_file() {
  load_all
  export IMPOSSIBLE=""
  IMPOSSIBLE="$(openpbs_possible)" || return 0
  "${HPC_REUSE_HOME}/bin/hpc-reuse" package --output "${BATS_FILE_TMPDIR}/package.tar"
  openpbs_start "${BATS_FILE_TMPDIR}/package.tar"
  echo "# OpenPBS $(openpbs_version), ${#SITE_HOSTS[@]} hosts" >&3
  export TEST_DIR
}

teardown_file() {
  load_all
  [[ -n "${IMPOSSIBLE}" ]] || openpbs_stop
}

setup() {
  load_all
  [[ -z "${IMPOSSIBLE}" ]] || skip "${IMPOSSIBLE}"
  # A loaded machine is slow.
  JOB_VARS=(HPC_REUSE_UP_SECONDS=600 HPC_REUSE_SLOTS=2x512 HPC_REUSE_SPARES=0)
  HOME_OF_ADA="${TEST_DIR}/ada"
  SCRIPTS="${HOME_OF_ADA}/hpc-reuse/launch"
}

teardown() {
  if [[ -z "${IMPOSSIBLE}" && -z "${BATS_TEST_COMPLETED:-}" ]]; then
    openpbs_command qstat -f || true
    openpbs_command qselect | xargs --no-run-if-empty --max-args=1 env "PBS_CONF_FILE=${TEST_DIR}/pbs/login.conf" \
      nsenter --target "$(host_pid "${TEST_DIR}/hosts.d" login)" --net --uts --mount "${PBS_EXEC}/bin/qdel" || true
  fi
}

# submit SELECT [ARG OF qsub…]: as docs/supercomputers.md tells it; JOB_VARS holds what is set beside the home,
# NAME=VALUE. Sets JOB and OUT, the job's directory.
submit() {
  local variables
  printf -v variables ',%s' "HPC_REUSE_HOME=${HOME_OF_ADA}/hpc-reuse" "${JOB_VARS[@]}"
  JOB="$(as_ada qsub -l "select=$1" -v "${variables#,}" "${@:2}" "${SCRIPTS}/pbs/hadoop-reuse.pbs")"
  OUT="${HOME_OF_ADA}/elsewhere/hadoop-reuse-${JOB}"
}

# on_hosts HOST…: a select that gives just these.
on_hosts() {
  local select
  printf -v select '+1:ncpus=2:mpiprocs=1:mem=6gb:host=%s' "$@"
  printf '%s' "${select#+}"
}

job_printed() {
  show_job "${JOB}" | grep -qF -- "$1"
}

# started_job SELECT [ARG OF qsub…]: submits a job that runs until it is ended, and waits until it runs.
started_job() {
  JOB_VARS+=("HPC_REUSE_RUN=$(lingering)")
  submit "$@"
  wait_long 600 job_printed "the command runs"
}

# ends_with TEXT SECONDS: the job ends within the time, has said the text, and leaves nothing.
ends_with() {
  await_job "${JOB}" "$2"
  job_printed "$1"
  wait_long 30 nothing_left
  no_noise
}

# no_noise: what concerns nobody does not stand in the job's output.
no_noise() {
  run ! job_printed "PMIX ERROR"
  run ! job_printed "ORTE"
}

# experiment_on NODES HOST…: both workloads, with nothing set but what to run. The slots of all nodes are asked by
# pbs_tmrsh; the command's status is the job's. Other users of the nodes get nothing meanwhile.
experiment_on() {
  JOB_VARS=("HPC_REUSE_RUN=$(experiment) 7")
  submit "$1:ncpus=2:mpiprocs=1:mem=8gb"
  strangers_come_to "${@:2}"
  await_job "${JOB}" 900
  strangers_hear_nothing
  were_at NameNode DataNode ResourceManager NodeManager JobHistoryServer "pool manager" slot mpirun
  [ "$(job_says "${JOB}" Exit_status)" = 7 ]
  job_printed "on $1 nodes: ${*:2};"
  # With a spare on each.
  experiment_was_right "$(echo "${HOME_OF_ADA}"/elsewhere/*".o${JOB%%.*}")" $((3 * $1)) "${@:2}"
  grep -qx JOB_REMOTE=pbs_tmrsh "${OUT}/run/job.env"
  wait_long 30 nothing_left
  no_noise
}

@test "qsub: Terasort and PageRank over 2 nodes, nothing else set, results right, all nodes used, nothing left" {
  experiment_on 2 node1 node-2
}

# bats test_tags=full
@test "qsub: Terasort and PageRank over 3 nodes, nothing else set, results right, all nodes used, nothing left" {
  experiment_on 3 node1 node-2 node3
  # A daemon of the MPI job is a task of PBS's.
  [ -e "${OUT}/logs/orted-node-2.log" ]
  [ -e "${OUT}/logs/orted-node3.log" ]
}

# bats test_tags=full
@test "qsub: Terasort is what runs when nothing is said" {
  JOB_VARS=()
  submit 2:ncpus=2:mpiprocs=1:mem=8gb
  await_job "${JOB}" 900
  [ "$(job_says "${JOB}" Exit_status)" = 0 ]
  [ "$(show_job "${JOB}" | grep -c 'valid, checksum')" -eq 2 ]
  wait_long 30 nothing_left
  no_noise
}

# bats test_tags=full
@test "qsub: PageRank by its name, with files that all nodes see" {
  local graph="${HOME_OF_ADA}/hpc-reuse/workloads/pagerank/graphs/debian-sample.txt"
  JOB_VARS+=("HPC_REUSE_RUN=pagerank file://${graph} file://${HOME_OF_ADA}/ranks --iterations 1")
  submit "$(on_hosts node1 node4)"
  await_job "${JOB}" 900
  [ "$(job_says "${JOB}" Exit_status)" = 0 ]
  cat "${HOME_OF_ADA}"/ranks/part-* >"${BATS_TEST_TMPDIR}/ranks"
  ranks_after_one_iteration "${graph}" "${BATS_TEST_TMPDIR}/ranks"
  wait_long 30 nothing_left
}

# over_remote NAME: a job by that remote shell, with a sum over the ranks of both nodes.
over_remote() {
  local command
  command="$(
    script over-remote <<'END_OF_SCRIPT'
hadoop examples pi 4 10
"${HPC_REUSE_HOME}/bin/hpc-reuse" mpi-check --node node4
exit 5
END_OF_SCRIPT
  )"
  JOB_VARS+=("HPC_REUSE_RUN=${command}" "HPC_REUSE_REMOTE=$1")
  submit "$(on_hosts node1 node4)"
  await_job "${JOB}" 900
  [ "$(job_says "${JOB}" Exit_status)" = 5 ]
  job_printed "Estimated value of Pi"
  job_printed "4 ranks"
  grep -qx "JOB_REMOTE=$1" "${OUT}/run/job.env"
  [ -s "${OUT}/logs/node4/nodemanager.log" ]
  wait_long 30 nothing_left
  no_noise
}

# bats test_tags=full
@test "over pbsdsh: the command's status is the job's, commands reach the other node, nothing left" {
  over_remote pbsdsh
}

# bats test_tags=full
@test "over ssh: the same" {
  [ -x /usr/sbin/sshd ] || skip "no sshd is installed"
  openpbs_ssh node1 node4
  over_remote ssh
}

# bats test_tags=full
@test "interactive: hints, a client on a node, the end by a file" {
  local sourced
  JOB_VARS+=(HPC_REUSE_RUN=interactive)
  submit "$(on_hosts node1 node4)"
  wait_long 600 grep -qF "touch ${OUT}/run/stop" "${OUT}/hints"
  # shellcheck disable=SC2016
  sourced="$(as_ada_on node1 bash -c '
    source "$1/env" && cd && hadoop examples pi 2 10 >/dev/null && hadoop fs -ls /user' sourced "${OUT}")"
  [[ "${sourced}" == */user/ada* ]]
  as_ada_on node1 touch "${OUT}/run/stop"
  ends_with "The cluster is up until the job ends" 240
  [ "$(job_says "${JOB}" Exit_status)" = 0 ]
  find "${OUT}/history" -name '*.jhist' | grep -q .
}

@test "qdel: the command is told first, nothing is left" {
  started_job "$(on_hosts node1 node4)"
  as_ada qdel "${JOB}"
  ends_with "the command was told to end" 60
  job_printed "ending the cluster"
}

# bats test_tags=full
@test "qdel while the cluster starts: nothing is left" {
  submit "$(on_hosts node1 node4)"
  wait_long 300 job_printed "daemons started"
  as_ada qdel "${JOB}"
  ends_with "told to end: stopping" 60
}

# bats test_tags=full
@test "the end of the walltime: the command is told 180 s before it, the cluster ends in order" {
  started_job "$(on_hosts node1 node4)" -l walltime=00:08:00
  ends_with "the job's time is nearly over" 480
  job_printed "the command was told to end"
  [ "$(job_says "${JOB}" Exit_status)" = 9 ]
}

# bats test_tags=full
@test "OpenPBS's own end of the walltime, which does not warn: nothing is left" {
  started_job "$(on_hosts node1 node4)" -l walltime=02:00:00
  openpbs_command qalter -l walltime=00:00:10 "${JOB}"
  ends_with "told to end: stopping" 120
  run ! job_printed "the job's time is nearly over"
}

# tell_apart: makes a command that ends when another one of it runs in a cluster of its own, with the number that
# it is told; prints where.
tell_apart() {
  script tell-apart <<'END_OF_SCRIPT'
hadoop fs -mkdir "of-$1"
hadoop fs -ls
# Both clusters are up at the same time.
: >"task-$1"
for ((tries = 0; tries < 3000; tries++)); do
  [[ ! -e task-1 || ! -e task-2 ]] || exit "$1"
  sleep 0.2
done
exit 9
END_OF_SCRIPT
}

# were_apart ID ID: both have ended with their numbers, and have seen their own files alone.
were_apart() {
  local number=0 id
  for id in "$@"; do
    number=$((number + 1))
    [ "$(job_says "${id}" Exit_status)" = "${number}" ]
    show_job "${id}" | grep -q "of-${number}\$"
    run ! grep -q "of-$((3 - number))\$" <(show_job "${id}")
  done
  rm "${HOME_OF_ADA}"/elsewhere/task-[12]
  wait_long 30 nothing_left
}

# bats test_tags=full
@test "two jobs of an array share their nodes and do not touch each other" {
  local command id
  command="$(tell_apart)"
  JOB_VARS=(HPC_REUSE_UP_SECONDS=600 HPC_REUSE_SLOTS=2x256 HPC_REUSE_SPARES=0
    "HPC_REUSE_RUN=$(script of-array <<<"exec '${command}' \"\${PBS_ARRAY_INDEX}\"")")
  # An array has to be one that PBS may run again.
  submit "$(on_hosts node1 node4)" -r y -J 1-2
  id="${JOB%%\[*}"
  await_job "${id}[1].${JOB#*.}" 900
  await_job "${id}[2].${JOB#*.}" 300
  were_apart "${id}[1].${JOB#*.}" "${id}[2].${JOB#*.}"
}

# bats test_tags=full
@test "two jobs at once share their nodes and do not touch each other" {
  local command first number
  command="$(tell_apart)"
  for number in 1 2; do
    first="${JOB:-}"
    JOB_VARS=(HPC_REUSE_UP_SECONDS=600 HPC_REUSE_SLOTS=2x256 HPC_REUSE_SPARES=0 "HPC_REUSE_RUN=${command} ${number}")
    submit "$(on_hosts node1 node4)"
  done
  await_job "${first}" 900
  await_job "${JOB}" 300
  were_apart "${first}" "${JOB}"
}

# bats test_tags=full
@test "an MPI daemon that is killed is named, and the job goes on without it" {
  local command daemon
  command="$(
    script after-loss <<'END_OF_SCRIPT'
echo "the command runs"
until [[ -e go-on ]]; do sleep 0.2; done
hadoop examples pi 2 10
END_OF_SCRIPT
  )"
  JOB_VARS+=("HPC_REUSE_RUN=${command}")
  submit "$(on_hosts node1 node-2 node4)"
  wait_long 600 job_printed "the command runs"
  daemon="$(host_exec "${TEST_DIR}/hosts.d" node4 pgrep -x orted)"
  host_exec "${TEST_DIR}/hosts.d" node4 kill -KILL "${daemon}"
  wait_long 60 job_printed "node node4: the MPI daemon (pid ${daemon}) has ended by itself"
  as_ada touch go-on
  await_job "${JOB}" 600
  rm "${HOME_OF_ADA}/elsewhere/go-on"
  [ "$(job_says "${JOB}" Exit_status)" = 0 ]
  run ! job_printed "mpirun-1 has ended"
  wait_long 60 nothing_left
  no_noise
}

# node4_is STATE: for OpenPBS.
node4_is() {
  openpbs_command pbsnodes node4 | grep -q "state = .*$1"
}

# OpenPBS lets a job go on when one of its nodes has gone, but for the first.

# bats test_tags=full
@test "a node whose link is cut: the job goes on, qdel ends it, nothing is left when the link is back" {
  started_job "$(on_hosts node1 node4)"
  host_cut "${TEST_DIR}/hosts.d" node4
  wait_long 120 node4_is down
  as_ada qdel "${JOB}"
  await_job "${JOB}" 120
  host_join "${TEST_DIR}/hosts.d" node4
  job_printed "the command was told to end"
  wait_long 300 openpbs_nodes_free
  wait_long 120 nothing_left
}

# bats test_tags=full
@test "a node that is killed: the job goes on, names it at its end, nothing is left there when it is back" {
  local command
  command="$(
    script until-told <<'END_OF_SCRIPT'
echo "the command runs"
until [[ -e go-on ]]; do sleep 0.2; done
END_OF_SCRIPT
  )"
  JOB_VARS+=("HPC_REUSE_RUN=${command}" HPC_REUSE_END_SECONDS=30)
  submit "$(on_hosts node1 node4)"
  wait_long 600 job_printed "the command runs"
  kill -KILL "$(host_pid "${TEST_DIR}/hosts.d" node4)"
  wait_long 120 node4_is down
  as_ada touch go-on
  await_job "${JOB}" 300
  rm "${HOME_OF_ADA}/elsewhere/go-on"
  job_printed "node node4"
  [ "$(job_says "${JOB}" Exit_status)" = 0 ]
  site_host_again node4
  openpbs_mom node4
  wait_long 300 openpbs_nodes_free
  wait_long 60 nothing_left
}

# bats test_tags=full
@test "a mom that is killed: the job goes on, qdel ends it, nothing is left when the mom is back" {
  started_job "$(on_hosts node1 node4)"
  host_exec "${TEST_DIR}/hosts.d" node4 kill -KILL "$(host_exec "${TEST_DIR}/hosts.d" node4 pgrep -o -x pbs_mom)"
  wait_long 120 node4_is down
  as_ada qdel "${JOB}"
  await_job "${JOB}" 120
  openpbs_mom node4
  wait_long 300 openpbs_nodes_free
  wait_long 120 nothing_left
}
