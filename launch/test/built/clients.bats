#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# bin/hpc-reuse hadoop: a client in a slot does what one in a JVM of its own does. A job's, too, whose pool manager is
# stopped. A real cluster without MPI.
# shellcheck disable=SC2154 # bats sets stderr

bats_require_minimum_version 1.5.0
load ../wait

setup_file() {
  PROJECT="$(readlink -f "${BATS_TEST_DIRNAME}/../../..")"
  export PROJECT HPC_REUSE="${PROJECT}/bin/hpc-reuse"
  export HPC_REUSE_DIR="${BATS_FILE_TMPDIR}/cluster"
  export JAR="${BATS_FILE_TMPDIR}/program.jar"
  unset HADOOP_OPTS HADOOP_CLIENT_OPTS HADOOP_CLASSPATH
  mkdir "${BATS_FILE_TMPDIR}/classes"
  javac -d "${BATS_FILE_TMPDIR}/classes" "${BATS_TEST_DIRNAME}/Program.java"
  printf 'Main-Class: Program\n' >"${BATS_FILE_TMPDIR}/manifest"
  jar cfm "${JAR}" "${BATS_FILE_TMPDIR}/manifest" -C "${BATS_FILE_TMPDIR}/classes" .
  # A library that changes nothing; clients do without it.
  LD_PRELOAD=libdl.so.2 "${HPC_REUSE}" up --slots 2x512 --spares 0 --client-slots 2 --mpi none --heartbeat-ms 100 \
    --conf hpc-reuse.training=off 3>&- >"${BATS_FILE_TMPDIR}/up.log" 2>&1 || {
    cat "${BATS_FILE_TMPDIR}/up.log"
    return 1
  }
}

teardown_file() {
  local socket_dir
  read -r socket_dir <"${HPC_REUSE_DIR}/run/socket-dir" || true
  "${HPC_REUSE}" down 3>&-
  [ -n "${socket_dir}" ]
  [ ! -e "${socket_dir}" ]
  ! grep -qs "${HPC_REUSE_DIR}" /proc/[0-9]*/cmdline
}

setup() {
  cd "${BATS_TEST_TMPDIR}" || return
  before="$(clients reused)"
}

teardown() {
  # One that is still stopped would not hear that it must end.
  kill -CONT "$(manager 2>/dev/null)" 2>/dev/null || true
  [ -z "${client:-}" ] || kill -KILL "${client}" 2>/dev/null || true
  jobs -p | xargs -r kill 2>/dev/null || true
}

# clients NAME: a count of the launches of clients.
clients() {
  "${HPC_REUSE}" status --clients --json 3>&- | grep -oE "\"$1\":[0-9]+" | head -n 1 | cut -d : -f 2
}

# free: whether all client slots are.
free() {
  [ "$("${HPC_REUSE}" status --clients --json 3>&- | grep -o '"state":"FREE"' | wc -l)" -eq 2 ]
}

# both WORD…: runs a client in a JVM of its own and in a slot, with the same input; they must show and return the
# same. The status, stdout and stderr are in status, output and stderr.
both() {
  local input="${BATS_TEST_TMPDIR}/input"
  cat >"${input}"
  run --separate-stderr "${HPC_REUSE}" hadoop --cold "$@" <"${input}" 3>&-
  local cold_status="${status}" cold_output="${output}" cold_stderr="${stderr}"
  run --separate-stderr "${HPC_REUSE}" hadoop "$@" <"${input}" 3>&-
  echo "cold ${cold_status}: ${cold_output}; ${cold_stderr}"
  echo "warm ${status}: ${output}; ${stderr}"
  [ "${status}" -eq "${cold_status}" ]
  [ "${output}" = "${cold_output}" ]
  [ "${stderr}" = "${cold_stderr}" ]
}

# in_slots NUMBER: so many clients of this test have run in slots.
in_slots() {
  local now
  now="$(clients reused)"
  echo "clients in slots: ${before} before, ${now} now"
  [ "$((now - before))" -eq "$1" ]
}

@test "the file system shell says and returns the same" {
  both fs -ls / </dev/null
  both fs -cat /none </dev/null
  [ "${status}" -eq 1 ]
  both fs -mkdir /none/none </dev/null
  both fs -test -d / </dev/null
  in_slots 4
}

