"""Doctests are looked for only in files that have some: a module is not imported just to find that it has none."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Leave out the collector of doctests where there is nothing to collect."""
    collectors = yield
    return [one for one in collectors if not isinstance(one, DoctestModule) or b">>>" in file_path.read_bytes()]
