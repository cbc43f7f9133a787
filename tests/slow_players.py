"""Players of another package that think for as long as a test wants, installed as pip would install them."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from knockroll.players.registry import _makers, is_slow
from knockroll.server.api import catalogue
from tests.helpers import is_running

MODULE = """
import os, pathlib, time

FOLDER = pathlib.Path(os.environ["KNOCKROLL_SLOW_PLAYERS"])


class Ponder:
    slow = True
    name = "Ponder"
    character = "Thinks until somebody says that it is enough."

    def __init__(self, game, seed):
        pass

    def choose(self, view):
        with (FOLDER / "asked").open("a") as file:
            print(os.getpid(), file=file)
        while not (FOLDER / "enough").exists():
            time.sleep(0.01)
        return view["legal"][-1]


class Prepares(Ponder):
    name = "Prepares"

    def prepare(self):
        super().choose({"legal": [""]})

    def choose(self, view):
        return view["legal"][-1]
"""
PLAYERS = {"thirty_one.Ponder": "slow_package:Ponder", "thirty_one.Prepares": "slow_package:Prepares"}


class SlowPlayers:
    """What the players of the package do."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def asked(self) -> list[int]:
        """The processes in which somebody was asked, one after the other."""
        file = self.folder / "asked"
        return [int(pid) for pid in file.read_text().split()] if file.exists() else []

    def are_enough(self) -> None:
        """Let players answer, now and from now on."""
        (self.folder / "enough").touch()

    def think_on(self) -> None:
        """Let players think again from now on."""
        (self.folder / "enough").unlink()

    def kill(self) -> int:
        """Kill the process that was asked last."""
        pid = self.asked()[-1]
        os.kill(pid, signal.SIGKILL)
        return pid

    def is_anybody_thinking(self) -> bool:
        """Whether one of the processes is still there."""
        return any(map(is_running, self.asked()))


def install(folder: Path) -> None:
    (folder / "slow_package.py").write_text(MODULE)
    info = folder / "slow_package-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: slow-package\nVersion: 1.0\n")
    lines = ["[knockroll.players]", *(f"{name} = {where}" for name, where in PLAYERS.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")


@pytest.fixture
def slow_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SlowPlayers]:
    """The players, whom this program and those that it starts find for the length of a test."""
    folder = tmp_path / "slow players"
    folder.mkdir()
    install(folder)
    monkeypatch.syspath_prepend(folder)
    path = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
    monkeypatch.setenv("PYTHONPATH", path)
    monkeypatch.setenv("KNOCKROLL_SLOW_PLAYERS", str(folder))
    _look_again()
    yield SlowPlayers(folder)
    monkeypatch.undo()
    _look_again()


def _look_again() -> None:
    """Forget which players there are."""
    for remembered in (_makers, is_slow, catalogue.describe, catalogue.describe_with_rules):
        remembered.cache_clear()
