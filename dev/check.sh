# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# bin/hpc-reuse test: every check there is, all breaking. Sourced.

usage_test() {
  cat <<'TEXT'
Usage: hpc-reuse test [--yes] [--full]
Run every check: shellcheck, shfmt, the prose of the pages, bats, the Maven build with
unit and integration tests, then jobs on a real Slurm. The first that fails ends it with
its exit status. The last line is «N passed, M failed», over all tests.

  --yes      install missing tools without asking
  --full     with those that take long: many jobs, kills, every fault of a scheduler
  --help     this text
TEXT
}

command_test() {
  local -a profile=()
  INSTALLING=(test "$@")
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
  check "${profile[@]}"
}

shell_files() {
  printf '%s\n' "${HPC_REUSE_HOME}/bin/hpc-reuse" "${HPC_REUSE_HOME}/.ci/run"
  find "${HPC_REUSE_HOME}" \( -name target -o -name build -o -name .git -o -name '.hpc-reuse*' \) \
    -prune -o -type f \( -name '*.sh' -o -name '*.bash' -o -name '*.bats' -o -name '*.slurm' -o -name '*.pbs' \) -print
}

# check [ARG OF mvn…]: every part; each tells how long it took and what it counted. The first that
# fails is the last; the closing line counts what has run.
check() {
  local status=0
  PASSED=0
  FAILED=0
  mkdir -p "${HPC_REUSE_HOME}/build"
  {
    part "shellcheck and shfmt" check_shell &&
      part prose check_prose &&
      part bats check_bats &&
      part "mvn verify" check_java "$@" &&
      part "bats, with what is built, and several hosts" check_clusters "$@"
  } || status=$?
  # A part can fail outside its tests, and has then failed nonetheless.
  [[ "${status}" -eq 0 || "${FAILED}" -gt 0 ]] || FAILED=1
  printf '%s passed, %s failed\n' "${PASSED}" "${FAILED}"
  return "${status}"
}

# part NAME COMMAND…: its output goes through, and to build/test.log for counting.
part() {
  local name="$1" log="${HPC_REUSE_HOME}/build/test.log" status=0 started passed failed
  started="$(now_ms)"
  say "${name}"
  attend logged "${log}" "${@:2}" || status=$?
  read -r passed failed < <(count_tests <"${log}")
  PASSED=$((PASSED + passed))
  FAILED=$((FAILED + failed))
  say "${name}: exit status ${status}, ${passed} passed, ${failed} failed, $(seconds_since "${started}") s"
  return "${status}"
}

# logged FILE COMMAND…
logged() {
  local log="$1"
  shift
  "$@" 2>&1 | tee "${log}"
}

# count_tests: «PASSED FAILED» of bats' lines and of Maven's one summary for each module.
count_tests() {
  awk '
    /^ok [0-9]/ && !/ # skip/ { passed++ }
    /^not ok [0-9]/ { failed++ }
    /Tests run: [0-9]+, Failures: [0-9]+, Errors: [0-9]+, Skipped: [0-9]+$/ {
      gsub(/[^0-9 ]/, "")
      bad = $2 + $3
      failed += bad
      passed += $1 - bad - $4
    }
    END { print passed + 0, failed + 0 }'
}

check_shell() {
  local -a files
  mapfile -t files < <(shell_files)
  say "${#files[@]} files"
  shellcheck --external-sources "${files[@]}" && shfmt -i 2 -ci -d "${files[@]}"
}

# check_prose: pages, and the words of comments and messages; shows the findings of both tools.
check_prose() {
  local status=0
  "${HPC_REUSE_HOME}/dev/markdown-lint.sh" || status=$?
  "${HPC_REUSE_HOME}/dev/prose.py" --code || status=$?
  return "${status}"
}

check_bats() {
  bats --tap --timing "${HPC_REUSE_HOME}/launch/test" "${HPC_REUSE_HOME}"/workloads/*/test
}

# check_clusters [ARG…]: commands and scripts that need jars, and beside them jobs on a real Slurm, and on the OpenPBS
# that PBS_EXEC names: both wait for most of their time. With -Pfull all of them, else those without the tag full.
check_clusters() {
  local -a filter=(--filter-tags '!full')
  local output="${HPC_REUSE_HOME}/build/hosts.log" hosts built=0 of_hosts=0
  [[ " $* " != *" -Pfull "* ]] || filter=()
  ensure_built || return
  bats --tap --timing "${filter[@]}" "${HPC_REUSE_HOME}/launch/test/hosts" >"${output}" 2>&1 &
  hosts=$!
  bats --tap --timing "${filter[@]}" "${HPC_REUSE_HOME}/launch/test/built" || built=$?
  wait "${hosts}" || of_hosts=$?
  cat "${output}"
  return $((built > of_hosts ? built : of_hosts))
}

# check_java [ARG…]: Maven's own output is the record of what was tested; its summaries are printed.
check_java() {
  local home
  home="$(require_java_home)" || return
  run_maven "${home}" -T 2 verify "$@"
}
