"""Thirty-One: the rulings, what is common to the card games, the options (docs/rules/thirty_one.md)."""

from __future__ import annotations

from typing import Any

import pytest

import knockroll
from knockroll.engine.cards import DECK_SIZE, TEXTS
from knockroll.games.thirty_one import GAME
from tests.games.thirty_one_tables import (
    LOWEST,
    begin,
    kinds,
    knock_and_end,
    last_two_tie,
    low,
    pass_turns,
    spare,
    struck,
)
from tests.helpers import deck, play, table

# --- Rulings -------------------------------------------------------------------------------------------------------


def test_r1_a_dealt_31_ends_the_hand_before_the_first_turn() -> None:
    t = begin(3, spare(1, of=3), deck(low(3), "Js", dealer=1))
    (hand,) = t.hands
    assert (hand.ending, hand.points, hand.winners) == ("thirty_one", (1, 0, 1), (1,))
    assert (hand.counts, hand.dealer) == ((9, 31, 7), 0)
    assert t.moves == []
    assert (t.dealer, t.turn) == (1, 2)
    assert kinds(t.events) == [*["deal"] * 3, "upcard", *["show"] * 3, "hand over", *["deal"] * 3, "upcard"]


def test_r1_if_several_are_dealt_31_none_of_them_gets_a_strike() -> None:
    t = begin(4, spare(0, 2, of=4), deck(low(4), "Js", dealer=1))
    assert (t.hands[0].points, t.hands[0].winners) == ((0, 1, 0, 1), (0, 2))


def test_r1_a_dealt_31_may_end_the_game_before_the_first_turn() -> None:
    t = begin(2, spare(1, of=2), strikes=1)
    assert t.result == knockroll.Result(winners=(1,), scores=(1, 0))
    assert t.turn is None


def test_r2_any_three_of_the_four_cards_count_and_no_discard_is_needed() -> None:
    t = table("thirty_one", low(3, seat1="Ac 4c Kc"), "Qc", then=[deck(low(3), "Js", dealer=1)])
    play(t, "draw discard")
    assert (t.hands[0].ending, t.hands[0].points) == ("thirty_one", (1, 0, 1))
    assert t.hands[0].cards[1] == ("Ac", "4c", "Qc", "Kc")


def test_r2_31_ends_a_hand_in_which_somebody_has_knocked_and_the_knocker_gets_one_strike() -> None:
    """Seat 0 has not had its last turn, and the knocker is the lowest: neither matters now."""
    hands = low(3, seat1=LOWEST, seat2="Ac Kc 3c")
    t = table("thirty_one", hands, "Qc", then=[deck(low(3), "Js", dealer=1)])
    play(t, "knock", "draw discard")
    assert (t.hands[0].ending, t.hands[0].points, t.hands[0].winners) == ("thirty_one", (1, 1, 0), (2,))


NINE_STOCK = DECK_SIZE - 9 * 3 - 1
"""The stock of nine players, the smallest: 24 cards."""


def nine(*more: list[str], **options: Any) -> knockroll.Table:
    return begin(9, deck(low(9), "Js"), *more, **options)


def test_r3_the_discards_below_the_top_card_become_the_stock_in_a_fresh_order() -> None:
    order = list(reversed(TEXTS))
    t = nine(order)
    pass_turns(t, NINE_STOCK - 1)
    assert t.view()["stock"] == 1
    covered = [*t.view()["pile"], t.view()["discard"]][:NINE_STOCK]
    events = pass_turns(t)
    assert kinds(events) == ["discard", "reshuffle"]
    assert (events[1].count, events[1].cards, events[1].source, events[1].target) == (24, (), "discard", "stock")
    view = t.view()
    assert view["pile"] == [events[0].cards[0]], "the top card stays"
    assert view["stock"] == NINE_STOCK
    drawn: list[str] = []
    for _ in range(NINE_STOCK - 1):
        drawn += play(t, "draw stock")[0].cards
        play(t, f"discard {drawn[-1]}")
    expected = [card for card in order if card in covered]
    assert len(expected) == NINE_STOCK
    assert drawn == expected[:-1]
    assert t.given[1].after == 2 * NINE_STOCK


def test_r3_the_next_player_goes_on_after_it_in_the_same_hand() -> None:
    t = nine(list(TEXTS))
    pass_turns(t, NINE_STOCK - 1)
    rounds = t.view()["rounds"]
    assert t.turn == 6
    pass_turns(t)
    assert (t.turn, t.phase, t.hands, t.dealer) == (7, "draw", [], 0)
    rounds[7] += 1
    assert t.view()["rounds"] == rounds
    assert t.view(7)["legal"] == ["draw stock", "draw discard", "knock"]


def test_r3_a_knock_made_before_still_holds_after_it() -> None:
    t = nine(list(TEXTS), deck(low(9), "Js", dealer=1))
    pass_turns(t, NINE_STOCK - 4)
    knocker = t.turn
    play(t, "knock")
    assert "reshuffle" in kinds(pass_turns(t, 4))
    assert t.view()["knocker"] == knocker
    assert t.legal() == ("draw stock", "draw discard")
    pass_turns(t, 4)
    assert t.hands[0].ending == "knock"


