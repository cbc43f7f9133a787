"""What dice are worth is at hand: on the felt where there is room, else behind a button; by the rules in force."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, expect
from scripts.serving import ServerProcess

import knockroll
from tests.web.conftest import DESKTOP, PHONE, TABLET, Opening
from tests.web.staged import Stage, seen_at


def table(**options: Any) -> knockroll.Table:
    """The first player has thrown."""
    game = knockroll.Table("farkle", seats=2, dealer=1, chance=knockroll.Scripted([[1, 2, 5, 5, 5, 6]]), **options)
    game.play("throw")
    return game


def lines(card: Locator) -> list[str]:
    return [" ".join(text.split()) for text in card.get_by_role("listitem").all_text_contents()]


PLAIN = ["1100", "550", "1 1 11,000", "2 2 2200", "3 3 3300", "4 4 4400", "5 5 5500", "6 6 6600"]


def test_it_lies_on_the_felt_and_shows_what_could_be_kept(visit: Opening, server: ServerProcess) -> None:
    for size in (DESKTOP, TABLET):
        page = visit(None, size=size)
        Stage(page, server.url).show(seen_at(table()))
        card = page.get_by_role("region", name="Scoring")
        assert lines(card) == PLAIN
        assert [" ".join(text.split()) for text in card.locator(".now").all_text_contents()] == [
            "1100",
            "550",
            "5 5 5500",
        ]
        expect(page.get_by_role("button", name="Scoring")).to_have_count(0)


def test_on_a_phone_a_button_shows_it_with_the_rules_in_force(visit: Opening, server: ServerProcess) -> None:
    page = visit(None, size=PHONE)
    Stage(page, server.url).show(seen_at(table(of_a_kind="double", straight=1500, three_pairs=750)))
    expect(page.get_by_role("region", name="Scoring")).to_have_count(0)
    page.get_by_role("button", name="Scoring").click()
    told = lines(page.get_by_role("dialog", name="Scoring"))
    assert told == [*PLAIN, "Each extra of a kinddoubles the score", "1 2 3 4 5 61,500", "Three pairs750"]


def test_games_without_one_have_no_button(visit: Opening, server: ServerProcess) -> None:
    page = visit(None, size=PHONE)
    Stage(page, server.url).show(seen_at(knockroll.Table("tunk", seats=2, seed=1)))
    expect(page.get_by_role("button", name="Scoring")).to_have_count(0)
