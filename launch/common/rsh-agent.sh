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
# mpirun's words are one for a shell.
printf -v environment '%q' "${JOB_DIR}/run/job.env"
exec "${REMOTE_ENTER[@]}" bash -c "source ${environment}; $*"
