"""Ray: the same results as on threads, whatever happens to a worker. Skipped where Ray is not installed."""

from __future__ import annotations

import builtins
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import knockroll
from knockroll import arena
from knockroll.commands import main
from knockroll.engine.errors import MissingPackage
from knockroll.lab.simulate import simulate


@pytest.mark.compiles
@pytest.mark.integration
def test_a_cluster_does_what_threads_do() -> None:
    pytest.importorskip("ray")
    checks = Path(__file__).with_name("on_a_ray_cluster.py")
    command = [sys.executable, "-m", "pytest", "-p", "no:xdist", "-p", "no:cacheprovider", str(checks)]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=400)
    assert done.returncode == 0, done.stdout


def test_only_players_that_every_machine_has_play_on_ray() -> None:
    for player in ("cmd:true", lambda view: view["legal"][0]):
        with pytest.raises(knockroll.InvalidOption, match="on Ray, every machine must find the players by name"):
            arena.run("thirty_one", ["House", player], games=4, on="ray")
    with pytest.raises(knockroll.InvalidOption, match="threads or ray, not on 'mars'"):
        arena.run("thirty_one", ["House"], games=4, on="mars")
    with pytest.raises(knockroll.InvalidOption, match="threads or ray, not on 'mars'"):
        simulate(knockroll.get_game("thirty_one"), games=4, on="mars")


@pytest.mark.parametrize(
    ("error", "said"),
    [
        ("AuthenticationError", "needs its token: set RAY_AUTH_MODE=token, and copy ~/.ray/auth_token"),
        ("ConnectionError", "the Ray cluster of 10.0.0.1:6379 cannot be used: nobody is there"),
        ("RuntimeError", "cannot be used: nobody is there"),
    ],
)
def test_a_cluster_that_cannot_be_used_says_why_before_anything_is_played(
    error: str, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ray = pytest.importorskip("ray")

    def fail(**how: Any) -> None:
        raise getattr(ray.exceptions if error == "AuthenticationError" else builtins, error)(
            "nobody is there\nand so on"
        )

    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    monkeypatch.setattr(ray, "init", fail)
    monkeypatch.setenv("RAY_ADDRESS", "10.0.0.1:6379")
    for command in (["arena", "thirty_one", "--players", "house,clueless"], ["simulate", "thirty_one"]):
        assert main([*command, "--games", "4", "--on", "ray"]) == 1
        told = capsys.readouterr().err
        assert said in told
        assert "0/4" not in told, "no progress is shown of what cannot begin"


def test_without_ray_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingPackage, match=r"pip install 'knockroll\[ray\]'"):
        arena.run("thirty_one", ["House", "Mr. Clueless"], games=4, on="ray")
