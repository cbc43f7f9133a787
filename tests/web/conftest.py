"""A real server, a real browser, and a look at everything the page says to its console or asks of anybody."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright")
CHROMIUM = shutil.which("chromium")
if CHROMIUM is None:
    pytest.skip("scripts/ensure-packages installs Chromium", allow_module_level=True)

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright  # noqa: E402

DESKTOP = (1280, 800)
PHONE = (390, 844)
TABLET = (820, 1180)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@dataclass
class Server:
    """A server of its own process, which can be killed and started again."""

    database: Path
    port: int
    environment: dict[str, str] | None = None
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-m", "knockroll", "serve", "--no-browser", "--port", str(self.port), "--no-limits"]
        command += ["--database", str(self.database)]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=self.environment)
        for _ in range(1200):  # a minute: other tests may keep the machine busy
            try:
                with urllib.request.urlopen(f"{self.url}/api/health", timeout=1):
                    return
            except OSError:
                time.sleep(0.05)
        raise RuntimeError("the server does not answer")

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    one = Server(tmp_path_factory.mktemp("web") / "tables.sqlite3", free_port())
    one.start()
    yield one
    one.kill()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


@dataclass
class Watched:
    """What pages have said and asked for."""

    console: list[str] = field(default_factory=list)
    elsewhere: list[str] = field(default_factory=list)

    def knows(self, server: Server) -> None:
        """Requests to this server, too, are not to strangers."""
        ours = (server.url, server.url.replace("http", "ws"))
        self.elsewhere[:] = [url for url in self.elsewhere if not url.startswith(ours)]


Opening = Callable[..., Page]


@pytest.fixture
def watched() -> Watched:
    return Watched()


@pytest.fixture
def visit(browser: Browser, server: Server, watched: Watched) -> Iterator[Opening]:
    """Open a page of the server as a new person, with settings of theirs; at the end the console must be silent."""
    contexts: list[BrowserContext] = []

    def open_page(path: str = "/", size: tuple[int, int] = DESKTOP, dark: bool = False, **settings: Any) -> Page:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if dark else "light",
            has_touch=size == PHONE,
        )
        context.set_default_timeout(10_000)
        contexts.append(context)
        chosen = json.dumps(json.dumps({"name": "Ann", "speed": "off"} | settings))
        context.add_init_script(f"if (!localStorage.getItem('knockroll')) localStorage.setItem('knockroll', {chosen})")
        page = context.new_page()
        page.on("console", lambda message: watched.console.append(message.text))
        page.on("pageerror", lambda error: watched.console.append(str(error)))
        page.on(
            "request",
            lambda request: (
                None if request.url.startswith((server.url, "data:")) else watched.elsewhere.append(request.url)
            ),
        )
        page.goto(server.url + path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert watched.elsewhere == []
    assert watched.console == []
