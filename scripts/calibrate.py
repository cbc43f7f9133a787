"""Make docs/belief.md: how accurate the lab's belief about hidden hands is.

``python -m scripts.calibrate`` takes most of an hour. Run it in the folder that has ``docs``.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from knockroll.engine.game import get_game
from knockroll.lab.arena.plot import FAINT, STYLE
from knockroll.lab.search.calibration import LEARNED_FROM, Calibration, Known, calibrate

SEED = 20_271_117
LEAST = 30
"""Turns that fewer hands than this reached are left out."""
OPENING = """# How accurate belief is

<!-- Made by: python -m scripts.calibrate -->

[Belief](lab.md#belief) is what a player of gin (variant `standard`) can infer about the opponent's hand. Here it is
compared with the true hand, before every draw of The Archivist, in {hands} hands against each opponent, seed {seed}.

*Brier* is the mean squared error of the believed probabilities of single cards; *uniform* is the same if all hands were
equally likely. *Worlds* is the number of independent hands that {worlds} worlds of one belief are worth, estimated from
two separate beliefs. The columns by turn show by how many points deadwood is overestimated, with 95% intervals. The
hands of a row are the same in every table, and so is the opponent's luck.
"""

KNOWN = {
    Known.NOTHING: "Nothing is known about the opponent:",
    Known.LEARNED: f"The opponent is inferred from {LEARNED_FROM} earlier hands of a match:",
    Known.NAME: "The opponent is known:",
}


def main() -> None:
    """Make the page."""
    parser = argparse.ArgumentParser(prog="python -m scripts.calibrate", description=__doc__)
    parser.add_argument("--hands", type=int, default=300, metavar="N", help="hands per opponent (default: 300)")
    parser.add_argument("--docs", type=Path, default=Path("docs"), metavar="FOLDER", help="default: docs")
    arguments = parser.parse_args()
    make_page(arguments.docs, arguments.hands)


def make_page(docs: Path, hands: int) -> None:
    """Make the page and its plot below ``docs``."""
    game = get_game("gin_rummy")
    page = [OPENING.format(hands=f"{hands:,}", seed=SEED, worlds=game.thinkers[0].search.worlds)]
    for known, words in KNOWN.items():
        print(words, flush=True)
        found = [calibrate(game, bot, hands, SEED, known) for bot in game.players]
        page += [f"{words}\n", *_table(found), ""]
    draw(found, docs / "images" / "belief.svg")
    about = "Reliability of the belief about single cards when the opponent is known."
    page.append(f"![{about}](images/belief.svg)")
    (docs / "belief.md").write_text("\n".join(page) + "\n", encoding="utf-8")


def _table(found: Sequence[Calibration]) -> Iterator[str]:
    turns = sorted({turn for one in found for turn, rows in one.deadwood.items() if len(rows) >= LEAST})
    yield "| Opponent | Brier | uniform | worlds | " + " | ".join(f"turn {turn}" for turn in turns) + " |"
    yield "|---|" + "--:|" * (3 + len(turns))
    for one in found:
        mine, uniform = one.brier()
        cells = [one.opponent, f"{mine:.4f}", f"{uniform:.4f}", f"{one.effective():.1f}"]
        for turn in turns:
            bias, half = one.bias(turn) if len(one.deadwood[turn]) >= LEAST else (None, None)
            cells.append("" if bias is None else f"{bias:+.1f} ± {half:.1f}")
        yield "| " + " | ".join(cells) + " |"


def draw(found: Sequence[Calibration], file: Path) -> None:
    """Draw the reliability diagram: on the diagonal, believed probabilities equal true frequencies."""
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(5, 4.4), layout="constrained")
        axes = figure.subplots()
        axes.plot([0, 1], [0, 1], color=FAINT, linewidth=1)
        for one, marker in zip(found, "osD^v", strict=False):
            sure, held, _ = zip(*one.reliability(), strict=True)
            axes.plot(sure, held, marker=marker, markersize=4, linewidth=1, label=one.opponent)
        axes.set(xlabel="believed probability", ylabel="frequency", xlim=(0, 1), ylim=(0, 1))
        axes.legend(frameon=False)
        figure.savefig(file, metadata={"Date": None}, facecolor="white")


if __name__ == "__main__":
    main()
