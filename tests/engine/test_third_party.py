"""A game in another package registers by entry point, and then is a game like any other."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest


def run(other_packages: dict[str, str], *command: str) -> str:
    return subprocess.run(
        [sys.executable, *command], env=other_packages, check=True, capture_output=True, text=True
    ).stdout


def test_they_are_listed(other_packages: dict[str, str]) -> None:
    listed = run(other_packages, "-c", "import knockroll; print(knockroll.game_names())")
    assert "high_die" in listed
    assert "follow" in listed
    assert "High Die" in run(other_packages, "-m", "knockroll", "games", "high_die")


@pytest.mark.parametrize(("game", "player"), [("high_die", "roller"), ("follow", "heavy")])
def test_it_is_played(game: str, player: str, other_packages: dict[str, str]) -> None:
    program = f"""if True:
        import knockroll
        t = knockroll.Table({game!r}, seats=3, seed=1)
        player = knockroll.player({game!r}, {player!r})
        while t.turn is not None:
            t.play(player.choose(t.view(t.turn)))
        assert knockroll.Table.replay(t.record()) == t
        print(t.result.winners)
    """
    assert run(other_packages, "-c", program).startswith("(")


def test_a_program_that_runs_finds_them_too(other_games: tuple[str, ...]) -> None:
    import knockroll
    from knockroll.engine.rulebooks import rule_book

    assert set(other_games) <= set(knockroll.game_names())
    assert knockroll.Table("follow", seed=1).turn is not None
    assert (rule_book("follow") or "").startswith("# Follow")
    assert rule_book("high_die") is None


@pytest.mark.compiles
@pytest.mark.parametrize("game", ["high_die", "follow"])
def test_it_is_compiled_like_the_others(game: str, other_packages: dict[str, str]) -> None:
    command = ["-m", "knockroll", "simulate", game, "--seats", "2", "--games", "5000", "--seed", "3", "--json"]
    one = json.loads(run(other_packages, *command))
    two = json.loads(run(other_packages, *command, "--threads", "2"))
    assert one["games"] == 5000
    assert one["digest"] == two["digest"]
    assert one["wins"][0] + one["wins"][1] == 5000


def test_without_it_the_error_says_which_games_there_are() -> None:
    import knockroll

    with pytest.raises(knockroll.UnknownGame, match="thirty_one"):
        knockroll.Table("high_die")


def test_the_server_tells_what_a_game_without_a_rule_book_says_of_itself(other_games: tuple[str, ...]) -> None:
    from knockroll.server.api import catalogue

    assert catalogue.describe_with_rules("high_die").rules.startswith("# High Die\n\nRoll a die; the first to reach")
    assert catalogue.describe_with_rules("follow").rules.startswith("# Follow")
