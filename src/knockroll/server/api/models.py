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
from knockroll.review.document import BeliefMap, Hint, Review
from knockroll.server.api.client_messages import MoveText
from knockroll.server.errors import ErrorDetail
from knockroll.server.tables.hosting import Deed
from knockroll.server.tables.messages import BotInfo, TableInfo
from knockroll.server.tables.reactions import Reaction

Name = Annotated[str, Meta(max_length=64)]
DisplayName = Annotated[
    str,
    Meta(min_length=1, max_length=100, description=f"A display name, at most {LONGEST_NAME} visible characters."),
]
Entropy = Annotated[str, Meta(max_length=128)] | None


# --- Requests ------------------------------------------------------------------------------------------------------


class PersonSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="person", tag_field="kind"):
    """A seat for a person."""


class ComputerSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="computer", tag_field="kind"):
    """A seat for a computer player."""

    player: Name | None = None
    """The computer player's name; by default the game's usual players take turns."""


SeatPlan = PersonSeat | ComputerSeat


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to open."""

    game: Name
    """The game's name, as listed by ``/api/games``."""
    variant: Name | None = None
    """A variant of the game, by name; by default the rules of the source."""
    options: Annotated[dict[str, Value], Meta(max_length=64)] = {}
    """Options by name, which override the variant's."""
    seats: Annotated[list[SeatPlan], Meta(max_length=16)] | None = None
    """The seats in order; by default one person, and computer players in the remaining seats."""
    public: bool = False
    """Whether the table is listed. If not, it can only be found with its link."""
    pace: Annotated[int, Meta(ge=0, le=10_000)] = 0
    """Milliseconds a computer player waits before each move."""
    clock: Annotated[int, Meta(ge=1, le=86_400)] | None = None
    """Seconds a person has for a move; by default no limit."""
    away: Annotated[int, Meta(ge=1, le=86_400)] = 60
    """Seconds until a computer plays for someone who has disconnected."""
    substitute: Name | None = None
    """The computer player that fills in for people who are away; by default the usual opponent."""
    name: DisplayName | None = None
    """The display name you will sit down with. If it would be refused, no table is opened."""
    practice: bool = False
    """Whether this is a practice table: people may ask for hints and take moves back, and nothing counts."""
    position: Annotated[str, Meta(min_length=1, max_length=20_000)] | None = None
    """A position to begin at, as one line (docs/records.md); only at a practice table of one person and computers.

    The line says which variant and options are played. Every game of the table begins there.
    """


class SitRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to sit down."""

    name: DisplayName
    seat: Annotated[int, Meta(ge=0, le=63)] | None = None
    """The seat's number; by default the first free one."""
    entropy: Entropy = None
    """Your entropy for the shuffle: up to 64 random bytes, in hex."""


class NewGameRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for another game."""

    entropy: Entropy = None
    """Your entropy for the new game's shuffle: up to 64 random bytes, in hex."""


class VoteRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A vote on the new game that someone proposed."""

    yes: bool
    """Whether you agree."""
    entropy: Entropy = None
    """Your entropy for the new game's shuffle: up to 64 random bytes, in hex."""


class HostRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An action of the table's host."""

    do: Deed
    """The action to take."""
    seat: Annotated[int, Meta(ge=0, le=63)] | None = None
    """The seat to remove, or to make the host."""
    entropy: Entropy = None
    """For a reset: your entropy for the new game's shuffle, up to 64 random bytes, in hex."""


class MoveRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A move, and the number of the latest event you have seen."""

    move: MoveText
    """The move as text, for example ``draw stock``."""
    seq: Annotated[int, Meta(ge=0, le=2**53)]
    """The number of the latest event you have seen. The move is refused if the game has moved on since."""


class PracticeRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request at a practice table, and the number of the latest event you have seen."""

    seq: Annotated[int, Meta(ge=0, le=2**53)]
    """The number of the latest event you have seen. The request is refused if it is about an earlier position."""


class WaitingBot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot that is going to wait for invitations."""

    name: DisplayName
    games: Annotated[list[Name], Meta(max_length=64)] = []
    """The games the bot plays; by default all."""
    character: Annotated[str, Meta(max_length=200)] = ""
    """A description of the bot, in one line."""


class InviteRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An invitation to a bot."""

    bot: DisplayName
    """The name of a bot that is waiting for invitations."""


class ReplayRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record to replay."""

    record: Annotated[msgspec.Raw, Meta(extra_json_schema={"type": "object"})]
    """The record, in the format that docs/records.md describes."""


class PositionRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position of a record to play on from."""

    record: Annotated[msgspec.Raw, Meta(extra_json_schema={"type": "object"})]
    """The record of a finished game, in the format that docs/records.md describes."""
    moves: Annotated[int, Meta(ge=0, le=2**31)]
    """The number of moves that lead to the position."""


class ReviewRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record to review."""

    record: Annotated[msgspec.Raw, Meta(extra_json_schema={"type": "object"})]
    """The record of a finished game, in the format that docs/records.md describes."""
    seat: int | None = None
    """The seat whose decisions are judged; by default all seats."""
    hands: tuple[int, ...] | None = None
    """The hands to review, numbered from 0; by default all hands."""


class AnalysisRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position of a record to analyse."""

    record: Annotated[msgspec.Raw, Meta(extra_json_schema={"type": "object"})]
    """The record, in the format that docs/records.md describes."""
    moves: Annotated[int, Meta(ge=0, le=2**31)]
    """The number of moves that lead to the position."""


# --- Answers -------------------------------------------------------------------------------------------------------


class PositionLine(msgspec.Struct, frozen=True):
    """A position of a finished game."""

    position: str
    """The position as one line, with every card: a practice table can begin there."""


class ReviewProgress(msgspec.Struct, frozen=True, tag="progress"):
    """The progress of a review."""

    share: float
    """The share done, from 0 to 1."""
    waiting: bool = False
    """Whether the review has to wait until another one ends."""


class ReviewFound(msgspec.Struct, frozen=True, tag="review"):
    """A review."""

    final: bool
    """False for a first, quick review; a better one follows."""
    review: Review
    """The review. docs/review.md explains its numbers."""


class AnalysisAnswer(msgspec.Struct, frozen=True):
    """The analysis of a position of a record, from what the seat to move could know."""

    hint: Hint
    """What each legal move is worth, the best first."""
    beliefs: BeliefMap | None
    """Where each unseen card probably was; null in games without cards."""


class PlayerInfo(msgspec.Struct, frozen=True):
    """A computer player."""

    name: str
    """The computer player's name, also used in requests."""
    character: str
    """A description of the player, in one line."""
    strength: int
    """The player's strength: 1 to 5 from the ladder, 6 if it searches and beats those, 0 if not measured."""
    look: tuple[Face, ...]
    """How to draw the player's face. Features that are not given follow from the name."""
    slow: bool = False
    """Whether the player takes seconds for a move."""
    state: Literal["ready", "preparing", "missing"] = "ready"
    """Whether the player is ``ready``, ``preparing``, or ``missing`` something that is not installed."""
    progress: float = 1.0
    """The share of the player's preparation that is done, from 0 to 1."""
    seconds: float = 0.0
    """Seconds until the player is ready, roughly."""
    install: str | None = None
    """The command that installs what the player is missing; null if nothing is."""


class VariantInfo(msgspec.Struct, frozen=True):
    """A named set of options."""

    help: str
    """A description of the variant, in a sentence or two."""
    options: dict[str, Value]
    """The options that the variant sets."""
    max_seats: int
    """Most players."""


class RuleSet(msgspec.Struct, frozen=True):
    """A set of rules to offer by name."""

    variant: str | None
    """The variant to open a table with; null for the rules of the source."""
    title: str
    """The title, for people."""
    help: str
    """A description of the rules, in a sentence or two."""
    options: dict[str, Value]
    """The value of every option."""
    max_seats: int
    """Most players."""


class GameInfo(msgspec.Struct, frozen=True):
    """A game that this server offers."""

    name: str
    """The game's name, as used in requests."""
    title: str
    """The game's title, for people."""
    summary: str
    """A description of the game, in one sentence."""
    score_name: str
    """The unit of scores: points, strikes or chips."""
    min_seats: int
    """Fewest players."""
    max_seats: int
    """Most players."""
    default_seats: int
    """Usual number of players."""
    can_join: bool
    """Whether people can join and leave between hands."""
    options: OptionsSchema
    """The game's options, as JSON Schema."""
    variants: dict[str, VariantInfo]
    """The game's variants, by name."""
    rule_sets: list[RuleSet]
    """The rules to offer, the recommended ones first. A table opened without a variant has the rules of the source."""
    players: list[PlayerInfo]
    """The game's computer players: the strongest first, then programs that the server allows, then the random one."""
    showing: Showing
    """The words and layout with which to show the game."""


