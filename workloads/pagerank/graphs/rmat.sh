#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Writes a random R-MAT graph as an edge list (--help shows the options).
set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
jar=$here/../../../build/lib/pagerank.jar
if [[ ! -f $jar ]]; then
  printf 'rmat: %s is missing: run bin/hpc-reuse build first\n' "$jar" >&2
  exit 3
fi
exec "${JAVA_HOME:+$JAVA_HOME/bin/}java" -cp "$jar" org.hpcreuse.workload.pagerank.Rmat "$@"
