#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# bin/hpc-reuse up --nodes: several hosts on this machine, all gone after down.
# shellcheck disable=SC2030,SC2031,SC2154 # bats sets status and stderr, and runs each test in a subshell

bats_require_minimum_version 1.5.0
load hosts

setup() {
  local reason
  load_all
  HPC_REUSE="${HPC_REUSE_HOME}/bin/hpc-reuse"
  reason="$(hosts_possible)" || skip "${reason}"
  dir="${BATS_TEST_TMPDIR}/cluster"
}

teardown() {
  if [[ -d "${dir:-}/run" ]]; then
    "${HPC_REUSE}" down --dir "${dir}" || true
  fi
}

# hosts_of_dir: the first processes of this cluster's hosts.
hosts_of_dir() {
  pgrep --full "host-init.sh ${dir}/hosts.d" || true
}

@test "hosts have names, addresses, processes and /tmp of their own, and end with all they run" {
  local hosts="${dir}/hosts.d"
  hosts_create "${hosts}" 10.99.7 one two-2
  [ "$(host_exec "${hosts}" one hostname)" = one ]
  [[ "$(host_exec "${hosts}" two-2 getent ahostsv4 one)" == 10.99.7.2* ]]
  host_exec "${hosts}" one touch /tmp/mine
  [ ! -e /tmp/mine ]
  run ! host_exec "${hosts}" two-2 test -e /tmp/mine
  [ "$(host_exec "${hosts}" one bash -c 'ls -d /proc/[0-9]* | wc -l')" -lt 10 ]
  host_exec "${hosts}" one setsid sleep 600 >/dev/null 2>&1 3>&- &
  hosts_end "${hosts}"
  [ -z "$(hosts_of_dir)" ]
  run ! ip link show bridge0
}

@test "a host that was interrupted before it was noted ends with the others" {
  local hosts="${dir}/hosts.d"
  local -a left
  hosts_create "${hosts}" 10.99.7 one two
  rm "${hosts}/two/init"
  hosts_end "${hosts}"
  [ -z "$(hosts_of_dir)" ] || {
    mapfile -t left < <(hosts_of_dir)
    kill -KILL "${left[@]}"
    return 1
  }
}

# node2_says_no_rank: the ResourceManager has heard from node2 that it has none.
node2_says_no_rank() {
  "${HPC_REUSE}" hadoop --dir "${dir}" org.apache.hadoop.yarn.client.cli.NodeAttributesCLI \
    -nodestoattributes -nodes node2 | grep -E 'hpc-reuse-ranks[[:space:]]+STRING[[:space:]]+0$'
}

# too_few_ranks_are_named: node2 ends its ranks, and nothing brings them back where one mpirun serves two nodes.
too_few_ranks_are_named() {
  local slot
  for slot in 0 1; do
    "${HPC_REUSE}" retire --dir "${dir}" --node node2 "${slot}"
  done
  wait_long 60 node2_says_no_rank
  run --separate-stderr timeout 60 "${HPC_REUSE}" mpi --dir "${dir}" -n 3 "${HPC_REUSE_HOME}/build/mpi/mpi.jar" Never
  echo "status ${status}: ${stderr}"
  [ "${status}" -eq 2 ]
  [[ "${stderr}" == *"3 ranks with a heap of "*" are wanted, and 2 of one MPI job are alive"* ]]
  [[ "${stderr}" == *"node1 2"* && "${stderr}" == *"node2 0"* && "${stderr}" == *"there can be 2"* ]]
}

