#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What mpirun calls to start its daemon on a node: rsh-agent.sh JOB_DIR HOST COMMAND…
set -euo pipefail

JOB_DIR="$1"
host="$2"
shift 2
# shellcheck source=/dev/null
source "${JOB_DIR}/run/job.env"
for file in base process setup hosts remote; do
  # shellcheck source=/dev/null
  source "${HPC_REUSE_HOME}/launch/common/${file}.sh"
done
remote_enter "${host}"
case "${JOB_REMOTE}" in
  # Those that hand their words to a shell already.
  ssh) exec "${REMOTE_ENTER[@]}" "source ${JOB_DIR}/run/job.env; $*" ;;
  *) exec "${REMOTE_ENTER[@]}" bash -c "source ${JOB_DIR}/run/job.env; $*" ;;
esac
