"""Solve an abstraction of Thirty-One for two: ``python -m scripts.solve_thirty_one``.

By counterfactual regret minimization it makes ``src/knockroll/games/thirty_one/two_players.xz``, which the player in
``solved.py`` uses (that module describes the file and the abstraction). It takes about a quarter of an hour; more
rounds make a better table.

First a hand is solved as if every hand were the first of a game; then, beginning with that, for each pair of scores. A
hand is worth the chance to win the game from the scores that it leads to. That is measured now and then between players
who use the solution so far. Half of the time the other player is House or Mr. Caution.
"""

from __future__ import annotations

import argparse
import lzma
import time
from itertools import combinations, product
from math import erf, sqrt
from typing import Any

import numpy

from knockroll.engine.game import get_game
from knockroll.engine.state import MAX_SEATS
from knockroll.games.thirty_one import solved
from knockroll.games.thirty_one.players import PLAYERS
from knockroll.games.thirty_one.rules import hand_value
from knockroll.lab.cfr import Regrets, Solver

GAME = get_game("thirty_one")
STRIKES = 3
STRANGERS = tuple(bot for bot in PLAYERS if bot.name in ("House", "Mr. Caution"))
ITERATIONS = 50_000
"""Iterations per round."""
FIRST_ROUNDS, ROUNDS = 40, 138
KEPT = 0.3
"""The weight of the strategy for all scores when each pair of scores is solved."""
TURN_LIMIT = 60
"""Ends hands in which no one knocks, because no one has learned to yet."""
MEASURED = 20_000
"""Hands from which the chance to win is measured; in the last round, five times as many."""
MEAN, SCATTER, THIRTY_ONE = 24, 4, 1.1
"""The mean and deviation of the value to beat in a showdown, and what a 31 is worth, which ends the hand at once."""
PARTS = 1000

Array = Any


def qualities() -> tuple[Array, list[Array]]:
    """Return the values of all hands of three cards, and their qualities after 0, 1, 2 and 3 cards from the stock."""
    hands = numpy.array(list(combinations(range(52), 3)))
    hands = hands[numpy.argsort(_numbers(hands))]
    values = numpy.array([hand_value(sum(1 << card for card in hand), 30) for hand in hands.tolist()])
    chances = [0.5 + 0.5 * erf((value - 0.5 - MEAN) / SCATTER / sqrt(2)) for value in range(31)]
    found = [numpy.array([*chances, THIRTY_ONE])[values]]
    for _ in range(3):
        total, count = numpy.zeros(len(hands)), numpy.zeros(len(hands))
        for card in range(52):
            others = (hands != card).all(axis=1)
            best = found[-1][others]
            for place in range(3):
                changed = hands[others]
                changed[:, place] = card
                best = numpy.maximum(best, found[-1][_numbers(numpy.sort(changed))])
            total[others] += best
            count += others
        found.append(total / count)
    return values, [numpy.rint(one * PARTS).astype(int) for one in found]


def _numbers(hands: Array) -> Array:
    """Return the numbers of hands with ascending cards, as :func:`knockroll.games.thirty_one.solved.number_of` does."""
    low, middle, high = hands.T
    return high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low


def _hopes(values: Array, quality: Array) -> Array:
    """Return in which third of all hands of the same value each hand is."""
    thirds = numpy.zeros(len(values), int)
    for value in set(values.tolist()):
        among = values == value
        low, high = numpy.quantile(quality[among], [1 / 3, 2 / 3])
        thirds[among] = (quality[among] > low).astype(int) + (quality[among] > high)
    return thirds


def write(choices: Array) -> None:
    """Write the file, with the choices for all spots."""
    values, found = qualities()
    hopes = solved.HOPES * _hopes(values, found[2]) + _hopes(values, found[1])
    fours = numpy.pad(choices, (0, -len(choices) % 4)).reshape(-1, 4) << numpy.arange(0, 8, 2)
    parts = (found[2].astype("<i2"), found[3].astype("<i2"), hopes.astype("u1"), fours.sum(axis=1).astype("u1"))
    data = b"".join(part.tobytes() for part in parts)
    solved.FILE.write_bytes(lzma.compress(data, preset=9 | lzma.PRESET_EXTREME))


