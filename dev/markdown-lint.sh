#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# markdown-lint.sh [--install | FILE…]: checks the Markdown of FILE…, or of all pages, with PyMarkdown and
# markdown-lint.json. It installs PyMarkdown into build/markdown-lint when it is not there; --install does
# only that. Exit status 1: findings; 3: no Python, or PyMarkdown cannot be fetched.
set -euo pipefail

HERE="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)"
readonly HERE
readonly HOME_DIR="${HERE%/*}"
readonly VENV="${HOME_DIR}/build/markdown-lint"
readonly REQUIREMENTS="${HERE}/markdown-lint-requirements.txt"
readonly FETCH_SECONDS=120

unavailable() {
  printf 'markdown-lint: %s\n' "$1" >&2
  exit 3
}

# The copy of the requirements is written last, so an interrupted installation starts again.
install_linter() {
  if cmp -s "${REQUIREMENTS}" "${VENV}/requirements.txt" && [[ -x "${VENV}/bin/python3" ]]; then
    return
  fi
  command -v python3 >/dev/null || unavailable 'no python3'
  rm -rf -- "${VENV}"
  python3 -m venv "${VENV}" || unavailable 'python3 -m venv failed; Debian: apt-get install python3-venv'
  timeout "${FETCH_SECONDS}" "${VENV}/bin/pip" install --quiet --disable-pip-version-check \
    --retries 3 --only-binary :all: --requirement "${REQUIREMENTS}" ||
    unavailable "pip could not install ${REQUIREMENTS} within ${FETCH_SECONDS} s"
  cp -- "${REQUIREMENTS}" "${VENV}/requirements.txt"
}

main() {
  local -a files=("$@")
  install_linter
  [[ "${1:-}" != --install ]] || return 0
  if [[ $# -eq 0 ]]; then
    cd -- "${HOME_DIR}"
    mapfile -t files < <("${HERE}/prose.py" --list)
    [[ "${#files[@]}" -gt 0 ]] || unavailable "dev/prose.py --list names no pages below ${HOME_DIR}"
  fi
  # PyMarkdown prints absolute paths.
  "${VENV}/bin/pymarkdown" --strict-config --config "${HERE}/markdown-lint.json" scan "${files[@]}" |
    sed "s|^${PWD}/||"
}

main "$@"
