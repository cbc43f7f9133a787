"""Tunk: moves as text, errors, and what a seat may know."""

from __future__ import annotations

import json
from typing import Any

import pytest

import knockroll
from knockroll.engine.cards import DECK_SIZE, TEXTS, parse_mask
from knockroll.engine.state import DISCARD, DRAW_DISCARD, DRAW_STOCK, NOBODY
from knockroll.engine.stream import open_stream, shuffle_deck
from knockroll.engine.views import read_view, write_view
from knockroll.games.tunk import GAME
from knockroll.games.tunk.rules import MOST_MOVES, TUNK, Tunk
from tests.games.tunk_tables import PLAIN, TUNKER, begin, pass_turns, tunked
from tests.helpers import play

# --- Moves and errors ----------------------------------------------------------------------------------------------


def test_move_numbers_are_a_contract() -> None:
    moves = GAME.moves
    assert (DRAW_STOCK, DRAW_DISCARD, DISCARD, TUNK) == (0, 1, 2, 54)
    assert moves.texts == ("draw stock", "draw discard", *(f"discard {card}" for card in TEXTS), "tunk")
    assert [moves.parse(text) for text in moves.texts] == list(range(55))
    assert MOST_MOVES == 9


@pytest.mark.parametrize(
    ("moves", "wrong", "message"),
    [
        ([], "discard 9d", "seat 0 may 'draw stock', 'draw discard'"),
        ([], "tunk", "'tunk' is not allowed now"),
        (["draw stock"], "draw stock", "seat 0 may 'discard 4s', 'discard 5h'"),
        (["draw stock"], "discard Ks", "'discard Ks' is not allowed now"),
        (["draw stock", "tunk"], "tunk", "seat 1 may 'draw stock', 'draw discard'"),
        (["draw stock", "tunk", "draw stock"], "tunk", "seat 1 may 'discard 6s'"),
    ],
)
def test_a_forbidden_move_says_what_is_legal_and_changes_nothing(moves: list[str], wrong: str, message: str) -> None:
    t = begin([TUNKER, *PLAIN])
    play(t, *moves)
    before = t.copy()
    with pytest.raises(knockroll.IllegalMove) as error:
        play(t, wrong)
    assert message in str(error.value)
    assert t == before


@pytest.mark.parametrize("wrong", ["", "tonk", "knock", "tunk 7h", "discard", "discard 1h", "draw", "spread 5h 6h 2c"])
def test_what_is_no_move_says_how_moves_look_and_changes_nothing(wrong: str) -> None:
    t = begin([TUNKER, *PLAIN])
    play(t, "draw stock")
    before = t.copy()
    with pytest.raises(knockroll.InvalidMove, match=r"is not a move: .*write '"):
        play(t, wrong)
    assert t == before


def test_running_out_of_chance_leaves_the_table_as_it_was() -> None:
    t = tunked(PLAIN[0], then=[])
    play(t, "draw stock")
    before = t.copy()
    with pytest.raises(knockroll.ChanceExhausted):
        play(t, "discard 6s")
    assert t == before


# --- Views ---------------------------------------------------------------------------------------------------------


def after_one_addition() -> knockroll.Table:
    """Seat 0 has tunked, seat 1 has added 8h, seat 2 is to draw."""
    t = tunked("Ks Qd Jc 9s 8d 7c 8h", PLAIN[1].replace("5c", "5s"))
    pass_turns(t)
    return t


def test_before_a_tunk_nobody_sees_another_hand() -> None:
    t = begin([TUNKER, *PLAIN])
    play(t, "draw stock")
    for seat in (None, 1, 2):
        text = json.dumps(t.view(seat))
        assert "5h" not in text
        assert "Kc" not in text
        assert t.view(seat)["spread"] == [[], [], []]


def test_what_has_been_spread_everybody_sees() -> None:
    t = after_one_addition()
    for seat in (None, 0, 1, 2):
        view = t.view(seat)
        assert view["tunker"] == 0
        assert view["spread"] == [
            ["4s", "5h", "6h", "3d", "9d", "Ac", "2c", "Kc"],
            ["9s", "Ks", "8h", "8d", "Qd", "7c", "Jc"],
            [],
        ]
        assert view["matched"] == [[["5h", "6h", "2c"], []], [[], []], [[], []]]
        assert view["added"] == [[[], []], [["8h"], []], [[], []]]
        assert view["tunker_sets"] == [["5h", "6h", "8h", "2c"], []]
        assert [player["cards"] for player in view["players"]] == [8, 7, 7]
        assert ("Tc" in json.dumps(view)) == (seat == 2)


