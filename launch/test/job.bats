#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# A scheduler's job up to where the nodes are reached, with stand-ins for the scheduler, Java and ssh.

# shellcheck disable=SC2016,SC2030,SC2031 # words for other shells; each test is a process of its own

bats_require_minimum_version 1.5.0
load common

setup() {
  HPC_REUSE_HOME="$(readlink -f "${BATS_TEST_DIRNAME}/../..")"
  # Not below BATS_TEST_TMPDIR: a socket's path has little room.
  scratch="$(mktemp -d /tmp/job-XXXXXX)"
  submit="${BATS_TEST_TMPDIR}/submit"
  bin="${BATS_TEST_TMPDIR}/bin"
  mkdir -p "${submit}" "${bin}" "${BATS_TEST_TMPDIR}/lib" "${BATS_TEST_TMPDIR}/jdk/bin"
  : >"${BATS_TEST_TMPDIR}/lib/cli.jar"
  printf 'JAVA_VERSION="17.0.1"\n' >"${BATS_TEST_TMPDIR}/jdk/release"
  stand_in ../jdk/bin/javac 'exit 1'
  # The process that watches the nodes: none comes as far as the head wants, until the job's time is up.
  stand_in ../jdk/bin/java 'while [[ "$1" != --until-ms ]]; do shift; done
    while read -r question _; do
      until [[ "${question}" != checked || $((${EPOCHREALTIME/[.,]/} / 1000)) -ge "$2" ]]; do sleep 0.1; done
      [[ "${question}" == checked ]] && echo "checked time" || echo "${question} 0"
    done'
  stand_in ssh 'echo "ssh $*" >>"$0.called"; exec sleep 60'
  stand_in qstat 'exit 35'
  printf '%s\n' n1 n1 n2 n2 >"${BATS_TEST_TMPDIR}/nodes"
  JOB=(HPC_REUSE_HOME="${HPC_REUSE_HOME}" HPC_REUSE_LIB_DIR="${BATS_TEST_TMPDIR}/lib"
    JAVA_HOME="${BATS_TEST_TMPDIR}/jdk" HADOOP_HOME="$(fake_hadoop_home 3.5.0)" PATH="${bin}:${PATH}"
    PBS_JOBID='1234[5].server.example' PBS_NODEFILE="${BATS_TEST_TMPDIR}/nodes" PBS_O_WORKDIR="${submit}"
    TMPDIR=/job-own HPC_REUSE_SCRATCH="${scratch}" HPC_REUSE_REMOTE=ssh HPC_REUSE_CLUSTER_MODE=fork HPC_REUSE_END_SECONDS=1)
}

teardown() {
  rm -rf "${scratch:?}"
}

# stand_in NAME TEXT: a command of that name in the job's PATH.
stand_in() {
  printf '#!/usr/bin/env bash\n%s\n' "$2" >"${bin}/$1"
  chmod +x "${bin}/$1"
}

# job [NAME=VALUE…]: the PBS script with those variables.
job() {
  env -u NCPUS -u SLURM_JOB_ID "${JOB[@]}" "$@" bash "${HPC_REUSE_HOME}/launch/pbs/hadoop-reuse.pbs"
}

@test "PBS: the own timer counts while the cluster starts; memory, short names and nodes are as granted" {
  local env="${submit}/hadoop-reuse-1234-5.server.example/run/job.env"
  stand_in qstat 'printf "    Resource_List.mem = 16gb\n    Resource_List.walltime = 00:03:02\n"'
  run job
  [ "${status}" -eq 4 ]
  [[ "${output}" == *"job 1234-5.server.example on 2 nodes: n1 n2;"* ]]
  [[ "${output}" == *"the cluster was not up yet; ask for more time"* ]]
  grep -qx "NODE_DIR=${scratch}/hpc-reuse-$(id -u)-1234-5" "${env}"
  grep -qx JOB_MEMORY_MB=8192 "${env}"
  grep -qx JOB_CORES=2 "${env}"
  grep -q ' n2 bash -c .*node.sh' "${bin}/ssh.called"
}

