"""A room: a table with its seats, as the replay of its log.

The API calls it a table; here ``Table`` is the engine's, one game, and a room has one after the other. This module is a
plain state machine. It knows nothing of time, sockets or databases: :meth:`Room.apply` takes one entry of the log after
the other, when it happens and again when a room is loaded, and both ways lead to the same room. The rules are the
engine's; what is here is who sits where, and which game is being played.
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

Kind = Literal["sit", "join", "leave", "start", "move", "away", "back", "again", "no", "game", "host", "lock", "close"]
"""What can happen in a room: see :mod:`knockroll.server.tables.entries`."""
By = Literal["person", "computer", "substitute", "clock"]
"""Who made a move."""
encode = msgspec.json.encode
MOST_FRAMES_TOO_MANY = 16
"""Frames are forgotten so many at a time."""


class EventFields(TypedDict, total=False):
    """What everybody is told of an entry beside the events."""

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


Applied = tuple[EventFields, tuple[knockroll.Event, ...]]
"""What everybody is told of an entry, and the events of the game that followed."""


class Frame(msgspec.Struct, frozen=True, gc=False):
    """What everybody is told of an entry, before the cards are redacted for each receiver."""

    seq: int
    kind: Kind
    fields: EventFields
    events: tuple[knockroll.Event, ...]
    game: int
    tokens: tuple[str | None, ...]
    """Who had which number then: another game may number the seats anew."""
    waiting: tuple[int, ...]
    """The seats of people who were not dealt in yet: what is private there was not for them."""
    fingerprint: int | None
    """Of the position that it led to, if it has changed that."""

    def events_for(self, number: int | None) -> list[knockroll.Event]:
        """What a seat was told; somebody who waited for the next hand, what everybody was told until it was dealt."""
        if number not in self.waiting:
            return [knockroll.redact(event, number) for event in self.events]
        ends = [place for place, event in enumerate(self.events) if event.kind == "hand over"]
        dealt = ends[0] if ends else len(self.events)
        return [knockroll.redact(event, None if place <= dealt else number) for place, event in enumerate(self.events)]

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
    host: str = ""
    """The hash of the token of whoever opened the room; before there were hosts, nothing."""


@dataclass(slots=True)
class _Past:
    """A finished or abandoned game of the room."""

    table: knockroll.Table
    names: tuple[str | None, ...]
    substituted: History[tuple[int, str]]


@dataclass(eq=False, slots=True)
class Room:
    """One room. ``seq`` numbers what has happened; ``position`` is the last of these numbers that changed the game."""

    id: str
    plan: Plan
    secret: bytes
    seats: list[Seat] = field(init=False)
    table: knockroll.Table | None = None
    games: int = 0
    """How many games have begun."""
    seq: int = 0
    position: int = 0
    moved_at: float = 0.0
    """When the game last went on, by the log."""
    closed: bool = False
    host: str | None = None
    """The hash of the host's token: of a seat, or that of whoever opened the room; None if nobody ever sat there."""
    locked: bool = False
    """Whether the host lets nobody else sit down."""
    substituted: History[tuple[int, str]] = field(default_factory=History)
    """The moves of this game that a substitute made, by their number from 0, and who that was."""
    votes: dict[int, bytes | None] = field(default_factory=dict)
    """The seats that want another game, with their entropy."""
    frames: History[Frame] = field(default_factory=History)
    """What was told of each entry; of the first ones it may be forgotten."""
    keep_past: bool = False
    """Whether to keep the games before this one, too; they can always be had by replaying the log."""
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
        """A room that what comes next can be tried on. All but its seats is replaced, never changed in place."""
        new = object.__new__(Room)
        new.id, new.plan, new.secret = self.id, self.plan, self.secret
        new.seats = self.seats[:]
        new.table = None if self.table is None else self.table.copy()
        new.games, new.past, new.keep_past = self.games, self.past, self.keep_past
        new.substituted = self.substituted
        new.seq, new.position, new.moved_at = self.seq, self.position, self.moved_at
        new.closed, new.host, new.locked, new.votes = self.closed, self.host, self.locked, self.votes
        new.frames, new._lasting = self.frames, self._lasting
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
        if self.locked:
            return False
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
        return self.moved_by(turn)

    def moved_by(self, number: int) -> str | None:
        """The computer player or substitute that moves for a seat; None if a person does."""
        seat = self.seats[number]
        if seat.kind == "computer":
            return seat.player
        return None if seat.token is not None and not seat.away and not self.waits(number) else self.plan.substitute

    def waits(self, number: int) -> bool:
        """Whether the person at a seat will only be dealt in with the next hand: that of now was somebody else's."""
        dealt_in = self.seats[number].dealt_in
        return dealt_in > 0 and dealt_in > self._hands_over and self.status is Status.RUNNING

    @property
    def _hands_over(self) -> int:
        return 0 if self.table is None else len(self.table.hands)

    @property
    def next_hand(self) -> int:
        """How many hands will be over when the next is dealt; 0 if no game is running, and everybody will be in."""
        return self._hands_over + 1 if self.status is Status.RUNNING else 0

    @property
    def host_seat(self) -> int | None:
        """The seat of the host, who may not have one."""
        return _number(self._tokens(), self.host)

    @property
    def asked(self) -> set[int]:
        """Who has to want another game: everybody who is there, and instead of one that is running the host, too."""
        there = {number for number, seat in enumerate(self.seats) if seat.is_taken and not seat.away}
        return there | {self.host_seat} if self.status is Status.RUNNING and self.host_seat is not None else there

    @property
    def all_agree(self) -> bool:
        """Whether all who are asked want another game. Nobody but the host throws away a game that is running alone."""
        asked = self.asked
        has_say = self.status is not Status.RUNNING or self.host_seat is not None
        return bool(self.votes) and bool(asked) and has_say and asked <= set(self.votes)

    def is_host(self, person: Seat | None) -> bool:
        """Whether somebody is the host, with a seat or without."""
        return person is not None and person.token is not None and person.token == self.host

    def visitor(self, token_hash: str) -> Seat | None:
        """Somebody who has no seat, but is known: who opened the room. In the place of a seat, and at no number."""
        return Seat("person", token=token_hash) if self.plan.host and same_token(self.plan.host, token_hash) else None

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

    def view(self, seat: int | None, *, acts: bool = True, lasting: Lasting | None = None) -> GameView | None:
        """What a seat may know; None before the first game. Who is not dealt in yet knows what everybody knows."""
        if self.table is None:
            return None
        return self.table.view(None if seat is None or self.waits(seat) else seat, acts=acts, lasting=lasting)

    def view_to_send(self, seat: int | None, acts: bool) -> GameView | None:
        """The same, of which what stays for a whole game or hand is JSON already: it is sent with every move."""
        table = self.table
        if table is None:
            return None
        which = (self.games, len(table.hands))
        if self._lasting is None or self._lasting[0] != which:
            told = table.options, table.hands[-1] if table.hands else None
            self._lasting = which, (msgspec.Raw(encode(told[0])), msgspec.Raw(encode(told[1])))
        return self.view(seat, acts=acts, lasting=self._lasting[1])

    def number_of_record(self, game: int | None = None) -> int:
        """Which game is meant, by default the last; refused if it is not over, or was never played."""
        over = self.table is not None and (self.table.result is not None or self.closed)
        number = self.games if game is None else game
        if not 1 <= number <= max(self.games, 1):
            played = counted(self.games, "game", "games")
            raise Refusal(Code.NOT_FOUND, f"this table has played {played}, numbered from 1")
        if number >= self.games and not over:
            raise Refusal(Code.NOT_OVER, "the record is shown when the game is over: it holds every deal")
        return number

    def has_record(self, number: int) -> bool:
        """Whether the record of a game is in memory; if not, the log has to be replayed."""
        if number < self.games:
            return self.keep_past
        return self.table is not None and self.table.has_record

    def record(self, game: int | None = None) -> RecordDocument:
        """The record of a finished game, by default of the last; with the names of those who played."""
        number = self.number_of_record(game)
        assert self.table is not None
        chosen = self._as_past(self.table) if number == self.games else self.past[number - 1]
        # an abandoned game is over for the table, too: its secret may be shown
        chance = chosen.table.chance.to_dict(over=True)
        record: RecordDocument = {**chosen.table.record(), "chance": chance, "names": list(chosen.names)}
        if chosen.substituted:
            record["substituted"] = [{"move": number, "player": player} for number, player in chosen.substituted]
        return record

    def _as_past(self, table: knockroll.Table) -> _Past:
        return _Past(table, self._names(), self.substituted)

    # --- What happens ----------------------------------------------------------------------------------------------

    def apply(self, entry: Entry) -> Frame:
        """Make an entry of the log true. If the engine refuses it, nothing has changed."""
        if entry.seq != self.seq + 1:
            raise ValueError(f"entry {entry.seq} of room {self.id} follows {self.seq}")
        game = self.games
        waiting = tuple([number for number, seat in enumerate(self.seats) if seat.dealt_in and self.waits(number)])
        fields, events = entry.change.apply(self)
        self.seq = entry.seq
        if events or self.closed:
            self.position = entry.seq
            self.moved_at = entry.at
        if self.games != game:  # everybody is dealt in
            waiting = ()
        fingerprint = self.table.fingerprint() if events and self.table is not None else None
        frame = Frame(entry.seq, entry.change.kind, fields, events, self.games, self._tokens(), waiting, fingerprint)
        self.frames = self.frames.add(frame)
        return frame

    def forget_frames(self, kept: int) -> None:
        """Forget all frames but the last so many; a few more may stay for a while."""
        if self.seq - self.frames.forgotten > kept + MOST_FRAMES_TOO_MANY:
            self.frames = self.frames.last(kept)

    def change_seat(self, number: int, **changes: Any) -> None:
        """Put a changed seat in the place of one."""
        self.seats[number] = replace(self.seats[number], **changes)

    def note_substitute(self, number: int, player: str | None) -> None:
        """The last move of a seat was made by this substitute, or by the one who sits there."""
        if player is not None:
            assert self.table is not None
            self.substituted = self.substituted.add((len(self.table.moves) - 1, player))
        seat = self.seats[number]
        if seat.kind == "computer" and seat.replaced_by != player:
            self.change_seat(number, replaced_by=player)

    def take_seat(self, number: int, name: str, token: str, is_host: bool) -> None:
        """A person sits down."""
        self.change_seat(number, name=name, token=token, away=False, since=self.seq + 1)
        if is_host or self.host is None:
            self.host = token

    def empty_seat(self, number: int, gone: bool, unused: bool) -> None:
        """Nobody sits at a seat any more; if it was the host, somebody else is."""
        token = self.seats[number].token
        self.seats[number] = self.seats[number].emptied(gone=gone, unused=unused)
        if token == self.host:
            heir = self.next_host()
            self.host = None if heir is None else self.seats[heir].token

    def next_host(self) -> int | None:
        """The seat of who follows the host: who has sat there longest, of those who are there if anybody is."""
        others = [(s.away, s.since, i) for i, s in enumerate(self.seats) if s.is_taken and s.token != self.host]
        return min(others)[-1] if others else None

    def begin(self, entropy: dict[int, bytes | None]) -> tuple[knockroll.Event, ...]:
        """Begin the next game; the entropy is that of each seat."""
        chance = self.fair(self.games + 1)
        for number, more in entropy.items():
            if more is not None:
                chance.add_entropy(number, more)
        plan = self.plan
        options: dict[str, Any] = plan.options
        self.seats = [replace(seat, dealt_in=0, replaced_by=None) for seat in self.seats]
        self.substituted = History()
        self.table = knockroll.Table(plan.game, len(self.seats), variant=plan.variant, chance=chance, **options)
        self.games += 1
        return self.table.events

    def remember_game(self) -> None:
        """Another game is about to begin: keep this one, if past games are kept."""
        if self.keep_past and self.table is not None:
            self.past = [*self.past, self._as_past(self.table)]


def _number(tokens: tuple[str | None, ...], token: str | None) -> int | None:
    return tokens.index(token) if token is not None and token in tokens else None
