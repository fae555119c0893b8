# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# What all bats files here share.

HPC_REUSE="${BATS_TEST_DIRNAME}/../../bin/hpc-reuse"

# load_launch FILE…: sources files of launch/ as bin/hpc-reuse would.
load_launch() {
  local file
  HPC_REUSE_HOME="$(readlink -f "$(dirname "${BASH_SOURCE[0]}")/../..")"
  for file in "$@"; do
    # shellcheck source=/dev/null
    source "${HPC_REUSE_HOME}/launch/${file}.sh"
  done
}

# fake_hadoop_home VERSION: a directory that looks like a release of that version.
fake_hadoop_home() {
  mkdir -p "${BATS_TEST_TMPDIR}/hadoop/share/hadoop/common"
  : >"${BATS_TEST_TMPDIR}/hadoop/share/hadoop/common/hadoop-common-$1.jar"
  : >"${BATS_TEST_TMPDIR}/hadoop/share/hadoop/common/hadoop-common-$1-tests.jar"
  printf '%s' "${BATS_TEST_TMPDIR}/hadoop"
}

# wait_until COMMAND…: at most 5 seconds, or says what it waited for.
wait_until() {
  local tries
  for ((tries = 0; tries < 100; tries++)); do
    ! "$@" || return 0
    sleep 0.05
  done
  echo "not within 5 s: $*"
  return 1
}
