"""The log of a room: the kinds of entries, and what each one does to the room.

A room is the replay of its log, so an entry holds everything needed to apply it again. The store keeps it as JSON,
which every later version has to read. :mod:`.requests` decides what may be asked for, and by whom.
"""

from __future__ import annotations

from typing import ClassVar, get_args

import msgspec

from knockroll.server.storage.rows import LogRow, Status
from knockroll.server.tables.room import Applied, By, EventFields, Kind, Room
from knockroll.server.tables.seats import Seat

SUBSTITUTED: frozenset[By] = frozenset({"substitute", "clock"})
"""The values of ``by`` for moves that the player at the seat did not choose."""


class Move(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A move, made by a person, a computer player, a substitute or the clock."""

    kind: ClassVar[Kind] = "move"
    seat: int
    move: str
    by: By
    player: str | None = None
    """The computer player that moved in place of the one at the seat."""

    def apply(self, room: Room) -> Applied:
        """Play the move."""
        assert room.table is not None
        if self.by == "person":
            room.note_decision(self.seat)
        events = room.table.play(self.move, self.seat)
        fields: EventFields = {"seat": self.seat, "move": self.move, "by": self.by}
        room.note_substitute(self.seat, self.player or room.plan.substitute if self.by in SUBSTITUTED else None)
        if self.player is not None:
            fields["player"] = self.player
        return fields, events


class TakeBack(msgspec.Struct, frozen=True, gc=False):
    """A person at a practice table takes back a move, with everything that followed it. The log keeps all of it."""

    kind: ClassVar[Kind] = "take_back"
    seat: int
    move: int
    """The number of the entry with the move."""

    def apply(self, room: Room) -> Applied:
        """Return to the position before the move."""
        assert room.table is not None
        before = len(room.table.moves)
        room.take_back(self.move)
        taken_back = before - len(room.table.moves)
        return {"seat": self.seat, "taken_back": taken_back, "hands": len(room.table.hands)}, ()


class Sit(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A person sits down at a free seat."""

    kind: ClassVar[Kind] = "sit"
    seat: int
    name: str
    token: str
    """The hash of the person's token."""
    entropy: str | None
    """The person's entropy for the first game, in hex."""
    host: bool = False
    """Whether this is the host, who had no seat before."""

    def apply(self, room: Room) -> Applied:
        """Take the seat."""
        entropy = bytes.fromhex(self.entropy) if self.entropy else None
        room.take_seat(self.seat, self.name, self.token, self.host)
        # the hand in progress was dealt to someone else; this person must not see it, and may hold another seat
        room.change_seat(self.seat, entropy=entropy, dealt_in=room.next_hand)
        return {"seat": self.seat, "name": self.name, "entropy": entropy is not None}, ()


class Join(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A person joins a running game that allows it, at a new seat."""

    kind: ClassVar[Kind] = "join"
    name: str
    token: str
    seat: int | None = None
    """A seat that someone left before being dealt in; by default a new one."""
    host: bool = False
    """Whether this is the host, who had no seat before."""

    def apply(self, room: Room) -> Applied:
        """Add the seat."""
        assert room.table is not None
        number = room.table.join(self.seat)
        room.decisions = ()  # earlier positions have fewer seats
        room.seats[number : number + 1] = [Seat("person")]
        room.take_seat(number, self.name, self.token, self.host)
        return {"seat": number, "name": self.name}, room.table.events


class Leave(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A person gives up a seat or is removed; for good in games that players may leave."""

    kind: ClassVar[Kind] = "leave"
    seat: int
    for_good: bool
    removed: bool = False
    """Whether the host removed the person."""

    def apply(self, room: Room) -> Applied:
        """Empty the seat."""
        name = room.seats[self.seat].name
        unused = False
        if self.for_good:
            assert room.table is not None
            unused = self.seat not in room.table.order
            room.table.leave(self.seat)
            room.decisions = ()
        room.empty_seat(self.seat, gone=self.for_good, unused=unused)
        room.votes = {seat: entropy for seat, entropy in room.votes.items() if seat != self.seat}
        events = room.table.events if room.table is not None and self.for_good else ()
        return {"seat": self.seat, "name": name, "for_good": self.for_good, "removed": self.removed}, events


class Start(msgspec.Struct, frozen=True, gc=False):
    """The first game begins; with ``fill``, computer players take the empty seats."""

    kind: ClassVar[Kind] = "start"
    fill: bool

    def apply(self, room: Room) -> Applied:
        """Fill the seats, and deal."""
        substitute = room.plan.substitute
        for number, seat in enumerate(room.seats):
            if seat.free and self.fill:
                room.change_seat(number, kind="computer", player=substitute, name=substitute)
        return {}, room.begin(room.entropy)


class Again(msgspec.Struct, frozen=True, gc=False):
    """A person votes for another game."""

    kind: ClassVar[Kind] = "again"
    seat: int
    entropy: str | None

    def apply(self, room: Room) -> Applied:
        """Count the vote."""
        room.votes = {**room.votes, self.seat: bytes.fromhex(self.entropy) if self.entropy else None}
        return {"seat": self.seat, "reset": room.status is Status.RUNNING}, ()


class No(msgspec.Struct, frozen=True, gc=False):
    """A vote on another game ends: the person at ``seat`` votes no or, if None, someone whose vote is needed left."""

    kind: ClassVar[Kind] = "no"
    seat: int | None

    def apply(self, room: Room) -> Applied:
        """Drop the votes."""
        room.votes = {}
        fields: EventFields = {"reset": room.status is Status.RUNNING}
        return fields if self.seat is None else {"seat": self.seat, **fields}, ()


class NextGame(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Another game with the same people begins."""

    kind: ClassVar[Kind] = "game"
    host: bool = False
    """Whether the host started it without a vote."""

    def apply(self, room: Room) -> Applied:
        """Deal. Seats left for good are removed; computers play for empty ones."""
        assert room.table is not None
        room.remember_game()
        entropy = [room.votes.get(i) for i in range(len(room.seats))]
        keep = [i for i, seat in enumerate(room.seats) if not seat.gone]
        while len(keep) < room.table.game.min_seats:
            room.seats.append(Seat("computer", room.plan.substitute, room.plan.substitute))
            entropy.append(None)
            keep.append(len(room.seats) - 1)
        room.seats = [room.seats[i] for i in keep]
        room.votes = {}
        fields: EventFields = {"by_host": True} if self.host else {}
        return fields, room.begin({new: entropy[old] for new, old in enumerate(keep)})


class Away(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A person has been gone for too long, or lets a computer play."""

    kind: ClassVar[Kind] = "away"
    seat: int
    handed_over: bool = False
    """Whether the person asked for it."""

    def apply(self, room: Room) -> Applied:
        """Mark the seat."""
        room.change_seat(self.seat, away=True, handed_over=self.handed_over)
        return {"seat": self.seat, "handed_over": self.handed_over}, ()


class Back(msgspec.Struct, frozen=True, gc=False):
    """A person who was away is back, or has taken the seat back."""

    kind: ClassVar[Kind] = "back"
    seat: int

    def apply(self, room: Room) -> Applied:
        """Mark the seat."""
        room.change_seat(self.seat, away=False, handed_over=False)
        return {"seat": self.seat}, ()


class NewHost(msgspec.Struct, frozen=True, gc=False):
    """Someone at the table becomes the host."""

    kind: ClassVar[Kind] = "host"
    seat: int

    def apply(self, room: Room) -> Applied:
        """Pass on the role."""
        room.host = room.seats[self.seat].token
        return {"seat": self.seat}, ()


class Lock(msgspec.Struct, frozen=True, gc=False):
    """The host locks or unlocks the free seats."""

    kind: ClassVar[Kind] = "lock"
    locked: bool

    def apply(self, room: Room) -> Applied:
        """Lock or unlock the seats."""
        room.locked = self.locked
        return {"locked": self.locked}, ()


class Close(msgspec.Struct, frozen=True, gc=False):
    """The room is closed: from now on it can only be read."""

    kind: ClassVar[Kind] = "close"
    reason: str

    def apply(self, room: Room) -> Applied:
        """Close the room."""
        room.closed = True
        return {"reason": self.reason}, ()


Change = Move | TakeBack | Sit | Join | Leave | Start | Again | No | NextGame | Away | Back | NewHost | Lock | Close
KINDS: dict[str, type[Change]] = {kind.kind: kind for kind in get_args(Change)}


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One line of a room's log."""

    seq: int
    change: Change
    at: float
    fingerprint: int | None = None
    """The fingerprint of the resulting position (:meth:`knockroll.Table.fingerprint`), if the entry changed it."""


_encoder = msgspec.json.Encoder()
_decoders = {name: msgspec.json.Decoder(kind) for name, kind in KINDS.items()}


def encode(change: Change) -> str:
    """A change as stored, without its kind."""
    return _encoder.encode(change).decode()


class NewerEntry(ValueError):
    """An entry of a kind that only a newer version knows."""


def decode(kind: str, data: str) -> Change:
    """The change of a kind that was stored as ``data``."""
    decoder = _decoders.get(kind)
    if decoder is None:
        raise NewerEntry(f"entries of the kind {kind!r} are from a newer version")
    return decoder.decode(data)


def row_of(room: str, entry: Entry) -> LogRow:
    """An entry as a row of the log."""
    change = entry.change
    return LogRow(room, entry.seq, change.kind, encode(change), entry.at, entry.fingerprint)


def entry_of(row: LogRow) -> Entry:
    """The entry that a row of the log holds."""
    return Entry(row.seq, decode(row.kind, row.data), row.at, row.fingerprint)
