"""People who play at a cluster: each at any process, and at another one when theirs is silent. They forget nothing."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from typing import Any

import httpx
import orjson
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from bench.server.chaos.slow_player import GAME, NAME

PLAN = {
    "game": GAME,
    "seats": [{"kind": "person"}] * 2,
    "options": {"strikes": 20, "turn_limit": 100_000},
    "away": 86_400,
}
PLAN_WITH_A_SLOW_PLAYER = PLAN | {
    "seats": [*[{"kind": "person"}] * 2, {"kind": "computer", "player": NAME}],
    "pace": 0,
}
NAMES = ("Ann", "Bob")
THINKING = (0.05, 0.4)
SILENCE_SECONDS = 2.0
"""Seconds of silence, without even an answer to a ping, before a client tries another process."""
PING_SECONDS = 0.5


class Person:
    """A person at a table."""

    def __init__(self, table: ChaosTable, number: int, token: str) -> None:
        self.table, self.number, self.token = table, number, token
        self.chance = random.Random(f"{table.seed} {number}")
        self.story: list[tuple[float, str]] = []
        """What happened to them, and when: evidence."""
        self.last = 0
        self.told: dict[int, str] = {}
        """What they have heard: the move, or the kind of entry, by its number."""
        self.acknowledged: dict[int, str] = {}
        self.wrong: list[str] = []
        self.connections = 0
        self._legal: list[str] = []
        self._waits = False
        """Whether a move is waiting for its answer."""

    async def stay(self) -> None:
        """Stay connected, to one process after the other, until this is cancelled."""
        while True:
            port = self.chance.choice(self.table.ports())
            url = f"ws://127.0.0.1:{port}/api/tables/{self.table.id}/live?after={self.last}"
            self.note(f"goes to {port} after {self.last}")
            try:
                head = {"Authorization": f"Bearer {self.token}"}
                async with connect(
                    url,
                    additional_headers=head,
                    compression=None,
                    ping_interval=None,
                    open_timeout=2,
                    close_timeout=0.1,
                ) as socket:
                    self.connections += 1
                    await self._converse(socket)
                self.note("leaves: silence")
            except (OSError, TimeoutError, WebSocketException) as error:
                self.note(f"leaves: {error!r}")
            await asyncio.sleep(self.chance.uniform(0.02, 0.2))

    def note(self, what: str) -> None:
        """Record something as evidence."""
        self.story.append((time.time(), what))

    async def _converse(self, socket: Any) -> None:
        silent_since = time.monotonic()
        while time.monotonic() - silent_since < SILENCE_SECONDS:
            try:
                # Not wait_for: before Python 3.12 it swallows a cancellation that comes together with a message.
                async with asyncio.timeout(PING_SECONDS):
                    message = orjson.loads(await socket.recv())
            except TimeoutError:
                await socket.send('{"type":"ping"}')
                continue
            silent_since = time.monotonic()
            if message["type"] != "pong":
                kept = ("type", "seq", "kind", "seat", "move", "code", "reason")
                self.note(" ".join(f"{key}={message[key]}" for key in kept if key in message))
            self._hear(message)
            if self._legal and not self._waits:
                await asyncio.sleep(self.chance.uniform(*THINKING))
                await self._move(socket)

    async def _move(self, socket: Any) -> None:
        draws = [move for move in self._legal if move.startswith("draw")]
        move = draws[0] if draws else self.chance.choice(self._legal)
        self.note(f"plays {move} at {self.last}")
        self._waits = True
        await socket.send(orjson.dumps({"type": "move", "move": move, "seq": self.last, "id": self.last}).decode())

    def _hear(self, message: dict[str, Any]) -> None:
        """Handle a message."""
        kind = message["type"]
        if kind == "hello":
            self._waits = False
            if message["seq"] != self.last:
                self.wrong.append(f"hello with {message['seq']} after {self.last}")
        elif kind == "error":
            self._waits = False
            # another answer may have come first: then these are the moves in a later position, and still legal
            if message["code"] not in ("unavailable", "too_fast") and message["answer"] == self.last:
                self._legal = []
        elif kind == "event":
            self._take(message)
            view = message.get("view")
            if view is not None and view["seat"] != self.number:
                self.wrong.append(f"the view of seat {view['seat']}")
            self._legal = [] if view is None else view["legal"]

    def _take(self, message: dict[str, Any]) -> None:
        seq = message["seq"]
        if seq != self.last + 1:
            self.wrong.append(f"event {seq} after {self.last}")
        self.last = seq
        self.told[seq] = message.get("move") or message["kind"]
        for event in message["events"]:  # a card from the stock may be seen only by the player who drew it
            if event.get("source") == "stock" and event.get("seat") not in (None, self.number) and event.get("cards"):
                self.wrong.append(f"saw the cards of seat {event['seat']}")
        if message["kind"] == "move":
            self.table.moved()
            if message["seat"] == self.number:
                self.acknowledged[seq] = message["move"]
                self._waits = False


class ChaosTable:
    """One table."""

    def __init__(self, ports: Callable[[], Sequence[int]], seed: str, has_slow_player: bool = False) -> None:
        self.ports = ports
        self.seed = seed
        self._chance = random.Random(seed)
        self.plan = PLAN_WITH_A_SLOW_PLAYER if has_slow_player else PLAN
        self.id = ""
        self.people: list[Person] = []
        self.moved_at = 0.0

    async def open(self, http: httpx.AsyncClient) -> None:
        """Open it at one process, and sit down at others."""
        self.id = (await self._post(http, "/api/tables", self.plan))["table"]["id"]
        for number, name in enumerate(NAMES):
            answer = await self._post(http, f"/api/tables/{self.id}/sit", {"name": name})
            self.people.append(Person(self, number, answer["token"]))

    async def _post(self, http: httpx.AsyncClient, path: str, body: dict[str, Any]) -> dict[str, Any]:
        url = f"http://127.0.0.1:{self._chance.choice(self.ports())}{path}"
        answer = await http.post(url, json=body, headers={"Cookie": "x=y"})
        http.cookies.clear()
        return dict(answer.raise_for_status().json())

    def moved(self) -> None:
        """Note that someone heard of a move."""
        self.moved_at = time.monotonic()
