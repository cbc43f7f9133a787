"""Practice tables in the page: marked, with hints, moves that can be taken back, and a warning before a blunder."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.audit import faults
from tests.web.conftest import DESKTOP, PHONE, Opening
from tests.web.person import Person


def practise(visit: Opening, size: tuple[int, int] = DESKTOP) -> Person:
    """Set up a practice table of a game that is solved, so that hints need nothing compiled."""
    page = visit("/solo/farkle", size, warnBlunders=False)
    page.get_by_role("switch", name="Practice table").check()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Practice · Farkle")
    person = Person(page)
    person.my_turn()
    return person


def hint_of(page: Page) -> str:
    hint = page.get_by_role("region", name="Hint")
    expect(hint).to_have_attribute("aria-busy", "false")
    return hint.inner_text()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_hint_is_shown_and_said_and_a_move_taken_back(visit: Opening, size: tuple[int, int]) -> None:
    person = practise(visit, size)
    page = person.page
    page.get_by_role("button", name="Hint").click()
    assert re.search(r"Roll: \d+% to win the game", hint_of(page))
    expect(page.locator("#speech")).to_contain_text("Hint. Roll: ")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert faults(page) == {}
    _, before = person.view()
    person.act("Roll", "r")
    expect(page.get_by_role("region", name="Hint")).to_have_count(0)
    person.my_turn()
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("#speech")).to_contain_text("You took back your last move.")
    assert person.view()[1] == before


FITS = """() => {
  const boxes = [".titled", ...[..."123"].map((n) => `.bar > .tool:nth-of-type(${n})`)];
  const found = boxes.flatMap((one) => [...document.querySelectorAll(one)]).map((node) => node.getBoundingClientRect());
  return found.length === 4 && found.every((box, i) => i === 0 || box.left >= found[i - 1].right - 1);
}"""
"""Whether the title and the tools beside it stand side by side."""


@pytest.mark.parametrize("size", [PHONE, (320, 568)])
def test_the_bar_of_a_phone_says_that_it_is_practice(visit: Opening, size: tuple[int, int]) -> None:
    page = practise(visit, size).page
    title = page.locator(".titled h1").bounding_box()
    word = page.locator(".kind").bounding_box()
    assert title is not None and word is not None and word["width"] > 50
    assert word["x"] + 50 <= title["x"] + title["width"]
    assert page.evaluate(FITS)
    page.get_by_role("button", name="Menu").click()
    scoring = page.get_by_role("region", name="Scoring")  # on the felt, or else in the menu
    expect(scoring.or_(page.get_by_role("button", name="Scoring"))).to_be_visible()


def test_both_have_keys_and_only_practice_tables_have_them(visit: Opening) -> None:
    person = practise(visit)
    page = person.page
    page.keyboard.press("i")
    hint_of(page)
    page.keyboard.press("i")
    expect(page.get_by_role("region", name="Hint")).to_have_count(0)
    person.act("Roll", "r")
    person.my_turn()
    page.keyboard.press("u")
    expect(page.locator("#speech")).to_contain_text("You took back your last move.")
    page.goto(f"{person.origin}/solo/farkle")
    expect(page.get_by_role("switch", name="Practice table")).to_be_checked()
    page.get_by_role("switch", name="Practice table").uncheck()
    page.get_by_role("button", name="Play", exact=True).click()
    person.my_turn()
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_have_text("Farkle")


def test_a_blunder_is_made_only_after_a_question(visit: Opening) -> None:
    """Every move is called a blunder here: which ones are is tested elsewhere."""

    def warn(route: Route) -> None:
        answer = route.fetch()
        told = answer.json()
        told["hint"]["blunders"] = [
            {"move": one["move"], "loss": 0.2, "sentence": "That gives away 20.0 points of the chance to win."}
            for one in told["hint"]["candidates"]
        ]
        route.fulfill(response=answer, body=json.dumps(told))

    page = visit("/solo/farkle")
    page.route("**/hint", warn)
    page.get_by_role("switch", name="Practice table").check()
    with page.expect_response("**/hint"):
        page.get_by_role("button", name="Play", exact=True).click()
        person = Person(page)
        person.my_turn()
    page.keyboard.press("i")
    hint_of(page)
    page.keyboard.press("r")
    question = page.get_by_role("dialog", name="Is this a blunder?")
    expect(question).to_contain_text("gives away 20.0 points")
    question.get_by_role("button", name="Think again").click()
    seq, _ = person.view()
    page.keyboard.press("r")
    question.get_by_role("button", name="Play it anyway").click()
    expect(page.get_by_role("region", name="Hint")).to_have_count(0)
    assert person.view()[0] > seq
    page.unroute_all(behavior="ignoreErrors")  # the page may be asking for the next hint as it is closed


def test_a_practice_table_is_marked_in_the_lobby_and_before_one_sits_down(visit: Opening) -> None:
    page = visit("/new/thirty_one")
    page.get_by_role("switch", name="Practice table").check()
    page.get_by_role("switch", name="Show in lobby").check()
    page.get_by_role("button", name="Create table").click()
    mark = "Practice table: everyone can ask for hints and take moves back, and the result doesn't count."
    expect(page.get_by_text(mark)).to_be_visible()
    other = visit("/")
    other.get_by_role("link", name="Thirty-One · practice").first.click()
    expect(other.get_by_text(mark)).to_be_visible()
