"""The network bot: it waits at a server for invitations, plays at many tables at once, and reconnects after a break.

It sits at a table as a person does, through :mod:`knockroll.client`; a player of :mod:`knockroll.players` chooses its
moves. While the server is away the bot waits, then resumes: a move that did not arrive is chosen again, and one that
did is not made twice.
"""

from __future__ import annotations

import asyncio
import json
import signal
import sys
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import httpx
from websockets.exceptions import WebSocketException

import knockroll
from knockroll.client import AsyncClient, AsyncRemoteSeat, Document, ServerError
from knockroll.client.requests import read_link
from knockroll.client.stream import reconnecting, retrying
from knockroll.engine.errors import InvalidOption, KnockrollError, PlayerFailed, UnknownPlayer
from knockroll.engine.game import Game, get_game
from knockroll.engine.names import LONGEST_NAME, clean
from knockroll.folders import write_whole
from knockroll.players import Player, ask, find_player, is_program, player, short_name
from knockroll.players.processes.pool import Programs
from knockroll.players.processes.program import PREFIX, TIME_LIMIT

GONE = ("bad_token", "unknown_table", "damaged", "closed")
"""Codes of errors after which the bot has no seat to come back to."""
MOST_PROGRAMS = 4


@dataclass(frozen=True)
class BotSettings:
    """How a network bot plays."""

    url: str
    player: str
    """The player that chooses the moves: a name, ``cmd:COMMAND`` or ``module:function``."""
    name: str | None = None
    """The bot's name at the tables; by default its player's."""
    games: tuple[str, ...] = ()
    """The games the bot plays; by default all that its player can."""
    tables: int = 16
    """Most tables at a time; further invitations are ignored."""
    stay: float = 120.0
    """Seconds before the bot leaves a table where the game is over or it is alone."""
    time_limit: float = TIME_LIMIT
    """Seconds that a program has for a move."""
    seats_file: Path | None = None
    """The file for the tokens of the bot's seats, to take them again after a restart."""


@dataclass
class _Place:
    """A table where the bot sits."""

    seat: AsyncRemoteSeat
    game: Game
    mover: Player
    task: asyncio.Task[None] | None = None
    number: int | None = None
    """The number of the bot's seat, which may change with the next game."""
    leaving: asyncio.TimerHandle | None = None
    """The timer for leaving the table if nothing happens."""
    is_leaving: bool = False

    def leave(self) -> None:
        """Stop playing at the table."""
        self.is_leaving = True
        if self.task is not None:
            self.task.cancel()


