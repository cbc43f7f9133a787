"""The plot of a training: the reward of the network against each opponent over time."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from knockroll.lab.arena.plot import FAINT, GREY, INK, save_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from knockroll.lab.learning.training import Training

COLOURS = ("#1f6f8b", "#b4532a", "#5b4b8a", "#3f7d3a", "#8a6d1f")
DASHES = ("-", "--", "-.", ":")


def draw(training: Training, file: str | Path) -> None:
    """Draw a training to a file; its extension chooses SVG, PNG or PDF."""
    save_figure(partial(figure, training), file)


def figure(training: Training) -> Figure:
    """Return the figure of a training."""
    from matplotlib.figure import Figure
    from matplotlib.ticker import FuncFormatter

    course = training.course
    fig = Figure(figsize=(8, 4.2), layout="constrained")
    axes = fig.subplots()
    for number, opponent in enumerate(course.opponents):
        exams = [exam for exam in training.curve if exam.opponent == opponent]
        steps = [exam.steps for exam in exams]
        colour = COLOURS[number % len(COLOURS)]
        low = [exam.reward - 1.96 * exam.error for exam in exams]
        high = [exam.reward + 1.96 * exam.error for exam in exams]
        axes.fill_between(steps, low, high, color=colour, alpha=0.18, linewidth=0)
        axes.plot(
            steps,
            [exam.reward for exam in exams],
            color=colour,
            linestyle=DASHES[number % len(DASHES)],
            label=f"against {opponent}",
        )
    axes.axhline(0, color=INK, linewidth=0.8)
    if course.lessons:
        axes.axvspan(0, min(course.lessons * course.steps_each, training.steps), color=FAINT, alpha=0.2, linewidth=0)
        axes.annotate("imitation", (0, 0), (4, 6), "axes fraction", "offset points", fontsize=9, color=GREY)
    axes.set_xlim(0, max(1, training.steps))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda steps, _: f"{steps / 1e6:g} M"))
    axes.set_xlabel("moves of the network")
    axes.set_ylabel("mean reward per hand, with 95% interval")
    axes.set_title(f"{course.game.title}, {course.seats} seats", loc="left", fontsize=13, fontweight="bold")
    axes.grid(color=FAINT, alpha=0.35, linewidth=0.8)
    axes.legend(frameon=False, loc="lower right")
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    return fig
