"""Nobody sees what they should not: views, legal moves and events depend only on what a seat may know."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knockroll.engine.cards import DECK_SIZE, mask_of, parse_mask, texts_in
from knockroll.engine.errors import InvalidOption
from knockroll.engine.events import redact
from knockroll.engine.game import Game
from knockroll.engine.state import NOBODY, CardState
from knockroll.engine.stream import open_stream, shuffle_deck
from knockroll.engine.table import Table
from knockroll.engine.views import read_view, write_view
from knockroll.lab.environments.arrays import Layout
from knockroll.lab.search import make_player
from knockroll.players.player import Thinker
from knockroll.review import belief_map, hint
from knockroll.testing.positions import play_out, tables


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_states_that_differ_only_in_what_a_seat_cannot_know_look_the_same(game: Game, data: st.DataObject) -> None:
    """A view is completed at random to a state: from the same seat, it must look exactly like the real one."""
    t = data.draw(tables(game))
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
        if seat != NOBODY:
            layout = Layout.of(game, t.seats)
            assert layout.observe(other, seat) == layout.observe(s, seat)
        if seat == s.turn != NOBODY:
            assert game.list_legal(v) == game.list_legal(s) == game.list_legal(other)
        if isinstance(s, CardState):
            hidden = other.deck[other.stock_next : other.stock_end]
            assert len(set(hidden)) == len(hidden) == s.stock_end - s.stock_next


def _alike(game: Game, pairs: int, moves: int) -> Iterator[tuple[Any, Any, int]]:
    """Yield pairs of positions that look the same to the seat to move, and that seat; each pair is ``moves`` later."""
    for seed in range(pairs):
        t = Table(game, game.min_seats, variant=next(iter(game.variants), None), seed=seed)
        play_out(t, random.Random(seed), moves * seed)
        s, seat = t.state, t.state.turn
        other, deck = game.view_of(s, seat), [0] * DECK_SIZE
        shuffle_deck(open_stream(seed), deck)
        game.complete(other, seat, deck)
        yield s, other, seat


@pytest.mark.compiles
@pytest.mark.needs("searching players")
def test_what_a_player_who_searches_finds_depends_only_on_what_its_seat_may_know(game: Game) -> None:
    """Each player tries all legal moves in a few worlds: more would only take longer."""
    asked = 0
    for s, other, seat in _alike(game, 8, 4):
        for thinker in game.thinkers:
            found = [_find(game, thinker, game.view_of(position, seat), seat) for position in (s, other)]
            assert found[0] == found[1]
            asked += found[0] is not None and other.hands != s.hands
    assert asked >= len(game.thinkers)


@pytest.mark.compiles
@pytest.mark.needs("searching players")
def test_a_hint_depends_only_on_what_its_seat_may_know(game: Game) -> None:
    """With other hidden cards, the same view and seed give the same hint and belief map, to the byte."""
    asked = 0
    for s, other, seat in _alike(game, 12, 3):
        views = [write_view(game, game.view_of(position, seat), seat) for position in (s, other)]
        try:
            hints = [msgspec.json.encode(hint(view, batches=2)) for view in views]
            beliefs = [msgspec.json.encode(belief_map(view)) for view in views]
        except InvalidOption:
            continue
        assert hints[0] == hints[1]
        assert beliefs[0] == beliefs[1]
        asked += other.hands != s.hands
        if asked == 3:  # each tries all legal moves in many worlds
            break
    assert asked == 3


def _find(game: Game, thinker: Thinker, v: Any, seat: int) -> list[Any] | None:
    """Return the outcomes of each legal move in each world; None if the player does not search there."""
    player = make_player(game, thinker, 7)
    try:
        player.check(v, seat)
    except InvalidOption:
        return None
    evaluator = player.evaluator(v, worlds=8)
    outcomes = evaluator.try_moves(v, seat, evaluator.default_prior(), 3, game.list_legal(v))
    return None if outcomes is None else [outcomes.chances.tolist(), outcomes.points.tolist()]


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_a_view_goes_through_json_and_back(game: Game, data: st.DataObject) -> None:
    t = data.draw(tables(game))
    for seat in (NOBODY, *range(t.seats)):
        v = t.game.view_of(t.state, seat)
        view = write_view(t.game, v, seat)
        assert view["options"] == t.options
        again = read_view(t.game, json.loads(json.dumps(view)))
        assert write_view(t.game, again, seat) == view
        assert t.game.list_legal(again) == t.game.list_legal(v)


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_a_view_has_what_the_contract_says(game: Game, data: st.DataObject) -> None:
    t = data.draw(tables(game))
    for seat in (None, *range(t.seats)):
        view = t.view(seat)
        assert {"game", "seat", "turn", "phase", "dealer", "players", "legal"} <= set(view)
        assert view["game"] == game.name
        assert view["seat"] == seat
        assert view["turn"] == t.turn
        assert [player["seat"] for player in view["players"]] == list(range(t.seats))
        assert all({"seat", "score", "cards", "out"} <= set(player) for player in view["players"])
        assert tuple(view["legal"]) == (t.legal() if seat == t.turn is not None else ())
        if isinstance(t.state, CardState):
            assert view["hand"] == (texts_in(t.state.hands[seat]) if seat is not None else [])
            assert {"stock", "discard"} <= set(view)
        assert {shown.field for shown in t.game.shown} <= set(view)


def hidden_from(s: CardState, seat: int | None) -> int:
    """Return the cards that a seat cannot know: cards of others that have not lain open, and the stock."""
    hidden = mask_of(s.deck[s.stock_next : s.stock_end])
    for other in range(s.seats):
        if other != seat:
            hidden |= s.hands[other] & ~s.known[other]
    return hidden


@pytest.mark.needs("cards")
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_events_tell_each_seat_only_cards_it_may_see(game: Game, data: st.DataObject) -> None:
    """Only the seat that draws or is dealt a card sees it: in any hand, the first or a later one.

    Events of the current hand are also compared with the state, whatever their kind. The cards of a hand that has ended
    are no longer there, and may have been shown.
    """
    t = data.draw(tables(game))
    choices = random.Random(7)
    for _ in range(30):
        if t.turn is None:
            return
        events = t.play(choices.choice(t.legal()))
        endings = [number for number, event in enumerate(events, 1) if event.kind == "hand over"]
        of_this_hand = events[endings[-1] :] if endings else events
        assert all(event.count == len(event.cards) for event in events if event.cards)
        for seat in (None, *range(t.seats)):
            for event in (event for event in events if event.source == "stock" and event.target == "hand"):
                told = redact(event, seat)
                assert len(told.cards) == (event.count if seat == event.seat else 0)
            for event in events:
                assert redact(event, seat).count == event.count
            for event in of_this_hand:
                assert not parse_mask(list(redact(event, seat).cards)) & hidden_from(t.state, seat), event
