"""Where the processor time of a run goes: ``pytest --processor-time`` prints it by folder and by file.

The time of other programs counts when they end: that of a server or browser shared by several tests falls to the last.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Generator

import pytest

FILES_SHOWN = 60


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option."""
    parser.addoption("--processor-time", action="store_true", help="print the processor time by folder and by file")


def pytest_configure(config: pytest.Config) -> None:
    """Measure only when asked."""
    if config.option.processor_time:
        config.pluginmanager.register(_ProcessorTime())


class _ProcessorTime:
    """Adds to each report, in the process of the test, the time since the last one, and sums it in the main process."""

    def __init__(self) -> None:
        self.before = _spent()
        self.by_file: Counter[str] = Counter()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        now = _spent()
        vars(report)["processor_time"], self.before = now - self.before, now  # pytest-xdist sends what it finds there
        return report

    def pytest_collection_finish(self) -> None:
        self.before = _spent()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.by_file[report.nodeid.partition("::")[0]] += vars(report)["processor_time"]

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        by_folder: Counter[str] = Counter()
        for file, seconds in self.by_file.items():
            by_folder["/".join(file.split("/")[:-1])] += seconds
        terminalreporter.section(f"{sum(by_folder.values()):.0f} s of processor time")
        for counted in (by_folder.most_common(), self.by_file.most_common(FILES_SHOWN)):
            for name, seconds in counted:
                terminalreporter.line(f"{seconds:8.1f} {name}")
            terminalreporter.line("")


def _spent() -> float:
    """The processor time of this process and of those it has waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system
