"""An online table: a session over :mod:`knockroll.client` that reconnects by itself."""

from __future__ import annotations

import asyncio
import shlex
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import aclosing, contextmanager
from typing import Any

import httpx
import msgspec

import knockroll
from knockroll.client import AsyncClient, AsyncRemoteSeat, Client, RemoteSeat, RemoteTable, ServerError
from knockroll.engine.errors import IllegalMove, KnockrollError
from knockroll.engine.events import Event
from knockroll.engine.game import Game
from knockroll.engine.words import capital
from knockroll.review.document import BeliefMap, Hint, Review
from knockroll.terminal.model.game_review import Analysis, ReviewSource, ReviewUpdate
from knockroll.terminal.model.options import rules_in_force
from knockroll.terminal.model.session import YOU, Notice, SeatStep, numbered
from knockroll.terminal.model.tokens import remember, remembered

PACE = 700
"""Milliseconds that computer players wait before a move at a table that the app opens."""
ANALYSIS_SECONDS = 30.0
"""Seconds to wait for a hint or the analysis of a position: a server gives up after 20."""


class NoServer(KnockrollError):
    """The server can't be reached, or refuses us."""


@contextmanager
def _clear_errors(url: str) -> Iterator[None]:
    """Turn whatever goes wrong on the way to a server into a :class:`NoServer` with a clear message."""
    try:
        yield
    except KnockrollError:
        raise
    except ServerError as error:
        raise NoServer(f"{url} says: {error.message}") from error
    except (httpx.HTTPError, httpx.InvalidURL, OSError, ValueError) as error:
        raise NoServer(f"can't reach the server at {url}: {error or type(error).__name__}") from error


def open_online(url: str, table: str, name: str | None = None) -> OnlineSession:
    """Join a table: take the seat that was ours before or a free one; if there is none, watch.

    Another name is another person, who gets another seat.
    """
    url = url.rstrip("/")
    id = table.rstrip("/").rsplit("/", 1)[-1]  # a whole link is fine as well
    with _clear_errors(url), Client(url, timeout=10.0) as server:
        remote = server.table(id)
        info = remote.info()
        token, is_here = _seat_before(remote, url, name)
        if token is None and info["can_join"] and info["status"] in ("open", "running"):
            try:
                token = remote.sit(name or _own_name()).token
            except ServerError as error:
                if error.code != "no_seat":
                    raise
            if token is not None:
                remember(url, id, name, token)
        return OnlineSession(url, remote.info(), token, name, is_here)


def open_table(url: str, game: Game, plan: dict[str, Any], name: str | None = None) -> OnlineSession:
    """Create a table (see :meth:`SetupForm.plan`) and take a seat there as its host."""
    with _clear_errors(url), Client(url, timeout=10.0) as server:
        called = name or _own_name()
        table = server.create(game.name, **plan, pace=PACE, name=called)
        token = table.sit(called).token
        assert token is not None
        remember(url, table.id, name, token)
        return OnlineSession(url, table.info(), token, name)


def list_tables(url: str) -> list[dict[str, Any]]:
    """Return the public tables of a server."""
    with _clear_errors(url), Client(url, timeout=10.0) as server:
        return server.tables()


def _seat_before(remote: RemoteTable, url: str, name: str | None) -> tuple[str | None, bool]:
    """Return the token of the seat that we had before, and whether we are already there in another window."""
    token = remembered(url, remote.id, name)
    unnamed = remembered(url, remote.id, None) if token is None else None
    for known in filter(None, (token, unnamed)):
        try:
            answer = RemoteSeat(remote.http, remote.id, known).get()
        except ServerError as error:
            if error.code != "bad_token":
                raise
            continue
        seat = answer["table"]["seats"][answer["you"]] if answer["you"] is not None else None
        if seat is not None and (known == token or seat["name"].casefold() == (name or "").casefold()):
            remote.seat(known)
            return known, bool(seat["online"])
    return None, False


def _own_name() -> str:
    import getpass

    try:
        return getpass.getuser()[:24] or "Guest"
    except (OSError, KeyError):
        return "Guest"


