"""The review of a finished game, beside its replay."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Page, expect

import knockroll
from knockroll.players import player
from tests.review.games import played
from tests.web.audit import faults
from tests.web.conftest import PHONE, Opening
from tests.web.person import Person
from tests.web.test_layout import IN_SIGHT


def open_record(page: Page, record: Any) -> None:
    page.get_by_label("Choose a saved game").set_input_files(
        {"name": "game.json", "mimeType": "application/json", "buffer": json.dumps(record).encode()}
    )


def open_game(page: Page) -> None:
    """A game that is solved, so that its review needs nothing compiled."""
    table = knockroll.Table("farkle", 2, seed=11, target=3000)
    sitters = [player("farkle", name, seat) for seat, name in enumerate(("Diamond Jim", "Miss Penny"))]
    while table.turn is not None:
        table.play(sitters[table.turn].choose(table.view(table.turn)))
    open_record(page, table.record())


def test_a_game_is_reviewed_and_one_steps_from_error_to_error(visit: Opening) -> None:
    page = visit("/replay")
    open_game(page)
    page.get_by_role("button", name="Review this game").click()
    panel = page.get_by_role("region", name="Review")
    expect(panel).to_contain_text(re.compile(r"\d+ of \d+ real decisions"))
    curve = panel.get_by_role("img", name=re.compile(r"Chance to win: \d+% at the start, .* between \d+% and "))
    expect(curve.locator("text")).to_have_text(["0%", "50%", "100%"])
    expect(panel.get_by_role("button", name="Stop")).to_have_count(0)
    before = panel.get_by_role("button", name="Previous error")
    expect(before).to_be_disabled()
    panel.get_by_role("button", name="Next error").click()
    expect(panel).to_contain_text(re.compile("Inaccuracy|Mistake|Blunder"))
    expect(panel.get_by_role("table", name="Chance to win after each move")).to_contain_text("played")
    expect(page.get_by_role("list", name="Moves").locator(".now .glyph")).to_have_text(re.compile(r"\?"))
    assert faults(page) == {}


def test_a_review_fits_a_phone(visit: Opening) -> None:
    page = visit("/replay", PHONE)
    open_game(page)
    page.get_by_role("button", name="Review this game").click()
    panel = page.get_by_role("region", name="Review")
    expect(panel.get_by_role("img", name=re.compile("Chance to win: "))).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    panel.locator(".biggest button").first.click()
    expect(panel.locator(".verdict-word")).to_be_in_viewport()
    assert page.evaluate(IN_SIGHT, ".felt .die, .felt .controls, .judgement")


def test_one_learns_from_mistakes_the_biggest_first(visit: Opening) -> None:
    page = visit("/replay")
    open_game(page)
    page.get_by_role("button", name="Review this game").click()
    panel = page.get_by_role("region", name="Review")
    expect(panel.get_by_role("button", name="Stop")).to_have_count(0)
    expect(panel.locator(".biggest li").first).to_contain_text(re.compile(r"Turn \d+.*was better"))
    expect(panel.locator(".kinds li")).to_contain_text(["Kept the wrong dice"])
    panel.get_by_text("By turn").click()
    expect(panel.get_by_role("columnheader", name="Given away")).to_be_visible()
    panel.get_by_role("button", name="Learn from your mistakes").click()
    lesson = panel.get_by_role("group", name="Learn from your mistakes")
    expect(lesson).to_contain_text(re.compile(r"1 of \d+: find a better move"))
    assert faults(page) == {}
    lesson.get_by_role("button", name="Show").click()
    expect(lesson.get_by_role("status")).to_contain_text(re.compile(r"% to win the game, and \d+% after .* gave away"))
    expect(lesson.get_by_role("status")).not_to_contain_text("Good.")
    expect(lesson.get_by_role("button")).to_have_text(["Next", "Stop"])
    expect(lesson.get_by_role("button", name="Next")).to_be_focused()
    page.keyboard.press("Enter")
    expect(lesson).to_contain_text(re.compile(r"2 of \d+"))
    lesson.get_by_role("button", name="Stop").click()
    expect(lesson).to_have_count(0)
    panel.get_by_label("Show").select_option("blunders")
    expect(panel.locator(".review-steps")).to_contain_text("1 blunder")


def test_one_steps_through_swings_of_luck_and_reviews_the_other_player(visit: Opening) -> None:
    page = visit("/replay")
    open_game(page)
    page.get_by_role("button", name="Review this game").click()
    panel = page.get_by_role("region", name="Review")
    expect(panel.get_by_role("button", name="Stop")).to_have_count(0)
    panel.get_by_label("Show").select_option("swings of luck")
    expect(panel.locator(".review-steps")).to_contain_text(re.compile(r"\d+ swings of luck"))
    expect(panel.locator(".biggest li")).to_have_count(3)
    expect(panel.locator(".biggest li").first).to_contain_text(re.compile(r"Turn \d+\s*[+−]\d+\.\d .* rolled "))
    panel.get_by_role("button", name="Next swing of luck").click()
    expect(panel.get_by_role("status")).to_contain_text(
        re.compile(r"Luck: .* rolled .* Seat 1's chance to win: [+−]\d+\.\d points\.")
    )
    assert faults(page) == {}
    panel.get_by_label("Player").select_option("Seat 2")
    expect(panel.locator("figcaption")).to_have_text("Seat 2's chance to win")
    expect(panel.get_by_label("Player")).to_have_value("1")


def test_hands_are_open_again_after_learning(visit: Opening) -> None:
    """In Thirty-One, with a review that was made before."""
    table = knockroll.Table("thirty_one", 2, seed=1)
    while table.turn is not None:
        table.play(table.legal()[0])
    found = knockroll.review(played("farkle", seed=3, bots=(3, 0)), 0).to_dict()
    errors = [one for one in found["decisions"] if one["kind"]][:2]
    found["decisions"] = [one | {"index": index + 1} for index, one in enumerate(errors)]
    page = visit("/replay")
    line = json.dumps({"type": "review", "final": True, "review": found})
    page.route("**/api/review", lambda route: route.fulfill(body=line + "\n", content_type="application/x-ndjson"))
    open_record(page, table.record())
    page.get_by_role("button", name="Review this game").click()
    panel = page.get_by_role("region", name="Review")
    panel.get_by_role("button", name="Learn from your mistakes").click()
    lesson = panel.get_by_role("group", name="Learn from your mistakes")
    eyes = page.get_by_label("View as")
    expect(eyes).to_have_value("0")
    choices = lesson.locator(".exercise-moves button")
    expect(choices.filter(has_text="played")).to_be_disabled()
    lesson.get_by_role("button", name="Show answer").click()
    lesson.get_by_role("button", name="Next").click()
    best = max(errors[1 if errors[0]["loss"] > errors[1]["loss"] else 0]["candidates"], key=lambda one: one["chance"])
    choices.get_by_text(best["words"], exact=True).click()
    expect(lesson.get_by_role("status")).to_contain_text("Good.")
    lesson.get_by_role("button", name="Done").click()
    expect(panel.get_by_text("You found a better move in 1 of 2 positions.")).to_be_visible()
    expect(eyes).to_have_value("")


def test_a_game_that_is_over_leads_to_its_review(visit: Opening) -> None:
    person = Person(visit("/"))
    person.open_table("farkle", target=1000)
    person.play_to_the_end()
    page = person.page
    page.get_by_role("link", name="Review").click()
    expect(page.get_by_role("region", name="Review")).to_contain_text(re.compile("real decisions"))


def test_what_was_known_at_a_position_is_told(visit: Opening) -> None:
    page = visit("/replay")
    open_game(page)
    worth = page.get_by_role("region", name="What is each move worth")  # nothing is hidden in this game
    expect(worth).to_be_visible()
    page.keyboard.press("ArrowRight")
    worth.get_by_role("button", name="What is each move worth?").click()
    expect(worth.get_by_role("table", name="What if? Chance to win after each move")).to_contain_text("Keep")
    assert faults(page) == {}


BELOW_ITS_RANK = """() => {
  const [head, ...rows] = [...document.querySelectorAll(".beliefs tr")];
  const left = (cell) => Math.round(cell.getBoundingClientRect().left);
  const isBelow = (cell, i) => left(cell) === left(head.cells[i]);
  return rows.length === 4 && rows.every((row) => [...row.cells].every(isBelow));
}"""
"""Whether each cell of the map of the cards stands below the rank it is about."""


def test_each_card_of_the_map_stands_below_its_rank(visit: Opening) -> None:
    table = knockroll.Table("thirty_one", 3, seed=1)
    cards = [rank + suit for suit in "shdc" for rank in "A23456789TJQK"]
    beliefs = {"seat": 0, "cards": cards, "hands": [[0, 0.5, 0.5]] * 52, "stock": [0] * 52, "seen": [""] * 52}
    answer = {"hint": {"candidates": []}, "beliefs": beliefs | {"truth": []}}
    while table.turn is not None:
        table.play(table.legal()[0])
    page = visit("/replay")
    page.route("**/api/analysis", lambda route: route.fulfill(json=answer))
    open_record(page, table.record())
    page.get_by_role("button", name="What was known here?").click()
    really = page.locator(".beliefs .really")
    expect(really).to_have_count(6)  # two hands of three cards
    assert page.evaluate(BELOW_ITS_RANK)
