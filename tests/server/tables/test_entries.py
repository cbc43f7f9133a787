"""The log: its entries are stored in the form they always had, and requests are done one after the other."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from knockroll.server.errors import Refusal
from knockroll.server.settings import Settings
from knockroll.server.storage.store import Store
from knockroll.server.tables import entries, requests
from knockroll.server.tables.hall import Hall
from knockroll.server.tables.room import Plan, Room
from knockroll.server.tables.seats import Seat

STORED_BY_0_1_0 = {
    "sit": [
        '{"seat":0,"name":"Ann","token":"ab12","entropy":"00ff"}',
        '{"seat":1,"name":"Zoë","token":"cd","entropy":null}',
    ],
    "join": ['{"name":"Cat","token":"ef"}'],
    "leave": ['{"seat":1,"for_good":false}', '{"seat":2,"for_good":true}'],
    "start": ['{"fill":false}', '{"fill":true}'],
    "move": [f'{{"seat":0,"move":"draw stock","by":"{by}"}}' for by in ("person", "computer", "substitute", "clock")],
    "again": ['{"seat":0,"entropy":"aa"}', '{"seat":0,"entropy":null}'],
    "game": ["{}"],
    "away": ['{"seat":1}'],
    "back": ['{"seat":1}'],
    "close": ['{"reason":"idle"}'],
}
STORED_SINCE = {
    "sit": ['{"seat":0,"name":"Ann","token":"ab12","entropy":null,"host":true}'],
    "join": ['{"name":"Cat","token":"ef","seat":2,"host":true}'],
    "leave": ['{"seat":1,"for_good":false,"removed":true}'],
    "away": ['{"seat":1,"handed_over":true}'],
    "no": ['{"seat":1}', '{"seat":null}'],
    "game": ['{"host":true}'],
    "host": ['{"seat":1}'],
    "lock": ['{"locked":true}'],
    "take_back": ['{"seat":0,"move":12}'],
}
PLAN_OF_0_1_0 = (
    '{"game":"thirty_one","variant":null,"options":{"strikes":1},"seats":[null,"Random"],"public":true,"pace":700,'
    '"clock":null,"away":60,"substitute":"Random","created":1700000000.123}'
)


@pytest.mark.parametrize("kind", entries.KINDS)
def test_entries_are_stored_as_by_0_1_0_and_since(kind: str) -> None:
    for text in STORED_BY_0_1_0.get(kind, []) + STORED_SINCE.get(kind, []):
        change = entries.decode(kind, text)
        assert change.kind == kind
        assert entries.encode(change) == text


def test_a_plan_is_stored_as_by_0_1_0() -> None:
    plan = msgspec.json.decode(PLAN_OF_0_1_0, type=Plan)
    assert plan.seats == (None, "Random") and plan.options == {"strikes": 1}
    assert msgspec.json.encode(plan).decode() == PLAN_OF_0_1_0


def test_requests_of_one_room_are_done_in_the_order_in_which_they_came(tmp_path: Path) -> None:
    """While one waits for its commit, others queue; each is answered by the room as it is by then."""

    async def main() -> tuple[list[str], list[int]]:
        settings = Settings(database=str(tmp_path / "db"))
        hall = Hall(Store(settings.database_url), settings)
        await hall.open()
        live = await hall.create(msgspec.json.decode(PLAN_OF_0_1_0, type=Plan), "somebody")
        done: list[str] = []
        asked_at: list[int] = []

        def sit(room: Room) -> requests.Changes:
            asked_at.append(room.seq)
            yield from requests.sit(room, None, "Ann", "ab", None, None)

        def leave(room: Room) -> requests.Changes:
            asked_at.append(room.seq)
            yield from requests.leave(room, room.seats[0])

        def note(what: str, refusal: Refusal | None) -> None:
            done.append(what if refusal is None else refusal.code)

        live.submit(sit, lambda refusal: note("sat", refusal))
        live.submit(sit, lambda refusal: note("sat", refusal))
        live.submit(leave, lambda refusal: note("left", refusal))
        assert live.busy and done == [] and asked_at == [0]
        seat: Seat | None = await live.when_committed(lambda: live.room.find("ab"))
        assert seat is None and not live.busy
        await hall.close()
        return done, asked_at

    done, asked_at = asyncio.run(main())
    assert done == ["sat", "no_seat", "left"]
    assert asked_at == [0, 2, 2]
