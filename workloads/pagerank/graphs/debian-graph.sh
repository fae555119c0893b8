#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Writes the dependency graph of the Debian packages this machine's apt knows.
set -euo pipefail

usage() {
  cat <<'USAGE'
usage: debian-graph.sh [--output FILE] [--closure PACKAGE,...]
  Writes an edge list, package and dependency a line, in SNAP's format, from apt's package lists:
  Depends and Pre-Depends, every alternative, virtual packages by their names, versions and
  architectures left out. Sorted and without duplicates: same lists, same output.
  --output FILE        write there (.gz: compressed) instead of to standard output
  --closure P,...      only these packages and all they depend on, directly or not
USAGE
}

die() {
  printf 'debian-graph: %s\n' "$1" >&2
  exit "${2:-1}"
}

# Package stanzas on stdin; "package<TAB>dependency" on stdout.
edges() {
  awk '
    function flush_stanza(    entries, alternatives, i, j, n, m, name) {
      n = split(depends, entries, ",")
      for (i = 1; i <= n; i++) {
        m = split(entries[i], alternatives, "|")
        for (j = 1; j <= m; j++) {
          name = alternatives[j]
          sub(/^[ \t]+/, "", name)
          sub(/[ \t(\[<:].*$/, "", name)
          if (package != "" && name != "") {
            print package "\t" name
          }
        }
      }
      package = ""
      depends = ""
      field = ""
    }
    /^[ \t]*$/ { flush_stanza(); next }
    /^[ \t]/ { if (field == "depends") depends = depends " " $0; next }
    { field = "" }
    /^Package:/ { package = $2; next }
    /^(Pre-)?Depends:/ {
      field = "depends"
      sub(/^[^:]*:/, "")
      depends = depends (depends == "" ? "" : ",") $0
    }
    END { flush_stanza() }
  '
}

# Edges on stdin; those reachable from the names in $1 (separated by commas) on stdout.
closure() {
  awk -F '\t' -v roots="$1" '
    { targets[$1] = targets[$1] "\t" $2 }
    END {
      n = split(roots, queue, ",")
      for (i = 1; i <= n; i++) {
        if (!(queue[i] in targets)) {
          print "debian-graph: no package " queue[i] " with dependencies" > "/dev/stderr"
          exit 1
        }
        seen[queue[i]] = 1
      }
      for (i = 1; i <= n; i++) {
        m = split(targets[queue[i]], names, "\t")
        for (j = 2; j <= m; j++) {
          print queue[i] "\t" names[j]
          if (!(names[j] in seen)) {
            seen[names[j]] = 1
            queue[++n] = names[j]
          }
        }
      }
    }
  '
}

# Sorted edges in the file $1; header and edges on stdout.
with_header() {
  local nodes edge_count
  nodes=$(tr '\t' '\n' <"$1" | sort -u | wc -l)
  edge_count=$(wc -l <"$1")
  printf '# Directed graph: dependencies of Debian packages (Depends, Pre-Depends; all alternatives)\n'
  if [[ -n "$2" ]]; then
    printf '# Only what these packages need, directly or not: %s\n' "$2"
  fi
  printf '# Nodes: %s Edges: %s\n' "$nodes" "$edge_count"
  printf '# FromNodeId\tToNodeId\n'
  cat "$1"
}

main() {
  local output='' roots=''
  while (($# > 0)); do
    case $1 in
      --help)
        usage
        return 0
        ;;
      --output | --closure)
        (($# > 1)) || die "$1 needs a value" 2
        if [[ $1 == --output ]]; then output=$2; else roots=$2; fi
        shift 2
        ;;
      *) die "unknown argument $1 (--help shows the usage)" 2 ;;
    esac
  done
  command -v apt-cache >/dev/null || die 'apt-cache is missing: this is no Debian machine' 3

  export LC_ALL=C
  # Not local: the trap needs it after main.
  scratch=$(mktemp -d)
  trap 'rm -rf -- "$scratch"' EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
  # apt-cache reads whatever compression the lists have; one version a package, the one apt installs.
  apt-cache dumpavail | edges | sort -u >"$scratch/all"
  [[ -s $scratch/all ]] ||
    die "apt has no package lists (/var/lib/apt/lists); run 'apt-get update' first" 3
  if [[ -n $roots ]]; then
    closure "$roots" <"$scratch/all" | sort -u >"$scratch/edges"
  else
    mv "$scratch/all" "$scratch/edges"
  fi

  case $output in
    '') with_header "$scratch/edges" "$roots" ;;
    *.gz)
      with_header "$scratch/edges" "$roots" | gzip -n >"$scratch/out"
      install -m 644 "$scratch/out" "$output"
      ;;
    *)
      with_header "$scratch/edges" "$roots" >"$scratch/out"
      install -m 644 "$scratch/out" "$output"
      ;;
  esac
}

main "$@"
