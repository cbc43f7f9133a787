"""Games of other packages, found by entry point, are played like any other; the app has no line about them."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from textual.pilot import Pilot

import knockroll
from knockroll import terminal
from knockroll.terminal.app import KnockrollApp
from knockroll.terminal.model.setup import GameSetup
from knockroll.terminal.screens.menu import MenuScreen
from tests.terminal.driving import (
    FAST,
    LARGE,
    SMALL,
    app_of,
    play_screen,
    play_to_end,
    press,
    run,
    setup,
    text_of,
    until_ready,
)


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "140x40"])
def test_they_are_played_to_their_ends_by_keys(other_games: tuple[str, ...], size: tuple[int, int]) -> None:
    for name in other_games:

        async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
            shown = text_of(app)
            assert "Your turn: " in shown
            assert "{" not in shown
            assert await play_to_end(pilot, app, lambda legal: legal[-1]) > 0
            shown = text_of(app)
            assert "The game is over" in shown
            assert play_screen(app).scene.verdict() in shown
            assert all("{" not in line for line in play_screen(app).scene.log)

        session = GameSetup(knockroll.get_game(name), seed=3, options={"target": 12}, saving=False).open()
        run(app_of(session), script, size)
        assert session.table.result is not None


def test_a_finished_hand_has_its_words_and_its_arithmetic(other_games: tuple[str, ...]) -> None:
    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        screen = play_screen(app)
        while screen.scene.showdown is None:
            screen.play(screen.scene.view["legal"][-1])
            await pilot.pause()
            await until_ready(pilot, app)
        await pilot.pause()
        shown = text_of(app)
        assert "Hand 1: Heavy 2 played the last card (rule 4)" in shown
        assert "28 (cards of you) + 25 (cards of Heavy) = 53" in shown

    follow = GameSetup(knockroll.get_game("follow"), seed=5, options={"target": 500}, saving=False)
    run(app_of(follow.open()), script, LARGE)


def test_a_card_that_does_not_follow_is_refused_in_the_words_of_the_game(other_games: tuple[str, ...]) -> None:
    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        screen = play_screen(app)
        legal = screen.scene.view["legal"]
        idle = next(i for i, card in enumerate(screen.selection.cards) if f"play {card}" not in legal)
        await press(pilot, app, screen.selection.key_of(idle))
        assert "follows neither in suit nor in rank." in text_of(app)

    run(app_of(setup("follow", seed=5).open()), script)


def test_they_are_in_the_menu_with_their_rules(other_games: tuple[str, ...]) -> None:
    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        assert isinstance(app.screen, MenuScreen)
        shown = text_of(app)
        assert "High Die" in shown
        assert "Follow" in shown
        assert "7 games, one table." in shown
        at = knockroll.game_names().index("follow")
        await pilot.press(*["down"] * at, "question_mark")
        await pilot.pause(0.3)
        assert "Get rid of your cards before the others do." in text_of(app)

    run(KnockrollApp(None, FAST), script, LARGE)


@pytest.mark.parametrize("name", ["high_die", "follow"])
def test_they_are_played_to_their_ends_line_by_line(name: str, other_packages: dict[str, str]) -> None:
    command = [sys.executable, "-m", "knockroll", "play", name, "--plain", "--seed", "5", "-o", "target=20"]
    environment = {**other_packages, "PYTHONIOENCODING": "utf-8"}
    ran = subprocess.run(command, input="1\n" * 3000, capture_output=True, text=True, env=environment, check=False)
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr == ""
    assert "Game over: " in ran.stdout
    assert "\n== " in ran.stdout
    assert "{" not in ran.stdout


def test_no_game_is_named_in_the_terminal() -> None:
    games = [knockroll.get_game(name) for name in knockroll.game_names()]
    names = {re.escape(name) for game in games for name in (game.name, game.title)}
    named = re.compile(rf"\b({'|'.join(sorted(names))})\b", re.IGNORECASE)
    folder = Path(terminal.__file__).parent
    for file in [*folder.rglob("*.py"), *folder.rglob("*.tcss")]:
        found = named.search(file.read_text(encoding="utf-8"))
        assert found is None, f"{file.name} names a game: {found}"
