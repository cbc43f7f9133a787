"""The way of a click: one move, from the socket of the person who makes it to the socket of the one who sees it.

The move is traced in a running server. ``docs/architecture.md`` lists the files it passes, and this test holds the page
to it. It also counts how often the way comes through each module of the server:

* once from above, however many calls there are: by modules that import it;
* again for each module that calls it through an interface or a callback, and for the event loop.

The second kind is what makes a way hard to follow, because no import shows it.
"""

from __future__ import annotations

import asyncio
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import knockroll
from knockroll.engine.rule import COMPILED_FOR
from tests.server.helpers import PATIENCE, serving

PACKAGE = Path(knockroll.__file__).parent
PAGE = Path(__file__).parents[2] / "docs" / "architecture.md"
MOST_FILES = 30
MOST_ENTRIES = 2
LOOP = "the event loop"
RUNNER = "server/__init__.py"
"""Runs the event loop."""
SUPERVISOR = "server/supervisor.py"
"""Runs what happens now and then beside the click."""


class Way:
    """The files that a thread's calls pass, and their callers."""

    def __init__(self) -> None:
        self.files: list[str] = []
        self.callers: dict[str, set[str]] = defaultdict(set)

    def __call__(self, frame: FrameType, event: str, argument: object) -> None:
        file = _file_of(frame)
        if event != "call" or file is None or SUPERVISOR in _files_above(frame):
            return
        if file not in self.files:
            self.files.append(file)
        above = frame.f_back
        while above is not None and _file_of(above) is None:
            above = above.f_back
        caller = LOOP if above is None else _file_of(above)
        caller = LOOP if caller == RUNNER else caller
        if caller is not None and caller != file:
            self.callers[file].add(caller)

    def entries(self, file: str) -> list[str]:
        """How the way enters a file: from above, and by callbacks."""
        above = {caller for caller in self.callers[file] if caller != LOOP and _imports(caller, file)}
        return [*(["above"] if above else []), *sorted(self.callers[file] - above)]


def _file_of(frame: FrameType) -> str | None:
    path = Path(frame.f_code.co_filename)
    return path.relative_to(PACKAGE).as_posix() if path.is_relative_to(PACKAGE) else None


def _files_above(frame: FrameType) -> Iterator[str | None]:
    """The files of a call, then of its caller, and so on."""
    at: FrameType | None = frame
    while at is not None:
        yield _file_of(at)
        at = at.f_back


def _module(file: str) -> str:
    return "knockroll." + file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _imports(caller: str, file: str) -> bool:
    """Whether a module imports another module, or a name from it."""
    name = _module(file)
    return any(
        getattr(value, "__module__", None) == name or value is sys.modules[name]
        for value in vars(sys.modules[_module(caller)]).values()
    )


def _trace(tmp_path: Path) -> Way:
    """One person discards a card, and another one sees it."""
    way = Way()
    with serving(str(tmp_path / "db"), sweep_seconds=3600) as served:
        people = served.seated("Ann", "Bob")
        turn = people[0].get("/view")["view"]["turn"]
        assert served.server is not None and served.server.tables.hall is not None
        loop = served.server.tables.hall.store._home

        async def profile(trace: Way | None) -> None:
            sys.setprofile(trace)

        with people[turn].live() as mover, people[1 - turn].live() as other:
            hello, _ = (socket.receive("hello") for socket in (mover, other))
            for socket in (mover, other):
                while socket.receive("presence")["online"] != [0, 1]:
                    pass
            mover.move("draw stock", hello["seq"])  # what happens only once has happened after this
            drawn, _ = (socket.receive("event") for socket in (mover, other))
            for cached in COMPILED_FOR:  # what a hand is worth is worked out again, also if another test had that hand
                if hasattr(cached, "cache_clear"):
                    cached.cache_clear()
            asyncio.run_coroutine_threadsafe(profile(way), loop).result(PATIENCE)
            mover.move(drawn["view"]["legal"][0], drawn["seq"])
            _, seen = (socket.receive("event") for socket in (mover, other))
            asyncio.run_coroutine_threadsafe(profile(None), loop).result(PATIENCE)
    assert seen["move"].startswith("discard")
    return way


def section() -> str:
    """The section of the page about the way of a click."""
    return PAGE.read_text(encoding="utf-8").partition("## The way of a click")[2].partition("\n## ")[0]


def test_a_click_passes_the_files_that_the_page_lists(tmp_path: Path) -> None:
    way = _trace(tmp_path)
    print("\n".join(f"{file}: {', '.join(way.entries(file))}" for file in way.files))
    assert len(way.files) <= MOST_FILES
    entries = {file: way.entries(file) for file in way.files if file.startswith("server/")}
    assert {file: by for file, by in entries.items() if len(by) > MOST_ENTRIES} == {}
    listed = re.findall(r"^(\S+\.py) +— \S", section(), re.M)
    assert sorted(listed) == sorted(way.files)  # the order depends on which listener comes first
