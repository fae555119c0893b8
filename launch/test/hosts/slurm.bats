#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# hadoop-reuse.slurm and hadoop-reuse.pbs on a real Slurm of four hosts, as an ordinary user, with a
# package unpacked at home, from another directory. After every job nothing may be left anywhere.

# shellcheck disable=SC2030,SC2031 # each test is a process of its own
bats_require_minimum_version 1.5.0
load hosts
load site
load slurm_cluster
load pbs_stand_ins
load ../strangers

setup_file() {
  load_all
  export IMPOSSIBLE=""
  IMPOSSIBLE="$(slurm_possible)" || return 0
  "${HPC_REUSE_HOME}/bin/hpc-reuse" package --output "${BATS_FILE_TMPDIR}/package.tar"
  slurm_start "${BATS_FILE_TMPDIR}/package.tar"
  export TEST_DIR
}

teardown_file() {
  load_all
  [[ -n "${IMPOSSIBLE}" ]] || site_stop
}

setup() {
  load_all
  [[ -z "${IMPOSSIBLE}" ]] || skip "${IMPOSSIBLE}"
  # A loaded machine is slow.
  ADA_ENV=(HPC_REUSE_UP_SECONDS=600 HPC_REUSE_SPARES=0)
  HOME_OF_ADA="${TEST_DIR}/ada"
  SCRIPTS="${HOME_OF_ADA}/hpc-reuse/launch"
}

teardown() {
  if [[ -z "${IMPOSSIBLE}" && -z "${BATS_TEST_COMPLETED:-}" ]]; then
    on_login scancel --full --user ada || true
    small_scratch_away
    [[ -z "${PBS_MOMS:-}" ]] || pbs_stop node1 node-2 node4
  fi
}

# submit ARG…: of sbatch; sets JOB and OUT, its directory.
submit() {
  JOB="$(as_ada sbatch --parsable "$@")"
  OUT="${HOME_OF_ADA}/elsewhere/hadoop-reuse-${JOB}"
}

# job_output: what the job has printed.
job_output() {
  cat "${HOME_OF_ADA}/elsewhere/hadoop-reuse-${JOB}.out" 2>/dev/null
}

job_printed() {
  job_output | grep -qF -- "$1"
}

# ends_with TEXT SECONDS: the job fails within the time, says the text, and leaves nothing.
ends_with() {
  await_job "${JOB}" "$2"
  [ "$(job_says "${JOB}" JobState)" != COMPLETED ]
  job_printed "$1"
  wait_long 20 nothing_left
}

@test "what a job leaves on any host would be found: a file, a process, a socket, a mount" {
  nothing_left
  # A host that cannot be entered, or has no ss, is not one where nothing is left.
  (
    # shellcheck disable=SC2317 # called by nothing_left
    host_exec() { return 1; }
    run ! nothing_left
    [[ "${output}" == "what is left on node1 cannot be seen: " ]]
  )
  (
    # shellcheck disable=SC2317
    ss() { return 127; }
    export -f ss
    run ! nothing_left
    [[ "${output}" == "what is left on node1 cannot be seen: "* ]]
  )
  as_ada_on node4 touch /dev/shm/left
  run ! nothing_left
  [[ "${output}" == *"left on node4:"*/dev/shm/left* ]]
  as_ada_on node4 rm /dev/shm/left

  # Each ends when nobody holds the other end of its standard input any more.
  mkfifo "${BATS_TEST_TMPDIR}/hold"
  as_ada_on node-2 cat <"${BATS_TEST_TMPDIR}/hold" 3>&- &
  exec 6>"${BATS_TEST_TMPDIR}/hold"
  wait_long 30 eval '! nothing_left'
  run ! nothing_left
  [[ "${output}" == *"left on node-2:"*"cat"* ]]
  exec 6>&-
  wait_long 30 nothing_left

  as_ada_on node3 python3 -c '
import socket, sys
s = socket.socket()
s.listen()
print("listening", flush=True)
sys.stdin.read()' <"${BATS_TEST_TMPDIR}/hold" >"${BATS_TEST_TMPDIR}/listener" 3>&- &
  exec 6>"${BATS_TEST_TMPDIR}/hold"
  wait_long 30 grep -q listening "${BATS_TEST_TMPDIR}/listener"
  run ! nothing_left
  [[ "${output}" == *"left on node3:"*"LISTEN"*"uid:${SITE_USER_ID}"* ]]
  exec 6>&-
  wait_long 30 nothing_left

  mkdir "${TEST_DIR}/mounted"
  host_exec "${TEST_DIR}/hosts.d" node1 mount --bind "${TEST_DIR}/ada" "${TEST_DIR}/mounted"
  run ! nothing_left
  [[ "${output}" == *"left on node1:"*"${TEST_DIR}/mounted"* ]]
  host_exec "${TEST_DIR}/hosts.d" node1 umount "${TEST_DIR}/mounted"
  wait_long 30 nothing_left
}

