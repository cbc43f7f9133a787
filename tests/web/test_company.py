"""With friends: two browsers at one table, who see each other, vote, talk, and have a host."""

from __future__ import annotations

import json
import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, Page, Route, expect
from scripts.serving import ServerProcess

from tests.web.audit import faults_in_both_themes
from tests.web.conftest import DESKTOP, PHONE, Opening
from tests.web.notes import noted
from tests.web.staged import Stage, seen_at
from tests.web.test_axe import violations
from tests.web.test_endings import a_knock_that_held

Two = tuple[Page, Page]


def opened(page: Page, people: int = 2, computers: int = 0, **plan: Any) -> str:
    """A table as its host, who sits there."""
    origin = "/".join(page.url.split("/")[:3])
    seats = [{"kind": "person"}] * people + [{"kind": "computer"}] * computers
    body = {"game": "thirty_one", "seats": seats, **plan}
    table = page.request.post(f"{origin}/api/tables", data=body).json()["table"]["id"]
    page.request.post(f"{origin}/api/tables/{table}/sit", data={"name": "Ann"})
    page.goto(f"{origin}/table/{table}")
    return f"/table/{table}"


def two(visit: Opening, size: tuple[int, int] = DESKTOP, **plan: Any) -> Two:
    """Ann, the host, and Bob; the game begins when he sits down."""
    ann = visit(size=size)
    bob = visit(opened(ann, **plan), size=size, name="Bob")
    bob.get_by_role("button", name="Sit down").click()
    return ann, bob


def began(*pages: Page) -> None:
    for page in pages:
        expect(page.locator("section.own")).to_be_visible()


def people(page: Page) -> Locator:
    page.keyboard.press("o")
    box = page.get_by_role("dialog", name="People at this table")
    expect(box).to_be_visible()
    return box


def strip(page: Page) -> Locator:
    return page.locator(".strip")


def spoken(page: Page) -> Locator:
    return page.get_by_role("log", name="Moves")


# --- Being there ---------------------------------------------------------------------------------------------------


def test_one_sees_at_once_who_comes_and_goes(visit: Opening) -> None:
    ann, bob = two(visit)
    began(ann, bob)
    seat = ann.get_by_role("region", name=re.compile("^Bob"))
    expect(seat.get_by_role("img", name="connected")).to_be_visible()
    bob.close()
    expect(seat.get_by_role("img", name="not connected")).to_be_visible()
    expect(ann.get_by_role("region", name=re.compile("^Bob, .*not connected"))).to_be_visible()


def test_a_seat_is_handed_to_a_computer_and_taken_back(visit: Opening) -> None:
    ann, bob = two(visit)
    began(ann, bob)
    people(bob).get_by_role("button", name="Let the computer play").click()
    bob.keyboard.press("Escape")
    expect(strip(bob)).to_contain_text("The computer is playing for you.")
    expect(bob.locator(".prompt.now")).to_be_hidden()
    expect(ann.locator(".opponents .tag", has_text="computer plays")).to_be_visible()
    bob.reload()
    strip(bob).get_by_role("button", name="Take my seat back").click()
    expect(strip(bob)).to_be_hidden()
    expect(ann.locator(".opponents .tag", has_text="computer plays")).to_be_hidden()


def test_leaving_says_what_it_does_and_leads_to_the_lobby(visit: Opening) -> None:
    ann, bob = two(visit)
    began(ann, bob)
    people(ann).get_by_role("button", name="Leave the table").click()
    question = ann.get_by_role("dialog", name="Leave the table?")
    expect(question).to_contain_text("The computer will finish your hand and someone else can take your seat")
    expect(question).to_contain_text("Bob will be the host.")
    question.get_by_role("button", name="Stay").click()
    people(ann).get_by_role("button", name="Leave the table").click()
    ann.get_by_role("dialog", name="Leave the table?").get_by_role("button", name="Leave", exact=True).click()
    ann.wait_for_url(re.compile("/$"))
    expect(spoken(bob)).to_contain_text("Ann left the table.")
    expect(people(bob).locator("li", has_text="Bob (you)").locator(".tag", has_text="host")).to_be_visible()


