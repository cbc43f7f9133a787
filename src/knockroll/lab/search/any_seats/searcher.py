"""Search in any card game.

Worlds come in batches, each from a separate belief, and what they say counts only as far as their standard error
allows: a difference is shrunk towards what such differences were found to be (priors.py).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy

from knockroll.engine.game import Game
from knockroll.engine.state import DISCARD, FIRST_OWN_MOVE, MOST_ACTS
from knockroll.lab.search.any_seats import standings
from knockroll.lab.search.any_seats.belief import compiled_belief
from knockroll.lab.search.decision import batch_numbers, choose_move, end_of
from knockroll.lab.search.searcher import Searcher
from knockroll.lab.search.worlds import World
from knockroll.players.player import Bot, GainPrior

FEW = 4
"""With at most this many legal moves, all are candidates; otherwise those that bots of the game would make."""
MOVE_KINDS = 3


@dataclass(frozen=True)
class Budget:
    """How much to search, and which players to expect."""

    batches: int = 4
    """Most batches of worlds per decision."""
    worlds: int = 128
    """Worlds per batch."""
    particles: int = 512
    """Particles of the filter, of which the worlds of a batch are chosen."""
    steps: int = 4
    """MCMC steps of each chosen world."""
    stronger: float = 1.0
    """How many times likelier a bot is expected than one whose strength is one less."""
    milliseconds: float | None = None
    """Think for this long instead, to the end of the current batch. The result then depends on the machine; by default,
    one seed gives one move."""


def move_kind(move: int) -> int:
    """Return the kind of a move, as far as card games are alike: a draw, a discard, or something else."""
    return 0 if move < DISCARD else 1 if move < FIRST_OWN_MOVE else 2


class SeatsSearcher(Searcher):
    """Searches positions of any card game with the same options and seats, for one thread."""

    def __init__(
        self,
        game: Game,
        base: Bot,
        seats: int,
        options: Mapping[str, Any],
        priors: Sequence[Sequence[GainPrior]],
        budget: Budget | None = None,
    ) -> None:
        """``priors``: the prior gain of a move of one kind over the base player's move of another kind."""
        self.budget, self.priors = budget or Budget(), priors
        super().__init__(game, base, seats, options, World, self.budget.particles)
        self._believe = compiled_belief(game)
        self._standings = standings.standings(game, base, seats, tuple(sorted(options.items())))

    # --- Belief ----------------------------------------------------------------------------------------------------

    def default_prior(self) -> Any:
        """The prior over the bots of the game at each seat, if nothing is known: any but the random one."""
        likely = numpy.array([0.0] + [self.budget.stronger**bot.strength for bot in self.game.players])
        return numpy.tile(likely / likely.sum(), (self.seats, 1))

    def certain_prior(self, name: str) -> Any:
        """The same, if all the others are known to be one player."""
        return numpy.tile([0.0] + [float(bot.name == name) for bot in self.game.players], (self.seats, 1))

    def worlds(self, v: Any, seat: int, prior: Any, seed: int) -> Any:
        """Return worlds that the seat believes in, an array of :class:`~knockroll.lab.search.worlds.World`.

        There are none if part of the hand's history is missing, or the stock was reshuffled in it.
        """
        self.look_at(v, seed)
        b, effort = self.budget, self._effort
        effort["particles"], effort["worlds"], effort["steps"] = b.particles, b.worlds, b.steps
        self._believe(seat, prior, effort, self.workspace)
        return self.workspace.worlds[: b.worlds if self.workspace.past["is_whole"] else 0]

    # --- Search ----------------------------------------------------------------------------------------------------

    def worth_trying(self, v: Any, moves: list[int], chosen: list[int]) -> list[int]:
        """Return all legal moves if they are few, otherwise those that bots of the game would make."""
        return chosen + moves if len(moves) <= FEW else chosen

    def chances(self, states: Any, seat: int) -> Any:
        """Return the chance of a seat to win from each of some states after a hand."""
        return standings.chances(self._standings, states, self.seats)[:, seat]

    def choose(self, v: Any, seat: int, prior: Any, seed: int, milliseconds: float | None = None) -> int:
        """Return the best move, as far as that can be told (:func:`knockroll.lab.search.decision.choose_move`).

        When the time is up, it is the best move found by then.
        """
        end = end_of(milliseconds)
        base, *others = self.candidates(v, seed)
        if v.act_count == MOST_ACTS or self._standings is None:
            return base
        priors = {move: self.priors[move_kind(base)][move_kind(move)] for move in others}
        batches = batch_numbers(self.budget.batches, self.budget.milliseconds, end)
        trials = (partial(self.try_moves, v, seat, prior, seed + batch) for batch in batches)
        return choose_move(base, priors, trials)
