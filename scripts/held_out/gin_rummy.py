"""Styles of gin that no player was fitted to."""

from __future__ import annotations

from knockroll.engine.cards import points
from knockroll.engine.rule import rule
from knockroll.engine.state import DISCARD
from knockroll.engine.stream import Stream, below
from knockroll.games.gin_rummy.players import aunt_vera, simple, the_archivist
from knockroll.games.gin_rummy.promise import loose_cards
from knockroll.games.gin_rummy.rules import GIN, KNOCK, PASS, GinRummy
from knockroll.players.player import Bot

EARLY = 8
"""A hand is early before this many turns of both players together."""


@rule
def _drop_highest(v: GinRummy, moves: list[int], n: int) -> int:
    """Discard the highest loose card."""
    loose = loose_cards(v.hands[v.turn])
    most, choice = -1, moves[0]
    for k in range(n):
        if moves[k] < PASS:
            card = moves[k] - DISCARD
            worth = points(card) if loose >> card & 1 else 0
            if worth > most:
                most, choice = worth, moves[k]
    return choice


@rule
def waits_for_gin(v: GinRummy, moves: list[int], n: int, r: Stream) -> int:
    """Plays as The Archivist does, but never knocks."""
    move = the_archivist(v, moves, n, r)
    return _drop_highest(v, moves, n) if KNOCK <= move < GIN else move


@rule
def late_bloomer(v: GinRummy, moves: list[int], n: int, r: Stream) -> int:
    """Plays as Simple does for four rounds, without knocking, and then as The Archivist does."""
    if v.turns >= EARLY:
        return the_archivist(v, moves, n, r)
    move = simple(v, moves, n, r)
    return _drop_highest(v, moves, n) if KNOCK <= move < GIN else move


@rule
def mixes_styles(v: GinRummy, moves: list[int], n: int, r: Stream) -> int:
    """Makes each move as The Archivist, Aunt Vera or Simple would, at random."""
    which = below(r, 3)
    if which == 0:
        return the_archivist(v, moves, n, r)
    return aunt_vera(v, moves, n, r) if which == 1 else simple(v, moves, n, r)


HELD_OUT = (
    Bot("Waits for gin", "Never knocks.", waits_for_gin),
    Bot("Late bloomer", "Weak early in a hand, strong later.", late_bloomer),
    Bot("Mixes styles", "Plays like one of three, at random.", mixes_styles),
)
VARIANT: str | None = "standard"
MEASURED = {2: ("The Actuary", "The Archivist")}
