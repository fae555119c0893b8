#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# «hpc-reuse demo»; called by bin/hpc-reuse.
set -euo pipefail

exec bash "${HPC_REUSE_HOME:?is set by bin/hpc-reuse}/benchmarks/bench.sh" --demo "$@"
