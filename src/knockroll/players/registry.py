"""The registry of computer players: which ones there are, and how to get one by name."""

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
"""The function that makes a player from a :class:`Thinker`. It is found by name, because the lab imports players."""
LAB = "pip install 'knockroll[lab]'"
"""The command that installs what players that search need."""
ENTRY_POINTS = "knockroll.players"
"""Players of other packages: an entry point named ``GAME.NAME`` that loads a
:class:`~knockroll.players.player.Bot`, or a function ``make(game, seed)`` that returns a
:class:`~knockroll.players.player.Player`."""


class Thinking:
    """Makes a player that searches."""

    slow = True
    cached = True
    """Its preparation is cached on disk, so another process can do it."""

    def __init__(self, thinker: Thinker) -> None:
        self.thinker = thinker

    def __call__(self, game: Game, seed: int | None) -> Player:
        """Make the player: import what it needs now, and compile it when the player is first asked."""
        made: Player = load_function(SEARCH)(game, self.thinker, seed)
        return made


@cache
def _makers(game: Game) -> dict[str, Maker]:
    """Return every player of a game by name: its own, the random one, and those of other packages."""
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
    """Refuse what a package's function made if it is not a player, before anyone relies on it."""
    if not isinstance(made, Player) or not isinstance(made.name, str) or not isinstance(made.character, str):
        raise Unfit(f"it makes a {type(made).__name__}, not a player with name, character and choose")


def player_names(game: str | Game) -> tuple[str, ...]:
    """Return the names of the computer players of a game; the first is the usual opponent.

    >>> "House" in player_names("thirty_one")
    True
    """
    return tuple(_makers(game if isinstance(game, Game) else get_game(game)))


def full_name(game: Game, name: str) -> str:
    """Return the name of a player as :func:`player_names` lists it; case, punctuation and a title do not matter."""
    for known in _makers(game):
        if plain(known) == plain(name):
            return known
    if any(plain(thinker.name) == plain(name) for thinker in game.thinkers):
        raise UnknownPlayer(f"{name} searches, and for that needs compiled code: {LAB}")
    if (reason := why_left_out(ENTRY_POINTS, f"{game.name}.{name}")) is not None:
        raise UnknownPlayer(f"{game.title} has no player {name!r}: it was left out ({reason})")
    raise UnknownPlayer(f"{game.title} has no player {name!r}: {tell_known(name, _spellings(game))}")


def find_player(game: Game, typed: str) -> str:
    """Return the name of the player that a person means; a part of the name is enough if it fits only one player.

    Programs (``cmd:./bot``), functions (``module:function``) and learned players (``learned:FILE``) stay as they are.
    """
    if is_code(typed):
        return typed.strip()
    meant = find(typed, _spellings(game))
    return meant[0] if len(meant) == 1 else full_name(game, typed)


def split_players(game: Game, typed: Iterable[str]) -> list[str]:
    """Return the players that a person means, separated by commas; a ``cmd:`` name is a single one, commas and all."""
    names: list[str] = []
    for text in typed:
        parts = [text] if is_program(text) else text.split(",")
        names += [find_player(game, part) for part in parts if part.strip()]
    return names


def _spellings(game: Game) -> dict[str, tuple[str, ...]]:
    return {name: (name,) for name in _makers(game)}


def find_bot(game: Game, name: str) -> Bot | None:
    """Return the rule of a player; None if the player is not a rule, which could be compiled."""
    maker = _makers(game)[full_name(game, name)]
    return maker if isinstance(maker, Bot) else None


@cache
def is_slow(game: Game, name: str) -> bool:
    """Return whether a player says that it thinks for long, so that no one else should have to wait for it.

    Rules never do. A maker, or else the players it makes, says so with an attribute ``slow``. A player that cannot be
    made does not think at all.
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
    """Return whether a player caches its preparation on disk and watches the clock, as those of this package do."""
    try:
        return bool(getattr(_makers(game)[full_name(game, name)], "cached", False))
    except UnknownPlayer:
        return False


def find_rule(game: Game, name: str) -> Bot | None:
    """Return the rule of a player with any name a person may give; functions and learned players may also be rules."""
    if is_program(name):
        return None
    if is_learned(name):
        return load_learned(game, name)
    if is_function(name):
        found = load_function(name)
        return found if isinstance(found, Bot) else None
    return find_bot(game, name)


def introduce(game: Game, name: str) -> Bot | Thinker | None:
    """Return the bot or thinker of a player, which introduces it; None for a player of another package."""
    maker = _makers(game)[full_name(game, name)]
    return maker.thinker if isinstance(maker, Thinking) else maker if isinstance(maker, Bot) else None


def known_player(game: Game, name: str, seed: int | None = None) -> Player:
    """Return the player of a name in :func:`player_names`.

    This is for names that come from a file or over a network, which must not run a program. Raises
    :class:`PlayerFailed` if the player's package cannot make it.
    """
    maker = _makers(game)[full_name(game, name)]
    if isinstance(maker, Bot):
        return RulePlayer(game, maker, seed)
    try:
        return maker(game, seed)
    except Exception as error:
        raise crashed(error) from error


def player(game: str | Game, name: str | Bot | Player | Function, seed: int | None = None) -> Player:
    """Return a player for a game.

    :param name: one of :func:`player_names`; a program in any language, ``"cmd:./bot --level 3"``, which is started
        when it is first asked (docs/bots.md says how to talk to it); a function that gets a view and returns a
        move, or where it is, ``"module:function"``; ``"learned:FILE"``, which ``knockroll train`` made; a rule; or
        a player, which is returned as it is
    :param seed: gives the players in :func:`player_names`, and rules, the same random choices every time

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