def test_r3_not_if_the_hand_ends_with_that_turn() -> None:
    """Sixteen turns, a knock, and eight more turns take all 24 cards: the next chance is the next deal."""
    t = nine(deck(low(9), "Js", dealer=1))
    pass_turns(t, NINE_STOCK - 8)
    play(t, "knock")
    events = pass_turns(t, 8)
    assert "reshuffle" not in kinds(events)
    assert (t.hands[0].ending, t.view()["stock"]) == ("knock", NINE_STOCK)
    assert t.dealer == 1


def test_r3_31_with_the_last_stock_card_ends_the_hand() -> None:
    """The twenty-fourth turn is seat 6's."""
    hands = low(9, seat6="As Ks 6c")
    stock = [card for card in TEXTS if card not in " ".join(hands).split() and card not in ("Js", "Qs")]
    first = deck(hands, "Js", stock=" ".join([*stock, "Qs"]))
    t = begin(9, first, deck(low(9), "Js", dealer=1))
    pass_turns(t, NINE_STOCK - 1)
    assert t.turn == 6
    play(t, "draw stock")
    assert (t.hands[0].ending, t.hands[0].winners) == ("thirty_one", (6,))


def test_r4_a_players_first_turn_of_the_hand_is_round_1() -> None:
    t = table("thirty_one", low(3), "Js", then=[deck(low(3), "Js", dealer=1)])
    seen = []
    for _ in range(5):
        assert t.turn is not None
        seen.append((t.turn, t.view()["rounds"][t.turn]))
        pass_turns(t)
    assert seen == [(1, 1), (2, 1), (0, 1), (1, 2), (2, 2)]
    play(t, "draw stock")
    assert t.view()["rounds"] == [2, 2, 2], "drawing does not begin another round"
    play(t, t.legal()[0])
    knock_and_end(t)
    assert t.view()["rounds"] == [0, 0, 1], "another hand"


def test_r5_those_who_were_out_before_lose_a_strike() -> None:
    t = last_two_tie()
    hand = knock_and_end(t)
    assert hand.points == (0, 0, -1)


def test_r5_with_another_number_of_strikes_everyone_has_one_life_left() -> None:
    """Two strikes: seat 2 is out, seats 0 and 1 have one each and tie."""
    t = struck((1, 1, 2), ["9s 2h 4d", "9h 3s 5d", ""], turn=1, strikes=2)
    assert knock_and_end(t).points == (0, 0, -1)
    assert (t.scores, t.order) == ((1, 1, 1), (0, 1, 2))


# --- Common to the card games --------------------------------------------------------------------------------------


def test_c1_the_card_just_taken_from_the_discard_pile_may_be_discarded() -> None:
    t = table("thirty_one", low(3), "Js")
    play(t, "draw discard", "discard Js")
    assert (t.view()["pile"], t.turn) == (["Js"], 2)


def test_c2_a_hand_that_reaches_the_turn_limit_is_a_showdown_without_a_knocker() -> None:
    """No one has knocked, so the lowest gets one strike; the last turn does not matter."""
    t = table("thirty_one", low(3), "Js", turn_limit=2, then=[deck(low(3), "Js", dealer=1)])
    pass_turns(t)
    assert t.hands == []
    pass_turns(t)
    (hand,) = t.hands
    assert (hand.ending, hand.points, hand.winners) == ("turn_limit", (0, 0, 1), (0,))
    assert hand.counts == (9, 8, 7)


def test_c2_not_once_somebody_has_knocked() -> None:
    t = table("thirty_one", low(3), "Js", turn_limit=2, then=[deck(low(3), "Js", dealer=1)])
    pass_turns(t)
    play(t, "knock")
    assert t.hands == []
    pass_turns(t, 2)
    assert t.hands[0].ending == "knock"


def test_c2_31_in_the_last_turn_counts_first() -> None:
    hands = low(3, seat1="As Ks 4c")
    t = table("thirty_one", hands, "Js", turn_limit=1, then=[deck(low(3), "Js", dealer=1)])
    play(t, "draw discard")
    assert t.hands[0].ending == "thirty_one"


def test_c2_before_a_reshuffle() -> None:
    t = nine(deck(low(9), "Js", dealer=1), turn_limit=NINE_STOCK)
    events = pass_turns(t, NINE_STOCK)
    assert "reshuffle" not in kinds(events)
    assert t.hands[0].ending == "turn_limit"


def test_c2_every_hand_has_its_own_turns() -> None:
    t = begin(2, *(deck(low(2), "Js", dealer=dealer) for dealer in (0, 1, 0)), turn_limit=3)
    pass_turns(t, 3)
    assert len(t.hands) == 1
    pass_turns(t, 2)
    assert len(t.hands) == 1
    pass_turns(t)
    assert len(t.hands) == 2


