"""What may surprise is said before it is done: on the table, and again when it is asked for."""

from __future__ import annotations

from playwright.sync_api import expect
from scripts.serving import ServerProcess

import knockroll
from tests.web.conftest import Opening
from tests.web.staged import MOVES, SENT, Position, Stage, seen_at


def empty_stock() -> Position:
    """Tonk, when the last card of the stock has been drawn; it is the first player's turn."""
    table = knockroll.Table("tonk", seats=2, seed=1, turn_limit=1000)
    while table.view()["stock"] or table.turn != 0 or "draw stock" not in table.legal():
        draw = "draw stock" if table.view()["stock"] else "draw discard"
        table.play(next(move for move in table.legal() if move == draw or move.startswith("discard")))
    return seen_at(table)


def test_drawing_from_tonks_empty_stock_says_first_that_it_ends_the_hand(visit: Opening, server: ServerProcess) -> None:
    page = visit(None)
    stage = Stage(page, server.url)
    stage.show(empty_stock())
    page.evaluate(SENT)
    expect(page.locator(".prompt")).to_contain_text("The stock is empty. Drawing from it ends the hand")
    stock = page.get_by_role("button", name="Stock, 0 cards", exact=True)
    expect(stock).to_have_accessible_description(
        "The stock is empty. Drawing ends the hand, and the lowest count gets paid."
    )
    for way in ("click", "key"):
        stock.click() if way == "click" else page.keyboard.press("s")
        asked = page.get_by_role("dialog")
        expect(asked).to_contain_text("Drawing ends the hand, and the lowest count gets paid")
        asked.get_by_role("button", name="Not now").click()
        expect(asked).to_have_count(0)
    assert page.evaluate(MOVES) == []
    stock.click()
    page.get_by_role("dialog").get_by_role("button", name="Draw").click()
    expect(asked).to_have_count(0)
    assert page.evaluate(MOVES) == ["draw stock"]
