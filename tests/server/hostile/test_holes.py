"""The log has no holes, whatever a process believes: the database refuses an entry whose predecessor is missing."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from knockroll.server.storage.schema import LOG
from knockroll.server.tables.entries import Entry, Lock
from knockroll.server.tables.hall import Hall
from tests.server.cluster.halls import halls, listen, move, open_table, run


def test_a_process_that_is_ahead_of_the_log_cannot_leave_a_hole(database: str) -> None:
    """Its write is refused, and it reads the log; tables that share the commit are saved."""

    async def main() -> None:
        async with halls(database, 1) as (hall,):
            live, other = await open_table(hall, "Ann", "Bob"), await open_table(hall, "Cyd", "Dan")
            paper = await listen(live)
            ahead = live.room.copy()
            ahead.apply(Entry(ahead.seq + 1, Lock(True), 1.0))
            live.room = ahead
            assert await move(live, live.room.seq) == "unavailable" and paper.closed is not None
            assert await move(other, other.room.seq) == "made"
            again = await hall.find(live.room.id)
            assert again.room.seq == 3 and not again.room.locked
            assert await move(again, again.room.seq) == "made"

    run(main)


def test_the_database_refuses_an_entry_whose_predecessor_is_missing(database: str) -> None:
    async def main() -> None:
        async with halls(database, 1) as (hall,):
            room = (await open_table(hall, "Ann", "Bob")).room
            rows = [
                {"room": room.id, "seq": seq, "kind": "lock", "data": '{"locked":true}', "at": 1.0}
                for seq in range(room.seq + 1, room.seq + 5)
            ]
            for wrong in (rows[1:2], [rows[0], rows[2]], [rows[3], rows[2]]):
                with pytest.raises(sa.exc.IntegrityError, match="the entry before this one is missing"):
                    _insert(hall, wrong)
            _insert(hall, rows)

    run(main)


def _insert(hall: Hall, rows: list[dict[str, object]]) -> None:
    with hall.store.database.engine.begin() as connection:
        connection.execute(sa.insert(LOG), rows)
