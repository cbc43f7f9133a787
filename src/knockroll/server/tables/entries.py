"""What can happen in a room: the kinds of entries of its log, what each does, and who may make one.

A room is the replay of its log, so an entry holds everything it takes to make it happen again; its JSON is what the
store keeps, and what earlier versions have stored must go on being read. Entries are made by the functions in the
second half, by those for the host in :mod:`.hosting`, and nowhere else: they check what somebody asks for, and yield
the changes that follow. Each change is applied before the next one is asked for, so what comes later sees the room as
it has become. A function that refuses takes back what it has yielded before: all of it happens, or nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import ClassVar, get_args

import msgspec

from knockroll.server.errors import Code, Refusal
from knockroll.server.tables.room import Applied, By, Kind, Room, Status, Told
from knockroll.server.tables.seats import Seat, free_name


class Move(msgspec.Struct, frozen=True, gc=False):
    """A move, made by a person, a computer player, a substitute or the clock."""

    kind: ClassVar[Kind] = "move"
    seat: int
    move: str
    by: By

    def apply(self, room: Room) -> Applied:
        """Play it."""
        assert room.table is not None
        return {"seat": self.seat, "move": self.move, "by": self.by}, room.table.play(self.move, self.seat)


class Sit(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A person sits down at a free seat."""

    kind: ClassVar[Kind] = "sit"
    seat: int
    name: str
    token: str
    """The hash of the person's token."""
    entropy: str | None
    """The person's part of the first game's chance, in hex."""
    host: bool = False
    """Whether the host sits down, who had no seat before."""

    def apply(self, room: Room) -> Applied:
        """Take the seat."""
        entropy = bytes.fromhex(self.entropy) if self.entropy else None
        room.take_seat(self.seat, self.name, self.token, self.host)
        # the hand on the table is somebody else's, who may play against this person's other self
        room.change_seat(self.seat, entropy=entropy, dealt_in=room.next_hand)
        return {"seat": self.seat, "name": self.name, "entropy": entropy is not None}, ()


