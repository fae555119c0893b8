# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# What the tests of frameworks in a cluster of ours share; HPC_REUSE and HPC_REUSE_DIR name it.

load ../wait
load applications

# Options of spark-submit: containers in JVMs of their own.
# shellcheck disable=SC2034 # the tests use it
SPARK_FORKED=(--conf spark.yarn.appMasterEnv.HPC_REUSE_MODE=fork --conf spark.executorEnv.HPC_REUSE_MODE=fork)

# name_cluster: PROJECT is the project's directory, and the cluster that of all tests in a file.
name_cluster() {
  PROJECT="$(readlink -f "${BATS_TEST_DIRNAME}/../../..")"
  export PROJECT HPC_REUSE="${PROJECT}/bin/hpc-reuse" HPC_REUSE_DIR="${BATS_FILE_TMPDIR}/cluster"
  unset HADOOP_OPTS HADOOP_CLIENT_OPTS HADOOP_CLASSPATH
}

# start_cluster SLOTS OPTION…: of so many and so large slots; says why it does not start.
start_cluster() {
  local slots="$1"
  shift
  "${HPC_REUSE}" up --slots "${slots}" --spares 0 --heartbeat-ms 100 "$@" 3>&- >"${BATS_FILE_TMPDIR}/up.log" 2>&1 || {
    cat "${BATS_FILE_TMPDIR}/up.log"
    return 1
  }
  "${HPC_REUSE}" status --wait-ready 300000 3>&- # tests look at the processes of all slots
}

# stop_cluster: nothing of it is left.
stop_cluster() {
  "${HPC_REUSE}" down 3>&-
  ! grep -qs "${HPC_REUSE_DIR}" /proc/[0-9]*/cmdline
}

# stop_jobs: those that a test has left in the background.
stop_jobs() {
  jobs -p | xargs -r kill 2>/dev/null || true
}

# What bats calls after a file and after each test, unless the file has a function of its own for it.
teardown_file() {
  stop_cluster
}

teardown() {
  stop_jobs
}

# launches NAME: a count of the launches of containers.
launches() {
  "${HPC_REUSE}" status --json 3>&- | grep -oE "\"$1\":[0-9]+" | head -n 1 | cut -d : -f 2
}

# slots: the processes of the slots.
slots() {
  "${HPC_REUSE}" status --json 3>&- | grep -oE '"pid":[0-9]+' | sort
}

# ends_well JOB LOG: waits for a job of this shell, and shows what it has said when it fails.
ends_well() {
  wait "$1" || {
    cat "$2"
    return 1
  }
}

# slot_of NUMBER: waits for the container of that number, and prints the process of its slot.
slot_of() {
  local deadline=$((SECONDS + 120)) pid
  until pid="$("${HPC_REUSE}" status --json 3>&- | grep -oE '"pid":[0-9]+[^}]*"container":"container_[0-9_]*'"$1"'"' |
    grep -oE '"pid":[0-9]+' | cut -d : -f 2)" && [ -n "${pid}" ]; do
    [ "${SECONDS}" -lt "${deadline}" ] || {
      "${HPC_REUSE}" status -v 3>&- >&2
      return 1
    }
    sleep 0.05
  done
  printf '%s\n' "${pid}"
}

# last_driver: the stdout of the last driver of Spark in a container.
last_driver() {
  find "${HPC_REUSE_DIR}/logs/userlogs" -path '*_000001/stdout' -size +0 -printf '%T@ %p\n' | sort -n | tail -n 1 |
    cut -d ' ' -f 2
}
