"""The chance to win a game from how its players stand after a hand: fitted to games that were played.

Every seat that is still in has a strength, which follows from its score and from where it sits; the chance of each to
win is in proportion to the exponential of that. What follows how is fitted for each number of players that are still
in or, where all games have the same number of hands, for each number of hands that were played.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy
from numpy.lib.recfunctions import repack_fields

from knockroll.engine.game import Game
from knockroll.engine.state import OVER
from knockroll.lab.compiled import copies, new_records
from knockroll.lab.playout import Playout, Runner
from knockroll.lab.search.kept import keep
from knockroll.players.player import Bot

GAMES = 6_000
MOST_HANDS = 50
"""Games that take more hands on average, such as sessions of hundreds, are not played to the end for this."""
SEED = 20_261_117
CURVES = 3
"""A strength is a polynomial of the score, of this degree."""
_COUNTS = ["scores", "playing", "dealer", "hands_played"]
"""What of a state the chance to win follows from."""
ROUNDS = 12
"""Of Newton's method."""
RIDGE = 1e-3


@cache
def standings(game: Game, bot: Bot, seats: int, options: tuple[tuple[str, Any], ...]) -> Any:
    """The coefficients of strength, an array [hands or players, coefficient], all playing as ``bot`` does.

    The first row says what a score is divided by, and whether hands are counted. None if games are too long for that.
    """
    said = f"{seats} seats {sorted(options)}"
    found = keep(game, bot, said, __file__, lambda: _fit(game, bot, seats, dict(options)))
    return found if len(found) else None


def chances(coefficients: Any, states: Any, seats: int) -> Any:
    """The chance of each seat to win from states after a hand, an array [state, seat]."""
    by_hands, scale = coefficients[0, :2]
    found = numpy.empty((len(states), seats))
    over = states["phase"] == OVER
    found[over] = won_by(states[over], seats)
    going = states[~over]
    row = going["hands_played"] if by_hands else _players(going, seats).sum(axis=1)
    row = numpy.clip(row, 1, len(coefficients) - 1)
    found[~over] = _shares(_features(going, seats, scale), _players(going, seats), coefficients[row])
    return found


def won_by(states: Any, seats: int) -> Any:
    """The share of each seat in games that are over."""
    won = states["winners"][:, None] >> numpy.arange(seats) & 1
    return won / won.sum(axis=1, keepdims=True)


def _players(states: Any, seats: int) -> Any:
    return (states["playing"][:, None] >> numpy.arange(seats) & 1).astype(bool)


def _features(states: Any, seats: int, scale: float) -> Any:
    """Of each seat what its strength follows from: powers of its score, and how many seats from the dealer it sits."""
    scores = states["scores"][:, :seats] / scale
    place = (numpy.arange(seats) - states["dealer"][:, None]) % seats
    powers = [scores**power for power in range(1, 1 + CURVES)]
    return numpy.stack([*powers, *(place == other for other in range(1, seats))], axis=2)


def _shares(features: Any, players: Any, coefficients: Any) -> Any:
    strength = (features * coefficients[..., None, :]).sum(axis=2)
    strength = numpy.where(players, strength, -numpy.inf)
    shares = numpy.exp(strength - strength.max(axis=1, keepdims=True))
    return shares / shares.sum(axis=1, keepdims=True)


def _fit(game: Game, bot: Bot, seats: int, options: dict[str, Any]) -> Any:
    played = _play(game, bot, seats, options)
    if played is None:
        return numpy.zeros((0, 0))
    seen, won, lengths = played
    by_hands = len(set(lengths)) == 1
    scale = float(abs(seen["scores"][:, :seats]).max(initial=0)) or 1.0
    features, players = _features(seen, seats, scale), _players(seen, seats)
    still = (won * players).sum(axis=1) > 0  # now and then somebody comes back who was out
    seen, won, features, players = seen[still], (won * players)[still], features[still], players[still]
    context = seen["hands_played"] if by_hands else players.sum(axis=1)
    found = numpy.zeros((1 + int(context.max(initial=0)), features.shape[2]))
    for row in numpy.unique(context):
        here = context == row
        found[row] = _newton(features[here], players[here], won[here])
    found[0, :2] = by_hands, scale
    return found


def _play(game: Game, bot: Bot, seats: int, options: dict[str, Any]) -> tuple[Any, Any, list[int]] | None:
    """Games hand by hand: how all stood after hands, who won those games in the end, and how many hands games had.

    None if they have too many.
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
    """The coefficients under which who won was most likely."""
    found = numpy.zeros(features.shape[2])
    for _ in range(ROUNDS):
        shares = _shares(features, players, found[None])
        slope = numpy.einsum("ns,nsk->k", won - shares, features) - RIDGE * len(won) * found
        mean = numpy.einsum("ns,nsk->nk", shares, features)
        bend = numpy.einsum("ns,nsk,nsl->kl", shares, features, features) - mean.T @ mean
        found = found + numpy.linalg.solve(bend + RIDGE * len(won) * numpy.eye(len(found)), slope)
    return found
