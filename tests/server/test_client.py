"""The Python client, and the examples of docs/api.md, which are run unchanged."""

from __future__ import annotations

import asyncio
import inspect
import json
import random
import re
import shutil
import subprocess
from collections.abc import AsyncGenerator
from pathlib import Path

import msgspec
import pytest

import knockroll
from knockroll.client import AsyncClient, AsyncRemoteSeat, Client, Document, RemoteSeat, ServerError
from knockroll.client.stream import reconnecting, retrying
from knockroll.review import Review
from knockroll.server.api.models import NewTable
from tests.server.helpers import Served

DOCUMENT = (Path(__file__).parents[2] / "docs" / "api.md").read_text()


def _example(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", DOCUMENT, re.DOTALL)
    assert found is not None
    return found[1]


def test_the_python_example(sqlite_served: Served, capsys: pytest.CaptureFixture[str]) -> None:
    example = _example("python")
    lines = [line for line in example.splitlines() if line and "import" not in line]
    assert len(lines) <= 10, "ten lines were promised"
    exec(compile(example.replace("http://127.0.0.1:8000", sqlite_served.url), "docs/api.md", "exec"), {})
    assert "'winners':" in capsys.readouterr().out


@pytest.mark.skipif(not (shutil.which("curl") and shutil.which("jq")), reason="the example needs curl and jq")
def test_the_curl_example(sqlite_served: Served) -> None:
    script = _example("sh").replace("http://127.0.0.1:8000", sqlite_served.url)
    result = subprocess.run(["sh", "-u", "-c", script], capture_output=True, text=True)
    moved, *live = result.stdout.split('{"type":"hello"')
    assert live and '"error"' not in moved and json.loads(moved)["seq"] > 1, result.stdout + result.stderr


def test_a_table_is_shown_as_it_is_opened_by_default() -> None:
    shown = msgspec.json.decode(_example("json"), type=NewTable)
    assert msgspec.structs.replace(shown, seats=None) == NewTable(game=shown.game)


def test_a_bot_plays_a_whole_game_over_http(sqlite_served: Served) -> None:
    rng = random.Random(3)
    with Client(sqlite_served.url, timeout=20) as server:
        assert {game["name"] for game in server.games()} == set(knockroll.game_names())
        table = server.create("thirty_one", seats=["person", "Random"], options={"strikes": 1}, public=True)
        assert table.id in [one["id"] for one in server.tables(status="open")]
        seat = table.sit("Randy")
        assert seat.info()["seats"][0]["name"] == "Randy"
        turns = 0
        for view in seat.turns():
            turns += 1
            assert seat.play(rng.choice(view["legal"]))["seq"] > 0
        assert turns > 0
        assert knockroll.Table.replay(table.record()).result is not None
        seat.rematch()
        assert server.table(table.id).info()["games"] == 2
        seat.hand_over()
        assert seat.info()["seats"][0]["handed_over"]
        seat.take_back()
        assert table.info()["host"] == 0 and seat.host("lock")["locked"]
        seat.reset()
        assert seat.view()["you"] == 0
        assert table.seat(seat.token or "").view()["you"] == 0
        seat.leave()
        with pytest.raises(ServerError) as error:
            seat.view()
        assert error.value.code == "bad_token"


def test_seats_are_named_or_given_as_the_api_has_them(sqlite_served: Served) -> None:
    with Client(sqlite_served.url, timeout=20) as server:
        seats: list[str | Document] = ["person", "House", {"kind": "computer", "player": "Random"}, {"kind": "person"}]
        table = server.create("thirty_one", seats=seats)
        kinds = [(seat["kind"], seat["name"]) for seat in table.info()["seats"]]
        assert [kind for kind, _ in kinds] == ["person", "computer", "computer", "person"]
        assert [name for _, name in kinds][1:3] == ["House", "Random"]


def test_the_clients_offer_the_same() -> None:
    def public(thing: type) -> set[str]:
        return {name for name in dir(thing) if not name.startswith("_")}

    assert public(AsyncClient) - public(Client) == {"invitations"}
    assert public(Client) - public(AsyncClient) == {"close"}
    assert public(AsyncRemoteSeat) - public(RemoteSeat) == {"react"}
    assert public(RemoteSeat) <= public(AsyncRemoteSeat)
    assert str(inspect.signature(Client.tables)) == "(self, /, **query: 'Any') -> 'list[Document]'"
    assert (Client.create.__doc__ or "").startswith("Open a table as its host.")


def test_a_stream_resumes_after_a_break_and_waits_longer_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int | None] = []
    slept: list[float] = []
    lost: list[str] = []
    script: list[list[dict[str, object] | Exception]] = [
        [{"type": "event", "seq": 4}, OSError("broken")],
        [OSError("no server")],
        [OSError("no server")],
        [{"type": "event", "seq": 5}, ServerError("unavailable", "busy")],
        [{"type": "error", "code": "too_many"}, OSError("sent away")],
        [{"type": "event", "seq": 6}],
    ]

    async def connect(after: int | None) -> AsyncGenerator[Document, None]:
        asked.append(after)
        for message in script[len(asked) - 1]:
            if isinstance(message, Exception):
                raise message
            yield message

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    async def main() -> list[object]:
        return [message.get("seq") async for message in reconnecting(connect, 3, lambda error: lost.append(str(error)))]

    monkeypatch.setattr(asyncio, "sleep", sleep)
    assert asyncio.run(main()) == [4, 5, None, 6]
    assert asked == [3, 4, 4, 4, 5, 5]
    assert slept == [0.2, 0.4, 0.8, 0.2, 5.0]
    assert lost == ["broken", "no server", "no server", "unavailable: busy", "sent away"]


