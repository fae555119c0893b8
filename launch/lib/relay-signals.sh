#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Runs a script and gets every signal to it: relay-signals.sh COMMAND…; its exit status is the command's.
#
# bash (seen in 5.2) loses a signal that comes while it expands $(…) or <(…): it reads the words of the
# trap as if they stood between those parentheses, and says «trap: line 2: unexpected EOF while looking
# for matching `)'». A scheduler sends its signal once. This script expands nothing, so it gets every
# one, and repeats it until the command has ended; the command ignores what it has handled already.
# SIGINT and SIGHUP are passed on as SIGTERM.
set -uo pipefail

signal=""
trap 'signal=TERM' TERM INT HUP
trap 'signal=USR1' USR1

# As a job: else the command would ignore SIGINT, and have no standard input.
set -m
"$@" &
command=$!
set +m
while kill -0 "${command}" 2>/dev/null; do
  if [[ -z "${signal}" ]]; then
    wait "${command}"
  else
    kill "-${signal}" "${command}" 2>/dev/null
    sleep 0.5 &
    wait $!
  fi
done
wait "${command}"
exit $?
