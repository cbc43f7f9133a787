"""The requests of a client and how it reads the answers; this module itself sends nothing.

Each method marked :class:`request` is written once and serves both kinds of client: one that blocks returns the answer,
an asynchronous one returns a coroutine for it.
"""

from __future__ import annotations

import inspect
import json
import os
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from functools import update_wrapper
from types import MethodType
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, TypeVar, cast, overload
from urllib.parse import urlsplit

import httpx

from knockroll.engine.errors import InvalidOption

if TYPE_CHECKING:
    from knockroll.client.asynchronous import AsyncSender
    from knockroll.client.blocking import Sender

Document = dict[str, Any]
P = ParamSpec("P")
T = TypeVar("T")
TableT = TypeVar("TableT")
SeatT = TypeVar("SeatT")
HttpT = TypeVar("HttpT", httpx.Client, httpx.AsyncClient)

ENTROPY_BYTES = 32
LONGEST_SILENCE = 600.0
"""Seconds a review may be silent: others may come first, and code may have to be compiled."""


class ServerError(Exception):
    """A refusal by the server: ``code`` is its kind (see docs/api.md), ``reason`` explains it to a person."""

    def __init__(self, code: str, message: str, reason: str = "") -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.reason = reason or message


@dataclass(frozen=True)
class Request(Generic[T]):
    """One HTTP request, and how to read its answer."""

    method: str
    path: str
    read: Callable[[Document], T]
    body: Document | None = None
    query: Document | None = None
    token: str | None = None

    def arguments(self) -> Document:
        """Return what httpx needs to send the request."""
        headers = {} if self.token is None else {"Authorization": f"Bearer {self.token}"}
        return {"method": self.method, "url": self.path, "params": self.query, "json": self.body, "headers": headers}

    def stream(self, silence: float = 60.0) -> Document:
        """Return what httpx needs to stream the answer, which may be silent for a number of seconds.

        In live streams the server sends a ping every 15 seconds.
        """
        return {**self.arguments(), "timeout": httpx.Timeout(10.0, read=silence)}

    def answer(self, response: httpx.Response) -> T:
        """Read the response; raise :class:`ServerError` if the server refused."""
        try:
            document = response.json()
        except ValueError:
            raise ServerError("internal", f"the server answered {response.status_code} without JSON") from None
        if response.is_error:
            raise error_in(document, str(response.status_code))
        return self.read(document)


def error_in(document: Document, otherwise: str = "") -> ServerError:
    """Return the error that a document reports."""
    error = document.get("error", {})
    return ServerError(error.get("code", "internal"), error.get("message", otherwise), error.get("reason", ""))


def review_line(line: str) -> Document:
    """Read a line of a review; raise :class:`ServerError` if it reports an error."""
    document: Document = json.loads(line)
    if "error" in document:
        raise error_in(document)
    return document


def read_link(link: str) -> tuple[str, str | None]:
    """Return the server's address in a link, and the id of the table it leads to, if any."""
    try:
        parts = urlsplit(link)
        is_address = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # brackets of IPv6 that do not match, a port that is no number
        is_address = False
    if not is_address:
        raise InvalidOption(f"{link!r} is not the address of a server or table, such as http://127.0.0.1:8000")
    base, _, table = parts.path.partition("/table/")
    return f"{parts.scheme}://{parts.netloc}{base}".rstrip("/"), table.strip("/") or None


def forget_cookies(http: httpx.Client | httpx.AsyncClient, response: httpx.Response) -> httpx.Response:
    """Drop the cookies of a response: the token says which seat is meant, and one program may have several."""
    for name in response.cookies:
        http.cookies.delete(name)
    return response


