"""Every position can be read for a person, and the reading fits the position."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conformance.positions import GAMES, tables


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_a_reading_arranges_the_hand_and_explains_legal_moves_only(name: str, data: st.DataObject) -> None:
    t = data.draw(tables(name))
    assert t.view()["reading"] is None
    for seat in range(t.seats):
        view = json.loads(json.dumps(t.view(seat)))
        reading = view["reading"]
        arranged = [card for meld in reading["melds"] for card in meld] + reading["loose"]
        assert sorted(arranged) == sorted(view.get("hand", []))
        if seat == t.turn:
            assert set(reading["worth"]) <= set(view["legal"])
