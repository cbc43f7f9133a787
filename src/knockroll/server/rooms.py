"""A room: a table with its seats, as the replay of its log.

This module is a plain state machine. It knows nothing of time, sockets or databases: :meth:`Room.apply` takes one
entry of the log after the other, when it happens and again when a room is loaded, and both ways lead to the same room.
The rules are the engine's; what is here is who sits where, and which game is being played.
"""

from __future__ import annotations

import hmac
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from operator import is_
from typing import Any

import knockroll
from knockroll.engine.chance import Fair
from knockroll.players.player import full_name
from knockroll.server.errors import Code, Refusal, engine_errors
from knockroll.server.seats import Seat, same_token


class Status(StrEnum):
    """Where a room is in its life."""

    OPEN = "open"
    RUNNING = "running"
    OVER = "over"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a room's log: something that happened, and everything it takes to make it happen again."""

    seq: int
    kind: str
    data: dict[str, Any]
    at: float


@dataclass(frozen=True, slots=True)
class Frame:
    """What everybody is told of an entry, before the cards are redacted for each receiver."""

    seq: int
    kind: str
    told: dict[str, Any]
    events: tuple[knockroll.Event, ...]
    game: int
    seats: tuple[Seat, ...]
    """Who had which number then: another game may number the seats anew."""

    def number(self, seat: Seat | None) -> int | None:
        """The number that a seat had then."""
        return self.seats.index(seat) if seat in self.seats else None


@dataclass(frozen=True, slots=True)
class Plan:
    """What the one who opened the room decided."""

    game: str
    variant: str | None
    options: dict[str, Any]
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


