#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
#
# The script's own logic, with a stand-in client; benchmarks and integration tests run the real one.

setup() {
  terasort=$BATS_TEST_DIRNAME/../terasort.sh
  export CALLS=$BATS_TEST_TMPDIR/calls
  export REPORT=$'checksum\t1f' GENERATED=31 FAIL_AT=none
  export TMPDIR=$BATS_TEST_TMPDIR/tmp
  mkdir "$TMPDIR"
  client=$BATS_TEST_TMPDIR/client
  cat >"$client" <<'CLIENT'
#!/usr/bin/env bash
printf '%s\n' "$*" >>"$CALLS"
if [[ "$1 $2" == "fs -cat" ]]; then printf '%s\n' "$REPORT"; fi
if [[ $2 == "$FAIL_AT" ]]; then echo "something broke"; exit 7; fi
if [[ $2 == teragen ]]; then printf '\t\tCHECKSUM=%s\n' "$GENERATED"; fi
CLIENT
  chmod +x "$client"
}

@test "runs the three phases of each size, removes its data and prints a table" {
  run "$terasort" --sizes 16k,1m --maps 3 --reduces 5 --base /b --client "$client" --json "$BATS_TEST_TMPDIR/json"
  [ "$status" -eq 0 ]
  [[ ${lines[1]} =~ 16k\ +163\ .*valid,\ checksum\ 1f ]]
  [[ ${lines[2]} =~ 1m\ +10485\ .*valid,\ checksum\ 1f ]]
  work=$(sed -n 's/^fs -mkdir -p //p' "$CALLS")
  [[ $work == /b/terasort-* ]]
  grep -qx "examples teragen -Dmapreduce.job.maps=3 163 $work/16k/in" "$CALLS"
  grep -qx "examples terasort -Dmapreduce.job.reduces=5 $work/1m/in $work/1m/out" "$CALLS"
  grep -qx "examples teravalidate $work/1m/out $work/1m/report" "$CALLS"
  [ "$(tail -n 1 "$CALLS")" = "fs -rm -r -f -skipTrash $work" ]
  [ "$(wc -l <"$BATS_TEST_TMPDIR/json")" -eq 2 ]
  [ -z "$(ls -A "$TMPDIR")" ]
}

@test "passes further options to the sort alone" {
  run "$terasort" --sizes 1m --sort-option -Da=b --sort-option -Dc=d --client "$client"
  [ "$status" -eq 0 ]
  grep -q '^examples terasort -Dmapreduce.job.reduces=1 -Da=b -Dc=d ' "$CALLS"
  [ "$(grep -c -- -Da=b "$CALLS")" -eq 1 ]
}

@test "fails when teravalidate reports an error, and still cleans up" {
  REPORT=$'checksum\t1f\nmisorder\tkey' run "$terasort" --sizes 1m --client "$client"
  [ "$status" -eq 1 ]
  [[ $output == *misorder*"teravalidate found 1 errors"* ]]
  [[ $(tail -n 1 "$CALLS") == "fs -rm -r -f -skipTrash terasort-"* ]]
}

@test "fails when the sorted rows are not the generated ones" {
  GENERATED=32 run "$terasort" --sizes 1m --client "$client"
  [ "$status" -eq 1 ]
  [[ $output == *"checksum 1f of the sorted rows, 20 of the generated ones"* ]]
}

@test "shows the end of the log of a job that fails, and still cleans up" {
  FAIL_AT=terasort run "$terasort" --sizes 1m --client "$client"
  [ "$status" -eq 1 ]
  [[ $output == *"something broke"*"ended with status 7"* ]]
  [[ $(tail -n 1 "$CALLS") == "fs -rm -r -f -skipTrash terasort-"* ]]
  [ -z "$(ls -A "$TMPDIR")" ]
}

@test "refuses wrong arguments before it calls the client" {
  for arguments in "--sizes 1x" "--sizes 99" "--maps 0" "--reduces two" "--nonsense" "--sizes"; do
    # shellcheck disable=SC2086 # one word per argument
    run "$terasort" --client "$client" $arguments
    [ "$status" -eq 2 ]
    [[ $output == terasort:* ]]
  done
  [ ! -e "$CALLS" ]
}
