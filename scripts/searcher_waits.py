"""Measure how long one waits for a player that searches, in a browser, while endless loops keep all cores busy.

``python -m scripts.searcher_waits`` starts a server as ``make play`` does, picks Madame Zora, plays a game against her
and prints the waits. With ``--url`` it plays on a server that is already running, such as one that ``make play`` has
started in a fresh clone. With ``--attacked`` a stranger keeps opening tables where only searching players play.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Any

import httpx
from playwright.sync_api import Page, WebSocket, expect, sync_playwright
from websockets.asyncio.client import connect

from scripts.serving import ServerProcess

MOST_SECONDS_TO_PREPARE = 1800
LOOPS = 2
GOAL_SECONDS = 2.0


@contextmanager
def endless_loops(count: int) -> Iterator[None]:
    """Keep this many cores busy."""
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


class Stranger(threading.Thread):
    """Opens ten tables where only searching players play, each with different rules, then one every six seconds.

    All of them are watched, because players think at such tables only while someone watches.
    """

    AT_FIRST, PAUSE = 10, 6.0

    def __init__(self, origin: str) -> None:
        super().__init__(daemon=True)
        self.origin = origin
        self.opened = self.refused = 0

    def run(self) -> None:
        """Attack until the process ends."""
        asyncio.run(self._attack())

    async def _attack(self) -> None:
        async with httpx.AsyncClient(base_url=self.origin, timeout=60) as http, asyncio.TaskGroup() as group:
            while True:
                number = self.opened + self.refused
                seats = [{"kind": "computer", "player": "Miss Supposing"}] * (2 + number % 5)
                plan = {"game": "tunk", "seats": seats, "options": {"target": 101 + number}, "pace": 0}
                answer = await http.post("/api/tables", json=plan)
                if answer.is_success:
                    self.opened += 1
                    group.create_task(self._watch(answer.json()["table"]["id"]))
                else:
                    self.refused += 1
                if number >= self.AT_FIRST:
                    await asyncio.sleep(self.PAUSE)

    async def _watch(self, table: str) -> None:
        async with connect(f"ws{self.origin.removeprefix('http')}/api/tables/{table}/live") as socket:
            async for _ in socket:
                pass


@dataclass
class Heard:
    """What a page receives over its WebSocket: who made each move of the others, and how long it took."""

    by: list[str] = field(default_factory=list)
    """``computer``, or ``substitute`` if another player moved in the place of the one at the seat."""
    waits: list[float] = field(default_factory=list)
    _last: float = 0.0

    def listen_to(self, page: Page) -> None:
        """Record all messages from now on."""
        page.on("websocket", lambda socket: self._open(socket))

    def _open(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: self._hear(data))

    def _hear(self, data: str | bytes) -> None:
        message: dict[str, Any] = json.loads(data)
        now = time.monotonic()
        if message.get("kind") == "move" and message.get("by") != "person":
            self.by.append(message["by"])
            self.waits.append(now - self._last)
        if "seq" in message:
            self._last = now


def sit_down_with(page: Page, origin: str, game: str, player: str) -> float:
    """Pick a player in the set-up, wait until it is ready, and begin. Returns the seconds until it was ready."""
    page.goto(f"{origin}/solo/{game}")
    since = time.monotonic()
    choice = page.get_by_role("radio", name=player, exact=True)
    choice.check(force=True)  # the radio button itself is hidden, its label is not
    row = page.locator(".sitter").filter(has=choice)
    expect(row.get_by_role("progressbar")).to_have_count(0, timeout=1000 * MOST_SECONDS_TO_PREPARE)
    ready = time.monotonic() - since
    page.locator(".submit .primary").click()
    page.wait_for_url("**/table/*")
    return ready


def main() -> None:
    """Play a game, and print the waits."""
    from tests.web.conftest import CHROMIUM, FLAGS, settings_of
    from tests.web.person import Person

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", help="a server that is running")
    parser.add_argument("--game", default="gin_rummy")
    parser.add_argument("--player", default="Madame Zora")
    parser.add_argument("--loops", type=int, default=LOOPS)
    parser.add_argument("--attacked", action="store_true", help="while a stranger asks searching players for more")
    asked = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        endless_loops(asked.loops),
        ExitStack() as stack,
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS) as browser,
    ):
        origin = asked.url.rstrip("/") if asked.url else stack.enter_context(_server(Path(folder))).url
        page = browser.new_page()
        page.set_default_timeout(120_000)
        page.add_init_script(settings_of())
        heard = Heard()
        heard.listen_to(page)
        ready = sit_down_with(page, origin, asked.game, asked.player)
        stranger = Stranger(origin)
        if asked.attacked:
            stranger.start()
        Person(page).play_to_the_end()
        if asked.attacked:
            print(f"The stranger opened {stranger.opened} tables and was refused {stranger.refused}.")
    print(f"{asked.player}, {asked.loops} endless loops beside: ready after {ready:.1f} s")
    parts = quantiles(heard.waits, n=100)
    print(
        f"{len(heard.by)} moves, {heard.by.count('substitute')} by a substitute; waits: median {parts[49]:.2f} s, "
        f"95% {parts[94]:.2f} s (goal: < {GOAL_SECONDS:g} s), longest {max(heard.waits):.2f} s"
    )


def _server(folder: Path) -> ServerProcess:
    return ServerProcess(folder / "tables.sqlite3", command=play_command())


def play_command() -> list[str]:
    """Return the command of ``make play``; a port and a database are added to it."""
    return [sys.executable, "-m", "knockroll", "serve", "--no-browser"]


if __name__ == "__main__":
    main()
