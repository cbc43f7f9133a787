"""Tables of Thirty-One for tests.

Most hands here are of three suits: then no card that is drawn makes 31, and the value is the highest card.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import knockroll
from tests.helpers import deck, play

LOW = ("2h 5d 9c", "3h 6d 8c", "4h 7d 2c", "5h 8d 3c", "6h 9d 4c", "7h 2d 5c", "8h 3d 6c", "9h 4d 7c", "Th Td Jc")
"""One hand of three suits for each seat; the values are 9 8 7 8 9 7 8 9 10."""
LOWEST = "4s 2d 4c"
"""A hand worth 4, for tables of up to four seats."""


def low(seats: int, **others: str) -> list[str]:
    """Low hands for all seats but those named: ``low(4, seat1="Ks Qs 9s")``."""
    return [others.get(f"seat{seat}", LOW[seat]) for seat in range(seats)]


def spare(*seats: int, of: int, dealer: int = 0, out: Sequence[int] = ()) -> list[str]:
    """A deal that gives 31 to some seats, and so a strike to all others without a move (R1)."""
    hands = [LOW[seat] if seat not in out else "" for seat in range(of)]
    for seat, suit in zip(seats, "shdc", strict=False):
        hands[seat] = f"A{suit} K{suit} Q{suit}"
    return deck(hands, "Js", dealer=dealer, out=out)


def begin(seats: int, *decks: list[str], **options: Any) -> knockroll.Table:
    """A table dealt from these decks, seat 0 the first dealer."""
    return knockroll.Table("thirty_one", seats, dealer=0, chance=knockroll.Scripted(decks), **options)


def struck(scores: Sequence[int], hands: Sequence[str], turn: int, **options: Any) -> knockroll.Table:
    """A table where seats have these strikes and hands; the top discard is Js, and all else chance."""
    return knockroll.Table.at("thirty_one", scores=scores, hands=hands, top="Js", turn=turn, seed=1, options=options)


def pass_turns(t: knockroll.Table, turns: int = 1) -> tuple[knockroll.Event, ...]:
    """Turns that change no hand: the stock card that is drawn is discarded. The events of the last."""
    events: tuple[knockroll.Event, ...] = ()
    for _ in range(turns):
        (drawn,) = play(t, "draw stock")[0].cards
        events = play(t, f"discard {drawn}")
    return events


def knock_and_end(t: knockroll.Table) -> knockroll.Hand:
    """The seat to move knocks, nobody improves: the hand that this ends."""
    others = len(t.order) - 1
    play(t, "knock")
    pass_turns(t, others)
    return t.hands[-1]


def kinds(events: Sequence[knockroll.Event]) -> list[str]:
    return [event.kind for event in events]


def last_two_tie() -> knockroll.Table:
    """Seat 2 is out; seats 0 and 1 have two strikes each and the same value; seat 1 is to move."""
    return struck((2, 2, 3), ["9s 2h 4d", "9h 3s 5d", ""], turn=1)
