"""OpenSpiel's MCTS plays a short Farkle against a random player.

``python examples/mcts_farkle.py [games]``: nothing is hidden in Farkle, so that search needs no guessing of cards.
"""

from __future__ import annotations

import sys

import numpy
import pyspiel
from open_spiel.python.algorithms import mcts
from open_spiel.python.bots.uniform_random import UniformRandomBot

import knockroll.lab.environments.openspiel  # noqa: F401 (registers the games)

GAME = "knockroll_farkle(players=2,target=500,episode=game,reward=win)"


def play(seed: int, simulations: int = 40) -> float:
    """Return what MCTS at seat 0 gets from one game: 1 if it wins, -1 if it loses."""
    game = pyspiel.load_game(GAME)
    random = numpy.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    bots = [mcts.MCTSBot(game, 2.0, simulations, evaluator, random_state=random), UniformRandomBot(1, random)]
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(random.choice(outcomes, p=chances)))
        else:
            state.apply_action(bots[state.current_player()].step(state))
    return float(state.returns()[0])


if __name__ == "__main__":
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    won = sum(play(seed) > 0 for seed in range(games))
    print(f"MCTS won {won} of {games} games")
