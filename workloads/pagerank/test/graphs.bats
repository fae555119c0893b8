#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0

setup() {
  graph=$BATS_TEST_DIRNAME/../graphs/debian-graph.sh
  mkdir "$BATS_TEST_TMPDIR/bin"
  export STANZAS=$BATS_TEST_TMPDIR/stanzas TMPDIR=$BATS_TEST_TMPDIR
  # shellcheck disable=SC2016 # the stand-in expands it
  printf '#!/bin/sh\ncat "$STANZAS"\n' >"$BATS_TEST_TMPDIR/bin/apt-cache"
  chmod +x "$BATS_TEST_TMPDIR/bin/apt-cache"
  PATH=$BATS_TEST_TMPDIR/bin:$PATH
  cat >"$STANZAS" <<'END'
Package: zed
Version: 1
Depends: libb (>= 1.0), mail-agent | exim4:any,
 python3:any (<< 4)
Pre-Depends: dpkg
Recommends: never
Description: Depends: not this
 Depends: nor this

Package: libb
Depends: libc

Package: alone
END
}

@test "takes Depends and Pre-Depends, all alternatives, without versions and architectures" {
  run "$graph"
  [ "$status" -eq 0 ]
  [ "$(printf '%s\n' "${lines[@]}" | grep -v '^#')" = "$(printf '%s\t%s\n' libb libc zed dpkg zed exim4 zed libb zed mail-agent zed python3)" ]
  [ "${lines[1]}" = "# Nodes: 7 Edges: 6" ]
}

@test "takes only what the given packages need" {
  run "$graph" --closure libb
  [ "$status" -eq 0 ]
  [ "${lines[2]}" = "# Nodes: 2 Edges: 1" ]
  run "$graph" --closure missing
  [ "$status" -eq 1 ]
  [[ $output == *"no package missing"* ]]
}

@test "compresses when the name says so, to the same bytes each time" {
  "$graph" --output "$BATS_TEST_TMPDIR/one.gz"
  "$graph" --output "$BATS_TEST_TMPDIR/two.gz"
  cmp "$BATS_TEST_TMPDIR/one.gz" "$BATS_TEST_TMPDIR/two.gz"
  [ "$(gzip -dc "$BATS_TEST_TMPDIR/one.gz")" = "$("$graph")" ]
}

@test "says what to do when apt has no lists" {
  : >"$STANZAS"
  run "$graph"
  [ "$status" -eq 3 ]
  [[ $output == *"run 'apt-get update' first"* ]]
}

@test "the R-MAT generator is where a package has it" {
  package=$BATS_TEST_TMPDIR/package
  mkdir -p "$package/workloads/pagerank" "$package/build/lib" "$package/jdk/bin"
  cp -r "$BATS_TEST_DIRNAME/../graphs" "$package/workloads/pagerank"
  : >"$package/build/lib/pagerank.jar"
  printf '#!/bin/sh\necho "$@"\n' >"$package/jdk/bin/java"
  chmod +x "$package/jdk/bin/java"
  JAVA_HOME=$package/jdk run "$package/workloads/pagerank/graphs/rmat.sh" --scale 3
  [ "$status" -eq 0 ]
  [[ $output == *"build/lib/pagerank.jar org.hpcreuse.workload.pagerank.Rmat --scale 3" ]]
}
