# SPDX-License-Identifier: Apache-2.0
"""The tables of runs without samples of jobs: MPI programs, gangs, ApplicationMasters that wait, single operations."""

from lines import DASH, Median, Table, fixed, of_type, percentile, ratio, seconds
from summary import head

STARTERS = ("gang", "spawn", "mpirun")
GANG_KINDS = {"mixed": "mixed", "job": "job", "recv": "recv", "allReduce": "all reduce", "after": "after"}
KILLED = ("recv", "allReduce")
# Figures of slots that may not grow while no rank is killed.
BOUNDED = {"mpiCommunicators": "communicators", "mpiObjectsLeft": "MPI objects of past containers"}


def mpi(entries):
    """What each starter took, side by side."""
    subjects = {}
    for run in of_type(entries, "mpiRun"):
        for figure, nanos in run["nanos"].items():
            starters = subjects.setdefault((run["program"], run["ranks"], figure), {})
            starters.setdefault(run["starter"], []).append(nanos)
    if not subjects:
        return head(entries) + "Nothing was measured.\n"
    messages = any(header["options"]["bench"] == "pingpong" for header in of_type(entries, "header"))
    return head(entries) + (mpi_messages(subjects) if messages else mpi_spans(subjects))


def mpi_spans(subjects):
    def ms(nanos):
        return fixed(nanos / 1e6, 1)

    table = Table(4, *"program|ranks|what|starter|n|median|95 % interval|min|max|gang / this".split("|"))
    for subject, starters in subjects.items():
        gang = Median(starters["gang"]).value if "gang" in starters else None
        for starter in (starter for starter in STARTERS if starter in starters):
            nanos = starters[starter]
            median = Median(nanos)
            table.add(
                *(*subject, starter, median.count, ms(median.value), median.interval(ms)),
                *(ms(min(nanos)), ms(max(nanos)), ratio(gang, median.value)),
            )
    return (
        "Milliseconds. command: it was given, or the resident rank was to begin. master: the ApplicationMaster had"
        " registered. places: YARN had given all containers, or MPI_Comm_spawn was called. all in main: the last"
        " rank's main() began; of a gang, MPI is there by then. all can talk: the last rank came out of the first"
        f" barrier.\n\n{table}"
    )


def mpi_messages(subjects):
    def micros(nanos):
        return fixed(nanos / 1e3, 2)

    table = Table(1, *"program|bytes|gang|95 % interval|mpirun|95 % interval|difference|gang / mpirun".split("|"))
    for (program, _, figure), starters in subjects.items():
        gang, mpirun = (Median(starters[name]) if name in starters else None for name in ("gang", "mpirun"))
        cells = []
        for median in (gang, mpirun):
            cells += [micros(median.value), median.interval(micros)] if median else [DASH, DASH]
        both = gang and mpirun
        cells.append(micros(gang.value - mpirun.value) if both else DASH)
        table.add(program, figure, *cells, ratio(gang.value, mpirun.value) if both else DASH)
    return f"Microseconds one way: medians over the runs, each of which gives a median.\n\n{table}"


