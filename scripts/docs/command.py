"""The page about the command, from its own help."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

from knockroll.commands import make_parser
from scripts.docs.markdown import block

WIDTH = 100


def pages() -> dict[Path, str]:
    """Return the page by its path."""
    return {Path("reference", "command.md"): "\n".join(_page())}


def _page() -> Iterator[str]:
    parser = make_parser()
    yield "# The command\n"
    yield block(_help(parser), "text")
    yield from _commands(parser, "##")


def _commands(parser: argparse.ArgumentParser, level: str) -> Iterator[str]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield f"{level} {command.prog}\n"
                yield block(_help(command), "text")
                yield from _commands(command, level + "#")


def _help(parser: argparse.ArgumentParser) -> str:
    with patch.dict(os.environ, COLUMNS=str(WIDTH)):  # whatever the width of the window
        return parser.format_help()
