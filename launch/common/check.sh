# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# bin/hpc-reuse test: every check there is, all breaking. Sourced.

usage_test() {
  cat <<'TEXT'
Usage: hpc-reuse test [--yes]
Run every check: shellcheck, shfmt, bats, then the Maven build with unit and integration
tests. The first that fails ends it with its exit status.

  --yes      install missing tools without asking
  --full     with the tests that run many jobs on two clusters
  --help     this text
TEXT
}

command_test() {
  local -a profile=()
  while [[ $# -gt 0 ]]; do
    case "$1" in
      --help | -h)
        usage_test
        return
        ;;
      --yes | -y) ASSUME_YES=1 ;;
      --full) profile=(-Pfull) ;;
      *) fail "${EXIT_USAGE}" "test: unknown argument $1 (see: hpc-reuse test --help)" ;;
    esac
    shift
  done
  [[ "${CI:-}" != true ]] || ASSUME_YES=1
  setup test-tools
  check_shell
  check_java "${profile[@]}"
  say "all checks passed"
}

shell_files() {
  printf '%s\n' "${HPC_REUSE_HOME}/bin/hpc-reuse" "${HPC_REUSE_HOME}/.ci/run"
  find "${HPC_REUSE_HOME}" \( -name target -o -name build -o -name .git -o -name '.hpc-reuse*' \) \
    -prune -o -type f \( -name '*.sh' -o -name '*.bash' -o -name '*.bats' -o -name '*.slurm' -o -name '*.pbs' \) -print
}

check_shell() {
  local -a files
  mapfile -t files < <(shell_files)
  say "shellcheck, shfmt: ${#files[@]} files"
  shellcheck --external-sources "${files[@]}"
  shfmt -i 2 -ci -d "${files[@]}"
  say "bats"
  bats "${HPC_REUSE_HOME}/launch/test" "${HPC_REUSE_HOME}"/workloads/*/test
}

# check_java: Maven's own output is the record of what was tested; its summaries are printed.
check_java() {
  local home
  home="$(require_java_home)"
  say "mvn verify (unit and integration tests)"
  (cd "${HPC_REUSE_HOME}" && JAVA_HOME="${home}" mvn -B -ntp verify "$@")
}
