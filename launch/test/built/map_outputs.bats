#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# Outputs of maps on their way over MPI, between two processes of a real mpirun; a whole job is in hosts/nodes.bats.

bats_require_minimum_version 1.5.0

setup_file() {
  local home="${BATS_TEST_DIRNAME}/../../.." lib
  lib="$(readlink -f "${home}/build/lib")"
  MPI_JAR="$(readlink -f "${home}/build/mpi/mpi.jar")"
  MPI_LIBRARIES="$(sed -n 's/^MPI_LIBRARY_PATH=//p' "${home}/build/mpi/mpi.env")"
  CLASS_PATH="${BATS_FILE_TMPDIR}/classes:${lib}/slot-mpi.jar:${lib}/mpi-api.jar:${lib}/jna.jar:${MPI_JAR}"
  CLASS_PATH+=":${lib}/cleanup-boot.jar:${lib}/protocol.jar"
  export MPI_LIBRARIES CLASS_PATH
  mkdir "${BATS_FILE_TMPDIR}/classes"
  javac -cp "${CLASS_PATH}" -d "${BATS_FILE_TMPDIR}/classes" "${BATS_TEST_DIRNAME}"/outputs/*.java
}

# transfers WHAT: two processes; what they print, in output.
transfers() {
  run timeout 100 mpirun --allow-run-as-root --oversubscribe --bind-to none --enable-recovery -n 2 \
    java -Xmx200m -XX:-UsePerfData -Djava.library.path="${MPI_LIBRARIES}" -cp "${CLASS_PATH}" \
    org.hpcreuse.pool.mpi.outputs.Transfers "$1" "${BATS_TEST_TMPDIR}/disk"
  echo "status ${status}: ${output}"
}

@test "outputs of all sizes come as they are, one transfer after the other" {
  transfers all
  [ "${status}" -eq 0 ]
  [[ "${output}" == *"all right"* && "${output}" == *"rank 0 has lost 0 bytes"* && "${output}" == *"rank 1 has lost 0 bytes"* ]]
}

@test "outputs come as they are when several transfers are under way" {
  transfers together
  [ "${status}" -eq 0 ]
  [[ "${output}" == *"8 right"* && "${output}" == *"rank 0 has lost 0 bytes"* && "${output}" == *"rank 1 has lost 0 bytes"* ]]
}

@test "a transfer that is broken off leaves nothing, and nothing of it reaches another" {
  transfers breaks
  [ "${status}" -eq 0 ]
  [[ "${output}" == *"right after 100"* && "${output}" == *"rank 0 has lost 0 bytes"* && "${output}" == *"rank 1 has lost 0 bytes"* ]]
}

@test "who does not know the secret gets nothing, and a map that is not there is told so" {
  transfers strangers
  [ "${status}" -eq 0 ]
  [[ "${output}" == *"refused: "*"closed the connection"* && "${output}" == *"not found"* ]]
  [[ "${output}" == *"right for others"* ]]
}

@test "a reader notices at once that the sender has died" {
  transfers dies
  [[ "${output}" == *"noticed: "*"over"* ]]
}
