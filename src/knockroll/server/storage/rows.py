"""The rows that are written to the database and read from it; :mod:`knockroll.server.tables` decides what they mean."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

Done = Callable[[Exception | None], None]
"""Called when rows are committed, or with the error if they are not."""
Rows = Sequence[dict[str, Any]]


class Status(StrEnum):
    """The stage of a table."""

    OPEN = "open"
    RUNNING = "running"
    OVER = "over"
    CLOSED = "closed"


class LogRow(NamedTuple):
    """A row of the log: a tuple, because every move needs one, and nothing is faster to create and to bind."""

    room: str
    seq: int
    kind: str
    data: str
    at: float
    fingerprint: int | None


class RoomRow(NamedTuple):
    """The row of a new room."""

    id: str
    game: str
    plan: str
    """JSON."""
    secret: bytes
    public: bool
    created: float


class RoomState(NamedTuple):
    """The part of a room's row that repeats the log, which saves lists of rooms a replay."""

    status: Status
    people: int
    """The number of people seated."""


class Snapshot(NamedTuple):
    """A snapshot of a room, as it is stored."""

    seq: int
    """The last entry included."""
    format: int
    rules: str
    """The version of the game's rules."""
    data: str
    seal: bytes


class StoredRoom(NamedTuple):
    """Everything needed to replay a room."""

    id: str
    plan: str
    """JSON."""
    secret: bytes
    log: Sequence[LogRow]
    """The log, or the part of it after the snapshot."""
    snapshot: Snapshot | None = None


class SnapshotFilter(NamedTuple):
    """The conditions for a snapshot from which a room can be loaded."""

    format: int
    rules: Callable[[str], str]
    """The version of the rules of each game, by the game's name."""
    frames_kept: int
    """The least number of entries after the snapshot."""


class Write(NamedTuple):
    """Rows to commit, all or none of them, and callbacks."""

    done: Done
    rooms: Rows = ()
    log: Sequence[LogRow] = ()
    states: Rows = ()
    snapshots: Rows = ()
    send: Callable[[], None] | None = None
    """Called after the commit, before ``done`` is called for anything in the same commit."""


class WriteBatch(NamedTuple):
    """The rows of several writes, grouped by table."""

    rooms: list[dict[str, Any]]
    log: list[LogRow]
    states: list[dict[str, Any]]
    snapshots: list[dict[str, Any]]
