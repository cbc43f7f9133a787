"""The wheel on the other Pythons that its classifiers name, as far as this machine has them: the same games."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from scripts.pythons import OTHERS, OURS, interpreter, run

from tests.packaging.conftest import TREE

PLAY = """
import hashlib, json
import knockroll

for name in knockroll.game_names():
    for seats in (2, 3):
        table = knockroll.Table(name, seats=seats, seed=7)
        player = knockroll.player(name, knockroll.get_game(name).players[0].name, seed=3)
        while table.turn is not None and len(table.moves) < 400:
            table.play(player.choose(table.view(table.turn)))
        record = table.record()
        assert knockroll.Table.replay(json.dumps(record)) == table
        views = json.dumps([table.view(seat) for seat in (None, *range(seats))])
        print(name, seats, len(table.moves), hashlib.sha256((json.dumps(record) + views).encode()).hexdigest())
"""


def test_there_are_others() -> None:
    assert {OURS, *OTHERS} >= {"3.11", "3.12", "3.13"}


@pytest.mark.parametrize("version", OTHERS)
def test_the_wheel_plays_the_same_games_on_another_python(version: str, wheel: Path, tmp_path: Path) -> None:
    """Interpreted: the same seeds give the same records and views, to the byte."""
    found = interpreter(version)
    if found is None:
        pytest.skip(f"there is no Python {version} here")
    made = run(found, "-m", "venv", tmp_path / "venv")
    assert made.returncode == 0, made.stderr
    python = tmp_path / "venv" / "bin" / "python"
    options: list[str | Path] = ["--quiet", "--disable-pip-version-check", "--constraint", TREE / "constraints.txt"]
    installed = run(python, "-m", "pip", "install", *options, wheel)
    assert installed.returncode == 0, installed.stderr
    here, there = run(sys.executable, "-c", PLAY), run(python, "-W", "error", "-c", PLAY)
    assert there.returncode == 0 and here.returncode == 0, there.stderr + here.stderr
    assert len(there.stdout.splitlines()) >= 10 and there.stdout == here.stdout
    assert "thirty_one" in run(python, "-m", "knockroll", "games").stdout
