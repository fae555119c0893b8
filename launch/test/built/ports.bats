#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# Another user of the machine gets nothing from any socket of a cluster, and docs/security.md lists them all. Real
# clusters, made by up and by pool-conf.

bats_require_minimum_version 1.5.0
load ../wait
load ../strangers

setup() {
  local home
  [ "${EUID}" -eq 0 ] || skip "only root can be somebody else"
  home="$(readlink -f "${BATS_TEST_DIRNAME}/../../..")"
  HPC_REUSE="${home}/bin/hpc-reuse"
  export HPC_REUSE_DIR="${BATS_TEST_TMPDIR}/cluster"
  pool=""
  STRANGERS=()
  STRANGERS_REPORTS=()
}

teardown() {
  strangers_go
  if [ -n "${pool}" ]; then
    kill -TERM "${pool}" 2>/dev/null || true
    wait "${pool}" || true
  elif [ -e "${HPC_REUSE_DIR}/run" ]; then
    "${HPC_REUSE}" down 3>&-
  fi
}

# trained COUNT: whether so many training jobs are over in each slot; says how many otherwise.
trained() {
  "${HPC_REUSE}" status --dir "${HPC_REUSE_DIR}" --json 3>&- | python3 -c '
import json, sys
trained = [slot["trained"] for slot in json.load(sys.stdin)["slots"]]
sys.exit(None if trained and min(trained) >= int(sys.argv[1]) else str(trained))' "$1"
}

@test "another user hears nothing in a cluster made by up, whoever has a port there" {
  local metrics
  metrics="$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')"
  strangers_come "${HPC_REUSE_DIR}"
  root_comes "${HPC_REUSE_DIR}"
  "${HPC_REUSE}" up --slots 3x512 --spares 0 --conf hpc-reuse.training=light \
    --conf "hpc-reuse.metrics-port=${metrics}" 3>&-
  wait_long 200 trained 1
  # ApplicationMasters: in the slot's framework, in one of their own, forked none.
  "${HPC_REUSE}" hadoop examples pi 2 10 3>&-
  "${HPC_REUSE}" hadoop examples pi \
    '-Dyarn.app.mapreduce.am.command-opts=-Xmx400m --add-opens=java.base/java.nio=ALL-UNNAMED' 2 10 3>&-
  grep -q "loads a framework of its own" "${HPC_REUSE_DIR}"/pool/logs/slot-*.log
  "${HPC_REUSE}" mpi -n 2 "${HPC_REUSE%/bin/*}/build/lib/gangcheck.jar" 1 3>&-
  strangers_hear_nothing
  were_at NameNode DataNode ResourceManager NodeManager JobHistoryServer "pool manager" slot mpirun slot-client.py
  root_is_heard_by NameNode ResourceManager NodeManager JobHistoryServer slot
}

@test "another user hears nothing of the slots of a node made by pool-conf, also while they train" {
  local home="${HPC_REUSE%/bin/*}" hadoop
  hadoop="$(readlink -f "${home}"/hadoop-home/target/hadoop-[0-9]*)"
  mkdir "${BATS_TEST_TMPDIR}/conf"
  echo '<configuration/>' >"${BATS_TEST_TMPDIR}/conf/yarn-site.xml"
  "${HPC_REUSE}" pool-conf "${HPC_REUSE_DIR}" --hadoop-home "${hadoop}" --conf-dir "${BATS_TEST_TMPDIR}/conf" \
    --slots 2x512 --spares 0 3>&-
  strangers_come "${HPC_REUSE_DIR}"
  root_comes "${HPC_REUSE_DIR}"
  "${HPC_REUSE}" pool "${HPC_REUSE_DIR}" 2>"${BATS_TEST_TMPDIR}/log" 3>&- &
  pool=$!
  wait_long 300 trained 2
  strangers_hear_nothing
  were_at slot "pool manager"
  root_is_heard_by slot
}