@test "sbatch: an MPI program, Terasort and PageRank over 3 nodes x 2 slots, results right, all nodes used, nothing for strangers, nothing left" {
  local host
  ADA_ENV+=(HPC_REUSE_DAEMON_HEAPS=resourcemanager=640)
  submit --nodes=3 --cpus-per-task=4 --mem-per-cpu=2000 "${SCRIPTS}/slurm/hadoop-reuse.slurm" \
    "$(with_gang "$(experiment)")" 7
  strangers_come_to node1 node-2
  await_job "${JOB}" 900
  strangers_hear_nothing
  were_at NameNode DataNode ResourceManager NodeManager JobHistoryServer "pool manager" slot mpirun orted
  [ "$(job_says "${JOB}" ExitCode)" = 7:0 ]
  nothing_left
  job_printed "cluster up"
  grep -qw 9592 "${HOME_OF_ADA}/elsewhere/primes.txt"
  experiment_was_right "${HOME_OF_ADA}/elsewhere/hadoop-reuse-${JOB}.out" 6 node1 node-2 node3
  for host in node1 node-2 node3; do
    [ -s "${OUT}/logs/${host}/nodemanager.log" ]
  done
  find "${OUT}" -name '*.jhist' | grep -q .
  # The head's five daemons have their classes from the archive.
  [ "$(wc -l <"${HOME_OF_ADA}/elsewhere/mapped.txt")" -eq 5 ]
  grep -q -- '-Xmx640m .* -Dproc_resourcemanager ' "${HOME_OF_ADA}/elsewhere/processes.txt"
  grep -q -- '-Xmx256m .* -Dproc_namenode ' "${HOME_OF_ADA}/elsewhere/processes.txt"
}

@test "a package that is not found says which variable to set" {
  cp "${SCRIPTS}/slurm/hadoop-reuse.slurm" "${HOME_OF_ADA}/copy.slurm"
  submit --nodes=1 "${HOME_OF_ADA}/copy.slurm" true
  ends_with "set HPC_REUSE_HOME" 30
}

@test "a missing mpi.jar is named before anything starts" {
  mv "${HOME_OF_ADA}/hpc-reuse/build/mpi" "${HOME_OF_ADA}/hpc-reuse/build/mpi-away"
  submit --nodes=2 "${SCRIPTS}/slurm/hadoop-reuse.slurm" true
  await_job "${JOB}" 120
  mv "${HOME_OF_ADA}/hpc-reuse/build/mpi-away" "${HOME_OF_ADA}/hpc-reuse/build/mpi"
  ends_with "no mpi.jar for Open MPI 4.1.4; set MPI_JAR" 30
}

@test "a node whose host name is another one is named" {
  host_exec "${TEST_DIR}/hosts.d" node3 hostname elsewhere
  submit --nodes=1 --nodelist=node3 "${SCRIPTS}/slurm/hadoop-reuse.slurm" true
  await_job "${JOB}" 120
  host_exec "${TEST_DIR}/hosts.d" node3 hostname node3
  ends_with "the scheduler calls this node node3, its host name is elsewhere" 60
}