@test "PBS: scratch is the job's own directory, over ssh /tmp: PBS makes the other on the nodes it starts something on" {
  local env="${submit}/hadoop-reuse-1234-5.server.example/run/job.env"
  run job HPC_REUSE_SCRATCH= HPC_REUSE_WALLTIME=00:03:02
  [ "${status}" -eq 4 ]
  grep -qx "NODE_DIR=/tmp/hpc-reuse-$(id -u)-1234-5" "${env}"
  rm -r "${env%/run/*}"
  stand_in pbs_tmrsh 'exec sleep 60'
  run job HPC_REUSE_SCRATCH= HPC_REUSE_REMOTE=pbs_tmrsh HPC_REUSE_WALLTIME=00:03:02
  [ "${status}" -eq 4 ]
  grep -qx "NODE_DIR=/job-own/hpc-reuse-$(id -u)-1234-5" "${env}"
}

@test "a job with a Hadoop that is none, or whose directory takes nothing more, ends before a node is touched" {
  run job HPC_REUSE_WALLTIME=01:00:00 HADOOP_HOME=/nowhere
  [ "${status}" -eq 2 ]
  [[ "${output}" == *"HADOOP_HOME=/nowhere is no Hadoop"* ]]
  rm -r "${submit}"/hadoop-reuse-*
  run job HPC_REUSE_WALLTIME=01:00:00 HPC_REUSE_PRE="touch ${submit}/hadoop-reuse-1234-5.server.example/run"
  [ "${status}" -eq 3 ]
  [[ "${output}" == *"hadoop-reuse-1234-5.server.example cannot be written to"* ]]
  [ ! -e "${bin}/ssh.called" ]
}

@test "PBS: a qstat that fails, or no job number, is no matter; what is not known is said" {
  run job HPC_REUSE_PRE='exit 3'
  [ "${status}" -eq 1 ]
  [[ "${output}" == *"set HPC_REUSE_WALLTIME=HH:MM:SS"*"HPC_REUSE_PRE failed with status 3"* ]]
  run env -u NCPUS "${JOB[@]}" bash -c 'unset PBS_NODEFILE PBS_JOBID; export SLURM_JOB_ID=7; exec bash "$1"' x \
    "${HPC_REUSE_HOME}/launch/pbs/hadoop-reuse.pbs"
  [ "${status}" -eq 3 ]
  [[ "${output}" != *unbound* ]]
}

@test "the command before is ended by a signal and by the own timer, the one after has its time" {
  local status=0 job
  job HPC_REUSE_PRE="echo \$\$ >${scratch}/pid; exec sleep 60" HPC_REUSE_POST='echo after' \
    >"${scratch}/out" 2>&1 3>&- &
  job=$!
  wait_until test -s "${scratch}/pid"
  kill -TERM "$(pgrep -P "${job}" -f relay-signals.sh || echo "${job}")"
  wait "${job}" || status=$?
  [ "${status}" -eq 143 ]
  run ! kill -0 "$(cat "${scratch}/pid")"
  grep -qx after "${scratch}/out"
  rm -r "${submit}"/hadoop-reuse-*
  run job HPC_REUSE_WALLTIME=181 HPC_REUSE_PRE='sleep 60' HPC_REUSE_POST='sleep 60'
  [ "${status}" -eq 4 ]
  [[ "${output}" == *"the cluster was not up yet"*"HPC_REUSE_POST has not ended within 1 s: ended"* ]]
}

@test "the setup file is found from the submit directory, and may be what a user's shell bears" {
  printf 'false\nexport FOUND="${UNSET_VARIABLE}yes"\n' >"${submit}/setup"
  run job HPC_REUSE_SETUP=setup HPC_REUSE_PRE='echo "found: ${FOUND}"; exit 3'
  [[ "${output}" == *"found: yes"* ]]
  run job HPC_REUSE_SETUP=nowhere
  [ "${status}" -eq 2 ]
  [[ "${output}" == *"HPC_REUSE_SETUP=${submit}/nowhere cannot be read on $(hostname)"* ]]
  run job HPC_REUSE_CONF=no-conf
  [[ "${output}" == *"HPC_REUSE_CONF=${submit}/no-conf is not readable"* ]]
}

