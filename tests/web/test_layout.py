"""Nothing overlaps, is cut off or leaves the felt: in every game, at every size, with most seats and longest names."""

from __future__ import annotations

import operator
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page
from scripts.serving import ServerProcess

import knockroll
from knockroll.engine.names import LONGEST_NAME
from tests.games import thirty_one_tables
from tests.helpers import deck
from tests.web.audit import faults
from tests.web.conftest import Opening
from tests.web.person import CORNER
from tests.web.staged import CHOOSE, LONG_NAMES, SECRETS, Stage, Staged, fullest, positions, resize, seen_at
from tests.web.states import Solo
from tests.web.test_endings import a_knock_that_held

GEOMETRY = Path(__file__).with_name("geometry.js").read_text()
SIZES = {
    "laptop": (1440, 900),
    "large screen": (2560, 1440),
    "tablet": (820, 1180),
    "phone": (390, 844),
    "small phone": (360, 640),
    "phone on its side": (844, 390),
    "laptop at 200%": (720, 450),
    "smallest phone": (320, 568),
    "large screen at 200%": (1280, 720),
}


SECONDS_TO_FIT = 20
"""More than a page ever needs, even on a busy machine."""


def look_until(page: Page, what: str, is_good: Callable[[Any], bool], argument: object = None) -> Any:
    """What the page shows when it has fitted itself to its window."""
    end = time.monotonic() + SECONDS_TO_FIT
    while True:
        found = page.evaluate(what, argument)
        if is_good(found) or time.monotonic() > end:
            return found
        page.wait_for_timeout(20)


def test_the_names_are_as_long_as_names_may_be() -> None:
    assert {len(name[:LONGEST_NAME]) for name in LONG_NAMES} == {LONGEST_NAME}


NEXT_IS_HIDDEN = """() => {
  const next = document.activeElement.nextElementSibling;
  const { left, top } = next.getBoundingClientRect();
  return document.elementFromPoint(left + 8, top + 12).closest(".mine") !== next;
}"""
"""Whether the rank of the card after the one that has the focus is covered."""


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_a_card_that_is_pointed_at_leaves_the_next_one_readable(
    visit: Opening, server: ServerProcess, size: str
) -> None:
    page = visit(None, size=SIZES[size])
    (turn, *_) = (one for one in positions("gin_rummy", 0) if one.name.startswith("your turn: discard"))
    Stage(page, server.url).show(turn)
    followed = page.locator(".hand .mine:not(:last-child)")
    page.keyboard.press("Tab")  # from now on the focus is seen
    for index in range(followed.count()):
        followed.nth(index).focus()
        followed.nth(index).hover(position=CORNER)
        assert not page.evaluate(NEXT_IS_HIDDEN)


IN_SIGHT = """(buttons) => [...document.querySelectorAll(buttons)].map((button) => {
  const { left, top, right, bottom } = button.getBoundingClientRect();
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
    && button.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
})"""


def test_a_vote_leaves_room_for_the_table_and_for_the_end_of_a_hand(visit: Opening, server: ServerProcess) -> None:
    page = visit(None)
    page.emulate_media(reduced_motion="reduce")
    stage = Stage(page, server.url)
    table = thirty_one_tables.begin(4, deck(thirty_one_tables.low(4), "Js"))
    stage.show(seen_at(table, starts_over=1))
    for size, window in SIZES.items():
        resize(page, window)
        assert page.evaluate(GEOMETRY) == [], size
        assert page.evaluate(IN_SIGHT, ".strip .voices li, .strip .primary") == [True] * 5, size
    ended, move = a_knock_that_held()
    stage.show(seen_at(ended, move, starts_over=1))
    for size, window in SIZES.items():
        resize(page, window)
        assert page.evaluate(IN_SIGHT, ".strip .voices li, .strip .primary, #continue") == [True] * 5, size


UNREAD = """() => {
  const covers = document.querySelector(".headline").getBoundingClientRect();
  return [...document.querySelectorAll(".opponents .plate .tag, .opponents .got")].filter((node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    const beside = right <= covers.left || left >= covers.right || bottom <= covers.top || top >= covers.bottom;
    return node.scrollWidth > node.clientWidth + 1 || !beside;
  }).map((node) => node.textContent);
}"""
"""What a hand brought the others, where it is cut off or lies under the headline."""


