"""What several commands share: arguments, output files and a progress bar."""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from knockroll.engine.errors import InvalidOption
from knockroll.folders import replacing
from knockroll.players import is_program
from knockroll.players.processes.program import PREFIX

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

MOST_DAYS = 100_000


def is_link(text: str) -> bool:
    """Return whether an argument is a link."""
    return text.startswith(("http://", "https://"))


# --- Arguments -----------------------------------------------------------------------------------------------------


def add_game_arguments(parser: argparse.ArgumentParser) -> None:
    """Add seats, variant, options and seed."""
    parser.add_argument("--seats", type=whole_number, metavar="N", help="number of seats (each game has a default)")
    parser.add_argument("--variant", metavar="NAME", help="a named set of options, such as 'standard' for gin_rummy")
    parser.add_argument(
        "--option",
        "-o",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a rule option; 'knockroll games GAME' lists them",
    )
    parser.add_argument(
        "--seed",
        type=whole_number,
        metavar="S",
        help="a whole number; the same seed gives the same deals (default: random)",
    )


def add_threads(parser: argparse.ArgumentParser) -> None:
    """Add the number of threads, and the choice of a cluster."""
    parser.add_argument(
        "--threads", type=whole_number, default=1, metavar="T", help="default: 1; changes the speed, not the result"
    )
    parser.add_argument(
        "--on", choices=("threads", "ray"), default="threads", help="ray: use a Ray cluster; the result is the same"
    )


def add_logs(parser: argparse.ArgumentParser) -> None:
    """Add the level and the format of the log."""
    parser.add_argument(
        "--log-level", choices=("debug", "info", "warning", "error"), default="warning", help="default: warning"
    )
    parser.add_argument("--log-format", choices=("text", "json"), default="text", help="default: text")


def add_database(parser: argparse.ArgumentParser) -> None:
    """Add the database where tables are stored."""
    parser.add_argument(
        "--database", metavar="FILE|URL", help="an SQLite file or postgresql://… (default: a file in your data folder)"
    )


def whole_number(text: str) -> int:
    """Read a whole number, decimal or with 0x in front."""
    try:
        return int(text, 0)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None


def count(text: str) -> int:
    """Read a whole number from 1 up."""
    if (number := whole_number(text)) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 up")
    return number


def port(text: str) -> int:
    """Read the number of a port."""
    if not 0 <= (number := whole_number(text)) <= 65535:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a port: give a number from 1 to 65535, or 0 for any free port"
        )
    return number


def seconds(text: str) -> float:
    """Read a number of seconds, 0 or more."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds")
    return number


def days(text: str) -> float:
    """Read a number of days, such as 30 or 0.5."""
    try:
        days = float(text)
    except ValueError:
        days = -1.0
    if not 0 <= days <= MOST_DAYS:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of days: give one such as 30 or 0.5")
    return days


def check_programs(players: Iterable[str]) -> None:
    """Refuse a program that cannot be started, before the game begins."""
    for name in filter(is_program, players):
        try:
            words = shlex.split(name.strip().removeprefix(PREFIX))
        except ValueError as error:
            raise InvalidOption(f"cannot read the command {name!r}: {error}") from error
        if not words:
            raise InvalidOption(f"{name!r} names no program: give a command, such as cmd:./mybot")
        if shutil.which(words[0]) is None:
            raise InvalidOption(f"cannot start {name!r}: there is no program {words[0]!r}")


# --- Output --------------------------------------------------------------------------------------------------------


def check_writable(*files: str | None) -> None:
    """Refuse a file that cannot be written, before any work is done."""
    for file in map(Path, filter(None, files)):
        if file.is_dir():
            raise InvalidOption(f"cannot write {file}: it is a folder")
        if not file.parent.is_dir():
            raise InvalidOption(f"cannot write {file}: there is no folder {file.parent}")
        if not os.access(file if file.exists() else file.parent, os.W_OK):
            raise InvalidOption(f"cannot write {file}: you may not write there")


@contextmanager
def writing(file: str) -> Iterator[Path]:
    """Yield a path to write to; what is there becomes the file once it is complete."""
    try:
        with replacing(Path(file)) as beside:
            yield beside
    except OSError as error:
        raise InvalidOption(f"cannot write {file}: {error.strerror or error}") from error


def progress_bar(console: Console) -> Progress:
    """Return a bar that shows how much is done, and how long the rest will take."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    return Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=console
    )


@contextmanager
def telling_progress(bar: Progress, what: str) -> Iterator[Callable[[int, int], None]]:
    """Yield a function that takes the number done and the total; the bar appears with the first call."""
    task = bar.add_task(what, total=None)

    def tell(done: int, total: int) -> None:
        bar.start()
        bar.update(task, completed=done, total=total)

    try:
        yield tell
    finally:
        if bar.live.is_started:
            bar.stop()
