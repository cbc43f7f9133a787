"""Mutation testing: the errors that make no difference are of the code as it is, and which can be tried quickly."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from scripts.mutants.quick import find_change

from knockroll.engine import cards

ROOT = Path(__file__).parents[1]
LISTED = tomllib.loads((ROOT / "tests" / "mutants.toml").read_text())["equivalent"]


@pytest.mark.parametrize("entry", LISTED, ids=[f"{entry['path']}: {entry['was']}" for entry in LISTED])
def test_an_error_that_makes_no_difference_is_of_a_line_that_is_there(entry: dict[str, str]) -> None:
    source = (ROOT / "src" / "knockroll" / entry["path"]).read_text()
    lines = ["".join(line.split("  # ")[0].split()) for line in source.splitlines()]
    assert "".join(entry["was"].split()) in "".join(lines)
    assert entry["becomes"] != entry["was"]
    assert entry["why"]


SOURCE = Path("src/knockroll/engine/cards.py")


def test_a_change_inside_of_a_function_is_found_and_its_code_can_be_put_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    source = SOURCE.read_text()
    change = find_change(SOURCE, source.replace("return min(card % 13 + 1, 10)", "return max(card % 13 + 1, 10)"))
    assert change is not None
    function, code = change
    assert function is cards.points
    monkeypatch.setattr(function, "__code__", code)
    assert cards.points(0) == 10


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        ("DECK_SIZE = 52", "DECK_SIZE = 53"),
        ("def points(card: int)", "def points(card: int = 1)"),
        ("return min(card % 13 + 1, 10)", "return min(card % 13 + 1, 10)  # the same"),
    ],
)
def test_nothing_else_can_be_tried_quickly(was: str, becomes: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    source = SOURCE.read_text()
    assert was in source
    assert find_change(SOURCE, source.replace(was, becomes)) is None
