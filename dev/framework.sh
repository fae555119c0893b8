#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Puts the files of a framework together, for tests: dev/framework.sh NAME. Prints the directory that has them. They are
# jars, or a package of Python that brings its jars along; a program for them is PACKAGE-program.jar beside that
# directory. NAME is that of a directory in frameworks/; a package of several versions has digits after its name there.

set -o errexit -o nounset -o pipefail

home="$(dirname -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")")"
framework="${home}/frameworks/${1:-}"
if [[ $# -ne 1 || ! (-r "${framework}/pom.xml" || -r "${framework}/requirements.txt") ]]; then
  printf 'usage: %s %s\n' "$0" "$(cd "${home}/frameworks" && printf '%s|' * | sed 's/|$//')" >&2
  exit 2
fi

if [[ -r "${framework}/requirements.txt" ]]; then
  # shellcheck source=../launch/lib/python.sh
  . "${home}/launch/lib/python.sh"
  environment="${framework}/target/environment"
  mkdir -p "${framework}/target"
  python_environment "framework.sh" "${environment}" "${framework}/requirements.txt" --no-deps
  package="$(echo "${environment}"/lib/python3*/site-packages/"${1%%[0-9]*}")" # pyspark4 is pyspark
  program="${package}-program.jar"
  sources=("${framework}"/*.java)
  if [[ -e "${sources[0]}" && ! "${program}" -nt "${sources[0]}" ]]; then
    classes="$(mktemp -d)"
    trap 'rm -r "${classes}"' EXIT
    javac -cp "${package}/lib/*" -d "${classes}" "${sources[@]}" >&2
    jar --create --file "${program}.new" -C "${classes}" .
    mv "${program}.new" "${program}"
  fi
  printf '%s\n' "${package}"
  exit
fi

version="$(sed -n "s:.*<$1.version>\(.*\)</$1.version>.*:\1:p" "${framework}/pom.xml")"
jars="${framework}/target/$1-${version}"
done="${jars}/.complete"
newer() {
  find "${framework}" -path '*/target' -prune -o -type f -newer "${done}" -print -quit
}
if [[ ! -e "${done}" || -n "$(newer)" ]]; then
  mvn --batch-mode --quiet -f "${framework}/pom.xml" package >&2
  : >"${done}"
fi
printf '%s\n' "${jars}"
