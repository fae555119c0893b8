# SPDX-License-Identifier: Apache-2.0
"""What tables and plots share: the lines of a run, its statistics, and how numbers and tables are written."""

import json
import math
import re
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

FORMAT = 1
CONFIDENCE = 0.95
DASH = "–"
# In the order of all tables.
ARMS = (
    "fork fork-stock fork-tuned spawn reuse uber reuse-uber mpi-shuffle gang kept full single-use".split()
)
WITHOUT_POOL = {"fork", "fork-stock", "fork-tuned", "spawn", "uber"}


def read(path):
    """All lines of a file samples.jsonl; a last one that a stop has cut off is left out."""
    lines = Path(path).read_text(encoding="utf-8").split("\n")[:-1]
    entries = []
    for number, line in enumerate(lines, 1):
        try:
            entry = json.loads(line)
        except ValueError as error:
            raise ValueError(f"{path} line {number}: {error}") from error
        if entry["type"] == "header" and entry["format"] != FORMAT:
            raise ValueError(f"{path} has format {entry['format']}, this reads {FORMAT}")
        entries.append(entry)
    return entries


def of_type(entries, *types):
    return [entry for entry in entries if entry["type"] in types]


class Median:
    """A median, and where the true one is with a confidence of 95 %, from the order of the values alone.

    How many values lie below the true median is binomially distributed, whatever the distribution of the
    values. Fewer than six values cannot give 95 %; the interval then spans all of them (five: 94 %, four:
    88 %, three: 75 %). Source: Conover, Practical Nonparametric Statistics, section on intervals for quantiles.
    The median is a value that was measured: of an even number the lower middle one.
    """

    def __init__(self, values):
        ordered = sorted(values)
        self.count = len(ordered)
        outside = 0
        probability = below = 0.5**self.count
        while 2 * (outside + 1) < self.count:
            probability *= (self.count - outside) / (outside + 1)
            below += probability
            if below > (1 - CONFIDENCE) / 2:
                break
            outside += 1
        self.value = ordered[(self.count - 1) // 2]
        self.low = ordered[outside]
        self.high = ordered[self.count - 1 - outside]

    def interval(self, write):
        return f"{write(self.low)}–{write(self.high)}"


class BySample:
    """Values of one kind, by the sample that each is from.

    The containers of one sample ran on the same processors at the same time, so they are not independent: the
    median and its interval are those of the samples' own medians.
    """

    def __init__(self):
        self.values = {}

    def add(self, sample, value):
        self.values.setdefault(sample, []).append(value)

    def median(self):
        return Median(Median(values).value for values in self.values.values())

    def all(self):
        return [value for values in self.values.values() for value in values]


def percentile(values, percent):
    """The smallest of the values that so many per cent of them do not exceed."""
    return sorted(values)[-(-percent * len(values) // 100) - 1]


def slope(points):
    """By how much the line of least squares rises for 1 of x; 0 when there are no two points of different x."""
    if not points:
        return 0
    mean_x = sum(x for x, _ in points) / len(points)
    mean_y = sum(y for _, y in points) / len(points)
    variance = sum((x - mean_x) ** 2 for x, _ in points)
    return sum((x - mean_x) * (y - mean_y) for x, y in points) / variance if variance else 0


def fixed(number, digits):
    """With so many digits behind the point; a half is rounded away from zero."""
    return str(Decimal(repr(float(number))).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP))


def seconds(milliseconds):
    return fixed(milliseconds / 1000, 3)


def ratio(number, base):
    """With two digits, or a dash where there is none of them."""
    if number is None or not base or not math.isfinite(number):
        return DASH
    return fixed(number / base, 2)


class Table:
    """A Markdown table that is as readable in a terminal: the first columns are text, others numbers."""

    def __init__(self, text_columns, *head):
        self.text_columns = text_columns
        self.lines = [head]

    def add(self, *cells):
        if len(cells) != len(self.lines[0]):
            raise ValueError(f"{len(cells)} cells in a table of {len(self.lines[0])} columns")
        self.lines.append([str(cell) for cell in cells])

    def __str__(self):
        widths = [max(map(len, column)) for column in zip(*self.lines)]
        text = []
        for line in self.lines:
            cells = (
                cell.ljust(width) if place < self.text_columns else cell.rjust(width)
                for place, (cell, width) in enumerate(zip(line, widths))
            )
            text.append("| " + " | ".join(cells) + " |\n")
        ends = ("-" if place < self.text_columns else ":" for place in range(len(widths)))
        rule = "".join("|" + "-" * (width + 1) + end for width, end in zip(widths, ends))
        text.insert(1, rule + "|\n")
        return "".join(text)


class Outputs:
    """Whether a workload gave the same result in all samples of all arms."""

    TOLERANCE = 1e-9

    def __init__(self, directory):
        """directory: of the files that samples name"""
        self.directory = Path(directory)

    def check(self, workload, samples):
        """(whether all outputs are equal, a line for each); every sample is compared with the first one.

        Nothing is equal to nothing. Numbers of files may differ by the tolerance.
        """
        same = [sample for sample in samples if sample["workload"] == workload]
        keys = sorted({key for sample in same for key in sample["outputs"]})
        if not keys:
            return False, [f"{workload}: no output of {len(same)} samples DIFFER (nothing to compare)"]
        equal = True
        lines = []
        for key in keys:
            found = [self.compare(same[0], sample, key) for sample in same]
            good, text = next((bad for bad in reversed(found) if not bad[0]), found[-1])
            equal &= good
            lines.append(f"{workload}: {key} of {len(same)} samples {'equal' if good else 'DIFFER'} ({text})")
        return equal, lines

    def compare(self, first, sample, key):
        expected, actual = (of["outputs"].get(key, "nothing") for of in (first, sample))
        if expected.startswith("file:") and actual.startswith("file:"):
            try:
                return self.compare_numbers(self.numbers(expected), self.numbers(actual))
            except FileNotFoundError as error:
                return False, f"{error.filename} is missing"
        expected, actual = (re.sub(r"\s+", " ", text) for text in (expected, actual))
        if expected == actual:
            return True, expected
        return False, f"{expected} in {first['arm']}, {actual} in {sample['arm']}"

    def compare_numbers(self, expected, actual):
        difference = math.inf
        if expected.keys() == actual.keys():
            differences = [abs(number - actual[name]) for name, number in expected.items()]
            difference = math.inf if any(map(math.isnan, differences)) else max(differences, default=0)
        text = f"{len(expected)} numbers, largest difference {difference:.1e}, limit {self.TOLERANCE:.0e}"
        return difference <= self.TOLERANCE and len(expected) > 0, text

    def numbers(self, value):
        """Of a file whose lines have a name and one or more numbers, with tabs between: by name and column."""
        file = self.directory / value[len("file:") :]
        numbers = {}
        for line in file.read_text(encoding="utf-8").splitlines():
            name, *columns = line.split("\t")
            if not columns or (name, 0) in numbers:
                raise ValueError(f'{file}: no or second rank in line "{line}"')
            try:
                numbers.update(((name, place), float(text)) for place, text in enumerate(columns))
            except ValueError as error:
                raise ValueError(f'{file}: no number in line "{line}"') from error
        return numbers