@test "module is there for the setup file, as in a login shell" {
  printf 'module() { echo "module $*"; }\n' >"${BATS_TEST_TMPDIR}/lmod.sh"
  printf 'module load openmpi\n' >"${BATS_TEST_TMPDIR}/setup"
  run env HPC_REUSE_HOME="${HPC_REUSE_HOME}" bash -c 'set -euo pipefail; source "$1/launch/lib/base.sh"; PROFILE_DIR="$2"; HPC_REUSE_SETUP="$2/setup"
    source_setup fail 2; [[ "$-" == *e*u* ]]' x "${HPC_REUSE_HOME}" "${BATS_TEST_TMPDIR}"
  [ "${status}" -eq 0 ]
  [ "${output}" = "module load openmpi" ]
}

@test "a job without nodes is refused" {
  : >"${BATS_TEST_TMPDIR}/nodes"
  run job
  [ "${status}" -eq 3 ]
  [[ "${output}" == *"no node of job 1234-5.server.example is named by PBS_NODEFILE=${BATS_TEST_TMPDIR}/nodes"* ]]
}

@test "a job of one processor is told what to ask for" {
  run job NCPUS=1 HPC_REUSE_PRE='exit 3'
  [[ "${output}" == *"one processor on each node"*"-l select=3:ncpus=16"* ]]
  rm -r "${submit}"/hadoop-reuse-*
  run job HPC_REUSE_SLOTS=2x512 NCPUS=1 HPC_REUSE_PRE='exit 3'
  [[ "${output}" != *"one processor"* ]]
}

@test "a HPC_REUSE_HOME that is wrong is refused by name, though another would be found" {
  run job HPC_REUSE_HOME=/nowhere PBS_O_WORKDIR="${HPC_REUSE_HOME}"
  [ "${status}" -eq 3 ]
  [[ "${output}" == *"HPC_REUSE_HOME=/nowhere is not where HPC-Reuse is unpacked"* ]]
  run env HPC_REUSE_HOME=/nowhere SLURM_SUBMIT_DIR="${HPC_REUSE_HOME}" \
    bash "${HPC_REUSE_HOME}/launch/slurm/hadoop-reuse.slurm"
  [ "${status}" -eq 3 ]
  [[ "${output}" == *"HPC_REUSE_HOME=/nowhere is not where HPC-Reuse is unpacked"* ]]
}

@test "over ssh words arrive as they are, whatever the login shell does to its line" {
  # What ssh starts there: the line, given to a shell that is not bash.
  stand_in ssh 'shift 5; exec sh -c "$*"'
  PATH="${bin}:${PATH}" run bash "${HPC_REUSE_HOME}/launch/head/over-ssh.sh" n1 printf '<%s>' 'a b' '$HOME*;"' "it's"
  [ "${output}" = "<a b><\$HOME*;\"><it's>" ]
}

@test "ssh learns a node's key when it meets it first, and refuses another one later" {
  stand_in ssh 'printf "<%s>" "$@"'
  PATH="${bin}:${PATH}" run bash "${HPC_REUSE_HOME}/launch/head/over-ssh.sh" n1 true
  [[ "${output}" == *"<-o><StrictHostKeyChecking=accept-new><n1>"* ]]
}

@test "a number with a unit, or none at all, is refused by its variable's name before anything starts" {
  local wrong
  for wrong in HPC_REUSE_UP_SECONDS=3m HPC_REUSE_SCRATCH_MB=2G HPC_REUSE_STOP_SECONDS=0 HPC_REUSE_SPARES=-1 \
    HPC_REUSE_LOST_SECONDS=090 HPC_REUSE_WALLTIME=3h; do
    run job "${wrong}"
    [ "${status}" -eq 2 ]
    [[ "${output}" == *"hpc-reuse: ${wrong}: must be "* ]]
  done
  echo hpc-reuse.cell-nodes=all >"${submit}/conf"
  run job HPC_REUSE_CONF=conf
  [ "${status}" -eq 2 ]
  [[ "${output}" == *"HPC_REUSE_CELL_NODES=all: must be "* ]]
  [ -z "$(find "${submit}" -name 'hadoop-reuse-*')" ]
}

@test "PBS: a qstat that hangs is not waited for" {
  stand_in qstat 'exec sleep 60'
  SECONDS=0
  run job HPC_REUSE_PRE='exit 3'
  [ "${status}" -eq 1 ]
  [[ "${output}" == *"how long the job may run is not known"*"HPC_REUSE_PRE failed with status 3"* ]]
  [ "${SECONDS}" -lt 50 ]
}
