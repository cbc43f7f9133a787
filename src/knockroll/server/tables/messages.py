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
    """A seat, as everyone sees it."""

    seat: int
    """The seat's number."""
    kind: SeatKind
    """Whether the seat is for a ``person`` or a ``computer``."""
    name: str | None
    """The display name at this seat; null if it is empty."""
    player: str | None
    """The computer player that moves for this seat; null if a person does."""
    slow: bool
    """Whether the computer player at this seat takes seconds for a move."""
    free: bool
    """Whether a person can sit down here."""
    online: bool
    """Whether the person at this seat has a live connection."""
    away: bool
    """Whether the person at this seat is away, and a computer player moves for them."""
    gone: bool
    """Whether the player has left the game for good; this seat is then no longer dealt in."""
    handed_over: bool
    """Whether the person at this seat asked a computer to play until they come back."""
    waiting: bool
    """Whether the person sat down in the middle of a hand and will be dealt in next hand."""
    replaced_by: str | None
    """The player that made the last move in place of the computer player at this seat; null if there was none."""


class Fairness(msgspec.Struct, frozen=True):
    """Proof that the shuffles and throws are fair."""

    commitment: str
    """SHA-256 of this game's secret; before the first game, of the first game's secret."""
    next_commitment: str
    """SHA-256 of the secret of the next game."""
    secret: str | None
    """This game's secret, once the game is over; null until then."""
    entropy: dict[str, str]
    """SHA-256 of the entropy that each seat added to this game, by seat; before the first game, to the first game."""
    next_entropy: dict[str, str]
    """SHA-256 of the entropy that each seat added to the next game when it agreed to that game, by seat."""


class Vote(msgspec.Struct, frozen=True):
    """A vote on another game. The game begins when every seat in ``asked`` has agreed."""

    what: Literal["rematch", "reset"]
    """``rematch``: a game after this one. ``reset``: a game in place of this one."""
    by: int
    """The seat that proposed it."""
    asked: list[int]
    """The seats that have to agree."""
    yes: list[int]
    """The seats that have agreed."""


class TableInfo(msgspec.Struct, frozen=True):
    """A table, as everyone sees it."""

    id: str
    """The table's id, which is the end of its link."""
    game: str
    """The game's name, as used in requests."""
    title: str
    """The game's title, for people."""
    variant: str | None
    """The variant's name; null for the game without a variant."""
    options: dict[str, Value]
    """The value of every option."""
    public: bool
    """Whether the table is listed."""
    practice: bool
    """Whether this is a practice table: people there may ask for hints and take moves back, and nothing counts."""
    pace: int
    """Milliseconds between moves of computer players."""
    clock: int | None
    """Seconds a person has for a move; null for no limit."""
    away: int
    """Seconds until a computer plays for someone who has disconnected."""
    substitute: str
    """The computer player that fills in for people who are away."""
    created: float
    """When the table was opened, in seconds since 1970."""
    status: Status
    """``open``: waiting for people. ``running``: playing. ``over``: the game has ended. ``closed``: read-only."""
    seq: int
    """The number of the latest event."""
    games: int
    """The number of games started at this table."""
    turn: int | None
    """The seat to move; null if no game is running."""
    scores: tuple[int, ...]
    """The score of each seat, by seat number."""
    winners: tuple[int, ...]
    """The winning seats, once the game is over; empty until then."""
    can_join: bool
    """Whether someone can sit down now."""
    host: int | None
    """The host's seat; null if the host has not sat down."""
    locked: bool
    """Whether the host has locked the free seats."""
    seats: list[SeatInfo]
    """All seats, in order of their numbers."""
    votes: list[int]
    """The seats that have agreed to another game."""
    vote: Vote | None
    """The vote in progress; null if there is none."""
    fair: Fairness
    """Proof that the shuffles and throws at this table are fair."""


# --- What the server sends -----------------------------------------------------------------------------------------


