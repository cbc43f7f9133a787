"""The same screen on an online table: with other people, with a connection that breaks, and coming back."""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from scripts.serving import ServerProcess
from textual.pilot import Pilot

import knockroll
from knockroll.client.requests import read_link
from knockroll.engine.errors import InvalidOption
from knockroll.folders import data_folder
from knockroll.terminal.app import KnockrollApp
from knockroll.terminal.model.online import NoServer, OnlineSession, event_from, open_online
from knockroll.terminal.model.scene import Scene
from knockroll.terminal.model.session import Notice
from knockroll.terminal.screens.knowledge import KnowledgeScreen
from knockroll.terminal.screens.play import PlayScreen
from knockroll.terminal.screens.review import ReviewScreen
from tests import seeded
from tests.server.helpers import Served, same_deals, serving  # noqa: F401
from tests.terminal.driving import FAST, app_of, notices, play_screen, text_of, until


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(str(tmp_path_factory.mktemp("server") / "tables.sqlite3")) as one:
        yield one


def drive(session: OnlineSession, script: Callable[[Pilot[str], KnockrollApp], Any]) -> str | None:
    """Run a script once the screen shows something."""
    app = app_of(session, FAST)

    async def go() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await script(pilot, app)

    asyncio.run(go())
    return app.return_value


async def play_on(pilot: Pilot[str], app: KnockrollApp, enough: Callable[[], bool]) -> None:
    """Play at random until something is true."""
    rng = random.Random(1)
    for _ in range(2000):
        screen = play_screen(app)
        if enough():
            return
        if screen.at_ending:
            await pilot.press("enter")
        elif screen.scene.view and screen.scene.my_turn and screen.selection.actions:
            seen = screen.scene.view
            screen.play(rng.choice(seen["legal"]))
            await until(pilot, partial(_has_changed, screen, seen))
        await pilot.pause(0.02)
    raise AssertionError("the game does not end")


def _has_changed(screen: PlayScreen, seen: dict[str, Any]) -> bool:
    return screen.scene.view is not seen or screen.at_ending or bool(screen.message)


def test_a_game_against_computers_and_a_rematch(served: Served) -> None:
    table = served.open("thirty_one", people=1, computers=2, options={"strikes": 1}, pace=0)

    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await play_on(pilot, app, lambda: play_screen(app).over)
        await until(pilot, lambda: "The game is over" in text_of(app))
        record = table.get("/record")
        assert tuple(record["result"]["winners"]) == play_screen(app).scene.winners
        await pilot.press("n")
        await until(pilot, lambda: not play_screen(app).over)
        assert play_screen(app).scene.view["hands_played"] == 0
        await pilot.press("q")
        await until(pilot, lambda: app.return_value is not None)

    said = drive(open_online(served.url, table.id, "Ada"), script)
    assert said == f"Your seat stays yours. Come back with:  knockroll play {served.url}/table/{table.id} --name Ada"


def test_two_people_meet_and_one_comes_back_to_the_same_seat(served: Served) -> None:
    table = served.open("gin_rummy", people=2, pace=0)
    first = open_online(served.url, f"{served.url}/table/{table.id}", "Ada")

    async def wait(pilot: Pilot[str], app: KnockrollApp) -> None:
        await until(pilot, lambda: f"Waiting for players at {served.url}/table/{table.id}" in text_of(app))
        ben = table.sit("Ben")
        await until(pilot, lambda: play_screen(app).scene.view)
        await until(pilot, lambda: "Ben" in text_of(app))
        if play_screen(app).scene.view["turn"] == 1:
            ben.move("draw stock")
            ben.move()
        await until(pilot, lambda: play_screen(app).scene.my_turn)
        await pilot.press("s")
        await until(pilot, lambda: "You drew" in "\n".join(play_screen(app).scene.log))
        await pilot.press("q")
        await until(pilot, lambda: app.return_value is not None)

    drive(first, wait)
    tokens = data_folder() / "seats.json"
    assert tokens.stat().st_mode & 0o077 == 0

    async def back(pilot: Pilot[str], app: KnockrollApp) -> None:
        await until(pilot, lambda: play_screen(app).scene.my_turn)
        assert play_screen(app).scene.view["phase"] == "discard"
        assert play_screen(app).session.seat == 0

    drive(open_online(served.url, table.id, "Ada"), back)
    drive(open_online(served.url, table.id), back)


def test_another_person_at_the_same_machine_sits_apart(served: Served) -> None:
    table = served.open("tonk", people=3, pace=0)

    def seat_of(name: str | None) -> Any:
        session = open_online(served.url, table.id, name)
        return table.served.http.get(
            f"/api/tables/{table.id}", headers={"Authorization": f"Bearer {session._token}"}
        ).json()["you"]

    assert [seat_of("Ada"), seat_of("Ben"), seat_of("Ada"), seat_of("ben")] == [0, 1, 0, 1]
    assert seat_of(None) == 2, "whose seat would be meant?"
    assert [seat_of(None), seat_of("Ada")] == [2, 0]
    assert [seat["name"] for seat in table.table["seats"]][:2] == ["Ada", "Ben"]


