"""A room: a table with its seats, as the replay of its log.

The API calls it a table. Here a ``Table`` is the engine's: one game. A room has one after another. This module
is a plain state machine and knows nothing of time, sockets or databases: :meth:`Room.apply` applies one entry of the
log after another, both when it happens and when the room is loaded, with the same result. The rules are the engine's; a
room adds who sits where and which game is being played.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, TypedDict

import msgspec

import knockroll
from knockroll.engine.accounts import Lasting
from knockroll.engine.chance import Fair
from knockroll.engine.history import History
from knockroll.engine.options import Value
from knockroll.engine.record import RecordDocument
from knockroll.engine.views import GameView
from knockroll.engine.words import counted
from knockroll.server.errors import Code, Refusal
from knockroll.server.storage.rows import Status
from knockroll.server.tables.seats import Seat, same_token

if TYPE_CHECKING:
    from knockroll.server.tables.entries import Entry

Kind = Literal[
    "sit",
    "join",
    "leave",
    "start",
    "move",
    "take_back",
    "away",
    "back",
    "again",
    "no",
    "game",
    "host",
    "lock",
    "close",
]
"""The kinds of entries: see :mod:`knockroll.server.tables.entries`."""
By = Literal["person", "computer", "substitute", "clock"]
"""What chose a move."""
encode = msgspec.json.encode
MOST_FRAMES_TOO_MANY = 16
"""Frames are dropped this many at a time."""
MOST_DECISIONS = 100
"""Decisions that can be taken back at a practice table."""


class EventFields(TypedDict, total=False):
    """What everyone is sent about an entry, apart from the game's events."""

    seat: int
    name: str | None
    move: str
    by: By
    player: str
    entropy: bool
    for_good: bool
    removed: bool
    handed_over: bool
    reset: bool
    by_host: bool
    locked: bool
    reason: str
    taken_back: int
    hands: int


Applied = tuple[EventFields, tuple[knockroll.Event, ...]]
"""What everyone is sent about an entry, and the game's events that followed."""


class Frame(msgspec.Struct, frozen=True, gc=False):
    """An entry as it will be sent, before cards are hidden from each receiver."""

    seq: int
    kind: Kind
    fields: EventFields
    events: tuple[knockroll.Event, ...]
    game: int
    tokens: tuple[str | None, ...]
    """The token hash of each seat's person then. Seat numbers may change with the next game."""
    waiting: tuple[int, ...]
    """Seats whose people were not dealt in yet, and may not see the cards dealt there."""
    fingerprint: int | None
    """The fingerprint of the resulting position, if the entry changed it."""

    def events_for(self, number: int | None) -> list[knockroll.Event]:
        """The events as a seat may see them. Someone waiting for the next hand sees public events until it is dealt."""
        if number not in self.waiting:
            return [knockroll.redact(event, number) for event in self.events]
        ends = [place for place, event in enumerate(self.events) if event.kind == "hand over"]
        dealt = ends[0] if ends else len(self.events)
        return [knockroll.redact(event, None if place <= dealt else number) for place, event in enumerate(self.events)]

    def number(self, seat: Seat | None) -> int | None:
        """The seat number that a person had then."""
        return None if seat is None else _number(self.tokens, seat.token)


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was decided when the room was opened. Its JSON is stored."""

    game: str
    variant: str | None
    options: dict[str, Value]
    seats: tuple[str | None, ...]
    """The computer player of each seat, None for a person."""
    public: bool
    pace: int
    """Milliseconds a computer player waits before each move."""
    clock: int | None
    """Seconds a person has for a move; None: no limit."""
    away: int
    """Seconds until a computer plays for someone who has disconnected."""
    substitute: str
    created: float = 0.0
    rules: str = ""
    """The version of the game's rules when the room was opened; a plan with one has the values of all options."""
    host: str = ""
    """The hash of the host's token; empty in rooms from before there were hosts."""
    practice: bool = False
    """Whether people may ask for hints and take moves back."""
    position: str = ""
    """The position that games begin at, as one line with every card; empty for the first deal."""


@dataclass(slots=True)
class _Past:
    """A finished or abandoned game of the room."""

    table: knockroll.Table
    names: tuple[str | None, ...]
    substituted: History[tuple[int, str]]


@dataclass(frozen=True, slots=True)
class Decision:
    """A position of a practice table in which a person made a move, which may be taken back."""

    token: str | None
    """The hash of the person's token."""
    seq: int
    """The number of the entry with the move."""
    table: knockroll.Table
    """The game before the move."""
    substituted: History[tuple[int, str]]


