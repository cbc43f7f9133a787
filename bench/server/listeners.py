"""A crowd at one table: how long players at other tables wait while thousands listen at one that is played at.

``python -m bench.server.listeners``: 50 tables of two people who think for a second or so, as in the soak, and one more
such table where 5,000 others listen. It measures how long it takes from sending a move until the other player has heard
of it, at the other tables, without the crowd and with it. ``--command`` measures the server of another version.
"""

from __future__ import annotations

import argparse
import asyncio
import shlex
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import cast

import uvloop
from scripts.serving import ServerProcess

from bench.report import Section
from bench.server.long_tables import COMMAND_HELP
from bench.server.soak.run import Measured
from bench.server.soak.tables import SoakTable

TABLES, LISTENERS, SECONDS = 50, 5_000, 30.0
AT_ONCE = 100
PING, PONG = 0x89, b"\x8a\x80\0\0\0\0"
READY = b"ready\n"


class Idler(asyncio.Protocol):
    """A listener, who answers pings."""

    def __init__(self, port: int, table: str) -> None:
        self.request = (
            f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        ).encode()
        self.there: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        if not self.there.done():
            self.there.set_result(None)
        elif data[0] == PING:
            self.transport.write(PONG)


async def listen(port: int, table: str, count: int) -> None:
    """Be the crowd, until this process is ended."""
    loop = asyncio.get_running_loop()
    gate = asyncio.Semaphore(AT_ONCE)

    async def come(number: int) -> None:
        async with gate:
            home = (f"127.100.{number // 250}.{1 + number % 250}", 0)
            one = Idler(port, table)
            await loop.create_connection(lambda: one, "127.0.0.1", port, local_addr=home)
            await one.there

    await asyncio.gather(*map(come, range(count)))
    sys.stdout.buffer.write(READY)
    sys.stdout.flush()
    await asyncio.Event().wait()


async def play(port: int, listeners: int, seconds: float) -> list[list[str]]:
    """Let the tables play, without a crowd and with it; return the rows of the report."""
    measured = {0: Measured(), listeners: Measured()}
    now = Measured()

    def hear(wait: float) -> None:
        now.waits.append(wait)

    tables = [SoakTable(port, number, hear) for number in range(TABLES)]
    crowded = SoakTable(port, TABLES, lambda wait: None)
    for table in (*tables, crowded):
        await table.open()
    people = [asyncio.create_task(person.stay()) for table in (*tables, crowded) for person in table.people]
    await asyncio.sleep(3)
    for count, record in measured.items():
        crowd = await _gather_crowd(port, crowded.id, count) if count else None
        now = record
        await asyncio.sleep(seconds)
        now = Measured()
        if crowd is not None:
            crowd.kill()
            await crowd.wait()
    for person in people:
        person.cancel()
    await asyncio.gather(*people, return_exceptions=True)
    return [
        [f"{count:,}", f"{len(record.waits):,}", *(f"{record.quantile(share):,.0f} ms" for share in (0.5, 0.99, 1))]
        for count, record in measured.items()
    ]


async def _gather_crowd(port: int, table: str, count: int) -> asyncio.subprocess.Process:
    """Start the crowd in a separate process, so that listening does not slow down playing."""
    command = [sys.executable, "-m", "bench.server.listeners", "--listen", str(port), table, "--listeners", str(count)]
    crowd = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    assert crowd.stdout is not None
    if await crowd.stdout.readline() != READY:
        raise RuntimeError("the crowd was not let in")
    return crowd


def measure(listeners: int, seconds: float, command: Sequence[str] | None = None) -> Section:
    """Return the waits at other tables, without and with a crowd at one."""
    section = Section(
        f"Listeners: latency at {TABLES} tables while many listen at another",
        head=("listeners", "moves", "p50", "p99", "longest"),
    )
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder) / "db", command=command) as server:
        section.rows += uvloop.run(play(server.port, listeners, seconds))
    return section


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--listeners", type=int, default=LISTENERS)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--command", type=shlex.split, help=COMMAND_HELP)
    parser.add_argument("--listen", nargs=2, metavar=("PORT", "TABLE"), help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.listen:
        uvloop.run(listen(int(asked.listen[0]), asked.listen[1], asked.listeners))
    else:
        measure(asked.listeners, asked.seconds, asked.command).show()


if __name__ == "__main__":
    main()
