"""A game in another package registers by entry point, and then is a game like any other."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parents[1]


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """An environment in which the package ``high-die`` is installed beside knockroll."""
    shutil.copy(HERE / "sixth_game" / "high_die.py", tmp_path)
    info = tmp_path / "high_die-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: high-die\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[knockroll.games]\nhigh_die = high_die:GAME\n")
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    return {**os.environ, "PYTHONPATH": path, "XDG_CACHE_HOME": str(tmp_path / "cache")}


def run(environment: dict[str, str], *command: str) -> str:
    return subprocess.run(
        [sys.executable, *command], env=environment, check=True, capture_output=True, text=True, timeout=120
    ).stdout


def test_it_is_listed_and_played(environment: dict[str, str]) -> None:
    assert "high_die" in run(environment, "-c", "import knockroll; print(knockroll.game_names())")
    assert "High Die" in run(environment, "-m", "knockroll", "games", "high_die")
    program = """if True:
        import knockroll
        t = knockroll.Table("high_die", seats=3, seed=1)
        player = knockroll.player("high_die", "roller")
        while t.turn is not None:
            t.play(player.choose(t.view(t.turn)))
        assert knockroll.Table.replay(t.record()) == t
        print(t.result.winners)
    """
    assert run(environment, "-c", program).startswith("(")


@pytest.mark.compiles
def test_it_is_compiled_like_the_others(environment: dict[str, str]) -> None:
    command = ["-m", "knockroll", "simulate", "high_die", "--games", "5000", "--seed", "3", "--json"]
    one = json.loads(run(environment, *command))
    two = json.loads(run(environment, *command, "--threads", "2"))
    assert one["games"] == 5000
    assert one["digest"] == two["digest"]
    assert one["wins"][0] + one["wins"][1] == 5000


def test_without_it_the_error_says_which_games_there_are() -> None:
    import knockroll

    with pytest.raises(knockroll.UnknownGame, match="thirty_one"):
        knockroll.Table("high_die")
