"""Migrations: the database's schema, version by version."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from knockroll.server.failures import CannotServe

if TYPE_CHECKING:
    from alembic.config import Config
    from sqlalchemy import Connection, Engine


_LOCK = 0x6B6E6F636B
"""The number of the lock that whoever changes the schema takes."""


def _config() -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.set_main_option("path_separator", "os")
    return config


def versions(connection: Connection) -> tuple[str | None, str]:
    """The version of the schema that a database has (None: no schema at all), and the newest."""
    from alembic.migration import MigrationContext
    from alembic.script import ScriptDirectory

    newest = ScriptDirectory.from_config(_config()).get_current_head()
    assert newest is not None
    return MigrationContext.configure(connection).get_current_revision(), newest


def upgrade(engine: Engine, revision: str = "head") -> None:
    """Bring a database to a version of the schema, by default the newest; one that a newer version made is refused."""
    from alembic import command
    from alembic.script import ScriptDirectory

    config = _config()
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":  # large tables take their time
            connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
            connection.exec_driver_sql("SET LOCAL lock_timeout = 0")
            connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")
            # several servers may start at once: one brings the schema up to date, the others wait
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
        elif connection.dialect.name == "sqlite":  # Python begins none for a schema, and half of one is no database
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        found, newest = versions(connection)
        known = [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()]
        if found is not None and found not in known:
            raise CannotServe(f"the database is of a newer version ({found}) than this one knows ({newest})")
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
