#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Compares ranks with NetworkX's or SciPy's; makes a Python environment for them once.
set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
environment=$here/../../../build/pagerank-check

die() {
  printf 'check-ranks: %s\n' "$1" >&2
  exit 3
}

make_environment() {
  local fresh=$environment.new.$$
  command -v python3 >/dev/null || die 'python3 is missing: apt-get install python3-venv'
  mkdir -p -- "$(dirname -- "$environment")"
  trap 'rm -rf -- "$environment.new.$$"' EXIT
  python3 -m venv "$fresh" >&2 || die 'python3 cannot make a venv: apt-get install python3-venv'
  "$fresh/bin/python" -m pip install --quiet --disable-pip-version-check \
    -r "$here/requirements.txt" >&2 || die "pip could not install $here/requirements.txt"
  cp -- "$here/requirements.txt" "$fresh/requirements.txt"
  rm -rf -- "$environment"
  mv -- "$fresh" "$environment"
}

if ! cmp -s -- "$here/requirements.txt" "$environment/requirements.txt"; then
  printf 'check-ranks: installing NetworkX and SciPy into %s\n' "$environment" >&2
  make_environment
fi
exec "$environment/bin/python" "$here/check_ranks.py" "$@"
