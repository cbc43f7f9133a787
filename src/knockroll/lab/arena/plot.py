"""Plots of a match: players by rating with their intervals, and a heat map of head-to-head results."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from knockroll.lab.arena.result import MatchResult

FORMATS = (".svg", ".png", ".pdf")
INK = "#1f2933"
GREY = "#616e7c"
FAINT = "#9aa5b1"
DOT = "#1f6f8b"
STYLE: Any = {
    "font.family": "sans-serif",
    "font.size": 10,
    "text.color": INK,
    "axes.labelcolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.edgecolor": FAINT,
    "svg.hashsalt": "knockroll",  # the same result makes the same file
    "svg.fonttype": "none",
}
LONGEST_NAME = 20


def draw(result: MatchResult, file: str | Path) -> None:
    """Draw a result to a file; its extension chooses SVG, PNG or PDF."""
    save_figure(partial(figure, result), file)


def save_figure(make: Callable[[], Figure], file: str | Path) -> None:
    """Make a figure in the style of all plots, and write it to a file."""
    import matplotlib

    with matplotlib.rc_context(STYLE):
        metadata = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}
        suffix = Path(file).suffix.lower()
        make().savefig(file, dpi=150, metadata=metadata.get(suffix), facecolor="white")


def as_html(result: MatchResult) -> str:
    """Return a result as HTML for notebooks: its standings as a table and, with matplotlib, its plot."""
    from html import escape

    match = result.match
    headings = ("player", "games", "win share", "95%", f"mean {match.game.score_name}", "rating", "95%")
    rows = [(escape(standing.name), *standing.figures()) for standing in result.standings]
    title = f"{match.game.title}: {result.games:,} games, {match.seats} seats, seed {match.seed}"
    head = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    table = f"<table><caption>{escape(title)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return table + _plot_as_html(result)


def _plot_as_html(result: MatchResult) -> str:
    from base64 import b64encode
    from importlib.util import find_spec
    from io import BytesIO

    if find_spec("matplotlib") is None:
        return ""
    import matplotlib

    picture = BytesIO()
    with matplotlib.rc_context(STYLE):
        figure(result).savefig(picture, format="png", dpi=110, facecolor="white")
    data = b64encode(picture.getvalue()).decode()
    return f'<img alt="Ratings and head to head" style="max-width: 100%" src="data:image/png;base64,{data}">'


def figure(result: MatchResult) -> Figure:
    """Return the figure of a result."""
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    count = len(result.standings)
    alone = count < 2
    height = 1.7 + 0.46 * count
    layout = ConstrainedLayoutEngine(w_pad=0.15, h_pad=0.1, wspace=0.06)
    fig = Figure(figsize=(7.5 if alone else 9 + 0.75 * max(4, count), max(height, 2.6)), layout=layout)
    match = result.match
    fig.suptitle(
        f"{match.game.title}: {result.games:,} games, {match.seats} seats",
        x=0.012,
        ha="left",
        fontsize=13,
        fontweight="bold",
    )
    left, *right = fig.subplots(
        1, 1 if alone else 2, squeeze=False, width_ratios=[1] if alone else [1, 0.2 + 0.16 * max(4, count)]
    )[0]
    _draw_ratings(result, left)
    if right:
        _draw_head_to_head(result, right[0])
    return fig


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"


def _draw_ratings(result: MatchResult, axes: Axes) -> None:
    standings = result.standings[::-1]  # the best at the top
    for place, standing in enumerate(standings):
        half = (standing.rating_high - standing.rating_low) / 2
        axes.errorbar(
            standing.rating, place, xerr=half, fmt="o", color=DOT, markersize=5, capsize=5, capthick=1.4, elinewidth=1.4
        )
        axes.annotate(
            f"{standing.rating:.0f} ± {half:.0f}",
            (standing.rating, place),
            xytext=(0, 8),
            textcoords="offset points",
            ha="center",
            fontsize=9,
        )
        won = f"{standing.share:.1%}"
        axes.annotate(won, (1.14, place), xycoords=("axes fraction", "data"), va="center", ha="right", fontsize=9)
    axes.set_yticks(range(len(standings)), [_short(standing.name) for standing in standings])
    axes.set_ylim(-0.5, len(standings) - 0.4)
    low = min(standing.rating_low for standing in standings)
    high = max(standing.rating_high for standing in standings)
    margin = max(20.0, 0.1 * (high - low))
    axes.set_xlim(low - margin, high + margin)
    axes.grid(axis="x", color=FAINT, alpha=0.35, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.tick_params(length=0)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    _entitle(axes, "Rating", "Elo points (mean 1500) with 95% intervals")
    axes.annotate("won", (1.14, 1), (0, 9), "axes fraction", "offset points", ha="right", fontsize=9, color=GREY)


def _entitle(axes: Axes, title: str, explanation: str) -> None:
    axes.annotate(title, (0, 1), (0, 24), "axes fraction", "offset points", fontsize=11, fontweight="bold")
    axes.annotate(explanation, (0, 1), (0, 9), "axes fraction", "offset points", fontsize=9, color=GREY)


def _draw_head_to_head(result: MatchResult, axes: Axes) -> None:
    import numpy as np

    names = [standing.name for standing in result.standings]
    shares: Any = np.full((len(names), len(names)), np.nan)
    for row, name in enumerate(names):
        for column, other in enumerate(names):
            share = result.head_to_head[name].get(other)
            if share is not None:
                shares[row, column] = share
    axes.set_facecolor("#eef1f4")
    axes.imshow(shares, cmap="RdBu", vmin=-0.2, vmax=1.2, aspect="auto")  # beyond 0 and 1: gentler colours
    for (row, column), share in np.ndenumerate(shares):
        if not np.isnan(share):
            strong = abs(share - 0.5) > 0.4
            text = f"{share:.1%}" if 0.0005 <= share <= 0.9995 else f"{share:.0%}"
            axes.text(column, row, text, ha="center", va="center", fontsize=9, color="white" if strong else INK)
    labels = [_short(name) for name in names]
    axes.set_yticks(range(len(names)), labels)
    axes.set_xticks(range(len(names)), labels, rotation=25, ha="right", rotation_mode="anchor")
    axes.set_xticks(np.arange(-0.5, len(names)), minor=True)
    axes.set_yticks(np.arange(-0.5, len(names)), minor=True)
    axes.grid(which="minor", color="white", linewidth=2)
    axes.tick_params(which="both", length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)
    if result.match.seats == 2:
        _entitle(axes, "Head to head", "games that the row wins against the column")
    else:
        _entitle(axes, "Head to head", "of games won by row or column, those of the row")
