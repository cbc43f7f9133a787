"""The bodies of HTTP requests and answers. Live messages are in :mod:`knockroll.server.tables.messages`."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from knockroll.engine.events import Event
from knockroll.engine.game import Hand, Result
from knockroll.engine.names import LONGEST_NAME
from knockroll.engine.options import OptionsSchema, Value
from knockroll.engine.showing import Showing
from knockroll.engine.views import GameView, plain
from knockroll.players.player import Face
from knockroll.server.api.client_messages import MoveText
from knockroll.server.errors import ErrorDetail
from knockroll.server.tables.hosting import Deed
from knockroll.server.tables.messages import BotInfo, TableInfo
from knockroll.server.tables.reactions import Reaction

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
    """Its name."""
    variant: Name | None = None
    """A variant of the game; without one it is played as its source has it."""
    options: Annotated[dict[str, Value], Meta(max_length=64)] = {}
    """Options by name, on top of the variant."""
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


class SitRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who sits down."""

    name: DisplayName
    seat: Annotated[int, Meta(ge=0, le=63)] | None = None
    """The seat; by default the first that is free."""
    entropy: Entropy = None
    """Your part of the game's chance: up to 64 random bytes, in hex."""


class NewGameRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody wants another game."""

    entropy: Entropy = None
    """Your part of its chance: up to 64 random bytes, in hex."""


class VoteRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody says to another game that was asked for."""

    yes: bool
    """Whether you want it, too."""
    entropy: Entropy = None
    """Your part of its chance: up to 64 random bytes, in hex."""


class HostRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the host of a table wants."""

    do: Deed
    """What you want done."""
    seat: Annotated[int, Meta(ge=0, le=63)] | None = None
    """Who is to be removed, or to be the host."""
    entropy: Entropy = None
    """For a reset: your part of the new game's chance, up to 64 random bytes, in hex."""


class MoveRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A move, and the number of the last event that its maker has seen."""

    move: MoveText
    """In the grammar of the game, such as ``draw stock``."""
    seq: Annotated[int, Meta(ge=0, le=2**53)]
    """A move that comes too late is refused."""


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
    """What it is called, here and in requests."""
    character: str
    """Who that is, in one line."""
    strength: int
    """From 1 to 5, as the ladder has it; 6 for one that searches, and beats all of those; 0 if not measured."""
    look: tuple[Face, ...]
    """How it may be drawn; what is left open follows from the name."""
    slow: bool = False
    """Whether it takes its time: seconds for a move."""
    state: Literal["ready", "preparing", "missing"] = "ready"
    """Whether it can play now, or is getting ready, or something that it needs is not installed."""
    progress: float = 1.0
    """How far it is with getting ready, from 0 to 1."""
    seconds: float = 0.0
    """How long that will still take, roughly."""
    install: str | None = None
    """The command that installs what it needs; null if nothing is missing."""


class VariantInfo(msgspec.Struct, frozen=True):
    """A named set of options."""

    help: str
    """What it is, in a sentence or two."""
    options: dict[str, Value]
    """The options that it sets."""
    max_seats: int
    """For how many at most."""


class RuleSet(msgspec.Struct, frozen=True):
    """A set of rules that is offered by name."""

    variant: str | None
    """What to open a table with; null for the game as its source has it."""
    title: str
    """What people call it."""
    help: str
    """What it is, in a sentence or two."""
    options: dict[str, Value]
    """The values of all options."""
    max_seats: int
    """For how many at most."""


class GameInfo(msgspec.Struct, frozen=True):
    """A game that can be played here."""

    name: str
    """What it is called in requests."""
    title: str
    """What people call it."""
    summary: str
    """What it is, in one sentence."""
    score_name: str
    """What scores are counted in: points, strikes, chips."""
    min_seats: int
    """For how many at least …"""
    max_seats: int
    """… and at most …"""
    default_seats: int
    """… and usually."""
    can_join: bool
    """Whether people may join and leave between hands."""
    options: OptionsSchema
    """Its options, as JSON schema."""
    variants: dict[str, VariantInfo]
    """Its variants, by name."""
    rule_sets: list[RuleSet]
    """What to offer people, the one to begin with first. A table that is opened without a variant has the source's."""
    players: list[PlayerInfo]
    """The strongest first: those that search; then the usual opponent and the others, and at last the random one."""
    showing: Showing
    """How the game is told and shown."""


class GameWithRules(GameInfo, frozen=True):
    """A game with its rule book."""

    rules: str
    """The rule book, in Markdown."""


class GameList(msgspec.Struct, frozen=True):
    """All games."""

    games: list[GameInfo]
    """By name."""


class TableList(msgspec.Struct, frozen=True):
    """A list of tables."""

    tables: list[TableInfo]
    """The newest first."""


class TableAnswer(msgspec.Struct, frozen=True):
    """A table, and which seat you have."""

    you: int | None
    """Your seat; null if you have none."""
    link: str
    """The address of the table, for others to follow."""
    table: TableInfo
    """The table as it is now."""


class Opened(TableAnswer, frozen=True):
    """A table that you have opened; the token of its host is shown this once."""

    host: str
    """Send it when you sit down, and the token of your seat is the host's from then on."""


class Seated(TableAnswer, frozen=True):
    """Your seat; the token is shown this once."""

    token: str
    """Opens your seat: send it as ``Authorization: Bearer``."""


class PositionAnswer(msgspec.Struct, frozen=True):
    """Where the game is, as far as you may know. The view is null before the game begins."""

    seq: int
    """The number of the last event."""
    you: int | None
    """Your seat; null if you look on."""
    view: Annotated[GameView, plain("View")] | None
    """What you may know."""


class BotsWaiting(msgspec.Struct, frozen=True):
    """The bots that wait for invitations."""

    bots: list[BotInfo]
    """By name."""


class Reactions(msgspec.Struct, frozen=True):
    """What people at a table can say to each other."""

    reactions: list[Reaction]
    """In the order in which to offer them."""


class Health(msgspec.Struct, frozen=True):
    """Whether the server works."""

    status: Literal["ok"]
    """It does."""
    version: str
    """The version of Knock & Roll."""


class Ready(Health, frozen=True):
    """Whether the server can save what happens."""

    bus: Literal["none", "ok", "away"]
    """How this process hears of others that serve the same tables: there are none; at once; more slowly for now."""


class ErrorAnswer(msgspec.Struct, frozen=True):
    """A refusal."""

    error: ErrorDetail
    """What was refused, and why."""


class ReplayStep(msgspec.Struct, frozen=True):
    """A position of a game, and what led to it."""

    move: str | None
    """The move; null for the first position."""
    seat: int | None
    """Who made it."""
    events: list[Event]
    """What happened, all cards open."""
    view: Annotated[GameView, plain("StepView")]
    """The position."""


class Replay(msgspec.Struct, frozen=True):
    """A game step by step, all hands open."""

    game: str
    """The name of the game."""
    title: str
    """What people call it."""
    seats: int
    """How many played."""
    verified: bool
    """Whether the game is over and its chance could be checked, not only its moves."""
    lines: list[str]
    """What replaying it proves, in words."""
    result: Result | None
    """How it ended; null if it is not over."""
    hands: list[Hand]
    """What each hand came to."""
    steps: list[ReplayStep]
    """Every position, the first one included."""
