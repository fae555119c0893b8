# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# The head's side of a cluster of two nodes that only write their state. Loaded by tests, after common.

# set_head_nodes: the scripts of the head, and the variables that they are given.
set_head_nodes() {
  load_launch lib/{base,process,http,hadoop,mpi,class-archive,slot-image,daemons,node-parts} head/{hosts,remote,head,kept-storage}
  JOB_DIR="${BATS_TEST_TMPDIR}/job"
  JOB_ID=7
  JOB_SCRATCH="${BATS_TEST_TMPDIR:0:30}"
  JOB_HOSTS=(r1-n01 n2.example.org)
  JOB_REMOTE=ssh
  mkdir -p "${JOB_DIR}"/{run,logs,nodes/r1-n01,nodes/n2.example.org}
  head_defaults
}

# end_head_nodes: all that tests have started for it.
end_head_nodes() {
  local -a PROCESSES
  list_processes "${JOB_DIR}"
  signal_processes "${JOB_DIR}" KILL "${PROCESSES[@]}"
}

# node_says HOST STATE [MESSAGE]
node_says() {
  printf '%s %s %s\n' "$2" "$(now_ms)" "${3:-}" >"${JOB_DIR}/nodes/$1/state"
}

# both_live: nodes that are up, with the scripts on them.
both_live() {
  local host
  for host in "${JOB_HOSTS[@]}"; do
    node_says "${host}" up
    start_process "${JOB_DIR}" "agent-${host}" sleep 60
  done
}
