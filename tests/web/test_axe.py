"""Every page and state as axe-core sees it, in light and dark: no violations, experimental rules included.

A state is put before the browser at once, see :mod:`tests.web.staged`; only pages without a table ask the server.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from scripts.serving import ServerProcess

import knockroll
from tests.games import thirty_one_tables
from tests.helpers import deck
from tests.web.conftest import DESKTOP, PHONE, Opening, Watched
from tests.web.staged import CHOOSE, Position, Stage, Staged, fullest, seen_at
from tests.web.test_endings import a_knock_that_held
from tests.web.test_replay import finished

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async (only) => {
  const rare = ["target-size", "label-content-name-mismatch", "focus-order-semantics", "p-as-heading",
    "td-has-header", "table-fake-caption", "css-orientation-lock"];
  const options = only.length
    ? { runOnly: only }
    : { rules: Object.fromEntries(rare.map((rule) => [rule, { enabled: true }])) };
  const { violations } = await axe.run(document, { ...options, resultTypes: ["violations"] });
  return violations.map(({ id, help, nodes }) =>
    `${id} (${help}): ${nodes.map(({ html, any }) => html.slice(0, 160) + (any[0]?.message ?? "")).join(" | ")}`);
}"""
"""All rules that are on by default, and what is known to be of use of those that are not."""
OF_COLOURS = ["color-contrast", "link-in-text-block"]


def violations(page: Page) -> list[str]:
    """What axe-core finds, in light and in dark."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    found: list[str] = []
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        found += [f"{theme}: {fault}" for fault in page.evaluate(RUN, OF_COLOURS if theme == "dark" else [])]
    return found


GAMES = knockroll.game_names()
SEEN = [*((game, DESKTOP) for game in GAMES), ("gin_rummy", PHONE), ("farkle", PHONE)]


def seen(game: str, viewer: int | None) -> list[Position]:
    """What somebody sees of a game by the source, and of one by the first of the other sets of rules."""
    variants = [None, *knockroll.get_game(game).variants][:2]
    return fullest(
        replace(position, name=position.name.partition(" (")[0])
        for variant in variants
        for position in Staged(game, variant, b"as axe sees it").seen_by(viewer)
    )


@pytest.mark.parametrize("viewer", [0, None], ids=["player", "spectator"])
@pytest.mark.parametrize(("game", "size"), SEEN, ids=[f"{game}-{size[0]}" for game, size in SEEN])
def test_tables(visit: Opening, server: ServerProcess, game: str, viewer: int | None, size: tuple[int, int]) -> None:
    page = visit(None, size=size, confirm=True)
    stage = Stage(page, server.url)
    faults = []
    names = set()
    for position in seen(game, viewer):
        names.add(position.name.partition(":")[0])
        stage.show(position)
        if position.name.startswith("your turn"):
            page.evaluate(CHOOSE)
        faults += [f"{position.name}: {fault}" for fault in violations(page)]
    assert not faults, "\n".join(faults)
    assert names >= {"waiting for people", "the others' turn", "the end of the game"}
    assert viewer is None or "your turn" in names


def _lobby(page: Page) -> None:
    expect(page.get_by_role("button", name="Play now: Farkle")).to_be_visible()


def _form(page: Page) -> None:
    expect(page.locator("form")).to_be_visible()


def _first_page(page: Page) -> None:
    expect(page.locator(".lesson")).to_have_count(5)


def _book(page: Page) -> None:
    expect(page.locator("article.book h2").first).to_be_visible()


def _drop(page: Page) -> None:
    expect(page.locator(".drop")).to_be_visible()


def _missing(page: Page) -> None:
    expect(page.get_by_text("There's no table here.")).to_be_visible()


PAGES: dict[str, Callable[[Page], None]] = {
    "/": _lobby,
    "/new/gin_rummy": _form,
    "/new/farkle": _form,
    "/solo/thirty_one": _form,
    "/solo/tonk": _form,
    "/rules/tonk": _first_page,
    "/rules/tonk#full": _book,
    "/replay": _drop,
    "/table/nowhere": _missing,
}


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_pages(visit: Opening, watched: Watched, size: tuple[int, int]) -> None:
    page = visit("/", size=size)
    origin = page.url.rstrip("/")
    faults = []
    for path, ready in PAGES.items():
        page.goto(origin + path)
        ready(page)
        faults += [f"{path}: {fault}" for fault in violations(page)]
        if (titles := page.locator("h1").count()) != 1:
            faults.append(f"{path} has {titles} titles")
    assert not faults, "\n".join(faults)


def _dialog(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()
    expect(page.get_by_role("dialog")).to_be_visible()


def test_dialogs(visit: Opening, server: ServerProcess) -> None:
    page = visit(None)
    stage = Stage(page, server.url)
    waiting, *_ = seen("thirty_one", 0)
    table = thirty_one_tables.begin(3, deck(thirty_one_tables.low(3), "Js"))
    faults = []
    for place, position in {"before the game": waiting, "at the table": seen_at(table)}.items():
        stage.show(position)
        for name in ("Settings", "Help", "Rules in force: Standard", "People", "React"):
            _dialog(page, name)
            faults += [f"{name}, {place}: {fault}" for fault in violations(page)]
            page.keyboard.press("Escape")
    for name in ("New game…", "Leave the table…"):
        _dialog(page, "People")
        page.get_by_role("dialog").get_by_role("button", name=name).click()
        expect(page.get_by_role("dialog")).to_contain_text("?")
        faults += [f"{name}: {fault}" for fault in violations(page)]
        page.keyboard.press("Escape")
    assert not faults, "\n".join(faults)


def test_a_closed_table(visit: Opening, server: ServerProcess) -> None:
    page = visit(None)
    table = thirty_one_tables.begin(3, deck(thirty_one_tables.low(3), "Js"))
    position = seen_at(table)
    closed = position.hello.replace(b'"status":"running"', b'"status":"closed"')
    assert closed != position.hello
    Stage(page, server.url).show(replace(position, hello=closed))
    expect(page.get_by_role("region", name="Closed table")).to_be_visible()
    assert violations(page) == []


def test_a_vote_over_the_end_of_a_hand(visit: Opening, server: ServerProcess) -> None:
    page = visit(None)
    table, move = a_knock_that_held()
    Stage(page, server.url).show(seen_at(table, move, starts_over=1))
    expect(page.get_by_role("region", name="Vote")).to_be_visible()
    assert violations(page) == []


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_replay(visit: Opening, size: tuple[int, int]) -> None:
    page = visit("/replay", size=size)
    record = json.dumps(finished("tonk", 3, hands=2)).encode()
    page.get_by_label("Choose a saved game").set_input_files(
        {"name": "game.json", "mimeType": "application/json", "buffer": record}
    )
    expect(page.get_by_text("Verified")).to_be_visible()
    faults = violations(page)
    page.keyboard.press("End")
    expect(page.get_by_role("slider", name="Step")).to_have_attribute(
        "aria-valuetext", re.compile(r"step ([1-9]\d*) of \1$")
    )
    assert faults + violations(page) == []


def test_dialogs_of_the_lobby_and_of_a_set_up(visit: Opening) -> None:
    page = visit("/")
    origin = page.url.rstrip("/")
    faults = []
    for path in ("/", "/solo/gin_rummy"):
        page.goto(origin + path)
        for name in ("Settings", "Help"):
            _dialog(page, name)
            faults += [f"{name} at {path}: {fault}" for fault in violations(page)]
            page.keyboard.press("Escape")
    assert not faults, "\n".join(faults)
