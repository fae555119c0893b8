# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Private Python environments with pinned packages. Sourced; needs nothing else of launch/.

readonly PYTHON_FETCH_SECONDS=300

# python_environment NAME DIR REQUIREMENTS [OPTION OF pip…]: a Python environment in DIR with the packages of the
# file REQUIREMENTS. It is made when there is none, or when the file has changed. Messages go to stderr, the
# reason of a failure behind NAME. Ends the shell with 3 when there is no Python, or pip cannot fetch a package.
python_environment() {
  local name="$1" dir="$2" requirements="$3" reason=""
  if cmp -s "${requirements}" "${dir}/requirements.txt" && [[ -x "${dir}/bin/python3" ]]; then
    return
  fi
  printf '%s: installing the packages of %s into %s\n' "${name}" "${requirements}" "${dir}" >&2
  rm -rf -- "${dir}"
  if ! command -v python3 >/dev/null; then
    reason='no python3'
  elif ! python3 -m venv "${dir}" >&2; then
    reason='python3 -m venv failed; Debian: apt-get install python3-venv'
  elif ! timeout "${PYTHON_FETCH_SECONDS}" "${dir}/bin/pip" install --quiet --disable-pip-version-check \
    --retries 3 "${@:4}" --requirement "${requirements}" >&2; then
    reason="pip could not install ${requirements} within ${PYTHON_FETCH_SECONDS} s"
  fi
  if [[ -n "${reason}" ]]; then
    printf '%s: %s\n' "${name}" "${reason}" >&2
    exit 3
  fi
  # The copy is written last, so that an interrupted installation starts again.
  cp -- "${requirements}" "${dir}/requirements.txt"
}
