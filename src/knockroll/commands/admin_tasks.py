"""The tasks of ``knockroll admin``, and what they print."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import IO

import sqlalchemy as sa
from rich.console import Console

from knockroll.commands.arguments import progress_bar
from knockroll.engine.game import find_game
from knockroll.server.admin import backup, check, delete, export, statistics
from knockroll.server.admin.opening import alone_with, opened
from knockroll.server.failures import CannotAdminister
from knockroll.server.settings import Settings
from knockroll.server.storage.backends import database_at
from knockroll.server.storage.queries import Outcome, old_rooms

INTERRUPTED = 130
"""The exit status after Ctrl-C."""
DAY = 86_400.0
notes = Console(stderr=True, highlight=False)


def run(arguments: argparse.Namespace) -> int:
    """Run a task and return the exit status."""
    url = Settings(database=arguments.database).database_url
    return TASKS[arguments.task](url, arguments)


@contextmanager
def _bar(what: str, total: int | None = None) -> Iterator[Callable[[int, int | None], None]]:
    """Yield a function that moves a progress bar on stderr; it takes the amount done and the total."""
    with progress_bar(notes) as progress:
        task = progress.add_task(what, total=total, visible=False)
        yield lambda done, of: progress.update(task, completed=done, total=total if of is None else of, visible=True)


def _backup(url: str, arguments: argparse.Namespace) -> int:
    target = Path(arguments.file)
    with _bar("pages") as show:
        backup.back_up(url, target, show)
    print(f"{target}: {target.stat().st_size:,} bytes")
    return 0


def _restore(url: str, arguments: argparse.Namespace) -> int:
    copy, place = Path(arguments.file), database_at(url).path
    if place is not None and not arguments.yes:
        print(f"would replace {place} with {copy} and keep the old file beside it; to do it, add --yes")
        return 0
    with _bar("pages") as show:
        before = backup.restore(url, copy, show)
    print(f"restored {place} from {copy}" + (f"; the old file is {before}" if before else ""))
    return 0


def _check(url: str, arguments: argparse.Namespace) -> int:
    failed = done = 0
    with opened(url) as database:
        for line in database.faults():
            failed += 1
            print(line)
        total = check.count_rooms(database)
        try:
            with _bar("tables", total) as show:
                for id, wrong in check.check_rooms(database):
                    done += 1
                    if wrong is not None:
                        failed += 1
                        print(f"table {id}: {wrong}")
                    show(done, None)
        except KeyboardInterrupt:
            notes.print(f"interrupted: {done:,} of {total:,} tables checked, {failed:,} faults found")
            return INTERRUPTED
    notes.print(f"{done:,} tables checked, {failed:,} faults found")
    return 1 if failed else 0


def _chosen(arguments: argparse.Namespace, usual: tuple[Outcome, ...]) -> dict[Outcome, sa.Select[str]]:
    """Return queries for the tables that the arguments choose, by outcome."""
    before = None if arguments.older_than is None else time.time() - arguments.older_than * DAY
    game = None if arguments.game is None else find_game(arguments.game).name
    outcomes = usual if arguments.kind is None else tuple(Outcome(kind) for kind in dict.fromkeys(arguments.kind))
    return {outcome: old_rooms(outcome, before, game) for outcome in outcomes}


def _export(url: str, arguments: argparse.Namespace) -> int:
    done = games = failed = 0
    queries = list(_chosen(arguments, tuple(Outcome)).values())
    with opened(url) as database, _output(arguments.output) as output:
        total = sum(delete.count(database, query).tables for query in queries)
        try:
            with _bar("tables", total) as show:
                for id, records, wrong in export.export(database, queries):
                    done += 1
                    if wrong is not None:
                        failed += 1
                        notes.print(f"cannot replay table {id}: {wrong}")
                    for record in records:
                        output.write(record + b"\n")
                        games += 1
                    show(done, None)
        except KeyboardInterrupt:
            notes.print(f"interrupted: wrote {games:,} games from {done:,} of {total:,} tables")
            return INTERRUPTED
    notes.print(
        f"{games:,} games from {done:,} tables" + (f"; {failed:,} tables could not be replayed" if failed else "")
    )
    return 1 if failed else 0


@contextmanager
def _output(name: str | None) -> Iterator[IO[bytes]]:
    if name is None:
        yield sys.stdout.buffer
        return
    try:
        with Path(name).open("xb") as file:
            yield file
    except FileExistsError:
        raise CannotAdminister(f"{name} already exists: give another name, or remove it") from None
    except OSError as error:
        raise CannotAdminister(f"cannot write to {name}: {error.strerror}") from None


def _delete(url: str, arguments: argparse.Namespace) -> int:
    instead = "stop it first, or let it delete tables itself: knockroll serve --keep-finished DAYS"
    with alone_with(url, instead), opened(url) as database:
        chosen = _chosen(arguments, (Outcome.FINISHED,))
        total = 0
        for outcome, query in chosen.items():
            amount = delete.count(database, query)
            total += amount.tables
            print(f"{outcome.value}: {amount.tables:,} tables with {amount.entries:,} entries")
        if not total:
            print("nothing to delete")
            return 0
        if not arguments.yes:
            print("nothing was deleted. To delete them, add --yes; to keep their games, run 'export' first")
            return 0
        done = 0
        try:
            with _bar("tables", total) as show:
                for query in chosen.values():
                    for _ in delete.delete(database, query):
                        done += 1
                        show(done, None)
        except KeyboardInterrupt:
            notes.print(f"interrupted: deleted {done:,} of {total:,} tables; the others are unchanged")
            return INTERRUPTED
        print(f"{done:,} tables deleted")
        if (why := database.vacuum()) is not None:
            notes.print(f"the file keeps its size, with room for new tables: {why}")
    return 0


def _stats(url: str, arguments: argparse.Namespace) -> int:
    with opened(url) as database:
        found = statistics.collect(database)
    if arguments.json:
        print(json.dumps(found))
        return 0
    print(f"{found['tables']:,} tables, {found['bytes']:,} bytes")
    for name in ("by_outcome", "by_status", "by_game"):
        counts = found[name]
        print(f"  {name.removeprefix('by_') + ':':<9} " + ", ".join(f"{key} {n:,}" for key, n in counts.items()))
    print(f"{found['entries']:,} entries in the log, {found['moves']:,} of them moves; {found['people']:,} seats taken")
    if found["first"] is not None and found["last"] is not None:
        print(f"first table: {_date(found['first'])}; last entry: {_date(found['last'])}")
    return 0


def _date(at: float) -> str:
    return datetime.fromtimestamp(at).astimezone().strftime("%Y-%m-%d %H:%M")


TASKS: dict[str, Callable[[str, argparse.Namespace], int]] = {
    "backup": _backup,
    "restore": _restore,
    "check": _check,
    "export": _export,
    "delete": _delete,
    "stats": _stats,
}
