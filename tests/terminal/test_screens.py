"""The table on the screen: what is shown, what keys and clicks do, and what opens over it."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Callable
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

import knockroll
from knockroll.engine.cards import texts_of
from knockroll.engine.state import A_DECK
from knockroll.engine.views import GameView
from knockroll.terminal.app import KnockrollApp
from knockroll.terminal.model.preferences import PACES, Preferences, load_preferences
from knockroll.terminal.model.session import LocalSession
from knockroll.terminal.screens.picture import Picture
from tests.helpers import broken_player, cheating_player
from tests.terminal.driving import (
    LARGE,
    SMALL,
    Puppet,
    app_of,
    at_table,
    notices,
    play_screen,
    press,
    run,
    setup,
    text_of,
    until,
    until_ready,
)

GIN = ("5c 6c 7c 8h 8d 8s Kd Qh 2s 3h", "As 2d 4h 6s 9c Jc Kh 3c 5d 7h")


def gin(*opponents: Puppet) -> Any:
    ginny = Puppet("Ginny", "draw stock", "discard As", "draw stock", "discard 2d")
    next_deck = texts_of(knockroll.Seeded(5).give(A_DECK, 52))
    return at_table("gin_rummy", GIN, *(opponents or (ginny,)), upcard="Tc", stock="Td 4c Ts", then=[next_deck])


def moves_of(app: KnockrollApp) -> list[str]:
    session: Any = play_screen(app).session
    return list(session.table.moves)


async def click_on(pilot: Pilot[str], app: KnockrollApp, does: str) -> None:
    """Click on the first place with this action."""
    for picture in app.screen.query(Picture):
        if not picture.display or not picture.region:
            continue
        for y in range(picture.region.height):
            for x in range(picture.region.width):
                style = app.screen.get_style_at(picture.region.x + x, picture.region.y + y)
                if style.meta.get("does") == does:
                    await pilot.click(picture, offset=(x, y))
                    await until_ready(pilot, app)
                    return
    raise AssertionError(f"nothing on the screen does {does!r}:\n{text_of(app)}")


def test_melds_are_grouped_and_the_count_is_shown() -> None:
    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        shown = text_of(app)
        assert "deadwood 25" in shown
        assert play_screen(app).arranged()[0] == ("8s", "8h", "8d")
        assert play_screen(app).arranged()[1] == ("5c", "6c", "7c")
        assert "dealer: You" in shown
        assert "Ginny drew from the stock" in shown
        assert "Ginny discarded A♠" in shown

    run(app_of(gin()), script)


def test_a_card_and_then_a_verb_or_a_verb_and_then_a_card() -> None:
    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await press(pilot, app, "s")
        assert "You drew 4♣ from the stock" in text_of(app)
        screen = play_screen(app)
        key = screen.selection.key_of(screen.selection.cards.index("Kd"))
        await press(pilot, app, "d", key)
        assert moves_of(app)[-3:] == ["discard Kd", "draw stock", "discard 2d"]
        await press(pilot, app, "d")
        screen = play_screen(app)
        key = screen.selection.key_of(screen.selection.cards.index("Qh"))
        await press(pilot, app, key, "k")
        assert "knock Qh" in moves_of(app)

    run(app_of(gin()), script)


def test_arrows_and_enter_discard_too() -> None:
    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await press(pilot, app, "s", "left", "left")
        card = play_screen(app).selection.cards[-2]
        await press(pilot, app, "enter")
        assert f"discard {card}" in moves_of(app)

    run(app_of(gin()), script)


def test_what_a_discard_would_leave_is_said_before_it_is_made() -> None:
    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await press(pilot, app, "s")
        screen = play_screen(app)
        key = screen.selection.key_of(screen.selection.cards.index("Kd"))
        await press(pilot, app, key)
        assert "without K♦: deadwood 15" in text_of(app)
        await press(pilot, app, "escape")
        assert "without" not in text_of(app)

    run(app_of(gin()), script)


def test_a_move_can_be_typed_with_completion() -> None:
    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await press(pilot, app, "slash")
        for key in ("d", "r", "a", "w", "space", "s"):
            await pilot.press(key)
        await until(pilot, lambda: app.screen.query_one(Input)._suggestion == "draw stock")
        await pilot.press("tab", "enter")
        await until_ready(pilot, app)
        assert "You drew 4♣ from the stock" in text_of(app)
        await press(pilot, app, "slash", *"discard", "space", "k", "D", "enter")
        assert "discard Kd" in moves_of(app)

    run(app_of(gin()), script)


def test_a_move_that_is_refused_says_why_and_changes_nothing() -> None:
    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        before = moves_of(app)
        await press(pilot, app, "slash", *"discard", "space", "7", "h", "enter")
        await pilot.pause()
        assert "Draw a card first." in text_of(app)
        await press(pilot, app, "slash", *"fly", "enter")
        await pilot.pause()
        assert "'fly' is not a move" in text_of(app)
        await press(pilot, app, "slash", *"x", "escape", "1")
        assert "Draw a card first." in text_of(app)
        assert moves_of(app) == before

    run(app_of(gin()), script)


def test_clicks_on_piles_cards_and_key_names() -> None:
    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await click_on(pilot, app, "pile stock")
        assert "You drew 4♣ from the stock" in text_of(app)
        await click_on(pilot, app, "card Kd")
        assert "without K♦" in text_of(app)
        await click_on(pilot, app, "pile discard")
        assert "discard Kd" in moves_of(app)
        await click_on(pilot, app, "pile discard")
        await click_on(pilot, app, "card Qh")
        await click_on(pilot, app, "verb knock")
        assert "knock Qh" in moves_of(app)

    run(app_of(gin()), script)


def test_a_finished_hand_is_shown_until_enter_and_the_next_one_is_held_back() -> None:
    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await press(pilot, app, "s")
        screen = play_screen(app)
        await press(pilot, app, screen.selection.key_of(screen.selection.cards.index("Kd")), "k")
        shown = text_of(app)
        assert "Hand 1: You knocked and won" in shown
        assert "You knocked with 15. " in shown
        assert "deadwood 15" in shown
        assert "− your 15 = " in shown
        assert "Upcard: " not in screen.scene.log[-1]
        await press(pilot, app, "enter")
        assert "hand 2" in text_of(app)
        assert any("Upcard: " in line for line in screen.scene.log[-3:])

    run(app_of(gin()), script)


def test_spreads_and_hits_of_tonk() -> None:
    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        assert "1  9♠   9♥   9♦  Miser" in text_of(app)
        await press(pilot, app, "s")
        actions = play_screen(app).selection.actions
        assert [action.verb.word for action in actions] == ["discard", "spread", "hit"]
        selection = play_screen(app).selection
        await press(pilot, app, *(selection.key_of(selection.cards.index(card)) for card in ("5c", "6c", "7c")), "s")
        assert "spread 5c 6c 7c" in moves_of(app)
        assert "2  5♣   6♣   7♣  You" in text_of(app)
        await pilot.press("h")
        await pilot.pause()
        assert "Hit …" in text_of(app)
        await press(pilot, app, "2")
        assert moves_of(app)[-1] == "hit 8c on 2"
        await pilot.press("h")
        await pilot.pause()
        await press(pilot, app, "down", "enter")
        assert moves_of(app)[-1] == "hit 9c on 2"

    miser = Puppet("Miser", "draw stock", "spread 9s 9h 9d", "discard Qs")
    hands = ("5c 6c 7c 9c Kd", "9s 9h 9d 2c 4h")
    run(app_of(at_table("tonk", hands, miser, upcard="Jc", stock="Qs 8c")), script)


def test_dice_show_what_a_selection_scores_and_what_may_follow() -> None:
    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await press(pilot, app, "enter")
        assert "You rolled 1 1 2 5 5 5" in text_of(app)
        await press(pilot, app, "5")
        assert "Turn score  0 + 50 = 50" in text_of(app)
        await press(pilot, app, "5", "5", "1")
        shown = text_of(app)
        assert "Turn score  0 + 600 = 600" in shown
        assert "Roll 2 dice" in shown
        assert "Bank 600" in shown
        assert "Keep for 600" in shown
        await press(pilot, app, "5")
        assert "Keep for 100" in text_of(app)
        await press(pilot, app, "2")
        assert "The 2 doesn't score" in text_of(app)
        await press(pilot, app, "escape", "b")
        assert "Choose the dice to keep first." in text_of(app)
        await press(pilot, app, "k")
        assert "1 1 5 5 5   for 700" in text_of(app)
        await press(pilot, app, "enter")
        assert "Turn score  700" in text_of(app)
        await press(pilot, app, "r")
        assert "You farkled. No scoring dice in 3. Turn lost." in text_of(app)
        await press(pilot, app, "enter")

    table = knockroll.Table("farkle", seats=2, dealer=1, chance=knockroll.Scripted(["1 1 2 5 5 5", "3", "1 2 3 3 4 6"]))
    run(app_of(LocalSession(table, (None, Puppet("Rolf", "throw", "keep 1", "bank")))), script)


def test_dice_are_set_aside_and_banked_in_one_go() -> None:
    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await press(pilot, app, "r", "1", "r")
        assert moves_of(app) == ["throw", "keep 1", "throw"]
        await press(pilot, app, "1", "1", "1", "b")
        assert moves_of(app)[3:5] == ["keep 1 1 1", "bank"]
        assert play_screen(app).scene.view["players"][0]["score"] == 1100

    chance = knockroll.Scripted(["1 2 3 3 4 6", "1 1 1 2 3", "1 2 3 3 4 6", "2 2 3 3 4"])
    table = knockroll.Table("farkle", seats=2, dealer=1, chance=chance)
    run(app_of(LocalSession(table, (None, Puppet("Rolf", "throw", "keep 1", "bank")))), script)


def test_a_move_that_may_surprise_is_made_when_the_person_is_sure() -> None:
    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        screen = play_screen(app)
        screen.scene.view["reading"]["warnings"] = {"draw stock": "{1} may not like that."}
        before = moves_of(app)
        await pilot.press("s")
        await pilot.pause()
        assert "Ginny may not like that. Press Enter to do it, Esc to go back." in text_of(app)
        assert "confirm" in text_of(app).splitlines()[-1]
        await press(pilot, app, "escape")
        assert moves_of(app) == before
        await pilot.press("s")
        await press(pilot, app, "enter")
        assert moves_of(app) == [*before, "draw stock"]

    run(app_of(gin()), script)


def test_a_key_that_does_nothing_now_says_why() -> None:
    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await press(pilot, app, "k")
        assert "Draw a card first." in text_of(app)
        await press(pilot, app, "s", "g")
        assert "Gin takes a hand with no deadwood" in text_of(app)

    run(app_of(gin()), script)


def test_sheets_can_be_laid_over_the_table() -> None:
    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await pilot.press("question_mark")
        await until(pilot, lambda: "Gin Rummy: keys" in text_of(app))
        assert re.search(r"\n.* k +Knock", text_of(app)) and "Type a move" in text_of(app)
        await pilot.press("question_mark")
        await until(pilot, lambda: "Ten cards, two ways to finish" in text_of(app))
        assert "Gin Rummy: rules" in text_of(app)
        await pilot.press("pagedown", "escape")
        await pilot.pause()
        await pilot.press("c")
        await pilot.pause()
        assert "Scores" in text_of(app)
        assert "Does as it is told." in text_of(app)
        await pilot.press("escape")
        await pilot.pause()
        await pilot.press("l")
        await until(pilot, lambda: "Log" in text_of(app))
        assert "Upcard: 10♣" in text_of(app)
        await pilot.press("q")
        await pilot.pause()
        assert "Your turn" in text_of(app)

    run(app_of(gin()), script)


def test_resizing_keeps_everything_and_a_tiny_terminal_gets_a_message() -> None:
    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await press(pilot, app, "s", "1")
        chosen = play_screen(app).selection.chosen
        await pilot.resize_terminal(*LARGE)
        await pilot.pause()
        assert "Points" in text_of(app)
        assert "Upcard: 10♣" in text_of(app)
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        assert "This terminal is 60 × 20 characters." in text_of(app)
        assert "--plain" in text_of(app)
        await pilot.resize_terminal(*SMALL)
        await pilot.pause()
        assert "Your turn" in text_of(app)
        assert play_screen(app).selection.chosen == chosen

    run(app_of(gin()), script)


def test_order_pace_and_look_are_changed_by_keys_and_kept() -> None:
    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await press(pilot, app, "s", "1")
        card = play_screen(app).selection.values
        await press(pilot, app, "o")
        assert play_screen(app).arranged()[0][0][1] == "s"
        assert play_screen(app).selection.values == card
        await press(pilot, app, "o")
        assert [card[0] for card in play_screen(app).arranged()[0]][:2] == ["2", "3"]
        await press(pilot, app, "v", "x")
        assert app.settings == Preferences(pace="slow", four_colours=True, order="rank")
        await press(pilot, app, "x")
        assert app.theme == "knockroll-light"

    run(app_of(gin()), script)
    assert load_preferences() == Preferences(pace="slow", theme="light", order="rank")


@pytest.mark.parametrize("game", knockroll.game_names())
def test_ascii_is_ascii(game: str) -> None:
    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        assert text_of(app).isascii()
        await pilot.press("question_mark")
        await until(pilot, lambda: ": keys" in text_of(app))
        assert text_of(app).isascii()
        await pilot.press("question_mark")
        await until(pilot, lambda: ": rules" in text_of(app))
        assert text_of(app).isascii()

    run(app_of(setup(game).open(), ascii=True), script)


def test_nothing_is_said_by_colour_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without any colour the chosen card, the turn, strikes and suits are still there as characters."""
    monkeypatch.setenv("NO_COLOR", "1")

    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await press(pilot, app, "s", "1")
        shown = text_of(app)
        assert "┏━━━" in shown
        assert "▸ Your turn" in shown
        assert "new" in shown
        assert all(suit in shown for suit in "♠♥♦♣")

    run(app_of(gin()), script)