def test_who_sits_down_in_the_middle_of_a_hand_waits_for_the_next(visit: Opening) -> None:
    ann, bob = two(visit, people=2, computers=1)
    began(ann, bob)
    link = "/" + bob.url.split("/", 3)[3]
    people(bob).get_by_role("button", name="Leave the table").click()
    bob.get_by_role("dialog", name="Leave the table?").get_by_role("button", name="Leave", exact=True).click()
    bob.wait_for_url(re.compile("/$"))
    cat = visit(link, name="Cat")
    cat.get_by_role("button", name="Sit down").click()
    expect(strip(cat)).to_contain_text("You'll be dealt in next hand")
    expect(cat.locator(".hand .mine")).to_have_count(0)
    expect(cat.locator(".log")).to_contain_text("Bob left the table")
    expect(cat.locator(".log")).not_to_contain_text("You left")
    expect(ann.locator(".opponents .tag", has_text="next hand")).to_be_visible()


CLOSE_AND_PRESS = """() => {
  document.querySelector("dialog").close();
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "o" }));
}"""
"""Both before the browser draws, and tells of the close."""
HOLD = """() => {
  window.held = [];
  window.WebSocket = class extends WebSocket {
    addEventListener(kind, listener) {
      const later = (event) => {
        if (window.held && JSON.parse(event.data).type === "event") window.held.push(() => listener(event));
        else listener(event);
      };
      super.addEventListener(kind, kind === "message" ? later : listener);
    }
  };
}"""
"""The next connections say hello, and then nothing until they are released."""
RELEASE = "() => { const { held } = window; window.held = null; for (const one of held) one(); }"


def test_the_key_of_the_people_works_whatever_the_table_shows(visit: Opening, server: ServerProcess) -> None:
    ann = visit()
    opened(ann)
    expect(ann.get_by_role("region", name="Before the game")).to_be_visible()
    people(ann).get_by_role("button", name="Close").click()
    table, move = a_knock_that_held()
    bob = visit(None)
    Stage(bob, server.url).show(seen_at(table, move))
    expect(bob.get_by_role("button", name="Continue")).to_be_visible()
    people(bob)


def test_a_key_is_not_lost_between_two_frames(visit: Opening) -> None:
    ann, bob = two(visit)
    began(ann, bob)
    box = people(ann)
    ann.evaluate(CLOSE_AND_PRESS)
    expect(box).to_be_visible()


def test_a_key_is_not_lost_while_somebody_who_sat_down_is_connected_again(visit: Opening) -> None:
    ann = visit()
    bob = visit(opened(ann), name="Bob")
    bob.evaluate(HOLD)
    bob.get_by_role("button", name="Sit down").click()
    expect(bob.get_by_text("Bob (you)")).to_be_visible()
    expect(people(bob).locator("li", has_text="Bob (you)")).to_be_visible()
    bob.keyboard.press("Escape")
    bob.evaluate(RELEASE)
    began(ann, bob)


# --- Votes ---------------------------------------------------------------------------------------------------------


def test_a_vote_shows_who_said_what_and_a_no_ends_it(visit: Opening) -> None:
    ann, bob = two(visit)
    began(ann, bob)
    people(bob).get_by_role("button", name="New game…").click()
    question = bob.get_by_role("dialog", name="Start a new game?")
    expect(question).to_contain_text("This ends the current game.")
    expect(question).to_contain_text("Everyone, including the host, Ann, has to agree.")
    question.get_by_role("button", name="Ask the others").click()
    expect(strip(ann)).to_contain_text("Bob wants to start a new game.")
    expect(strip(ann).get_by_role("listitem")).to_have_text(["…You haven't answered yet", "✓Bob said yes"])
    expect(strip(bob)).to_contain_text("You want to start a new game")
    expect(spoken(ann)).to_contain_text("Bob wants a new game.")
    strip(ann).get_by_role("button", name="No, keep playing").click()
    for page in (ann, bob):
        expect(strip(page)).to_be_hidden()
    noted(bob, "Ann said no: this game goes on.")


def test_a_vote_that_all_agree_to_begins_a_new_game(visit: Opening) -> None:
    ann, bob = two(visit)
    began(ann, bob)
    people(bob).get_by_role("button", name="New game…").click()
    bob.get_by_role("button", name="Ask the others").click()
    strip(ann).get_by_role("button", name="Answer later").click()
    expect(strip(ann)).to_be_hidden()
    people(ann).get_by_role("button", name="Yes, new game").click()
    for page in (ann, bob):
        expect(page.locator(".log")).to_contain_text("New game")
        expect(strip(page)).to_be_hidden()


