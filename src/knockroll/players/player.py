"""Kinds of computer players: a rule (:class:`Bot`), one that searches (:class:`Thinker`), or anything that chooses."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol, runtime_checkable

from knockroll.engine.errors import InvalidMove, InvalidOption, PlayerFailed
from knockroll.engine.game import Game
from knockroll.engine.rule import rule
from knockroll.engine.stream import CHOICE, Stream, below, open_stream
from knockroll.engine.views import read_view

# fmt: off
Face = Literal[
    "die", "bird",
    "short", "long", "curly", "spiky", "bun", "bald",
    "black", "brown", "red", "blond", "grey", "white",
    "hat", "cap", "bow", "glasses", "shades", "moustache", "beard",
    "smile", "grin", "flat", "frown", "surprised",
]
# fmt: on
"""In this order: pictures instead of a face; hair and its colour; what is worn; the mood."""


@dataclass(frozen=True)
class Bot:
    """A computer player that is a rule, so it runs interpreted and compiled like the game itself.

    ``choose(v, moves, n, r)`` returns one of the first ``n`` numbers of ``moves``, the legal moves. ``v`` is what the
    seat to move may know (a view: see ``look``), ``r`` a stream for choices at random. It remembers nothing: the view
    has what it needs of the past. Its docstring says how it plays.
    """

    name: str
    character: str
    """An introduction in one line."""
    choose: Callable[[Any, list[int], int, Stream], int]
    strength: int = 0
    """From 1 to 5, by the rating in docs/players: less than 30, 100, 250 or 500 points behind the best, or more; 6 if
    it also wins more games than the game's players that search. 0 if not measured."""
    face: tuple[Face, ...] = ()
    """What front ends draw as its face; anything not given here follows from the name."""
    seats: int = 0
    """The only number of seats that it can play at; 0: any."""
    compiled_as: str = ""
    """The name under which its compiled code is cached, if its own name and the code of its rule are not enough."""

    def check_seats(self, seats: int) -> None:
        """Raise :class:`InvalidOption` if it cannot play at a table with ``seats`` seats."""
        if self.seats not in (0, seats):
            raise InvalidOption(f"{self.name} can only play at tables of {self.seats}, not of {seats}")


@dataclass(frozen=True)
class Solution:
    """The solution of a game or of a part of it, where no search is needed."""

    covers: Callable[[Any], bool]
    """Whether the solution covers a position, given the view of the seat to move."""
    player: Bot
    """Plays the solution."""


@dataclass(frozen=True)
class GainPrior:
    """What to expect of a move before it is tried: how much it gains over the base player's, in the chance to win."""

    mean: float
    deviation: float
    """The standard deviation of true gains."""
    noise: float
    """The standard deviation of a batch's mean about the true gain."""

    def shifted(self, by: float) -> GainPrior:
        """Return the prior of a move that is expected to gain that much more."""
        return replace(self, mean=self.mean + by)


@dataclass(frozen=True)
class GainPriors:
    """The priors of gains, by the kinds of two moves: a draw, a discard, or something else, such as a knock."""

    by_kind: tuple[tuple[GainPrior, ...], ...]
    """A row for each kind of move of the base player, with the prior for each kind of other move."""


@dataclass(frozen=True, kw_only=True)
class SearchRules:
    """What search knows about a game beyond its rules: data, at most two functions. The defaults fit any card game."""

    noise: Callable[[Any, int, int, int], float] | None = None
    """``noise(v, n, chosen, move)``, a rule: the probability that a player makes ``move`` where its bot would choose
    ``chosen`` among ``n`` moves."""
    candidates: Callable[[Any, list[int], list[int]], dict[int, float]] | None = None
    """``candidates(v, legal, chosen)``: the moves worth trying, the base player's first, and what each is expected to
    gain over it, which is added to the mean of its prior. ``chosen`` has the moves of the base player and each bot."""
    playouts: str = ""
    """The name of the bot that plays hands out at the seat itself; empty: the base player. If the base player is slow,
    a faster bot can try moves in more worlds."""
    imagined: tuple[str, ...] = ()
    """The names of the bots that the other players may be; empty: any of the game."""
    variant: str | None = None
    """The variant to prepare for."""
    seats: int = 0
    """The only number of seats at which the player searches; 0: any."""
    needs: tuple[str, ...] = ()
    """Options that must not be ``NONE``: without them the player does not search, because these numbers do not fit."""
    most_points: int = 0
    """With two seats and a ``target`` of at most this many points, the chance to win is computed from how hands end,
    as a table that grows with the square of the target. Elsewhere it is a model fitted to games."""
    particles: int = 2048
    """Particles of the filter that finds out what the others may hold: more take longer, and are more exact late in a
    hand."""
    worlds: int = 128
    """Worlds per batch."""
    batches: int = 4
    """Most batches of worlds for an ordinary decision."""
    own_batches: int = 4
    """Most batches if a candidate is something other than a draw or a discard, such as a knock."""
    steps_within: int = 0
    """MCMC steps of each particle after resampling in mid-hand."""
    most_changed: int = 2
    """An MCMC step changes up to this many cards."""
    sharpness: float = 1.0
    """How many times the log-likelihood of a world counts at the end, because real players are less noisy than the
    noise model."""
    stronger: float = 1.0
    """How many times likelier a bot is expected than one whose strength is one less."""
    learns: bool = False
    """Whether, at tables for two, it learns from shown hands who the other player is."""
    gains: GainPriors | None = None
    """The prior gains of moves; None: they are fitted to the game."""