@test "a full scratch is named with what it has and what is needed" {
  ADA_ENV+=(HPC_REUSE_SCRATCH_MB=100000000)
  submit --nodes=2 "${SCRIPTS}/slurm/hadoop-reuse.slurm" true
  ends_with "MiB free, needed are 100000000; set HPC_REUSE_SCRATCH" 60
}

# small_scratch MEBIBYTES: a disk of that size on node4; teardown takes it away.
small_scratch() {
  mkdir -p "${TEST_DIR}/small"
  host_exec "${TEST_DIR}/hosts.d" node4 mount -t tmpfs -o "size=$1m,mode=1777" tmpfs "${TEST_DIR}/small"
  ADA_ENV+=("HPC_REUSE_SCRATCH=${TEST_DIR}/small" HPC_REUSE_SCRATCH_MB=1)
}

# After a failure slurmd keeps the file open for a while that it could not write.
small_scratch_away() {
  [[ ! -d "${TEST_DIR}/small" ]] ||
    host_exec "${TEST_DIR}/hosts.d" node4 umount --lazy "${TEST_DIR}/small"
  rmdir "${TEST_DIR}/small" 2>/dev/null || true
}

@test "a scratch that is full while the package is brought there is named, and emptied" {
  small_scratch 60
  submit --nodes=1 --nodelist=node4 "${SCRIPTS}/slurm/hadoop-reuse.slurm" true
  await_job "${JOB}" 120
  [ -z "$(host_exec "${TEST_DIR}/hosts.d" node4 ls "${TEST_DIR}/small")" ]
  small_scratch_away
  ends_with "the package cannot be brought to the nodes" 60
  job_printed "Set HPC_REUSE_SCRATCH"
}

# bats test_tags=full
@test "a scratch that is full while the package is unpacked is named, and emptied" {
  small_scratch 380
  submit --nodes=1 --nodelist=node4 "${SCRIPTS}/slurm/hadoop-reuse.slurm" true
  await_job "${JOB}" 120
  [ -z "$(host_exec "${TEST_DIR}/hosts.d" node4 ls "${TEST_DIR}/small")" ]
  small_scratch_away
  ends_with "node node4: the package cannot be unpacked to ${TEST_DIR}/small/" 60
}

@test "a scratch that is not writable is named" {
  ADA_ENV+=(HPC_REUSE_SCRATCH=/etc)
  submit --nodes=2 "${SCRIPTS}/slurm/hadoop-reuse.slurm" true
  ends_with "scratch /etc is no directory this user can write to; set HPC_REUSE_SCRATCH" 60
}

@test "memory that is not granted is not used" {
  ADA_ENV+=(HPC_REUSE_SLOTS=8x2048)
  submit --nodes=2 --mem=3000 "${SCRIPTS}/slurm/hadoop-reuse.slurm" true
  ends_with "available are 3000 MiB" 60
}

# started_job ARG…: submits a job that runs until it is ended, and waits until it runs.
started_job() {
  submit "$@" "${SCRIPTS}/slurm/hadoop-reuse.slurm" "$(lingering)"
  wait_long 600 job_printed "the command runs"
}

# bats test_tags=full
@test "scancel: the command is told first, nothing is left" {
  started_job --nodes=2
  on_login scancel "${JOB}"
  ends_with "the command was told to end" 60
  job_printed "ending the cluster"
}

# bats test_tags=full
@test "the time limit: the command is told, the cluster ends in order, the status is the command's" {
  started_job --nodes=2
  # Slurm's own way for --signal=B:USR1, without waiting for a limit of whole minutes.
  on_login scancel --batch --signal=USR1 "${JOB}"
  ends_with "the job's time is nearly over" 60
  [ "$(job_says "${JOB}" ExitCode)" = 9:0 ]
}

# bats test_tags=full
@test "Slurm's own time limit: the signal comes before it, the cluster ends in order" {
  local started="${SECONDS}"
  started_job --nodes=2 --signal=B:USR1@60
  # Two minutes from now on; Slurm looks at limits about twice a minute, and counts whole ones.
  on_login scontrol update "JobId=${JOB}" "TimeLimit=$(((SECONDS - started) / 60 + 2))"
  await_job "${JOB}" 240
  ends_with "the job's time is nearly over" 60
  job_printed "the command was told to end"
  [ "$(job_says "${JOB}" ExitCode)" = 9:0 ]
}

