"""Live streams while seats change hands, byte for byte: they depend only on what their receiver may know.

The same things happen at two tables, where all decks are the same but for two cards that have changed places. As long
as an observer has seen neither of the two, every byte sent to them has to be the same at both tables: live, resumed,
and in greetings, while people leave, take seats over, are replaced by a computer and come back.
"""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections.abc import Callable, Sequence
from contextlib import contextmanager
from itertools import combinations
from typing import Any

import pytest

import knockroll
from knockroll.engine.cards import TEXTS
from knockroll.engine.chance import Fair
from knockroll.engine.game import Game, get_game
from knockroll.engine.state import A_DECK, CardState
from knockroll.server.errors import Refusal
from knockroll.server.settings import Settings
from knockroll.server.storage.rows import Status
from knockroll.server.tables import audience, requests
from knockroll.server.tables.audience import Listener, MessageBatch
from knockroll.server.tables.computer_players import Bots
from knockroll.server.tables.entries import Away, Change, Leave, Move, Sit
from knockroll.server.tables.live_room import LiveRoom
from knockroll.server.tables.peers import Peers
from knockroll.server.tables.requests import Ask
from knockroll.server.tables.room import Room
from knockroll.server.tables.seats import Seat
from tests.server.lives import ID, SECRET, Life, for_seat
from tests.server.tables.test_thinking_times import AtOnce

GAMES = [name for name in knockroll.game_names() if isinstance(get_game(name).state(), CardState)]
CARD = re.compile(rb'"([A2-9TJQK][shdc])"')
STEPS, SEEDS, PAIRS = 40, 12, 4
SPECTATOR = None


class BusyLife(Life):
    """A room where people come and go in the middle of a hand, with a searching player at the table."""

    def __init__(self, game: Game, seed: int) -> None:
        super().__init__(game, seed)
        thinkers = [thinker.name for thinker in game.thinkers]
        if thinkers and game.max_seats > 2:
            plan = self.room.plan
            seats = (None, None, thinkers[seed % len(thinkers)])
            options = game.option_values(len(seats), None, {})
            self.room = Room(ID, type(plan)(**{**_fields(plan), "seats": seats, "options": options}), SECRET)

    def _wishes(self) -> list[tuple[Ask, float]]:
        wishes = super()._wishes()
        if self.room.status is Status.RUNNING:
            wishes.append((self._sit, 0.2))
            for seat in (seat for seat in self.room.seats if seat.is_taken):
                wishes.append((for_seat(seat, requests.leave), 0.05))
                wishes.append((for_seat(seat, requests.hand_over), 0.05))
                wishes.append((for_seat(seat, lambda room, seat: requests.away(room, [seat])), 0.05))
                wishes.append((for_seat(seat, requests.back), 0.1))
        return wishes


def _fields(plan: Any) -> dict[str, Any]:
    return {name: getattr(plan, name) for name in plan.__struct_fields__}


class Bytes:
    """A transport that keeps every byte."""

    unsent, keeps_up = 0, True
    on_writable: Callable[[], None] | None = None

    def __init__(self) -> None:
        self.sent: list[bytes] = []

    def write(self, message: bytes) -> None:
        self.sent.append(message)

    def write_all(self, batch: MessageBatch) -> None:
        self.sent += batch.messages

    def close(self, code: int, reason: str) -> None:
        self.sent.append(f"{code} {reason}".encode())


@contextmanager
def exchanged(pair: tuple[int, int] | None) -> Any:
    """Exchange two cards in every deck."""
    give = Fair.give

    def swapped(self: Fair, wants: int, count: int) -> list[int]:
        given = give(self, wants, count)
        if pair is None or wants != A_DECK:
            return given
        other = {pair[0]: pair[1], pair[1]: pair[0]}
        return [other.get(card, card) for card in given]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Fair, "give", swapped)
        patch.setattr(time, "time", lambda: 1.0)
        patch.setattr(audience, "GATHER_SECONDS", 0.0)
        yield


