"""The first hand is dealt before one's eyes, and whatever computers do in it is seen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from knockroll.engine.cards import TEXTS
from knockroll.engine.words import sign
from tests.web.conftest import Opening
from tests.web.person import Person, card_name

COUNT_FLIGHTS = """
window.flights = 0;
document.addEventListener("DOMContentLoaded", () => new MutationObserver((changes) => {
  for (const { addedNodes } of changes) window.flights += addedNodes.length;
}).observe(document.getElementById("flights"), { childList: true }));
"""


def written(spoken: str) -> str:
    """What a voice says, as the log has it: cards by their signs instead of their names."""
    for card in TEXTS:
        spoken = spoken.replace(card_name(card), sign(card))
    return re.sub(r"([♠♥♦♣]), (?=\w+[♠♥♦♣])", r"\1 ", spoken)


@pytest.mark.parametrize("game", ["gin_rummy", "thirty_one"])
def test_the_first_hand_is_dealt_and_followed_from_its_start(visit: Opening, game: str) -> None:
    """Over several games; in most of them a computer moves first."""
    page = visit(speed="fast", fresh=True)
    page.context.add_init_script(COUNT_FLIGHTS)
    for _ in range(6):
        page.goto(page.url.split("/table/")[0])
        person = Person(page)
        person.play_now(game)
        state = person.wait()
        assert page.evaluate("window.flights") > 0, "cards were dealt"
        spoken = written(page.get_by_role("log", name="Moves").inner_text()).splitlines()
        lines = page.get_by_label("Log", exact=True).get_by_role("listitem").all_inner_texts()
        unseen = [line for line in lines if line not in spoken and "sat down" not in line]
        assert unseen == [], f"before the first {state}"


def test_a_reload_before_the_first_move_deals_again_and_later_ones_do_not(visit: Opening) -> None:
    page = visit(speed="fast", fresh=True)
    page.context.add_init_script(COUNT_FLIGHTS)
    person = Person(page)
    person.play_now("thirty_one")
    person.my_turn()
    page.reload()
    person.my_turn()
    assert page.evaluate("window.flights") > 0
    person.button("Stock").click()
    expect(page.get_by_label("Log", exact=True)).to_contain_text("You drew")
    person.wait()
    page.reload()
    person.wait()
    assert page.evaluate("window.flights") == 0
