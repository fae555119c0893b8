# SPDX-License-Identifier: Apache-2.0
"""What the plots show: samples.jsonl as numbers, grouped. Draws nothing; see plots.py."""

import re
from collections import defaultdict

from lines import of_type

INTERVALS = [
    ("request", "running"),
    ("request", "application"),
    ("application", "terminating"),
    ("terminating", "finishing"),
]
FIGURES = {
    "rssKb": "resident memory, MiB",
    "metaspaceKb": "metaspace, MiB",
    "codeKb": "compiled code, MiB",
    "loadedClasses": "classes",
    "liveLoaders": "live container loaders",
    "threads": "threads",
    "fds": "descriptors",
}
PARTS = {
    "start": ("request", "application"),
    "work": ("application", "terminating"),
    "end": ("terminating", "finishing"),
}
MOST_ROWS = 40


def job_groups(samples):
    """[(workload, {arm: seconds of the jobs of each sample})]"""
    return by_workload(samples, lambda sample: sum(job["elapsedMs"] for job in sample["jobs"]))


def cpu_groups(samples):
    """[(workload, {arm: processor seconds of each sample})], of samples that have them."""
    measured = [sample for sample in samples if sample.get("cpuMs")]
    return by_workload(measured, lambda sample: sum(sample["cpuMs"].values()))


def by_workload(samples, milliseconds):
    groups = defaultdict(lambda: defaultdict(list))
    for sample in samples:
        groups[sample["workload"]][sample["arm"]].append(milliseconds(sample) / 1000)
    return list(groups.items())


def phase_groups(samples, kind):
    """[(phases, {arm: seconds of each container})]"""
    groups = {interval: defaultdict(list) for interval in INTERVALS}
    for sample in samples:
        for container in sample["containers"]:
            at = container["at"]
            if container["kind"] == kind:
                for start, end in INTERVALS:
                    if start in at and end in at:
                        seconds = max(0.001, (at[end] - at[start]) / 1000)
                        groups[start, end][sample["arm"]].append(seconds)
    return [(f"{start} →\n{end}", by_arm) for (start, end), by_arm in groups.items() if by_arm]


def terasort_series(samples):
    """{(job, arm): {MiB: [seconds of the job in each sample]}}, of Terasort"""
    series = defaultdict(lambda: defaultdict(list))
    for sample in samples:
        size = re.fullmatch(r"terasort-(\d+)([kmgt])", sample["workload"])
        if size:
            mebibytes = int(size[1]) * 1024.0 ** ("kmgt".index(size[2]) - 1)
            for job in sample["jobs"]:
                series[job["name"], sample["arm"]][mebibytes].append(job["elapsedMs"] / 1000)
    return {key: dict(sorted(sizes.items())) for key, sizes in series.items()}


def pagerank_series(samples):
    """{arm: {iterations: [seconds from the command's start to the end of so many]}}, of PageRank"""
    series = defaultdict(lambda: defaultdict(list))
    for sample in samples:
        for job in sample["jobs"]:
            iteration = re.match(r"pagerank iteration (\d+):", job["name"])
            if iteration and job.get("startedMs"):
                end = job["startedMs"] + job["elapsedMs"]
                series[sample["arm"]][int(iteration[1])].append((end - sample["startedMs"]) / 1000)
    return {arm: dict(sorted(iterations.items())) for arm, iterations in series.items()}


def timelines(samples):
    """{workload: {arm: [(row, [(part, seconds from the start of the command, length)])]}}

    Of the sample whose wall time is the median of its arm. The first row is the client: until the
    first job is submitted, and from the end of the last one. Workloads with many containers are left
    out.
    """
    lines = defaultdict(dict)
    for workload, arm in dict.fromkeys((sample["workload"], sample["arm"]) for sample in samples):
        of_arm = [s for s in samples if (s["workload"], s["arm"]) == (workload, arm)]
        sample = sorted(of_arm, key=lambda s: s["wallMs"])[(len(of_arm) - 1) // 2]
        timed = all(job.get("startedMs") for job in sample["jobs"])
        if timed and sample["jobs"] and 0 < len(sample["containers"]) <= MOST_ROWS:
            lines[workload][arm] = timeline(sample)
    return dict(lines)


def timeline(sample):
    """[(row, [(part, seconds from the start of the command, length)])]"""
    start = sample["startedMs"]

    def part(name, begin, end):
        return name, (begin - start) / 1000, max(0, end - begin) / 1000

    submitted = min(job["startedMs"] for job in sample["jobs"])
    ended = max(job["startedMs"] + job["elapsedMs"] for job in sample["jobs"])
    rows = [("client", [part("client", start, submitted), part("client", ended, start + sample["wallMs"])])]
    for container in sorted(sample["containers"], key=lambda c: c["at"].get("request", 0)):
        at = container["at"]
        parts = [
            part(name, at[begin], at[end])
            for name, (begin, end) in PARTS.items()
            if begin in at and end in at
        ]
        rows.append(("AM" if container["kind"] == "master" else container["kind"], parts))
    return rows


def growth(entries, figure):
    """{process of a slot: ([(containers, value)] that can be compared, [the same] of all)}

    The containers are those of all slots together. Values of slots at rest can be compared where a
    run has such; elsewhere those of audits.
    """
    series = defaultdict(lambda: ([], []))
    readings = of_type(entries, "reading") or of_type(entries, "audit")
    for entry in readings:
        containers = sum(slot["containers"] for slot in entry["slots"])
        for slot in entry["slots"]:
            if figure in slot["figures"]:
                value = slot["figures"][figure]
                point = (containers, value / 1024 if figure.endswith("Kb") else value)
                comparable, every = series[f"slot {slot['slot']} (pid {slot['pid']})"]
                every.append(point)
                if entry.get("rested", entry["type"] == "audit"):
                    comparable.append(point)
    return dict(series)


def by_starter(runs, point):
    """{program: {starter: {x: [y]}}}; point(run, name, nanos) is (x, y) of a figure, or None."""
    series = {}
    for run in runs:
        for name, nanos in run["nanos"].items():
            found = point(run, name, nanos)
            if found:
                starters = series.setdefault(run["program"], {})
                starters.setdefault(run["starter"], {}).setdefault(found[0], []).append(found[1])
    return series


def mpi_series(runs, figure):
    """Seconds of a figure over the number of ranks."""
    return by_starter(runs, lambda run, name, nanos: (run["ranks"], nanos / 1e9) if name == figure else None)


def message_series(runs):
    """Microseconds over the bytes of a message, of the figures whose names are numbers."""
    return by_starter(runs, lambda run, name, nanos: (int(name), nanos / 1e3) if name.isdigit() else None)