@dataclass(frozen=True)
class Thinker:
    """A computer player that searches, with compiled code, and thinks for longer than others."""

    name: str
    character: str
    """An introduction in one line."""
    plays: str
    """How it plays, in a few sentences."""
    base: str
    """The name of its base player, a bot whose move it makes unless search finds a better one."""
    strength: int = 0
    """6 if it wins more games than the best of the game's bots, as docs/players has it; otherwise as for a bot."""
    face: tuple[Face, ...] = ()
    solution: Solution | None = None
    """The solution that it plays where there is one."""
    search: SearchRules = SearchRules()
    """What its search knows of the game beyond the rules."""

    def base_in(self, game: Game) -> Bot:
        """That player."""
        return next(bot for bot in game.players if bot.name == self.base)

    def playouts_in(self, game: Game) -> Bot:
        """Return the bot that plays hands out at the seat itself."""
        return next(bot for bot in game.players if bot.name == (self.search.playouts or self.base))


@runtime_checkable
class Player(Protocol):
    """Anything that can choose a move.

    ``slow = True``, on the player or on what makes it, says that it thinks for long: servers ask it in another process
    (:func:`is_slow`). What else it may have is in ``knockroll.players.preparation``.
    """

    @property
    def name(self) -> str:
        """What the player is called."""

    @property
    def character(self) -> str:
        """An introduction in one line."""

    def choose(self, view: dict[str, Any]) -> str:
        """Return one of the moves in ``view["legal"]``, for the seat whose view it is."""


Function = Callable[[dict[str, Any]], str]
"""The simplest player there can be: gets a view, returns a move."""

Maker = Bot | Callable[[Game, int | None], Player]
"""What makes a player: a rule, or a function that makes one for every game."""


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
        """An introduction in one line."""
        return self.bot.character

    def choose(self, view: dict[str, Any]) -> str:
        """Return the move that the rule chooses."""
        v = read_view(self.game, view)
        self.bot.check_seats(v.seats)
        moves = [0] * self.game.most_moves
        n = self.game.legal(v, moves)
        return self.game.moves.format(self.bot.choose(v, moves, n, self._stream))


def ask(game: Game, player: Player, view: dict[str, Any]) -> str:
    """Return the legal move that a player chooses. Whatever it does, only :class:`PlayerFailed` is raised."""
    legal = tuple(view["legal"])  # a player may do anything to its view
    try:
        text = player.choose(view)
        move = game.moves.format(game.moves.parse(text))
    except PlayerFailed:
        raise
    except InvalidMove as error:
        raise PlayerFailed("illegal", str(error)) from None
    except Exception as error:
        raise crashed(error) from error
    if move not in legal:
        raise PlayerFailed("illegal", f"it chose {text!r}, but could only {', '.join(legal)}", move)
    return move


def crashed(error: Exception) -> PlayerFailed:
    """Return the failure for an exception that a player raised."""
    return PlayerFailed("crash", f"{type(error).__name__}: {error}")


class FunctionPlayer:
    """A player that is a function from a view to a move. What the function raises is not caught."""

    def __init__(self, function: Function, name: str | None = None) -> None:
        self._function = function
        self.name = name or str(getattr(function, "__name__", type(function).__name__))
        self.character = (function.__doc__ or "A Python function.").strip().splitlines()[0]

    def choose(self, view: dict[str, Any]) -> str:
        """Return what the function returns."""
        move = self._function(view)
        if not isinstance(move, str):
            raise PlayerFailed("illegal", f"{self.name} returned {move!r}, not a text such as {view['legal'][0]!r}")
        return move


@rule
def choose_at_random(v: Any, moves: list[int], n: int, r: Stream) -> int:
    """Any legal move, each as likely as the other."""
    return moves[below(r, n)]


RANDOM = Bot("Random", "Plays any legal move, and means nothing by it.", choose_at_random, strength=1, face=("die",))
