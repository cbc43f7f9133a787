"""A client of the table server: with it a bot plays over the network in ten lines.

.. code:: python

    with Client("http://127.0.0.1:8000") as server:
        table = server.create("thirty_one", seats=["person", "computer"])
        seat = table.sit("Randy")
        for view in seat.turns():
            seat.play(random.choice(view["legal"]))
        print(table.record()["result"])

:class:`AsyncClient` is the same with ``await`` and ``async for``, over a WebSocket. The protocol is in docs/api.md.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

import httpx

ENTROPY_BYTES = 32
Document = dict[str, Any]


class ServerError(Exception):
    """The server refused something: ``code`` says why (see docs/api.md), ``reason`` says it to a person."""

    def __init__(self, code: str, message: str, reason: str = "") -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.reason = reason or message


def _read(response: httpx.Response) -> Document:
    try:
        document = response.json()
    except ValueError:
        raise ServerError("internal", f"the server answered {response.status_code} without JSON") from None
    if response.is_error:
        error = document.get("error", {})
        message = error.get("message", str(response.status_code))
        raise ServerError(error.get("code", "internal"), message, error.get("reason", ""))
    return dict(document)


def _plan(game: str, seats: Sequence[str] | None, options: Document) -> Document:
    """The body that opens a table; ``seats`` are ``"person"``, ``"computer"`` or names of computer players."""
    body: Document = {"game": game, **options}
    if seats is not None:
        body["seats"] = [
            {"kind": seat} if seat in ("person", "computer") else {"kind": "computer", "player": seat} for seat in seats
        ]
    return body


def _sitting(name: str, seat: int | None) -> Document:
    return {"name": name, "seat": seat, "entropy": os.urandom(ENTROPY_BYTES).hex()}


class _Position:
    """What a seat knows: the last number and view it has been told."""

    def __init__(self) -> None:
        self.seq = 0
        self.view: Document | None = None
        self.over = False

    def take(self, message: Document) -> bool:
        """Take a message of the server; whether it is now this seat's turn to move."""
        if message["type"] == "error":
            raise ServerError(message["code"], message["message"], message.get("reason", ""))
        self.seq = message.get("seq", self.seq)
        table = message.get("table")
        if table is not None:
            self.over = table["status"] in ("over", "closed")
        if message.get("view") is None:
            return False
        self.view = message["view"]
        return bool(self.view["legal"])


# --- With blocking calls -------------------------------------------------------------------------------------------


class Client:
    """A connection to a server."""

    def __init__(self, url: str = "http://127.0.0.1:8000", **settings: Any) -> None:
        """Connect to a server; ``settings`` are those of :class:`httpx.Client`."""
        self.http = httpx.Client(base_url=url, **settings)

    def games(self) -> list[Document]:
        """All games, with options and computer players."""
        return list(_read(self.http.get("/api/games"))["games"])

    def tables(self, **query: Any) -> list[Document]:
        """Public tables; ``status`` and ``game`` choose among them."""
        return list(_read(self.http.get("/api/tables", params=query))["tables"])

    def create(self, game: str, seats: Sequence[str] | None = None, **options: Any) -> RemoteTable:
        """Open a table as its host. ``seats`` are ``"person"``, ``"computer"`` or names of computer players.

        What else can be decided is in docs/api.md.
        """
        body = _read(self.http.post("/api/tables", json=_plan(game, seats, options)))
        self.http.cookies.clear()  # the token says who is meant
        return RemoteTable(self.http, body["table"]["id"], body["host"])

    def bots(self) -> list[Document]:
        """The bots that wait for invitations."""
        return list(_read(self.http.get("/api/bots"))["bots"])

    def table(self, id: str) -> RemoteTable:
        """The table with this id, which is the end of its link."""
        return RemoteTable(self.http, id)

    def close(self) -> None:
        """Disconnect."""
        self.http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


