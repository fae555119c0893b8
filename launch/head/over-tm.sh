#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs a command on another node by pbs_tmrsh or pbsdsh, and prints what it prints, as they do not:
# over-tm.sh JOB_DIR NUMBER WORD… COMMAND…, with so many words that bring a command there.
#
# Over there the output goes to files in JOB_DIR/run, and at last the exit status, which pbsdsh keeps to itself.
set -euo pipefail

# For a file to be seen on another node that has been written there.
readonly SEEN_SECONDS=10

dir="$1"
number="$2"
shift 2
enter=("${@:1:number}")
shift "${number}"
said="$(mktemp -d "${dir}/run/said-XXXXXX")"
trap 'rm -rf "${said}"' EXIT
# shellcheck disable=SC2016 # for another shell
"${enter[@]}" /bin/sh -c '"$@" >"$0/out" 2>"$0/err" </dev/null; echo $? >"$0/new" && mv "$0/new" "$0/status"' \
  "${said}" "$@" >"${said}/way" 2>&1 || true
for ((tries = 0; tries < SEEN_SECONDS * 10; tries++)); do
  [[ ! -e "${said}/status" ]] || break
  sleep 0.1
done
if [[ ! -e "${said}/status" ]]; then
  cat "${said}/way" >&2
  printf 'hpc-reuse: nothing has come back from «%s» within %s s after its end (above: what it said); is this inside the job?\n' \
    "${enter[*]}" "${SEEN_SECONDS}" >&2
  exit 3
fi
cat "${said}/err" >&2
cat "${said}/out"
exit "$(cat "${said}/status")"
