"""The bodies of HTTP requests and answers. What live messages have, too, is in :mod:`knockroll.server.messages`."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from knockroll.engine.events import Event
from knockroll.engine.game import Hand, Look, Result
from knockroll.engine.options import OptionsSchema, Value
from knockroll.engine.showing import Showing
from knockroll.engine.views import GameView, plain
from knockroll.server.errors import ErrorDetail
from knockroll.server.hosting import Deed
from knockroll.server.messages import MoveText, TableInfo
from knockroll.server.reactions import Reaction
from knockroll.server.seats import LONGEST_NAME

Name = Annotated[str, Meta(max_length=64)]
DisplayName = Annotated[
    str,
    Meta(min_length=1, max_length=100, description=f"A display name; {LONGEST_NAME} characters of it may be visible."),
]
Entropy = Annotated[str, Meta(max_length=128)] | None


# --- Requests ------------------------------------------------------------------------------------------------------


class PersonSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="person", tag_field="kind"):
    """A seat for a person."""


class ComputerSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="computer", tag_field="kind"):
    """A seat for a computer player."""

    player: Name | None = None
    """Its name; by default those of the game in turn."""


SeatPlan = PersonSeat | ComputerSeat


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to open."""

    game: Name
    variant: Name | None = None
    options: Annotated[dict[str, Value], Meta(max_length=64)] = {}
    seats: Annotated[list[SeatPlan], Meta(max_length=16)] | None = None
    """By default one person, and computer players in the other usual seats."""
    public: bool = False
    """Whether the table is listed; else only who has its link finds it."""
    pace: Annotated[int, Meta(ge=0, le=10_000)] = 0
    """Milliseconds that a computer player takes for a move."""
    clock: Annotated[int, Meta(ge=1, le=86_400)] | None = None
    """Seconds that a person has for a move."""
    away: Annotated[int, Meta(ge=1, le=86_400)] = 60
    """Seconds until somebody who has gone is played for."""
    substitute: Name | None = None
    """Who plays for them; by default the usual opponent."""
    name: DisplayName | None = None
    """The display name that you are about to sit down with: no table is opened if that would be refused."""


class Sitting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who sits down."""

    name: DisplayName
    seat: Annotated[int, Meta(ge=0, le=63)] | None = None
    """The seat; by default the first that is free."""
    entropy: Entropy = None
    """Your part of the game's chance: up to 64 random bytes, in hex."""


class Another(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody wants another game."""

    entropy: Entropy = None
    """Your part of its chance: up to 64 random bytes, in hex."""


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody says to another game that was asked for."""

    yes: bool
    entropy: Entropy = None
    """Your part of its chance: up to 64 random bytes, in hex."""


class HostRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the host of a table wants."""

    do: Deed
    seat: Annotated[int, Meta(ge=0, le=63)] | None = None
    """Who is to be removed, or to be the host."""
    entropy: Entropy = None
    """For a reset: your part of the new game's chance, up to 64 random bytes, in hex."""


class Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A move, and the number of the last event that its maker has seen."""

    move: MoveText
    """In the grammar of the game, such as ``draw stock``."""
    seq: Annotated[int, Meta(ge=0, le=2**53)]


class WaitingBot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot that waits for invitations."""

    name: DisplayName
    games: Annotated[list[Name], Meta(max_length=64)] = []
    """What it plays; by default all games."""
    character: Annotated[str, Meta(max_length=200)] = ""
    """Who it is, in one line."""


class InviteRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whom to invite."""

    bot: DisplayName
    """The name of a bot that waits."""


class ReplayRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record to be replayed. What is in it is checked by the engine."""

    record: Annotated[msgspec.Raw, Meta(extra_json_schema={"type": "object"})]
    """A record, see docs/records.md."""


# --- Answers -------------------------------------------------------------------------------------------------------


class PlayerInfo(msgspec.Struct, frozen=True):
    """A computer player."""

    name: str
    character: str
    strength: int
    """From 1 to 5, as the ladder has it; 0 if nobody has measured it."""
    look: tuple[Look, ...]
    """How it may be drawn; what is left open follows from the name."""


class VariantInfo(msgspec.Struct, frozen=True):
    """A named set of options."""

    help: str
    options: dict[str, Value]
    max_seats: int


class RuleSet(msgspec.Struct, frozen=True):
    """A set of rules that is offered by name."""

    variant: str | None
    """What to open a table with; null for the game as its source has it."""
    title: str
    help: str
    options: dict[str, Value]
    """The values of all options."""
    max_seats: int


class GameInfo(msgspec.Struct, frozen=True):
    """A game that can be played here."""

    name: str
    title: str
    summary: str
    score_name: str
    min_seats: int
    max_seats: int
    default_seats: int
    can_join: bool
    """Whether people may join and leave between hands."""
    options: OptionsSchema
    variants: dict[str, VariantInfo]
    rule_sets: list[RuleSet]
    """What to offer people, the one to begin with first. A table that is opened without a variant has the source's."""
    players: list[PlayerInfo]
    """The usual opponent first."""
    showing: Showing
    """How the game is told and shown."""


class GameWithRules(GameInfo, frozen=True):
    """A game with its rule book."""

    rules: str
    """The rule book, in Markdown."""


class Games(msgspec.Struct, frozen=True):
    """All games."""

    games: list[GameInfo]


class Tables(msgspec.Struct, frozen=True):
    """A list of tables."""

    tables: list[TableInfo]


class TableAnswer(msgspec.Struct, frozen=True):
    """A table, and which seat you have."""

    you: int | None
    link: str
    table: TableInfo


class Opened(TableAnswer, frozen=True):
    """A table that you have opened; the token of its host is shown this once."""

    host: str
    """Send it when you sit down, and the token of your seat is the host's from then on."""


class Seated(TableAnswer, frozen=True):
    """Your seat; the token is shown this once."""

    token: str


class Position(msgspec.Struct, frozen=True):
    """Where the game is, as far as you may know. The view is null before the game begins."""

    seq: int
    you: int | None
    view: Annotated[GameView, plain("View")] | None


class BotInfo(msgspec.Struct, frozen=True):
    """A bot that waits for invitations."""

    name: str
    character: str
    games: tuple[str, ...]
    """What it plays."""


class BotsWaiting(msgspec.Struct, frozen=True):
    """The bots that wait for invitations."""

    bots: list[BotInfo]


class Welcome(msgspec.Struct, frozen=True, tag="welcome", tag_field="type"):
    """The first line that a bot gets which waits for invitations."""

    name: str
    """What it is listed as: with a number, if there is another of its name."""


class Invitation(msgspec.Struct, frozen=True, tag="invitation", tag_field="type"):
    """A bot is asked to sit down somewhere."""

    table: str
    game: str
    link: str


class Reactions(msgspec.Struct, frozen=True):
    """What people at a table can say to each other."""

    reactions: list[Reaction]


class Health(msgspec.Struct, frozen=True):
    """Whether the server works."""

    status: Literal["ok"]
    version: str


class ErrorAnswer(msgspec.Struct, frozen=True):
    """A refusal."""

    error: ErrorDetail


class ReplayStep(msgspec.Struct, frozen=True):
    """A position of a game, and what led to it."""

    move: str | None
    seat: int | None
    events: list[Event]
    view: Annotated[GameView, plain("StepView")]


class Replay(msgspec.Struct, frozen=True):
    """A game step by step, all hands open."""

    game: str
    title: str
    seats: int
    verified: bool
    lines: list[str]
    result: Result | None
    hands: list[Hand]
    steps: list[ReplayStep]
