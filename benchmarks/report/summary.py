# SPDX-License-Identifier: Apache-2.0
"""The text of a run of samples: where, how the clusters came up, the times arm against arm, what slots came to."""

import math
import re
from collections import Counter

from lines import ARMS, DASH, WITHOUT_POOL, BySample, Median, Outputs, Table
from lines import fixed, of_type, percentile, ratio, seconds, slope

PHASES = [
    ("request → load", "request", "load"),
    ("request → running", "request", "running"),
    ("request → first log line", "request", "log"),
    ("request → application", "request", "application"),
    ("application → terminating", "application", "terminating"),
    ("terminating → finishing", "terminating", "finishing"),
]
KINDS = {"map": "map", "reduce": "reduce", "worker": "worker", "master": "AM"}
# A workload of more jobs than this shows their sum alone.
NAMED_JOBS = 3
STEPS_SHOWN = 8
# Until then a slot still loads what jobs of this kind need.
WARM_CONTAINERS = 100


def head(entries):
    """Where the run took place, with which options, and how its clusters came up."""
    text = ""
    for header in of_type(entries, "header")[:1]:
        host, options = header["host"], header["options"]
        text += (
            f"# {options['bench']}\n\n- {header['startedAt']}, commit {host['commit']}; {host['cpu']}, "
            f"{host['cpus']} processors, {host['memoryMb']} MiB; {host['kernel']}; {host['jdk']}\n"
            f"- heartbeats {options['heartbeatMs']} ms, seed {options['seed']}, "
            f"up options [{', '.join(options['upOptions'])}]\n"
        )
    for start in of_type(entries, "cluster"):
        text += f"- {start['arm']} cluster, Hadoop {start['hadoop']}: up in {seconds(start['upMs'])} s"
        if start["slots"]:
            text += f", pool of {start['slots']} processes with {start['idleRssMb']} MiB resident"
            text += f", trained in {seconds(start.get('trainingMs', 0))} s"
        text += "\n"
    return text + "\n"


def jobs_ms(sample):
    return sum(job["elapsedMs"] for job in sample["jobs"])


def span(container, start, end):
    """Milliseconds between two phases, not below 0: two clocks may be 1 ms apart. None unless it reached both."""
    at = container.get("at", {})
    return max(0, at[end] - at[start]) if start in at and end in at else None


def durations(sample):
    """[(name, ms)] of a sample, in the order of tables."""
    found = [("jobs, RM elapsed", jobs_ms(sample))]
    jobs = sample["jobs"]
    if 1 < len(jobs) <= NAMED_JOBS:
        found += [("job " + job["name"], job["elapsedMs"]) for job in jobs]
    found.append(("wall, with clients", sample["wallMs"]))
    if len(jobs) == 1 and jobs[0].get("startedMs"):
        tasks = [container for container in sample["containers"] if container["kind"] in ("map", "worker")]
        begun = [task["at"]["application"] for task in tasks if "application" in task.get("at", {})]
        if begun:
            found.append(("submit → first task", min(begun) - jobs[0]["startedMs"]))
    for kind, label in KINDS.items():
        for name, start, end in PHASES:
            for container in sample["containers"]:
                ms = span(container, start, end) if container["kind"] == kind else None
                if ms is not None:
                    found.append((f"{label} {name}", ms))
    return found


