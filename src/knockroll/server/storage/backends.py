"""The class for each kind of database URL."""

from __future__ import annotations

from knockroll.server.storage.database import PATIENCE, Database
from knockroll.server.storage.postgresql import Postgresql
from knockroll.server.storage.sqlite import Sqlite


def database_at(url: str, patience: float = PATIENCE) -> Database:
    """The database at an SQLAlchemy URL, whose statements wait no longer than ``patience`` seconds."""
    return Sqlite(url, patience) if url.startswith("sqlite") else Postgresql(url, patience)
