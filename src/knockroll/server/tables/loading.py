"""From what is stored of a room to the room: its last snapshot if there is one, and what happened since.

Each entry that changed the position was stored with a fingerprint of the position it led to. Played again, it must lead
to the same one, whatever has become of the rules meanwhile. If it does not, or if the rules have changed and it is not
known, the room is not guessed at: :class:`CannotReplay` says where and why.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import msgspec

from knockroll.server.errors import shorten
from knockroll.server.storage.rows import LogRow, RoomRow, Snapshot, StoredRoom
from knockroll.server.tables.entries import entry_of
from knockroll.server.tables.room import Frame, Plan, Room
from knockroll.server.tables.snapshots import restore, rules_of, take


class CannotReplay(Exception):
    """What is stored of a room cannot be played again; the message says where and why."""


class Replayed(NamedTuple):
    """A room, and the snapshots that were taken on the way."""

    room: Room
    snapshots: list[Snapshot]


def replay(
    stored: StoredRoom, frames_kept: int = 0, keep_past: bool = False, take_at: Collection[int] = ()
) -> Replayed:
    """The room that is stored, with its last frames, and perhaps with all its games.

    ``take_at`` are the numbers of entries after which a snapshot is taken. A snapshot that cannot be used is
    :class:`~knockroll.server.tables.snapshots.Unfit`; the whole log may do then.
    """
    plan = msgspec.json.decode(stored.plan, type=Plan)
    room = Room(stored.id, plan, stored.secret, keep_past=keep_past)
    if stored.snapshot is not None:
        restore(room, stored.snapshot)
    taken = []
    for row in stored.log:
        try:
            frame = room.apply(entry_of(row))
        except Exception as error:  # whatever a database may hold, it concerns this table alone
            raise CannotReplay(_at(row, f"{type(error).__name__}: {error}")) from error
        room.forget_frames(frames_kept)
        if frame.fingerprint != row.fingerprint:
            _compare(plan, row, frame)
        if row.seq in take_at:
            taken.append(take(room))
    return Replayed(room, taken)


def _compare(plan: Plan, row: LogRow, frame: Frame) -> None:
    then, now = plan.rules, rules_of(plan)
    played_by = "" if then in ("", now) else f" (it was played with version {then} of the rules; this is version {now})"
    if row.fingerprint is not None:
        raise CannotReplay(_at(row, f"it leads to a different position than when it was played{played_by}"))
    if played_by and frame.fingerprint is not None:
        raise CannotReplay(_at(row, f"the position that it led to is not known{played_by}"))


def _at(row: LogRow, why: str) -> str:
    return shorten(f"entry {row.seq} ({row.kind}): {why}")


def row_of(room: Room) -> RoomRow:
    """The row of a new room."""
    plan = room.plan
    text = msgspec.json.encode(plan).decode()
    return RoomRow(room.id, plan.game, text, room.secret, plan.public, plan.created)
