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
    parser.add_argument(
        "file",
        metavar="FILE",
        help="a record, or a .jsonl or .jsonl.gz file with one on each line; - for standard input",
    )
    parser.set_defaults(run=_verify)


def _verify(arguments: argparse.Namespace) -> int:
    from knockroll.engine.record_files import holds_many
    from knockroll.engine.verify import read_file, verify

    if holds_many(arguments.file):
        return _verify_many(arguments.file)
    for line in verify(read_file(arguments.file)):
        print(line)
    return 0


def _verify_many(path: str) -> int:
    """Check a file of records: print a line for each, name damaged lines, and return 1 if there are any."""
    import sys

    from knockroll.engine.errors import InvalidRecord
    from knockroll.engine.record_files import read_line, record_lines
    from knockroll.engine.verify import verify
    from knockroll.engine.words import counted

    right = wrong = 0
    for number, line in record_lines(path):
        try:
            print(f"line {number}: {'; '.join(verify(read_line(path, number, line)))}")
            right += 1
        except InvalidRecord as error:
            where = f"line {number} of {path}"
            reason = str(error)
            print(f"knockroll: {reason if reason.startswith(where) else f'{where}: {reason}'}", file=sys.stderr)
            wrong += 1
    print(f"{counted(right, 'record is', 'records are')} right, {wrong} wrong")
    return 1 if wrong else 0
