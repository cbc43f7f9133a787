"""Learning a game: help for fingers and keys, the first page of the rules, a sentence at the first table."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import knockroll
from tests.web.conftest import PHONE, Opening
from tests.web.person import Person


@pytest.mark.parametrize("game", knockroll.game_names())
def test_help_says_how_the_game_goes_and_lists_each_key_once(visit: Opening, game: str) -> None:
    page = visit(f"/solo/{game}")
    page.get_by_role("button", name="Help").click()
    help = page.get_by_role("dialog", name="How to play")
    for part in knockroll.get_game(game).showing.explanation:
        expect(help.get_by_text(part.text, exact=True)).to_be_visible()
    keys = help.locator("kbd").all_text_contents()
    assert len(keys) == len(set(keys))


def test_a_finger_is_told_to_tap_and_finds_the_keys_folded(visit: Opening) -> None:
    page = visit("/solo/thirty_one", size=PHONE)
    page.get_by_role("button", name="Help").tap()
    help = page.get_by_role("dialog", name="How to play")
    expect(help.get_by_text("Tap a pile to draw.")).to_be_visible()
    expect(help.get_by_role("table")).to_be_hidden()


def test_the_lobby_explains_every_game(visit: Opening) -> None:
    page = visit("/")
    page.get_by_role("button", name="Help").click()
    help = page.get_by_role("dialog", name="How to play")
    known = sorted(map(knockroll.get_game, knockroll.game_names()), key=lambda game: -game.showing.popularity)
    expect(help.locator("summary")).to_have_text([game.title for game in known])
    help.locator("summary").first.click()
    expect(help.locator("dl:visible")).to_have_count(1)


def test_the_first_page_of_the_rules_has_pictures_and_the_clauses_behind_it(visit: Opening) -> None:
    page = visit("/rules/thirty_one")
    expect(page.get_by_role("img", name="ace of hearts, king of hearts, 10 of hearts")).to_be_visible()
    expect(page.locator(".book")).to_have_count(0)
    page.get_by_text("Full rules").click()
    expect(page.locator(".book h2").first).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_count(1)


def test_the_first_table_of_a_game_begins_with_a_sentence_that_is_said_once(visit: Opening) -> None:
    person = Person(visit(tips=True))
    person.play_now("thirty_one")
    tip = person.page.get_by_role("note")
    expect(tip).to_contain_text(knockroll.get_game("thirty_one").summary)
    tip.get_by_role("button", name="Got it").click()
    expect(tip).to_have_count(0)
    person.page.reload()
    person.my_turn()
    expect(tip).to_have_count(0)
