"""Games in separate packages, installed for a test as pip would install them: found by entry point alone."""

from __future__ import annotations

import os
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import knockroll
from knockroll.engine import game
from tests.seventh_game.follow import GAME as FOLLOW
from tests.sixth_game.high_die import GAME as HIGH_DIE

EVERY_GAME = (*map(knockroll.get_game, knockroll.game_names()), HIGH_DIE, FOLLOW)
"""Ours and two of other packages: what holds for every game must hold for those unknown to us."""
PACKAGES = ("sixth_game", "seventh_game")
"""High Die, a dice game, and Follow, a card game."""


def install(folder: Path) -> None:
    """Install both packages into a folder."""
    for package in PACKAGES:
        install_package(Path(__file__).parent / package, folder)


def install_package(source: Path, folder: Path) -> None:
    """Install a package into a folder, as its pyproject.toml says."""
    document = tomllib.loads((source / "pyproject.toml").read_text())
    built, project = document["tool"]["setuptools"], document["project"]
    for name in built.get("py-modules", []):
        shutil.copy(source / f"{name}.py", folder)
    for name in built.get("packages", []):
        shutil.copytree(source / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    info = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    about = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (info / "METADATA").write_text(about)
    lines = []
    for group, entries in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {target}" for name, target in entries.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")


def environment_with_packages(folder: Path) -> dict[str, str]:
    """Install both packages below a folder; return the environment of a program beside whose knockroll they are."""
    packages = folder / "site-packages"
    packages.mkdir()
    install(packages)
    path = os.pathsep.join([str(packages), *filter(None, [os.environ.get("PYTHONPATH")])])
    return {**os.environ, "PYTHONPATH": path, "XDG_CACHE_HOME": str(folder / "cache")}


@pytest.fixture
def other_packages(tmp_path: Path) -> dict[str, str]:
    """The environment of a program beside whose knockroll both packages are installed."""
    return environment_with_packages(tmp_path)


@pytest.fixture
def other_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, ...]]:
    """The names of the games of both packages, which this very program finds for the length of a test."""
    folder = tmp_path / "games"
    folder.mkdir()
    install(folder)
    monkeypatch.syspath_prepend(folder)
    _look_again()
    yield ("high_die", "follow")
    monkeypatch.undo()
    _look_again()


def _look_again() -> None:
    """Forget which games there are."""
    game._from_packages.cache_clear()
