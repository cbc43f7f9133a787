"""What people, computer players and the clock may ask of a room, and the changes that follow.

Each function checks a request against the room and yields changes (:mod:`.entries`); requests of the host are in
:mod:`.hosting`. A change is applied before the next one is asked for, so later code sees the room as it has become.
If a function refuses, everything it yielded is undone: a request happens completely or not at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from knockroll.server.errors import Code, Refusal
from knockroll.server.storage.rows import Status
from knockroll.server.tables.entries import (
    Again,
    Away,
    Back,
    Change,
    Close,
    Join,
    Leave,
    Move,
    NewHost,
    NextGame,
    No,
    Sit,
    Start,
)
from knockroll.server.tables.room import By, Room
from knockroll.server.tables.seats import Seat, free_name

Changes = Iterator[Change]
Ask = Callable[[Room], Changes]
"""A request: called with the room when it is its turn, yields the changes that follow."""


def move(room: Room, seat: Seat, text: str, seq: int) -> Changes:
    """Make a person's move in the position after entry ``seq``."""
    refuse_if_closed(room)
    if room.status is not Status.RUNNING:
        why = "has not begun" if room.status is Status.OPEN else "is over"
        raise Refusal(Code.NOT_RUNNING, f"the game {why}")
    number = number_of(room, seat)
    refuse_unless_to_move(room, number, seq, "move")
    yield Move(number, text, "person")
    if room.seats[number].away:
        yield Back(number)


def move_for(room: Room, text: str, by: By, player: str | None = None) -> Changes:
    """Make a move of a computer player, a substitute or the clock, for the seat to move.

    ``player``: the substitute that moves in place of a computer player.
    """
    assert room.turn is not None
    yield Move(room.turn, text, by, player)


def sit(room: Room, visitor: Seat | None, name: str, token: str, entropy: bytes | None, wanted: int | None) -> Changes:
    """Seat a person; the game begins when all seats are taken.

    ``token`` is the hash of the person's new token. ``visitor`` is the person so far: the host without a seat, or None.
    """
    refuse_if_closed(room)
    is_host = room.is_host(visitor)
    if room.locked and not is_host:
        raise Refusal(Code.NO_SEAT, "the host has locked the free seats")
    name = free_name(name, room.names())
    free = [number for number, seat in enumerate(room.seats) if seat.free and wanted in (None, number)]
    if free:
        kept = entropy.hex() if entropy and room.status is Status.OPEN else None
        yield Sit(free[0], name, token, kept, is_host)
        if room.status is Status.OPEN and not any(seat.free for seat in room.seats):
            yield Start(fill=False)
    elif wanted is None and room.table and room.is_joinable:
        unused = [number for number, seat in enumerate(room.seats) if seat.unused and room.table.game.join_at]
        yield Join(name, token, unused[0] if unused else None, is_host)
    else:
        where = "this table" if wanted is None else f"seat {wanted}"
        raise Refusal(Code.NO_SEAT, f"there is no free seat at {where}", reason="There are no free seats left.")


def leave(room: Room, seat: Seat) -> Changes:
    """Give up a person's seat. In a running game a substitute plays on, and someone else may sit there."""
    refuse_if_closed(room)
    yield from empty_seat(room, number_of(room, seat), removed=False)


def empty_seat(room: Room, number: int, removed: bool) -> Changes:
    """Empty a seat. If everyone who remains has agreed to another game, it begins."""
    running, was_host = room.status is Status.RUNNING, room.host_seat == number
    yield Leave(number, running and room.table is not None and room.table.game.leave is not None, removed)
    if running and room.votes and (was_host or not room.all_agree):
        yield No(None)
    yield from next_game_if_all_agree(room)


def again(room: Room, seat: Seat, entropy: bytes | None, reset: bool) -> Changes:
    """Count a person's vote for another game: a rematch after one that is over, or a reset of a running one."""
    refuse_if_closed(room)
    number = number_of(room, seat)
    if reset and room.status is not Status.RUNNING:
        raise Refusal(Code.NOT_RUNNING, "only a running game can be reset")
    if not reset and room.status is not Status.OVER:
        raise Refusal(Code.NOT_OVER, "a rematch is only possible when the game is over")
    yield from back(room, seat)  # a person who wants to play takes over from the computer
    if number not in room.votes:
        yield Again(number, entropy.hex() if entropy else None)
    yield from next_game_if_all_agree(room)


