"""Tonk, clause by clause (docs/rules/tonk.md): the deal and the play."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from math import comb, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

import knockroll
from knockroll.engine.cards import RANKS, SUITS, TEXTS, mask_of, parse_mask
from knockroll.games.tonk import GAME, count
from knockroll.games.tonk.payments import opening_seats
from knockroll.games.tonk.rules import MOST_MOVES
from knockroll.games.tonk.spreads import ALL_MOVES, DROP, HIT, SPREAD, fitting, list_spreads, spread_masks
from knockroll.games.tonk.state import MOST_SPREADS, Tonk
from tests.games.tonk_tables import (
    FIFTY,
    FORTY_NINE,
    HANDS,
    begin,
    has,
    pack,
    pass_turns,
    session,
    spreads,
)
from tests.helpers import deck, play

# --- Players, cards, stakes ------------------------------------------------------------------------------------------


def test_1_the_engine_has_2_to_10_seats() -> None:
    for seats in range(2, 11):
        assert len(knockroll.Table("tonk", seats, seed=1).view()["players"]) == seats
    for wrong in (1, 11):
        with pytest.raises(knockroll.InvalidOption, match=f"cannot have {wrong} seats: it takes 2 to 10"):
            knockroll.Table("tonk", wrong)


@pytest.mark.parametrize(
    ("cards", "points"), [("As", 1), ("2h 9d", 11), ("Th Jd Qc Ks", 40), ("", 0), (["5c", "6c", "7c"], 18)]
)
def test_2_face_cards_count_10_and_aces_1(cards: str | list[str], points: int) -> None:
    assert count(cards) == points


def test_2_a_count_is_of_52_different_cards() -> None:
    for wrong in ("1s", "Joker", "As As"):
        with pytest.raises(knockroll.InvalidCards):
            count(wrong)
    assert count(list(TEXTS)) == 4 * 85


def test_3_stakes_are_agreed_and_some_wins_pay_double() -> None:
    """A tonk, by the spread of all that is held, pays twice what going out by a discard pays."""
    tonk = begin([HANDS[0], "5h 6h 7h 8h 9h"], stock="Th", stake=7)
    play(tonk, "draw stock", "spread 5h 6h 7h 8h 9h Th")
    assert tonk.scores == (-14, 14)
    out = begin([HANDS[0], "5h 6h 7h 8h 9h"], stock="Th", stake=7)
    play(out, "draw stock", "spread 5h 6h 7h 8h 9h", "discard Th")
    assert out.scores == (-7, 7)


# --- The deal --------------------------------------------------------------------------------------------------------


def test_5_five_cards_one_at_a_time_from_the_left() -> None:
    """With spades and then hearts on top, seat 1 gets A 4 7 T K of spades, 2 the next, 0 the last; then 3h lies up."""
    chance = knockroll.Scripted([pack("")])
    t = knockroll.Table("tonk", 3, dealer=0, chance=chance, opening_tonk="none")
    assert t.view(1)["hand"] == ["As", "4s", "7s", "Ts", "Ks"]
    assert t.view(2)["hand"] == ["2s", "5s", "8s", "Js", "Ah"]
    assert t.view(0)["hand"] == ["3s", "6s", "9s", "Qs", "2h"]
    assert t.view()["discard"] == "3h"
    assert t.view()["stock"] == 52 - 16
    assert play(t, "draw stock")[0].cards == ("4h",)


def test_5_the_deal_passes_to_the_left() -> None:
    t = session(3)
    dealers = []
    while t.turn is not None:
        dealers.append(t.dealer)
        play(t, "drop")
    assert dealers == [0, 1, 2, 0, 1, 2, 0, 1, 2, 0]
    assert [hand.dealer for hand in t.hands] == dealers


def test_6_a_dealt_49_or_50_is_paid_double_and_not_played() -> None:
    for hand in (FIFTY, FORTY_NINE):
        t = begin([HANDS[0], HANDS[1], hand], "Jd", stake=5)
        assert t.hands[0].ending == "opening"
        assert t.hands[0].points == (-10, -10, 20)
        assert t.hands[0].winners == (2,)
        assert t.hands[0].cards[:2] == (None, None)
        assert set(t.hands[0].cards[2] or ()) == set(hand.split())
        assert t.hands[0].counts[2] == count(hand)
        assert (t.turn, t.moves) == (None, [])


def test_6_48_is_played() -> None:
    t = begin([HANDS[0], "Ks Qs Js Th 8d"])
    assert (t.hands, t.turn) == ([], 1)


def test_6_only_a_dealt_hand_counts() -> None:
    """Seat 1 is dealt 49 less one and draws up to 50: that is only a bad hand."""
    t = begin([HANDS[0], "Ks Qs Js Th 8c"], stock="Kh")
    play(t, "draw stock", "discard 8c")
    assert (t.hands, t.turn) == ([], 0)


def test_6_several_are_a_draw_and_the_next_player_deals() -> None:
    then = [deck(HANDS[:3], "Kd", dealer=1)]
    t = begin([FIFTY, HANDS[1], FORTY_NINE], "Jd", hands=2, then=then)
    drawn = t.hands[0]
    assert (drawn.ending, drawn.points, drawn.winners) == ("draw", (0, 0, 0), ())
    assert drawn.cards[1] is None
    assert drawn.counts == (50, None, 49)
    assert (t.dealer, t.turn) == (1, 2)
    assert [event.seat for event in t.events if event.kind == "deal"] == [1, 2, 0, 2, 0, 1]


def test_6_11648_of_2598960_deals_are_49_or_50() -> None:
    """Counted by ranks: each way to take five ranks stands for the ways to give them suits."""
    found = every = 0
    s = Tonk()
    s.seats = 1
    for ranks in combinations_with_replacement(range(13), 5):
        taken = [ranks.count(rank) for rank in range(13)]
        if max(taken) <= 4:
            ways = prod(comb(4, number) for number in taken)
            s.hands[0] = mask_of(13 * suit + rank for rank in range(13) for suit in range(taken[rank]))
            every += ways
            found += ways * opening_seats(s)
    assert (found, every) == (11_648, 2_598_960)


# --- A turn ----------------------------------------------------------------------------------------------------------


def test_7_drop_only_at_the_start_of_the_turn() -> None:
    t = begin(HANDS[:2])
    assert t.legal() == ("draw stock", "draw discard", "drop")
    play(t, "draw stock")
    assert "drop" not in t.legal()
    with pytest.raises(knockroll.IllegalMove):
        t.play("drop")


def test_7_draw_then_spread_and_hit_then_discard() -> None:
    t = begin([HANDS[0], "5c 6c 7c Qh 2d"], stock="8c")
    play(t, "draw stock")
    assert t.phase == "play"
    assert t.legal() == (
        *(f"discard {card}" for card in ["Qh", "2d", "5c", "6c", "7c", "8c"]),
        "spread 5c 6c 7c",
        "spread 5c 6c 7c 8c",
        "spread 6c 7c 8c",
    )
    play(t, "spread 5c 6c 7c")
    assert t.legal() == ("discard Qh", "discard 2d", "discard 8c", "hit 8c on 1")
    play(t, "hit 8c on 1", "discard Qh")
    assert (t.turn, t.phase) == (0, "draw")
    assert t.view(1)["hand"] == ["2d"]
    assert t.view(0)["discard"] == "Qh"


def test_7_nobody_has_to_spread() -> None:
    t = begin([HANDS[0], "5c 6c 7c Qh 2d"], stock="8c")
    play(t, "draw stock", "discard 2d")
    assert spreads(t) == []


def test_8_books_are_three_or_four_of_a_rank() -> None:
    t = begin([HANDS[0], "Qs Qh Qd Qc 2d"], upcard="3d", stock="8h")
    play(t, "draw stock")
    assert has(t, "spread") == [
        "spread Qs Qh Qd",
        "spread Qs Qh Qc",
        "spread Qs Qd Qc",
        "spread Qh Qd Qc",
        "spread Qs Qh Qd Qc",
    ]
    play(t, "spread QC qd Q♥ qs")  # in any order and spelling
    assert spreads(t) == ["Qs Qh Qd Qc"]
    assert t.moves[-1] == "spread Qs Qh Qd Qc"


def test_8_runs_are_three_or_more_of_a_suit_with_the_ace_low() -> None:
    t = begin(["As 3d 5d 7s 9s", "Ah 2h 3h Qh Kh"], stock="Jh")
    play(t, "draw stock")
    assert has(t, "spread") == ["spread Ah 2h 3h", "spread Jh Qh Kh"]
    for wrong in ("spread Qh Kh Ah", "spread Ah 2h Kh", "spread 2h 3h 4d", "spread Jh Qh Qd", "spread Ah 2h 2s"):
        with pytest.raises(knockroll.IllegalMove, match="do not go together"):
            t.play(wrong)
    for wrong in ("spread Ah 2h", "spread", "spread Ah 2h 3x", "hit Ah", "hit Ah on 0", "hit Ah on 18", "drop Ah"):
        with pytest.raises(knockroll.InvalidMove):
            t.play(wrong)
    with pytest.raises(knockroll.IllegalMove, match="seat 1 may 'discard Ah'"):
        t.play("spread 5d 6d 7d")


def independent_spreads() -> set[frozenset[str]]:
    """All spreads, from the words of clause 8."""
    books = {
        frozenset(rank + suit for suit in suits) for rank in RANKS for n in (3, 4) for suits in combinations(SUITS, n)
    }
    runs = {
        frozenset(rank + suit for rank in RANKS[low:high])
        for suit in SUITS
        for low in range(13)
        for high in range(low + 3, 14)
    }
    return books | runs


def test_8_there_are_65_books_and_264_runs() -> None:
    texts = [frozenset(text.split()[1:]) for text in GAME.moves.texts if text.startswith("spread")]
    assert len(texts) == 65 + 264
    assert set(texts) == independent_spreads()


@given(st.lists(st.sampled_from(TEXTS), min_size=1, max_size=8, unique=True), st.integers(0, 12), st.integers(0, 8))
def test_8_all_spreads_of_a_hand_are_found(cards: list[str], start: int, length: int) -> None:
    """Some cards, with a part of a suit put in so that there are runs; eight at most are ever held."""
    hand = parse_mask(cards[length:]) | parse_mask(TEXTS[start : start + length])
    moves = [0] * MOST_MOVES
    found = moves[: list_spreads(hand, moves, 0)]
    assert found == [SPREAD + number for number, mask in enumerate(spread_masks()) if mask & ~hand == 0]


def test_9_a_card_fits_where_it_makes_a_longer_spread() -> None:
    all_spreads = set(spread_masks())
    for spread in all_spreads:
        fits = [card for card in range(52) if not spread >> card & 1 and spread | 1 << card in all_spreads]
        assert fitting(spread) == mask_of(fits)


def test_9_any_spread_may_be_hit_in_ones_own_turn_after_drawing() -> None:
    """Seat 0 holds 4c and 8c for the run of seat 1, and Qd for its own queens."""
    t = begin(["4c 8c Qs Qh Qc", "5c 6c 7c Jd 2d"], stock="9h Qd")
    play(t, "draw stock", "spread 5c 6c 7c")
    assert has(t, "hit") == []  # seat 0's cards are not seat 1's to hit with
    play(t, "discard 2d")
    assert has(t, "hit") == []  # before drawing
    play(t, "draw stock", "spread Qs Qh Qc")
    assert has(t, "hit") == ["hit 4c on 1", "hit 8c on 1", "hit Qd on 2"]
    events = play(t, "hit 4c on 1")
    told = events[0].to_dict()
    assert told.pop("changes")["spreads"][0] == {"number": 1, "cards": ["4c", "5c", "6c", "7c"], "owner": 1}
    assert told == {
        "kind": "hit",
        "seat": 0,
        "text": "hit 4c on 1",
        "cards": ("4c",),
        "count": 1,
        "source": "hand",
        "target": "spread 1",
    }
    play(t, "hit Qd on 2")
    assert spreads(t) == ["4c 5c 6c 7c", "Qs Qh Qd Qc"]
    assert [spread["owner"] for spread in t.view()["spreads"]] == [1, 0]
    with pytest.raises(knockroll.IllegalMove):
        t.play("hit 8c on 2")


def test_9_nothing_lies_beyond_ace_and_king() -> None:
    """The king of spades is the neighbour of the ace of hearts only in the numbering of cards."""
    run = parse_mask("Jh Qh Kh")
    assert fitting(run) == parse_mask("Th")
    assert fitting(parse_mask("Ah 2h 3h")) == parse_mask("4h")
    assert fitting(parse_mask("Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc")) == 0
    assert fitting(parse_mask("Ks Kh Kd Kc")) == 0


def test_r4_any_number_and_order_of_spreads_and_hits() -> None:
    t = begin(("As 3h 5d 7s 9s Jh Qd", "2c 3c 4c 5c 6c 7c 8c"), upcard="Kh", stock="9c", cards=7)
    play(t, "draw stock", "spread 2c 3c 4c", "hit 5c on 1", "spread 6c 7c 8c")
    assert has(t, "hit") == ["hit 9c on 2"]
    play(t, "hit 9c on 2")
    assert t.hands[0].ending == "tonk"


def test_r4_runs_that_touch_stay_two() -> None:
    """5c fits both runs. Wherever it goes, 9c continues only the second, and there are two spreads."""
    for number in (1, 2):
        t = begin(("As 3h 5d 7s 9s Jh Qd", "2c 3c 4c 5c 6c 7c 8c"), upcard="Kh", stock="9c", cards=7)
        play(t, "draw stock", "spread 2c 3c 4c", "spread 6c 7c 8c")
        assert has(t, "hit") == ["hit 5c on 1", "hit 5c on 2", "hit 9c on 2"]
        play(t, f"hit 5c on {number}")
        assert len(spreads(t)) == 2
        assert has(t, "hit") == ["hit 9c on 2"]


def test_10_only_the_top_of_the_discard_pile_is_seen() -> None:
    t = begin(HANDS[:2], upcard="Kd", stock="Qs Js")
    pass_turns(t, 2)
    for seat in (None, 0, 1):
        view = t.view(seat)
        assert view["discard"] == "Js"
        assert view["pile"] == [None, None, "Js"]


def test_10_who_takes_the_top_uncovers_the_next() -> None:
    t = begin(HANDS[:2], upcard="Kd", stock="Qs")
    pass_turns(t)
    play(t, "draw discard")
    assert t.view(0)["pile"] == ["Kd"]


def test_11_the_empty_stock_ends_the_play_only_when_somebody_draws_from_it() -> None:
    """Ten players leave one card in the stock. Nine turns more are played with discards, then seat 1 wants a card."""
    t = session(10, hands=1)
    pass_turns(t)
    assert t.view()["stock"] == 0
    for seat in (2, 3, 4, 5, 6, 7, 8, 9, 0):
        assert t.turn == seat
        assert t.legal() == ("draw stock", "draw discard", "drop")
        (taken,) = play(t, "draw discard")[0].cards
        play(t, f"discard {taken}")
    held = t.view(1)["hand"]
    events = play(t, "draw stock")
    assert t.hands[0].ending == "stock"
    assert t.hands[0].cards[1] == tuple(held)
    assert events[0].to_dict() == {"kind": "draw", "seat": 1, "text": "draw stock", "source": "stock"}
    assert t.turn is None


def test_c3_the_last_stock_card_ends_nothing() -> None:
    """The player who draws it finishes the turn, and the next may still drop: tonk 11 stands in for C3."""
    t = session(10)
    pass_turns(t)
    assert (t.hands, t.turn) == ([], 2)
    play(t, "drop")
    assert t.hands[0].ending in ("drop", "caught")


def test_c1_the_card_just_taken_may_be_discarded() -> None:
    t = begin(HANDS[:2], upcard="Kd")
    play(t, "draw discard", "discard Kd")
    assert (t.turn, t.view()["discard"]) == (0, "Kd")


def test_c2_the_turn_limit_is_paid_like_an_empty_stock() -> None:
    """25 against 30 and 34: seat 0 is paid by both after the third turn."""
    t = begin(HANDS[:3], turn_limit=3)
    pass_turns(t, 2)
    assert t.hands == []
    pass_turns(t)
    assert (t.hands[0].ending, t.hands[0].points, t.hands[0].winners) == ("turn_limit", (2, -1, -1), (0,))


def test_c2_the_games_own_endings_come_first() -> None:
    t = begin([HANDS[0], "5h 6h 7h 8h 9h"], stock="2c", turn_limit=1)
    play(t, "draw stock", "spread 5h 6h 7h 8h 9h", "discard 2c")
    assert t.hands[0].ending == "out"


# --- Moves and errors ------------------------------------------------------------------------------------------------


def test_the_numbers_of_moves_are_a_contract() -> None:
    texts = GAME.moves.texts
    assert len(texts) == ALL_MOVES == 1268
    assert (texts[DROP], texts[54]) == ("drop", "drop")
    assert texts[SPREAD : SPREAD + 6] == (
        "spread As Ah Ad",
        "spread As Ah Ac",
        "spread As Ad Ac",
        "spread Ah Ad Ac",
        "spread As Ah Ad Ac",
        "spread 2s 2h 2d",
    )
    assert texts[120:122] == ("spread As 2s 3s", "spread As 2s 3s 4s")
    assert texts[130:132] == ("spread As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks", "spread 2s 3s 4s")
    assert texts[HIT - 1] == "spread Jc Qc Kc"
    assert (texts[384], texts[HIT + 51], texts[HIT + 52]) == ("hit As on 1", "hit Kc on 1", "hit As on 2")
    assert texts[-1] == f"hit Kc on {MOST_SPREADS}"
    assert [GAME.moves.parse(text) for text in texts] == list(range(len(texts)))


@pytest.mark.parametrize(
    ("moves", "wrong"),
    [
        ((), "discard 2s"),
        ((), "spread 5c 6c 7c"),
        (("draw stock",), "draw stock"),
        (("draw stock",), "discard As"),
        (("draw stock",), "spread 6c 7c 8c"),
        (("draw stock",), "hit 8c on 1"),
        (("draw stock", "spread 2s 3s 4s"), "hit 5s on 2"),
        (("draw stock", "spread 2s 3s 4s"), "hit 6d on 1"),
    ],
)
def test_an_illegal_move_changes_nothing(moves: tuple[str, ...], wrong: str) -> None:
    t = begin([HANDS[0], "2s 3s 6d 8c Th"], stock="4s")
    play(t, *moves)
    before = t.copy()
    with pytest.raises(knockroll.IllegalMove, match="not allowed now: seat 1 may"):
        t.play(wrong)
    assert t == before
