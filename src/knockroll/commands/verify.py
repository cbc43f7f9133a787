"""The command ``knockroll verify``."""

from __future__ import annotations

import argparse
from typing import Any


def add_command(commands: Any) -> None:
    """Add ``verify`` to the commands of ``knockroll``."""
    parser = commands.add_parser(
        "verify",
        help="check that a recorded game was fair",
        description="Recompute every deal, roll and move of a record, and say what that proves.",
    )
    parser.add_argument("file", metavar="FILE", help="a knockroll/1 record; - for standard input")
    parser.set_defaults(run=_verify)


def _verify(arguments: argparse.Namespace) -> int:
    from knockroll.engine.verify import read_file, verify

    for line in verify(read_file(arguments.file)):
        print(line)
    return 0
