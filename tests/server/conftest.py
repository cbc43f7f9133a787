"""Servers for tests, on SQLite and on PostgreSQL."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import psycopg
import pytest
from scripts.serving import RedisProcess, free_port

from knockroll.server import Settings
from knockroll.server.pages import routes
from knockroll.server.pages.bundle import Bundle
from knockroll.server.storage.backends import database_at
from knockroll.server.storage.migrations import upgrade
from tests.server.helpers import Served, same_deals, serving  # noqa: F401
from tests.slow_players import slow_players  # noqa: F401

SCRIPT = Path(__file__).parents[2] / "scripts" / "ensure-postgresql.sh"


def _postgres(programs: str, program: str, *arguments: str) -> None:
    """Run one of PostgreSQL's programs, which refuse to be root."""
    command = [f"{programs}/{program}", *arguments]
    if os.geteuid() == 0:
        command = ["runuser", "-u", "postgres", "--", *command]
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd="/")
    assert result.returncode == 0, result.stdout


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """A PostgreSQL server of our own: its address, without a database."""
    found = subprocess.run([SCRIPT], capture_output=True, text=True, timeout=600)
    if found.returncode != 0:
        pytest.skip(f"no PostgreSQL here, and it cannot be installed: {found.stderr.strip().splitlines()[-1:]}")
    programs = found.stdout.strip()
    folder = Path(tempfile.mkdtemp(prefix="knockroll-postgresql-"))
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres")
    data, port = folder / "data", free_port()
    try:
        _postgres(programs, "initdb", "-D", str(data), "-A", "trust", "-U", "postgres", "--no-sync", "-E", "UTF8")
        options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c shared_buffers=16MB"
        options += " -c fsync=off"  # tests kill processes, not machines: what was written is there for the next process
        _postgres(programs, "pg_ctl", "-D", str(data), "-w", "-l", str(folder / "log"), "-o", options, "start")
        try:
            yield f"postgresql://postgres@127.0.0.1:{port}"
        finally:
            _postgres(programs, "pg_ctl", "-D", str(data), "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session", autouse=True)
def one_bundle() -> Iterator[None]:
    """Bundle the page once for all servers of this process: bundling took half the time of a start."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(routes, "Bundle", cache(Bundle))
        yield


STORED = {"admin", "cluster", "hostile", "simulation", "storage", "test_retention", "test_snapshots"}
"""Folders and modules whose subject is what is stored: they use both kinds of database, the others only SQLite."""
TEMPLATE = "migrated"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Choose the kinds of database of a test that does not choose them itself."""
    names = [mark.args[0] for mark in metafunc.definition.iter_markers("parametrize")]
    chosen = {name for some in names for name in ([some] if isinstance(some, str) else some)}
    path = metafunc.definition.path
    kinds = ["sqlite", "postgresql"] if STORED & {path.parent.name, path.stem} else ["sqlite"]
    for fixture in {"database", "empty_database"} & set(metafunc.fixturenames) - chosen:
        metafunc.parametrize(fixture, kinds, indirect=True)


def _create_database(address: str, name: str, template: str) -> str:
    with psycopg.connect(f"{address}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}".encode())
    return f"{address}/{name}"


def _migrate(database: str) -> None:
    found = database_at(Settings(database=database).database_url)
    upgrade(found)
    found.dispose()


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated file without tables, to be copied."""
    file = tmp_path_factory.mktemp("template") / "tables.sqlite3"
    _migrate(str(file))
    return file


@pytest.fixture(scope="session")
def postgresql_template(postgresql: str) -> str:
    """The address of a server that has a migrated database without tables, to be copied."""
    _migrate(_create_database(postgresql, TEMPLATE, "template1"))
    return postgresql


@pytest.fixture
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A fresh database: a migrated one is copied, because migrating took longer than most tests."""
    if request.param == "sqlite":
        return str(shutil.copy(request.getfixturevalue("sqlite_template"), tmp_path))
    address = request.getfixturevalue("postgresql_template")
    return _create_database(address, f"test_{uuid.uuid4().hex}", TEMPLATE)


@pytest.fixture
def empty_database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database that has not been migrated yet."""
    if request.param == "sqlite":
        return str(tmp_path / "tables.sqlite3")
    return _create_database(request.getfixturevalue("postgresql"), f"test_{uuid.uuid4().hex}", "template1")


@pytest.fixture
def redis() -> Iterator[RedisProcess]:
    """A Redis of our own."""
    if shutil.which("redis-server") is None:
        pytest.skip("no Redis here: scripts/ensure-packages installs it")
    with RedisProcess() as one:
        yield one


@pytest.fixture
def served(database: str) -> Iterator[Served]:
    """A server on each kind of database."""
    with serving(database) as one:
        yield one


@pytest.fixture
def skipping_served(database: str) -> Iterator[Served]:
    """A server on each kind of database whose time can be skipped."""
    with serving(database, skipping=True) as one:
        yield one


@pytest.fixture(scope="module")
def sqlite_served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server on SQLite, shared by the tests of a module."""
    with serving(str(tmp_path_factory.mktemp("server") / "tables.sqlite3")) as one:
        yield one
