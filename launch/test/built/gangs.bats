#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# bin/hpc-reuse mpi: MPI programs run in slots as they run under mpirun, and nobody waits for ever; those of workloads/
# come to right results, and the same as MapReduce's. A real cluster.
# shellcheck disable=SC2154 # bats sets stderr

bats_require_minimum_version 1.5.0
load mpi_programs
load applications

setup_file() {
  mpi_programs
  HOME_DIR="${HPC_REUSE%/bin/*}"
  export HOME_DIR LIB="${HOME_DIR}/build/lib"
  cluster_up --slots 6x512 --spares 4 --conf hpc-reuse.training=off
}

teardown_file() {
  local socket_dir
  read -r socket_dir <"${HPC_REUSE_DIR}/run/socket-dir" || true
  "${HPC_REUSE}" down 3>&-
  [ -n "${socket_dir}" ]
  [ ! -e "${socket_dir}" ]
  ! grep -qs "${HPC_REUSE_DIR}" /proc/[0-9]*/cmdline
}

teardown() {
  jobs -p | xargs -r kill 2>/dev/null || true
}

# all_free SECONDS: waits until all slots are free.
all_free() {
  until_free 6 "$1"
}

# processes: a line for each slot and spare: its process, rank or plain, its state, its container or - without one.
processes() {
  "${HPC_REUSE}" status --json 3>&- | python3 -c '
import json, sys
status = json.load(sys.stdin)
for process in status["slots"] + status["spares"]:
    kind = "rank" if process["mpi"] else "plain"
    print(process["pid"], kind, process["state"], process["container"] or "-")'
}

# living_ranks: those lines of living ranks.
living_ranks() {
  processes | grep ' rank '
}

plain_slot_is_free() {
  processes | grep -q ' plain FREE '
}

plain_slot_is_taken() {
  processes | grep ' plain ' | grep -q ' container_'
}

# mpi ARG…
mpi() {
  timeout 100 "${HPC_REUSE}" mpi "$@" 3>&-
}

# hadoop ARG…
hadoop() {
  timeout 200 "${HPC_REUSE}" hadoop "$@" 3>&-
}

# communicators: the processes of the slots, and how many communicators each had when its last container ended.
communicators() {
  "${HPC_REUSE}" status --json 3>&- | python3 -c '
import json, sys
for slot in json.load(sys.stdin)["slots"]:
    if slot["mpiCommunicators"] > 0:
        print(slot["pid"], slot["mpiCommunicators"])'
}

# same_numbers LIMIT FILE FILE: lines of a name and numbers agree to the limit, relative to the larger number.
same_numbers() {
  python3 - "$@" <<'PY'
import sys
limit = float(sys.argv[1])
tables = []
for name in sys.argv[2:]:
    with open(name, encoding="utf-8") as lines:
        rows = (line.split("\t") for line in lines)
        tables.append({row[0]: [float(x) for x in row[1:]] for row in rows})
left, right = tables
assert left and left.keys() == right.keys(), "other names"
worst = max(abs(a - b) / max(abs(a), abs(b)) for key in left for a, b in zip(left[key], right[key]))
print(f"{len(left)} lines, largest difference {worst:.1e}")
assert worst <= limit
PY
}

@test "prime numbers are counted" {
  run mpi -n 3 "${LIB}/primecount.jar" 100000
  [ "${status}" -eq 0 ]
  [[ "${output}" == *"9592 primes up to 100000, 3 ranks"* ]]
}

@test "kernels of NAS and Java Grande come to the results that are known" {
  local words
  for words in "NasEp S" "NasIs S" "NasIs W" "Crypt 3000000" "Series 200" "SparseMatmult A"; do
    # shellcheck disable=SC2086 # a class and its argument
    run mpi -n 3 "${LIB}/kernels.jar" org.hpcreuse.workload.kernels.${words}
    echo "${words}: ${output}"
    [ "${status}" -eq 0 ]
    [[ "${output}" == *", 3 ranks: right; "* ]]
  done
}

@test "a gang sees no message and no communicator of the gang before" {
  local seed seen="${BATS_TEST_TMPDIR}/communicators"
  for seed in 17 18 19; do
    run mpi -n 3 "${LIB}/gangcheck.jar" "${seed}"
    echo "${output}"
    [ "${status}" -eq 0 ]
    [[ "${output}" == *"seed ${seed}, 3 ranks: right"* ]]
    communicators >>"${seen}"
  done
  sort "${seen}" | uniq -c
  [ "$(sort -u "${seen}" | wc -l)" -ge 3 ]
  # Each slot has the same number after each of its containers.
  [ -z "$(sort -u "${seen}" | cut -d ' ' -f 1 | uniq -d)" ]
}

