"""Backup of an SQLite database while a server writes to it, and restore.

SQLite copies page by page. A copy in several steps starts over whenever someone writes in between, so on a busy server
it would never end. Inside a read transaction the copy sees one moment, and completes.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import sqlalchemy as sa

from knockroll.engine.names import clean
from knockroll.server.admin.opening import alone_with
from knockroll.server.failures import CannotAdminister
from knockroll.server.storage.backends import database_at
from knockroll.server.storage.migrations import upgrade

Progress = Callable[[int, int], None]
"""Called with the number of parts done and the total."""
PAGES_AT_ONCE = 500
BUSY_SECONDS = 10.0


def back_up(url: str, target: Path, progress: Progress) -> None:
    """Copy the database to a new file, which appears when it is complete and checked."""
    source = _file_of(url, "pg_dump --format=custom --file=knockroll.dump {url}")
    if not source.is_file():
        raise CannotAdminister(f"there is no database at {source}: give the server's, --database FILE")
    _refuse_if_there(target)
    part = target.with_name(target.name + ".part")
    with _file_errors(target):
        part.unlink(missing_ok=True)
        part.touch(0o600)  # it contains token hashes and the secrets of running games
        try:
            with closing(_connect(source)) as old, closing(_connect(part)) as new:
                _copy(old, new, progress)
                _refuse_unless_sound(new, source)
            _flush(part)
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)


def restore(url: str, copy: Path, progress: Progress) -> Path | None:
    """Replace the database with a copy; return where the previous one was saved, if there was one."""
    place = _file_of(url, "pg_restore --clean --if-exists --dbname={url} knockroll.dump")
    if not copy.is_file():
        raise CannotAdminister(f"there is no file {copy}")
    with alone_with(url, "stop it, then restore"), _file_errors(place), closing(_connect(copy)) as source:
        with _file_errors(copy):
            _refuse_unless_ours(source, copy)
            _refuse_unless_sound(source, copy)
        before = None
        if place.is_file() and place.stat().st_size:
            before = place.with_name(f"{place.name}.before-{time.strftime('%Y%m%d-%H%M%S')}")
            back_up(url, before, progress)
        else:
            place.touch(0o600)
        with closing(_connect(place)) as target:
            _copy(source, target, progress)  # one transaction: if interrupted, the database is unchanged
    return before


def _copy(source: sqlite3.Connection, target: sqlite3.Connection, progress: Progress) -> None:
    source.execute("BEGIN")
    source.execute("SELECT count(*) FROM sqlite_master").fetchone()  # from here on the copy sees one moment
    source.backup(
        target, pages=PAGES_AT_ONCE, progress=lambda status, left, total: progress(total - left, total), sleep=0.01
    )
    source.rollback()


def _connect(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)


def _file_of(url: str, instead: str) -> Path:
    path = database_at(url).path
    if path is None:
        shown = sa.make_url(url).set(drivername="postgresql").render_as_string(hide_password=True)
        raise CannotAdminister(f"this is for SQLite; PostgreSQL has its own: {instead.format(url=shown)}")
    return path


def _refuse_if_there(target: Path) -> None:
    if target.exists():
        raise CannotAdminister(f"{target} already exists: give another name, or remove it")


def _refuse_unless_ours(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse a file whose schema has anything that the server does not make, such as another trigger."""
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not {"alembic_version", "rooms", "log"} <= tables:
        raise CannotAdminister(f"{path} is not a database of knockroll serve")
    (version,) = connection.execute("SELECT version_num FROM alembic_version").fetchone() or ("none",)
    found, ours = _schema_of(connection), _schema_at(str(version), path)
    for what in sorted(found.keys() | ours.keys()):
        if found.get(what) != ours.get(what):
            kind, name = what
            is_there = "is missing" if what not in found else "is not known" if what not in ours else "is different"
            raise CannotAdminister(
                f"{path} is not a database as knockroll serve makes it: its {kind} {clean(name)[:64]!r} {is_there}"
            )


Schema = dict[tuple[str, str], object]


def _schema_of(connection: sqlite3.Connection) -> Schema:
    """The schema of a database: the columns of each table, the table of each index, the text of triggers and views."""
    found: Schema = {}
    rows = connection.execute(
        "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite!_%' ESCAPE '!'"
    )
    for kind, name, table, sql in rows.fetchall():
        if kind == "table":
            columns = connection.execute("SELECT name, type, pk FROM pragma_table_info(?)", (name,)).fetchall()
            found[kind, name] = sorted(columns)
        else:
            found[kind, name] = table if kind == "index" else " ".join(str(sql).split())
    return found


def _schema_at(version: str, path: Path) -> Schema:
    """The schema that the server makes, in one of its versions."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "empty"
        database = database_at(f"sqlite:///{file}")
        try:
            upgrade(database, version)
        except Exception:
            raise CannotAdminister(
                f"{path} has version {clean(version)[:64]!r}, which this program does not know"
            ) from None
        finally:
            database.dispose()
        with closing(_connect(file)) as connection:
            return _schema_of(connection)


def _refuse_unless_sound(connection: sqlite3.Connection, path: Path) -> None:
    found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        raise CannotAdminister(f"the database {path} is damaged: {found}")


def _flush(path: Path) -> None:
    """Flush the copy to the disk."""
    for place in (path, path.parent):
        with suppress(PermissionError), _opened(place) as file:  # the folder may belong to someone else
            os.fsync(file)


@contextmanager
def _opened(path: Path) -> Iterator[int]:
    file = os.open(path, os.O_RDONLY)
    try:
        yield file
    finally:
        os.close(file)


@contextmanager
def _file_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise CannotAdminister(f"{path}: {error}") from None
    except OSError as error:
        raise CannotAdminister(f"{error.filename or path}: {error.strerror}") from None
