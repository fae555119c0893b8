# SPDX-License-Identifier: Apache-2.0
"""What a campaign of faults has shown: faults by outcome, and what is not as it must be.

A fault that missed is counted as missed, and the job that it was meant for as one that was not struck.
"""

import re

from lines import DASH, Table, of_type, percentile, seconds

# An MPI program cannot go on without one of its ranks. Its error must name the slot or the rank that was struck.
LOST_RANK = re.compile(r"slot \d+ \(pid \d+\) ended while it ran the container|rank \d+ \([^)]*\) is lost")
# The number of the campaign's end.
OF_ALL = 0


def taken(job):
    """Whether the strike took what the job cannot do without, in a process as in a slot: a gang's rank or the disk."""
    if job["missed"] or job["outcome"] != "FAILED":
        return False
    lost_rank = job["workload"].endswith("-gang") and LOST_RANK.search(job["detail"])
    return job["fault"] == "disk_full" or bool(lost_rank)


class Faults:
    def __init__(self, entries):
        # Runs of earlier versions have no strikes that missed and looked for nothing that was started twice.
        self.jobs = [{"missed": False, **job} for job in of_type(entries, "faultJob")]
        self.ends = [{"number": OF_ALL, "doubled": [], **end} for end in of_type(entries, "faultEnd")]

    def text(self):
        """The table and the verdict."""
        columns = "fault|struck|missed|jobs|well|on purpose|taken|wrong|lost|hung|doubled|left|job|whole after|at most"
        table = Table(1, *columns.split("|"))
        for fault in sorted({job["fault"] for job in self.jobs}):
            table.add(*self.row(fault, [job for job in self.jobs if job["fault"] == fault]))
        table.add(*self.row("all", self.jobs))
        text = (
            "Strikes by kind; the struck jobs by outcome: taken are gangs that failed with the rank that was struck"
            " and jobs that failed with the disk, lost are others that failed; containers that ran doubled;"
            f" strikes that left something; medians, seconds.\n\n{table}\n"
        )
        for job in self.jobs:
            if job["outcome"] not in ("WELL", "ON_PURPOSE"):
                detail = (job["detail"].splitlines() or [""])[0]
                missed = " (missed)" if job["missed"] else " (taken)" if taken(job) else ""
                text += f"- {job['number']}, {job['workload']}, {job['fault']}{missed}: {job['outcome']}: {detail}\n"
        for end in self.ends:
            text += f"- {self.at(end)}, allReduce over the living slots: {end['mpi']}\n"
        found = self.found()
        return text + ("".join(f"- NOT AS IT MUST BE: {what}\n" for what in found) or "- all as it must be\n")

    def at(self, end):
        if end["number"] == OF_ALL:
            return "at the end"
        faults = [f" ({job['fault']})" for job in self.jobs if job["number"] == end["number"]]
        return f"after strike {end['number']}{faults[0] if faults else ''}"

    def row(self, fault, every):
        struck = [job for job in every if not job["missed"]]
        numbers = {job["number"] for job in struck}
        whole = [job["recoveryMs"] for job in struck if job["recoveryMs"] > 0]
        walls = [job["wallMs"] for job in struck if job["outcome"] == "WELL"]
        after = [end for end in self.ends if end["number"] in numbers]
        outcomes = ["TAKEN" if taken(job) else job["outcome"] for job in struck]
        return [
            *(fault, len(numbers), len(every) - len(struck), len(struck)),
            *(outcomes.count(outcome) for outcome in ("WELL", "ON_PURPOSE", "TAKEN", "WRONG", "FAILED", "HUNG")),
            *(sum(len(end["doubled"]) for end in after), sum(bool(end["left"]) for end in after)),
            *(seconds(percentile(times, 50)) if times else DASH for times in (walls, whole)),
            seconds(max(whole)) if whole else DASH,
        ]

    def found(self):
        """What is not as it must be; empty when the campaign has been passed."""
        found = []
        outcomes = [job["outcome"] for job in self.jobs]
        if "WRONG" in outcomes:
            found.append(f"{outcomes.count('WRONG')} jobs ended well with another output than undisturbed")
        if "HUNG" in outcomes:
            found.append(f"{outcomes.count('HUNG')} jobs hung")
        for job in self.jobs:
            if job["outcome"] == "FAILED" and not taken(job):
                struck = "without a strike" if job["missed"] else f"after {job['fault']}"
                found.append(f"{job['workload']} failed {struck}: {job['number']}")
        well = {job["fault"] for job in self.jobs if job["outcome"] == "WELL" and not job["missed"]}
        for fault in dict.fromkeys(job["fault"] for job in self.jobs):
            if fault not in well:
                found.append(f"no job with {fault} in it ended well")
        if not self.jobs:
            found.append("nothing has been struck")
        if not any(end["number"] == OF_ALL for end in self.ends):
            found.append("the campaign was not finished")
        for end in self.ends:
            what = [] if end["mpiOk"] else ["allReduce over the living slots is wrong"]
            found += [f"{self.at(end)}: {thing}" for thing in what + end["doubled"] + end["left"]]
        return found
