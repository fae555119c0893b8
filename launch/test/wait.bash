# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash

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
