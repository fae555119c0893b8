#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# dev/prose.py on small projects: what it counts, what it rejects and what it leaves alone; then the linter.

# shellcheck disable=SC2016,SC2154 # Markdown's code marks; run sets stderr
bats_require_minimum_version 1.5.0

DEV="${BATS_TEST_DIRNAME}/../../dev"
EIGHT="One two three four five six seven eight"

setup() {
  project="${BATS_TEST_TMPDIR}/project"
  mkdir -p "${project}/docs" "${project}/launch/lib" "${project}/one/src/main/java"
  glossary '| heed, heeds | follow | yes |' '| desk (of a slot) | part | no |' '| what it is | its name | yes |'
}

# glossary ROW…
glossary() {
  printf '%s\n' '# Glossary' '' '## Words that we do not use' '' '| word | instead | in sources |' '|---|---|---|' \
    "$@" '' '## After it' '' 'This section is a page like others.' >"${project}/docs/glossary.md"
}

# page LINE…: the README of the project.
page() {
  printf '%s\n' "$@" >"${project}/README.md"
}

# words N: a sentence of N words, without its mark.
words() {
  printf 'word %.0s' $(seq 2 "$1")
  printf 'end'
}

prose() {
  run --separate-stderr "${DEV}/prose.py" --root "${project}" "$@"
}

# accepted: the check found nothing.
accepted() {
  prose "$@"
  [ "${status}" -eq 0 ] || {
    echo "${output}${stderr}"
    return 1
  }
  [ -z "${output}" ]
}

# rejected LINE: the check found just that.
rejected() {
  prose "${@:2}"
  [ "${status} ${output}" = "1 $1" ] || {
    echo "${status}: ${output}${stderr}"
    return 1
  }
}

# counted SENTENCES AVERAGE LONGEST: the row of the README in the table.
counted() {
  prose --table "${project}/README.md"
  [ "${status}" -eq 0 ]
  [ "$(awk '$1 == "README.md" { print $2, $3, $4 }' <<<"${output}")" = "$*" ] || {
    echo "${output}"
    return 1
  }
}

@test "sentences of 20 words on average are accepted, of more rejected" {
  page '# Page' '' "$(words 10). $(words 30)."
  accepted
  page '# Page' '' "$(words 11). $(words 30)."
  rejected 'README.md:1: words in a sentence on average, limit 20, actual 20.50 (2 sentences)'
}

@test "a sentence of 35 words is accepted, of 36 rejected with its line" {
  page 'A short one. It is short. It stays short.' "$(words 35)."
  accepted
  page 'A short one. It is short. It stays short.' "$(words 36)."
  rejected 'README.md:2: words in a sentence, limit 35, actual 36: «word word word word word word word word …»'
}

@test "a fragment of a cell or a list item has the limit, but does not count in the average" {
  page "- $(words 35)" '' '| a | b |' '|---|---|' "| $(words 35) | $(words 34); $(words 33)<br>$(words 32) |"
  accepted
  counted 0 0.00 35
  page "- $(words 36)"
  rejected 'README.md:1: words in a fragment, limit 35, actual 36: «word word word word word word word word …»'
  page '| a | b |' '|---|---|' "| one | $(words 36) |"
  rejected 'README.md:3: words in a fragment, limit 35, actual 36: «word word word word word word word word …»'
}

@test "a cell or a list item that ends with a full stop is a sentence" {
  page "- ${EIGHT}." "  It goes on here:" '' '  ```' '  code' '  ```' '' "  A paragraph of the item." '' '| a |' '|---|' \
    "| ${EIGHT}. And a fragment |"
  counted 4 6.25 8
}

@test "code, headings, header rows, comments and targets of links are not sentences" {
  local long
  long="$(words 40)."
  page "# ${long}" '' "${EIGHT}:" '' "    ${long}" '' '```mermaid' "${long}" '```' '' "<!-- ${long}" "${long} -->" '' \
    "| ${long} |" '|---|' '| one |' '' "1. ${EIGHT}:" '' "       ${long}" '' "[${EIGHT}](${EIGHT// /-}.md)." '' \
    "[reference]: a.md '${EIGHT}'"
  accepted
  counted 3 8.00 8
}

@test "inline code and a URL are one word each, and a sign is none" {
  page 'Run `one two. three four` – or see [a page](https://a.example/b?c. d) at https://a.example/b now.'
  counted 1 9.00 9
  page 'It runs `one' 'two` now. It ends.'
  counted 1 4.00 4
}

@test "abbreviations, versions and names of files do not end a sentence; marks before a bracket do" {
  page 'It needs e.g. 3.5.0, i.e. a.sh, of K. Name etc. and more. (It runs there.) It ends «now.» It is over!'
  counted 4 5.25 12
}

