"""Search in a game for two: candidates, priors and the noise model are those that the game says.

Worlds come in batches, each with some from every part of one belief: neighbours in it share much of their past. Two
moves differ by little and batches by much, so a difference counts only as far as that allows: it is shrunk towards the
differences that were found in such decisions (:class:`knockroll.players.player.GainPrior`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import Any

import numpy

from knockroll.engine.cards import DECK_SIZE
from knockroll.engine.game import Game
from knockroll.engine.state import MOST_ACTS
from knockroll.lab.search.decision import batch_numbers, choose_move, end_of
from knockroll.lab.search.past import Past, past_rule
from knockroll.lab.search.searcher import Searcher
from knockroll.lab.search.two_seats.belief import DuelWorld, compiled_belief, compiled_evidence
from knockroll.lab.search.two_seats.chances import winning_table
from knockroll.lab.search.worlds import possible_cards
from knockroll.players.player import Thinker

DOUBT = 0.03
"""The probability that the other player is anybody, however certain it seems who it is."""
TRIES = 12
"""Cards that are tried for the one that was not shown with the others."""


@dataclass(frozen=True)
class Budget:
    """How much to search."""

    batches: int = 4
    """Most batches of worlds for an ordinary decision."""
    to_end: int = 6
    """Most batches where the question is whether to end the hand."""
    worlds: int = 64
    """Worlds per batch."""
    particles: int = 4096
    """Particles of the filter, of which the worlds of all batches are chosen."""
    steps_within: int = 2
    """MCMC steps of each particle after resampling in mid-hand."""
    steps: int = 4
    """MCMC steps of each chosen world."""
    orders: int = 128
    """Particles for a shown hand, whose cards may have come in any order."""
    milliseconds: float | None = None
    """Think for this long instead, to the end of the current batch. The result then depends on the machine; by default,
    one seed gives one move."""


class DuelSearcher(Searcher):
    """Searches positions of a game for two with the same options, for one thread."""

    def __init__(self, game: Game, thinker: Thinker, options: Mapping[str, Any], budget: Budget | None = None) -> None:
        assert thinker.search is not None
        self.budget, self.rules = budget or Budget(), thinker.search
        b, base = self.budget, thinker.base_in(game)
        room = max(b.particles, b.orders, max(b.batches, b.to_end) * b.worlds)
        super().__init__(game, base, 2, options, DuelWorld, room)
        self.bots = 1 + len(game.players)
        noise = self.rules.noise
        self._believe, self._weigh = compiled_belief(game, noise), compiled_evidence(game, noise)
        self._table = winning_table(game, base, tuple(sorted(options.items())))

    # --- Belief ----------------------------------------------------------------------------------------------------

    def default_prior(self) -> Any:
        """The prior over the bots of the game, if nothing is known: an array.

        The first is the random player, which has probability 0.
        """
        return numpy.array([0.0] + [1 / (self.bots - 1)] * (self.bots - 1))

    def certain_prior(self, name: str) -> Any:
        """The same, if the other player is known."""
        return numpy.array([0.0] + [float(bot.name == name) for bot in self.game.players])

    def worlds(self, v: Any, seat: int, prior: Any, seed: int, batches: int = 1) -> Any:
        """Return worlds that the seat believes in, for some batches: an array of :class:`DuelWorld`.

        Those that share much of their past are neighbours.
        """
        self.look_at(v, seed)
        b, effort = self.budget, self._effort
        effort["particles"], effort["worlds"] = b.particles, batches * b.worlds
        effort["steps"], effort["steps_within"] = b.steps, b.steps_within
        self._believe(seat, prior, effort, self.workspace)
        return self.workspace.worlds[: batches * b.worlds]

    def learn(self, prior: Any, v: Any, seat: int, shown: int, discarded: int, seed: int) -> Any:
        """Return the prior over bots after a hand, in which the other player has shown cards.

        ``v`` is the last view of that hand in which the seat moved. ``discarded`` is the card that it discarded then,
        as a set of one, if the other player ended the hand after that; empty, if the seat itself did.
        """
        past = Past()
        views = [v.copy() for _ in range(v.act_count)]
        past_rule(self.game)(v, seat, v.copy(), self.game.blank_view(v), views, past, [0] * DECK_SIZE)
        shown_before = possible_cards(past) & ~past.unseen
        cards = shown & ~v.known[1 - seat] & ~discarded | shown_before
        hidden = past.places + (1 if discarded and not discarded & shown else 0)  # with the last card they drew
        others = past.unseen & ~cards if discarded and cards.bit_count() < hidden else 0
        if cards.bit_count() + (others != 0) != hidden:
            return prior
        self.look_at(v, seed)
        effort = self._effort
        effort["particles"], effort["worlds"], effort["steps"], effort["steps_within"] = self.budget.orders, 1, 0, 1
        found = numpy.zeros((TRIES if others else 2, self.bots))
        self._weigh(seat, numpy.zeros(self.bots), cards, others, hidden, found, effort, self.workspace)
        found = prior * numpy.exp(found - found.max()).mean(axis=0)
        return (1 - DOUBT) * found / found.sum() + DOUBT * self.default_prior()

    # --- Search ----------------------------------------------------------------------------------------------------

    def worth_trying(self, v: Any, moves: list[int], chosen: list[int]) -> list[int]:
        """Return the candidates that the game names."""
        return self.rules.candidates(v, moves, chosen)

    def chances(self, states: Any, seat: int) -> Any:
        """Return the chance of a seat to win from each of some states after a hand."""
        scores = numpy.minimum(states["scores"], len(self._table) - 1)
        return self._table[scores[:, seat], scores[:, 1 - seat], (states["dealer"] == seat).astype(int)]

    def choose(self, v: Any, seat: int, prior: Any, seed: int, milliseconds: float | None = None) -> int:
        """Return the best move, as far as that can be told (:func:`knockroll.lab.search.decision.choose_move`).

        When the time is up, it is the best move found by then.
        """
        end = end_of(milliseconds)
        base, *others = self.candidates(v, seed)
        if v.act_count == MOST_ACTS or not others:
            return base
        ends = self.rules.ends_hand
        most = self.budget.to_end if any(ends(move) != ends(base) for move in others) else self.budget.batches
        priors = {move: self.rules.gain_prior(v, base, move) for move in others}
        batches = self.batches(v, seat, prior, most, seed, end)
        trials = (partial(self.try_in, worlds, v, seat, seed + batch) for batch, worlds in batches)
        return choose_move(base, priors, trials)

    def batches(
        self, v: Any, seat: int, prior: Any, most: int, seed: int, end: float = inf
    ) -> Iterator[tuple[int, Any]]:
        """Yield the numbers of the batches to try, with their worlds: ``most`` of them are of one belief."""
        for batch in batch_numbers(most, self.budget.milliseconds, end):
            place = (batch - 1) % most
            if place == 0:
                worlds = self.worlds(v, seat, prior, seed + batch, most)
            yield batch, numpy.ascontiguousarray(worlds[place::most])
