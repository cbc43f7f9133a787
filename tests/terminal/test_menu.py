"""The menu: games, rules, who plays; and resuming a saved game."""

from __future__ import annotations

from contextlib import suppress

import pytest
from textual.pilot import Pilot

import knockroll
from knockroll.engine.errors import InvalidOption
from knockroll.terminal.app import KnockrollApp
from knockroll.terminal.model.saves import games_folder, saved_games
from knockroll.terminal.model.session import LocalSession
from knockroll.terminal.model.setup import SetupForm, resume_session
from knockroll.terminal.screens.menu import MenuScreen
from knockroll.terminal.screens.setup import FieldSelect, SetupScreen
from tests.terminal.driving import FAST, notices, play_screen, press, run, text_of, until, until_ready


def menu() -> KnockrollApp:
    return KnockrollApp(None, FAST)


def local(app: KnockrollApp) -> LocalSession:
    session = play_screen(app).session
    assert isinstance(session, LocalSession)
    return session


def place(game: str) -> int:
    """The position of a game in the menu, from 0."""
    return knockroll.game_names().index(game)


def test_the_menu_lists_all_games_and_starts_one_by_its_number() -> None:
    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        shown = text_of(app)
        for name in knockroll.game_names():
            assert knockroll.get_game(name).title in shown
        await press(pilot, app, "3")
        third = knockroll.get_game(knockroll.game_names()[2])
        assert local(app).game is third
        await press(pilot, app, "q")
        await pilot.pause()
        assert isinstance(app.screen, MenuScreen)
        assert f"Resume {third.title}" in text_of(app)

    run(menu(), script)


def test_every_entry_is_in_sight_whatever_is_chosen() -> None:
    """At 80 x 24 there is no room for all texts: only the chosen entry is explained."""

    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await press(pilot, app, "1", "q")
        for _ in range(len(knockroll.game_names()) + 3):
            shown = text_of(app)
            titles = [knockroll.get_game(name).title for name in knockroll.game_names()]
            assert all(title in shown for title in (*titles, "Resume", "Saved games", "Online tables"))
            await pilot.press("down")
            await pilot.pause()

    run(menu(), script)


def form_of(app: KnockrollApp) -> SetupForm:
    assert isinstance(app.screen, SetupScreen)
    return app.screen.form


async def go_to(pilot: Pilot[str], app: KnockrollApp, name: str) -> None:
    """Move to a line of the form from the first one."""
    await pilot.press(*["down"] * [field.name for field in form_of(app).fields].index(name))


def test_options_players_and_variants_are_chosen_with_arrows() -> None:
    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await pilot.press(*["down"] * place("gin_rummy"), "o")
        await pilot.pause()
        assert "Gin Rummy" in text_of(app)
        await pilot.press("down", "right")
        await until(pilot, lambda: "Standard" in text_of(app))
        fields = form_of(app).fields
        assert "Points to win" in [field.label for field in fields], "the words of the page"
        await pilot.press("up")
        await go_to(pilot, app, "target")
        await pilot.pause()
        assert "oints that win the game" in text_of(app)
        for _ in range(3):
            await pilot.press("backspace")
        await press(pilot, app, "7", "5", "enter")
        table = local(app).table
        assert table.variant == "standard"
        assert table.options["target"] == 75
        assert table.options["gin_bonus"] == 25

    run(menu(), script)


def test_a_value_is_chosen_from_its_list_or_with_the_mouse() -> None:
    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await pilot.press(*["down"] * place("thirty_one"), "o")
        await pilot.pause()
        await pilot.press("space", "up", "enter")
        await until(pilot, lambda: form_of(app).fields[0].value == 3)
        assert [field.name for field in form_of(app).fields[1:4]] == ["opponent 1", "opponent 2", "strikes"]
        await pilot.pause()
        await pilot.click(FieldSelect)
        await pilot.press("end", "enter")
        await until(pilot, lambda: form_of(app).fields[0].value == 9)
        assert "Opponent 8" in text_of(app)
        await press(pilot, app, "enter")
        assert local(app).table.seats == 9

    run(menu(), script)


