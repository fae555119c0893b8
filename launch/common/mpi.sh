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

write_mpi_env() {
  local mpirun version jar library
  mpirun="$(mpirun_path)" || fail "${EXIT_UNAVAILABLE}" "no mpirun in PATH"
  version="$(mpirun_version "${mpirun}")"
  [[ "${version}" == 4.1.* ]] || fail "${EXIT_UNAVAILABLE}" \
    "${mpirun} is Open MPI «${version}»; supported is 4.1"
  library="$(mpi_library_path)" || fail "${EXIT_UNAVAILABLE}" \
    "Open MPI ${version} has no libmpi_java.so: it was built without --enable-mpi-java"
  if ! jar="$(find_mpi_jar)"; then
    jar="${HPC_REUSE_HOME}/build/mpi/mpi.jar"
    if [[ "$(cat "${jar}.version" 2>/dev/null)" != "${version}" ]]; then
      make_mpi_jar "${version}" "${jar}"
    fi
  fi
  mkdir -p "$(dirname "${MPI_ENV}")"
  printf 'MPI_JAR=%q\nMPI_LIBRARY_PATH=%q\nMPIRUN=%q\nMPI_VERSION=%q\n' \
    "${jar}" "${library}" "${mpirun}" "${version}" >"${MPI_ENV}"
  # Maven knows the bindings by this one place.
  if [[ "${jar}" != "${HPC_REUSE_HOME}/build/mpi/mpi.jar" ]]; then
    cp "${jar}" "${HPC_REUSE_HOME}/build/mpi/mpi.jar"
    printf '%s\n' "${version}" >"${HPC_REUSE_HOME}/build/mpi/mpi.jar.version"
  fi
}

# make_mpi_jar VERSION JAR: from the distribution's Open MPI source, Java files only.
make_mpi_jar() {
  local version="$1" jar="$2" scratch home
  home="$(require_java_home)"
  say "making mpi.jar ${version} from the distribution's Open MPI source"
  scratch="$(mktemp -d)"
  if ! (
    set -e
    cd "${scratch}"
    fetch_openmpi_source "${version}"
    mkdir classes
    "${home}/bin/javac" --release 17 -nowarn -Xlint:none -d classes \
      "openmpi-${version}"/ompi/mpi/java/java/*.java
    "${home}/bin/jar" --create --file mpi.jar -C classes mpi
  ) >"${scratch}/log" 2>&1; then
    tail -n 15 "${scratch}/log" >&2
    rm -rf "${scratch}"
    fail "${EXIT_FAILED}" "mpi.jar could not be made (above: the last lines)"
  fi
  mkdir -p "$(dirname "${jar}")"
  mv "${scratch}/mpi.jar" "${jar}"
  printf '%s\n' "${version}" >"${jar}.version"
  rm -rf "${scratch}"
}

# fetch_openmpi_source VERSION: into the current directory, unpacked as far as it is needed.
fetch_openmpi_source() {
  local version="$1"
  mkdir -p parts lists/partial
  source_lists /etc/apt parts
  local -a apt_options=(
    -o "Dir::Etc::SourceList=/dev/null"
    -o "Dir::Etc::SourceParts=${PWD}/parts"
    -o "Dir::State::Lists=${PWD}/lists"
    -o "Dir::Cache::pkgcache=" -o "Dir::Cache::srcpkgcache="
    -o "APT::Sandbox::User="
  )
  apt-get -qq "${apt_options[@]}" update
  apt-get -qq "${apt_options[@]}" source --download-only "openmpi=$(source_version)"
  tar -xf openmpi_"${version}"*.orig.tar.* --wildcards '*/ompi/mpi/java/java/*.java'
}

# source_version: Debian's version of the installed binaries, without a binary rebuild's suffix.
source_version() {
  # shellcheck disable=SC2016
  dpkg-query --show --showformat '${source:Version}' openmpi-bin
}

# source_lists APT_DIR TO: the machine's own package sources turned into lists of source packages;
# deb822 files (*.sources) and one-line files (*.list).
source_lists() {
  local apt="$1" to="$2" file
  for file in "${apt}"/sources.list.d/*.sources; do
    [[ -e "${file}" ]] || continue
    sed -E 's/^Types:.*/Types: deb-src/' "${file}" >"${to}/${file##*/}"
  done
  for file in "${apt}"/sources.list "${apt}"/sources.list.d/*.list; do
    [[ -e "${file}" ]] || continue
    sed -nE 's/^[[:space:]]*deb[[:space:]]/deb-src /p' "${file}" >"${to}/one-line-${file##*/}"
    [[ "${file}" == *.list ]] || mv "${to}/one-line-${file##*/}" "${to}/one-line-${file##*/}.list"
  done
}
