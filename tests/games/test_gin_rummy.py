"""Gin Rummy, clause by clause (docs/rules/gin_rummy.md). Rulings, options and views are in separate files."""

from __future__ import annotations

import pytest

import knockroll
from knockroll.engine.cards import ALL_CARDS, TEXTS, mask_of
from knockroll.games.gin_rummy import deadwood
from tests.games.gin_rummy_tables import (
    LOOSE,
    NINE_SPADES,
    TIDY,
    begin,
    counted,
    end,
    pass_turns,
    scattered,
)
from tests.helpers import deck, play, table

# --- Deck, players, deal -------------------------------------------------------------------------------------------


def test_1_one_deck_of_52_is_dealt() -> None:
    s = begin(scattered(3)).state
    cards = [*s.deck[s.stock_next : s.stock_end], *s.pile[: s.pile_size]]
    assert len(cards) + 30 == 52
    assert mask_of(cards) | s.hands[0] | s.hands[1] | s.hands[2] == ALL_CARDS


def test_1_the_ace_is_low() -> None:
    assert deadwood("As 2s 3s") == 0
    assert deadwood("Qs Ks As") == 21
    assert deadwood("Ks As 2s") == 13


def test_2_two_to_five_players() -> None:
    for seats in range(2, 6):
        assert knockroll.Table("gin_rummy", seats, seed=1).seats == seats
    for wrong in (1, 6):
        with pytest.raises(knockroll.InvalidOption, match="2 to 5"):
            knockroll.Table("gin_rummy", wrong)


def test_2_players_take_turns_in_order() -> None:
    t = begin(scattered(4))
    seen = []
    for _ in range(6):
        seen.append(t.turn)
        pass_turns(t, 1)
    assert seen == [0, 1, 2, 3, 0, 1]


def test_2_the_first_to_reach_100_wins() -> None:
    """Seat 0 wins 66 twice: 66 is not enough, 132 is. In the second hand the deal is seat 0's, so seat 1 begins."""
    second = deck([TIDY, LOOSE], upcard="6c", stock="3c Qd", dealer=0)
    t = begin([TIDY, LOOSE], stock="Qd", then=[second])
    play(t, "draw stock", "gin Kc")
    assert t.scores == (66, 0)
    assert t.result is None
    events = play(t, "draw stock", "discard 3c", "draw stock", "gin Kc")
    assert t.result == knockroll.Result(winners=(0,), scores=(132, 0))
    assert (t.turn, t.legal()) == (None, ())
    assert events[-1].kind == "game over"


def test_3_ten_cards_each_one_at_a_time_from_the_dealers_left() -> None:
    t = knockroll.Table("gin_rummy", 3, dealer=1, chance=knockroll.Scripted([TEXTS]))
    for place, seat in enumerate((2, 0, 1)):
        assert set(t.view(seat)["hand"]) == set(TEXTS[place:30:3])
    assert [(event.kind, event.seat) for event in t.events] == [
        ("deal", 2),
        ("deal", 0),
        ("deal", 1),
        ("upcard", None),
    ]


def test_3_the_rest_is_the_stock_and_its_top_card_starts_the_discard_pile() -> None:
    for seats in range(2, 6):
        t = knockroll.Table("gin_rummy", seats, dealer=0, chance=knockroll.Scripted([TEXTS]))
        view = t.view()
        assert (view["pile"], view["stock"]) == ([TEXTS[10 * seats]], 51 - 10 * seats)
        assert play(t, "draw stock")[0].cards == (TEXTS[10 * seats + 1],)


def test_3_the_player_at_the_dealers_left_begins() -> None:
    assert [table("gin_rummy", scattered(4), dealer=dealer).turn for dealer in range(4)] == [1, 2, 3, 0]


def test_3_the_deal_passes_to_the_left_after_each_hand_also_a_void_one() -> None:
    t = begin([TIDY, LOOSE, ""], stock="Qd", turn_limit=2)
    assert end(t, "draw stock", "gin Kc").dealer == 2
    assert (t.dealer, t.turn) == (0, 1)
    pass_turns(t, 2)
    assert (t.hands[-1].ending, t.hands[-1].dealer) == ("turn_limit", 0)
    assert (t.dealer, t.turn) == (1, 2)


# --- Melds ---------------------------------------------------------------------------------------------------------


def test_4_melds_are_sets_and_runs() -> None:
    assert deadwood("7s 7h 7d 2c 3c 4c") == 0
    assert deadwood("7s 8h 9d") == 24, "a sequence in different suits is nothing"
    assert deadwood("7s 7h 8s 8h") == 30, "nor are two pairs"


def test_4a_sets_have_three_or_four_cards() -> None:
    assert deadwood("7s 7h") == 14
    for three in ("7s 7h 7d", "7s 7h 7c", "7s 7d 7c", "7h 7d 7c", "7s 7h 7d 7c"):
        assert deadwood(three) == 0


def test_4b_runs_have_three_cards_or_more_in_one_suit() -> None:
    assert deadwood("7s 8s") == 15
    for length in range(3, 12):
        assert deadwood(list(TEXTS[13 : 13 + length])) == 0
    assert deadwood("7s 8s 9s Js Qs Ks") == 0
    assert deadwood("Qs Ks Ah 2h") == 23, "a run does not go on in another suit"


# --- A turn --------------------------------------------------------------------------------------------------------


def test_5_a_turn_is_a_draw_and_a_discard() -> None:
    t = begin([LOOSE, TIDY])
    assert (t.turn, t.phase) == (0, "draw")
    play(t, "draw stock")
    assert (t.turn, t.phase) == (0, "discard")
    play(t, "discard Qh")
    assert (t.turn, t.phase) == (1, "draw")


