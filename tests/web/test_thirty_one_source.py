"""Thirty-One as its source wants it: every sentence of the class project."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from knockroll.engine.words import sign
from tests.web.conftest import Opening
from tests.web.notes import no_notes, note_after
from tests.web.person import Person, card_name


def started(visit: Opening, **settings: object) -> Person:
    person = Person(visit(**settings))
    person.play_now("thirty_one")
    person.my_turn()
    return person


def test_one_person_and_three_computers_by_name(visit: Opening) -> None:
    person = started(visit)
    seats = person.page.locator(".seat")
    expect(seats).to_have_count(3)
    for index in range(3):
        assert re.match(r"[A-Z].*, \d of 3 strikes, 3 cards", seats.nth(index).get_attribute("aria-label") or "")


def test_their_hands_are_backs_and_yours_lies_along_the_bottom(visit: Opening) -> None:
    person = started(visit)
    assert person.page.locator(".seat .fan .back").count() == 9
    assert person.page.locator(".seat .fan .card .face").count() == 0
    hand = person.page.get_by_role("group", name="Your hand")
    _, view = person.view()
    for card in view["hand"]:
        expect(hand.get_by_role("button", name=card_name(card), exact=True)).to_be_visible()
    box = hand.bounding_box()
    assert box is not None and box["y"] > 400


def test_stock_and_discard_pile_in_the_middle_with_the_top_card(visit: Opening) -> None:
    person = started(visit)
    _, view = person.view()
    expect(person.button("Stock").locator(".back")).to_be_visible()
    pile = person.button("Discards")
    expect(pile).to_have_accessible_name(f"Discards, on top: {card_name(view['discard'])}")
    expect(pile.locator(f"[data-card='{view['discard']}'] .face")).to_be_visible()
    box = person.button("Stock").bounding_box()
    assert box is not None and 150 < box["y"] < 500


def test_the_dealer_is_marked(visit: Opening) -> None:
    person = started(visit)
    expect(person.page.get_by_role("img", name="dealer")).to_have_count(1)


def test_a_draw_then_any_of_four_cards(visit: Opening) -> None:
    person = started(visit)
    person.button("Stock").click()
    person.my_turn()
    _, view = person.view()
    assert len(view["hand"]) == 4
    for card in view["hand"]:
        expect(person.button(card_name(card))).to_be_visible()
    person.button(card_name(view["hand"][2])).click()
    expect(person.page.get_by_label("Log", exact=True)).to_contain_text(f"You discarded {sign(view['hand'][2])}")


def test_the_discard_pile_can_be_taken(visit: Opening) -> None:
    person = started(visit)
    _, before = person.view()
    person.button("Discards").click()
    person.my_turn()
    _, after = person.view()
    assert before["discard"] in after["hand"]


def test_knock_and_no_second_knock_and_all_hands_shown(visit: Opening) -> None:
    person = started(visit)
    for _ in range(40):
        state = person.wait()
        if state == "over":
            person.go_on()
            continue
        _, view = person.view()
        if "knock" in view["legal"]:
            break
        person.turn()
    person.button("Knock").click()
    headline = person.page.get_by_role("region", name="End of the hand")
    expect(headline).to_be_visible()
    others = [p["seat"] for p in view["players"] if not p["out"] and p["seat"] != view["seat"]]
    for seat in others:  # their hands lie open at their places, with their values
        place = person.page.locator(f".seat[data-seat='{seat}']")
        expect(place.locator(".fan .card .face")).to_have_count(3)
        expect(place.locator(".fan .card .back")).to_have_count(0)
        expect(place.locator(".plate")).to_contain_text("value")
    expect(person.page.locator(".own")).to_contain_text("value")
    expect(headline.get_by_role("link", name=re.compile("Rule"))).to_be_visible()
    log = person.page.get_by_label("Log", exact=True).inner_text()
    hand = log.rsplit("Upcard:", 1)[-1].splitlines()
    assert len([line for line in hand if " knocked, so everyone else gets one last turn" in line]) == 1
    person.button("Details").click()
    sheet = person.page.locator(".sheet.showdown")
    expect(sheet.locator(".results > li")).to_have_count(len(others) + 1)
    for result in sheet.locator(".results > li").all():
        expect(result.locator(".card .face")).to_have_count(3)
        expect(result.get_by_text("value").first).to_be_visible()
    person.button("Continue").click()
    expect(person.page.locator(".showdown")).to_have_count(0)


def test_knocking_when_it_is_not_allowed_explains_why(visit: Opening) -> None:
    person = started(visit)
    person.button("Stock").click()
    person.my_turn()
    note = note_after(person.page, lambda: person.button("Knock").click(force=True))
    assert note.text == "You've already drawn. Knock at the start of your turn."


WRITE_DOWN_WHO_IS_ACTIVE = """() => {
  window.active = [];
  const look = () => {
    for (const name of document.querySelectorAll(".seat.active .name")) window.active.push(name.innerText);
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""
"""A test that looks from outside now and then may miss somebody."""


def test_the_computers_plays_can_be_followed(visit: Opening) -> None:
    """With the usual speed the moves of the others are shown one after the other, and said."""
    person = started(visit, speed="normal")
    person.button("Stock").click()
    person.my_turn()
    _, view = person.view()
    card = view["hand"][0]
    person.page.evaluate(WRITE_DOWN_WHO_IS_ACTIVE)
    person.button(card_name(card)).click()
    log = person.page.get_by_label("Log", exact=True)
    expect(log).to_contain_text(f"You discarded {sign(card)}")
    expect(person.page.locator(".showdown, .prompt.now").first).to_be_attached()
    seen = set(person.page.evaluate("active"))
    since = log.inner_text().rsplit(f"You discarded {sign(card)}", 1)[1]
    names = person.page.locator(".seat .name").all_inner_texts()
    moved = {name for name in names if re.search(rf"{re.escape(name)} (drew|took|knocked, so)", since)}
    assert seen == moved  # usually all three; fewer after a knock, or if somebody has 31
    assert seen
    assert re.search(r" (drew|took|discarded|knocked)", person.page.get_by_role("log", name="Moves").inner_text())


def test_a_card_can_be_thrown_away_while_the_drawn_one_is_still_on_its_way(visit: Opening) -> None:
    person = started(visit, speed="slow")
    _, view = person.view()
    card = view["hand"][0]
    person.page.evaluate(
        """name => {
          document.querySelector("[data-place=stock]").click();
          document.querySelector(`.hand [aria-label="${name}"]`).click();
        }""",
        card_name(card),
    )
    expect(person.page.get_by_label("Log", exact=True)).to_contain_text(f"You discarded {sign(card)}")
    assert no_notes(person.page)


def test_the_second_half_of_a_double_click_is_no_mistake(visit: Opening) -> None:
    person = started(visit)
    person.button("Stock").dblclick()
    person.my_turn()
    _, view = person.view()
    assert len(view["hand"]) == 4
    assert no_notes(person.page)
    person.button("Stock").dispatch_event("click", {"detail": 2})  # it may come when the card has already landed
    person.button(card_name(view["hand"][0])).click()
    person.my_turn()
    assert no_notes(person.page)


def test_out_players_have_a_red_x_and_the_game_goes_on_without_the_person(visit: Opening) -> None:
    """A person who always knocks at once is soon out."""
    person = Person(visit())
    person.favourite = "knock"
    person.open_table("thirty_one", 4, strikes=1)
    person.play_to_the_end()
    expect(person.page.get_by_role("img", name="out of the game").first).to_be_attached()
    cross = person.page.locator(".cross path").first
    assert cross.evaluate("node => getComputedStyle(node).stroke") == "rgb(224, 50, 43)"


def test_strikes_are_shown_and_reset_begins_anew(visit: Opening) -> None:
    person = started(visit)
    for _ in range(60):
        state = person.wait()
        if state == "over":
            person.go_on()
            person.my_turn()
            _, view = person.view()
            break
        person.turn()
    for player in view["players"]:
        if player["score"]:
            assert person.page.locator(f"[aria-label='{player['score']} of 3 strikes']").count() >= 1
    person.button("New game").click()
    person.page.get_by_role("dialog", name="Start a new game?").get_by_role("button", name="New game").click()
    expect(person.page.locator("[aria-label='0 of 3 strikes']")).to_have_count(4)
