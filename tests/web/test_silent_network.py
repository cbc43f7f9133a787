"""A network that falls silent without a word: it is said, tried again, and nothing is lost or done twice."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect
from scripts.serving import ServerProcess

from tests.web.conftest import Opening, Watched
from tests.web.freezing import FreezingProxy
from tests.web.notes import noted
from tests.web.person import Person

ANSWER = 5_000
"""Milliseconds after which a move without an answer is told."""
PONG = 10_000


@pytest.fixture
def proxy(server: ServerProcess, watched: Watched) -> Iterator[FreezingProxy]:
    with FreezingProxy(server.port) as one:
        yield one
    watched.knows(one.url)
    # the browser itself notes that a connection was given up before it was made
    watched.console[:] = [line for line in watched.console if "WebSocket" not in line]


@pytest.fixture
def person(visit: Opening, proxy: FreezingProxy) -> Iterator[Person]:
    """Somebody whose turn it is, behind the proxy, with a clock that can be put forward; goes before the proxy does."""
    page = visit(fresh=True)
    page.clock.install()
    page.goto(proxy.url)
    one = Person(page)
    one.play_now("thirty_one")
    one.my_turn()
    yield one
    page.close()


def _is_lost(person: Person) -> None:
    """It is said, and nothing on the page can be clicked as if it had an effect."""
    page = person.page
    expect(page.get_by_role("alert")).to_contain_text("Connection lost")
    expect(page.locator(".prompt.now")).to_have_count(0)
    expect(page.locator(".heap.can, .mine.can, .action.primary")).to_have_count(0)
    expect(person.button("Knock")).to_be_disabled()


@pytest.mark.parametrize("late", [False, True], ids=["lost forever", "it comes late"])
def test_a_click_into_a_silent_network_is_said_kept_and_done_once(
    person: Person, proxy: FreezingProxy, server: ServerProcess, late: bool
) -> None:
    seq, view = person.view()
    page = person.page
    proxy.freeze()
    person.button("Stock").click()
    page.clock.fast_forward(ANSWER)
    _is_lost(person)
    expect(page.get_by_role("alert")).to_contain_text("Your move will be sent")
    person.button("Discards").click()
    noted(page, "You're offline")
    proxy.thaw(late)
    page.clock.fast_forward(PONG)
    page.clock.fast_forward(PONG)
    expect(page.get_by_role("alert")).to_be_hidden()
    expect(page.get_by_role("group", name="Your hand").get_by_role("button")).to_have_count(4)
    expect(page.locator(".prompt.now")).to_contain_text("discard a card", ignore_case=True)  # somebody may have knocked
    after, now = person.view()
    assert (after, len(now["hand"])) == (seq + 1, len(view["hand"]) + 1)
    assert page.get_by_label("Log", exact=True).inner_text().count("You drew") == 1


def test_a_network_that_falls_silent_is_noticed_without_a_click(person: Person, proxy: FreezingProxy) -> None:
    proxy.freeze()
    person.page.clock.fast_forward(PONG)
    person.page.clock.fast_forward(PONG)
    _is_lost(person)
    proxy.thaw()
    person.page.clock.fast_forward(PONG)
    expect(person.page.get_by_role("alert")).to_be_hidden()
    person.my_turn()
    person.turn()
