"""Cards and dice, drawn with letters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from textual.content import Content

from knockroll.engine.words import sign
from knockroll.terminal.draw.blocks import Block, line


class Size(NamedTuple):
    """The size of a card in cells."""

    width: int
    height: int


SMALL = Size(5, 3)
MEDIUM = Size(5, 4)
LARGE = Size(7, 5)
HUGE = Size(9, 7)

_LIGHT = "╭─╮│╰╯"
_HEAVY = "┏━┓┃┗┛"
_PIPS = {1: "    ●    ", 2: "●       ●", 3: "●   ●   ●", 4: "● ●   ● ●", 5: "● ● ● ● ●", 6: "● ●● ●● ●"}


@dataclass(frozen=True)
class Inks:
    """The colours of the suits."""

    four_colours: bool = False

    def of(self, suit: str) -> str:
        """The colour of a suit."""
        if self.four_colours:
            return {"s": "$card-black", "h": "$card-red", "d": "$card-blue", "c": "$card-green"}[suit]
        return "$card-red" if suit in "hd" else "$card-black"


def chip(card: str, inks: Inks, faint: bool = False) -> Content:
    """A card in one line: `` 7♥ ``. A card that doesn't count is faint."""
    ink = "$card-edge on $card-faint" if faint else f"{inks.of(card[1])} on $card bold"
    return line((f" {sign(card)} ", ink))


def chips(cards: Sequence[str], inks: Inks) -> Content:
    """Cards in one line, with a space between them."""
    return Content(" ").join(chip(card, inks) for card in cards)


def strip_of(cards: Sequence[str], inks: Inks, room: int) -> Content:
    """Cards in one line, as far apart as there is room for."""
    letters = sum(len(sign(card)) for card in cards)
    if letters + 3 * len(cards) - 1 <= room:
        return chips(cards, inks)
    gap = " " if letters + len(cards) + 1 <= room else ""
    parts = [(sign(card) + gap, f"{inks.of(card[1])} on $card bold") for card in cards]
    return line((gap, "on $card"), *parts)


def _frame(rows: Sequence[Content], width: int, edge: str, heavy: bool = False) -> Block:
    """Put an edge round the rows of a card."""
    a, b, c, d, e, f = list(_HEAVY if heavy else _LIGHT)
    sides = [line((d, edge), row, (d, edge)) for row in rows]
    return [line((a + b * (width - 2) + c, edge)), *sides, line((e + b * (width - 2) + f, edge))]


def card_face(
    card: str, size: Size, inks: Inks, raised: bool = False, faint: bool = False, covered: bool = False, left: int = 0
) -> Block:
    """The face of a card. A raised card has a heavier edge; a card that can't be used is faint.

    Only the left part of a covered card is drawn: two thirds, or ``left`` columns.
    """
    rank, suit = sign(card)[:-1], sign(card)[-1]
    ink = f"{inks.of(card[1])} on $card bold"
    edge = "$card-raised on $card" if raised else "$card-edge on $card"
    if faint:
        ink, edge = "$card-edge on $card-faint", "$card-edge on $card-faint"
    inner, rows = size.width - 2, size.height - 2
    if size == SMALL:
        texts = [(rank + suit).ljust(inner)]
    elif size == MEDIUM:
        texts = [rank.ljust(inner), suit.ljust(inner) if covered and left else suit.rjust(inner)]
    else:
        texts = [" " * inner for _ in range(rows)]
        texts[0] = (rank + suit).ljust(inner)
        texts[rows // 2] = suit.center(inner)
        if not covered:
            texts[-1] = (rank + suit).rjust(inner)
    face = _frame([line((text, ink)) for text in texts], size.width, edge, heavy=raised)
    return [row[: left or size.width - size.width // 3] for row in face] if covered else face


def card_back(size: Size, text: str = "") -> Block:
    """The back of a card, perhaps with a word on it."""
    style = "$back-line on $back"
    inner, rows = size.width - 2, size.height - 2
    middle = f" {text} " if text and len(text) + 2 <= inner else text
    texts = ["░" * inner for _ in range(rows)]
    if text:
        texts[(rows - 1) // 2] = middle.center(inner, "░")
    return _frame([line((row, style)) for row in texts], size.width, style)


def no_card(size: Size, text: str = "") -> Block:
    """An empty place for a card."""
    inner, rows = size.width - 2, size.height - 2
    texts = [" " * inner for _ in range(rows)]
    texts[(rows - 1) // 2] = text[:inner].center(inner)
    return _frame([line((row, "$quiet")) for row in texts], size.width, "$quiet")


def backs(count: int, room: int) -> Content:
    """The number of cards in a hand, as little backs if there is room for them."""
    if count <= 0:
        return line(("no cards", "$quiet"))
    if count > room:
        return line(("▮", "$backs"), f"×{count}")
    return line(("▮" * count, "$backs"), f" {count}" if count > 5 and count + 3 <= room else "")


# --- Dice ----------------------------------------------------------------------------------------------------------


def die_face(face: int, raised: bool = False, faint: bool = False, small: bool = False) -> Block:
    """A die: a small one shows its number, a large one its pips."""
    ink = "$card-edge on $card-faint" if faint else "$card-black on $card bold"
    edge = "$card-edge on $card-faint" if faint else ("$card-raised on $card" if raised else "$card-edge on $card")
    if small:
        return _frame([line((f" {face} ", ink))], 5, edge, heavy=raised)
    pips = _PIPS[face]
    rows = [line((f" {' '.join(pips[i : i + 3])} ", ink)) for i in (0, 3, 6)]
    return _frame(rows, 9, edge, heavy=raised)


def no_die(small: bool = False) -> Block:
    """An empty place for a die."""
    return no_card(SMALL if small else Size(9, 5))
