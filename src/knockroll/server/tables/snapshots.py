"""Snapshots: the state of a room after one of its entries, which keeps the loading of old rooms fast.

The log remains the source of truth. Every :data:`EVERY` entries a snapshot is written in the same transaction as the
entry; the last two are kept. A room is loaded from one of them and the entries after it. The chosen one is old enough
for those entries to produce the frames that clients need to resume, so a snapshot contains no frames, nor anything else
that grows: old moves, deals and hands are recovered by replaying the log.

A snapshot is only used with the version of the rules and of this format that wrote it. It is sealed with the room's
secret, so a damaged one, or another room's, is not used.
"""

from __future__ import annotations

import hmac
from typing import Any

import msgspec

import knockroll
from knockroll.engine.chance import Fair
from knockroll.engine.history import History
from knockroll.engine.snapshot import TableSnapshot
from knockroll.server.storage.rows import Snapshot, SnapshotFilter
from knockroll.server.tables.room import Plan, Room
from knockroll.server.tables.seats import Seat

EVERY = 128
"""Entries between two snapshots. Loading replays at most this many, plus those whose frames are kept."""
FORMAT = 1
"""Incremented when the content of a snapshot changes."""


class UnusableSnapshot(Exception):
    """A snapshot cannot be used; the message says why."""


class _Content(msgspec.Struct, frozen=True):
    """The content of a snapshot: everything but what is in the room's row and what is replayed."""

    seats: list[Seat]
    games: int
    position: int
    closed: bool
    host: str | None
    locked: bool
    votes: dict[int, bytes | None]
    table: TableSnapshot | None
    entropy: dict[int, bytes]
    """The seats' entropy for the running game."""
    asked: int
    """How many times chance has been drawn on."""
    moved_at: float = 0.0


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(_Content)


def rules_of(plan: Plan) -> str:
    """The current version of the rules of a room's game."""
    return _rules_version(plan.game)


def _rules_version(game: str) -> str:
    return knockroll.get_game(game).rules_version


def usable(frames_kept: int) -> SnapshotFilter:
    """The snapshots that a room can be loaded from, with at least this many entries to replay after them."""
    return SnapshotFilter(FORMAT, _rules_version, frames_kept)


def last_place(seq: int, frames_kept: int) -> int:
    """The entry of the last snapshot that a room with ``seq`` entries should have; 0 if it needs none."""
    return max(0, seq - frames_kept) // EVERY * EVERY


def may_be_taken(plan: Plan) -> bool:
    """Whether a room may be loaded from a snapshot: not a practice table, where earlier positions may come back."""
    return not plan.practice


def take(room: Room) -> Snapshot:
    """Take a snapshot of a room."""
    table, entropy, asked = None, {}, 0
    if room.table is not None:
        chance = room.table.chance
        assert isinstance(chance, Fair)
        table, entropy, asked = room.table.snapshot(), chance.entropy, chance.mark()
    content = _Content(
        room.seats,
        room.games,
        room.position,
        room.closed,
        room.host,
        room.locked,
        room.votes,
        table,
        entropy,
        asked,
        room.moved_at,
    )
    data = _encoder.encode(content)
    rules = rules_of(room.plan)
    return Snapshot(room.seq, FORMAT, rules, data.decode(), _seal(room, room.seq, FORMAT, rules, data))


def restore(room: Room, snapshot: Snapshot) -> None:
    """Bring a new room to the state of a snapshot, or raise :class:`UnusableSnapshot`."""
    data = snapshot.data.encode()
    if (snapshot.format, snapshot.rules) != (FORMAT, rules_of(room.plan)):
        raise UnusableSnapshot(f"it has format {snapshot.format} and rules {snapshot.rules}")
    seal = _seal(room, snapshot.seq, snapshot.format, snapshot.rules, data)
    if not hmac.compare_digest(seal, snapshot.seal):
        raise UnusableSnapshot("its seal does not match: it is damaged, or from another table")
    try:
        _bring(room, snapshot.seq, _decoder.decode(data))
    except (msgspec.DecodeError, knockroll.KnockrollError) as error:
        raise UnusableSnapshot(f"{type(error).__name__}: {error}") from None


def _bring(room: Room, seq: int, content: _Content) -> None:
    room.seats = content.seats
    room.games, room.seq, room.position = content.games, seq, content.position
    room.frames, room.moved_at = History(forgotten=seq), content.moved_at
    room.closed, room.host, room.locked, room.votes = content.closed, content.host, content.locked, content.votes
    if content.table is not None:
        chance = Fair(room.fair(content.games).secret, content.entropy)
        chance.rewind(content.asked)
        options: dict[str, Any] = room.plan.options
        game = knockroll.get_game(room.plan.game)
        room.table = knockroll.Table.resume(game, content.table, chance, room.plan.variant, options)


def _seal(room: Room, seq: int, format: int, rules: str, data: bytes) -> bytes:
    about = f"knockroll snapshot {room.id} {seq} {format} {rules}\n".encode()
    return hmac.digest(room.secret, about + data, "sha256")
