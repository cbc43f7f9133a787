"""Tonk: the state of a game, and who sits where.

A seat keeps its number forever, so that the ledger always adds up; its place at the table is its place in ``order``. A
table has room for ten players, but its rows are longer: when a player has left, another may come.
"""

from __future__ import annotations

from knockroll.engine.cards import ALL_CARDS, DECK_SIZE
from knockroll.engine.rule import row, rule
from knockroll.engine.state import FIRST_PHASE, MAX_SEATS, NO_CARD, NOBODY, CardState

DRAW = FIRST_PHASE
PLAY = FIRST_PHASE + 1

MOST_SEATS = 16
"""The most seats of a session, including those that players have left."""
MOST_SPREADS = DECK_SIZE // 3

# The values of options in the state.
OPENING_49_50 = 0
CAUGHT_PAYS_DOUBLE = 1


class Tonk(CardState):
    """A game of Tonk. ``scores`` are chips, won and lost."""

    scores: list[int] = row(MOST_SEATS)
    points: list[int] = row(MOST_SEATS)
    hands: list[int] = row(MOST_SEATS)
    held: list[int] = row(MOST_SEATS)
    taken: list[int] = row(MOST_SEATS)
    known: list[int] = row(MOST_SEATS)

    order: list[int] = row(MAX_SEATS, NOBODY)  # the seats that are dealt in, clockwise
    joining: int = 0  # seats that will be dealt in at the next deal, one bit each
    leaving: int = 0  # seats that will not be
    took_part: int = 0  # seats that have ever been dealt in
    # The cut for seats: the card of each seat that has cut this time, and how many have cut higher so far.
    cut: list[int] = row(MAX_SEATS, NO_CARD)
    higher: list[int] = row(MAX_SEATS)

    spreads: list[int] = row(MOST_SPREADS + 1)  # as laid: its cards and, above them, its owner; then 0
    blocked: int = 0  # seats that may not drop at their next turn
    # Options
    stake: int = 1
    session: int = 10  # the option "hands": that field holds cards
    caught_pays: int = 0
    opening_tonk: int = OPENING_49_50
    hit_blocks_drop: int = 0
    cards: int = 5


@rule
def spread_of(owner: int, cards: int) -> int:
    """A spread as the state stores it."""
    return owner << DECK_SIZE | cards


@rule
def cards_of(spread: int) -> int:
    """The cards of a spread."""
    return spread & ALL_CARDS


@rule
def owner_of(spread: int) -> int:
    """The seat that laid a spread."""
    return spread >> DECK_SIZE


@rule
def left_of(s: Tonk, seat: int) -> int:
    """The next seat clockwise of those that are dealt in."""
    place = 0
    while s.order[place] != seat:
        place += 1
    place += 1
    return s.order[place] if place < s.playing.bit_count() else s.order[0]


@rule
def most_seated(cards: int) -> int:
    """How many players one deck serves with this many cards each, a card to turn up and one to draw (tonk 1)."""
    return min(MAX_SEATS, (DECK_SIZE - 2) // cards)
