"""The messages of live connections, and what they are made of: each is defined here, once.

Cards leave the server only through here: in views and in redacted events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

import knockroll
from knockroll.engine.events import Event
from knockroll.engine.options import Value
from knockroll.engine.views import GameView, plain
from knockroll.players import is_slow
from knockroll.server.errors import Code, ErrorDetail, Refusal
from knockroll.server.tables.room import By, Frame, Kind, Room, Status
from knockroll.server.tables.seats import Seat, SeatKind

if TYPE_CHECKING:
    from knockroll.server.edge.transport import Asker, Listener

Online = Callable[[Seat], bool]


class SeatInfo(msgspec.Struct, frozen=True):
    """A seat, as everybody sees it."""

    seat: int
    """Its number."""
    kind: SeatKind
    """Who it is for: ``person`` or ``computer``."""
    name: str | None
    """The display name of who sits there; null if no person does."""
    player: str | None
    """The computer player that moves for this seat, if one does."""
    slow: bool
    """Whether that one takes its time: seconds for a move."""
    free: bool
    """Whether a person may sit down."""
    online: bool
    """Whether its person has a live connection."""
    away: bool
    """Whether its person is away, and a computer player moves for it."""
    gone: bool
    """Whether its player has left a game that people may leave: nobody is dealt in here again."""
    handed_over: bool
    """Whether this person is away by their own wish, until they take the seat back."""
    waiting: bool
    """Whether this person has sat down in the middle of a hand, and is dealt in with the next."""


class Fairness(msgspec.Struct, frozen=True):
    """What makes the game's chance fair."""

    commitment: str
    """SHA-256 of the secret of this game (or of the first, before it begins)."""
    next_commitment: str
    """The same for the game after this one."""
    secret: str | None
    """The secret, when the game is over."""


class Vote(msgspec.Struct, frozen=True):
    """Somebody wants another game, which begins when all who are asked have said yes."""

    what: Literal["rematch", "reset"]
    """A game after this one, or instead of it."""
    by: int
    """Who asked first."""
    asked: list[int]
    """The seats that are asked."""
    yes: list[int]
    """Those of them that have said yes."""


class TableInfo(msgspec.Struct, frozen=True):
    """A table, as everybody sees it."""

    id: str
    """The end of its link."""
    game: str
    """The name of the game."""
    title: str
    """What people call the game."""
    variant: str | None
    """The variant; null if the options are of none."""
    options: dict[str, Value]
    """The value of every option."""
    public: bool
    """Whether it is listed."""
    pace: int
    """Milliseconds from one move to the next of a computer player."""
    clock: int | None
    """Seconds that a person has for a move; null if they have all the time in the world."""
    away: int
    """Seconds until somebody who has gone is played for."""
    substitute: str
    """The computer player that then plays."""
    created: float
    """When it was opened, in seconds since 1970."""
    status: Status
    """Whether it waits for people, plays, is between two games, or is closed."""
    seq: int
    """The number of the last event."""
    games: int
    """How many games have begun."""
    turn: int | None
    """The seat to move; null if none is."""
    scores: tuple[int, ...]
    """The score of each seat."""
    winners: tuple[int, ...]
    """The winners of the game, when it is over."""
    can_join: bool
    """Whether somebody could sit down now."""
    host: int | None
    """The seat of the host; null if that is somebody who has opened the table and not sat down."""
    locked: bool
    """Whether the host lets nobody else sit down."""
    seats: list[SeatInfo]
    """All seats, by number."""
    votes: list[int]
    """The seats that want another game."""
    vote: Vote | None
    """What is being voted on; null if nothing is."""
    fair: Fairness
    """What makes the chance of its games fair."""


# --- What the server sends -----------------------------------------------------------------------------------------


class Hello(msgspec.Struct, frozen=True, tag="hello", tag_field="type"):
    """The first message of a connection. One that resumes has no view: the missed events follow."""

    seq: int
    """The number of the last event."""
    you: int | None
    """Your seat; null if you look on."""
    resumed: bool
    """Whether this goes on from the number that you gave."""
    table: TableInfo
    """The table as it is now."""
    view: Annotated[GameView, plain("View")] | UnsetType | None = UNSET
    """What you may know; null before the first game."""


