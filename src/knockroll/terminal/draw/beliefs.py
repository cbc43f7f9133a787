"""What a seat knew: the 52 cards as a grid of blocks, and what each move was worth."""

from __future__ import annotations

from collections.abc import Sequence

from knockroll.engine.words import sign
from knockroll.review.document import Candidate
from knockroll.terminal.draw.blocks import Block, blank, fit, line, text_block, touch
from knockroll.terminal.draw.review import candidates_block
from knockroll.terminal.model.beliefs import RANKS, SUITS, Belief, belief_words
from knockroll.terminal.model.game_review import Analysis

CELL = 5
"""Columns of a card: a shade and two digits, between brackets if the card was really there."""
LABEL = 3
GRID = LABEL + CELL * len(RANKS)
"""Columns of the whole grid."""


def map_block(beliefs: Sequence[Belief], at: int, name: str, names: Sequence[str], width: int) -> Block:
    """The map of the cards, how to read it, and the card at a place in words."""
    heads = [line((f"{'10' if rank == 'T' else rank:>3}".ljust(CELL), "$quiet")) for rank in RANKS]
    drawn = text_block([(f"How likely another player held each card, in percent, as {name} knew it", "bold")], width)
    drawn += [*blank(width, 1), fit(line(" " * (LABEL + 1), *heads), width)]
    for row, suit in enumerate(SUITS):
        cells = [line((f" {sign('A' + suit)[1:]} ", "bold"))]
        for column in range(len(RANKS)):
            place = row * len(RANKS) + column
            text, style = _cell(beliefs[place], place == at)
            cells.append(touch(line((text, style)), f"card {place}"))
        drawn.append(fit(line(*cells), width))
    key = "░ from 5%, ▒ 20%, ▓ 40%, █ 70%; [ ] really held; own: own hand; · on the table"
    told = f"▸ {belief_words(beliefs[at], names)}"
    return [*drawn, *blank(width, 1), *text_block([(key, "$quiet"), (told, "$accent")], width)]


def _cell(belief: Belief, is_chosen: bool) -> tuple[str, str]:
    """A card as text and its style."""
    if belief.seen:
        text, style = "own" if belief.seen == "hand" else "  ·", "$quiet"
    else:
        whole = round(100 * belief.held)
        text = f"{whole}" if whole > 99 else f"{belief.shade}{whole:>2}"
        style = "bold $accent" if belief.really is not None else "" if whole else "$quiet"
    before, after = "[]" if belief.really is not None else "  "
    if is_chosen:
        before, style = "▸", f"{style} reverse".strip()
    return f"{before}{text}{after}", style


def worth_block(analysis: Analysis, played: str, width: int) -> Block:
    """What each move was worth, as far as the seat knew; the best one first."""
    found: Sequence[Candidate] = analysis.hint.candidates
    return candidates_block(found, found[0].move, played, width)
