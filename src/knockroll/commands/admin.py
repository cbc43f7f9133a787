"""The command ``knockroll admin``; what it does is loaded when it is wanted."""

from __future__ import annotations

import argparse
from typing import Any

from knockroll.commands.arguments import add_database, days

ADMIN = """examples:
  knockroll admin backup tables-2026-01-31.sqlite3          while the server runs
  knockroll admin restore tables-2026-01-31.sqlite3 --yes   while it does not
  knockroll admin check                                     can every table still be played again?
  knockroll admin export --older-than 365 --output games.jsonl
  knockroll admin delete --older-than 365 --yes
  knockroll admin stats

Without --database it is the file that 'knockroll serve' uses by itself.
"""
KINDS = ("finished", "abandoned", "unused")
KINDS_HELP = "finished: the last game is over; abandoned: it could go on; unused: nobody ever sat there"


def add_command(commands: Any) -> None:
    """Add ``admin`` to the commands of ``knockroll``."""
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
    add_database(parser)
    return parser


def _add_choice(parser: argparse.ArgumentParser, required: bool) -> None:
    """Add what says which tables are meant."""
    parser.add_argument(
        "--older-than", metavar="DAYS", type=days, required=required, help="nothing has happened there for so long"
    )
    usual = "finished" if required else "all"
    parser.add_argument("--kind", choices=KINDS, action="append", help=f"{KINDS_HELP} (default: {usual})")
    parser.add_argument("--game", metavar="GAME", help="only tables of this game")


def _admin(arguments: argparse.Namespace) -> int:
    from knockroll.commands.admin_tasks import run

    return run(arguments)
