"""Loading a room from its last snapshot, if there is one, and the log since.

Each entry that changed the position was stored with a fingerprint of the resulting position. Replaying the entry has to
lead to the same position, even if the rules have changed meanwhile. If it does not, or if the rules have changed and
there is no fingerprint, the room is not loaded: :class:`CannotReplay` says where and why.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import msgspec

from knockroll.server.errors import shorten
from knockroll.server.storage.rows import LogRow, RoomRow, Snapshot, StoredRoom
from knockroll.server.tables.entries import NewerEntry, entry_of
from knockroll.server.tables.room import Frame, Plan, Room
from knockroll.server.tables.snapshots import may_be_taken, restore, rules_of, take


class CannotReplay(Exception):
    """A stored room cannot be replayed; the message says where and why."""

    is_newer = False
    """Whether a newer version made the entry, or opened the room with newer rules."""


class Replayed(NamedTuple):
    """A room, and the snapshots taken during the replay."""

    room: Room
    snapshots: list[Snapshot]


def replay(
    stored: StoredRoom, frames_kept: int = 0, keep_past: bool = False, take_at: Collection[int] = ()
) -> Replayed:
    """Replay a stored room, with its last frames and, if asked, all its games.

    ``take_at`` are the numbers of entries after which to take a snapshot. Raises
    :class:`~knockroll.server.tables.snapshots.UnusableSnapshot` if the snapshot cannot be used; then try the whole log.
    """
    plan = msgspec.json.decode(stored.plan, type=Plan)
    room = Room(stored.id, plan, stored.secret, keep_past=keep_past)
    if stored.snapshot is not None:
        restore(room, stored.snapshot)
    taken = []
    for row in stored.log:
        try:
            frame = room.apply(entry_of(row))
        except Exception as error:  # bad data must only affect this table
            failure = CannotReplay(_at(row, f"{type(error).__name__}: {error}"))
            failure.is_newer = isinstance(error, NewerEntry) or _has_newer_rules(plan)
            raise failure from error
        room.forget_frames(frames_kept)
        if frame.fingerprint != row.fingerprint:
            _compare(plan, row, frame)
        if row.seq in take_at and may_be_taken(plan):
            taken.append(take(room))
    return Replayed(room, taken)


def _compare(plan: Plan, row: LogRow, frame: Frame) -> None:
    then, now = plan.rules, rules_of(plan)
    played_by = "" if then in ("", now) else f" (it was played with version {then} of the rules; this is version {now})"
    if row.fingerprint is not None:
        failure = CannotReplay(_at(row, f"it leads to a different position than when it was played{played_by}"))
        failure.is_newer = _has_newer_rules(plan)
        raise failure
    if played_by and frame.fingerprint is not None:
        raise CannotReplay(_at(row, f"the position that it led to is not known{played_by}"))


def _has_newer_rules(plan: Plan) -> bool:
    """Whether a newer version opened the room; during an upgrade, both versions serve the same tables."""
    then, now = plan.rules, rules_of(plan)
    return then.isdigit() and now.isdigit() and int(then) > int(now)


def _at(row: LogRow, why: str) -> str:
    return shorten(f"entry {row.seq} ({row.kind}): {why}")


def row_of(room: Room) -> RoomRow:
    """The row of a new room."""
    plan = room.plan
    text = msgspec.json.encode(plan).decode()
    return RoomRow(room.id, plan.game, text, room.secret, plan.public, plan.created)