def test_a_refusal_for_good_is_not_tried_again() -> None:
    async def attempt() -> None:
        raise ServerError("unknown_table", "no such table")

    with pytest.raises(ServerError, match="no such table"):
        asyncio.run(retrying(attempt))


def test_bots_play_each_other_over_websockets(sqlite_served: Served) -> None:
    async def play(name: str, table_id: str) -> int:
        rng, turns = random.Random(name), 0
        async with AsyncClient(sqlite_served.url, timeout=20) as server:
            seat = await server.table(table_id).sit(name)
            async for view in seat.turns():
                turns += 1
                await seat.play(rng.choice(view["legal"]))
        return turns

    async def main() -> list[int]:
        async with AsyncClient(sqlite_served.url, timeout=20) as server:
            table = await server.create("thirty_one", seats=["person", "person"], options={"strikes": 1})
            turns = await asyncio.gather(play("Ann", table.id), play("Bob", table.id))
            record = await table.record()
            assert knockroll.Table.replay(record).result is not None
            assert sum(turns) == len(record["moves"])
            return list(turns)

    assert min(asyncio.run(main())) > 0


def test_two_bots_in_one_program_have_two_seats(sqlite_served: Served) -> None:
    with Client(sqlite_served.url, timeout=20) as server:
        table = server.create("thirty_one", seats=["person", "person", "person"])
        seats = [table.sit("Ann"), table.sit("Bob")]
        assert [seat.get()["you"] for seat in seats] == [0, 1]
        seats[0].start()
        assert table.info()["status"] == "running"
        with pytest.raises(ServerError, match="no_seat"):
            table.sit("Cat")


def test_bots_talk_and_vote(sqlite_served: Served) -> None:
    async def main() -> tuple[int, str, dict[str, object]]:
        async with AsyncClient(sqlite_served.url, timeout=20) as server:
            table = await server.create("thirty_one", seats=["person", "person"])
            ann, bob = await table.sit("Ann"), await table.sit("Bob")
            await bob.reset()
            await ann.answer(False)
            async for message in bob.messages():
                if message["type"] == "hello":
                    await bob.react("good_game")
                if message["type"] == "reaction":
                    break
            return message["seat"], message["reaction"], await ann.host("hand_on", 1)

    seat, reaction, table = asyncio.run(main())
    assert (seat, reaction, table["host"], table["vote"]) == (1, "good_game", 1, None)


def test_a_client_asks_for_a_review_line_by_line(sqlite_served: Served) -> None:
    played = dict(farkle_game())
    with Client(sqlite_served.url) as server:
        *progress, last = server.review(played, 1)
        assert (progress[0]["type"], progress[0]["share"]) == ("progress", 0.0)
        assert last["final"] and msgspec.convert(last["review"], Review) == knockroll.review(played, 1)
        with pytest.raises(ServerError, match="there is no seat 7"):
            list(server.review(played, 7))


def farkle_game() -> Document:
    """A finished game that is solved, so that its review needs nothing compiled."""
    table = knockroll.Table("farkle", 2, seed=5, target=1000)
    while table.turn is not None:
        table.play(table.legal()[-1])
    return dict(table.record())