class request(Generic[P, T]):  # noqa: N801 (a decorator)
    """Turn a method that builds a :class:`Request` into one that sends it."""

    def __init__(self, build: Callable[Concatenate[Any, P], Request[T]]) -> None:
        def method(sender: Any, *args: P.args, **kwargs: P.kwargs) -> Any:
            return sender._send(build(sender, *args, **kwargs))

        self._method = cast(Any, update_wrapper(method, build))
        signature = inspect.signature(build)
        answer = str(signature.return_annotation).removeprefix("Request[").removesuffix("]")
        self._method.__signature__ = signature.replace(return_annotation=answer)
        self._method.__annotations__ = {**build.__annotations__, "return": answer}

    @overload
    def __get__(self, sender: Sender, owner: type) -> Callable[P, T]: ...
    @overload
    def __get__(self, sender: AsyncSender, owner: type) -> Callable[P, Coroutine[Any, Any, T]]: ...
    @overload
    def __get__(self, sender: None, owner: type) -> Callable[..., Any]: ...
    def __get__(self, sender: object, owner: type) -> Any:
        return self._method if sender is None else MethodType(self._method, sender)


def _nothing(body: Document) -> None:
    """Ignore an answer that says nothing new."""


def _entropy() -> Document:
    return {"entropy": os.urandom(ENTROPY_BYTES).hex()}


def _seat_plan(seat: str | Document) -> Document:
    if not isinstance(seat, str):
        return seat
    return {"kind": seat} if seat in ("person", "computer") else {"kind": "computer", "player": seat}


class ServerRequests(Generic[TableT]):
    """The requests about a server."""

    table: Callable[..., TableT]

    @staticmethod
    def _review(record: Document, seat: int | None) -> Request[Document]:
        return Request("POST", "/api/review", dict, {"record": record, "seat": seat})

    @request
    def analysis(self, record: Document, moves: int) -> Request[Document]:
        """Analyse a record after a number of moves, from what the seat to move knew: ``{"hint", "beliefs"}``."""
        return Request("POST", "/api/analysis", dict, {"record": record, "moves": moves})

    @request
    def games(self) -> Request[list[Document]]:
        """Return all games, with their options and computer players."""
        return Request("GET", "/api/games", lambda body: list(body["games"]))

    @request
    def tables(self, /, **query: Any) -> Request[list[Document]]:
        """Return the public tables; filter them with ``status`` and ``game``."""
        return Request("GET", "/api/tables", lambda body: list(body["tables"]), query=query)

    @request
    def bots(self) -> Request[list[Document]]:
        """Return the network bots that accept invitations."""
        return Request("GET", "/api/bots", lambda body: list(body["bots"]))

    @request
    def create(self, /, game: str, seats: Sequence[str | Document] | None = None, **options: Any) -> Request[TableT]:
        """Open a table as its host.

        Each of ``seats`` is ``"person"``, ``"computer"``, the name of a computer player, or an object as in the API,
        such as ``{"kind": "computer", "player": "House"}``. docs/api.md lists the other options.
        """
        body = {"game": game, **options} | ({} if seats is None else {"seats": [_seat_plan(seat) for seat in seats]})
        return Request("POST", "/api/tables", lambda body: self.table(body["table"]["id"], body["host"]), body)