class RemoteTable:
    """A table on a server."""

    def __init__(self, http: httpx.Client, id: str, token: str | None = None) -> None:
        self.http = http
        self.id = id
        self.token = token

    def _headers(self) -> dict[str, str]:
        return {} if self.token is None else {"Authorization": f"Bearer {self.token}"}

    def get(self, what: str = "", **query: Any) -> Document:
        """Ask for something below the table's address."""
        address = f"/api/tables/{self.id}{what}"
        return _read(self.http.get(address, params=query, headers=self._headers()))

    def post(self, what: str, body: Document | None = None) -> Document:
        """Send something to an address below the table's."""
        address = f"/api/tables/{self.id}{what}"
        return _read(self.http.post(address, json=body or {}, headers=self._headers()))

    def info(self) -> Document:
        """What everybody may know of the table."""
        return dict(self.get()["table"])

    def view(self) -> Document:
        """What you may know of the game: ``{"seq", "you", "view"}``."""
        return self.get("/view")

    def record(self, game: int | None = None) -> Document:
        """The record of a game that is over."""
        return self.get("/record", **({} if game is None else {"game": game}))

    def host(self, do: str, seat: int | None = None) -> Document:
        """As host, ``start``, ``remove``, ``lock``, ``unlock``, ``hand_on`` or ``reset``: the table after it."""
        return dict(self.post("/host", {"do": do, "seat": seat})["table"])

    def invite(self, bot: str) -> None:
        """Invite a bot that waits at the server (``/api/bots``); it sits down by itself, a moment later."""
        self.post("/invite", {"bot": bot})

    def sit(self, name: str, seat: int | None = None) -> RemoteSeat:
        """Sit down; adds entropy of this machine to the game's chance. Whoever opened the table is its host there."""
        body = self.post("/sit", _sitting(name, seat))
        self.http.cookies.clear()  # the token says which seat is meant, even if several sit here from this program
        return RemoteSeat(self.http, self.id, body["token"])

    def seat(self, token: str) -> RemoteSeat:
        """Take a seat back with the token that sitting down gave."""
        seat = RemoteSeat(self.http, self.id, token)
        seat.post("/rejoin")
        self.http.cookies.clear()
        return seat

    def messages(self, after: int | None = None) -> Iterator[Document]:
        """All that happens, as it happens; with ``after``, from that number on. Ends when the table is closed."""
        query = {"acts": "true"} if after is None else {"acts": "true", "after": str(after)}
        timeout = httpx.Timeout(10.0, read=60.0)
        address = f"/api/tables/{self.id}/events"
        with self.http.stream("GET", address, params=query, headers=self._headers(), timeout=timeout) as response:
            if response.is_error:
                response.read()
                _read(response)
            for line in response.iter_lines():
                message = json.loads(line)
                if message["type"] != "ping":
                    yield message


class RemoteSeat(RemoteTable):
    """Your seat at a table on a server."""

    def __init__(self, http: httpx.Client, id: str, token: str) -> None:
        super().__init__(http, id, token)
        self._position = _Position()

    def turns(self) -> Iterator[Document]:
        """Your view, each time it is your turn, until the game is over; answer each with :meth:`play`."""
        answered = -1
        for message in self.messages():
            mine = self._position.take(message)
            if mine and self._position.seq > answered:
                assert self._position.view is not None
                answered = self._position.seq
                yield self._position.view
            if self._position.over:
                return

    def play(self, move: str, seq: int | None = None) -> Document:
        """Make a move; returns ``{"seq", "you", "view"}`` when the server has saved it."""
        return self.post("/moves", {"move": move, "seq": self._position.seq if seq is None else seq})

    def leave(self) -> None:
        """Give up the seat."""
        self.post("/leave")

    def hand_over(self) -> None:
        """Let a computer play, and keep the seat."""
        self.post("/hand_over")

    def take_back(self) -> None:
        """Play oneself again."""
        self.post("/rejoin")

    def start(self) -> None:
        """As host, begin now; computer players take the empty seats."""
        self.post("/start")

    def rematch(self) -> None:
        """Ask for another game after one that is over."""
        self.post("/rematch", {"entropy": os.urandom(ENTROPY_BYTES).hex()})

    def reset(self) -> None:
        """Ask for another game instead of the one that is running."""
        self.post("/reset", {"entropy": os.urandom(ENTROPY_BYTES).hex()})

    def answer(self, yes: bool) -> None:
        """Say yes or no to the game that somebody has asked for."""
        self.post("/vote", {"yes": yes, "entropy": os.urandom(ENTROPY_BYTES).hex()})


# --- With async and await ------------------------------------------------------------------------------------------


