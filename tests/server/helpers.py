"""A server to test against, and its visitors."""

from __future__ import annotations

import asyncio
import json
import random
import threading
import time
from asyncio import Runner
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from knockroll.server import Settings, TableServer
from knockroll.server.tables import hall, requests
from tests.seeded import deal_from, next_secret_of
from tests.server.skipping import SkippingLoop

PATIENCE = 60.0
"""Seconds that a test waits for something that should happen at once; the machine may be busy."""


@pytest.fixture(autouse=True)
def same_deals(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers in this process deal the same in every run.

    One in 465 games of Thirty-One for two with one strike is over with its deal, for instance. So what a test assumes
    about its cards is always true or never.
    """
    monkeypatch.setattr(hall, "secrets", deal_from(next_secret_of(lambda: request.node.nodeid)))


def _client(url: str) -> httpx.Client:
    """A client that reads no certificates, which would take as long as everything else at the start of a server."""
    return httpx.Client(base_url=url, timeout=PATIENCE, verify=False)


class Served:
    """A running server."""

    def __init__(self, url: str, server: TableServer | None = None, loop: SkippingLoop | None = None) -> None:
        self.url = url
        self.server = server
        self.http = _client(url)
        self.loop = loop

    def skip(self, seconds: float) -> None:
        """Skip some time, on a server whose time can be skipped."""
        assert self.loop is not None
        self.http.close()  # the server is about to close idle connections
        self.loop.skip(seconds)
        self.http = _client(self.url)

    def close_table(self, id: str) -> None:
        """Close a table, as earlier versions did with abandoned games."""

        async def close() -> None:
            assert self.server is not None and self.server.tables.hall is not None
            live = await self.server.tables.hall.find(id)
            await live.perform(lambda room: requests.close(room, "idle"))

        assert self.loop is not None
        asyncio.run_coroutine_threadsafe(close(), self.loop).result(PATIENCE)

    def open(self, game: str = "thirty_one", people: int = 2, computers: int = 0, **plan: Any) -> Visitor:
        """Open a table; the visitor returned watches it, and the first person they seat is its host."""
        seats = [{"kind": "person"}] * people + [{"kind": "computer", "player": "Random"}] * computers
        answer = self.http.post("/api/tables", json={"game": game, "seats": seats, **plan})
        assert answer.status_code == 201, answer.text
        self.http.cookies.clear()
        return Visitor(self, answer.json()["table"]["id"], host=answer.json()["host"])

    def seated(self, *names: str, **plan: Any) -> list[Visitor]:
        """Open a table, and let people sit down there."""
        table = self.open(people=len(names), **plan)
        return [table.sit(name) for name in names]


class Visitor:
    """A person at a table, who has a seat with a token and watches without one. Keeps every byte that arrives."""

    def __init__(self, served: Served, id: str, token: str | None = None, host: str | None = None) -> None:
        self.served = served
        self.id = id
        self.token = token
        self.host = host
        self.received: list[str] = []

    @property
    def headers(self) -> dict[str, str]:
        return {} if self.token is None else {"Authorization": f"Bearer {self.token}"}

    def request(self, method: str, what: str, **more: Any) -> httpx.Response:
        answer = self.served.http.request(method, f"/api/tables/{self.id}{what}", headers=self.headers, **more)
        self.served.http.cookies.clear()
        self.received.append(answer.text)
        return answer

    def get(self, what: str = "") -> Any:
        answer = self.request("GET", what)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, what: str, body: Any = None, status: int = 200) -> Any:
        answer = self.request("POST", what, json=body or {})
        assert answer.status_code == status, answer.text
        return answer.json()

    def refused(self, what: str, body: Any = None) -> str:
        """Post something that must be refused, and return the code."""
        answer = self.request("POST", what, json=body or {})
        assert answer.status_code >= 400, answer.text
        return str(answer.json()["error"]["code"])

    def sit(self, name: str, **more: Any) -> Visitor:
        if self.host is not None:  # as clients do: the host's token and that of the seat become one
            host, self.host = Visitor(self.served, self.id, self.host), None
            seated = host.sit(name, **more)
            self.received += host.received
            return seated
        token = self.post("/sit", {"name": name, **more}, 201)["token"]
        return Visitor(self.served, self.id, token)

    @property
    def table(self) -> Any:
        return self.get()["table"]

    def move(self, text: str | None = None, seq: int | None = None) -> Any:
        """Make a move, by default the first legal one."""
        position = self.get("/view")
        text = text or position["view"]["legal"][0]
        return self.post("/moves", {"move": text, "seq": position["seq"] if seq is None else seq})

    @contextmanager
    def live(self, after: int | None = None, acts: bool = False) -> Iterator[Socket]:
        query = ("" if after is None else f"after={after}&") + ("acts=true" if acts else "")
        url = f"ws{self.served.url.removeprefix('http')}/api/tables/{self.id}/live?{query}"
        with connect(url, additional_headers=self.headers, compression=None, max_size=None) as socket:
            yield Socket(socket, self.received)


class Socket:
    """A live connection."""

    def __init__(self, socket: ClientConnection, received: list[str]) -> None:
        self.socket = socket
        self._received = received

    def receive(self, *types: str) -> Any:
        """The next message, of these types if some are given; others are skipped."""
        while True:
            text = self.socket.recv(timeout=PATIENCE)
            assert isinstance(text, str)
            self._received.append(text)
            message = json.loads(text)
            if not types or message["type"] in types:
                return message

    def send(self, message: Any) -> None:
        self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def move(self, text: str, seq: int, id: Any = None) -> None:
        self.send({"type": "move", "move": text, "seq": seq, "id": id})


@contextmanager
def serving(database: str, plain: bool = False, skipping: bool = False, **settings: Any) -> Iterator[Served]:
    """A server in a thread of this process; ``plain``: without short cuts for WebSockets. Its time can be skipped."""
    server = TableServer(Settings(database=database, **settings), "127.0.0.1", 0)
    if plain:
        server.config.ws = "websockets-sansio"
    loop = SkippingLoop() if skipping else None
    run = server.run if loop is None else lambda: Runner(loop_factory=lambda: loop).run(server.serve())
    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    wait_until(lambda: server.started or not thread.is_alive())
    assert server.started, "the server did not start"
    port = server.servers[0].sockets[0].getsockname()[1]
    served = Served(f"http://127.0.0.1:{port}", server, loop)
    try:
        yield served
    finally:
        served.http.close()
        server.should_exit = True
        thread.join(PATIENCE)
        assert not thread.is_alive(), "the server did not stop"


def wait_until(true: Callable[[], Any], seconds: float = PATIENCE) -> None:
    """Wait until something is true."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


def play_to_the_end(people: list[Visitor], seed: int = 1, most: int = 3000) -> None:
    """Play over HTTP with random moves until the game is over; the people have the first seats."""
    rng = random.Random(seed)
    for _ in range(most):
        turn = people[0].get("/view")["view"]["turn"]
        if turn is None:
            return
        if turn >= len(people):
            time.sleep(0.01)  # a computer player moves by itself
            continue
        view = people[turn].get("/view")
        if view["view"]["legal"]:
            people[turn].post("/moves", {"move": rng.choice(view["view"]["legal"]), "seq": view["seq"]})
    raise AssertionError("the game does not end")