def test_who_is_out_can_be_read_at_the_end_of_a_hand(visit: Opening, server: ServerProcess) -> None:
    seen = fullest(Solo("tunk", None, 4).seen_by(0))
    page = visit(None)
    Stage(page, server.url).show(next(one for one in seen if one.name == "the end of a hand"))
    for window in ((1024, 768), (1440, 900), (844, 390), (390, 844)):
        resize(page, window)
        assert page.locator(".opponents .tag.bad").count() == 1
        assert look_until(page, UNREAD, operator.not_) == [], window
        for theme in ("dark", "light"):
            page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
            assert "pale" not in faults(page), (window, theme)


def test_the_end_of_a_game_shows_more_than_who_has_won(visit: Opening, server: ServerProcess) -> None:
    page = visit(None)
    *_, end = Staged("tunk", None, SECRETS[0], 4, NATURAL_NAMES).seen_by(0)
    Stage(page, server.url).show(end)
    for size, window in SIZES.items():
        resize(page, window)
        assert page.evaluate(IN_SIGHT, ".final-list li")[:3] == [True] * 3, size


CUT = """() => [...document.querySelectorAll(".opponents .who")]
  .filter((name) => name.scrollHeight > name.clientHeight + 1 || name.scrollWidth > name.clientWidth + 1)
  .map((name) => name.textContent)"""
NATURAL_NAMES = tuple(name for name in LONG_NAMES if len(set(name)) > 1)


@pytest.mark.parametrize("game", [game for game in knockroll.game_names() if knockroll.get_game(game).max_seats >= 5])
def test_the_longest_names_are_read_whole_at_a_table_for_five(visit: Opening, server: ServerProcess, game: str) -> None:
    page = visit(None)
    page.emulate_media(reduced_motion="reduce")
    stage = Stage(page, server.url)
    seen = Staged(game, None, SECRETS[0], 5, NATURAL_NAMES).seen_by(0)
    stage.show(next(position for position in seen if position.name == "the others' turn"))
    for size, window in SIZES.items():
        resize(page, window)
        assert look_until(page, CUT, operator.not_) == [], size


LEAST_SEEN = """(names) => Math.min(...[...document.querySelectorAll(names)].map((name) => {
  const room = name.getBoundingClientRect();
  const text = name.lastChild;
  const seen = [...text.data].filter((_, index) => {
    const letter = document.createRange();
    letter.setStart(text, index);
    letter.setEnd(text, index + 1);
    const { right, bottom } = letter.getBoundingClientRect();
    return right <= room.right + 1 && bottom <= room.bottom + 1;
  });
  return seen.length / text.data.length;
}))"""
"""How much can be read of the name of which the least is seen."""


@pytest.mark.parametrize(
    ("game", "seats", "names", "there"),
    [("farkle", 10, ".runner .name", '"dice":['), ("tonk", 5, ".spread .label", '"spreads":[{')],
)
def test_one_can_tell_who_races_and_whose_a_spread_is(
    visit: Opening, server: ServerProcess, game: str, seats: int, names: str, there: str
) -> None:
    page = visit(None)
    page.emulate_media(reduced_motion="reduce")
    stage = Stage(page, server.url)
    seen = Staged(game, None, SECRETS[0], seats, NATURAL_NAMES).seen_by(0)
    stage.show(next(position for position in seen if there in position.hello.decode()))
    for size, window in SIZES.items():
        resize(page, window)
        assert look_until(page, LEAST_SEEN, lambda seen: seen > 0.55, names) > 0.55, size


@pytest.mark.parametrize("viewer", [0, None], ids=["player", "spectator"])
@pytest.mark.parametrize("game", knockroll.game_names())
def test_everything_has_its_place(visit: Opening, server: ServerProcess, game: str, viewer: int | None) -> None:
    page = visit(None, confirm=True)
    page.emulate_media(reduced_motion="reduce")
    stage = Stage(page, server.url)
    waiting, *others = positions(game, viewer)
    faults: list[str] = []

    def look(state: str) -> None:
        for size, window in SIZES.items():
            resize(page, window)
            faults.extend(f"{size}, {state}: {fault}" for fault in look_until(page, GEOMETRY, operator.not_))

    for position in (waiting, *others):
        stage.show(waiting)  # a game begins on a page that has not seen one
        stage.show(position)
        look(position.name)
        if position.name.startswith("your turn"):
            page.evaluate(CHOOSE)
            look(f"{position.name}, chosen")
    assert not faults, "\n".join(faults)