def test_who_has_asked_takes_it_back(visit: Opening) -> None:
    ann, bob = two(visit)
    began(ann, bob)
    people(bob).get_by_role("button", name="New game…").click()
    bob.get_by_role("button", name="Ask the others").click()
    strip(bob).get_by_role("button", name="Take it back").click()
    for page in (ann, bob):
        expect(strip(page)).to_be_hidden()


# --- The host ------------------------------------------------------------------------------------------------------


def test_the_host_begins_locks_and_removes(visit: Opening) -> None:
    ann, bob = two(visit, people=3)
    sheet = ann.get_by_role("region", name="Before the game")
    expect(bob.get_by_text("The host, Ann, can start before all seats are taken.")).to_be_visible()
    expect(bob.get_by_role("button", name="Start now")).to_have_count(0)
    sheet.get_by_role("switch", name="Lock the seats").check()
    expect(bob.get_by_text("locked seat")).to_be_visible()
    sheet.get_by_role("button", name="Remove Bob").click()
    question = ann.get_by_role("dialog", name="Remove Bob?")
    expect(question).to_contain_text("Bob loses their seat.")
    question.get_by_role("button", name="Remove", exact=True).click()
    noted(bob, "Ann removed you from the table. You're watching now.")
    expect(bob.get_by_text("The host has locked the seats.")).to_be_visible()
    sheet.get_by_role("switch", name="Lock the seats").uncheck()
    bob.get_by_role("button", name="Sit down").click()
    sheet.get_by_role("button", name="Start now").click()
    began(ann, bob)


def test_the_host_resets_alone_and_hands_the_role_on(visit: Opening) -> None:
    ann, bob = two(visit)
    began(ann, bob)
    people(ann).get_by_role("button", name="New game…").click()
    question = ann.get_by_role("dialog", name="Start a new game?")
    expect(question).to_contain_text("As host, you can start it right away or ask the others first.")
    question.get_by_role("button", name="New game").click()
    expect(bob.locator(".log")).to_contain_text("Ann started a new game")
    people(ann).get_by_role("button", name="Make host: Bob").click()
    noted(bob, "You are the host now.")
    expect(ann.get_by_role("dialog").get_by_role("button", name="Remove Bob")).to_have_count(0)
    expect(people(bob).get_by_role("button", name="Remove Ann")).to_be_visible()


def test_the_host_invites_a_bot_that_waits(visit: Opening, server: ServerProcess) -> None:
    ann = visit()
    table = opened(ann, people=3).rsplit("/", 1)[-1]
    bots = ann.get_by_role("list", name="Bots")
    expect(ann.get_by_role("button", name="Start now")).to_be_visible()
    expect(bots).to_have_count(0)
    waits = {"name": "Randy", "character": "Plays anything.", "games": ["thirty_one"]}
    with httpx.stream("POST", f"{server.url}/api/bots", json=waits) as stream:
        lines = stream.iter_lines()
        assert json.loads(next(lines))["type"] == "welcome"
        expect(bots).to_contain_text("Randy")
        expect(bots).to_contain_text("Plays anything.")
        assert violations(ann) == []
        bots.get_by_role("button", name="Invite Randy").click()
        expect(bots.get_by_role("button", name="Invited: Randy")).to_be_visible()
        assert next(one for line in lines if (one := json.loads(line))["type"] == "invitation")["table"] == table
        httpx.post(f"{server.url}/api/tables/{table}/sit", json={"name": "Randy"}).raise_for_status()
        expect(ann.get_by_role("button", name="Remove Randy")).to_be_visible()
        expect(bots).to_have_count(0)
        bob = visit(f"/table/{table}", name="Bob")
        expect(bob.get_by_role("button", name="Sit down")).to_be_visible()
        expect(bob.get_by_role("list", name="Bots")).to_have_count(0)


# --- Reactions -----------------------------------------------------------------------------------------------------


def test_what_is_said_is_seen_at_the_seat_and_heard(visit: Opening) -> None:
    ann, bob = two(visit)
    began(ann, bob)
    bob.get_by_role("button", name="React", exact=True).click()
    bob.get_by_role("dialog", name="Send a reaction").get_by_role("button", name="Well played!").click()
    for page in (ann, bob):
        expect(page.locator(".bubble")).to_have_text("★Well played!")
    expect(spoken(ann)).to_contain_text("Bob: Well played!")
    bubble, seat = ann.locator(".bubble").bounding_box(), ann.locator(".opponents .seat").bounding_box()
    assert bubble and seat and abs(bubble["x"] + bubble["width"] / 2 - seat["x"] - seat["width"] / 2) < 40
    expect(ann.locator(".bubble")).to_have_count(0)


