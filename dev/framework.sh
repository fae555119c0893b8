#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Puts the jars of a framework together, for tests: dev/framework.sh hadoop-tools|spark|tez. Prints the directory that has them.

set -o errexit -o nounset -o pipefail

home="$(dirname -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")")"
pom="${home}/frameworks/${1:-}/pom.xml"
if [[ $# -ne 1 || ! -r "${pom}" ]]; then
  printf 'usage: %s %s\n' "$0" "$(cd "${home}/frameworks" && printf '%s|' * | sed 's/|$//')" >&2
  exit 2
fi

version="$(sed -n "s:.*<$1.version>\(.*\)</$1.version>.*:\1:p" "${pom}")"
jars="${home}/frameworks/$1/target/$1-${version}"
done="${jars}/.complete"
newer() {
  find "${home}/frameworks/$1" -path '*/target' -prune -o -type f -newer "${done}" -print -quit
}
if [[ ! -e "${done}" || -n "$(newer "$1")" ]]; then
  mvn --batch-mode --quiet -f "${pom}" package >&2
  : >"${done}"
fi
printf '%s\n' "${jars}"
