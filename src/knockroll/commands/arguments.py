"""What several commands share: arguments, and a bar that shows how far they are."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

MOST_DAYS = 100_000


def is_link(text: str) -> bool:
    """Whether somebody has given a link where a game, or a command, could be."""
    return text.startswith(("http://", "https://"))


def add_game_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what says how a game is to be played: seats, variant, options, seed."""
    parser.add_argument("--seats", type=whole_number, metavar="N", help="how many play (each game has a usual number)")
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
        "--seed",
        type=whole_number,
        metavar="S",
        help="a whole number; the same seed gives the same deals (default: random)",
    )


def add_threads(parser: argparse.ArgumentParser) -> None:
    """Add where games are played: on how many threads, or on a cluster."""
    parser.add_argument(
        "--threads", type=whole_number, default=1, metavar="T", help="default: 1; changes the speed, not the result"
    )
    parser.add_argument(
        "--on", choices=("threads", "ray"), default="threads", help="ray: on a Ray cluster; the result is the same"
    )


def whole_number(text: str) -> int:
    """A whole number, decimal or with 0x in front."""
    try:
        return int(text, 0)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None


def seconds(text: str) -> float:
    """A number of seconds."""
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds") from None


def add_logs(parser: argparse.ArgumentParser) -> None:
    """Add what says how much is logged, and in which form."""
    parser.add_argument(
        "--log-level", choices=("debug", "info", "warning", "error"), default="warning", help="default: warning"
    )
    parser.add_argument("--log-format", choices=("text", "json"), default="text", help="default: text")


def add_database(parser: argparse.ArgumentParser) -> None:
    """Add where the tables are stored."""
    parser.add_argument(
        "--database", metavar="FILE|URL", help="an SQLite file or postgresql://… (default: a file of yours)"
    )


def days(text: str) -> float:
    """A number of days, such as 30 or 0.5."""
    try:
        days = float(text)
    except ValueError:
        days = -1.0
    if not 0 <= days <= MOST_DAYS:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of days: give one such as 30 or 0.5")
    return days


def progress_bar(console: Console) -> Progress:
    """A bar that shows how much is done, and how long the rest will take."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    return Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=console
    )


@contextmanager
def telling_progress(bar: Progress, what: str) -> Iterator[Callable[[int, int], None]]:
    """Tell a bar how many are done of how many. It appears with the first news: what is refused draws nothing."""
    task = bar.add_task(what, total=None)

    def tell(done: int, total: int) -> None:
        bar.start()
        bar.update(task, completed=done, total=total)

    try:
        yield tell
    finally:
        if bar.live.is_started:
            bar.stop()
