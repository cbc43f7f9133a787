"""The command ``knockroll``: one module per command, and :func:`main`, which runs them.

A module adds its parser and imports what it needs only when it runs. ``arguments`` has what several commands read.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

import knockroll
from knockroll.commands import admin, arena, bot, games, play, replay, serve, simulate, train, verify, worker
from knockroll.commands.arguments import is_link
from knockroll.engine.errors import KnockrollError

EXAMPLES = """examples:
  knockroll serve                                        play in the browser, alone or with friends
  knockroll play                                         play in the terminal
  knockroll play tonk --seats 3
  knockroll games gin_rummy                              its options and players
  knockroll simulate gin_rummy --variant standard --games 100000 --threads 2
  knockroll arena thirty_one --players house,clueless --games 10000
  knockroll train thirty_one --seats 2 --minutes 15       teach a network to play
  knockroll verify game.json                             was that game fair?
"""

COMMANDS = (play, replay, serve, worker, bot, admin, games, simulate, arena, train, verify)
"""Each has ``add_command``; in the order in which ``knockroll --help`` lists them."""

_EXTRAS = {
    **dict.fromkeys(("gymnasium", "matplotlib", "numba", "numpy"), "lab"),
    **dict.fromkeys(("alembic", "fastapi", "httpx", "segno", "sqlalchemy", "uvicorn", "websockets"), "server"),
    "textual": "terminal",
    "torch": "train",
}
"""What the parts that not everybody needs are made of, and how to get it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit status is 0 if it went well, 1 if it did not, 2 if it was not understood."""
    options = read_arguments(sys.argv[1:] if arguments is None else arguments)
    try:
        return int(options.run(options))
    except KnockrollError as error:
        print(f"knockroll: {error}", file=sys.stderr)
        return 1
    except ModuleNotFoundError as error:
        if (extra := _EXTRAS.get((error.name or "").split(".")[0])) is None:
            raise
        print(f"knockroll: this needs {error.name}. Install it: pip install 'knockroll[{extra}]'", file=sys.stderr)
        return 1
    except BrokenPipeError:
        return 1
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130


def read_arguments(given: Sequence[str]) -> argparse.Namespace:
    """What was typed behind ``knockroll``: a command with its options, or the link of a table where to play."""
    return make_parser().parse_args(["play", *given] if given and is_link(given[0]) else given)


def make_parser() -> argparse.ArgumentParser:
    """What the command understands, all its commands included."""
    parser = argparse.ArgumentParser(
        prog="knockroll",
        description="Knock & Roll: Tunk, Gin Rummy, Tonk, Thirty-One and Farkle.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"knockroll {knockroll.__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add_command(commands)
    return parser
