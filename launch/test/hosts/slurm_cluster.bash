# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# A real Slurm over hosts of hosts.sh, with an ordinary user who has HPC-Reuse unpacked at home.
# Loaded by the tests that need it; TEST_DIR holds all of it.

readonly SLURM_HOSTS=(node1 node-2 node3 node4)
readonly SLURM_USER_ID=4711

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

# slurm_start PACKAGE: sets TEST_DIR. Home is on /home: hosts have a /tmp of their own.
slurm_start() {
  local host
  TEST_DIR="$(mktemp -d /home/hpc-reuse-test-XXXXXX)"
  chmod 755 "${TEST_DIR}"
  mkdir -p "${TEST_DIR}"/{slurm/state,slurm/spool,munge,ada/elsewhere}
  slurm_accounts
  slurm_configuration
  tar -C "${TEST_DIR}/ada" -xf "$1"
  chown -R "${SLURM_USER_ID}:${SLURM_USER_ID}" "${TEST_DIR}/ada"
  export HOSTS_PASSWD="${TEST_DIR}/passwd" HOSTS_GROUP="${TEST_DIR}/group"
  hosts_create "${TEST_DIR}/hosts.d" "10.$((RANDOM % 200 + 20)).$((RANDOM % 250))" "${SLURM_HOSTS[@]}"
  for host in "${SLURM_HOSTS[@]}"; do
    host_exec "${TEST_DIR}/hosts.d" "${host}" cut -d ' ' -f 2 /proc/mounts >"${TEST_DIR}/${host}.mounts"
  done
  slurm_daemons
}

slurm_accounts() {
  cp /etc/passwd "${TEST_DIR}/passwd"
  cp /etc/group "${TEST_DIR}/group"
  printf 'ada:x:%s:%s::%s:/bin/bash\n' "${SLURM_USER_ID}" "${SLURM_USER_ID}" "${TEST_DIR}/ada" \
    >>"${TEST_DIR}/passwd"
  printf 'ada:x:%s:\n' "${SLURM_USER_ID}" >>"${TEST_DIR}/group"
}

slurm_configuration() {
  local slurm="${TEST_DIR}/slurm" names
  printf -v names '%s,' "${SLURM_HOSTS[@]}"
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
  for host in "${SLURM_HOSTS[@]}"; do
    slurm_daemon "${host}" "slurmd-${host}" slurmd -D -N "${host}"
  done
  wait_long 30 slurm_nodes_idle
}

# slurm_daemon HOST NAME COMMAND…: descriptor 3 is bats' own.
slurm_daemon() {
  local -a HOST_ENTER=()
  host_enter "${TEST_DIR}/hosts.d" "$1"
  setsid "${HOST_ENTER[@]}" -- "${@:3}" >"${TEST_DIR}/slurm/$2.out" 2>&1 </dev/null 3>&- &
  disown $!
}

slurm_nodes_idle() {
  [[ "$(on_login sinfo --noheader --states=idle --format=%D 2>/dev/null)" == "${#SLURM_HOSTS[@]}" ]]
}

# on_login COMMAND…: as root, on the login host.
on_login() {
  host_exec "${TEST_DIR}/hosts.d" login "$@"
}

# as_ada COMMAND…: on the login host, in a directory that is not HPC-Reuse's. ADA_ENV holds more
# variables, NAME=VALUE.
as_ada() {
  # shellcheck disable=SC2016
  on_login setpriv --reuid "${SLURM_USER_ID}" --regid "${SLURM_USER_ID}" --clear-groups \
    env -i "HOME=${TEST_DIR}/ada" PATH=/usr/local/bin:/usr/bin:/bin "SLURM_CONF=${SLURM_CONF}" \
    LANG=C.UTF-8 HPC_REUSE_SLOTS=2x512 "${ADA_ENV[@]}" \
    bash -c 'cd ~/elsewhere; exec "$@"' as-ada "$@"
}

# submitted: the number in what sbatch (Submitted batch job 7) or qsub (7.login) has printed.
submitted() {
  grep -oE '[0-9]+' | head -n 1
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

# nothing_left: no process and no listening socket of the user's on any host, no file on any host's
# own disks, no mount that was not there at first.
nothing_left() {
  local host left
  for host in "${SLURM_HOSTS[@]}"; do
    # Its last word says that it has looked everywhere: 1 is the status of those that find nothing.
    left="$(host_exec "${TEST_DIR}/hosts.d" "${host}" bash -c "
      ps -u ${SLURM_USER_ID} -o pid=,args= || [[ \$? -eq 1 ]] || exit
      sockets=\$(ss -Hlntxe) || exit
      grep uid:${SLURM_USER_ID} <<<\"\${sockets}\" || [[ \$? -eq 1 ]] || exit
      find /tmp /var/tmp /dev/shm -mindepth 1 -user ${SLURM_USER_ID} || [[ \$? -eq 1 ]] || exit
      cut -d ' ' -f 2 /proc/mounts | grep -vxFf ${TEST_DIR}/${host}.mounts || [[ \$? -eq 1 ]] || exit
      echo looked")" || true
    if [[ "${left}" != looked && "${left}" != *$'\n'looked ]]; then
      echo "what is left on ${host} cannot be seen: ${left}"
      return 1
    fi
    left="${left%looked}"
    if [[ -n "${left}" ]]; then
      echo "left on ${host}:"
      echo "${left}"
      return 1
    fi
  done
}

# take_ports HOST [FROM BEYOND]: listens there on every port a cluster may choose but those, until
# give_ports_back, or the end of the test.
take_ports() {
  local fifo="${BATS_TEST_TMPDIR}/ports"
  mkfifo "${fifo}"
  host_exec "${TEST_DIR}/hosts.d" "$1" python3 -c '
import os, resource, socket, sys
first, beyond, ready = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
resource.setrlimit(resource.RLIMIT_NOFILE, (3000, 3000))
for block in range(10000, 32000, 2000):
    # A process may open only so many.
    done, tell = os.pipe()
    if os.fork() == 0:
        taken = []
        for port in range(block, block + 2000):
            if not first <= port < beyond:
                taken.append(socket.create_server(("", port), backlog=1))
        os.write(tell, b"x")
        sys.stdin.read()
        os._exit(0)
    os.close(tell)
    assert os.read(done, 1)
open(ready, "w").close()
sys.stdin.read()' "${2:-0}" "${3:-0}" "${TEST_DIR}/ports-taken" <"${fifo}" >/dev/null 2>&1 3>&- &
  exec 7>"${fifo}"
  wait_long 60 test -e "${TEST_DIR}/ports-taken"
  rm "${TEST_DIR}/ports-taken"
}

give_ports_back() {
  exec 7>&-
}

slurm_stop() {
  hosts_end "${TEST_DIR}/hosts.d"
  rm -rf "${TEST_DIR:?}"
}

# wait_long SECONDS COMMAND…: or says what it waited for, and what that has printed last.
wait_long() {
  local deadline said
  deadline=$(($(now_ms) + $1 * 1000))
  until said="$("${@:2}" 2>&1)"; do
    if [[ "$(now_ms)" -ge "${deadline}" ]]; then
      echo "not within $1 s: ${*:2}: ${said}"
      return 1
    fi
    sleep 0.1
  done
}
