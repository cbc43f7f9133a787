"""Why a move is refused: in a person's words, and where it covers neither the hand nor a button."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import knockroll
from tests.web.conftest import DESKTOP, PHONE, Opening, Watched
from tests.web.notes import note_after
from tests.web.person import Person
from tests.web.staged import resize

TOUCHED = [PHONE, (360, 640), (844, 390), (320, 568)]
SIZES = {DESKTOP: [(1440, 900), (2560, 1440), (820, 1180), (720, 450)], PHONE: TOUCHED}


def refuse_something(person: Person) -> None:
    """Click what is not possible now: a card before drawing, or the bank before a throw."""
    if person.view()[1].get("hand"):
        person.page.locator(".hand .mine").first.click()
    else:
        person.page.keyboard.press("b")


def told(page: Page, act: Callable[[], object]) -> str:
    """Do what is refused, and return why: said once, in a person's words, and over nothing else."""
    note = note_after(page, act)
    assert note.covered == []
    assert note.shown == note.text
    assert note.said == 1
    assert re.fullmatch(r"[A-Z].*\.", note.text), note.text
    assert not re.search(r"(?<![A-Za-z])'|'(?![a-z])|_|\bseat \d|not allowed now", note.text), note.text
    return note.text


@pytest.mark.parametrize("device", SIZES, ids=["desktop", "phone"])
@pytest.mark.parametrize("game", knockroll.game_names())
def test_a_refusal_says_why_and_covers_nothing(visit: Opening, game: str, device: tuple[int, int]) -> None:
    person = Person(visit(size=device))
    person.open_table(game)
    person.my_turn()
    for size in SIZES[device]:
        resize(person.page, size)
        assert told(person.page, lambda: refuse_something(person))


def test_other_refusals_are_told_in_the_same_way(visit: Opening) -> None:
    person = Person(visit())
    person.open_table("thirty_one")
    person.my_turn()
    person.button("Stock").click()
    expect(person.page.locator(".prompt.now")).to_contain_text("discard a card", ignore_case=True)  # or the last turn
    assert told(person.page, person.button("Discards").click) == "You've already drawn. Discard a card."
    knock = person.button("Knock")
    reason = told(person.page, lambda: knock.click(force=True))
    assert reason == "You've already drawn. Knock at the start of your turn."


def test_who_watches_is_told_above_the_table(visit: Opening) -> None:
    person = Person(visit())
    person.open_table("thirty_one")
    person.my_turn()
    page = visit()
    page.goto(person.page.url)
    stock = page.get_by_role("button", name=re.compile("^Stock, [0-9]+ cards$"))
    assert told(page, stock.click) == "You're watching. Sit down to play."


def test_a_note_on_another_page_covers_nothing_either(visit: Opening, watched: Watched) -> None:
    page = visit()
    page.route("**/api/tables", lambda route: route.abort())
    note = note_after(page, page.get_by_role("button", name="Play now: Thirty-One", exact=True).click)
    assert note.shown.startswith("Can't reach the server")
    assert note.covered == []
    watched.console.clear()  # the browser itself notes the request that failed
