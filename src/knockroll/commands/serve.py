"""The command ``knockroll serve``; what it does is loaded when it is wanted."""

from __future__ import annotations

import argparse
from typing import Any

import knockroll
from knockroll.commands.arguments import add_database, add_logs, days, whole_number


def add_command(commands: Any) -> None:
    """Add ``serve`` to the commands of ``knockroll``."""
    parser = commands.add_parser(
        "serve",
        help="run a table server, with the page to play in a browser",
        description="Run a table server: the page at its address, the API below /api (see /api/docs there).",
    )
    parser.add_argument("--host", default="127.0.0.1", help="default: 127.0.0.1, this machine only")
    parser.add_argument("--port", type=whole_number, default=8000, help="default: 8000")
    add_database(parser)
    parser.add_argument(
        "--bus", metavar="URL", help="redis://…: several processes serve the same tables, which PostgreSQL keeps"
    )
    parser.add_argument("--public-url", metavar="URL", help="where people reach this server, for invitations")
    parser.add_argument(
        "--proxy",
        metavar="ADDRESS",
        action="append",
        default=[],
        help="believe X-Forwarded-For and -Proto of a proxy at this address, so that limits count per visitor",
    )
    parser.add_argument(
        "--allow-host",
        metavar="NAME",
        action="append",
        default=[],
        help="another name of this server; requests for a name that it does not know are refused",
    )
    parser.add_argument(
        "--allow-bot",
        metavar="NAME=COMMAND",
        action="append",
        default=[],
        help="a program that may sit at the tables as a computer player (GAME.NAME=COMMAND: at those of one game)",
    )
    keeping = parser.add_argument_group("keeping tables", "after so many days without an event they are deleted")
    keeping.add_argument("--keep-finished", metavar="DAYS", type=days, help="games that are over (default: for ever)")
    keeping.add_argument("--keep-abandoned", metavar="DAYS", type=days, help="that could go on (default: for ever)")
    keeping.add_argument(
        "--keep-unused", metavar="DAYS", type=days, default=30.0, help="where nobody ever sat (default: 30)"
    )
    parser.add_argument("--no-limits", action="store_true", help="for benchmarks: no limits for any client")
    parser.add_argument("--no-metrics", action="store_true", help="do not answer at /api/metrics")
    add_logs(parser)
    parser.add_argument(
        "--no-prepare", action="store_true", help="do not prepare the players that search before someone asks for one"
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open the page")
    parser.set_defaults(run=_serve)


def _serve(arguments: argparse.Namespace) -> int:
    from knockroll.server import NO_LIMITS, Limits, Settings, serve
    from knockroll.server.tables.computer_players import read_bots

    for name in knockroll.game_names():
        knockroll.player_names(name)  # what has to be left out is said now, not when somebody asks for it
    settings = Settings(
        bus=arguments.bus,
        public_url=arguments.public_url,
        proxies=tuple(arguments.proxy),
        hosts=tuple(arguments.allow_host),
        bots=read_bots(arguments.allow_bot),
        limits=NO_LIMITS if arguments.no_limits else Limits(),
        metrics=not arguments.no_metrics,
        prepare=not arguments.no_prepare,
        log_level=arguments.log_level,
        log_format=arguments.log_format,
        keep_finished_days=arguments.keep_finished,
        keep_abandoned_days=arguments.keep_abandoned,
        keep_unused_days=arguments.keep_unused,
    )
    serve(arguments.host, arguments.port, arguments.database, not arguments.no_browser, settings)
    return 0
