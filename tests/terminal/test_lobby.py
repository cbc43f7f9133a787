"""Lists of games: saved ones to resume or watch again, and the public tables of a server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator

import pytest
from textual.pilot import Pilot

import knockroll
from knockroll.terminal.app import KnockrollApp
from knockroll.terminal.model.online import OnlineSession
from knockroll.terminal.model.saves import games_folder, saved_games
from knockroll.terminal.screens.lobby import LobbyScreen
from knockroll.terminal.screens.menu import MenuScreen
from knockroll.terminal.screens.play import PlayScreen
from knockroll.terminal.screens.replay import ReplayScreen
from knockroll.terminal.screens.saves import SavesScreen
from knockroll.terminal.screens.setup import FieldRow, SetupScreen
from tests.server.helpers import Served, same_deals, serving  # noqa: F401
from tests.terminal.driving import FAST, LARGE, SMALL, play_screen, press, run, text_of, until


@pytest.fixture
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(str(tmp_path_factory.mktemp("server") / "tables.sqlite3")) as one:
        yield one


def lobby(url: str, script: Callable[[Pilot[str], KnockrollApp], Awaitable[None]], size: tuple[int, int]) -> str | None:
    app = KnockrollApp(lambda: LobbyScreen(url, "Ada"), FAST)

    async def go() -> None:
        async with app.run_test(size=size) as pilot:
            await script(pilot, app)

    asyncio.run(go())
    return app.return_value


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_tables_are_listed_joined_and_left(served: Served, size: tuple[int, int]) -> None:
    served.open("tunk", people=2)  # not public
    table = served.open("tonk", people=3, public=True, options={"hands": 3})
    table.sit("Ben")

    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await until(pilot, lambda: "2 of 3 seats free" in text_of(app))
        shown = text_of(app)
        assert "Ben: Standard, but Hands: 3" in shown
        assert "Tunk" not in shown and "…" not in shown
        await pilot.press("enter")
        await until(pilot, lambda: "2. Ada (you)" in text_of(app))
        await pilot.press("q")
        await until(pilot, lambda: "1 of 3 seats free" in text_of(app))
        await pilot.press("q")
        await until(pilot, lambda: app.return_value is not None)

    lobby(served.url, script, size)
    assert [seat["name"] for seat in table.table["seats"]] == ["Ben", "Ada", None]


def test_a_table_is_opened_and_others_find_it(served: Served) -> None:
    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await until(pilot, lambda: "No open tables right now" in text_of(app))
        await pilot.press("n")
        await until(pilot, lambda: "New table" in text_of(app))
        await pilot.press(*["down"] * knockroll.game_names().index("farkle"), "enter")
        await until(pilot, lambda: isinstance(app.screen, SetupScreen))
        await choose(pilot, app, "public", "right")
        await pilot.press("enter")
        await until(pilot, lambda: "1. Ada (you, host)" in text_of(app))
        (found,) = served.http.get("/api/tables").json()["tables"]
        assert (found["game"], found["status"]) == ("farkle", "open")
        await pilot.press("enter")
        await until(pilot, lambda: play_screen(app).scene.view)

    lobby(served.url, script, SMALL)


async def choose(pilot: Pilot[str], app: KnockrollApp, name: str, *keys: str) -> None:
    """Go to a line of the form from any other line, and press some keys there."""
    assert isinstance(app.screen, SetupScreen)
    names = [field.name for field in app.screen.form.fields]
    row = app.screen.focused.parent if app.screen.focused is not None else None
    at = names.index(row.field.name) if isinstance(row, FieldRow) else 0
    await pilot.press(*["down" if names.index(name) > at else "up"] * abs(names.index(name) - at), *keys)
    await pilot.pause()


def test_a_private_table_has_any_rules_players_and_clock(served: Served) -> None:
    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await until(pilot, lambda: "No open tables right now" in text_of(app))
        await pilot.press("n", *["down"] * knockroll.game_names().index("gin_rummy"), "enter")
        await until(pilot, lambda: isinstance(app.screen, SetupScreen))
        await choose(pilot, app, "variant", "right")
        await until(pilot, lambda: "Standard" in text_of(app))
        await choose(pilot, app, "opponent 1", "right")
        await choose(pilot, app, "clock", "right")
        await choose(pilot, app, "target", "backspace", "backspace", "backspace", "5", "0")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen) and app.screen.scene.view)
        assert served.http.get("/api/tables").json()["tables"] == []
        session = play_screen(app).session
        assert isinstance(session, OnlineSession)
        table = served.http.get(f"/api/tables/{session.id}").json()["table"]
        assert (table["variant"], table["options"]["target"], table["clock"]) == ("standard", 50, 30)
        assert [seat["kind"] for seat in table["seats"]] == ["person", "computer"]

    lobby(served.url, script, SMALL)


def test_a_server_that_is_not_there_is_said() -> None:
    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await until(pilot, lambda: "Can't reach the server at http://127.0.0.1:9" in text_of(app))

    lobby("http://127.0.0.1:9", script, SMALL)


def test_the_menu_leads_to_the_tables_and_back(served: Served) -> None:
    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await pilot.press("i")
        await until(pilot, lambda: f"at {served.url}" in text_of(app))
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, MenuScreen))

    run(KnockrollApp(None, FAST, server=served.url), script)


def test_saved_games_are_a_list_to_go_on_with_or_to_look_at(tmp_path_factory: pytest.TempPathFactory) -> None:
    games_folder().mkdir(parents=True)
    over = knockroll.Table("farkle", seats=2, seed=1, target=300)
    while over.turn is not None:
        over.play(over.legal()[-1])
    (games_folder() / "over.json").write_text(json.dumps({**over.record(), "players": [None, "Random"]}))
    (games_folder() / "broken.json").write_text("{")

    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await press(pilot, app, str(knockroll.game_names().index("tunk") + 1))
        await press(pilot, app, "s", "q")
        await until(pilot, lambda: "Saved games" in text_of(app))
        await pilot.press("s")
        await until(pilot, lambda: isinstance(app.screen, SavesScreen))
        shown = text_of(app)
        assert "Tunk" in shown and "broken.json" in shown and "can't be read" in shown
        assert any("Farkle" in row and "finished" in row and "Random" in row for row in shown.splitlines())
        await press(pilot, app, "enter")
        assert play_screen(app).session.game.name == "tunk"
        await press(pilot, app, "q")
        assert isinstance(app.screen, SavesScreen), "back to the list that it was chosen from"
        at = [path.name for path in saved_games()].index("over.json")
        await pilot.press(*["down"] * at, "enter")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, SavesScreen))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, MenuScreen))

    run(KnockrollApp(None, FAST), script)
