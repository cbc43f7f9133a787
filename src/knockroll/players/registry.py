"""Which computer players there are, and how a name becomes one."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.util import find_spec
from typing import Any

from knockroll.engine.errors import PlayerFailed, UnknownPlayer
from knockroll.engine.game import Game, get_game
from knockroll.engine.names import find, plain, tell_known
from knockroll.engine.plugins import Unfit, load_plugins, why_left_out
from knockroll.players.code import is_code, is_function, is_learned, is_program, load_function, load_learned
from knockroll.players.player import RANDOM, Bot, Function, FunctionPlayer, Maker, Player, RulePlayer, Thinker, crashed
from knockroll.players.processes.program import PREFIX, ProcessPlayer

SEARCH = "knockroll.lab.search:make_player"
"""What makes a player of a :class:`Thinker`: the one place where players know of the lab, which knows players."""
LAB = "pip install 'knockroll[lab]'"
"""Installs what players that search need."""
ENTRY_POINTS = "knockroll.players"
"""Players of other packages: an entry point named ``GAME.NAME`` that loads a
:class:`~knockroll.players.player.Bot`, or a function ``make(game, seed)`` that returns a
:class:`~knockroll.players.player.Player`."""


class Thinking:
    """Makes a player that searches."""

    slow = True
    cached = True
    """What it prepares is cached on disk, so another process can do it."""

    def __init__(self, thinker: Thinker) -> None:
        self.thinker = thinker

    def __call__(self, game: Game, seed: int | None) -> Player:
        """The player; what it needs is imported now, and compiled when it is asked."""
        made: Player = load_function(SEARCH)(game, self.thinker, seed)
        return made


@cache
def _makers(game: Game) -> dict[str, Maker]:
    """Every player of a game by name: its own, the random one, those of other packages."""
    makers: dict[str, Maker] = {bot.name: bot for bot in (*game.players, RANDOM)}
    if find_spec("numba") is not None:
        makers |= {thinker.name: Thinking(thinker) for thinker in game.thinkers}

    def wanted(entry: str) -> bool:
        owner, _, name = entry.partition(".")
        return owner == game.name or not name

    def take(entry: str, maker: Any) -> None:
        name = maker.name if isinstance(maker, Bot) else entry.partition(".")[2]
        if "." not in entry or not name:
            raise Unfit("its entry point must be called GAME.NAME")
        if name in makers:
            raise Unfit("there is a player of that name already")
        if not isinstance(maker, Bot):
            _check(maker(game, 0))
        makers[name] = maker

    load_plugins(ENTRY_POINTS, wanted, take)
    return makers


def _check(made: Any) -> None:
    """Whether a package's function makes players is found out before anybody relies on it."""
    if not isinstance(made, Player) or not isinstance(made.name, str) or not isinstance(made.character, str):
        raise Unfit(f"it makes a {type(made).__name__}, not a player with name, character and choose")


def player_names(game: str | Game) -> tuple[str, ...]:
    """The names of the computer players of a game; the first is the usual opponent.

    >>> "House" in player_names("thirty_one")
    True
    """
    return tuple(_makers(game if isinstance(game, Game) else get_game(game)))


def full_name(game: Game, name: str) -> str:
    """The name of a player as :func:`player_names` lists it; case, punctuation and a title do not matter."""
    for known in _makers(game):
        if plain(known) == plain(name):
            return known
    if any(plain(thinker.name) == plain(name) for thinker in game.thinkers):
        raise UnknownPlayer(f"{name} searches, and for that needs compiled code: {LAB}")
    if (reason := why_left_out(ENTRY_POINTS, f"{game.name}.{name}")) is not None:
        raise UnknownPlayer(f"{game.title} has no player {name!r}: it was left out ({reason})")
    raise UnknownPlayer(f"{game.title} has no player {name!r}: {tell_known(name, _spellings(game))}")


def find_player(game: Game, typed: str) -> str:
    """The name of the player that a person means: a part of it is enough, if no other player has it.

    Programs (``cmd:./bot``), functions (``module:function``) and learned players (``learned:FILE``) stay as they are.
    """
    if is_code(typed):
        return typed.strip()
    meant = find(typed, _spellings(game))
    return meant[0] if len(meant) == 1 else full_name(game, typed)


