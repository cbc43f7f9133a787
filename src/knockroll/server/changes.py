"""What may happen in a room: each function checks, and yields the entries of the log that follow.

An entry is applied before the next one is asked for, so what comes later sees the room as it has become. Before the
first entry a function may refuse; after it, it must not.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from knockroll.server.errors import Code, Refusal
from knockroll.server.rooms import Room, Status
from knockroll.server.seats import Seat, free_name

Changes = Generator[tuple[str, dict[str, Any]], None, None]
"""Kinds and data of entries."""


def move(room: Room, seat: Seat, text: str, seq: int) -> Changes:
    """A person makes a move that answers entry ``seq``."""
    _refuse_if_closed(room)
    if room.status is not Status.RUNNING:
        why = "has not begun" if room.status is Status.OPEN else "is over"
        raise Refusal(Code.NOT_RUNNING, f"the game {why}")
    number = _number(room, seat)
    if not room.position <= seq <= room.seq:
        raise Refusal(Code.STALE, f"the move answers number {seq}, but the position is that of number {room.position}")
    if room.turn != number:
        raise Refusal(Code.NOT_YOUR_TURN, f"it is the turn of seat {room.turn}; you have seat {number}")
    yield "move", {"seat": number, "move": text, "by": "person"}
    if seat.away:
        yield "back", {"seat": number}


def sit(room: Room, name: str, token: str, entropy: bytes | None, wanted: int | None) -> Changes:
    """A person sits down (``token`` is the hash of theirs); the game begins when everybody is there."""
    _refuse_if_closed(room)
    name = free_name(name, room.names())
    free = [number for number, seat in enumerate(room.seats) if seat.free and wanted in (None, number)]
    if free:
        kept = entropy.hex() if entropy and room.status is Status.OPEN else None
        yield "sit", {"seat": free[0], "name": name, "token": token, "entropy": kept}
        if room.status is Status.OPEN and not any(seat.free for seat in room.seats):
            yield "start", {"fill": False}
    elif wanted is None and room.table and room.status is Status.RUNNING and room.table.game.join:
        yield "join", {"name": name, "token": token}
    else:
        where = "this table" if wanted is None else f"seat {wanted}"
        raise Refusal(Code.NO_SEAT, f"there is no free place at {where}")


def start(room: Room, seat: Seat | None) -> Changes:
    """Begin although not everybody is there; computer players take the empty seats."""
    _refuse_if_closed(room)
    if room.status is not Status.OPEN:
        raise Refusal(Code.NOT_OVER, "the game has begun already")
    if seat is not None:
        _number(room, seat)
    yield "start", {"fill": True}


def leave(room: Room, seat: Seat) -> Changes:
    """A person gives up the seat. In a running game the substitute plays on, and somebody else may sit there."""
    _refuse_if_closed(room)
    number = _number(room, seat)
    running = room.status is Status.RUNNING
    for_good = running and room.table is not None and room.table.game.leave is not None
    yield "leave", {"seat": number, "for_good": for_good}
    yield from another_game_if_all_agree(room)


def again(room: Room, seat: Seat, entropy: bytes | None, reset: bool) -> Changes:
    """A person wants another game: a rematch of a game that is over, or a reset of one that is running."""
    _refuse_if_closed(room)
    number = _number(room, seat)
    if reset and room.status is not Status.RUNNING:
        raise Refusal(Code.NOT_RUNNING, "only a running game can be reset")
    if not reset and room.status is not Status.OVER:
        raise Refusal(Code.NOT_OVER, "a rematch follows a game that is over")
    if number not in room.votes:
        yield "again", {"seat": number, "entropy": entropy.hex() if entropy else None}
    yield from another_game_if_all_agree(room)


def another_game_if_all_agree(room: Room) -> Changes:
    """Everybody who is there must want it; who is away or has left is not asked."""
    asked = {number for number, seat in enumerate(room.seats) if seat.is_taken and not seat.away}
    if room.votes and asked and asked <= set(room.votes):
        yield "game", {}


def back(room: Room, seat: Seat) -> Changes:
    """A person who was away is there again."""
    _refuse_if_closed(room)
    if seat.away:
        yield "back", {"seat": _number(room, seat)}


def close(room: Room, reason: str) -> Changes:
    """The room is closed; what was played stays as a record."""
    if not room.closed:
        yield "close", {"reason": reason}


def _refuse_if_closed(room: Room) -> None:
    if room.closed:
        raise Refusal(Code.CLOSED, "this table is closed; its record can still be read")


def _number(room: Room, seat: Seat) -> int:
    number = room.number(seat)
    if number is None or not seat.is_taken:
        raise Refusal(Code.NOT_SEATED, "you do not have this seat any more")
    return number