def test_computer_moves_are_paced_and_space_cuts_it_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """At a pace of an hour per move, nothing happens without the space bar."""
    monkeypatch.setitem(PACES, "slow", 3600.0)

    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        screen = play_screen(app)

        async def hurry() -> None:
            while not screen.scene.view or not screen.scene.my_turn:
                await pilot.press("space")
                await pilot.pause()

        await until(pilot, lambda: app.screen_stack)
        await hurry()
        await pilot.press("s")
        await until_ready(pilot, app)
        await pilot.press("1", "enter")
        await until(pilot, lambda: "Waiting for Ginny" in text_of(app))
        assert screen.scene.view["turn"] == 1
        assert "skip" in text_of(app)
        await hurry()

    app = app_of(gin(), Preferences(pace="slow"))

    async def go() -> None:
        async with app.run_test(size=SMALL) as pilot:
            await script(pilot, app)

    asyncio.run(go())


def test_a_slow_player_is_said_to_be_thinking_while_it_is() -> None:
    enough = threading.Event()

    class Ponder(Puppet):
        slow = True

        def choose(self, view: dict[str, Any]) -> str:
            enough.wait()
            return super().choose(view)

    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await until(pilot, lambda: "Deep is thinking …" in text_of(app))
        enough.set()
        await until_ready(pilot, app)
        assert "thinking" not in text_of(app)

    app = app_of(at_table("thirty_one", ["2s 3s 4s", "5h 6h 7h"], Ponder("Deep"), upcard="9c"))

    async def go() -> None:
        async with app.run_test(size=SMALL) as pilot:
            await script(pilot, app)

    asyncio.run(go())


