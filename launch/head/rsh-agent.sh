#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What mpirun calls to start its daemon on a node: rsh-agent.sh JOB_DIR HOST COMMAND…
#
# The daemon stays in the foreground over there, and this script here, for as long as it lives: PBS kills what
# is left of a task when the task's first process ends. Whatever the daemon prints goes to
# JOB_DIR/logs/orted-HOST.log; PBS would put it into the job's own output.
set -euo pipefail

JOB_DIR="$1"
host="$2"
shift 2
# shellcheck source=/dev/null
source "${JOB_DIR}/run/job.env"
for file in lib/{base,process} head/{hosts,remote}; do
  # shellcheck source=/dev/null
  source "${HPC_REUSE_HOME}/launch/${file}.sh"
done

# has_been_up: whether the node has come so far that its daemon had started its slots.
has_been_up() {
  local state=""
  { read -r state _ <"${JOB_DIR}/nodes/${host}/state"; } 2>/dev/null || true
  [[ "${state}" == @(up|lost|stopped|done) ]]
}

remote_enter "${host}"
with_parent KILL
printf -v environment '%q' "${JOB_DIR}/run/job.env"
printf -v log '%q' "${JOB_DIR}/logs/orted-${host}.log"
status=0
# mpirun's words are one for a shell.
"${WITH_PARENT[@]}" "${REMOTE_ENTER[@]}" bash -c "source ${environment}; export ${PMIX_NAMES@Q}; exec </dev/null >>${log} 2>&1; $*" || status=$?
# To mpirun anything but 0 is a daemon that it could not start, however long that has run: it would then end
# the slots of all nodes with it.
! has_been_up || status=0
exit "${status}"