# bats test_tags=full
@test "up --nodes 2: a job runs over both, down leaves logs and nothing else" {
  "${HPC_REUSE}" up --nodes 2 --slots 2x512 --spares 0 --dir "${dir}"
  "${HPC_REUSE}" hadoop --dir "${dir}" examples pi 4 10
  run "${HPC_REUSE}" status --json --dir "${dir}"
  [ "${status}" -eq 0 ]
  [[ "${output}" == '{"nodes":{"node1":'*'"node2":'* ]]
  run "${HPC_REUSE}" mpi-check --dir "${dir}" --node node2
  [ "${status}" -eq 0 ]
  [[ "${output}" == *"4 ranks"* ]]
  run "${HPC_REUSE}" retire --dir "${dir}" 0
  [ "${status}" -eq 2 ]
  [[ "${output}" == *"--node is needed, one of: node1 node2"* ]]
  too_few_ranks_are_named
  run "${HPC_REUSE}" up --nodes 2 --dir "${dir}"
  [ "${status}" -eq 2 ]
  [[ "${output}" == *"already running"* ]]
  "${HPC_REUSE}" down --dir "${dir}"
  [ -s "${dir}/logs/node2/nodemanager.log" ]
  find "${dir}/history" -name '*.jhist' | grep -q .
  [ ! -e "${dir}/hosts.d" ]
  [ -z "$(hosts_of_dir)" ]
  run "${HPC_REUSE}" hadoop --dir "${dir}" fs -ls /
  [ "${status}" -eq 3 ]
}

# bats test_tags=full
@test "mpirun reaches nodes whose names have dots by those names, also two that differ behind the dot only" {
  local hosts="${dir}/hosts.d" agent="${BATS_TEST_TMPDIR}/agent" host
  local -a MPIRUN_LAUNCH=() STEP_ENV=() JOB_HOSTS=(n1.a.example n2.a.example n1.b.example)
  # shellcheck source=/dev/null
  source "${HPC_REUSE_HOME}/launch/head/remote.sh"
  hosts_create "${hosts}" 10.99.8 "${JOB_HOSTS[@]}"
  # shellcheck disable=SC2016
  printf '%s\n' '#!/usr/bin/env bash' 'echo "$1" >>"$0.called"' "read -r pid _ <'${hosts}'/\"\$1\"/init" \
    'exec nsenter --target "${pid}" --net --uts --mount --ipc --pid -- bash -c "${*:2}"' >"${agent}"
  JOB_REMOTE=ssh JOB_DIR="${dir}"
  mpirun_launch_words
  MPIRUN_LAUNCH=("${MPIRUN_LAUNCH[@]/#*bash *rsh-agent.sh*/bash ${agent}}")
  # On the first node, but where all processes can be seen, for the agent's sake.
  run nsenter --target "$(host_pid "${hosts}" n1.a.example)" --net --uts \
    nsenter --target "$(host_pid "${hosts}" login)" --mount -- timeout 60 \
    mpirun --allow-run-as-root --oversubscribe --bind-to none "${MPIRUN_LAUNCH[@]}" \
    --host n1.a.example:2,n2.a.example:2,n1.b.example:2 --map-by ppr:2:node hostname
  echo "${output}"
  hosts_end "${hosts}"
  [ "${status}" -eq 0 ]
  for host in "${JOB_HOSTS[@]}"; do
    [ "$(grep -cx "${host}" <<<"${output}")" -eq 2 ]
  done
  [ "$(sort "${agent}.called" | xargs)" = "n1.b.example n2.a.example" ]
}

# counter NAME FILE: the value of a job's counter in what its client has printed; 0 when there is none.
counter() {
  sed -n "s/^[[:space:]]*$1=//p" "$2" | tail -n 1 | grep . || echo 0
}

# sorted_digest DIR: of the lines of a job's output in HDFS.
sorted_digest() {
  "${HPC_REUSE}" hadoop --dir "${dir}" fs -cat "$1/part-*" | LC_ALL=C sort | sha256sum
}

# one_slot NODE: the process of one of its slots, as the node sees it; a free one if there is one.
one_slot() {
  "${HPC_REUSE}" status --json --dir "${dir}" | python3 -c '
import json, sys
slots = json.load(sys.stdin)["nodes"][sys.argv[1]]["slots"]
print(sorted(slots, key=lambda slot: slot["state"] != "FREE")[0]["pid"])' "$1"
}

# sort_words OUT LOG OPTION…: a job whose reduces fetch some megabytes from the maps of each node.
sort_words() {
  local out="$1" log="${BATS_TEST_TMPDIR}/$2"
  "${HPC_REUSE}" hadoop --dir "${dir}" examples wordcount -Dmapreduce.job.reduces=3 "${@:3}" /in "${out}" \
    >"${log}" 2>&1 || {
    cat "${log}"
    return 1
  }
}

SHUFFLE=-Dmapreduce.job.reduce.shuffle.consumer.plugin.class=org.hpcreuse.shuffle.MpiShuffle