class Gangs:
    """What a run of gangs has shown."""

    def __init__(self, entries):
        self.entries = entries
        self.ends = of_type(entries, "gang")
        # The slots before the first gang, and after the last one before a rank was killed.
        self.readings = of_type(entries, "reading")

    @property
    def good(self):
        """Whether all was right, and nothing grew while no rank was killed."""
        return bool(self.ends) and all(end["right"] for end in self.ends) and not any(map(self.growth, BOUNDED))

    def text(self):
        table = Table(1, *"what|number|right|median|p95|longest|to leave|longest|ranks lost".split("|"))
        for kind, name in GANG_KINDS.items():
            of_kind = [end for end in self.ends if end["kind"] == kind]
            if of_kind:
                walls, leaves = ([end[what] for end in of_kind] for what in ("wallMs", "leaveMs"))
                lost = [seconds(percentile(leaves, 50)), seconds(max(leaves)), sum(end["ranksLost"] for end in of_kind)]
                table.add(
                    *(name, len(of_kind), sum(end["right"] for end in of_kind)),
                    *(seconds(percentile(walls, 50)), seconds(percentile(walls, 95)), seconds(max(walls))),
                    *(lost if kind in KILLED else [DASH] * 3),
                )
        text = head(self.entries) + (
            "Seconds of the command. To leave: from the death of a rank to the end of the command. Ranks lost: living"
            f" ranks that the pool had less after it, all together.\n\n{table}\n"
        )
        for end in self.ends:
            if not end["right"]:
                kind = GANG_KINDS[end["kind"]].upper().replace(" ", "_")
                text += f"- {kind} {end['number']}: {end['detail']}\n"
        for figure, what in BOUNDED.items():
            if len(self.readings) > 1:
                none = f"no more in any of {len(self.readings[0]['slots'])} slots"
                text += f"- {what}, before the first gang and when no rank had been killed yet: "
                text += f"{self.growth(figure) or none}\n"
        return text

    def growth(self, figure):
        """The slots that have more of something after the gangs than before, and how many each."""
        if len(self.readings) < 2:
            return ""
        grown = []
        for before in self.readings[0]["slots"]:
            after = [slot for slot in self.readings[-1]["slots"] if slot["pid"] == before["pid"]]
            if not after:
                grown.append(f"slot {before['slot']} has lost its process")
                continue
            more = after[0]["figures"].get(figure, 0) - before["figures"].get(figure, 0)
            if more > 0:
                grown.append(f"slot {before['slot']} has {more} more")
        return ", ".join(grown)


def masters(entries):
    """What the heartbeats of each case that was finished cost the ResourceManager."""
    times, sent = {}, {}
    for entry in of_type(entries, "masterSecond", "masterHeartbeats"):
        case = tuple(entry["of"][key] for key in ("masters", "waits", "newsMs"))
        (times if entry["type"] == "masterSecond" else sent).setdefault(case, []).append(entry)
    finished = [case for case, heartbeats in sent.items() if len(heartbeats) == case[0]]
    if not finished:
        return head(entries) + "No case was finished.\n"
    columns = "wait|news each|heartbeats/s|most in 1 s|median|p99|longest|RM cores|most in 1 s|program cores"
    table = Table(2, *columns.split("|"), "machine busy")
    for case in finished:
        table.add(*case_row(case, times[case], sent[case]))
    length = times[finished[0]][-1]["second"] - times[finished[0]][0]["second"]
    return head(entries) + (
        f"{finished[0][0]} ApplicationMasters wait for containers, {length} s a case. Answers to heartbeats: ms."
        " Cores: processor seconds a second, of the ResourceManager (RM) and of the program with the"
        f" ApplicationMasters.\n\n{table}"
    )


def case_row(case, times, sent):
    first, last = times[0], times[-1]
    length = last["second"] - first["second"]
    micros = [time for heartbeats in sent for time in heartbeats["micros"]]
    counts = [0] * length
    for heartbeats in sent:
        for at in heartbeats["atMs"]:
            counts[min(at // 1000, length - 1)] += 1

    def cores(start, end, whose):
        return (end[whose] - start[whose]) / 1000 / (end["second"] - start["second"])

    ticks = last["allTicks"] - first["allTicks"]
    busy = (last["busyTicks"] - first["busyTicks"]) / ticks if ticks else 0
    most = max(cores(start, end, "managerMs") for start, end in zip(times, times[1:]))
    answers = [percentile(micros, 50), percentile(micros, 99), max(micros)] if micros else None
    return [
        *(case[1], f"{case[2]} ms" if case[2] else "never"),
        *(fixed(len(micros) / length, 0), max(counts)),
        *(map(seconds, answers) if answers else [DASH] * 3),
        *(fixed(cores(first, last, "managerMs"), 2), fixed(most, 2), fixed(cores(first, last, "mastersMs"), 2)),
        fixed(busy * 100, 0) + " %",
    ]


def micro(entries):
    """What JMH has measured: the mean of each operation with its 99.9 % interval."""
    table = Table(2, *"benchmark|operation|n|mean|± 99.9 %|min|max".split("|"))
    for entry in of_type(entries, "micro"):
        numbers = entry["mean"], entry["error"], min(entry["micros"]), max(entry["micros"])
        table.add(
            *entry["benchmark"].split(".")[-2:],
            *(len(entry["micros"]), *(fixed(number, 3) for number in numbers)),
        )
    return head(entries) + f"Microseconds an operation; n iterations of a second each.\n\n{table}"
