# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Writes build/mpi/mpi.env, and makes mpi.jar where the machine has none. Sourced.

# Open MPI's own Java examples, for the tests.
readonly MPI_EXAMPLES="${HPC_REUSE_HOME}/build/mpi/examples"

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
    if [[ "$(cat "${jar}.version" 2>/dev/null)" != "${version}" || ! -d "${MPI_EXAMPLES}" ]]; then
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

# make_mpi_jar VERSION JAR: from the distribution's Open MPI source, Java files only; with its examples.
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
  rm -rf "${MPI_EXAMPLES}"
  mv "${scratch}/openmpi-${version}/examples" "${MPI_EXAMPLES}"
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
  tar -xf openmpi_"${version}"*.orig.tar.* --wildcards '*/ompi/mpi/java/java/*.java' \
    '*/examples/*.java'
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
