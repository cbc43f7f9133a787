"""Tonk: what a seat may know, and everything at once."""

from __future__ import annotations

import json
import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import knockroll
from knockroll.engine.cards import ALL_CARDS, parse_card
from knockroll.engine.state import NOBODY
from knockroll.engine.views import read_view, write_view
from knockroll.games.tonk import GAME
from knockroll.games.tonk.rules import MOST_MOVES
from knockroll.games.tonk.state import MOST_SEATS, Tonk
from tests.games.tonk_tables import (
    HANDS,
    begin,
    pass_turns,
)
from tests.helpers import play


def test_a_view_shows_the_spreads_and_who_laid_them() -> None:
    t = begin([HANDS[0], "5c 6c 7c Qh 2d"], stock="8c")
    events = play(t, "draw stock", "spread 5c 6c 7c")
    assert t.view(0)["spreads"] == [{"number": 1, "cards": ["5c", "6c", "7c"], "owner": 1}]
    assert (events[0].cards, events[0].target) == (("5c", "6c", "7c"), "spread 1")


def test_a_card_taken_is_known_until_it_is_put_down() -> None:
    t = begin([HANDS[0], "5c 6c 8c Qh 2d"], upcard="7c")
    play(t, "draw discard")
    assert t.view(0)["known"] == [[], ["7c"]]
    play(t, "spread 5c 6c 7c")
    assert t.view(0)["known"] == [[], []]
    assert t.view(0)["taken"] == [[], ["7c"]]
    t = begin([HANDS[0], "5c 6c 7c Qh 2d"], upcard="8c")
    play(t, "draw discard", "spread 5c 6c 7c", "hit 8c on 1")
    assert t.view(0)["known"] == [[], []]


def test_views_do_not_depend_on_what_they_hide() -> None:
    """The covered discards, the stock and the hand of seat 0 change places: seat 1 and spectators see no difference."""
    t = begin(HANDS[:2], upcard="Kd", stock="Qs Js")
    pass_turns(t, 2)
    before = {seat: t.view(seat) for seat in (None, 0, 1)}
    s = t.state
    s.pile[0], s.pile[1], s.deck[s.stock_next] = s.deck[s.stock_next], s.pile[0], s.pile[1]
    assert {seat: t.view(seat) for seat in (None, 0, 1)} == before
    swapped = s.deck[s.stock_next]
    s.deck[s.stock_next] = parse_card("9s")
    s.hands[0] ^= 1 << parse_card("9s") | 1 << swapped
    assert (t.view(), t.view(1)) == (before[None], before[1])
    assert t.view(0) != before[0]


NOT_IN_VIEWS = {"hands", "held", "deck", "pile", "cut", "higher", "points", "hand_winners", "ending", "wants_count"}
"""What is hidden, or past and told by events: all other fields are needed to play on from a view."""


def check_views(t: knockroll.Table, dice: random.Random) -> None:
    """Every view survives JSON, is one with what a completion of it looks like, and knows the legal moves."""
    order = list(range(52))
    for seat in (NOBODY, *range(t.seats)):
        v = GAME.view_of(t.state, seat)
        text = json.dumps(write_view(GAME, v, seat))
        again = read_view(GAME, json.loads(text))
        assert again == v
        if t.turn == seat:
            assert GAME.list_legal(again) == GAME.list_legal(t.state)
        if t.turn is not None and seat != NOBODY:
            dice.shuffle(order)
            GAME.complete(again, seat, order)
            check_cards(again)
            for field in set(Tonk.fields) - NOT_IN_VIEWS:
                assert getattr(again, field) == getattr(t.state, field), field
            look = GAME.view_of(again, seat)
            assert json.dumps(write_view(GAME, look, seat)) == text


def check_cards(s: Tonk) -> None:
    """Every card is in one place, and only once."""
    places = [*s.hands, *(spread & ALL_CARDS for spread in s.spreads)]
    places += [1 << card for card in [*s.deck[s.stock_next : s.stock_end], *s.pile[: s.pile_size]]]
    assert sum(places) == ALL_CARDS


def choose(t: knockroll.Table, dice: random.Random) -> str:
    """A move that makes hands last: spreads and hits are made, drops are rare."""
    moves = t.legal()
    if moves[-1] == "drop":
        return "drop" if dice.random() < 0.03 else dice.choice(moves[:-1])
    return moves[-1] if dice.random() < 0.7 else dice.choice(moves)


OPTIONS = st.fixed_dictionaries(
    {
        "cards": st.sampled_from([5, 7]),
        "caught_pays": st.sampled_from(["double_and_stake", "double"]),
        "opening_tonk": st.sampled_from(["49_50", "none"]),
        "hit_blocks_drop": st.sampled_from([0, 1]),
        "may_return_discard": st.booleans(),
        "turn_limit": st.sampled_from([5, 300]),
        "stake": st.integers(1, 5),
        "hands": st.integers(1, 6),
    }
)


def come_or_go(t: knockroll.Table, dice: random.Random) -> None:
    """Now and then somebody joins who can, or leaves who can."""
    s = t.state
    coming = [seat for seat in range(t.seats) if (s.joining | s.playing & ~s.leaving) >> seat & 1]
    drawn = dice.random()
    if drawn < 0.03 and t.seats < MOST_SEATS and len(coming) < (10 if s.cards == 5 else 7):
        assert t.join() == t.seats - 1
    elif drawn > 0.98 and coming:
        t.leave(dice.choice(coming))


@given(st.integers(2, 7), st.integers(0, 1 << 32), OPTIONS)
@settings(max_examples=30, deadline=None)
def test_r6_the_ledger_always_adds_up_to_0(seats: int, seed: int, options: dict[str, Any]) -> None:
    """Players come and go. Views, completions and the places of all cards are looked at on the way."""
    dice = random.Random(seed)
    t = knockroll.Table("tonk", seats, seed=seed, **options)
    while t.turn is not None:
        if dice.random() < 0.03:
            check_views(t, dice)
        come_or_go(t, dice)
        t.play(choose(t, dice))
        check_cards(t.state)
        assert sum(t.scores) == 0
        assert sorted(t.order) == [seat for seat in range(t.seats) if t.state.playing >> seat & 1]
        assert t.dealer in t.order
        assert t.turn is None or 0 < len(t.legal()) <= MOST_MOVES
    assert all(sum(hand.points) == 0 for hand in t.hands)
    assert t.result is not None
    assert knockroll.Table.replay(t.record()) == t
