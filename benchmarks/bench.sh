#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Starts the Java side of «hpc-reuse bench» and «hpc-reuse demo»; called by bin/hpc-reuse.
#   bench.sh ARG…          bench
#   bench.sh trace ARG…    bench trace
#   bench.sh soak ARG…     bench soak
#   bench.sh faults ARG…   bench faults
#   bench.sh masters ARG…  bench masters
#   bench.sh micro ARG…    bench micro
#   bench.sh gangs ARG…    bench gangs
#   bench.sh mpi-start|primecount|pingpong ARG…  bench of that name
#   bench.sh --demo ARG…   demo
set -euo pipefail

: "${HPC_REUSE_HOME:?is set by bin/hpc-reuse}"
for file in launch/lib/{base,process,http,hadoop,mpi,class-archive,daemons} dev/{setup,mpi-jar,build}; do
  # shellcheck source=/dev/null
  source "${HPC_REUSE_HOME}/${file}.sh"
done

# micro ARG…: JMH and its benchmarks are in no package, and its JVMs have flags of their own.
micro() {
  local home word
  local -a words=()
  require_sources "bench micro"
  for word in "$@"; do
    case "${word}" in
      --yes | -y) export ASSUME_YES=1 ;;
      *) words+=("${word}") ;;
    esac
  done
  ensure_built
  home="$(require_java_home)"
  export HADOOP_HOME="${HPC_REUSE_HOME}/hadoop-home/target/hadoop-${HADOOP_WANTED}"
  exec "${home}/bin/java" -XX:+UseSerialGC \
    -cp "${HPC_REUSE_HOME}/microbenchmarks/target/microbenchmarks.jar:${HPC_REUSE_HOME}/microbenchmarks/target/lib/*:${LIB_DIR}/*" \
    org.hpcreuse.micro.MicroMain "${words[@]}"
}

main() {
  local main_class=org.hpcreuse.bench.BenchMain home
  local -a words=() terminal=()
  INSTALLING=(bench "$@")
  if [[ "${1:-}" == --demo ]]; then
    INSTALLING=(demo "${@:2}")
  fi
  if [[ "${1:-}" == --demo ]]; then
    main_class=org.hpcreuse.bench.DemoMain
    shift
  elif [[ "${1:-}" == trace ]]; then
    main_class=org.hpcreuse.bench.TraceMain
    shift
  elif [[ "${1:-}" == soak ]]; then
    main_class=org.hpcreuse.bench.SoakMain
    shift
  elif [[ "${1:-}" == faults ]]; then
    main_class=org.hpcreuse.bench.FaultsMain
    shift
  elif [[ "${1:-}" == masters ]]; then
    main_class=org.hpcreuse.bench.MastersMain
    shift
  elif [[ "${1:-}" == gangs ]]; then
    main_class=org.hpcreuse.bench.GangsMain
    shift
  elif [[ "${1:-}" =~ ^(mpi-start|primecount|pingpong)$ ]]; then
    main_class=org.hpcreuse.bench.MpiMain
  elif [[ "${1:-}" == micro ]]; then
    micro "${@:2}"
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
  home="$(require_java_home)"
  if [[ -t 2 ]]; then
    terminal=(-Dhpc-reuse.terminal=true)
  fi
  exec "${home}/bin/java" -Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto \
    "${terminal[@]}" -cp "${LIB_DIR}/benchmarks.jar:${LIB_DIR}/*" "${main_class}" "${words[@]}"
}

main "$@"