def split_players(game: Game, typed: Iterable[str]) -> list[str]:
    """The players that a person means, separated by commas; what begins with ``cmd:`` is one, commas and all."""
    names: list[str] = []
    for text in typed:
        parts = [text] if is_program(text) else text.split(",")
        names += [find_player(game, part) for part in parts if part.strip()]
    return names


def _spellings(game: Game) -> dict[str, tuple[str, ...]]:
    return {name: (name,) for name in _makers(game)}


def find_bot(game: Game, name: str) -> Bot | None:
    """The rule of a player, or None if the player is not one that can be compiled."""
    maker = _makers(game)[full_name(game, name)]
    return maker if isinstance(maker, Bot) else None


@cache
def is_slow(game: Game, name: str) -> bool:
    """Whether a player says that it thinks for long, so that nobody else should have to wait where it does.

    Rules never do. A maker says so by an attribute ``slow``, or else the players that it makes. One that cannot be had
    does not think at all.
    """
    try:
        maker = _makers(game)[full_name(game, name)]
        if isinstance(maker, Bot):
            return False
        said = getattr(maker, "slow", None)
        return bool(getattr(known_player(game, name, 0), "slow", False) if said is None else said)
    except (UnknownPlayer, PlayerFailed):
        return False


def is_cached(game: Game, name: str) -> bool:
    """Whether a player caches on disk what it prepares, and watches the clock, as those of this package do."""
    try:
        return bool(getattr(_makers(game)[full_name(game, name)], "cached", False))
    except UnknownPlayer:
        return False


def find_rule(game: Game, name: str) -> Bot | None:
    """The rule of a player of any name that a person may say: functions and learned players may also be one."""
    if is_program(name):
        return None
    if is_learned(name):
        return load_learned(game, name)
    if is_function(name):
        found = load_function(name)
        return found if isinstance(found, Bot) else None
    return find_bot(game, name)


def introduce(game: Game, name: str) -> Bot | Thinker | None:
    """How a player of this package is introduced; None for one of another package."""
    maker = _makers(game)[full_name(game, name)]
    return maker.thinker if isinstance(maker, Thinking) else maker if isinstance(maker, Bot) else None


def known_player(game: Game, name: str, seed: int | None = None) -> Player:
    """The player of that name, if it is one of :func:`player_names`.

    For names that come from a file or over a network: those must not run a program. :class:`PlayerFailed` if the
    package that it is of cannot make it.
    """
    maker = _makers(game)[full_name(game, name)]
    if isinstance(maker, Bot):
        return RulePlayer(game, maker, seed)
    try:
        return maker(game, seed)
    except Exception as error:
        raise crashed(error) from error


def player(game: str | Game, name: str | Bot | Player | Function, seed: int | None = None) -> Player:
    """A player for a game.

    :param name: one of :func:`player_names`; a program in any language, ``"cmd:./bot --level 3"``, which is started
        when it is first asked (docs/bots.md says how to talk to it); a function that gets a view and returns a
        move, or where it is, ``"module:function"``; ``"learned:FILE"``, which ``knockroll train`` made; a rule; or
        a player, which is returned as it is
    :param seed: makes the random choices of those in :func:`player_names`, and of rules, the same every time

    >>> import knockroll
    >>> table = knockroll.Table("thirty_one", seats=2, seed=7)
    >>> player("thirty_one", "House").choose(table.view(table.turn)) in table.legal()
    True
    """
    if not isinstance(game, Game):
        game = get_game(game)
    if isinstance(name, str):
        if is_program(name):
            return ProcessPlayer(name.strip().removeprefix(PREFIX))
        if is_learned(name):
            return RulePlayer(game, load_learned(game, name), seed)
        if is_function(name):
            found = load_function(name)
            is_plain = callable(found) and not isinstance(found, type | Player)
            return FunctionPlayer(found, name.strip()) if is_plain else player(game, found, seed)
        return known_player(game, name, seed)
    if isinstance(name, Bot):
        return RulePlayer(game, name, seed)
    if isinstance(name, type):
        raise UnknownPlayer(f"{name.__name__} is a class: make a player of it, {name.__name__}()")
    if isinstance(name, Player):
        return name
    if callable(name):
        return FunctionPlayer(name)
    raise UnknownPlayer(f"a player is a name, a function or a knockroll.players.Player, not {name!r}")