# words_on_three_nodes: a cluster with some megabytes of words in /in.
words_on_three_nodes() {
  local file
  "${HPC_REUSE}" up --nodes 3 --slots 3x512 --spares 0 --heartbeat-ms 100 --dir "${dir}" \
    --conf hpc-reuse.training=off
  for file in 1 2 3 4 5 6; do
    seq "${file}00000" "${file}99999" >"${BATS_TEST_TMPDIR}/words-${file}"
  done
  "${HPC_REUSE}" hadoop --dir "${dir}" fs -mkdir /in
  (cd "${BATS_TEST_TMPDIR}" && "${HPC_REUSE}" hadoop --dir "${dir}" fs -put words-* /in)
}

@test "map outputs come over MPI from other nodes, and are the same" {
  local log="${BATS_TEST_TMPDIR}/mpi.log"
  words_on_three_nodes
  sort_words /plain plain.log
  sort_words /mpi mpi.log "${SHUFFLE}"
  [ "$(sorted_digest /mpi)" = "$(sorted_digest /plain)" ]
  grep -A 4 'HPC-Reuse shuffle' "${log}"
  [ "$(counter MPI_BYTES "${log}")" -gt 1000000 ]
  [ "$(counter DISK_BYTES "${log}")" -gt 1000000 ]
  [ "$(counter HTTP_BYTES "${log}")" -eq 0 ]
}

# bats test_tags=full
@test "map outputs are the same, compressed or large, in forked reduces, and when ranks are killed" {
  local tmp="${BATS_TEST_TMPDIR}" plain pid host
  words_on_three_nodes
  sort_words /plain plain.log
  plain="$(sorted_digest /plain)"

  # Compressed outputs, and those that are too large for the memory of a reduce.
  sort_words /compressed compressed.log "${SHUFFLE}" -Dmapreduce.map.output.compress=true
  [ "$(sorted_digest /compressed)" = "${plain}" ]
  [ "$(counter MPI_BYTES "${tmp}/compressed.log")" -gt 100000 ]
  sort_words /disk disk.log "${SHUFFLE}" -Dmapreduce.reduce.shuffle.memory.limit.percent=0.001
  [ "$(sorted_digest /disk)" = "${plain}" ]
  [ "$(counter HTTP_BYTES "${tmp}/disk.log")" -eq 0 ]

  # Forked reduces have no MPI: an option that a slot does not take makes them so.
  sort_words /forked forked.log "${SHUFFLE}" -Dmapreduce.reduce.java.opts="-Xmx300m -Xbootclasspath/a:/none"
  [ "$(sorted_digest /forked)" = "${plain}" ]
  [ "$(counter MPI_BYTES "${tmp}/forked.log")" -eq 0 ]
  [ "$(counter HTTP_BYTES "${tmp}/forked.log")" -gt 1000000 ]

  # Ranks are killed while reduces fetch. What they do not send comes over HTTP, or a map runs again.
  "${HPC_REUSE}" hadoop --dir "${dir}" examples teragen -Dmapreduce.job.maps=6 300000 /rows
  "${HPC_REUSE}" hadoop --dir "${dir}" examples terasort "${SHUFFLE}" -Dmapreduce.job.reduces=3 \
    -Dmapreduce.job.reduce.slowstart.completedmaps=1.0 /rows /sorted >"${tmp}/killed.log" 2>&1 3>&- &
  pid=$!
  until grep -q 'map 100%' "${tmp}/killed.log" 2>/dev/null; do
    kill -0 "${pid}"
    sleep 0.05
  done
  for host in node2 node3; do
    host_exec "${dir}/hosts.d" "${host}" kill -KILL "$(one_slot "${host}")"
  done
  wait "${pid}"
  grep -A 4 'HPC-Reuse shuffle' "${tmp}/killed.log"
  "${HPC_REUSE}" hadoop --dir "${dir}" examples teravalidate /sorted /report
  [[ "$("${HPC_REUSE}" hadoop --dir "${dir}" fs -cat '/report/part-*')" == "checksum"* ]]
  sort_words /later later.log "${SHUFFLE}"
  [ "$(sorted_digest /later)" = "${plain}" ]
}
