"""Playing on from a position of a replay, at a practice table that begins there."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import knockroll
from tests.review.games import played
from tests.web.audit import faults
from tests.web.conftest import DESKTOP, PHONE, Opening
from tests.web.person import Person


def open_record(page: Page, record: Any) -> None:
    page.get_by_label("Choose a saved game").set_input_files(
        {"name": "game.json", "mimeType": "application/json", "buffer": json.dumps(record).encode()}
    )


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_position_is_played_on_against_the_players_of_the_game(visit: Opening, size: tuple[int, int]) -> None:
    record = {**played("gin_rummy", seed=4), "names": ["Ann", "The Archivist"]}
    mine = [len(table.moves) for table in knockroll.Table.replay_steps(record) if table.turn == 0 and table.hands]
    moves = mine[2]
    there = knockroll.Table.replay(record, moves=moves)
    hand, phase, before = there.view(0)["hand"], there.phase, len(there.hands)
    page = visit("/replay", size, warnBlunders=False)  # for warnings, the search for hints would have to be compiled
    open_record(page, record)
    expect(page.get_by_role("button", name="Play on from here")).to_be_visible()
    for _ in range(moves):
        page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Play on from here").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Practice · Gin Rummy")
    person = Person(page)
    person.my_turn()
    _, view = person.view()
    assert (view["hand"], view["phase"], view["hands_played"]) == (hand, phase, before)
    expect(page.get_by_text("The Archivist").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert faults(page) == {}
    person.turn()
    person.my_turn()
    page.reload()
    person.my_turn()


def test_the_end_of_a_game_is_not_played_on(visit: Opening) -> None:
    page = visit("/replay")
    open_record(page, played("farkle", seed=4, target=1000))
    expect(page.get_by_role("button", name="Play on from here")).to_be_visible()
    page.keyboard.press("End")
    expect(page.get_by_role("button", name="Play on from here")).to_have_count(0)
