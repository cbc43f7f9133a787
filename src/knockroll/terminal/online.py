"""An online table: the same screen over :mod:`knockroll.client`, with a connection that comes back."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec

import knockroll
from knockroll.client import AsyncClient, AsyncRemoteSeat, Client, ServerError
from knockroll.engine.errors import IllegalMove, KnockrollError
from knockroll.engine.events import Event
from knockroll.engine.folders import data_folder, write_whole
from knockroll.engine.game import Game
from knockroll.terminal.session import YOU, Notice, Step, numbered

LONGEST_WAIT = 5.0


class NoServer(KnockrollError):
    """The server cannot be reached, or does not want us."""


@contextmanager
def _clear_errors(url: str) -> Iterator[None]:
    """Whatever goes wrong on the way to a server, in words."""
    try:
        yield
    except KnockrollError:
        raise
    except ServerError as error:
        raise NoServer(f"{url} says: {error.message}") from error
    except (httpx.HTTPError, httpx.InvalidURL, OSError, ValueError) as error:
        raise NoServer(f"the server at {url} cannot be reached: {error or type(error).__name__}") from error


def open_online(url: str, table: str, name: str | None = None) -> OnlineSession:
    """Sit down at a table: on the seat that was ours before, on a free one, or if there is none beside it, to watch."""
    url = url.rstrip("/")
    id = table.rstrip("/").rsplit("/", 1)[-1]  # the whole link will do
    with _clear_errors(url), Client(url, timeout=10.0) as server:
        remote = server.table(id)
        info = remote.info()
        token = _remembered(url, id)
        if token is not None:
            try:
                remote.seat(token)
            except ServerError as error:
                if error.code != "bad_token":
                    raise
                token = None
        if token is None and info["can_join"] and info["status"] in ("open", "running"):
            try:
                token = remote.sit(name or _own_name()).token
            except ServerError as error:
                if error.code != "no_seat":
                    raise
            if token is not None:
                _remember(url, id, token)
        return OnlineSession(url, remote.info(), token)


def _own_name() -> str:
    import getpass

    try:
        return getpass.getuser()[:24] or "Guest"
    except (OSError, KeyError):
        return "Guest"


class OnlineSession:
    """A table far away."""

    paced = True
    past_hands = ()

    def __init__(self, url: str, info: dict[str, Any], token: str | None) -> None:
        """Take the address of the server, what it says of the table, and the token of our seat (None: we watch)."""
        self._url = url
        self._info = info
        self._token = token
        self._game = knockroll.get_game(info["game"])
        self._you: int | None = None
        self._seq = 0
        """The number of the last message that has come in."""
        self._shown = 0
        """The number of the last step that was handed out: what the person moves upon."""
        self._deadline: float | None = None
        self._client: AsyncClient | None = None
        self._remote: AsyncRemoteSeat | None = None
        self._coming: asyncio.Queue[tuple[Step | Notice | None, int]] = asyncio.Queue()
        self._listening: asyncio.Task[None] | None = None
        self._missed: list[Event] = []
        self._games = 0

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._game

    @property
    def seat(self) -> int | None:
        """Our seat; None if we watch."""
        return self._you

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called, by seat."""
        seats = self._info["seats"]
        return numbered([YOU if i == self._you else (s["name"] or f"Seat {i}") for i, s in enumerate(seats)])

    @property
    def characters(self) -> tuple[str, ...]:
        """Nobody is introduced online."""
        return tuple("" for _ in self._info["seats"])

    @property
    def deadline(self) -> float | None:
        """When the time to move runs out."""
        return self._deadline

    @property
    def may_begin(self) -> bool:
        """Whether we are the host of a table that waits for people."""
        return self._info["status"] == "open" and self._you is not None and self._info.get("host") == self._you

    @property
    def has_news(self) -> bool:
        """Whether a message has come that has not been asked for yet."""
        return not self._coming.empty()

    async def next_step(self) -> Step | Notice | None:
        """The next message that changes what is to be seen."""
        if self._listening is None:
            self._client = AsyncClient(self._url, timeout=10.0)
            self._remote = AsyncRemoteSeat(self._client.http, self._info["id"], self._token)
            self._listening = asyncio.create_task(self._listen())
        step, seq = await self._coming.get()
        if isinstance(step, Step):
            self._shown = seq
        return step

    def _tell(self, step: Step | Notice | None) -> None:
        self._coming.put_nowait((step, self._seq))

    async def play(self, move: str) -> None:
        """Make a move: it is made when the server has saved it."""
        if self._remote is None or self._you is None:
            raise IllegalMove("you are watching: there is no move to make")
        with _clear_errors(self._url):
            try:
                await self._remote.post("/moves", {"move": move, "seq": self._shown})
            except ServerError as error:
                if error.code in ("illegal_move", "invalid_move", "not_your_turn", "stale"):
                    raise IllegalMove(error.message, error.reason) from error
                raise

    async def again(self) -> bool:
        """Begin with computer players in the empty seats; or ask for another game, which all have to do."""
        if self._remote is None or self._you is None:
            return True
        with _clear_errors(self._url):
            await (self._remote.start() if self._info["status"] == "open" else self._remote.rematch())
        return True

    def farewell(self) -> str:
        """How to come back."""
        return f"Your seat is kept:  knockroll play --server {self._url} --table {self._info['id']}"

    async def close(self) -> None:
        """Hang up; the seat stays ours."""
        if self._listening is not None and not self._listening.done():
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)
        if self._client is not None:
            await self._client.http.aclose()

    # --- Listening -------------------------------------------------------------------------------------------------

    async def _listen(self) -> None:
        """Take the messages of the server; when the connection breaks say so, and come back to where it broke."""
        assert self._remote is not None
        wait = 0.2
        lost = False
        while True:
            try:
                async for message in self._remote.messages(self._seq or None, reconnect=False):
                    if lost:
                        lost, wait = False, 0.2
                        self._tell(Notice("The connection is back.", trouble=False))
                    self._take(message)
                    if message["type"] == "event" and message["kind"] == "close":
                        self._tell(None)
                        return
            except Exception as error:  # websockets and the network have many; all mean the same here
                reason = str(error) or type(error).__name__
                if not lost:
                    self._tell(Notice(f"The connection is lost ({reason}). Trying again …"))
            else:
                if not lost:
                    self._tell(Notice("The server has hung up. Trying again …"))
            lost = True
            await asyncio.sleep(wait)
            wait = min(wait * 2, LONGEST_WAIT)

    def _take(self, message: dict[str, Any]) -> None:
        """One message: a step, or something to say."""
        kind = message["type"]
        if kind == "error":
            self._tell(Notice(message["message"]))
            return
        if kind not in ("hello", "event"):
            return
        self._seq = message.get("seq", self._seq)
        self._info = message.get("table") or self._info
        self._deadline = message.get("deadline")
        if kind == "hello":
            self._greet(message)
        else:
            self._happen(message)

    def _greet(self, message: dict[str, Any]) -> None:
        self._you = message["you"]
        self._games = self._info["games"]
        if message.get("view") is not None:
            self._missed = []
            self._tell(Step((), message["view"], past=True, new_game=True))
        elif not message["resumed"]:
            self._tell(Notice(f"Waiting for players at {self._url}/table/{self._info['id']}", trouble=False))

    def _happen(self, message: dict[str, Any]) -> None:
        """An event. Of those that were missed only the last has a view: its step tells them all."""
        said = self._say(message)
        if said:
            self._tell(Notice(said, trouble=False))
        self._missed += [event_from(event) for event in message.get("events", ())]
        view = message.get("view")
        if view is None:
            return
        new_game = message.get("game", self._games) != self._games or message["kind"] in ("start", "game")
        self._games = message.get("game", self._games)
        if self._missed or new_game:
            self._tell(Step(tuple(self._missed), view, new_game=new_game))
        self._missed = []

    def _say(self, message: dict[str, Any]) -> str:
        """What the others do that is no move."""
        seat = message.get("seat")
        if seat is None:
            return ""
        if seat == self._you:
            return "You are the host now." if message["kind"] == "host" else ""
        who = message.get("name") or (self.names[seat] if seat < len(self.names) else f"Seat {seat}")
        words = {
            "sit": "sits down",
            "join": "joins",
            "leave": "leaves",
            "away": "is away: a computer plays on",
            "back": "is back",
            "again": "wants another game",
            "no": "does not want another game",
            "host": "is the host now",
        }
        return f"{who} {words[message['kind']]}." if message["kind"] in words else ""


def event_from(document: dict[str, Any]) -> Event:
    """An event from its JSON."""
    return msgspec.convert(document, Event)


# --- Seats that are ours -------------------------------------------------------------------------------------------


def _file() -> Path:
    return data_folder() / "seats.json"


def _seats() -> dict[str, str]:
    try:
        found = json.loads(_file().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _remembered(url: str, table: str) -> str | None:
    token = _seats().get(f"{url} {table}")
    return token if isinstance(token, str) else None


def _remember(url: str, table: str, token: str) -> None:
    """Keep the token of a seat, readable only for its owner."""
    try:
        write_whole(_file(), json.dumps({**_seats(), f"{url} {table}": token}), private=True)
    except OSError:
        return
