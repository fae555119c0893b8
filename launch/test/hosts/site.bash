# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# A site for tests on a real scheduler: hosts of hosts.sh, an ordinary user (ada) who has HPC-Reuse unpacked at
# home, what she runs, and what no job may leave. TEST_DIR holds all of it. Loaded beside slurm_cluster or
# pbs_cluster, which make the scheduler.

# shellcheck disable=SC2034 # used there
readonly SITE_HOSTS=(node1 node-2 node3 node4)
readonly SITE_USER_ID=4711

# site_start PACKAGE: sets TEST_DIR and makes the hosts. Home is on /home: hosts have a /tmp of their own.
site_start() {
  local host
  TEST_DIR="$(mktemp -d /home/hpc-reuse-test-XXXXXX)"
  chmod 755 "${TEST_DIR}"
  mkdir -p "${TEST_DIR}/ada/elsewhere"
  site_accounts
  tar -C "${TEST_DIR}/ada" -xf "$1"
  chown -R "${SITE_USER_ID}:${SITE_USER_ID}" "${TEST_DIR}/ada"
  export HOSTS_PASSWD="${TEST_DIR}/passwd" HOSTS_GROUP="${TEST_DIR}/group"
  hosts_create "${TEST_DIR}/hosts.d" "10.$((RANDOM % 200 + 20)).$((RANDOM % 250))" "${SITE_HOSTS[@]}"
  for host in "${SITE_HOSTS[@]}"; do
    host_exec "${TEST_DIR}/hosts.d" "${host}" cut -d ' ' -f 2 /proc/mounts >"${TEST_DIR}/${host}.mounts"
  done
}

# site_host_again HOST: one that was killed, with the disks that it had.
site_host_again() {
  local number=1 name
  for name in "${SITE_HOSTS[@]}"; do
    number=$((number + 1))
    [[ "${name}" != "$1" ]] || break
  done
  host_create "${TEST_DIR}/hosts.d" "$1" "$(awk -v host="$1" '$2 == host { print $1 }' "${TEST_DIR}/hosts.d/hosts.file")/24" "${number}"
}

# site_accounts: ada has no password, which sshd would take for a locked account were it «x» or «!».
site_accounts() {
  cp /etc/passwd "${TEST_DIR}/passwd"
  cp /etc/group "${TEST_DIR}/group"
  printf 'ada:*:%s:%s::%s:/bin/bash\n' "${SITE_USER_ID}" "${SITE_USER_ID}" "${TEST_DIR}/ada" \
    >>"${TEST_DIR}/passwd"
  printf 'ada:x:%s:\n' "${SITE_USER_ID}" >>"${TEST_DIR}/group"
}

site_stop() {
  hosts_end "${TEST_DIR}/hosts.d"
  rm -rf "${TEST_DIR:?}"
}

# site_daemon HOST LOG COMMAND…: in the foreground of a session of its own; descriptor 3 is bats' own.
site_daemon() {
  local -a HOST_ENTER=()
  host_enter "${TEST_DIR}/hosts.d" "$1"
  setsid "${HOST_ENTER[@]}" -- "${@:3}" >"$2" 2>&1 </dev/null 3>&- &
  disown $!
}

# ada_words [NAME=VALUE…]: the words that run a command as ada, with that environment, in ADA_WORDS.
ada_words() {
  ADA_WORDS=(setpriv --reuid "${SITE_USER_ID}" --regid "${SITE_USER_ID}" --clear-groups
    env -i "HOME=${TEST_DIR}/ada" PATH=/usr/local/bin:/usr/bin:/bin LANG=C.UTF-8 "$@")
}

# ada_submits [NAME=VALUE…] -- COMMAND…: on the login host, in a directory that is not HPC-Reuse's.
ada_submits() {
  local -a environment=() ADA_WORDS=()
  while [[ "$1" != -- ]]; do
    environment+=("$1")
    shift
  done
  ada_words "${environment[@]}"
  # shellcheck disable=SC2016
  on_login "${ADA_WORDS[@]}" bash -c 'cd ~/elsewhere; exec "$@"' as-ada "${@:2}"
}

# on_login COMMAND…: as root, on the login host.
on_login() {
  host_exec "${TEST_DIR}/hosts.d" login "$@"
}

# as_ada_on HOST COMMAND…
as_ada_on() {
  local -a ADA_WORDS=()
  ada_words
  host_exec "${TEST_DIR}/hosts.d" "$1" "${ADA_WORDS[@]}" "${@:2}"
}

# strangers_come_to HOST…: another user of each host, who is there until strangers_hear_nothing.
strangers_come_to() {
  local host
  STRANGERS=()
  STRANGERS_REPORTS=()
  for host in "$@"; do
    strangers_come "${TEST_DIR}/ada" nsenter --target "$(host_pid "${TEST_DIR}/hosts.d" "${host}")" \
      --net --uts --mount --
  done
}

