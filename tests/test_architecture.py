"""docs/architecture.md is one page, and true of the tree where a program can tell."""

from __future__ import annotations

import re
from pathlib import Path

import knockroll

SOURCES = Path(knockroll.__file__).parent
ROOT = SOURCES.parents[1]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
PICTURE = re.search(r"^src/knockroll/\n(.*?)^docs/rules/", PAGE, re.DOTALL | re.MULTILINE)


def _packages(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir() if path.is_dir() and not path.name.startswith(("_", "."))}


def test_it_is_one_page() -> None:
    assert len(PAGE.splitlines()) <= 120


def test_the_picture_has_every_room_and_no_other() -> None:
    assert PICTURE is not None
    named = set(re.findall(r"^  (\w+(?:\.py)?)/? ", PICTURE[1], re.MULTILINE))
    modules = {path.name for path in SOURCES.glob("*.py") if not path.name.startswith("__")}
    assert named == _packages(SOURCES) | modules


def test_the_picture_names_the_folders_inside_the_rooms() -> None:
    assert PICTURE is not None
    for room in ("games", "lab", "players", "server", "terminal"):
        [part] = re.findall(rf"^  {room}/ (.*?)(?=^  \w)", PICTURE[1] + "  x", re.DOTALL | re.MULTILINE)
        assert set(re.findall(r"(\w+)/", part)) == _packages(SOURCES / room), room


def test_the_picture_is_in_the_order_of_imports() -> None:
    """The order is that of the contract in pyproject.toml. The page imports nothing: it talks to the API."""
    assert PICTURE is not None
    drawn = [name.removesuffix(".py") for name in re.findall(r"^  (\w+(?:\.py)?)/? ", PICTURE[1], re.MULTILINE)]
    contract = (ROOT / "pyproject.toml").read_text(encoding="utf-8").split("[[tool.importlinter.contracts]]")[1]
    layers = re.findall(r'^    "(.*)",$', contract, re.MULTILINE)
    height = {name: place for place, layer in enumerate(layers) for name in re.split(r"\W+", layer)}
    places = [height[name] for name in drawn if name != "web"]
    assert places == sorted(places)


def test_files_that_the_page_names_are_there() -> None:
    named = set(re.findall(r"\b(?:[\w-]+/)+[\w-]+\.(?:py|js|md|toml)\b", PAGE))
    assert len(named) > 20
    missing = [name for name in sorted(named) if not any((base / name).exists() for base in (SOURCES, ROOT))]
    assert missing == []


def test_every_room_says_what_it_is() -> None:
    """What the page leaves out is in the docstrings of the packages."""
    for path in SOURCES.rglob("__init__.py"):
        assert path.read_text(encoding="utf-8").lstrip().startswith(('"""', 'r"""')), path


def test_modules_that_a_room_lists_are_there() -> None:
    """The lines of a docstring that begin with names in double backquotes list the modules of the package."""
    for path in SOURCES.rglob("__init__.py"):
        for names in re.findall(r"^((?:``\w+``,? )+) ", path.read_text(encoding="utf-8").split('"""')[1], re.MULTILINE):
            for name in re.findall(r"\w+", names):
                folders = [path.parent] if path.parent.name != "games" else [path.parent / "tunk"]
                assert any((f / f"{name}.py").exists() or (f / name).is_dir() for f in folders), f"{path}: {name}"
