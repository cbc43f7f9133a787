"""The person's own cards (or dice), with the key of each below it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.content import Content

from knockroll.terminal.draw.blocks import Block, beside, blank, centred, line, touch_all, width_of
from knockroll.terminal.draw.cards import HUGE, LARGE, MEDIUM, Inks, Size, card_face, die_face

SIZES = (HUGE, LARGE, MEDIUM)
NARROWEST = 3
"""The fewest columns that still show which card it is."""


@dataclass(frozen=True)
class Held:
    """A card of the hand and how to draw it."""

    card: str
    key: str
    raised: bool = False
    fresh: bool = False
    usable: bool = True
    under_cursor: bool = False


def hand_block(groups: Sequence[Sequence[Held]], width: int, tallest: int, inks: Inks) -> Block:
    """Cards in groups, as large as they fit: side by side, or fanned so that only their corners show."""
    for size in SIZES:
        if size.height > tallest:
            continue
        for fanned in (False, True):
            block = _lay(groups, size, fanned, inks)
            if width_of(block) <= width:
                return centred(block, width)
    return centred(_lay(groups, MEDIUM, True, inks, left=NARROWEST), width)


def _lay(groups: Sequence[Sequence[Held]], size: Size, fanned: bool, inks: Inks, left: int = 0) -> Block:
    drawn = []
    for group in groups:
        cards = [_card(held, size, inks, fanned and i < len(group) - 1, left) for i, held in enumerate(group)]
        drawn.append(beside(cards, gap=0 if fanned else 1))
    return beside(drawn, gap=1 if left else 2 if fanned else 3)


def _card(held: Held, size: Size, inks: Inks, covered: bool, left: int) -> Block:
    """A card with its key; only its left part if the next card covers it."""
    face = card_face(held.card, size, inks, held.raised, not held.usable, covered, left)
    width = width_of(face)
    gap = blank(width, 1)
    face = face + gap if held.raised else gap + face
    return touch_all([*face, _label(held, width)], f"card {held.card}")


def _label(held: Held, width: int) -> Content:
    """The key of a card; ``×`` if no move uses it."""
    if not held.usable:
        return line(("×".center(width), "$quiet"))
    text = f"[{held.key}]" if held.under_cursor else held.key
    if held.fresh and width >= 5:
        text = f"{text} new"
    style = "$accent bold" if held.fresh or held.raised or held.under_cursor else "bold"
    return line((text.center(width)[:width], style))


@dataclass(frozen=True)
class Die:
    """A die on the table and how to draw it."""

    face: int
    raised: bool = False
    faint: bool = False
    label: str = ""
    under_cursor: bool = False


def dice_block(dice: Sequence[Die], width: int) -> Block:
    """The dice on the table, with their keys below them."""
    small = width < 11 * len(dice)
    drawn = []
    for i, die in enumerate(dice):
        face = die_face(die.face, die.raised, die.faint, small)
        wide = width_of(face)
        gap = blank(wide, 1)
        text = f"[{die.label}]" if die.under_cursor else die.label
        label = line((text.center(wide), "$accent bold" if die.raised or die.under_cursor else "bold"))
        drawn.append(touch_all([*(face + gap if die.raised else gap + face), label], f"die {i}"))
    return centred(beside(drawn, gap=1 if small else 2), width) if drawn else []
