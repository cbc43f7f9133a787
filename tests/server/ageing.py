"""Changes to a database of either kind behind the server's back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa

from knockroll.server import Settings


@contextmanager
def changing(database: str) -> Iterator[sa.Connection]:
    """A connection whose changes are committed at the end."""
    engine = sa.create_engine(Settings(database=database).database_url)
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


def run(database: str, statement: str, **values: Any) -> None:
    """Change something."""
    with changing(database) as connection:
        connection.execute(sa.text(statement), values)


def ask(database: str, question: str, **values: Any) -> list[Any]:
    """The rows of a query, as tuples."""
    with changing(database) as connection:
        return [tuple(row) for row in connection.execute(sa.text(question), values)]


def make_older(database: str, id: str, days: float) -> None:
    """Move everything that happened at a table back in time."""
    seconds = days * 86_400
    run(database, "UPDATE log SET at = at - :seconds WHERE room = :id", seconds=seconds, id=id)
    run(
        database,
        "UPDATE rooms SET created = created - :seconds, changed = changed - :seconds WHERE id = :id",
        seconds=seconds,
        id=id,
    )
