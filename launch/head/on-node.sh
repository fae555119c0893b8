#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs a command of the Java side on a node, for the pool there: on-node.sh DIR HOST COMMAND [ARG…]
#
# DIR is a cluster of several nodes. The exit status is the command's.
set -euo pipefail

HPC_REUSE_HOME="$(dirname "$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")")"
for file in lib/{base,process,node-parts} head/{hosts,remote,head,nodes}; do
  # shellcheck source=/dev/null
  source "${HPC_REUSE_HOME}/launch/${file}.sh"
done

main() {
  local dir="$1" host="$2" command="$3"
  local -a REMOTE_ENTER=()
  shift 3
  load_job "${dir}"
  [[ " $*" != *" --watch"* ]] || ! remote_keeps_output || fail "${EXIT_USAGE}" \
    "${command} --watch: ${JOB_REMOTE} shows nothing before the end; without --watch, or HPC_REUSE_REMOTE=ssh for the job"
  relayed_enter "${host}"
  CLI_PREFIX=("${REMOTE_ENTER[@]}")
  cli_instead "${command}" --dir "${NODE_DIR}" "$@"
}

main "$@"
