"""Computer players in other processes: slow ones, and programs that the server's owner allows.

Programs are allowed with ``knockroll serve --allow-bot NAME=COMMAND``. Which program runs is decided when the server is
started; a client can only name it, like any other computer player.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import knockroll
from knockroll.engine.errors import PlayerFailed
from knockroll.engine.game import Game, get_game
from knockroll.engine.names import plain
from knockroll.engine.views import GameView
from knockroll.players import full_name, is_code, is_slow
from knockroll.players.processes.jobs import Choose
from knockroll.players.processes.local import LocalWork, Readiness
from knockroll.players.processes.pool import Programs
from knockroll.players.processes.program import START_LIMIT
from knockroll.players.processes.turns import Ticket, Turns
from knockroll.server import metrics
from knockroll.server.errors import Refusal
from knockroll.server.failures import CannotServe
from knockroll.server.settings import AllowedBot, Settings
from knockroll.server.tables.peers import Peers
from knockroll.server.tables.seats import clean_name
from knockroll.server.tables.thinking_times import ThinkingTimes

logger = logging.getLogger("knockroll.server")
MOST_FAILURES = 3
"""Failures in a row after which a player is not asked for a while."""
REST_SECONDS = 60.0
TELL_SECONDS = 60.0
"""Seconds between two log lines about the same failing player."""
MOST_AT_WORKERS = 16
"""Most questions that a server has under way at workers."""


def read_bots(arguments: Iterable[str]) -> tuple[AllowedBot, ...]:
    """Parse the programs to allow: each ``NAME=COMMAND`` or ``GAME.NAME=COMMAND``."""
    bots: list[AllowedBot] = []
    for argument in arguments:
        name, equals, command = argument.partition("=")
        game, dot, rest = name.strip().partition(".")
        owner = game if dot and game in knockroll.game_names() else None
        if equals and dot and owner is None and game.islower() and rest[:1].isalpha():
            raise CannotServe(
                f"cannot allow the bot {argument!r}: there is no game {game!r}; 'knockroll games' lists the games"
            )
        name, command = (rest if owner else name).strip(), command.strip().removeprefix("cmd:")
        if not equals or not command or not name:
            raise CannotServe(
                f"cannot allow the bot {argument!r}: give NAME=COMMAND, such as 'Randy=./randy --level 2'"
            )
        _check_name(name, owner, bots)
        bots.append(AllowedBot(name, command, owner))
    return tuple(bots)


def _check_name(name: str, owner: str | None, before: Sequence[AllowedBot]) -> None:
    try:
        is_fit = clean_name(name) == name and not is_code(name)
    except Refusal as refusal:
        raise CannotServe(f"cannot allow a bot called {name!r}: {refusal.message}") from None
    if not is_fit:
        raise CannotServe(f"cannot allow a bot called {name!r}: use plain letters and single spaces")
    for game in knockroll.game_names() if owner is None else (owner,):
        known = [*knockroll.player_names(game), *(bot.name for bot in before if bot.game in (None, game))]
        if plain(name) in map(plain, known):
            title = get_game(game).title
            raise CannotServe(f"cannot allow a bot called {name!r}: {title} already has a player of that name")


class Asked(NamedTuple):
    """The origin of a question to a slow player."""

    position: str
    """A key for the position: processes that ask the same question use the same key."""
    client: str
    """The client that opened the table or, if unknown, the table's id; each has one question under way at a time."""
    people: bool
    """Whether people wait for the answer; they come before tables where only computers play."""
    peers: Peers


