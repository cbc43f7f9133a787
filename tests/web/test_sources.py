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


def test_every_class_of_the_style_sheets_is_on_some_element() -> None:
    scripts = "\n".join(path.read_text() for path in SCRIPTS) + (WEB / "index.html").read_text()
    dynamic = re.compile(r"of-\d|rows-\d|suit-[shdc]")
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
