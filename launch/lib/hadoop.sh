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

# Where Hadoop's jars are below share/hadoop, in the order of its own scripts.
readonly HADOOP_JAR_DIRS=(common/lib common hdfs/lib hdfs mapreduce yarn/lib yarn)

# hadoop_class_path CONF_DIR HADOOP_HOME: of clients.
hadoop_class_path() {
  local share="$2/share/hadoop"
  printf '%s' "$1:${share}/hdfs"
  printf ':%s/*' "${HADOOP_JAR_DIRS[@]/#/${share}/}"
}

# daemon_jars SHARE: Hadoop's jars below SHARE, for daemons, in DAEMON_JARS.
daemon_jars() {
  local part
  DAEMON_JARS=()
  for part in "${HADOOP_JAR_DIRS[@]}"; do
    add_jars "$1/${part}"
  done
}

# timeline_jars SHARE: those of the timeline service; on the class path of YARN's daemons only, as in Hadoop's own
# scripts.
timeline_jars() {
  DAEMON_JARS=()
  add_jars "$1/yarn/timelineservice"
  add_jars "$1/yarn/timelineservice/lib"
}

# add_jars DIR: to DAEMON_JARS, by name. Tests and sources are not brought to nodes.
add_jars() {
  local jar LC_ALL=C
  for jar in "$1"/*.jar; do
    case "${jar}" in
      *-tests.jar | *-sources.jar) ;;
      *) [[ ! -e "${jar}" ]] || DAEMON_JARS+=("${jar}") ;;
    esac
  done
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
