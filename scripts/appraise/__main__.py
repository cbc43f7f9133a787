"""Fit the networks of a player: ``python -m scripts.appraise gin_rummy`` writes ``appraisal.xz`` of that game.

A round of 200,000 positions takes some minutes on one core. Ctrl-C ends it; the results of earlier rounds are in the
file. After every round the player is measured in mirrored games.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from knockroll.lab.appraisal import Appraisal, Collector, improve, measure, numbers_in_memory

GAMES = sorted(module.name for module in iter_modules([str(Path(__file__).parent)]) if module.name != "__main__")


def main() -> None:
    """Fit the networks, round by round."""
    parser = argparse.ArgumentParser(prog="python -m scripts.appraise", description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--seats", type=int, metavar="N", help="only the networks for this number of seats")
    parser.add_argument("--stage", metavar="NAME", help="only these networks; the others stay as they are in the file")
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="default: 3")
    parser.add_argument("--positions", type=int, default=200_000, metavar="N", help="for each round (default: 200000)")
    parser.add_argument("--games", type=int, default=4000, metavar="N", help="of each measurement (default: 4000)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="default: 1")
    parser.add_argument("--continued", action="store_true", help="go on from the networks of the file")
    parser.add_argument("--file", type=Path, metavar="FILE", help="default: that of the game")
    asked = parser.parse_args()
    subject = import_module(f"scripts.appraise.{asked.game}")
    appraisals = [replace(one, file=asked.file or one.file) for one in subject.APPRAISALS]
    with numbers_in_memory(appraisals) as values:
        for appraisal in appraisals:
            if asked.seats in (None, appraisal.seats):
                _run(appraisal, subject.MEASURED[appraisal.seats], values, asked)


def _run(appraisal: Appraisal, measured: Sequence[Sequence[str]], values: Any, asked: argparse.Namespace) -> None:
    """Fit the networks of one appraisal."""
    collector = Collector(appraisal, asked.seed)
    for round_number in range(asked.rounds):

        def report(line: str, title: str = f"{appraisal.seats} seats, round {round_number + 1}") -> None:
            print(f"{title}: {line}", flush=True)

        player = appraisal.learner if round_number or asked.continued else appraisal.teacher
        improve(collector, values, player, asked.positions, asked.seed + round_number, report, asked.stage)
        for opponents in measured:
            found = measure(appraisal, opponents, asked.games, asked.seed + (1 << 40))
            interval = f"{found.share_low:.2%} to {found.share_high:.2%}"
            report(f"wins {found.share:.2%} ({interval}) against {', '.join(opponents)}")


if __name__ == "__main__":
    main()
