"""The scores hand by hand: names and totals stay where they are, and hands between them are read whole."""

from __future__ import annotations

import pytest
from scripts.serving import ServerProcess

from tests.web.conftest import Opening
from tests.web.staged import SECRETS, Stage, Staged

CUT = """() => {
  const [first, ...rest] = [...document.querySelectorAll(".scores thead th")].map((th) => th.getBoundingClientRect());
  const total = rest.pop();
  const whole = rest.filter(({ left, right }) => left >= first.right - 1 && right <= total.left + 1);
  const hidden = rest.filter(({ left, right }) => right <= first.right + 1 || left >= total.right - 1);
  return { whole: whole.length, cut: rest.length - whole.length - hidden.length };
}"""


@pytest.mark.parametrize("size", [(1440, 900), (2560, 1440), (390, 844), (320, 568)])
def test_no_column_is_cut_in_two(visit: Opening, server: ServerProcess, size: tuple[int, int]) -> None:
    """A game whose turns nobody stops to look at, so that many are told at once."""
    page = visit(None, size=size)
    stage = Stage(page, server.url)
    staged = Staged("farkle", None, SECRETS[0], 4)
    told = []
    for frame in staged.happens():
        table = staged.room.table
        if table is not None:
            told.append(staged.news(frame, 0) if table.moves else staged.hello(0))
            if len(table.hands) == 30:
                break
    stage.tell(*told)
    if size[0] < 1120:
        page.keyboard.press("l")
    seen = page.evaluate(CUT)
    assert seen["cut"] == 0
    assert seen["whole"] >= 2
