"""The command ``knockroll``: one module per command, and :func:`main`, which runs them.

A module adds its parser, and imports what it needs only when its command runs. ``arguments`` has what commands share.
"""

from __future__ import annotations

import argparse
import codecs
import io
import logging
import os
import sys
from collections.abc import Sequence
from contextlib import suppress

import knockroll
from knockroll.commands import admin, arena, bot, games, play, replay, review, serve, simulate, train, verify, worker
from knockroll.commands.arguments import is_link
from knockroll.engine.errors import KnockrollError

EXAMPLES = """examples:
  knockroll serve                       play in the browser
  knockroll play                        play in the terminal
  knockroll play tonk --seats 3
  knockroll games gin_rummy             list a game's options and players
  knockroll simulate gin_rummy --variant standard --games 100000
  knockroll arena thirty_one --players house,clueless
  knockroll train thirty_one --seats 2 --minutes 15
  knockroll verify game.json            check that a game was fair
  knockroll review game.json            see what each decision was worth
"""

COMMANDS = (play, replay, review, serve, worker, bot, admin, games, simulate, arena, train, verify)
"""Modules with a function ``add_command``, in the order of ``knockroll --help``."""

_EXTRAS = {
    **dict.fromkeys(("gymnasium", "matplotlib", "numba", "numpy"), "lab"),
    **dict.fromkeys(("alembic", "fastapi", "httpx", "segno", "sqlalchemy", "uvicorn", "websockets"), "server"),
    "textual": "terminal",
    "torch": "train",
}
"""The extra that installs each optional dependency."""
_PLAIN = {"–": "-", "—": "-", "…": "...", "━": "-", "±": "+-", "×": "x"}
"""Substitutes for an output whose encoding lacks these characters."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return 0 if it succeeded, 1 if it failed, 130 if it was interrupted."""
    _print_anything()
    extra = None
    try:
        options = read_arguments(sys.argv[1:] if arguments is None else arguments)
        extra = getattr(options, "extra", None)
        level = logging.WARNING if getattr(options, "names_left_out", False) else logging.ERROR
        logging.getLogger("knockroll.plugins").setLevel(level)
        status = int(options.run(options))
        sys.stdout.flush()  # a full disk is noticed here
        return status
    except KnockrollError as error:
        return _fail(str(error))
    except ModuleNotFoundError as error:
        missing = (error.name or "").split(".")[0]
        if missing not in _EXTRAS:
            raise
        return _fail(f"this needs {missing}. Install it: pip install 'knockroll[{extra or _EXTRAS[missing]}]'")
    except BrokenPipeError:
        _drop_output()
        return 1
    except OSError as error:
        _drop_output()
        return _fail(f"{error.filename or 'cannot write the output'}: {error.strerror or error}")
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130


def _fail(message: str) -> int:
    print(f"knockroll: {message}", file=sys.stderr)
    return 1


def _print_anything() -> None:
    """Let the output replace characters that its encoding lacks."""

    def replace(error: UnicodeError) -> tuple[str, int]:
        assert isinstance(error, UnicodeEncodeError)
        return "".join(_PLAIN.get(letter, "?") for letter in error.object[error.start : error.end]), error.end

    codecs.register_error("knockroll", replace)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            with suppress(OSError):  # a file that became a pipe has no position
                stream.reconfigure(errors="knockroll")


def _drop_output() -> None:
    """Discard buffered output; the interpreter would fail again on writing it at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def read_arguments(given: Sequence[str]) -> argparse.Namespace:
    """Parse what follows ``knockroll``: a command with its options, or the link of a table to play at."""
    try:
        return make_parser().parse_args(["play", *given] if given and is_link(given[0]) else given)
    except SystemExit:
        sys.stdout.flush()
        raise


def make_parser() -> argparse.ArgumentParser:
    """Return the parser, with all commands."""
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