class Summary:
    """What the samples say, arm against arm."""

    def __init__(self, entries, outputs):
        """outputs: directory of the files that samples name"""
        self.entries = entries
        self.samples = of_type(entries, "sample")
        self.workloads = list(dict.fromkeys(sample["workload"] for sample in self.samples))
        self.growth = Growth(entries)
        self.verdicts = [Outputs(outputs).check(workload, self.samples) for workload in self.workloads]
        self.outputs_equal = all(equal for equal, _ in self.verdicts)

    def of(self, workload, arm):
        return [s for s in self.samples if s["workload"] == workload and s["arm"] == arm]

    def containers(self, arm):
        return [container for s in self.samples if s["arm"] == arm for container in s["containers"]]

    def forked(self, arm):
        """{reason: number} of the containers of an arm that were forked, by reason"""
        reasons = Counter(c.get("reason") or "unknown" for c in self.containers(arm) if c["launch"] == "fork")
        return dict(sorted(reasons.items()))

    def rows(self):
        """[(workload, metric, arm, values, the fork arm's median or None)]; values: BySample"""
        rows = []
        for workload in self.workloads:
            by_arm = {}
            for arm in ARMS:
                metrics = by_arm[arm] = {}
                for number, sample in enumerate(self.of(workload, arm)):
                    for name, ms in durations(sample):
                        metrics.setdefault(name, BySample()).add(number, ms)
            for metric in dict.fromkeys(name for metrics in by_arm.values() for name in metrics):
                fork = by_arm["fork"].get(metric)
                base = fork.median().value if fork else None
                for arm, metrics in by_arm.items():
                    if metric in metrics:
                        rows.append((workload, metric, arm, metrics[metric], base))
        return rows

    def full(self):
        """All rows, one an arm, with extremes: for benchmarks."""
        columns = "workload|what|arm|n|median|95 % interval|values|p95|p99|min|max|/ fork"
        table = Table(3, *columns.split("|"))
        for workload, metric, arm, values, base in self.rows():
            median, every = values.median(), values.all()
            table.add(
                *(workload, metric, arm, median.count, seconds(median.value), median.interval(seconds), len(every)),
                *(seconds(ms) for ms in (percentile(every, 95), percentile(every, 99), min(every), max(every))),
                ratio(median.value, base),
            )
        text = head(self.entries)
        if self.samples:
            text += (
                "Seconds. n samples; each has one value, for containers the median of its own ones. The median and its"
                f" interval are of these n values, p95 to max of all values.\n\n{table}\n"
            )
        text += iterations(self.samples) + self.cpu()
        if any(header["options"]["bench"] == "cpu" for header in of_type(self.entries, "header")[:1]):
            text += cpu_per_map(self.samples)
        return text + releases(self.entries) + self.growth.table() + idle(self.entries) + self.closing()

    def side_by_side(self):
        """Fork and reuse side by side: for the demo."""
        table = Table(2, *"workload|what|n|fork|p95|reuse|p95|reuse / fork".split("|"))
        rows = self.rows()
        reused = {(workload, metric): values for workload, metric, arm, values, _ in rows if arm == "reuse"}
        for workload, metric, arm, values, base in rows:
            reuse = reused.get((workload, metric))
            if arm == "fork" and reuse:
                table.add(
                    *(workload, metric, reuse.median().count),
                    *(seconds(base), seconds(percentile(values.all(), 95))),
                    *(seconds(reuse.median().value), seconds(percentile(reuse.all(), 95))),
                    ratio(reuse.median().value, base),
                )
        both = "fork %s s, reuse %s s\n"
        starts = both % (self.map_start_up("fork"), self.map_start_up("reuse"))
        together = both % tuple(
            seconds(sum(jobs_ms(s) for s in self.samples if s["arm"] == arm)) for arm in ("fork", "reuse")
        )
        return (
            f"{head(self.entries)}Medians over n samples, and 95th percentiles of all values, seconds.\n\n{table}\n"
            f"{releases(self.entries)}- map start-up (request → first split), median of all maps: {starts}"
            f"- all jobs together: {together}{self.closing()}"
        )

    def map_start_up(self, arm):
        """Median time from request to first split over an arm's maps, seconds; a dash without maps."""
        maps = (c for c in self.containers(arm) if c["kind"] == "map")
        spans = [ms for ms in (span(c, "request", "application") for c in maps) if ms is not None]
        return seconds(percentile(spans, 50)) if spans else DASH

    def cpu(self):
        """The processor time of whole samples; nothing when none was measured."""
        if not any(sample.get("cpuMs") for sample in self.samples):
            return ""
        table = Table(2, *"workload|arm|n|median|95 % interval|/ fork|daemons|forked|pool|clients".split("|"))
        pool, clients, forked = {"pool-manager"}, {"client", "client-pool-manager"}, {"containers"}
        for workload in self.workloads:
            base = None
            for arm in ARMS:
                parts = [sample["cpuMs"] for sample in self.of(workload, arm) if sample.get("cpuMs")]
                if not parts:
                    continue
                daemons = {part for times in parts for part in times} - pool - clients - forked
                whole = Median(sum(times.values()) for times in parts)
                if arm == "fork":
                    base = whole.value
                table.add(
                    *(workload, arm, whole.count, seconds(whole.value), whole.interval(seconds)),
                    ratio(whole.value, base),
                    *(
                        seconds(Median(sum(times.get(part, 0) for part in group) for times in parts).value)
                        for group in (daemons, forked, pool, clients)
                    ),
                )
        return (
            "Processor time of a whole sample on the node, seconds; n samples. It counts daemons, pool, forked\n"
            "containers and clients, and in slots the releases and collections that follow. The last four columns\n"
            f"are medians of their own.\n\n{table}\n"
        )

    def closing(self):
        text = "".join(f"- {line}\n" for _, lines in self.verdicts for line in lines)
        for arm in ARMS:
            containers = len(self.containers(arm))
            if containers and (arm == "spawn" or arm not in WITHOUT_POOL):
                reasons = self.forked(arm)
                named = ", ".join(f"{reason}={number}" for reason, number in reasons.items())
                text += f"- containers of the {arm} arm: {containers}, of which forked: {sum(reasons.values())}"
                text += f" {{{named}}}\n" if reasons else "\n"
        return text


