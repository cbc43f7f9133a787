"""How a hand ended is explained where it happens: why, with its arithmetic and new totals; and how the game ended."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect
from scripts.serving import ServerProcess

import knockroll
from tests.games import farkle_tables, gin_rummy_tables, thirty_one_tables, tonk_tables, tunk_tables
from tests.games.thirty_one_tables import LOWEST, low
from tests.games.tonk_tables import EQUAL, FIFTY, FORTY_NINE, HANDS
from tests.helpers import deck, play
from tests.web.conftest import DESKTOP, PHONE, Opening
from tests.web.staged import LONG_NAMES, SECRETS, Stage, Staged, resize, seen_at

YOU, ANN, BEN = "You", LONG_NAMES[1], LONG_NAMES[2]
Case = tuple[knockroll.Table, str]
"""A table, and the move that ends its hand."""


def _drawn(t: knockroll.Table) -> Case:
    """The seat to move draws, and is about to discard what it has drawn."""
    (card,) = play(t, "draw stock")[0].cards
    return t, f"discard {card}"


def a_31_of_four_cards() -> Case:
    next_deck = deck(low(3), "Js", dealer=1)
    return thirty_one_tables.begin(3, deck(low(3, seat1="As Ks 2d"), "Js"), next_deck), "draw discard"


def a_knock_that_held() -> Case:
    hands = deck(low(3, seat1="Ks Qs 9d", seat2=LOWEST), "Js")
    t = thirty_one_tables.begin(3, hands, deck(low(3), "Js", dealer=1))
    play(t, "knock")
    thirty_one_tables.pass_turns(t)
    return _drawn(t)


def everyone_comes_back() -> Case:
    t = thirty_one_tables.last_two_tie()
    play(t, "knock")
    return _drawn(t)


def a_knock_with_lay_offs() -> Case:
    tables = gin_rummy_tables
    t = tables.begin([tables.TIDY, tables.LOOSE], stock="Kd", lay_off=True)
    play(t, "draw stock")
    return t, "knock Kd"


def gin_with_its_bonus() -> Case:
    tables = gin_rummy_tables
    t = tables.begin([tables.TIDY, tables.LOOSE], stock="Qd", gin_bonus=25)
    play(t, "draw stock")
    return t, "gin Kc"


def a_drop_that_was_caught() -> Case:
    then = [deck(HANDS[:3], "Kd", dealer=1)]
    return tonk_tables.begin([HANDS[0], HANDS[2], HANDS[1]], then=then, hands=2), "drop"


def a_dealt_49() -> Case:
    """The drop ends one hand; the next is over with its deal."""
    then = [deck([HANDS[0], FORTY_NINE, HANDS[2]], "Kd", dealer=1), deck(HANDS[:3], "Kd", dealer=2)]
    return tonk_tables.begin([HANDS[1], HANDS[0], HANDS[2]], then=then, hands=3), "drop"


def a_tunk_that_others_added_to() -> Case:
    t = tunk_tables.tunked("7h Qd Jc 9s 8d 7c 6s", tunk_tables.PLAIN[1], stock="Th")
    play(t, "draw stock", "discard Th")
    return _drawn(t)


def a_tie_with_the_knocker() -> Case:
    tables = gin_rummy_tables
    t = tables.begin(tables.counted((6, 6, 15)), stock="Kd", undercut_bonus=25)
    play(t, "draw stock")
    return t, "knock Kd"


def a_tie_for_the_lowest_count() -> Case:
    then = [deck(HANDS[:3], "Kd", dealer=1)]
    t = tonk_tables.begin([*EQUAL, HANDS[3]], turn_limit=1, then=then, hands=2)
    return _drawn(t)


def two_dealt_49_or_50() -> Case:
    """The drop ends one hand; the next is over with its deal."""
    then = [deck([FIFTY, FORTY_NINE, HANDS[2]], "As", dealer=1), deck(HANDS[:3], "Kd", dealer=2)]
    return tonk_tables.begin([HANDS[1], HANDS[0], HANDS[2]], then=then, hands=3), "drop"


def a_tunk_that_was_doubled() -> Case:
    t = tunk_tables.tunked("Ks Ts Kd 9s 9h 9c 2d", tunk_tables.PLAIN[1])
    tunk_tables.pass_turns(t)
    return _drawn(t)


def a_shared_lowest_total() -> Case:
    t = tunk_tables.tunked("9s 9h 9c Ks Jc 6d As", tunk_tables.PLAIN[1])
    tunk_tables.pass_turns(t)
    return _drawn(t)


class Told(NamedTuple):
    """What a person is told: at the head of the sheet, beside the cards of some seats, in the log."""

    head: str
    rows: dict[str, str]
    log: list[str]


TOLD: dict[Callable[[], Case], Told] = {
    a_31_of_four_cards: Told(
        f"{ANN} had 31. That ended the hand at once. Everyone else took a strike. Rule 8",
        {YOU: "+1 strike total 1 No 31", ANN: "31 value — total 0 A♠ J♠ K♠ = 31."},
        ["You got 1 strike: no 31.", f"{ANN}: A♠ J♠ K♠ = 31."],
    ),
    a_knock_that_held: Told(
        f"{BEN} had the lowest hand. It was worth 4. {ANN} knocked safely with 20. Rule 10",
        {ANN: "knocked 20 value — total 0 Knocked; 10 + 10 = 20.", BEN: "4 value +1 strike total 1 Lowest hand"},
        [f"{ANN}: knocked; 10 + 10 = 20.", f"{BEN} got 1 strike: lowest hand."],
    ),
    everyone_comes_back: Told(
        f"You and {ANN} tied for the lowest hand. Each had 9. {ANN} knocked and tied for lowest: two strikes, and the"
        " first was enough. The last players went out together, so everyone is back with one life. Rule 13",
        {
            ANN: "knocked 9 value — total 2 Knocked. 1 knocked and tied for lowest − 1 back with one life = 0",
            BEN: "back no cards −1 strike total 2 Back with one life",
        },
        [
            f"{ANN}: knocked. Got no strikes: 1 (knocked and tied for lowest) − 1 (back with one life) = 0.",
            f"{BEN} lost 1 strike: back with one life.",
            f"New totals: You 2, {ANN} 2 and {BEN} 2.",
        ],
    ),
    a_knock_with_lay_offs: Told(
        f"You knocked and won. You knocked with 10. {ANN} had 42. Rule 7",
        {
            YOU: f"+32 points total 32 Knocked. {ANN}'s 42 deadwood − your 10 = 32",
            ANN: "42 deadwood — total 0 Laid off 4♠ 5♠ 7♦ 8♦: 66 − 24 = 42.",
        },
        [
            f"You: knocked. Got 32 points: {ANN}'s 42 deadwood − your 10 = 32.",
            f"{ANN}: laid off 4♠ 5♠ 7♦ 8♦: 66 − 24 = 42.",
            f"New totals: You 32 and {ANN} 0.",
        ],
    ),
    gin_with_its_bonus: Told(
        "You went gin. All ten cards were in melds. Rule 6a",
        {YOU: f"+91 points total 91 Went gin. {ANN}'s 66 deadwood + 25 gin bonus = 91"},
        [f"You: went gin. Got 91 points: {ANN}'s 66 deadwood + 25 (gin bonus) = 91."],
    ),
    a_tie_with_the_knocker: Told(
        f"{ANN} undercut you. You knocked with 6, but {ANN} had 6 too. Ties go against the knocker. Rule R3",
        {ANN: f"+40 points total 40 Your 6 deadwood + {BEN}'s 15 − {ANN}'s 6 + 25 undercut bonus = 40"},
        [f"{ANN} got 40 points: your 6 deadwood + {BEN}'s 15 − {ANN}'s 6 + 25 (undercut bonus) = 40."],
    ),
    a_drop_that_was_caught: Told(
        f"{ANN} dropped and got caught. {ANN} dropped with 34, but you had 25 and {BEN} had 30. {ANN} paid 2 chips each"
        f" to you and {BEN}, and you got 1 chip from {ANN} and {BEN} for the lowest count. Rule 12d",
        {ANN: f"−5 chips total −5 Dropped with 34. −4 2 chips each to you and {BEN} − 1 to you = −5"},
        [
            f"{ANN}: dropped with 34. Lost 5 chips: −4 (2 chips each to you and {BEN}) − 1 (to you) = −5.",
            f"New totals: You 4, {ANN} −5 and {BEN} 1.",
        ],
    ),
    a_tie_for_the_lowest_count: Told(
        f"You and {ANN} tied for the lowest count. The hand ended after 1 turn. Each had 25 and got 1 chip"
        " from everyone outside the tie. Rule R2",
        {BEN: f"−2 chips total −2 1 chip each to you and {ANN}"},
        [f"{BEN} lost 2 chips: 1 chip each to you and {ANN}."],
    ),
    a_tunk_that_others_added_to: Told(
        "You called tunk and had the lowest hand. You had 27 unmatched points. Everyone else had more. Rule 8",
        {
            YOU: "called tunk 27 unmatched +27 points total 27 Called tunk. 4♠ 3♦ 9♦ A♣ K♣ unmatched",
            ANN: "50 unmatched +50 points total 50 Added 7♥ to your sets. 6♠ 9♠ 8♦ Q♦ 7♣ J♣ unmatched",
        },
        [f"{ANN}: added 7♥ to your sets. Got 50 points: 6♠ 9♠ 8♦ Q♦ 7♣ J♣ unmatched."],
    ),
    a_tunk_that_was_doubled: Told(
        f"You called tunk and paid double. You had 27 unmatched points, but {ANN} had 10. Without the lowest hand,"
        " a tunker's points count double. Rule 8d",
        {YOU: "+54 points total 54 Called tunk. 27 4♠ 3♦ 9♦ A♣ K♣ unmatched + 27 doubled = 54"},
        ["You: called tunk. Got 54 points: 27 (4♠ 3♦ 9♦ A♣ K♣ unmatched) + 27 (doubled) = 54."],
    ),
    a_shared_lowest_total: Told(
        f"You called tunk and tied for the lowest hand. You had 27 unmatched points, and so did {ANN}. A tie for lowest"
        " is good enough, so nothing is doubled. Rule R4",
        {YOU: "won called tunk 27 unmatched", ANN: "won 27 unmatched"},
        [f"{ANN} got 27 points: A♠ K♠ 6♦ J♣ unmatched."],
    ),
}


def words(part: Locator) -> str:
    return " ".join(part.inner_text().split())


def holds(text: str, expected: str) -> None:
    """All of the expected words, in their order."""
    found = re.search(".*?".join(re.escape(word) for word in expected.split()), text)
    assert found, f"{expected!r} is not told in {text!r}"


@pytest.mark.parametrize("case", TOLD, ids=lambda case: case.__name__)
def test_the_end_of_a_hand_is_explained(visit: Opening, server: ServerProcess, case: Callable[[], Case]) -> None:
    page = visit(None)
    table, move = case()
    Stage(page, server.url).show(seen_at(table, move))
    head, rows, lines = TOLD[case]
    sheet = page.get_by_role("region", name="End of the hand")
    title, _, rest = head.partition(". ")
    expect(sheet.get_by_role("heading", level=2)).to_have_text(title)
    page.get_by_role("button", name="Details").click()
    for size in (DESKTOP, PHONE):
        resize(page, size)
        expect(sheet.get_by_role("heading", level=2)).to_have_text(title)
        assert words(sheet.locator("header p")) == rest
        for name, told in rows.items():
            row = sheet.locator("li").filter(has=page.locator(".who b", has_text=re.compile(f"^{re.escape(name)}$")))
            holds(words(row), told)
    for line in [head.rpartition(" Rule ")[0], *lines]:
        expect(page.get_by_label("Log", exact=True)).to_contain_text(line)


def test_cards_that_do_not_count_are_said_not_to(visit: Opening, server: ServerProcess) -> None:
    page = visit(None)
    table, move = a_31_of_four_cards()
    Stage(page, server.url).show(seen_at(table, move))
    page.get_by_role("button", name="Details").click()
    sheet = page.get_by_role("region", name="End of the hand")
    expect(sheet.get_by_role("img", name="2 of diamonds, doesn't count")).to_be_visible()
    expect(sheet.get_by_role("img", name="king of spades", exact=True)).to_be_visible()


def test_two_hands_that_end_with_one_move_are_both_explained(visit: Opening, server: ServerProcess) -> None:
    """A drop, and then a dealt 49."""
    page = visit(None)
    table, move = a_dealt_49()
    Stage(page, server.url).show(seen_at(table, move))
    sheet = page.get_by_role("region", name="End of the hand")
    expect(sheet).to_contain_text("dropped with the lowest count")
    page.get_by_role("button", name="Continue").click()
    expect(sheet.get_by_role("heading", level=2)).to_have_text(f"{ANN} won on the deal with 49")
    expect(sheet).to_contain_text("Everyone else paid 2 chips, and there was no play.")
    page.get_by_role("button", name="Details").click()
    expect(sheet).to_contain_text("Dealt 10 + 10 + 10 + 10 + 9 = 49.")
    log = page.get_by_label("Log", exact=True)
    expect(log).to_contain_text(f"{ANN} won on the deal with 49. Everyone else paid 2 chips, and there was no play.")
    expect(log).to_contain_text(f"{ANN}: dealt 10 + 10 + 10 + 10 + 9 = 49. Got 4 chips:")


def test_two_who_declare_a_dealt_49_or_50_are_both_added_up(visit: Opening, server: ServerProcess) -> None:
    page = visit(None)
    table, move = two_dealt_49_or_50()
    Stage(page, server.url).show(seen_at(table, move))
    sheet = page.get_by_role("region", name="End of the hand")
    page.get_by_role("button", name="Continue").click()
    expect(sheet).to_contain_text(f"You had 50 and {ANN} had 49. That was a draw: no one paid, and there was no play.")
    page.get_by_role("button", name="Details").click()
    for added in ("10 + 10 + 10 + 10 + 10 = 50", "10 + 10 + 10 + 10 + 9 = 49"):
        expect(sheet).to_contain_text(f"Dealt {added}.")
        expect(page.get_by_label("Log", exact=True)).to_contain_text(f"dealt {added}.")


def test_the_last_round_after_a_knock_is_announced(visit: Opening, server: ServerProcess) -> None:
    page = visit(None)
    t = thirty_one_tables.begin(3, deck(low(3), "Js"))
    stage = Stage(page, server.url)
    stage.show(seen_at(t, "knock"))
    expect(page.get_by_label("Log", exact=True)).to_contain_text(f"{ANN} knocked, so everyone else gets one last turn")
    thirty_one_tables.pass_turns(t)
    stage.show(seen_at(t))
    expect(page.locator(".prompt.now")).to_contain_text(f"{ANN} knocked. Last turn: draw or take the discard")


def _final(page: Page) -> Locator:
    return page.get_by_role("region", name="End of the game")


def test_the_end_of_the_game_says_how_it_came(visit: Opening, server: ServerProcess) -> None:
    page = visit(None)
    t = thirty_one_tables.begin(2, deck(low(2, seat1=LOWEST), "Js"), strikes=1)
    play(t, "knock")
    Stage(page, server.url).show(seen_at(*_drawn(t)))
    page.get_by_role("button", name="Continue").click()
    final = _final(page)
    expect(final.get_by_role("heading", level=2)).to_have_text("You win!")
    expect(final).to_contain_text(f"Final hand: {ANN} had the lowest hand. It was worth 4.")
    expect(final).to_contain_text("The last player in wins.")


def test_a_race_ends_with_what_was_not_enough(visit: Opening, server: ServerProcess) -> None:
    """Where nobody stops to look at the end of a turn, the log and the end of the game tell what was special."""
    page = visit(None)
    t = farkle_tables.table(farkle_tables.ONES, farkle_tables.ONES, target=1000)
    farkle_tables.turn(t, "1 1 1")
    play(t, "throw", "keep 1")
    Stage(page, server.url).show(seen_at(t, "bank"))
    final = _final(page)
    expect(final.get_by_role("heading", level=2)).to_have_text(re.compile(r" wins?!$"))
    expect(final).to_contain_text("finished on 100;")
    log = page.get_by_label("Log", exact=True)
    expect(log).to_contain_text("finished on 100;")
    expect(log).to_contain_text(f"{ANN}: 100 points.")


def test_the_last_turns_of_a_race_are_announced(visit: Opening, server: ServerProcess) -> None:
    page = visit(None)
    t = farkle_tables.table(farkle_tables.ONES, target=1000)
    play(t, "throw", "keep 1 1 1")
    Stage(page, server.url).show(seen_at(t, "bank"))
    log = page.get_by_label("Log", exact=True)
    expect(log).to_contain_text("You banked 1,000")
    expect(log).to_contain_text("You: 1,000 points.")
    expect(log).to_contain_text("You reached 1,000, so everyone else gets one last turn")


def test_a_third_farkle_in_a_row_says_what_it_costs(visit: Opening, server: ServerProcess) -> None:
    page = visit(None)
    t = farkle_tables.table(*[farkle_tables.FARKLE] * 5, three_farkles_penalty=500)
    play(t, *["throw"] * 4)
    Stage(page, server.url).show(seen_at(t, "throw"))
    log = page.get_by_label("Log", exact=True)
    expect(log).to_contain_text("3 farkles in a row cost 500.")
    expect(log).to_contain_text("You: −500 points.")


def test_the_end_of_a_hand_leaves_the_table_in_sight(visit: Opening, server: ServerProcess) -> None:
    """Cards lie open at the seats, with what they came to; how they were scored is told when asked for."""
    page = visit(None)
    page.emulate_media(reduced_motion="reduce")
    table, move = a_knock_that_held()
    Stage(page, server.url).show(seen_at(table, move))
    expect(page.locator(".cover")).to_have_count(0)
    last = page.locator('.seat[data-seat="2"]')
    for card in ("4 of spades", "2 of diamonds", "4 of clubs"):
        expect(last.get_by_role("img", name=card)).to_be_visible()
    expect(last.locator(".got")).to_have_text("+1 strike")
    expect(page.locator(".own .got")).to_have_text("±0")
    page.get_by_role("button", name="Details").click()
    expect(page.get_by_role("region", name="End of the hand")).to_contain_text("10 + 10 = 20")
    page.get_by_role("button", name="Back to the table").click()
    expect(page.locator(".cover")).to_have_count(0)
    page.keyboard.press("c")
    expect(page.get_by_role("region", name="End of the hand")).to_have_count(0)


def test_cards_that_were_laid_off_lie_on_the_melds_in_another_tint(visit: Opening, server: ServerProcess) -> None:
    page = visit(None)
    page.emulate_media(reduced_motion="reduce")
    table, move = a_knock_with_lay_offs()
    Stage(page, server.url).show(seen_at(table, move))
    expect(page.locator('.seat[data-seat="1"] .added')).to_have_count(4)
    page.get_by_role("button", name="Details").click()
    sheet = page.get_by_role("region", name="End of the hand")
    for card in ("4 of spades", "5 of spades", "7 of diamonds", "8 of diamonds"):
        expect(sheet.get_by_role("img", name=f"{card}, added by others")).to_be_visible()
        expect(sheet.get_by_role("img", name=f"{card}, added to another's meld")).to_be_visible()


def finished(page: Page, server: ServerProcess, game: str) -> list[dict[str, int]]:
    """A whole game before somebody, to its end; returns its ranking."""
    staged = Staged(game, None, SECRETS[0], 4, ("Ann", "Ben", "Cleo", "Dan"))
    stage = Stage(page, server.url)
    told: list[bytes] = []
    for frame in staged.happens():
        if (table := staged.room.table) is not None:
            told.append(staged.news(frame, 0) if table.moves else staged.hello(0))
            if any(event.kind == "hand over" for event in frame.events):
                stage.tell(*told)
                told.clear()
    if page.locator("#continue").count():
        page.locator("#continue").click()
    assert staged.room.table is not None
    ranking: list[dict[str, int]] = staged.room.table.view()["last_hand"]["ranking"]
    return ranking


def test_the_podium_goes_by_survival_and_the_game_is_told_as_a_curve(visit: Opening, server: ServerProcess) -> None:
    page = visit(None)
    page.emulate_media(reduced_motion="reduce")
    ranking = finished(page, server, "thirty_one")
    rows = _final(page).get_by_role("listitem")
    names = ["You", "Ben", "Cleo", "Dan"]
    for rank, row in zip(ranking, rows.all(), strict=True):
        expect(row.locator(".who b")).to_have_text(names[rank["seat"]])
        expect(row.locator(".rank")).to_have_text(str(rank["place"]))
        if rank["out_in"]:
            expect(row).to_contain_text(f"out in hand {rank['out_in']}")
    expect(_final(page).get_by_role("img", name=re.compile("^Scores hand by hand"))).to_be_visible()
    expect(_final(page)).to_contain_text("Your best hand: ")


def test_a_result_is_shared_as_a_text_and_as_a_picture(visit: Opening, server: ServerProcess) -> None:
    page = visit(None)
    page.emulate_media(reduced_motion="reduce")
    ranking = finished(page, server, "thirty_one")
    page.get_by_role("button", name="Share").click()
    best = ["Ann", "Ben", "Cleo", "Dan"][ranking[0]["seat"]]
    expect(page.get_by_role("dialog", name="Share the result")).to_contain_text(f"1. {best}: ")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save a picture").click()
    assert download.value.suggested_filename == "thirty_one-result.png"
    assert download.value.path().read_bytes().startswith(b"\x89PNG")
