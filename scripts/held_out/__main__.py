"""Measure players against styles that none of them was fitted to: ``python -m scripts.held_out gin_rummy``.

The styles have no other use: they play at no table and in no training, so that a claim of strength can name opponents
that a player has never met. Games are mirrored. With more than two seats, some of the styles play at one table.
"""

from __future__ import annotations

import argparse
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from knockroll import arena

GAMES = sorted(module.name for module in iter_modules([str(Path(__file__).parent)]) if module.name != "__main__")


def main() -> None:
    """Measure some players against each style."""
    parser = argparse.ArgumentParser(prog="python -m scripts.held_out", description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("players", nargs="*", metavar="PLAYER", help="default: the best")
    parser.add_argument("--games", type=int, default=20_000, metavar="N", help="default: 20000")
    parser.add_argument("--seed", type=int, default=770_001, metavar="S", help="of the first match (default: 770001)")
    asked = parser.parse_args()
    subject = import_module(f"scripts.held_out.{asked.game}")
    for seats, best in subject.MEASURED.items():
        line_ups = [[style] for style in subject.HELD_OUT] if seats == 2 else [subject.HELD_OUT[: seats - 1]]
        for number, styles in enumerate(line_ups):
            for name in asked.players or best:
                seed = asked.seed + number
                found = arena.run(asked.game, [name, *styles], seats, asked.games, seed, variant=subject.VARIANT)[name]
                interval = f"{found.share_low:.2%} – {found.share_high:.2%}"
                against = ", ".join(style.name for style in styles)
                print(
                    f"{seats} seats: {name} wins {found.share:.2%} ({interval}) against {against}, seed {seed}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
