"""Looking at a finished game step by step, with all hands open."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from knockroll.engine.cards import texts_in
from knockroll.engine.record import AnyRecord, read_record
from knockroll.engine.state import CardState
from knockroll.engine.table import Table


def steps(record: AnyRecord) -> Iterator[dict[str, Any]]:
    """The positions of a game, from the first deal on, each with the move and the events that led to it.

    ``view`` is what everybody could see, ``hands`` what each seat held. Raises :class:`InvalidRecord` where the record
    does not fit; verify it first to know that before the first step.
    """
    document = read_record(record)
    table = Table.replay(record, moves=0)
    yield _step(table, None, None)
    for move in document.moves:
        seat = table.turn
        table.replay_move(move)
        yield _step(table, move, seat)


def _step(table: Table, move: str | None, seat: int | None) -> dict[str, Any]:
    s = table.state
    hands = [texts_in(s.hands[i]) for i in range(s.seats)] if isinstance(s, CardState) else []
    events = [event.to_dict() for event in table.events]
    return {"move": move, "seat": seat, "events": events, "view": table.view(), "hands": hands}
