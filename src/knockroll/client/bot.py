"""A bot that stays at a server: it waits for invitations, plays at many tables at once, and comes back after a break.

It sits at a table as a person does, through :mod:`knockroll.client`. Whatever chooses its moves is one of
:mod:`knockroll.players`. If the server goes away, it waits until there is one again, and goes on where it was: a move
that did not arrive is asked for once more, one that did is not made twice.
"""

from __future__ import annotations

import asyncio
import json
import signal
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import httpx
from websockets.exceptions import WebSocketException

import knockroll
from knockroll.client import AsyncClient, AsyncRemoteSeat, Document, ServerError
from knockroll.engine.errors import InvalidOption, KnockrollError, PlayerFailed, UnknownPlayer
from knockroll.engine.game import Game, get_game
from knockroll.engine.names import LONGEST_NAME, clean
from knockroll.folders import write_whole
from knockroll.players import Player, ask, find_player, is_program, player, short_name
from knockroll.players.processes.pool import Programs
from knockroll.players.processes.program import PREFIX, TIME_LIMIT

LONGEST_WAIT = 5.0
"""Seconds between two attempts to reach the server."""
BUSY = ("too_fast", "too_many", "unavailable", "internal")
"""Why it is worth trying again later."""
GONE = ("bad_token", "unknown_table", "damaged", "closed")
"""Why there is nothing to come back to at a table."""
MOST_PROGRAMS = 4


@dataclass(frozen=True)
class BotSettings:
    """What a bot is to do."""

    url: str
    player: str
    """A name, ``cmd:COMMAND`` or ``module:function``."""
    name: str | None = None
    """What it is called at the tables; by default after its player."""
    games: tuple[str, ...] = ()
    """Which it plays; by default all that its player can."""
    tables: int = 16
    """At so many it plays at a time; further invitations are not followed."""
    stay: float = 120.0
    """Seconds that it stays at a table where the game is over, or where nobody else is."""
    time_limit: float = TIME_LIMIT
    """Seconds that a program has for a move."""
    seats_file: Path | None = None
    """Where it keeps the tokens of its seats, to take them back after it was stopped itself."""


@dataclass
class _Place:
    """A table where the bot sits."""

    seat: AsyncRemoteSeat
    game: Game
    mover: Player
    task: asyncio.Task[None] | None = None
    number: int | None = None
    """Its seat: another game may number them anew."""
    leaving: asyncio.TimerHandle | None = None
    """Set to when it leaves, if nothing happens until then."""
    has_enough: bool = False
    """Whether it leaves now."""

    def leave(self) -> None:
        """There has been nothing to play for a while."""
        self.has_enough = True
        if self.task is not None:
            self.task.cancel()


