"""Follow: positions that are set up."""

from __future__ import annotations

from knockroll.engine.errors import InvalidPosition
from knockroll.engine.placement import CARD_PARTS, Placement, scores_between, seat_set
from knockroll.engine.state import FIRST_PHASE

from .rules import Follow


def prepare(s: Follow, said: frozenset[str], held: list[int | None]) -> None:
    """A hand has any number of cards, at first as many as are dealt."""
    s.phase = FIRST_PHASE
    scores_between(s, 0, s.target, f"the game is won at {s.target}")
    for seat, count in enumerate(held):
        held[seat] = s.cards if count is None else count
        if not held[seat]:
            raise InvalidPosition(f"seat {seat} has no cards, so the hand would be over")


def finish(s: Follow, said: frozenset[str]) -> None:
    """There is always a card to follow."""
    if not s.pile_size:
        raise InvalidPosition("there is a card to follow")


PLACEMENT = Placement(fields={**CARD_PARTS, "passed": seat_set}, prepare=prepare, finish=finish)
