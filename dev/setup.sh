# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Installs what is missing: a JDK, Maven, Open MPI with its Java bindings, the test tools. Sourced.

# The words after bin/hpc-reuse that install without a question; a command that knows --yes says its own.
INSTALLING=(setup)

usage_setup() {
  cat <<'TEXT'
Usage: hpc-reuse setup [--yes] [--test-tools]
Install what is missing on this Debian machine: a JDK 17, Maven, Open MPI 4.1; and make
build/mpi/mpi.jar, which Debian leaves out, from Debian's own Open MPI source.
Does nothing when all is there.

  --yes          do not ask
  --test-tools   also shellcheck, shfmt, bats, a Markdown linter (into build/), and Slurm for
                 the tests on several hosts
  --help         this text

An Open MPI with mpi.jar already on the machine is used when found: beside the mpirun in
PATH, or named by MPI_JAR.
TEXT
}

command_setup() {
  local tools=""
  INSTALLING=(setup "$@")
  while [[ $# -gt 0 ]]; do
    case "$1" in
      --help | -h)
        usage_setup
        return
        ;;
      --yes | -y) ASSUME_YES=1 ;;
      --test-tools) tools=1 ;;
      *) fail "${EXIT_USAGE}" "setup: unknown argument $1 (see: hpc-reuse setup --help)" ;;
    esac
    shift
  done
  setup "${tools}"
  say "ready: $(describe_setup)"
}

setup_if_needed() {
  if ! mpi_env_is_current || [[ -n "$(missing_packages "")" ]]; then
    setup ""
  fi
}

# setup TEST_TOOLS
setup() {
  local -a packages
  mapfile -t packages < <(missing_packages "$1")
  if [[ "${#packages[@]}" -gt 0 ]]; then
    install_packages "${packages[@]}"
  fi
  if ! mpi_env_is_current; then
    write_mpi_env
  fi
  # A package has no linter.
  if [[ -n "$1" && -e "${HPC_REUSE_HOME}/dev/markdown-lint.sh" ]]; then
    "${HPC_REUSE_HOME}/dev/markdown-lint.sh" --install
  fi
}

describe_setup() {
  load_mpi_env
  printf 'JDK %s, %s, Open MPI %s (%s)' "$(require_java_home)" \
    "$(mvn --version 2>/dev/null | head -n 1)" "${MPI_VERSION}" "${MPI_JAR}"
}

# missing_packages TEST_TOOLS: Debian packages for the commands that are not there, one a line.
missing_packages() {
  java_home >/dev/null || printf '%s\n' openjdk-17-jdk-headless
  has mvn || printf '%s\n' maven
  has mpirun || printf '%s\n' openmpi-bin
  mpi_library_path >/dev/null || printf '%s\n' libopenmpi-dev
  has xz || printf '%s\n' xz-utils
  # For the summary of a measurement.
  has python3 || printf '%s\n' python3
  if [[ -n "$1" ]]; then
    has shellcheck || printf '%s\n' shellcheck
    has shfmt || printf '%s\n' shfmt
    has bats || printf '%s\n' bats
    python3 -c 'import ensurepip' 2>/dev/null || printf '%s\n' python3-venv
    has ip || printf '%s\n' iproute2
    # For programs of the tests with native code.
    has gcc || printf '%s\n' gcc libc6-dev
    # A real Slurm, with qsub, for the tests on several hosts.
    has slurmctld || printf '%s\n' slurmctld
    has slurmd || printf '%s\n' slurmd
    has sbatch || printf '%s\n' slurm-client
    has munged || printf '%s\n' munge
    has qsub || printf '%s\n' slurm-wlm-torque slurm-wlm-basic-plugins
  fi
}

install_packages() {
  local -a as_root=()
  has apt-get || fail "${EXIT_UNAVAILABLE}" "no apt-get here; install yourself: $*"
  if [[ "${EUID}" -ne 0 ]]; then
    has sudo || fail "${EXIT_UNAVAILABLE}" "not root and no sudo; have installed: apt-get install $*"
    as_root=(sudo)
  fi
  [[ -t 0 || -n "${ASSUME_YES:-}" ]] || fail "${EXIT_UNAVAILABLE}" \
    "nothing installed, for there is no terminal to ask on; «bin/hpc-reuse ${INSTALLING[*]} --yes» installs: $*"
  confirm "Install these Debian packages: $* ?" ||
    fail "${EXIT_UNAVAILABLE}" "nothing installed; needed are: apt-get install $*"
  # apt's own messages go to stderr: stdout belongs to the command that needed the packages.
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq update >&2
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get -qq install -y --no-install-recommends "$@" >&2 ||
    fail "${EXIT_FAILED}" "apt-get could not install: $*"
}

# confirm QUESTION: true with --yes; else asks on the terminal.
confirm() {
  local answer
  [[ -z "${ASSUME_YES:-}" ]] || return 0
  read -r -p "$1 [y/N] " answer
  [[ "${answer}" == [yY]* ]]
}
