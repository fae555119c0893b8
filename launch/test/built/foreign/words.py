# SPDX-License-Identifier: Apache-2.0
"""Hive's TRANSFORM: each word of a line, and how long it is."""

import sys

for line in sys.stdin:
    for word in line.split():
        print(word, len(word), sep="\t")