def test_a_number_that_comes_at_once_says_something(visit: Opening) -> None:
    ann, bob = two(visit)
    began(ann, bob)
    coming: list[Route] = []
    ann.route("**/api/reactions", lambda route: coming.append(route))
    ann.keyboard.press("e")
    ann.keyboard.press("4")
    expect(ann.get_by_role("dialog", name="Send a reaction")).to_be_visible()
    coming.pop().continue_()
    expect(spoken(bob)).to_contain_text("Ann: Ouch!")


def test_something_is_said_by_keyboard_and_muted(visit: Opening) -> None:
    ann, bob = two(visit)
    began(ann, bob)
    ann.keyboard.press("e")
    expect(ann.get_by_role("dialog", name="Send a reaction")).to_be_visible()
    ann.keyboard.press("4")
    expect(spoken(bob)).to_contain_text("Ann: Ouch!")
    bob.get_by_role("button", name="Settings").click()
    bob.get_by_role("switch", name="Reactions").uncheck()
    bob.keyboard.press("Escape")
    expect(bob.get_by_role("button", name="React", exact=True)).to_have_count(0)
    ann.keyboard.press("e")
    ann.keyboard.press("1")
    expect(ann.locator(".bubble")).to_contain_text("Hello!")
    expect(spoken(bob)).not_to_contain_text("Hello!")


# --- A link that others can reach ----------------------------------------------------------------------------------


def test_a_link_to_this_computer_only_is_said_to_be_one(visit: Opening) -> None:
    ann = visit()
    opened(ann)
    note = ann.get_by_role("note")
    expect(note).to_contain_text("only works on this computer")
    expect(note).to_contain_text("knockroll serve --host 0.0.0.0")
    expect(ann.get_by_role("img", name="The link as a QR code")).to_have_count(0)


def test_the_machines_own_addresses_are_offered(visit: Opening) -> None:
    ann = visit()
    urls = ["http://192.168.1.20:8000", "http://10.0.0.5:8000"]
    found = {"here_only": False, "urls": urls}
    ann.route("**/api/reach", lambda route: route.fulfill(content_type="application/json", body=json.dumps(found)))
    ann.route("**/qr.svg?at=*", lambda route: route.fulfill(content_type="image/svg+xml", body="<svg/>"))
    path = opened(ann)
    links = ann.get_by_role("textbox", name="Invitation link")
    expect(links).to_have_count(2)
    assert [link.input_value() for link in links.all()] == [url + path for url in urls]
    code = ann.get_by_role("img", name="The link as a QR code")
    expect(code).to_have_attribute("src", re.compile(r"at=http%3A%2F%2F192\.168\.1\.20%3A8000$"))


# --- For everyone --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_everybody_can_use_it(visit: Opening, size: tuple[int, int]) -> None:
    ann, bob = two(visit, size, people=3)
    expect(ann.get_by_role("button", name="Remove Bob")).to_be_visible()
    assert faults_in_both_themes(ann) == faults_in_both_themes(bob) == {}, "before the game"
    ann.get_by_role("button", name="Start now").click()
    began(ann, bob)
    people(bob).get_by_role("button", name="New game…").click()
    bob.get_by_role("button", name="Ask the others").click()
    expect(strip(ann)).to_be_visible()
    assert faults_in_both_themes(ann) == faults_in_both_themes(bob) == {}, "during a vote"
    people(ann)
    assert faults_in_both_themes(ann) == {}, "looking at the people"
    ann.keyboard.press("Escape")
    strip(ann).get_by_role("button", name="No, keep playing").click()
    ann.keyboard.press("e")
    expect(ann.get_by_role("dialog", name="Send a reaction")).to_be_visible()
    assert faults_in_both_themes(ann) == {}, "about to say something"
    ann.keyboard.press("Escape")
    people(bob).get_by_role("button", name="Let the computer play").click()
    bob.keyboard.press("Escape")
    expect(strip(bob)).to_be_visible()
    assert faults_in_both_themes(bob) == {}, "while a computer plays"
