"""Programs of the server's owner at its tables: clients can only name them, and no one else waits for them."""

from __future__ import annotations

import shlex
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import knockroll
from knockroll.engine.errors import PlayerFailed
from knockroll.players.processes.pool import Programs
from knockroll.server.failures import CannotServe
from knockroll.server.settings import AllowedBot
from knockroll.server.tables.computer_players import MOST_FAILURES, read_bots
from tests.helpers import is_running
from tests.server.helpers import Served, serving, wait_until

GAME = knockroll.get_game("thirty_one")
LOOP = """
import json, os, pathlib, sys, time
pids = pathlib.Path(__file__).with_name("pids")
with pids.open("a") as file:
    print(os.getpid(), file=file)
for line in sys.stdin:
    view = json.loads(line)
    {body}
    print(json.dumps({{"move": view["legal"][-1]}}), flush=True)
"""


def write_bot(folder: Path, body: str = "pass", name: str = "bot") -> str:
    """Write a program that does something with each view and plays the last legal move; return its command."""
    file = folder / f"{name}.py"
    file.write_text(LOOP.format(body=body))
    return f"{shlex.quote(sys.executable)} -S -E {shlex.quote(str(file))}"


def pids(folder: Path) -> set[int]:
    file = folder / "pids"
    return {int(pid) for pid in file.read_text().split()} if file.exists() else set()


@pytest.fixture
def bot_served(tmp_path: Path) -> Iterator[Served]:
    """A server that allows one program that plays, and one that ends at its first view."""
    bots = (
        AllowedBot("Randy", write_bot(tmp_path)),
        AllowedBot("Crash", write_bot(tmp_path, "raise SystemExit('no more ideas')", "crash"), "thirty_one"),
    )
    with serving(str(tmp_path / "tables.sqlite3"), bots=bots, bot_processes=2) as one:
        yield one
    assert not any(is_running(pid) for pid in pids(tmp_path)), "programs outlived the server"


def computers(*names: str) -> dict[str, Any]:
    return {"seats": [{"kind": "computer", "player": name} for name in names]}


def test_what_the_owner_allows_is_listed_with_the_players_of_the_games_it_plays(bot_served: Served) -> None:
    games = {game["name"]: game for game in bot_served.http.get("/api/games").json()["games"]}
    listed = {name: [player["name"] for player in game["players"]] for name, game in games.items()}
    assert all("Randy" in names for names in listed.values())
    assert [name for name, names in listed.items() if "Crash" in names] == ["thirty_one"]
    one = bot_served.http.get("/api/games/thirty_one").json()
    assert one["players"] == games["thirty_one"]["players"]
    assert "bot.py" not in str(games), "how it is started is nobody's business"


def test_a_program_plays_a_whole_game(bot_served: Served, tmp_path: Path) -> None:
    answer = bot_served.http.post("/api/tables", json={"game": "farkle", **computers("randy", "Random")})
    assert answer.status_code == 201, answer.text
    id = answer.json()["table"]["id"]
    assert [seat["name"] for seat in answer.json()["table"]["seats"]] == ["Randy", "Random"]
    wait_until(lambda: bot_served.http.get(f"/api/tables/{id}").json()["table"]["status"] == "over", 60)
    record = bot_served.http.get(f"/api/tables/{id}/record").json()
    assert knockroll.Table.replay(record).result is not None
    assert len(pids(tmp_path)) == 1, "one table at a time needs one program"


