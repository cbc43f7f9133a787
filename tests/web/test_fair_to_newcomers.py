"""What keeps a newcomer from harm, and a game fair: questions, marks, scores that can be read, a log that hides."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from scripts.serving import ServerProcess

from knockroll.server.tables import requests
from tests.games import farkle_tables, thirty_one_tables, tonk_tables
from tests.games.thirty_one_tables import low
from tests.helpers import deck, play
from tests.web.conftest import Opening
from tests.web.staged import LONG_NAMES, SECRETS, Stage, Staged, seen_at

ANN = LONG_NAMES[1]


def test_a_bold_move_is_asked_about_once(visit: Opening, server: ServerProcess) -> None:
    page = visit(None, warned=[])
    table = thirty_one_tables.begin(3, deck(low(3), "Js"))
    thirty_one_tables.pass_turns(table, 2)
    stage = Stage(page, server.url)
    stage.show(seen_at(table))
    knock = page.get_by_role("button", name="Knock, with 9")
    knock.click()
    question = page.get_by_role("dialog", name="Knock?")
    expect(question).to_contain_text("If you then have the lowest hand, you take two strikes.")
    question.get_by_role("button", name="Not yet").click()
    expect(question).to_have_count(0)
    expect(page.locator(".prompt.told")).to_have_count(0)
    knock.click()
    expect(page.locator(".prompt.told")).to_be_visible()  # the stage refuses every move: it was sent
    expect(question).to_have_count(0)


def test_cards_that_can_be_added_to_a_spread_are_marked_with_where(visit: Opening, server: ServerProcess) -> None:
    page = visit(None)
    hands = ["8c 2d 9h Jh Kh", "5c 6c 7c 2s As", "3h 5s 9s Jd Qh"]
    table = tonk_tables.begin(hands, stock="Ks Qd Td")
    play(table, "draw stock", "spread 5c 6c 7c", "discard Ks", "draw stock", "discard Qd", "draw stock")
    Stage(page, server.url).show(seen_at(table))
    fits = page.locator(".hand .fits")
    expect(fits).to_have_count(1)
    expect(fits).to_have_attribute("aria-label", "8 of clubs")
    expect(page.locator(".spread.can")).to_have_count(1)
    expect(page.get_by_role("button", name=f"Add 8♣ to {ANN}'s run")).to_be_visible()


def hears(page: Page, line: str) -> None:
    expect(page.get_by_label("Log", exact=True)).to_contain_text(line)
    expect(page.get_by_role("log", name="Moves")).to_contain_text(line.replace("♠", " of spades").replace("Q", "queen"))


def test_no_one_looks_through_the_pile_by_reading_the_log(visit: Opening, server: ServerProcess) -> None:
    page = visit(None)
    staged = Staged("tonk", None, SECRETS[0], 3)
    for _ in staged.sit_down():
        staged.room.table = tonk_tables.begin(tonk_tables.HANDS[:3], stock="Qs Js Ts")
    stage = Stage(page, server.url)
    stage.tell(staged.hello(0))

    def move(text: str) -> None:
        (frame,) = staged.apply(requests.move_for(staged.room, text, "person"))
        stage.tell(staged.news(frame, 0))

    move("draw stock")
    move("discard Qs")
    hears(page, f"{ANN} discarded Q♠")
    move("draw stock")
    move("discard Js")
    log, heard = page.get_by_label("Log", exact=True), page.get_by_role("log", name="Moves")
    expect(log).to_contain_text("discarded J♠")
    expect(log).not_to_contain_text("Q♠")
    expect(heard).not_to_contain_text("queen of spades")
    move("drop")
    expect(log).to_contain_text(f"{ANN} discarded Q♠")


def test_the_scores_of_a_race_are_told_in_rounds(visit: Opening, server: ServerProcess) -> None:
    page = visit(None, size=(1440, 900))
    table = farkle_tables.table(farkle_tables.ONES, farkle_tables.FARKLE, farkle_tables.ONES)
    staged = Staged("farkle", None, SECRETS[0], table.seats)
    for _ in staged.sit_down():
        staged.room.table = table
    stage = Stage(page, server.url)
    stage.tell(staged.hello(0))
    for text in ("throw", "keep 1 1 1", "bank", "throw", "throw"):
        (frame,) = staged.apply(requests.move_for(staged.room, text, "person"))
        stage.tell(staged.news(frame, 0))
    scores = page.get_by_role("region", name="Scores")
    expect(scores.locator("thead th")).to_have_text(["Round", "1", "Total"])
    expect(scores.get_by_role("cell", name="farkle")).to_have_text("✕")
    expect(page.locator(".legend")).to_have_text("Points in each round; ✕ farkle")