class GameWithRules(GameInfo, frozen=True):
    """A game with its rule book."""

    rules: str
    """The rule book, in Markdown."""


class GameList(msgspec.Struct, frozen=True):
    """All games."""

    games: list[GameInfo]
    """All games, sorted by name."""


class TableList(msgspec.Struct, frozen=True):
    """A list of tables."""

    tables: list[TableInfo]
    """The tables, newest first."""


class TableAnswer(msgspec.Struct, frozen=True):
    """A table, and your seat there."""

    you: int | None
    """Your seat; null if you have none."""
    link: str
    """The table's address, to share as an invitation."""
    table: TableInfo
    """The table's current state."""


class Opened(TableAnswer, frozen=True):
    """A table that you have opened. The host's token is only shown here."""

    host: str
    """The host's token. Send it when you sit down; after that, the token of your seat makes you the host."""


class Seated(TableAnswer, frozen=True):
    """A seat that you have taken. Its token is only shown here."""

    token: str
    """The token of your seat. Send it as ``Authorization: Bearer``."""


class PositionAnswer(msgspec.Struct, frozen=True):
    """The current position, as far as you may know it."""

    seq: int
    """The number of the latest event."""
    you: int | None
    """Your seat; null if you are watching."""
    view: Annotated[GameView, plain("View")] | None
    """Your view of the game; null before the first game."""


class HintAnswer(msgspec.Struct, frozen=True):
    """A hint for the seat to move."""

    seq: int
    """The number of the event that led to the position."""
    hint: Hint
    """The best moves, from what your seat knows."""


class BotsWaiting(msgspec.Struct, frozen=True):
    """The bots that are waiting for invitations."""

    bots: list[BotInfo]
    """The bots, sorted by name."""


class Reactions(msgspec.Struct, frozen=True):
    """The reactions that people at a table can send."""

    reactions: list[Reaction]
    """The reactions, in the order in which to offer them."""


class Health(msgspec.Struct, frozen=True):
    """Whether the server is alive."""

    status: Literal["ok"]
    """Always ``ok``."""
    version: str
    """The version of Knock & Roll."""


class Ready(Health, frozen=True):
    """Whether the server can save games."""

    bus: Literal["none", "ok", "away"]
    """The connection to other processes that serve the same tables.

    ``none``: there are no others. ``ok``: the connection works. ``away``: it is down, so updates arrive more slowly.
    """
    failing: list[str]
    """Background tasks of the server that failed within the last minute. They are restarted; the log says why."""


class ErrorAnswer(msgspec.Struct, frozen=True):
    """The answer to a request that was refused."""

    error: ErrorDetail
    """Why the request was refused."""


class HandReading(msgspec.Struct, frozen=True):
    """The melds and the count of a hand in a replay."""

    melds: tuple[tuple[str, ...], ...]
    """The melds of the hand in its best arrangement."""
    count: int | None
    """The value, the deadwood or the points of the hand, depending on the game; null if there is nothing to count."""


class ReplayStep(msgspec.Struct, frozen=True):
    """A position of a game, and the move that led to it."""

    move: str | None
    """The move, as text; null for the first position."""
    seat: int | None
    """The seat that made the move; null for the first position."""
    events: list[Event]
    """The events of the move, with all cards face up."""
    view: Annotated[GameView, plain("StepView")]
    """The position after the move."""
    readings: list[HandReading] = []
    """The melds and the count of each seat's hand; empty in games without hands."""


class Replay(msgspec.Struct, frozen=True):
    """A game step by step, with all hands face up."""

    game: str
    """The game's name, as used in requests."""
    title: str
    """The game's title, for people."""
    seats: int
    """Number of players."""
    verified: bool
    """Whether the game is over and its shuffles or throws were verified, not only its moves."""
    lines: list[str]
    """What the replay proves, in words."""
    entropy: list[int] | None
    """The seats that added entropy to a fair game; null if the game's chance was a seed or a script."""
    result: Result | None
    """The result of the game; null if it is not over."""
    hands: list[Hand]
    """The results of the hands."""
    steps: list[ReplayStep]
    """Every position, including the first."""