# bats test_tags=full
@test "a time limit before the cluster is up is told as such" {
  # The script's own --signal comes 180 s before the end: when Slurm looks next, half a minute later at most.
  # Slots that wait for a debugger are never ready.
  echo "hpc-reuse.slot.jvm-args=-XX:+UseSerialGC -agentlib:jdwp=transport=dt_socket,server=y,suspend=y,address=127.0.0.1:0" \
    >"${HOME_OF_ADA}/waiting.conf"
  ADA_ENV+=("HPC_REUSE_CONF=${HOME_OF_ADA}/waiting.conf")
  submit --nodes=1 --time=1 "${SCRIPTS}/slurm/hadoop-reuse.slurm" true
  ends_with "the cluster was not up yet; ask for more time" 150
  run ! job_printed "has not said within"
}

# bats test_tags=full
@test "an MPI daemon that is killed is named, and the job goes on without it" {
  local command daemon
  command="$(
    script after-loss <<'END'
echo "the command runs"
until [[ -e go-on ]]; do sleep 0.2; done
hadoop examples pi 2 10
END
  )"
  ADA_ENV+=("HPC_REUSE_MPIRUN_ARGS=--mca routed radix --mca routed_radix 1")
  submit --nodes=3 --nodelist=node1,node-2,node3 "${SCRIPTS}/slurm/hadoop-reuse.slurm" "${command}"
  wait_long 600 job_printed "the command runs"
  # Daemons stand in a chain now, in the order of Slurm's list: mpirun on node-2, then node1, node3.
  daemon="$(host_exec "${TEST_DIR}/hosts.d" node1 pgrep -x orted)"
  host_exec "${TEST_DIR}/hosts.d" node1 kill -KILL "${daemon}"
  wait_long 60 job_printed "node node1: the MPI daemon (pid ${daemon}) has ended by itself"
  touch "${HOME_OF_ADA}/elsewhere/go-on"
  await_job "${JOB}" 600
  [ "$(job_says "${JOB}" ExitCode)" = 0:0 ]
  nothing_left
}

@test "no port free on all nodes is said before anything starts" {
  take_ports node4
  submit --nodes=2 --nodelist=node1,node4 "${SCRIPTS}/slurm/hadoop-reuse.slurm" true
  await_job "${JOB}" 120
  give_ports_back
  ends_with "no free TCP port on node1 and the other nodes between 10000 and 31999" 30
}

# bats test_tags=full
@test "ports that are taken on another node are passed over" {
  local port seen=0
  take_ports node4 12000 12400
  submit --nodes=2 --nodelist=node1,node4 "${SCRIPTS}/slurm/hadoop-reuse.slurm" true
  await_job "${JOB}" 600
  give_ports_back
  [ "$(job_says "${JOB}" ExitCode)" = 0:0 ]
  while read -r port; do
    seen=$((seen + 1))
    [ "${port}" -ge 12000 ]
    [ "${port}" -lt 12400 ]
  done < <(sed -n 's/^PORT_[A-Z_]*=//p' "${OUT}/run/plan" | tr -d "'")
  [ "${seen}" -gt 10 ]
  nothing_left
}

# bats test_tags=full
@test "a node whose link is cut: Slurm ends the job, the node cleans up by itself" {
  started_job --nodes=2 --nodelist=node1,node4
  host_cut "${TEST_DIR}/hosts.d" node4
  await_job "${JOB}" 120
  [ "$(job_says "${JOB}" JobState)" = NODE_FAIL ]
  job_printed "told to end: stopping"
  wait_long 60 nothing_left
  host_join "${TEST_DIR}/hosts.d" node4
  # Slurm looks for a node that was down ever more rarely: 97 s have been seen.
  wait_long 300 slurm_nodes_idle
}

