# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# The MPI programs in mpi/: as gangs of the cluster in HPC_REUSE_DIR, and under mpirun.

load ../wait

# mpi_programs: sets HPC_REUSE, HPC_REUSE_DIR, MPI_JAR and MPI_LIBRARIES, and compiles them into JAR. For setup_file.
mpi_programs() {
  local home
  home="$(readlink -f "${BATS_TEST_DIRNAME}/../../..")"
  export HPC_REUSE="${home}/bin/hpc-reuse"
  export HPC_REUSE_DIR="${BATS_FILE_TMPDIR}/cluster"
  export JAR="${BATS_FILE_TMPDIR}/programs.jar"
  export MPI_JAR="${home}/build/mpi/mpi.jar"
  MPI_LIBRARIES="$(sed -n 's/^MPI_LIBRARY_PATH=//p' "${home}/build/mpi/mpi.env")"
  export MPI_LIBRARIES
  unset HADOOP_OPTS HADOOP_CLIENT_OPTS HADOOP_CLASSPATH
  mkdir "${BATS_FILE_TMPDIR}/classes"
  javac -cp "${MPI_JAR}" -d "${BATS_FILE_TMPDIR}/classes" "${home}"/launch/test/built/mpi/*.java
  jar cf "${JAR}" -C "${BATS_FILE_TMPDIR}/classes" .
}

# cluster_up ARG…: of up; its output is shown when it fails.
cluster_up() {
  "${HPC_REUSE}" up --heartbeat-ms 100 "$@" 3>&- >"${BATS_FILE_TMPDIR}/up.log" 2>&1 || {
    cat "${BATS_FILE_TMPDIR}/up.log"
    return 1
  }
  "${HPC_REUSE}" status --wait-ready 300000 3>&- # tests look at the processes of all slots
}

# gang N CLASS ARG…: the program's output in output, its errors in stderr.
gang() {
  local ranks="$1"
  shift
  run --separate-stderr timeout 150 "${HPC_REUSE}" mpi -n "${ranks}" "${JAR}" "$@" 3>&-
  # shellcheck disable=SC2154 # bats sets them
  echo "status ${status}: ${output}; ${stderr}"
}

# under_mpirun N JAR CLASS: the program under mpirun.
under_mpirun() {
  # A JVM that finds the counters of another one locked says so on its stdout.
  mpirun --allow-run-as-root --oversubscribe -n "$1" java -XX:-UsePerfData "-Djava.library.path=${MPI_LIBRARIES}" \
    -cp "${MPI_JAR}:$2" "$3" 3>&-
}
