"""The lobby: coming in, being named, choosing what to play."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Request, Route, expect

import knockroll
from knockroll.engine.names import LONGEST_NAME
from tests.web.audit import faults
from tests.web.conftest import DESKTOP, PHONE, Opening, Watched
from tests.web.person import Person

LONG = "Bartholomew Featherstonehaugh the Younger"


def posted(page: Page) -> list[str]:
    """The paths that the page posts something to, as it goes on."""
    paths: list[str] = []

    def note(request: Request) -> None:
        if request.method == "POST":
            paths.append(request.url.partition("/api")[2])

    page.on("request", note)
    return paths


# --- Names ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("length", [LONGEST_NAME + 1, 40])
def test_a_name_that_is_too_long_is_told_at_the_field_and_opens_no_table(visit: Opening, length: int) -> None:
    page = visit(name="")
    posts = posted(page)
    field = page.get_by_role("textbox", name="Your name")
    field.press_sequentially(LONG[:length])
    expect(field).to_have_value(LONG[:length])
    expect(field).to_have_accessible_description(
        f"At most {LONGEST_NAME} characters: {length - LONGEST_NAME} too many."
    )
    assert faults(page) == {}
    page.get_by_role("button", name="Play now: Farkle").click()
    expect(field).to_be_focused()
    page.get_by_role("link", name="Play with friends: Farkle").click()
    page.get_by_role("button", name="Create table").click()
    expect(page.get_by_role("textbox", name="Your name")).to_be_focused()
    assert posts == []


def test_the_longest_name_is_good(visit: Opening) -> None:
    page = visit(name="")
    field = page.get_by_role("textbox", name="Your name")
    field.press_sequentially(LONG[:LONGEST_NAME])
    expect(field).to_have_accessible_description("")
    page.get_by_role("button", name="Play now: Farkle").click()
    expect(page.locator(".hand, .own")).to_contain_text("You")


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_name_from_before_there_was_a_limit_is_told_of(visit: Opening, size: tuple[int, int]) -> None:
    page = visit(name=LONG, size=size)
    field = page.get_by_role("textbox", name="Your name")
    expect(field).to_have_accessible_description(f"At most {LONGEST_NAME} characters: {len(LONG) - 24} too many.")
    expect(page.get_by_text("too many")).to_be_in_viewport(ratio=1)


def test_a_name_that_the_server_refuses_leaves_no_table_behind(visit: Opening, watched: Watched) -> None:
    page = visit(name="\u2060\u2060")
    posts = posted(page)
    page.get_by_role("button", name="Play now: Farkle").click()
    expect(page.get_by_text("a display name needs at least one visible character")).to_be_visible()
    assert posts == ["/tables"]
    assert "status of 422" in watched.console.pop()


# --- Rules ---------------------------------------------------------------------------------------------------------


def table_of(page: Page) -> dict[str, Any]:
    """The table that the page is at."""
    page.wait_for_url("**/table/*")
    origin, _, id = page.url.partition("/table/")
    table: dict[str, Any] = page.request.get(f"{origin}/api/tables/{id}").json()["table"]
    return table


def test_sets_of_rules_are_chosen_by_name_the_standard_first(visit: Opening) -> None:
    page = visit()
    expect(page.get_by_role("article", name="Gin Rummy")).to_contain_text("Standard rules")
    page.get_by_role("link", name="Set up: Gin Rummy").click()
    rules = page.get_by_role("radiogroup", name="Rules").get_by_role("radio")
    expect(rules).to_have_count(2)
    expect(rules.nth(0)).to_have_accessible_name("Standard")
    expect(rules.nth(0)).to_be_checked()
    expect(rules.nth(1)).to_have_accessible_name("Knock any time")
    page.get_by_role("button", name="Play", exact=True).click()
    table = table_of(page)
    assert (table["variant"], table["options"]["knock_limit"]) == ("standard", 10)


def test_the_rules_that_were_chosen_are_remembered(visit: Opening) -> None:
    page = visit("/solo/gin_rummy")
    page.get_by_role("radio", name="Knock any time").check()
    expect(page.locator(".rule-set", has=page.locator(":checked"))).to_contain_text("no bonuses")
    page.get_by_role("button", name="Play", exact=True).click()
    assert table_of(page)["variant"] is None
    page.goto(page.url.partition("/table/")[0])
    gin = page.get_by_role("article", name="Gin Rummy")
    expect(gin).to_contain_text("Knock any time rules")
    gin.get_by_role("button", name="Play now").click()
    assert table_of(page)["variant"] is None


def test_the_best_known_games_come_first(visit: Opening) -> None:
    page = visit()
    known = sorted(map(knockroll.get_game, knockroll.game_names()), key=lambda game: -game.showing.popularity)
    expect(page.locator(".game h2")).to_have_text([game.title for game in known])


@pytest.mark.parametrize(("level", "least", "most"), [("Easy", 1, 2), ("Medium", 3, 4), ("Hard", 5, 5)])
def test_a_level_is_chosen_instead_of_names_and_remembered(visit: Opening, level: str, least: int, most: int) -> None:
    page = visit()
    card = page.get_by_role("article", name="Farkle")
    card.get_by_role("radio", name=level).check()
    card.get_by_role("button", name="Play now").click()
    (met,) = players_of(page)
    assert least <= next(bot.strength for bot in knockroll.get_game("farkle").players if bot.name == met) <= most
    page.goto(page.url.partition("/table/")[0])
    expect(card.get_by_role("radio", name=level)).to_be_checked()
    other = page.get_by_role("article", name="Thirty-One")  # the last choice is the first guess elsewhere
    expect(other.get_by_role("radio", name=level)).to_be_checked()


def test_the_game_to_continue_comes_first(visit: Opening) -> None:
    person = Person(visit())
    expect(person.page.get_by_role("region", name="Continue your game")).to_have_count(0)
    person.play_now("thirty_one")
    person.my_turn()
    table = person.page.url
    person.page.goto(table.partition("/table/")[0])
    strip = person.page.get_by_role("region", name="Continue your game")
    expect(strip).to_contain_text("Continue Thirty-One")
    expect(strip).to_contain_text("Your turn, with")
    strip.get_by_role("link", name="Continue Thirty-One").click()
    person.page.wait_for_url(table)


def test_pictures_move_under_the_pointer_unless_motion_is_not_wanted(visit: Opening) -> None:
    page = visit()
    running = "document.querySelectorAll('.game')[1].getAnimations({ subtree: true }).map((one) => one.animationName)"
    page.locator(".game").nth(1).hover()
    assert "rolled" in page.evaluate(running)
    page.mouse.move(0, 0)
    page.emulate_media(reduced_motion="reduce")
    page.locator(".game").nth(1).hover()
    assert page.evaluate(running) == []


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_the_table_names_the_rules_in_force(visit: Opening, size: tuple[int, int]) -> None:
    page = visit(size=size)
    page.get_by_role("button", name="Play now: Gin Rummy").click()
    rules = page.get_by_role("banner").get_by_role("button", name="Rules in force: Standard")
    expect(rules).to_be_visible()
    rules.click()
    dialog = page.get_by_role("dialog", name="Rules in force")
    expect(dialog).to_contain_text("The usual two-player game")
    expect(dialog.get_by_role("row", name="Knock limit")).to_contain_text("10")
    expect(dialog.get_by_role("row", name="Laying off")).to_contain_text("yes")
    assert faults(page) == {}


def test_what_was_changed_is_named_too(visit: Opening) -> None:
    page = visit()
    person = Person(page)
    person.open_table("thirty_one", strikes=5, knock_first_round=False)
    page.get_by_role("button", name="Rules in force: Standard, 2 changes").click()
    changes = page.get_by_role("dialog").get_by_role("list", name="Changes")
    expect(changes.get_by_role("listitem")).to_have_text(
        ["Strikes until you're out: 5 (default: 3)", "May knock in the first round: no (default: yes)"]
    )


# --- A game for one person -----------------------------------------------------------------------------------------


def players_of(page: Page) -> list[str]:
    """The computer players at the table that the page is at."""
    return [seat["player"] for seat in table_of(page)["seats"] if seat["kind"] == "computer"]


def test_opponents_are_chosen_by_face_and_met_again_with_one_click(visit: Opening) -> None:
    page = visit()
    page.get_by_role("link", name="Set up: Thirty-One").click()
    expect(page.get_by_role("heading", name="Thirty-One vs. computer")).to_be_visible()
    chooser = page.get_by_role("radiogroup", name="Player for seat 2")
    expect(chooser.locator("svg.face")).to_have_count(len(knockroll.player_names("thirty_one")))
    counter = chooser.get_by_role("radio", name="The Card Counter")
    expect(counter).to_have_accessible_description(
        "Strength 4 of 6: strong. Knows what lay on the pile, who took it and what you are after."
    )
    counter.check()
    page.get_by_role("button", name="Seat 3: Surprise me").click()
    page.get_by_role("radio", name="Mr. Clueless").check()
    page.get_by_role("button", name="Remove a seat").click()
    assert faults(page) == {}
    page.get_by_role("button", name="Play", exact=True).click()
    assert players_of(page) == ["The Card Counter", "Mr. Clueless"]
    page.goto(page.url.partition("/table/")[0])
    card = page.get_by_role("article", name="Thirty-One")
    expect(card).to_contain_text("Against The Card Counter and Mr. Clueless")
    card.get_by_role("button", name="Play now").click()
    assert players_of(page) == ["The Card Counter", "Mr. Clueless"]


def test_a_whole_table_is_chosen_at_once(visit: Opening) -> None:
    page = visit("/solo/thirty_one")
    page.get_by_role("button", name="Toughest").click()
    expect(page.get_by_role("button", name="Toughest")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Play", exact=True).click()
    strengths = {bot.name: bot.strength for bot in knockroll.get_game("thirty_one").players}
    strongest = sorted(strengths.values(), reverse=True)[:3]
    assert [strengths[name] for name in players_of(page)] == strongest


def test_why_there_can_be_no_more_seats_is_said(visit: Opening) -> None:
    page = visit("/solo/gin_rummy")
    expect(page.get_by_text("Standard rules: exactly 2 players.")).to_be_visible()
    page.get_by_role("radio", name="Knock any time").check()
    expect(page.get_by_text("Gin Rummy: at least 2 players.")).to_be_visible()


def test_who_is_drawn_by_lot_is_who_the_card_shows(visit: Opening) -> None:
    page = visit()
    card = page.get_by_role("article", name="Tonk")
    shown = card.get_by_text("Against").text_content()
    card.get_by_role("button", name="Play now").click()
    met = players_of(page)
    assert shown == f"Against {' and '.join(met)}"
    assert len(set(met)) == 2
    assert "Random" not in met


def test_rules_and_pace_are_chosen_and_remembered(visit: Opening) -> None:
    page = visit("/solo/gin_rummy")
    page.get_by_role("radio", name="Knock any time").check()
    page.get_by_role("radio", name="Slow").check()
    page.get_by_text("Customize rules").click()
    page.get_by_label("Points to win").fill("50")
    page.get_by_label("Points to win").press("Tab")
    page.get_by_role("button", name="Play", exact=True).click()
    table = table_of(page)
    assert (table["variant"], table["options"]["target"]) == (None, 50)
    page.goto(page.url.partition("/table/")[0])
    expect(page.get_by_role("article", name="Gin Rummy")).to_contain_text("1 rule changed")
    page.get_by_role("link", name="Set up: Gin Rummy").click()
    expect(page.get_by_role("radio", name="Knock any time")).to_be_checked()
    expect(page.get_by_role("radio", name="Slow")).to_be_checked()
    expect(page.get_by_label("Points to win")).to_have_value("50")


def test_a_number_that_is_being_typed_stays_while_players_get_ready(visit: Opening) -> None:
    """The page is drawn again whenever it hears how far they are."""
    page = visit(fresh=True)
    page.clock.install()

    def get_ready(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace('"state":"ready"', '"state":"preparing"'))

    page.route("**/solo/gin_rummy", get_ready)
    page.route("**/api/games", get_ready)
    page.goto(page.url.rstrip("/") + "/solo/gin_rummy")
    page.get_by_text("Customize rules").click()
    field = page.get_by_label("Points to win")
    field.fill("5")
    for _ in range(2):
        with page.expect_response("**/api/games"):
            page.clock.run_for(2_000)
    expect(page.get_by_role("progressbar")).not_to_have_count(0)
    expect(field).to_have_value("5")
    field.press("Tab")
    expect(page.locator(".option.changed")).to_contain_text("Default: 100")


def test_a_choice_that_there_is_no_more_is_forgotten(visit: Opening) -> None:
    kept = {"opponents": ["Somebody Gone", "House", "House", "House"], "variant": "gone", "options": {"gone": 1}}
    page = visit(solo={"gin_rummy": kept})
    page.get_by_role("button", name="Play now: Gin Rummy").click()
    table = table_of(page)
    assert (table["variant"], len(table["seats"])) == ("standard", 2)


def test_the_set_up_goes_by_keyboard(visit: Opening) -> None:
    page = visit("/solo/thirty_one")
    page.get_by_role("button", name="Seat 4: Surprise me").focus()
    page.keyboard.press("Enter")
    page.get_by_role("radiogroup", name="Player for seat 4").get_by_role("radio").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("button", name="Seat 4: House")).to_be_visible()
    expect(page.get_by_role("radio", name="House")).to_be_focused()


# --- Options -------------------------------------------------------------------------------------------------------


def test_a_form_shows_the_values_of_the_rules_that_are_chosen(visit: Opening) -> None:
    page = visit("/new/gin_rummy")
    page.get_by_text("Customize rules").click()
    limit, bonus = page.get_by_label("Knock limit", exact=True), page.get_by_label("Gin bonus")
    none = page.get_by_role("checkbox", name="Knock limit: no limit")
    expect(limit).to_have_value("10")
    expect(bonus).to_have_value("25")
    expect(page.get_by_role("switch", name="Laying off")).to_be_checked()
    page.get_by_role("radio", name="Knock any time").check()
    expect(none).to_be_checked()
    expect(limit).to_be_disabled()
    expect(bonus).to_have_value("0")
    expect(page.get_by_role("switch", name="Laying off")).not_to_be_checked()
    none.uncheck()
    expect(limit).to_have_value("10")
    expect(page.get_by_text("Default: no limit.")).to_be_visible()
    expect(page.get_by_text("1 change", exact=True)).to_be_visible()
    page.get_by_role("button", name="Undo all changes").click()
    expect(none).to_be_checked()


@pytest.mark.parametrize("game", knockroll.game_names())
def test_options_are_explained_in_words(visit: Opening, game: str) -> None:
    page = visit(f"/new/{game}")
    page.get_by_text("Customize rules").click()
    form = page.locator("details")
    known = knockroll.get_game(game).options
    expect(form.locator(".option")).to_have_count(len(known))
    text = form.inner_text()
    assert "_" not in text
    for option in known:
        assert f"{option.help[0].upper()}{option.help[1:]}." in text
    for link in form.get_by_role("link").all():
        clause = link.inner_text().removeprefix("Rule ")
        expect(link).to_have_attribute("href", f"/rules/{game}#{clause}")
    assert faults(page) == {}


def test_a_number_out_of_range_becomes_one_within(visit: Opening) -> None:
    page = visit("/new/thirty_one")
    page.get_by_text("Customize rules").click()
    strikes = page.get_by_label("Strikes until you're out")
    for typed, becomes in {"99": "20", "0": "1", "": "1"}.items():
        strikes.fill(typed)
        strikes.press("Tab")
        expect(strikes).to_have_value(becomes)


# --- Your games ----------------------------------------------------------------------------------------------------


def lobby(page: Page) -> Locator:
    """Go to the lobby; the list of your games there."""
    page.goto("/".join(page.url.split("/")[:3]))
    return page.get_by_role("list", name="Your games")


def test_a_finished_game_stays_with_its_result_and_its_replay(visit: Opening) -> None:
    person = Person(visit())
    person.open_table("gin_rummy", target=1)
    person.play_to_the_end()
    scores = person.view()[1]["players"]
    yours, others = (scores[seat]["score"] for seat in (0, 1))
    expect(person.page.get_by_text("1 hand played")).to_be_visible()
    won = f"You won {yours} to {others}" if yours > others else f"won {others} to {yours}"
    row = lobby(person.page).get_by_role("listitem")
    expect(row).to_contain_text(won)
    assert faults(person.page) == {}
    row.get_by_role("link").click()
    expect(person.page.get_by_text("Verified", exact=False).first).to_be_visible()


def test_a_running_game_is_continued_and_another_at_its_table_is_another_game(visit: Opening) -> None:
    person = Person(visit())
    person.open_table("thirty_one")
    person.my_turn()
    games = lobby(person.page)
    expect(games.get_by_role("listitem")).to_have_count(1)
    games.get_by_role("link", name="Thirty-One Your turn").click()
    person.my_turn()
    person.page.request.post(f"{person.origin}/api/tables/{person.table}/reset", data={})
    person.page.reload()
    person.my_turn()
    rows = lobby(person.page).get_by_role("listitem")
    expect(rows).to_have_count(2)
    expect(rows.nth(1)).to_contain_text("Abandoned")
    expect(rows.nth(1).get_by_role("link")).to_have_attribute("href", re.compile(r"/replay\?table=\w+&game=1$"))


def test_tables_that_0_1_0_kept_are_still_listed_and_what_is_gone_is_told(visit: Opening, watched: Watched) -> None:
    person = Person(visit())
    person.open_table("farkle")
    person.my_turn()
    kept = json.dumps([person.table, "0123456789abcdef"])
    person.page.evaluate(f"localStorage.removeItem('knockroll-games'); localStorage['knockroll-tables'] = '{kept}'")
    rows = lobby(person.page).get_by_role("listitem")
    expect(rows.nth(0)).to_contain_text("Farkle")
    expect(rows.nth(1)).to_contain_text("No longer on the server")
    assert faults(person.page) == {}
    rows.nth(1).get_by_role("button", name="Remove").click()
    expect(rows).to_have_count(1)
    person.page.reload()
    expect(rows.nth(0)).to_contain_text("Your turn")
    assert [line for line in watched.console if "status of 404" not in line] == []
    watched.console.clear()


def test_long_lists_fold(visit: Opening) -> None:
    page = visit()
    one = {"number": 1, "title": "Farkle", "game": "farkle", "you": 0, "names": ["Ann", "Bob"], "status": "over"}
    games = [one | {"id": f"table{n}", "scores": [n, 2], "winners": [1], "at": 1} for n in range(40)]
    page.evaluate(f"localStorage['knockroll-games'] = {json.dumps(json.dumps(games))}")
    rows = lobby(page).get_by_role("listitem")
    expect(rows).to_have_count(3)
    expect(rows.nth(1)).to_contain_text("Bob won 2 to 1")
    page.get_by_role("button", name="Show all 40").click()
    expect(rows).to_have_count(40)
    page.get_by_role("button", name="Show fewer").click()
    expect(rows).to_have_count(3)
