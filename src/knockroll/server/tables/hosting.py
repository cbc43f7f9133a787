"""What the host of a table may do.

The person who opens a table is its host, at first without a seat. A table with people always has a host: when the host
leaves, the person who has been there longest takes over.
"""

from __future__ import annotations

from typing import Literal

from knockroll.server.errors import Code, Refusal
from knockroll.server.storage.rows import Status
from knockroll.server.tables.entries import Again, Lock, NewHost, NextGame, Start
from knockroll.server.tables.requests import Changes, empty_seat, refuse_if_closed
from knockroll.server.tables.room import Room
from knockroll.server.tables.seats import Seat

Deed = Literal["start", "remove", "lock", "unlock", "hand_on", "reset"]


def do(room: Room, person: Seat | None, deed: Deed, number: int | None, entropy: bytes | None) -> Changes:
    """Carry out a host's request; ``number`` is the seat concerned."""
    refuse_if_closed(room)
    if not room.is_host(person):
        raise Refusal(Code.NOT_HOST, "only the host can do this", reason=_who_can(room))
    match deed:
        case "start":
            return start(room)
        case "remove":
            return empty_seat(room, _taken_seat(room, number), removed=True)
        case "hand_on":
            return iter((NewHost(_taken_seat(room, number)),))
        case "lock" | "unlock":
            return _lock(room, deed == "lock")
        case "reset":
            return _reset(room, entropy)


def start(room: Room) -> Changes:
    """Start without waiting for more people; computer players take the empty seats."""
    if room.status is not Status.OPEN:
        raise Refusal(Code.NOT_OVER, "the game has already started")
    yield Start(fill=True)


def _lock(room: Room, locked: bool) -> Changes:
    if room.locked != locked:
        yield Lock(locked)


def _reset(room: Room, entropy: bytes | None) -> Changes:
    """Give up the running game and begin another one at once."""
    if room.status is not Status.RUNNING:
        raise Refusal(Code.NOT_RUNNING, "only a running game can be reset")
    if room.host_seat is not None and room.host_seat not in room.votes:
        yield Again(room.host_seat, entropy.hex() if entropy else None)
    yield NextGame(host=True)


def _taken_seat(room: Room, number: int | None) -> int:
    if number is None:
        raise Refusal(Code.MALFORMED, 'give the number of the seat: "seat"')
    if number >= len(room.seats) or not room.seats[number].is_taken:
        raise Refusal(Code.NO_SEAT, f"no one is sitting at seat {number}")
    return number


def _who_can(room: Room) -> str:
    number = room.host_seat
    return "Only the host can do this." if number is None else f"Only {{{number}}}, the host, can do this."
