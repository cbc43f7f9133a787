"""docs/own-game.md, followed to the letter: its files, its commands, and the conformance kit at the end."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.plugins import install_package

GUIDE = (Path(__file__).parents[1] / "docs" / "own-game.md").read_text(encoding="utf-8")


def write_files(folder: Path) -> None:
    """Write every block below a line that names a file, in order."""
    for name, block in re.findall(r"^`([\w.]+)`:\n\n```\w+\n(.*?)```", GUIDE, re.MULTILINE | re.DOTALL):
        with (folder / name).open("a", encoding="utf-8") as file:
            file.write(("\n\n" if file.tell() else "") + block)


def commands() -> list[str]:
    (block,) = re.findall(r"```sh\n(.*?)```", GUIDE, re.DOTALL)
    return str(block).splitlines()


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The guide's package, installed as ``pip install -e .`` installs it."""
    folder, installed = tmp_path_factory.mktemp("pig"), tmp_path_factory.mktemp("site-packages")
    write_files(folder)
    assert sorted(path.name for path in folder.iterdir()) == ["pig.py", "pyproject.toml"]
    assert commands()[0] == "pip install -e ."
    install_package(folder, installed)
    path = os.pathsep.join([str(installed), *filter(None, [os.environ.get("PYTHONPATH")])])
    return {**os.environ, "PYTHONPATH": path, "KNOCKROLL_DATA": str(tmp_path_factory.mktemp("data"))}


def run(environment: dict[str, str], command: str, typed: str = "") -> str:
    """Run a command of the guide as it is printed, by this Python."""
    program, *arguments = command.split()
    python = [sys.executable] if program == "python" else [sys.executable, "-m", program]
    there = Path(environment["KNOCKROLL_DATA"])
    ran = subprocess.run(
        [*python, *arguments], input=typed, cwd=there, env=environment, capture_output=True, text=True, timeout=590
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout + ran.stderr


def test_the_game_is_listed_and_played(environment: dict[str, str]) -> None:
    _, listed, played, _ = commands()
    said = run(environment, listed)
    assert "Pig" in said and "left out" not in said
    said = run(environment, played, "roll\nhold\nquit\n")
    assert "You rolled" in said and "Traceback" not in said


def test_a_whole_game_is_played_in_the_plain_mode(environment: dict[str, str]) -> None:
    said = run(environment, "knockroll play pig --plain --seed 1 --option target=10", "roll\nhold\n" * 60)
    assert re.search(r"(You|Twenty) won|won the game|wins", said), said


@pytest.mark.compiles
def test_the_conformance_kit_passes(environment: dict[str, str]) -> None:
    said = run(environment, commands()[-1] + " -p no:cacheprovider -q")
    assert " passed" in said and "failed" not in said
