#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# docs/troubleshooting.md: each message and each reason in its tables is a text that the code has.
# shellcheck disable=SC2016 # backquotes of Markdown

bats_require_minimum_version 1.5.0

ROOT="${BATS_TEST_DIRNAME}/../.."

# The code, without tests; Java's strings in one piece.
setup() {
  code="${BATS_TEST_TMPDIR}/code"
  find "${ROOT}"/{bin,launch,dev,cli,gang,nm-executor-plugin,benchmarks/spawn-baseline,pool-daemon,slot,slot-mpi,user-code,protocol,classloader,cleanup-agent,port-access,hadoop-agent} \
    \( -name target -o -name test \) -prune -o -type f \
    \( -name '*.java' -o -name '*.sh' -o -name '*.slurm' -o -name '*.pbs' -o -name '*.pl' -o -name '*.py' -o -name hpc-reuse \) -print0 2>/dev/null |
    xargs -0 cat | sed -zE 's/"[[:space:]]*\+[[:space:]]*"//g; s/\\"/"/g; s/%%/%/g' >"${code}"
}

# first_column HEAD: the cells of the first column of each table whose first column is called so.
first_column() {
  awk -F ' [|] |[|] ' -v head="$1" '
    $2 == head { inside = 1; next }
    !/^\|/ { inside = 0 }
    inside && !/^\|---/ { print $2 }' "${ROOT}/docs/troubleshooting.md"
}

# in_backquotes: each text in backquotes, one a line.
in_backquotes() {
  grep -oE '`[^`]+`' | tr -d '`'
}

@test "each message in docs/troubleshooting.md is in the code" {
  local message rest part count=0 missing=0
  while IFS= read -r message; do
    count=$((count + 1))
    # «…» is what differs from time to time.
    rest="${message}…"
    while [[ -n "${rest}" ]]; do
      part="${rest%%…*}"
      rest="${rest#*…}"
      part="${part# }"
      grep -qF -e "${part% }" "${code}" || {
        echo "not in the code: «${part}» of «${message}»"
        missing=1
      }
    done
    # In parentheses behind a message is where it is seen; a message of another program names that first.
  done < <(first_column message | grep -vE '\((ssh|Open MPI|Hadoop),' | sed -E 's/` \([^)]*\)/`/g' | in_backquotes)
  echo "${count} messages"
  [ "${count}" -gt 80 ]
  [ "${missing}" -eq 0 ]
}

@test "each reason in docs/troubleshooting.md is in the code" {
  local reason count=0 missing=0
  while IFS= read -r reason; do
    count=$((count + 1))
    # A figure gives its rule the name.
    grep -qF -e "\"${reason%-growth}" "${code}" || {
      echo "not in the code: ${reason}"
      missing=1
    }
  done < <(first_column reason | in_backquotes)
  echo "${count} reasons"
  [ "${count}" -gt 30 ]
  [ "${missing}" -eq 0 ]
}
