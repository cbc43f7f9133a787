"""The package as people get it: built as it is for an index, installed beside what it needs."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

TREE = Path(__file__).parents[2]
Build = Callable[[Path, Path, str], Path]
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def build() -> Build:
    """Build the wheel or the sdist of a source tree, without a network."""

    def build(tree: Path, into: Path, kind: str) -> Path:
        command = [sys.executable, "-m", "build", "--no-isolation", f"--{kind}", "--outdir", str(into), str(tree)]
        ran = subprocess.run(command, capture_output=True, text=True)
        assert ran.returncode == 0, ran.stdout + ran.stderr
        assert "warning" not in (ran.stdout + ran.stderr).lower()
        (built,) = into.iterdir()
        return built

    return build


@pytest.fixture(scope="session")
def wheel(build: Build, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this tree."""
    return build(TREE, tmp_path_factory.mktemp("wheel"), "wheel")


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Run Python in a new environment with the wheel in it. Other packages are those of this environment."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, with_pip=False, symlinks=True)
    python = folder / "bin" / "python"
    packages = next((folder / "lib").glob("python*")) / "site-packages"
    with zipfile.ZipFile(wheel) as file:
        file.extractall(packages)
    (packages / "others.pth").write_text(sysconfig.get_path("purelib") + "\n")
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "MYPYPATH")}
    environment |= {"PATH": f"{python.parent}{os.pathsep}{os.environ['PATH']}", "VIRTUAL_ENV": str(folder)}

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [str(python), *arguments]
        return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)

    return run
