"""The way of a click on the page: the modules that run on both screens, from the click to what is seen of it.

Chromium counts the calls of every function. After a click, as after any message, the page is drawn again. What a mere
redraw calls as well is left out, and so is the folder ``draw``, which makes what is new. ``docs/architecture.md`` lists
what remains, and this test holds it to that; tests/server/test_click.py does so for the server's part.
"""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import CDPSession, Page, Route, expect
from scripts.serving import ServerProcess

from tests.server.test_click import section
from tests.web.conftest import Opening
from tests.web.person import CORNER
from tests.web.test_company import began, opened

TABLE = re.compile(r"/table/[^/.]+$")
MODULE = re.compile(r"/(js/\w+/\w+\.js)$")
DRAWS = "js/draw/"
FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))"
NO_TIMERS = "window.setInterval = () => 0"
"""Nothing happens now and then beside the click."""
Functions = set[tuple[str, str, int]]
"""Each by its module, its name and its place."""


class Calls:
    """The functions that a page calls."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._devtools: CDPSession = page.context.new_cdp_session(page)
        self._devtools.send("Profiler.enable")
        self._devtools.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": False})

    def since(self) -> Functions:
        """Those called since the last question."""
        found: list[dict[str, Any]] = self._devtools.send("Profiler.takePreciseCoverage")["result"]
        return {
            (module[1], function["functionName"], function["ranges"][0]["startOffset"])
            for script in found
            if (module := MODULE.search(script["url"])) and not module[1].startswith(DRAWS)
            for function in script["functions"]
            if function["ranges"][0]["count"]
        }

    def redraw(self) -> Functions:
        """Those that a mere redraw calls."""
        self._page.evaluate(FRAMES)
        self.since()
        self._page.evaluate("dispatchEvent(new Event('resize'))")
        self._page.evaluate(FRAMES)
        return self.since()


def _one_by_one(route: Route) -> None:
    """Load the modules one by one, as from /index.html, so that each can be told from the others."""
    route.continue_(url=f"{route.request.url.partition('/table/')[0]}/index.html")


def _shown(page: Page) -> int:
    """The number of the last event, when it has been shown."""
    return int(page.locator("main.felt[data-shown]").get_attribute("data-shown") or 0)


def _has_shown(page: Page, number: int) -> None:
    expect(page.locator(f"main.felt[data-shown='{number}']")).to_be_visible()


def test_a_click_runs_the_modules_that_the_page_lists(visit: Opening, server: ServerProcess) -> None:
    ann, bob = visit(fresh=True), visit(name="Bob", fresh=True)
    for page in (ann, bob):
        page.route(TABLE, _one_by_one)
        page.add_init_script(NO_TIMERS)
    bob.goto(server.url + opened(ann))
    bob.get_by_role("button", name="Sit down").click()
    began(ann, bob)
    _has_shown(bob, begun := _shown(ann))
    mover, other = (ann, bob) if ann.locator(".prompt.now").is_visible() else (bob, ann)
    mover.get_by_role("button", name=re.compile("^Stock")).click()
    for page in (mover, other):
        _has_shown(page, begun + 1)
    pages = [Calls(mover), Calls(other)]
    drawing = set().union(*(calls.redraw() for calls in pages))
    mover.locator(".hand .mine").first.click(position=CORNER)
    for page in (mover, other):
        _has_shown(page, begun + 2)
    called = set().union(*(calls.since() for calls in pages))
    drawing |= set().union(*(calls.redraw() for calls in pages))
    way = called - drawing
    for module, name, place in sorted(way):
        print(module, name or f"at {place}")
    lines = re.findall(r"\bweb/(js/\w+/)((?: \w+)+)", section())
    listed = [f"{folder}{name}.js" for folder, names in lines for name in names.split()]
    assert sorted({module for module, _, _ in way}) == sorted(listed)
