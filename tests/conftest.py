"""What is said of tests by what they use: marks that nobody has to remember, and evidence of those that fail.

``integration`` tests start servers, databases, browsers or other programs; ``compiles`` marks those that compile rules.
``make check`` leaves both out, and fails a test that compiles without having the mark.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.evidence import evidence, pytest_runtest_makereport  # noqa: F401
from tests.plugins import other_games, other_packages  # noqa: F401

pytest_plugins = ["tests.doctests", "tests.processor_time"]

# Workers share the processors already: more threads of torch and numpy would spend their time waiting for each other.
os.environ["OMP_NUM_THREADS"] = "1"

# An example may take as long as the machine lets it: a time limit would fail tests beside other work.
settings.register_profile("tests", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tests")

INTEGRATION_FIXTURES = {"browser", "terminal"}
"""Fixtures that start another program: Chromium, tmux."""
INTEGRATION_FOLDERS = {"deploy", "packaging", "server", "web"}
"""Folders of tests that start servers, browsers, or whole installations."""


@pytest.fixture
def deals(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The file that tells a server of this test in another process what to deal (``tests/seeded.py``)."""
    file = tmp_path / "deals"
    file.write_text(request.node.nodeid)
    return file


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None]:
    """Let one worker read the tests first: what pytest makes of their assertions, the others find in its cache."""
    run = getattr(session.config, "workerinput", {}).get("testrunuid")
    if run is None:
        return (yield)
    cache = session.config.cache
    assert cache is not None
    with (cache.mkdir("collected") / "run").open("a+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        if file.read() == run:
            fcntl.flock(file, fcntl.LOCK_UN)
            return (yield)
        collected = yield
        file.truncate(0)
        file.write(run)
        return collected


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests by what they use."""
    here = Path(__file__).parent
    for item in items:
        inside = item.path.is_relative_to(here) and item.path.relative_to(here).parts[0] in INTEGRATION_FOLDERS
        if inside or INTEGRATION_FIXTURES & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.integration)
        if isinstance(item, pytest.DoctestItem) and "lab" in item.path.parts:
            item.add_marker(pytest.mark.compiles)


def pytest_collection_finish(session: pytest.Session) -> None:
    """In a run without tests that compile, fail one without the mark at the moment when it would compile."""
    if "not compiles" in session.config.option.markexpr and not session.config.option.collectonly:
        with suppress(ImportError):  # without numba nothing can be compiled
            from knockroll.lab import compiled

            vars(compiled)["_teach_numba"] = _refuse


def _refuse() -> None:
    pytest.fail("this test compiles rules: give it the mark, @pytest.mark.compiles")