class NetworkBot:
    """Plays wherever it is invited, until it is stopped."""

    def __init__(self, settings: BotSettings, tell: Callable[[str], None] = print) -> None:
        """Prepare a bot that reports to ``tell``, line by line; raise if there is no such player."""
        self.settings = settings
        self.games = _playable(settings)
        first = find_player(self.games[0], settings.player)
        self.name = clean(settings.name or f"{short_name(first)[: LONGEST_NAME - 6]} (bot)")
        self.tables: set[str] = set()
        """The ids of the tables where the bot plays, or is about to."""
        self._tell = tell
        self._is_lost = False
        self._client = AsyncClient(settings.url.rstrip("/"), timeout=20.0)
        self._programs = Programs(MOST_PROGRAMS, settings.time_limit)
        self._seats: dict[str, str] = _read_seats(settings.seats_file)

    async def run(self, links: AsyncIterator[str] | None = None, first: Iterable[str] = ()) -> None:
        """Play until cancelled: at the tables of ``first``, of ``links`` as they come, and by invitation."""
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
        try:
            async for message in reconnecting(self._invitations, lost=self._lose):
                self._is_lost = False
                if message["type"] == "welcome":
                    self._tell(f"{message['name']} is waiting for invitations at {self.settings.url}")
                elif message["type"] == "invitation":
                    self._follow(message["table"])
        except ServerError as error:
            raise InvalidOption(f"{self.settings.url} says: {error.message}") from error

    async def _invitations(self, after: int | None) -> AsyncGenerator[Document, None]:
        names = [game.name for game in self.games]
        character = knockroll.player(self.games[0], find_player(self.games[0], self.settings.player)).character
        async for message in self._client.invitations(self.name, names, character):
            yield message
        raise ConnectionError("the server hung up")

    def _lose(self, error: Exception) -> None:
        if not self._is_lost and not isinstance(error, ServerError):
            self._is_lost = True
            self._tell(f"cannot reach the server ({str(error) or type(error).__name__}); trying again …")

    async def _read_links(self, links: AsyncIterator[str]) -> None:
        async for link in links:
            self._follow(link)

    def _follow(self, link: str) -> None:
        """Go to a table, by its link or id, unless the bot plays there already or at too many others."""
        id = link.strip().rstrip("/").rsplit("/", 1)[-1]
        if not id or id in self.tables:
            return
        if len(self.tables) >= self.settings.tables:
            self._tell(f"{id}: declined; the bot already plays at {self.settings.tables} tables")
            return
        self._begin(id)

    # --- Tables ----------------------------------------------------------------------------------------------------

    def _begin(self, id: str) -> None:
        self.tables.add(id)
        self._group.create_task(self._be_at(id))

    async def _be_at(self, id: str) -> None:
        """Play at a table until there is nothing left to play. A failure at one table affects no other."""
        try:
            await self._sit_and_play(id)
        except (KnockrollError, ServerError, WebSocketException, httpx.HTTPError, OSError) as error:
            self._tell(f"{id}: {getattr(error, 'message', str(error)) or type(error).__name__}")
        self.tables.discard(id)
        if self._seats.pop(id, None) is not None:
            self._save_seats()

    async def _sit_and_play(self, id: str) -> None:
        place = await retrying(lambda: self._sit(id))
        self._seats[id] = str(place.seat.token)
        self._save_seats()
        self._tell(f"{id}: sat down to play {place.game.title}")
        place.task = asyncio.current_task()
        try:
            await self._play(place)
        except asyncio.CancelledError:
            if not place.is_leaving:
                raise  # the bot was stopped, and keeps its seat
            await place.seat.leave()
            self._tell(f"{id}: left after {self.settings.stay:g} s with nothing to play")
        finally:
            if place.leaving is not None:
                place.leaving.cancel()

    async def _sit(self, id: str) -> _Place:
        """Sit down at a table, or take its seat there again."""
        table = self._client.table(id)
        game = get_game((await table.info())["game"])
        if game not in self.games:
            raise ServerError("unknown_game", f"the bot does not play {game.title}")
        token = self._seats.get(id)
        seat = await (table.sit(self.name) if token is None else table.seat(token))
        return _Place(seat, game, player(game, find_player(game, self.settings.player)))

    async def _play(self, place: _Place) -> None:
        async for message in place.seat.messages():
            if message["type"] == "error" and message["code"] not in GONE:
                continue  # the server is busy, or a move came too late; the next message shows which
            view = place.seat.take(message)
            seen = message.get("view") or {}
            place.number = message["you"] if message["type"] == "hello" else seen.get("seat", place.number)
            if (table := message.get("table")) is not None:
                await self._look_around(place, table)
            if view is not None:
                await place.seat.play(await self._choose(place, view))

    async def _look_around(self, place: _Place, table: Document) -> None:
        """Vote for another game if asked; leave soon if the game is over or no one else is there."""
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
        """Return the move of the bot's player, or a random one if the player fails."""
        try:
            if is_program(self.settings.player):
                command = self.settings.player.strip().removeprefix(PREFIX)
                return await asyncio.wrap_future(self._programs.ask(place.game, command, view))
            return await asyncio.to_thread(ask, place.game, place.mover, dict(view))
        except PlayerFailed as error:
            self._tell(f"{place.seat.id}: {self.name} failed ({error}); playing a random move")
            return ask(place.game, player(place.game, "Random"), view)

    def _save_seats(self) -> None:
        if self.settings.seats_file is not None:
            write_whole(self.settings.seats_file, json.dumps(self._seats), private=True)


def _playable(settings: BotSettings) -> list[Game]:
    """Return the wanted games that the player can play."""
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
        raise UnknownPlayer(f"no game has a player {settings.player!r}; 'knockroll games GAME' lists a game's players")
    knockroll.player(games[0], find_player(games[0], settings.player))  # notices a missing module now
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
    """Run a bot until it is stopped by Ctrl-C or a signal; ``-`` among the links reads more from standard input."""
    read_link(settings.url)

    async def main() -> None:
        task = asyncio.current_task()
        assert task is not None
        with suppress(NotImplementedError):  # Windows has no such signals
            for stop in (signal.SIGINT, signal.SIGTERM):
                asyncio.get_running_loop().add_signal_handler(stop, task.cancel)
        bot = NetworkBot(settings, lambda text: print(text, flush=True))
        await bot.run(_typed() if "-" in links else None, [link for link in links if link != "-"])

    with suppress(asyncio.CancelledError, KeyboardInterrupt):
        asyncio.run(main())
    with suppress(
        ValueError
    ):  # only the main thread may; the bot is stopping, and another Ctrl-C should not interrupt that
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    return 0


async def _typed() -> AsyncIterator[str]:
    """Yield the lines of standard input as they come; the thread that waits for one does not keep the program alive."""
    loop, lines = asyncio.get_running_loop(), asyncio.Queue[str]()

    def read() -> None:
        for line in sys.stdin:
            loop.call_soon_threadsafe(lines.put_nowait, line)

    threading.Thread(target=read, daemon=True).start()
    while True:
        yield await lines.get()