async def streams(room: Room, changes: Sequence[Change], observer: str | None) -> list[list[bytes]]:
    """What an observer is sent after each change and, at the end, when they come back or request the state.

    An observer with a seat connects when they sit down, a spectator at the start.
    """
    bots = Bots(Settings())
    live = LiveRoom(room, AtOnce(), _unused, lambda live: None, Settings(frames_kept=1000), bots, Peers())  # type: ignore[arg-type]
    live.scheduler.stop()  # what computers do is among the changes
    stayed, after_each = Bytes(), []
    if observer is SPECTATOR:
        await live.attach(Listener(None, stayed, 1 << 24))
    for change in changes:
        await live.perform(lambda room, change=change: iter([change]))  # type: ignore[misc]
        if observer is not SPECTATOR and isinstance(change, Sit) and change.token == observer:
            await live.attach(Listener(_seat(observer), stayed, 1 << 24))
        after_each.append(stayed.sent[:])
    returned = Bytes()
    for after in (None, 0, len(changes) // 2):
        await live.attach(Listener(_seat(observer), returned, 1 << 24), after)
    live.stop(1000, "enough")
    return [*after_each, stayed.sent + returned.sent]


def _seat(token: str | None) -> Seat | None:
    return None if token is None else Seat("person", token=token)


def _unused(*_: object) -> Any:
    raise AssertionError


def _compare(life: Life, observer: str | None, rng: random.Random) -> int:
    """Compare what an observer is sent at both tables; return the number of comparisons."""
    changes = [entry.change for entry in life.log]

    def told(length: int, pair: tuple[int, int] | None) -> list[list[bytes]]:
        with exchanged(pair):
            return asyncio.run(streams(Room(ID, life.room.plan, SECRET), changes[:length], observer))

    compared = 0
    for length in sorted({len(changes), len(changes) // 2, len(changes) // 4} - {0}):
        usual = told(length, None)
        seen = {card.decode() for card in CARD.findall(b"".join(usual[-1]))}
        moved = {card for change in changes[:length] if isinstance(change, Move) for card in change.move.split()}
        unseen = [number for number, text in enumerate(TEXTS) if text not in seen | moved]
        pairs = list(combinations(unseen, 2))
        for pair in rng.sample(pairs, min(PAIRS, len(pairs))):
            try:
                other = told(length, pair)
            except Refusal:  # a move that only one of the two hands allows
                continue
            assert usual == other, f"{observer} can tell {TEXTS[pair[0]]} from {TEXTS[pair[1]]}"
            compared += 1
    return compared


@pytest.mark.parametrize("game", GAMES)
def test_streams_tell_nothing_of_cards_that_their_receiver_has_not_seen(game: str) -> None:
    rng, compared, kinds = random.Random(game), 0, set()
    for seed in range(SEEDS):
        life = BusyLife(get_game(game), seed)
        life.live(STEPS)
        sat = [entry.change.token for entry in life.log if isinstance(entry.change, Sit)]
        compared += sum(_compare(life, observer, rng) for observer in (*dict.fromkeys(sat), SPECTATOR))
        kinds |= {type(entry.change) for entry in life.log}
    assert {Move, Sit, Leave, Away} <= kinds, "seats have changed hands"
    assert compared >= 100


def test_the_comparison_sees_a_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    """A number that depends on the whole position would reveal every card."""
    apply = LiveRoom._apply

    def leak(self: LiveRoom, *what: Any) -> Any:
        step = apply(self, *what)
        return step._replace(
            messages=[(to, text + b"%d" % (step.frame.fingerprint or 0)) for to, text in step.messages]
        )

    monkeypatch.setattr(LiveRoom, "_apply", leak)
    life = BusyLife(get_game("thirty_one"), 0)
    life.live(STEPS)
    with pytest.raises(AssertionError, match="can tell"):
        _compare(life, SPECTATOR, random.Random(1))
