"""The tour of the lab (docs/lab.md) is a notebook: Jupytext reads it, and a kernel runs it from top to bottom."""

from __future__ import annotations

from typing import Any

import pytest

from tests.test_pages import ROOT

jupytext = pytest.importorskip("jupytext")
nbclient = pytest.importorskip("nbclient")


@pytest.mark.compiles
@pytest.mark.integration
def test_the_tour_of_the_lab_runs_as_a_notebook() -> None:
    notebook = jupytext.read(ROOT / "docs" / "lab.md")
    assert notebook.metadata["kernelspec"]["name"] == "python3"
    commands = [cell.source for cell in notebook.cells if cell.source.startswith("%%")]
    assert not commands, "commands are blocks of ```shell, which a notebook shows and does not run"
    nbclient.NotebookClient(notebook, timeout=600).execute(cwd=ROOT)
    shown = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    kinds: set[str] = {kind for output in shown for kind in output.get("data", {})}
    assert {"image/svg+xml", "text/html"} <= kinds, "a table and the result of a match show themselves"
    assert not [output for output in shown if output["output_type"] == "error"]
    assert _pictures(shown) == 2


def _pictures(shown: list[Any]) -> int:
    """How many tables were drawn."""
    return sum("image/svg+xml" in output.get("data", {}) for output in shown)