def choices_of(known: Regrets) -> Array:
    """Return the likeliest choice in each spot; the first in spots that were never reached."""
    return known.sums[: solved.SPOTS].argmax(axis=1)


def start(own: int, other: int, dealer: int) -> Any:
    """Return the beginning of a hand with these strikes."""
    s = GAME.new_state(2, GAME.option_values(2, None, {"turn_limit": TURN_LIMIT}))
    s.scores = [own, other, *[0] * (MAX_SEATS - 2)]
    s.dealer = dealer
    GAME.start(s)
    return s


def first_guess() -> Array:
    """Return a first guess at what scores are worth to seat 0, from -1 to 1."""
    worth = numpy.zeros((STRIKES + 1, STRIKES + 1, 2))
    for own, other in product(range(STRIKES + 1), repeat=2):
        worth[own, other] = -1 if own == STRIKES else 1 if other == STRIKES else 0.38 * (other - own)
    return worth.clip(-1, 1)


def train(solver: Solver, rounds: int, often: int) -> None:
    """Train for ``rounds`` rounds, and measure every ``often`` rounds what scores are worth."""
    for number in range(1, rounds + 1):
        solver.train(ITERATIONS)
        if number % often == 0:
            worth = solver.worth.copy()
            hands = MEASURED if number < rounds else 5 * MEASURED
            for own, other in product(range(STRIKES), repeat=2):
                worth[own, other, 0] = solver.value(start(own, other, 0), hands)
                worth[other, own, 1] = -worth[own, other, 0]
            solver.worth = worth
            print(f"round {number}: the dealer wins {(1 + worth[0, 0, 0]) / 2:.1%} of games", flush=True)


def solve(first_rounds: int, rounds: int) -> Regrets:
    """Solve a hand regardless of the scores, then for each pair of scores."""
    starts = [start(0, 0, dealer) for dealer in range(2)]
    first = Solver(GAME, solved.hand_spot, starts, first_guess(), Regrets.none(solved.HAND_SPOTS), strangers=STRANGERS)
    train(first, first_rounds, often=5)
    known = Regrets.none(solved.SPOTS)
    for begin in range(0, solved.SPOTS, solved.HAND_SPOTS):
        same = slice(begin, begin + solved.HAND_SPOTS)
        known.keys[same] = numpy.where(first.known.keys[: solved.HAND_SPOTS] < 0, -1, range(same.start, same.stop))
        known.regrets[same] = first.known.regrets[: solved.HAND_SPOTS] * KEPT
        known.sums[same] = first.known.sums[: solved.HAND_SPOTS] * KEPT
    starts = [start(*each) for each in product(range(STRIKES), range(STRIKES), range(2))]
    solver = Solver(GAME, solved.spot, starts, first.worth, known, strangers=STRANGERS, rounds=first.rounds)
    train(solver, rounds, often=10)
    return known


def main() -> None:
    """Solve it and write the file."""
    parser = argparse.ArgumentParser(prog="python -m scripts.solve_thirty_one", description=__doc__)
    parser.add_argument("--first-rounds", type=int, default=FIRST_ROUNDS, metavar="N", help="for all scores alike")
    parser.add_argument("--rounds", type=int, default=ROUNDS, metavar="N", help="for each pair of scores")
    arguments = parser.parse_args()
    write(numpy.zeros(solved.SPOTS, int))  # spots depend on qualities, which are also in the file
    began = time.process_time()
    choices = choices_of(solve(arguments.first_rounds, arguments.rounds))
    write(choices)
    took = time.process_time() - began
    print(f"{solved.FILE.name}: {solved.FILE.stat().st_size:,} bytes, solved in {took:.0f} s of processor time")


if __name__ == "__main__":
    main()
