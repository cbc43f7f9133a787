"""Reload, a second tab, a second person, a server that dies: nobody loses their place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect
from scripts.serving import ServerProcess

from tests import seeded
from tests.web.conftest import Opening, Watched
from tests.web.person import Person, card_name


def test_a_reload_in_mid_hand_comes_back_to_the_same_cards(visit: Opening) -> None:
    person = Person(visit())
    person.play_now("gin_rummy")
    person.my_turn()
    person.turn()
    person.my_turn()
    _, view = person.view()
    log = person.page.get_by_label("Log", exact=True).inner_text()
    person.page.reload()
    person.my_turn()
    for card in view["hand"]:
        expect(person.button(card_name(card))).to_be_visible()
    assert person.page.get_by_label("Log", exact=True).inner_text() == log


def test_a_reload_keeps_the_score_of_every_hand(visit: Opening) -> None:
    person = Person(visit())
    person.open_table("thirty_one", seats=2, strikes=9)
    person.favourite = "knock"
    while len(person.page.locator(".scores thead th").all()) < 5:  # three hands, between the names and the totals
        if person.wait() == "turn":
            person.turn()
        else:
            person.go_on()
    person.my_turn()
    scores = person.page.get_by_role("region", name="Scores")
    before = scores.inner_text()
    person.page.reload()
    person.my_turn()
    assert scores.inner_text() == before


def test_a_second_tab_shows_the_same_table_and_follows(visit: Opening) -> None:
    person = Person(visit())
    person.play_now("thirty_one")
    person.my_turn()
    tab = person.page.context.new_page()
    tab.goto(person.page.url)
    other = Person(tab)
    other.my_turn()
    person.button("Stock").click()
    person.my_turn()
    expect(tab.get_by_role("group", name="Your hand").get_by_role("button")).to_have_count(4)


def test_the_lobby_lists_the_running_table(visit: Opening) -> None:
    person = Person(visit())
    person.play_now("tunk")
    person.my_turn()
    person.page.get_by_role("link", name="Knock & Roll: back to the lobby").click()
    link = person.page.get_by_role("region", name="Tables").get_by_role("link", name=re.compile("Tunk"))
    link.click()
    person.page.wait_for_url("**/table/*")
    person.my_turn()


def test_two_people_at_one_table(visit: Opening) -> None:
    host = Person(visit("/new/thirty_one"))
    host.page.get_by_role("button", name="Seat 3").click()
    host.page.get_by_role("radio", name="Mr. Caution").check()
    host.page.get_by_role("button", name="Remove a seat").click()
    host.page.get_by_role("button", name="Create table").click()
    link = host.page.get_by_label("Invitation link").input_value()
    expect(host.page.get_by_role("note")).to_contain_text("To let others in, start the server with")
    guest = Person(visit(name="Ben"))
    guest.page.goto(link)
    guest.page.get_by_role("button", name="Sit down").click()
    people = [host, guest]
    for _ in range(60):
        if host.moves and guest.moves:
            break
        for one in people:
            if one.page.evaluate("Boolean(document.querySelector('.prompt.now'))"):
                one.turn()
            if one.page.evaluate("Boolean(document.querySelector('.showdown'))"):
                one.go_on()
        host.page.wait_for_timeout(300)
    assert host.moves
    assert guest.moves
    expect(host.page.get_by_label("Log", exact=True)).to_contain_text(re.compile("Ben (drew|took|knocked)"))
    hidden = guest.view()[1]["hand"]
    shown = host.page.locator(".seat .fan .card .face").count()
    assert hidden
    assert shown == 0 or host.page.evaluate("Boolean(document.querySelector('.showdown'))")


def test_the_server_is_killed_in_mid_hand_and_comes_back(
    visit: Opening, watched: Watched, tmp_path: Path, deals: Path
) -> None:
    with ServerProcess(tmp_path / "tables.sqlite3", command=seeded.command(deals)) as own:
        page = visit("about:blank"[:0])
        person = Person(page)
        page.goto(own.url)
        person.play_now("thirty_one")
        person.my_turn()
        person.button("Stock").click()
        person.my_turn()
        _, before = person.view()
        own.kill()
        expect(page.get_by_role("alert")).to_contain_text("Connection lost")
        own.start()
        expect(page.get_by_role("alert")).to_be_hidden()
        _, after = person.view()
        assert after["hand"] == before["hand"]
        person.my_turn()
        person.turn()
    # the browser itself notes each failed connection, and requests to the second server are not strangers
    watched.console[:] = [line for line in watched.console if "WebSocket connection" not in line]
    watched.knows(own.url)


@pytest.mark.parametrize("address", ["/table/nosuchtable", "/nothing/here"])
def test_an_address_that_leads_nowhere(visit: Opening, watched: Watched, address: str) -> None:
    page = visit(address)
    if address.startswith("/table"):
        expect(page.get_by_role("alert").or_(page.get_by_role("status")).first).to_be_visible()
    else:
        expect(page.get_by_role("heading", name="There's no such page", level=1)).to_be_visible()
        page.get_by_role("link", name="To the lobby", exact=True).click()
        expect(page.get_by_role("button", name="Play now: Thirty-One")).to_be_visible()
    watched.console[:] = [line for line in watched.console if "404" not in line]
