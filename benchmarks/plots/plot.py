# SPDX-License-Identifier: Apache-2.0
"""plot.py SAMPLES DIR: draws samples.jsonl as PNG files, one for jobs, one for container phases."""

import json
import sys
from collections import defaultdict
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

COLOURS = {"fork": "#8c6d31", "reuse": "#3182bd"}
INTERVALS = [
    ("request", "running"),
    ("request", "application"),
    ("application", "terminating"),
    ("terminating", "finishing"),
]


def read(path):
    with open(path, encoding="utf-8") as lines:
        entries = [json.loads(line) for line in lines]
    return [e for e in entries if e["type"] == "sample"]


def boxes(axis, groups):
    """groups: (label, {arm: seconds}); one box an arm beside the other."""
    for place, (_, by_arm) in enumerate(groups):
        for shift, arm in enumerate(sorted(by_arm)):
            box = axis.boxplot(
                by_arm[arm],
                positions=[place + (shift - 0.5) * 0.35],
                widths=0.3,
                patch_artist=True,
                medianprops={"color": "black"},
            )
            box["boxes"][0].set_facecolor(COLOURS.get(arm, "grey"))
    axis.set_xticks(range(len(groups)), [label for label, _ in groups])
    axis.set_ylabel("seconds")
    axis.set_yscale("log")
    arms = sorted({arm for _, by_arm in groups for arm in by_arm})
    axis.legend([plt.Rectangle((0, 0), 1, 1, color=COLOURS.get(a, "grey")) for a in arms], arms)


def save(groups, title, file):
    if not groups:
        return
    figure, axis = plt.subplots(figsize=(max(5.0, 1.8 * len(groups)), 4.5))
    boxes(axis, groups)
    axis.set_title(title)
    figure.tight_layout()
    figure.savefig(file, dpi=120)
    plt.close(figure)


def job_groups(samples):
    groups = defaultdict(lambda: defaultdict(list))
    for sample in samples:
        seconds = sum(job["elapsedMs"] for job in sample["jobs"]) / 1000
        groups[sample["workload"]][sample["arm"]].append(seconds)
    return list(groups.items())


def phase_groups(samples, kind):
    groups = defaultdict(lambda: defaultdict(list))
    for sample in samples:
        for container in sample["containers"]:
            at = container["at"]
            if container["kind"] == kind:
                for start, end in INTERVALS:
                    if start in at and end in at:
                        seconds = max(0.001, (at[end] - at[start]) / 1000)
                        groups[f"{start} →\n{end}"][sample["arm"]].append(seconds)
    return list(groups.items())


def main():
    samples = read(sys.argv[1])
    target = Path(sys.argv[2])
    save(job_groups(samples), "Jobs: seconds the ResourceManager reports", target / "jobs.png")
    for kind in ("map", "reduce", "master"):
        save(phase_groups(samples, kind), f"Containers: {kind}", target / f"phases-{kind}.png")


main()
