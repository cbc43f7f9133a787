"""The command ``knockroll bot``; what it does is loaded when it is wanted."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from knockroll.commands.arguments import whole_number
from knockroll.engine.game import find_game

BOT = """examples:
  knockroll bot --player House                              waits at the server of this machine
  knockroll bot --server https://games.example.org --player "cmd:./mybot" --name "Randy (bot)"
  knockroll bot --player mymodule:choose --game tonk --seats randy.json
  knockroll bot --player House http://127.0.0.1:8000/table/7m4k0q9w2x5y8z1b

Who sits at a table invites it there by its name: see docs/bots.md.
"""


def add_command(commands: Any) -> None:
    """Add ``bot`` to the commands of ``knockroll``."""
    parser = commands.add_parser(
        "bot",
        help="let a computer player wait at a server and play wherever it is invited to",
        description="Let a computer player, a program or a function wait at a table server, and play at every table to"
        " which it is invited. It comes back after a break; Ctrl+C stops it.",
        epilog=BOT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("link", nargs="*", metavar="LINK", help="a table where it is wanted; - reads them line by line")
    parser.add_argument("--server", metavar="URL", default="http://127.0.0.1:8000", help="default: %(default)s")
    parser.add_argument(
        "--player", metavar="NAME", required=True, help="a computer player, 'cmd:COMMAND' or 'module:function'"
    )
    parser.add_argument("--name", metavar="NAME", help="what it is called at the tables (default: after its player)")
    parser.add_argument(
        "--game", metavar="GAME", action="append", default=[], help="only this one; may be given several times"
    )
    parser.add_argument(
        "--tables", metavar="N", type=whole_number, default=16, help="play at so many at once (default: 16)"
    )
    parser.add_argument(
        "--stay",
        metavar="SECONDS",
        type=whole_number,
        default=120,
        help="leave when a game is over, or everybody has gone, for so long (default: 120)",
    )
    parser.add_argument(
        "--time-limit", metavar="SECONDS", type=float, default=5.0, help="for a move of a program (default: 5)"
    )
    parser.add_argument("--seats", metavar="FILE", help="keep its seats here, and take them back when started again")
    parser.set_defaults(run=_bot)


def _bot(arguments: argparse.Namespace) -> int:
    from knockroll.client.bot import BotSettings, run

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
