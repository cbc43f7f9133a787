"""The page in a real browser: how much is loaded, how soon it is seen and can be used, how long a redraw takes.

``python -m bench page --beside "…/knockroll serve --no-browser"`` measures another version in the same run, the
two in turns. Needs Chromium and Playwright, as the tests of the page do.
"""

from __future__ import annotations

import json
import shutil
import tempfile
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
    from playwright.sync_api import Browser

VISITS = 9
REDRAWS = 60
SEATS = 10
SLOW_LINE = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
"""A phone far away: 150 ms to and fro, 1.6 Mbit/s."""

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

# A change of the window's size is drawn in the next frame, between our two marks.
REDRAW = """() => new Promise((resolve) => {
  let start = 0;
  requestAnimationFrame(() => { start = performance.now(); });
  window.dispatchEvent(new Event("resize"));
  requestAnimationFrame(() => { document.body.getBoundingClientRect(); resolve(performance.now() - start); });
})"""


def measure(beside: Sequence[str] | None = None) -> Section:
    """The figures of the page.

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
        redraws = _redraws(browser, ours.url)

    def row(what: str, figures: dict[str, dict[str, float]], figure: str, unit: str, per: float, goal: str) -> Row:
        other = figures["other"][figure] / per if "other" in figures else None
        return Row(what, figures["ours"][figure] / per, other, "other version", goal, unit)

    slow = "at 150 ms and 1.6 Mbit/s"
    return Section(
        "Page: in Chromium, headless",
        [
            row("requests for files", here, "requests", "", 1, ""),
            row("all files together, compressed", here, "bytes", " kB", 1000, "< 120 kB"),
            row(f"first contentful paint {slow}, median", far, "paint", " s", 1000, "< 1 s"),
            row(f"an interactive lobby {slow}, median", far, "ready", " s", 1000, ""),
            row("an interactive lobby on this machine, median", here, "ready", " ms", 1, "half of e07920d"),
            Row(f"redraw of a table with {SEATS} seats, median", median(redraws), goal="< 16 ms", unit=" ms"),
            Row(f"redraw of a table with {SEATS} seats, 95th percentile", redraws[REDRAWS * 95 // 100], unit=" ms"),
        ],
    )


def _visit_in_turns(browser: Browser, urls: dict[str, str], slow: bool) -> dict[str, dict[str, float]]:
    """The medians of what is loaded in first visits, each with an empty cache."""
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


def _redraws(browser: Browser, url: str) -> list[float]:
    page = browser.new_page()
    table = _open_table(url)
    page.context.request.post(f"{url}/api/tables/{table}/sit", data={"name": "Ann"})
    page.goto(f"{url}/table/{table}")
    page.locator(".prompt.now, .showdown").first.wait_for()
    return sorted(page.evaluate(REDRAW) for _ in range(REDRAWS))


def _open_table(url: str) -> str:
    seats: list[dict[str, Any]] = [{"kind": "person"}, *({"kind": "computer"} for _ in range(SEATS - 1))]
    body = json.dumps({"game": "tonk", "seats": seats}).encode()
    request = urllib.request.Request(f"{url}/api/tables", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return str(json.load(answer)["table"]["id"])
