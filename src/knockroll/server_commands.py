"""The commands ``knockroll serve``, ``worker``, ``bot`` and ``admin``; what they do is loaded when it is wanted."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Any

import knockroll
from knockroll.engine.arguments import whole_number
from knockroll.engine.game import find_game

ADMIN = """examples:
  knockroll admin backup tables-2026-01-31.sqlite3          while the server runs
  knockroll admin restore tables-2026-01-31.sqlite3 --yes   while it does not
  knockroll admin check                                     can every table still be played again?
  knockroll admin export --older-than 365 --output games.jsonl
  knockroll admin delete --older-than 365 --yes
  knockroll admin stats

Without --database it is the file that 'knockroll serve' uses by itself.
"""
BOT = """examples:
  knockroll bot --player House                              waits at the server of this machine
  knockroll bot --server https://games.example.org --player "cmd:./mybot" --name "Randy (bot)"
  knockroll bot --player mymodule:choose --game tonk --seats randy.json
  knockroll bot --player House http://127.0.0.1:8000/table/7m4k0q9w2x5y8z1b

Who sits at a table invites it there by its name: see docs/bots.md.
"""
MOST_DAYS = 100_000
KINDS = ("finished", "abandoned", "unused")
KINDS_HELP = "finished: the last game is over; abandoned: it could go on; unused: nobody ever sat there"


def add_commands(commands: Any) -> None:
    """Add the commands to the subparsers of the command line."""
    _add_serve(commands)
    _add_worker(commands)
    _add_bot(commands)
    _add_admin(commands)


# --- knockroll serve -----------------------------------------------------------------------------------------------


def _add_serve(commands: Any) -> None:
    parser = commands.add_parser(
        "serve",
        help="run a table server, with the page to play in a browser",
        description="Run a table server: the page at its address, the API below /api (see /api/docs there).",
    )
    parser.add_argument("--host", default="127.0.0.1", help="default: 127.0.0.1, this machine only")
    parser.add_argument("--port", type=whole_number, default=8000, help="default: 8000")
    _add_database(parser)
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
    keeping.add_argument("--keep-finished", metavar="DAYS", type=_days, help="games that are over (default: for ever)")
    keeping.add_argument("--keep-abandoned", metavar="DAYS", type=_days, help="that could go on (default: for ever)")
    keeping.add_argument(
        "--keep-unused", metavar="DAYS", type=_days, default=30.0, help="where nobody ever sat (default: 30)"
    )
    parser.add_argument("--no-limits", action="store_true", help="for benchmarks: no limits for any client")
    parser.add_argument("--no-metrics", action="store_true", help="do not answer at /api/metrics")
    _add_logs(parser)
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
        log_level=arguments.log_level,
        log_format=arguments.log_format,
        keep_finished_days=arguments.keep_finished,
        keep_abandoned_days=arguments.keep_abandoned,
        keep_unused_days=arguments.keep_unused,
    )
    serve(arguments.host, arguments.port, arguments.database, not arguments.no_browser, settings)
    return 0


# --- knockroll worker ----------------------------------------------------------------------------------------------


def _add_worker(commands: Any) -> None:
    parser = commands.add_parser(
        "worker",
        help="do slow work for table servers that share a bus",
        description="Take slow work, such as thinking for slow players, from the servers at the same bus, and do it."
        " Any number of workers, on any machines; without one, each server does its own.",
    )
    parser.add_argument("--bus", metavar="URL", required=True, help="redis://…, as the servers have it")
    parser.add_argument(
        "--processes", metavar="N", type=whole_number, help="do so many jobs at a time (default: one a core)"
    )
    parser.add_argument("--seconds", metavar="S", type=float, default=10.0, help="a job may take so long (default: 10)")
    _add_logs(parser)
    parser.set_defaults(run=_work)


def _work(arguments: argparse.Namespace) -> int:
    from knockroll.server.cluster.bus import connect

    connect(arguments.bus)  # says what is missing
    from knockroll.server.cluster.worker import run

    processes = arguments.processes or os.cpu_count() or 1
    run(arguments.bus, processes, arguments.seconds, arguments.log_level, arguments.log_format)
    return 0


# --- knockroll bot -------------------------------------------------------------------------------------------------


def _add_bot(commands: Any) -> None:
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
    from knockroll.ladder_bot import BotSettings, run

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


# --- knockroll admin -----------------------------------------------------------------------------------------------


def _add_admin(commands: Any) -> None:
    parser = commands.add_parser(
        "admin",
        help="look after a server's database: backup, restore, check, export, delete, stats",
        description="Look after the database of a table server.",
        epilog=ADMIN,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=_admin)
    tasks = parser.add_subparsers(title="tasks", metavar="TASK", dest="task", required=True)
    backup = _add_task(tasks, "backup", "copy an SQLite database to a file, also while a server uses it")
    backup.add_argument("file", metavar="FILE", help="a new file")
    restore = _add_task(tasks, "restore", "put such a copy in the place of the database; what was there is kept")
    restore.add_argument("file", metavar="FILE", help="a copy that 'backup' has made")
    restore.add_argument("--yes", action="store_true", help="do it")
    _add_task(tasks, "check", "play every table again; says which ones cannot be, and why")
    export = _add_task(tasks, "export", "write games that are over as records, one JSON line each")
    _add_choice(export, required=False)
    export.add_argument("--output", "-o", metavar="FILE", help="a new file (default: print them)")
    delete = _add_task(tasks, "delete", "delete tables by age")
    _add_choice(delete, required=True)
    delete.add_argument("--yes", action="store_true", help="do it; without, it only says what it would delete")
    stats = _add_task(tasks, "stats", "count what there is")
    stats.add_argument("--json", action="store_true", help="print it as JSON")


def _add_task(tasks: Any, name: str, help: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = tasks.add_parser(name, help=help, description=f"{help[:1].upper()}{help[1:]}.")
    _add_database(parser)
    return parser


def _add_choice(parser: argparse.ArgumentParser, required: bool) -> None:
    """Add what says which tables are meant."""
    parser.add_argument(
        "--older-than", metavar="DAYS", type=_days, required=required, help="nothing has happened there for so long"
    )
    usual = "finished" if required else "all"
    parser.add_argument("--kind", choices=KINDS, action="append", help=f"{KINDS_HELP} (default: {usual})")
    parser.add_argument("--game", metavar="GAME", help="only tables of this game")


def _admin(arguments: argparse.Namespace) -> int:
    from knockroll.server.admin.command import run

    return run(arguments)


def _add_logs(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--log-level", choices=("debug", "info", "warning", "error"), default="warning", help="default: warning"
    )
    parser.add_argument("--log-format", choices=("text", "json"), default="text", help="default: text")


def _add_database(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--database", metavar="FILE|URL", help="an SQLite file or postgresql://… (default: a file of yours)"
    )


def _days(text: str) -> float:
    """A number of days, such as 30 or 0.5."""
    try:
        days = float(text)
    except ValueError:
        days = -1.0
    if not 0 <= days <= MOST_DAYS:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of days: give one such as 30 or 0.5")
    return days
