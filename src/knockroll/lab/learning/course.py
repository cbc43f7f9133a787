"""What a network is to learn, and how."""

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
    """What is learned, and how. The same course of as many steps leads to the same network."""

    game: Game
    opponents: tuple[str, ...]
    """Whom it is to beat; the first of them shows it how to play."""
    seats: int
    variant: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    asks: bool = False
    """Whether it is told in every position what the first opponent would do there, in play, too."""
    seed: int = 0
    width: int = 128
    """Units in each of the two layers."""
    games: int = 512
    """Played side by side, half of them against itself."""
    length: int = 64
    """Moves of the network in each of them before an update."""
    epochs: int = 2
    """How often it goes through the moves of an update."""
    parts: int = 8
    """In so many steps."""
    lessons: int = 40
    """So many updates at the beginning it is shown what to do."""

    @property
    def layout(self) -> Layout:
        """Of what a seat observes."""
        return Layout.of(self.game, self.seats)

    @property
    def steps_each(self) -> int:
        """Moves of the network in an update."""
        return self.games * self.length

    @property
    def teacher(self) -> Bot:
        """Who shows it how to play."""
        return _rule(self.game, self.opponents[0])

    def env(self, games: int, opponent: str | None = None) -> GamesEnv:
        """Games in which the network plays all seats, or one against an opponent."""
        from knockroll.lab import vector

        return vector(
            self.game, games, seats=self.seats, variant=self.variant, opponents=opponent, **dict(self.options)
        )

    def to_dict(self) -> dict[str, Any]:
        """The course as JSON."""
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
    """Check what a course is made of. Without opponents, they are the strongest players of the game."""
    seats = game.default_seats if seats is None else seats
    game.option_values(seats, variant, options or {})  # says what is wrong with them
    best = max((bot.strength for bot in game.players), default=0)
    names = list(opponents) or [bot.name for bot in game.players if bot.strength == best] or [RANDOM.name]
    names = [find_player(game, name) for name in names]
    for name in names:
        _rule(game, name).check_seats(seats)
    for name, size in sizes.items():
        if type(size) is not int or size < (0 if name == "lessons" else 1):
            raise InvalidOption(f"{name} is a whole number from 1 up, not {size!r}")
    course = Course(game, tuple(names), seats, variant, options or {}, asks, Seeded(seed).seed, **sizes)
    if asks and course.teacher not in game.players:
        raise InvalidOption(f"only one of the game's own players can be asked, not {names[0]}")
    if course.games < 2 * len(names):
        raise InvalidOption(f"{course.games} games are too few to play against {len(names)} opponents and oneself")
    return course


def _rule(game: Game, name: str) -> Bot:
    bot = find_rule(game, name)
    if bot is None:
        raise InvalidOption(f"{name} is no rule that can be compiled, so nobody can learn from it")
    return bot
