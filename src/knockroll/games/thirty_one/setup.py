"""Thirty-One: setting up positions."""

from __future__ import annotations

from knockroll.engine.errors import InvalidPosition
from knockroll.engine.placement import (
    CARD_PARTS,
    Placement,
    count_each,
    not_to_move,
    scores_between,
    seat,
    seats_below,
    seats_between,
    usual_hands,
    within_turn_limit,
)
from knockroll.engine.state import NOBODY, next_seat, stock_size
from knockroll.games.thirty_one.rules import DISCARDING, DRAW, HAND_SIZE, THIRTY_ONE, ThirtyOne, hand_value


def playing(s: ThirtyOne) -> int:
    """Those who have a life left (thirty_one 11)."""
    scores_between(s, 0, s.strikes + 1, f"with {s.strikes} strikes a player is out")
    return seats_below(s, s.strikes)


def prepare(s: ThirtyOne, said: frozenset[str], held: list[int | None]) -> None:
    """Everybody holds three cards, and one more between draw and discard (thirty_one 2, 4)."""
    usual_hands(s, said, held, [HAND_SIZE] * s.seats, DRAW, DISCARDING)


def finish(s: ThirtyOne, said: frozenset[str]) -> None:
    """Nobody holds 31 (8), and the turn does not come back to the knocker (9)."""
    for place in range(s.seats):
        if hand_value(s.hands[place], 0) == THIRTY_ONE:
            raise InvalidPosition(f"seat {place} cannot hold 31: that would have ended the hand")
    if s.knocker == NOBODY:
        within_turn_limit(s)
    else:
        not_to_move(s, s.knocker, "knocked")
    if s.phase == DRAW and (not stock_size(s) or not s.pile_size):
        raise InvalidPosition(
            "when a turn begins there are a discard and a stock: an empty one is made of the discards"
        )
    if "rounds" not in said:
        _count_rounds(s)
    if not s.rounds[s.turn]:
        raise InvalidPosition(f"rounds: it is seat {s.turn}'s turn, so it has begun at least one")


def _count_rounds(s: ThirtyOne) -> None:
    """Work out how many turns each seat has begun, if the seats took turns without a break."""
    order = [s.turn, *seats_between(PLACEMENT, s, next_seat(s, s.turn), s.turn)]
    for back in range(s.turns + 1):
        s.rounds[order[-back % len(order)]] += 1


PLACEMENT = Placement(
    fields={**CARD_PARTS, "knocker": seat, "rounds": count_each}, playing=playing, prepare=prepare, finish=finish
)
