"""The reference documentation: it is built without a warning, whole, and works without a network."""

from __future__ import annotations

import fcntl
import inspect
import os
import re
import subprocess
import sys
import zlib
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

import knockroll
from knockroll.engine.views import view_type
from knockroll.lab import arena

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built once, by whichever process of the tests comes first."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    built = folder / "site"
    with (folder / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not built.exists():
            command = [sys.executable, "-m", "scripts.docs", "--output", str(built)]
            ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=500)
            assert ran.returncode == 0, ran.stdout + ran.stderr
            assert ran.stderr == ""
    return built


class Page(HTMLParser):
    """What a page names, and what it leads to or loads."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if "id" in given:
            self.ids.add(given["id"])
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        elif tag == "link" and given.get("rel") in ("stylesheet", "icon", "preload"):
            self.loaded.append(given["href"])
        elif "src" in given:
            self.loaded.append(given["src"])


@pytest.fixture(scope="session")
def pages(site: Path) -> dict[Path, Page]:
    return {path: Page(path) for path in site.rglob("*.html")}


def test_every_link_inside_leads_to_something(site: Path, pages: dict[Path, Page]) -> None:
    lost = []
    for path, page in pages.items():
        for link in (*page.links, *page.loaded):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc or link.startswith("data:"):
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            anchor = unquote(parts.fragment)
            if not target.is_file() or (anchor and target in pages and anchor not in pages[target].ids):
                lost.append(f"{path.relative_to(site)}: {link}")
    assert lost == []


def test_links_to_other_sites_have_the_form_of_one(pages: dict[Path, Page]) -> None:
    links = {link for page in pages.values() for link in page.links if urlsplit(link).scheme}
    form = re.compile(r"https://[\w-]+(\.[\w-]+)+(/\S*)?|http://127\.0\.0\.1:\d+\S*")
    assert [link for link in links if not form.fullmatch(link)] == []


def test_nothing_is_loaded_from_elsewhere(site: Path, pages: dict[Path, Page]) -> None:
    assert [src for page in pages.values() for src in page.loaded if urlsplit(src).netloc] == []
    for style in site.rglob("*.css"):
        assert re.findall(r"(?:@import|url\()\s*['\"]?(?:https?:)?//[^)'\"]*", style.read_text("utf-8")) == [], style


# --- What is in it -------------------------------------------------------------------------------------------------


def described(site: Path) -> set[str]:
    """The Python names that the site describes: its inventory, which other sites could refer to."""
    _, _, _, _, packed = (site / "objects.inv").read_bytes().split(b"\n", 4)
    lines = zlib.decompress(packed).decode().splitlines()
    return {line.split(" ")[0] for line in lines if " py:" in line}


def public_names() -> Iterator[tuple[str, object]]:
    """What the package and the arena offer, and the public methods and properties of their classes."""
    for module in (knockroll, arena):
        for name in module.__all__:
            thing = getattr(module, name)
            yield f"{module.__name__}.{name}", thing
            for part, value in vars(thing).items() if isinstance(thing, type) else ():
                is_method = isinstance(value, property | classmethod | staticmethod) or callable(value)
                if is_method and not part.startswith("_"):
                    yield f"{module.__name__}.{name}.{part}", getattr(thing, part)


PUBLIC = dict(public_names())


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_name_says_what_it_is(name: str) -> None:
    assert (inspect.getdoc(PUBLIC[name]) or "").strip()


def test_every_public_name_is_in_the_reference(site: Path) -> None:
    assert set(PUBLIC) - described(site) == set()


def test_every_page_of_the_reference_leads_to_the_glossary(site: Path, pages: dict[Path, Page]) -> None:
    reference = {path: page for path, page in pages.items() if site / "reference" in path.parents}
    assert len(reference) > 10
    for path, page in reference.items():
        assert any(link.endswith("docs/glossary.html") for link in page.links), path


@pytest.mark.parametrize("name", knockroll.game_names())
def test_the_page_of_a_game_has_every_option_field_and_event(site: Path, name: str) -> None:
    game = knockroll.get_game(name)
    text = (site / "reference" / "games" / f"{name}.html").read_text("utf-8")
    said = set(re.findall(r'<span class="pre">([^<]+)</span>', text))
    assert {option.name for option in game.options} <= said
    assert set(view_type(game).__annotations__) <= said
    assert {*game.phases, *game.endings} <= said
    kinds = {kind.split()[0] if kind in game.moves.texts else kind for kind in game.showing.events}
    told = kinds if game.join else kinds - {"join", "leave"}
    events = text[text.index('id="events"') : text.index('id="players"')]
    listed = {re.sub(r"<.*?>", "", cell) for cell in re.findall(r"<tr class[^>]*><td>(.*?)</td>", events, re.DOTALL)}
    assert told == {cell.strip() for cell in listed}


def test_the_protocol_has_every_operation_and_message(site: Path) -> None:
    from scripts.docs.protocol import documents

    http, live = documents()
    page = (site / "reference" / "http.html").read_text("utf-8")
    assert [path for path in http["paths"] if path not in page] == []
    page = (site / "reference" / "live.html").read_text("utf-8")
    assert [name for name in live["components"]["messages"].values() if f">{name['name']}<a" not in page] == []
