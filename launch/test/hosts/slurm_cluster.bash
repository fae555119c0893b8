# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# A real Slurm over the hosts of site.bash. Loaded by the tests that need it, after that.

# slurm_possible: true, or prints why not.
slurm_possible() {
  local program
  hosts_possible || return
  for program in slurmctld slurmd sbatch munged qsub; do
    has "${program}" || {
      printf '%s is not installed' "${program}"
      return 1
    }
  done
}

# slurm_start PACKAGE: a site with it.
slurm_start() {
  site_start "$1"
  mkdir -p "${TEST_DIR}"/{slurm/state,slurm/spool,munge}
  slurm_configuration
  slurm_daemons
}

slurm_configuration() {
  local slurm="${TEST_DIR}/slurm" names
  printf -v names '%s,' "${SITE_HOSTS[@]}"
  printf '%s\n' ClusterName=test SlurmctldHost=login AuthType=auth/munge \
    "AuthInfo=socket=${TEST_DIR}/munge/socket" SlurmUser=root \
    "StateSaveLocation=${slurm}/state" "SlurmdSpoolDir=${slurm}/spool/%n" \
    "SlurmctldPidFile=${slurm}/slurmctld.pid" "SlurmdPidFile=${slurm}/slurmd-%n.pid" \
    "SlurmctldLogFile=${slurm}/slurmctld.log" "SlurmdLogFile=${slurm}/slurmd-%n.log" \
    ProctrackType=proctrack/linuxproc TaskPlugin=task/none SelectType=select/cons_tres \
    SelectTypeParameters=CR_Core MpiDefault=none ReturnToService=2 \
    SlurmdParameters=config_overrides SlurmdTimeout=15 KillWait=30 \
    "PlugStackConfig=${slurm}/plugstack.conf" \
    "NodeName=${names%,} CPUs=4 RealMemory=16000 State=UNKNOWN" \
    'PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP' >"${slurm}/slurm.conf"
  printf 'CgroupPlugin=cgroup/v1\nCgroupAutomount=no\n' >"${slurm}/cgroup.conf"
  printf 'required spank_pbs.so\n' >"${slurm}/plugstack.conf"
}

slurm_daemons() {
  local host munge="${TEST_DIR}/munge"
  head -c 1024 /dev/urandom >"${munge}/key"
  chown -R munge: "${munge}"
  chmod 400 "${munge}/key"
  chmod 755 "${munge}"
  export SLURM_CONF="${TEST_DIR}/slurm/slurm.conf"
  slurm_daemon login munged setpriv --reuid munge --regid munge --clear-groups \
    munged --foreground "--key-file=${munge}/key" "--socket=${munge}/socket" \
    "--pid-file=${munge}/pid" "--log-file=${munge}/log" "--seed-file=${munge}/seed"
  wait_long 20 test -S "${munge}/socket"
  slurm_daemon login slurmctld slurmctld -D
  for host in "${SITE_HOSTS[@]}"; do
    slurm_daemon "${host}" "slurmd-${host}" slurmd -D -N "${host}"
  done
  wait_long 30 slurm_nodes_idle
}

# slurm_daemon HOST NAME COMMAND…
slurm_daemon() {
  site_daemon "$1" "${TEST_DIR}/slurm/$2.out" "${@:3}"
}

slurm_nodes_idle() {
  [[ "$(on_login sinfo --noheader --states=idle --format=%D 2>/dev/null)" == "${#SITE_HOSTS[@]}" ]]
}

# as_ada COMMAND…: where she submits. ADA_ENV holds more variables, NAME=VALUE.
as_ada() {
  ada_submits "SLURM_CONF=${SLURM_CONF}" HPC_REUSE_SLOTS=2x512 "${ADA_ENV[@]}" -- "$@"
}

# job_says ID FIELD: what Slurm knows of a job, for example JobState or ExitCode.
job_says() {
  on_login scontrol show job "$1" | sed -n "s/.*\b$2=\([^ ]*\).*/\1/p" | head -n 1
}

# await_state ID SECONDS STATE…: until the job is in one of the states.
await_state() {
  local id="$1" seconds="$2" deadline state
  shift 2
  deadline=$(($(now_ms) + seconds * 1000))
  while :; do
    state="$(job_says "${id}" JobState)"
    [[ " $* " != *" ${state} "* ]] || return 0
    if [[ "$(now_ms)" -ge "${deadline}" ]]; then
      show_job "${id}"
      echo "job ${id} is ${state} after ${seconds} s, not yet $*"
      return 1
    fi
    sleep 0.2
  done
}

# await_job ID SECONDS: until it has ended; what it printed goes to the test's output.
await_job() {
  await_state "$1" "$2" COMPLETED FAILED CANCELLED TIMEOUT NODE_FAIL || return
  show_job "$1"
}

show_job() {
  cat "${TEST_DIR}"/ada/elsewhere/*-"$1".out "${TEST_DIR}"/ada/elsewhere/*.[oe]"$1" 2>/dev/null || true
}
