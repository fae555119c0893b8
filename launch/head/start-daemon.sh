#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Starts a daemon of a cluster again whose process has ended: start-daemon.sh DIR NAME
#
# NAME is nodemanager or resourcemanager. Returns when it serves, as far as the others tell.
set -euo pipefail

HPC_REUSE_HOME="$(dirname "$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")")"
for file in lib/{base,process,http,hadoop,daemons}; do
  # shellcheck source=/dev/null
  source "${HPC_REUSE_HOME}/launch/${file}.sh"
done
readonly SERVES_SECONDS=120

main() {
  if [[ $# -ne 2 || ! "$2" =~ ^(node|resource)manager$ ]]; then
    printf 'usage: start-daemon.sh DIR nodemanager|resourcemanager\n' >&2
    exit 2
  fi
  local dir="$1" name="$2"
  load_plan "${dir}"
  if is_running "${dir}" "${name}"; then
    fail "${EXIT_FAILED}" "the ${name} of ${dir} runs"
  fi
  cd "${dir}"
  "start_${name}" "${dir}"
  wait_ready "${dir}" "${name}" "${SERVES_SECONDS}" "${name}_ready"
}

main "$@"
