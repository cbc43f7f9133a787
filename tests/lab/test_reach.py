"""The key of compiled code: it changes with all that the code follows from, and with nothing else."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import knockroll
from knockroll.lab.playout import bots_together, playout_rule
from knockroll.lab.reach import digest_of
from knockroll.players import RANDOM

NUMBERS = """
LIMIT = 31
WEIGHTS = (1, 2, 3)
UNREAD = 5
"""

RULES = """
from functools import cache
from typing import NamedTuple

from reached import numbers
from reached.numbers import LIMIT, UNREAD, WEIGHTS
from knockroll.engine.rule import cached_rule, compiled_for, lookup, rule

STEP = 2

class Pair(NamedTuple):
    one: int
    two: int

@cache
def base():
    return 7

@lookup
def squares():
    return [number * base() for number in range(10)]

def count(bits):
    return bin(bits).count("1")

@compiled_for(count)
def count_compiled(bits):
    return bits & 1

@cached_rule
def value(hand):
    return hand + STEP

@rule
def play(s, move, most=3):
    return min(most, value(s)) + squares(move) + count(s) + LIMIT + WEIGHTS[0] + Pair(1, 2).one + numbers.LIMIT

@rule
def bold(s):
    return s + 1

@rule
def timid(s):
    return s - 1
"""

LOOP = """
from reached import rules

def make(chooser):
    play = rules.play

    def loop(states):
        for s in states:
            play(s, chooser(s))

    return loop
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a small package of rules and a loop."""
    folder = tmp_path / "reached"
    folder.mkdir()
    for name, source in (("__init__", ""), ("numbers", NUMBERS), ("rules", RULES), ("loops", LOOP)):
        (folder / f"{name}.py").write_text(source)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    yield folder
    forget()


def forget() -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "reached"]:
        del sys.modules[name]
    importlib.invalidate_caches()


def key(player: str = "bold") -> bytes:
    """The key of the loop in which a player chooses, as a new process would find it."""
    forget()
    loops, rules = (importlib.import_module(f"reached.{name}") for name in ("loops", "rules"))
    return digest_of(loops.make(getattr(rules, player)))


def edit(package: Path, name: str, old: str, new: str) -> None:
    file = package / f"{name}.py"
    source = file.read_text()
    assert source.count(old) == 1
    file.write_text(source.replace(old, new))


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        pytest.param("rules", "min(most", "max(most", id="a rule"),
        pytest.param("rules", "hand + STEP", "hand - STEP", id="a rule whose answers are cached"),
        pytest.param("rules", "most=3", "most=4", id="a default"),
        pytest.param("rules", "STEP = 2", "STEP = 3", id="a constant"),
        pytest.param("numbers", "LIMIT = 31", "LIMIT = 32", id="a constant of another module"),
        pytest.param("numbers", "(1, 2, 3)", "(1, 2, 4)", id="a constant of several numbers"),
        pytest.param("rules", "number * base()", "number + base()", id="a table"),
        pytest.param("rules", "return 7", "return 8", id="what a table is computed with"),
        pytest.param("rules", "bits & 1", "bits & 2", id="a compiled twin"),
        pytest.param("rules", "    one: int\n    two: int", "    two: int\n    one: int", id="a class"),
        pytest.param("rules", "return s + 1", "return s + 2", id="a player in the closure"),
        pytest.param("loops", "for s in states", "for s in states[1:]", id="the loop"),
    ],
)
def test_an_edit_of_what_is_reached_changes_the_key(package: Path, name: str, old: str, new: str) -> None:
    before = key()
    edit(package, name, old, new)
    assert key() != before


def test_another_player_is_another_key(package: Path) -> None:
    assert key("bold") != key("timid")


def test_a_file_beside_that_teaches_numba_or_has_a_table_changes_the_key(package: Path) -> None:
    keys = [key()]
    for name, content in (("teaching.py", "from numba.extending import overload\n"), ("solved.xz", "1 2 3")):
        (package / name).write_text(content)
        keys.append(key())
    assert len(set(keys)) == 3


def test_an_edit_of_what_is_not_reached_changes_nothing(package: Path) -> None:
    before = key()
    edit(package, "numbers", "UNREAD = 5", "UNREAD = 6  # and a line more\n")
    (package / "players.py").write_text("def choose(): return 1\n")
    edit(package, "loops", "from reached", "# A line more.\nfrom reached")
    assert key() == before


def test_an_edit_of_an_unreached_player_in_the_same_file_changes_nothing(package: Path) -> None:
    """As long as no class of the file is reached: of a class, its whole file counts."""
    edit(package, "rules", " + Pair(1, 2).one", "")
    before = key()
    edit(package, "rules", "return s - 1", "return s - 2")
    assert key() == before


KEYS = """
import knockroll
from tests.lab.test_reach import keys
before = keys()
for name in knockroll.game_names():
    table = knockroll.Table(name, 2, seed=1)
    sitters = [knockroll.player(name, knockroll.get_game(name).players[-1].name) for seat in range(2)]
    for _ in range(40):
        if table.turn is not None:
            table.play(sitters[table.turn].choose(table.view(table.turn)))
assert keys() == before
print(before)
"""


def keys() -> list[str]:
    """The keys of playouts of all games, among random players and among the game's own."""
    return [
        digest_of(playout_rule(game, bots)).hex()
        for game in map(knockroll.get_game, knockroll.game_names())
        for bots in ((), bots_together(game, [RANDOM, *game.players]))
    ]


def test_keys_are_the_same_in_every_process_and_stay_so_while_games_are_played() -> None:
    said = {
        subprocess.run(
            [sys.executable, "-c", KEYS],
            check=True,
            capture_output=True,
            text=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(Path(__file__).parents[2])},
        ).stdout
        for seed in ("1", "2")
    }
    assert said == {f"{keys()}\n"}
    assert len(set(keys())) == 2 * len(knockroll.game_names())


def test_random_playouts_do_not_depend_on_players(monkeypatch: pytest.MonkeyPatch) -> None:
    """So an edit of a player compiles only what has players in it."""
    game = knockroll.get_game("thirty_one")
    players = sys.modules["knockroll.games.thirty_one.players"]
    before = [digest_of(playout_rule(game, bots)) for bots in ((), bots_together(game, game.players))]
    playout_rule.cache_clear()
    monkeypatch.setattr(players, "_knocks", lambda v, moves, n, value: False)
    after = [digest_of(playout_rule(game, bots)) for bots in ((), bots_together(game, game.players))]
    assert before[0] == after[0] and before[1] != after[1]
