#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# What a signal to the command line leaves behind: nothing. The build is real up to Maven itself.

load common
load wait

setup() {
  home="${BATS_TEST_TMPDIR}/home"
  mkdir -p "${home}/build/mpi" "${home}/hadoop-home" "${BATS_TEST_TMPDIR}/bin"
  cp -r "${BATS_TEST_DIRNAME}"/../../{bin,dev,launch,pom.xml} "${home}"
  # Maven as it is: a shell script that starts a child of its own.
  cat >"${BATS_TEST_TMPDIR}/bin/mvn" <<'END'
#!/usr/bin/env bash
[[ "$1" != --version ]] || exit 0
sleep 60 &
echo "$$ $!" >"${MAVEN_PIDS}"
wait
END
  chmod +x "${BATS_TEST_TMPDIR}/bin/mvn"
  export PATH="${BATS_TEST_TMPDIR}/bin:${PATH}" MAVEN_PIDS="${BATS_TEST_TMPDIR}/pids"
}

@test "SIGINT during the build ends Maven and its children" {
  interrupt_build INT
}

@test "SIGTERM during the build ends Maven and its children" {
  interrupt_build TERM
}

# interrupt_build SIGNAL: to bin/hpc-reuse alone, as no terminal would.
interrupt_build() {
  local hpc_reuse status=0 pids pid
  # With job control, else the child would ignore SIGINT; so would it when this test was started so.
  set -m
  env --default-signal=INT "${home}/bin/hpc-reuse" build --force &
  hpc_reuse=$!
  set +m
  wait_until test -s "${MAVEN_PIDS}"
  kill "-$1" "${hpc_reuse}"
  wait "${hpc_reuse}" || status=$?
  [ "${status}" -eq 130 ]
  read -r -a pids <"${MAVEN_PIDS}"
  [ "${#pids[@]}" -eq 2 ]
  for pid in "${pids[@]}"; do
    wait_until is_gone "${pid}"
  done
}

@test "a script that is interrupted ends, though what it attended has ended at the same moment" {
  local round
  cat >"${BATS_TEST_TMPDIR}/script" <<'END'
#!/usr/bin/env bash
set -euo pipefail
source "${HPC_REUSE_HOME}/launch/lib/base.sh"
trap interrupted TERM
# As a daemon, which the script does not wait for.
sleep 600 &
disown $!
echo "$!" >"$1/daemon"
attend bash -c 'echo "$$" >"$0"; exec sleep 600' "$1/attended"
END
  # In two of five rounds bash would wait for the daemon, were it asked to wait for what it attended.
  for round in {1..12}; do
    end_together "${BATS_TEST_TMPDIR}/${round}"
  done
}

# end_together DIR: as a scheduler ends a job, everything but the daemon.
end_together() {
  local script daemon
  mkdir "$1"
  HPC_REUSE_HOME="${home}" bash "${BATS_TEST_TMPDIR}/script" "$1" 3>&- &
  script=$!
  wait_until test -s "$1/attended"
  daemon="$(cat "$1/daemon")"
  kill -TERM "$(cat "$1/attended")" "${script}"
  wait_until is_gone "${script}" || {
    kill "${daemon}" "${script}"
    return 1
  }
  kill "${daemon}"
}

# at_once_after TEXT SIGNAL: a file for BASH_ENV, with which a script sends itself the signal just before it comes
# to this command.
at_once_after() {
  printf 'set -T\ntrap %q DEBUG\n' "[[ \${BASH_COMMAND} != $(printf '%q' "$1") ]] || kill -$2 \$\$" \
    >"${BATS_TEST_TMPDIR}/strike"
  printf '%s' "${BATS_TEST_TMPDIR}/strike"
}

@test "a signal that comes before it is noted what is attended ends that nonetheless" {
  cat >"${BATS_TEST_TMPDIR}/script" <<'END'
#!/usr/bin/env bash
set -euo pipefail
source "${HPC_REUSE_HOME}/launch/lib/base.sh"
trap interrupted TERM
sleep 600 &
disown $!
echo "$!" >"$1/daemon"
attend bash -c 'echo "$$" >"$0"; exec sleep 600' "$1/attended"
END
  local dir="${BATS_TEST_TMPDIR}/here" script status=0
  mkdir "${dir}"
  # shellcheck disable=SC2016 # the command as bash shows it
  BASH_ENV="$(at_once_after 'ATTENDED=$!' TERM)" HPC_REUSE_HOME="${home}" bash "${BATS_TEST_TMPDIR}/script" "${dir}" 3>&- &
  script=$!
  wait "${script}" || status=$?
  [ "${status}" -eq 130 ]
  # Another child of the script is not what it attended.
  kill "$(cat "${dir}/daemon")"
  [ ! -e "${dir}/attended" ] || wait_until is_gone "$(cat "${dir}/attended")" || {
    kill "$(cat "${dir}/attended")"
    return 1
  }
}
