"""Where the processor time of a run goes: ``pytest --processor-time`` prints it by folder, by file and by test.

The time of other programs counts when they end: that of a server or browser shared by several tests falls to the last,
and that of the processes behind the pages of a browser, which nobody waits for, is missing (more than half of it).
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Generator
from operator import itemgetter
from typing import Any

import pytest

FILES_SHOWN = 60
TESTS_SHOWN = 60
COLLECTION = "(start and collection, in each worker)"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option."""
    parser.addoption("--processor-time", action="store_true", help="print the processor time by folder, file and test")


def pytest_configure(config: pytest.Config) -> None:
    """Measure only when asked."""
    if config.option.processor_time:
        config.pluginmanager.register(_ProcessorTime())


class _ProcessorTime:
    """Adds to each report, in the process of the test, the time since the last one, and sums it in the main process."""

    def __init__(self) -> None:
        self.before = 0.0
        self.by_test: defaultdict[str, float] = defaultdict(float)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        vars(report)["processor_time"] = self._lap()  # pytest-xdist sends what it finds there
        return report

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        collected = self._lap()
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput["collected"] = collected
        else:
            self.by_test[COLLECTION] += collected

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        self.by_test[COLLECTION] += getattr(node, "workeroutput", {}).get("collected", 0)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.by_test[report.nodeid] += vars(report)["processor_time"]

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        by_file: defaultdict[str, float] = defaultdict(float)
        by_folder: defaultdict[str, float] = defaultdict(float)
        for test, seconds in self.by_test.items():
            file = test.partition("::")[0]
            by_file[file] += seconds
            by_folder[file.rpartition("/")[0] or file] += seconds
        terminalreporter.section(f"{sum(by_folder.values()):.0f} s of processor time")
        for counted, shown in ((by_folder, None), (by_file, FILES_SHOWN), (self.by_test, TESTS_SHOWN)):
            for name, seconds in sorted(counted.items(), key=itemgetter(1), reverse=True)[:shown]:
                terminalreporter.line(f"{seconds:8.1f} {name}")
            terminalreporter.line("")

    def _lap(self) -> float:
        """The time since this was last asked for."""
        now = _spent()
        lap, self.before = now - self.before, now
        return lap


def _spent() -> float:
    """The processor time of this process and of those it has waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system