def test_seats_that_an_earlier_version_remembered_are_known_by_their_name(served: Served, data: Path) -> None:
    table = served.open("tonk", people=3, pace=0)
    ada = table.sit("Ada")
    data.mkdir(exist_ok=True)
    (data / "seats.json").write_text(json.dumps({f"{served.url} {table.id}": ada.token}))
    assert open_online(served.url, table.id, "ada")._token == ada.token
    assert open_online(served.url, table.id)._token == ada.token
    assert open_online(served.url, table.id, "Ben")._token != ada.token


def test_who_is_at_the_table_in_another_window_is_told_so(served: Served) -> None:
    table = served.open("tunk", people=1, computers=1, pace=0)

    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await until(pilot, lambda: play_screen(app).scene.view)
        again = await asyncio.to_thread(open_online, served.url, table.id, "Ada")
        step = await again.next_step()
        assert isinstance(step, Notice) and "open in another window" in step.text and "--name" in step.text
        await again.close()

    drive(open_online(served.url, table.id, "Ada"), script)


def test_the_host_need_not_wait_for_others(served: Served) -> None:
    table = served.open("tonk", people=3, pace=0)
    ann = table.sit("Ann")

    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await until(pilot, lambda: "Waiting for players" in text_of(app))
        assert "start now" not in text_of(app)
        await asyncio.to_thread(ann.post, "/host", {"do": "hand_on", "seat": 1})
        await until(pilot, lambda: "start now" in text_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: play_screen(app).scene.view)
        assert len(play_screen(app).scene.view["players"]) == 3

    drive(open_online(served.url, table.id, "Ada"), script)


def test_when_no_seat_is_free_one_watches(served: Served) -> None:
    table = served.open("tunk", people=2, pace=0)
    table.sit("Ann")
    table.sit("Ben")
    session = open_online(served.url, table.id, "Cyd")

    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await until(pilot, lambda: play_screen(app).scene.view)
        assert play_screen(app).scene.seat is None
        assert "Ann" in text_of(app)
        assert "Ben" in text_of(app)
        assert not play_screen(app).selection.actions

    drive(session, script)


def test_a_refused_move_is_said(served: Served) -> None:
    table = served.open("thirty_one", people=1, computers=1, pace=0)

    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await until(pilot, lambda: play_screen(app).scene.view and play_screen(app).scene.my_turn)
        play_screen(app).play("discard As")
        await until(pilot, lambda: "Draw a card first." in text_of(app))

    drive(open_online(served.url, table.id, "Ada"), script)


@pytest.mark.integration
def test_a_server_that_dies_and_comes_back(tmp_path: Path, deals: Path) -> None:
    with ServerProcess(tmp_path / "tables.sqlite3", tmp_path / "log", command=seeded.command(deals)) as server:
        table = Served(server.url).open("tunk", people=1, computers=1, pace=0)
        session = open_online(server.url, table.id, "Ada")

        async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
            await until(pilot, lambda: play_screen(app).scene.view and play_screen(app).scene.my_turn)
            server.kill()
            await until(pilot, lambda: "Connection lost. Reconnecting" in text_of(app).splitlines()[0])
            screen = play_screen(app)
            screen.play(screen.scene.view["legal"][0])
            await until(pilot, lambda: "can't reach the server" in screen.message)
            await asyncio.to_thread(server.start)
            assert not notices(app), "nothing lies over the table"
            await until(pilot, lambda: not screen.session.trouble and "No connection" not in text_of(app))
            assert not notices(app)
            logged = len(screen.scene.log)
            screen.play(screen.scene.view["legal"][0])
            await until(pilot, lambda: len(screen.scene.log) > logged)

        drive(session, script)
        table.served.http.close()


