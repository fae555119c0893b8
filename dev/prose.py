#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the prose of the Markdown pages: length of sentences, and words that the project does not use.

A page fails when its sentences have more than 20 words on average, when a sentence or a fragment has more
than 35, or when it contains a word of the section "Words that we do not use" of docs/glossary.md. --code
looks for those words in comments and strings of the main Java and shell sources, too.

What counts:
- Prose is paragraphs, list items and cells of tables. Code blocks, headings, header rows of tables and
  targets of links are not prose. Headings and header rows are searched for words, though.
- A word is what stands between blanks and has a letter or a digit. Inline code, however long, is one word;
  so is a URL.
- A sentence ends with «.», «!» or «?» before a blank, or with its paragraph. In a list item or a cell the
  last piece is a sentence only when it ends with such a mark or a colon. Otherwise it is a fragment, and a
  semicolon or <br> ends a fragment.
- A fragment does not count in the average, nor does a sentence of fewer than 3 words. The limit of 35 words
  counts for both.
- Words are searched for in all forms that the glossary lists, whatever their case, but not in inline code,
  code blocks, targets of links or names such as prose.py. In sources, a string without a blank is a name.
"""

import argparse
import html
import os
import re
import sys
from collections import namedtuple
from pathlib import Path

AVERAGE_LIMIT = 20
SENTENCE_LIMIT = 35
SHORTEST_SENTENCE = 3
GLOSSARY = "docs/glossary.md"
SECTION = "Words that we do not use"
PAGES = (
    "README.md",
    "CONTRIBUTING.md",
    "docs/**/*.md",
    "dev/**/*.md",
    "launch/**/README.md",
    "results/README.md",
    "workloads/*/README.md",
)
NOT_SOURCES = {"target", "build", "results", "test", "integration-tests"}
SHELL_FILES = (".sh", ".bash", ".slurm", ".pbs")
SHELL_NAMES = {"bin/hpc-reuse", ".ci/run"}

# One character each for what is one word or ends a fragment.
CODE = "\ue000"
BREAK = "\ue001"

Block = namedtuple("Block", "kind line text")  # kind: paragraph, item, cell, header or heading
Piece = namedtuple("Piece", "line words is_sentence text")
Banned = namedtuple("Banned", "pattern instead in_code")
Finding = namedtuple("Finding", "file line message")


class CannotCheck(Exception):
    """A page cannot be read, or the glossary has no list of words."""


# --- Markdown ---------------------------------------------------------------------------------------------

FENCE = re.compile(r"^\s*(`{3,}|~{3,})(.*)$")
HEADING = re.compile(r"^ {0,3}(#{1,6})(?:[ \t]+(.*?))?[ \t]*#*$")
UNDERLINE = re.compile(r"^ {0,3}(=+|-+)\s*$")
RULE = re.compile(r"^ {0,3}([-*_])(?:\s*\1){2,}\s*$")
ITEM = re.compile(r"^(\s*(?:[-*+]|(\d{1,9})[.)])\s+)(?=\S)")
TABLE_DELIMITER = re.compile(r"^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$")
REFERENCE = re.compile(r"^ {0,3}\[[^\]]+\]:\s+\S+")
CELL_BORDER = re.compile(r"(?<!\\)\|")


class Blocks:
    """Reads a page line by line and collects its blocks."""

    def __init__(self, text):
        # A comment leaves its line ends, so that lines keep their numbers.
        text = re.sub(r"<!--.*?-->", lambda m: "\n" * m[0].count("\n"), text, flags=re.DOTALL)
        self.lines = [re.sub(r"^ {0,3}(?:> ?)+", "", line.expandtabs(4)) for line in text.split("\n")]
        self.blocks = []
        self.open = None  # kind, line number and lines of the block that goes on
        self.indents = []  # columns at which the text of the list items begins that are not over
        self.fence = None
        self.in_table = False

    def read(self):
        for number, line in enumerate(self.lines, 1):
            self._read(number, line)
        self._close()
        return self.blocks

    def _read(self, number, line):
        fence = FENCE.match(line)
        if self.fence:
            if fence and fence[1].startswith(self.fence) and not fence[2].strip():
                self.fence = None
        elif fence and "`" not in fence[2]:
            self._close()
            self.fence = fence[1]
        elif not line.strip():
            self._close()
        elif self.in_table and "|" in line:
            self._cells("cell", number, line)
        elif self.open:
            self._read_in_block(number, line)
        else:
            self._read_first(number, line)

    def _read_in_block(self, number, line):
        kind, first, lines = self.open
        heading = HEADING.match(line)
        if UNDERLINE.match(line) and kind == "paragraph":
            self.open = None
            self._add("heading", first, "\n".join(lines))
        elif heading:
            self._close()
            self._add("heading", number, heading[2] or "")
        elif TABLE_DELIMITER.match(line) and "|" in lines[-1]:
            header = lines.pop()
            self._close()
            self._cells("header", number - 1, header)
            self.in_table = True
        elif self._begins_item(line):
            self._open_item(number, line)
        else:
            lines.append(line)

    def _read_first(self, number, line):
        column = len(line) - len(line.lstrip())
        if not ITEM.match(line) or RULE.match(line):
            while self.indents and column < self.indents[-1]:
                self.indents.pop()
        heading = HEADING.match(line)
        if heading:
            self._add("heading", number, heading[2] or "")
        elif RULE.match(line) or REFERENCE.match(line):
            pass
        elif column >= (self.indents[-1] if self.indents else 0) + 4 and not self._begins_item(line):
            pass  # indented code
        elif self._begins_item(line):
            self._open_item(number, line)
        else:
            self.open = ("item" if self.indents else "paragraph", number, [line])

    def _begins_item(self, line):
        item = ITEM.match(line)
        if not item or RULE.match(line):
            return False
        column = len(line) - len(line.lstrip())
        if column >= (self.indents[-1] if self.indents else 0) + 4:
            return False
        # A line of a paragraph may begin with a number and a full stop; only 1 begins a list there.
        return bool(self.indents) or not self.open or item[2] in (None, "1")

    def _open_item(self, number, line):
        self._close()
        mark = ITEM.match(line)[1]
        column = len(mark) - len(mark.lstrip())
        while self.indents and column < self.indents[-1]:
            self.indents.pop()
        self.indents.append(len(mark))
        self.open = ("item", number, [line[len(mark) :]])

    def _cells(self, kind, number, line):
        row = line.strip()
        row = row[1:] if row.startswith("|") else row
        row = row[:-1] if row.endswith("|") and not row.endswith("\\|") else row
        for cell in CELL_BORDER.split(row):
            self._add(kind, number, cell)

    def _close(self):
        if self.open:
            kind, line, lines = self.open
            self._add(kind, line, "\n".join(lines))
        self.open = None
        self.in_table = False

    def _add(self, kind, line, text):
        self.blocks.append(Block(kind, line, plain(text)))


def plain(text):
    """The text as a reader sees it: without marks, with CODE for inline code; line ends stay."""

    def code(match):
        return CODE + "\n" * match[0].count("\n")

    text = re.sub(r"(?<![\\`])(`+)(?!`)(.+?)(?<!`)\1(?!`)", code, text, flags=re.DOTALL)
    text = re.sub(r"!?\[([^\[\]]*)\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^\]]*\])", r"\1", text)
    text = re.sub(r"<(?:https?|mailto):[^>\s]*>|https?://[^\s<>()]*[^\s<>().,;:!?]", CODE, text)
    text = re.sub(r"<br\s*/?>", BREAK, text)
    text = re.sub(r"</?[A-Za-z][^<>]*>", code_free, text)
    text = re.sub(r"\\([^\w\s])", r"\1", text)
    text = re.sub(r"\*+|(?<!\w)_+|_+(?!\w)", "", text)
    return html.unescape(text)


def code_free(match):
    return "\n" * match[0].count("\n")


# --- Sentences --------------------------------------------------------------------------------------------

END = re.compile(r"[.!?]+[\"')\]»”’]*(?=\s|$)")
# Before a full stop: abbreviations and initials; and abbreviations that may also end a sentence.
ABBREVIATION = re.compile(r"(?:^|[\s(«\"'])(?:e\.g|i\.e|cf|vs|approx|[A-Z])$")
LAST_ABBREVIATION = re.compile(r"(?:^|[\s(«\"'])(?:etc|al)$")


def pieces(block):
    """The sentences and fragments of a block."""
    if block.kind in ("heading", "header"):
        return
    text, begin = block.text, 0
    for end in END.finditer(text):
        before, after = text[: end.start()], text[end.end() :].lstrip()
        if ABBREVIATION.search(before) or LAST_ABBREVIATION.search(before) and after[:1].islower():
            continue
        yield piece(block, begin, end.end(), True)
        begin = end.end()
    rest = text[begin:]
    if not rest.strip():
        return
    if block.kind == "paragraph" or rest.rstrip().endswith(":"):
        yield piece(block, begin, len(text), True)
        return
    for part in re.finditer(rf"[^;{BREAK}]+", rest):
        yield piece(block, begin + part.start(), begin + part.end(), False)


def piece(block, begin, end, is_sentence):
    text = block.text[begin:end]
    begin += len(text) - len(text.lstrip())
    words = [word for word in re.split(rf"[\s—{BREAK}]+", text) if re.search(rf"[^\W_]|{CODE}", word)]
    line = block.line + block.text.count("\n", 0, begin)
    return Piece(line, len(words), is_sentence and len(words) >= SHORTEST_SENTENCE, " ".join(words))


class Page:
    def __init__(self, name, text):
        self.name = name
        self.blocks = Blocks(text).read()
        self.pieces = [piece for block in self.blocks for piece in pieces(block)]
        self.sentences = [piece.words for piece in self.pieces if piece.is_sentence]

    def average(self):
        return sum(self.sentences) / len(self.sentences) if self.sentences else 0.0

    def longest(self):
        return max((piece.words for piece in self.pieces), default=0)

    def findings(self, banned):
        if self.average() > AVERAGE_LIMIT:
            yield Finding(
                self.name,
                1,
                f"words in a sentence on average, limit {AVERAGE_LIMIT}, actual {self.average():.2f}"
                f" ({len(self.sentences)} sentences)",
            )
        for piece in self.pieces:
            if piece.words > SENTENCE_LIMIT:
                kind = "sentence" if piece.is_sentence else "fragment"
                yield Finding(
                    self.name,
                    piece.line,
                    f"words in a {kind}, limit {SENTENCE_LIMIT}, actual {piece.words}: «{start_of(piece.text)}»",
                )
        is_list = False
        for block in self.blocks:
            if block.kind == "heading":
                is_list = self.name == GLOSSARY and block.text.strip() == SECTION
            if not is_list:
                yield from banned_words(self.name, block.line, block.text, banned)


def start_of(text):
    words = text.replace(CODE, "`…`").split(" ")
    return " ".join(words[:8]) + (" …" if len(words) > 8 else "")


# --- Words that the project does not use ------------------------------------------------------------------


def read_banned(root):
    """The table in the glossary: «word, other form» | «say instead» | «yes» for sources."""
    path = root / GLOSSARY
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as e:
        raise CannotCheck(f"{path}: {e.strerror}") from e
    lines = text.split("\n")
    headings = [i for i, line in enumerate(lines) if re.match(r"^#+ ", line)]
    begin = next((i for i in headings if lines[i].lstrip("# ") == SECTION), None)
    if begin is None:
        raise CannotCheck(f"{path}: the section «{SECTION}» is missing")
    end = next((i for i in headings if i > begin), len(lines))
    rows = [
        (number, [cell.strip() for cell in line.strip().strip("|").split("|")])
        for number, line in enumerate(lines[begin:end], begin + 1)
        if line.startswith("|")
    ][2:]
    if not rows:
        raise CannotCheck(f"{path}:{begin + 1}: the section «{SECTION}» has no table")
    banned = []
    for number, row in rows:
        if len(row) != 3 or not row[0] or not row[1] or row[2] not in ("yes", "no"):
            raise CannotCheck(
                f"{path}:{number}: a row has a word, the word to use instead, and yes or no for"
                f" sources; actual: {' | '.join(row)}"
            )
        banned.append(Banned(word_pattern(row[0]), row[1], row[2] == "yes"))
    return banned


def word_pattern(cell):
    """A remark in parentheses says which meaning is meant; it is not searched for."""
    forms = re.sub(r"\([^)]*\)", "", cell).split(",")
    found = "|".join(r"\s+".join(map(re.escape, form.split())) for form in forms if form.strip())
    return re.compile(rf"(?<![\w./$-])(?:{found})(?![\w-]|[./(]\w|\(\))", re.IGNORECASE)


def banned_words(name, line, text, banned):
    for word in banned:
        for match in word.pattern.finditer(text):
            at = line + text.count("\n", 0, match.start())
            found = " ".join(match[0].split())
            yield Finding(name, at, f"a word that we do not use: «{found}»; instead: {word.instead}")


# --- Sources ----------------------------------------------------------------------------------------------

JAVA = re.compile(
    r'(?P<text>"""(?:\\.|[^\\])*?""")'
    r'|(?P<string>"(?:\\.|[^"\\\n])*")'
    r"|'(?:\\.|[^'\\\n])+'"
    r"|(?P<line>//[^\n]*(?:\n[ \t]*//[^\n]*)*)"
    r"|(?P<block>/\*.*?\*/)",
    re.DOTALL,
)
SHELL = re.compile(
    r"(?P<here><<-?[ \t]*(['\"]?)(?P<word>\w+)\2[^\n]*\n.*?\n[ \t]*(?P=word)(?=\n|$))"
    r"|(?P<line>(?:(?<=\s)|^)\#[^\n]*(?:\n[ \t]*\#[^\n]*)*)"
    r"|(?P<string>\$'(?:\\.|[^'\\])*'|'[^']*'|\"(?:\\.|[^\"\\])*\")"
    r"|\\.",
    re.DOTALL | re.MULTILINE,
)
JAVADOC_TAG = re.compile(r"\{@(?:code|link|linkplain|literal|value)\b[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|@(?:param|throws)\s+\S+")


def sources(root):
    for directory, names, files in os.walk(root):
        names[:] = sorted(
            n for n in names if n not in NOT_SOURCES and (not n.startswith(".") or n == ".ci")
        )
        for file in sorted(files):
            path = Path(directory, file)
            name = path.relative_to(root).as_posix()
            if name.endswith(".java") and "src/main/java/" in name:
                yield name, path, JAVA
            elif name.endswith(SHELL_FILES) or name in SHELL_NAMES:
                yield name, path, SHELL


def source_findings(root, banned):
    in_code = [word for word in banned if word.in_code]
    for name, path, language in sources(root):
        text = path.read_text(encoding="utf-8")
        for match in language.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            yield from banned_words(name, line, source_prose(match, language), in_code)


def source_prose(match, language):
    """Words for people in a comment or string; line ends stay."""
    kind, text = match.lastgroup, match[0]
    if language is SHELL and match["here"]:
        kind = "here"
    if kind is None:
        return ""
    if kind == "string" and not re.search(r"\s", text):
        return ""
    if language is SHELL:
        text = re.sub(r"\$\{[^}]*\}|\$\([^()]*\)", code_free, text)
        return re.sub(r"^[ \t]*#+", "", text, flags=re.MULTILINE) if kind == "line" else text
    if kind in ("line", "block"):
        text = re.sub(r"^[ \t]*(?://+|/\*+|\*)", "", text, flags=re.MULTILINE)
        return JAVADOC_TAG.sub(code_free, text)
    return text


# --- The command ------------------------------------------------------------------------------------------


def page_paths(root):
    return sorted({path for pattern in PAGES for path in root.glob(pattern) if path.is_file()})


def read_pages(root, files):
    for path in files or page_paths(root):
        path = Path(path).resolve()
        name = path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)
        try:
            yield Page(name, path.read_text(encoding="utf-8"))
        except OSError as e:
            raise CannotCheck(f"{path}: {e.strerror}") from e


def print_table(pages):
    """One line for each page, in a fixed order, so that diff compares two tables."""
    width = max([len(page.name) for page in pages] + [len("page")])
    print(f"{'page':<{width}}  sentences  average  longest")
    for page in pages:
        print(f"{page.name:<{width}}  {len(page.sentences):>9}  {page.average():>7.2f}  {page.longest():>7}")


def main():
    parser = argparse.ArgumentParser(
        description="Checks the sentences and words of the Markdown pages. Exit status 1: findings; 2: cannot check."
    )
    parser.add_argument("files", nargs="*", metavar="FILE", help="pages to check (default: all)")
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parent.parent, help="the project")
    parser.add_argument("--code", action="store_true", help="check comments and strings of main sources, too")
    parser.add_argument("--table", action="store_true", help="only print sentences, average and longest by page")
    parser.add_argument("--list", action="store_true", help="only print the names of all pages")
    arguments = parser.parse_args()
    root = arguments.root.resolve()
    if arguments.list:
        print(*(path.relative_to(root).as_posix() for path in page_paths(root)), sep="\n")
        return 0
    pages = list(read_pages(root, arguments.files))
    if arguments.table:
        print_table(pages)
        return 0
    banned = read_banned(root)
    findings = [finding for page in pages for finding in sorted(page.findings(banned))]
    if arguments.code:
        findings += source_findings(root, banned)
    for finding in findings:
        print(f"{finding.file}:{finding.line}: {finding.message}")
    print(f"prose: {len(pages)} pages, {len(findings)} findings", file=sys.stderr)
    return 1 if findings else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except CannotCheck as e:
        print(f"prose: {e}", file=sys.stderr)
        sys.exit(2)
