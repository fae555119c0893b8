# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# As much HTTP as a question to a daemon's web port needs, without curl. Sourced.

# http METHOD HOST PORT PATH: prints the whole answer, head and body; fails when there is none.
http() {
  local method="$1" host="$2" port="$3" path="$4"
  # A subshell, so that a refused connection does not end the caller, nor say so.
  (
    exec 3<>"/dev/tcp/${host}/${port}" || exit 1
    printf '%s %s HTTP/1.0\r\nHost: %s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n' \
      "${method}" "${path}" "${host}" >&3
    timeout 5 cat <&3
  ) 2>/dev/null
}

# jmx_has HOST PORT QUERY PATTERN: whether a daemon's /jmx answer matches.
jmx_has() {
  http GET "$1" "$2" "/jmx?qry=$3" | grep -Eq "$4"
}
