# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# What every other file here uses: exit codes, messages, the project's places. Sourced.

# As in org.hpcreuse.protocol.ExitCodes.
readonly EXIT_FAILED=1
readonly EXIT_USAGE=2
readonly EXIT_UNAVAILABLE=3
readonly EXIT_TIMEOUT=4

readonly LIB_DIR="${HPC_REUSE_HOME}/build/lib"
readonly MPI_ENV="${HPC_REUSE_HOME}/build/mpi/mpi.env"

say() {
  printf '%s\n' "$*" >&2
}

# fail CODE MESSAGE: one line, then out.
fail() {
  local code="$1"
  shift
  say "hpc-reuse: $*"
  exit "${code}"
}

# need_value OPTION NUMBER_OF_WORDS_LEFT: an option that needs a value has one.
need_value() {
  [[ "$2" -ge 2 ]] || fail "${EXIT_USAGE}" "$1 needs a value"
}

now_ms() {
  printf '%s' "$((${EPOCHREALTIME/[.,]/} / 1000))"
}

# java_home: prints the JDK 17 to use; JAVA_HOME when it is one.
java_home() {
  local candidate
  for candidate in "${JAVA_HOME:-}" "$(command_home javac)" /usr/lib/jvm/java-17-openjdk-*; do
    if [[ -n "${candidate}" && -x "${candidate}/bin/javac" ]] && is_java_17 "${candidate}"; then
      printf '%s' "${candidate}"
      return 0
    fi
  done
  return 1
}

command_home() {
  local path
  path="$(command -v "$1" || true)"
  if [[ -n "${path}" ]]; then
    dirname "$(dirname "$(readlink -f "${path}")")"
  fi
}

is_java_17() {
  [[ -r "$1/release" ]] && grep -q '^JAVA_VERSION="17[."]' "$1/release"
}

require_java_home() {
  java_home || fail "${EXIT_UNAVAILABLE}" "no JDK 17 found; run: bin/hpc-reuse setup"
}

# cli ARGS…: the Java side of the command line.
cli() {
  local home
  home="$(require_java_home)"
  "${home}/bin/java" -Xmx128m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto \
    -cp "${LIB_DIR}/cli.jar:${LIB_DIR}/*" org.hpcreuse.cli.Main "$@"
}