class AsyncClient:
    """A connection to a server, for ``async with``."""

    def __init__(self, url: str = "http://127.0.0.1:8000", **settings: Any) -> None:
        """Connect to a server; ``settings`` are those of :class:`httpx.AsyncClient`."""
        self.http = httpx.AsyncClient(base_url=url, **settings)

    async def games(self) -> list[Document]:
        """All games, with options and computer players."""
        return list(_read(await self.http.get("/api/games"))["games"])

    async def tables(self, **query: Any) -> list[Document]:
        """Public tables; ``status`` and ``game`` choose among them."""
        return list(_read(await self.http.get("/api/tables", params=query))["tables"])

    async def create(self, game: str, seats: Sequence[str] | None = None, **options: Any) -> AsyncRemoteTable:
        """Open a table as its host. ``seats`` are ``"person"``, ``"computer"`` or names of computer players.

        What else can be decided is in docs/api.md.
        """
        body = _read(await self.http.post("/api/tables", json=_plan(game, seats, options)))
        self.http.cookies.clear()  # the token says who is meant
        return AsyncRemoteTable(self.http, body["table"]["id"], body["host"])

    async def bots(self) -> list[Document]:
        """The bots that wait for invitations."""
        return list(_read(await self.http.get("/api/bots"))["bots"])

    async def invitations(self, name: str, games: Sequence[str] = (), character: str = "") -> AsyncIterator[Document]:
        """Wait for invitations as a bot: ``welcome`` with the name it is listed by, then ``invitation`` by invitation.

        Ends when the connection does: then wait again.
        """
        body = {"name": name, "games": list(games), "character": character}
        timeout = httpx.Timeout(10.0, read=60.0)  # a sign of life comes every 15 seconds
        async with self.http.stream("POST", "/api/bots", json=body, timeout=timeout) as response:
            if response.is_error:
                await response.aread()
                _read(response)
            async for line in response.aiter_lines():
                message = json.loads(line)
                if message["type"] != "ping":
                    yield message

    def table(self, id: str) -> AsyncRemoteTable:
        """The table with this id, which is the end of its link."""
        return AsyncRemoteTable(self.http, id)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        await self.http.aclose()


class AsyncRemoteTable:
    """A table on a server."""

    def __init__(self, http: httpx.AsyncClient, id: str, token: str | None = None) -> None:
        self.http = http
        self.id = id
        self.token = token

    def _headers(self) -> dict[str, str]:
        return {} if self.token is None else {"Authorization": f"Bearer {self.token}"}

    async def get(self, what: str = "", **query: Any) -> Document:
        """Ask for something below the table's address."""
        address = f"/api/tables/{self.id}{what}"
        return _read(await self.http.get(address, params=query, headers=self._headers()))

    async def post(self, what: str, body: Document | None = None) -> Document:
        """Send something to an address below the table's."""
        address = f"/api/tables/{self.id}{what}"
        return _read(await self.http.post(address, json=body or {}, headers=self._headers()))

    async def info(self) -> Document:
        """What everybody may know of the table."""
        return dict((await self.get())["table"])

    async def view(self) -> Document:
        """What you may know of the game: ``{"seq", "you", "view"}``."""
        return await self.get("/view")

    async def record(self, game: int | None = None) -> Document:
        """The record of a game that is over."""
        return await self.get("/record", **({} if game is None else {"game": game}))

    async def host(self, do: str, seat: int | None = None) -> Document:
        """As host, ``start``, ``remove``, ``lock``, ``unlock``, ``hand_on`` or ``reset``: the table after it."""
        return dict((await self.post("/host", {"do": do, "seat": seat}))["table"])

    async def invite(self, bot: str) -> None:
        """Invite a bot that waits at the server (``/api/bots``); it sits down by itself, a moment later."""
        await self.post("/invite", {"bot": bot})

    async def sit(self, name: str, seat: int | None = None) -> AsyncRemoteSeat:
        """Sit down; adds entropy of this machine to the game's chance. Whoever opened the table is its host there."""
        body = await self.post("/sit", _sitting(name, seat))
        self.http.cookies.clear()  # the token says which seat is meant, even if several sit here from this program
        return AsyncRemoteSeat(self.http, self.id, body["token"])

    async def seat(self, token: str) -> AsyncRemoteSeat:
        """Take a seat back with the token that sitting down gave."""
        seat = AsyncRemoteSeat(self.http, self.id, token)
        await seat.post("/rejoin")
        self.http.cookies.clear()
        return seat


