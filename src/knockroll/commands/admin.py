"""The command ``knockroll admin``: its arguments. The tasks are in ``admin_tasks``, which needs the server's extras."""

from __future__ import annotations

import argparse
from typing import Any

from knockroll.commands.arguments import add_database, days

EXAMPLES = """examples:
  knockroll admin backup tables.sqlite3           the server may be running
  knockroll admin restore tables.sqlite3 --yes    the server must not be running
  knockroll admin check                           replay every table
  knockroll admin export --older-than 365 --output games.jsonl
  knockroll admin delete --older-than 365 --yes
  knockroll admin stats

The default --database is the file that 'knockroll serve' uses.
"""
KINDS = ("finished", "abandoned", "unused")
KINDS_HELP = "finished: the last game is over; abandoned: it is not; unused: no one ever sat there"


def add_command(commands: Any) -> None:
    """Add ``admin`` to the commands of ``knockroll``."""
    parser = commands.add_parser(
        "admin",
        help="manage a server's database: back up, restore, check, export, delete, stats",
        description="Manage the database of a table server.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=_admin)
    tasks = parser.add_subparsers(title="tasks", metavar="TASK", dest="task", required=True)
    backup = _add_task(tasks, "backup", "copy an SQLite database to a file, even while a server uses it")
    backup.add_argument("file", metavar="FILE", help="a new file")
    restore = _add_task(tasks, "restore", "replace the database with a backup; the old one is kept")
    restore.add_argument("file", metavar="FILE", help="a backup")
    restore.add_argument("--yes", action="store_true", help="replace it; without this, only say what would happen")
    _add_task(tasks, "check", "replay every table, and report the ones that fail")
    export = _add_task(tasks, "export", "write the records of finished games, one JSON line each")
    _add_choice(export, required=False)
    export.add_argument("--output", "-o", metavar="FILE", help="a new file (default: standard output)")
    delete = _add_task(tasks, "delete", "delete tables by age")
    _add_choice(delete, required=True)
    delete.add_argument("--yes", action="store_true", help="delete them; without this, only list what would be deleted")
    stats = _add_task(tasks, "stats", "count tables, games and moves")
    stats.add_argument("--json", action="store_true", help="print it as JSON")


def _add_task(tasks: Any, name: str, help: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = tasks.add_parser(name, help=help, description=f"{help[:1].upper()}{help[1:]}.")
    add_database(parser)
    return parser


def _add_choice(parser: argparse.ArgumentParser, required: bool) -> None:
    """Add the filters for tables."""
    parser.add_argument(
        "--older-than", metavar="DAYS", type=days, required=required, help="only tables without activity for this long"
    )
    usual = "finished" if required else "all"
    parser.add_argument("--kind", choices=KINDS, action="append", help=f"{KINDS_HELP} (default: {usual})")
    parser.add_argument("--game", metavar="GAME", help="only tables of this game")


def _admin(arguments: argparse.Namespace) -> int:
    from knockroll.commands.admin_tasks import run

    return run(arguments)
