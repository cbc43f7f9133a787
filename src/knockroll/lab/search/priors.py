"""Priors of gains: fitted to decisions that were tried several times.

What the batches of worlds agree on shows how much moves really differ, and the rest is noise. A prior is fitted for
each kind of move over each kind of base move: knocking instead of drawing makes more difference than another discard.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy

from knockroll.engine.chance import Seeded
from knockroll.engine.game import Game
from knockroll.engine.stream import CHOICE, below, open_stream
from knockroll.engine.table import Table
from knockroll.lab.search.cache import cached
from knockroll.lab.search.searcher import MOVE_KINDS, Budget, Searcher, move_kind
from knockroll.players.player import Bot, GainPrior, GainPriors, Thinker

HANDS = 60
SEED = 20_261_118
TRIES = 4
"""Batches in which each decision is tried."""
FEWEST = 12
"""With fewer examples of a kind, it gets the prior of all kinds together."""
LEAST = 1e-3
"""The smallest standard deviation."""


@cache
def gain_priors(game: Game, thinker: Thinker, budget: Budget) -> GainPriors:
    """Return the prior gains of a game: its own, or fitted ones.

    They are fitted to the game with its default seats and options, and to batches of the budget's size.
    """
    if thinker.search.gains is not None:
        return thinker.search.gains
    seats, base = game.default_seats, thinker.base_in(game)
    key = f"priors {seats} seats {budget.worlds} {budget.particles} {budget.steps} {thinker.search.stronger}"
    found = cached(game, base, key, lambda: _fit(game, thinker, seats, budget))
    return GainPriors(tuple(tuple(GainPrior(*map(float, cell)) for cell in row) for row in found))


def _fit(game: Game, thinker: Thinker, seats: int, budget: Budget) -> Any:
    differences = defaultdict(list)
    searcher = Searcher(game, thinker, seats, game.option_values(seats, None, {}), budget)
    for number, v in enumerate(_decisions(game, searcher.base, seats)):
        moves = list(searcher.candidates(v, number))
        tries = [
            searcher.try_moves(v, v.turn, searcher.default_prior(), number * TRIES + i, moves)
            for i in range(TRIES if len(moves) > 1 else 0)
        ]
        means = numpy.array([outcomes.chances.mean(axis=0) for outcomes in tries if outcomes is not None])
        if len(means):
            for i, move in enumerate(moves[1:], 1):
                differences[move_kind(moves[0]), move_kind(move)].append(means[:, i] - means[:, 0])
    everything = [one for some in differences.values() for one in some]
    found = numpy.tile(prior_of(everything), (MOVE_KINDS, MOVE_KINDS, 1))
    for kinds, some in differences.items():
        if len(some) >= FEWEST:
            found[kinds] = prior_of(some)
    return found


def prior_of(differences: list[Any]) -> tuple[float, float, float]:
    """Return mean, deviation and noise of gains, from what each decision gained in each try."""
    found = numpy.array(differences)
    noise = found.var(axis=1, ddof=1).mean()
    variance = max(found.mean(axis=1).var(ddof=1) - noise / TRIES, 0.0)
    return float(found.mean()), max(variance**0.5, LEAST), max(float(noise) ** 0.5, LEAST)


def _decisions(game: Game, base: Bot, seats: int) -> Iterator[Any]:
    """Yield about every second decision of hands between the base player and others, as a view."""
    r = open_stream(SEED)
    for number in range(HANDS):
        table = Table(game, seats, chance=Seeded(SEED, number))
        bots = [base if below(r, 2) else game.players[below(r, len(game.players))] for _ in range(seats)]
        while table.state.hands_played == 0:
            v = game.view_of(table.state, table.state.turn)
            legal = game.list_legal(v)
            if len(legal) > 1 and below(r, 2):
                yield v
            move = bots[v.turn].choose(v, legal, len(legal), open_stream(SEED, number, CHOICE + v.turn))
            table.play(game.moves.format(move))
