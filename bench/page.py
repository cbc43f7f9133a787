"""The page in a real browser: how much it loads, how soon it can be used, and what redraws and an idle table cost.

Each figure stands beside its limit, or beside another version.

``python -m bench page --beside "…/knockroll serve --no-browser"`` measures another version in the same run, alternating
between the two. Needs Chromium and Playwright, as the tests of the page do.
"""

from __future__ import annotations

import json
import shutil
import tempfile
import time
import urllib.request
from collections import defaultdict
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from scripts.serving import ServerProcess

from bench.report import Row, Section

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

VISITS = 9
REDRAWS = 60
SEATS = 10
IDLE_SECONDS = 10.0
MOST_KILOBYTES, MOST_PAINT_SECONDS, MOST_REDRAW_MS, MOST_IDLE_PERCENT = 130, 0.7, 16, 1
"""The limits for the measurements."""
SLOW_LINE = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
"""A phone far away: a round trip of 150 ms, 1.6 Mbit/s."""

LOBBY_IS_READY = """
window.ready = new Promise((resolve) => {
  new MutationObserver((_, observer) => {
    if (![...document.querySelectorAll("button")].some((button) => button.textContent.includes("Play now"))) return;
    observer.disconnect();
    resolve(performance.now());
  }).observe(document, { childList: true, subtree: true });
});
"""
"""The page reports when it is ready: polling would slow it down."""
LOADED = """async () => {
  const ready = await window.ready;
  const painted = () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime;
  while (!painted()) await new Promise(requestAnimationFrame); // the browser says so a little later
  const files = performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation"))
    .filter((entry) => !entry.name.includes("/api/"));
  return {
    requests: files.length,
    bytes: files.reduce((sum, entry) => sum + entry.encodedBodySize, 0),
    ready,
    paint: painted(),
  };
}"""

WEIGHT = """() => performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation"))
  .reduce((sum, entry) => sum + entry.encodedBodySize, 0)"""
"""The size of everything that was loaded, including answers of the API."""

# A change of the window's size is drawn in the next frame, between our two marks.
REDRAW = """() => new Promise((resolve) => {
  let start = 0;
  requestAnimationFrame(() => { start = performance.now(); });
  window.dispatchEvent(new Event("resize"));
  requestAnimationFrame(() => { document.body.getBoundingClientRect(); resolve(performance.now() - start); });
})"""


def measure(beside: Sequence[str] | None = None) -> Section:
    """Return the figures of the page.

    :param beside: the command that starts a server of another version
    """
    from playwright.sync_api import sync_playwright

    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        ours = stack.enter_context(ServerProcess(folder / "page.sqlite3"))
        urls = {"ours": ours.url}
        if beside is not None:
            urls["other"] = stack.enter_context(ServerProcess(folder / "other.sqlite3", command=beside)).url
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        stack.enter_context(browser)
        here = _visit_in_turns(browser, urls, slow=False)
        far = _visit_in_turns(browser, urls, slow=True)
        tables = {name: _visit_table(browser, url) for name, url in urls.items()}

    def beside_limit(what: str, ours: float, other: float | None, unit: str, limit: float | None = None) -> Row:
        goal = "" if limit is None else f"< {limit}{unit}"
        peer, name = (limit, "limit") if other is None else (other, "other version")
        return Row(what, ours, peer, name if peer is not None else "", goal, unit)

    def row(
        what: str,
        found: dict[str, dict[str, float]],
        figure: str,
        unit: str,
        per: float = 1,
        limit: float | None = None,
    ) -> Row:
        other = found["other"][figure] / per if "other" in found else None
        return beside_limit(what, found["ours"][figure] / per, other, unit, limit)

    slow = "at 150 ms and 1.6 Mbit/s"
    table = f"a table with {SEATS} seats"
    return Section(
        "Page: in Chromium, headless",
        [
            row("requests for files", here, "requests", ""),
            row("lobby, all files together, compressed", here, "bytes", " kB", 1000, MOST_KILOBYTES),
            row(f"{table}, all files and answers together, compressed", tables, "bytes", " kB", 1000, MOST_KILOBYTES),
            row(f"first contentful paint {slow}, median", far, "paint", " s", 1000, MOST_PAINT_SECONDS),
            row(f"an interactive lobby {slow}, median", far, "ready", " s", 1000),
            row("an interactive lobby on this machine, median", here, "ready", " ms"),
            row(f"redraw of {table}, median", tables, "redraw", " ms", 1, MOST_REDRAW_MS),
            row(f"redraw of {table}, 95th percentile", tables, "late redraw", " ms"),
            row(f"{table} at rest, share of a core", tables, "idle", " %", 1, MOST_IDLE_PERCENT),
        ],
    )


def _visit_in_turns(browser: Browser, urls: dict[str, str], slow: bool) -> dict[str, dict[str, float]]:
    """Return the medians of what first visits load, each with an empty cache."""
    seen: dict[str, dict[str, list[float]]] = {name: defaultdict(list) for name in urls}
    for _ in range(VISITS):
        for name, url in urls.items():
            with browser.new_context() as context:
                page = context.new_page()
                page.add_init_script(LOBBY_IS_READY)
                if slow:
                    context.new_cdp_session(page).send("Network.emulateNetworkConditions", SLOW_LINE)
                page.goto(url)
                for figure, value in page.evaluate(LOADED).items():
                    seen[name][figure].append(value)
    return {name: {figure: median(values) for figure, values in figures.items()} for name, figures in seen.items()}


def _visit_table(browser: Browser, url: str) -> dict[str, float]:
    """Measure a table with the person to move: what it loads, how long redraws take, and what it costs when idle."""
    with browser.new_context() as context:
        page = context.new_page()
        table = _open_table(url)
        context.request.post(f"{url}/api/tables/{table}/sit", data={"name": "Ann"})
        page.goto(f"{url}/table/{table}")
        page.locator(".prompt.now, .showdown").first.wait_for()
        weight = page.evaluate(WEIGHT)
        redraws = sorted(page.evaluate(REDRAW) for _ in range(REDRAWS))
        page.wait_for_timeout(3000)  # by then the moves of the others have been shown
        return {
            "bytes": weight,
            "redraw": median(redraws),
            "late redraw": redraws[REDRAWS * 95 // 100],
            "idle": _idle_percent(page),
        }


def _idle_percent(page: Page) -> float:
    """Return the share of a core that the page's main thread takes while nothing happens."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable")

    def busy() -> float:
        metrics = devtools.send("Performance.getMetrics")["metrics"]
        return next(float(one["value"]) for one in metrics if one["name"] == "TaskDuration")

    began, busy_before = time.perf_counter(), busy()
    page.wait_for_timeout(1000 * IDLE_SECONDS)
    return 100 * (busy() - busy_before) / (time.perf_counter() - began)


def _open_table(url: str) -> str:
    seats: list[dict[str, Any]] = [{"kind": "person"}, *({"kind": "computer"} for _ in range(SEATS - 1))]
    body = json.dumps({"game": "tonk", "seats": seats}).encode()
    request = urllib.request.Request(f"{url}/api/tables", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return str(json.load(answer)["table"]["id"])
