"""Fit the prior gains of moves of players that search: ``python -m scripts.gains GAME``.

In a minute or two it prints what belongs in the game's ``thinkers.py``, as ``search=SearchRules(gains=…)``. Fit the
priors again when a game's players or the search have changed a lot. For a game without them, every machine fits its
own.
"""

from __future__ import annotations

import argparse
from dataclasses import replace

from knockroll.engine.game import get_game
from knockroll.lab.search.priors import gain_priors
from knockroll.lab.search.searcher import Budget


def main() -> None:
    """Fit and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    game = get_game(parser.parse_args().game)
    for thinker in game.thinkers:
        unfitted = replace(thinker, search=replace(thinker.search, gains=None))
        print(thinker.name)
        for row in gain_priors(game, unfitted, Budget.of(thinker.search)).by_kind:
            print("   ", ", ".join(f"({prior.mean:.4f}, {prior.deviation:.4f}, {prior.noise:.4f})" for prior in row))


if __name__ == "__main__":
    main()