def test_5a_draw_the_top_of_the_discard_pile_or_of_the_stock() -> None:
    t = begin([LOOSE, TIDY], upcard="6c", stock="3c")
    assert t.legal() == ("draw stock", "draw discard")
    other = t.copy()
    play(t, "draw stock")
    assert set(t.view(0)["hand"]) == {*LOOSE.split(), "3c"}
    assert (t.view()["stock"], t.view()["discard"]) == (30, "6c")
    play(other, "draw discard")
    assert set(other.view(0)["hand"]) == {*LOOSE.split(), "6c"}
    assert (other.view()["stock"], other.view()["discard"]) == (31, None)


def test_5b_discard_one_card() -> None:
    t = begin([LOOSE, TIDY], upcard="6c", stock="3c")
    play(t, "draw stock")
    discards = [move for move in t.legal() if move.startswith("discard")]
    assert {move.split()[1] for move in discards} == {*LOOSE.split(), "3c"}
    play(t, "discard Qh")
    assert "Qh" not in t.view(0)["hand"]
    assert t.view(0)["players"][0]["cards"] == 10
    assert t.view()["pile"] == ["6c", "Qh"]


# --- The end of a hand ---------------------------------------------------------------------------------------------


def test_6_a_hand_goes_on_until_it_ends() -> None:
    t = begin([LOOSE, TIDY])
    pass_turns(t, 30)
    assert t.hands == []
    pass_turns(t, 1)
    assert len(t.hands) == 1


def test_6a_gin_ends_the_hand() -> None:
    hand = end(begin([TIDY, LOOSE], stock="Qd"), "draw stock", "gin Kc")
    assert (hand.ending, hand.winners, hand.points) == ("gin", (0,), (66, 0))
    assert hand.counts == (0, 66)
    assert hand.melds == ((("As", "2s", "3s"), ("4h", "5h", "6h"), ("9d", "Td", "Jd", "Qd")), ())
    assert hand.cards[1] is not None
    assert set(hand.cards[1]) == set(LOOSE.split())


def test_6b_a_knock_ends_the_hand() -> None:
    t = begin([TIDY, LOOSE], stock="2c")
    hand = end(t, "draw stock", "knock Kc")
    assert (hand.ending, hand.winners, hand.points) == ("knock", (0,), (64, 0))
    assert hand.counts == (2, 66)
    assert t.scores == (64, 0)


def test_6c_when_the_stock_is_empty_nobody_scores() -> None:
    t = begin(scattered(4))
    pass_turns(t, 10)
    assert t.hands == []
    pass_turns(t, 1)
    hand = t.hands[-1]
    assert (hand.ending, hand.winners, hand.points) == ("stock", (), (0, 0, 0, 0))
    assert (hand.cards, hand.melds, hand.counts) == ((None,) * 4, ((),) * 4, (None,) * 4), "nobody shows a hand"


def test_6c_nobody_shows_a_hand_after_one_that_was_shown() -> None:
    t = begin([TIDY, LOOSE], stock="2c", turn_limit=1)
    assert end(t, "draw stock", "knock Kc").cards != (None, None)
    pass_turns(t, 1)
    assert (t.hands[-1].ending, t.hands[-1].cards) == ("turn_limit", (None, None))


BOOK = [  # deadwood of the knocker and the next two: winner and points, as in the examples of the rule book
    ((6, 10, 15), 0, 19),
    ((6, 4, 15), 1, 17),
    ((6, 15, 6), 2, 15),
    ((6, 6, 15), 1, 15),
    ((6, 15, 4), 2, 17),
]


@pytest.mark.parametrize(("counts", "winner", "points"), BOOK)
def test_7_the_smallest_deadwood_wins(counts: tuple[int, ...], winner: int, points: int) -> None:
    hand = end(begin(counted(counts), stock="Ks"), "draw stock", "knock Ks")
    assert hand.counts == counts
    assert hand.winners == (winner,)


@pytest.mark.parametrize(("counts", "winner", "points"), BOOK)
def test_8_the_deadwood_of_all_others_less_ones_own_once(counts: tuple[int, ...], winner: int, points: int) -> None:
    hand = end(begin(counted(counts), stock="Ks"), "draw stock", "knock Ks")
    assert points == sum(counts) - 2 * counts[winner]
    assert hand.points == tuple(points if seat == winner else 0 for seat in range(3))


def test_9_deadwood_is_counted_in_points() -> None:
    assert deadwood(TIDY) == 10
    assert deadwood(LOOSE.split()) == 66
    assert deadwood("") == 0


def test_9_of_at_most_eleven_cards() -> None:
    assert deadwood(f"{NINE_SPADES} Kd Kc") == 20
    with pytest.raises(knockroll.InvalidCards, match="at most eleven cards, not 12"):
        deadwood(f"{NINE_SPADES} Kd Kc Kh")
    with pytest.raises(knockroll.InvalidCards, match="Kd"):
        deadwood("Kd Kd")
    with pytest.raises(knockroll.InvalidCards, match="1x"):
        deadwood("1x")


def test_9a_aces_are_1() -> None:
    assert [deadwood(f"A{suit}") for suit in "shdc"] == [1] * 4


def test_9b_face_cards_are_10() -> None:
    assert [deadwood(f"{face}h") for face in "JQK"] == [10] * 3


def test_9c_all_others_are_their_number() -> None:
    assert [deadwood(f"{rank}h") for rank in "23456789T"] == list(range(2, 11))


def test_9d_one_card_cannot_serve_two_melds() -> None:
    """The examples of the book: the run 7s 8s 9s leaves 14, the set of sevens would leave 17."""
    assert deadwood("7s 8s 9s 7h 7d Kc Qd 4h 2c Ac") == 41
    assert deadwood("2c 3c 4c 5c 6c 7c 8c 9c 5h 5d") == 0
