#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Generates, sorts and validates data with the Hadoop examples, for one size after the other.
set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
readonly ROW_BYTES=100

usage() {
  cat <<'USAGE'
usage: terasort.sh [options]
  Runs teragen, terasort and teravalidate for each size and prints seconds per phase.
  --sizes S,...   bytes of data, with k, m, g or t for powers of 1024 (default 16m,128m)
  --maps M        maps of teragen (default 2; terasort's follow from the input's blocks)
  --reduces R     reduces of terasort (default 1)
  --sort-option O a further option of terasort, like -Dname=value; repeatable
  --dir D         the cluster's directory (default ./.hpc-reuse)
  --base PATH     where to work in the cluster's file system (default the user's home there)
  --json FILE     append a line of JSON per size
  --client CMD    Hadoop client instead of "bin/hpc-reuse hadoop --dir D"; it is called as
                  "CMD fs ..." and "CMD examples teragen ..."
  Exit status: 0 all valid, 1 a job or the validation failed, 2 wrong arguments.
USAGE
}

fail() {
  printf 'terasort: %s\n' "$1" >&2
  exit "${2:-1}"
}

# Prints the bytes of a size like 128m; fails when it is none.
to_bytes() {
  [[ $1 =~ ^([1-9][0-9]{0,5})([kKmMgGtT])$ || $1 =~ ^([1-9][0-9]{0,14})$ ]] || return 1
  local shift_by=0
  case $1 in
    *[kK]) shift_by=10 ;;
    *[mM]) shift_by=20 ;;
    *[gG]) shift_by=30 ;;
    *[tT]) shift_by=40 ;;
  esac
  printf '%s\n' $((BASH_REMATCH[1] << shift_by))
}

positive() {
  [[ $2 =~ ^[1-9][0-9]{0,5}$ ]] || fail "$1 needs a number from 1 to 999999, not $2" 2
}

now_ms() {
  date +%s%3N
}

seconds() {
  printf '%d.%03d' $(($1 / 1000)) $(($1 % 1000))
}

parse() {
  sizes=16m,128m maps=2 reduces=1 cluster=./.hpc-reuse base='' json='' client=() sort_options=()
  while (($# > 0)); do
    case $1 in
      --help)
        usage
        exit 0
        ;;
      --sizes | --maps | --reduces | --sort-option | --dir | --base | --json | --client)
        (($# > 1)) || fail "$1 needs a value" 2
        case $1 in
          --sizes) sizes=$2 ;;
          --maps) maps=$2 ;;
          --reduces) reduces=$2 ;;
          --sort-option) sort_options+=("$2") ;;
          --dir) cluster=$2 ;;
          --base) base=${2%/}/ ;;
          --json) json=$2 ;;
          --client) read -ra client <<<"$2" ;;
        esac
        shift 2
        ;;
      *) fail "unknown argument $1 (--help shows the usage)" 2 ;;
    esac
  done
  positive --maps "$maps"
  positive --reduces "$reduces"
  IFS=, read -ra size_list <<<"$sizes"
  ((${#size_list[@]} > 0)) || fail '--sizes is empty' 2
  local size bytes
  for size in "${size_list[@]}"; do
    bytes=$(to_bytes "$size") || fail "--sizes: $size is no size (like 16m or 2g)" 2
    ((bytes >= ROW_BYTES)) || fail "--sizes: $size is less than one row, $ROW_BYTES bytes" 2
  done
  if ((${#client[@]} == 0)); then
    client=("$here/../../bin/hpc-reuse" hadoop --dir "$cluster")
    [[ -x ${client[0]} ]] || fail "${client[0]} is missing" 2
  fi
}

# Runs the client with its output in the log named $1; on failure shows the log's end.
run_client() {
  local log=$scratch/$1.log status=0
  shift
  "${client[@]}" "$@" >"$log" 2>&1 || status=$?
  if ((status != 0)); then
    tail -n 20 -- "$log" >&2
    fail "$* ended with status $status"
  fi
}

# Runs phase $1 of the examples with the rest as arguments; sets elapsed_ms.
run_phase() {
  local start
  start=$(now_ms)
  run_client "$1" examples "$@"
  elapsed_ms=$(($(now_ms) - start))
}

# Teravalidate succeeds even when it finds errors: its report has one line "checksum<TAB>hex", every
# other line is an error. Sets checksum.
check_report() {
  local report=$scratch/report counted generated
  if ! "${client[@]}" fs -cat "$1/part-r-*" >"$report" 2>"$scratch/cat.log"; then
    tail -n 20 -- "$scratch/cat.log" >&2
    fail "the report of teravalidate, $1, cannot be read"
  fi
  if grep -v $'^checksum\t' -- "$report" >"$scratch/errors"; then
    head -n 10 -- "$scratch/errors" >&2
    fail "teravalidate found $(wc -l <"$scratch/errors") errors"
  fi
  checksum=$(cut -f 2 -- "$report")
  [[ $checksum =~ ^[0-9a-f]+$ ]] || fail "teravalidate wrote no checksum into $1"
  # Teragen counts the same checksum, in decimal; whether that is shown depends on the client's log.
  counted=$(sed -n 's/^.*CHECKSUM=\([0-9]\{1,\}\).*$/\1/p' "$scratch/teragen.log" | head -n 1)
  if [[ -n $counted ]]; then
    generated=$(printf '%x' "$counted")
    [[ $generated == "$checksum" ]] ||
      fail "checksum $checksum of the sorted rows, $generated of the generated ones"
  fi
}

run_size() {
  local rows data=$work/$1 gen sort validate
  rows=$(($(to_bytes "$1") / ROW_BYTES))
  run_phase teragen "-Dmapreduce.job.maps=$maps" "$rows" "$data/in"
  gen=$elapsed_ms
  run_phase terasort "-Dmapreduce.job.reduces=$reduces" "${sort_options[@]}" "$data/in" "$data/out"
  sort=$elapsed_ms
  run_phase teravalidate "$data/out" "$data/report"
  validate=$elapsed_ms
  check_report "$data/report"
  run_client remove fs -rm -r -f -skipTrash "$data"
  printf '%8s %12s %10s %10s %10s  %s\n' "$1" "$rows" "$(seconds "$gen")" "$(seconds "$sort")" \
    "$(seconds "$validate")" "valid, checksum $checksum"
  if [[ -n $json ]]; then
    printf '{"size":"%s","rows":%s,"maps":%s,"reduces":%s,"teragenMs":%s,"terasortMs":%s,"teravalidateMs":%s,"checksum":"%s"}\n' \
      "$1" "$rows" "$maps" "$reduces" "$gen" "$sort" "$validate" "$checksum" >>"$json"
  fi
}

clean_up() {
  local status=$?
  trap - EXIT
  trap '' INT TERM
  if ! "${client[@]}" fs -rm -r -f -skipTrash "$work" >"$scratch/clean.log" 2>&1; then
    tail -n 5 -- "$scratch/clean.log" >&2
    printf 'terasort: %s could not be removed\n' "$work" >&2
  fi
  rm -rf -- "$scratch"
  exit "$status"
}

main() {
  parse "$@"
  scratch=$(mktemp -d)
  work=${base}terasort-${scratch##*.}
  trap clean_up EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
  run_client mkdir fs -mkdir -p "$work"
  printf '%8s %12s %10s %10s %10s  %s\n' size rows 'teragen s' 'terasort s' 'validate s' result
  local size
  for size in "${size_list[@]}"; do
    run_size "$size"
  done
}

main "$@"