def test_a_new_hand_begins_with_nothing_spread() -> None:
    t = after_one_addition()
    pass_turns(t)
    assert len(t.hands) == 1
    view = t.view()
    assert (view["tunker"], view["tunker_sets"], view["spread"]) == (None, [[], []], [[], [], []])
    assert view["matched"] == view["added"] == [[[], []]] * 3


def test_a_new_hand_clears_all_that_the_last_one_left() -> None:
    """Everybody has something: two sets, something added to each of the tunker's, cards known, turns played."""
    hands = ["5h 6h 7h Js Jd Jc Kd", "Jh 8h 4h 2s Qc Tc 9d", "9s 9h 9c Ts Qs Ks 3d"]
    t = begin(hands, stock="Ac Ad As")
    play(t, "draw stock", "tunk")
    pass_turns(t)
    s = t.state
    assert all(s.tunker_sets) and all(s.matched[:2]) and all(s.added[2:4]) and s.turns and s.known[0]
    pass_turns(t)
    assert t.state.hands_played == 1
    for field in ("tunker", "tunker_sets", "spread", "matched", "added", "taken", "known", "turns", "just_taken"):
        assert getattr(t.state, field) == getattr(Tunk(), field), field


def test_the_end_of_the_game_leaves_the_last_hands_spread() -> None:
    t = tunked(PLAIN[0], target=60, then=[])
    pass_turns(t)
    assert (t.view()["phase"], t.view()["winners"]) == ("over", [0])
    assert t.view()["spread"][1] == ["6s", "9s", "Ks", "8d", "Qd", "7c", "Jc"]


def test_a_view_says_which_options_are_played() -> None:
    options: dict[str, Any] = {
        "target": 50,
        "tunk_limit": 4,
        "tunk_limit_counts": "points",
        "twos_wild": False,
        "may_return_discard": False,
        "turn_limit": 77,
    }
    t = begin([TUNKER, *PLAIN], **options)
    for seat in (None, 0, 1, 2):
        assert t.view(seat)["options"] == options


def test_a_completed_view_keeps_what_is_known() -> None:
    """The spread hands are the real ones, seat 2 keeps the card it took, everything else is any card not seen."""
    t = begin([TUNKER, *PLAIN], upcard="3h")
    pass_turns(t, 2)
    play(t, "draw discard", "discard 5c", "draw stock", "tunk")
    pass_turns(t)
    taken = t.state.known[2]
    assert taken
    for number in range(20):
        order = [0] * DECK_SIZE
        shuffle_deck(open_stream(number), order)
        for seat in (NOBODY, 1):
            v = GAME.view_of(t.state, seat)
            GAME.complete(v, seat, order)
            assert v.hands[:2] == t.state.hands[:2]
            assert v.hands[2] & taken == taken
            assert v.hands[2].bit_count() == 7
            GAME.play(v, DRAW_STOCK)
            assert v.phase == t.state.phase + 1


@pytest.mark.parametrize("seat", [NOBODY, 0, 1, 2])
def test_a_view_goes_through_json_and_back(seat: int) -> None:
    tables: list[Any] = [begin([TUNKER, *PLAIN]), tunked(*PLAIN), after_one_addition()]
    for t in tables:
        v = GAME.view_of(t.state, seat)
        again = read_view(GAME, json.loads(json.dumps(write_view(GAME, v, seat))))
        assert again == v
    assert tables[2].state.tunker_sets == [parse_mask("5h 6h 8h 2c"), 0]


def test_who_moves_after_a_tunk_has_not_taken_what_the_tunker_took() -> None:
    """The tunker takes Kc from the discard pile and discards nothing: seat 1 has taken nothing yet."""
    t = begin([TUNKER, *PLAIN], upcard="Kc", stock="3c")
    play(t, "draw discard")
    assert t.view(0)["just_taken"] == "Kc"
    play(t, "tunk")
    assert (t.turn, t.view(1)["just_taken"]) == (1, None)
