# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# What all tests with several hosts share.

load ../wait

# load_all: HPC_REUSE_HOME, and what the files here want of launch/.
load_all() {
  local file
  HPC_REUSE_HOME="$(readlink -f "${BATS_TEST_DIRNAME}/../../..")"
  export HPC_REUSE_HOME
  # The functions before and after the file run in one process.
  [[ -z "${EXIT_FAILED:-}" ]] || return 0
  for file in lib/{base,process} head/hosts; do
    # shellcheck source=/dev/null
    source "${HPC_REUSE_HOME}/launch/${file}.sh"
  done
}
