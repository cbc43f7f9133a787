"""Pages that are read and filled in: everything has room, even in a small window."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import knockroll
from tests.web.conftest import Opening
from tests.web.staged import resize
from tests.web.test_layout import IN_SIGHT, SIZES

NARROW = """() => [...document.querySelectorAll(".book .wide")].flatMap((table) => {
  const across = table.scrollWidth > table.clientWidth + 1 ? [`scrolls: ${table.getAttribute("aria-label")}`] : [];
  const high = [...table.querySelectorAll("td")].filter((cell) => cell.clientHeight > 9 * 16);
  return [...across, ...high.map((cell) => `${cell.clientWidth}x${cell.clientHeight}: ${cell.textContent}`)];
})"""
"""Tables that cannot be seen whole, and cells whose words stand below each other."""


@pytest.mark.parametrize("width", [390, 320])
def test_tables_of_the_rules_can_be_read_on_a_phone(visit: Opening, width: int) -> None:
    page = visit("/", size=(width, 844))
    origin = page.url.rstrip("/")
    for game in knockroll.game_names():
        page.goto(f"{origin}/rules/{game}#full")
        expect(page.locator(".book .wide").first).to_be_visible()
        assert page.evaluate(NARROW) == []


@pytest.mark.parametrize("way", ["solo", "new"])
def test_a_game_is_begun_without_scrolling(visit: Opening, way: str) -> None:
    page = visit("/")
    page.goto(f"{page.url}{way}/thirty_one")
    expect(page.locator("form")).to_be_visible()
    page.locator("summary").click()
    for size, window in SIZES.items():
        resize(page, window)
        assert page.evaluate(IN_SIGHT, ".submit .primary") == [True], size


def test_what_has_the_focus_is_not_below_the_button(visit: Opening) -> None:
    page = visit("/new/gin_rummy", size=(844, 390))
    page.locator("summary").click()
    page.locator("summary").focus()
    for _ in range(12):
        page.keyboard.press("Tab")
        focused = page.evaluate("document.activeElement.getBoundingClientRect().bottom")
        submit = page.locator(".submit").bounding_box()
        assert submit is not None and focused <= submit["y"] + 1
