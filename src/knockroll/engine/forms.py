"""Forms: how the fields of a view are written as numbers, for programs that learn.

Each field that a game shows declares its form once (``Shown.form``); ``knockroll.lab.environments.arrays`` makes rows
of them. Seats always begin with the reader's own seat; the others follow clockwise.
"""

from __future__ import annotations

from dataclasses import dataclass

# Kinds of items, and how many numbers each takes.
NUMBER = 0
"""As it is: one number."""
CHOICE = 1
"""One of several: a 1 at its place."""
CARD = 2
"""A card: 52 numbers, a 1 at its place (spades A to K, hearts, diamonds, clubs); all 0 for none."""
CARDS = 3
"""A set of cards: 52 numbers, a 1 for each that is there."""
SEAT = 4
"""A seat: a 1 at its place; all 0 for nobody."""
SEATS = 5
"""A set of seats: a 1 for each that is in it."""
DICE = 6
"""A set of dice: how many show a 1, a 2, … a 6."""
OWNED_CARDS = 7
"""A set of cards and, in the bits above it, the seat that it belongs to: as CARDS, then as SEAT."""
CARDS_LEFT = 8
"""How many cards the stock has: one number. The field is ``stock_next``, and ``stock_end`` comes after it."""
TOP_CARD = 9
"""The last card of a row, as CARD. Behind the row is how many it has."""
CARDS_OF_ROW = 10
"""The cards of such a row, as CARDS; those that may not be seen are left out."""
ACTS = 11
"""The last acts of the hand (:mod:`knockroll.engine.acts`), the latest first: for each the number of its move and 1
more, then the seat that acted, counted from the own seat; 0 and 0 where there is none."""


@dataclass(frozen=True)
class Form:
    """How one field is written."""

    kind: int = NUMBER
    per_seat: int = 0
    """How many items of the row belong to each seat: those of the own seat come first. 0: the field is one item, or a
    row that is written as it is."""


AS_NUMBERS = Form()
