"""The Python client, and the examples of docs/api.md, which are run as they stand there."""

from __future__ import annotations

import asyncio
import json
import random
import re
import shutil
import subprocess
from pathlib import Path

import msgspec
import pytest

import knockroll
from knockroll.client import AsyncClient, Client, ServerError
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
    result = subprocess.run(["sh", "-u", "-c", script], capture_output=True, text=True, timeout=60)
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
