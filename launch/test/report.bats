#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# The summaries of benchmarks, and the numbers that their plots show. Drawing needs packages that are not
# installed here.

bats_require_minimum_version 1.5.0

REPORT="${BATS_TEST_DIRNAME}/../../benchmarks/report"

unittests() {
  PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="${REPORT}" run python3 "${BATS_TEST_DIRNAME}/$1"
  echo "${output}"
  [ "${status}" -eq 0 ]
}

@test "plots group the samples by arm, workload, phase and slot" {
  unittests report_groups.py
}

@test "the report makes the summaries of published runs again, and finds what is wrong" {
  unittests report_test.py
}

@test "a run's summary is written and printed, and the exit status tells whether all is as it must be" {
  local run="${BATS_TEST_TMPDIR}/run" published="${BATS_TEST_DIRNAME}/../../results/published"
  mkdir "${run}"
  cp "${published}/gangs-20261125-2cores/samples.jsonl" "${run}"
  run --separate-stderr "${REPORT}/report.sh" "${run}" --without-plots
  [ "${status}" -eq 0 ]
  diff <(printf '%s\n' "${output}") "${published}/gangs-20261125-2cores/summary.md"
  diff "${run}/summary.md" "${published}/gangs-20261125-2cores/summary.md"
  sed -i 's/"right":true/"right":false/' "${run}/samples.jsonl"
  run "${REPORT}/report.sh" "${run}" --without-plots
  [ "${status}" -eq 1 ]
  run "${REPORT}/report.sh" "${BATS_TEST_TMPDIR}" --without-plots
  [ "${status}" -eq 2 ]
}

@test "without matplotlib there are tables, and a line says that there are no plots" {
  local run="${BATS_TEST_TMPDIR}/run" home="${BATS_TEST_TMPDIR}/home"
  mkdir -p "${run}" "${home}/benchmarks" "${home}/launch/lib"
  cp -r "${REPORT}" "${home}/benchmarks"
  cp "${BATS_TEST_DIRNAME}/../lib/python.sh" "${home}/launch/lib"
  printf 'no-such-package-anywhere==1\n' >"${home}/benchmarks/report/requirements.txt"
  cp "${REPORT}/../../results/published/pi-20261128-2cores/samples.jsonl" "${run}"
  PIP_NO_INDEX=1 run --separate-stderr "${home}/benchmarks/report/report.sh" "${run}" --with-plots
  [ "${status}" -eq 0 ]
  [[ "${output}" == *"| pi "* ]]
  # shellcheck disable=SC2154 # set by run
  [[ "${stderr}" == *"no plots: drawing ended with status 3; see ${run}/logs/plots.log"* ]]
}
