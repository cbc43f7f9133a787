"""OpenSpiel's CFR solves a small Thirty-One: two players, eight cards, a knock or one turn.

``python examples/cfr_thirty_one.py [iterations]`` prints how much a best response would win against what it has found.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pyspiel
from open_spiel.python.algorithms import cfr, exploitability

import knockroll.lab.environments.openspiel  # noqa: F401 (registers the games)

GAME = "knockroll_thirty_one(players=2,dealer=1,deck=As Ks Qs Js Ah Kh Qh Jh,turn_limit=1)"


def solve(iterations: int, game: str = GAME) -> Iterator[float]:
    """Yield the exploitability of the average policy after each iteration."""
    loaded = pyspiel.load_game(game)
    solver = cfr.CFRPlusSolver(loaded)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
        yield exploitability.exploitability(loaded, solver.average_policy())


if __name__ == "__main__":
    for number, left in enumerate(solve(int(sys.argv[1]) if len(sys.argv) > 1 else 10), 1):
        print(f"iteration {number}: exploitability {left:.4f} strikes")
