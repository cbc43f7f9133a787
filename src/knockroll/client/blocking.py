"""The client with blocking calls."""

from __future__ import annotations

import json
from collections.abc import Iterator
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

T = TypeVar("T")


class Sender:
    """Sends requests and waits for their answers."""

    http: httpx.Client

    def _send(self, request: Request[T]) -> T:
        return request.answer(forget_cookies(self.http, self.http.request(**request.arguments())))


class Client(ServerRequests["RemoteTable"], Sender):
    """A connection to a server."""

    def __init__(self, url: str = "http://127.0.0.1:8000", **settings: Any) -> None:
        """Connect to a server; ``settings`` are those of :class:`httpx.Client`."""
        self.http = httpx.Client(base_url=url, **settings)

    def table(self, id: str, token: str | None = None) -> RemoteTable:
        """Return the table with this id, the last part of its link."""
        return RemoteTable(self.http, id, token)

    def review(self, record: Document, seat: int | None = None) -> Iterator[Document]:
        """Review a finished game: yield lines of progress, a first review and the final one, as docs/api.md says."""
        request = self._review(record, seat)
        with self.http.stream(**request.stream(LONGEST_SILENCE)) as response:
            if response.is_error:
                response.read()
                request.answer(response)
            yield from map(review_line, response.iter_lines())

    def close(self) -> None:
        """Disconnect."""
        self.http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


class RemoteTable(TableRequests[httpx.Client, "RemoteSeat"], Sender):
    """A table on a server."""

    def _seat(self, token: str) -> RemoteSeat:
        return RemoteSeat(self.http, self.id, token)

    def messages(self, after: int | None = None) -> Iterator[Document]:
        """Yield messages as they come, with ``after`` those after that number, until the table is closed."""
        request = self._live("/events", after)
        with self.http.stream(**request.stream()) as response:
            if response.is_error:
                response.read()
                request.answer(response)
            for line in response.iter_lines():
                if (message := json.loads(line))["type"] != "ping":
                    yield message


class RemoteSeat(SeatRequests[httpx.Client, "RemoteSeat"], RemoteTable):
    """Your seat at a table on a server."""

    def turns(self) -> Iterator[Document]:
        """Yield your view each time it is your turn, until the game is over; answer each with :meth:`play`."""
        for message in self.messages():
            if (view := self.take(message)) is not None:
                yield view
            if self._is_over:
                return

    def play(self, move: str, seq: int | None = None) -> Document:
        """Make a move; return ``{"seq", "you", "view"}`` when the server has saved it."""
        return self.post("/moves", self._move(move, seq))
