"""Tables of Tonk for tests.

Seat 0 deals, so seat 1 plays first; unless a test says otherwise no dealt hand has a spread or 49 points.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import knockroll
from knockroll.engine.cards import TEXTS, mask_of, points_in
from knockroll.games.tonk.state import Tonk
from tests.helpers import deck, play

HANDS = ("As 3h 5d 7s 9s", "2s 4h 6d 8c Th", "3s 5h 7d 9h Jh", "4s 6h 8d Tc Qh")
"""Hands of 25, 30, 34 and 38 points."""
EQUAL = ("As 3h 5d 7s 9s", "Ah 3s 5c 7d 9h")
"""Two hands of 25 points."""
FIFTY = "Ks Qs Js Ts Kh"
FORTY_NINE = "Kc Qc Jc Td 9d"


def begin(dealt: Sequence[str], upcard: str = "Kd", stock: str = "", **options: Any) -> knockroll.Table:
    """A session of one hand, unless more are asked for: with these cards, and then with the decks of ``then``."""
    chance = knockroll.Scripted([deck(dealt, upcard, stock), *options.pop("then", [])])
    return knockroll.Table("tonk", len(dealt), dealer=0, chance=chance, **{"hands": 1, **options})


def session(seats: int, seed: int = 1, dealer: int | None = 0, **options: Any) -> knockroll.Table:
    """A session where cards do not matter: no hand is over before it is played."""
    return knockroll.Table("tonk", seats, seed=seed, dealer=dealer, opening_tonk="none", **options)


def pack(first: str) -> list[str]:
    """A deck with these cards on top."""
    cards = first.split()
    return cards + [card for card in TEXTS if card not in cards]


def pass_turns(t: knockroll.Table, turns: int = 1) -> None:
    """Turns that change no hand: the card that is drawn from the stock is discarded."""
    for _ in range(turns):
        (drawn,) = play(t, "draw stock")[0].cards
        play(t, f"discard {drawn}")


def has(t: knockroll.Table, verb: str) -> list[str]:
    """The legal moves that begin with a word."""
    return [move for move in t.legal() if move.split()[0] == verb]


def spreads(t: knockroll.Table) -> list[str]:
    """The spreads on the table."""
    return [" ".join(spread["cards"]) for spread in t.view()["spreads"]]


def holding(counts: Sequence[int], **options: Any) -> Tonk:
    """A state at the start of seat 0's turn in which the seats hold these points, at most 20, one suit each."""
    s: Tonk = session(len(counts), dealer=len(counts) - 1, hands=1, **options).state.copy()
    for seat, points in enumerate(counts):
        ranks = [points] if points <= 10 else [10, 11 if points == 20 else points - 10]
        s.hands[seat] = mask_of(13 * seat + rank - 1 for rank in ranks)
        assert points_in(s.hands[seat]) == points
    assert s.turn == 0
    return s