@test "each form of a word that is not used is rejected, also across lines and in headings" {
  page '<!-- a' 'b -->' '# The Desk' '' 'It heeds that. It says what' 'it is.'
  prose
  [ "${status}" -eq 1 ]
  [ "${output}" = 'README.md:3: a word that we do not use: «Desk»; instead: part
README.md:5: a word that we do not use: «heeds»; instead: follow
README.md:5: a word that we do not use: «what it is»; instead: its name' ]
  [ "${stderr}" = 'prose: 2 pages, 3 findings' ]
}

@test "names and code may contain a word that is not used" {
  page 'See `heed` and heed.sh, heed_stop, desk-top, heedful, `a' 'desk` or [it](desk/heed.md).' '' '    heed'
  accepted
}

@test "only the list of the glossary may name the words" {
  sed -i 's/This section/This desk/' "${project}/docs/glossary.md"
  rejected 'docs/glossary.md:13: a word that we do not use: «desk»; instead: part'
}

@test "a glossary without a list, or with a row that says too little, is an error" {
  page 'It runs.'
  glossary '| heed | follow |'
  prose
  [ "${status}" -eq 2 ]
  [[ "${stderr}" == *"docs/glossary.md:7: a row has a word, the word to use instead, and yes or no for sources; actual: heed | follow" ]]
  glossary
  prose
  [ "${status}" -eq 2 ]
  [[ "${stderr}" == *"docs/glossary.md:3: the section «Words that we do not use» has no table" ]]
  echo '# Glossary' >"${project}/docs/glossary.md"
  prose
  [ "${status}" -eq 2 ]
  [[ "${stderr}" == *"docs/glossary.md: the section «Words that we do not use» is missing" ]]
}

@test "pages of every folder are checked, published results are not" {
  mkdir -p "${project}"/{results/published/a,workloads/a,launch/a/b,build/docs}
  touch "${project}"/{CONTRIBUTING.md,README.md,docs/a.md,results/README.md,results/published/a/summary.md} \
    "${project}"/{workloads/a/README.md,launch/a/b/README.md,build/docs/a.md,other.md}
  prose --list
  [ "${output}" = 'CONTRIBUTING.md
README.md
docs/a.md
docs/glossary.md
launch/a/b/README.md
results/README.md
workloads/a/README.md' ]
}

@test "comments and strings of Java sources are checked with --code, names are not" {
  local java="${project}/one/src/main/java/A.java"
  cat >"${java}" <<'TEXT'
/**
 * A desk {@code heed} {@link Heed#heed(Heed heed)}.
 *
 * @param heed what to do
 */
void heed(char quote = '"', String name = "heed", Heed heed) {
  heed("a \" text", 'x');
}
TEXT
  accepted --code
  cat >>"${java}" <<'TEXT'
/* What
 * it is. */
// To
// heed
say("do heed it");
say("""
    do
    heed it""");
TEXT
  accepted
  prose --code
  [ "${status}" -eq 1 ]
  [ "${output}" = 'one/src/main/java/A.java:9: a word that we do not use: «What it is»; instead: its name
one/src/main/java/A.java:12: a word that we do not use: «heed»; instead: follow
one/src/main/java/A.java:13: a word that we do not use: «heed»; instead: follow
one/src/main/java/A.java:16: a word that we do not use: «heed»; instead: follow' ]
}

@test "comments, strings and help of shell sources are checked with --code, names and tests are not" {
  local shell="${project}/launch/lib/a.sh"
  mkdir -p "${project}/launch/test"
  echo '# heed' >"${project}/launch/test/a.sh"
  cat >"${shell}" <<'TEXT'
# The desk of heed.sh
heed() {
  heed "${heed#heed}" "$(heed all)" \' $# 'heed' || heed
}
TEXT
  accepted --code
  cat >>"${shell}" <<'TEXT'
heed # no
# heeds
heed "it is
heed" 'do heed'
cat <<'HELP'
we do
heed it
HELP
TEXT
  prose --code
  [ "${status}" -eq 1 ]
  [ "${output}" = 'launch/lib/a.sh:6: a word that we do not use: «heeds»; instead: follow
launch/lib/a.sh:8: a word that we do not use: «heed»; instead: follow
launch/lib/a.sh:8: a word that we do not use: «heed»; instead: follow
launch/lib/a.sh:11: a word that we do not use: «heed»; instead: follow' ]
}

@test "the linter accepts wide tables and Mermaid, and rejects a long line" {
  [[ -e "${DEV}/../build/markdown-lint/requirements.txt" ]] || skip "bin/hpc-reuse setup --test-tools installs it"
  page '# Page' '' '```mermaid' 'flowchart LR' "  a[$(words 40)]" '```' '' '| a | b |' '|---|---|' "| $(words 40) | b<br>c |" \
    '' '    a command' '' '![a picture](a.png)'
  run "${DEV}/markdown-lint.sh" "${project}/README.md"
  [ "${status}" -eq 0 ]
  page '# Page' '' "$(words 40)." '' '```' 'code' '```'
  run "${DEV}/markdown-lint.sh" "${project}/README.md"
  [ "${status}" -eq 1 ]
  [[ "${output}" == *"README.md:3:1: MD013: Line length [Expected: 120, Actual: 199]"* ]]
  [[ "${output}" == *"README.md:5:1: MD040"* ]]
}
