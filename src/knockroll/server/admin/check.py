"""Replays every table, to find those that cannot be replayed, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import sqlalchemy as sa

from knockroll.server.admin.opening import ids_of
from knockroll.server.errors import shorten
from knockroll.server.storage.database import Database
from knockroll.server.storage.queries import load_room, snapshots_of
from knockroll.server.storage.rows import Snapshot
from knockroll.server.storage.schema import ROOMS
from knockroll.server.tables.loading import CannotReplay, replay
from knockroll.server.tables.room import Room


def count_rooms(database: Database) -> int:
    """The number of tables to check."""
    with database.engine.connect() as connection:
        return int(connection.execute(sa.select(sa.func.count()).select_from(ROOMS)).scalar_one())


def check_rooms(database: Database) -> Iterator[tuple[str, str | None]]:
    """Check each table; yield its id and what is wrong with it, or None."""
    for id in ids_of(database, sa.select(ROOMS.c.id)):
        yield id, _check(database, id)


def _check(database: Database, id: str) -> str | None:
    try:
        with database.consistent() as connection:
            row = connection.execute(sa.select(ROOMS).where(ROOMS.c.id == id)).first()
            stored = load_room(connection, id)
            snapshots = snapshots_of(connection, id)
        if row is None or stored is None:
            return None  # deleted in the meantime
        room, taken = replay(stored, take_at=[snapshot.seq for snapshot in snapshots])
        return _compare(row, room) or _compare_snapshots(snapshots, taken)
    except CannotReplay as error:
        return str(error)
    except sa.exc.SQLAlchemyError:
        raise
    except Exception as error:  # a row may contain anything
        return shorten(f"{type(error).__name__}: {error}")


def _compare(row: sa.Row[tuple[object, ...]], room: Room) -> str | None:
    """Compare a table's row, which lists are made from, with its log."""
    said = (row.game, row.public, row.status, row.people)
    is_so = (room.plan.game, room.plan.public, room.status.value, room.people)
    if said != is_so:
        return f"its row says {said}, but its log leads to {is_so} (game, public, status, people)"
    return None


def _compare_snapshots(stored: Sequence[Snapshot], taken: Sequence[Snapshot]) -> str | None:
    """Compare a table's snapshots with its log, apart from those of other versions, which are never used."""
    for snapshot in stored:
        if snapshot not in taken and any(snapshot[:3] == fresh[:3] for fresh in taken):
            return f"its snapshot after entry {snapshot.seq} is not what its log leads to"
        if not any(snapshot.seq == fresh.seq for fresh in taken):
            return f"it has a snapshot after entry {snapshot.seq}, but its log has no such entry"
    return None
