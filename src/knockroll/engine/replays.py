"""A finished game, step by step, with all hands open."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from knockroll.engine.accounts import open_hands
from knockroll.engine.events import Event
from knockroll.engine.record import AnyRecord, Record
from knockroll.engine.table import Table
from knockroll.engine.views import GameView


class Step(msgspec.Struct, frozen=True):
    """A position, with the move and the events that led to it."""

    move: str | None
    """None for the first deal."""
    seat: int | None
    """Whose turn it was."""
    events: tuple[Event, ...]
    view: GameView
    """What everybody could see."""
    hands: list[list[str]]
    """What each seat held."""
    table: Table
    """The table, which plays on with the next step."""


def steps(record: AnyRecord | Record) -> Iterator[Step]:
    """Yield the positions of a game from the first deal on, each with the move and events that led to it.

    Raises :class:`InvalidRecord` where the record does not fit.
    """
    seat = None
    for table in Table.replay_steps(record):
        yield _step(table, table.moves[-1] if table.moves else None, seat)
        seat = table.turn


def _step(table: Table, move: str | None, seat: int | None) -> Step:
    return Step(move, seat, table.events, table.view(), open_hands(table.state), table)
