# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# What every other file here uses: exit codes, messages, the project's places. Sourced.

# require_bash MAJOR VERSION: in words that older ones understand.
require_bash() {
  [ "$1" -ge 5 ] || {
    printf 'hpc-reuse: bash 5 or newer is needed, this is bash %s; put a newer one first in PATH\n' "$2" >&2
    exit 3
  }
}
require_bash "${BASH_VERSINFO[0]}" "${BASH_VERSION}"

# One variable for the locale: YARN passes LANG on to containers but not these two, and a slot whose
# locale is not the container's cannot run it.
if [[ -n "${LC_ALL:-${LC_CTYPE:-}}" ]]; then
  export LANG="${LC_ALL:-${LC_CTYPE}}"
fi
unset LC_ALL LC_CTYPE

# As in org.hpcreuse.protocol.ExitCodes.
readonly EXIT_FAILED=1
readonly EXIT_USAGE=2
readonly EXIT_UNAVAILABLE=3
readonly EXIT_TIMEOUT=4
# As a shell reports Ctrl-C.
readonly EXIT_INTERRUPTED=130
# As a shell reports SIGTERM.
readonly EXIT_ENDED=143

# For what is attended to end by itself, milliseconds.
readonly ATTENDED_TERM_MS=5000

readonly LIB_DIR="${HPC_REUSE_LIB_DIR:-${HPC_REUSE_HOME}/build/lib}"
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

# attend COMMAND…: runs something long as a group of processes of its own, which end_attended ends.
# For a command in the foreground bash would keep a signal back until the command has ended, and
# one that was started in the background without job control would ignore Ctrl-C.
attend() {
  local status=0
  ATTENDED="after ${!:-}"
  set -m
  "$@" </dev/null &
  ATTENDED=$!
  set +m
  wait "${ATTENDED}" || status=$?
  ATTENDED=""
  return "${status}"
}

# group_of NOTED LAST: a signal may come between the start of a process and the note of its pid. NOTED is that pid
# or, before the start, «after PID» with the one that was started before it; LAST is bash's own $!. Prints the
# group that was started, or nothing.
group_of() {
  case "$1" in
    "after $2") ;;
    after\ *) printf '%s' "$2" ;;
    *) printf '%s' "$1" ;;
  esac
}

# end_attended: ends what attend is running, if it is. It does not wait for it: below a trap that has
# interrupted a wait, bash waits for a child it has reaped already until all its others have ended.
end_attended() {
  local group deadline
  group="$(group_of "${ATTENDED:-}" "${!:-}")"
  [[ -n "${group}" ]] || return 0
  ATTENDED=""
  deadline=$(($(now_ms) + ATTENDED_TERM_MS))
  kill -TERM -- "-${group}" 2>/dev/null || true
  while kill -0 -- "-${group}" 2>/dev/null; do
    if [[ "$(now_ms)" -ge "${deadline}" ]]; then
      kill -KILL -- "-${group}" 2>/dev/null || true
      break
    fi
    sleep 0.05
  done
}

# Where a site defines «module» for its users' shells.
PROFILE_DIR=/etc/profile.d

# source_setup REFUSE…: the user's HPC_REUSE_SETUP, with «module» where the site has one; the words are
# called with a message when it cannot be read. It was written for a shell that neither ends at the
# first failure nor minds a variable that is not set.
source_setup() {
  local init
  local -a refuse=("$@")
  [[ -n "${HPC_REUSE_SETUP:-}" ]] || return 0
  [[ -f "${HPC_REUSE_SETUP}" && -r "${HPC_REUSE_SETUP}" ]] || "${refuse[@]}" \
    "HPC_REUSE_SETUP=${HPC_REUSE_SETUP} cannot be read on $(hostname); name a file that all nodes see"
  set --
  set +euo pipefail
  if ! declare -F module >/dev/null; then
    for init in "${PROFILE_DIR}"/{modules,lmod,z00_lmod}.sh; do
      if [[ -r "${init}" ]]; then
        # shellcheck source=/dev/null
        source "${init}"
        break
      fi
    done
  fi
  # shellcheck source=/dev/null
  source "${HPC_REUSE_SETUP}"
  set -euo pipefail
}

# interrupted: the handler of INT, TERM and HUP.
interrupted() {
  trap '' INT TERM HUP
  end_attended
  exit "${EXIT_INTERRUPTED}"
}

# need_value OPTION NUMBER_OF_WORDS_LEFT: an option that needs a value has one.
need_value() {
  [[ "$2" -ge 2 ]] || fail "${EXIT_USAGE}" "$1 needs a value"
}

# now_ms: prints milliseconds since the epoch.
now_ms() {
  local NOW_MS
  look_at_clock
  printf '%s' "${NOW_MS}"
}

# look_at_clock: the same in NOW_MS, for loops that must start no process.
look_at_clock() {
  NOW_MS=$((${EPOCHREALTIME/[.,]/} / 1000))
}

