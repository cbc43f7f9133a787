"""What a player is, and the registry of players."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from typing import Any, Protocol

from knockroll.engine.errors import InvalidMove, PlayerFailed, UnknownPlayer
from knockroll.engine.game import Bot, Game, get_game
from knockroll.engine.rule import rule
from knockroll.engine.stream import CHOICE, Stream, below, open_stream
from knockroll.engine.views import read_view

ENTRY_POINTS = "knockroll.players"
"""Players of other packages: an entry point named ``GAME.NAME`` that loads a :class:`knockroll.engine.game.Bot`, or a
function ``make(game, seed)`` that returns a :class:`Player`."""


class Player(Protocol):
    """Somebody who can choose a move."""

    @property
    def name(self) -> str:
        """What the player is called."""

    @property
    def character(self) -> str:
        """Who that is, in one line."""

    def choose(self, view: dict[str, Any]) -> str:
        """One of the moves in ``view["legal"]``, for the seat whose view it is."""


class RulePlayer:
    """A player whose choices are made by a rule."""

    def __init__(self, game: Game, bot: Bot, seed: int | None = None) -> None:
        self.game = game
        self.bot = bot
        self._stream = open_stream(int.from_bytes(os.urandom(32), "big") if seed is None else seed, 0, CHOICE)

    @property
    def name(self) -> str:
        """What the player is called."""
        return self.bot.name

    @property
    def character(self) -> str:
        """Who that is, in one line."""
        return self.bot.character

    def choose(self, view: dict[str, Any]) -> str:
        """The move that the rule chooses."""
        v = read_view(self.game, view)
        moves = [0] * self.game.most_moves
        n = self.game.legal(v, moves)
        return self.game.moves.format(self.bot.choose(v, moves, n, self._stream))


def ask(game: Game, player: Player, view: dict[str, Any]) -> str:
    """The legal move that a player chooses, or :class:`PlayerFailed`: whatever it does, nothing else is raised."""
    legal = tuple(view["legal"])  # a player may do anything to its view
    try:
        text = player.choose(view)
        move = game.moves.format(game.moves.parse(text))
    except PlayerFailed:
        raise
    except InvalidMove as error:
        raise PlayerFailed("illegal", str(error)) from error
    except Exception as error:
        raise PlayerFailed("crash", f"{type(error).__name__}: {error}") from error
    if move not in legal:
        raise PlayerFailed("illegal", f"it chose {text!r}, but could only {', '.join(legal)}")
    return move


@rule
def choose_at_random(v: Any, moves: list[int], n: int, r: Stream) -> int:
    """Any legal move, each as likely as the other."""
    return moves[below(r, n)]


RANDOM = Bot("Random", "Plays any legal move, and means nothing by it.", choose_at_random)


@cache
def _makers(game: Game) -> dict[str, Bot | Callable[[Game, int | None], Player]]:
    """Every player of a game by name: its own, the random one, those of other packages."""
    from importlib.metadata import entry_points

    makers: dict[str, Bot | Callable[[Game, int | None], Player]] = {bot.name: bot for bot in (*game.players, RANDOM)}
    for entry in entry_points(group=ENTRY_POINTS):
        owner, _, name = entry.name.partition(".")
        if owner == game.name and name:
            maker = entry.load()
            makers.setdefault(maker.name if isinstance(maker, Bot) else name, maker)
    return makers


def player_names(game: str | Game) -> tuple[str, ...]:
    """The names of the computer players of a game; the first is the usual opponent."""
    return tuple(_makers(game if isinstance(game, Game) else get_game(game)))


_TITLES = ("the", "mr", "mrs", "ms", "dr")


def _plain(name: str) -> str:
    """``The Card Counter`` and ``card_counter`` are one name, and so are ``Mr. Caution`` and ``caution``."""
    words = "".join(c if c.isalnum() else " " for c in name.lower()).split()
    return "".join(words[1:] if words and words[0] in _TITLES else words)


def full_name(game: Game, name: str) -> str:
    """The name of a player as :func:`player_names` lists it."""
    for known in _makers(game):
        if _plain(known) == _plain(name):
            return known
    raise UnknownPlayer(f"{game.title} has no player {name!r}: there are {', '.join(player_names(game))}")


def find_bot(game: Game, name: str) -> Bot | None:
    """The rule of a player, or None if the player is not one that can be compiled."""
    maker = _makers(game)[full_name(game, name)]
    return maker if isinstance(maker, Bot) else None


def player(game: str | Game, name: str, seed: int | None = None) -> Player:
    """The player of that name; with a seed its random choices are the same every time."""
    if not isinstance(game, Game):
        game = get_game(game)
    maker = _makers(game)[full_name(game, name)]
    return RulePlayer(game, maker, seed) if isinstance(maker, Bot) else maker(game, seed)