# bats test_tags=full
@test "slurmd killed on a node: the job ends, nothing is left there" {
  local slurmd
  started_job --nodes=2 --nodelist=node1,node4
  slurmd="$(host_exec "${TEST_DIR}/hosts.d" node4 pgrep -x slurmd)"
  host_exec "${TEST_DIR}/hosts.d" node4 kill -KILL "${slurmd}"
  await_job "${JOB}" 120
  [ "$(job_says "${JOB}" JobState)" = NODE_FAIL ]
  job_printed "told to end: stopping"
  wait_long 60 nothing_left
  slurm_daemon node4 slurmd-again slurmd -D -N node4
  wait_long 60 slurm_nodes_idle
}

# bats test_tags=full
@test "two jobs of an array share their nodes and do not touch each other" {
  local command
  command="$(
    script echo-hosts <<'END'
hadoop fs -mkdir "of-${SLURM_ARRAY_TASK_ID}"
hadoop fs -ls
# Both clusters are up at the same time.
: >"task-${SLURM_ARRAY_TASK_ID}"
for ((tries = 0; tries < 3000; tries++)); do
  [[ ! -e task-1 || ! -e task-2 ]] || exit "${SLURM_ARRAY_TASK_ID}"
  sleep 0.2
done
exit 9
END
  )"
  ADA_ENV+=(HPC_REUSE_SLOTS=2x256)
  JOB="$(as_ada sbatch --parsable --nodes=2 --nodelist=node1,node4 --array=1-2 --cpus-per-task=2 \
    --mem=0 --output=array-%a.out "${SCRIPTS}/slurm/hadoop-reuse.slurm" "${command}")"
  wait_long 900 array_over
  [ "$(job_says "${JOB}_1" ExitCode)" = 1:0 ]
  [ "$(job_says "${JOB}_2" ExitCode)" = 2:0 ]
  grep -q 'of-1$' "${HOME_OF_ADA}/elsewhere/array-1.out"
  run ! grep -q 'of-2$' "${HOME_OF_ADA}/elsewhere/array-1.out"
  grep -q 'of-2$' "${HOME_OF_ADA}/elsewhere/array-2.out"
  wait_long 20 nothing_left
}

array_over() {
  local queued
  queued="$(on_login squeue --noheader --job "${JOB}")" && [[ -z "${queued}" ]]
}

# submit_pbs COMMAND: by the qsub that comes with Slurm; sets JOB.
submit_pbs() {
  # What its -v takes has no blanks, and of several -l it uses only the last.
  JOB="$(as_ada qsub -l select=3:ncpus=2:mpiprocs=1,walltime=00:20:00 \
    -v "HPC_REUSE_RUN=$1,HPC_REUSE_HOME=${HOME_OF_ADA}/hpc-reuse,HPC_REUSE_SLOTS=2x512,HPC_REUSE_SPARES=0,HPC_REUSE_UP_SECONDS=600" \
    "${SCRIPTS}/pbs/hadoop-reuse.pbs" | submitted)"
}

