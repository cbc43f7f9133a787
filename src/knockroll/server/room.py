"""A room: a table with its seats, as the replay of its log.

The API calls it a table; here ``Table`` is the engine's, one game, and a room has one after the other. This module is a
plain state machine. It knows nothing of time, sockets or databases: :meth:`Room.apply` takes one entry of the log after
the other, when it happens and again when a room is loaded, and both ways lead to the same room. The rules are the
engine's; what is here is who sits where, and which game is being played.
"""

from __future__ import annotations

import hmac
from collections import deque
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Literal, TypedDict

import msgspec

import knockroll
from knockroll.engine.chance import Fair
from knockroll.engine.options import Value
from knockroll.engine.record import RecordDocument
from knockroll.engine.views import GameView
from knockroll.players.player import full_name
from knockroll.server.errors import Code, Refusal, engine_errors
from knockroll.server.seats import Seat, same_token

if TYPE_CHECKING:
    from knockroll.server.entries import Entry

Kind = Literal["sit", "join", "leave", "start", "move", "away", "back", "again", "game", "close"]
"""What can happen in a room: see :mod:`knockroll.server.entries`."""
By = Literal["person", "computer", "substitute", "clock"]
"""Who made a move."""


class Status(StrEnum):
    """Where a room is in its life."""

    OPEN = "open"
    RUNNING = "running"
    OVER = "over"
    CLOSED = "closed"


class Told(TypedDict, total=False):
    """What everybody is told of an entry beside the events."""

    seat: int
    name: str | None
    move: str
    by: By
    entropy: bool
    for_good: bool
    reset: bool
    reason: str


Applied = tuple[Told, tuple[knockroll.Event, ...]]
"""What everybody is told of an entry, and the events of the game that followed."""


class Frame(msgspec.Struct, frozen=True, gc=False):
    """What everybody is told of an entry, before the cards are redacted for each receiver."""

    seq: int
    kind: Kind
    told: Told
    events: tuple[knockroll.Event, ...]
    game: int
    tokens: tuple[str | None, ...]
    """Who had which number then: another game may number the seats anew."""

    def number(self, seat: Seat | None) -> int | None:
        """The number that the person of a seat had then."""
        return None if seat is None else _number(self.tokens, seat.token)


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the one who opened the room decided; its JSON is what the store keeps."""

    game: str
    variant: str | None
    options: dict[str, Value]
    seats: tuple[str | None, ...]
    """The computer player of each seat, None for a person."""
    public: bool
    pace: int
    """Milliseconds that a computer player takes for a move."""
    clock: int | None
    """Seconds that a person has for a move."""
    away: int
    """Seconds after which a person who has gone is played for."""
    substitute: str
    created: float = 0.0
    rules: str = ""
    """The version of the game's rules that it began with; a plan with one has the values of all options."""

    def check(self) -> None:
        """Refuse what the engine would refuse when the game begins."""
        with engine_errors():
            game = knockroll.get_game(self.game)
            game.option_values(len(self.seats), self.variant, self.options)
            for name in {self.substitute, *self.seats} - {None}:
                full_name(game, str(name))


@dataclass(slots=True)
class _Past:
    """A finished or abandoned game of the room."""

    table: knockroll.Table
    names: tuple[str | None, ...]


