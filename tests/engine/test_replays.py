"""A finished game, step by step."""

from __future__ import annotations

import random

import pytest

import knockroll
from knockroll.engine.replays import steps
from knockroll.testing.positions import play_out


@pytest.mark.parametrize("name", knockroll.game_names())
def test_every_step_leads_from_the_first_deal_to_the_end(name: str) -> None:
    t = knockroll.Table(name, seed=11)
    play_out(t, random.Random(2), 400)
    found = list(steps(t.record()))
    assert [step.move for step in found] == [None, *t.moves]
    assert found[0].events[0].kind in ("dealer", "cut")
    assert found[-1].view == t.view()
    for step in found[1:]:
        assert step.seat is not None
        assert step.events, "something happens in every move"
    if "hand" in found[0].view:
        assert found[-1].hands[0] == t.view(0)["hand"]


def test_joiners_and_leavers_are_steps_too() -> None:
    t = knockroll.Table("tonk", seats=2, seed=3)
    t.join()
    t.leave(0)
    play_out(t, random.Random(2), 30)
    found = list(steps(t.record()))
    assert [step.move for step in found][1:3] == ["join", "leave 0"]
