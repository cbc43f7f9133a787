"""Finished games again."""

from __future__ import annotations

import json
import re
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import knockroll
from knockroll.engine.names import LONGEST_NAME
from knockroll.engine.record import RecordDocument
from knockroll.engine.replays import steps
from knockroll.games.gin_rummy import deadwood
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
        assert page.locator(".open-hands.others .seat .card .face").count() == 0
        assert page.locator(".open-hands.yours .seat .back").count() == 0


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
    expect(verdict).to_contain_text(re.compile(r"\w won\. Final scores: Ann \d and \w"))
    expect(verdict).not_to_contain_text(re.compile(r"\bseat \d"))
    expect(person.page.get_by_role("list", name="Moves")).to_contain_text("Ann")


LIST_IS_LONG = "(({ scrollHeight, clientHeight }) => scrollHeight > 2 * clientHeight)(document.querySelector('.moves'))"
LINE_IN_SIGHT = """() => {
  const list = document.querySelector(".moves").getBoundingClientRect();
  const line = document.querySelector(".moves .now").getBoundingClientRect();
  return line.top >= list.top - 1 && line.bottom <= list.bottom + 1;
}"""


def test_the_list_of_moves_follows_the_move_that_is_shown(visit: Opening) -> None:
    page = visit("/replay", (1440, 900))
    record = json.dumps(finished("tunk", 3)).encode()
    page.get_by_label("Choose a saved game").set_input_files(
        {"name": "game.json", "mimeType": "application/json", "buffer": record}
    )
    expect(page.get_by_text("Verified")).to_be_visible()
    for key in ("End", "ArrowLeft", "Home", "ArrowRight"):
        page.keyboard.press(key)
        if page.locator(".moves .now").count():  # a deal is no move
            assert page.evaluate(LINE_IN_SIGHT), key
    assert page.evaluate(LIST_IS_LONG)


SHOWN = """() => [...document.querySelectorAll(".open-hands .fan")].flatMap((fan) => {
  const cards = [...fan.children].map((card) => card.getBoundingClientRect());
  return cards.slice(1).map((box, i) => box.left - cards[i].left);
})"""
"""How much of each card the next one leaves free."""
CUT = """() => {
  const boxes = [".open-hands.others", ".open-hands.yours", ".replay-line"].map((one) => document.querySelector(one));
  const captions = [...document.querySelectorAll(".middle .heap, .middle .pile, .open-hands.yours .fan")];
  return captions.flatMap((node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    return boxes.filter((box) => !box.contains(node)).filter((box) => {
      const other = box.getBoundingClientRect();
      return left < other.right - 1 && right > other.left + 1 && top < other.bottom - 1 && bottom > other.top + 1;
    }).map((box) => `${node.className} is covered by ${box.className}`);
  });
}"""
"""What lies over the piles with their captions, or over the hand at the bottom."""
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
        assert page.evaluate(CUT) == []


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


@pytest.mark.parametrize("game", ["thirty_one", "tunk"])
def test_many_hands_leave_the_piles_free(visit: Opening, game: str) -> None:
    page = visit("/replay", size=(1024, 768))
    record = json.dumps(finished(game, knockroll.get_game(game).max_seats)).encode()
    page.get_by_label("Choose a saved game").set_input_files(
        {"name": "game.json", "mimeType": "application/json", "buffer": record}
    )
    for _ in range(4):
        page.get_by_role("button", name="Step forward").click()
        assert page.evaluate(CUT) == []


def test_hands_have_their_melds_together_and_say_what_they_count(visit: Opening) -> None:
    page = visit("/replay")
    record = finished("gin_rummy", 2)
    page.get_by_label("Choose a saved game").set_input_files(
        {"name": "game.json", "mimeType": "application/json", "buffer": json.dumps(record).encode()}
    )
    page.get_by_role("button", name="Step forward").click()
    hands = next(iter(islice(steps(json.dumps(record)), 1, None))).hands
    for box, hand in ((".yours", hands[0]), (".others", hands[1])):
        seat = page.locator(f".open-hands{box} .seat")
        expect(seat.locator(".hand-value")).to_have_text(f"deadwood {deadwood(hand)}")
        assert seat.locator(".card").count() == len(hand)


def test_marks_lead_from_one_knock_to_the_next(visit: Opening) -> None:
    page = visit("/replay")
    record = finished("thirty_one", 3)
    page.get_by_label("Choose a saved game").set_input_files(
        {"name": "game.json", "mimeType": "application/json", "buffer": json.dumps(record).encode()}
    )
    page.get_by_role("button", name="Next mark").click()
    expect(page.locator(".prompt.now")).to_contain_text("knocked")
    main = page.get_by_role("main")
    knock = main.get_attribute("aria-label")
    page.keyboard.press("PageDown")
    assert main.get_attribute("aria-label") != knock
    page.keyboard.press("PageUp")
    assert main.get_attribute("aria-label") == knock
    knocks = sum(move == "knock" for move in record["moves"])
    assert page.locator(".step-marks i").count() >= knocks


def test_you_sit_at_the_bottom_of_your_own_game(visit: Opening) -> None:
    person = Person(visit())
    person.open_table("thirty_one", 2, strikes=1)
    person.play_to_the_end()
    person.page.get_by_role("link", name="Replay").click()
    expect(person.page.locator(".open-hands.yours .name")).to_contain_text("Ann")


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
