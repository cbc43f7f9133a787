"""Attacks on the server and outages. Each attack is limited, and comes from addresses that no player has."""

from __future__ import annotations

import asyncio
import json
import random
import signal
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass

from bench.server.soak.host import Database, Server

JUNK = (b"{", b"null", b"\xff\x00", b'{"type":"move"}', b'{"type":"move","move":"x","seq":1}', b"x" * 100)
HEAD = b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n"
FLOODS, SILENT, DEAF, RUDE = 8, 1500, 40, 20
MOST_BYTES_A_SECOND = 2 << 20
LONG_GAME = {
    "game": "farkle",
    "seats": [{"kind": "computer", "player": "Random"}] * 10,
    "options": {"target": 100_000, "opening_minimum": 2000},
    "pace": 0,
}


@dataclass(frozen=True)
class Scene:
    """The server and its database, for attacks."""

    server: Server
    database: Database


@dataclass(frozen=True)
class Trouble:
    """One kind of trouble. An outage takes away what moves need, so no one can expect an answer while it lasts."""

    name: str
    make: Callable[[Scene, float], Awaitable[None]]
    outage: bool = False


Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def _connect(scene: Scene, number: int = 0) -> Streams:
    home = f"127.200.{number // 250}.{1 + number % 250}"
    return await asyncio.open_connection("127.0.0.1", scene.server.port, local_addr=(home, 0))


async def _post(scene: Scene, path: str, body: object, number: int = 0) -> bytes:
    content = json.dumps(body).encode()
    reader, writer = await _connect(scene, number)
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Type: application/json\r\n"
    writer.write(f"{head}Content-Length: {len(content)}\r\n\r\n".encode() + content)
    try:
        return (await reader.read()).partition(b"\r\n\r\n")[2]
    finally:
        writer.close()


async def _many(count: int, one: Callable[[int], Awaitable[None]], seconds: float) -> None:
    """Run ``count`` attackers for some seconds, and ignore what happens to them."""

    async def again(number: int) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            with suppress(OSError, ValueError, asyncio.IncompleteReadError):
                async with asyncio.timeout(max(0.1, end - time.monotonic())):
                    await one(number)
            await asyncio.sleep(0.1)

    await asyncio.gather(*(again(number) for number in range(count)))


# --- Attacks on the edge -------------------------------------------------------------------------------------------


async def flood(scene: Scene, seconds: float) -> None:
    """Send requests whose headers do not end."""

    async def one(number: int) -> None:
        _, writer = await _connect(scene, number)
        try:
            writer.write(HEAD)
            while not writer.is_closing():
                writer.write(b"X-a: b\r\n" * 4096)
                await writer.drain()
                await asyncio.sleep(FLOODS * 32_768 / MOST_BYTES_A_SECOND)
        finally:
            writer.transport.abort()

    await _many(FLOODS, one, seconds)


async def silence(scene: Scene, seconds: float) -> None:
    """Open connections that say nothing."""
    kept: list[asyncio.StreamWriter] = []
    try:
        for number in range(SILENT):
            with suppress(OSError):
                kept.append((await _connect(scene, number % 50))[1])
        await asyncio.sleep(seconds)
    finally:
        for writer in kept:
            writer.transport.abort()


async def deafness(scene: Scene, seconds: float) -> None:
    """Listen at a lively table without ever reading."""
    table = json.loads(await _post(scene, "/api/tables", LONG_GAME))["table"]["id"]

    async def one(number: int) -> None:
        _, writer = await _connect(scene, number)
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        try:
            path = f"/api/tables/{table}/{'events' if number % 2 else 'live'}"
            writer.write(b"GET %b HTTP/1.1\r\nHost: 127.0.0.1\r\n" % path.encode())
            if number % 2 == 0:
                writer.write(b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n")
                writer.write(b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n")
            writer.write(b"\r\n")
            await asyncio.sleep(seconds)
        finally:
            writer.transport.abort()

    await _many(DEAF, one, seconds)


async def rudeness(scene: Scene, seconds: float) -> None:
    """Send visitors who sit down, send junk and vanish."""

    async def one(number: int) -> None:
        plan = {"game": "tonk", "seats": [{"kind": "person"}, {"kind": "computer"}], "away": 1}
        table = json.loads(await _post(scene, "/api/tables", plan, number))["table"]["id"]
        token = json.loads(await _post(scene, f"/api/tables/{table}/sit", {"name": "Eve"}, number))["token"]
        reader, writer = await _connect(scene, number)
        try:
            writer.write(
                f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
                "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                f"Authorization: Bearer {token}\r\n\r\n".encode()
            )
            for _ in range(random.randrange(1, 20)):
                await reader.read(65_536)
                junk = random.choice(JUNK)
                writer.write(bytes((0x81, 0x80 | len(junk))) + b"\0\0\0\0" + junk)
                await asyncio.sleep(0.1)
        finally:
            writer.transport.abort()

    await _many(RUDE, one, seconds)


async def long_looks(scene: Scene, seconds: float) -> None:
    """Send visitors who want to see all of a long game of computers."""
    table = json.loads(await _post(scene, "/api/tables", LONG_GAME))["table"]["id"]

    async def one(number: int) -> None:
        reader, writer = await _connect(scene, number)
        try:
            writer.write(f"GET /api/tables/{table}/events?after=0 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
            for _ in range(200):
                await reader.read(1 << 20)
        finally:
            writer.transport.abort()

    await _many(2, one, seconds)


# --- Outages -------------------------------------------------------------------------------------------------------


async def kill(scene: Scene, seconds: float) -> None:
    """Kill the server and start it again."""
    await scene.server.end()
    await scene.server.start()


async def restart(scene: Scene, seconds: float) -> None:
    """Ask the server to end, and start it again."""
    await scene.server.end(signal.SIGTERM)
    await scene.server.start()


async def full_disk(scene: Scene, seconds: float) -> None:
    """Let the server write nothing."""
    with scene.server.full_disk():
        await asyncio.sleep(seconds)


async def no_database(scene: Scene, seconds: float) -> None:
    """Stop the database and start it again."""
    await scene.database.stop()
    await asyncio.sleep(seconds)
    await scene.database.start()


ATTACKS = (
    Trouble("endless headers", flood),
    Trouble("silent connections", silence),
    Trouble("listeners that never read", deafness),
    Trouble("junk, and gone", rudeness),
    Trouble("long looks", long_looks),
    Trouble("kill -9", kill, outage=True),
    Trouble("SIGTERM", restart, outage=True),
)
ON = {
    "sqlite": (*ATTACKS, Trouble("a full disk", full_disk, outage=True)),
    "postgresql": (*ATTACKS, Trouble("no database", no_database, outage=True)),
}
"""The troubles of a server on each kind of database."""
