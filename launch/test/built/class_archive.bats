#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# The class data archive of Hadoop's daemons, made by the JDK of Hadoop's jars.

bats_require_minimum_version 1.5.0

# An installation of its own, so that the one that is tested keeps its archives.
setup() {
  local file real
  real="$(readlink -f "${BATS_TEST_DIRNAME}/../../..")"
  HPC_REUSE_HOME="${BATS_TEST_TMPDIR}/home"
  mkdir -p "${HPC_REUSE_HOME}/build"
  ln -s "${real}/launch" "${HPC_REUSE_HOME}/launch"
  ln -s "${real}/build/lib" "${HPC_REUSE_HOME}/build/lib"
  for file in lib/{base,process,http,hadoop,class-archive,daemons}; do
    # shellcheck source=/dev/null
    source "${HPC_REUSE_HOME}/launch/${file}.sh"
  done
  hadoop="${real}/hadoop-home/target/hadoop-${HADOOP_WANTED}"
  jdk="$(require_java_home)"
  CLUSTER_JAVA_HOME="${jdk}" CLUSTER_HADOOP_HOME="${hadoop}" CLUSTER_LIB_DIR="${LIB_DIR}"
  use_cluster "${BATS_TEST_TMPDIR}/cluster"
}

# use_cluster DIR: a cluster that has nothing but its directory, in dir.
use_cluster() {
  dir="$1"
  mkdir -p "${dir}/run" "${dir}/conf" "${dir}/tmp"
  : >"${dir}/run/peers"
}

# load_classes: runs a small part of Hadoop as a daemon and prints where its classes come from.
load_classes() {
  local -a DAEMON_COMMAND
  (
    cd "${dir}" || return
    daemon_command "${dir}" version 64 org.apache.hadoop.util.VersionInfo run/lib/nm-executor-plugin.jar
    JAVA_TOOL_OPTIONS=-Xlog:class+load "${DAEMON_COMMAND[@]}"
  )
}

@test "daemons have Hadoop's classes from the archive, also where package and cluster are elsewhere" {
  local package="${BATS_TEST_TMPDIR}/package"
  find_class_archive "${hadoop}" "${jdk}"
  [ -n "${CLASS_ARCHIVE}" ]
  link_daemon_classes "${dir}" "${CLASS_ARCHIVE}"
  run -0 load_classes
  [[ "${output}" == *"org.apache.hadoop.util.VersionInfo source: shared objects file"* ]]

  mkdir "${package}"
  tar -C "$(dirname "${hadoop}")" -c "${hadoop##*/}" | tar -x -C "${package}"
  tar -C "${HPC_REUSE_HOME}/build" --dereference -c lib | tar -x -C "${package}"
  mv "${CLASS_ARCHIVE}" "${package}/classes"
  CLUSTER_HADOOP_HOME="${package}/${hadoop##*/}" CLUSTER_LIB_DIR="${package}/lib"
  use_cluster "${BATS_TEST_TMPDIR}/elsewhere"
  link_daemon_classes "${dir}" "${package}/classes"
  run -0 load_classes
  [[ "${output}" == *"org.apache.hadoop.util.VersionInfo source: shared objects file"* ]]
}

@test "without an archive the configuration comes before the jars" {
  link_daemon_classes "${dir}" ""
  run -0 load_classes
  [[ "${output}" == *"org.apache.hadoop.util.VersionInfo source: file:"* ]]
  grep -q '^-cp "conf:run/hadoop/' "${dir}/run/version.args"
}

# classes_of WORD…: runs a Java program of ours, which has no work, and prints where its classes come from.
classes_of() {
  JAVA_TOOL_OPTIONS=-Xlog:class+load "$@"
}

@test "the command line and the pool manager have their classes from one archive, until a jar is another" {
  local -a CLI_WORDS=() POOL_MANAGER=()
  rm "${HPC_REUSE_HOME}/build/lib"
  cp -r "$(readlink -f "${BATS_TEST_DIRNAME}/../../../build/lib")" "${HPC_REUSE_HOME}/build/lib"
  run -0 keep_own_archive "${jdk}"
  [ "${output}" = "making the class data archive of the command line, once" ]
  run -0 keep_own_archive "${jdk}"
  [ -z "${output}" ]
  cli_words options
  run -0 classes_of "${CLI_WORDS[@]}" options
  [[ "${output}" == *"org.hpcreuse.cli.command.CliMain source: shared objects file"* ]]
  pool_manager_words "${LIB_DIR}" "${jdk}" "${BATS_TEST_TMPDIR}/no-pool"
  run classes_of "${POOL_MANAGER[@]}"
  [[ "${output}" == *"org.hpcreuse.pool.manager.ManagerMain source: shared objects file"* ]]

  # Another jar, or a package of the same on a node: with this archive they would not even have the JDK's.
  cp -a "${LIB_DIR}" "${BATS_TEST_TMPDIR}/lib"
  pool_manager_words "${BATS_TEST_TMPDIR}/lib" "${jdk}" "${BATS_TEST_TMPDIR}/no-pool"
  run classes_of "${POOL_MANAGER[@]}"
  [[ "${output}" == *"java.lang.Object source: shared objects file"* ]]
  [[ "${output}" == *"org.hpcreuse.pool.manager.ManagerMain source: file:"* ]]
  touch -d '2020-01-01' "${LIB_DIR}/protocol.jar"
  cli_words options
  run -0 classes_of "${CLI_WORDS[@]}" options
  [[ "${output}" == *"java.lang.Object source: shared objects file"* ]]
  [[ "${output}" == *"org.hpcreuse.cli.command.CliMain source: file:"* ]]
  run -0 keep_own_archive "${jdk}"
  [ "${output}" = "making the class data archive of the command line, once" ]
  cli_words options
  run -0 classes_of "${CLI_WORDS[@]}" options
  [[ "${output}" == *"org.hpcreuse.cli.command.CliMain source: shared objects file"* ]]
  chmod g+w "${OWN_ARCHIVES}"
  cli_words options
  [[ "${CLI_WORDS[*]}" != *SharedArchiveFile* ]]
}
