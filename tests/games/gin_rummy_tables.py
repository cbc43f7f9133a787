"""Hands and tables for the tests of Gin Rummy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import knockroll
from knockroll.engine.cards import TEXTS
from tests.helpers import deck, play, table

TIDY = "As 2s 3s 4h 5h 6h 9d Td Jd Kc"
"""Three runs, and a king left over: 10. With Qd drawn and Kc discarded it is gin."""
LOOSE = "Ah 2h 4s 5s 7d 8d 9c Jc Qc Qh"
"""No meld: 66. Against TIDY, 4s 5s 7d 8d could be laid off."""
LOOSE_AFTER_LAY_OFF = 66 - 4 - 5 - 7 - 8

# Three hands of melds in one suit, to which single cards can be added at will.
NINE_SPADES = "As 2s 3s 4s 5s 6s 7s 8s 9s"
NINE_DIAMONDS = "Ad 2d 3d 4d 5d 6d 7d 8d 9d"
EIGHT_CLUBS = "Ac 2c 3c 4c 5c 7c 8c 9c"

SOME_DECK = deck(["", ""])


def begin(hands: Sequence[str], upcard: str = "", stock: str = "", **options: Any) -> knockroll.Table:
    """A table with these hands, where seat 0 begins; there are more deals behind this one."""
    then = options.pop("then", [SOME_DECK] * 3)
    return table("gin_rummy", hands, upcard, stock, dealer=len(hands) - 1, then=then, **options)


def scattered(seats: int) -> list[str]:
    """Up to five hands without any meld: a hand has every fifth card of a suit, and each rank goes to four hands."""
    hands = [
        [TEXTS[13 * suit + rank] for suit in range(4) for rank in range(13) if (rank + 2 * suit) % 5 == i]
        for i in range(5)
    ]
    return [" ".join(hand[:10]) for hand in hands[:seats]]


def pass_turns(t: knockroll.Table, count: int) -> None:
    """A number of turns in which the player discards the card just drawn from the stock."""
    for _ in range(count):
        drawn = play(t, "draw stock")[0].cards[0]
        play(t, f"discard {drawn}")


def end(t: knockroll.Table, *moves: str) -> knockroll.Hand:
    """Play moves, the last of which ends the hand: that hand."""
    before = len(t.hands)
    play(t, *moves)
    assert len(t.hands) == before + 1
    return t.hands[-1]


def finishing(t: knockroll.Table) -> list[str]:
    """The legal knocks and gins."""
    return [move for move in t.legal() if move.split()[0] in ("knock", "gin")]


def counted(counts: tuple[int, ...]) -> list[str]:
    """Hands for the knocker and two others with these counts, from melds in one suit and single cards of others."""
    left = {(0, 6): "6h", (1, 4): "4h", (1, 6): "6c", (1, 10): "Kh"}
    melds = {15: f"{EIGHT_CLUBS} Th 5h"}
    return [
        melds.get(count) or f"{NINE_SPADES if seat == 0 else NINE_DIAMONDS} {left[min(seat, 1), count]}"
        for seat, count in enumerate(counts)
    ]
