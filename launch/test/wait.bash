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

# until_free COUNT: waits for so many free slots.
until_free() {
  until_shown '"state":"FREE"' -ge "$1" 30
}

# until_shown PATTERN COMPARISON COUNT SECONDS: waits until the pool's status has so many of them.
until_shown() {
  local deadline=$((SECONDS + $4))
  until test "$("${HPC_REUSE}" status --json 3>&- | grep -oE "$1" | wc -l)" "$2" "$3"; do
    [ "${SECONDS}" -lt "${deadline}" ] || {
      "${HPC_REUSE}" status 3>&-
      return 1
    }
    sleep 0.2
  done
}
