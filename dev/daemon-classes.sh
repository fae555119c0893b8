#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The classes that Hadoop's daemons have loaded in a cluster on this machine, for their class data archive:
# daemon-classes.sh DIR
#
# launch/lib/daemon-classes.txt is what it prints after jobs of the kinds that clusters are for:
#   bin/hpc-reuse up
#   bash workloads/terasort/terasort.sh --sizes 1m
#   dev/daemon-classes.sh .hpc-reuse >launch/lib/daemon-classes.txt
set -euo pipefail

HPC_REUSE_HOME="$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")"
for file in lib/{base,process,http,hadoop,daemons}; do
  # shellcheck source=/dev/null
  source "${HPC_REUSE_HOME}/launch/${file}.sh"
done

# classes_of DIR NAME: those that are in some jar: no arrays, and none that were generated. Without ASM and what
# needs it: HotSpot 17 crashes when it takes class files of ASM's version, 49, from the archive to the boot class
# path.
classes_of() {
  local pid
  pid="$(running_pid "$1" "$2")" || fail "${EXIT_UNAVAILABLE}" "$2 does not run in $1"
  "${CLUSTER_JAVA_HOME}/bin/jcmd" "${pid}" VM.class_hierarchy |
    sed -nE 's,^[| -]*([A-Za-z0-9_$.]+)/.*,\1,p' |
    grep -vE '[$][$]Lambda|[$]Proxy[0-9]+$|Accessor[0-9]+$|LambdaForm[$]' |
    grep -vE '^org[.]hpcreuse[.]portaccess[.](asm[.]|AcceptTransformer)' |
    tr . /
}

main() {
  [[ $# -eq 1 ]] || fail "${EXIT_USAGE}" "usage: daemon-classes.sh DIR"
  local name
  load_plan "$1"
  for name in namenode datanode resourcemanager nodemanager jobhistoryserver; do
    classes_of "$1" "${name}"
  done | LC_ALL=C sort -u
}

main "$@"
