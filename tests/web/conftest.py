"""A real server, a real browser, and a look at everything the page says to its console or asks of anybody."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright")
CHROMIUM = shutil.which("chromium")
if CHROMIUM is None:
    pytest.skip("scripts/ensure-packages installs Chromium", allow_module_level=True)

from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright  # noqa: E402
from playwright.sync_api import Error as PlaywrightError  # noqa: E402
from scripts.serving import ServerProcess  # noqa: E402

import knockroll  # noqa: E402
from tests import seeded  # noqa: E402
from tests.evidence import has_failed  # noqa: E402
from tests.web.notes import RECORDER  # noqa: E402

PATIENCE = 60_000
"""Milliseconds that a test waits for what should happen at once; the machine may be busy."""
expect.set_options(timeout=PATIENCE)
DESKTOP = (1280, 800)
PHONE = (390, 844)
TABLET = (820, 1180)
UNUSED = [
    # lists that drop down from a bar that nobody sees: half of the processor time of opening a window
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "AimEnabled",
    "LensOverlay",
    # a process in reserve for another site: there is only one
    "SpareRendererForSitePerProcess",
    # as Playwright has them, whose own list does not count beside this one
    "HttpsUpgrades",
    "MediaRouter",
    "OptimizationHints",
]
"""Parts of Chromium that these pages do not need."""
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(UNUSED)}",
]


WARNED = [f"{game} {verb.word}" for game in knockroll.game_names() for verb in knockroll.get_game(game).showing.verbs]
"""All moves that a person may be asked about once."""


def settings_of(**settings: Any) -> str:
    """A script that gives a person these settings: by default, one who has seen every tip and question."""
    usual = {"name": "Ann", "speed": "off", "sound": False, "tips": False, "warned": WARNED}
    chosen = json.dumps(json.dumps(usual | settings))
    return f"if (!localStorage.getItem('knockroll')) localStorage.setItem('knockroll', {chosen})"


SAME_ENTROPY = """(() => {
  let last = 0;
  crypto.getRandomValues = (bytes) => {
    for (const place of bytes.keys()) bytes[place] = last = (last * 5 + 41) % 256;
    return bytes;
  };
})()"""
"""What a person adds to the deal, the same in every run."""


@pytest.fixture(scope="session")
def seeded_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[ServerProcess, Path]]:
    """A server for all tests, and the file that tells it whose cards it deals."""
    folder = tmp_path_factory.mktemp("web")
    deals = folder / "test"
    deals.touch()
    with ServerProcess(folder / "tables.sqlite3", folder / "server.log", command=seeded.command(deals)) as one:
        yield one, deals


@pytest.fixture
def server(request: pytest.FixtureRequest, seeded_server: tuple[ServerProcess, Path]) -> ServerProcess:
    one, deals = seeded_server
    deals.write_text(request.node.nodeid)
    return one


@pytest.fixture(scope="package")  # not for the session: while it is open, no other test can run an event loop
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


@dataclass
class Watched:
    """What pages have said and asked for."""

    console: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    ours: tuple[str, ...] = ("data:",)

    def knows(self, url: str) -> None:
        """Requests to the server at this address are not to strangers."""
        self.ours += (url, url.replace("http", "ws"))

    def strangers(self) -> list[str]:
        """Whom pages have asked for something without being ours."""
        return [url for url in self.requests if not url.startswith(self.ours)]


def keep(context: BrowserContext, evidence: Path, name: str) -> None:
    """Keep what the pages of a person show, and the trace of all that happened (``playwright show-trace``)."""
    for number, page in enumerate(context.pages):
        with suppress(PlaywrightError):  # it may have crashed, or be busy for good
            page.screenshot(path=evidence / f"{name}-page-{number}.png", timeout=5_000)
            (evidence / f"{name}-page-{number}.html").write_text(f"<!-- {page.url} -->\n{page.content()}")
    with suppress(PlaywrightError):
        context.tracing.stop_chunk(path=evidence / f"{name}-trace.zip")


@dataclass(frozen=True)
class Kind:
    """What cannot be changed in a window that is open."""

    script: str
    has_touch: bool
    has_stage: bool


class Windows:
    """Windows of earlier tests: opening one takes longer than many a test, so the next test gets it, without a past."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[Kind, BrowserContext] = {}

    def take(self, kind: Kind, fresh: bool) -> BrowserContext:
        """A window that is fresh, or as good as that."""
        if not fresh and (free := self._free.pop(kind, None)) is not None:
            free.tracing.start_chunk()
            return free
        width, height = PHONE if kind.has_touch else DESKTOP
        context = self._browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=kind.has_touch,
        )
        context.set_default_timeout(PATIENCE)
        for script in (kind.script, SAME_ENTROPY, RECORDER):
            context.add_init_script(script)
        context.tracing.start()  # without snapshots: they take a sixth of a test's time
        context.new_page()
        return context

    def give_back(self, kind: Kind, context: BrowserContext, origin: str) -> None:
        """Forget who was there; what cannot be forgotten, or is there already, is closed."""
        if kind in self._free or not context.pages:
            context.close()
            return
        page, *others = context.pages
        for other in others:
            other.close()
        page.unroute_all()
        context.unroute_all()
        page.goto(f"{origin}/api/health")  # at another origin, or at none, the page would get another process
        page.mouse.move(0, 0)
        page.emulate_media(color_scheme="light", reduced_motion="null")
        context.clear_cookies()
        context.clear_permissions()
        session = context.new_cdp_session(page)
        session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        session.send("Page.resetNavigationHistory")
        session.detach()
        context.tracing.stop_chunk()
        self._free[kind] = context


