# SPDX-License-Identifier: Apache-2.0
"""The tables of a run of cold clusters: when jobs were over, what that took, and what the start of slots costs."""

from lines import ARMS, Median, Outputs, Table, fixed, of_type, ratio, seconds
from summary import head

MOMENTS_SHOWN = ("joined", "framework loaded", "ready", "warmed up")
THREADS_SHOWN = 8


class Cold:
    """What a run of cold clusters has shown."""

    def __init__(self, entries, outputs):
        """outputs: directory of the files that samples name"""
        self.entries = entries
        self.samples = of_type(entries, "cold")
        self.outputs = Outputs(outputs)

    def found(self):
        """What is wrong with the run."""
        wrong = []
        for workload in dict.fromkeys(sample["workload"] for sample in self.samples):
            equal, lines = self.outputs.check(workload, self.samples)
            if not equal:
                wrong += lines
        return wrong

    def text(self):
        if not self.samples:
            return head(self.entries) + "Nothing was measured.\n"
        return head(self.entries) + self.times() + self.starts() + self.memory()

    def times(self):
        table = Table(3, *"workload|until|arm|n|seconds|95 % interval|/ fork|CPU s|95 % interval|/ fork".split("|"))
        groups = {}
        for sample in self.samples:
            for moment in sample["moments"]:
                arms = groups.setdefault((sample["workload"], moment["what"]), {})
                arms.setdefault(sample["arm"], []).append(moment)
        for subject, arms in groups.items():
            for arm in (arm for arm in ARMS if arm in arms):
                cells = []
                for figure in ("ms", "cpuMs"):
                    median = Median(moment[figure] for moment in arms[arm])
                    fork = Median(moment[figure] for moment in arms["fork"]).value if "fork" in arms else None
                    cells += [seconds(median.value), median.interval(seconds), ratio(median.value, fork)]
                table.add(*subject, arm, len(arms[arm]), *cells)
        forked = {}
        for sample in self.samples:
            if sample["arm"] not in ("fork", "fork-tuned"):
                forked[sample["arm"]] = forked.get(sample["arm"], 0) + sample["forked"]
        text = (
            "Seconds since the start of a new cluster began, and what the machine's processors had worked by then;"
            f" medians of n clusters.\n\n{table}\n"
        )
        for arm, count in forked.items():
            text += f"Containers of {arm} that ran in no slot: {count}\n\n"
        return text

    def starts(self):
        """What a slot's start costs, by moment, and by thread until the slot is warm."""
        table = Table(2, *"arm|slot is|n|seconds|95 % interval|CPU s|95 % interval".split("|"))
        times, threads = {}, {}
        for start in of_type(self.entries, "slotStart"):
            if start["process"].startswith("client"):
                continue
            for moment in start["moments"]:
                times.setdefault((start["arm"], moment["moment"]), []).append(moment)
                for name, cpu in moment["threads"].items():
                    threads.setdefault(name, {}).setdefault(moment["moment"], []).append(cpu)
        if not times:
            return ""
        for subject, moments in times.items():
            wall, cpu = (Median(moment[figure] for moment in moments) for figure in ("ms", "cpuMs"))
            table.add(
                *(*subject, wall.count, seconds(wall.value), wall.interval(seconds)),
                *(seconds(cpu.value), cpu.interval(seconds)),
            )
        by_thread = Table(1, "thread", *MOMENTS_SHOWN)
        count = max(len(moments) for moments in times.values())

        def mean(name, moment):
            return sum(threads[name].get(moment, [])) / count

        for name in sorted(threads, key=lambda name: -mean(name, MOMENTS_SHOWN[-1]))[:THREADS_SHOWN]:
            by_thread.add(name, *(fixed(mean(name, moment) / 1000, 2) for moment in MOMENTS_SHOWN))
        return (
            f"What the start of a slot takes, of all slots of all clusters.\n\n{table}\n"
            f"The same by thread, CPU s; means of all slots.\n\n{by_thread}\n"
        )

    def memory(self):
        table = Table(2, *"arm|process|n|MiB|95 % interval".split("|"))
        memory = {}
        for entry in of_type(self.entries, "slotMemory"):
            memory.setdefault((entry["arm"], entry["process"]), []).append(entry["pssKb"])
        if not memory:
            return ""
        for subject, sizes in memory.items():
            median = Median(sizes)
            table.add(*subject, median.count, median.value // 1024, median.interval(lambda kib: str(kib // 1024)))
        return f"Memory at rest after the last job: each process with its share of what it shares (PSS).\n\n{table}"
