#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# plot.sh SAMPLES DIR: draws SAMPLES (samples.jsonl) as PNG files into DIR. Matplotlib is installed
# into build/plots when it is not there. Exit status 3: no Python, or the packages cannot be fetched.
set -euo pipefail

HERE="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)"
readonly HERE
readonly VENV="${HERE}/../../build/plots"
readonly FETCH_SECONDS=120

unavailable() {
  printf 'plot: %s\n' "$1" >&2
  exit 3
}

make_venv() {
  if cmp -s "${HERE}/requirements.txt" "${VENV}/requirements.txt"; then
    return
  fi
  command -v python3 >/dev/null || unavailable 'no python3'
  rm -rf -- "${VENV}"
  python3 -m venv "${VENV}" || unavailable 'python3 -m venv failed; Debian: apt-get install python3-venv'
  timeout "${FETCH_SECONDS}" "${VENV}/bin/pip" install --quiet --disable-pip-version-check \
    --retries 1 -r "${HERE}/requirements.txt" || unavailable 'pip could not fetch matplotlib'
  cp -- "${HERE}/requirements.txt" "${VENV}/requirements.txt"
}

main() {
  [[ $# -eq 2 ]] || {
    printf 'usage: plot.sh SAMPLES DIR\n' >&2
    exit 2
  }
  make_venv
  "${VENV}/bin/python3" "${HERE}/plot.py" "$1" "$2"
}

main "$@"