def test_what_does_not_go_together_is_said_before_the_game_begins() -> None:
    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await pilot.press(*["down"] * place("tonk"), "o")
        await pilot.pause()
        await pilot.press("left")
        while form_of(app).fields[0].value != 10:
            await pilot.press("left")
            await pilot.pause()
        await go_to(pilot, app, "cards")
        await pilot.press("right")
        await until(pilot, lambda: "one deck serves 7" in text_of(app))
        await pilot.press("enter")
        await pilot.pause()
        assert "one deck serves 7" in text_of(app)

    run(menu(), script)


def test_a_number_out_of_its_limits_is_refused_and_an_empty_one_is_none() -> None:
    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await pilot.press(*["down"] * place("gin_rummy"), "o")
        await pilot.pause()
        await go_to(pilot, app, "knock_limit")
        await pilot.press("9", "9", "9", "enter")
        await pilot.pause()
        assert "cannot be 999" in text_of(app)
        await pilot.press("backspace")
        await pilot.pause()
        assert "cannot be 999" not in text_of(app)
        await pilot.press("backspace", "backspace")
        await pilot.pause()
        assert "no limit" in text_of(app)
        await press(pilot, app, "enter")
        assert local(app).table.options["knock_limit"] is None

    run(menu(), script)


def test_a_saved_game_is_resumed_from_the_menu() -> None:
    async def first(pilot: Pilot[str], app: KnockrollApp) -> None:
        await press(pilot, app, str(place("tunk") + 1))
        await press(pilot, app, "s")
        await press(pilot, app, "q")

    run(menu(), first)
    before = resume_session().table

    async def second(pilot: Pilot[str], app: KnockrollApp) -> None:
        await press(pilot, app, "r")
        assert local(app).table == before
        assert "You drew" in "\n".join(play_screen(app).scene.log)

    run(menu(), second)
    assert len(saved_games()) == 1


def test_a_damaged_save_does_not_lock_the_menu() -> None:
    games_folder().mkdir(parents=True)
    (games_folder() / "broken.json").write_text("{")

    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        assert "broken.json can't be read" in text_of(app)
        await pilot.press("r")
        await until(pilot, lambda: "is not JSON" in notices(app))
        assert isinstance(app.screen, MenuScreen)
        await press(pilot, app, "1")
        assert local(app).game.name == knockroll.game_names()[0]

    run(menu(), script)


def test_rules_can_be_read_from_the_menu_and_q_leaves() -> None:
    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await pilot.press("question_mark")
        first = knockroll.get_game(knockroll.game_names()[0])
        await until(pilot, lambda: f"{first.title}: rules" in text_of(app))
        await pilot.press("escape")
        await pilot.pause()
        await pilot.press("q")

    assert run(menu(), script) == ""


def test_another_game_begins_with_the_same_players() -> None:
    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await pilot.press(*["down"] * place("thirty_one"), "o")
        await pilot.pause()
        fields = form_of(app).fields
        fields[0].value = 2
        next(field for field in fields if field.name == "strikes").value = 1
        form_of(app).follow(fields[0])
        await press(pilot, app, "enter")
        first = local(app)
        while not play_screen(app).over:
            screen = play_screen(app)
            if screen.scene.my_turn and not screen.at_ending:
                screen.play(screen.scene.view["legal"][-1])
                await until_ready(pilot, app)
            else:
                await press(pilot, app, "enter")
        await pilot.press("n")
        await until(pilot, lambda: local(app) is not first)
        await until_ready(pilot, app)
        assert local(app) is not first
        assert local(app).names == first.names
        assert local(app).table.options == first.table.options
        assert local(app).table.moves != first.table.moves or local(app).table.given != first.table.given

    run(menu(), script)


def test_the_menu_in_a_tiny_terminal_says_so() -> None:
    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        assert "This terminal is 50 × 12" in text_of(app)

    run(menu(), script, (50, 12))


@pytest.mark.parametrize("online", [False, True])
@pytest.mark.parametrize("name", knockroll.game_names())
def test_every_value_of_every_form_can_be_chosen(name: str, online: bool) -> None:
    """Every value alone leads to a game that can begin, or to a reason why not, and can be undone."""
    form = SetupForm(knockroll.get_game(name), online)
    assert form.setup().options == {}
    for label in [field.label for field in form.fields]:
        field = next(field for field in form.fields if field.label == label)
        before = field.value
        for value in field.choices or (before,):
            field.value = value
            form.follow(field)
            with suppress(InvalidOption):
                chosen = form.setup()
                assert len(chosen.opponents) + 1 == chosen.seats
        field.value = before
        form.follow(field)
    assert form.setup().options == {}
