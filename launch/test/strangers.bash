# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Another user, who tries all sockets of a cluster while the test goes on: see strangers.py.

# visitor UID REPORT DIRECTORY [ENTER…]: a process that tries each new socket as this user, until TERM; sets VISITOR.
# ENTER are the words by which a command runs on another host.
visitor() {
  local tests="${BATS_TEST_FILENAME%/test/*}/test"
  # Another host may not see these files by their names.
  "${@:4}" python3 - "$3" 9 "$1" <"${tests}/strangers.py" 9<"${tests}/../../docs/security.md" >"$2" 3>&- &
  VISITOR=$!
}

# strangers_come DIRECTORY [ENTER…]: from now on somebody tries each new socket, until strangers_go. What he reports
# goes to a file of STRANGERS_REPORTS.
strangers_come() {
  local report="${BATS_TEST_TMPDIR}/strangers.${#STRANGERS_REPORTS[@]}"
  visitor 65534 "${report}" "$@"
  STRANGERS+=("${VISITOR}")
  STRANGERS_REPORTS+=("${report}")
}

# root_comes DIRECTORY: somebody says the same words whom the ports admit, until root_is_heard_by.
root_comes() {
  ROOT_REPORT="${BATS_TEST_TMPDIR}/root"
  visitor 0 "${ROOT_REPORT}" "$1"
  STRANGERS+=("${VISITOR}")
}

# root_is_heard_by PROCESS…: a port of each has answered to root; without this, silence may have other reasons.
root_is_heard_by() {
  local process
  for process in "$@"; do
    grep -q $'^A STRANGER IS HEARD\t'"${process}"$'\t' "${ROOT_REPORT}" || {
      echo "root has heard nothing from: ${process}"
      cat "${ROOT_REPORT}"
      return 1
    }
  done
}

# strangers_go: all leave.
strangers_go() {
  local stranger
  for stranger in "${STRANGERS[@]}"; do
    kill -TERM "${stranger}" 2>/dev/null || true
    wait "${stranger}" || true
  done
  STRANGERS=()
}

# strangers_hear_nothing: they leave; says what they have got. Each tells of a socket at least.
strangers_hear_nothing() {
  local report
  strangers_go
  for report in "${STRANGERS_REPORTS[@]}"; do
    [ -s "${report}" ] || {
      echo "a stranger tells nothing: ${report}"
      return 1
    }
  done
  ! grep -hvE $'^(fine|gone)\t' "${STRANGERS_REPORTS[@]}"
}

# were_at PROCESS…: they have talked to a socket of each such process.
were_at() {
  local process
  for process in "$@"; do
    grep -q $'^fine\t'"${process}"$'\t' "${STRANGERS_REPORTS[@]}" || {
      echo "nobody has talked to a socket of: ${process}"
      cut -f 2 "${STRANGERS_REPORTS[@]}" | sort | uniq -c
      return 1
    }
  done
}
