"""The command ``knockroll bot``: the network bot."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from knockroll.commands.arguments import check_programs, count, seconds
from knockroll.engine.game import find_game

DESCRIPTION = """Let a computer player, a program or a function wait at a table server and play
wherever it is invited. It reconnects after a break; Ctrl-C stops it."""
EXAMPLES = """examples:
  knockroll bot --player House              wait at the server on this machine
  knockroll bot --server https://games.example.org --player "cmd:./mybot"
  knockroll bot --player mymodule:choose --game tonk --seats randy.json
  knockroll bot --player House http://127.0.0.1:8000/table/7m4k0q9w2x5y8z1b

Anyone at a table can invite it by name; see docs/bots.md.
"""


def add_command(commands: Any) -> None:
    """Add ``bot`` to the commands of ``knockroll``."""
    parser = commands.add_parser(
        "bot",
        help="let a computer player accept invitations at a server",
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("link", nargs="*", metavar="LINK", help="a table to play at; - reads links from standard input")
    parser.add_argument("--server", metavar="URL", default="http://127.0.0.1:8000", help="default: %(default)s")
    parser.add_argument(
        "--player", metavar="NAME", required=True, help="a computer player, 'cmd:COMMAND' or 'module:function'"
    )
    parser.add_argument("--name", metavar="NAME", help="its name at the tables (default: its player's)")
    parser.add_argument("--game", metavar="GAME", action="append", default=[], help="play only this game; repeatable")
    parser.add_argument("--tables", metavar="N", type=count, default=16, help="most tables at once (default: 16)")
    parser.add_argument(
        "--stay",
        metavar="SECONDS",
        type=seconds,
        default=120.0,
        help="leave a table this long after the game ends or everyone has gone (default: 120)",
    )
    parser.add_argument(
        "--time-limit", metavar="SECONDS", type=_time_limit, default=5.0, help="time for a program's move (default: 5)"
    )
    parser.add_argument("--seats", metavar="FILE", help="save its seats here, and take them again after a restart")
    parser.set_defaults(run=_bot)


def _time_limit(text: str) -> float:
    if not (limit := seconds(text)):
        raise argparse.ArgumentTypeError("a program needs more than 0 seconds for a move")
    return limit


def _bot(arguments: argparse.Namespace) -> int:
    from knockroll.client.bot import BotSettings, run

    check_programs([arguments.player])
    games = tuple(find_game(name).name for name in arguments.game)
    seats = None if arguments.seats is None else Path(arguments.seats)
    settings = BotSettings(
        arguments.server,
        arguments.player,
        arguments.name,
        games,
        arguments.tables,
        arguments.stay,
        arguments.time_limit,
        seats,
    )
    return run(settings, arguments.link)
