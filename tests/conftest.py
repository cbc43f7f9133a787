"""Tests that drive a browser, a terminal or a server in real time get more than one try.

What they wait for can be late on a busy machine; that says nothing about the code. All other tests get one, and the
summary at the end lists every test that needed another.
"""

from __future__ import annotations

from pathlib import Path

import pytest

IN_REAL_TIME = {"deploy", "server", "terminal", "web"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark them."""
    tests = Path(__file__).parent
    for item in items:
        if tests in item.path.parents and item.path.relative_to(tests).parts[0] in IN_REAL_TIME:
            item.add_marker(pytest.mark.flaky(reruns=2))