def add_arms(table, first, by_arm):
    """A line for each arm, with the ratio to fork. by_arm: {arm: [ms]}; first: cells before the arm."""
    base = Median(by_arm["fork"]).value if "fork" in by_arm else None
    for arm in (arm for arm in ARMS if arm in by_arm):
        median = Median(by_arm[arm])
        table.add(*first, arm, median.count, seconds(median.value), median.interval(seconds), ratio(median.value, base))


def iterations(samples):
    """How long PageRank takes for 1, 2, 4 … iterations and for the most; nothing without iterations.

    One run gives all shorter ones: each iteration is a job, and what ran until its end is what a run of so many
    iterations would have run, without its last job, which writes the ranks.
    """
    times = {}
    for sample in samples:
        for job in sample["jobs"]:
            iteration = re.fullmatch(r"pagerank iteration (\d+): .*", job["name"])
            if iteration and job.get("startedMs"):
                by_arm = times.setdefault(int(iteration[1]), {})
                ended = job["startedMs"] + job["elapsedMs"]
                by_arm.setdefault(sample["arm"], []).append(ended - sample["startedMs"])
    if not times:
        return ""
    table = Table(0, "iterations", "arm", "n", "median", "95 % interval", "/ fork")
    for number in sorted(times):
        if number & (number - 1) == 0 or number == max(times):
            add_arms(table, [number], times[number])
    return (
        "PageRank: seconds from the start of the command to the end of so many iterations; n samples.\n\n"
        f"{table}\n"
    )


def cpu_per_map(samples):
    """The processor time of one map, everything included; nothing when no round is complete.

    By how much a job's time rises for each map that it has more. What a job costs at any rate, such as its
    ApplicationMaster, is not in it. Each round, which has jobs of the same kind with different numbers of maps,
    gives one value. Maps that were repeated count: each of them took its time.
    """
    rounds = {}
    for sample in samples:
        if sample.get("cpuMs"):
            maps = sum(container["kind"] == "map" for container in sample["containers"])
            points = rounds.setdefault(sample["arm"], {}).setdefault(sample["round"], [])
            points.append((maps, sum(sample["cpuMs"].values())))
    slopes = {}
    for arm, lines in rounds.items():
        for _, points in sorted(lines.items()):
            if len(points) > 1:
                slopes.setdefault(arm, []).append(math.floor(slope(points) + 0.5))
    if not slopes:
        return ""
    table = Table(1, "arm", "n", "median", "95 % interval", "/ fork")
    add_arms(table, [], slopes)
    return (
        "Processor time of one map, seconds: the difference between jobs with few and with many maps, divided\n"
        f"by the difference of their maps. n rounds; a round has each job once.\n\n{table}\n"
    )


def releases(entries):
    """How long slots took to call main() and to be clean again, with the longest steps, ms; nothing without slots.

    Containers that belong to no sample are left out.
    """
    owners = {}
    for number, sample in enumerate(of_type(entries, "sample")):
        for container in sample["containers"]:
            owners[container["container"]] = number, sample["arm"], container["kind"]
    launched, released = {}, {}
    for release in of_type(entries, "release"):
        if release["container"] in owners:
            number, arm, kind = owners[release["container"]]
            who = f"{arm}, {'task' if kind in ('map', 'reduce', 'worker') else KINDS.get(kind, kind)}"
            add_steps(released, who, number, {"release": release["micros"], **release["steps"]})
            if release.get("launchSteps"):
                add_steps(launched, who, number, {"launch": release["launchMicros"], **release["launchSteps"]})
    return steps_table("From the launch reaching the slot to main()", "launch", launched) + steps_table(
        "From the end of main() to the slot being free", "release", released
    )


def add_steps(by_who, who, sample, micros):
    steps = by_who.setdefault(who, {})
    for step, time in micros.items():
        steps.setdefault(step, BySample()).add(sample, time)