class ServerReviews:
    """Reviews by a server, which has the code for them ready."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._client: AsyncClient | None = None

    async def updates(self, record: dict[str, Any], seat: int) -> AsyncGenerator[ReviewUpdate]:
        """Yield progress, a first review and the final one."""
        with _clear_errors(self._url):
            async with aclosing(self._connected().review(record, seat)) as lines:
                async for line in lines:
                    if line["type"] == "progress":
                        yield ReviewUpdate(line["share"], waits=line.get("waiting", False))
                    else:
                        yield ReviewUpdate(1.0, msgspec.convert(line["review"], Review), line["final"])

    async def analysis(self, record: dict[str, Any], moves: int) -> Analysis:
        """Return what was known after a number of moves."""
        with _clear_errors(self._url):
            found = await self._connected().analysis(record, moves)
        return Analysis(msgspec.convert(found["hint"], Hint), msgspec.convert(found["beliefs"], BeliefMap | None))

    def _connected(self) -> AsyncClient:
        self._client = self._client or AsyncClient(self._url, timeout=ANALYSIS_SECONDS)
        return self._client

    async def close(self) -> None:
        """Disconnect."""
        if self._client is not None:
            await self._client.http.aclose()


class OnlineSession:
    """A table on a server."""

    paced = True
    past_hands = ()

    def __init__(
        self, url: str, info: dict[str, Any], token: str | None, name: str | None = None, is_here: bool = False
    ) -> None:
        """Take the address of the server, its description of the table, and the token of our seat (None: we watch).

        ``name`` is the name we asked for. ``is_here`` means that another window already has this seat open.
        """
        self._url = url
        self._info = info
        self._token = token
        self._name = name
        self._is_here = is_here
        self.trouble = ""
        self._game = knockroll.get_game(info["game"])
        self._you: int | None = None
        self._seq = 0
        """The number of the last message received."""
        self._shown = 0
        """The number of the last step shown: the state that the person's next move is based on."""
        self._deadline: float | None = None
        self._client: AsyncClient | None = None
        self._remote: AsyncRemoteSeat | None = None
        self._coming: asyncio.Queue[tuple[SeatStep | Notice | None, int]] = asyncio.Queue()
        self._listening: asyncio.Task[None] | None = None
        self._missed: list[Event] = []
        self._games = 0

    @property
    def id(self) -> str:
        """The table's id, which is the end of its link."""
        return str(self._info["id"])

    @property
    def game(self) -> Game:
        """The game being played."""
        return self._game

    @property
    def seat(self) -> int | None:
        """Our seat; None if we watch."""
        return self._you

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        seats = self._info["seats"]
        return numbered([YOU if i == self._you else (s["name"] or f"Seat {i}") for i, s in enumerate(seats)])

    @property
    def characters(self) -> tuple[str, ...]:
        """Empty for every seat: an online table has no descriptions of its players."""
        return tuple("" for _ in self._info["seats"])

    @property
    def deadline(self) -> float | None:
        """When the time to move runs out."""
        return self._deadline

    @property
    def may_begin(self) -> bool:
        """Whether we are the host of a table that waits for players."""
        return self._info["status"] == "open" and self._you is not None and self._info.get("host") == self._you

    @property
    def remarks(self) -> tuple[str, ...]:
        """For each seat whether its player is away or has lost the connection."""
        return tuple(_remark(seat) if number != self._you else "" for number, seat in enumerate(self._info["seats"]))

    @property
    def slow(self) -> tuple[bool, ...]:
        """For each seat whether the server calls its player slow."""
        return tuple(bool(seat.get("slow")) for seat in self._info["seats"])

    @property
    def waiting(self) -> tuple[str, ...]:
        """A description of a table that waits for players: its game, rules, seats and link."""
        info = self._info
        seats = [self._seat_line(number, seat) for number, seat in enumerate(info["seats"])]
        rules = f"Rules: {rules_in_force(self._game, info['variant'], info['options'])}"
        return (self._game.title, rules, "", *seats, "", f"Waiting for players at {self._url}/table/{self.id}")

    def _seat_line(self, number: int, seat: dict[str, Any]) -> str:
        if seat["free"]:
            return f"{number + 1}. free"
        words = ["you"] if number == self._you else []
        words += ["host"] if self._info.get("host") == number else []
        words += ["computer player"] if seat["kind"] == "computer" else []
        words += [_remark(seat)] if _remark(seat) and number != self._you else []
        return f"{number + 1}. {seat['name']}" + (f" ({', '.join(words)})" if words else "")

    @property
    def has_news(self) -> bool:
        """Whether a message is waiting."""
        return not self._coming.empty()

    async def next_step(self) -> SeatStep | Notice | None:
        """Return the next message that changes what is shown."""
        if self._listening is None:
            self._client = AsyncClient(self._url, timeout=httpx.Timeout(10.0, read=ANALYSIS_SECONDS))
            self._remote = AsyncRemoteSeat(self._client.http, self.id, self._token)
            self._listening = asyncio.create_task(self._listen())
            if self._is_here:
                self._tell(
                    Notice("You have this seat open in another window. To take a seat of your own, use --name NAME.")
                )
        step, seq = await self._coming.get()
        if isinstance(step, SeatStep):
            self._shown = seq
        return step

    def _tell(self, step: SeatStep | Notice | None) -> None:
        self._coming.put_nowait((step, self._seq))

    async def play(self, move: str) -> None:
        """Make a move, and wait until the server has saved it."""
        if self._remote is None or self._you is None:
            raise IllegalMove("You're watching, so you can't make a move.")
        with _clear_errors(self._url):
            try:
                await self._remote.post("/moves", {"move": move, "seq": self._shown})
            except ServerError as error:
                if error.code in ("illegal_move", "invalid_move", "not_your_turn", "stale"):
                    raise IllegalMove(error.message, error.reason) from error
                raise

    @property
    def practice(self) -> bool:
        """Whether this is a practice table, where we play."""
        return bool(self._info.get("practice")) and self._you is not None

    async def hint(self) -> Sequence[str]:
        """Return the best moves in sentences."""
        answer = await self._ask_at_practice("/hint", self._shown)
        return [str(sentence) for sentence in answer["hint"]["sentences"]]

    async def take_back(self) -> None:
        """Take back our last decision, with what the computers did since."""
        await self._ask_at_practice("/take_back", self._seq)

    async def _ask_at_practice(self, what: str, seq: int) -> dict[str, Any]:
        assert self._remote is not None
        with _clear_errors(self._url):
            try:
                return await self._remote.post(what, {"seq": seq})
            except ServerError as error:
                raise IllegalMove(error.message, capital(error.reason).rstrip(".") + ".") from error

    async def again(self) -> bool:
        """Start with computer players in the empty seats; or ask for another game, which needs everyone."""
        if self._remote is None or self._you is None:
            return True
        with _clear_errors(self._url):
            await (self._remote.start() if self._info["status"] == "open" else self._remote.rematch())
        return True

    async def record(self) -> dict[str, Any]:
        """Return the record of the last finished game."""
        assert self._remote is not None
        with _clear_errors(self._url):
            return await self._remote.record()

    def reviews(self) -> ReviewSource:
        """Return reviews by the server."""
        return ServerReviews(self._url)

    def farewell(self) -> str:
        """Return how to come back."""
        link = f"{self._url}/table/{self._info['id']}"
        if self._you is None:
            return f"Watch again with:  knockroll play {link}"
        name = f" --name {shlex.quote(self._name)}" if self._name else ""
        return f"Your seat stays yours. Come back with:  knockroll play {link}{name}"

    async def close(self) -> None:
        """Disconnect; the seat stays ours."""
        if self._listening is not None and not self._listening.done():
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)
        if self._client is not None:
            await self._client.http.aclose()

    # --- Listening -------------------------------------------------------------------------------------------------

    async def _listen(self) -> None:
        """Receive the server's messages; if the connection breaks, say so and resume where it broke."""
        assert self._remote is not None
        try:
            async for message in self._remote.messages(self._seq or None, self._lose):
                if self.trouble:
                    self.trouble = ""
                    self._tell(Notice("You're back online.", trouble=False, lasting=True))
                self._take(message)
                if message["type"] == "event" and message["kind"] == "close":
                    break
            self._tell(None)
        except Exception as error:  # another attempt would change nothing
            self.trouble = "No connection."
            self._tell(Notice(f"The connection ended ({error or type(error).__name__}).", lasting=True))

    def _lose(self, error: Exception) -> None:
        if not self.trouble:
            reason = str(error) or type(error).__name__
            self.trouble = "Connection lost. Reconnecting …"
            self._tell(Notice(f"Connection lost ({reason}). Reconnecting …", lasting=True))

    def _take(self, message: dict[str, Any]) -> None:
        """Take one message: a step, or something to say."""
        kind = message["type"]
        if kind == "error":
            self._tell(Notice(message["message"]))
            return
        if kind == "presence":
            here = [{**seat, "online": i in message["online"]} for i, seat in enumerate(self._info["seats"])]
            self._info = {**self._info, "seats": here}
            self._tell(Notice("", trouble=False, lasting=True))
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
            self._tell(SeatStep((), message["view"], past=True, new_game=True))
        elif not message["resumed"]:
            self._tell(Notice("\n".join(self.waiting), trouble=False, lasting=True))

    def _happen(self, message: dict[str, Any]) -> None:
        """Take an event. Only the last of several missed ones has a view, so its step has the events of all."""
        said = self._say(message)
        if said:
            self._tell(Notice(said, trouble=False))
        self._missed += [event_from(event) for event in message.get("events", ())]
        view = message.get("view")
        if view is None:
            return
        new_game = message.get("game", self._games) != self._games or message["kind"] in ("start", "game")
        self._games = message.get("game", self._games)
        if message["kind"] == "take_back":
            self._tell(SeatStep((), view, past=True, new_game=True))
        elif self._missed or new_game:
            self._tell(SeatStep(tuple(self._missed), view, new_game=new_game))
        self._missed = []

    def _say(self, message: dict[str, Any]) -> str:
        """What other players did apart from moves, in words."""
        seat = message.get("seat")
        if seat is None:
            return ""
        if seat == self._you:
            return "You're the host now." if message["kind"] == "host" else ""
        who = message.get("name") or (self.names[seat] if seat < len(self.names) else f"Seat {seat}")
        words = {
            "sit": "sat down",
            "join": "joined",
            "leave": "left",
            "away": "is away, so the computer is playing for them",
            "back": "is back",
            "again": "wants to play again",
            "no": "doesn't want to play again",
            "host": "is the host now",
            "take_back": "took a move back",
        }
        return f"{who} {words[message['kind']]}." if message["kind"] in words else ""


def _remark(seat: dict[str, Any]) -> str:
    """A remark about the player in a seat; nothing for computer players and free seats."""
    if seat["kind"] != "person" or seat["free"] or seat.get("gone"):
        return ""
    if seat["away"]:
        return "computer plays" if seat.get("handed_over") else "away"
    return "" if seat["online"] else "offline"


def event_from(document: dict[str, Any]) -> Event:
    """Return an event from its JSON."""
    return msgspec.convert(document, Event)
