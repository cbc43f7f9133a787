"""The server under attack and its database: processes that can be killed, stopped and starved."""

from __future__ import annotations

import asyncio
import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Protocol

import psycopg
from scripts.serving import free_port, serve_command

SCRIPT = Path(__file__).parents[3] / "scripts" / "ensure-postgresql.sh"
Log = dict[str, dict[int, tuple[str, str]]]
"""Kinds and data of the entries of each table, by number."""
_QUERY = "SELECT room, seq, kind, data FROM log ORDER BY room, seq"


class Database(Protocol):
    """The database in which the server stores its tables."""

    name: str
    address: str

    def read(self) -> Log:
        """Return everything that was saved."""

    async def stop(self) -> None:
        """Stop the database."""

    async def start(self) -> None:
        """Start the database."""


class Sqlite:
    """A file. It cannot be stopped, but its disk can be full, which is a trouble of the server."""

    name = "SQLite"

    def __init__(self, folder: Path) -> None:
        self.address = str(folder / "soak.sqlite3")

    def read(self) -> Log:
        """Return everything that was saved."""
        with sqlite3.connect(self.address) as connection:
            return _by_table(connection.execute(_QUERY))

    async def stop(self) -> None:
        """Do nothing: a file cannot be stopped."""

    async def start(self) -> None:
        """Do nothing: a file need not be started."""


class PostgreSQL:
    """A private PostgreSQL server."""

    name = "PostgreSQL"

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._programs = subprocess.run([SCRIPT], capture_output=True, text=True, check=True).stdout.strip()
        self._port = free_port()
        self.address = f"postgresql://postgres@127.0.0.1:{self._port}/postgres"
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres")
        self._run("initdb", "-D", f"{folder}/data", "-A", "trust", "-U", "postgres", "-E", "UTF8")

    def _run(self, program: str, *arguments: str) -> None:
        """Run one of PostgreSQL's programs, which refuse to be root."""
        command = [f"{self._programs}/{program}", *arguments]
        if os.geteuid() == 0:
            command = ["runuser", "-u", "postgres", "--", *command]
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True, cwd="/")

    def _control(self, *what: str) -> None:
        self._run("pg_ctl", "-D", f"{self._folder}/data", "-w", "-l", f"{self._folder}/log", *what)

    async def start(self) -> None:
        """Start the database."""
        options = f"-p {self._port} -k {self._folder} -c listen_addresses=127.0.0.1"
        await asyncio.to_thread(self._control, "-o", options, "start")

    async def stop(self) -> None:
        """Stop the database as if its machine had lost power."""
        await asyncio.to_thread(self._control, "-m", "immediate", "stop")

    def read(self) -> Log:
        """Return everything that was saved."""
        with psycopg.connect(self.address) as connection:
            return _by_table(connection.execute(_QUERY))


def _by_table(
    rows: Iterator[tuple[str, int, str, str]] | psycopg.Cursor[tuple[str, int, str, str]] | sqlite3.Cursor,
) -> Log:
    found: Log = {}
    for table, seq, kind, data in rows:
        found.setdefault(table, {})[seq] = (kind, data)
    return found


@asynccontextmanager
async def database(kind: str) -> AsyncIterator[Database]:
    """Yield a fresh database that is running."""
    folder = Path(tempfile.mkdtemp(prefix="knockroll-soak-"))
    one: Database = Sqlite(folder) if kind == "sqlite" else PostgreSQL(folder)
    try:
        await one.start()
        try:
            yield one
        finally:
            await one.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class Server:
    """The server, with its usual limits. Its lines of output are counted, and the last ones kept."""

    def __init__(self, address: str, command: Sequence[str] | None = None) -> None:
        """Prepare a server with its database. ``command`` starts another version; port and database are added."""
        self.address = address
        self.port = free_port()
        self.command = serve_command(self.port, address)
        if command is not None:
            self.command = [*command, "--port", str(self.port), "--database", address]
        self.lines = 0
        self.tracebacks = 0
        self.last_lines: list[str] = []
        self._process: asyncio.subprocess.Process | None = None
        self._reader: asyncio.Task[None] | None = None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def memory_mb(self) -> float:
        return int(Path(f"/proc/{self.pid}/status").read_text().split("VmRSS:")[1].split()[0]) / 1024

    async def start(self) -> None:
        """Start the server, and wait until it answers."""
        self._process = await asyncio.create_subprocess_exec(
            *self.command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
        )
        self._reader = asyncio.create_task(self._read(self._process))
        while not await self.answers():
            if self._process.returncode is not None:
                raise RuntimeError("the server does not start: " + "".join(self.last_lines))
            await asyncio.sleep(0.1)

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        while line := (await process.stdout.readline()).decode(errors="replace"):
            self.lines += 1
            self.tracebacks += line.startswith("Traceback")
            self.last_lines = [*self.last_lines[-39:], line]

    async def answers(self) -> bool:
        """Return whether the server answers a request."""
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            try:
                writer.write(b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
                async with asyncio.timeout(2):
                    return (await reader.readline()).startswith(b"HTTP/1.1 200")
            finally:
                writer.close()
        except (OSError, TimeoutError):
            return False

    async def end(self, how: signal.Signals = signal.SIGKILL) -> None:
        """End the server: by default as if its power had been cut."""
        assert self._process is not None and self._reader is not None
        self._process.send_signal(how)
        try:
            async with asyncio.timeout(30):
                await self._process.wait()
        except TimeoutError:
            self.last_lines.append(f"(did not end by {how.name})")
            self._process.kill()
            await self._process.wait()
        await self._reader

    @contextmanager
    def full_disk(self) -> Iterator[None]:
        """Keep the server from writing to any file in this context."""
        resource.prlimit(self.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
        try:
            yield
        finally:
            resource.prlimit(self.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
