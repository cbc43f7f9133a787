"""With a finger: a discard is meant, not touched. And the cards of a hand in an order of one's own."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import DESKTOP, PHONE, Opening
from tests.web.person import CORNER, Person, card_name


def cards(page: Page) -> list[str]:
    found: list[str] = page.locator(".hand .mine").evaluate_all("cards => cards.map(card => card.dataset.card)")
    return found


def to_discard(person: Person) -> str:
    """Draw a card; a card to be discarded."""
    person.open_table("thirty_one", 2)
    person.my_turn()
    person.button("Stock").click()
    person.my_turn()
    return card_name(person.view()[1]["reading"]["loose"][-1])


def drag(page: Page, what: Locator, to: tuple[float, float], touch: bool = False) -> None:
    """Pull something to a point, by mouse or with a finger."""
    box = what.bounding_box()
    assert box is not None
    start = (box["x"] + CORNER["x"], box["y"] + CORNER["y"])
    way = [(start[0] + (to[0] - start[0]) * part, start[1] + (to[1] - start[1]) * part) for part in (0.3, 0.6, 1)]
    if touch:
        finger = page.context.new_cdp_session(page)
        for kind, points in [("touchStart", [start]), *(("touchMove", [point]) for point in way), ("touchEnd", [])]:
            there = [{"x": x, "y": y} for x, y in points]
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": there})
        return
    page.mouse.move(*start)
    page.mouse.down()
    for point in way:
        page.mouse.move(*point)
    page.mouse.up()


def middle_of(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_tap_selects_a_card_and_a_second_tap_discards_it(visit: Opening) -> None:
    person = Person(visit(size=PHONE))
    card = person.button(to_discard(person))
    card.tap(position=CORNER)
    expect(card).to_have_attribute("aria-pressed", "true")
    expect(person.button("Discard")).to_be_visible()
    card.tap(position=CORNER)
    expect(card).to_be_hidden()


def test_a_tap_on_another_card_selects_that_one(visit: Opening) -> None:
    person = Person(visit(size=PHONE))
    to_discard(person)
    first, second, *_ = [person.button(card_name(card)) for card in cards(person.page)]
    first.tap(position=CORNER)
    second.tap(position=CORNER)
    expect(first).not_to_have_attribute("aria-pressed", "true")
    expect(second).to_have_attribute("aria-pressed", "true")
    person.button("Discard").tap()
    expect(second).to_be_hidden()


@pytest.mark.parametrize(("setting", "touch"), [("never", True), ("touch", False), (False, False)])
def test_where_one_step_is_wanted_or_a_mouse_is_used_one_step_discards(
    visit: Opening, setting: str | bool, touch: bool
) -> None:
    """False is how a setting was kept by 0.1.0."""
    person = Person(visit(size=PHONE, confirm=setting))
    card = person.button(to_discard(person))
    if touch:
        card.tap(position=CORNER)
    else:
        card.click(position=CORNER)
    expect(card).to_be_hidden()


def test_a_card_is_dragged_to_the_discards_with_a_finger(visit: Opening) -> None:
    person = Person(visit(size=PHONE))
    card = person.button(to_discard(person))
    drag(person.page, card, middle_of(person.button("Discards")), touch=True)
    expect(card).to_be_hidden()


@pytest.mark.parametrize(("size", "touch"), [(DESKTOP, False), (PHONE, True)], ids=["mouse", "finger"])
def test_cards_are_put_into_an_own_order_that_is_kept(visit: Opening, size: tuple[int, int], touch: bool) -> None:
    person = Person(visit(size=size))
    person.open_table("gin_rummy", 2, knock_limit=0)
    person.my_turn()
    page = person.page
    *before, last = cards(page)
    box = person.button(card_name(before[0])).bounding_box()
    assert box is not None
    drag(page, person.button(card_name(last)), (box["x"] + 4, box["y"] + box["height"] / 2), touch)
    expect(person.button("Sort: manual")).to_be_visible()
    assert cards(page) == [last, *before]
    page.reload()
    person.my_turn()
    assert cards(page) == [last, *before]
    person.button("Stock").click()
    person.my_turn()
    drawn = page.locator(".mine.fresh").get_attribute("data-card")
    assert cards(page) == [last, *before, drawn]
    person.button("Sort: manual").click()
    expect(person.button("Sort: melds")).to_be_visible()
    assert sorted(cards(page)) == sorted([last, *before, str(drawn)])


def test_the_keyboard_moves_a_card_and_says_where_it_is(visit: Opening) -> None:
    person = Person(visit())
    person.open_table("gin_rummy", 2, knock_limit=0)
    person.my_turn()
    page = person.page
    first, second, *rest = cards(page)
    person.button(card_name(first)).focus()
    page.keyboard.press("Shift+ArrowLeft")
    assert cards(page) == [first, second, *rest]
    page.keyboard.press("Shift+ArrowRight")
    assert cards(page) == [second, first, *rest]
    expect(person.button(card_name(first))).to_be_focused()
    expect(page.get_by_role("log", name="Moves")).to_contain_text(f"{card_name(first)}: place 2 of 10")
