#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# The numbers that the plots of benchmarks show. Drawing needs packages that are not installed here.

bats_require_minimum_version 1.5.0

@test "plots group the samples by arm, workload, phase and slot" {
  PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="${BATS_TEST_DIRNAME}/../../benchmarks/plots" \
    run python3 "${BATS_TEST_DIRNAME}/plot_groups.py"
  echo "${output}"
  [ "${status}" -eq 0 ]
}