def steps_table(title, total, by_who):
    if not by_who:
        return ""
    table = Table(2, *"arm, container|what|n|median|95 % interval|values|p95|p99|max".split("|"))
    for who, steps in by_who.items():
        others = sorted((s for s in steps if s != total), key=lambda step: -steps[step].median().value)
        for step in [total, *others[:STEPS_SHOWN]]:
            median, every = steps[step].median(), steps[step].all()
            table.add(
                *(who, step, median.count, seconds(median.value), median.interval(seconds), len(every)),
                *(seconds(micros) for micros in (percentile(every, 95), percentile(every, 99), max(every))),
            )
    return (
        f"{title}, and its longest steps, milliseconds. n samples;\n"
        f"the median and its interval are of their own medians.\n\n{table}\n"
    )


class Growth:
    """How the figures of each slot's process went, container after container.

    Slopes are those of readings that can be compared: of slots at rest where a run has such, of audits elsewhere,
    which collect garbage first.
    """

    def __init__(self, entries):
        read = bool(of_type(entries, "reading"))
        self.series = {}  # {process: ([readings that can be compared], [all readings])}
        self.residue = 0  # Rows that no rule allows, in all audits together.
        self.held_loaders = 0  # Loaders of ended containers that have outlived the collections of audits.
        self.rows = {}
        self.lost = []  # The processes that slots have lost while their pool ran, a line for each.
        holders = {}
        for entry in of_type(entries, "cluster", "reading", "audit"):
            if entry["type"] == "cluster":
                holders.clear()  # A resumed run has another pool.
                continue
            for slot in entry["slots"]:
                if entry["type"] == "reading":
                    self.add(slot, entry["rested"])
                elif slot.get("residue", 0) >= 0:
                    self.residue += slot.get("residue", 0)
                    self.held_loaders += slot["figures"].get("liveLoaders", 0)
                    self.rows.update(dict.fromkeys(slot.get("rows") or []))
                    self.add(slot, not read)
                before = holders.get(slot["slot"])
                if before and before["pid"] != slot["pid"]:
                    self.lost.append(
                        f"slot {slot['slot']}: process {before['pid']} was lost after {before['containers']}"
                        f" containers; then {slot['pid']}"
                    )
                holders[slot["slot"]] = slot

    @property
    def clean(self):
        return self.residue == 0 and self.held_loaders == 0

    def add(self, slot, comparable):
        of_process = self.series.setdefault(f"{slot['slot']} (pid {slot['pid']})", ([], []))
        of_process[1].append(slot)
        if comparable:
            of_process[0].append(slot)

    def table(self):
        """First, last and largest value and two slopes: of all from the hundredth container on, of the last half."""
        if not self.series:
            return ""
        columns = "slot|figure|containers|first|after 100|last|most|slope after 100|slope, last half"
        table = Table(2, *columns.split("|"))
        for process, (comparable, every) in self.series.items():
            for name in every[0]["figures"]:
                points = [(s["containers"], s["figures"][name]) for s in comparable if name in s["figures"]]
                if not points:
                    continue
                last = points[-1]
                warm = [point for point in points if point[0] >= WARM_CONTAINERS]
                half = [point for point in points if point[0] >= (last[0] + 1) // 2]
                table.add(
                    *(process, name, last[0], points[0][1], warm[0][1] if warm else DASH, last[1]),
                    max(slot["figures"].get(name, 0) for slot in every),
                    *(fixed_slope(warm), fixed_slope(half)),
                )
        found = "".join(f"- {line}\n" for line in [*self.rows, *self.lost])
        return (
            f"What slots came to. Slopes are for one container.\n\n{table}\n"
            f"Rows of residue in all audits together: {self.residue}\n"
            f"Class loaders of ended containers in all audits together: {self.held_loaders}\n"
            f"Slots lost: {len(self.lost)}\n\n{found}" + ("\n" if found else "")
        )


def fixed_slope(points):
    return fixed(slope(points), 3) if len(points) > 1 else DASH


def idle(entries):
    """What a pool costs that is left alone, process by process; nothing when nothing was measured."""
    shares, memory = {}, {}
    for cost in of_type(entries, "idle"):
        for process in cost["processes"]:
            name = f"{cost['arm']}, {process['name']}"
            # Thousandths of a per cent of a core.
            shares.setdefault(name, []).append(process["cpuMs"] * 100_000 // cost["ms"])
            memory.setdefault(name, []).append(process["rssKb"])
    if not shares:
        return ""
    table = Table(1, "process", "n", "% of a core", "95 % interval", "MiB", "95 % interval")
    for name, share in shares.items():
        core, rss = Median(share), Median(memory[name])
        table.add(
            *(name, core.count, seconds(core.value), core.interval(seconds)),
            *(rss.value // 1024, rss.interval(lambda kib: str(kib // 1024))),
        )
    return (
        "The pool left alone: processor time and resident memory of its processes; medians of n times a minute.\n\n"
        f"{table}\n"
    )
