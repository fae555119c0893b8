#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Starts the Java side of «hpc-reuse bench» and «hpc-reuse demo»; called by bin/hpc-reuse.
#   bench.sh bench ARG…    bench; «bench batch» is batch.sh
#   bench.sh demo ARG…     demo
set -euo pipefail

: "${HPC_REUSE_HOME:?is set by bin/hpc-reuse}"
for file in launch/lib/{base,process,http,hadoop,mpi,class-archive,daemons} dev/{setup,mpi-jar,build}; do
  # shellcheck source=/dev/null
  source "${HPC_REUSE_HOME}/${file}.sh"
done

main() {
  local home
  local -a words=() terminal=()
  if [[ "$1 ${2:-}" == "bench batch" ]]; then
    ensure_built
    exec bash "${HPC_REUSE_HOME}/benchmarks/batch.sh" "${@:3}"
  fi
  INSTALLING=("$@")
  if [[ "$1 ${2:-}" == "bench micro" ]]; then
    # JMH and its benchmarks are in no package.
    require_sources "bench micro"
    export HADOOP_HOME="${HPC_REUSE_HOME}/hadoop-home/target/hadoop-${HADOOP_WANTED}"
  fi
  while [[ $# -gt 0 ]]; do
    case "$1" in
      # Read by the installation in setup.sh.
      --yes | -y) export ASSUME_YES=1 ;;
      *) words+=("$1") ;;
    esac
    shift
  done
  ensure_built
  has python3 || fail "${EXIT_UNAVAILABLE}" "${words[0]}: no python3, which makes the summary; Debian: apt-get install python3"
  home="$(require_java_home)"
  if [[ -t 2 ]]; then
    terminal=(-Dhpc-reuse.terminal=true)
  fi
  exec "${home}/bin/java" -Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto \
    "${terminal[@]}" -cp "${LIB_DIR}/benchmarks.jar:${LIB_DIR}/*" org.hpcreuse.bench.BenchMain "${words[@]}"
}

main "$@"