@pytest.fixture(scope="package")
def windows(browser: Browser) -> Windows:
    return Windows(browser)


Opening = Callable[..., Page]


@pytest.fixture
def watched() -> Watched:
    return Watched()


@pytest.fixture
def visit(
    request: pytest.FixtureRequest, windows: Windows, server: ServerProcess, watched: Watched, evidence: Path
) -> Iterator[Opening]:
    """Open a page of the server as a new person, with settings of theirs; at the end the console must be silent.

    Without a path a stage opens the page. The window may be that of an earlier test; a test that adds scripts to it,
    sets its clock, or asks what a first visit costs, asks for a fresh one.
    """
    opened: list[tuple[Kind, bool, BrowserContext]] = []
    watched.knows(server.url)
    watching: list[tuple[Page, Any, Any]] = []

    def open_page(
        path: str | None = "/",
        size: tuple[int, int] = DESKTOP,
        fresh: bool = False,
        **settings: Any,
    ) -> Page:
        kind = Kind(settings_of(**settings), has_touch=size == PHONE, has_stage=path is None)
        context = windows.take(kind, fresh)
        opened.append((kind, fresh, context))
        (page,) = context.pages
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for event, note in (
            ("console", lambda message: watched.console.append(message.text)),
            ("pageerror", lambda error: watched.console.append(str(error))),
            ("request", lambda request: watched.requests.append(request.url)),
        ):
            page.on(event, note)  # type: ignore[call-overload]
            watching.append((page, event, note))
        if path is not None:
            page.goto(server.url + path)
        return page

    yield open_page
    failed = has_failed(request.node)
    if failed:
        for number, (_, _, context) in enumerate(opened):
            keep(context, evidence, f"person-{number}")
        (evidence / "console.txt").write_text("\n".join(watched.console))
        if server.log is not None:
            shutil.copy(server.log, evidence)
    for kind, fresh, context in opened:
        if failed or fresh:
            context.close()
            continue
        context.cookies()  # waits for an answer: until then, what pages have just said is heard
        for page, event, note in watching:
            if page.context == context:
                page.remove_listener(event, note)
        windows.give_back(kind, context, server.url)
    assert watched.strangers() == []
    assert watched.console == []
