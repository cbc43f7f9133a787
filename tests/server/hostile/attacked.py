"""A server in a separate process, whose processor, disk and files can be taken away."""

from __future__ import annotations

import multiprocessing
import os
import re
import resource
import signal
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from scripts.serving import free_port

from tests.server.helpers import PATIENCE, Served
from tests.server.hostile import launch
from tests.server.hostile.tools import connected, request, status_of

UNLIMITED = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
ESTABLISHED = "01"
# one process imports all that a server needs; each server is a fork of it, and starts in no time
_nursery = multiprocessing.get_context("forkserver")
_nursery.set_forkserver_preload(["pytest", "alembic.command", "uvloop", launch.__name__])


class Attacked(Served):
    """A running server; :meth:`stop` ends it. What it says is kept in memory: its disk may be full."""

    def __init__(
        self,
        database: str | Path,
        limits: dict[str, Any] | None = None,
        files: int | None = None,
        defaults: dict[str, dict[str, Any]] | None = None,
        switches: Sequence[str] | None = None,
        **settings: Any,
    ) -> None:
        """Start a server.

        :param files: how many files it may open
        :param defaults: other defaults for options of games, as a later version may have them
        :param switches: run the command line with these instead, which knows no settings
        """
        self.port = free_port()
        self._said = bytearray()
        heard, output = _nursery.Pipe(duplex=False)
        if switches is None:
            test = os.environ["PYTEST_CURRENT_TEST"].rpartition(" (")[0]  # then the phase follows
            more = (test, self.port, str(database), limits or {}, settings, defaults or {}, output)
            self.process = _nursery.Process(target=launch.run_server, args=more)
        else:
            command = [
                "serve",
                "--no-browser",
                "--no-prepare",
                "--port",
                str(self.port),
                "--database",
                str(database),
                *switches,
            ]
            self.process = _nursery.Process(target=launch.run_command, args=(command, output))
        self.process.start()
        assert self.process.pid is not None
        self.pid = self.process.pid
        output.close()
        if files is not None:
            resource.prlimit(self.pid, resource.RLIMIT_NOFILE, (files, files))
        self._listener = threading.Thread(target=self._listen, args=(heard,), daemon=True)
        self._listener.start()
        super().__init__(f"http://127.0.0.1:{self.port}")

    def _listen(self, heard: Connection) -> None:
        while text := os.read(heard.fileno(), 65_536):
            self._said += text
        heard.close()

    @property
    def said(self) -> str:
        """Everything that the server has written to its log."""
        return self._said.decode(errors="replace")

    def wait(self) -> Attacked:
        """Wait until the server answers."""
        end = time.monotonic() + 60
        while not self.answers():
            assert self.process.is_alive() and time.monotonic() < end, f"the server did not start: {self.said}"
            time.sleep(0.02)
        return self

    def answers(self, path: str = "/api/games", seconds: float = 2.0, source: str = "127.0.0.1") -> bool:
        """Whether a client, perhaps at another address, gets an answer to a request that needs no database."""
        try:
            with connected(self.port, source) as one:
                one.settimeout(seconds)
                one.sendall(request(path, Connection="close"))
                return status_of(one.recv(65_536)) == 200
        except OSError:
            return False

    def ended(self, seconds: float) -> bool:
        """Whether the server ends by itself in this time; if so, all its output has been read."""
        self.process.join(seconds)
        if self.process.is_alive():
            return False
        self._listener.join(PATIENCE)
        return True

    def stop(self) -> None:
        """Kill the server."""
        self.http.close()
        self.process.kill()
        self.process.join(PATIENCE)
        self._listener.join(PATIENCE)

    # --- What it uses ----------------------------------------------------------------------------------------------

    @property
    def memory_mb(self) -> float:
        found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{self.pid}/status").read_text())
        assert found is not None
        return int(found[1]) / 1024

    def holds(self, one: socket.socket) -> bool:
        """Whether the server still has its end of a connection open, whatever the client sees."""
        ours, theirs = f":{self.port:04X}", f":{one.getsockname()[1]:04X}"
        for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
            local, remote, state, *_ = line.split()[1:]
            inode = line.split()[9]
            if local.endswith(ours) and remote.endswith(theirs):
                return state == ESTABLISHED and inode != "0"
        return False

    # --- What is taken away ----------------------------------------------------------------------------------------

    def terminate(self) -> None:
        """Ask the server to end."""
        os.kill(self.pid, signal.SIGTERM)

    @contextmanager
    def asleep(self) -> Iterator[None]:
        """Pause the process; it then finds everything that was sent meanwhile at once."""
        os.kill(self.pid, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(self.pid, signal.SIGCONT)

    @contextmanager
    def full_disk(self) -> Iterator[None]:
        """Let the process write nothing to any file."""
        resource.prlimit(self.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
        try:
            yield
        finally:
            resource.prlimit(self.pid, resource.RLIMIT_FSIZE, UNLIMITED)
