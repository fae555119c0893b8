# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Which Hadoop is used, and the class paths of its daemons and clients. Sourced.

readonly HADOOP_WANTED=3.5.0

# hadoop_version HOME: prints the version, from the jar's name or else from inside it.
hadoop_version() {
  local jar version
  for jar in "$1"/share/hadoop/common/hadoop-common*.jar; do
    if [[ ! -e "${jar}" || "${jar}" == *-tests.jar || "${jar}" == *-sources.jar ]]; then
      continue
    fi
    version="${jar##*/hadoop-common}"
    version="${version%.jar}"
    version="${version#-}"
    if [[ -z "${version}" ]]; then
      version="$(version_inside "${jar}")"
    fi
    printf '%s' "${version}"
    return 0
  done
  return 1
}

version_inside() {
  local scratch home
  home="$(require_java_home)"
  scratch="$(mktemp -d)"
  (cd "${scratch}" && "${home}/bin/jar" -xf "$1" common-version-info.properties)
  sed -n 's/^version=//p' "${scratch}/common-version-info.properties"
  rm -rf "${scratch}"
}

# check_hadoop_home HOME: refuses what we do not support.
check_hadoop_home() {
  local home="$1" version
  version="$(hadoop_version "${home}")" || fail "${EXIT_USAGE}" \
    "HADOOP_HOME=${home} is no Hadoop: share/hadoop/common/hadoop-common-*.jar is missing"
  case "${version}" in
    "${HADOOP_WANTED}") ;;
    3.4.*) say "warning: HADOOP_HOME=${home} is Hadoop ${version}; only smoke-tested, ${HADOOP_WANTED} is what we support" ;;
    *) fail "${EXIT_USAGE}" \
      "HADOOP_HOME=${home} is Hadoop ${version}; supported are ${HADOOP_WANTED} and, with a warning, 3.4.x" ;;
  esac
}

# choose_hadoop_home: prints the user's HADOOP_HOME, checked, or our own.
choose_hadoop_home() {
  if [[ -n "${HADOOP_HOME:-}" ]]; then
    check_hadoop_home "${HADOOP_HOME}" || return
    readlink -f "${HADOOP_HOME}"
  else
    printf '%s' "${HPC_REUSE_HOME}/hadoop-home/target/hadoop-${HADOOP_WANTED}"
  fi
}

# hadoop_class_path CONF_DIR HADOOP_HOME: in the order of Hadoop's own scripts.
hadoop_class_path() {
  local share="$2/share/hadoop"
  printf '%s' "$1:${share}/common/lib/*:${share}/common/*:${share}/hdfs:${share}/hdfs/lib/*"
  printf '%s' ":${share}/hdfs/*:${share}/mapreduce/*:${share}/yarn/lib/*:${share}/yarn/*"
}

# examples_jar HADOOP_HOME
examples_jar() {
  local jar
  for jar in "$1"/share/hadoop/mapreduce/hadoop-mapreduce-examples-*.jar; do
    if [[ -r "${jar}" && "${jar}" != *-sources.jar ]]; then
      printf '%s' "${jar}"
      return 0
    fi
  done
  fail "${EXIT_UNAVAILABLE}" "$1 has no hadoop-mapreduce-examples jar"
}
