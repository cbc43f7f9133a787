"""From what is stored of a room to the room: its log is played again."""

from __future__ import annotations

from knockroll.server.errors import shorten
from knockroll.server.room import Room
from knockroll.server.stored import StoredRoom


class CannotReplay(Exception):
    """What is stored of a room cannot be played again; the message says where and why."""


def replay(stored: StoredRoom, frames_kept: int = 0, keep_past: bool = False) -> Room:
    """The room that a log leads to, with its last frames, and perhaps with all its games."""
    room = Room(stored.id, stored.plan, stored.secret, frames_kept, keep_past=keep_past)
    for entry in stored.entries:
        try:
            room.apply(entry)
        except Exception as error:  # whatever a database may hold, it concerns this table alone
            why = f"entry {entry.seq} ({entry.change.kind}): {type(error).__name__}: {error}"
            raise CannotReplay(shorten(why)) from error
    return room
