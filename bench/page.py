"""The page in a real browser: how much is loaded, how soon it can be used, how long a redraw takes.

Needs Chromium and Playwright, as the tests of the page do.
"""

from __future__ import annotations

import json
import shutil
import tempfile
import time
import urllib.request
from pathlib import Path
from statistics import median
from typing import Any

from scripts.serving import ServerProcess

from bench.report import Row, Section

VISITS = 7
REDRAWS = 60
SEATS = 10

WEIGHT = """() => performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation"))
  .filter((entry) => !entry.name.includes("/api/")).reduce((sum, entry) => sum + entry.decodedBodySize, 0)"""

# A change of the window's size is drawn anew in the next frame, between our two marks.
REDRAW = """() => new Promise((resolve) => {
  let start = 0;
  requestAnimationFrame(() => { start = performance.now(); });
  window.dispatchEvent(new Event("resize"));
  requestAnimationFrame(() => { document.body.getBoundingClientRect(); resolve(performance.now() - start); });
})"""


def measure(seconds: float) -> Section:
    """The figures of the page; how long they take does not depend on ``seconds``."""
    from playwright.sync_api import sync_playwright

    section = Section("Page: in Chromium, headless")
    with (
        tempfile.TemporaryDirectory() as name,
        ServerProcess(Path(name) / "page.sqlite3") as server,
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"]) as browser,
    ):
        waits = []
        for _ in range(VISITS):
            page = browser.new_page()
            begun = time.perf_counter()
            page.goto(server.url)
            page.get_by_role("button", name="Play now: Farkle").wait_for()
            waits.append(time.perf_counter() - begun)
            weight = page.evaluate(WEIGHT)
            page.close()
        page = browser.new_page()
        table = _open_table(server.url)
        page.context.request.post(f"{server.url}/api/tables/{table}/sit", data={"name": "Ann"})
        page.goto(f"{server.url}/table/{table}")
        page.locator(".prompt.now, .showdown").first.wait_for()
        redraws = sorted(page.evaluate(REDRAW) for _ in range(REDRAWS))
    section.rows += [
        Row("all files together", weight / 1000, goal="< 300 kB", unit=" kB"),
        Row("from the address to an interactive lobby, median", median(waits), goal="< 1 s", unit=" s"),
        Row(f"redraw of a table with {SEATS} seats, median", median(redraws), goal="< 16 ms", unit=" ms"),
        Row(f"redraw of a table with {SEATS} seats, 95th percentile", redraws[REDRAWS * 95 // 100], unit=" ms"),
    ]
    return section


def _open_table(url: str) -> str:
    seats: list[dict[str, Any]] = [{"kind": "person"}, *({"kind": "computer"} for _ in range(SEATS - 1))]
    body = json.dumps({"game": "tonk", "seats": seats}).encode()
    request = urllib.request.Request(f"{url}/api/tables", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return str(json.load(answer)["table"]["id"])