class EventMessage(msgspec.Struct, frozen=True, tag="event", tag_field="type", omit_defaults=True, gc=False):
    """Something has happened, and is committed."""

    seq: int
    """Its number; they are counted up, for each table by itself."""
    game: int
    """Which of the table's games."""
    kind: Kind
    """What has happened."""
    events: list[Event]
    """What happened at the table of the game, for you to show one after the other."""
    seat: int | UnsetType = UNSET
    """Who did it."""
    name: str | UnsetType | None = UNSET
    """The display name of who sat down or left."""
    move: str | UnsetType = UNSET
    """The move, in the grammar of the game."""
    by: By | UnsetType = UNSET
    """Who made it: the person, a computer player, the substitute, or the clock."""
    entropy: bool | UnsetType = UNSET
    """Whether they have added to the chance of the game."""
    for_good: bool | UnsetType = UNSET
    """Whether they have left a game that people may leave, and are not dealt in again."""
    removed: bool | UnsetType = UNSET
    """Whether it was the host who wanted somebody to leave."""
    handed_over: bool | UnsetType = UNSET
    """Whether somebody is away by their own wish."""
    reset: bool | UnsetType = UNSET
    """Whether the game that is wanted or begins takes the place of one that was not over."""
    by_host: bool | UnsetType = UNSET
    """Whether the host has begun this game without asking the others."""
    locked: bool | UnsetType = UNSET
    """Whether nobody else may sit down from now on."""
    reason: str | UnsetType = UNSET
    """Why the table was closed."""
    deadline: float | UnsetType = UNSET
    """When the clock of the person to move ends, in seconds since 1970."""
    table: TableInfo | UnsetType = UNSET
    """Sent if more than the position has changed."""
    view: Annotated[GameView, plain("View")] | UnsetType | None = UNSET
    """What you may know after it; with ``acts`` if you asked for them (``?acts=true``), since the events tell them."""
    answer: int | str | UnsetType | None = UNSET
    """The id of your move that this answers."""


class Presence(msgspec.Struct, frozen=True, tag="presence", tag_field="type"):
    """Who is there."""

    online: list[int]
    """The seats with a live connection."""


class Reacted(msgspec.Struct, frozen=True, tag="reaction", tag_field="type"):
    """Somebody at the table has something to say. It is no part of the game, has no number, and is not kept."""

    seat: int
    """Who said it."""
    reaction: str
    """Its name: see ``/api/reactions``."""


class ErrorMessage(ErrorDetail, frozen=True, tag="error", tag_field="type"):
    """A message of yours was refused, and nothing has changed."""

    answer: int | str | None = None
    """The id of your message."""


class Pong(msgspec.Struct, frozen=True, tag="pong", tag_field="type"):
    """The answer to a ping."""


class Heartbeat(msgspec.Struct, frozen=True, tag="ping", tag_field="type"):
    """A sign of life on a stream."""


# --- What clients send ---------------------------------------------------------------------------------------------

MoveText = Annotated[str, Meta(max_length=200)]
Id = Annotated[str, Meta(max_length=64)] | int | None


class MoveMessage(msgspec.Struct, frozen=True, tag="move", tag_field="type"):
    """A move that answers the event with the number ``seq``."""

    move: MoveText
    """In the grammar of the game, such as ``draw stock``."""
    seq: int
    """The number of the last event that you have seen: a move that comes too late is refused."""
    id: Id = None
    """Whatever you like; the answer has it."""


class ReactMessage(msgspec.Struct, frozen=True, tag="react", tag_field="type"):
    """Say one of the things that can be said, to everybody at the table."""

    reaction: Annotated[str, Meta(max_length=64)]
    """Its name: see ``/api/reactions``."""
    id: Id = None
    """Whatever you like; the answer has it."""


class PingMessage(msgspec.Struct, frozen=True, tag="ping", tag_field="type"):
    """Is anybody there?"""

    id: Id = None
    """Whatever you like."""


ServerMessage = Hello | EventMessage | Presence | Reacted | ErrorMessage | Pong | Heartbeat
ClientMessage = MoveMessage | ReactMessage | PingMessage


class _OnlyId(msgspec.Struct, frozen=True):
    """What a message that cannot be understood may still have."""

    id: Id = None


_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[MoveMessage | ReactMessage | PingMessage] = msgspec.json.Decoder(ClientMessage)
_id_decoder = msgspec.json.Decoder(_OnlyId)
encode = _encoder.encode
PONG = encode(Pong())
HEARTBEAT = encode(Heartbeat())


class Misunderstood(Refusal):
    """A message that cannot be understood, with its id if it has one."""

    def __init__(self, code: Code, message: str, id: int | str | None = None) -> None:
        super().__init__(code, message)
        self.id = id


