"""Frequent queries leave nothing for the garbage collector, which a server rarely runs."""

from __future__ import annotations

import gc

import pytest
import sqlalchemy as sa

from knockroll.server.settings import Settings
from knockroll.server.storage.migrations import upgrade
from knockroll.server.storage.queries import forgotten, load_room, log_after, waiting
from knockroll.server.storage.store import Store


def _expressions() -> int:
    return sum(isinstance(one, sa.BindParameter) for one in gc.get_objects())


@pytest.mark.parametrize("ask", ["load_room", "log_after", "waiting", "forgotten"])
def test_a_query_is_built_once(ask: str, database: str) -> None:
    store = Store(Settings(database=database).database_url)
    upgrade(store.database)

    def run(connection: sa.Connection) -> None:
        if ask == "load_room":
            assert load_room(connection, "0" * 16) is None
        elif ask == "log_after":
            assert log_after(connection, "0" * 16, 0) == []
        elif ask == "waiting":
            assert waiting(connection, ["0" * 16, "1" * 16]) == set()
        else:
            assert forgotten(connection, 1e9, "", 100) == []

    with store.database.engine.connect() as connection:
        run(connection)
        gc.collect()
        gc.disable()
        try:
            before = _expressions()
            for _ in range(5):
                run(connection)
            assert _expressions() == before
        finally:
            gc.enable()
    store.database.dispose()
