# SPDX-License-Identifier: Apache-2.0
"""plots.py SAMPLES DIR: draws samples.jsonl as PNG and SVG files, those for which it has lines."""

import sys
from pathlib import Path

import groups
import matplotlib
from lines import Median, of_type, read

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
from matplotlib.ticker import LogLocator, MaxNLocator  # noqa: E402

COLOURS = {
    "fork-stock": "#5f4a1c",
    "fork": "#8c6d31",
    "fork-tuned": "#bd9e39",
    "spawn": "#ad494a",
    "uber": "#9c9ede",
    "reuse": "#3182bd",
    "kept": "#08519c",
    "reuse-uber": "#6baed6",
    "full": "#31a354",
    "single-use": "#a1d99b",
    "gang": "#3182bd",
    "mpirun": "#8c6d31",
}
BOX_SPACE = 0.8
FEWEST_OF_A_BOX = 5
PART_COLOURS = {"client": "#969696", "start": "#d6604d", "work": "#4d9221", "end": "#4393c3"}
PART_LABELS = {
    "client": "client: up to the submission, and from the end of the job",
    "start": "container: request to first split or registration",
    "work": "container: work",
    "end": "container: end",
}
ROW_INCHES = 0.16
PANEL_INCHES = 0.7


def known_arms(named):
    return [arm for arm in COLOURS if arm in named]


def boxes(axis, grouped):
    """grouped: (label, {arm: seconds}); one box an arm beside the other, in the order of COLOURS."""
    arms = known_arms({arm for _, by_arm in grouped for arm in by_arm})
    space = BOX_SPACE / len(arms)
    for place, (_, by_arm) in enumerate(grouped):
        for shift, arm in enumerate(arms):
            if arm not in by_arm:
                continue
            middle = place + (shift - (len(arms) - 1) / 2) * space
            if len(by_arm[arm]) < FEWEST_OF_A_BOX:
                axis.plot([middle] * len(by_arm[arm]), by_arm[arm], "o", color=COLOURS[arm])
                continue
            box = axis.boxplot(
                by_arm[arm],
                positions=[middle],
                widths=space * 0.85,
                patch_artist=True,
                medianprops={"color": "black"},
            )
            box["boxes"][0].set_facecolor(COLOURS[arm])
    axis.set_xticks(range(len(grouped)), [label for label, _ in grouped])
    axis.set_xlim(-0.5, len(grouped) - 0.5)
    axis.set_ylabel("seconds")
    axis.set_yscale("log")
    axis.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axis.yaxis.set_major_formatter("{x:g}")
    axis.yaxis.set_minor_formatter("")
    axis.grid(axis="y", which="both", alpha=0.3)
    axis.legend([plt.Rectangle((0, 0), 1, 1, color=COLOURS[arm]) for arm in arms], arms)


def save(figure, target, name):
    figure.tight_layout()
    for kind in ("png", "svg"):
        figure.savefig(target / f"{name}.{kind}", dpi=120)
    plt.close(figure)


def draw_boxes(grouped, title, target, name):
    if not grouped:
        return
    figure, axis = plt.subplots(figsize=(max(5.0, 1.8 * len(grouped)), 4.5))
    boxes(axis, grouped)
    axis.set_title(title)
    save(figure, target, name)


def draw_medians(axis, values, arm, label, **style):
    """values: {x: [y]}; a line of the medians with their intervals of 95 %."""
    medians = [Median(ys) for ys in values.values()]
    bars = ([m.value - m.low for m in medians], [m.high - m.value for m in medians])
    axis.errorbar(
        list(values),
        [m.value for m in medians],
        yerr=bars,
        label=label,
        color=COLOURS[arm],
        marker="o",
        markersize=3,
        capsize=3,
        **style,
    )


def draw_terasort(samples, target):
    """Seconds over the size of the data, a line for each job and arm."""
    series = groups.terasort_series(samples)
    if max((len(sizes) for sizes in series.values()), default=0) < 2:
        return
    figure, axis = plt.subplots(figsize=(7, 5))
    for arm in known_arms({arm for _, arm in series}):
        for job, style in (("TeraSort", "-"), ("TeraValidate", ":")):
            draw_medians(axis, series[job, arm], arm, f"{job}, {arm}", linestyle=style)
    sizes = sorted({size for by_size in series.values() for size in by_size})
    axis.set_xscale("log", base=2)
    axis.set_xticks(sizes, [f"{size:g}" for size in sizes])
    axis.set_xlabel("MiB of data")
    axis.set_ylabel("seconds the ResourceManager reports")
    axis.set_ylim(bottom=0)
    axis.grid(alpha=0.3)
    axis.legend()
    axis.set_title("Terasort: medians, intervals of 95 %")
    save(figure, target, "terasort")