class Hello(msgspec.Struct, frozen=True, tag="hello", tag_field="type"):
    """The first message of a connection. If the connection resumes, there is no view, and the missed events follow."""

    seq: int
    """The number of the latest event before those that follow."""
    you: int | None
    """Your seat; null if you are watching."""
    resumed: bool
    """Whether the connection resumes after the event number you gave."""
    table: TableInfo
    """The table's current state."""
    view: Annotated[GameView, plain("View")] | UnsetType | None = UNSET
    """Your view of the game; null before the first game."""


class EventMessage(msgspec.Struct, frozen=True, tag="event", tag_field="type", omit_defaults=True, gc=False):
    """Something has happened at the table. It is saved before it is sent."""

    seq: int
    """The event's number. Each table counts its events from 1."""
    game: int
    """The number of the game at this table, from 1."""
    kind: Kind
    """What kind of event this is."""
    events: list[Event]
    """The steps of the game to show one after another, without cards you may not see."""
    seat: int | UnsetType = UNSET
    """The seat that acted."""
    name: str | UnsetType | None = UNSET
    """The display name of the person who sat down or left."""
    move: str | UnsetType = UNSET
    """The move, as text."""
    player: str | UnsetType = UNSET
    """The computer player that moved in place of the one at the seat; omitted if that one moved itself."""
    by: By | UnsetType = UNSET
    """What chose the move: the ``person``, a ``computer`` player, a ``substitute`` or the ``clock``."""
    entropy: bool | UnsetType = UNSET
    """Whether the person added entropy to the shuffle."""
    for_good: bool | UnsetType = UNSET
    """Whether the person left the game for good; the seat is then no longer dealt in."""
    removed: bool | UnsetType = UNSET
    """Whether the host removed the person."""
    handed_over: bool | UnsetType = UNSET
    """Whether the person asked a computer to play for them."""
    reset: bool | UnsetType = UNSET
    """Whether the new game replaces one that was not over."""
    by_host: bool | UnsetType = UNSET
    """Whether the host started this game without a vote."""
    locked: bool | UnsetType = UNSET
    """Whether the free seats are now locked."""
    reason: str | UnsetType = UNSET
    """The reason the table was closed."""
    taken_back: int | UnsetType = UNSET
    """The number of moves that were taken back."""
    hands: int | UnsetType = UNSET
    """The number of finished hands after moves were taken back."""
    deadline: float | UnsetType = UNSET
    """When the clock of the person to move runs out, in seconds since 1970."""
    table: TableInfo | UnsetType = UNSET
    """The table's current state; sent if more than the position has changed."""
    view: Annotated[GameView, plain("View")] | UnsetType | None = UNSET
    """Your view after the event. It has ``acts`` only if you asked for them (``?acts=true``)."""
    answer: int | str | UnsetType | None = UNSET
    """The id of your message that caused this event."""


class Presence(msgspec.Struct, frozen=True, tag="presence", tag_field="type"):
    """A change in who has a live connection."""

    online: list[int]
    """The seats with a live connection."""


class Reacted(msgspec.Struct, frozen=True, tag="reaction", tag_field="type"):
    """A reaction from someone at the table. It is not part of the game, has no number and is not saved."""

    seat: int
    """The seat that sent the reaction."""
    reaction: str
    """The reaction's name, as listed by ``/api/reactions``."""


class ErrorMessage(ErrorDetail, frozen=True, tag="error", tag_field="type"):
    """Your message was refused and changed nothing. After ``unavailable``, look at the table to be sure."""

    answer: int | str | None = None
    """The id of your message that was refused; null if it had none."""


class Pong(msgspec.Struct, frozen=True, tag="pong", tag_field="type"):
    """The answer to your ping."""


class Heartbeat(msgspec.Struct, frozen=True, tag="ping", tag_field="type"):
    """A sign that the stream is alive, sent when there is nothing else to send."""


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
