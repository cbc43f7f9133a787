"""Search: a move is tried in many worlds that the seat believes in, and each hand is played out to its end.

The base player's move is the one to beat. All candidates are tried in the same worlds, with the same stock. The seat
itself goes on as its base player does, or as a faster one, the others as the players they are in the world. What the
hand brings is counted as the chance to win the game.

Worlds come in batches, each with some from every part of one belief, because neighbours in it share much of their past.
Two moves differ by little and batches by much, so an observed difference is shrunk towards the differences that were
found in similar decisions (:class:`knockroll.players.player.GainPrior`).
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
from knockroll.engine.state import DISCARD, FIRST_OWN_MOVE, MOST_ACTS
from knockroll.engine.stream import CHOICE, open_stream
from knockroll.lab.compiled import copies, new_records
from knockroll.lab.playout import Playout, Runner
from knockroll.lab.search.belief import compiled_belief, compiled_evidence
from knockroll.lab.search.decision import Outcomes, batch_numbers, choose_move, end_of
from knockroll.lab.search.past import Past, past_rule
from knockroll.lab.search.standings import standings_model
from knockroll.lab.search.winning_table import table_model
from knockroll.lab.search.worlds import (
    IMPOSSIBLE,
    Effort,
    Workspace,
    World,
    compiled_positions,
    possible_cards,
    scratch_type,
)
from knockroll.players.player import GainPriors, SearchRules, Thinker

FEW = 4
"""With at most this many legal moves, all are candidates; otherwise those that bots of the game would make."""
MOVE_KINDS = 3
DOUBT = 0.03
"""The probability that the other player is anyone at all, however certain their identity seems."""
TRIES = 12
"""Cards that are tried in the place of the one that was not shown."""
ORDERS = 128
"""Particles for a shown hand, whose cards may have come in any order."""


@dataclass(frozen=True)
class Budget:
    """How much to search."""

    batches: int = 4
    """Most batches of worlds for an ordinary decision."""
    own_batches: int = 4
    """Most batches if a candidate is something other than a draw or a discard, such as a knock."""
    worlds: int = 128
    """Worlds per batch."""
    particles: int = 2048
    """Particles of the filter, of which the worlds of all batches are chosen."""
    steps_within: int = 0
    """MCMC steps of each particle after resampling in mid-hand."""
    steps: int = 4
    """MCMC steps of each chosen world."""
    milliseconds: float | None = None
    """Think for this long instead, to the end of the current batch. The result then depends on the machine; by default,
    one seed gives one move."""

    @classmethod
    def of(cls, rules: SearchRules) -> Budget:
        """Return the usual budget for the search rules of a game."""
        return cls(
            batches=rules.batches,
            own_batches=rules.own_batches,
            worlds=rules.worlds,
            particles=rules.particles,
            steps_within=rules.steps_within,
        )


def move_kind(move: int) -> int:
    """Return the kind of a move, as far as card games are alike: a draw, a discard, or something else."""
    return 0 if move < DISCARD else 1 if move < FIRST_OWN_MOVE else 2


class Searcher:
    """Searches positions of one game with the same options and seats, for one thread."""

    def __init__(
        self,
        game: Game,
        thinker: Thinker,
        seats: int,
        options: Mapping[str, Any],
        budget: Budget | None = None,
        gains: GainPriors | None = None,
    ) -> None:
        """``gains``: the prior gains of moves, needed only to choose among them."""
        self.game, self.rules, self.seats = game, thinker.search, seats
        self.base, self.playouts = thinker.base_in(game), thinker.playouts_in(game)
        self.budget, self.gains = budget or Budget.of(self.rules), gains
        self.bots = 1 + len(game.players)
        names = self.rules.imagined
        self._imagined = tuple(bot for bot in game.players if not names or bot.name in names)
        first = game.new_state(seats, options)
        blank = game.blank_view(first)
        b = self.budget
        room = max(b.particles, max(b.batches, b.own_batches) * b.worlds, ORDERS if self.rules.learns else 0)
        self.workspace = Workspace(
            seen=copies(blank, 1)[0],
            replayed=copies(blank, 1)[0],
            blank=copies(blank, 1)[0],
            past=new_records(Past, 1)[0],
            views=copies(blank, MOST_ACTS),
            worlds=new_records(World, room),
            spare=new_records(World, room),
            weights=numpy.zeros(room),
            scratch=new_records(scratch_type(game), 1)[0],
            stream=copies(open_stream(0), 1)[0],
        )
        self._effort = new_records(Effort, 1)[0]
        self._believe = compiled_belief(game, self.rules)
        self._make_positions = compiled_positions(game)
        self._runner = Runner(game, game.players, first, 0)
        self.chances = chances_model(game, thinker, seats, options)
        """``chances(states, seat)``: the chance of a seat to win from states after a hand; None if it is not known."""

    # --- Belief ----------------------------------------------------------------------------------------------------

    def default_prior(self) -> Any:
        """Return the prior over bots at each seat if nothing is known: any that the game's search imagines."""
        rules = self.rules
        shares = [rules.stronger**bot.strength * (bot in self._imagined) for bot in self.game.players]
        likely = numpy.array([0.0, *shares])
        return numpy.tile(likely / likely.sum(), (self.seats, 1))

    def certain_prior(self, name: str) -> Any:
        """Return the prior over bots if all the others are known to be one player."""
        return numpy.tile([0.0] + [float(bot.name == name) for bot in self.game.players], (self.seats, 1))

    def worlds(self, v: Any, seat: int, prior: Any, seed: int, batches: int = 1) -> Any:
        """Return worlds that the seat believes in, for some batches: an array of records of :class:`World`.

        Worlds that share much of their past are neighbours. The array is empty if part of the hand's history is missing
        or the stock was reshuffled in it.
        """
        self._look_at(v, seed)
        b, effort = self.budget, self._effort
        effort["particles"], effort["worlds"] = b.particles, batches * b.worlds
        effort["steps"], effort["steps_within"] = b.steps, b.steps_within
        self._believe(seat, prior, effort, self.workspace)
        return self.workspace.worlds[: batches * b.worlds if self.workspace.past["is_whole"] else 0]

    def learn(self, prior: Any, v: Any, seat: int, shown: int, discarded: int, seed: int) -> Any:
        """Return the prior over bots after a hand of two, in which the other player has shown cards.

        ``v`` is the last view of that hand in which the seat moved. ``discarded`` is the card that the seat discarded
        then, as a set of one, if the other player went on to end the hand; it is empty if the seat itself ended it.
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
        self._look_at(v, seed)
        effort = self._effort
        effort["particles"], effort["worlds"], effort["steps"], effort["steps_within"] = ORDERS, 1, 0, 1
        found = numpy.zeros((TRIES if others else 2, self.bots))
        found[:, prior[1 - seat] == 0] = IMPOSSIBLE
        compare = compiled_evidence(self.game, self.rules)
        compare(seat, numpy.zeros_like(prior), cards, others, hidden, found, effort, self.workspace)
        found = prior[1 - seat] * numpy.exp(found - found.max()).mean(axis=0)
        return (1 - DOUBT) * found / found.sum() + DOUBT * self.default_prior()

    def _look_at(self, v: Any, seed: int) -> None:
        """Write a view and a random stream where compiled code reads them."""
        v.write(self.workspace.seen)
        open_stream(seed).write(self.workspace.stream)

    # --- Search ----------------------------------------------------------------------------------------------------

    def candidates(self, v: Any, seed: int) -> dict[int, float]:
        """Return the base player's move, then others that are worth trying, with the gain expected of each."""
        moves = self.game.list_legal(v)
        bots = (self.base, *self._imagined)
        chosen = [bot.choose(v, moves[:], len(moves), open_stream(seed, n, CHOICE)) for n, bot in enumerate(bots)]
        if self.rules.candidates is not None:
            return self.rules.candidates(v, moves, chosen)
        return dict.fromkeys(chosen + moves if len(moves) <= FEW else chosen, 0.0)

    def try_moves(self, v: Any, seat: int, prior: Any, seed: int, moves: list[int]) -> Outcomes | None:
        """Try moves in a batch of worlds; return None if there are no worlds."""
        return self.try_in(self.worlds(v, seat, prior, seed), v, seat, seed, moves)

    def try_in(self, worlds: Any, v: Any, seat: int, seed: int, moves: list[int]) -> Outcomes | None:
        """Try moves in these worlds."""
        n = len(worlds) * len(moves)
        if not n or self.chances is None:
            return None
        states, playouts = numpy.repeat(self.workspace.seen, n), new_records(Playout, n)
        open_stream(seed, 0, CHOICE).write(self.workspace.stream)
        self._make_positions(seat, worlds, numpy.array(moves), states, self.workspace)
        numbers = (seed & 0xFFFFFFFF) << 12 | numpy.arange(len(worlds))
        playouts["number"] = numpy.repeat(numbers, len(moves))  # the same chance for all moves
        playouts["choosers"][:, : self.seats] = numpy.repeat(worlds["bots"][:, : self.seats], len(moves), axis=0)
        playouts["choosers"][:, seat] = 1 + self.game.players.index(self.playouts)
        playouts["hands"] = states["hands_played"] - v.hands_played  # a finished hand is not played on
        self._runner.play(playouts, states, most_hands=1)
        points = (states["scores"] - numpy.array(v.scores))[:, : self.seats]
        lead = (points[:, seat] * self.seats - points.sum(axis=1)) / (self.seats - 1)
        lead = -lead if self.game.showing.score.best == "low" else lead
        chances = self.chances(states, seat)
        return Outcomes(chances.reshape(-1, len(moves)), lead.reshape(-1, len(moves)))

    def choose(self, v: Any, seat: int, prior: Any, seed: int, milliseconds: float | None = None) -> int:
        """Return the move that seems best when time is up: see :func:`knockroll.lab.search.decision.choose_move`."""
        end = end_of(milliseconds)
        expected = self.candidates(v, seed)
        base, *others = expected
        if v.act_count == MOST_ACTS or not others or self.gains is None:
            return base
        kinds = {move_kind(move) for move in (base, *others)}
        most = self.budget.own_batches if len(kinds) > 1 else self.budget.batches
        row = self.gains.by_kind[move_kind(base)]
        trials = (
            partial(self.try_in, worlds, v, seat, seed + batch)
            for batch, worlds in self.batches(v, seat, prior, most, seed, end)
        )
        priors = {move: row[move_kind(move)].shifted(expected[move]) for move in others}
        return choose_move(base, priors, trials)

    def batches(
        self, v: Any, seat: int, prior: Any, most: int, seed: int, end: float = inf
    ) -> Iterator[tuple[int, Any]]:
        """Yield the numbers of the batches to try, with their worlds; ``most`` batches share one belief."""
        for batch in batch_numbers(most, self.budget.milliseconds, end):
            place = (batch - 1) % most
            if place == 0:
                worlds = self.worlds(v, seat, prior, seed + batch, most)
            yield batch, numpy.ascontiguousarray(worlds[place::most])


def chances_model(game: Game, thinker: Thinker, seats: int, options: Mapping[str, Any]) -> Any:
    """Return ``chances(states, seat)``, the chance of a seat to win from states after a hand; None if not known.

    With two seats it is a table, where the game says that it may be; otherwise a model that is fitted to games.
    """
    bot, key = thinker.playouts_in(game), tuple(sorted(options.items()))
    if seats == 2 and 0 < options.get("target", 0) <= thinker.search.most_points:
        return table_model(game, bot, key)
    return standings_model(game, bot, seats, key)