def answer(room: Room, seat: Seat, entropy: bytes | None, yes: bool) -> Changes:
    """Count a person's vote on the proposed game; the proposer can withdraw by voting no."""
    refuse_if_closed(room)
    number = number_of(room, seat)
    if not room.votes:
        raise Refusal(Code.NO_VOTE, "no one has proposed another game")
    if yes:
        yield from again(room, seat, entropy, reset=room.status is Status.RUNNING)
    else:
        yield No(number)


def next_game_if_all_agree(room: Room) -> Changes:
    """Begin another game if everyone who has to agree has agreed."""
    if room.all_agree:
        yield NextGame()


def away(room: Room, seats: Iterable[Seat]) -> Changes:
    """Mark people as away who have been gone for too long. Before the first game, pass on the role of the host."""
    for seat in seats:
        number = number_of(room, seat)
        if not room.seats[number].away:
            yield Away(number)
            if room.is_host(seat) and room.status is Status.OPEN:
                yield from pass_on(room)


def pass_on(room: Room) -> Changes:
    """Pass the role of an absent host to someone who is present."""
    heir = room.next_host()
    if heir is not None and not room.seats[heir].away:
        yield NewHost(heir)


def hand_over(room: Room, seat: Seat) -> Changes:
    """Let a computer play for a person, who keeps the seat."""
    refuse_if_closed(room)
    number = number_of(room, seat)
    if room.status is not Status.RUNNING:
        raise Refusal(Code.NOT_RUNNING, "no game is running, so a computer cannot play for you")
    if not room.seats[number].handed_over:
        yield Away(number, handed_over=True)
        yield from next_game_if_all_agree(room)


def back(room: Room, seat: Seat) -> Changes:
    """Mark a person as back: they were away, or take the seat back."""
    refuse_if_closed(room)
    number = number_of(room, seat)
    if room.seats[number].away:
        yield Back(number)


def close(room: Room, reason: str) -> Changes:
    """Close the room. Its games stay available as records."""
    if not room.closed:
        yield Close(reason)


def is_solo(room: Room) -> bool:
    """Whether a table is for one person and computers only."""
    return not room.plan.public and sum(player is None for player in room.plan.seats) == 1


def close_unplayed(room: Room, token: str) -> Changes:
    """Close the table of a person who plays alone, if they have made no move there."""
    seat = room.find(token)
    is_played = room.frames.forgotten or any(frame.fields.get("by") == "person" for frame in room.frames)
    if seat is not None and is_solo(room) and not is_played:
        yield from close(room, "unplayed")


def refuse_if_closed(room: Room) -> None:
    """Refuse any change to a closed room."""
    if room.closed:
        raise Refusal(Code.CLOSED, "this table is closed; its record can still be read")


def number_of(room: Room, seat: Seat) -> int:
    """The number of a person's seat; refused if they no longer have it."""
    number = room.number(seat)
    if number is None:
        raise Refusal(Code.NOT_SEATED, "you don't have a seat at this table")
    return number


def refuse_unless_to_move(room: Room, number: int, seq: int, what: str) -> None:
    """Refuse a request unless the person at a seat is to move, in the position after entry ``seq``."""
    if not room.position <= seq <= room.seq:
        raise Refusal(Code.STALE, f"the {what} answers event {seq}, but the position is that of event {room.position}")
    if room.waits(number):
        raise _not_yours("you'll be dealt in next hand; this one was dealt to someone else")
    if room.seats[number].handed_over:
        raise _not_yours("a computer is playing for you; take your seat back first")
    if room.turn != number:
        seats = f"it's the turn of seat {room.turn}; you have seat {number}"
        raise Refusal(Code.NOT_YOUR_TURN, seats, reason=f"It's {{{room.turn}'s}} turn.")


def _not_yours(why: str) -> Refusal:
    return Refusal(Code.NOT_YOUR_TURN, why, reason=f"{why[0].upper()}{why[1:]}.")
