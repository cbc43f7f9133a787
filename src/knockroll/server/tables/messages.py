"""The messages that live connections receive: each is defined here, once."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from knockroll.engine.events import Event
from knockroll.engine.options import Value
from knockroll.engine.views import GameView, plain
from knockroll.server.errors import ErrorDetail
from knockroll.server.storage.rows import Status
from knockroll.server.tables.room import By, Kind
from knockroll.server.tables.seats import SeatKind


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
    replaced_by: str | None
    """Who made the last move in the place of the computer player that sits here; null if it moved by itself."""


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
    player: str | UnsetType = UNSET
    """The computer player that made the move in the place of the one that sits there, if another one did."""
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


class BotInfo(msgspec.Struct, frozen=True):
    """A bot that is waiting for invitations."""

    name: str
    """The name the bot is listed under."""
    character: str
    """A description of the bot, in one line."""
    games: tuple[str, ...]
    """The games the bot plays."""


class Welcome(msgspec.Struct, frozen=True, tag="welcome", tag_field="type"):
    """The first line sent to a bot that is waiting for invitations."""

    name: str
    """The name the bot is listed under; it ends with a number if another bot has the same name."""


class Invitation(msgspec.Struct, frozen=True, tag="invitation", tag_field="type"):
    """An invitation for a bot to sit down at a table."""

    table: str
    """The table's id, which is the end of its link."""
    game: str
    """The game's name, as used in requests."""
    link: str
    """The table's address."""


ServerMessage = Hello | EventMessage | Presence | Reacted | ErrorMessage | Pong | Heartbeat
encode = msgspec.json.Encoder().encode
PONG = encode(Pong())
HEARTBEAT = encode(Heartbeat())
