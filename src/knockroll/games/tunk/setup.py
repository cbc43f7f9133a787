"""Tunk: setting up positions. Spreads follow from the hands, because the table arranges them (R3)."""

from __future__ import annotations

from knockroll.engine.errors import InvalidPosition
from knockroll.engine.placement import (
    CARD_PARTS,
    Placement,
    not_to_move,
    scores_between,
    seat,
    seats_below,
    seats_between,
    usual_hands,
    within_turn_limit,
)
from knockroll.engine.state import NOBODY, next_seat, stock_size
from knockroll.games.tunk.rules import DISCARDING, DRAW, HAND_SIZE, Tunk, call_tunk, may_tunk, spread_hand


def playing(s: Tunk) -> int:
    """Those below the target (tunk 9)."""
    scores_between(s, 0, 1 << 62, "points are added up from 0")
    return seats_below(s, s.target)


def prepare(s: Tunk, said: frozenset[str], held: list[int | None]) -> None:
    """Everybody holds seven cards, and one more between draw and discard; a tunker keeps it (tunk 3, 5, R2)."""
    if s.tunker != NOBODY:
        not_to_move(s, s.tunker, "called tunk")
    usual_hands(s, said, held, [HAND_SIZE + (place == s.tunker) for place in range(s.seats)], DRAW, DISCARDING)


def finish(s: Tunk, said: frozenset[str]) -> None:
    """The tunker has spread its hand, then everybody up to the seat to move (tunk 6b)."""
    if s.tunker == NOBODY:
        within_turn_limit(s)
        if s.phase == DRAW and s.turns and not stock_size(s):
            raise InvalidPosition("with an empty stock the hand would be over")
        return
    tunker, turn, phase, just_taken = s.tunker, s.turn, s.phase, s.just_taken
    s.tunker, s.turn, s.phase = NOBODY, tunker, DISCARDING
    if not may_tunk(s):
        raise InvalidPosition(f"seat {tunker} cannot have called tunk with the cards that it holds")
    call_tunk(s)
    for place in seats_between(PLACEMENT, s, next_seat(s, tunker), turn):
        s.turn = place
        spread_hand(s)
    s.turn, s.phase, s.just_taken = turn, phase, just_taken


PLACEMENT = Placement(fields={**CARD_PARTS, "tunker": seat}, playing=playing, prepare=prepare, finish=finish)