def test_a_program_that_ends_is_replaced_by_a_move_that_the_logs_name(
    bot_served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    table = bot_served.open("thirty_one", people=1, seats=[{"kind": "person"}, {"kind": "computer", "player": "Crash"}])
    ann = table.sit("Ann")
    with ann.live() as socket:
        message = socket.receive("hello")
        while not (message["type"] == "event" and message.get("by") == "substitute"):
            if message.get("view") and message["view"]["legal"]:
                socket.move(message["view"]["legal"][0], message["seq"])
            message = socket.receive("event", "error")
    assert message["seat"] == 1
    said = [text for text in caplog.messages if "Crash" in text]
    assert "it said: no more ideas; House moves in its place" in said[0]
    assert caplog.records[caplog.messages.index(said[0])].table == table.id  # type: ignore[attr-defined]


def test_a_program_that_fails_again_and_again_is_not_started_again_for_a_while(
    bot_served: Served, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    answer = bot_served.http.post("/api/tables", json={"game": "thirty_one", **computers("Crash", "Crash")})
    id = answer.json()["table"]["id"]
    wait_until(lambda: bot_served.http.get(f"/api/tables/{id}").json()["table"]["seq"] > 20)
    assert len(pids(tmp_path)) == MOST_FAILURES
    assert any("is not asked for a while" in text for text in caplog.messages)


def test_nobody_else_waits_for_a_program_that_never_answers(tmp_path: Path) -> None:
    bots = (AllowedBot("Slow", write_bot(tmp_path, "time.sleep(3600)")),)
    with serving(str(tmp_path / "tables.sqlite3"), bots=bots, bot_seconds=3600.0) as served:
        slow = served.http.post("/api/tables", json={"game": "thirty_one", **computers("Slow", "Slow")}).json()["table"]
        wait_until(lambda: pids(tmp_path))
        answer = served.http.post("/api/tables", json={"game": "thirty_one", **computers("Random", "Random")})
        id = answer.json()["table"]["id"]
        wait_until(lambda: served.http.get(f"/api/tables/{id}").json()["table"]["status"] == "over")
        assert served.http.get(f"/api/tables/{slow['id']}").json()["table"]["seq"] == slow["seq"]
    assert not any(map(is_running, pids(tmp_path)))


def test_clients_bring_no_programs_and_nobody_is_substituted_by_one(bot_served: Served, tmp_path: Path) -> None:
    for plan in (
        computers("cmd:true", "Random"),
        computers("os:getcwd", "Random"),
        {"substitute": "Randy"},
    ):
        answer = bot_served.http.post("/api/tables", json={"game": "thirty_one", **plan})
        assert answer.json()["error"]["code"] == "unknown_player", plan
    assert not pids(tmp_path)


def test_a_table_goes_on_when_its_program_is_not_allowed_any_more(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    database = str(tmp_path / "tables.sqlite3")
    seats = [{"kind": "person"}, {"kind": "computer", "player": "Randy"}]
    with serving(database, bots=(AllowedBot("Randy", write_bot(tmp_path)),)) as served:
        ann = served.open("thirty_one", people=1, seats=seats).sit("Ann")
    with serving(database) as served:
        ann.served = served
        for _ in range(6):
            wait_until(lambda: ann.get("/view")["view"]["legal"])
            ann.move()
    assert any("has no player 'Randy'" in text and "House moves in its place" in text for text in caplog.messages)


@pytest.mark.parametrize(
    ("argument", "said"),
    [
        ("Randy", "give NAME=COMMAND"),
        ("=true", "give NAME=COMMAND"),
        ("Randy=", "give NAME=COMMAND"),
        ("house=true", "already has a player of that name"),
        ("thirty_one.House=true", "Thirty-One already has a player of that name"),
        (f"{'x' * 25}=true", "at most 24 characters"),
        ("a  b=true", "plain letters and single spaces"),
        ("os:getcwd=true", "plain letters and single spaces"),
    ],
)
def test_what_cannot_be_allowed_is_said_at_once(argument: str, said: str) -> None:
    with pytest.raises(CannotServe, match=said):
        read_bots([argument])


def test_what_is_allowed() -> None:
    allowed = read_bots(["Randy=./randy -n 2", "tonk.Vera=cmd:./vera a=b", "Dr. No=./no"])
    assert allowed == (
        AllowedBot("Randy", "./randy -n 2"),
        AllowedBot("Vera", "./vera a=b", "tonk"),
        AllowedBot("Dr. No", "./no"),
    )
    with pytest.raises(CannotServe, match="already"):
        read_bots(["Randy=a", "randy=b"])


# --- The pool ------------------------------------------------------------------------------------------------------


def test_no_more_programs_run_than_are_allowed(tmp_path: Path) -> None:
    """Three commands share two processes: an idle program of another command makes room."""
    table = knockroll.Table(GAME, seats=2, seed=1)
    view = table.view(table.turn)
    commands = [write_bot(tmp_path, name=name) for name in ("one", "two", "three")]
    programs = Programs(most=2)
    try:
        for command in commands * 2:
            assert programs.ask(GAME, command, view).result(60) == view["legal"][-1]
            assert sum(map(is_running, pids(tmp_path))) <= 2
        waiting = [programs.ask(GAME, command, view) for command in commands * 5]
        assert {one.result(60) for one in waiting} == {view["legal"][-1]}
        assert sum(map(is_running, pids(tmp_path))) <= 2
    finally:
        programs.close()
    assert not any(map(is_running, pids(tmp_path)))
    with pytest.raises(PlayerFailed):
        programs.ask(GAME, commands[0], view).result(60)


def test_who_waits_for_a_program_that_never_answers_is_told_when_all_are_stopped(tmp_path: Path) -> None:
    table = knockroll.Table(GAME, seats=2, seed=1)
    view = table.view(table.turn)
    programs = Programs(most=1, time_limit=3600)
    waiting = [programs.ask(GAME, write_bot(tmp_path, "time.sleep(3600)"), view) for _ in range(3)]
    wait_until(lambda: pids(tmp_path))
    threading.Thread(target=programs.close).start()
    for one in waiting:
        with pytest.raises(PlayerFailed):
            one.result(60)
    wait_until(lambda: not any(map(is_running, pids(tmp_path))))
