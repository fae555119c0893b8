# SPDX-License-Identifier: Apache-2.0
"""report.py RUN: makes summary.md of a run's samples.jsonl, beside it, and prints it.

Exit status 0 when all in the run is as it must be, 1 when it is not.

report.py --compare OUTPUTS: compares the outputs of samples of one workload, JSON lines on standard input, whose
files are in the directory OUTPUTS. Exit status 0 when all are equal, 1 when not.
"""

import json
import sys
from pathlib import Path

from cold import Cold
from faults import Faults
from lines import Outputs, of_type, read
from programs import Gangs, masters, micro, mpi
from summary import Summary


def report(entries, outputs):
    """(text, [what is wrong with the run]) of the lines of a run.

    outputs: directory of the files that samples name
    """
    options = next((header["options"] for header in of_type(entries, "header")), {})
    bench = options.get("bench", "")
    if bench == "faults":
        faults = Faults(entries)
        return faults.text(), faults.found()
    if bench.startswith("cold-"):
        cold = Cold(entries, outputs)
        return cold.text(), cold.found()
    if bench == "gangs":
        gangs = Gangs(entries)
        return gangs.text(), [] if gangs.good else ["a gang was wrong, or slots have grown"]
    if bench == "masters":
        return masters(entries), []
    if bench == "micro":
        return micro(entries), []
    if bench in ("mpi-start", "primecount", "pingpong"):
        return mpi(entries), []
    summary = Summary(entries, outputs)
    wrong = [] if summary.outputs_equal else ["the outputs of a workload differ (above)"]
    if bench == "demo":
        forked = sum(summary.forked("reuse").values())
        if forked:
            wrong.append(f"{forked} containers of the reuse cluster were forked (reasons above)")
        return summary.side_by_side(), wrong
    if bench == "trace" or bench.startswith("soak"):
        forked = sum(summary.forked(options["arms"][0]).values())
        if forked:
            wrong.append(f"{forked} containers of slots were forked (reasons above)")
        if not summary.growth.clean:
            wrong.append("containers have left residue or class loaders in slots (above)")
        wrong += summary.growth.lost
    return summary.full(), wrong


def compare(outputs):
    samples = [json.loads(line) for line in sys.stdin]
    equal, lines = Outputs(outputs).check(samples[0]["workload"], samples)
    print("; ".join(lines))
    return 0 if equal else 1


def main(words):
    if words[0] == "--compare":
        return compare(words[1])
    run = Path(words[0])
    text, wrong = report(read(run / "samples.jsonl"), run / "outputs")
    (run / "summary.md").write_text(text, encoding="utf-8")
    sys.stdout.reconfigure(encoding="utf-8")
    print(text, end="", flush=True)
    print(f"samples and summary: {run}", file=sys.stderr)
    for what in wrong:
        print(f"hpc-reuse: failed: {what}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