# pbs_printed KIND TEXT: whether the job has written it to its standard output (o) or error (e).
pbs_printed() {
  grep -qF -- "$2" "${HOME_OF_ADA}"/elsewhere/*".$1${JOB}" 2>/dev/null
}

# bats test_tags=full
@test "qsub: Terasort and PageRank over 3 nodes x 2 slots by the PBS script, results right, nothing left" {
  submit_pbs "$(experiment)"
  await_job "${JOB}" 900
  [ "$(job_says "${JOB}" ExitCode)" = 0:0 ]
  experiment_was_right "$(echo "${HOME_OF_ADA}"/elsewhere/*".o${JOB}")" 6 node1 node-2 node3
  pbs_printed e "on 3 nodes:"
  nothing_left
}

# bats test_tags=full
@test "qdel: the command is told first, nothing is left" {
  submit_pbs "$(lingering)"
  wait_long 600 pbs_printed o "the command runs"
  as_ada qdel "${JOB}"
  await_job "${JOB}" 60
  [ "$(job_says "${JOB}" JobState)" = CANCELLED ]
  pbs_printed o "the command was told to end"
  pbs_printed e "ending the cluster"
  wait_long 20 nothing_left
}

# pbs_job [NAME=VALUE…]: the PBS script on node1, with what OpenPBS gives it for node1 and node4.
pbs_job() {
  host_exec "${TEST_DIR}/hosts.d" node1 setpriv --reuid "${SITE_USER_ID}" --regid "${SITE_USER_ID}" --clear-groups \
    env -i "HOME=${HOME_OF_ADA}" "PATH=${TEST_DIR}/pbs:/usr/local/bin:/usr/bin:/bin" LANG=C.UTF-8 \
    'PBS_JOBID=1234[5].server.example' "PBS_NODEFILE=${TEST_DIR}/pbs/nodes" "PBS_O_WORKDIR=${HOME_OF_ADA}/elsewhere" \
    NCPUS=2 "HPC_REUSE_HOME=${HOME_OF_ADA}/hpc-reuse" HPC_REUSE_SLOTS=2x512 "${ADA_ENV[@]}" "$@" \
    bash "${SCRIPTS}/pbs/hadoop-reuse.pbs"
}

# pbs_nodes: starts what PBS has on its nodes.
pbs_nodes() {
  pbs_start "${TEST_DIR}/pbs" node1 node-2 node4
  printf '%s\n' node1 node1 node-2 node-2 node4 node4 >"${TEST_DIR}/pbs/nodes"
}

@test "PBS: over pbs_tmrsh, short names on the nodes, nothing left" {
  local command
  OUT="${HOME_OF_ADA}/elsewhere/hadoop-reuse-1234-5.server.example"
  command="$(
    script pbs-command <<'END'
hadoop examples pi 4 10
"${HPC_REUSE_HOME}/bin/hpc-reuse" mpi-check --node node4
exit 5
END
  )"
  pbs_nodes
  run pbs_job "HPC_REUSE_RUN=${command}"
  echo "${output}"
  [ "${status}" -eq 5 ]
  [[ "${output}" == *"on 3 nodes: node1 node-2 node4;"*"cluster up"*"Estimated value of Pi"*"6 ranks"*"ended with status 5"* ]]
  grep -qx JOB_REMOTE=pbs_tmrsh "${OUT}/run/job.env"
  grep -qx JOB_MEMORY_MB=5461 "${OUT}/run/job.env"
  grep -qx "NODE_DIR=/tmp/hpc-reuse-${SITE_USER_ID}-1234-5" "${OUT}/run/job.env"
  [ -s "${OUT}/logs/node4/nodemanager.log" ]
  pbs_stop node1 node-2 node4
  nothing_left
}

# bats test_tags=full
@test "PBS: over pbsdsh, with forked containers, nothing left" {
  pbs_nodes
  run pbs_job 'PBS_JOBID=1234[6].server.example' HPC_REUSE_RUN="hadoop fs -ls /" HPC_REUSE_REMOTE=pbsdsh HPC_REUSE_CLUSTER_MODE=fork
  echo "${output}"
  [ "${status}" -eq 0 ]
  [[ "${output}" == *"cluster up"*"/user"* ]]
  pbs_stop node1 node-2 node4
  nothing_left
}

# bats test_tags=full
@test "a shared file system alone: no HDFS, results are files" {
  local command
  command="$(
    script pi-on-files <<'END'
hadoop examples pi 4 10
hadoop fs -ls "${HOME}/shared"
END
  )"
  mkdir "${HOME_OF_ADA}/shared"
  chown "${SITE_USER_ID}" "${HOME_OF_ADA}/shared"
  ADA_ENV+=("HPC_REUSE_STORAGE=shared:${HOME_OF_ADA}/shared")
  submit --nodes=2 "${SCRIPTS}/slurm/hadoop-reuse.slurm" "${command}"
  await_job "${JOB}" 600
  [ "$(job_says "${JOB}" ExitCode)" = 0:0 ]
  [ ! -e "${OUT}/logs/node1/namenode.log" ]
  nothing_left
}

# bats test_tags=full
@test "interactive: with the site's Hadoop and mpi.jar, hooks, a setup file, an mpirun for each node, a client's machine" {
  local package="${HOME_OF_ADA}/hpc-reuse" site="${HOME_OF_ADA}/site" listing sourced
  mkdir "${site}"
  mv "${package}"/hadoop-home/target/hadoop-* "${site}/hadoop"
  mv "${package}/build/mpi" "${site}/mpi"
  # shellcheck disable=SC2016
  printf 'export FROM_SETUP=yes\nhostname >>%q/setup-hosts\n' "${HOME_OF_ADA}/elsewhere" >"${site}/setup"
  printf 'hpc-reuse.cell-nodes=1\n' >"${site}/conf"
  # shellcheck disable=SC2016
  ADA_ENV+=("HADOOP_HOME=${site}/hadoop" "MPI_JAR=${site}/mpi/mpi.jar" "HPC_REUSE_SETUP=${site}/setup"
    "HPC_REUSE_CONF=${site}/conf" HPC_REUSE_CLIENTS=login 'HPC_REUSE_PRE=echo "before, from setup: ${FROM_SETUP}"'
    'HPC_REUSE_POST=echo "after"')
  submit --nodes=2 --nodelist=node1,node4 "${SCRIPTS}/slurm/hadoop-reuse.slurm" interactive
  wait_long 600 job_printed "source ${OUT}/env"
  job_printed "before, from setup: yes"
  wait_long 10 grep -qF "touch ${OUT}/run/stop" "${OUT}/hints"
  grep -q node4 "${HOME_OF_ADA}/elsewhere/setup-hosts"
  # shellcheck disable=SC2016
  sourced="$(as_ada_on node1 bash -c '
    source "$1/env" && cd && hadoop examples pi 2 10 >/dev/null && hadoop fs -ls /user' sourced "${OUT}")"
  [[ "${sourced}" == */user/ada* ]]
  # shellcheck disable=SC2016
  listing='source "$1/env" && hadoop fs -ls /user'
  sourced="$(as_ada bash -c "${listing}" from-login "${OUT}")"
  [[ "${sourced}" == */user/ada* ]]
  run as_ada_on node3 bash -c "${listing}" from-elsewhere "${OUT}"
  [ "${status}" -ne 0 ]
  [[ "${output}" != */user/ada* ]]
  ls "${OUT}/logs/mpirun-1.log" "${OUT}/logs/mpirun-2.log"
  as_ada_on node1 touch "${OUT}/run/stop"
  await_job "${JOB}" 240
  [ "$(job_says "${JOB}" ExitCode)" = 0:0 ]
  job_printed "after"
  # By the head, before the nodes were told to end.
  find "${OUT}/history" -name '*.jhist' | grep -q .
  [ -e "${OUT}/nodes/node1/collected" ]
  grep -rqE "connection from [^ ]+ to [^ ]+ refused: no node of this cluster" "${OUT}/logs"
  nothing_left
  mv "${site}/hadoop" "${package}/hadoop-home/target/$(basename "$(readlink -f "${HPC_REUSE_HOME}"/hadoop-home/target/hadoop-*)")"
  mv "${site}/mpi" "${package}/build/mpi"
}

# bats test_tags=full
@test "HDFS kept in a directory: the next job finds its files, another number of nodes is refused" {
  local command
  command="$(
    script keep <<'END'
hadoop fs -ls first || hadoop fs -touchz first
hadoop fs -ls
END
  )"
  ADA_ENV+=("HPC_REUSE_STORAGE=hdfs:${HOME_OF_ADA}/kept")
  submit --nodes=1 "${SCRIPTS}/slurm/hadoop-reuse.slurm" "${command}"
  await_job "${JOB}" 600
  [ "$(job_says "${JOB}" ExitCode)" = 0:0 ]
  submit --nodes=1 "${SCRIPTS}/slurm/hadoop-reuse.slurm" hadoop fs -ls first
  await_job "${JOB}" 600
  [ "$(job_says "${JOB}" ExitCode)" = 0:0 ]
  submit --nodes=2 "${SCRIPTS}/slurm/hadoop-reuse.slurm" true
  ends_with "was made with 1 nodes" 60
}
