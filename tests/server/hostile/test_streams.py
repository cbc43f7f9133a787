"""Live streams, byte for byte: a client that comes back is sent what those who stayed were sent, and nothing else."""

from __future__ import annotations

import json
import random

import pytest

import knockroll
from knockroll.server.settings import Settings
from knockroll.server.storage.store import Store
from knockroll.server.tables import audience, requests
from knockroll.server.tables.audience import Listener
from knockroll.server.tables.hall import Hall
from knockroll.server.tables.live_room import LiveRoom
from knockroll.server.tables.room import Plan, Room
from knockroll.server.tables.seats import Seat
from tests.server.cluster.halls import Paper, run


class RawPaper(Paper):
    """A transport that keeps the bytes of the events."""

    def __init__(self) -> None:
        super().__init__()
        self.events: dict[int, bytes] = {}

    def write(self, message: bytes) -> None:
        super().write(message)
        said = self.messages[-1]
        if said["type"] == "event":
            self.events[said["seq"]] = message


async def listen(live: LiveRoom, token: str | None, after: int | None) -> RawPaper:
    paper = RawPaper()
    seat = None if token is None else Seat("person", token=token)
    await live.attach(Listener(seat, paper, 1 << 24), after)
    return paper


async def sit(live: LiveRoom, name: str) -> None:
    await live.perform(lambda room: requests.sit(room, None, name, name, None, None))


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize("game", knockroll.game_names())
def test_who_reconnects_is_sent_the_same_bytes(database: str, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if most of the events are only in the log by then, while people are replaced, go away and come back."""
    monkeypatch.setattr(audience, "GATHER_SECONDS", 0.0)  # so that spectators have everything by the end
    rng = random.Random(game)

    async def main() -> None:
        settings = Settings(database=database, frames_kept=4)
        hall = Hall(Store(settings.database_url), settings)
        await hall.open()
        plan = Plan(game, None, {}, (None, None), False, 0, None, 3600, "House")
        live = await hall.create(plan, "somebody")
        await sit(live, "Ann")
        stayed = {token: await listen(live, token, 1) for token in ("Ann", None)}
        await sit(live, "Bob")
        later: list[tuple[str | None, int, int, RawPaper]] = []
        for step in range(80):
            room = live.room
            if room.turn is None:
                break
            if step == 30:
                await live.perform(lambda room: requests.hand_over(room, room.seats[0]))
                await live.perform(lambda room: requests.back(room, room.seats[0]))
            if step % 4 == 3:
                token = rng.choice(["Ann", None])
                after = rng.randrange(1, room.seq + 1)
                later.append((token, after, room.seq, await listen(live, token, after)))
            await live.perform(lambda room: _any_move(room, rng))
        assert len(later) >= 3, "the game was long enough"
        for token, after, then, paper in later:
            assert [*paper.events] == [*range(after + 1, live.room.seq + 1)], "nothing twice, nothing missing"
            for number, event in paper.events.items():
                before = stayed[token].events[number]
                if number > then:
                    assert event == before
                else:  # what was missed comes without the view of then
                    assert _told(event) == _told(before)
        await hall.close()

    run(main)


def _told(event: bytes) -> bytes:
    """The events, without the state after them."""
    told = json.loads(event)
    return json.dumps([told["kind"], told["seq"], told.get("events"), told.get("move"), told.get("seat")]).encode()


def _any_move(room: Room, rng: random.Random) -> requests.Changes:
    assert room.table is not None and room.turn is not None
    return requests.move(room, room.seats[room.turn], rng.choice(room.table.legal()), room.seq)