class Join(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A person joins a running game that allows it, at a seat of their own."""

    kind: ClassVar[Kind] = "join"
    name: str
    token: str
    seat: int | None = None
    """A seat that somebody has left before being dealt in; by default a new one."""
    host: bool = False
    """Whether the host joins, who had no seat before."""

    def apply(self, room: Room) -> Applied:
        """Add the seat."""
        assert room.table is not None
        number = room.table.join(self.seat)
        room.seats[number : number + 1] = [Seat("person")]
        room.take_seat(number, self.name, self.token, self.host)
        return {"seat": number, "name": self.name}, room.table.events


class Leave(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A person gives up a seat, or loses it; for good in a game that players may leave."""

    kind: ClassVar[Kind] = "leave"
    seat: int
    for_good: bool
    removed: bool = False
    """Whether it was the host who wanted it."""

    def apply(self, room: Room) -> Applied:
        """Empty the seat."""
        name = room.seats[self.seat].name
        unused = False
        if self.for_good:
            assert room.table is not None
            unused = self.seat not in room.table.order
            room.table.leave(self.seat)
        room.empty_seat(self.seat, gone=self.for_good, unused=unused)
        room.votes = {seat: entropy for seat, entropy in room.votes.items() if seat != self.seat}
        events = room.table.events if room.table is not None and self.for_good else ()
        return {"seat": self.seat, "name": name, "for_good": self.for_good, "removed": self.removed}, events


class Start(msgspec.Struct, frozen=True, gc=False):
    """The first game begins; with ``fill``, computer players take the empty seats."""

    kind: ClassVar[Kind] = "start"
    fill: bool

    def apply(self, room: Room) -> Applied:
        """Deal."""
        substitute = room.plan.substitute
        for number, seat in enumerate(room.seats):
            if seat.free and self.fill:
                room.change_seat(number, kind="computer", player=substitute, name=substitute)
        return {}, room.begin({i: seat.entropy for i, seat in enumerate(room.seats)})


class Again(msgspec.Struct, frozen=True, gc=False):
    """A person wants another game."""

    kind: ClassVar[Kind] = "again"
    seat: int
    entropy: str | None

    def apply(self, room: Room) -> Applied:
        """Count the vote."""
        room.votes = {**room.votes, self.seat: bytes.fromhex(self.entropy) if self.entropy else None}
        return {"seat": self.seat, "reset": room.status is Status.RUNNING}, ()


class No(msgspec.Struct, frozen=True, gc=False):
    """A person does not want another game, so there is none; None: who could agree to it has left."""

    kind: ClassVar[Kind] = "no"
    seat: int | None

    def apply(self, room: Room) -> Applied:
        """Forget the votes."""
        room.votes = {}
        told: Told = {"reset": room.status is Status.RUNNING}
        return told if self.seat is None else {"seat": self.seat, **told}, ()


class NextGame(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Another game with the same people begins."""

    kind: ClassVar[Kind] = "game"
    host: bool = False
    """Whether the host wanted it, and nobody else was asked."""

    def apply(self, room: Room) -> Applied:
        """Deal; those who have gone for good make room, empty seats are played for."""
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
        told: Told = {"by_host": True} if self.host else {}
        return told, room.begin({new: entropy[old] for new, old in enumerate(keep)})


class Away(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A person has been gone for too long, or wants a rest: the substitute plays."""

    kind: ClassVar[Kind] = "away"
    seat: int
    handed_over: bool = False
    """Whether the person wanted it."""

    def apply(self, room: Room) -> Applied:
        """Mark the seat."""
        room.change_seat(self.seat, away=True, handed_over=self.handed_over)
        return {"seat": self.seat, "handed_over": self.handed_over}, ()


class Back(msgspec.Struct, frozen=True, gc=False):
    """A person who was away is there again, or has taken the seat back."""

    kind: ClassVar[Kind] = "back"
    seat: int

    def apply(self, room: Room) -> Applied:
        """Mark the seat."""
        room.change_seat(self.seat, away=False, handed_over=False)
        return {"seat": self.seat}, ()


class NewHost(msgspec.Struct, frozen=True, gc=False):
    """The role of the host goes to somebody at the table."""

    kind: ClassVar[Kind] = "host"
    seat: int

    def apply(self, room: Room) -> Applied:
        """Give them the role."""
        room.host = room.seats[self.seat].token
        return {"seat": self.seat}, ()


class Lock(msgspec.Struct, frozen=True, gc=False):
    """The host lets nobody else sit down, or does so again."""

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
        """Close it."""
        room.closed = True
        return {"reason": self.reason}, ()


Change = Move | Sit | Join | Leave | Start | Again | No | NextGame | Away | Back | NewHost | Lock | Close
KINDS: dict[str, type[Change]] = {kind.kind: kind for kind in get_args(Change)}


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One line of a room's log."""

    seq: int
    change: Change
    at: float
    fingerprint: int | None = None
    """Of the position that it led to (see :meth:`knockroll.Table.fingerprint`), if it has changed that."""


_encoder = msgspec.json.Encoder()
_decoders = {name: msgspec.json.Decoder(kind) for name, kind in KINDS.items()}


def encode(change: Change) -> str:
    """A change as the store keeps it, beside its kind."""
    return _encoder.encode(change).decode()


def decode(kind: str, data: str) -> Change:
    """A change as it was stored."""
    return _decoders[kind].decode(data)


# --- Who may do what -----------------------------------------------------------------------------------------------

Changes = Iterator[Change]
Ask = Callable[[Room], Changes]
"""What somebody asks for; answered when it is its turn, by the room as it is then."""


def move(room: Room, seat: Seat, text: str, seq: int) -> Changes:
    """A person makes a move that answers entry ``seq``."""
    refuse_if_closed(room)
    if room.status is not Status.RUNNING:
        why = "has not begun" if room.status is Status.OPEN else "is over"
        raise Refusal(Code.NOT_RUNNING, f"the game {why}")
    number = number_of(room, seat)
    if not room.position <= seq <= room.seq:
        raise Refusal(Code.STALE, f"the move answers number {seq}, but the position is that of number {room.position}")
    if room.waits(number):
        raise _not_yours("you are dealt in with the next hand; this one was dealt to somebody else")
    if room.seats[number].handed_over:
        raise _not_yours("a computer plays for you; take your seat back first")
    if room.turn != number:
        seats = f"it is the turn of seat {room.turn}; you have seat {number}"
        raise Refusal(Code.NOT_YOUR_TURN, seats, reason=f"It is the turn of {{{room.turn}}}.")
    yield Move(number, text, "person")
    if room.seats[number].away:
        yield Back(number)


def move_for(room: Room, text: str, by: By) -> Changes:
    """A computer player, a substitute or the clock moves for the seat to move."""
    assert room.turn is not None
    yield Move(room.turn, text, by)


def sit(room: Room, visitor: Seat | None, name: str, token: str, entropy: bytes | None, wanted: int | None) -> Changes:
    """A person sits down (``token`` is the hash of theirs); the game begins when everybody is there.

    ``visitor``: who they were before, which is somebody if they opened the table.
    """
    refuse_if_closed(room)
    is_host = room.is_host(visitor)
    if room.locked and not is_host:
        raise Refusal(Code.NO_SEAT, "the host of this table lets nobody else sit down")
    name = free_name(name, room.names())
    free = [number for number, seat in enumerate(room.seats) if seat.free and wanted in (None, number)]
    if free:
        kept = entropy.hex() if entropy and room.status is Status.OPEN else None
        yield Sit(free[0], name, token, kept, is_host)
        if room.status is Status.OPEN and not any(seat.free for seat in room.seats):
            yield Start(fill=False)
    elif wanted is None and room.table and room.status is Status.RUNNING and room.table.game.join:
        unused = [number for number, seat in enumerate(room.seats) if seat.unused and room.table.game.join_at]
        yield Join(name, token, unused[0] if unused else None, is_host)
    else:
        where = "this table" if wanted is None else f"seat {wanted}"
        raise Refusal(Code.NO_SEAT, f"there is no free place at {where}", reason="There is no free place any more.")


def leave(room: Room, seat: Seat) -> Changes:
    """A person gives up the seat. In a running game the substitute plays on, and somebody else may sit there."""
    refuse_if_closed(room)
    yield from empty_seat(room, number_of(room, seat), removed=False)


def empty_seat(room: Room, number: int, removed: bool) -> Changes:
    """A seat is empty from now on. Who is left may all want another game; what the host has to say was not said."""
    running, was_host = room.status is Status.RUNNING, room.host_seat == number
    yield Leave(number, running and room.table is not None and room.table.game.leave is not None, removed)
    if running and room.votes and (was_host or not room.all_agree):
        yield No(None)
    yield from next_game_if_all_agree(room)


def again(room: Room, seat: Seat, entropy: bytes | None, reset: bool) -> Changes:
    """A person wants another game: a rematch of a game that is over, or a reset of one that is running."""
    refuse_if_closed(room)
    number = number_of(room, seat)
    if reset and room.status is not Status.RUNNING:
        raise Refusal(Code.NOT_RUNNING, "only a running game can be reset")
    if not reset and room.status is not Status.OVER:
        raise Refusal(Code.NOT_OVER, "a rematch follows a game that is over")
    yield from back(room, seat)  # who wants to play does not want to be played for
    if number not in room.votes:
        yield Again(number, entropy.hex() if entropy else None)
    yield from next_game_if_all_agree(room)


def answer(room: Room, seat: Seat, entropy: bytes | None, yes: bool) -> Changes:
    """A person says yes or no to the game that somebody has asked for; who has asked may take it back."""
    refuse_if_closed(room)
    number = number_of(room, seat)
    if not room.votes:
        raise Refusal(Code.NO_VOTE, "nobody has asked for another game")
    if yes:
        yield from again(room, seat, entropy, reset=room.status is Status.RUNNING)
    else:
        yield No(number)


def next_game_if_all_agree(room: Room) -> Changes:
    """Another game begins as soon as nobody is left to be asked."""
    if room.all_agree:
        yield NextGame()


def away(room: Room, seats: Iterable[Seat]) -> Changes:
    """People have been gone for too long; if a game has yet to begin, it need not wait for a host who has."""
    for seat in seats:
        number = number_of(room, seat)
        if not room.seats[number].away:
            yield Away(number)
            if room.is_host(seat) and room.status is Status.OPEN:
                yield from pass_on(room)


def pass_on(room: Room) -> Changes:
    """The role of a host who is not there goes to somebody who is."""
    heir = room.next_host()
    if heir is not None and not room.seats[heir].away:
        yield NewHost(heir)


def hand_over(room: Room, seat: Seat) -> Changes:
    """A person lets the computer play, and keeps the seat."""
    refuse_if_closed(room)
    number = number_of(room, seat)
    if room.status is not Status.RUNNING:
        raise Refusal(Code.NOT_RUNNING, "there is no game that a computer could play for you")
    if not room.seats[number].handed_over:
        yield Away(number, handed_over=True)
        yield from next_game_if_all_agree(room)


def back(room: Room, seat: Seat) -> Changes:
    """A person who was away is there again, or takes the seat back."""
    refuse_if_closed(room)
    number = number_of(room, seat)
    if room.seats[number].away:
        yield Back(number)


def close(room: Room, reason: str) -> Changes:
    """The room is closed; what was played stays as a record."""
    if not room.closed:
        yield Close(reason)


def refuse_if_closed(room: Room) -> None:
    """A closed room does nothing any more."""
    if room.closed:
        raise Refusal(Code.CLOSED, "this table is closed; its record can still be read")


def number_of(room: Room, seat: Seat) -> int:
    """The number of a person's seat, if they still have it."""
    number = room.number(seat)
    if number is None:
        raise Refusal(Code.NOT_SEATED, "you do not have a seat at this table")
    return number


def _not_yours(why: str) -> Refusal:
    return Refusal(Code.NOT_YOUR_TURN, why, reason=f"{why[0].upper()}{why[1:]}.")