def read_message(text: str | bytes | None, most: int) -> MoveMessage | ReactMessage | PingMessage:
    """A message of a client."""
    if text is None:
        raise Misunderstood(Code.MALFORMED, "messages are text, not binary")
    if len(text) > most:
        raise Misunderstood(Code.TOO_LARGE, f"a message has at most {most} characters")
    try:
        return _decoder.decode(text)
    except msgspec.ValidationError as error:
        raise Misunderstood(
            Code.MALFORMED, f"a message is a move, a reaction or a ping: {error}", _id_of(text)
        ) from None
    except (ValueError, RecursionError):
        raise Misunderstood(Code.MALFORMED, "messages are JSON") from None


def _id_of(text: str | bytes) -> int | str | None:
    try:
        return _id_decoder.decode(text).id
    except ValueError:
        return None


# --- What listeners are told ---------------------------------------------------------------------------------------


def table_info(room: Room, online: Online) -> TableInfo:
    """What everybody may know of a room, beside the view."""
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
        seats=[_seat_info(room, i, online(seat)) for i, seat in enumerate(room.seats)],
        votes=sorted(room.votes),
        vote=_vote(room),
        fair=Fairness(fair.commitment, room.fair(room.games + 1).commitment, fair.secret.hex() if over else None),
    )


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
    )


def news(
    room: Room,
    frame: Frame,
    listeners: Iterable[Listener],
    online: Online,
    with_table: bool,
    asker: Asker | None = None,
) -> list[tuple[Listener, bytes]]:
    """What each listener is told of what has just happened. Listeners at the same seat get the same bytes.

    Who asked for it is told that this is the answer.
    """
    who_asked, id = (None, UNSET) if asker is None else asker
    written: dict[tuple[int | None, bool, bool], bytes] = {}
    messages = []
    table = table_info(room, online) if with_table else UNSET
    deadline = _deadline(room)
    # what is no secret is the same for all, and most events are none
    open_to_all = all(event.seen_by is None for event in frame.events)
    events = _events(frame, None) if open_to_all else []
    for listener in listeners:
        seat = frame.number(listener.seat)
        kind = (seat, listener.acts, listener is who_asked)
        if kind not in written:
            if not open_to_all:
                events = _events(frame, seat)
            written[kind] = encode(
                EventMessage(
                    frame.seq,
                    frame.game,
                    frame.kind,
                    events,
                    **frame.told,
                    deadline=deadline,
                    table=table,
                    view=room.view_to_send(seat, listener.acts),
                    answer=id if listener is who_asked else UNSET,
                )
            )
        messages.append((listener, written[kind]))
    return messages


def greeting(
    room: Room, seat: int | None, online: Online, missed: list[tuple[Frame, int | None]] | None, acts: bool
) -> Iterator[bytes]:
    """The first messages of a connection: the whole view, or for one that resumes the events it missed.

    With each missed event comes the number that the receiver had then. Only the last of them has a view with it: the
    one that is true now. There may be thousands: each is written when it is asked for.
    """
    table, view, last = table_info(room, online), room.view(seat, acts=acts or missed is None), room.seq
    if missed is None:
        return iter([encode(Hello(last, seat, False, table, view))])
    hello = encode(Hello(last - len(missed), seat, True, table))
    return chain([hello], (_missed(frame, then, view if frame.seq == last else UNSET) for frame, then in missed))


def _missed(frame: Frame, then: int | None, view: GameView | UnsetType | None) -> bytes:
    return encode(EventMessage(frame.seq, frame.game, frame.kind, _events(frame, then), **frame.told, view=view))


def presence(room: Room, online: Online) -> bytes:
    """Who is there."""
    return encode(Presence([number for number, seat in enumerate(room.seats) if online(seat)]))


def error(refusal: Refusal, id: int | str | None = None) -> bytes:
    """A refusal, of what the receiver sent with this id."""
    detail = refusal.detail()
    return encode(ErrorMessage(detail.code, detail.message, detail.reason, id))


def _events(frame: Frame, seat: int | None) -> list[Event]:
    return [event.without_readers() for event in frame.events_for(seat)]


def _deadline(room: Room) -> float | UnsetType:
    """When the clock of the person to move will end."""
    if room.plan.clock is None or room.turn is None or room.mover() is not None:
        return UNSET
    return round(room.moved_at + room.plan.clock, 1)
