"""Exports finished games as records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from knockroll.server.admin.opening import ids_of
from knockroll.server.errors import Refusal
from knockroll.server.storage.database import Database
from knockroll.server.storage.queries import load_room
from knockroll.server.storage.rows import StoredRoom
from knockroll.server.tables.loading import replay


def export(database: Database, queries: Sequence[sa.Select[str]]) -> Iterator[tuple[str, list[bytes], str | None]]:
    """Yield each table's id, the records of its finished games as JSON, and the reason if it cannot be replayed."""
    for query in queries:
        for id in ids_of(database, query):
            try:
                with database.consistent() as connection:
                    stored = load_room(connection, id)
                yield id, [msgspec.json.encode(record) for record in _records(stored)], None
            except sa.exc.SQLAlchemyError:
                raise
            except Exception as error:  # 'check' says more
                yield id, [], str(error)


def _records(stored: StoredRoom | None) -> Iterator[dict[str, Any]]:
    """The record of each finished game, with its table and number."""
    if stored is None:  # deleted in the meantime
        return
    room = replay(stored, keep_past=True).room
    for number in range(1, room.games + 1):
        try:
            record = room.record(number)
        except Refusal:  # the last game is still running, and its record would show every card
            return
        yield {**record, "table": stored.id, "number": number}