@pytest.mark.parametrize(
    ("does", "said"),
    [
        (broken_player, "Bork couldn't move (RuntimeError: out of ideas). Random moves instead."),
        (cheating_player, "Bork couldn't move (it chose 'discard …', which is not legal now). Random moves instead."),
    ],
)
def test_a_player_that_fails_is_replaced_for_the_move_and_said_so(does: Callable[[GameView], str], said: str) -> None:
    """The message that others see names none of the player's cards."""

    class Bork(Puppet):
        def choose(self, view: dict[str, Any]) -> str:
            return does(view)

    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        assert len(moves_of(app)) == 2
        assert said in notices(app).splitlines()

    run(app_of(gin(Bork("Bork"))), script)


@pytest.mark.parametrize("size", [(72, 22), SMALL, (120, 40), (200, 50)])
def test_open_hands_are_shown_whole(size: tuple[int, int]) -> None:
    """They are beside the piles, below them, or beside them with the cards close together, and never cut."""
    hands = ("4s 4h 2c 8h 3d 5d 7c", "Kh 2d Kc 9s 3h Jd Qd", "8s 9h Qh Ad 4d 6d 8d", "As 3c 5c Jh 5h 7d Qs")
    players = (
        Puppet("The Bookmaker", "draw stock", "tunk"),
        Puppet("The Librarian", "draw discard", "discard 9h"),
        Puppet("Miss Supposing", "draw stock", "discard As"),
    )

    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        rows = [row.replace(" ", "") for row in text_of(app).splitlines()]
        for cards in ("TheBookmakerK♥2♦K♣9♠3♥J♦Q♦9♣", "TheLibrarian8♠10♠Q♥A♦4♦6♦8♦"):
            assert any(cards in row for row in rows), text_of(app)

    run(app_of(at_table("tunk", hands, *players, upcard="Ts", stock="9c 5s")), script, size)
