"""The menu: games, options, who plays; and going on with a saved game."""

from __future__ import annotations

from textual.pilot import Pilot

import knockroll
from knockroll.terminal.app import KnockrollApp
from knockroll.terminal.model.saves import games_folder, saved_games
from knockroll.terminal.model.session import LocalSession
from knockroll.terminal.model.setup import SetupField, SetupForm, resume_session
from knockroll.terminal.screens.menu import MenuScreen
from tests.terminal.driving import FAST, play_screen, press, run, text_of, until, until_ready


def menu() -> KnockrollApp:
    return KnockrollApp(None, FAST)


def local(app: KnockrollApp) -> LocalSession:
    session = play_screen(app).session
    assert isinstance(session, LocalSession)
    return session


def place(game: str) -> int:
    """Where the menu has a game, counted from 0."""
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
        assert f"Go on with {third.title}" in text_of(app)

    run(menu(), script)


def test_every_entry_is_in_sight_whatever_is_chosen() -> None:
    """At 80 x 24 there is no room for all that could be said of each: only what is chosen is told more of."""

    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await press(pilot, app, "1", "q")
        for _ in range(len(knockroll.game_names()) + 3):
            shown = text_of(app)
            titles = [knockroll.get_game(name).title for name in knockroll.game_names()]
            assert all(title in shown for title in (*titles, "Go on with", "Saved games", "Online tables"))
            await pilot.press("down")
            await pilot.pause()

    run(menu(), script)


def test_options_players_and_variants_are_chosen_with_arrows() -> None:
    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await pilot.press(*["down"] * place("gin_rummy"), "o")
        await pilot.pause()
        assert "Gin Rummy" in text_of(app)
        await pilot.press("down", "right")
        await pilot.pause()
        assert "Standard" in text_of(app)
        fields = app.screen._form.fields  # type: ignore[attr-defined]
        assert "Points to win" in [field.label for field in fields], "the words of the page"
        for _ in range([field.name for field in fields].index("target") - 1):
            await pilot.press("down")
        await pilot.press("right")
        await pilot.pause()
        assert "points that win the game" in text_of(app)
        for _ in range(3):
            await pilot.press("backspace")
        await press(pilot, app, "7", "5", "enter")
        table = local(app).table
        assert table.variant == "standard"
        assert table.options["target"] == 75
        assert table.options["gin_bonus"] == 25

    run(menu(), script)


def test_what_does_not_go_together_is_said_before_the_game_begins() -> None:
    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await pilot.press(*["down"] * place("tonk"), "o")
        await pilot.pause()
        for _ in range(9):
            await pilot.press("right")
        fields = app.screen._form.fields  # type: ignore[attr-defined]
        for _ in range([field.name for field in fields].index("cards")):
            await pilot.press("down")
        await pilot.press("right")
        await pilot.pause()
        assert "one deck serves 7" in text_of(app)
        await pilot.press("enter")
        await pilot.pause()
        assert "one deck serves 7" in text_of(app)

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
        assert "broken.json: cannot be read" in text_of(app)
        await pilot.press("r")
        await until(pilot, lambda: any("is not JSON" in toast.message for toast in app._notifications))
        assert isinstance(app.screen, MenuScreen)
        await press(pilot, app, "1")
        assert local(app).game.name == knockroll.game_names()[0]

    run(menu(), script)


def test_rules_can_be_read_from_the_menu_and_q_leaves() -> None:
    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await pilot.press("question_mark")
        first = knockroll.get_game(knockroll.game_names()[0])
        await until(pilot, lambda: f"{first.title}: the rules" in text_of(app))
        await pilot.press("escape")
        await pilot.pause()
        await pilot.press("q")

    assert run(menu(), script) == ""


def test_another_game_begins_with_the_same_players() -> None:
    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await pilot.press(*["down"] * place("thirty_one"), "o")
        await pilot.pause()
        fields = app.screen._form.fields  # type: ignore[attr-defined]
        fields[0].value = 2
        next(field for field in fields if field.name == "strikes").value = 1
        app.screen._form.follow(fields[0])  # type: ignore[attr-defined]
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


def test_every_field_of_every_form_can_be_changed_and_changed_back() -> None:
    for name in knockroll.game_names():
        form = SetupForm(knockroll.get_game(name))
        for label in [field.label for field in form.fields]:
            field = next(field for field in form.fields if field.label == label)
            before = field.value
            form.change(field, 1)
            changed = field.value
            form.change(field, -1)
            assert changed == before or field.value == before, label
        assert form.setup().options == {}


def test_numbers_change_in_round_steps_within_their_limits() -> None:
    field = SetupField("target", "Target", "", 100, low=1, high=10_000)
    field.change(1)
    assert field.value == 150
    field.change(-1)
    field.change(-1)
    assert field.value == 95
    for _ in range(200):
        field.change(-1)
    assert field.value == 1
    limit = SetupField("knock_limit", "Knock limit", "", None, low=0, high=100, or_none=True)
    limit.change(1)
    assert limit.value == 0
    limit.change(-1)
    assert limit.value is None
    limit.type("9")
    limit.type("9")
    limit.type("9")
    assert limit.value == 100
    limit.type("backspace")
    assert limit.value == 99
    for _ in range(2):
        limit.type("backspace")
    assert limit.value is None
