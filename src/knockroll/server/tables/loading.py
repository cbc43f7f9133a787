"""From what is stored of a room to the room: its last snapshot if there is one, and what happened since.

Each entry that changed the position was stored with a fingerprint of the position it led to. Played again, it must lead
to the same one, whatever has become of the rules meanwhile. If it does not, or if the rules have changed and it is not
known, the room is not guessed at: :class:`CannotReplay` says where and why.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from knockroll.server.errors import shorten
from knockroll.server.storage.queries import StoredRoom
from knockroll.server.tables.entries import Entry
from knockroll.server.tables.room import Frame, Room
from knockroll.server.tables.snapshots import Snapshot, restore, rules_of, take


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
    room = Room(stored.id, stored.plan, stored.secret, keep_past=keep_past)
    if stored.snapshot is not None:
        restore(room, stored.snapshot)
    taken = []
    for entry in stored.entries:
        try:
            frame = room.apply(entry)
        except Exception as error:  # whatever a database may hold, it concerns this table alone
            raise CannotReplay(_at(entry, f"{type(error).__name__}: {error}")) from error
        room.forget_frames(frames_kept)
        if frame.fingerprint != entry.fingerprint:
            _compare(stored, entry, frame)
        if entry.seq in take_at:
            taken.append(take(room))
    return Replayed(room, taken)


def _compare(stored: StoredRoom, entry: Entry, frame: Frame) -> None:
    then, now = stored.plan.rules, rules_of(stored.plan)
    played_by = "" if then in ("", now) else f" (it was played by version {then} of the rules, now it is version {now})"
    if entry.fingerprint is not None:
        raise CannotReplay(_at(entry, f"it leads to another position than when it was played{played_by}"))
    if played_by and frame.fingerprint is not None:
        raise CannotReplay(_at(entry, f"it is not known what position it led to{played_by}"))


def _at(entry: Entry, why: str) -> str:
    return shorten(f"entry {entry.seq} ({entry.change.kind}): {why}")
