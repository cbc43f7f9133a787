"""Tables in play: two people each, who come back whenever they lose the server, and remember what they received."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from bench.server.load import Seat

THINKING = (0.2, 1.8)
"""The least and the most seconds that a person takes for a move."""
PLAN = {
    "game": "thirty_one",
    "seats": [{"kind": "person"}] * 2,
    "options": {"strikes": 20, "turn_limit": 100_000},
    "away": 86_400,
}
Heard = Callable[[float], None]


class Person:
    """A person at a table."""

    def __init__(self, table: SoakTable, number: int, token: str) -> None:
        self.table, self.number, self.token = table, number, token
        self.last = 0
        """The number of the last event that they received."""
        self.told: dict[int, tuple[str, str | None]] = {}
        self.acknowledged: dict[int, str] = {}
        self.wrong: list[str] = []
        self.legal: list[str] = []
        self.seat: Seat | None = None
        self._timer: asyncio.TimerHandle | None = None

    async def stay(self) -> None:
        """Stay connected, until this is cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            link = self._link()
            try:
                await loop.create_connection(
                    partial(_itself, link), "127.0.0.1", self.table.port, local_addr=(self.table.home, 0)
                )
                await link.gone
            except OSError:
                pass
            finally:
                link.leave()
            await asyncio.sleep(random.uniform(0.2, 1.0))

    def _link(self) -> _Link:
        path = f"/api/tables/{self.table.id}/live?after={self.last}"
        return _Link(self, path, f"127.0.0.1:{self.table.port}", self.token)

    def hear(self, seat: Seat, text: bytes) -> None:
        """Handle a message of the server."""
        message = json.loads(text)
        kind = message["type"]
        if kind == "hello":
            self.seat = seat
            if message["seq"] != self.last:
                self.wrong.append(f"hello with {message['seq']} after {self.last}")
            if message["table"]["seq"] == self.last:
                self._think()
        elif kind == "event":
            self._take(message)
        elif kind == "error" and message["code"] in ("unavailable", "too_fast"):
            self._think()

    def _take(self, message: dict[str, Any]) -> None:
        seq, move = message["seq"], message.get("move")
        if seq != self.last + 1:
            self.wrong.append(f"event {seq} after {self.last}")
        self.last = seq
        self.told[seq] = (message["kind"], move)
        if message["kind"] == "move":
            self.table.heard(self, seq, message["seat"])
            if message["seat"] == self.number:
                self.acknowledged[seq] = message["move"]
        if message.get("view") is not None:
            self.legal = message["view"]["legal"]
            self._think()

    def _think(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self.legal:
            self._timer = asyncio.get_running_loop().call_later(random.uniform(*THINKING), self._move)

    def _move(self) -> None:
        if self.seat is None or self.seat.transport.is_closing() or not self.legal:
            return
        draws = [move for move in self.legal if move.startswith("draw")]
        self.table.sent[self.last + 1] = time.perf_counter()
        self.seat.send(draws[0] if draws else random.choice(self.legal), self.last)


class _Link(Seat):
    """One connection of a person, who has several in turn."""

    def __init__(self, person: Person, path: str, host: str, token: str) -> None:
        super().__init__(person, path, host, token)  # type: ignore[arg-type]
        self.person = person
        self.gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def leave(self) -> None:
        """Close the connection, even if the server has not said hello yet."""
        if not self.gone.done() and hasattr(self, "transport"):
            self.transport.abort()

    def connection_lost(self, error: Exception | None) -> None:
        self.person.seat = None
        if not self.gone.done():
            self.gone.set_result(None)

    def data_received(self, data: bytes) -> None:
        if not self.open and not (self.buffer + data).startswith(b"HTTP/1.1 101"[: len(self.buffer + data)]):
            self.transport.abort()  # turned away; the person tries again
            return
        super().data_received(data)


def _itself(link: _Link) -> _Link:
    return link


class SoakTable:
    """One table with its own client address, so that the usual limits apply to each."""

    def __init__(self, port: int, number: int, heard: Heard, plan: dict[str, Any] = PLAN) -> None:
        self.port = port
        self.plan = plan
        self.home = f"127.{1 + number // 62_500}.{number // 250 % 250}.{1 + number % 250}"
        self.id = ""
        self.people: list[Person] = []
        self.sent: dict[int, float] = {}
        """When each move was sent, by the number that it would get."""
        self.moved_at = time.monotonic()
        self._heard = heard

    async def open(self) -> None:
        """Open the table, and let two people sit down."""
        self.id = (await self._post("/api/tables", self.plan))["table"]["id"]
        for number, name in enumerate(("Ann", "Bob")):
            answer = await self._post(f"/api/tables/{self.id}/sit", {"name": name})
            self.people.append(Person(self, number, answer["token"]))

    async def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        content = json.dumps(body).encode()
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.home, 0))
        head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Type: application/json\r\n"
        writer.write(f"{head}Content-Length: {len(content)}\r\n\r\n".encode() + content)
        answer = await reader.read()
        writer.close()
        top, _, text = answer.partition(b"\r\n\r\n")
        if b" 201 " not in top.partition(b"\r\n")[0]:
            raise RuntimeError(f"{path}: {answer[:300]!r}")
        return dict(json.loads(text))

    def heard(self, person: Person, seq: int, mover: int) -> None:
        """Note that a person received a move; the one who did not make it gives the latency."""
        self.moved_at = time.monotonic()
        if person.number != mover and (at := self.sent.pop(seq, None)) is not None:
            self._heard(time.perf_counter() - at)
