"""Migrations: the database schema, version by version."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from knockroll.server.failures import CannotServe

if TYPE_CHECKING:
    from alembic.config import Config
    from sqlalchemy import Connection

    from knockroll.server.storage.database import Database


def _config() -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.set_main_option("path_separator", "os")
    return config


def versions(connection: Connection) -> tuple[str | None, str]:
    """The version of a database's schema (None if it has none), and the newest version."""
    from alembic.migration import MigrationContext
    from alembic.script import ScriptDirectory

    newest = ScriptDirectory.from_config(_config()).get_current_head()
    assert newest is not None
    return MigrationContext.configure(connection).get_current_revision(), newest


def upgrade(database: Database, revision: str = "head") -> None:
    """Bring the schema to a version, by default the newest. A database from a newer version is refused."""
    from alembic import command
    from alembic.script import ScriptDirectory

    config = _config()
    with database.engine.begin() as connection:
        database.begin_upgrade(connection)
        found, newest = versions(connection)
        known = [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()]
        if found is not None and found not in known:
            raise CannotServe(f"the database is from a newer version ({found}) than this one ({newest})")
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
