#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# Hadoop's own tools: their containers run in slots, and what they make is right.
# bats file_tags=full

bats_require_minimum_version 1.5.0
load frameworks

setup_file() {
  name_cluster
  TOOLS="$("${PROJECT}/dev/framework.sh" hadoop-tools)"
  export TOOLS
  start_cluster 4x512 --conf hpc-reuse.training=off
  export DOCS="${PROJECT}/docs"
  "${HPC_REUSE}" hadoop fs -mkdir -p /in 3>&-
  "${HPC_REUSE}" hadoop fs -put "${DOCS}"/*.md /in/ 3>&-
}

setup() {
  before="$(slots)"
  forked="$(launches forked)"
  reused="$(launches reused)"
}

# tool NAME ARGUMENT…: runs the main class of a jar.
tool() {
  local jar
  jar="$(echo "${TOOLS}/$1-"*.jar)"
  shift
  timeout 120 "${HPC_REUSE}" hadoop jar "${jar}" "$@" 3>&-
}

# all_in_slots COUNT: at least so many containers have run since the test began, none of them forked.
all_in_slots() {
  until_free 4
  [ "$(launches forked)" -eq "${forked}" ]
  [ "$(launches reused)" -ge $((reused + $1)) ]
  [ "$(slots)" = "${before}" ]
}

@test "DistCp copies, and a second run copies what is new" {
  tool hadoop-distcp /in /copy
  "${HPC_REUSE}" hadoop fs -cat '/copy/*.md' 3>&- | cmp - <(cat "${DOCS}"/*.md)
  all_in_slots 2
  "${HPC_REUSE}" hadoop fs -put "${DOCS}/../README.md" /in/z-new.md 3>&-
  tool hadoop-distcp -update /in /copy
  "${HPC_REUSE}" hadoop fs -cat /copy/z-new.md 3>&- | cmp - "${DOCS}/../README.md"
  "${HPC_REUSE}" hadoop fs -rm /in/z-new.md 3>&-
  all_in_slots 4
}

@test "streaming runs Python mappers and reducers as child processes of slots" {
  cat >"${BATS_TEST_TMPDIR}/map.py" <<'PY'
import os, sys
print("reporter:counter:own,mappers,1", file=sys.stderr)
for line in sys.stdin:
    for word in line.split():
        print(word, os.environ["mapreduce_task_id"][:4], sep="\t")
PY
  cat >"${BATS_TEST_TMPDIR}/reduce.py" <<'PY'
import itertools, sys
for word, lines in itertools.groupby(sys.stdin, lambda line: line.split("\t")[0]):
    print(word, sum(1 for _ in lines), sep="\t")
PY
  tool hadoop-streaming -D mapreduce.job.reduces=2 -files "${BATS_TEST_TMPDIR}/map.py,${BATS_TEST_TMPDIR}/reduce.py" \
    -input /in -output /streamed -mapper "python3 map.py" -reducer "python3 reduce.py" >"${BATS_TEST_TMPDIR}/log" 2>&1
  grep -E "mappers=$(find "${DOCS}" -maxdepth 1 -name '*.md' | wc -l)" "${BATS_TEST_TMPDIR}/log"
  "${HPC_REUSE}" hadoop fs -cat '/streamed/part*' 3>&- | LC_ALL=C sort >"${BATS_TEST_TMPDIR}/words"
  cat "${DOCS}"/*.md | tr -s '[:space:]' '\n' | grep . | LC_ALL=C sort | uniq -c |
    sed -E 's/^ *([0-9]+) (.*)/\2\t\1/' | LC_ALL=C sort | cmp - "${BATS_TEST_TMPDIR}/words"
  all_in_slots 4
  run ! grep -qs "map.py\|reduce.py" /proc/[0-9]*/cmdline
}

@test "a streaming job whose mapper fails says why" {
  run -1 tool hadoop-streaming -D mapreduce.map.maxattempts=1 -input /in -output /failed \
    -mapper "sh -c 'echo no such data >&2; exit 3'"
  grep -rqs "subprocess failed with code 3" "${HPC_REUSE_DIR}/logs/userlogs"
  grep -rqs "no such data" "${HPC_REUSE_DIR}/logs/userlogs"
  all_in_slots 2
}

@test "an archive has the files" {
  tool hadoop-archives -archiveName docs.har -p / in /archived
  "${HPC_REUSE}" hadoop fs -cat 'har:///archived/docs.har/in/*.md' 3>&- | cmp - <(cat "${DOCS}"/*.md)
  all_in_slots 3
}
