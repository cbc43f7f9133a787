"""Tests that drive another program in real time may be tried again; all others get one try.

What they wait for can be late on a busy machine, and that says nothing about the code. Each says what it drives, by the
mark ``drives_other_programs`` or by a fixture that stands for the program; the summary lists every one that needed its
second try.
"""

from __future__ import annotations

import pytest

from tests.evidence import evidence, pytest_runtest_makereport  # noqa: F401
from tests.plugins import other_games, other_packages  # noqa: F401

DRIVEN_BY_FIXTURE = {
    "browser": "Chromium lays out, draws and sends in its own time",
    "terminal": "tmux draws in its own time",
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Allow them their second try."""
    for item in items:
        for fixture in DRIVEN_BY_FIXTURE.keys() & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.drives_other_programs(DRIVEN_BY_FIXTURE[fixture]))
        mark = item.get_closest_marker("drives_other_programs")
        if mark is not None:
            assert mark.args and isinstance(mark.args[0], str), f"{item.nodeid} does not say what it drives, and why"
            if item.config.pluginmanager.hasplugin("rerunfailures"):  # -p no:rerunfailures: one try each
                item.add_marker(pytest.mark.flaky(reruns=1))
