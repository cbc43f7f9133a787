"""Nobody sees what they should not: views, legal moves and events depend only on what a seat may know."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import knockroll
from knockroll.engine.cards import DECK_SIZE, texts_in
from knockroll.engine.events import redact
from knockroll.engine.state import NOBODY, CardState
from knockroll.engine.views import read_view, write_view
from tests.conformance.positions import GAMES, tables

every_game = pytest.mark.parametrize("name", GAMES)


@every_game
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_states_that_differ_only_in_what_a_seat_cannot_know_look_the_same(name: str, data: st.DataObject) -> None:
    """A view is completed at random to a whole state: from the same seat it must look exactly as the real one."""
    t = data.draw(tables(name))
    game, s = t.game, t.state
    deck = data.draw(st.permutations(range(DECK_SIZE)))
    for seat in (NOBODY, *range(t.seats)):
        v = game.view_of(s, seat)
        other = v.copy()
        game.complete(other, seat, deck)
        again = game.view_of(other, seat)
        assert again == v
        text = json.dumps(write_view(game, v, seat))
        assert json.dumps(write_view(game, again, seat)) == text
        if seat == s.turn != NOBODY:
            assert game.list_legal(v) == game.list_legal(s) == game.list_legal(other)
        if isinstance(s, CardState):
            hidden = other.deck[other.stock_next : other.stock_end]
            assert len(set(hidden)) == len(hidden) == s.stock_end - s.stock_next


@every_game
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_a_view_goes_through_json_and_back(name: str, data: st.DataObject) -> None:
    t = data.draw(tables(name))
    for seat in (NOBODY, *range(t.seats)):
        v = t.game.view_of(t.state, seat)
        view = write_view(t.game, v, seat)
        again = read_view(t.game, json.loads(json.dumps(view)))
        assert write_view(t.game, again, seat) == view
        assert t.game.list_legal(again) == t.game.list_legal(v)


@every_game
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_a_view_has_what_the_contract_says(name: str, data: st.DataObject) -> None:
    t = data.draw(tables(name))
    for seat in (None, *range(t.seats)):
        view = t.view(seat)
        assert {"game", "seat", "turn", "phase", "dealer", "players", "legal"} <= set(view)
        assert view["game"] == name
        assert view["seat"] == seat
        assert view["turn"] == t.turn
        assert [player["seat"] for player in view["players"]] == list(range(t.seats))
        assert all({"seat", "score", "cards", "out"} <= set(player) for player in view["players"])
        assert tuple(view["legal"]) == (t.legal() if seat == t.turn is not None else ())
        if isinstance(t.state, CardState):
            assert view["hand"] == (texts_in(t.state.hands[seat]) if seat is not None else [])
            assert {"stock", "discard"} <= set(view)
        else:
            assert {"dice", "kept", "turn_score"} <= set(view)


@every_game
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_events_tell_each_seat_only_cards_it_may_see(name: str, data: st.DataObject) -> None:
    """A card in a redacted event was in the seat's own hand, on the pile, shown to all, or laid on the table."""
    t = data.draw(tables(name, most_moves=20))
    if not isinstance(t.state, CardState):
        return
    choices = random.Random(7)
    for _ in range(30):
        if t.turn is None:
            return
        before = t.state.copy()
        events = t.play(choices.choice(t.legal()))
        for seat in (None, *range(t.seats)):
            own = set(texts_in((before.hands[seat] | t.state.hands[seat]) if seat is not None else 0))
            for event in (redact(event, seat) for event in events):
                if event.kind in ("deal", "draw") and event.source == "stock" and event.seat != seat:
                    assert not event.cards
                elif event.kind == "deal":
                    assert set(event.cards) <= own or len(t.hands) > 0
                assert event.count >= len(event.cards)
    assert knockroll.redact(events[0], None).kind == events[0].kind
