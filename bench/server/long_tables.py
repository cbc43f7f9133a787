"""A table with a long past: how long it takes to look at it, and how long everyone else waits in the meantime.

``python -m bench.server.long_tables``: ten Randoms play Farkle to 100,000 points, and the table was closed when its log
had 20,900 entries. The log is in the format of version 0.1.0, so there is no snapshot at first. ``--command`` measures
the server of another version.
"""

from __future__ import annotations

import argparse
import random
import shlex
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import httpx
from scripts.serving import ServerProcess
from tests.server.hostile.old_database import add_log, first_chance, write_old_database

import knockroll
from bench.report import Section

ID = "0" * 16
COMMAND_HELP = "what starts a server of another version, to compare with; a port and a database are added"
OPTIONS: dict[str, Any] = {"target": 100_000, "opening_minimum": 2000}
SEATS = ["Random"] * 10
ENTRIES = 20_900
ASKING_SECONDS = 0.01
"""Seconds between the requests of another client; the usual limits allow that."""


def write_long_game(path: Path) -> None:
    """Write a database of version 0.1.0 with the game in it."""
    rng = random.Random(1)
    table = knockroll.Table("farkle", len(SEATS), chance=first_chance(), **OPTIONS)
    entries: list[tuple[str, dict[str, Any]]] = [("start", {"fill": True})]
    while len(entries) < ENTRIES - 1:
        seat, move = table.turn, rng.choice(table.legal())
        table.play(move)
        entries.append(("move", {"seat": seat, "move": move, "by": "computer"}))
    entries.append(("close", {"reason": "long enough"}))
    write_old_database(path)
    add_log(path, ID, "farkle", OPTIONS, SEATS, "closed", entries)


def time_look(url: str, look: Callable[[httpx.Client], object]) -> tuple[float, float]:
    """Return the seconds that a look takes, and the longest that someone else waits for an answer in the meantime."""
    taken: list[float] = []

    def visit() -> None:
        with httpx.Client(base_url=url, timeout=60) as http:
            begun = time.perf_counter()
            look(http)
            taken.append(time.perf_counter() - begun)

    looking = threading.Thread(target=visit)
    longest = 0.0
    with httpx.Client(base_url=url, timeout=60) as other:
        other.get("/api/health")
        looking.start()
        while looking.is_alive():
            begun = time.perf_counter()
            other.get("/api/health").raise_for_status()
            longest = max(longest, time.perf_counter() - begun)
            time.sleep(ASKING_SECONDS)
    return taken[0], longest


def see(http: httpx.Client) -> None:
    http.get(f"/api/tables/{ID}/view").raise_for_status()


def see_all(http: httpx.Client) -> None:
    with http.stream("GET", f"/api/tables/{ID}/events?after=0") as stream:
        next(stream.iter_raw(), b"")


def measure(command: Sequence[str] | None = None, rounds: int = 3) -> Section:
    """Look at the table for the first time, again after a restart, and at all its events."""
    section = Section(
        f"Long tables: Farkle with {ENTRIES:,} entries", head=("what", "round", "it takes", "others wait")
    )
    for number in range(1, rounds + 1):
        with tempfile.TemporaryDirectory() as name:
            path = Path(name) / "tables.sqlite3"
            write_long_game(path)
            for what, look in (("first look", see), ("after a restart", see), ("all events", see_all)):
                with ServerProcess(path, command=command) as server:
                    if look is see_all:
                        httpx.get(f"{server.url}/api/tables/{ID}", timeout=60)
                    taken, longest = time_look(server.url, look)
                section.rows.append([what, str(number), f"{taken * 1000:,.0f} ms", f"{longest * 1000:,.0f} ms"])
    return section


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--command", type=shlex.split, help=COMMAND_HELP)
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    measure(asked.command, asked.rounds).show()


if __name__ == "__main__":
    main()
