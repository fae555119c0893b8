#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# plot.sh SAMPLES DIR: draws SAMPLES (samples.jsonl) as PNG and SVG files into DIR. Matplotlib is installed
# into build/plots when it is not there. Exit status 3: no Python, or the packages cannot be fetched.
set -euo pipefail

HERE="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)"
readonly HERE
readonly VENV="${HERE}/../../build/plots"
# shellcheck source=launch/lib/python.sh
source "${HERE}/../../launch/lib/python.sh"

main() {
  [[ $# -eq 2 ]] || {
    printf 'usage: plot.sh SAMPLES DIR\n' >&2
    exit 2
  }
  python_environment plot "${VENV}" "${HERE}/requirements.txt"
  PYTHONDONTWRITEBYTECODE=1 "${VENV}/bin/python3" "${HERE}/plot.py" "$1" "$2"
}

main "$@"
