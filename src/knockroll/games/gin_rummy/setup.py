"""Gin Rummy: setting up positions. A knock ends the hand at once, so no position has a knocker."""

from __future__ import annotations

from typing import Any

from knockroll.engine.errors import InvalidPosition
from knockroll.engine.placement import (
    CARD_PARTS,
    Placement,
    count,
    scores_between,
    seat_set,
    seats_between,
    usual_hands,
    with_discard,
    within_turn_limit,
)
from knockroll.engine.state import next_seat, stock_size
from knockroll.games.gin_rummy.rules import DISCARDING, DRAW, HAND_SIZE, NO_LIMIT, OFFER, GinRummy, knock_limit


def prepare(s: GinRummy, said: frozenset[str], held: list[int | None]) -> None:
    """Everybody holds ten cards, and one more between draw and discard (gin_rummy 3, 5); perhaps first an offer."""
    scores_between(s, 0, s.target, f"the game is over at {s.target}")
    usual_hands(s, said, held, [HAND_SIZE] * s.seats, DRAW, DISCARDING)
    if "phase" not in said and s.phase == DRAW and s.offer_upcard and not s.turns and s.passed != s.playing:
        s.phase = OFFER


def finish(s: GinRummy, said: frozenset[str]) -> None:
    """The limit follows from the options (R1) except under ``oklahoma``; the seats that passed, from the turn (R7)."""
    within_turn_limit(s)
    before = sum(1 << place for place in seats_between(PLACEMENT, s, next_seat(s, s.dealer), s.turn))
    with_discard(s, DRAW)
    if s.phase == DRAW and s.turns and stock_size(s) <= s.void_at_stock:
        raise InvalidPosition(f"with {stock_size(s)} cards in the stock the hand would be over")
    if s.phase == OFFER:
        if not s.offer_upcard or s.turns or s.pile_size != 1:
            raise InvalidPosition("the upcard is offered before the first turn, and only with the option offer_upcard")
        if "passed" in said and s.passed != before:
            raise InvalidPosition(f"passed: on seat {s.turn}'s turn, all seats before it have passed")
        s.passed = before
    elif s.phase == DRAW and s.offer_upcard and not s.turns:
        if "passed" not in said:
            s.passed = s.playing
        if s.passed != s.playing or before:
            raise InvalidPosition("the first turn begins at the dealer's left when all have passed on the upcard")
    elif s.passed and not s.offer_upcard:
        raise InvalidPosition("passed: nobody passes on the upcard without the option offer_upcard")
    if "limit" not in said:
        s.limit = knock_limit(s)
    elif not s.oklahoma and s.limit != knock_limit(s):
        raise InvalidPosition("limit: the options say how low a hand must be to knock; only with oklahoma deals differ")


def _limit(value: Any, seats: int) -> int:
    return NO_LIMIT if value is None else count(value)


PLACEMENT = Placement(fields={**CARD_PARTS, "limit": _limit, "passed": seat_set}, prepare=prepare, finish=finish)
