# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# bin/hpc-reuse package: all that a user needs on a machine without our build tools. Sourced.

usage_package() {
  cat <<'TEXT'
Usage: hpc-reuse package [--output FILE]
Make a tarball that runs from wherever it is unpacked: commands, launch scripts, workloads,
benchmarks, jars, Hadoop and mpi.jar. It needs a JDK 17 and the Open MPI 4.1 of the machine it
is used on.

  --output FILE   where to (default: build/hpc-reuse.tar.gz)
  --help          this text
TEXT
}

command_package() {
  local output="${HPC_REUSE_HOME}/build/hpc-reuse.tar.gz"
  while [[ $# -gt 0 ]]; do
    case "$1" in
      --help | -h)
        usage_package
        return
        ;;
      --output)
        need_value "$1" $#
        output="$2"
        shift 2
        ;;
      *) fail "${EXIT_USAGE}" "package: unknown argument $1 (see: hpc-reuse package --help)" ;;
    esac
  done
  ensure_built
  package "$(absolute "${output}")"
  say "packed: ${output} ($(du -m "${output}" | cut -f 1) MiB)"
}

# package FILE
package() {
  local output="$1" compress=(--gzip) exclude
  local -a parts=(bin/hpc-reuse launch dev/{setup,mpi-jar,build,package}.sh docs LICENSE README.md CONTRIBUTING.md build/lib
    "hadoop-home/target/hadoop-${HADOOP_WANTED}" build/mpi/mpi.jar build/mpi/mpi.jar.version)
  local -a excluded=()
  mapfile -t -O "${#parts[@]}" parts < <(cd "${HPC_REUSE_HOME}" && find workloads benchmarks -type f \
    ! -path '*/target/*' ! -path '*/src/*' ! -name pom.xml)
  for exclude in 'build/lib/integration-tests.jar' 'build/lib/.*.new' 'launch/test'; do
    excluded+=("--exclude=${exclude}")
  done
  [[ "${output}" == *gz ]] || compress=()
  tar -C "${HPC_REUSE_HOME}" "${excluded[@]}" --dereference --transform 's|^|hpc-reuse/|' \
    "${compress[@]}" -cf "${output}.new" "${parts[@]}" ||
    fail "${EXIT_FAILED}" "the package cannot be written to ${output}"
  mv "${output}.new" "${output}"
}