@dataclass(slots=True, eq=False)
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
        self.seats = [Seat("person") if player is None else Seat("computer", player) for player in self.plan.seats]
        for number, seat in enumerate(self.seats):
            if seat.player is not None:
                seat.name = seat.player
                named = [other.name for other in self.seats[:number]]
                if seat.name in named:
                    seat.name = f"{seat.player} {[s.player for s in self.seats[:number]].count(seat.player) + 1}"

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
    def turn(self) -> int | None:
        """The seat to move."""
        return None if self.table is None else self.table.turn

    def mover(self) -> str | None:
        """The computer player or substitute whose move it is; None if a person or nobody is to move."""
        turn = self.turn
        if turn is None or self.closed:
            return None
        seat = self.seats[turn]
        if seat.kind == "computer":
            return seat.player
        return None if seat.is_taken and not seat.away else self.plan.substitute

    def find(self, token_hash: str) -> Seat | None:
        """The seat that a token opens."""
        found = None
        for seat in self.seats:
            if same_token(seat.token, token_hash):
                found = seat
        return found

    def number(self, seat: Seat | None) -> int | None:
        """The number of a seat now; None for a spectator or a seat that was given up."""
        return self.seats.index(seat) if seat is not None and seat in self.seats else None

    def _names(self) -> tuple[str | None, ...]:
        return tuple(seat.name for seat in self.seats)

    def names(self) -> set[str]:
        """The names at the table, for comparison."""
        return {seat.name.casefold() for seat in self.seats if seat.name is not None}

    def fair(self, game: int) -> Fair:
        """The secret of one of the room's games; each has its own, and knowing one tells nothing of the next."""
        return Fair(hmac.digest(self.secret, b"knockroll game %d" % game, "sha256"))

    def view(self, seat: int | None) -> dict[str, Any] | None:
        """What a seat may know; None before the first game."""
        return None if self.table is None else self.table.view(seat)

    def record(self, game: int | None = None) -> dict[str, Any]:
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

    def to_dict(self, online: Callable[[Seat], bool]) -> dict[str, Any]:
        """What everybody may know of the room, beside the view."""
        game = knockroll.get_game(self.plan.game)
        fair = self.fair(max(self.games, 1))
        running = self.status is Status.RUNNING
        return {
            "id": self.id,
            "game": self.plan.game,
            "title": game.title,
            "variant": self.plan.variant,
            "options": game.option_values(None, self.plan.variant, self.plan.options),
            "public": self.plan.public,
            "pace": self.plan.pace,
            "clock": self.plan.clock,
            "away": self.plan.away,
            "substitute": self.plan.substitute,
            "created": self.plan.created,
            "status": self.status.value,
            "seq": self.seq,
            "games": self.games,
            "turn": self.turn if running else None,
            "scores": list(self.table.scores) if self.table else [],
            "winners": list(self.table.result.winners) if self.table and self.table.result else [],
            "can_join": any(seat.free for seat in self.seats) or (running and game.join is not None),
            "seats": [seat.to_dict(i, online(seat), self.plan.substitute) for i, seat in enumerate(self.seats)],
            "votes": sorted(self.votes),
            "fair": {
                "commitment": fair.commitment,
                "next_commitment": self.fair(self.games + 1).commitment,
                "secret": fair.secret.hex() if self.table and self.table.result else None,
            },
        }

    # --- What happens ----------------------------------------------------------------------------------------------

    def apply(self, entry: Entry) -> Frame:
        """Make an entry of the log true. If the engine refuses it, nothing has changed."""
        if entry.seq != self.seq + 1:
            raise ValueError(f"entry {entry.seq} of room {self.id} follows {self.seq}")
        told, events = getattr(self, f"_apply_{entry.kind}")(entry.data)
        self.seq = entry.seq
        if events or entry.kind == "close":
            self.position = entry.seq
        frame = Frame(entry.seq, entry.kind, told, events, self.games, self._seating())
        self.frames.append(frame)
        return frame

    def _seating(self) -> tuple[Seat, ...]:
        """The seats as they are, one tuple for as many frames as possible."""
        last = self.frames[-1].seats if self.frames else ()
        return last if len(last) == len(self.seats) and all(map(is_, last, self.seats)) else tuple(self.seats)

    def _apply_move(self, data: dict[str, Any]) -> _Applied:
        assert self.table is not None
        return data, self.table.play(data["move"], data["seat"])

    def _apply_sit(self, data: dict[str, Any]) -> _Applied:
        seat = self.seats[data["seat"]]
        seat.name, seat.token = data["name"], data["token"]
        seat.entropy = bytes.fromhex(data["entropy"]) if data["entropy"] else None
        seat.away = False
        return {"seat": data["seat"], "name": seat.name, "entropy": seat.entropy is not None}, ()

    def _apply_start(self, data: dict[str, Any]) -> _Applied:
        for seat in self.seats:
            if seat.free and data["fill"]:
                seat.kind, seat.player = "computer", self.plan.substitute
                seat.name = self.plan.substitute
        return self._begin({i: seat.entropy for i, seat in enumerate(self.seats)})

    def _apply_again(self, data: dict[str, Any]) -> _Applied:
        self.votes[data["seat"]] = bytes.fromhex(data["entropy"]) if data["entropy"] else None
        return {"seat": data["seat"], "reset": self.status is Status.RUNNING}, ()

    def _apply_game(self, data: dict[str, Any]) -> _Applied:
        """Another game with the same people; those who have gone for good make room, empty seats are played for."""
        assert self.table is not None
        if self.keep_past:
            self.past.append(_Past(self.table, self._names()))
        entropy = [self.votes.get(i) for i in range(len(self.seats))]
        keep = [i for i, seat in enumerate(self.seats) if not seat.gone]
        while len(keep) < self.table.game.min_seats:
            self.seats.append(Seat("computer", self.plan.substitute, self.plan.substitute))
            entropy.append(None)
            keep.append(len(self.seats) - 1)
        self.seats = [self.seats[i] for i in keep]
        self.votes = {}
        return self._begin({new: entropy[old] for new, old in enumerate(keep)})

    def _begin(self, entropy: dict[int, bytes | None]) -> _Applied:
        chance = self.fair(self.games + 1)
        for number, more in entropy.items():
            if more is not None:
                chance.add_entropy(number, more)
        plan = self.plan
        self.table = knockroll.Table(plan.game, len(self.seats), variant=plan.variant, chance=chance, **plan.options)
        self.games += 1
        return {"game": self.games}, self.table.events

    def _apply_join(self, data: dict[str, Any]) -> _Applied:
        assert self.table is not None
        number = self.table.join()
        seat = Seat("person", None, data["name"], data["token"])
        self.seats[number : number + 1] = [seat]
        return {"seat": number, "name": seat.name}, self.table.events

    def _apply_leave(self, data: dict[str, Any]) -> _Applied:
        seat = self.seats[data["seat"]]
        events: tuple[knockroll.Event, ...] = ()
        name = seat.name
        if data["for_good"]:
            assert self.table is not None
            self.table.leave(data["seat"])
            events = self.table.events
            seat.gone = True
        seat.empty()
        self.votes.pop(data["seat"], None)
        return {"seat": data["seat"], "name": name, "for_good": data["for_good"]}, events

    def _apply_away(self, data: dict[str, Any]) -> _Applied:
        self.seats[data["seat"]].away = True
        return data, ()

    def _apply_back(self, data: dict[str, Any]) -> _Applied:
        self.seats[data["seat"]].away = False
        return data, ()

    def _apply_close(self, data: dict[str, Any]) -> _Applied:
        self.closed = True
        return data, ()


_Applied = tuple[dict[str, Any], tuple[knockroll.Event, ...]]