class LadderBot:
    """Plays wherever it is invited to, until it is stopped."""

    def __init__(self, settings: BotSettings, tell: Callable[[str], None] = print) -> None:
        """``tell`` is told what happens, line by line. Raises if nobody is called like the player."""
        self.settings = settings
        self.games = _playable(settings)
        first = find_player(self.games[0], settings.player)
        self.name = clean(settings.name or f"{short_name(first)[: LONGEST_NAME - 6]} (bot)")
        self.tables: set[str] = set()
        """The ids of those where it plays, or is about to."""
        self._tell = tell
        self._client = AsyncClient(settings.url.rstrip("/"), timeout=20.0)
        self._programs = Programs(MOST_PROGRAMS, settings.time_limit)
        self._seats: dict[str, str] = _read_seats(settings.seats_file)

    async def run(self, links: AsyncIterator[str] | None = None, first: Iterable[str] = ()) -> None:
        """Wait for invitations until cancelled; ``links`` are tables where it is wanted, too, as they come."""
        try:
            async with asyncio.TaskGroup() as group:
                self._group = group
                for id in list(self._seats):
                    self._begin(id)
                for link in first:
                    self._follow(link)
                group.create_task(self._wait_for_invitations())
                if links is not None:
                    group.create_task(self._read_links(links))
        except BaseExceptionGroup as group:
            raise group.exceptions[0] from None
        finally:
            await asyncio.to_thread(self._programs.close)
            await self._client.http.aclose()

    # --- Invitations -----------------------------------------------------------------------------------------------

    async def _wait_for_invitations(self) -> None:
        """Be listed at the server, and follow invitations; whenever the connection breaks, again."""
        wait, lost = 0.2, False
        names = [game.name for game in self.games]
        character = knockroll.player(self.games[0], find_player(self.games[0], self.settings.player)).character
        while True:
            try:
                async for message in self._client.invitations(self.name, names, character):
                    wait, lost = 0.2, False
                    if message["type"] == "welcome":
                        self._tell(f"{message['name']} waits at {self.settings.url} for invitations")
                    elif message["type"] == "invitation":
                        self._follow(message["table"])
            except ServerError as error:
                if error.code not in BUSY:
                    raise InvalidOption(f"{self.settings.url} says: {error.message}") from error
            except (httpx.HTTPError, OSError) as error:
                if not lost:
                    self._tell(f"the server cannot be reached ({str(error) or type(error).__name__}); trying again …")
                lost = True
            await asyncio.sleep(wait)
            wait = min(wait * 2, LONGEST_WAIT)

    async def _read_links(self, links: AsyncIterator[str]) -> None:
        async for link in links:
            self._follow(link)

    def _follow(self, link: str) -> None:
        """Go to a table, by its link or its id, unless it plays there already or has enough to do."""
        id = link.strip().rstrip("/").rsplit("/", 1)[-1]
        if not id or id in self.tables:
            return
        if len(self.tables) >= self.settings.tables:
            self._tell(f"{id}: not followed, it plays at {self.settings.tables} tables already")
            return
        self._begin(id)

    # --- Tables ----------------------------------------------------------------------------------------------------

    def _begin(self, id: str) -> None:
        self.tables.add(id)
        self._group.create_task(self._be_at(id))

    async def _be_at(self, id: str) -> None:
        """Play at a table until there is nothing more to play. Whatever goes wrong there concerns no other table."""
        try:
            await self._sit_and_play(id)
        except ServerError as error:
            self._tell(f"{id}: {error.message}")
        except (KnockrollError, WebSocketException, httpx.HTTPError, OSError) as error:
            self._tell(f"{id}: {str(error) or type(error).__name__}")
        self.tables.discard(id)
        self._forget(id)

    async def _sit_and_play(self, id: str) -> None:
        """Sit down at a table, or take the seat back, and play there."""
        place = await self._until_reached(id)
        self._keep(id, str(place.seat.token))
        self._tell(f"{id}: sits down to {place.game.title}")
        place.task = asyncio.current_task()
        try:
            await self._play(place)
        except asyncio.CancelledError:
            if not place.has_enough:
                raise  # the bot is stopped, and keeps its seat
            await place.seat.leave()
            self._tell(f"{id}: left, after {self.settings.stay:g} s without anything to play")
        finally:
            if place.leaving is not None:
                place.leaving.cancel()

    async def _until_reached(self, id: str) -> _Place:
        """Sit down, however long it takes until the server answers."""
        wait = 0.2
        while True:
            try:
                table = self._client.table(id)
                game = get_game((await table.info())["game"])
                if game not in self.games:
                    raise ServerError("unknown_game", f"it does not play {game.title}")
                token = self._seats.get(id)
                seat = await (table.sit(self.name) if token is None else table.seat(token))
                return _Place(seat, game, player(game, find_player(game, self.settings.player)))
            except ServerError as error:
                if error.code not in BUSY:
                    raise
            except (httpx.HTTPError, OSError):
                pass  # there is no server now
            await asyncio.sleep(wait)
            wait = min(wait * 2, LONGEST_WAIT)

    async def _play(self, place: _Place) -> None:
        async for message in place.seat.messages():
            if message["type"] == "error" and message["code"] not in GONE:
                continue  # the server is busy, or a move came too late: the next message tells
            view = place.seat.take(message)
            seen = message.get("view") or {}
            place.number = message["you"] if message["type"] == "hello" else seen.get("seat", place.number)
            if (table := message.get("table")) is not None:
                await self._look_round(place, table)
            if view is not None:
                await place.seat.play(await self._choose(place, view))

    async def _look_round(self, place: _Place, table: Document) -> None:
        """Agree to another game; and leave a table where there is nobody or nothing left to play, after a while."""
        me, vote = place.number, table["vote"]
        if vote is not None and me in vote["asked"] and me not in vote["yes"]:
            with suppress(ServerError, httpx.HTTPError):
                await place.seat.answer(True)
        people = [seat for seat in table["seats"] if seat["kind"] == "person" and seat["seat"] != me]
        has_company = any(not seat["free"] and not seat["away"] for seat in people)
        is_idle = table["status"] == "over" or not has_company
        if not is_idle and place.leaving is not None:
            place.leaving.cancel()
            place.leaving = None
        elif is_idle and place.leaving is None:
            place.leaving = asyncio.get_running_loop().call_later(self.settings.stay, place.leave)

    async def _choose(self, place: _Place, view: Document) -> str:
        """The move of its player; if that fails, any legal one."""
        try:
            if is_program(self.settings.player):
                command = self.settings.player.strip().removeprefix(PREFIX)
                return await asyncio.wrap_future(self._programs.ask(place.game, command, view))
            return await asyncio.to_thread(ask, place.game, place.mover, dict(view))
        except PlayerFailed as error:
            self._tell(f"{place.seat.id}: {self.name} failed ({error}); Random moves in its place")
            return ask(place.game, player(place.game, "Random"), view)

    # --- Seats that it has -----------------------------------------------------------------------------------------

    def _keep(self, id: str, token: str) -> None:
        self._seats[id] = token
        self._write_seats()

    def _forget(self, id: str) -> None:
        if self._seats.pop(id, None) is not None:
            self._write_seats()

    def _write_seats(self) -> None:
        if self.settings.seats_file is not None:
            write_whole(self.settings.seats_file, json.dumps(self._seats), private=True)


