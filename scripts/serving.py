"""Servers in separate processes, for tests and benchmarks."""

from __future__ import annotations

import os
import random
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from types import TracebackType
from typing import Self

PATIENCE = 300.0
"""Seconds until a process must answer: other tests may keep the machine busy."""


def free_port() -> int:
    """Return a free port that the system gives to no one who asks for any: those begin at 32768 on Linux."""
    while True:
        port = random.randrange(20_000, 32_000)
        with socket.socket() as one, suppress(OSError):
            one.bind(("127.0.0.1", port))
            return port


def serve_command(port: int, database: Path | str, *switches: str) -> list[str]:
    """Return the command that starts a server."""
    command = [sys.executable, "-m", "knockroll", "serve", "--no-browser", "--no-prepare", "--port", str(port)]
    return [*command, "--database", str(database), *switches]


class Process:
    """Another program that runs inside a ``with``; it can be killed, and started again at the same place."""

    process: subprocess.Popen[bytes]

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()

    def start(self) -> None:
        """Start the program, and wait until it answers."""
        self.process = self._begin()
        end = time.monotonic() + PATIENCE
        while not self._answers():
            if self.process.poll() is not None or time.monotonic() > end:
                self.kill()
                raise RuntimeError(f"{self.process.args!r} does not start")
            time.sleep(0.05)

    def _begin(self) -> subprocess.Popen[bytes]:
        raise NotImplementedError

    def _answers(self) -> bool:
        raise NotImplementedError

    def kill(self) -> None:
        """Kill the program as if its power had been cut: SIGKILL."""
        self.process.kill()
        self.process.wait()


class ServerProcess(Process):
    """A server without limits."""

    def __init__(
        self,
        database: Path | str,
        log: Path | None = None,
        environment: dict[str, str] | None = None,
        command: Sequence[str] | None = None,
        switches: Sequence[str] = (),
    ) -> None:
        """Prepare a server with its database.

        :param log: the file for its output; without one only its errors are shown
        :param command: the command that starts a server of another version; a port and a database are added to it
        """
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.database = database
        self.log = log
        self.environment = environment
        self.command = serve_command(self.port, database, "--no-limits", *switches)
        if command is not None:
            self.command = [*command, "--port", str(self.port), "--database", str(database)]

    def _begin(self) -> subprocess.Popen[bytes]:
        with (self.log or Path(os.devnull)).open("ab") as file:
            errors = file if self.log else None
            return subprocess.Popen(self.command, stdout=file, stderr=errors, env=self.environment)  # noqa: S603

    def _answers(self) -> bool:
        """Ask without httpx, which reads all certificates of the system for each request."""
        try:
            with closing(HTTPConnection("127.0.0.1", self.port, timeout=2)) as connection:
                connection.request("GET", "/api/health")
                return connection.getresponse().status == 200
        except (OSError, HTTPException):
            return False


class RedisProcess(Process):
    """A private Redis that stores nothing on disk."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"

    def _begin(self) -> subprocess.Popen[bytes]:
        command = ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        return subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd="/")  # noqa: S603

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=2) as one:
                one.sendall(b"PING\r\n")
                return one.recv(16).startswith(b"+PONG")
        except OSError:
            return False


class WorkerProcess(Process):
    """A worker for servers that share a bus. It counts as started when it says so."""

    def __init__(self, bus: str, processes: int = 1, log: Path | None = None) -> None:
        """Prepare a worker with its bus.

        :param log: the file for its errors; without one they are shown
        """
        self.log = log
        self.command = [sys.executable, "-m", "knockroll", "worker", "--no-prepare", "--bus", bus]
        self.command += ["--processes", str(processes)]

    def _begin(self) -> subprocess.Popen[bytes]:
        with (self.log or Path(os.devnull)).open("ab") as file:
            errors = file if self.log else None
            return subprocess.Popen(self.command, stdout=subprocess.PIPE, stderr=errors)  # noqa: S603

    def _answers(self) -> bool:
        assert self.process.stdout is not None
        return bool(self.process.stdout.readline())

    def kill(self) -> None:
        """Kill the worker: SIGKILL."""
        super().kill()
        assert self.process.stdout is not None
        self.process.stdout.close()