def test_plain_mode_plays_online_too(served: Served, data: Path) -> None:
    table = served.open("farkle", people=1, computers=1, options={"target": 300}, pace=0)
    command = [sys.executable, "-m", "knockroll", "play", "--server", served.url, "--table", table.id]
    ran = subprocess.run([*command, "--name", "Ada", "--plain"], input="1\n" * 500, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert "Game over: " in ran.stdout


def test_what_cannot_be_reached_is_said(served: Served) -> None:
    with pytest.raises(NoServer, match="can't reach the server"):
        open_online("http://127.0.0.1:9", "x")
    with pytest.raises(NoServer, match="no such table"):
        open_online(served.url, "nosuchtable")


def test_events_come_back_from_json_as_they_were() -> None:

    import knockroll
    from knockroll.engine.events import redact

    for game in knockroll.game_names():
        table = knockroll.Table(game, seed=3)
        rng = random.Random(3)
        for _ in range(200):
            for event in table.events:
                seen = redact(event, 0)
                again = event_from(json.loads(json.dumps(seen.to_dict())))
                assert again.to_dict() == seen.to_dict()
            if table.turn is None:
                break
            table.play(rng.choice(table.legal()))


@pytest.mark.parametrize("command", [["play"], []])
def test_a_link_alone_is_enough(served: Served, data: Path, command: list[str]) -> None:
    table = served.open("farkle", people=1, computers=1, options={"target": 300}, pace=0)
    link = f"{served.url}/table/{table.id}"
    run = [sys.executable, "-m", "knockroll", *command, link, "--name", "Ada", "--plain"]
    ran = subprocess.run(run, input="1\n" * 500, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert "Game over: " in ran.stdout
    assert ran.stdout.endswith(f"knockroll play {link} --name Ada\n")


def test_what_is_no_link_is_said() -> None:
    assert read_link("https://games.example.org/kr/table/abc/") == ("https://games.example.org/kr", "abc")
    assert read_link("http://127.0.0.1:8000/") == ("http://127.0.0.1:8000", None)
    for link in ("http://", "http://[::1", "http://127.0.0.1:port"):
        with pytest.raises(InvalidOption, match="is not the address of a server or table"):
            read_link(link)


def test_the_waiting_screen_names_game_rules_and_people_and_who_is_connected(served: Served) -> None:
    table = served.open("gin_rummy", people=3, computers=1, options={"target": 50}, pace=10_000)
    ben = table.sit("Ben")

    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        def shows(*texts: str) -> Callable[[], bool]:
            return lambda: all(text in text_of(app) for text in texts)

        await until(
            pilot,
            shows(
                "Gin Rummy",
                "Knock any time, but Points to win: 50",
                "1. Ben (host, offline)",
                "2. Ada (you)",
                "3. free",
            ),
        )
        assert "4. Random (computer player)" in text_of(app)
        with ben.live() as socket:
            socket.receive("hello")
            await until(pilot, shows("1. Ben (host)"))
            ben.post("/host", {"do": "start"})
            await until(pilot, lambda: play_screen(app).scene.view)
            assert "offline" not in text_of(app)
        await until(pilot, shows("offline"))
        assert not notices(app) or "offline" not in notices(app)

    drive(open_online(served.url, table.id, "Ada"), script)


def test_a_server_says_who_thinks_for_long() -> None:
    seats = [{"kind": "person", "slow": False}, {"kind": "computer", "slow": True}]
    assert OnlineSession("http://127.0.0.1:1", {"game": "gin_rummy", "seats": seats}, None).slow == (False, True)


def test_a_finished_game_is_reviewed_by_the_server(served: Served) -> None:
    table = served.open("farkle", people=1, computers=1, options={"target": 1000}, pace=0)

    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await play_on(pilot, app, lambda: play_screen(app).over)
        await pilot.press("r")
        await until(pilot, lambda: isinstance(app.screen, ReviewScreen) and app.screen.judged.is_final)
        assert isinstance(app.screen, ReviewScreen)
        found = app.screen.judged.review
        assert found == knockroll.review(table.get("/record"), 0)
        await pilot.press("s")
        await until(pilot, lambda: "review of Ada" not in text_of(app))
        await pilot.press("q", "home", "w")
        await until(pilot, lambda: isinstance(app.screen, KnowledgeScreen) and app.screen.found is not None)
        assert isinstance(app.screen, KnowledgeScreen) and app.screen.found is not None
        start = knockroll.Table.replay(table.get("/record"), moves=0)
        assert app.screen.found.hint == knockroll.hint(start.view(start.turn))

    drive(open_online(served.url, table.id, "Ada"), script)


def test_a_practice_table_has_hints_and_moves_that_are_taken_back(served: Served) -> None:
    table = served.open("farkle", people=1, computers=1, options={"target": 2000}, pace=0, practice=True)

    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        def scene() -> Scene:
            return play_screen(app).scene

        def moved_on(before: dict[str, Any]) -> bool:
            return scene().my_turn and scene().view is not before

        await until(pilot, lambda: scene().my_turn)
        assert "Practice" in text_of(app).splitlines()[0]
        await pilot.press("u")
        await until(pilot, lambda: "You have made no move in this game" in notices(app))
        while len(scene().view["legal"]) < 2:
            before = scene().view
            play_screen(app).play(before["legal"][0])
            await until(pilot, partial(moved_on, before))
        before = scene().view
        await pilot.press("i")
        best = knockroll.hint(before).sentences[0]
        await until(pilot, lambda: best in " ".join(text_of(app).split()))
        await pilot.press("i")
        await until(pilot, lambda: best not in " ".join(text_of(app).split()))
        play_screen(app).play(before["legal"][0])
        await until(pilot, lambda: scene().view != before)
        await pilot.press("u")
        await until(pilot, lambda: scene().my_turn and scene().view["legal"] == before["legal"])
        assert scene().view["dice"] == before["dice"]

    drive(open_online(served.url, table.id, "Ada"), script)


def test_other_tables_have_neither(served: Served) -> None:
    table = served.open("farkle", people=1, computers=1, options={"target": 2000}, pace=0)

    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await until(pilot, lambda: play_screen(app).scene.my_turn)
        assert "Practice" not in text_of(app) and "hint" not in text_of(app)
        await pilot.press("i", "u")
        await pilot.pause()
        assert not play_screen(app).comment(80) and not notices(app)

    drive(open_online(served.url, table.id, "Ada"), script)
