"""What listeners are told, as JSON. Cards leave the server only through here: in views and in redacted events."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import orjson

import knockroll
from knockroll.server.rooms import Frame, Room
from knockroll.server.seats import Seat

if TYPE_CHECKING:
    from knockroll.server.keeper import Listener

Online = Callable[[Seat], bool]


def event_message(frame: Frame, seat: int | None) -> dict[str, Any]:
    """A numbered event as a seat may see it, without a view."""
    return {**_head(frame), "events": _events(frame, seat)}


def _head(frame: Frame) -> dict[str, Any]:
    return {"type": "event", "seq": frame.seq, "game": frame.game, "kind": frame.kind, **frame.told}


def _events(frame: Frame, seat: int | None) -> list[dict[str, Any]]:
    return [knockroll.redact(event, seat).to_dict() for event in frame.events]


def deadline(room: Room) -> float | None:
    """When the clock of the person to move will end, in seconds since 1970, for a turn that begins now."""
    if room.plan.clock is None or room.turn is None or room.mover() is not None:
        return None
    return round(time.time() + room.plan.clock, 1)


def news(
    room: Room, frame: Frame, listeners: Iterable[Listener], online: Online, with_table: bool
) -> list[tuple[Listener, bytes]]:
    """What each listener is told of what has just happened. Listeners at the same seat get the same bytes."""
    written: dict[int | None, bytes] = {}
    messages = []
    message = _head(frame)
    if with_table:
        message["table"] = room.to_dict(online)
    ends = deadline(room)
    if ends is not None:
        message["deadline"] = ends
    # what is no secret is the same for all, and most events are none
    open_to_all = all(event.seen_by is None for event in frame.events)
    if open_to_all:
        message["events"] = _events(frame, None)
    for listener in listeners:
        seat = room.number(listener.seat)
        if seat not in written:
            if not open_to_all:
                message["events"] = _events(frame, seat)
            message["view"] = room.view(seat)
            written[seat] = orjson.dumps(message)
        messages.append((listener, written[seat]))
    return messages


def greeting(
    room: Room, who: Seat | None, online: Online, missed: list[Frame] | None, then: Seat | None
) -> list[bytes]:
    """The first messages of a connection: the whole view, or for one that resumes the events it missed.

    Only the last of the missed events has a view with it: the one that is true now. ``then`` is who the receiver is in
    the missed frames: the same seat, or its twin in a replay.
    """
    seat = room.number(who)
    hello: dict[str, Any] = {
        "type": "hello",
        "seq": room.seq if missed is None else room.seq - len(missed),
        "you": seat,
        "resumed": missed is not None,
        "table": room.to_dict(online),
    }
    if missed is None:
        return [orjson.dumps({**hello, "view": room.view(seat)})]
    messages = [event_message(frame, frame.number(then)) for frame in missed]
    if messages:
        messages[-1]["view"] = room.view(seat)
    return [orjson.dumps(message) for message in (hello, *messages)]


def presence(room: Room, online: Online) -> bytes:
    """Who is there."""
    there = [number for number, seat in enumerate(room.seats) if online(seat)]
    return orjson.dumps({"type": "presence", "online": there})


def answered(message: bytes, id: bytes) -> bytes:
    """The message, marked as the answer to what the receiver sent with this id."""
    return b'{"answer":' + id + b"," + message[1:]
