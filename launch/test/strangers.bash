# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Another user, who tries all sockets of a cluster while the test goes on: see strangers.py.

# strangers_come DIRECTORY [UID [ENTER…]]: from now on somebody tries each new socket, until strangers_go. ENTER are
# the words by which a command runs on another host. What he reports goes to a file of STRANGERS_REPORTS.
strangers_come() {
  local tests="${BATS_TEST_FILENAME%/test/*}/test" report="${BATS_TEST_TMPDIR}/strangers.${#STRANGERS_REPORTS[@]}"
  # Another host may not see these files by their names.
  "${@:3}" python3 - "$1" 9 "${2:-65534}" <"${tests}/strangers.py" 9<"${tests}/../../docs/security.md" \
    >"${report}" 3>&- &
  STRANGERS+=($!)
  STRANGERS_REPORTS+=("${report}")
}

# strangers_go: they leave; fails when one has got something.
strangers_go() {
  local stranger status=0
  for stranger in "${STRANGERS[@]}"; do
    kill -TERM "${stranger}" 2>/dev/null || true
    wait "${stranger}" || status=$?
  done
  STRANGERS=()
  return "${status}"
}

# strangers_hear_nothing: they leave; says what they have got.
strangers_hear_nothing() {
  strangers_go || {
    echo "status $?:"
    grep -hv $'^fine\t' "${STRANGERS_REPORTS[@]}"
    return 1
  }
}

# were_at PROCESS…: they have tried a socket of each such process.
were_at() {
  local process
  for process in "$@"; do
    grep -q $'\t'"${process}"$'\t' "${STRANGERS_REPORTS[@]}" || {
      echo "nobody has tried a socket of: ${process}"
      cut -f 2 "${STRANGERS_REPORTS[@]}" | sort | uniq -c
      return 1
    }
  done
}
