"""A database as version 0.1.0 left it, with tables in it that people have played at."""

from __future__ import annotations

import hashlib
import hmac
import json
import random
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import knockroll
from knockroll.engine.chance import Fair

SCHEMA = """
CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY);
INSERT INTO alembic_version VALUES ('0001');
CREATE TABLE rooms (
    id VARCHAR(16) NOT NULL PRIMARY KEY, game VARCHAR(64) NOT NULL, plan TEXT NOT NULL, secret BLOB NOT NULL,
    public BOOLEAN NOT NULL, created DOUBLE NOT NULL, status VARCHAR(16) NOT NULL, changed DOUBLE NOT NULL
);
CREATE INDEX rooms_listed ON rooms (status, public, created);
CREATE TABLE log (
    room VARCHAR(16) NOT NULL REFERENCES rooms (id), seq INTEGER NOT NULL, kind VARCHAR(16) NOT NULL,
    data TEXT NOT NULL, at DOUBLE NOT NULL, PRIMARY KEY (room, seq)
) WITHOUT ROWID;
"""
ANN, BOB = "token-of-ann", "token-of-bob"
SECRET = bytes(range(32))


@contextmanager
def changing(database: str | Path) -> Iterator[sqlite3.Connection]:
    """A connection to change the database of a stopped server."""
    connection = sqlite3.connect(database)
    try:
        with connection:
            yield connection
    finally:
        connection.close()


def write_old_database(path: Path) -> None:
    """An empty database of version 0.1.0."""
    with changing(path) as connection:
        connection.executescript(SCHEMA)


def add_table(path: Path, id: str, moves: int, seed: int = 1) -> None:
    """A table of Thirty-One where Ann and Bob have made some moves."""
    options: dict[str, Any] = {"strikes": 20, "turn_limit": 100_000}
    entries: list[tuple[str, dict[str, Any]]] = [
        ("sit", {"seat": seat, "name": name, "token": hashlib.sha256(token.encode()).hexdigest(), "entropy": None})
        for seat, name, token in ((0, "Ann", ANN), (1, "Bob", BOB))
    ]
    entries.append(("start", {"fill": False}))
    entries += _play(knockroll.Table("thirty_one", 2, chance=first_chance(), **options), moves, random.Random(seed))
    add_log(path, id, "thirty_one", options, [None, None], "running", entries)


def add_log(
    path: Path,
    id: str,
    game: str,
    options: dict[str, Any],
    seats: Sequence[str | None],
    status: str,
    entries: Sequence[tuple[str, dict[str, Any]]],
) -> None:
    """Add a public table with this log."""
    now = time.time()
    plan: dict[str, Any] = {
        "game": game,
        "variant": None,
        "options": options,
        "seats": seats,
        "public": True,
        "pace": 0,
        "clock": None,
        "away": 86_400,
        "substitute": "Random",
        "created": now,
    }
    rows = [(id, seq, kind, json.dumps(data), now) for seq, (kind, data) in enumerate(entries, 1)]
    with changing(path) as connection:
        room = (id, game, json.dumps(plan), SECRET, True, now, status, now)
        connection.execute("INSERT INTO rooms VALUES (?, ?, ?, ?, ?, ?, ?, ?)", room)
        connection.executemany("INSERT INTO log VALUES (?, ?, ?, ?, ?)", rows)


def first_chance() -> Fair:
    """The chance of a table's first game."""
    return Fair(hmac.digest(SECRET, b"knockroll game 1", "sha256"))


def _play(table: knockroll.Table, moves: int, rng: random.Random) -> Iterator[tuple[str, dict[str, Any]]]:
    for _ in range(moves):
        legal, seat = table.legal(), table.turn
        assert seat is not None, "the game was over too soon: strikes are for those who lose a hand"
        move = "draw stock" if "draw stock" in legal else rng.choice(legal)
        table.play(move)
        yield "move", {"seat": seat, "move": move, "by": "person"}