def draw_pagerank(samples, target):
    """Seconds over iterations, a line for each arm."""
    series = groups.pagerank_series(samples)
    if not series:
        return
    figure, axis = plt.subplots(figsize=(7, 5))
    for arm in known_arms(series):
        draw_medians(axis, series[arm], arm, arm)
    axis.set_xlabel("iterations")
    axis.set_ylabel("seconds from the start of the command")
    axis.set_xlim(left=0)
    axis.set_ylim(bottom=0)
    axis.xaxis.set_major_locator(MaxNLocator(integer=True))
    axis.grid(alpha=0.3)
    axis.legend()
    axis.set_title("PageRank: medians, intervals of 95 %")
    save(figure, target, "pagerank")


def draw_mpi(runs, target):
    """Seconds until all ranks are in main or have the result, over ranks; then messages over their size."""
    figures = {"places → all in main": "start", "command → end": "command", "places → result": "result"}
    for figure, name in figures.items():
        for program, by_starter in groups.mpi_series(runs, figure).items():
            draw_starters(by_starter, f"{program}: {figure}", ("ranks", "seconds"), target, f"{program}-{name}")
    for program, by_starter in groups.message_series(runs).items():
        draw_starters(by_starter, program, ("bytes", "microseconds one way"), target, program)


def draw_starters(by_starter, title, labels, target, name):
    figure, axis = plt.subplots(figsize=(6, 4.5))
    for arm in known_arms(by_starter):
        draw_medians(axis, dict(sorted(by_starter[arm].items())), arm, arm)
    axis.set_xscale("log", base=2)
    axis.set_yscale("log")
    axis.set_xlabel(labels[0])
    axis.set_ylabel(labels[1])
    axis.grid(alpha=0.3)
    axis.legend()
    axis.set_title(title)
    save(figure, target, name.replace(" ", "-"))


def draw_growth(entries, target):
    """A small plot for each figure of the slots, over the containers that each has run."""
    if not of_type(entries, "reading", "audit"):
        return
    figure, axes = plt.subplots(4, 2, figsize=(11, 13), sharex=True)
    for axis, (name, label) in zip(axes.flat, groups.FIGURES.items()):
        for slot, (comparable, every) in groups.growth(entries, name).items():
            line = axis.plot(*zip(*comparable), marker="o", markersize=3, label=slot) if comparable else None
            colour = line[0].get_color() if line else None
            axis.plot(*zip(*every), ".", markersize=2, alpha=0.4, color=colour)
        axis.set_title(label)
        axis.set_ylim(0, max(1, 1.1 * axis.dataLim.ymax))
        axis.grid(alpha=0.3)
    for axis in axes.flat[len(groups.FIGURES) :]:
        axis.remove()
    for axis in axes[-1]:
        axis.set_xlabel("containers of all slots")
    axes.flat[0].legend(loc="lower right")
    figure.suptitle("Slots: lines when they were at rest or audited, dots right after each job")
    save(figure, target, "growth")


def draw_timelines(samples, target):
    """Where the time of a command goes: a row for the client and each container, a panel for each arm."""
    for workload, unordered in groups.timelines(samples).items():
        by_arm = {arm: unordered[arm] for arm in known_arms(unordered)}
        heights = [PANEL_INCHES + ROW_INCHES * len(rows) for rows in by_arm.values()]
        figure, axes = plt.subplots(
            len(by_arm),
            1,
            figsize=(10, sum(heights) + 1),
            sharex=True,
            squeeze=False,
            gridspec_kw={"height_ratios": heights},
        )
        for axis, (arm, rows) in zip(axes.flat, by_arm.items()):
            panel(axis, arm, rows)
        axes.flat[-1].set_xlabel("seconds from the start of the command")
        handles = [plt.Rectangle((0, 0), 1, 1, color=colour) for colour in PART_COLOURS.values()]
        axes.flat[0].legend(handles, PART_LABELS.values(), fontsize="small", loc="lower left")
        figure.suptitle(f"{workload}: of each arm the sample with the median wall time")
        save(figure, target, f"timeline-{workload}")


def panel(axis, arm, rows):
    """rows: [(label, [(part, start, length)])], from top to bottom."""
    for place, (_, parts) in enumerate(rows):
        for part, start, length in parts:
            axis.barh(place, length, left=start, color=PART_COLOURS[part], height=0.8)
    axis.set_yticks(range(len(rows)), [label for label, _ in rows], fontsize="x-small")
    axis.invert_yaxis()
    axis.set_xlim(left=0)
    axis.grid(axis="x", alpha=0.3)
    last = max((start + length for _, parts in rows for _, start, length in parts), default=0)
    axis.set_title(f"{arm}: {last:.1f} s", loc="left", fontsize="medium")


def main():
    entries = read(sys.argv[1])
    samples = of_type(entries, "sample")
    target = Path(sys.argv[2])
    draw_boxes(groups.job_groups(samples), "Jobs: seconds the ResourceManager reports", target, "jobs")
    draw_boxes(groups.cpu_groups(samples), "Processor time of the node", target, "cpu")
    for kind in ("map", "reduce", "master"):
        draw_boxes(groups.phase_groups(samples, kind), f"Containers: {kind}", target, f"phases-{kind}")
    draw_timelines(samples, target)
    draw_terasort(samples, target)
    draw_pagerank(samples, target)
    draw_growth(entries, target)
    draw_mpi(of_type(entries, "mpiRun"), target)


main()
