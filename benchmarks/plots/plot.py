# SPDX-License-Identifier: Apache-2.0
"""plot.py SAMPLES DIR: draws samples.jsonl as PNG and SVG files: jobs, and the phases of containers."""

import json
import sys
from collections import defaultdict
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

COLOURS = {
    "fork": "#8c6d31",
    "fork-tuned": "#bd9e39",
    "fork-aot": "#e7ba52",
    "uber": "#9c9ede",
    "reuse": "#3182bd",
    "reuse-uber": "#6baed6",
}
BOX_SPACE = 0.8
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
    """groups: (label, {arm: seconds}); one box an arm beside the other, in the order of COLOURS."""
    arms = [arm for arm in COLOURS if any(arm in by_arm for _, by_arm in groups)]
    space = BOX_SPACE / len(arms)
    for place, (_, by_arm) in enumerate(groups):
        for shift, arm in enumerate(arms):
            if arm not in by_arm:
                continue
            box = axis.boxplot(
                by_arm[arm],
                positions=[place + (shift - (len(arms) - 1) / 2) * space],
                widths=space * 0.85,
                patch_artist=True,
                medianprops={"color": "black"},
            )
            box["boxes"][0].set_facecolor(COLOURS[arm])
    axis.set_xticks(range(len(groups)), [label for label, _ in groups])
    axis.set_ylabel("seconds")
    axis.set_yscale("log")
    axis.grid(axis="y", which="both", alpha=0.3)
    axis.legend([plt.Rectangle((0, 0), 1, 1, color=COLOURS[arm]) for arm in arms], arms)


def save(groups, title, target, name):
    if not groups:
        return
    figure, axis = plt.subplots(figsize=(max(5.0, 1.8 * len(groups)), 4.5))
    boxes(axis, groups)
    axis.set_title(title)
    figure.tight_layout()
    for kind in ("png", "svg"):
        figure.savefig(target / f"{name}.{kind}", dpi=120)
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
    save(job_groups(samples), "Jobs: seconds the ResourceManager reports", target, "jobs")
    for kind in ("map", "reduce", "master"):
        save(phase_groups(samples, kind), f"Containers: {kind}", target, f"phases-{kind}")


main()
