"""The list of small errors that make no difference is about the code as it is."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LISTED = tomllib.loads((ROOT / "tests" / "mutants.toml").read_text())["equivalent"]


@pytest.mark.parametrize("entry", LISTED, ids=[f"{entry['path']}: {entry['was']}" for entry in LISTED])
def test_an_error_that_makes_no_difference_is_of_a_line_that_is_there(entry: dict[str, str]) -> None:
    source = (ROOT / "src" / "knockroll" / entry["path"]).read_text()
    lines = ["".join(line.split("  # ")[0].split()) for line in source.splitlines()]
    assert "".join(entry["was"].split()) in "".join(lines)
    assert entry["becomes"] != entry["was"]
    assert entry["why"]
