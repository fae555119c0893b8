# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# The resident ranks of «up --mode spawn»: one mpirun on this machine, whose ranks start containers by
# MPI_Comm_spawn. Sourced.

# What mpirun is called with. A process that is spawned has the same settings.
#   --enable-recovery: a container that is killed, halts or exits without MPI_Finalize ends nobody else.
#   pml ob1, btl self and tcp: each container's job has one rank, so that nothing is gained by other transports.
#     To look for them takes MPI_Init 0.2 s, and the one over shared memory leaves a file when a container is killed.
#   lo: nothing listens outside of this machine.
readonly SPAWN_MPIRUN_ARGS=(--oversubscribe --bind-to none --enable-recovery
  --mca mpi_yield_when_idle 1 --mca pml ob1 --mca btl "self,tcp"
  --mca btl_tcp_if_include lo --mca oob_tcp_if_include lo)

# start_spawn_ranks DIR: a rank for each container that runs at once. Its prepare_cluster has set MPI_*. mpirun has its
# files below DIR.
start_spawn_ranks() {
  local dir="$1" socket_dir
  local -a as_root=()
  read -r socket_dir <"${dir}/run/socket-dir"
  [[ "${EUID}" -ne 0 ]] || as_root=(--allow-run-as-root)
  rm -f "${dir}/run/spawn-ranks.ready"
  start_process "${dir}" spawn-ranks env "${HADOOP_ENV[@]}" \
    "${MPIRUN}" "${as_root[@]}" "${SPAWN_MPIRUN_ARGS[@]}" --mca orte_tmpdir_base "${dir}/tmp" \
    -n "${CLUSTER_SLOTS_OF_NODE}" \
    "${CLUSTER_JAVA_HOME}/bin/java" -Xmx32m -XX:-UsePerfData -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto \
    "-Djava.library.path=${MPI_LIBRARY_PATH}" -cp "${CLUSTER_LIB_DIR}/spawn-baseline.jar:${MPI_JAR}" \
    org.hpcreuse.spawn.rank.RankMain "${socket_dir}/spawn.sock" "${dir}/run/spawn-ranks.ready"
}

# spawn_ranks_ready DIR: whether all ranks have come out of MPI_Init.
spawn_ranks_ready() {
  [[ -e "$1/run/spawn-ranks.ready" ]]
}
