"""Players that are named by what runs them: programs, and functions in Python modules."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import knockroll
from knockroll import arena
from knockroll.players import find_player, is_code, known_player, short_name, split_players

GAME = knockroll.get_game("thirty_one")
MODULE = """
from knockroll.players.player import Bot
from knockroll.players import RANDOM

def first(view):
    "Takes the first."
    return view["legal"][0]

class Made:
    name, character = "Made", "An object."
    def choose(self, view):
        return view["legal"][-1]

made = Made()
wild = Bot("Wild", "A rule.", RANDOM.choose)
number = 7
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A module in the current folder, which is not on the path yet."""
    name = f"bots_of_{tmp_path.name}"
    (tmp_path / f"{name}.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [entry for entry in sys.path if entry not in ("", str(tmp_path))])
    return name


@pytest.mark.parametrize(("what", "called"), [("first", None), ("made", "Made"), ("wild", None)])
def test_what_is_in_a_module_is_a_player(module: str, what: str, called: str | None) -> None:
    named = f"{module}:{what}"
    t = knockroll.Table(GAME, seats=2, seed=1)
    player = knockroll.player(GAME, named)
    assert player.choose(t.view(t.turn)) in t.legal()
    assert player.name == (called or named)


def test_what_is_in_a_module_plays_in_the_arena_and_is_run_again_only_if_allowed(module: str) -> None:
    result = arena.run(GAME, ["house", f"{module}:first", f"{module}:wild"], games=6, seed=1)
    assert set(result.match.players) == {"House", f"{module}:first", f"{module}:wild"}
    document = result.to_dict()
    with pytest.raises(knockroll.InvalidRecord, match=f"'{module}:first'.*allow_commands"):
        arena.rerun(document)
    assert arena.rerun(document, allow_commands=True).to_dict()["result"] == document["result"]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("{module}:nothing", "has nothing called 'nothing'"),
        ("no_such_module:first", "there is no module 'no_such_module', neither installed nor in "),
        ("{module}:number", "a player is a name, a function"),
        ("{module}:Made", "Made is a class: make a player of it"),
    ],
)
def test_what_is_no_player_is_said(module: str, typed: str, said: str) -> None:
    with pytest.raises(knockroll.UnknownPlayer, match=said):
        knockroll.player(GAME, typed.format(module=module))


def test_a_module_that_cannot_be_loaded_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    for name, text, said in (
        ("needy", "import not_there_at_all", "No module named 'not_there_at_all'"),
        ("hasty", "1 / 0", "ZeroDivisionError"),
    ):
        (tmp_path / f"{name}_bot.py").write_text(text)
        with pytest.raises(knockroll.UnknownPlayer, match=f"'{name}_bot:first' cannot be loaded: .*{said}"):
            knockroll.player(GAME, f"{name}_bot:first")


def test_names_from_files_and_networks_load_no_module(module: str) -> None:
    with pytest.raises(knockroll.UnknownPlayer, match="Thirty-One has no player"):
        known_player(GAME, f"{module}:first")
    assert module not in sys.modules


def test_what_a_person_types() -> None:
    assert split_players(GAME, ["house, my.bots:first", "cmd:./bot --levels 1,2"]) == [
        "House",
        "my.bots:first",
        "cmd:./bot --levels 1,2",
    ]
    assert find_player(GAME, " my.bots:first ") == "my.bots:first"
    assert [is_code(name) for name in ("House", "cmd:x", "a:b", "a.b:c", "a b:c", ":b", "a:")] == [
        False,
        True,
        True,
        True,
        False,
        False,
        False,
    ]


def test_at_the_table_code_has_a_short_name(tmp_path: Path) -> None:
    script = tmp_path / "clever.py"
    script.touch()
    assert short_name("House") == "House"
    assert short_name("my.bots:first") == "first"
    assert short_name(f"cmd:python3 -S {script} --level 3") == "clever"
    assert short_name("cmd:./bots/mybot --level 3") == "mybot"
    assert short_name("cmd:") == "cmd:"
    assert short_name("cmd:'") == "cmd:'"
