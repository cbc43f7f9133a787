"""Finished games again."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import knockroll
from knockroll.engine.names import LONGEST_NAME
from knockroll.engine.record import RecordDocument
from tests.web.conftest import PHONE, Opening
from tests.web.person import Person


def finished(game: str, seats: int, **options: Any) -> RecordDocument:
    table = knockroll.Table(game, seats=seats, seed=5, **options)
    while table.turn is not None:
        legal = table.legal()
        last = [move for move in legal if move.split()[0] in ("knock", "drop", "gin", "tunk", "bank", "keep")]
        table.play((last or legal)[-1])
    return table.record()


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("thirty_one", 3, {}),
        ("gin_rummy", 2, {}),
        ("tunk", 3, {}),
        ("tonk", 3, {"hands": 3}),
        ("farkle", 2, {"target": 1000}),
    ],
)
def test_a_record_is_dropped_verified_and_stepped_through(
    visit: Opening, game: str, seats: int, options: dict[str, int]
) -> None:
    page = visit("/replay")
    record = json.dumps(finished(game, seats, **options)).encode()
    page.get_by_label("Choose a saved game").set_input_files(
        {"name": "game.json", "mimeType": "application/json", "buffer": record}
    )
    expect(page.get_by_text("Verified")).to_be_visible()
    main = page.get_by_role("main")
    start = main.get_attribute("aria-label")
    page.get_by_role("button", name="Step forward").click()
    assert main.get_attribute("aria-label") != start
    page.get_by_role("button", name="Go to the end").click()
    page.keyboard.press("ArrowLeft")
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("button", name="Go to the start").click()
    if game != "farkle":
        page.get_by_label("View as").select_option("0")
        assert page.locator(".open-hands .seat").nth(1).locator(".face").count() == 0
        assert page.locator(".open-hands .seat").nth(0).locator(".back").count() == 0


@pytest.mark.parametrize(("content", "answer"), [(b"no", "isn't a saved game"), (b'{"format": "knockroll/1"}', "")])
def test_what_is_not_a_record_is_refused(visit: Opening, watched: object, content: bytes, answer: str) -> None:
    page = visit("/replay")
    page.get_by_label("Choose a saved game").set_input_files(
        {"name": "game.json", "mimeType": "application/json", "buffer": content}
    )
    expect(page.get_by_role("alert")).to_contain_text(answer)
    console = watched.console  # type: ignore[attr-defined]
    console[:] = [line for line in console if "422" not in line]


def test_your_own_game_is_replayed(visit: Opening) -> None:
    person = Person(visit())
    person.open_table("thirty_one", 2, strikes=1)
    person.play_to_the_end()
    person.page.get_by_role("link", name="Replay").click()
    verdict = person.page.locator(".verdict")
    expect(verdict).to_contain_text("Verified")
    expect(verdict).to_contain_text(re.compile(r"\w won: Ann \d and \w"))
    expect(verdict).not_to_contain_text(re.compile(r"\bseat \d"))
    expect(person.page.get_by_role("list", name="Moves")).to_contain_text("Ann")


SHOWN = """() => [...document.querySelectorAll(".open-hands .fan")].flatMap((fan) => {
  const cards = [...fan.children].map((card) => card.getBoundingClientRect());
  return cards.slice(1).map((box, i) => box.left - cards[i].left);
})"""
"""How much of each card the next one leaves free."""
RIGHT = "() => [...document.querySelectorAll('.open-hands .seat')].map((seat) => seat.getBoundingClientRect().right)"
HIDDEN = """() => {
  const line = document.querySelector(".replay-line").getBoundingClientRect();
  const wanted = document.querySelectorAll(".open-hands .active .fan, .runner.active, .heap, .dice, .turn-score");
  return [...wanted].filter((node) => {
    const { left, top, right, bottom } = node.getBoundingClientRect();
    return top < -1 || left < -1 || right > innerWidth + 1 || bottom > line.top + 1;
  }).map((node) => node.outerHTML.slice(0, 80));
}"""
"""What should be seen while one steps through a game, and is not."""


@pytest.mark.parametrize("size", [PHONE, (320, 568), (844, 390)])
def test_hands_can_be_read_in_a_small_window(visit: Opening, tmp_path: Path, size: tuple[int, int]) -> None:
    page = visit("/replay", size=size)
    for game, seats in {"gin_rummy": 5, "tunk": 7, "tonk": 10}.items():
        page.goto(page.url)
        path = tmp_path / f"{game}.json"
        path.write_text(json.dumps(knockroll.Table(game, seats=seats, seed=1).record()))
        page.get_by_label("Choose a saved game").set_input_files(path)
        page.get_by_role("button", name="Step forward").wait_for()
        assert min(page.evaluate(SHOWN)) >= 20  # a rank and a suit
        controls = page.locator(".replay-line").bounding_box()
        assert controls is not None and controls["y"] + controls["height"] <= size[1] + 1
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.locator(".side").scroll_into_view_if_needed()
        last = page.locator(".open-hands .seat").last.bounding_box()
        pile = page.locator(".pile").first.bounding_box()
        assert last is not None and pile is not None
        below = last["y"] + last["height"] <= pile["y"] + 1
        beside = max(page.evaluate(RIGHT)) <= pile["x"] + 1
        assert below or beside


@pytest.mark.parametrize("size", [(844, 390), (720, 450)])
@pytest.mark.parametrize("game", knockroll.game_names())
def test_in_a_low_window_whose_move_it_is_and_the_middle_are_both_in_sight(
    visit: Opening, game: str, size: tuple[int, int]
) -> None:
    page = visit("/replay", size=size)
    record = json.dumps(finished(game, knockroll.get_game(game).max_seats)).encode()
    page.get_by_label("Choose a saved game").set_input_files(
        {"name": "game.json", "mimeType": "application/json", "buffer": record}
    )
    for _ in range(8):
        page.get_by_role("button", name="Step forward").click()
        assert page.evaluate(HIDDEN) == []


def test_the_longest_name_leaves_the_side_panel_whole(visit: Opening) -> None:
    page = visit("/replay", size=(1440, 900))
    record = {**finished("gin_rummy", 2), "names": ["W" * LONGEST_NAME, "Bob"]}
    page.get_by_label("Choose a saved game").set_input_files(
        {"name": "game.json", "mimeType": "application/json", "buffer": json.dumps(record).encode()}
    )
    page.locator(".verdict").wait_for()
    side = "[...document.querySelectorAll('.side, .side *')]"
    assert page.evaluate(f"{side}.filter((node) => node.getBoundingClientRect().right > innerWidth + 1).length") == 0


def test_hands_are_larger_on_a_large_screen(visit: Opening, tmp_path: Path) -> None:
    page = visit("/replay")
    path = tmp_path / "game.json"
    path.write_text(json.dumps(knockroll.Table("gin_rummy", seats=5, seed=1).record()))
    page.get_by_label("Choose a saved game").set_input_files(path)
    widths = []
    for width, height in ((1440, 900), (2560, 1440)):
        page.set_viewport_size({"width": width, "height": height})
        card = page.locator(".open-hands .card").first.bounding_box()
        assert card is not None
        widths.append(card["width"])
    small, large = widths
    assert large >= 1.4 * small