@test "the maps of a MapReduce job find each other and talk MPI" {
  local classes="${BATS_TEST_TMPDIR}/classes" map
  local -a hadoop=("${HOME_DIR}"/hadoop-home/target/hadoop-*/share/hadoop)
  mkdir "${classes}"
  javac -nowarn -d "${classes}" \
    -cp "${hadoop[0]}/common/*:${hadoop[0]}/mapreduce/*:${HOME_DIR}/build/mpi/mpi.jar:${LIB}/mpi-api.jar" \
    "${BATS_TEST_DIRNAME}/mapreduce/MeetingMaps.java"
  jar cf "${BATS_TEST_TMPDIR}/maps.jar" -C "${classes}" .
  printf '%s\n' a b c >"${BATS_TEST_TMPDIR}/lines"
  hadoop fs -put "${BATS_TEST_TMPDIR}/lines" /lines
  hadoop "${BATS_TEST_TMPDIR}/maps.jar" MeetingMaps -Dmapreduce.map.maxattempts=1 3 /lines /sums
  hadoop fs -cat '/sums/part-m-*' >"${BATS_TEST_TMPDIR}/sums"
  for map in 0 1 2; do
    printf 'first: map %s is rank %s of 3\t6\nsecond: map %s is rank %s of 3\t6\n' "${map}" "${map}" "${map}" "${map}"
  done | diff - "${BATS_TEST_TMPDIR}/sums"
}

@test "ping-pong measures each size with arrays and direct buffers" {
  local buffers
  for buffers in direct array; do
    run mpi -n 2 "${LIB}/pingpong.jar" "${buffers}" 20 1048576
    [ "${status}" -eq 0 ]
    [ "$(grep -cE "^${buffers} [0-9]+ [0-9.]+ [0-9.]+$" <<<"${output}")" -eq 21 ]
  done
}

@test "PageRank with MPI agrees with MapReduce to 1e-6" {
  bash "${HOME_DIR}/workloads/pagerank/graphs/rmat.sh" --scale 10 --edges-per-node 8 --seed 3 \
    --output "${BATS_TEST_TMPDIR}/graph" 3>&-
  hadoop fs -mkdir /graph
  hadoop fs -put "${BATS_TEST_TMPDIR}/graph" /graph/edges
  hadoop "${LIB}/pagerank.jar" /graph /ranks-mapreduce --iterations 4 --reduces 1
  run mpi -n 3 --hadoop "${LIB}/pagerank-mpi.jar" /graph /ranks-mpi 4
  echo "${output}"
  [ "${status}" -eq 0 ]
  [ "$(grep -c '^iteration ' <<<"${output}")" -eq 4 ]
  hadoop fs -cat '/ranks-mapreduce/part-*' >"${BATS_TEST_TMPDIR}/mapreduce"
  hadoop fs -cat '/ranks-mpi/part-*' >"${BATS_TEST_TMPDIR}/mpi"
  same_numbers 1e-6 "${BATS_TEST_TMPDIR}/mapreduce" "${BATS_TEST_TMPDIR}/mpi"
}

@test "K-means finds the same centres with MPI and with MapReduce" {
  local program=org.hpcreuse.workload.kmeans
  HADOOP_CLASSPATH="${LIB}/kmeans.jar" hadoop "${program}.GeneratePoints" 20000 4 3 7 /points
  hadoop "${LIB}/kmeans.jar" /points /centres-mapreduce 4 3
  run mpi -n 3 --hadoop --class-path "${LIB}/kmeans.jar" "${program}.mpi.MpiKMeans" /points /centres-mpi 4 3
  echo "${output}"
  [ "${status}" -eq 0 ]
  hadoop fs -cat /centres-mapreduce/centres >"${BATS_TEST_TMPDIR}/mapreduce"
  hadoop fs -cat /centres-mpi/centres >"${BATS_TEST_TMPDIR}/mpi"
  same_numbers 1e-9 "${BATS_TEST_TMPDIR}/mapreduce" "${BATS_TEST_TMPDIR}/mpi"
}

