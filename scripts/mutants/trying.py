"""Trying a mutant: the tests of what it changes, in a copy of the project. The project itself stays as it is."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from pytest import ExitCode

from scripts.mutants.making import Mutant

COPIED = ("src", "tests", "docs", "pyproject.toml", "README.md")
PYTEST = "-m pytest -x -q -p no:cacheprovider -p _hypothesis_pytestplugin --hypothesis-seed=0"
PATIENCE = 3
"""What takes so many times as much processor time as without an error goes round in circles …"""
AT_LEAST = 20
"""… but only after so many seconds: short times vary."""
MEMORY = 8 << 30
"""A number shifted by a number can be larger than any machine."""

Stage = list[str]


def stages(root: Path, path: Path) -> list[Stage]:
    """Arguments of pytest for each stage: the nearest tests first, and of the others those that are soonest done.

    Tests that compile are left out: they would compile everything again for each mutant, and compiled rules are the
    same rules.
    """
    room = path.parent.name
    if path.parent.parent.name == "games":
        near, far = _by_name(root / "tests" / "games", f"test_{room}*.py", path.stem)
        return [[*near, *far], ["tests/conformance", "-k", room]]
    near, far = _by_name(root / "tests" / "engine", "test_*.py", path.stem)
    return [*([near] if near else []), ["tests/games"], far, ["tests/conformance"]]


def _by_name(folder: Path, tests: str, stem: str) -> tuple[list[str], list[str]]:
    """The tests that are named after a source, and the others."""
    names = [f"tests/{folder.name}/{test.name}" for test in sorted(folder.glob(tests))]
    return [name for name in names if stem in name], [name for name in names if stem not in name]


class Copy:
    """A copy of the project in which one source at a time is changed."""

    def __init__(self, project: Path, root: Path) -> None:
        self.root = root
        self._seconds: dict[frozenset[str], int] = {}
        for name in COPIED:
            if (project / name).is_dir():
                shutil.copytree(project / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(project / name, root / name)
        # Compiled files that are known by what is in them: two changes within a second would look alike by their times.
        mode = ["--invalidation-mode", "checked-hash"]
        subprocess.run([sys.executable, "-m", "compileall", "-q", *mode, root / "src", root / "tests"], check=True)  # noqa: S603

    def notices(self, mutant: Mutant) -> str:
        """The first test that fails with the mutant; empty if all of them pass."""
        changed = self.root / mutant.path
        original = changed.read_text()
        for stage in stages(self.root, mutant.path):
            seconds = self._patience(stage)
            changed.write_text(mutant.source)
            try:
                failure = self._failure(stage, seconds)
            finally:
                changed.write_text(original)
            if failure:
                return failure
        return ""

    def _patience(self, stage: Stage) -> int:
        """How many seconds to wait for some tests. Without any error they must pass."""
        tests = frozenset(stage)
        if tests not in self._seconds:
            before = _spent()
            failure = self._failure(stage, resource.RLIM_INFINITY)
            if failure:
                raise SystemExit(f"a test fails without any error made: {failure}")
            self._seconds[tests] = max(AT_LEAST, round(PATIENCE * (_spent() - before)))
        return self._seconds[tests]

    def _failure(self, stage: Stage, seconds: int) -> str:
        """The first test that fails; empty if all of them pass or there are none."""
        environment = {
            **os.environ,
            "PYTHONPATH": str(self.root / "src"),
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # schemathesis alone takes three seconds to load
        }

        def limit() -> None:
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))

        command = [sys.executable, *PYTEST.split(), "-m", "not compiles", *stage]
        done = subprocess.run(  # noqa: S603
            command, cwd=self.root, env=environment, capture_output=True, text=True, preexec_fn=limit
        )
        if done.returncode in (ExitCode.OK, ExitCode.NO_TESTS_COLLECTED):
            return ""
        if done.returncode == -signal.SIGKILL:
            return f"more than {seconds} s"
        failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
        return failed[0].split(" - ")[0] if failed else (done.stdout + done.stderr)[-300:]


def _spent() -> float:
    """The processor time of all tests that have run."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


@contextmanager
def copied(project: Path) -> Iterator[Copy]:
    """A copy that is gone afterwards."""
    with TemporaryDirectory(prefix="knockroll-mutants-") as folder:
        yield Copy(project, Path(folder))
