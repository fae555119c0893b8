# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# The Open MPI that slots are ranks of, and its Java bindings. Sourced.
#
# build/mpi/mpi.env holds MPI_JAR, MPI_LIBRARY_PATH, MPIRUN and MPI_VERSION.

load_mpi_env() {
  [[ -r "${MPI_ENV}" ]] || fail "${EXIT_UNAVAILABLE}" "no Open MPI set up; run: bin/hpc-reuse setup"
  # shellcheck source=/dev/null
  source "${MPI_ENV}"
}

# load_or_find_mpi: sets MPI_JAR, MPI_LIBRARY_PATH, MPIRUN and MPI_VERSION, from build/mpi/mpi.env or,
# where there is none (in an unpacked package), from the Open MPI in PATH. Writes nothing.
load_or_find_mpi() {
  if mpi_env_is_current; then
    load_mpi_env
    return
  fi
  MPIRUN="$(mpirun_path)" || fail "${EXIT_UNAVAILABLE}" \
    "no mpirun in PATH; load Open MPI 4.1 (for example in HPC_REUSE_SETUP)"
  MPI_VERSION="$(mpirun_version "${MPIRUN}")"
  [[ "${MPI_VERSION}" == 4.1.* ]] || fail "${EXIT_UNAVAILABLE}" \
    "${MPIRUN} is Open MPI «${MPI_VERSION}»; supported is 4.1, load that"
  MPI_LIBRARY_PATH="$(mpi_library_path)" || fail "${EXIT_UNAVAILABLE}" \
    "Open MPI ${MPI_VERSION} has no libmpi_java.so; load one that was built with --enable-mpi-java"
  MPI_JAR="$(find_mpi_jar || bundled_mpi_jar "${MPI_VERSION}")" || fail "${EXIT_UNAVAILABLE}" \
    "no mpi.jar for Open MPI ${MPI_VERSION}; set MPI_JAR to the one that belongs to ${MPIRUN}"
}

# bundled_mpi_jar VERSION: prints ours when it is of just that version.
bundled_mpi_jar() {
  local jar="${HPC_REUSE_HOME}/build/mpi/mpi.jar"
  [[ -r "${jar}" && "$(cat "${jar}.version" 2>/dev/null)" == "$1" ]] && printf '%s' "${jar}"
}

# mpi_env_is_current: it names files that are there, and the mpirun it was made for is still the one.
mpi_env_is_current() (
  [[ -r "${MPI_ENV}" ]] || exit 1
  # shellcheck source=/dev/null
  source "${MPI_ENV}"
  [[ -r "${MPI_JAR}" && -e "${MPI_LIBRARY_PATH}/libmpi_java.so" && -x "${MPIRUN}" ]] || exit 1
  [[ "$(mpirun_path)" == "${MPIRUN}" && "$(mpirun_version "${MPIRUN}")" == "${MPI_VERSION}" ]]
)

mpirun_path() {
  command -v mpirun
}

# mpirun_version MPIRUN: for example 4.1.4
mpirun_version() {
  "$1" --version 2>/dev/null | sed -n '1s/^mpirun (Open MPI) \([0-9.]*\).*/\1/p'
}

# mpi_library_path: prints the directory of libmpi_java.so that belongs to the mpirun in PATH.
mpi_library_path() {
  local dir
  for dir in "$(mpi_info libdir)" /usr/lib/*-linux-gnu /usr/lib/*-linux-gnu/openmpi/lib \
    "$(command_home mpirun)/lib"; do
    if [[ -n "${dir}" && -e "${dir}/libmpi_java.so" ]]; then
      printf '%s' "${dir}"
      return 0
    fi
  done
  return 1
}

# mpi_info NAME: a path as ompi_info knows it, or nothing.
mpi_info() {
  if has ompi_info; then
    ompi_info --path "$1" --parsable 2>/dev/null | sed -n "s/^path:$1://p"
  fi
}

# find_mpi_jar: prints an mpi.jar that is already on the machine and belongs to the mpirun.
find_mpi_jar() {
  local jar
  for jar in "${MPI_JAR:-}" "$(mpi_info libdir)/mpi.jar" "$(command_home mpirun)/lib/mpi.jar"; do
    if [[ -n "${jar}" && -r "${jar}" ]]; then
      printf '%s' "${jar}"
      return 0
    fi
  done
  return 1
}
