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
# shellcheck source=launch/lib/python.sh
source "${HOME_DIR}/launch/lib/python.sh"

main() {
  local -a files=("$@")
  python_environment markdown-lint "${VENV}" "${REQUIREMENTS}" --only-binary :all:
  [[ "${1:-}" != --install ]] || return 0
  if [[ $# -eq 0 ]]; then
    cd -- "${HOME_DIR}"
    mapfile -t files < <("${HERE}/prose.py" --list)
    if [[ "${#files[@]}" -eq 0 ]]; then
      printf 'markdown-lint: dev/prose.py --list names no pages below %s\n' "${HOME_DIR}" >&2
      exit 3
    fi
  fi
  # PyMarkdown prints absolute paths.
  "${VENV}/bin/pymarkdown" --strict-config --config "${HERE}/markdown-lint.json" scan "${files[@]}" |
    sed "s|^${PWD}/||"
}

main "$@"
