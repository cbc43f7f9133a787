"""The pictures of the documentation are those that ``make pictures`` makes."""

from __future__ import annotations

import json
from pathlib import Path

from scripts.pictures import RESULTS, draw_plots, read_result


def test_a_kept_result_is_read_whole() -> None:
    for kept in RESULTS.glob("*.json"):
        document = json.loads(kept.read_text("utf-8"))
        assert read_result(document).to_dict() == document


def test_every_plot_is_that_of_the_result_beside_it(tmp_path: Path) -> None:
    draw_plots(tmp_path)
    drawn = {plot.name: plot.read_bytes() for plot in tmp_path.iterdir()}
    assert drawn == {plot.name: plot.read_bytes() for plot in RESULTS.glob("*.svg")}