@test "input comes from the caller, each time its own" {
  echo "first input" | "${HPC_REUSE}" hadoop fs -put - /first 3>&-
  echo "second input" | "${HPC_REUSE}" hadoop fs -put - /second 3>&-
  both fs -cat /first /second </dev/null
  [ "${output}" = $'first input\nsecond input' ]
  both "${JAR}" cat < <(printf 'a\nb\n')
  both "${JAR}" cat </dev/null
  in_slots 5
}

@test "a job runs, with its counters and its result" {
  run -0 --separate-stderr "${HPC_REUSE}" hadoop examples pi 2 10 3>&-
  [[ "${output}" == *"Estimated value of Pi is 3.8"* ]]
  [[ "${stderr}" == *"completed successfully"* ]]
  in_slots 1
}

@test "status and streams of a program" {
  both "${JAR}" exit 7 </dev/null
  [ "${status}" -eq 7 ]
  both "${JAR}" streams </dev/null
  [ "${stderr}" = "to stderr" ]
  both NoSuchClass </dev/null
  in_slots 3
}

@test "directory, environment, properties and arguments are the caller's, and nothing stays" {
  mkdir "a directory"
  cd "a directory" || return
  export CLIENT_TEST=$'two\nlines' HADOOP_CLIENT_OPTS="-Dclient.test=set"
  umask 027
  both "${JAR}" context file "" 'a b' 'ü*' </dev/null
  both "${JAR}" context file </dev/null
  unset CLIENT_TEST HADOOP_CLIENT_OPTS
  both "${JAR}" context file2 </dev/null
  [ "$(stat -c %a file file2)" = $'640\n640' ]
  in_slots 3
}

@test "an uncaught exception ends a program with status 1 and a trace that ends with main" {
  run --separate-stderr "${HPC_REUSE}" hadoop "${JAR}" throw 3>&-
  [ "${status}" -eq 1 ]
  [[ "${stderr}" == *"IllegalStateException: thrown"* ]]
  [[ "${stderr}" != *org.hpcreuse* ]]
  in_slots 1
}

@test "redirections append, share a position, and leave what was not read" {
  {
    echo begin
    "${HPC_REUSE}" hadoop "${JAR}" streams 2>/dev/null 3>&-
    echo end
  } >out
  [ "$(cat out)" = $'begin\nto stdout\nend' ]
  "${HPC_REUSE}" hadoop "${JAR}" streams >>out 2>&1 3>&-
  [ "$(head -n 3 out)" = $'begin\nto stdout\nend' ]
  [ "$(tail -n 2 out | sort)" = $'to stderr\nto stdout' ]
  printf 'one\ntwo\n' >in
  {
    read -r line
    "${HPC_REUSE}" hadoop "${JAR}" cat 3>&-
  } <in >out
  [ "$(cat out)" = "read two" ]
  in_slots 3
}

@test "a reader that leaves ends the output" {
  set +o pipefail
  "${HPC_REUSE}" hadoop "${JAR}" flood 2>err 3>&- | head -c 10 >/dev/null
  [ "$(cat err)" = "stopped by an error" ]
  in_slots 1
}

# signalled SIGNAL STATUS [WORD]: a client that waits gets the signal; its hook runs and it has the status.
signalled() {
  local client_status=0
  rm -f pid
  env --default-signal=INT,TERM,HUP "${HPC_REUSE}" hadoop "${JAR}" "${3:-wait}" pid <&5 >out 3>&- &
  client=$!
  wait_long 30 test -s pid
  kill "-$1" "${client}"
  wait "${client}" || client_status=$?
  client=""
  echo "status ${client_status}, output: $(cat out)"
  [ "${client_status}" -eq "$2" ]
  [ "$(cat out)" = hook ]
}

@test "a signal ends the program after its hooks" {
  local slots
  mkfifo input
  exec 5<>input
  slots="$(pids)"
  # Bash would have a background job ignore INT. What the test's own caller ignores, env takes back.
  set -m
  signalled INT 130
  signalled TERM 143
  signalled HUP 129
  signalled INT 130 read
  set +m
  exec 5>&-
  wait_long 30 free
  in_slots 4
  [ "$(pids)" = "${slots}" ]
}

