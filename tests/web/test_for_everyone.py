"""Names, sizes, contrast, settings, speech: what everyone can see, hear and reach."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from scripts.serving import ServerProcess

import knockroll
from knockroll.engine.words import sign
from tests.web.audit import faults, faults_in_both_themes
from tests.web.conftest import DESKTOP, PHONE, TABLET, Opening, Watched
from tests.web.person import Person, card_name
from tests.web.staged import Stage, seen_at
from tests.web.test_endings import a_knock_that_held

COVERED_INDEXES = """() => {
  const cards = [...document.querySelectorAll(".hand .mine")];
  const boxes = cards.map((card) => card.getBoundingClientRect());
  return cards.flatMap((card, i) =>
    [...card.querySelector(".large").children].slice(0, 2).flatMap((part) => {
      const { left, right, top, bottom } = part.getBoundingClientRect();
      const covers = (box, j) => j > i && box.left < right && box.right > left && box.top < bottom && box.bottom > top;
      const whole = right > left && left >= boxes[i].left && right <= boxes[i].right && !boxes.some(covers);
      return whole ? [] : [card.dataset.card];
    }),
  );
}"""
"""The cards of a hand whose large index another card covers."""
SIZES = {"desktop": DESKTOP, "tablet": TABLET, "phone": PHONE}


@pytest.mark.parametrize("size", SIZES)
def test_every_table_is_readable_and_fits(visit: Opening, size: str) -> None:
    person = Person(visit(size=SIZES[size]))
    for game in knockroll.game_names():
        person.open_table(game)
        for _ in range(2):
            if person.wait() == "over":
                assert faults_in_both_themes(person.page) == {}, f"{game}, the end of a hand"
                person.go_on()
                continue
            assert faults_in_both_themes(person.page) == {}, game
            person.turn()


@pytest.mark.parametrize("path", ["/", "/new/gin_rummy", "/solo/thirty_one", "/rules/tonk", "/replay"])
def test_every_other_page_is_readable(visit: Opening, path: str) -> None:
    for size in (DESKTOP, PHONE):
        page = visit(path, size=size)
        expect(page.locator("article, form, .drop").first).to_be_visible()
        assert faults_in_both_themes(page) == {}
        page.get_by_role("button", name="Settings").click()
        expect(page.get_by_role("dialog", name="Settings")).to_be_visible()
        assert faults_in_both_themes(page) == {}


@pytest.mark.parametrize("game", knockroll.game_names())
def test_full_tables_fit(visit: Opening, game: str) -> None:
    for size in (DESKTOP, PHONE):
        person = Person(visit(size=size))
        person.open_table(game, knockroll.get_game(game).max_seats)
        if person.wait() == "turn":
            assert faults(person.page) == {}


def test_the_page_is_few_requests_and_less_than_130_kilobytes(visit: Opening, watched: Watched) -> None:
    page = visit("/", fresh=True)
    page.get_by_role("button", name="Play now: Farkle").wait_for()
    weight = page.evaluate("""() => performance.getEntriesByType("resource")
      .filter((entry) => !entry.name.includes("/api/")).reduce((sum, entry) => sum + entry.encodedBodySize, 0)""")
    assert 20_000 < weight < 130_000
    files = {url for url in watched.requests if "/api/" not in url}
    assert len(files) <= 5  # the page, its script, its style sheet, its picture, its typeface
    assert not [url for url in watched.requests if url.endswith("/api/games")]  # the page has them with it


def test_a_page_that_cannot_be_loaded_says_so_and_can_be_left(visit: Opening, watched: Watched) -> None:
    """All but the lobby and tables is loaded when it is first looked at."""
    page = visit("/", fresh=True)
    page.get_by_role("button", name="Play now: Farkle").wait_for()
    page.context.route("**/assets/rules.*.js", lambda route: route.abort())
    page.evaluate("history.pushState(null, '', '/rules/farkle'); dispatchEvent(new PopStateEvent('popstate'))")
    expect(page.get_by_role("alert")).to_have_text("This page couldn't be loaded. Check your connection, then reload.")
    assert watched.console == ["Failed to load resource: net::ERR_FAILED"]
    watched.console.clear()
    page.context.unroute("**/assets/rules.*.js")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Farkle")
    page.go_back()
    page.get_by_role("button", name="Play now: Farkle").wait_for()


def test_what_has_been_loaded_once_is_not_asked_for_again(visit: Opening) -> None:
    page = visit("/", fresh=True)
    page.get_by_role("button", name="Play now: Farkle").wait_for()
    page.goto(page.url)
    page.get_by_role("button", name="Play now: Farkle").wait_for()
    sizes = page.evaluate("""() => performance.getEntriesByType("resource")
      .filter((entry) => entry.name.includes("/assets/")).map((entry) => entry.transferSize)""")
    assert len(sizes) >= 3
    assert set(sizes) == {0}  # out of the browser's own memory


def test_every_move_is_spoken_in_a_sentence(visit: Opening) -> None:
    person = Person(visit())
    person.play_now("thirty_one")
    person.my_turn()
    person.button("Stock").click()
    person.my_turn()
    _, view = person.view()
    drawn = person.page.locator(".mine.fresh").get_attribute("data-card")
    assert drawn is not None and drawn in view["hand"]
    spoken = person.page.get_by_role("log", name="Moves")
    expect(spoken).to_contain_text(f"You drew {card_name(drawn)} from the stock")
    expect(spoken).to_contain_text("Your turn: Discard a card")


def test_focus_stays_in_the_hand_when_a_card_leaves_it(visit: Opening) -> None:
    person = Person(visit(), keyboard=True)
    person.open_table("gin_rummy", knock_limit=0)
    person.my_turn()
    person.page.keyboard.press("s")
    person.my_turn()
    _, view = person.view()
    person.card(view["hand"][0])
    expect(person.button(card_name(view["hand"][0])).and_(person.page.locator(".hand .mine"))).to_have_count(0)
    expect(person.page.locator(".hand .mine:focus")).to_have_count(1)


def test_focus_is_where_one_goes_on_when_a_hand_ends(visit: Opening, server: ServerProcess) -> None:
    page = visit(None)
    table, move = a_knock_that_held()
    Stage(page, server.url).show(seen_at(table, move))
    expect(page.get_by_role("button", name="Continue")).to_be_focused()


def test_help_is_a_key_away(visit: Opening) -> None:
    person = Person(visit())
    person.play_now("farkle")
    person.my_turn()
    person.page.keyboard.press("?")
    help = person.page.get_by_role("dialog", name="How to play")
    expect(help).to_be_visible()
    expect(help.get_by_text("Bank your points (takes what you selected first)")).to_be_visible()
    person.page.keyboard.press("Escape")
    expect(help).to_be_hidden()


def test_settings_change_the_cards_and_the_theme_and_are_kept(visit: Opening) -> None:
    page = visit()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("switch", name="Four-colour deck").check()
    page.get_by_role("switch", name="Large-print cards").check()
    page.get_by_role("radio", name="Dark").check()
    page.reload()
    classes = page.evaluate("document.documentElement.className")
    assert {"dark", "four-colours", "big-cards"} <= set(classes.split())


def test_felt_backs_and_size_are_seen_in_the_preview_and_at_the_table(visit: Opening) -> None:
    page = visit()
    width = "document.querySelector('.hand .mine').getBoundingClientRect().width"
    felt = "[...document.querySelectorAll('.stage, .felt')].map((one) => getComputedStyle(one).backgroundImage)"
    person = Person(page)
    person.play_now("thirty_one")
    person.my_turn()
    before = page.evaluate(width), page.evaluate(felt)
    assert any("gradient" in one for one in before[1])  # beside a panel, the stage has the felt of both
    page.get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog", name="Settings")
    preview = dialog.locator(".setting-preview")
    large = preview.locator(".card").first.bounding_box()
    dialog.get_by_role("group", name="Felt").get_by_role("radio", name="Blue").check()
    dialog.get_by_role("group", name="Card backs").get_by_role("radio", name="Red").check()
    dialog.get_by_role("slider", name="Card size").fill("70")
    small = preview.locator(".card").first.bounding_box()
    assert large and small and small["width"] < 0.8 * large["width"]
    dialog.get_by_role("button", name="Close").click()
    assert page.evaluate(width) < 0.8 * before[0]
    assert page.evaluate(felt) != before[1]
    assert {"felt-blue", "back-red"} <= set(page.evaluate("[...document.documentElement.classList]"))


def test_a_left_handed_table_has_its_scores_at_the_left(visit: Opening) -> None:
    person = Person(visit(leftHanded=True, cardSize=100))
    person.play_now("thirty_one")
    person.my_turn()
    side, felt = person.page.locator(".side").bounding_box(), person.page.locator(".felt").bounding_box()
    assert side and felt and side["x"] + side["width"] <= felt["x"] + 1


def test_an_address_that_leads_nowhere_says_so(visit: Opening, watched: Watched) -> None:
    page = visit("/")
    answer = page.goto(f"{page.url}nonsense")
    assert answer is not None and answer.status == 404
    expect(page.get_by_role("heading", name="There's no such page")).to_be_visible()
    assert faults(page) == {}
    page.get_by_role("link", name="To the lobby", exact=True).click()
    page.get_by_role("button", name="Play now: Farkle").wait_for()
    watched.console[:] = [line for line in watched.console if "404" not in line]


def test_too_many_tables_say_what_to_do(visit: Opening, watched: Watched) -> None:
    page = visit("/")
    error = {"code": "too_many", "message": "too many", "reason": "You already have 50 open tables."}
    page.route("**/api/tables", lambda route: route.fulfill(status=429, json={"error": error}))
    page.get_by_role("button", name="Play now: Farkle").click()
    expect(page.get_by_text("You already have 50 open tables. Finish or leave a game")).to_be_visible()
    watched.console[:] = [line for line in watched.console if "429" not in line]


@pytest.mark.parametrize("size", [(1440, 900), (390, 844), (844, 390)])
def test_large_print_is_where_the_next_card_leaves_it_visible(visit: Opening, size: tuple[int, int]) -> None:
    page = visit(bigCards=True)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    person = Person(page)
    person.play_now("gin_rummy")
    person.my_turn()
    assert page.locator(".hand .mine").count() >= 10
    assert page.evaluate(COVERED_INDEXES) == []


def test_gold_marks_the_usual_move_and_not_the_boldest(visit: Opening) -> None:
    person = Person(visit())
    person.play_now("thirty_one")
    person.my_turn()
    expect(person.page.locator(".heap.can")).to_have_count(2)
    knock = person.page.get_by_role("button", name=re.compile("^Knock, "))
    expect(knock).to_be_enabled()
    expect(person.page.locator(".actions .primary")).to_have_count(0)


def test_a_discard_can_be_confirmed_and_a_selection_undone(visit: Opening) -> None:
    person = Person(visit(confirm=True))
    person.play_now("thirty_one")
    person.my_turn()
    person.button("Stock").click()
    person.my_turn()
    _, view = person.view()
    name = card_name(view["hand"][1])
    person.button(name).click()
    expect(person.button(name)).to_have_attribute("aria-pressed", "true")
    person.button("Undo selection").click()
    expect(person.button("Discard")).to_be_hidden()
    person.button(name).click()
    person.button("Discard").click()
    expect(person.button(name)).to_be_hidden()


def test_sorting_the_hand(visit: Opening) -> None:
    person = Person(visit())
    person.open_table("gin_rummy")
    person.my_turn()
    person.button("Sort: melds").click()
    names = person.page.locator(".hand .mine").evaluate_all("cards => cards.map(card => card.dataset.card)")
    assert names == sorted(names, key=lambda card: ("A23456789TJQK".index(card[0]), "shdc".index(card[1])))


def test_a_card_is_dragged_to_the_discard_pile(visit: Opening) -> None:
    person = Person(visit())
    person.open_table("gin_rummy")
    person.my_turn()
    person.button("Stock").drag_to(person.page.get_by_role("group", name="Your hand"))
    person.my_turn()
    _, view = person.view()
    assert len(view["hand"]) == 11
    card = view["reading"]["loose"][0]
    person.button(card_name(card)).drag_to(person.button("Discards"), source_position={"x": 12, "y": 20})
    expect(person.page.get_by_label("Log", exact=True)).to_contain_text(f"You discarded {sign(card)}")


FLIGHTS = """() => {
  window.flights = document.querySelectorAll("#flights .flight").length;
  const count = (changes) => { window.flights += changes.flatMap((change) => [...change.addedNodes]).length; };
  new MutationObserver(count).observe(document.getElementById("flights"), { childList: true });
}"""
"""Counts what flies from now on."""


def test_no_movement_for_those_who_want_none(visit: Opening) -> None:
    person = Person(visit(speed="slow"))
    person.page.emulate_media(reduced_motion="reduce")
    person.page.reload()
    person.play_now("thirty_one")
    person.page.evaluate(FLIGHTS)
    person.my_turn()
    person.turn()
    person.wait()
    assert person.page.evaluate("window.flights") == 0


def test_rules_open_at_the_clause(visit: Opening) -> None:
    page = visit("/rules/thirty_one#10")
    expect(page.locator("li.here")).to_contain_text("Showdown")
    expect(page.locator("li.here")).to_be_in_viewport()
    page.get_by_role("navigation", name="Games").get_by_role("link", name="Farkle").click()
    expect(page.get_by_role("heading", name="Farkle", level=1)).to_be_visible()
