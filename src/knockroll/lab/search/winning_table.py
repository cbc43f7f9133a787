"""The chance to win a game for two from its scores: a table, computed once from how hands between two players end."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from knockroll.engine.game import Game
from knockroll.lab.playout import play_on
from knockroll.lab.search.cache import cached
from knockroll.players.player import Bot

HANDS = 20_000
SEED = 20_261_116


def table_model(game: Game, bot: Bot, options: tuple[tuple[str, Any], ...]) -> Callable[[Any, int], Any]:
    """Return ``chances(states, seat)``, the chance of a seat to win from states after a hand."""
    import numpy

    table = winning_table(game, bot, options)

    def chances(states: Any, seat: int) -> Any:
        scores = numpy.minimum(states["scores"], len(table) - 1)
        return table[scores[:, seat], scores[:, 1 - seat], (states["dealer"] == seat).astype(int)]

    return chances


@cache
def winning_table(game: Game, bot: Bot, options: tuple[tuple[str, Any], ...]) -> Any:
    """Return an array [own score, other's score, whether one deals next] of chances to win, both playing as ``bot``."""
    return cached(game, bot, f"winning 2 seats {sorted(options)}", lambda: compute(game, bot, options))


def compute(game: Game, bot: Bot, options: tuple[tuple[str, Any], ...]) -> Any:
    """Compute the table backwards from the target. Hands without a winner only change the dealer."""
    import numpy

    outcomes = [_outcomes(game, bot, dict(options), dealer) for dealer in (1, 0)]
    target = int(dict(options)["target"])
    table = numpy.zeros((target + 1, target + 1, 2))
    table[target] = 1.0
    for total in range(2 * target - 2, -1, -1):
        for mine in range(max(0, total - target + 1), min(total, target - 1) + 1):
            theirs = total - mine
            brings, void = numpy.zeros(2), numpy.zeros(2)
            for deals, (points, frequency) in enumerate(outcomes):
                is_void = ~points.any(axis=1)
                after = numpy.minimum(points + numpy.array([mine, theirs]), target)
                void[deals] = frequency[is_void].sum()
                brings[deals] = (frequency * table[after[:, 0], after[:, 1], 1 - deals])[~is_void].sum()
            # x0 = b0 + v0 x1, x1 = b1 + v1 x0
            first = (brings[0] + void[0] * brings[1]) / (1 - void[0] * void[1])
            table[mine, theirs] = first, brings[1] + void[1] * first
    return table


def _outcomes(game: Game, bot: Bot, options: dict[str, Any], dealer: int) -> tuple[Any, Any]:
    """Return how hands end: the points of both seats, and the frequency of each pair."""
    import numpy

    s = game.new_state(2, options, dealer)
    last, _ = play_on(game, [s] * HANDS, [bot, bot], SEED + dealer, most_hands=1)
    points, counts = numpy.unique(last["points"][:, :2], axis=0, return_counts=True)
    return points, counts / HANDS
