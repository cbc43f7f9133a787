"""The command ``knockroll serve``."""

from __future__ import annotations

import argparse
from typing import Any

import knockroll
from knockroll.commands.arguments import add_database, add_logs, days, port


def add_command(commands: Any) -> None:
    """Add ``serve`` to the commands of ``knockroll``."""
    parser = commands.add_parser(
        "serve",
        help="run a table server, to play in the browser",
        description="Run a table server: the page to play on, and the API under /api (documented at /api/docs).",
    )
    parser.add_argument("--host", default="127.0.0.1", help="default: 127.0.0.1, this machine only")
    parser.add_argument("--port", type=port, default=8000, help="default: 8000")
    add_database(parser)
    parser.add_argument(
        "--bus", metavar="URL", help="redis://…: share tables between several processes; needs PostgreSQL"
    )
    parser.add_argument(
        "--public-url", metavar="URL", help="the address of this server as people see it, for invitation links"
    )
    parser.add_argument(
        "--proxy",
        metavar="ADDRESS",
        action="append",
        default=[],
        help="trust X-Forwarded-For and -Proto from a proxy at this address; limits then apply per visitor",
    )
    parser.add_argument(
        "--allow-host",
        metavar="NAME",
        action="append",
        default=[],
        help="another host name of this server; requests for unknown names are refused",
    )
    parser.add_argument(
        "--allow-bot",
        metavar="NAME=COMMAND",
        action="append",
        default=[],
        help="offer a program as a computer player (GAME.NAME=COMMAND: in one game only)",
    )
    keeping = parser.add_argument_group("deleting old tables", "after this many days without activity")
    keeping.add_argument("--keep-finished", metavar="DAYS", type=days, help="finished games (default: never)")
    keeping.add_argument("--keep-abandoned", metavar="DAYS", type=days, help="unfinished games (default: never)")
    keeping.add_argument(
        "--keep-unused", metavar="DAYS", type=days, default=30.0, help="tables where no one ever sat (default: 30)"
    )
    parser.add_argument(
        "--limit",
        metavar="NAME=NUMBER",
        action="append",
        default=[],
        help="change a limit, such as moves_per_day=500000; docs/deploying.md lists them",
    )
    parser.add_argument("--no-limits", action="store_true", help="lift all limits, for benchmarks")
    parser.add_argument("--no-metrics", action="store_true", help="turn off /api/metrics")
    add_logs(parser)
    parser.add_argument(
        "--no-prepare", action="store_true", help="prepare searching players only when someone asks for one"
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open the page in a browser")
    parser.set_defaults(run=_serve, names_left_out=True)


def _serve(arguments: argparse.Namespace) -> int:
    from knockroll.server import NO_LIMITS, Limits, Settings, serve
    from knockroll.server.settings import read_limits
    from knockroll.server.tables.computer_players import read_bots

    for name in knockroll.game_names():
        knockroll.player_names(name)  # reports broken plug-ins now, not when someone asks for them
    settings = Settings(
        bus=arguments.bus,
        public_url=arguments.public_url,
        proxies=tuple(arguments.proxy),
        hosts=tuple(arguments.allow_host),
        bots=read_bots(arguments.allow_bot),
        limits=read_limits(arguments.limit, NO_LIMITS if arguments.no_limits else Limits()),
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
