"""The course of a network: what it learns, and how."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from knockroll.engine.chance import Seeded
from knockroll.engine.errors import InvalidOption
from knockroll.engine.game import Game
from knockroll.lab.environments.arrays import Layout
from knockroll.players import RANDOM, find_player, find_rule
from knockroll.players.player import Bot

if TYPE_CHECKING:
    from knockroll.lab.environments.vectors import GamesEnv


@dataclass(frozen=True)
class Course:
    """What is learned, and how. The same course and number of steps give the same network."""

    game: Game
    opponents: tuple[str, ...]
    """The opponents; the network first imitates the first of them."""
    seats: int
    variant: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    asks: bool = False
    """Whether the network is told in every position, in training and in play, what the first opponent would do."""
    seed: int = 0
    width: int = 128
    """Units in each of the two layers."""
    games: int = 512
    """Games side by side, half of them against itself."""
    length: int = 64
    """Moves of the network in each game before an update."""
    epochs: int = 2
    """Passes over the moves of an update."""
    parts: int = 8
    """Minibatches per pass."""
    lessons: int = 40
    """Updates of imitation at the start."""

    @property
    def layout(self) -> Layout:
        """The layout of an observation."""
        return Layout.of(self.game, self.seats)

    @property
    def steps_each(self) -> int:
        """Moves of the network per update."""
        return self.games * self.length

    @property
    def teacher(self) -> Bot:
        """The player that the network imitates."""
        return _rule(self.game, self.opponents[0])

    def env(self, games: int, opponent: str | None = None) -> GamesEnv:
        """Make games in which the network plays all seats, or one against an opponent."""
        from knockroll.lab import vector

        return vector(
            self.game, games, seats=self.seats, variant=self.variant, opponents=opponent, **dict(self.options)
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the course as JSON."""
        values = {entry.name: getattr(self, entry.name) for entry in dataclasses.fields(self)}
        changed = {"game": self.game.name, "opponents": list(self.opponents), "options": dict(self.options)}
        return {**values, **changed, "seed": f"{self.seed:#x}"}


def prepare(
    game: Game,
    opponents: Sequence[str] = (),
    seats: int | None = None,
    variant: str | None = None,
    options: Mapping[str, Any] | None = None,
    asks: bool = False,
    seed: int | None = None,
    **sizes: int,
) -> Course:
    """Check the arguments of a course, and return it. The default opponents are the strongest bots of the game."""
    seats = game.default_seats if seats is None else seats
    game.option_values(seats, variant, options or {})  # raises if they are wrong
    best = max((bot.strength for bot in game.players), default=0)
    names = list(opponents) or [bot.name for bot in game.players if bot.strength == best] or [RANDOM.name]
    names = [find_player(game, name) for name in names]
    for name in names:
        _rule(game, name).check_seats(seats)
    for name, size in sizes.items():
        if type(size) is not int or size < (0 if name == "lessons" else 1):
            raise InvalidOption(f"{name} must be a whole number of at least 1, not {size!r}")
    course = Course(game, tuple(names), seats, variant, options or {}, asks, Seeded(seed).seed, **sizes)
    if asks and course.teacher not in game.players:
        raise InvalidOption(f"only the game's own bots can be asked, not {names[0]}")
    if course.games < 2 * len(names):
        raise InvalidOption(f"{course.games} games are too few for self-play and {len(names)} opponents")
    return course


def _rule(game: Game, name: str) -> Bot:
    bot = find_rule(game, name)
    if bot is None:
        raise InvalidOption(f"{name} cannot be compiled, so a network cannot learn from it")
    return bot
