# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Waits of the tests; HPC_REUSE and HPC_REUSE_DIR name the cluster that those for its status ask.

# wait_long SECONDS COMMAND…: or says what it waited for, and what that has printed last.
wait_long() {
  local deadline=$((SECONDS + $1)) said
  until said="$("${@:2}" 2>&1)"; do
    if [[ "${SECONDS}" -ge "${deadline}" ]]; then
      echo "not within $1 s: ${*:2}: ${said:0:4000}"
      return 1
    fi
    sleep 0.1
  done
}

# is_gone PID: no such process is left.
is_gone() {
  ! kill -0 "$1" 2>/dev/null
}

# until_free COUNT [SECONDS]: waits until so many slots of the pool are free; those of clients do not count.
until_free() {
  wait_long "${2:-60}" are_free "$1"
}

# are_free COUNT: says the states of the slots otherwise.
are_free() {
  "${HPC_REUSE}" status --json 3>&- | python3 -c '
import json, sys
states = [slot["state"] for slot in json.load(sys.stdin)["slots"]]
sys.exit(None if states.count("FREE") >= int(sys.argv[1]) else " ".join(states))' "$1"
}

# until_shown PATTERN COMPARISON COUNT SECONDS: waits until the pool's status has so many of them; or shows it.
until_shown() {
  wait_long "$4" are_shown "$1" "$2" "$3" || {
    "${HPC_REUSE}" status -v 3>&-
    return 1
  }
}

# are_shown PATTERN COMPARISON COUNT
are_shown() {
  test "$("${HPC_REUSE}" status --json 3>&- | grep -oE "$1" | wc -l)" "$2" "$3"
}
