"""A model of PostgreSQL, as far as the store uses it: rooms, the log, snapshots, and connections that break.

A transaction happens at one moment, all of it or nothing. The log refuses a number that is taken, an entry without its
predecessor and an entry of an unknown room. A connection may break before a transaction was received, or after: then it
is committed and nobody learns of it, maybe only after the member was told that the connection is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, cast

import sqlalchemy as sa

from knockroll.server.storage.database import Database, Progress, RolledBack, ServingLock
from knockroll.server.storage.queries import BusIdentity, Outcome
from knockroll.server.storage.rows import Done, LogRow, Snapshot, SnapshotFilter, Status, StoredRoom, WriteBatch
from tests.server.simulation.loop import WORLD, Chances, OneThread, VirtualLoop

KEY = bytes(range(32))
"""The key of the bus, which is in the database."""


@dataclass
class DatabaseFaults:
    """The probability of each fault, and how long answers take."""

    answer_lost: float = 0.0
    request_lost: float = 0.0
    effect_late: float = 0.0
    read_fails: float = 0.0
    slowest: float = 0.002


class Refused(Exception):
    """A constraint of the database is violated."""


class Postgres:
    """The database server, which all members share. Its state outlives everything."""

    def __init__(self, loop: VirtualLoop, chances: Chances, on_commit: Callable[[list[LogRow]], None]) -> None:
        self.loop, self.chances, self.on_commit = loop, chances, on_commit
        self.faults = DatabaseFaults()
        self.is_away = False
        self.starts = 1
        self.rooms: dict[str, dict[str, Any]] = {}
        self.log: dict[str, list[LogRow]] = {}
        self.snapshots: dict[str, dict[int, Snapshot]] = {}
        self.under_way: list[Transaction] = []

    def stop(self) -> None:
        """Stop as if killed: committed data stays, every connection breaks, and transactions under way are lost."""
        self.is_away = True
        for transaction in self.under_way:
            transaction.is_lost = True
        self.under_way.clear()

    def start(self) -> None:
        """Start to answer again. The time matters, because copies of a database are distinguished by it."""
        self.is_away = False
        self.starts += 1

    def delay(self) -> float:
        """How long half of a round trip takes."""
        return self.chances.here().uniform(0.0002, self.faults.slowest)

    def commit(self, batch: WriteBatch) -> None:
        """Commit all rows, or raise :class:`Refused`."""
        ends: dict[str, int] = {}
        known = self.rooms.keys() | {row["id"] for row in batch.rooms}
        for row in sorted(batch.log, key=lambda row: row[:2]):
            last = ends.get(row.room, len(self.log.get(row.room, ())))
            if row.room not in known:
                raise Refused("null value in column room")
            if row.seq <= last:
                raise Refused("duplicate key value violates unique constraint log_pkey")
            if row.seq != last + 1:
                raise Refused("the entry before this one is missing")
            ends[row.room] = row.seq
        for taken in batch.snapshots:
            if taken["seq"] in self.snapshots.get(taken["room"], ()):
                raise Refused("duplicate key value violates unique constraint snapshots_pkey")
        if any(row["id"] in self.rooms for row in batch.rooms):
            raise Refused("duplicate key value violates unique constraint rooms_pkey")
        self._write(batch)

    def _write(self, batch: WriteBatch) -> None:
        for new in batch.rooms:
            self.rooms[new["id"]] = dict(new)
            self.log[new["id"]] = []
        for row in sorted(batch.log, key=lambda row: row[:2]):
            self.log[row.room].append(row)
        for state in batch.states:
            room = self.rooms[state["b_id"]]
            room.update(status=state["status"], people=state["people"], changed=state["changed"])
            room["visited"] = room["visited"] or state["people"] > 0
        for taken in batch.snapshots:
            kept = self.snapshots.setdefault(taken["room"], {})
            kept[taken["seq"]] = Snapshot(*(taken[name] for name in Snapshot._fields))
            for old in sorted(kept)[:-2]:
                del kept[old]
        if batch.log:
            self.on_commit(batch.log)

    @contextmanager
    def connection(self) -> Iterator[Postgres]:
        """A connection of a thread."""
        if self.is_away or self.chances.here().random() < self.faults.read_fails:
            raise _away()
        yield self


class Transaction:
    """A transaction that a member has sent from its event loop, until the database has it."""

    def __init__(self, postgres: Postgres, batch: WriteBatch) -> None:
        self._postgres, self._batch = postgres, batch
        self.is_lost = False
        self.error: Exception | None = None
        postgres.under_way.append(self)

    def arrive(self) -> None:
        """Commit the transaction in the database, or refuse it."""
        if self.is_lost:
            self.error = ConnectionError("server closed the connection unexpectedly")
            return
        self._postgres.under_way.remove(self)
        try:
            self._postgres.commit(self._batch)
        except Refused as refused:
            self.error = RolledBack(str(refused))


class ModelDatabase(Database):
    """The database as one member reaches it."""

    def __init__(self, postgres: Postgres) -> None:
        super().__init__(cast(sa.Engine, _Engine(postgres)))
        self.thread = OneThread()  # type: ignore[assignment]
        self._postgres = postgres
        self._is_connected = False

    def lock(self, shared: bool = False) -> ServingLock:
        assert shared, "members share the database"
        if self._postgres.is_away:
            raise ConnectionError("connection refused")
        return ServingLock()

    async def open(self) -> None:
        self._is_connected = True

    def committed_by_thread(self) -> None:
        self._is_connected = True

    def commit_here(self, batch: WriteBatch, done: Done) -> Progress:
        if batch.rooms or not self._is_connected:
            return Progress.NOT_POSSIBLE
        postgres, loop = self._postgres, self._postgres.loop
        faults, fate = postgres.faults, postgres.chances.here().random()
        transaction = Transaction(postgres, batch)
        arrives, answered = postgres.delay(), postgres.delay()
        if postgres.is_away or fate < faults.request_lost:
            postgres.under_way.remove(transaction)
            self._lose(answered, done)
            return Progress.SENT
        fate -= faults.request_lost
        is_late = fate < faults.effect_late
        if is_late:
            arrives += postgres.chances.here().uniform(0.0, 3.0)
        loop.call_later(arrives, transaction.arrive, context=WORLD.context())
        if is_late or fate - faults.effect_late < faults.answer_lost:
            self._lose(answered, done)
        else:
            loop.call_later(arrives + answered, self._answer, transaction, done)
        return Progress.SENT

    def _answer(self, transaction: Transaction, done: Done) -> None:
        if transaction.error is not None and not isinstance(transaction.error, RolledBack):
            self._is_connected = False
        done(transaction.error)

    def _lose(self, after: float, done: Done) -> None:
        self._is_connected = False
        self._postgres.loop.call_later(after, done, ConnectionError("the connection was lost"))

    def commit(self, batch: WriteBatch) -> None:
        """Commit from a thread."""
        postgres, fate = self._postgres, self._postgres.chances.here().random()
        if postgres.is_away or fate < postgres.faults.request_lost:
            raise _away()
        try:
            postgres.commit(batch)
        except Refused as refused:
            raise sa.exc.IntegrityError("INSERT", None, refused) from None
        if fate < postgres.faults.request_lost + postgres.faults.answer_lost:
            raise _away()

    def write(self, connection: sa.Connection, batch: WriteBatch) -> None:
        raise NotImplementedError

    def begin_upgrade(self, connection: sa.Connection) -> None:
        raise NotImplementedError

    def begin_consistent(self, connection: sa.Connection) -> sa.Connection:
        raise NotImplementedError

    def size(self, connection: sa.Connection) -> int:
        raise NotImplementedError


class _Engine:
    """The engine that threads use for the database."""

    def __init__(self, postgres: Postgres) -> None:
        self.begin = self.connect = postgres.connection

    def dispose(self) -> None:
        pass


def _away() -> sa.exc.OperationalError:
    return sa.exc.OperationalError("SELECT", None, ConnectionError("server closed the connection unexpectedly"))


# --- Queries: what knockroll.server.storage.queries does with SQL ----------------------------------------------------


def _load_room(db: Postgres, room: str, wanted: SnapshotFilter | None = None) -> StoredRoom | None:
    row = db.rooms.get(room)
    if row is None:
        return None
    snapshot = None
    if wanted is not None:
        last = len(db.log[room]) - wanted.frames_kept
        fit = (wanted.format, wanted.rules(row["game"]))
        kept = [one for one in db.snapshots.get(room, {}).values() if one.seq <= last and one[1:3] == fit]
        snapshot = max(kept, key=lambda one: one.seq, default=None)
    return StoredRoom(room, row["plan"], row["secret"], _log_after(db, room, snapshot.seq if snapshot else 0), snapshot)


def _log_after(db: Postgres, room: str, seq: int) -> list[LogRow]:
    return db.log.get(room, [])[seq:]


def _logs_after(db: Postgres, known: dict[str, int]) -> dict[str, list[LogRow]]:
    return {room: rows for room, seq in known.items() if (rows := _log_after(db, room, seq))}


def _last_numbers(db: Postgres, rooms: list[str]) -> dict[str, int]:
    return {room: len(log) for room in rooms if (log := db.log.get(room))}


def _keep_snapshot(db: Postgres, room: str, snapshot: Snapshot) -> None:
    db.snapshots[room] = {snapshot.seq: snapshot}


def _is_waiting(row: dict[str, Any]) -> bool:
    return bool(row["people"] == 0 and row["status"] != Status.CLOSED.value)


def _waiting(db: Postgres, among: Sequence[str]) -> set[str]:
    return {id for id in among if id in db.rooms and _is_waiting(db.rooms[id])}


def _count_waiting(db: Postgres) -> int:
    return sum(map(_is_waiting, db.rooms.values()))


def _last_at(db: Postgres, id: str) -> float:
    return db.log[id][-1].at if db.log[id] else float(db.rooms[id]["created"])


def _forgotten(db: Postgres, before: float, after: str, limit: int) -> list[str]:
    ids = [id for id, row in db.rooms.items() if _is_waiting(row) and row["changed"] < before > _last_at(db, id)]
    return sorted(id for id in ids if id > after)[:limit]


def _old(db: Postgres, outcome: Outcome, before: float, after: str, limit: int) -> list[str]:
    return []  # nothing becomes that old in a simulation


def _take_due(db: Postgres, now: float, later: float, most: int) -> list[str]:
    due = [(row["look_at"], id) for id, row in db.rooms.items() if row["look_at"] is not None and row["look_at"] <= now]
    found = [id for _, id in sorted(due)[:most]]
    for id in found:
        db.rooms[id]["look_at"] = later
    return found


def _look_later(db: Postgres, times: dict[str, float]) -> None:
    for id, at in times.items():
        if id in db.rooms:
            db.rooms[id]["look_at"] = at


def _look_no_more(db: Postgres, rooms: Sequence[str]) -> None:
    for id in rooms:
        if id in db.rooms:
            db.rooms[id]["look_at"] = None


def _bus_identity(db: Postgres) -> BusIdentity:
    return BusIdentity(b"1 %d" % db.starts, KEY)


QUERIES: dict[str, Callable[..., Any]] = {
    "load_room": _load_room,
    "log_after": _log_after,
    "logs_after": _logs_after,
    "last_numbers": _last_numbers,
    "keep_snapshot": _keep_snapshot,
    "waiting": _waiting,
    "count_waiting": _count_waiting,
    "forgotten": _forgotten,
    "old": _old,
    "take_due": _take_due,
    "look_later": _look_later,
    "look_no_more": _look_no_more,
    "bus_identity": _bus_identity,
}
"""The model's answer to each query, by its name."""
