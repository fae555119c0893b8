#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# Setup: apt sources, what is missing, what is asked. Nothing is installed here.

load common

setup() {
  load_launch lib/{base,mpi} ../dev/{setup,mpi-jar}
}

@test "deb822 and one-line package sources become sources of source packages" {
  local apt="${BATS_TEST_TMPDIR}/apt" parts="${BATS_TEST_TMPDIR}/parts"
  mkdir -p "${apt}/sources.list.d" "${parts}"
  printf 'Types: deb deb-src\nURIs: http://mirror/debian\nSuites: bookworm\nComponents: main\n' \
    >"${apt}/sources.list.d/debian.sources"
  printf '# deb http://commented/ x y\ndeb [arch=amd64] http://mirror/debian bookworm main\n' \
    >"${apt}/sources.list"
  printf 'deb http://other/debian bookworm main\ndeb-src http://other/debian bookworm main\n' \
    >"${apt}/sources.list.d/other.list"
  source_lists "${apt}" "${parts}"
  grep -qx 'Types: deb-src' "${parts}/debian.sources"
  [ "$(cat "${parts}/one-line-sources.list")" = \
    'deb-src [arch=amd64] http://mirror/debian bookworm main' ]
  [ "$(cat "${parts}/one-line-other.list")" = 'deb-src http://other/debian bookworm main' ]
}

@test "missing commands are named by their package" {
  has() { [[ "$1" != mvn && "$1" != bats ]]; }
  run missing_packages test-tools
  [[ "${output}" == *maven* ]]
  [[ "${output}" == *bats* ]]
  [[ "${output}" != *shellcheck* ]]
}

@test "nothing is installed when nobody can be asked" {
  unset ASSUME_YES
  run install_packages maven </dev/null
  [ "${status}" -eq 3 ]
  [[ "${output}" == *"«bin/hpc-reuse setup --yes» installs: maven"* ]]
}

@test "every command that would have to ask says what installs without a question" {
  local home="${BATS_TEST_TMPDIR}/home" bin="${BATS_TEST_TMPDIR}/bin" command wanted
  mkdir -p "${home}/benchmarks" "${bin}"
  cp -r "${BATS_TEST_DIRNAME}"/../../{bin,dev,launch,pom.xml} "${home}"
  cp "${BATS_TEST_DIRNAME}/../../benchmarks/bench.sh" "${home}/benchmarks"
  ln -s /usr/bin/* "${bin}" 2>/dev/null || true
  rm -f "${bin}"/{mvn,shellcheck}
  # What would be called after a yes.
  printf '#!/bin/sh\nexit 1\n' >"${BATS_TEST_TMPDIR}/none"
  chmod +x "${BATS_TEST_TMPDIR}/none"
  ln -sf "${BATS_TEST_TMPDIR}/none" "${bin}/apt-get"
  ln -sf "${BATS_TEST_TMPDIR}/none" "${bin}/sudo"
  while read -r command wanted; do
    # shellcheck disable=SC2086 # several words
    run env -u CI -u ASSUME_YES -u JAVA_HOME PATH="${bin}" "${home}/bin/hpc-reuse" ${command//,/ } </dev/null
    [ "${status}" -eq 3 ]
    [[ "${output}" == *"nothing installed, for there is no terminal to ask on; «bin/hpc-reuse ${wanted}» installs: "*maven* ]]
  done <<'TEXT'
setup setup --yes
setup,--test-tools setup --test-tools --yes
test test --yes
test,--full test --full --yes
demo demo --yes
demo,--samples,2 demo --samples 2 --yes
bench,pi bench pi --yes
build setup --yes
package setup --yes
up setup --yes
status setup --yes
TEXT
}

@test "an mpi.jar beside the mpirun in PATH is used" {
  mkdir -p "${BATS_TEST_TMPDIR}/ompi/bin" "${BATS_TEST_TMPDIR}/ompi/lib"
  printf '#!/bin/sh\necho "mpirun (Open MPI) 4.1.6"\n' >"${BATS_TEST_TMPDIR}/ompi/bin/mpirun"
  chmod +x "${BATS_TEST_TMPDIR}/ompi/bin/mpirun"
  : >"${BATS_TEST_TMPDIR}/ompi/lib/mpi.jar"
  unset MPI_JAR
  PATH="${BATS_TEST_TMPDIR}/ompi/bin:${PATH}"
  mpi_info() { :; }
  run find_mpi_jar
  [ "${output}" = "${BATS_TEST_TMPDIR}/ompi/lib/mpi.jar" ]
  [ "$(mpirun_version mpirun)" = 4.1.6 ]
}

@test "an Open MPI of another version is refused by name" {
  mpirun_path() { printf '/opt/mpirun'; }
  mpirun_version() { printf '5.0.3'; }
  run write_mpi_env
  [ "${status}" -eq 3 ]
  [[ "${output}" == *"/opt/mpirun is Open MPI «5.0.3»; supported is 4.1"* ]]
}
