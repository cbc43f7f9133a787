"""It is your turn, and you look elsewhere: the tab, a chime, the phone and a notification say so, if you like."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from scripts.serving import ServerProcess

from tests.games import thirty_one_tables
from tests.games.thirty_one_tables import low
from tests.helpers import deck, play
from tests.web.conftest import DESKTOP, PHONE, Opening
from tests.web.staged import Position, Stage, seen_at

PHONE_ON_THE_TABLE = """
window.calls = { asked: 0, notified: [], closed: 0, buzzes: 0, tones: 0 };
window.left = true;
Object.defineProperty(document, "hidden", { get: () => window.left, configurable: true });
navigator.vibrate = () => window.calls.buzzes++;
window.Notification = class extends EventTarget {
  static permission = "default";
  static async requestPermission() {
    window.calls.asked++;
    return (this.permission = "granted");
  }
  constructor(title, { body }) {
    super();
    window.calls.notified.push(`${title}. ${body}`);
  }
  close() { window.calls.closed++; }
};
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) {
  window.calls.tones++;
  return start.call(this, at);
};
window.turnTo = (left) => {
  window.left = left;
  document.dispatchEvent(new Event("visibilitychange"));
};
"""
"""What a browser does to call somebody, written down; the test says whether the page is looked at."""


WRITTEN_DOWN = """
window.made = [];
window.Notification = new Proxy(Notification, {
  construct(real, given) {
    const made = new real(...given);
    const about = { title: made.title, body: made.body, shown: false, closed: false };
    made.addEventListener("show", () => { about.shown = true; });
    made.addEventListener("close", () => { about.closed = true; });
    window.made.push(about);
    return made;
  },
});
window.buzzed = [];
const buzz = navigator.vibrate;
navigator.vibrate = (pattern) => {
  const done = buzz.call(navigator, pattern);
  window.buzzed.push({ pattern, done });
  return done;
};
"""
"""What the browser itself is asked for, and what came of it: nothing is replaced, all of it is only written down."""


def the_turn_comes() -> Position:
    """The last of the others discards."""
    table = thirty_one_tables.begin(3, deck(low(3), "Js"))
    thirty_one_tables.pass_turns(table)
    (card,) = play(table, "draw stock")[0].cards
    return seen_at(table, f"discard {card}")


def staged(
    visit: Opening, server: ServerProcess, size: tuple[int, int] = DESKTOP, **settings: Any
) -> tuple[Page, Stage]:
    page = visit(None, size=size, fresh=True, **settings)
    page.add_init_script(PHONE_ON_THE_TABLE)
    return page, Stage(page, server.url)


def calls(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate("window.calls")
    return found


def test_the_tab_says_whose_turn_it_is(visit: Opening, server: ServerProcess) -> None:
    page, stage = staged(visit, server)
    table = thirty_one_tables.begin(3, deck(low(3), "Js"))
    stage.show(seen_at(table))
    expect(page).to_have_title("Thirty-One · Knock & Roll")
    icon = page.locator('link[rel="icon"][type="image/svg+xml"]')
    expect(icon).to_have_attribute("href", re.compile(r"/icon\."))
    stage.show(the_turn_comes())
    expect(page).to_have_title("Your turn · Thirty-One · Knock & Roll")
    expect(icon).to_have_attribute("href", re.compile(r"/icon-turn\."))
    assert page.request.get(f"{server.url}{icon.get_attribute('href')}").ok
    page.evaluate("window.turnTo(false)")
    page.get_by_role("link", name="Knock & Roll: back to the lobby").click()
    expect(page).to_have_title("Knock & Roll")
    expect(icon).to_have_attribute("href", re.compile(r"/icon\."))


def test_who_looks_elsewhere_is_called_by_a_chime_and_the_phone(visit: Opening, server: ServerProcess) -> None:
    page, stage = staged(visit, server)
    stage.show(the_turn_comes())
    assert (calls(page)["tones"], calls(page)["buzzes"]) == (2, 1)


def test_who_looks_is_not_called(visit: Opening, server: ServerProcess) -> None:
    page, stage = staged(visit, server)
    page.evaluate("window.turnTo(false)")
    page.bring_to_front()
    stage.show(the_turn_comes())
    assert calls(page) == {"asked": 0, "notified": [], "closed": 0, "buzzes": 0, "tones": 0}


def test_nobody_is_called_who_does_not_want_to_be(visit: Opening, server: ServerProcess) -> None:
    page, stage = staged(visit, server, chime=False, vibrate=False)
    stage.show(the_turn_comes())
    assert (calls(page)["tones"], calls(page)["buzzes"], calls(page)["notified"]) == (0, 0, [])


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_notifications_are_offered_to_who_has_left_the_tab_and_asked_for_on_a_click(
    visit: Opening, server: ServerProcess, size: tuple[int, int]
) -> None:
    page, stage = staged(visit, server, size)
    page.evaluate("window.turnTo(false)")
    stage.show(the_turn_comes())
    offer = page.get_by_role("region", name="Notifications")
    expect(offer).to_have_count(0)
    page.evaluate("window.turnTo(true)")
    page.evaluate("window.turnTo(false)")
    expect(offer).to_be_visible()
    assert calls(page)["asked"] == 0
    offer.get_by_role("button", name="Notify me").click()
    expect(offer).to_have_count(0)
    assert calls(page)["asked"] == 1
    page.evaluate("window.turnTo(true)")
    stage.show(the_turn_comes())
    (said,) = calls(page)["notified"]
    assert said.startswith("Your turn. Thirty-One: Draw, take the discard")
    page.evaluate("window.turnTo(false)")
    assert calls(page)["closed"] == 1


def test_who_says_no_is_not_asked_again(visit: Opening, server: ServerProcess) -> None:
    page, stage = staged(visit, server)
    stage.show(the_turn_comes())
    page.evaluate("window.turnTo(true)")
    page.evaluate("window.turnTo(false)")
    offer = page.get_by_role("region", name="Notifications")
    offer.get_by_role("button", name="No", exact=True).click()
    expect(offer).to_have_count(0)
    page.evaluate("window.turnTo(true)")
    page.evaluate("window.turnTo(false)")
    expect(offer).to_have_count(0)
    assert calls(page)["asked"] == 0


def test_the_setting_asks_the_browser(visit: Opening, server: ServerProcess) -> None:
    page, stage = staged(visit, server)
    page.evaluate("window.turnTo(false)")
    stage.show(the_turn_comes())
    page.get_by_role("button", name="Settings").click()
    switch = page.get_by_role("switch", name="Notify on your turn")
    expect(switch).not_to_be_checked()
    switch.click()
    expect(switch).to_be_checked()
    assert calls(page)["asked"] == 1


def test_the_browser_itself_notifies_and_vibrates(visit: Opening, server: ServerProcess) -> None:
    """Nothing here is played to the page but the messages of the server.

    One thing Chromium does not do without a screen: a page behind another, or in a minimized window, is not hidden
    there. So it is left as a window is that another one covers: it has no focus.
    """
    page = visit(None, notify=True, fresh=True)
    page.context.grant_permissions(["notifications"], origin=server.url)
    page.add_init_script(WRITTEN_DOWN)
    stage = Stage(page, server.url)
    table = thirty_one_tables.begin(3, deck(low(3), "Js"))
    stage.show(seen_at(table))
    page.locator(".heap").first.click()  # a browser vibrates only after a first touch
    page.context.new_page().bring_to_front()
    page.context.new_cdp_session(page).send("Emulation.setFocusEmulationEnabled", {"enabled": False})
    page.wait_for_function("() => !document.hasFocus()")
    stage.show(the_turn_comes())
    page.wait_for_function("() => window.made.length === 1 && window.made[0].shown")
    (made,) = page.evaluate("window.made")
    assert (made["title"], made["closed"]) == ("Your turn", False)
    assert made["body"].startswith("Thirty-One: Draw, take the discard")
    assert page.evaluate("window.buzzed") == [{"pattern": [60, 80, 60], "done": True}]
    stage.show(seen_at(table))  # it is somebody else's turn: the notification goes
    page.wait_for_function("() => window.made[0].closed")
