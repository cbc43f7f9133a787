"""What is said of tests by what they use: marks that nobody has to remember, and evidence of those that fail.

``integration`` tests start servers, databases, browsers or other programs; ``compiles`` marks those that compile rules.
``make check`` leaves both out, and also skips a test that would compile without having the mark.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from tests.evidence import evidence, pytest_runtest_makereport  # noqa: F401
from tests.plugins import other_games, other_packages  # noqa: F401

DRIVEN_BY_FIXTURE = {
    "browser": "Chromium lays out, draws and sends in its own time",
    "terminal": "tmux draws in its own time",
}
INTEGRATION = {"deploy", "packaging", "server", "web"}
"""Folders of tests that start servers, browsers, or whole installations."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests by what they use, and allow those that drive other programs a second try."""
    here = Path(__file__).parent
    for item in items:
        for fixture in DRIVEN_BY_FIXTURE.keys() & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.drives_other_programs(DRIVEN_BY_FIXTURE[fixture]))
        mark = item.get_closest_marker("drives_other_programs")
        if mark is not None:
            assert mark.args and isinstance(mark.args[0], str), f"{item.nodeid} does not say what it drives, and why"
            if item.config.pluginmanager.hasplugin("rerunfailures"):  # -p no:rerunfailures: one try each
                item.add_marker(pytest.mark.flaky(reruns=1))
        if mark is not None or (item.path.is_relative_to(here) and item.path.relative_to(here).parts[0] in INTEGRATION):
            item.add_marker(pytest.mark.integration)


def pytest_collection_finish(session: pytest.Session) -> None:
    """In a run without tests that compile, skip one without the mark at the moment when it would compile."""
    if "not compiles" in session.config.option.markexpr and not session.config.option.collectonly:
        with suppress(ImportError):  # without numba nothing can be compiled
            from knockroll.lab import compiled

            vars(compiled)["_teach_numba"] = _skip


def _skip() -> None:
    pytest.skip("compiles rules, which this run leaves out")
