# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# What is checked on a node before anything is started there; each message ends in what to do.
# Sourced by node.sh.

readonly NODE_INODES=20000

# choose_node: sets NODE_HOST, this node's name in JOB_HOSTS, and NODE_INDEX.
choose_node() {
  local index
  NODE_HOST="${NODE_HOST:-${SLURMD_NODENAME:-$(hostname -s)}}"
  for index in "${!JOB_HOSTS[@]}"; do
    if [[ "${JOB_HOSTS[index]}" == "${NODE_HOST}" ]]; then
      NODE_INDEX="${index}"
      return
    fi
  done
  fail "${EXIT_FAILED}" "this node calls itself ${NODE_HOST}, which is not in the job's list: ${JOB_HOSTS[*]}"
}

check_node() {
  check_name
  check_scratch
  check_software
  list_busy_ports
  "${HPC_REUSE_HOME}/launch/lib/addresses.sh" >"${JOB_DIR}/nodes/${NODE_HOST}/addresses" ||
    give_up "the addresses of this node are not known: /proc/net/fib_trie cannot be read"
}

# check_name: what the scheduler calls this node is what the node calls itself, and others reach it.
check_name() {
  local own address
  own="$(hostname)"
  [[ "${own%%.*}" == "${NODE_HOST%%.*}" ]] || give_up \
    "the scheduler calls this node ${NODE_HOST}, its host name is ${own}; have the administrator make both the same"
  address="$(getent ahostsv4 "${NODE_HOST}" | sed -n '1s/ .*//p')" || true
  [[ -n "${address}" ]] || give_up \
    "the name ${NODE_HOST} has no IPv4 address on the node itself; have it added to DNS or /etc/hosts"
  [[ "${address}" != 127.* ]] || give_up \
    "the name ${NODE_HOST} means ${address} on the node itself, where no other node can reach it; have it removed from the 127.x lines of /etc/hosts"
}

# check_scratch: makes the node's directory, for its owner alone.
check_scratch() {
  local parent="${NODE_DIR%/*}" free inodes
  [[ -d "${parent}" && -w "${parent}" ]] || give_up \
    "scratch ${parent} is no directory this user can write to; set HPC_REUSE_SCRATCH to one on the node's own disk"
  [[ ! -e "${NODE_DIR}" ]] || give_up \
    "${NODE_DIR} is there already, left by an earlier job; remove it, or set HPC_REUSE_SCRATCH"
  free="$(df -Pm "${parent}" | awk 'NR == 2 { print $4 }')"
  [[ "${free}" -ge "${JOB_SCRATCH_MB}" ]] || give_up \
    "scratch ${parent} has ${free} MiB free, needed are ${JOB_SCRATCH_MB}; set HPC_REUSE_SCRATCH to a larger disk"
  inodes="$(df -Pi "${parent}" | awk 'NR == 2 { print $4 }')"
  [[ ! "${inodes}" =~ ^[0-9]+$ || "${inodes}" -eq 0 || "${inodes}" -ge "${NODE_INODES}" ]] || give_up \
    "scratch ${parent} has ${inodes} free inodes, needed are ${NODE_INODES}; remove old files, or set HPC_REUSE_SCRATCH"
  mkdir -m 700 "${NODE_DIR}" 2>/dev/null || give_up \
    "${NODE_DIR} cannot be made; set HPC_REUSE_SCRATCH to a directory this user can write to"
  OWNS_NODE_DIR=1
  mkdir -m 700 "${NODE_SHM}" 2>/dev/null || give_up \
    "${NODE_SHM} cannot be made (left by an earlier job, or /dev/shm is not writable); remove it"
  OWNS_NODE_SHM=1
}

check_software() {
  [[ -x "${JAVA_HOME}/bin/java" ]] || give_up \
    "no JDK at ${JAVA_HOME} on this node; set JAVA_HOME to one that all nodes have, or load it in HPC_REUSE_SETUP"
  if [[ -n "${MPI_LIBRARY_PATH:-}" ]]; then
    [[ -e "${MPI_LIBRARY_PATH}/libmpi_java.so" ]] || give_up \
      "no libmpi_java.so in ${MPI_LIBRARY_PATH} on this node; load the same Open MPI everywhere (HPC_REUSE_SETUP)"
    [[ -x "${MPIRUN}" ]] || give_up \
      "no ${MPIRUN} on this node; load the same Open MPI everywhere (HPC_REUSE_SETUP)"
  fi
}

# check_plan: memory, disk and ports, with the staged Java side.
check_plan() {
  local role="worker" name message
  local -a ports=()
  [[ "${NODE_INDEX}" -ne 0 ]] || role="head"
  while read -r name; do
    ports+=("--port" "${name#PORT_}=${!name}")
  done < <(sed -n 's/^\(PORT_[A-Z_]*\)=.*/\1/p' "${NODE_DIR}/run/plan")
  message="$(cli node-check --dir "${NODE_DIR}" --host "${NODE_HOST}" --role "${role}" \
    --mode "${CLUSTER_MODE}" --slots "${CLUSTER_SLOTS}" --spares "${CLUSTER_SPARES}" \
    --daemon-heaps "${CLUSTER_DAEMON_HEAPS}" \
    --memory-mb "${JOB_MEMORY_MB}" "${ports[@]}" 2>&1)" ||
    give_up "${message#hpc-reuse: }"
}

# list_busy_ports: where something listens on this node, hexadecimal, for the head to pass over.
list_busy_ports() {
  awk '$4 == "0A" { sub(/.*:/, "", $2); print $2 }' /proc/net/tcp /proc/net/tcp6 2>/dev/null |
    sort -u >"${JOB_DIR}/nodes/${NODE_HOST}/ports" || true
}
