#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# One mpirun over several nodes, each of which has a pool manager of its own.
#
#   ranks.sh request NODE_DIR ARG…   replaces mpirun: a pool manager calls it as it would call
#                                    mpirun on a single node. It writes down which ranks the pool
#                                    wants, and stays until a signal ends it.
#   ranks.sh run NODE_DIR            what mpirun itself starts, once for each rank: becomes the slot
#                                    that the node's pool has asked for in this place.
set -euo pipefail

readonly REQUEST_SECONDS=60

# request NODE_DIR ARG…: for each kind of rank «COUNT», how many words its command has, and those words, each ended
# by NUL.
request() {
  local wanted="$1/pool/ranks" count
  local -a words
  shift
  while [[ $# -gt 0 && "$1" != -n ]]; do
    shift
  done
  : >"${wanted}.new"
  while [[ $# -gt 0 ]]; do
    count="$2"
    words=()
    shift 2
    while [[ $# -gt 0 && "$1" != : ]]; do
      words+=("$1")
      shift
    done
    [[ $# -eq 0 ]] || shift
    printf '%s\0' "${count}" "${#words[@]}" "${words[@]}" >>"${wanted}.new"
  done
  mv "${wanted}.new" "${wanted}"
  exec sleep infinity
}

# run NODE_DIR
run() {
  local dir="$1" place="${OMPI_COMM_WORLD_LOCAL_RANK:?is set by mpirun}" at socket
  local -a asked
  # shellcheck source=/dev/null
  source "${dir}/run/job.env"
  if ! await_request "${dir}/pool/ranks"; then
    printf 'host %s: no pool has asked for ranks in %s within %s s; the slot does not see the directory its NodeManager sees (another /tmp for each step?): set HPC_REUSE_SCRATCH to a directory that all processes of a node share\n' \
      "$(hostname)" "${dir}/pool" "${REQUEST_SECONDS}" >&2
    exit 3
  fi
  socket="$(sed -n 's/^hpc-reuse[.]pool[.]socket=//p' "${dir}/pool/pool.properties")"
  if [[ ! -S "${socket}" || ! -O "${socket}" ]]; then
    printf 'host %s: slot %s does not see the pool manager at %s: set HPC_REUSE_SCRATCH to a directory that all processes of a node share\n' \
      "$(hostname)" "${place}" "${socket}" >&2
    exit 3
  fi
  record_daemon "${dir}"
  export HPC_REUSE_CLUSTER="${dir}"
  mapfile -d '' -t asked <"${dir}/pool/ranks"
  cd "${dir}/pool" # the command names jars from there
  for ((at = 0; at < ${#asked[@]}; at += 2 + asked[at + 1])); do
    if [[ "${place}" -lt "${asked[at]}" ]]; then
      exec "${asked[@]:at+2:asked[at + 1]}"
    fi
    place=$((place - asked[at]))
  done
  printf 'host %s: mpirun has started more ranks than the pool has asked for\n' "$(hostname)" >&2
  exit 1
}

# record_daemon NODE_DIR: what has started this rank, «PID START», for the node script to watch.
record_daemon() {
  local file="$1/run/mpi-daemon" start
  # shellcheck source=/dev/null
  source "${BASH_SOURCE[0]%/*}/../lib/process.sh"
  if start="$(process_start "${PPID}")"; then
    printf '%s %s\n' "${PPID}" "${start}" >"${file}.$$"
    mv "${file}.$$" "${file}"
  fi
}

await_request() {
  local tries=$((REQUEST_SECONDS * 10))
  until [[ -r "$1" ]]; do
    [[ $((tries--)) -gt 0 ]] || return 1
    sleep 0.1
  done
}

"$@"