@dataclass(eq=False)
class Room:
    """One room. ``seq`` numbers what has happened; ``position`` is the last of these numbers that changed the game."""

    id: str
    plan: Plan
    secret: bytes
    frames_kept: int = 64
    seats: list[Seat] = field(init=False)
    table: knockroll.Table | None = None
    games: int = 0
    """How many games have begun."""
    seq: int = 0
    position: int = 0
    closed: bool = False
    votes: dict[int, bytes | None] = field(default_factory=dict)
    """The seats that want another game, with their entropy."""
    frames: deque[Frame] = field(init=False)
    keep_past: bool = False
    """Whether to keep the games before this one, too; they can always be had by replaying the log."""
    past: list[_Past] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.frames = deque(maxlen=self.frames_kept)
        self.seats = []
        for number, player in enumerate(self.plan.seats):
            if player is None:
                self.seats.append(Seat("person"))
            else:
                before = self.plan.seats[:number].count(player)
                self.seats.append(Seat("computer", player, f"{player} {before + 1}" if before else player))

    def copy(self) -> Room:
        """A room that what comes next can be tried on. Nothing that they share is ever changed in place."""
        new = object.__new__(Room)
        new.__dict__.update(self.__dict__)
        new.seats = self.seats[:]
        new.votes = self.votes.copy()
        new.frames = self.frames.copy()
        new.past = self.past[:]
        new.table = None if self.table is None else self.table.copy()
        return new

    # --- Looking ---------------------------------------------------------------------------------------------------

    @property
    def status(self) -> Status:
        """Where the room is in its life."""
        if self.closed:
            return Status.CLOSED
        if self.table is None:
            return Status.OPEN
        return Status.RUNNING if self.table.result is None else Status.OVER

    @property
    def people(self) -> int:
        """How many people sit there, those who are away included."""
        return sum(seat.is_taken for seat in self.seats)

    @property
    def turn(self) -> int | None:
        """The seat to move."""
        return None if self.table is None else self.table.turn

    @property
    def can_join(self) -> bool:
        """Whether somebody could sit down."""
        if any(seat.free for seat in self.seats):
            return not self.closed
        if self.table is None or self.status is not Status.RUNNING:
            return False
        return self.table.can_join() or any(seat.unused and self.table.can_join(i) for i, seat in enumerate(self.seats))

    def mover(self) -> str | None:
        """The computer player or substitute whose move it is; None if a person or nobody is to move."""
        turn = self.turn
        if turn is None or self.closed:
            return None
        return self.seats[turn].moved_by(self.plan.substitute)

    def find(self, token_hash: str) -> Seat | None:
        """The seat that a token opens."""
        found = None
        for seat in self.seats:
            if same_token(seat.token, token_hash):
                found = seat
        return found

    def number(self, seat: Seat | None) -> int | None:
        """The number that the person of a seat has now; None for a spectator or who has given up the seat."""
        return None if seat is None else _number(self._tokens(), seat.token)

    def _tokens(self) -> tuple[str | None, ...]:
        return tuple([seat.token for seat in self.seats])

    def _names(self) -> tuple[str | None, ...]:
        return tuple(seat.name for seat in self.seats)

    def names(self) -> set[str]:
        """The names at the table, for comparison."""
        return {seat.name.casefold() for seat in self.seats if seat.name is not None}

    def fair(self, game: int) -> Fair:
        """The secret of one of the room's games; each has its own, and knowing one tells nothing of the next."""
        return Fair(hmac.digest(self.secret, b"knockroll game %d" % game, "sha256"))

    def view(self, seat: int | None) -> GameView | None:
        """What a seat may know; None before the first game."""
        return None if self.table is None else self.table.view(seat)

    def record(self, game: int | None = None) -> RecordDocument:
        """The record of a finished game, by default of the last; with the names of those who played."""
        over = self.table is not None and (self.table.result is not None or self.closed)
        number = self.games if game is None else game
        if not 1 <= number <= max(self.games, 1):
            raise Refusal(Code.NOT_FOUND, f"this table has played {self.games} games, numbered from 1")
        if number >= self.games and not over:
            raise Refusal(Code.NOT_OVER, "the record is shown when the game is over: it holds every deal")
        assert self.table is not None
        chosen = _Past(self.table, self._names()) if number == self.games else self.past[number - 1]
        # an abandoned game is over for the table, too: its secret may be shown
        chance = chosen.table.chance.to_dict(over=True)
        return {**chosen.table.record(), "chance": chance, "names": list(chosen.names)}

    # --- What happens ----------------------------------------------------------------------------------------------

    def apply(self, entry: Entry) -> Frame:
        """Make an entry of the log true. If the engine refuses it, nothing has changed."""
        if entry.seq != self.seq + 1:
            raise ValueError(f"entry {entry.seq} of room {self.id} follows {self.seq}")
        told, events = entry.change.apply(self)
        self.seq = entry.seq
        if events or self.closed:
            self.position = entry.seq
        frame = Frame(entry.seq, entry.change.kind, told, events, self.games, self._tokens())
        self.frames.append(frame)
        return frame

    def change_seat(self, number: int, **changes: Any) -> None:
        """Put a changed seat in the place of one."""
        self.seats[number] = replace(self.seats[number], **changes)

    def begin(self, entropy: dict[int, bytes | None]) -> tuple[knockroll.Event, ...]:
        """Begin the next game; the entropy is that of each seat."""
        chance = self.fair(self.games + 1)
        for number, more in entropy.items():
            if more is not None:
                chance.add_entropy(number, more)
        plan = self.plan
        options: dict[str, Any] = plan.options
        self.table = knockroll.Table(plan.game, len(self.seats), variant=plan.variant, chance=chance, **options)
        self.games += 1
        return self.table.events

    def remember_game(self) -> None:
        """Another game is about to begin: keep this one, if past games are kept."""
        if self.keep_past and self.table is not None:
            self.past.append(_Past(self.table, self._names()))


def _number(tokens: tuple[str | None, ...], token: str | None) -> int | None:
    return tokens.index(token) if token is not None and token in tokens else None
