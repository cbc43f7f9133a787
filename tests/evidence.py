"""What is kept of a test that failed: the logs of programs, pictures and traces of pages, what a run has seen.

A test that has something to keep asks for the fixture ``evidence``, a folder. It is gone when the test has passed; when
it has failed, the report says where it is.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / ".evidence"
"""Not in the repository; ``make clean`` empties it."""
PHASES = pytest.StashKey[dict[str, pytest.TestReport]]()
KEPT = pytest.StashKey[Path]()


def has_failed(item: pytest.Item) -> bool:
    """Whether the test, or what was set up for it, has failed so far."""
    return any(report.failed for report in item.stash.get(PHASES, {}).values())


@pytest.fixture
def evidence(request: pytest.FixtureRequest) -> Iterator[Path]:
    """A folder that outlives the test only if it fails."""
    item: pytest.Item = request.node
    folder = FOLDER / re.sub(r"[^\w.-]+", "-", item.nodeid.removeprefix("tests/")).strip("-")[:150]
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    item.stash[KEPT] = folder
    yield folder


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Remember how each phase of a test went, and say where its evidence is."""
    report = yield
    item.stash.setdefault(PHASES, {})[report.when] = report
    folder = item.stash.get(KEPT, None)
    if folder is None:
        return report
    if report.failed:
        report.sections.append(("evidence", str(folder)))
    elif report.when == "teardown" and not has_failed(item):
        shutil.rmtree(folder, ignore_errors=True)
    return report
