"""Looking at a finished game step by step, with all hands open."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from knockroll.engine.cards import texts_in
from knockroll.engine.events import Event
from knockroll.engine.record import AnyRecord, read_record
from knockroll.engine.state import CardState
from knockroll.engine.table import Table
from knockroll.engine.views import GameView


class Step(msgspec.Struct, frozen=True):
    """A position of a game, with the move and the events that led to it."""

    move: str | None
    """None for the first deal."""
    seat: int | None
    """Whose turn it was."""
    events: tuple[Event, ...]
    view: GameView
    """What everybody could see."""
    hands: list[list[str]]
    """What each seat held."""


def steps(record: AnyRecord) -> Iterator[Step]:
    """The positions of a game, from the first deal on, each with the move and the events that led to it.

    Raises :class:`InvalidRecord` where the record
    does not fit; verify it first to know that before the first step.
    """
    document = read_record(record)
    table = Table.replay(record, moves=0)
    yield _step(table, None, None)
    for move in document.moves:
        seat = table.turn
        table.replay_move(move)
        yield _step(table, move, seat)


def _step(table: Table, move: str | None, seat: int | None) -> Step:
    s = table.state
    hands = [texts_in(s.hands[i]) for i in range(s.seats)] if isinstance(s, CardState) else []
    return Step(move, seat, table.events, table.view(), hands)
