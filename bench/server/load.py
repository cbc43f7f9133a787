"""Closed-loop load on our server: tables with two live clients each, who answer every event at once with a move.

It runs in a separate process, with a WebSocket client as lean as possible, so that it measures the server. It reads
only what it needs of a message: what has happened, the number, and the legal moves. Every number must follow the one
before. It prints a line when it begins to measure and one when it ends, then one JSON object.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import time
from collections.abc import Sequence
from typing import Any, cast
from urllib.parse import urlsplit

import httpx
import msgspec
import uvloop

AT_ONCE = 64
BEGUN, ENDED = "measuring", "measured"
"""Printed when measuring begins and ends, for a program that watches the processes."""
_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10


class View(msgspec.Struct):
    """What the driver reads of a view."""

    legal: list[str] = []


class Message(msgspec.Struct):
    """What the driver reads of a message."""

    type: str
    seq: int = 0
    kind: str | None = None
    view: View | None = None


_decode = msgspec.json.Decoder(Message).decode


class Seat(asyncio.Protocol):
    """One client: reads events, answers when it is to move."""

    def __init__(self, table: Table, path: str, host: str, token: str) -> None:
        self.table = table
        self.request = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
            f"Authorization: Bearer {token}\r\n\r\n"
        ).encode()
        self.buffer = b""
        self.open = False
        self.seq = 0
        """The number of the last entry that it received."""
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.next: tuple[str, int] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self.request)

    def connection_lost(self, error: Exception | None) -> None:
        self.table.load.lost += 1

    def data_received(self, data: bytes) -> None:
        self.buffer = self.buffer + data if self.buffer else data
        if not self.open:
            end = self.buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            assert self.buffer.startswith(b"HTTP/1.1 101"), self.buffer[:200]
            self.buffer = self.buffer[end + 4 :]
            self.open = True
        buffer, begin, end = self.buffer, 0, len(self.buffer)
        while end - begin >= 2:
            kind, size, at = buffer[begin] & 15, buffer[begin + 1] & 127, begin + 2
            if size == 126:
                size, at = int.from_bytes(buffer[at : at + 2], "big"), at + 2
            elif size == 127:
                size, at = int.from_bytes(buffer[at : at + 8], "big"), at + 8
            if end < at + size:
                break
            payload, begin = buffer[at : at + size], at + size
            if kind == _TEXT:
                self.table.hear(self, payload)
            elif kind == _CLOSE:
                self.transport.close()
            elif kind == _PING:
                self.transport.write(self._frame(_PONG, payload))
        self.buffer = buffer[begin:]

    def _frame(self, kind: int, payload: bytes) -> bytes:
        """Return a masked frame; the mask is zero, which leaves the payload as it is."""
        head = bytes((0x80 | kind,))
        size = bytes((0x80 | len(payload),)) if len(payload) < 126 else b"\xfe" + len(payload).to_bytes(2, "big")
        return head + size + b"\0\0\0\0" + payload

    def send(self, move: str, seq: int) -> None:
        self.transport.write(self._frame(_TEXT, b'{"type":"move","move":"%b","seq":%d}' % (move.encode(), seq)))


class Spectator(asyncio.Protocol):
    """A spectator, who counts messages and asks for nothing."""

    def __init__(self, path: str, host: str) -> None:
        self.request = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        ).encode()
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.bytes = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        cast(asyncio.Transport, transport).write(self.request)

    def data_received(self, data: bytes) -> None:
        self.bytes += len(data)
        if not self.ready.done():
            self.ready.set_result(None)


class Table:
    """One table with its two clients."""

    def __init__(self, load: Load, id: str) -> None:
        self.load, self.id = load, id
        self.seats: list[Seat] = []
        self.sent: dict[int, tuple[Seat, float]] = {}
        """The sender and time of each move, by the number that the move will get."""
        self.acknowledged = 0

    def hear(self, seat: Seat, text: bytes) -> None:
        """Count a message, and answer if it is this seat's turn."""
        message = _decode(text)
        load, view, seq = self.load, message.view, message.seq
        if message.type == "event":
            load.gaps += seq != seat.seq + 1
            seat.seq = seq
            if message.kind == "move":
                mover, at = self.sent[seq]
                if seat is mover:
                    load.moves += load.measuring
                    self.acknowledged = seq
                elif load.measuring:
                    load.latencies.append(time.perf_counter() - at)
        elif message.type == "hello":
            seat.seq = seq
            if view is not None and not seat.ready.done():
                seat.ready.set_result(None)
        else:
            load.errors += message.type == "error"
            return
        if view is not None and view.legal:
            seat.next = (self.choose(view.legal), seq)
            if load.going:
                self.go(seat)

    def choose(self, legal: list[str]) -> str:
        """Return a draw from the stock, then a random discard."""
        return legal[0] if legal[0].startswith("draw") else legal[int(random.random() * len(legal))]

    def go(self, seat: Seat) -> None:
        if seat.next is not None:
            move, seq = seat.next
            seat.next = None
            self.sent[seq + 1] = (seat, time.perf_counter())
            seat.send(move, seq)