def _playable(settings: BotSettings) -> list[Game]:
    """The games that the player can play, of those that are wanted."""
    wanted = settings.games or knockroll.game_names()
    games = []
    for name in wanted:
        try:
            find_player(get_game(name), settings.player)
            games.append(get_game(name))
        except UnknownPlayer:
            if settings.games:
                raise
    if not games:
        raise UnknownPlayer(f"no game has a player {settings.player!r}; see 'knockroll games GAME' for those it has")
    knockroll.player(games[0], find_player(games[0], settings.player))  # a module that is missing is missed now
    return games


def _read_seats(file: Path | None) -> dict[str, str]:
    if file is None or not file.exists():
        return {}
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InvalidOption(f"{file} cannot be read: {error}") from error
    if not isinstance(found, dict) or not all(isinstance(token, str) for token in found.values()):
        raise InvalidOption(f"{file} is not a file of seats: give the name of a new one")
    return found


# --- The command ---------------------------------------------------------------------------------------------------


def run(settings: BotSettings, links: Sequence[str] = ()) -> int:
    """Run a bot until it is stopped, by Ctrl+C or a signal; ``-`` among the links reads more from standard input."""
    parts = urlsplit(settings.url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise InvalidOption(f"{settings.url!r} is no address of a server: give one like http://127.0.0.1:8000")

    async def main() -> None:
        task = asyncio.current_task()
        assert task is not None
        with suppress(NotImplementedError):  # Windows has no such signals
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
        bot = LadderBot(settings, lambda text: print(text, flush=True))
        await bot.run(_typed() if "-" in links else None, [link for link in links if link != "-"])

    with suppress(asyncio.CancelledError, KeyboardInterrupt):
        asyncio.run(main())
    return 0


async def _typed() -> AsyncIterator[str]:
    """The lines of standard input, as they come; a thread that waits for one does not keep the program from ending."""
    loop, lines = asyncio.get_running_loop(), asyncio.Queue[str]()

    def read() -> None:
        for line in sys.stdin:
            loop.call_soon_threadsafe(lines.put_nowait, line)

    threading.Thread(target=read, daemon=True).start()
    while True:
        yield await lines.get()
