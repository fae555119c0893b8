# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Builds the project into build/lib. Sourced.

readonly BUILD_STAMP="${LIB_DIR}/.stamp"

usage_build() {
  cat <<'TEXT'
Usage: hpc-reuse build [--force]
Build the project (without tests) into build/lib, and Hadoop into hadoop-home/target.
Does nothing when no source is newer than the last build, unless forced.
TEXT
}

command_build() {
  case "${1:-}" in
    --help | -h) usage_build ;;
    --force)
      require_sources build
      build
      ;;
    "")
      require_sources build
      ensure_built
      ;;
    *) fail "${EXIT_USAGE}" "build: unknown argument $1 (see: hpc-reuse build --help)" ;;
  esac
}

# require_sources COMMAND: a package has none.
require_sources() {
  [[ -r "${HPC_REUSE_HOME}/pom.xml" ]] || fail "${EXIT_UNAVAILABLE}" \
    "$1: ${HPC_REUSE_HOME} is an unpacked package, without sources; call it where the project is checked out"
}

# ensure_built: set up and built, in a moment when there is nothing to do.
ensure_built() {
  if is_built; then
    return 0
  fi
  setup_if_needed
  build
}

is_built() {
  [[ -e "${BUILD_STAMP}" && -e "${HPC_REUSE_HOME}/hadoop-home/target/hadoop-${HADOOP_WANTED}" ]] &&
    [[ -z "$(newer_source)" ]]
}

# newer_source: one file that is newer than the last build, if there is any.
newer_source() {
  find "${HPC_REUSE_HOME}" \
    \( -name target -o -name build -o -name '.*' -o -name launch -o -name docs -o -name results \
    -o -path '*/src/test' \) ! -path "${HPC_REUSE_HOME}" -prune -o \
    -type f \( -name pom.xml -o -path '*/src/main/*' \) -newer "${BUILD_STAMP}" -print -quit
}

build() {
  local home started
  home="$(require_java_home)"
  started="$(now_ms)"
  mkdir -p "${LIB_DIR}"
  touch "${BUILD_STAMP}.new"
  say "building (log: build/build.log)"
  if ! attend run_maven "${home}" -T 2 -Dmaven.test.skip=true -Dspotless.check.skip=true package \
    >"${HPC_REUSE_HOME}/build/build.log" 2>&1; then
    grep -E '^\[ERROR\]|WARNING.*\.java' "${HPC_REUSE_HOME}/build/build.log" | head -n 30 >&2 || true
    fail "${EXIT_FAILED}" "the build failed; all of it is in build/build.log"
  fi
  collect_jars
  mv "${BUILD_STAMP}.new" "${BUILD_STAMP}"
  write_class_list "${HPC_REUSE_HOME}/hadoop-home/target/hadoop-${HADOOP_WANTED}" "${home}"
  keep_own_archive "${home}"
  find_class_archive "${HPC_REUSE_HOME}/hadoop-home/target/hadoop-${HADOOP_WANTED}" "${home}"
  find_slot_image "${HPC_REUSE_HOME}/hadoop-home/target/hadoop-${HADOOP_WANTED}" "${home}"
  say "built in $(seconds_since "${started}") s"
}

# run_maven JAVA_HOME ARG…
run_maven() {
  cd "${HPC_REUSE_HOME}" || return 1
  JAVA_HOME="$1" mvn -B -ntp "${@:2}"
}

# collect_jars: what the modules made, and their libraries, under names without versions. A jar is
# replaced, not written over: a JVM may have the old one open.
collect_jars() {
  local jar
  for jar in "${HPC_REUSE_HOME}"/*/target/*.jar "${HPC_REUSE_HOME}"/workloads/*/target/*.jar \
    "${HPC_REUSE_HOME}"/benchmarks/*/target/*.jar \
    "${HPC_REUSE_HOME}"/cli/target/lib/*.jar; do
    [[ -e "${jar}" ]] || continue
    case "${jar##*/}" in
      original-*.jar | *-tests.jar | *-sources.jar | microbenchmarks.jar) ;;
      *)
        cp "${jar}" "${LIB_DIR}/.${jar##*/}.new"
        mv "${LIB_DIR}/.${jar##*/}.new" "${LIB_DIR}/${jar##*/}"
        ;;
    esac
  done
}

# write_class_list HADOOP_HOME JAVA_HOME: the classes for the class data archive, once for each version of Hadoop.
write_class_list() {
  local log="${HPC_REUSE_HOME}/build/daemon-classes.log"
  [[ ! -e "${ARCHIVED_CLASSES}" ]] || return 0
  say "starting Hadoop's daemons, once, to list their classes"
  if attend bash "${HPC_REUSE_HOME}/dev/daemon-classes.sh" "$1" "$2" >"${ARCHIVED_CLASSES}.new" 2>"${log}"; then
    mv "${ARCHIVED_CLASSES}.new" "${ARCHIVED_CLASSES}"
  else
    rm -f "${ARCHIVED_CLASSES}.new"
    say "no list of classes, so that daemons take longer to start (all of it is in ${log}): $(tail -n 1 "${log}")"
  fi
}
