"""The lobby: coming in, being named, choosing what to play."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Request, expect

from knockroll.server.seats import LONGEST_NAME
from tests.web.audit import faults
from tests.web.conftest import DESKTOP, PHONE, Opening, Watched

LONG = "Bartholomew Featherstonehaugh the Younger"


def posted(page: Page) -> list[str]:
    """The paths that the page posts something to, as it goes on."""
    paths: list[str] = []

    def note(request: Request) -> None:
        if request.method == "POST":
            paths.append(request.url.partition("/api")[2])

    page.on("request", note)
    return paths


# --- Names ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("length", [LONGEST_NAME + 1, 40])
def test_a_name_that_is_too_long_is_told_at_the_field_and_opens_no_table(visit: Opening, length: int) -> None:
    page = visit(name="")
    posts = posted(page)
    field = page.get_by_role("textbox", name="Your name")
    field.press_sequentially(LONG[:length])
    expect(field).to_have_value(LONG[:length])
    expect(field).to_have_accessible_description(
        f"At most {LONGEST_NAME} characters: {length - LONGEST_NAME} too many."
    )
    assert faults(page) == {}
    page.get_by_role("button", name="Play now: Farkle").click()
    expect(field).to_be_focused()
    page.get_by_role("link", name="Play with friends: Farkle").click()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("textbox", name="Your name")).to_be_focused()
    assert posts == []


def test_the_longest_name_is_good(visit: Opening) -> None:
    page = visit(name="")
    field = page.get_by_role("textbox", name="Your name")
    field.press_sequentially(LONG[:LONGEST_NAME])
    expect(field).to_have_accessible_description("")
    page.get_by_role("button", name="Play now: Farkle").click()
    expect(page.locator(".hand, .own")).to_contain_text("You")


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_name_from_before_there_was_a_limit_is_told_of(visit: Opening, size: tuple[int, int]) -> None:
    page = visit(name=LONG, size=size)
    field = page.get_by_role("textbox", name="Your name")
    expect(field).to_have_accessible_description(f"At most {LONGEST_NAME} characters: {len(LONG) - 24} too many.")
    expect(page.get_by_text("too many")).to_be_in_viewport(ratio=1)


def test_a_name_that_the_server_refuses_leaves_no_table_behind(visit: Opening, watched: Watched) -> None:
    page = visit(name="\u2060\u2060")
    posts = posted(page)
    page.get_by_role("button", name="Play now: Farkle").click()
    expect(page.get_by_text("a display name needs at least one visible character")).to_be_visible()
    assert posts == ["/tables"]
    assert "status of 422" in watched.console.pop()
