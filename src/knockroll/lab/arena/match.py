"""A match: its players, its number of games and its seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from knockroll.engine.chance import Seeded
from knockroll.engine.errors import InvalidOption
from knockroll.engine.game import Game, get_game
from knockroll.engine.options import Value
from knockroll.lab.arena.schedule import line_ups, seating
from knockroll.lab.playout import MOST_MOVES, Playout
from knockroll.players import (
    Function,
    Player,
    find_bot,
    find_rule,
    full_name,
    is_code,
    player,
    player_names,
)
from knockroll.players.player import Bot
from knockroll.players.processes.program import PREFIX

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

TIME_LIMIT = 5.0
"""Seconds per move for programs."""
MOVE_LIMIT = MOST_MOVES

Entrant = Bot | Player | Function
"""A player in Python: a bot, which is compiled with the game; an object that chooses; a function of a view."""


@dataclass
class Games:
    """Some games of a match, each a position and a playout, before and after they are played."""

    players: NDArray[numpy.int64]
    """The number of the player at each seat of each game."""
    playouts: Any
    states: Any
    timed: dict[int, tuple[float, int]] = field(default_factory=dict)
    """For each player that is asked: the seconds it has thought, and the number of moves."""
    failures: dict[int, str] = field(default_factory=dict)
    """The first failure of each player."""


@dataclass(frozen=True)
class Match:
    """Everything that determines a match; the same match gives the same games."""

    game: Game
    players: tuple[str, ...]
    seats: int
    games: int
    seed: int
    variant: str | None
    options: Mapping[str, Value]
    round_robin: bool
    time_limit: float
    move_limit: int
    entrants: Mapping[str, Entrant] = field(default_factory=dict)
    """Players that cannot be found by name: bots, players and functions of the caller."""

    def bot(self, name: str) -> Bot | None:
        """Return the bot of a player; None for a player that has to be asked."""
        if name in self.entrants:
            entrant = self.entrants[name]
            return entrant if isinstance(entrant, Bot) else None
        return find_rule(self.game, name)

    @property
    def stays_here(self) -> tuple[str, ...]:
        """The players that only this machine has: programs, functions in modules, and objects of the caller."""
        return tuple(
            name
            for name in self.players
            if name in self.entrants or (is_code(name) and find_rule(self.game, name) is None)
        )

    @cached_property
    def line_ups(self) -> tuple[tuple[int, ...], ...]:
        """The groups of players that sit at a table together; deals go to line-ups in turn."""
        return line_ups(len(self.players), self.seats, self.round_robin)

    @property
    def commands(self) -> tuple[str, ...]:
        """The code that is run by name: programs, and functions in Python modules."""
        return tuple(name.removeprefix(PREFIX) for name in self.players if is_code(name) and name not in self.entrants)

    @property
    def deals(self) -> int:
        """The number of deals, each played once for every rotation of the seats."""
        return self.games // self.seats

    @cached_property
    def first_state(self) -> Any:
        """The state before a game of the match."""
        return self.game.new_state(self.seats, self.options)

    def games_of(self, first: int, count: int) -> Games:
        """Return the games of some deals, ready to play. A deal and its playouts share their number under the seed."""
        import numpy

        from knockroll.lab.compiled import copies, new_records

        turns = len(self.line_ups)
        players = [seating(self.line_ups[deal % turns], deal // turns) for deal in range(first, first + count)]
        playouts = new_records(Playout, count * self.seats)
        playouts["number"] = numpy.repeat(numpy.arange(first, first + count), self.seats)
        states = copies(self.first_state, count * self.seats)
        return Games(numpy.array(players).reshape(-1, self.seats), playouts, states)

    def to_dict(self) -> dict[str, Any]:
        """Return the match as JSON."""
        return {
            "game": self.game.name,
            "players": list(self.players),
            "seats": self.seats,
            "games": self.games,
            "seed": f"{self.seed:064x}",
            "variant": self.variant,
            "options": dict(self.options),
            "round_robin": self.round_robin,
            "time_limit": self.time_limit,
            "move_limit": self.move_limit,
        }


def prepare(
    game: str | Game,
    players: Sequence[str | Entrant],
    seats: int | None = None,
    games: int = 10_000,
    seed: int | None = None,
    *,
    variant: str | None = None,
    options: Mapping[str, Any] | None = None,
    round_robin: bool = False,
    time_limit: float = TIME_LIMIT,
    move_limit: int = MOVE_LIMIT,
) -> Match:
    """Check the arguments of a match, and return it.

    The number of games is rounded up, so that every line-up has the same number of deals and every deal is played at
    all rotations of the seats.
    """
    game = game if isinstance(game, Game) else get_game(game)
    if isinstance(players, str) or not players:
        raise InvalidOption("a match needs a list of at least one player")
    named = [_named(game, entrant) for entrant in players]
    names = tuple(name for name, _ in named)
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise InvalidOption(
            f"{', '.join(twice)} came more than once: name each player once; spare seats are filled in turn"
        )
    if seats is None:
        seats = len(names) if game.min_seats <= len(names) <= game.max_seats else game.default_seats
    values = game.option_values(seats, variant, options or {})
    for name, number in (("games", games), ("move_limit", move_limit)):
        if type(number) is not int or number < 1:
            raise InvalidOption(f"{name} must be a whole number of at least 1, not {number!r}")
    if isinstance(time_limit, bool) or not isinstance(time_limit, int | float) or not 0 < time_limit < 1e6:
        raise InvalidOption(f"the time limit must be a number of seconds above 0, not {time_limit!r}")
    block = len(line_ups(len(names), seats, round_robin)) * seats
    games += -games % block
    seed = Seeded(seed).seed
    entrants = {name: entrant for name, entrant in named if entrant is not None}
    return Match(game, names, seats, games, seed, variant, values, round_robin, float(time_limit), move_limit, entrants)


def _named(game: Game, entrant: str | Entrant) -> tuple[str, Entrant | None]:
    """Return the name of a player in a match, and the player itself if the name does not identify it."""
    if isinstance(entrant, str):
        return (entrant.strip() if is_code(entrant) else full_name(game, entrant)), None
    name = entrant.name if isinstance(entrant, Bot) else player(game, entrant).name
    known = name in player_names(game) and find_bot(game, name) is entrant
    return name, None if known else entrant