@dataclass(eq=False, slots=True)
class Room:
    """One room. ``seq`` is the number of the last entry; ``position`` that of the last one that changed the game."""

    id: str
    plan: Plan
    secret: bytes
    seats: list[Seat] = field(init=False)
    table: knockroll.Table | None = None
    games: int = 0
    """The number of games started."""
    seq: int = 0
    position: int = 0
    moved_at: float = 0.0
    """When the game last changed, according to the log."""
    closed: bool = False
    host: str | None = None
    """The hash of the host's token: of a person at a seat, or of the one who opened the room; None without a host."""
    locked: bool = False
    """Whether the host has locked the free seats."""
    substituted: History[tuple[int, str]] = field(default_factory=History)
    """The moves of this game that a substitute made: the number of each move, from 0, and the substitute."""
    decisions: tuple[Decision, ...] = ()
    """The latest decisions of people in this game, at a practice table."""
    taken_back: int = 0
    """The number of the last entry that took a move back."""
    votes: dict[int, bytes | None] = field(default_factory=dict)
    """The seats that have agreed to another game, with their entropy."""
    frames: History[Frame] = field(default_factory=History)
    """The frame of each entry; the oldest ones may have been dropped."""
    keep_past: bool = False
    """Whether to keep earlier games as well. They can always be recovered by replaying the log."""
    past: list[_Past] = field(default_factory=list)
    _lasting: tuple[tuple[int, int], Lasting] | None = None

    def __post_init__(self) -> None:
        self.host = self.plan.host or None
        self.seats = []
        for number, player in enumerate(self.plan.seats):
            if player is None:
                self.seats.append(Seat("person"))
            else:
                before = self.plan.seats[:number].count(player)
                self.seats.append(Seat("computer", player, f"{player} {before + 1}" if before else player))

    def copy(self) -> Room:
        """A copy to apply changes to. Everything but the list of seats is replaced, never changed in place."""
        new = object.__new__(Room)
        new.id, new.plan, new.secret = self.id, self.plan, self.secret
        new.seats = self.seats[:]
        new.table = None if self.table is None else self.table.copy()
        new.games, new.past, new.keep_past = self.games, self.past, self.keep_past
        new.substituted, new.decisions, new.taken_back = self.substituted, self.decisions, self.taken_back
        new.seq, new.position, new.moved_at = self.seq, self.position, self.moved_at
        new.closed, new.host, new.locked, new.votes = self.closed, self.host, self.locked, self.votes
        new.frames, new._lasting = self.frames, self._lasting
        return new

    # --- Looking ---------------------------------------------------------------------------------------------------

    @property
    def status(self) -> Status:
        """The room's status."""
        if self.closed:
            return Status.CLOSED
        if self.table is None:
            return Status.OPEN
        return Status.RUNNING if self.table.result is None else Status.OVER

    @property
    def people(self) -> int:
        """The number of people seated, including those who are away."""
        return sum(seat.is_taken for seat in self.seats)

    @property
    def turn(self) -> int | None:
        """The seat to move."""
        return None if self.table is None else self.table.turn

    @property
    def can_join(self) -> bool:
        """Whether someone can sit down."""
        if self.locked:
            return False
        if any(seat.free for seat in self.seats):
            return not self.closed
        if self.table is None or not self.is_joinable:
            return False
        return self.table.can_join() or any(seat.unused and self.table.can_join(i) for i, seat in enumerate(self.seats))

    @property
    def is_joinable(self) -> bool:
        """Whether people may join the running game at a new seat; not in a set-up position, whose cards are known."""
        if self.table is None or self.table.game.join is None:
            return False
        return self.status is Status.RUNNING and not self.plan.position

    def mover(self) -> str | None:
        """The computer player or substitute to move; None if it is a person's turn or no one's."""
        turn = self.turn
        if turn is None or self.closed:
            return None
        return self.moved_by(turn)

    def moved_by(self, number: int) -> str | None:
        """The computer player or substitute that moves for a seat; None if a person does."""
        seat = self.seats[number]
        if seat.kind == "computer":
            return seat.player
        return None if seat.token is not None and not seat.away and not self.waits(number) else self.plan.substitute

    def waits(self, number: int) -> bool:
        """Whether the person at a seat has to wait for the next hand, because this one was dealt to someone else."""
        dealt_in = self.seats[number].dealt_in
        return dealt_in > 0 and dealt_in > self._hands_over and self.status is Status.RUNNING

    @property
    def _hands_over(self) -> int:
        return 0 if self.table is None else len(self.table.hands)

    @property
    def next_hand(self) -> int:
        """The number of hands that will be over when the next one is dealt; 0 if no game is running."""
        return self._hands_over + 1 if self.status is Status.RUNNING else 0

    @property
    def host_seat(self) -> int | None:
        """The host's seat; None if the host has none."""
        return _number(self._tokens(), self.host)

    @property
    def asked(self) -> set[int]:
        """The seats that have to agree to another game: everyone present and, for a reset, also the host."""
        there = {number for number, seat in enumerate(self.seats) if seat.is_taken and not seat.away}
        return there | {self.host_seat} if self.status is Status.RUNNING and self.host_seat is not None else there

    @property
    def all_agree(self) -> bool:
        """Whether everyone who has to agree has agreed. A running game is not given up without the host."""
        asked = self.asked
        has_say = self.status is not Status.RUNNING or self.host_seat is not None
        return bool(self.votes) and bool(asked) and has_say and asked <= set(self.votes)

    def is_host(self, person: Seat | None) -> bool:
        """Whether a person is the host, with or without a seat."""
        return person is not None and person.token is not None and person.token == self.host

    def visitor(self, token_hash: str) -> Seat | None:
        """The person who opened the room and has no seat, as a seat without a number; None for any other token."""
        return Seat("person", token=token_hash) if self.plan.host and same_token(self.plan.host, token_hash) else None

    def find(self, token_hash: str) -> Seat | None:
        """The seat that a token belongs to."""
        found = None
        for seat in self.seats:
            if same_token(seat.token, token_hash):
                found = seat
        return found

    def number(self, seat: Seat | None) -> int | None:
        """The current number of a seat's person; None for spectators and people who have given up their seat."""
        return None if seat is None else _number(self._tokens(), seat.token)

    def _tokens(self) -> tuple[str | None, ...]:
        return tuple([seat.token for seat in self.seats])

    def _names(self) -> tuple[str | None, ...]:
        return tuple(seat.name for seat in self.seats)

    def names(self) -> set[str]:
        """The names at the table."""
        return {seat.name for seat in self.seats if seat.name is not None}

    def fair(self, game: int) -> Fair:
        """The chance of one of the room's games. Knowing one game's secret reveals nothing about the next one's."""
        return Fair(hmac.digest(self.secret, b"knockroll game %d" % game, "sha256"))

    @property
    def entropy(self) -> dict[int, bytes | None]:
        """The entropy of each seat for the running game; before the first one, for that one."""
        if self.table is None:
            return {number: seat.entropy for number, seat in enumerate(self.seats)}
        assert isinstance(self.table.chance, Fair)
        return {**self.table.chance.entropy}

    def view(self, seat: int | None, *, acts: bool = True, lasting: Lasting | None = None) -> GameView | None:
        """A seat's view; None before the first game. A person who is not dealt in yet gets the public view."""
        if self.table is None:
            return None
        return self.table.view(None if seat is None or self.waits(seat) else seat, acts=acts, lasting=lasting)

    def view_to_send(self, seat: int | None, acts: bool) -> GameView | None:
        """A seat's view for a message. Parts that stay the same for a whole game or hand are encoded only once."""
        table = self.table
        if table is None:
            return None
        which = (self.games, len(table.hands))
        if self._lasting is None or self._lasting[0] != which:
            told = table.options, table.hands[-1] if table.hands else None
            self._lasting = which, (msgspec.Raw(encode(told[0])), msgspec.Raw(encode(told[1])))
        return self.view(seat, acts=acts, lasting=self._lasting[1])

    def number_of_record(self, game: int | None = None) -> int:
        """The number of a game, by default the latest; refused if it is not over or does not exist."""
        over = self.table is not None and (self.table.result is not None or self.closed)
        number = self.games if game is None else game
        if not 1 <= number <= max(self.games, 1):
            played = counted(self.games, "game", "games")
            raise Refusal(Code.NOT_FOUND, f"this table has played {played}; they are numbered from 1")
        if number >= self.games and not over:
            raise Refusal(Code.NOT_OVER, "the record shows every deal, so it is only available when the game is over")
        return number

    def has_record(self, number: int) -> bool:
        """Whether a game's record is in memory. If not, the log has to be replayed."""
        if number < self.games:
            return self.keep_past
        return self.table is not None and self.table.has_record

    def record(self, game: int | None = None) -> RecordDocument:
        """The record of a finished game, by default the latest, with the names of the players."""
        number = self.number_of_record(game)
        assert self.table is not None
        chosen = self._as_past(self.table) if number == self.games else self.past[number - 1]
        # an abandoned game will not go on, so its secret may be shown
        chance = chosen.table.chance.to_dict(over=True)
        record: RecordDocument = {**chosen.table.record(), "chance": chance, "names": list(chosen.names)}
        if chosen.substituted:
            record["substituted"] = [{"move": number, "player": player} for number, player in chosen.substituted]
        if self.plan.practice:
            record["practice"] = True
        return record

    def _as_past(self, table: knockroll.Table) -> _Past:
        return _Past(table, self._names(), self.substituted)

    # --- What happens ----------------------------------------------------------------------------------------------

    def apply(self, entry: Entry) -> Frame:
        """Apply an entry of the log. If the engine refuses it, nothing has changed."""
        if entry.seq != self.seq + 1:
            raise ValueError(f"entry {entry.seq} of room {self.id} follows {self.seq}")
        game = self.games
        waiting = tuple([number for number, seat in enumerate(self.seats) if seat.dealt_in and self.waits(number)])
        fields, events = entry.change.apply(self)
        self.seq = entry.seq
        has_moved = bool(events) or self.games != game or entry.change.kind == "take_back"
        if has_moved or self.closed:
            self.position = entry.seq
            self.moved_at = entry.at
        if self.games != game:  # everyone is dealt in
            waiting = ()
        fingerprint = self.table.fingerprint() if has_moved and self.table is not None else None
        frame = Frame(entry.seq, entry.change.kind, fields, events, self.games, self._tokens(), waiting, fingerprint)
        self.frames = self.frames.add(frame)
        return frame

    def forget_frames(self, kept: int) -> None:
        """Drop all but the last ``kept`` frames; a few more may stay for a while."""
        if self.seq - self.frames.forgotten > kept + MOST_FRAMES_TOO_MANY:
            self.frames = self.frames.last(kept)

    def change_seat(self, number: int, **changes: Any) -> None:
        """Replace a seat with a changed one."""
        self.seats[number] = replace(self.seats[number], **changes)

    def note_substitute(self, number: int, player: str | None) -> None:
        """Note the substitute that made the last move of a seat; None if the player at the seat did."""
        if player is not None:
            assert self.table is not None
            self.substituted = self.substituted.add((len(self.table.moves) - 1, player))
        seat = self.seats[number]
        if seat.kind == "computer" and seat.replaced_by != player:
            self.change_seat(number, replaced_by=player)

    def note_decision(self, number: int) -> None:
        """Remember the position before a person's move at a practice table, where the move can be taken back."""
        if self.plan.practice:
            assert self.table is not None
            decision = Decision(self.seats[number].token, self.seq + 1, self.table.copy(), self.substituted)
            self.decisions = (*self.decisions[1 - MOST_DECISIONS :], decision)

    def take_back(self, seq: int) -> None:
        """Return to the position before the move of this entry."""
        place = next(place for place, decision in enumerate(self.decisions) if decision.seq == seq)
        decision = self.decisions[place]
        self.table, self.substituted = decision.table, decision.substituted
        self.decisions = self.decisions[:place]
        self.taken_back = self.seq + 1

    def take_seat(self, number: int, name: str, token: str, is_host: bool) -> None:
        """Seat a person."""
        self.change_seat(number, name=name, token=token, away=False, since=self.seq + 1)
        if is_host or self.host is None:
            self.host = token

    def empty_seat(self, number: int, gone: bool, unused: bool) -> None:
        """Empty a seat; if it was the host's, someone else becomes the host."""
        token = self.seats[number].token
        self.seats[number] = self.seats[number].emptied(gone=gone, unused=unused)
        if token == self.host:
            heir = self.next_host()
            self.host = None if heir is None else self.seats[heir].token

    def next_host(self) -> int | None:
        """The seat of the next host: the person who has been there longest, preferring people who are present."""
        others = [(s.away, s.since, i) for i, s in enumerate(self.seats) if s.is_taken and s.token != self.host]
        return min(others)[-1] if others else None

    def begin(self, entropy: dict[int, bytes | None]) -> tuple[knockroll.Event, ...]:
        """Begin the next game, with the entropy of each seat."""
        chance = self.fair(self.games + 1)
        for number, more in entropy.items():
            if more is not None:
                chance.add_entropy(number, more)
        plan = self.plan
        options: dict[str, Any] = plan.options
        self.seats = [replace(seat, dealt_in=0, replaced_by=None) for seat in self.seats]
        self.substituted, self.decisions = History(), ()
        if plan.position and len(self.seats) == len(plan.seats):
            self.table = knockroll.Table.from_text(plan.position, chance=chance)
        else:
            self.table = knockroll.Table(plan.game, len(self.seats), variant=plan.variant, chance=chance, **options)
        self.games += 1
        return self.table.events

    def remember_game(self) -> None:
        """Keep the current game before another one begins, if past games are kept."""
        if self.keep_past and self.table is not None:
            self.past = [*self.past, self._as_past(self.table)]


def _number(tokens: tuple[str | None, ...], token: str | None) -> int | None:
    return tokens.index(token) if token is not None and token in tokens else None