# growing_pause MS: how long to wait for the next look at something that has been waited for so long
# already, in GROWING_PAUSE: a tenth of it, 0.05 to 0.5 s. A look costs the machine time that what is
# waited for needs itself.
growing_pause() {
  local ms=$(($1 / 10))
  ms=$((ms < 50 ? 50 : ms))
  printf -v GROWING_PAUSE '0.%03d' $((ms > 500 ? 500 : ms))
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

# absolute PATH: prints it from the root on; it need not exist.
absolute() {
  readlink -m -- "$1"
}

# has COMMAND: whether it is in PATH.
has() {
  command -v "$1" >/dev/null
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
  java_home || fail "${EXIT_UNAVAILABLE}" \
    "no JDK 17 found (a java with javac beside it); set JAVA_HOME to one, load it in HPC_REUSE_SETUP in a job, or on Debian run: bin/hpc-reuse setup"
}

# cli ARGS…: the Java side of the command line. CLI_PREFIX holds words that go before the command.
CLI_PREFIX=()
cli() {
  local -a CLI_WORDS=()
  cli_words "$@" || return
  "${CLI_WORDS[@]}" "$@"
}

# cli_instead ARGS…: the same in the place of this shell, for what goes on until a signal ends it: a
# shell that waits for a command in the foreground keeps a signal back.
cli_instead() {
  local -a CLI_WORDS=()
  cli_words "$@" || return
  exec "${CLI_WORDS[@]}" "$@"
}

# cli_words ARGS…: what goes before the arguments, in CLI_WORDS.
cli_words() {
  local home heap=128m OWN_CLASS_PATH
  local -a OWN_JAVA=()
  home="$(require_java_home)" || return
  # With --paths, an audit searches heap dumps: some 50 bytes for each object in them.
  # It is there for as long as a job.
  [[ "$1" != head ]] || heap=32m
  [[ " $* " != *" audit "* || " $* " != *" --paths "* ]] || heap=2g
  own_java "${LIB_DIR}" "${home}"
  CLI_WORDS=("${CLI_PREFIX[@]}" "${OWN_JAVA[@]}" "-Xmx${heap}" -cp "${OWN_CLASS_PATH}:${LIB_DIR}/*"
    org.hpcreuse.cli.command.CliMain)
}

# The class path of the command line and of the pool manager begins with these, in this order: they share a class data
# archive (class-archive.sh).
readonly OWN_JARS=({protocol,jna,jackson-core,jackson-annotations,jackson-databind,HdrHistogram,pool-daemon,cli,picocli}.jar)
readonly OWN_ARCHIVES="${HPC_REUSE_HOME}/build/own-classes"

# own_java LIB_DIR JAVA_HOME: how a Java program of ours is started, in OWN_JAVA, and what its class path begins with, in
# OWN_CLASS_PATH.
own_java() {
  local OWN_ARCHIVE='' jar
  OWN_CLASS_PATH=''
  for jar in "${OWN_JARS[@]}"; do
    OWN_CLASS_PATH+="${OWN_CLASS_PATH:+:}$1/${jar}"
  done
  OWN_JAVA=("$2/bin/java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData -Xshare:auto)
  [[ ! -d "${OWN_ARCHIVES}" ]] || own_archive "$1" "$2"
  if [[ -r "${OWN_ARCHIVE}/classes.jsa" ]] && only_ours "${OWN_ARCHIVES}" "${OWN_ARCHIVE}" "${OWN_ARCHIVE}/classes.jsa"; then
    # Without the last option HotSpot writes to each page of the archive, to map it elsewhere.
    OWN_JAVA+=("-XX:SharedArchiveFile=${OWN_ARCHIVE}/classes.jsa" -XX:+UnlockDiagnosticVMOptions
      -XX:ArchiveRelocationMode=0)
  fi
}

# own_archive LIB_DIR JAVA_HOME: the directory of the archive for the two, in OWN_ARCHIVE; it need not be there. Its name
# has all that it depends on: with an archive that does not fit, HotSpot does not even use the JDK's own. Empty when a
# jar is missing.
own_archive() {
  OWN_ARCHIVE="$(
    set -o pipefail
    { cat "$2/release" && stat -L -c '%n %s %Y' "${OWN_JARS[@]/#/"$1/"}"; } 2>/dev/null | sha256sum | cut -c 1-16
  )" && OWN_ARCHIVE="${OWN_ARCHIVES}/${OWN_ARCHIVE}" || OWN_ARCHIVE=""
}

# only_ours PATH…: whether nobody can have written there but root, the owner of this installation and this user. JVMs map
# files and run what is in them.
only_ours() {
  local owner line count=0
  owner="$(stat -c %u "${LIB_DIR}")"
  while IFS= read -r line; do
    case "${line}" in
      "0 "?????-??-? | "${owner} "?????-??-? | "${EUID} "?????-??-?) ;;
      *) return 1 ;;
    esac
    count=$((count + 1))
  done < <(stat -c '%u %A' "$@" 2>/dev/null)
  [[ "${count}" -eq $# ]]
}
