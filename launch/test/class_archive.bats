#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# When the class data archive of Hadoop's daemons is made, kept and used, with a script in Java's place.

# shellcheck disable=SC2016,SC2030,SC2031,SC2154,SC2317 # words for another shell; each test is a process of its own; run sets stderr; cli stands in
bats_require_minimum_version 1.5.0
load common

# An installation of its own, so that the one that is tested keeps its archives.
setup() {
  local file
  HPC_REUSE_HOME="${BATS_TEST_TMPDIR}/home"
  mkdir -p "${HPC_REUSE_HOME}/build/lib"
  ln -s "$(readlink -f "${BATS_TEST_DIRNAME}/../..")/launch" "${HPC_REUSE_HOME}/launch"
  : >"${HPC_REUSE_HOME}/build/lib/port-access.jar"
  : >"${HPC_REUSE_HOME}/build/lib/hadoop-agent.jar"
  : >"${HPC_REUSE_HOME}/build/lib/daemon-classes-3.5.0.txt"
  for file in lib/{base,process,http,hadoop,class-archive,daemons}; do
    # shellcheck source=/dev/null
    source "${HPC_REUSE_HOME}/launch/${file}.sh"
  done
  dir="${BATS_TEST_TMPDIR}/cluster"
  CLUSTER_HADOOP_HOME="${BATS_TEST_TMPDIR}/hadoop" CLUSTER_LIB_DIR="${LIB_DIR}"
  mkdir -p "${dir}/run" "${dir}/conf"
}

# An archive costs seconds, and for these tests any file is one.
fake_jdk() {
  jdk="${BATS_TEST_TMPDIR}/jdk"
  mkdir -p "${jdk}/bin"
  echo 'JAVA_VERSION="17.0.1"' >"${jdk}/release"
  printf '#!/bin/sh\n%s\n' "$1" >"${jdk}/bin/java"
  chmod +x "${jdk}/bin/java"
  CLUSTER_JAVA_HOME="${jdk}"
}

archives() {
  ls -A "${CLASS_ARCHIVES}"
}

@test "an archive is made once for the same jars, JDK and class list, and again when one has changed" {
  local first
  fake_jdk ': >classes.jsa'
  cli() { :; }
  fake_hadoop_home 3.5.0
  find_class_archive "${BATS_TEST_TMPDIR}/hadoop" "${jdk}" 2>"${BATS_TEST_TMPDIR}/said"
  first="${CLASS_ARCHIVE}"
  [ -e "${first}/classes.jsa" ]
  [ "$(stat -c %A "${first}" "${first}/classes.jsa" | grep -c '^.r.[x-]r.[x-]r.[x-]$')" -eq 2 ]
  grep -q "making the class data archive" "${BATS_TEST_TMPDIR}/said"
  find_class_archive "${BATS_TEST_TMPDIR}/hadoop" "${jdk}" 2>"${BATS_TEST_TMPDIR}/said"
  [ "${CLASS_ARCHIVE}" = "${first}" ]
  [ ! -s "${BATS_TEST_TMPDIR}/said" ]

  touch -d '2020-01-01' "${BATS_TEST_TMPDIR}/hadoop/share/hadoop/common/hadoop-common-3.5.0.jar"
  find_class_archive "${BATS_TEST_TMPDIR}/hadoop" "${jdk}"
  [ "${CLASS_ARCHIVE}" != "${first}" ]
  first="${CLASS_ARCHIVE}"
  echo more >>"${jdk}/release"
  find_class_archive "${BATS_TEST_TMPDIR}/hadoop" "${jdk}"
  [ "${CLASS_ARCHIVE}" != "${first}" ]
  first="${CLASS_ARCHIVE}"
  echo a/B >>"${ARCHIVED_CLASSES}"
  find_class_archive "${BATS_TEST_TMPDIR}/hadoop" "${jdk}"
  [ "${CLASS_ARCHIVE}" != "${first}" ]
  # Tests do not come to nodes.
  first="${CLASS_ARCHIVE}"
  touch -d '2020-01-01' "${BATS_TEST_TMPDIR}/hadoop/share/hadoop/common/hadoop-common-3.5.0-tests.jar"
  find_class_archive "${BATS_TEST_TMPDIR}/hadoop" "${jdk}"
  [ "${CLASS_ARCHIVE}" = "${first}" ]
}

@test "the latest archives are kept, and nothing of an interrupted start for long" {
  local n
  fake_jdk ': >classes.jsa'
  cli() { :; }
  fake_hadoop_home 3.5.0
  mkdir -p "${CLASS_ARCHIVES}/.new-old" "${CLASS_ARCHIVES}/.new-young"
  touch -d '2 hours ago' "${CLASS_ARCHIVES}/.new-old"
  for ((n = 0; n <= CLASS_ARCHIVES_KEPT; n++)); do
    echo "${n}" >>"${jdk}/release"
    find_class_archive "${BATS_TEST_TMPDIR}/hadoop" "${jdk}"
    [ -e "${CLASS_ARCHIVE}/classes.jsa" ]
    touch -d "$((20 - n)) days ago" "${CLASS_ARCHIVE}"
  done
  [ "$(archives | grep -cv new)" -eq "${CLASS_ARCHIVES_KEPT}" ]
  [ "$(archives | grep new)" = .new-young ]
}