class TableRequests(Generic[HttpT, SeatT]):
    """The requests about a table."""

    _seat: Callable[[str], SeatT]

    def __init__(self, http: HttpT, id: str, token: str | None = None) -> None:
        self.http: HttpT = http
        self.id = id
        self.token = token

    def _get(self, what: str, read: Callable[[Document], T], **query: Any) -> Request[T]:
        return Request("GET", f"/api/tables/{self.id}{what}", read, query=query, token=self.token)

    def _live(self, what: str, after: int | None) -> Request[Document]:
        """Build the request for a stream: from now, or from the message after a number."""
        return self._get(what, dict, acts="true", **({} if after is None else {"after": after}))

    def _post(self, what: str, read: Callable[[Document], T], body: Document | None = None) -> Request[T]:
        return Request("POST", f"/api/tables/{self.id}{what}", read, body or {}, token=self.token)

    @request
    def get(self, /, what: str = "", **query: Any) -> Request[Document]:
        """Get a path below the table's address."""
        return self._get(what, dict, **query)

    @request
    def post(self, what: str, body: Document | None = None) -> Request[Document]:
        """Post to a path below the table's address."""
        return self._post(what, dict, body)

    @request
    def info(self) -> Request[Document]:
        """Return what everyone may know about the table."""
        return self._get("", lambda body: dict(body["table"]))

    @request
    def view(self) -> Request[Document]:
        """Return what you may know about the game: ``{"seq", "you", "view"}``."""
        return self._get("/view", dict)

    @request
    def record(self, game: int | None = None) -> Request[Document]:
        """Return the record of a finished game: the last one, or by number."""
        return self._get("/record", dict, **({} if game is None else {"game": game}))

    @request
    def host(self, do: str, seat: int | None = None) -> Request[Document]:
        """As host ``start``, ``remove``, ``lock``, ``unlock``, ``hand_on`` or ``reset``; return the changed table."""
        body = {"do": do, "seat": seat, **(_entropy() if do == "reset" else {})}
        return self._post("/host", lambda body: dict(body["table"]), body)

    @request
    def invite(self, bot: str) -> Request[None]:
        """Invite a network bot (see ``/api/bots``); it sits down a moment later."""
        return self._post("/invite", _nothing, {"bot": bot})

    @request
    def sit(self, name: str, seat: int | None = None) -> Request[SeatT]:
        """Sit down, and add entropy from this machine to the game's chance."""
        body = {"name": name, "seat": seat, **_entropy()}
        return self._post("/sit", lambda body: self._seat(body["token"]), body)

    @request
    def seat(self, token: str) -> Request[SeatT]:
        """Take your seat again, with the token from when you sat down."""
        return Request("POST", f"/api/tables/{self.id}/rejoin", lambda body: self._seat(token), {}, token=token)


class SeatRequests(TableRequests[HttpT, SeatT]):
    """The requests of a seat, and what the seat knows: the last number and view that the server sent."""

    _seq = 0
    _view: Document | None = None
    _is_over = False
    _answered = -1
    """The number of the last position that :meth:`take` returned a view of."""

    def take(self, message: Document) -> Document | None:
        """Take one of :meth:`messages`; return your view if it is now your turn, once. Answer with :meth:`play`."""
        if message["type"] == "error":
            if message["code"] == "stale":
                return None  # a move whose answer was lost with the connection had arrived after all
            raise ServerError(message["code"], message["message"], message.get("reason", ""))
        self._seq = message.get("seq", self._seq)
        if (table := message.get("table")) is not None:
            self._is_over = table["status"] in ("over", "closed")
        has_news = message.get("view") is not None
        if has_news:
            self._view = message["view"]
        elif message["type"] == "hello" and message["resumed"] and message["seq"] == message["table"]["seq"]:
            # Nothing was missed: if it was our turn it still is, and our move may have been lost.
            self._answered, has_news = -1, True
        if not has_news or self._view is None or not self._view["legal"] or self._seq <= self._answered:
            return None
        self._answered = self._seq
        return self._view

    def _move(self, move: str, seq: int | None) -> Document:
        return {"move": move, "seq": self._seq if seq is None else seq}

    @request
    def leave(self) -> Request[None]:
        """Give up the seat."""
        return self._post("/leave", _nothing)

    @request
    def hand_over(self) -> Request[None]:
        """Let a computer play for you, and keep the seat."""
        return self._post("/hand_over", _nothing)

    @request
    def take_back(self) -> Request[None]:
        """Play for yourself again."""
        return self._post("/rejoin", _nothing)

    @request
    def start(self) -> Request[None]:
        """As host, start now; computer players take the empty seats."""
        return self._post("/start", _nothing)

    @request
    def rematch(self) -> Request[None]:
        """Ask for another game after a finished one."""
        return self._post("/rematch", _nothing, _entropy())

    @request
    def reset(self) -> Request[None]:
        """Ask for a new game in place of the running one."""
        return self._post("/reset", _nothing, _entropy())

    @request
    def answer(self, yes: bool) -> Request[None]:
        """Vote on the game that someone has asked for."""
        return self._post("/vote", _nothing, {"yes": yes, **_entropy()})
