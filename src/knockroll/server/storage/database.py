"""How the database is reached: engines that do not wait for ever, and a lock, so that one server has it alone."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from knockroll.server.failures import CannotServe

PATIENCE = 5
"""Seconds that one statement may take, waiting for others included."""
IDLE_SECONDS = 2
"""A process that stops in the middle of a transaction keeps others waiting no longer than this."""
_IDLE = "idle_in_transaction_session_timeout"
_AUTOCHECKPOINT_PAGES = 16_384
_WAL_BYTES_KEPT = 64 << 20
"""If somebody who read for long has let the write-ahead log grow beyond this, it is cut when it is begun anew."""
_POSTGRESQL: dict[str, Any] = {
    "connect_timeout": PATIENCE,
    "tcp_user_timeout": PATIENCE * 1000,
    "keepalives_idle": PATIENCE,
    "keepalives_interval": 2,
    "keepalives_count": 3,
}


def make_engine(url: str, patience: float = PATIENCE) -> sa.Engine:
    """An engine whose statements wait for others no longer than ``patience`` seconds."""
    if not url.startswith("sqlite"):
        limits = {"statement_timeout": patience, "lock_timeout": patience, _IDLE: IDLE_SECONDS}
        waits = {"options": " ".join(f"-c {name}={seconds:g}s" for name, seconds in limits.items())}
        return sa.create_engine(
            url, pool_pre_ping=True, pool_timeout=PATIENCE, connect_args=_POSTGRESQL | waits, hide_parameters=True
        )
    engine = sa.create_engine(url, hide_parameters=True)  # errors are logged, and parameters are secret

    @sa.event.listens_for(engine, "connect")
    def prepare(connection: Any, record: object) -> None:
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout={int(patience * 1000)}")
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
        # the store copies the log into the database long before this; a commit does it only if the store cannot
        cursor.execute(f"PRAGMA wal_autocheckpoint={_AUTOCHECKPOINT_PAGES}")
        cursor.execute(f"PRAGMA journal_size_limit={_WAL_BYTES_KEPT}")
        cursor.close()

    return engine


def sqlite_path(url: str) -> Path | None:
    """The file of an SQLite database; None for others."""
    made = sa.make_url(url)
    return Path(made.database) if made.get_backend_name() == "sqlite" and made.database else None


def reason(error: BaseException) -> str:
    """Why the database did not do something, in one line."""
    told = str(getattr(error, "orig", None) or error).strip()
    return told.splitlines()[0] if told else type(error).__name__


class DatabaseLock:
    """The right to serve an SQLite database, held as long as the process lives.

    Two servers on one database would each keep their own picture of every table. The lock is on a file beside the
    database, since closing any descriptor of the database itself would drop SQLite's own locks. PostgreSQL is not
    locked.
    """

    def __init__(self, url: str) -> None:
        path = sqlite_path(url)
        self._file = None if path is None else path.with_name(path.name + ".lock").open("a")
        if self._file is not None and not _lock(self._file.fileno()):
            self._file.close()
            raise CannotServe(f"another server uses the database {path}; stop it, or give another one: --database PATH")

    def release(self) -> None:
        """Let another server have the database."""
        if self._file is not None:
            self._file.close()


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> bool:
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock(file: int) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
