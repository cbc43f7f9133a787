"""The computer players of Thirty-One, asked in tests."""

from __future__ import annotations

from collections.abc import Sequence

import knockroll
from tests.helpers import play, table

HOUSE, CAUTION, AGGRESSIVE, COUNTER, CLUELESS = (
    "House",
    "Mr. Caution",
    "Ms. Aggressive",
    "The Card Counter",
    "Mr. Clueless",
)
JUNK = "2d 3d 5d 6d 2h 3h 5h 6h 2c 3c 5c 6c 2s 3s 5s 6s"
"""A stock of cards that help nobody much, for tests that play some rounds."""


def choice(name: str, t: knockroll.Table, seed: int = 0) -> str:
    """What a player does whose turn it is."""
    assert t.turn is not None
    move = knockroll.player("thirty_one", name, seed).choose(t.view(t.turn))
    assert move in t.legal()
    return move


def in_round(number: int, hand: str, used: Sequence[str] = ()) -> knockroll.Table:
    """A table of two at which everybody has thrown back what they drew until the first seat begins this round."""
    stock = " ".join(card for card in JUNK.split() if card not in (*hand.split(), *used))
    t = table("thirty_one", [hand, "Tc 9d 8c"], "4c", stock, dealer=1)
    for _ in range(2 * (number - 1)):
        drawn = next(event.cards[0] for event in play(t, "draw stock") if event.kind == "draw")
        play(t, f"discard {drawn}")
    assert t.view(0)["rounds"][0] == number
    return t
