"""The acts of a hand: what everybody could see, in order."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import knockroll
from knockroll.engine.acts import act_move, act_seat, act_top, recall_discards
from knockroll.engine.state import MOST_ACTS, NO_CARD, NOBODY, CardState
from knockroll.engine.views import read_view, write_view
from knockroll.games.gin_rummy.moves import MOVES
from knockroll.testing.positions import tables
from tests.helpers import play

CARD_GAMES = [name for name in knockroll.game_names() if issubclass(knockroll.get_game(name).state, CardState)]


def test_acts_say_what_was_taken_left_and_discarded() -> None:
    t = knockroll.Table("gin_rummy", variant="standard", seed=7, dealer=0)
    up = t.view()["discard"]
    play(t, "pass", "draw discard")
    thrown = t.legal()[0]
    play(t, thrown, "draw stock")
    assert t.view()["acts"] == [
        f"1 pass over {up}",
        f"0 draw discard over {up}",
        f"0 {thrown}",
        f"1 draw stock over {thrown.split()[1]}",
    ]
    act = t.state.acts[2]
    assert (act_seat(act), MOVES.format(act_move(act)), act_top(act)) == (0, thrown, NO_CARD)


@pytest.mark.parametrize("name", CARD_GAMES)
@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**32), seats=st.integers(2, 5))
def test_acts_are_the_moves_of_the_hand_to_everybody(name: str, seed: int, seats: int) -> None:
    t = knockroll.Table(name, seats, seed=seed)
    choices = random.Random(seed)
    seen: list[str] = []
    hands = len(t.hands)
    for _ in range(120):
        if t.turn is None:
            break
        move, seat, top = choices.choice(t.legal()), t.turn, t.view()["discard"]
        could_take = "draw discard" in t.legal() or t.phase == "draw"
        seen.append(f"{seat} {move}" + (f" over {top}" if could_take and top else ""))
        t.play(move)
        if len(t.hands) > hands:
            if t.turn is None:  # perhaps after a deal that ended at once
                break
            seen, hands = [], len(t.hands)
        for other in (None, *range(t.seats)):
            assert t.view(other)["acts"] == seen


def test_the_last_acts_are_kept_if_there_are_too_many() -> None:
    t = knockroll.Table("gin_rummy", 2, seed=7, dealer=0)
    up = t.view()["discard"]
    for _ in range(MOST_ACTS // 2 + 3):
        play(t, "draw discard", f"discard {up}")
    view = t.view(0)
    assert len(view["acts"]) == MOST_ACTS
    assert {act.partition(" ")[2] for act in view["acts"]} == {f"draw discard over {up}", f"discard {up}"}
    assert view["acts"][-1] == f"{1 - t.turn} discard {up}"  # type: ignore[operator]
    assert write_view(t.game, read_view(t.game, view), 0)["acts"] == view["acts"]


def test_a_view_of_before_there_were_acts_is_read() -> None:
    t = knockroll.Table("tonk", 3, seed=7)
    view = t.view(t.turn)
    del view["acts"]
    assert read_view(t.game, json.loads(json.dumps(view))).act_count == 0


@settings(max_examples=40, deadline=None)
@given(t=tables(knockroll.get_game("tonk")))
def test_who_watched_a_covered_pile_knows_what_lies_in_it(t: knockroll.Table) -> None:
    s = t.state
    for seat in (NOBODY, *range(t.seats)):
        v = t.game.view_of(s, seat)
        recall_discards(v)
        recalled = [card for card in v.pile[: v.pile_size] if card != NO_CARD]
        assert v.act_count == MOST_ACTS or not v.act_count or len(recalled) == v.pile_size
        assert all(v.pile[i] in (NO_CARD, s.pile[i]) for i in range(s.pile_size))
