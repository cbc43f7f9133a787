"""The life of a room without a server: random requests of every kind, and the resulting log."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import get_args

import msgspec

import knockroll
from knockroll.engine.game import Game
from knockroll.server.errors import Refusal
from knockroll.server.storage.rows import Snapshot, Status, StoredRoom
from knockroll.server.tables import hosting, practice, requests
from knockroll.server.tables.entries import Entry, row_of
from knockroll.server.tables.requests import Ask
from knockroll.server.tables.room import By, Plan, Room
from knockroll.server.tables.seats import Seat

SECRET = bytes(range(32))
ID = "0" * 16
HOST = "f" * 64
"""The hash of the host's token."""


DEEDS: tuple[hosting.Deed, ...] = get_args(hosting.Deed)


class Life:
    """A room and its log. Everyone seated has their own token."""

    def __init__(self, game: Game, seed: int, people: int = 2, practice: bool = False) -> None:
        self.rng = random.Random(seed)
        seats = (None,) * people + ("Random",) * max(0, game.min_seats - people)
        plan = Plan(
            game=game.name,
            variant=None,
            options=game.option_values(len(seats), None, {}),
            seats=seats,
            public=False,
            pace=0,
            clock=None,
            away=60,
            substitute="Random",
            rules=game.rules_version,
            host=HOST,
            practice=practice,
        )
        self.room = Room(ID, plan, SECRET)
        self.log: list[Entry] = []
        self._people = 0

    def stored(self, snapshot: Snapshot | None = None) -> StoredRoom:
        """The room as a store would have it; with a snapshot, only the log after that."""
        after = 0 if snapshot is None else snapshot.seq
        log = [row_of(ID, entry) for entry in self.log[after:]]
        return StoredRoom(ID, msgspec.json.encode(self.room.plan).decode(), SECRET, log, snapshot)

    def live(self, steps: int) -> None:
        """Make several random requests."""
        for _ in range(steps):
            self.do(self.rng.choices(*zip(*self._wishes(), strict=True))[0])

    def do(self, ask: Ask) -> None:
        """Make a request, which may be refused."""
        draft, log = self.room.copy(), []
        try:
            for change in ask(draft):
                entry = Entry(draft.seq + 1, change, 1.0)
                log.append(msgspec.structs.replace(entry, fingerprint=draft.apply(entry).fingerprint))
        except (Refusal, knockroll.KnockrollError):
            return
        self.room = draft
        self.log += log

    def _wishes(self) -> list[tuple[Ask, float]]:
        room, rng = self.room, self.rng
        taken = [seat for seat in room.seats if seat.is_taken]
        wishes: list[tuple[Ask, float]] = [(self._sit, 0.5 if room.status is Status.OPEN else 0.02)]
        wishes.append((self._host, 0.03))
        if room.status is Status.RUNNING:
            wishes.append((self._move, 1.0))
        for seat in taken:
            wishes.append((for_seat(seat, requests.leave), 0.01))
            wishes.append((for_seat(seat, lambda room, seat: requests.away(room, [seat])), 0.01))
            wishes.append((for_seat(seat, requests.back), 0.02))
            if room.plan.practice:
                wishes.append((for_seat(seat, lambda room, seat: practice.take_back(room, seat, room.seq)), 0.1))
            wishes.append((for_seat(seat, lambda room, seat: requests.answer(room, seat, None, yes=False)), 0.02))
            entropy = rng.randbytes(4) if rng.random() < 0.5 else None
            reset = room.status is Status.RUNNING
            wish = 0.02 if reset else 1.0
            wishes.append((for_seat(seat, lambda room, seat: requests.again(room, seat, entropy, reset)), wish))  # noqa: B023
        return wishes

    def _sit(self, room: Room) -> requests.Changes:
        self._people += 1
        entropy = self.rng.randbytes(8) if self.rng.random() < 0.5 else None
        opened = room.visitor(HOST) if self.rng.random() < 0.3 and room.find(HOST) is None else None
        token = f"{self._people:064x}" if opened is None else HOST
        return requests.sit(room, opened, f"Guest {self._people}", token, entropy, None)

    def _host(self, room: Room) -> requests.Changes:
        host = next((seat for seat in room.seats if room.is_host(seat)), room.visitor(HOST))
        deed = self.rng.choice(DEEDS)
        return hosting.do(room, host, deed, self.rng.randrange(len(room.seats)), None)

    def _move(self, room: Room) -> requests.Changes:
        assert room.table is not None
        by: By = "person" if room.mover() is None else "computer"
        return requests.move_for(room, self.rng.choice(room.table.legal()), by)


def for_seat(seat: Seat, wish: Callable[[Room, Seat], requests.Changes]) -> Ask:
    return lambda room: wish(room, seat)
