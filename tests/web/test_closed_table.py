"""A closed table says so, shows how things stood, and offers nothing that can no longer be done."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from scripts.serving import ServerProcess

from tests.server.helpers import Served, same_deals, serving  # noqa: F401
from tests.web.conftest import Opening, Watched
from tests.web.notes import note_after
from tests.web.person import Person


@pytest.fixture
def served(tmp_path: Path, watched: Watched) -> Iterator[Served]:
    with serving(str(tmp_path / "tables.sqlite3"), skipping=True) as one:
        watched.knows(one.url)
        yield one


@pytest.fixture
def person(visit: Opening, served: Served, server: ServerProcess) -> Iterator[Person]:
    page = visit()
    page.goto(served.url)
    yield Person(page)
    page.goto(f"{server.url}/api/health")  # it would look for a server that is gone


def nothing_is_active(page: Page) -> None:
    expect(page.locator(".prompt.now, .heap.can, .mine.can, .seat.active, .action.primary")).to_have_count(0)
    expect(page.get_by_role("button", name="New game")).to_have_count(0)
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.get_by_text(re.compile("'s turn"))).to_have_count(0)


def test_a_table_that_is_closed_in_mid_game(person: Person, served: Served) -> None:
    person.open_table("thirty_one")
    person.my_turn()
    served.close_table(person.table)
    page = person.page
    sheet = page.get_by_role("region", name="Closed table")
    for _ in range(2):
        expect(sheet).to_contain_text("This table is closed")
        expect(sheet).to_contain_text("without a winner")
        expect(sheet.get_by_role("listitem")).to_have_count(4)
        expect(sheet.get_by_role("button")).to_have_count(0)
        nothing_is_active(page)
        note = note_after(page, lambda: page.keyboard.press("s"))
        assert "This table is closed" in note.text and note.said == 1
        page.reload()  # and later visitors see the same
    sheet.get_by_role("link", name="Replay").click()
    expect(page.get_by_role("main", name="Thirty-One, step")).to_be_visible()


def test_a_closed_table_shows_the_result_of_its_game(person: Person, served: Served) -> None:
    person.open_table("tonk", 2, hands=1)
    person.play_to_the_end()
    served.close_table(person.table)
    page = person.page
    sheet = page.get_by_role("region", name="End of the game")
    for _ in range(2):
        expect(sheet).to_contain_text("This table is closed")
        expect(sheet).to_contain_text(re.compile(r"wins?!"))
        expect(sheet.get_by_role("button", name="Play again")).to_have_count(0)
        expect(sheet.get_by_role("link", name="Replay")).to_be_visible()
        nothing_is_active(page)
        page.reload()


def test_a_closed_table_where_nobody_played(person: Person, served: Served) -> None:
    table = served.open(people=2)
    person.page.goto(f"{served.url}/table/{table.id}")
    expect(person.page.get_by_role("button", name="Sit down")).to_be_visible()
    served.close_table(table.id)
    sheet = person.page.get_by_role("region", name="Closed table")
    expect(sheet).to_contain_text("No game was played here")
    expect(person.page.get_by_role("button", name="Sit down")).to_have_count(0)
    sheet.get_by_role("link", name="Lobby").click()
    expect(person.page.get_by_role("button", name="Play now: Farkle")).to_be_visible()
