"""The members of a cluster as processes: servers, workers, PostgreSQL, Redis. Each can be killed, paused, restarted."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import httpx
from scripts.serving import RedisProcess, WorkerProcess, free_port, serve_command

from bench.server.soak.host import PostgreSQL

STARTING_SECONDS = 60.0


class Member:
    """One process of the cluster, or of the services that it needs."""

    name: str
    is_down = False

    def pids(self) -> list[int]:
        """Return its process, and those that it has started."""
        raise NotImplementedError

    async def kill(self) -> None:
        """Kill it as if its power had been cut."""
        raise NotImplementedError

    async def start(self) -> None:
        """Start it again, and wait until it answers."""
        raise NotImplementedError

    async def end(self) -> None:
        """End it properly."""
        await self.kill()

    def signal(self, what: signal.Signals) -> None:
        """Send a signal to all of its processes."""
        for pid in self.pids():
            with suppress(ProcessLookupError):
                os.kill(pid, what)


class ServerMember(Member):
    """A table server."""

    def __init__(self, number: int, database: str, bus: str, folder: Path) -> None:
        self.name = f"server {number}"
        self.port = free_port()
        self.log = folder / f"server-{number}.log"
        switches = ("--no-limits", "--bus", bus, "--log-level", "info")
        self._command = serve_command(self.port, database, *switches)
        self._process: subprocess.Popen[bytes] | None = None

    def pids(self) -> list[int]:
        return [] if self._process is None else [self._process.pid]

    async def start(self) -> None:
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(self._command, stdout=log, stderr=log)
        end = time.monotonic() + STARTING_SECONDS
        async with httpx.AsyncClient(timeout=2) as http:
            while time.monotonic() < end:
                with suppress(httpx.TransportError):
                    if (await http.get(f"http://127.0.0.1:{self.port}/api/health")).status_code == 200:
                        self.is_down = False
                        return
                if self._process.poll() is not None:  # its database is down: start it again
                    with self.log.open("ab") as log:
                        self._process = subprocess.Popen(self._command, stdout=log, stderr=log)
                await asyncio.sleep(0.1)
        raise RuntimeError(f"{self.name} does not start: {self.log.read_text()[-2000:]}")

    async def kill(self) -> None:
        self.is_down = True
        self._send(signal.SIGKILL)
        await self._wait()

    async def end(self) -> None:
        self.is_down = True
        self._send(signal.SIGTERM)
        await self._wait()

    def _send(self, what: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(what)

    async def _wait(self) -> None:
        if self._process is not None:
            await asyncio.to_thread(self._process.wait)

    @property
    def tracebacks(self) -> int:
        """Return how many tracebacks the log has."""
        return self.log.read_text().count("Traceback") if self.log.exists() else 0


class WorkerMember(Member):
    """A worker, with the processes that think."""

    def __init__(self, number: int, bus: str, folder: Path) -> None:
        self.name = f"worker {number}"
        self._worker = WorkerProcess(bus, log=folder / f"worker-{number}.log")

    def pids(self) -> list[int]:
        return with_children(self._worker.process.pid)

    async def start(self) -> None:
        await asyncio.to_thread(self._worker.start)
        self.is_down = False

    async def kill(self) -> None:
        self.is_down = True
        await asyncio.to_thread(self._worker.kill)

    async def end(self) -> None:
        self.is_down = True
        self._worker.process.send_signal(signal.SIGTERM)
        await asyncio.to_thread(self._worker.process.wait)


class RedisMember(Member):
    """Redis."""

    name = "Redis"

    def __init__(self) -> None:
        self._redis = RedisProcess()
        self.url = self._redis.url

    def pids(self) -> list[int]:
        return [self._redis.process.pid]

    async def start(self) -> None:
        await asyncio.to_thread(self._redis.start)
        self.is_down = False

    async def kill(self) -> None:
        self.is_down = True
        await asyncio.to_thread(self._redis.kill)


class PostgreSQLMember(Member):
    """PostgreSQL."""

    name = "PostgreSQL"

    def __init__(self, folder: Path) -> None:
        self.database = PostgreSQL(folder)
        self._folder = folder

    def pids(self) -> list[int]:
        """Return the first process, and those that serve connections: all of them stand still, or none."""
        return with_children(int((self._folder / "data" / "postmaster.pid").read_text().split()[0]))

    async def start(self) -> None:
        await self.database.start()
        self.is_down = False

    async def kill(self) -> None:
        self.is_down = True
        await self.database.stop()


def with_children(pid: int) -> list[int]:
    """Return a process, and those that it has started."""
    try:
        found = [Path(f"/proc/{pid}/task/{task.name}/children") for task in Path(f"/proc/{pid}/task").iterdir()]
        return [pid, *(int(child) for children in found for child in children.read_text().split())]
    except OSError:  # it has ended
        return []


def complain(what: str) -> None:
    """Report what is happening."""
    print(what, file=sys.stderr, flush=True)
