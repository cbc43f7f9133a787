"""The chance to win a game from the standings after a hand: a logistic model, fitted to games that were played.

Every seat that is still in has a strength, a polynomial of its score and its distance from the dealer; its chance to
win is proportional to the exponential of that. The coefficients are fitted for each number of players still in or,
where all games have the same number of hands, for each number of hands played.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy
from numpy.lib.recfunctions import repack_fields

from knockroll.engine.game import Game
from knockroll.engine.state import OVER
from knockroll.lab.compiled import copies, new_records
from knockroll.lab.playout import Playout, Runner
from knockroll.lab.search.cache import cached
from knockroll.players.player import Bot

GAMES = 6_000
MOST_HANDS = 50
"""Games with more hands on average, such as sessions of hundreds, are not fitted: that would take too long."""
SEED = 20_261_117
DEGREE = 3
"""The degree of the polynomial."""
_COUNTS = ["scores", "playing", "dealer", "hands_played"]
"""The fields of a state that the chance to win depends on."""
ROUNDS = 12
"""Iterations of Newton's method."""
RIDGE = 1e-3


def standings_model(
    game: Game, bot: Bot, seats: int, options: tuple[tuple[str, Any], ...]
) -> Callable[[Any, int], Any] | None:
    """Return ``chances(states, seat)``, the chance of a seat to win from states after a hand; None if not known."""
    coefficients = standings(game, bot, seats, options)
    return None if coefficients is None else lambda states, seat: chances(coefficients, states, seats)[:, seat]


@cache
def standings(game: Game, bot: Bot, seats: int, options: tuple[tuple[str, Any], ...]) -> Any:
    """Return the coefficients of strength, an array [hands or players, coefficient], with ``bot`` at every seat.

    The first row says whether rows are hands, and the scale of scores. None if games are too long.
    """
    key = f"standings {seats} seats {sorted(options)}"
    found = cached(game, bot, key, lambda: _fit(game, bot, seats, dict(options)))
    return found if len(found) else None


def chances(coefficients: Any, states: Any, seats: int) -> Any:
    """Return the chance of each seat to win from states after a hand, an array [state, seat]."""
    by_hands, scale = coefficients[0, :2]
    found = numpy.empty((len(states), seats))
    over = states["phase"] == OVER
    found[over] = won_by(states[over], seats)
    going = states[~over]
    row = going["hands_played"] if by_hands else _players(going, seats).sum(axis=1)
    row = numpy.clip(row, 1, len(coefficients) - 1)
    found[~over] = _softmax(_features(going, seats, scale), _players(going, seats), coefficients[row])
    return found


def won_by(states: Any, seats: int) -> Any:
    """Return each seat's share of the win in finished games, an array [state, seat]."""
    won = states["winners"][:, None] >> numpy.arange(seats) & 1
    return won / won.sum(axis=1, keepdims=True)


def _players(states: Any, seats: int) -> Any:
    return (states["playing"][:, None] >> numpy.arange(seats) & 1).astype(bool)


def _features(states: Any, seats: int, scale: float) -> Any:
    """Return the features of each seat: powers of its score, and one-hot its distance from the dealer."""
    scores = states["scores"][:, :seats] / scale
    place = (numpy.arange(seats) - states["dealer"][:, None]) % seats
    powers = [scores**power for power in range(1, 1 + DEGREE)]
    return numpy.stack([*powers, *(place == other for other in range(1, seats))], axis=2)


def _softmax(features: Any, players: Any, coefficients: Any) -> Any:
    """Return the chance of each seat that is still in."""
    strength = (features * coefficients[..., None, :]).sum(axis=2)
    strength = numpy.where(players, strength, -numpy.inf)
    chance = numpy.exp(strength - strength.max(axis=1, keepdims=True))
    return chance / chance.sum(axis=1, keepdims=True)


def _fit(game: Game, bot: Bot, seats: int, options: dict[str, Any]) -> Any:
    played = _play(game, bot, seats, options)
    if played is None:
        return numpy.zeros((0, 0))
    seen, won, lengths = played
    by_hands = len(set(lengths)) == 1
    scale = float(abs(seen["scores"][:, :seats]).max(initial=0)) or 1.0
    features, players = _features(seen, seats, scale), _players(seen, seats)
    still = (won * players).sum(axis=1) > 0  # sometimes a player who was out comes back
    seen, won, features, players = seen[still], (won * players)[still], features[still], players[still]
    context = seen["hands_played"] if by_hands else players.sum(axis=1)
    found = numpy.zeros((1 + int(context.max(initial=0)), features.shape[2]))
    for row in numpy.unique(context):
        here = context == row
        found[row] = _newton(features[here], players[here], won[here])
    found[0, :2] = by_hands, scale
    return found


def _play(game: Game, bot: Bot, seats: int, options: dict[str, Any]) -> tuple[Any, Any, list[int]] | None:
    """Play games hand by hand: return the standings after each hand, the winners of those games, and their lengths.

    None if they have too many hands.
    """
    first = game.new_state(seats, options)
    runner = Runner(game, [bot] * seats, first, SEED)
    games = copies(first, GAMES)
    running = numpy.arange(GAMES)
    seen: list[Any] = []
    numbers: list[Any] = []
    while len(running):
        if sum(map(len, seen)) > MOST_HANDS * GAMES:
            return None
        states, playouts = games[running], new_records(Playout, len(running))
        playouts["number"] = len(seen) * GAMES + running
        playouts["choosers"][:, :seats] = runner.choosers
        runner.play(playouts, states, most_hands=1)
        games[running] = states
        running = running[states["phase"] != OVER]
        seen.append(repack_fields(games[_COUNTS][running]))
        numbers.append(running)
    order = numpy.concatenate(numbers)
    return numpy.concatenate(seen), won_by(games, seats)[order], sorted(set(games["hands_played"].tolist()))


def _newton(features: Any, players: Any, won: Any) -> Any:
    """Return the coefficients of greatest likelihood."""
    found = numpy.zeros(features.shape[2])
    for _ in range(ROUNDS):
        chance = _softmax(features, players, found[None])
        slope = numpy.einsum("ns,nsk->k", won - chance, features) - RIDGE * len(won) * found
        mean = numpy.einsum("ns,nsk->nk", chance, features)
        bend = numpy.einsum("ns,nsk,nsl->kl", chance, features, features) - mean.T @ mean
        found = found + numpy.linalg.solve(bend + RIDGE * len(won) * numpy.eye(len(found)), slope)
    return found