@test "the examples of Open MPI run as they are" {
  local examples="${HPC_REUSE%/bin/*}/build/mpi/examples" example name
  [ -d "${examples}" ] || skip "this machine's Open MPI has brought its mpi.jar: there is no source"
  for example in "${examples}"/*.java; do
    name="$(basename "${example}" .java)"
    mkdir "${BATS_TEST_TMPDIR}/${name}"
    javac -nowarn -Xlint:none -cp "${MPI_JAR}" -d "${BATS_TEST_TMPDIR}/${name}" "${example}"
    jar cf "${BATS_TEST_TMPDIR}/${name}.jar" -C "${BATS_TEST_TMPDIR}/${name}" .
    under_mpirun 4 "${BATS_TEST_TMPDIR}/${name}.jar" "${name}" >"${BATS_TEST_TMPDIR}/mpirun"
    run timeout 100 "${HPC_REUSE}" mpi -n 4 "${BATS_TEST_TMPDIR}/${name}.jar" "${name}" 3>&-
    echo "${name}: ${output}"
    [ "${status}" -eq 0 ]
    diff <(sort "${BATS_TEST_TMPDIR}/mpirun") <(sort <<<"${output}")
  done
}

@test "each blocking call gives what it gives under mpirun" {
  local ranks
  for ranks in 2 3 5; do
    under_mpirun "${ranks}" "${JAR}" AllCalls >"${BATS_TEST_TMPDIR}/mpirun"
    gang "${ranks}" AllCalls
    [ "${status}" -eq 0 ]
    diff <(sort "${BATS_TEST_TMPDIR}/mpirun") <(sort <<<"${output}")
    [ "$(wc -l <"${BATS_TEST_TMPDIR}/mpirun")" -gt $((70 * ranks)) ]
  done
}

@test "output comes line by line, arguments arrive as they are, the status is the worst" {
  # shellcheck disable=SC2016 # the words are to arrive as they are
  gang 3 Says 'a b' "it's \"quoted\"" '$HOME <LOG_DIR> {{PWD}}' ''
  [ "${status}" -eq 2 ]
  [ "$(grep -c '^rank [0-2] of 3$' <<<"${output}")" -eq 3 ]
  [ "$(grep -c '^no end of line$' <<<"${output}")" -eq 3 ]
  [ "$(grep -cF "arguments [a b, it's \"quoted\", \$HOME <LOG_DIR> {{PWD}}, ]" <<<"${stderr}")" -eq 3 ]
}

@test "a reader that rests for a while misses nothing" {
  local -a statuses
  timeout 100 "${HPC_REUSE}" mpi -n 2 "${JAR}" Prints 20000 3>&- | {
    sleep 8
    cat
  } >"${BATS_TEST_TMPDIR}/lines"
  statuses=("${PIPESTATUS[@]}")
  [ "${statuses[0]}" -eq 0 ]
  [ "$(sort -u "${BATS_TEST_TMPDIR}/lines" | wc -l)" -eq 40000 ]
}

@test "lines are tagged with rank and stream" {
  run --separate-stderr "${HPC_REUSE}" mpi -n 2 --tag-output "${JAR}" Says 3>&-
  [[ "${output}" == *"[1]<out> rank 1 of 2"* ]]
  [[ "${stderr}" == *"[0]<err> arguments []"* ]]
}

@test "ranks that wait for one that has ended leave by an exception and stay ranks" {
  local how where before
  before="$(living_ranks | wc -l)"
  [ "${before}" -gt 0 ]
  for how in exit throw abort exit-well; do
    for where in recv send allReduce barrier wait finalize; do
      gang 3 Breaks "${how}" "${where}"
      [ "${status}" -ne 0 ]
      [ "$(grep -c '^rank [01] left: rank 2$' <<<"${output}")" -eq 2 ]
    done
  done
  [ "$(living_ranks | wc -l)" -eq "${before}" ]
  gang 5 Says
  [ "${status}" -eq 4 ]
}

@test "a slot that is killed breaks its gang within seconds and nothing else" {
  local where
  for where in recv allReduce finalize; do
    SECONDS=0
    gang 3 Breaks kill "${where}"
    [ "${status}" -eq 137 ]
    [ "${SECONDS}" -lt 30 ]
    [[ "${stderr}" == *"rank 2 (container_"*"ended with status 137: slot "*"ended while it ran the container"* ]]
    [ "$(grep -c '^rank [01] left: rank 2$' <<<"${output}")" -eq 2 ]
    gang 3 AllCalls
    [ "${status}" -eq 0 ]
  done
}

@test "no message and no communicator of one gang reaches the next" {
  local i
  for i in 1 2 3 4; do
    gang 4 Strays
    [ "${status}" -eq 0 ]
    [ "${output}" = "" ]
  done
}

@test "two gangs that together need more slots than there are run one after the other" {
  local first second ranks
  all_free 30
  for ranks in 4 5; do
    timeout 100 "${HPC_REUSE}" mpi -n "${ranks}" "${JAR}" AllCalls >"${BATS_TEST_TMPDIR}/first" 3>&- &
    first=$!
    timeout 100 "${HPC_REUSE}" mpi -n "${ranks}" "${JAR}" AllCalls >"${BATS_TEST_TMPDIR}/second" 3>&- &
    second=$!
    wait "${first}"
    wait "${second}"
    diff <(sort "${BATS_TEST_TMPDIR}/first") <(sort "${BATS_TEST_TMPDIR}/second")
  done
}

@test "a gang that can never run is refused" {
  gang 6 Says
  [ "${status}" -eq 2 ]
  [[ "${stderr}" == *"6 ranks and their master need 7 containers"*"room for 6"* ]]
  run --separate-stderr "${HPC_REUSE}" mpi -n 1 --memory 100000 "${JAR}" Says 3>&-
  [ "${status}" -eq 2 ]
  run --separate-stderr "${HPC_REUSE}" mpi -n 0 "${JAR}" Says 3>&-
  [ "${status}" -eq 2 ]
  run --separate-stderr "${HPC_REUSE}" mpi -n 1 no-such.jar Says 3>&-
  [ "${status}" -eq 2 ]
  [[ "${stderr}" == *"no-such.jar"* ]]
}

# Before the client has submitted the gang, after that, and when its ranks run.
@test "an interrupt ends the gang, whenever it comes, and leaves no file" {
  local delay gang status
  for delay in 0.2 0.35 0.5 0.65 0.8 2; do
    status=0
    (exec env --default-signal=INT "${HPC_REUSE}" mpi -n 2 "${JAR}" Breaks never recv 3>&-) >"${BATS_TEST_TMPDIR}/out" 2>&1 &
    gang=$!
    sleep "${delay}"
    kill -INT "${gang}"
    wait_long 20 is_gone "${gang}"
    wait "${gang}" || status=$?
    echo "after ${delay} s: status ${status}: $(cat "${BATS_TEST_TMPDIR}/out")"
    [ "${status}" -eq 130 ]
    [[ "$(<"${BATS_TEST_TMPDIR}/out")" != *" may "* ]]
    all_free 25
  done
  all_ended
  run "${HPC_REUSE}" hadoop fs -ls -R .hpc-reuse/gangs 3>&-
  echo "${output}"
  [ "${status}" -eq 0 ]
  [[ "${output}" != *application_* ]]
}

# gang_files: the directories of gangs on the cluster's file system.
gang_files() {
  "${HPC_REUSE}" hadoop fs -ls '.hpc-reuse/gangs/*' 3>&- | grep -o 'application_.*'
}

no_gang_files() {
  ! gang_files
}

# is_over ID: whether the application has ended.
is_over() {
  local all
  all="$(applications)" && grep -qE "^$1 (FINISHED|FAILED|KILLED) " <<<"${all}"
}

@test "a gang whose application is killed leaves no file, nor the next one what others have left" {
  local id cluster waiting=application_1_0001
  all_free 30
  id="$("${HPC_REUSE}" mpi --detach -n 2 "${JAR}" Breaks never recv 3>&-)"
  wait_long 60 no_gang_files # its ranks have them
  run is_over "${id}"
  [ "${status}" -ne 0 ]
  "${HPC_REUSE}" hadoop org.apache.hadoop.yarn.client.cli.ApplicationCLI application -kill "${id}" 3>&-
  wait_long 30 is_over "${id}"
  all_free 30
  no_gang_files

  # One that was killed before its program began, and one that YARN does not know yet.
  cluster="$("${HPC_REUSE}" hadoop fs -ls .hpc-reuse/gangs 3>&- | grep -oE '\.hpc-reuse/gangs/[0-9a-f]+')"
  "${HPC_REUSE}" hadoop fs -mkdir "${cluster}/${id}" "${cluster}/${waiting}" 3>&-
  gang 2 Says
  [ "${status}" -eq 1 ]
  run gang_files
  [ "${output}" = "${waiting}" ]
  "${HPC_REUSE}" hadoop fs -rm -r "${cluster}/${waiting}" 3>&-
}

@test "a client that is killed takes its gang along" {
  local client
  all_free 30
  "${HPC_REUSE}" mpi -n 2 "${JAR}" Breaks never recv >"${BATS_TEST_TMPDIR}/out" 2>&1 3>&- &
  client=$!
  until_shown '"state":"RUNNING"' -ge 3 60
  kill -KILL "${client}"
  all_free 60
}

@test "a time limit ends the gang with status 124" {
  run --separate-stderr timeout 60 "${HPC_REUSE}" mpi -n 2 --time-limit 2 "${JAR}" Breaks never recv 3>&-
  [ "${status}" -eq 124 ]
  [[ "${stderr}" == *"time limit of 2 s"* ]]
}

@test "a mistake in the program is shown as java shows it" {
  gang 2 NoSuchClass
  [ "${status}" -eq 1 ]
  [[ "${stderr}" == *"NoSuchClass"* ]]
}

# never_ends NAME: a gang of one rank that waits for ever, once it runs; its pid.
never_ends() {
  timeout 300 "${HPC_REUSE}" mpi -n 1 "${JAR}" Breaks never recv >"${BATS_TEST_TMPDIR}/$1" 2>&1 3>&- &
  pid=$!
}

# The master of the last gang finds the one slot that is no rank taken.
# bats test_tags=full
@test "a gang whose master holds one of the ranks that it needs gives it back" {
  local pids pid first second third
  all_free 60
  until_shown '"mpiVersion":"Open MPI' -eq 10 60
  never_ends first
  first="${pid}"
  until_shown '"container":"container_' -eq 2 60
  mapfile -t pids < <(living_ranks | awk '$4 == "-" { print $1 }')
  echo "ranks: ${pids[*]}"
  kill -KILL "${pids[@]:0:5}"
  until_shown '"mpiVersion":"Open MPI' -eq 5 60
  wait_long 60 plain_slot_is_free
  # Slots take turns: the master of one of these is in the slot that is no rank.
  for _ in 1 2 3 4 5 6; do
    never_ends second
    second="${pid}"
    until_shown '"container":"container_' -eq 4 60
    ! plain_slot_is_taken || break
    kill -INT "${second}"
    wait "${second}" || true
    until_shown '"container":"container_' -eq 2 60
    wait_long 60 plain_slot_is_free
  done
  processes
  plain_slot_is_taken
  kill -INT "${first}"
  wait "${first}" || true
  until_shown '"container":"container_' -eq 2 60
  timeout 200 "${HPC_REUSE}" mpi -n 5 --wait 0 "${JAR}" AllCalls >"${BATS_TEST_TMPDIR}/out" 2>"${BATS_TEST_TMPDIR}/err" 3>&- &
  third=$!
  wait_long 60 grep -q "waits for 5 free containers at the same time" "${BATS_TEST_TMPDIR}/err"
  kill -INT "${second}"
  wait "${third}" || {
    cat "${BATS_TEST_TMPDIR}/err"
    return 1
  }
  cat "${BATS_TEST_TMPDIR}/err"
  grep -q "and 4 of one MPI job are alive (.*the gang's master holds one more" "${BATS_TEST_TMPDIR}/err"
}

# The last test: it ends all ranks that it can. The second gang has been submitted when they end.
# bats test_tags=full
@test "a gang whose ranks end before it begins waits for new ones, or says at once that there are too few" {
  local pids first second status=0
  all_free 60
  timeout 200 "${HPC_REUSE}" mpi -n 4 "${JAR}" Breaks never recv >"${BATS_TEST_TMPDIR}/first" 2>&1 3>&- &
  first=$!
  until_shown '"state":"RUNNING"' -ge 5 60
  timeout 450 "${HPC_REUSE}" mpi -n 4 --wait 400 "${JAR}" AllCalls >"${BATS_TEST_TMPDIR}/out" 2>"${BATS_TEST_TMPDIR}/err" 3>&- &
  second=$!
  wait_long 60 grep -q "waits for 4 free containers at the same time" "${BATS_TEST_TMPDIR}/err"
  mapfile -t pids < <(living_ranks | awk '$4 !~ /_000001$/ { print $1 }')
  echo "ranks: ${pids[*]}"
  kill -KILL "${pids[@]}"
  wait "${first}" || status=$?
  cat "${BATS_TEST_TMPDIR}/first"
  [ "${status}" -eq 137 ]
  wait_long 60 grep -q "waiting 400 s at most for more" "${BATS_TEST_TMPDIR}/err"
  run --separate-stderr timeout 60 "${HPC_REUSE}" mpi -n 4 --wait 0 "${JAR}" Says 3>&-
  echo "status ${status}: ${stderr}"
  [ "${status}" -eq 4 ]
  [[ "${stderr}" == *"4 ranks with a heap of "*" MiB are wanted, and "[0-3]" of one MPI job are alive"*"there can be 6"* ]]
  wait "${second}" || {
    cat "${BATS_TEST_TMPDIR}/err"
    return 1
  }
}
