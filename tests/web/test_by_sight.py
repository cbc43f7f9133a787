"""What contact sheets of the page have shown to be wrong (:mod:`tests.web.sheets`), so that it stays right."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect
from scripts.serving import ServerProcess

import knockroll
from tests.games import thirty_one_tables
from tests.helpers import deck
from tests.web.conftest import PHONE, Opening
from tests.web.person import Person
from tests.web.staged import Stage, Staged, fullest, resize, seen_at
from tests.web.states import SECRET, Solo, closed
from tests.web.test_endings import a_knock_that_held

SIDEWAYS = (844, 390)
SMALLEST = (320, 568)
DESK = (1440, 900)
LINES = """(nodes) => nodes.map((node) => {
  const range = document.createRange();
  range.selectNodeContents(node);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
})"""
"""The number of lines of text."""
CUT = """(nodes) => nodes
  .filter((node) => node.scrollWidth > node.clientWidth || node.scrollHeight > node.clientHeight)
  .map((node) => node.textContent)"""
"""The texts of boxes that do not show all that is in them."""


def lines_of(text: Locator) -> list[int]:
    found: list[int] = text.evaluate_all(LINES)
    assert found
    return found


def cut(boxes: Locator) -> list[str]:
    assert boxes.count()
    found: list[str] = boxes.evaluate_all(CUT)
    return found


def test_a_menu_that_is_open_closes_when_the_phone_is_turned(visit: Opening) -> None:
    page = visit(size=PHONE)
    person = Person(page)
    person.play_now("thirty_one")
    person.my_turn()
    page.get_by_role("button", name="Menu").click()
    expect(page.locator("#tools")).to_be_visible()
    resize(page, SIDEWAYS)
    brand, tools = (page.locator(part).bounding_box() for part in (".titled", "#tools"))
    assert brand is not None and tools is not None
    assert tools["x"] >= brand["x"] + brand["width"]


def test_a_free_seat_says_so_once(visit: Opening) -> None:
    page = visit()
    plan = {"game": "thirty_one", "seats": [{"kind": "person"}] * 3}
    origin = page.url.rstrip("/")
    table = page.request.post(f"{origin}/api/tables", data=plan).json()["table"]["id"]
    page.request.post(f"{origin}/api/tables/{table}/sit", data={"name": "Ann"})
    page.goto(f"{origin}/table/{table}")
    expect(page.get_by_role("listitem").filter(has_text="free seat")).to_have_text(["free seat"] * 2)


@pytest.mark.parametrize("size", [DESK, SIDEWAYS, PHONE, SMALLEST])
def test_a_closed_table_shows_whole_names_and_scores(
    visit: Opening, server: ServerProcess, size: tuple[int, int]
) -> None:
    page = visit(None, size=size)
    closed(page, server.url)
    sheet = page.get_by_role("region", name="Closed table")
    assert lines_of(sheet.locator(".change")) == [1] * 3
    assert max(lines_of(sheet.locator(".who b"))) <= 2  # the longest name there can be
    assert cut(sheet.locator(".results")) == []


def test_continue_is_one_word(visit: Opening, server: ServerProcess) -> None:
    page = visit(None, size=SMALLEST)
    table, move = a_knock_that_held()
    Stage(page, server.url).show(seen_at(table, move))
    for _ in range(2):
        assert lines_of(page.locator("#continue > span")) == [1]
        page.locator("#continue + .more").click()


def test_scores_are_not_squeezed_in_a_low_window(visit: Opening, server: ServerProcess) -> None:
    page = visit(None, size=SIDEWAYS)
    Stage(page, server.url).show(seen_at(thirty_one_tables.begin(4, deck(thirty_one_tables.low(4), "Js"))))
    page.get_by_role("button", name="Scores").click()
    assert cut(page.locator(".side .scores")) == []
    last = page.locator(".side .scores tr").last
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport(ratio=1)


APART = """() => {
  const fans = [...document.querySelectorAll(".open-hands.others .fan")].map((fan) => {
    const cards = [...fan.children].map((card) => card.getBoundingClientRect());
    return { top: cards[0].top, left: cards[0].left, right: cards.at(-1).right };
  });
  return fans.slice(1).every((fan, i) => Math.abs(fan.top - fans[i].top) > 20 || fan.left > fans[i].right);
}"""


@pytest.mark.parametrize("size", [DESK, (1280, 720), (1024, 768)])
@pytest.mark.parametrize(("game", "seats"), [("gin_rummy", 5), ("tunk", 7)])
def test_long_hands_of_a_replay_lie_beside_each_other(
    visit: Opening, tmp_path: Path, game: str, seats: int, size: tuple[int, int]
) -> None:
    page = visit("/replay", size=size)
    path = tmp_path / f"{game}.json"
    path.write_text(json.dumps(knockroll.Table(game, seats=seats, seed=1).record()))
    page.get_by_label("Choose a saved game").set_input_files(path)
    page.get_by_role("button", name="Step forward").wait_for()
    assert page.evaluate(APART)


@pytest.mark.parametrize("size", [DESK, PHONE, SIDEWAYS])
def test_one_can_read_who_is_out_and_why(visit: Opening, server: ServerProcess, size: tuple[int, int]) -> None:
    page = visit(None, size=size)
    ends = {one.name: one for one in fullest(Solo("tunk", None, 2).seen_by(0))}
    Stage(page, server.url).show(ends["the end of a hand"])
    page.locator(".headline").wait_for()
    assert cut(page.locator(".seat .tag")) == []
    assert cut(page.locator(".headline header")) == []


def test_four_dice_stand_two_by_two_in_rows_of_three(visit: Opening, server: ServerProcess) -> None:
    page = visit(None, size=PHONE)
    stage = Stage(page, server.url)
    places = "(dice) => dice.map((die) => [die.offsetLeft, die.offsetTop])"
    tops: dict[int, list[int]] = {}
    for position in Staged("farkle", None, SECRET, 2, ("Ann",)).seen_by(0):
        held = json.loads(position.hello)["view"]
        count = len((held or {}).get("dice") or [])
        if count in (4, 6) and count not in tops:
            stage.show(position)
            tops[count] = sorted(top for _, top in page.locator(".dice > .die").evaluate_all(places))
        if len(tops) == 2:
            break
    assert len(set(tops[6])) == 2
    assert [tops[4].count(top) for top in sorted(set(tops[4]))] == [2, 2]


def test_a_practice_table_says_what_it_is_and_what_is_played_in_every_window(visit: Opening) -> None:
    page = visit("/solo/farkle", size=PHONE)
    page.get_by_role("switch", name="Practice table").check()
    page.get_by_role("button", name="Play", exact=True).click()
    title = page.get_by_role("heading", level=1)
    expect(title).to_have_text("Practice · Farkle")
    rules = page.get_by_role("button", name="Rules in force: Practice · Standard")
    for size in (PHONE, (320, 568), (844, 390), (1024, 768), DESK):
        resize(page, size)
        assert title.evaluate("(title) => title.scrollWidth <= title.clientWidth"), size
        word, button = page.locator(".kind").bounding_box(), rules.bounding_box()
        assert word is not None and button is not None and word["x"] + word["width"] <= button["x"] + button["width"], (
            size
        )