pids() {
  "${HPC_REUSE}" status --clients --json 3>&- | grep -oE '"pid":[0-9]+' | sort
}

@test "a client that is killed takes its program along" {
  set -m
  "${HPC_REUSE}" hadoop "${JAR}" wait pid </dev/null >out 3>&- &
  client=$!
  set +m
  wait_long 30 test -s pid
  kill -KILL "${client}"
  wait "${client}" || true
  client=""
  wait_long 30 free
  [ "$(cat out)" = "" ]
  run -0 "${HPC_REUSE}" hadoop "${JAR}" streams 3>&-
}

@test "clients killed while they submit a job leave slots that others can use" {
  local pause
  for pause in 0.1 0.3 0.7 1.2; do
    "${HPC_REUSE}" hadoop examples pi 2 10 </dev/null >/dev/null 2>&1 3>&- &
    client=$!
    sleep "${pause}"
    kill -KILL "${client}" 2>/dev/null || true
    wait "${client}" || true
    client=""
  done
  wait_long 60 free
  run -0 "${HPC_REUSE}" hadoop fs -ls / 3>&-
}

@test "two clients at once have a slot each, the third a JVM of its own" {
  local one two forked
  wait_long 30 free
  forked="$(clients forked)"
  "${HPC_REUSE}" hadoop "${JAR}" wait one </dev/null >out1 3>&- &
  one=$!
  "${HPC_REUSE}" hadoop "${JAR}" wait two </dev/null >out2 3>&- &
  two=$!
  wait_long 30 test -s one
  wait_long 30 test -s two
  [ "$(cat one)" != "$(cat two)" ]
  run -0 --separate-stderr "${HPC_REUSE}" hadoop -v "${JAR}" streams 3>&-
  [ "${output}" = "to stdout" ]
  [[ "${stderr}" == *"hadoop: in a JVM of its own: pool-busy: "* ]]
  [ "$(($(clients forked) - forked))" -eq 1 ]
  kill -TERM "${one}" "${two}"
  wait "${one}" || [ $? -eq 143 ]
  wait "${two}" || [ $? -eq 143 ]
  wait_long 30 free
}

@test "what a slot cannot give runs in a JVM of its own, and -v says why" {
  HADOOP_CLIENT_OPTS="-Xss2m" run -0 --separate-stderr "${HPC_REUSE}" hadoop -v "${JAR}" streams 3>&-
  [[ "${stderr}" == *"jvm-flag: -Xss"* ]]
  HADOOP_CLIENT_OPTS="-XX:NewRatio=3" run -0 --separate-stderr "${HPC_REUSE}" hadoop -v "${JAR}" streams 3>&-
  [[ "${stderr}" == *"jvm-flag: -XX:NewRatio"* ]]
  HADOOP_CLIENT_OPTS="-Xmx513m" run -0 --separate-stderr "${HPC_REUSE}" hadoop -v "${JAR}" streams 3>&-
  [[ "${stderr}" == *"heap-too-large: 513 MiB asked, the slot has 512 MiB"* ]]
  LD_PRELOAD=libm.so.6 run -0 --separate-stderr "${HPC_REUSE}" hadoop -v "${JAR}" streams 3>&-
  [[ "${stderr}" == *"process-environment: LD_PRELOAD"* ]]
  HADOOP_OPTS="-Duser.timezone=UTC" run -0 --separate-stderr "${HPC_REUSE}" hadoop -v "${JAR}" streams 3>&-
  [[ "${stderr}" == *"startup-property: -Duser.timezone"* ]]
  TZ=Asia/Tokyo run -0 --separate-stderr "${HPC_REUSE}" hadoop -v "${JAR}" streams 3>&-
  [[ "${stderr}" == *"process-environment: TZ"* ]]
  run -0 --separate-stderr "${HPC_REUSE}" hadoop -v fs -put <(echo substituted) /substituted 3>&-
  [[ "${stderr}" == *"process-context: an argument names a descriptor"* ]]
  # bats itself would open a file there
  # shellcheck disable=SC2016
  run -0 --separate-stderr bash -c '"${HPC_REUSE}" hadoop -v "${JAR}" streams 3>&- 0<&-'
  [[ "${stderr}" == *"descriptor 0 is closed"* ]]
  run -0 --separate-stderr "${HPC_REUSE}" hadoop -v "${JAR}" streams </ 3>&-
  [[ "${stderr}" == *"descriptor 0 is a directory"* ]]
  in_slots 0
}

