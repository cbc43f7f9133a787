"""Anything that can choose a move can be a player: a name, a function, a rule, an object, a program."""

from __future__ import annotations

import copy
import gc
import json
import pickle
import shlex
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import knockroll
from knockroll.engine.errors import PlayerFailed
from knockroll.players import RANDOM, FunctionPlayer, ask, known_player
from knockroll.players.processes.program import ProcessPlayer
from tests.helpers import broken_player, cheating_player, is_running

GAME = knockroll.get_game("thirty_one")


def first(view: dict[str, Any]) -> str:
    """Takes the first legal move.

    And thinks nothing of it.
    """
    move: str = view["legal"][0]
    return move


@pytest.fixture
def program(tmp_path: Path) -> str:
    """A program that writes its process number to a file, and plays the first legal move."""
    file = tmp_path / "bot.py"
    file.write_text(
        "import json, os, pathlib, sys\n"
        "pathlib.Path(__file__).with_name('pid').write_text(str(os.getpid()))\n"
        "for line in sys.stdin:\n"
        "    print(json.dumps({'move': json.loads(line)['legal'][0]}), flush=True)\n"
    )
    return f"cmd:{shlex.quote(sys.executable)} -S -E {shlex.quote(str(file))}"


def test_a_function_plays_a_whole_game() -> None:
    players = [knockroll.player("thirty_one", first), knockroll.player("thirty_one", "House", seed=1)]
    t = knockroll.Table("thirty_one", seats=2, seed=1)
    while t.turn is not None:
        t.play(players[t.turn].choose(t.view(t.turn)))
    assert t.result is not None


def test_a_function_is_called_what_it_is_called() -> None:
    player = knockroll.player(GAME, first)
    assert (player.name, player.character) == ("first", "Takes the first legal move.")
    assert FunctionPlayer(lambda view: "knock").name == "<lambda>"


def test_a_function_that_returns_no_move_is_told_so() -> None:
    player = knockroll.player(GAME, lambda view: 3)  # type: ignore[arg-type, return-value]
    with pytest.raises(PlayerFailed, match="<lambda> returned 3, not a text such as 'draw stock'"):
        player.choose({"legal": ["draw stock"]})


@pytest.mark.parametrize(
    ("does", "kind", "said", "in_public"),
    [
        (broken_player, "crash", "RuntimeError: out of ideas", "RuntimeError: out of ideas"),
        (
            cheating_player,
            "illegal",
            "it chose 'discard As', but could only draw stock",
            "it chose 'discard …', which is not legal now",  # which card it holds is its own secret
        ),
        (lambda view: "dance", "illegal", "'dance'", "it chose no legal move"),
        (lambda view: 3, "illegal", "returned 3", "it chose no legal move"),
    ],
)
def test_who_asks_a_player_is_told_that_it_failed_and_nothing_else_is_raised(
    does: Any, kind: str, said: str, in_public: str
) -> None:
    t = knockroll.Table(GAME, seats=2, seed=1)
    with pytest.raises(PlayerFailed, match=said) as failed:
        ask(GAME, knockroll.player(GAME, does), t.view(t.turn))
    assert failed.value.kind == kind
    assert failed.value.in_public == in_public


def test_an_illegal_move_without_cards_is_told_to_everyone() -> None:
    failed = PlayerFailed("illegal", "it chose 'knock', but could only discard 7h, discard 8h", "knock")
    assert failed.in_public == "it chose 'knock', which is not legal now"


def test_who_asks_a_player_gets_its_move_in_the_grammar() -> None:
    t = knockroll.Table(GAME, seats=2, seed=1)
    assert ask(GAME, knockroll.player(GAME, lambda view: "DRAW  stock"), t.view(t.turn)) == "draw stock"


def test_a_rule_becomes_a_player_and_a_player_stays_one() -> None:
    rule = knockroll.player(GAME, RANDOM, seed=1)
    assert rule.name == "Random"
    assert knockroll.player(GAME, rule) is rule


@pytest.mark.parametrize(
    ("nobody", "said"),
    [(3, "not 3"), (None, "not None"), (ProcessPlayer, "ProcessPlayer is a class: make a player of it")],
)
def test_anything_else_is_refused(nobody: Any, said: str) -> None:
    with pytest.raises(knockroll.UnknownPlayer, match=said):
        knockroll.player(GAME, nobody)


def test_a_program_is_a_player_too(program: str) -> None:
    player = knockroll.player(GAME, program)
    assert player.name == program
    t = knockroll.Table(GAME, seats=2, seed=1)
    assert player.choose(t.view(t.turn)) == t.legal()[0]


def test_a_program_ends_when_nobody_has_its_player_any_more(program: str, tmp_path: Path) -> None:
    player = knockroll.player(GAME, program)
    t = knockroll.Table(GAME, seats=2, seed=1)
    player.choose(t.view(t.turn))
    pid = int((tmp_path / "pid").read_text())
    assert is_running(pid)
    del player
    gc.collect()
    assert not is_running(pid)


def test_a_program_ends_with_the_python_that_started_it(program: str, tmp_path: Path) -> None:
    script = f"""if True:
        import knockroll
        t = knockroll.Table("thirty_one", seats=2, seed=1)
        player = knockroll.player("thirty_one", {json.dumps(program)})
        player.choose(t.view(t.turn))
    """
    ran = subprocess.run([sys.executable, "-X", "dev", "-c", script], capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert not is_running(int((tmp_path / "pid").read_text()))


def test_names_from_files_and_networks_start_no_program(program: str, tmp_path: Path) -> None:
    with pytest.raises(knockroll.UnknownPlayer, match="Thirty-One has no player 'cmd:"):
        known_player(GAME, program)
    assert not (tmp_path / "pid").exists()


def test_a_program_is_copied_without_what_runs(program: str) -> None:
    """Another process, or a copy, starts its own."""
    view = knockroll.Table(GAME, seed=1).view(1)
    with closing(ProcessPlayer(program.removeprefix("cmd:"), time_limit=60)) as player:
        player.choose({**view, "legal": ["knock"]})
        for again in (pickle.loads(pickle.dumps(player)), copy.deepcopy(player)):
            assert (again.name, again.time_limit, again._process) == (player.name, 60, None)
            with closing(again):
                assert again.choose({**view, "legal": ["knock"]}) == "knock"


def test_a_function_is_pickled_as_functions_are() -> None:
    again = pickle.loads(pickle.dumps(knockroll.player(GAME, first)))
    assert (again.name, again.choose({"legal": ["knock"]})) == ("first", "knock")
