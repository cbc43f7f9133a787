"""One broken package breaks nothing but itself: it is left out, named once, and everything else works."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import knockroll

GAMES = {
    "absent": "module_that_is_not_there:GAME",
    "exits": "broken_plugin:exits",
    "number": "broken_plugin:NUMBER",
    "tonk": "broken_plugin:TONK",
    "misnamed": "broken_plugin:RENAMED",
    "faceless": "broken_plugin:FACELESS",
}
PLAYERS = {
    "thirty_one.Absent": "module_that_is_not_there:make",
    "thirty_one.Number": "broken_plugin:NUMBER",
    "thirty_one.Raises": "broken_plugin:raises",
    "thirty_one.Nobody": "broken_plugin:makes_nothing",
    "thirty_one.House": "broken_plugin:HOUSE",
    "nameless": "broken_plugin:GOOD",
    "thirty_one.Good": "broken_plugin:GOOD",
}
MODULE = """
import sys
from dataclasses import replace

import knockroll
from knockroll.players.player import Bot
from knockroll.players.player import choose_at_random

NUMBER = 3
TONK = knockroll.get_game("tonk")
RENAMED = replace(knockroll.get_game("tunk"), name="something_else")
FACELESS = replace(TONK, name="faceless", shown=tuple(one for one in TONK.shown if one.field != "spreads"))
GOOD = Bot("Good", "Comes from a package.", choose_at_random)
HOUSE = Bot("House", "Is not the only one.", choose_at_random)


def __getattr__(name):
    sys.exit(f"{name} ends the program")


def raises(game, seed):
    raise RuntimeError("no weights\\nand a second line")


def makes_nothing(game, seed):
    return None
"""


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """An environment in which a package is installed that brings nothing but trouble, and one good player."""
    (tmp_path / "broken_plugin.py").write_text(MODULE)
    info = tmp_path / "trouble-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: trouble\nVersion: 1.0\n")
    lines = ["[knockroll.games]", *(f"{name} = {where}" for name, where in GAMES.items())]
    lines += ["[knockroll.players]", *(f"{name} = {where}" for name, where in PLAYERS.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
    return {**os.environ, "PYTHONPATH": path}


def run(environment: dict[str, str], *command: str) -> subprocess.CompletedProcess[str]:
    command = (sys.executable, *command)
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=590)


def test_games_are_listed_without_it_and_say_what_was_left_out(environment: dict[str, str]) -> None:
    ran = run(environment, "-m", "knockroll", "games")
    assert ran.returncode == 0, ran.stderr
    listed, _, left_out = ran.stdout.partition("left out:")
    assert tuple(line.split()[0] for line in listed.splitlines() if line) == knockroll.game_names()
    for name in (*GAMES, *PLAYERS):
        times = 0 if name == "thirty_one.Good" else 1
        assert left_out.count(f"'{name}' of trouble 1.0") == times, left_out
        assert ran.stderr.count(f"'{name}' of trouble 1.0") == times, ran.stderr
    assert "No module named 'module_that_is_not_there'" in left_out
    assert "exits ends the program" in left_out
    assert "there is a game of that name already" in left_out
    assert "there is a player of that name already" in left_out
    assert "no weights\n" in left_out
    assert "which views do not have: add it to shown" in left_out
    assert "Traceback" not in ran.stderr


def test_commands_that_do_not_list_games_do_not_mention_it(environment: dict[str, str]) -> None:
    house = ("arena", "thirty_one", "--players", "house,clueless", "--games", "4", "--interpreted", "--seed", "1")
    ran = run(environment, "-m", "knockroll", *house)
    assert ran.returncode == 0, ran.stderr
    assert "left out" not in ran.stderr + ran.stdout


def test_its_good_player_and_everybody_else_can_be_had(environment: dict[str, str]) -> None:
    program = """if True:
        import knockroll
        table = knockroll.Table("thirty_one", seed=1)
        searching = [thinker.name for thinker in knockroll.get_game("thirty_one").thinkers]
        for name in knockroll.player_names("thirty_one"):
            player = knockroll.player("thirty_one", name)
            assert name in searching or player.choose(table.view(table.turn)) in table.legal()  # those would compile
        print(knockroll.player_names("thirty_one"))
    """
    ran = run(environment, "-c", program)
    assert ran.returncode == 0, ran.stderr
    names = ran.stdout.rstrip()
    assert names.startswith("('House', ") and "'Random', " in names and names.endswith(", 'Good')")  # it comes last


def test_who_asks_for_it_by_name_is_told_why_there_is_none(environment: dict[str, str]) -> None:
    ran = run(environment, "-m", "knockroll", "games", "absent")
    assert ran.returncode == 1
    assert "knockroll: there is no game 'absent': it was left out (ModuleNotFoundError: No module" in ran.stderr
    ran = run(environment, "-c", "import knockroll; knockroll.player('thirty_one', 'Raises')")
    assert "UnknownPlayer: Thirty-One has no player 'Raises': it was left out (RuntimeError: no weights)" in ran.stderr


def test_built_in_games_do_not_load_it(environment: dict[str, str]) -> None:
    ran = run(
        environment, "-c", "import knockroll, sys; knockroll.Table('tonk'); print('broken_plugin' in sys.modules)"
    )
    assert (ran.stdout.strip(), ran.stderr) == ("False", "")


def test_the_server_shows_the_rest(environment: dict[str, str]) -> None:
    program = """if True:
        from knockroll.server.api import catalogue
        import knockroll
        games = {name: catalogue.describe(name) for name in knockroll.game_names()}
        print(len(games), *(player.name for player in games["thirty_one"].players[-2:]))
    """
    ran = run(environment, "-c", program)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.strip() == f"{len(knockroll.game_names())} Good Random"
