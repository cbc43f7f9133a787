"""The payload for each receiver: what a seat or a spectator is sent about a room.

Cards leave the server only through here, in views and in redacted events.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from hashlib import sha256
from itertools import chain
from typing import Literal

from msgspec import UNSET, UnsetType

import knockroll
from knockroll.engine.events import Event
from knockroll.engine.views import GameView
from knockroll.players import is_slow
from knockroll.server.errors import Refusal
from knockroll.server.storage.rows import Status
from knockroll.server.tables.audience import Asker, Receiver
from knockroll.server.tables.messages import (
    ErrorMessage,
    EventMessage,
    Fairness,
    Hello,
    Presence,
    SeatInfo,
    TableInfo,
    Vote,
    encode,
)
from knockroll.server.tables.room import Frame, Room


def table_info(room: Room, online: Collection[int]) -> TableInfo:
    """What everyone may know about a room, apart from the view. ``online``: the seats with a live connection."""
    plan, table = room.plan, room.table
    game = knockroll.get_game(plan.game)
    status = room.status
    running = status is Status.RUNNING
    fair = room.fair(max(room.games, 1))
    over = table is not None and table.result is not None
    return TableInfo(
        id=room.id,
        game=plan.game,
        title=game.title,
        variant=plan.variant,
        options=game.option_values(None, plan.variant, plan.options),
        public=plan.public,
        practice=plan.practice,
        pace=plan.pace,
        clock=plan.clock,
        away=plan.away,
        substitute=plan.substitute,
        created=plan.created,
        status=status,
        seq=room.seq,
        games=room.games,
        turn=room.turn if running else None,
        scores=table.scores if table is not None else (),
        winners=table.result.winners if table is not None and table.result is not None else (),
        can_join=room.can_join,
        host=room.host_seat,
        locked=room.locked,
        seats=[_seat_info(room, number, number in online) for number in range(len(room.seats))],
        votes=sorted(room.votes),
        vote=_vote(room),
        fair=Fairness(
            commitment=fair.commitment,
            next_commitment=room.fair(room.games + 1).commitment,
            secret=fair.secret.hex() if over else None,
            entropy=_hashes(room.entropy),
            next_entropy=_hashes(room.votes),
        ),
    )


def _hashes(entropy: Mapping[int, bytes | None]) -> dict[str, str]:
    """The hash of each seat's entropy: it commits the table to the entropy, and does not reveal it during the game."""
    return {str(seat): sha256(more).hexdigest() for seat, more in sorted(entropy.items()) if more is not None}


def _vote(room: Room) -> Vote | None:
    if not room.votes:
        return None
    what: Literal["rematch", "reset"] = "reset" if room.status is Status.RUNNING else "rematch"
    return Vote(what, next(iter(room.votes)), sorted(room.asked), sorted(room.votes))


def _seat_info(room: Room, number: int, online: bool) -> SeatInfo:
    seat, plays = room.seats[number], room.moved_by(number)
    return SeatInfo(
        seat=number,
        kind=seat.kind,
        name=seat.name,
        player=plays,
        slow=plays is not None and is_slow(knockroll.get_game(room.plan.game), plays),
        free=seat.free,
        online=online,
        away=seat.away,
        gone=seat.gone,
        handed_over=seat.handed_over,
        waiting=room.waits(number),
        replaced_by=seat.replaced_by,
    )


def event(
    room: Room,
    frame: Frame,
    receivers: Iterable[Receiver],
    table: TableInfo | UnsetType,
    asker: Asker | None = None,
) -> list[tuple[Receiver, bytes]]:
    """The payload of an event for each receiver. Those at the same seat get the same bytes.

    The listener whose request caused the event is sent the id of its message. ``table`` is sent if more than the
    position changed.
    """
    sender, id = (None, UNSET) if asker is None else asker
    written: dict[tuple[int | None, bool, bool], bytes] = {}
    messages: list[tuple[Receiver, bytes]] = []
    deadline = _deadline(room)
    # most events are public, and then they are the same for everyone
    open_to_all = all(event.seen_by is None for event in frame.events)
    events = _events(frame, None) if open_to_all else []
    for receiver in receivers:
        seat = None if receiver.seat is None else frame.number(receiver.seat)
        kind = (seat, receiver.acts, receiver is sender)
        if kind not in written:
            if not open_to_all:
                events = _events(frame, seat)
            written[kind] = encode(
                EventMessage(
                    frame.seq,
                    frame.game,
                    frame.kind,
                    events,
                    **frame.fields,
                    deadline=deadline,
                    table=table,
                    view=room.view_to_send(seat, receiver.acts),
                    answer=id if receiver is sender else UNSET,
                )
            )
        messages.append((receiver, written[kind]))
    return messages


def greeting(
    room: Room, seat: int | None, table: TableInfo, missed: list[tuple[Frame, int | None]] | None, acts: bool
) -> Iterator[bytes]:
    """The first messages of a connection: the whole view or, for one that resumes, the events it missed.

    Each missed event comes with the seat number that the receiver had then. Only the last has a view, the current one.
    There may be thousands, so each is encoded when it is needed.
    """
    view, last = room.view(seat, acts=acts or missed is None), room.seq
    if missed is None:
        return iter([encode(Hello(last, seat, False, table, view))])
    hello = encode(Hello(last - len(missed), seat, True, table))
    return chain([hello], (_missed(frame, then, view if frame.seq == last else UNSET) for frame, then in missed))


def _missed(frame: Frame, then: int | None, view: GameView | UnsetType | None) -> bytes:
    return encode(EventMessage(frame.seq, frame.game, frame.kind, _events(frame, then), **frame.fields, view=view))


def presence(online: Iterable[int]) -> bytes:
    """The message with the seats that have a live connection."""
    return encode(Presence(sorted(online)))


def error(refusal: Refusal, id: int | str | None = None) -> bytes:
    """The message that refuses the one that the receiver sent with this id."""
    detail = refusal.detail()
    return encode(ErrorMessage(detail.code, detail.message, detail.reason, detail.retry_after, id))


def _events(frame: Frame, seat: int | None) -> list[Event]:
    return [event.without_readers() for event in frame.events_for(seat)]


def _deadline(room: Room) -> float | UnsetType:
    """When the clock of the person to move runs out."""
    if room.plan.clock is None or room.turn is None or room.mover() is not None:
        return UNSET
    return round(room.moved_at + room.plan.clock, 1)