class AsyncRemoteSeat(AsyncRemoteTable):
    """Your seat at a table on a server, over a WebSocket that is opened again when it breaks."""

    def __init__(self, http: httpx.AsyncClient, id: str, token: str | None) -> None:
        super().__init__(http, id, token)
        self._position = _Position()
        self._answered = -1
        """The number of the last position that was handed out to be answered."""
        self._socket: Any = None

    async def messages(self, after: int | None = None, reconnect: bool = True) -> AsyncIterator[Document]:
        """All that happens, as it happens. A connection that breaks is resumed: nothing is missed or told twice."""
        from websockets.asyncio.client import connect
        from websockets.exceptions import InvalidStatus, WebSocketException

        address = str(self.http.base_url.copy_with(path=f"/api/tables/{self.id}/live"))
        address = "ws" + address.removeprefix("http")
        last = after
        wait = 0.1
        while True:
            query = "?acts=true" if last is None else f"?acts=true&after={last}"
            try:
                async with connect(address + query, additional_headers=self._headers(), compression=None) as socket:
                    self._socket = socket
                    async for text in socket:
                        message = json.loads(text)
                        wait = 5.0 if message["type"] == "error" else 0.1  # who was sent away does not hurry back
                        last = message.get("seq", last)
                        yield message
                    if socket.close_code == 1000 or not reconnect:
                        return
            except (WebSocketException, OSError) as error:
                if not reconnect or (isinstance(error, InvalidStatus) and error.response.status_code < 500):
                    raise
            finally:
                self._socket = None
            await asyncio.sleep(wait)
            wait = min(wait * 2, 5.0)

    async def turns(self) -> AsyncIterator[Document]:
        """Your view, each time it is your turn, until the game is over; answer each with :meth:`play`."""
        async for message in self.messages():
            view = self.take(message)
            if view is not None:
                yield view
            if self._position.over:
                return

    def take(self, message: Document) -> Document | None:
        """Take one of :meth:`messages`: your view if it is now your turn, once for each; :meth:`play` answers it."""
        position = self._position
        if message["type"] == "error" and message["code"] == "stale":
            return None  # an answer that was lost with its connection had arrived after all
        mine = position.take(message)
        if message["type"] == "hello" and message["resumed"] and message["seq"] == message["table"]["seq"]:
            # nothing was missed: if it was our turn it still is, and our answer may have been lost
            self._answered = -1
            mine = position.view is not None and bool(position.view["legal"])
        if not mine or position.seq <= self._answered:
            return None
        self._answered = position.seq
        return position.view

    async def play(self, move: str, seq: int | None = None) -> None:
        """Make a move; its event comes with the next messages.

        If the connection breaks on the way, :meth:`turns` asks again for whatever did not arrive.
        """
        from websockets.exceptions import ConnectionClosed

        number = self._position.seq if seq is None else seq
        if self._socket is None:
            await self.post("/moves", {"move": move, "seq": number})
            return
        with suppress(ConnectionClosed):
            await self._socket.send(json.dumps({"type": "move", "move": move, "seq": number}))

    async def leave(self) -> None:
        """Give up the seat."""
        await self.post("/leave")

    async def hand_over(self) -> None:
        """Let a computer play, and keep the seat."""
        await self.post("/hand_over")

    async def take_back(self) -> None:
        """Play oneself again."""
        await self.post("/rejoin")

    async def react(self, reaction: str) -> None:
        """Say one of ``/api/reactions`` to everybody at the table, while its messages are read."""
        if self._socket is not None:
            await self._socket.send(json.dumps({"type": "react", "reaction": reaction}))

    async def start(self) -> None:
        """As host, begin now; computer players take the empty seats."""
        await self.post("/start")

    async def rematch(self) -> None:
        """Ask for another game after one that is over."""
        await self.post("/rematch", {"entropy": os.urandom(ENTROPY_BYTES).hex()})

    async def reset(self) -> None:
        """Ask for another game instead of the one that is running."""
        await self.post("/reset", {"entropy": os.urandom(ENTROPY_BYTES).hex()})

    async def answer(self, yes: bool) -> None:
        """Say yes or no to the game that somebody has asked for."""
        await self.post("/vote", {"yes": yes, "entropy": os.urandom(ENTROPY_BYTES).hex()})
