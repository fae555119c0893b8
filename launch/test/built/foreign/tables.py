# SPDX-License-Identifier: Apache-2.0
"""Writes the same three tables whenever it runs: tables.py DIRECTORY."""

import datetime
import pathlib
import sys

REGIONS = ["north", "east", "south", "west"]
FIRST = ["Ada", "Bo", "Cleo", "Dag", "Eva", "Finn", "Gül"]
LAST = ["Alm", "Berg", "Chen", "Diaz", "Ek"]

out = pathlib.Path(sys.argv[1])
with open(out / "customers.csv", "w", encoding="utf-8") as customers:
    for i in range(500):
        print(i, f"{FIRST[i % 7]} {LAST[i * i % 5]}", REGIONS[i * 7 % 4], sep=",", file=customers)
with open(out / "orders.csv", "w", encoding="utf-8") as orders:
    for i in range(30000):
        day = datetime.date(2026, 1, 1) + datetime.timedelta(days=i * 31 % 90)
        print(i, i * i % 487, i * 7919 % 10007, day, sep=",", file=orders)
with open(out / "ratings.csv", "w", encoding="utf-8") as ratings:
    for user in range(20):
        for i in range(9):
            print(user, (user * user + i * 7) % 29, (user * i + 3) % 5 + 1, sep=",", file=ratings)