class Load:
    """The whole load."""

    def __init__(self, urls: Sequence[str], apart: bool = False, spectators: int = 0) -> None:
        """Load several processes, which get tables in turn; ``apart``: the people at a table use different ones."""
        self.spectators = spectators
        self.hosts = [urlsplit(url).netloc for url in urls]
        self.apart = apart
        self.tables: list[Table] = []
        self.latencies: list[float] = []
        self.moves = self.errors = self.gaps = self.lost = 0
        self.going = self.measuring = False

    async def open(self, count: int, idle: bool = False) -> None:
        gate = asyncio.Semaphore(AT_ONCE)
        async with httpx.AsyncClient(timeout=60, limits=httpx.Limits(max_keepalive_connections=0)) as http:
            await asyncio.gather(*[self._open_one(http, gate, idle, number) for number in range(count)])

    async def _open_one(self, http: httpx.AsyncClient, gate: asyncio.Semaphore, idle: bool, number: int) -> None:
        async with gate:
            tables = f"http://{self.hosts[number % len(self.hosts)]}/api/tables"
            body = {
                "game": "thirty_one",
                "seats": [{"kind": "person"}] * 2,
                "options": {"strikes": 20, "turn_limit": 100_000},
                "away": 86_400,
            }
            id = (await http.post(tables, json=body)).raise_for_status().json()["table"]["id"]
            table = Table(self, id)
            self.tables.append(table)
            tokens = []
            for name in ("Ann", "Bob"):
                answer = await http.post(f"{tables}/{id}/sit", json={"name": name}, headers={"Cookie": "x=y"})
                tokens.append(answer.raise_for_status().json()["token"])
                http.cookies.clear()
            if idle:
                return
            for place, token in enumerate(tokens):
                await self._connect(table, token, number + place if self.apart else number)
            for _ in range(self.spectators):
                await self._watch(id, number)

    async def _watch(self, id: str, number: int) -> None:
        address = self.hosts[number % len(self.hosts)]
        host, port = address.split(":")
        spectator = Spectator(f"/api/tables/{id}/live", address)
        await asyncio.get_running_loop().create_connection(lambda: spectator, host, int(port))
        await spectator.ready

    async def _connect(self, table: Table, token: str, number: int) -> None:
        address = self.hosts[number % len(self.hosts)]
        host, port = address.split(":")
        seat = Seat(table, f"/api/tables/{table.id}/live", address, token)
        table.seats.append(seat)
        await asyncio.get_running_loop().create_connection(lambda: seat, host, int(port))
        await seat.ready

    async def run(self, warm: float, seconds: float) -> dict[str, Any]:
        self.going = True
        for table in self.tables:
            for seat in table.seats:
                table.go(seat)
        await asyncio.sleep(warm)
        self.measuring = True
        print(BEGUN, flush=True)
        begun, cpu = time.perf_counter(), time.process_time()
        await asyncio.sleep(seconds)
        self.measuring = False
        taken = time.perf_counter() - begun
        driver = (time.process_time() - cpu) / taken
        self.going = False
        print(ENDED, flush=True)
        await asyncio.sleep(1.0)
        self.latencies.sort()
        n = len(self.latencies)
        return {
            "tables": len(self.tables),
            "moves_per_second": round(self.moves / taken),
            "p50_ms": round(self.latencies[n // 2] * 1000, 1) if n else None,
            "p99_ms": round(self.latencies[n * 99 // 100] * 1000, 1) if n else None,
            "errors": self.errors,
            "gaps": self.gaps,
            "connections_lost": self.lost,
            "driver_cpu": round(driver, 2),
            "acknowledged": {table.id: table.acknowledged for table in self.tables},
        }


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url", nargs="+", help="one process, or several that serve the same tables")
    parser.add_argument("--apart", action="store_true", help="the people at a table are at different processes")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--warm", type=float, default=2.0)
    parser.add_argument("--spectators", type=int, default=0, help="people who watch each table")
    parser.add_argument("--idle", action="store_true", help="only open tables, and leave")
    asked = parser.parse_args()
    load = Load(asked.url, asked.apart, asked.spectators)
    await load.open(asked.tables, asked.idle)
    result = {"tables": asked.tables} if asked.idle else await load.run(asked.warm, asked.seconds)
    print(json.dumps(result), flush=True)
    os._exit(0)  # thousands of connections need not be closed properly


if __name__ == "__main__":
    uvloop.run(main())