class Bots:
    """Computer players in other processes: slow players, and programs that the server's owner allows.

    Asking them blocks no one else.
    """

    def __init__(self, settings: Settings) -> None:
        self.allowed = settings.bots
        self._programs = Programs(settings.bot_processes, settings.bot_seconds)
        self._work = LocalWork(settings.work_processes, settings.work_seconds, settings.work_waiting)
        self._at_workers = Turns(MOST_AT_WORKERS, settings.work_waiting)
        self._milliseconds = settings.think_seconds * 1000
        self._failures: dict[tuple[str, str], int] = {}
        self._told_at: dict[tuple[str, str], float] = {}
        """When the log last reported that a player failed."""
        self._rests_until: dict[tuple[str, str], float] = {}
        self._times: defaultdict[tuple[str, str], ThinkingTimes] = defaultdict(ThinkingTimes)

    def open(self) -> None:
        """Begin to report metrics."""
        turns = (self._work.turns, self._at_workers)
        metrics.QUESTIONS_WAITING.read = lambda: sum(len(one.waiting) for one in turns)
        metrics.QUESTIONS_UNDER_WAY.read = lambda: sum(len(one.under_way) for one in turns)
        metrics.PLAYERS_READY.read = lambda: len(self._work.ready)

    async def prepare_all(self) -> None:
        """Prepare all players that have to be prepared, one after the other."""
        await self._work.prepare_all()

    def readiness(self, game: str, name: str) -> Readiness:
        """How far a player is that has to be prepared before it can think."""
        return self._work.readiness(game, name)

    def of(self, game: str) -> list[AllowedBot]:
        """The allowed programs that play a game."""
        return [bot for bot in self.allowed if bot.game in (None, game)]

    def find(self, game: str, name: str) -> AllowedBot | None:
        """The allowed program of this name."""
        return next((bot for bot in self.of(game) if plain(bot.name) == plain(name)), None)

    def full_name(self, game: Game, name: str) -> str:
        """The full name of a computer player, whether an allowed program or one of the game's own players."""
        bot = self.find(game.name, name)
        return full_name(game, name) if bot is None else bot.name

    def has(self, game: Game, name: str) -> bool:
        """Whether a player runs in another process."""
        return self.find(game.name, name) is not None or is_slow(game, name)

    def thinking_times(self, game: Game, name: str) -> ThinkingTimes:
        """How long a player's latest moves took, at all tables."""
        return self._times[game.name, name]

    async def choose(self, game: Game, name: str, view: GameView, asked: Asked, seconds: float) -> str:
        """Return the move that a player chooses, or raise :class:`PlayerFailed`.

        A player that keeps failing is not asked for a while.

        :param seconds: the time for thinking of a searching player; an allowed program has its own limit
        """
        who, now = (game.name, name), asyncio.get_running_loop().time()
        if now < self._rests_until.get(who, now):
            raise PlayerFailed("crash", f"it failed {MOST_FAILURES} times in a row and is not asked for a while")
        bot = self.find(*who)
        try:
            if bot is None:
                move = await self._think(Choose(*who, dict(view), min(self._milliseconds, seconds * 1000)), asked)
            else:
                limit = START_LIMIT + self._programs.time_limit
                move = await self._programs.wait(self._programs.ask(game, bot.command, dict(view)), limit)
        except PlayerFailed as error:
            if error.kind != "busy":  # not the player's fault
                self._count_failure(who)
            raise
        self._failures.pop(who, None)
        return move

    async def _think(self, job: Choose, asked: Asked) -> str:
        """Have a worker find a slow player's move or, if there is none, a background process of this server."""
        answer = None
        if asked.peers.bus != "none":
            async with self._at_workers.take(Ticket(asked.client, asked.people)):
                answer = await asked.peers.work(job, asked.position)
        by = "worker" if answer is not None else "server"
        if answer is None:
            answer = await self._work.do(job, asked.client, asked.people)
        metrics.WORK.add(label=by)
        if answer not in job.view["legal"]:  # from a worker with another version of the rules
            raise PlayerFailed("illegal", f"it chose {answer!r}, but could only {', '.join(job.view['legal'])}")
        return answer

    def may_tell(self, game: Game, name: str) -> bool:
        """Whether the log should report that a player failed, which it does once in :data:`TELL_SECONDS`."""
        who, now = (game.name, name), time.monotonic()
        if now < self._told_at.get(who, -TELL_SECONDS) + TELL_SECONDS:
            return False
        self._told_at[who] = now
        return True

    def _count_failure(self, who: tuple[str, str]) -> None:
        self._failures[who] = self._failures.get(who, 0) + 1
        if self._failures[who] >= MOST_FAILURES:
            logger.warning("computer player %s of %s keeps failing, and is not asked for a while", who[1], who[0])
            self._failures[who] = 0
            self._rests_until[who] = asyncio.get_running_loop().time() + REST_SECONDS

    def close(self) -> None:
        """Stop all programs."""
        self._programs.close()
        self._work.close()