def test_c3_the_player_who_draws_the_last_stock_card_finishes_that_turn() -> None:
    t = nine(list(TEXTS))
    pass_turns(t, NINE_STOCK - 1)
    play(t, "draw stock")
    assert (t.view()["stock"], t.phase, t.turn) == (0, "discard", 6)
    assert len(t.legal()) == 4
    assert len(t.given) == 1, "no chance has been asked for yet"


def test_c4_nothing_is_spent_on_the_first_dealer_if_the_caller_names_one() -> None:
    t = table("thirty_one", low(3), "Js", dealer=2)
    assert t.dealer == 2
    assert [str(given).split()[0] for given in t.given] == ["deck"]
    assert [str(given).split()[0] for given in knockroll.Table("thirty_one", 3, seed=5).given][:2] == ["dealer", "deck"]
    with pytest.raises(knockroll.InvalidOption, match="the dealer is a seat from 0 to 2, not 3"):
        knockroll.Table("thirty_one", 3, dealer=3)


# --- Options -------------------------------------------------------------------------------------------------------


def test_options_have_the_defaults_of_the_book() -> None:
    assert {option.name: option.default for option in GAME.options} == {
        "three_of_a_kind": 30,
        "strikes": 3,
        "knock_first_round": True,
        "knocker_tied_is_safe": False,
        "may_return_discard": True,
        "turn_limit": 1000,
    }


def test_option_three_of_a_kind_0_is_no_special_value() -> None:
    hands = ["Ah 9h 4d", "2s 2h 2d", "Ts Js Qs"]
    t = table("thirty_one", hands, "3c", three_of_a_kind=0, then=[deck(low(3), "Js", dealer=1)])
    hand = knock_and_end(t)
    assert (hand.counts, hand.points) == ((20, 2, 30), (0, 2, 0))
    with pytest.raises(knockroll.InvalidOption, match="three_of_a_kind cannot be 31: it takes 30 or 0"):
        knockroll.Table("thirty_one", three_of_a_kind=31)


@pytest.mark.parametrize("strikes", [1, 2, 3, 5, 20])
def test_option_strikes_that_put_a_player_out(strikes: int) -> None:
    t = begin(2, *(spare(0, of=2, dealer=hand % 2) for hand in range(strikes)), strikes=strikes)
    assert len(t.hands) == strikes
    assert t.result == knockroll.Result(winners=(0,), scores=(0, strikes))


def test_option_strikes_has_a_range() -> None:
    for wrong in (0, 21, "3", None, True, 2.0):
        with pytest.raises(
            knockroll.InvalidOption, match=r"strikes cannot be .*: it takes a whole number from 1 to 20"
        ):
            knockroll.Table("thirty_one", strikes=wrong)


def test_option_knock_first_round_false() -> None:
    t = table("thirty_one", low(3), "Js", knock_first_round=False)
    for _ in range(3):
        assert t.legal() == ("draw stock", "draw discard")
        assert t.view(t.turn)["legal"] == list(t.legal())
        with pytest.raises(knockroll.IllegalMove):
            play(t, "knock")
        pass_turns(t)
    for _ in range(3):
        assert t.legal() == ("draw stock", "draw discard", "knock")
        assert t.view(t.turn)["legal"] == list(t.legal())
        pass_turns(t)


def test_option_knocker_tied_is_safe() -> None:
    """The rule book's example again: the knocker, tied with seat 0, gets no strike; alone it would get two."""
    hands = ["Ts 9s 3s", "Td 8d 7d", "Tc 8c 4c", "Th Qh 8h"]
    then = [deck(low(4, seat2=LOWEST), "Js", dealer=1), deck(low(4), "Js", dealer=2)]
    t = table("thirty_one", hands, "2s", stock="2h 3h 4h 5h", knocker_tied_is_safe=True, then=then)
    pass_turns(t)
    assert knock_and_end(t).points == (1, 0, 0, 0)
    assert t.turn == 2
    assert knock_and_end(t).points == (0, 0, 2, 0)


def test_option_may_return_discard_false() -> None:
    t = table("thirty_one", low(3), "Js", stock="Qs", may_return_discard=False)
    play(t, "draw discard")
    assert t.legal() == ("discard 3h", "discard 6d", "discard 8c")
    assert t.view(1)["legal"] == list(t.legal())
    with pytest.raises(knockroll.IllegalMove, match="'discard Js' is not allowed now"):
        play(t, "discard Js")
    play(t, "discard 3h", "draw stock")
    assert "discard Qs" in t.legal(), "a card from the stock may go at once"
    play(t, "discard 2c")
    play(t, "draw stock", "discard 9c", "draw stock")
    assert "discard Js" in t.legal(), "in a later turn it may go"


def test_option_turn_limit_is_1000_turns() -> None:
    """Two players swap the upcard endlessly: each turn takes it and gives it back."""
    t = begin(2, deck(low(2), "Js"), deck(low(2), "Js", dealer=1))
    for _ in range(999):
        play(t, "draw discard", "discard Js")
    assert t.hands == []
    play(t, "draw discard", "discard Js")
    assert t.hands[0].ending == "turn_limit"
