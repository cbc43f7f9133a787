"""What a screen reader says, and where the keyboard is after a change."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect
from scripts.serving import ServerProcess

from tests.games import farkle_tables, thirty_one_tables
from tests.games.thirty_one_tables import low
from tests.helpers import deck, play
from tests.web.conftest import Opening
from tests.web.staged import LONG_NAMES, Stage, seen_at
from tests.web.test_endings import a_knock_that_held

ANN, BEN = LONG_NAMES[1], LONG_NAMES[2]


def heard(page: Page) -> Locator:
    return page.get_by_role("log", name="Moves")


def focused(page: Page) -> Locator:
    return page.locator(":focus")


def test_the_end_of_a_hand_is_heard_with_hands_values_and_reasons(visit: Opening, server: ServerProcess) -> None:
    page = visit(None)
    table, move = a_knock_that_held()
    Stage(page, server.url).show(seen_at(table, move))
    for line in (
        f"{ANN} showed queen of spades, king of spades, 9 of diamonds",
        f"{BEN} had the lowest hand. It was worth 4. {ANN} knocked safely with 20.",
        f"{ANN}: knocked; 10 + 10 = 20.",
        f"{BEN} got 1 strike: lowest hand.",
        f"New totals: You 0, {ANN} 0 and {BEN} 1.",
    ):
        expect(heard(page)).to_contain_text(line)


def test_dice_are_heard_as_they_are_thrown_and_again_when_asked_for(visit: Opening, server: ServerProcess) -> None:
    page = visit(None)
    table = farkle_tables.table(farkle_tables.ONES)
    Stage(page, server.url).show(seen_at(table, "throw"))
    expect(heard(page)).to_contain_text("You rolled 1 1 1 2 3 4")
    page.keyboard.press("w")
    expect(heard(page)).to_contain_text("Dice: 1 1 1 2 3 4. Turn score: 0. Your turn: Choose the dice to keep")
    expect(page.get_by_role("button", name="Die 1: 1")).to_be_visible()


def test_a_hand_is_heard_card_by_card_when_asked_for(visit: Opening, server: ServerProcess) -> None:
    page = visit(None)
    table = thirty_one_tables.begin(3, deck(low(3), "Js"))
    thirty_one_tables.pass_turns(table, 2)
    Stage(page, server.url).show(seen_at(table))
    page.keyboard.press("w")
    expect(heard(page)).to_contain_text("You hold 2 of hearts, 5 of diamonds, 9 of clubs, value 9.")


def test_the_keyboard_goes_to_the_sheet_and_back_to_the_hand(visit: Opening, server: ServerProcess) -> None:
    page = visit(None)
    table, move = a_knock_that_held()
    Stage(page, server.url).show(seen_at(table, move))
    expect(page.get_by_role("button", name="Continue", exact=True)).to_be_focused()
    page.keyboard.press("Tab")
    assert focused(page).evaluate("(node) => node.closest('.hand, .middle, .opponents') === null"), (
        "what is only looked at"
    )
    page.get_by_role("button", name="Continue").press("Enter")
    expect(page.locator(".showdown")).to_have_count(0)
    expect(page.locator(".hand :focus")).to_have_count(1)


def test_the_keyboard_is_at_the_end_of_the_game(visit: Opening, server: ServerProcess) -> None:
    page = visit(None)
    table = farkle_tables.table(farkle_tables.ONES, farkle_tables.ONES, target=1000)
    farkle_tables.turn(table, "1 1 1")
    play(table, "throw", "keep 1")
    Stage(page, server.url).show(seen_at(table, "bank"))
    expect(page.get_by_role("region", name="End of the game")).to_be_focused()


def test_a_dialog_gives_the_keyboard_back(visit: Opening, server: ServerProcess) -> None:
    page = visit(None)
    Stage(page, server.url).show(seen_at(thirty_one_tables.begin(3, deck(low(3), "Js"))))
    settings = page.get_by_role("button", name="Settings")
    settings.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(settings).to_be_focused()


def test_the_keyboard_begins_with_another_page(visit: Opening) -> None:
    page = visit("/")
    page.get_by_role("link", name="Replay").first.press("Enter")
    expect(page.get_by_role("heading", level=1).first).to_be_focused()
    page.go_back()
    expect(focused(page)).to_have_count(1)
    expect(page.locator("body:focus")).to_have_count(0)