@test "a client runs in a slot whatever its command says that means the same there" {
  grep -qz '^LD_PRELOAD=libdl.so.2' "/proc/$(cut -d ' ' -f 1 "${HPC_REUSE_DIR}/client-pool/manager.pid")/environ"
  HADOOP_CLIENT_OPTS="-Djdk.reflect.useDirectMethodHandle=false" both "${JAR}" streams </dev/null
  HADOOP_OPTS="-Djava.awt.headless=true -Xmx256m" both "${JAR}" streams </dev/null
  HADOOP_OPTS="--add-opens java.base/java.nio=ALL-UNNAMED" both "${JAR}" streams </dev/null
  LD_PRELOAD=libdl.so.2 run -0 "${HPC_REUSE}" hadoop "${JAR}" streams 3>&-
  in_slots 4
}

@test "an audit of the client slots finds nothing" {
  run "${HPC_REUSE}" audit --clients 3>&-
  echo "${output}"
  [ "${status}" -eq 0 ]
}

manager() {
  cat "${HPC_REUSE_DIR}/pool/manager.pid"
}

slot_pids() {
  "${HPC_REUSE}" status --json 3>&- | python3 -c '
import json, sys
print(*[slot["pid"] for slot in json.load(sys.stdin)["slots"]])'
}

# start_job: two maps, one after the other, in the slot that the ApplicationMaster leaves. They end once the gate is
# open.
start_job() {
  printf '1\n' >first && printf '2\n' >second
  printf '#!/bin/sh\nuntil [ -e "%s/gate" ]; do sleep 0.1; done\nexec cat\n' "${PWD}" >map
  chmod +x map
  "${HPC_REUSE}" hadoop jar "$("${PROJECT}/dev/framework.sh" hadoop-tools)"/hadoop-streaming-*.jar \
    -D mapreduce.job.reduces=0 -input "file://${PWD}/first" -input "file://${PWD}/second" \
    -mapper "${PWD}/map" -output "file://${PWD}/out" \
    3>&- >job 2>&1 &
  job=$!
}

# job_ends_well, and its output is right.
job_ends_well() {
  local status=0
  touch gate
  wait "${job}" || status=$?
  cat job
  [ "${status}" -eq 0 ]
  [ "$(sort out/part-* | tr -d '\t' | xargs)" = '1 2' ]
}

is_another_manager() {
  [ -s "${HPC_REUSE_DIR}/pool/manager.pid" ] && [ "$(manager)" != "$1" ]
}

# The job's client has a slot of its own pool.
@test "a job ends well whose pool manager is stopped under its first map, and its slots stay" {
  local stopped slots
  until_free 2
  stopped="$(manager)"
  slots="$(slot_pids)"
  start_job
  until_shown '"state":"RUNNING"' -ge 3 40

  kill -STOP "${stopped}"
  wait_long 40 is_another_manager "${stopped}"
  job_ends_well

  is_gone "${stopped}"
  [ "$(slot_pids)" = "${slots}" ]
  grep -q "has not answered for 10 s; it is killed" "${HPC_REUSE_DIR}/logs/pool-manager.log"
}

# bats test_tags=full
@test "a container that comes while the pool manager is stopped is forked" {
  local stopped
  until_free 2
  stopped="$(manager)"
  kill -STOP "${stopped}"

  start_job
  wait_long 40 is_another_manager "${stopped}"
  job_ends_well

  grep -q "forked: pool-down" "${HPC_REUSE_DIR}/logs/nodemanager.log"
}

@test "a cluster that goes down ends its clients" {
  local client_status=0
  "${HPC_REUSE}" hadoop "${JAR}" wait pid </dev/null >out 2>err 3>&- &
  client=$!
  wait_long 30 test -s pid
  "${HPC_REUSE}" down 3>&-
  wait "${client}" || client_status=$?
  client=""
  echo "status ${client_status}: $(cat err)"
  [ "${client_status}" -eq 137 ]
  [[ "$(cat err)" == *"hpc-reuse: "* ]]
}
