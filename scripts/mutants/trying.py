"""Try a mutant with the tests of what it changes, in a copy of the project. The project itself is not touched."""

from __future__ import annotations

import json
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

COPIED = ("src", "tests", "scripts", "docs", "pyproject.toml", "README.md")
PYTEST = ("-xq", "-pno:cacheprovider", "-p_hypothesis_pytestplugin", "--hypothesis-seed=0", "-m", "not compiles")
"""Options of pytest. Tests that compile are left out: they would compile everything again for each mutant, and compiled
rules are the same rules."""
PATIENCE = 3
"""A run counts as an endless loop after this many times the usual processor time."""
AT_LEAST = 10
"""The fewest seconds before a run counts as an endless loop, because short times vary."""
MEMORY = 8 << 30
"""The most memory of a test, in bytes: a wrong shift can make a number larger than any machine."""

Stage = list[str]


def stages(root: Path, path: Path) -> list[Stage]:
    """Return the arguments of pytest for each stage: the nearest tests first, then the fastest."""
    room = path.parent.name
    if path.parent.parent.name == "games":
        near, far = _by_name(root / "tests" / "games", f"test_{room}*.py", path.stem)
        return [[*near, *far], ["tests/players/test_strength.py", "src/knockroll/testing", "-k", room]]
    near, far = _by_name(root / "tests" / "engine", "test_*.py", path.stem)
    return [*([near] if near else []), ["tests/games"], far, ["src/knockroll/testing"]]


def _by_name(folder: Path, tests: str, stem: str) -> tuple[list[str], list[str]]:
    """Return the tests that are named after a source, and the others."""
    names = [f"tests/{folder.name}/{test.name}" for test in sorted(folder.glob(tests))]
    return [name for name in names if stem in name], [name for name in names if stem not in name]


class Collected:
    """The tests of a room, collected once by a program that tries mutants quickly (:mod:`scripts.mutants.quick`)."""

    def __init__(self, root: Path, room: str) -> None:
        command = [sys.executable, "-m", "scripts.mutants.quick", room]
        self._program = subprocess.Popen(  # noqa: S603
            command, cwd=root, env=_environment(root), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        _must_pass(self._answer())

    def notices(self, mutant: Mutant) -> str:
        """Return the first test that fails with the mutant; empty if all pass, or if it cannot be tried quickly."""
        assert self._program.stdin is not None
        print(json.dumps([str(mutant.path), mutant.source]), file=self._program.stdin, flush=True)
        return self._answer()

    def _answer(self) -> str:
        assert self._program.stdout is not None
        line = self._program.stdout.readline()
        if not line:
            raise SystemExit("the tests cannot be collected: pytest will say why")
        return str(json.loads(line))

    def close(self) -> None:
        """End the program that tries mutants."""
        self._program.communicate()


class Copy:
    """A copy of the project in which one source at a time is changed."""

    def __init__(self, project: Path, root: Path) -> None:
        self.root = root
        self._seconds: dict[frozenset[str], int] = {}
        self._collected: dict[str, Collected] = {}
        for name in COPIED:
            if (project / name).is_dir():
                shutil.copytree(project / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(project / name, root / name)
        # Compiled files are checked by content: two changes within a second would have the same time.
        mode = ["--invalidation-mode", "checked-hash"]
        subprocess.run([sys.executable, "-m", "compileall", "-q", *mode, root / "src", root / "tests"], check=True)  # noqa: S603

    def notices(self, mutant: Mutant) -> str:
        """Return a test that fails with the mutant; empty if all pass."""
        return self._quick(mutant.path.parent.name).notices(mutant) or self._fresh(mutant)

    def _quick(self, room: str) -> Collected:
        if room not in self._collected:
            self._collected[room] = Collected(self.root, room)
        return self._collected[room]

    def _fresh(self, mutant: Mutant) -> str:
        """Return the first test that fails when Python is started with the mutant in place."""
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

    def close(self) -> None:
        """End the programs that try mutants here."""
        for tests in self._collected.values():
            tests.close()

    def _patience(self, stage: Stage) -> int:
        """Return how many seconds to wait for some tests. Without a mutant they must pass."""
        tests = frozenset(stage)
        if tests not in self._seconds:
            before = spent()
            failure = self._failure(stage, resource.RLIM_INFINITY)
            _must_pass(failure)
            self._seconds[tests] = patience(spent() - before)
        return self._seconds[tests]

    def _failure(self, stage: Stage, seconds: int) -> str:
        """Return the first test that fails; empty if all pass or there are none."""
        command = [sys.executable, "-m", "pytest", *PYTEST, *stage]
        done = subprocess.run(  # noqa: S603
            command,
            cwd=self.root,
            env=_environment(self.root),
            capture_output=True,
            text=True,
            preexec_fn=lambda: limit(seconds),
        )
        if done.returncode in (ExitCode.OK, ExitCode.NO_TESTS_COLLECTED):
            return ""
        if done.returncode == -signal.SIGKILL:
            return f"more than {seconds} s"
        failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
        return failed[0].split(" - ")[0] if failed else (done.stdout + done.stderr)[-300:]


def _must_pass(failure: str) -> None:
    if failure:
        raise SystemExit(f"a test fails without any error made: {failure}")


def _environment(root: Path) -> dict[str, str]:
    return {
        **os.environ,
        "PYTHONPATH": str(root / "src"),
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # schemathesis alone takes three seconds to load
    }


def spent() -> float:
    """Return the processor time of all tests that have run."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def patience(usual: float) -> int:
    """Return the seconds to wait for something that usually takes ``usual`` seconds."""
    return max(AT_LEAST, round(PATIENCE * usual))


def limit(seconds: int) -> None:
    """Limit the processor time and memory of this process."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


@contextmanager
def copied(project: Path) -> Iterator[Copy]:
    """Yield a copy of the project, and remove it afterwards."""
    with TemporaryDirectory(prefix="knockroll-mutants-") as folder:
        copy = Copy(project, Path(folder))
        try:
            yield copy
        finally:
            copy.close()
