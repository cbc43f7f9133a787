"""The command ``knockroll replay``."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from knockroll.commands.arguments import whole_number
from knockroll.commands.full_screen import add_display, need_terminal, run_app, terminal_settings
from knockroll.engine.errors import InvalidOption

EXAMPLES = """examples:
  knockroll replay game.json                step by step, all hands open
  knockroll replay game.json --seat 0       show only what seat 0 knew
  knockroll replay game.json --plain        print the whole game
  knockroll replay games.jsonl --number 3   the third record of a file with many
"""


def add_command(commands: Any) -> None:
    """Add ``replay`` to the commands of ``knockroll``."""
    parser = commands.add_parser(
        "replay",
        help="step through a recorded game",
        description="Step through a recorded game.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", metavar="FILE", help="a knockroll/1 record, such as a saved game")
    parser.add_argument(
        "--seat", type=whole_number, metavar="N", help="show only what this seat knew (default: all hands open)"
    )
    parser.add_argument(
        "--number",
        type=whole_number,
        metavar="N",
        help="which record of a .jsonl or .jsonl.gz file (default: the first)",
    )
    add_display(parser)
    parser.set_defaults(run=_replay, extra="terminal")


def _replay(arguments: argparse.Namespace) -> int:
    from knockroll.engine.record_files import SUFFIXES, holds_many
    from knockroll.terminal.model.recording import Recording
    from knockroll.terminal.model.saves import load_document

    if holds_many(arguments.file):
        document = _pick(arguments.file, 1 if arguments.number is None else arguments.number)
    elif arguments.number is not None:
        raise InvalidOption(f"--number is for files with many records ({', '.join(SUFFIXES)}): omit it")
    else:
        document = load_document(Path(arguments.file))
    recording = Recording(document)
    if arguments.seat is not None and not 0 <= arguments.seat < recording.seats:
        raise InvalidOption(f"there is no seat {arguments.seat}: seats are 0 to {recording.seats - 1}")
    if arguments.plain:
        from knockroll.terminal.plain import replay_plain

        return replay_plain(recording, arguments.seat, ascii=arguments.ascii)
    need_terminal()
    from knockroll.terminal.app import KnockrollApp
    from knockroll.terminal.screens.replay import ReplayScreen

    opening = lambda: ReplayScreen(recording, arguments.seat)  # noqa: E731
    return run_app(KnockrollApp(opening, terminal_settings(arguments), ascii=arguments.ascii))


def _pick(path: str, number: int) -> dict[str, Any]:
    """Return the record with a number, counted from 1; damaged lines before it do not matter."""
    from knockroll.engine.record_files import read_line, record_lines

    count = 0
    for count, (line_number, line) in enumerate(record_lines(path), start=1):
        if count == number:
            return dict(read_line(path, line_number, line))
    raise InvalidOption(f"{path} has no record {number}: it has {count}")