# nothing_left: no process and no listening socket of the user's on any host, no file on any host's
# own disks, no mount that was not there at first.
nothing_left() {
  local host left
  for host in "${SITE_HOSTS[@]}"; do
    # Its last word says that it has looked everywhere: 1 is the status of those that find nothing.
    left="$(host_exec "${TEST_DIR}/hosts.d" "${host}" bash -c "
      ps -u ${SITE_USER_ID} -o pid=,args= || [[ \$? -eq 1 ]] || exit
      sockets=\$(ss -Hlntxe) || exit
      grep uid:${SITE_USER_ID} <<<\"\${sockets}\" || [[ \$? -eq 1 ]] || exit
      find /tmp /var/tmp /dev/shm -mindepth 1 -user ${SITE_USER_ID} || [[ \$? -eq 1 ]] || exit
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

# submitted: the number in what sbatch (Submitted batch job 7) or qsub (7.login) has printed.
submitted() {
  grep -oE '[0-9]+' | head -n 1
}

# script NAME: makes ada's command of standard input; prints where.
script() {
  local file="${HOME_OF_ADA}/$1"
  { printf '#!/usr/bin/env bash\nset -euo pipefail\n' && cat; } >"${file}"
  chmod 755 "${file}"
  printf '%s' "${file}"
}

# ranks_after_one_iteration GRAPH RANKS: whether they are what the definition gives. The workload's own
# check wants NetworkX and SciPy, which are not everywhere.
ranks_after_one_iteration() {
  python3 - "$@" <<'END'
import sys
lines = (line.split() for line in open(sys.argv[1]) if not line.startswith("#"))
edges = {tuple(fields) for fields in lines if len(fields) == 2}
names = {name for edge in edges for name in edge}
out = {}
for source, _ in edges:
    out[source] = out.get(source, 0) + 1
start = 1 / len(names)
dangling = sum(start for name in names if name not in out) / len(names)
expected = {name: 0.15 / len(names) + 0.85 * dangling for name in names}
for source, target in edges:
    expected[target] += 0.85 * start / out[source]
actual = {name: float(rank) for name, rank in (line.split("\t") for line in open(sys.argv[2]))}
assert actual.keys() == expected.keys()
worst = max(abs(actual[name] - expected[name]) for name in names)
assert worst < 1e-9, worst
END
}

# experiment: makes the command that runs both workloads and ends with the status it is given; prints where.
experiment() {
  script experiment <<'END'
bash "${HPC_REUSE_HOME}/workloads/terasort/terasort.sh" --dir "${HPC_REUSE_DIR}" --sizes 1m --reduces 3
hadoop fs -put "${HPC_REUSE_HOME}/workloads/pagerank/graphs/debian-sample.txt" graph.txt
hadoop "${HPC_REUSE_HOME}/build/lib/pagerank.jar" graph.txt ranks --iterations 1 --reduces 3
hadoop fs -getmerge ranks ranks.txt
"${HPC_REUSE_HOME}/bin/hpc-reuse" status --json --dir "${HPC_REUSE_DIR}" >status.json
{ grep -l /classes/classes.jsa /proc/[0-9]*/maps 2>/dev/null || true; } >mapped.txt
ps -A -ww -o args >processes.txt
exit "${1:-0}"
END
}

# with_gang COMMAND: makes a command that first lets an MPI program count in five slots; prints where.
with_gang() {
  script with-gang <<END
"\${HPC_REUSE_HOME}/bin/hpc-reuse" mpi --dir "\${HPC_REUSE_DIR}" -n 5 \
  "\${HPC_REUSE_HOME}/build/lib/primecount.jar" 100000 >primes.txt
exec bash "$1" "\$@"
END
}

# experiment_was_right OUTPUT RANKS HOST…: Hadoop's own teravalidate has found the sorted file in order, all ranks
# together are 1 and each is what it should be, the slots of all nodes were used and are so many ranks of MPI with
# the spares; what there was to see is taken away. A pool that has lost a slot says why in its logs, shown then.
experiment_was_right() {
  local host output="$1" ranks="$2" seen="${HOME_OF_ADA}/elsewhere"
  shift 2
  grep -q 'valid, checksum' "${output}"
  [ "$(wc -l <"${seen}/ranks.txt")" -eq 526 ]
  awk '{ sum += $2 } END { exit !(sum > 0.999999 && sum < 1.000001) }' "${seen}/ranks.txt"
  ranks_after_one_iteration "${HPC_REUSE_HOME}/workloads/pagerank/graphs/debian-sample.txt" "${seen}/ranks.txt"
  for host in "$@"; do
    python3 - "${seen}/status.json" "${host}" "${ranks}" <<'END' || {
import json, sys
slots = json.load(open(sys.argv[1]))["nodes"][sys.argv[2]]["slots"]
assert len(slots) == 2, slots
assert all(f"{sys.argv[3]} ranks" in s["mpiVersion"] for s in slots), slots
assert sum(s["containers"] for s in slots) > 0, slots
END
      tail -n 200 "${seen}"/hadoop-reuse-*/logs/"${host}"/{pool-manager.log,pool/slot-*.log}
      return 1
    }
  done
  rm "${seen}/ranks.txt" "${seen}/status.json"
}

# lingering: makes a command that runs until it is told to end; prints where.
lingering() {
  script linger <<'END'
trap 'echo "the command was told to end"; exit 9' TERM
echo "the command runs"
# A scheduler ends its children at the same moment.
while :; do
  sleep 600 &
  wait || true
done
END
}
