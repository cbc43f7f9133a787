"""What several commands share: arguments, and a bar that shows how far they are."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress


def add_game_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what says how a game is to be played: seats, variant, options, seed."""
    parser.add_argument("--seats", type=int, metavar="N", help="how many play (each game has a usual number)")
    parser.add_argument("--variant", metavar="NAME", help="a named set of options, such as 'standard' for gin_rummy")
    parser.add_argument(
        "--option",
        "-o",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option; see 'knockroll games GAME'",
    )
    parser.add_argument(
        "--seed", type=_seed, metavar="S", help="a whole number; the same seed gives the same deals (default: random)"
    )


def add_threads(parser: argparse.ArgumentParser) -> None:
    """Add the number of threads."""
    parser.add_argument(
        "--threads", type=int, default=1, metavar="T", help="default: 1; changes the speed, not the result"
    )


def _seed(text: str) -> int:
    """A whole number, decimal or with 0x in front."""
    return int(text, 0)


def progress_bar(console: Console) -> Progress:
    """A bar that shows how much is done, and how long the rest will take."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    return Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=console
    )
