"""The client with ``async`` and ``await``, over a WebSocket."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Any, Self, TypeVar

import httpx

from knockroll.client.requests import (
    LONGEST_SILENCE,
    Document,
    Request,
    SeatRequests,
    ServerRequests,
    TableRequests,
    forget_cookies,
    review_line,
)
from knockroll.client.stream import reconnecting

T = TypeVar("T")

CLOSED = 1000
"""The WebSocket's close code when the table is closed; after any other code the client connects again."""


class AsyncSender:
    """Sends requests and returns coroutines for their answers."""

    http: httpx.AsyncClient

    async def _send(self, request: Request[T]) -> T:
        return request.answer(forget_cookies(self.http, await self.http.request(**request.arguments())))


class AsyncClient(ServerRequests["AsyncRemoteTable"], AsyncSender):
    """A connection to a server, for ``async with``."""

    def __init__(self, url: str = "http://127.0.0.1:8000", **settings: Any) -> None:
        """Connect to a server; ``settings`` are those of :class:`httpx.AsyncClient`."""
        self.http = httpx.AsyncClient(base_url=url, **settings)

    def table(self, id: str, token: str | None = None) -> AsyncRemoteTable:
        """Return the table with this id, the last part of its link."""
        return AsyncRemoteTable(self.http, id, token)

    async def invitations(
        self, name: str, games: Sequence[str] = (), character: str = ""
    ) -> AsyncGenerator[Document, None]:
        """Wait for invitations as a network bot: yield a ``welcome`` with the bot's listed name, then invitations.

        The iterator ends when the connection does.
        """
        body = {"name": name, "games": list(games), "character": character}
        request = Request("POST", "/api/bots", dict, body)
        async with self.http.stream(**request.stream()) as response:
            if response.is_error:
                await response.aread()
                request.answer(response)
            async for line in response.aiter_lines():
                if (message := json.loads(line))["type"] != "ping":
                    yield message

    async def review(self, record: Document, seat: int | None = None) -> AsyncGenerator[Document, None]:
        """Review a finished game: yield lines of progress, a first review and the final one, as docs/api.md says.

        If the iterator is closed early, the server gives up the review.
        """
        request = self._review(record, seat)
        async with self.http.stream(**request.stream(LONGEST_SILENCE)) as response:
            if response.is_error:
                await response.aread()
                request.answer(response)
            async for line in response.aiter_lines():
                yield review_line(line)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        await self.http.aclose()


class AsyncRemoteTable(TableRequests[httpx.AsyncClient, "AsyncRemoteSeat"], AsyncSender):
    """A table on a server."""

    def _seat(self, token: str) -> AsyncRemoteSeat:
        return AsyncRemoteSeat(self.http, self.id, token)


class AsyncRemoteSeat(SeatRequests[httpx.AsyncClient, "AsyncRemoteSeat"], AsyncRemoteTable):
    """Your seat at a table on a server, over a WebSocket that reconnects when it breaks."""

    _socket: Any = None

    def messages(
        self, after: int | None = None, lost: Callable[[Exception], None] = lambda error: None
    ) -> AsyncGenerator[Document, None]:
        """Yield messages as they come. After a break, resume where it was: nothing is missed or repeated.

        ``lost`` is called with the error whenever the connection breaks.
        """
        return reconnecting(self._connection, after, lost)

    async def _connection(self, after: int | None) -> AsyncGenerator[Document, None]:
        from websockets.asyncio.client import connect

        request = self._live("/live", after).arguments()
        url = self.http.build_request("GET", request["url"], params=request["params"]).url
        address = "ws" + str(url).removeprefix("http")
        try:
            async with connect(address, additional_headers=request["headers"], compression=None) as self._socket:
                async for text in self._socket:
                    yield json.loads(text)
                if self._socket.close_code != CLOSED:
                    raise ConnectionError("the server hung up")
        finally:
            self._socket = None

    async def turns(self) -> AsyncIterator[Document]:
        """Yield your view each time it is your turn, until the game is over; answer each with :meth:`play`."""
        async for message in self.messages():
            if (view := self.take(message)) is not None:
                yield view
            if self._is_over:
                return

    async def play(self, move: str, seq: int | None = None) -> None:
        """Make a move; its event comes with the next messages.

        If the connection breaks meanwhile, :meth:`turns` asks again for a move that did not arrive.
        """
        from websockets.exceptions import ConnectionClosed

        body = self._move(move, seq)
        if self._socket is None:
            await self.post("/moves", body)
            return
        with suppress(ConnectionClosed):
            await self._socket.send(json.dumps({"type": "move", **body}))

    async def react(self, reaction: str) -> None:
        """Send one of ``/api/reactions`` to everyone at the table; this needs an open :meth:`messages`."""
        if self._socket is not None:
            await self._socket.send(json.dumps({"type": "react", "reaction": reaction}))
