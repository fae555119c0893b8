#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# The MPI programs of workloads/ in slots: right results, and the same as MapReduce's. A real cluster.

bats_require_minimum_version 1.5.0

setup_file() {
  HOME_DIR="$(readlink -f "${BATS_TEST_DIRNAME}/../../..")"
  export HOME_DIR
  export HPC_REUSE="${HOME_DIR}/bin/hpc-reuse"
  export LIB="${HOME_DIR}/build/lib"
  export HPC_REUSE_DIR="${BATS_FILE_TMPDIR}/cluster"
  unset HADOOP_OPTS HADOOP_CLIENT_OPTS HADOOP_CLASSPATH
  "${HPC_REUSE}" up --slots 4x512 --spares 0 --heartbeat-ms 100 --conf hpc-reuse.training=off 3>&- >"${BATS_FILE_TMPDIR}/up.log" 2>&1 || {
    cat "${BATS_FILE_TMPDIR}/up.log"
    return 1
  }
}

teardown_file() {
  "${HPC_REUSE}" down 3>&-
  ! grep -qs "${HPC_REUSE_DIR}" /proc/[0-9]*/cmdline
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

@test "messages go over message queues, too, for comparison" {
  local queue
  for queue in jeromq activemq; do
    run mpi -n 2 --class-path "${LIB}/pingpong-queues.jar" org.hpcreuse.workload.queues.QueuePingPong "${queue}" 1 16
    echo "${output}"
    [ "${status}" -eq 0 ]
    [ "$(grep -c "^${queue} [0-9]* [0-9.]* [0-9.]*$" <<<"${output}")" -eq 5 ]
  done
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