@test "where no archive can be made the start goes on without one, and nothing of it stays" {
  fake_jdk 'echo "no such option"; exit 1'
  cli() { :; }
  fake_hadoop_home 3.5.0
  run --separate-stderr find_class_archive "${BATS_TEST_TMPDIR}/hadoop" "${jdk}"
  [ "${status}" -eq 0 ]
  [[ "${stderr}" == *"no class data archive, so that daemons take longer to start: java -Xshare:dump: no such option"* ]]
  find_class_archive "${BATS_TEST_TMPDIR}/hadoop" "${jdk}"
  [ -z "${CLASS_ARCHIVE}" ]
  [ -z "$(archives)" ]

  find_class_archive "${BATS_TEST_TMPDIR}/no-hadoop" "${jdk}"
  [ -z "${CLASS_ARCHIVE}" ]

  rm "${ARCHIVED_CLASSES}"
  run --separate-stderr find_class_archive "${BATS_TEST_TMPDIR}/hadoop" "${jdk}"
  [ "${status}" -eq 0 ]
  [ -z "${stderr}" ]
}

@test "what a signal makes the caller say while an archive is made is said where the caller speaks" {
  fake_jdk 'kill -USR1 "${CALLER}"; : >classes.jsa'
  cli() { :; }
  fake_hadoop_home 3.5.0
  (
    export CALLER="${BASHPID}"
    trap 'say handled' USR1
    find_class_archive "${BATS_TEST_TMPDIR}/hadoop" "${jdk}"
  ) 2>"${BATS_TEST_TMPDIR}/said"
  grep -qx handled "${BATS_TEST_TMPDIR}/said"
}

@test "an archive of another JDK is not used" {
  local archive="${BATS_TEST_TMPDIR}/archive"
  mkdir "${archive}"
  : >"${archive}/resources"
  echo 'JAVA_VERSION="17.0.2"' >"${archive}/release"
  fake_jdk true
  link_daemon_classes "${dir}" "${archive}"
  [ ! -e "${dir}/run/classes" ]
  cp "${jdk}/release" "${archive}/release"
  link_daemon_classes "${dir}" "${archive}"
  [ -e "${dir}/run/classes" ]
}

@test "a file of the user's configuration that a jar has too counts before the jar's" {
  local archive="${BATS_TEST_TMPDIR}/archive" file
  mkdir -p "${archive}" "${dir}/conf/org/a"
  fake_jdk true
  cp "${jdk}/release" "${archive}/release"
  printf '%s\n' container-log4j.properties org/a/defaults.xml >"${archive}/resources"
  : >"${dir}/conf/log4j.properties"
  link_daemon_classes "${dir}" "${archive}"
  [ -e "${dir}/run/classes" ]
  for file in container-log4j.properties org/a/defaults.xml org/a/A.class; do
    : >"${dir}/conf/${file}"
    run --separate-stderr link_daemon_classes "${dir}" "${archive}"
    [ "${status}" -eq 0 ]
    [[ "${stderr}" == *"conf/${file} "*"without their class data archive"* ]]
    [ ! -e "${dir}/run/classes" ]
    rm "${dir}/conf/${file}"
  done
}

@test "the build lists the classes once, and goes on without a list when it cannot" {
  mkdir "${HPC_REUSE_HOME}/dev"
  # shellcheck source=dev/build.sh
  source "$(readlink -f "${BATS_TEST_DIRNAME}/../..")/dev/build.sh"
  rm "${ARCHIVED_CLASSES}"
  printf 'echo a/A; echo "no port" >&2; exit 1\n' >"${HPC_REUSE_HOME}/dev/daemon-classes.sh"
  run --separate-stderr write_class_list /hadoop /jdk
  [ "${status}" -eq 0 ]
  [[ "${stderr}" == *"no list of classes, so that daemons take longer to start"*": no port" ]]
  [ -z "$(ls "${LIB_DIR}"/daemon-classes*)" ]

  printf 'echo "$@"\n' >"${HPC_REUSE_HOME}/dev/daemon-classes.sh"
  run -0 write_class_list /hadoop /jdk
  [ "$(cat "${ARCHIVED_CLASSES}")" = "/hadoop /jdk" ]
  run -0 --separate-stderr write_class_list /other /jdk
  [ -z "${stderr}" ]
  [ "$(cat "${ARCHIVED_CLASSES}")" = "/hadoop /jdk" ]
}

@test "without an archive of our own programs they start as they would, and nothing stays of the attempt" {
  local file
  local -a CLI_WORDS=()
  fake_jdk 'echo "no such option"; exit 1'
  mkdir "${jdk}/lib"
  : >"${jdk}/lib/classlist"
  java_home() { printf '%s' "${jdk}"; }
  cli() { :; }
  for file in "${OWN_JARS[@]}"; do
    : >"${LIB_DIR}/${file}"
  done
  run --separate-stderr keep_own_archive "${jdk}"
  [ "${status}" -eq 0 ]
  [[ "${stderr}" == *"no class data archive of the command line, which takes longer to start: java -Xshare:dump: no such option"* ]]
  [ -z "$(ls -A "${OWN_ARCHIVES}")" ]
  cli_words status
  [[ "${CLI_WORDS[*]}" != *SharedArchiveFile* ]]

  rm "${LIB_DIR}/protocol.jar"
  run --separate-stderr keep_own_archive "${jdk}"
  [ "${status}" -eq 0 ]
  [ -z "${stderr}" ]
}
