"""The page's sources: short lines, and nothing that nobody uses. Everything else is for tsc and Biome."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import knockroll

WEB = Path(knockroll.__file__).parent / "web"
SCRIPTS = sorted(WEB.rglob("*.js"))
STYLES = sorted(WEB.rglob("*.css"))
LONGEST_LINE = 120
IMPORT = re.compile(r'(?:from |import\()"(\.[^"]+)"')
"""A module that another one imports, if only a type."""


@pytest.mark.parametrize("path", [*SCRIPTS, *STYLES], ids=lambda path: path.name)
def test_lines_are_as_short_as_pythons(path: Path) -> None:
    lines = enumerate(path.read_text().splitlines(), start=1)
    assert [number for number, line in lines if len(line) > LONGEST_LINE] == []


def test_what_is_exported_is_used_elsewhere() -> None:
    texts = {path: path.read_text() for path in SCRIPTS}
    unused = [
        f"{path.name}: {name}"
        for path, text in texts.items()
        for name in re.findall(r"^export (?:async )?(?:function|const|class) (\w+)", text, re.M)
        if not any(re.search(rf"\b{name}\b", other) for place, other in texts.items() if place != path)
    ]
    assert unused == []


MODEL = WEB / "js" / "model"
BROWSER = re.compile(
    r"\b(?:document|window|location|navigator|history|localStorage|sessionStorage|matchMedia|getComputedStyle|fetch"
    r"|requestAnimationFrame|WebSocket|Notification|DOMRect|Element|(?:HTML|SVG)\w*Element)\b"
)
"""Names that only a browser has."""


@pytest.mark.parametrize("path", sorted(MODEL.glob("*.js")), ids=lambda path: path.name)
def test_the_model_knows_no_browser(path: Path) -> None:
    text = path.read_text()
    types_only = re.compile(r"/\*.*?\*/", re.S)  # prose may say "document"; a type may not
    code = types_only.sub(lambda comment: " ".join(re.findall(r"\{[^}]*\}", comment[0])), text)
    assert BROWSER.findall(code) == []
    assert {(path.parent / other).resolve().parent for other in IMPORT.findall(text)} <= {MODEL.resolve()}


def test_no_module_needs_another_that_needs_it_not_even_for_a_type() -> None:
    needs = {path: [(path.parent / other).resolve() for other in IMPORT.findall(path.read_text())] for path in SCRIPTS}
    done: set[Path] = set()

    def visit(path: Path, way: tuple[Path, ...]) -> None:
        assert path not in way, " -> ".join(one.name for one in (*way[way.index(path) :], path))
        if path in done or path not in needs:
            return
        for other in needs[path]:
            visit(other, (*way, path))
        done.add(path)

    for path in needs:
        visit(path, ())


def test_every_class_of_the_style_sheets_is_on_some_element() -> None:
    rule_books = WEB.parent / "server" / "pages" / "rule_books.py"
    scripts = "\n".join(path.read_text() for path in [*SCRIPTS, WEB / "index.html", rule_books])
    colours = r"felt-(?:blue|green|grey|red)|back-(?:black|blue|green|red)"
    dynamic = re.compile(rf"of-\d|rows-\d|suit-[shdc]|step-[123]|at-end|{colours}")
    unused = set()
    for path in STYLES:
        text = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S)
        for selectors in re.findall(r"([^{};]+)\{", text):
            unused |= {
                f"{path.name}: .{name}"
                for name in re.findall(r"\.([a-z][\w-]*)", selectors)
                if not dynamic.fullmatch(name) and not re.search(rf"(?<![\w-]){name}(?![\w-])", scripts)
            }
    assert unused == set()
