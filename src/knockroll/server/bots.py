"""Programs of the server's owner that may sit at its tables: ``knockroll serve --allow-bot NAME=COMMAND``.

Which program runs is decided where the server is started. A client can only name it, like any other computer player.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence

import knockroll
from knockroll.engine.errors import CannotServe, PlayerFailed
from knockroll.engine.game import Game, get_game
from knockroll.engine.names import plain
from knockroll.engine.views import GameView
from knockroll.players import full_name, is_code
from knockroll.players.pool import Programs
from knockroll.players.process import START_LIMIT
from knockroll.server.errors import Refusal
from knockroll.server.models import PlayerInfo
from knockroll.server.seats import clean_name
from knockroll.server.settings import AllowedBot, Settings

CHARACTER = "A program that the owner of this server lets play."
MOST_FAILURES = 3
"""A program that has failed so often in a row is not asked for a while."""
REST_SECONDS = 60.0


def read_bots(arguments: Iterable[str]) -> tuple[AllowedBot, ...]:
    """What the owner allows, each ``NAME=COMMAND`` or ``GAME.NAME=COMMAND``, as for the entry points of players."""
    bots: list[AllowedBot] = []
    for argument in arguments:
        name, equals, command = argument.partition("=")
        game, dot, rest = name.strip().partition(".")
        owner = game if dot and game in knockroll.game_names() else None
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
            raise CannotServe(f"cannot allow a bot called {name!r}: {title} has a player of that name already")


class Bots:
    """The programs that may play at a server's tables, and how they are asked without anybody else waiting."""

    def __init__(self, settings: Settings) -> None:
        self.allowed = settings.bots
        self._programs = Programs(settings.bot_processes, settings.bot_seconds)
        self._failures: dict[AllowedBot, int] = {}
        self._rests_until: dict[AllowedBot, float] = {}

    def of(self, game: str) -> list[AllowedBot]:
        """Those that play a game."""
        return [bot for bot in self.allowed if bot.game in (None, game)]

    def find(self, game: str, name: str) -> AllowedBot | None:
        """The one that is called so."""
        return next((bot for bot in self.of(game) if plain(bot.name) == plain(name)), None)

    def full_name(self, game: Game, name: str) -> str:
        """The name of a computer player, be it one of these or any other that the game has."""
        bot = self.find(game.name, name)
        return full_name(game, name) if bot is None else bot.name

    def describe(self, game: str) -> list[PlayerInfo]:
        """What the API tells of those that play a game."""
        return [PlayerInfo(bot.name, CHARACTER, 0, ()) for bot in self.of(game)]

    async def choose(self, bot: AllowedBot, game: Game, view: GameView) -> str:
        """The move that a program chooses, or :class:`PlayerFailed`. One that fails again and again has to rest."""
        now = asyncio.get_running_loop().time()
        if now < self._rests_until.get(bot, now):
            raise PlayerFailed("crash", f"it has failed {MOST_FAILURES} times in a row, and is not asked for a while")
        limit = START_LIMIT + self._programs.time_limit
        try:
            async with asyncio.timeout(limit):
                move = await asyncio.wrap_future(self._programs.ask(game, bot.command, view))
        except TimeoutError:  # no fault of this one, unless it is its own time that it took
            raise PlayerFailed("timeout", f"no program was free within {limit:g} s") from None
        except PlayerFailed:
            self._failures[bot] = self._failures.get(bot, 0) + 1
            if self._failures[bot] >= MOST_FAILURES:
                self._failures[bot] = 0
                self._rests_until[bot] = asyncio.get_running_loop().time() + REST_SECONDS
            raise
        self._failures.pop(bot, None)
        return move

    def close(self) -> None:
        """Stop all programs."""
        self._programs.close()
