"""Migrations: the database's schema, version by version."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from knockroll.engine.errors import CannotServe

if TYPE_CHECKING:
    from sqlalchemy import Engine


def upgrade(engine: Engine, revision: str = "head") -> None:
    """Bring a database to a version of the schema, by default the newest; one that a newer version made is refused."""
    from alembic import command
    from alembic.config import Config
    from alembic.migration import MigrationContext
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.set_main_option("path_separator", "os")
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":  # large tables take their time
            connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
        found = MigrationContext.configure(connection).get_current_revision()
        known = [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()]
        if found is not None and found not in known:
            raise CannotServe(f"the database is of a newer version ({found}) than this one knows ({known[0]})")
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
