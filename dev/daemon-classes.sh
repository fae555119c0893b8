#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Prints the classes that Hadoop's daemons load until they are up, for their class data archive:
# daemon-classes.sh HADOOP_HOME JAVA_HOME
#
# It starts each daemon once, without containers and slots, in a directory that it removes again. The daemons die
# with it, even by SIGKILL.
set -euo pipefail

HPC_REUSE_HOME="$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")"
for file in lib/{base,process,http,hadoop,class-archive,daemons}; do
  # shellcheck source=/dev/null
  source "${HPC_REUSE_HOME}/launch/${file}.sh"
done

readonly DAEMONS=(namenode datanode resourcemanager nodemanager jobhistoryserver)
readonly UP_SECONDS=180

# leave: whatever ends the script comes here.
leave() {
  trap '' TERM INT HUP
  cd /
  signal_processes "${dir}" KILL "${DAEMONS[@]}"
  wait_ended "${dir}" 5 "${DAEMONS[@]}" || true
  rm -rf -- "${dir:?}"
}

# configure HADOOP_HOME JAVA_HOME: a cluster in dir, without an archive.
configure() {
  mkdir "${dir}"/{run,logs,tmp}
  : >"${dir}/run/peers"
  cli cluster-conf --dir "${dir}" --mode fork --slots 2x128 --hadoop-home "$1" --java-home "$2" \
    --lib-dir "${LIB_DIR}" --socket-dir "${dir}/sockets"
  load_plan "${dir}"
  link_daemon_classes "${dir}" ""
}

# start_daemons: all at once, then until each is up.
start_daemons() {
  local name
  for name in "${DAEMONS[@]}"; do
    "start_${name}" "${dir}"
  done
  for name in "${DAEMONS[@]}"; do
    wait_ready "${dir}" "${name}" "${UP_SECONDS}" "${name}_ready"
  done
}

# classes_of NAME: those that are in some jar: no arrays, and none that were generated. Without ASM and what
# needs it: HotSpot 17 crashes when it takes class files of ASM's version, 49, from the archive to the boot class
# path.
classes_of() {
  "${CLUSTER_JAVA_HOME}/bin/jcmd" "$(running_pid "${dir}" "$1")" VM.class_hierarchy |
    sed -nE 's,^[| -]*([A-Za-z0-9_$.]+)/.*,\1,p' |
    grep -vE '[$][$]Lambda|[$]Proxy[0-9]+$|Accessor[0-9]+$|LambdaForm[$]' |
    grep -vE '^org[.]hpcreuse[.](hadoop|portaccess[.](asm[.]|AcceptTransformer))' |
    tr . /
}

main() {
  [[ $# -eq 2 ]] || fail "${EXIT_USAGE}" "usage: daemon-classes.sh HADOOP_HOME JAVA_HOME"
  local name
  local -a WITH_PARENT=()
  dir="$(mktemp -d "${HPC_REUSE_HOME}/build/daemons-XXXXXX")"
  trap leave EXIT
  trap 'exit "${EXIT_ENDED}"' TERM INT HUP
  with_parent KILL
  PROCESS_PREFIX=("${WITH_PARENT[@]}")
  configure "$1" "$2"
  cd "${dir}"
  start_daemons
  for name in "${DAEMONS[@]}"; do
    classes_of "${name}"
  done | LC_ALL=C sort -u
}

main "$@"
