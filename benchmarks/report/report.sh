#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# report.sh RUN --with-plots|--without-plots: makes the summary of a run and prints it, then draws its plots. RUN is a directory
# with samples.jsonl. The exit status is that of the summary: 0 when all in the run is as it must be, 1 when not,
# 3 without Python. Plots need matplotlib, which is installed into build/plots when it is not there; without it
# there are none, and a line says so.
set -euo pipefail

HERE="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)"
readonly HERE
readonly VENV="${HERE}/../../build/plots"
# shellcheck source=launch/lib/python.sh
source "${HERE}/../../launch/lib/python.sh"
export PYTHONDONTWRITEBYTECODE=1

# draw RUN
draw() {
  python_environment plots "${VENV}" "${HERE}/requirements.txt"
  "${VENV}/bin/python3" "${HERE}/plots.py" "$1/samples.jsonl" "$1"
}

main() {
  local run="${1:-}" log="${1:-}/logs/plots.log" status=0 drawn=0
  [[ -e "${run}/samples.jsonl" ]] || {
    printf 'usage: report.sh RUN --with-plots|--without-plots; RUN has samples.jsonl\n' >&2
    exit 2
  }
  command -v python3 >/dev/null || {
    printf 'hpc-reuse: no python3, which makes the summary of %s\n' "${run}" >&2
    exit 3
  }
  python3 "${HERE}/report.py" "${run}" || status=$?
  if [[ "${2:-}" == --with-plots ]]; then
    mkdir -p -- "${run}/logs"
    (draw "${run}") >>"${log}" 2>&1 || drawn=$?
    if [[ "${drawn}" -eq 0 ]]; then
      printf 'plots: %s\n' "${run}" >&2
    else
      printf 'no plots: drawing ended with status %s; see %s\n' "${drawn}" "${log}" >&2
    fi
  fi
  return "${status}"
}

main "$@"
