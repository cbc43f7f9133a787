"""Whole games, as a person plays them."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.conftest import DESKTOP, PHONE, Opening
from tests.web.person import Person

SHORT = {
    "thirty_one": (4, {"strikes": 1}),
    "gin_rummy": (2, {"target": 30}),
    "tunk": (3, {"target": 40}),
    "tonk": (3, {"hands": 3}),
    "farkle": (2, {"target": 1500}),
}


def play(visit: Opening, game: str, size: tuple[int, int] = DESKTOP, keyboard: bool = False) -> Person:
    person = Person(visit(size=size), keyboard=keyboard)
    seats, options = SHORT[game]
    person.open_table(game, seats, **options)
    person.play_to_the_end()
    return person


@pytest.mark.parametrize("game", SHORT)
def test_a_whole_game_by_mouse(visit: Opening, game: str) -> None:
    person = play(visit, game)
    expect(person.page.get_by_role("region", name="End of the game")).to_be_visible()
    expect(person.button("Play again")).to_be_visible()


@pytest.mark.parametrize("game", ["thirty_one", "tonk", "farkle"])
def test_a_whole_game_by_keyboard_alone(visit: Opening, game: str) -> None:
    """No click at all after the table is open."""
    person = play(visit, game, keyboard=True)
    expect(person.page.get_by_role("region", name="End of the game")).to_be_visible()


@pytest.mark.parametrize("game", ["gin_rummy"])
def test_a_whole_game_on_a_phone(visit: Opening, game: str) -> None:
    person = play(visit, game, size=PHONE)
    expect(person.page.get_by_role("region", name="End of the game")).to_be_visible()


def test_another_game_after_the_end(visit: Opening) -> None:
    person = Person(visit())
    person.open_table("tonk", 2, hands=1)
    person.play_to_the_end()
    person.button("Play again").click()
    expect(person.page.get_by_role("region", name="End of the game")).to_be_hidden()
    assert person.wait() in ("turn", "over")
