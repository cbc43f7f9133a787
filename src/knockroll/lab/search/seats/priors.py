"""What differences between moves are to be expected: fitted to decisions that were tried several times.

What batches of worlds have in common tells how much moves differ, and the rest is noise. It is fitted for each kind of
move in the place of each other kind: to knock instead of drawing differs by more than to discard another card.
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
from knockroll.lab.search.kept import keep
from knockroll.lab.search.seats.searching import KINDS_OF_MOVES, Budget, Searching, kind_of
from knockroll.lab.search.thinking import Prior
from knockroll.players.player import Bot

HANDS = 60
SEED = 20_261_118
TRIES = 4
"""Batches in which each decision is tried."""
FEWEST = 12
"""From fewer examples of a kind nothing is learnt: then it is as all kinds together."""
LEAST = 1e-3
"""No scatter is less."""


@cache
def priors(game: Game, base: Bot, budget: Budget) -> tuple[tuple[Prior, ...], ...]:
    """The priors of moves by the kind of the base player's move and their own, in the game as it is usually played.

    Noise is that of batches as the budget has them.
    """
    seats = game.default_seats
    said = f"priors {seats} seats {budget.worlds} {budget.believed} {budget.steps} {budget.stronger}"
    found = keep(game, base, said, __file__, lambda: _fit(game, base, seats, budget))
    return tuple(tuple(Prior(*map(float, cell)) for cell in row) for row in found)


def _fit(game: Game, base: Bot, seats: int, budget: Budget) -> Any:
    differences = defaultdict(list)
    searching = Searching(game, base, seats, game.option_values(seats, None, {}), (), budget)
    for number, v in enumerate(_decisions(game, base, seats)):
        moves = searching.candidates(v, number)
        tries = [
            searching.try_moves(v, v.turn, searching.anybody(), moves, number * TRIES + i)
            for i in range(TRIES if len(moves) > 1 else 0)
        ]
        means = numpy.array([tried.chances.mean(axis=0) for tried in tries if tried is not None])
        if len(means):
            for i, move in enumerate(moves[1:], 1):
                differences[kind_of(moves[0]), kind_of(move)].append(means[:, i] - means[:, 0])
    everything = [one for some in differences.values() for one in some]
    found = numpy.tile(_prior_of(everything), (KINDS_OF_MOVES, KINDS_OF_MOVES, 1))
    for kinds, some in differences.items():
        if len(some) >= FEWEST:
            found[kinds] = _prior_of(some)
    return found


def _prior_of(differences: list[Any]) -> tuple[float, float, float]:
    """Mean, scatter and noise, from what each decision was found to differ by in each try."""
    found = numpy.array(differences)
    noise = found.var(axis=1, ddof=1).mean()
    scatter = max(found.mean(axis=1).var(ddof=1) - noise / TRIES, 0.0)
    return float(found.mean()), max(scatter**0.5, LEAST), max(float(noise) ** 0.5, LEAST)


def _decisions(game: Game, base: Bot, seats: int) -> Iterator[Any]:
    """Views in which somebody had to decide, in hands between the base player and others; every other one."""
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
