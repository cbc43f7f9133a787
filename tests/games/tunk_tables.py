"""Tables of Tunk for tests. Seat 0 begins and, in most of them, tunks at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import knockroll
from knockroll.engine.cards import TEXTS, parse_mask, texts_in
from knockroll.games.tunk.matched import TWOS, arrange
from tests.helpers import play, table

TUNKER = "5h 6h 2c Ac 3d 4s 9d"
"""With Kc drawn from the stock: one matched set, 5h 6h 2c, and Ac 3d 4s 9d Kc left: 27 points."""
PLAIN = ("Ks Qd Jc 9s 8d 7c 6s", "Kh Qs Jd Tc 8s 7d 5c")
"""Nothing matches, nothing can be added to 5h 6h 2c: 60 points each."""
NEXT = list(TEXTS)
"""Any deck, for the deal that follows the hand that a test is about."""


def begin(hands: Sequence[str], upcard: str = "3c", stock: str = "Kc", **options: Any) -> knockroll.Table:
    """A table with the last seat as dealer, so that seat 0 begins; there is a deck for the next hand."""
    return table("tunk", hands, upcard, stock, dealer=len(hands) - 1, **{"then": [NEXT], **options})


def tunked(*others: str, stock: str = "", **options: Any) -> knockroll.Table:
    """Seat 0 has tunked with 27 points and the set 5h 6h 2c; seat 1 is to draw, next from this stock."""
    t = begin([TUNKER, *others], stock=f"Kc {stock}", **options)
    play(t, "draw stock", "tunk")
    return t


def pass_turns(t: knockroll.Table, turns: int = 1) -> tuple[knockroll.Event, ...]:
    """Turns that change no hand: the stock card that is drawn is discarded. The events of the last."""
    events: tuple[knockroll.Event, ...] = ()
    for _ in range(turns):
        (drawn,) = play(t, "draw stock")[0].cards
        events = play(t, f"discard {drawn}")
    return events


def finish(t: knockroll.Table) -> knockroll.Hand:
    """After a tunk, nobody who is left improves: the hand that this ends."""
    played = len(t.hands)
    while len(t.hands) == played:
        pass_turns(t)
    return t.hands[-1]


def arranged(cards: str, *tunker_sets: str) -> list[str]:
    """The own matched sets as the table lays them out, then ``+8h on 1`` for what is added to the tunker's sets."""
    open_sets = [parse_mask(cards) for cards in (*tunker_sets, "", "")]
    first, second, to_first, to_second = arrange(parse_mask(cards), TWOS, open_sets[0], open_sets[1])
    sets = [" ".join(texts_in(mask)) for mask in (first, second) if mask]
    added = [f"+{texts_in(mask)[0]} on {i}" for i, mask in ((1, to_first), (2, to_second)) if mask]
    return sets + added
