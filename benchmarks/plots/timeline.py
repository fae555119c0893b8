# SPDX-License-Identifier: Apache-2.0
"""Where the time of a command goes: a row for the client and each container, a panel for each arm."""

import groups

COLOURS = {"client": "#969696", "start": "#d6604d", "work": "#4d9221", "end": "#4393c3"}
LABELS = {
    "client": "client: up to the submission, and from the end of the job",
    "start": "container: request to first split or registration",
    "work": "container: work",
    "end": "container: end",
}
ROW_INCHES = 0.16
PANEL_INCHES = 0.7


def draw(samples, arms, plt, save):
    """One figure a workload.

    arms: in the order of the panels; plt: matplotlib.pyplot; save(figure, name) writes a figure and
    closes it.
    """
    for workload, unordered in groups.timelines(samples).items():
        by_arm = {arm: unordered[arm] for arm in arms if arm in unordered}
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
        handles = [plt.Rectangle((0, 0), 1, 1, color=colour) for colour in COLOURS.values()]
        axes.flat[0].legend(handles, LABELS.values(), fontsize="small", loc="lower left")
        figure.suptitle(f"{workload}: of each arm the sample with the median wall time")
        save(figure, f"timeline-{workload}")


def panel(axis, arm, rows):
    """rows: [(label, [(part, start, length)])], from top to bottom."""
    for place, (_, parts) in enumerate(rows):
        for part, start, length in parts:
            axis.barh(place, length, left=start, color=COLOURS[part], height=0.8)
    axis.set_yticks(range(len(rows)), [label for label, _ in rows], fontsize="x-small")
    axis.invert_yaxis()
    axis.set_xlim(left=0)
    axis.grid(axis="x", alpha=0.3)
    last = max((start + length for _, parts in rows for _, start, length in parts), default=0)
    axis.set_title(f"{arm}: {last:.1f} s", loc="left", fontsize="medium")
