# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# What OpenPBS gives a job, where there is no OpenPBS: on each host a daemon of the user's that runs what it
# is asked to, with an environment of its own, and ends what is left of it when its first process has ended, as
# pbs_mom does; pbs_tmrsh and pbsdsh ask it. Loaded by the tests that need it, beside slurm_cluster.
#
# pbs_mom kills what is still in the task's session. A daemon that is about to leave that session wins or loses
# a race; here it always loses.

readonly PBS_PORT=15003

# pbs_start DIR HOST…: DIR is to be first in the job's PATH.
pbs_start() {
  local dir="$1" host
  local -a HOST_ENTER=()
  shift
  mkdir -p "${dir}"
  cat >"${dir}/mom" <<'END'
#!/usr/bin/env python3
"""Without arguments a daemon; HOST WORD… runs the words there, and ends with their status."""
import itertools, json, os, signal, socket, subprocess, sys, threading

PORT = 15003
numbers = itertools.count(1)

def left_of(task):
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/environ", "rb") as environ:
                if b"PBS_TASKNUM=" + task in environ.read().split(b"\0"):
                    yield int(pid)
        except OSError:
            pass  # Another user's, or no more.

def end_left_of(task):
    while left := list(left_of(task)):
        for pid in left:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass

def serve(connection):
    words = json.loads(connection.makefile("rb").readline())
    number = str(next(numbers))
    environment = {"PATH": "/bin:/usr/bin", "HOME": os.environ["HOME"], "PBS_JOBID": "1234[5].server.example",
                   "PBS_TASKNUM": number}
    # What it prints stays there, in the spool directory of the job.
    task = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                            env=environment, cwd=os.environ["HOME"], start_new_session=True)
    status = task.wait() % 256
    end_left_of(number.encode())
    try:
        connection.sendall(b"%d\n" % status)
    except OSError:
        pass
    connection.close()

def ask(host, words):
    with socket.create_connection((host, PORT)) as connection:
        connection.sendall(json.dumps(words).encode() + b"\n")
        sys.exit(int(connection.makefile("rb").readline() or 255))

if len(sys.argv) > 1:
    ask(sys.argv[1], sys.argv[2:])
listener = socket.create_server((socket.gethostname(), PORT))
while True:
    threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
END
  # shellcheck disable=SC2016
  printf '#!/bin/sh\nexec "${0%%/*}/mom" "$@"\n' >"${dir}/pbs_tmrsh"
  # shellcheck disable=SC2016
  printf '#!/bin/sh
[ "$1" = -n ] && [ "$3" = -- ] || {
  echo "Usage: $0 [-n node_index][-s][-v][-o] -- program [args...]" >&2
  exit 1
}
host=$(sed -n "$(($2 + 1))p" "$PBS_NODEFILE")
shift 3
"${0%%/*}/mom" "$host" "$@" || echo "$0: task 0x00000000 exit status $?"
' >"${dir}/pbsdsh"
  # shellcheck disable=SC2016
  printf '#!/bin/sh\n: >"/var/tmp/.pbs_last_query_$(id -u)"\nprintf "Job Id: %%s\\n    Resource_List.mem = 16gb\\n    Resource_List.walltime = 01:00:00\\n" "$2"\n' \
    >"${dir}/qstat"
  chmod -R a+rx "${dir}"
  PBS_MOMS=()
  for host in "$@"; do
    host_enter "${TEST_DIR}/hosts.d" "${host}"
    "${HOST_ENTER[@]}" -- setpriv --reuid "${SITE_USER_ID}" --regid "${SITE_USER_ID}" --clear-groups \
      env -i "HOME=${TEST_DIR}/ada" PATH=/usr/bin:/bin "${dir}/mom" >"${dir}/mom-${host}.out" 2>&1 </dev/null 3>&- &
    PBS_MOMS+=($!)
    wait_long 30 pbs_listens "${host}"
  done
}

pbs_listens() {
  [[ -n "$(host_exec "${TEST_DIR}/hosts.d" "$1" ss -Hlnt "sport = :${PBS_PORT}")" ]]
}

# pbs_stop HOST…: by what listens there; nsenter's child has another pid.
pbs_stop() {
  local host pid
  for host in "$@"; do
    pid="$(host_exec "${TEST_DIR}/hosts.d" "${host}" ss -Hlntp "sport = :${PBS_PORT}" | sed -n 's/.*pid=\([0-9]*\).*/\1/p')"
    [[ -z "${pid}" ]] || host_exec "${TEST_DIR}/hosts.d" "${host}" kill "${pid}"
  done
  wait "${PBS_MOMS[@]}" || true
}
