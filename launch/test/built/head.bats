#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# The head's script and its Java process, with nodes that only write their state.

# shellcheck disable=SC2030,SC2031,SC2317 # each test is a process of its own; functions are called by run
bats_require_minimum_version 1.5.0
load ../common
load ../wait
load ../head_nodes

setup() {
  set_head_nodes
  JAVA_HOME="$(require_java_home)"
  export JAVA_HOME
}

teardown() {
  end_head_nodes
}

# asked QUESTION NUMBER: as a new head would.
asked() {
  start_watch
  ask_watch "$@"
}

@test "the wait for nodes that come up ends with the last of them; meanwhile they hear of the head" {
  both_live
  node_says n2.example.org pool
  (
    wait_long 20 test -e "${JOB_DIR}/run/alive"
    node_says n2.example.org up
  ) &
  run asked up 60
  [ "${status}" -eq 0 ]
  [ "${output}" = "" ]
}

@test "a node that is late, and one that fails, is named; the status is the wait's" {
  both_live
  node_says n2.example.org checked
  echo "what the script said" >"${JOB_DIR}/logs/agent-n2.example.org.log"
  run asked up 1
  [ "${status}" -eq 4 ]
  [[ "${output}" == "hpc-reuse: not «up» within 1 s: n2.example.org (checked); logs: ${JOB_DIR}/nodes/*/log"*"  | what the script said" ]]
  node_says n2.example.org failed "no JDK at /jdk on this node; set JAVA_HOME"
  run asked up 60
  [ "${status}" -eq 1 ]
  [[ "${output}" == "hpc-reuse: node n2.example.org: no JDK at /jdk on this node; set JAVA_HOME" ]]
}

@test "the user's stop ends the start, and the command; without a command it is the end" {
  local command
  both_live
  node_says n2.example.org checked
  : >"${JOB_DIR}/run/stop"
  run asked up 60
  [ "${status}" -eq 143 ]
  [[ "${output}" == *"told by ${JOB_DIR}/run/stop to stop, before the cluster was up"* ]]
  sleep 60 &
  command=$!
  run asked watch "${command}"
  kill "${command}"
  [ "${status}" -eq 143 ]
  [[ "${output}" == *"told by ${JOB_DIR}/run/stop to stop: ending the command"* ]]
  run asked watch 0
  [ "${status}" -eq 0 ]
}

@test "the status of the user's command is the watch's; the own timer of a job counts meanwhile" {
  local command
  watched() {
    JOB_UNTIL_MS=$(($(now_ms) + $1))
    start_watch
    bash -c "$2" &
    command=$!
    head_watch "${command}"
  }
  time_is_up() {
    echo "time is up"
    kill "${command}"
  }
  both_live
  run watched 60000 "exit 7"
  [ "${status} ${output}" = "7 " ]
  run watched 500 "exec sleep 60"
  [ "${status} ${output}" = "143 time is up" ]
}

@test "the stop waits for the nodes, names those that have not ended, and leaves no process" {
  stopped() {
    start_watch
    JOB_END_SECONDS=1 head_stop
    [[ -z "${HEAD_WATCH[*]:-}" ]] || return 9
  }
  both_live
  : >"${JOB_DIR}/nodes/r1-n01/ended"
  : >"${JOB_DIR}/nodes/r1-n01/collected"
  run stopped
  [ "${status}" -eq 0 ]
  [[ "${output}" == "hpc-reuse: node n2.example.org has not said within 1 s that all is ended; if it still runs it ends by itself when it has heard nothing for 90 s; else ${NODE_DIR} is left there"* ]]
  [[ "${output}" != *"node r1-n01 has not said"* ]]
  [ -z "$(watches)" ]
}

# watches: the Java processes of this test.
watches() {
  pgrep -f "CliMain head --dir ${JOB_DIR} " || true
}

# none_watches: no such process is left.
none_watches() {
  [[ -z "$(watches)" ]]
}

@test "the Java process ignores what a scheduler sends to all, and ends with a shell that is killed" {
  local shell watch
  asked watch 0 3>&- &
  shell=$!
  wait_long 20 test -e "${JOB_DIR}/run/alive"
  watch="$(watches)"
  kill -TERM "${watch}"
  kill -INT "${watch}"
  kill -HUP "${watch}"
  kill -USR1 "${watch}"
  rm "${JOB_DIR}/run/alive"
  wait_long 10 test -e "${JOB_DIR}/run/alive"
  kill -KILL "${shell}"
  wait_long 10 none_watches
}

@test "a Java process that is killed ends the wait at once, with a message" {
  local shell status=0
  asked watch 0 2>"${BATS_TEST_TMPDIR}/err" 3>&- &
  shell=$!
  wait_long 20 test -e "${JOB_DIR}/run/alive"
  kill -KILL "$(watches)"
  wait "${shell}" || status=$?
  [ "${status}" -eq 1 ]
  grep -q "hpc-reuse: the head's Java process has ended by itself" "${BATS_TEST_TMPDIR}/err"
}
