"""Thirty-One, clause by clause (docs/rules/thirty_one.md)."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import knockroll
from knockroll.engine.cards import DECK_SIZE, TEXTS, mask_of, parse_card, parse_mask
from knockroll.engine.stream import open_stream, shuffle_deck
from knockroll.games.thirty_one import value
from knockroll.games.thirty_one.rules import hand_value
from tests.games.thirty_one_tables import (
    LOWEST,
    begin,
    kinds,
    knock_and_end,
    last_two_tie,
    low,
    pass_turns,
    struck,
)
from tests.helpers import deck, play, table

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "thirty_one_values.json").read_text())

# --- Players, deal, dealer -----------------------------------------------------------------------------------------


def test_1_the_engine_has_2_to_9_seats() -> None:
    for seats in range(2, 10):
        assert len(knockroll.Table("thirty_one", seats, seed=1).view()["players"]) == seats
    for wrong in (1, 10):
        with pytest.raises(knockroll.InvalidOption, match=f"cannot have {wrong} seats: it takes 2 to 9"):
            knockroll.Table("thirty_one", wrong)


def test_1_one_person_and_three_computer_players_unless_said_otherwise() -> None:
    t = knockroll.Table("thirty_one", dealer=3, seed=1)
    assert t.turn == 0
    play(t, "draw stock", f"discard {t.view(0)['hand'][0]}")
    computers = []
    while t.turn != 0 and not t.hands:
        assert t.turn is not None
        computers.append(t.turn)
        play(t, knockroll.player("thirty_one", "House").choose(t.view(t.turn)))
    assert list(dict.fromkeys(computers)) == [1, 2, 3]


def test_2_three_cards_each_one_at_a_time_from_the_dealers_left() -> None:
    t = knockroll.Table("thirty_one", 3, dealer=1, chance=knockroll.Scripted([TEXTS]))
    assert t.view(2)["hand"] == ["As", "4s", "7s"]
    assert t.view(0)["hand"] == ["2s", "5s", "8s"]
    assert t.view(1)["hand"] == ["3s", "6s", "9s"]


def test_2_the_rest_is_the_stock_and_its_top_card_starts_the_discard_pile() -> None:
    t = knockroll.Table("thirty_one", 3, dealer=1, chance=knockroll.Scripted([TEXTS]))
    view = t.view()
    assert (view["discard"], view["pile"], view["stock"]) == ("Ts", ["Ts"], 52 - 3 * 3 - 1)
    assert play(t, "draw stock")[0].cards == ("Js",)
    assert t.view()["stock"] == 52 - 3 * 3 - 2


def test_2_each_seat_is_told_its_own_cards_only() -> None:
    t = knockroll.Table("thirty_one", 3, dealer=1, chance=knockroll.Scripted([TEXTS]))
    told = [(event.kind, event.seat, event.count) for event in t.events]
    assert told == [("deal", 2, 3), ("deal", 0, 3), ("deal", 1, 3), ("upcard", None, 1)]
    assert [knockroll.redact(event, 0).cards for event in t.events] == [(), ("2s", "5s", "8s"), (), ("Ts",)]
    assert [knockroll.redact(event, None).cards for event in t.events] == [(), (), (), ("Ts",)]


def test_3_the_first_dealer_is_chosen_at_random() -> None:
    dealers = Counter(knockroll.Table("thirty_one", 4, seed=seed).given[0].numbers[0] for seed in range(400))
    assert all(70 <= dealers[seat] <= 130 for seat in range(4)), "each should be chosen about 100 times"
    t = knockroll.Table("thirty_one", 4, chance=knockroll.Scripted([2, deck(low(4), "Js", dealer=2)]))
    assert (t.dealer, t.turn) == (2, 3)
    assert (t.events[0].kind, t.events[0].seat) == ("dealer", 2)


def test_3_the_next_player_clockwise_has_the_first_turn() -> None:
    assert [table("thirty_one", low(4), "Js", dealer=dealer).turn for dealer in range(4)] == [1, 2, 3, 0]


def test_3_the_deal_passes_clockwise() -> None:
    t = begin(3, *(deck(low(3), "Js", dealer=dealer) for dealer in (0, 1, 2, 0)), strikes=20)
    for dealer in (0, 1, 2):
        assert (t.dealer, t.turn) == (dealer, (dealer + 1) % 3)
        assert knock_and_end(t).dealer == dealer
    assert (t.dealer, t.turn) == (0, 1)


def test_3_the_deal_passes_over_players_who_are_out() -> None:
    """Seat 1 goes out in the hand that seat 0 deals: seat 2 deals next, and seat 3 begins."""
    hands = low(4, seat1=LOWEST)
    t = begin(4, deck(hands, "Js"), deck(low(4, seat1=""), "Js", dealer=2, out=[1]), strikes=1)
    knock_and_end(t)
    assert t.order == (0, 2, 3)
    assert (t.dealer, t.turn) == (2, 3)


def test_3_the_deal_passes_to_the_next_player_still_in_when_the_dealer_goes_out() -> None:
    hands = low(4, seat0=LOWEST)
    t = begin(4, deck(hands, "Js"), deck(low(4, seat0=""), "Js", dealer=1, out=[0]), strikes=1)
    knock_and_end(t)
    assert t.order == (1, 2, 3)
    assert (t.dealer, t.turn) == (1, 2)


# --- A turn --------------------------------------------------------------------------------------------------------


def test_4_a_turn_is_one_of_two_draws_or_a_knock() -> None:
    t = table("thirty_one", low(3), "Js")
    assert t.phase == "draw"
    assert t.legal() == ("draw stock", "draw discard", "knock")


def test_4_draw_from_the_stock_and_discard() -> None:
    t = table("thirty_one", low(3), "Js", stock="8s")
    (event,) = play(t, "draw stock")
    assert (event.seat, event.cards, event.source, event.target) == (1, ("8s",), "stock", "hand")
    assert event.seen_by == (1,)
    assert t.view(1)["hand"] == ["8s", "3h", "6d", "8c"]
    assert (t.turn, t.phase) == (1, "discard")
    (event,) = play(t, "discard 3h")
    assert (event.seat, event.cards, event.source, event.target) == (1, ("3h",), "hand", "discard")
    assert t.view(1)["hand"] == ["8s", "6d", "8c"]
    assert (t.view()["discard"], t.turn, t.phase) == ("3h", 2, "draw")


def test_4_draw_from_the_discard_pile_and_discard() -> None:
    t = table("thirty_one", low(3), "Js")
    stock = t.view()["stock"]
    (event,) = play(t, "draw discard")
    assert (event.cards, event.source, event.seen_by) == (("Js",), "discard", None)
    assert t.view(1)["hand"] == ["Js", "3h", "6d", "8c"]
    assert (t.view()["discard"], t.view()["stock"]) == (None, stock)
    play(t, "discard 8c")
    assert (t.view()["pile"], t.turn) == (["8c"], 2)


def test_4_exactly_one_after_a_draw_there_is_no_other_draw_and_no_knock() -> None:
    for draw in ("draw stock", "draw discard"):
        t = table("thirty_one", low(3), "Js")
        play(t, draw)
        assert [text.split()[0] for text in t.legal()] == ["discard"] * 4


def test_4_a_knocking_player_draws_nothing() -> None:
    t = table("thirty_one", low(3), "Js")
    stock = t.view()["stock"]
    events = play(t, "knock")
    assert [(event.kind, event.seat, event.cards) for event in events] == [("knock", 1, ())]
    assert t.view(1)["hand"] == ["3h", "6d", "8c"]
    assert (t.turn, t.phase) == (2, "draw")
    assert (t.view()["stock"], t.view()["pile"]) == (stock, ["Js"])


def test_5_any_of_the_four_cards_the_one_just_drawn_included() -> None:
    for draw in ("draw stock", "draw discard"):
        t = table("thirty_one", low(3), "Js", stock="8s")
        play(t, draw)
        held = t.view(1)["hand"]
        assert len(held) == 4
        assert t.legal() == tuple(f"discard {card}" for card in held)
        for card in held:
            after = t.copy()
            play(after, f"discard {card}")
            assert after.view()["discard"] == card
            assert after.view(1)["hand"] == [other for other in held if other != card]


# --- The value of a hand -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("position", VECTORS["positions"], ids=lambda position: position["id"])
def test_6_and_7_known_values(position: dict[str, Any]) -> None:
    cards = position["cards"]
    assert value(cards) == position["value"]
    assert hand_value(parse_mask(cards), 0) == position["value_without_trips_rule"]
    assert (value(cards) == 31) == position["is_31"]


@pytest.mark.parametrize("position", VECTORS["four_card_positions"], ids=lambda position: position["id"])
def test_6_and_7_known_values_of_four_cards(position: dict[str, Any]) -> None:
    """Four cards are worth what the best three of them are, and the vectors say which discards keep that."""
    cards = position["cards"]
    assert value(cards) == position["best_value"]
    after = {card: value([other for other in cards if other != card]) for card in cards}
    assert [card for card in cards if after[card] == position["best_value"]] == position["candidates"]


def test_6_the_best_total_of_one_suit() -> None:
    assert value("Ks 2s 4h") == 12, "the source's example: the 4 does not count"
    assert value("Qs 9d 8d") == 17
    assert [value(f"{rank}s 2h 3d") for rank in "A456789TJQK"] == [11, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]
    assert value("") == 0


def test_6_three_different_suits_the_highest_card() -> None:
    assert value("Jc 7h 4s") == 10
    assert value("2c 7h 4s") == 7


def test_6_every_hand_of_three_cards_against_a_slow_sum() -> None:
    """24 of the 22,100 three-card hands make 31: a number from outside, 4 suits x C(4, 2) pairs of ten-cards."""
    worth = {
        card: 11 if text[0] == "A" else 10 if text[0] in "TJQK" else int(text[0]) for card, text in enumerate(TEXTS)
    }
    hands = thirty_ones = 0
    for cards in combinations(range(DECK_SIZE), 3):
        totals = dict.fromkeys("shdc", 0)
        for card in cards:
            totals[TEXTS[card][1]] += worth[card]
        total = max(totals.values())
        same_rank = len({TEXTS[card][0] for card in cards}) == 1
        assert hand_value(mask_of(cards), 30) == (30 if same_rank else total), cards
        assert hand_value(mask_of(cards), 0) == total, cards
        hands += 1
        thirty_ones += total == 31
    assert (hands, thirty_ones) == (22_100, 24)


def test_6_four_cards_are_worth_their_best_three() -> None:
    for cards in ("As Ks Qs Js", "As Ks 9s 2s", "7s 7h 7d 7c", "7s 7h 7d Kd", "Ah Kh Qh 2c", "2s 3h 4d 5c"):
        three = [hand_value(mask_of(cards), 30) for cards in combinations(map(parse_card, cards.split()), 3)]
        assert value(cards) == max(three)


def test_6_cards_that_are_no_hand() -> None:
    with pytest.raises(knockroll.InvalidCards, match="at most four cards, not 5"):
        value("As 2s 3s 4s 5s")
    with pytest.raises(knockroll.InvalidCards, match="As came more than once"):
        value("As As 2d")
    with pytest.raises(knockroll.InvalidCards, match="'1s' is not a card"):
        value(["1s"])


def test_7_three_of_a_kind_is_worth_30() -> None:
    assert {value(f"{rank}s {rank}h {rank}d") for rank in "A23456789TJQK"} == {30}
    assert value("7h 7d 7c") == value("7s 7d 7c") == value("7s 7h 7c") == 30
    assert value("7s 7h 8s") == 15, "a pair alone is worth nothing"


def test_7_three_of_a_kind_counts_30_at_the_showdown_and_does_not_end_the_hand() -> None:
    """Seat 1 has 30 in three twos, seat 2 has 30 in one suit: equal, and both above seat 0."""
    t = table("thirty_one", ["Ah 9h 4d", "2s 2h 2d", "Ts Js Qs"], "3c", then=[deck(low(3), "Js", dealer=1)])
    hand = knock_and_end(t)
    assert hand.counts == (20, 30, 30)
    assert (hand.points, hand.winners) == ((1, 0, 0), (1, 2))


# --- Thirty-one ----------------------------------------------------------------------------------------------------


def test_8_a_draw_from_the_stock_that_makes_31_ends_the_hand() -> None:
    hands = low(4, seat1="As Ks 2d")
    t = table("thirty_one", hands, "Js", stock="Qs", then=[deck(low(4), "Js", dealer=1)])
    events = play(t, "draw stock")
    (hand,) = t.hands
    assert (hand.ending, hand.points, hand.winners) == ("thirty_one", (1, 0, 1, 1), (1,))
    assert t.scores == (1, 0, 1, 1)
    assert kinds(events)[:6] == ["draw", "show", "show", "show", "show", "hand over"]
    assert events[5].ending == "thirty_one"


def test_8_a_draw_from_the_discard_pile_that_makes_31_ends_the_hand() -> None:
    t = table("thirty_one", low(4, seat1="As Ks 2d"), "Js", then=[deck(low(4), "Js", dealer=1)])
    play(t, "draw discard")
    assert (t.hands[0].ending, t.scores) == ("thirty_one", (1, 0, 1, 1))


def test_8_all_hands_are_shown() -> None:
    t = table("thirty_one", low(3, seat1="As Ks 4c"), "Js", then=[deck(low(3), "Js", dealer=1)])
    play(t, "draw discard")
    assert t.hands[0].cards[1] == ("As", "Js", "Ks", "4c"), "all four: there was no discard"
    assert t.hands[0].counts == (9, 31, 7)


def test_8_players_who_are_out_get_no_strike() -> None:
    """Seat 1 is out with its one strike; the 31 of seat 3 then puts seats 0 and 2 out."""
    first = deck(low(4, seat1=LOWEST), "Js")
    second = deck(["2h 5d 9c", "", "4h 7d 2c", "As Ks 3c"], "Qs", dealer=2, out=[1])
    t = begin(4, first, second, strikes=1)
    knock_and_end(t)
    play(t, "draw discard")
    assert t.hands[1].points == (1, 0, 1, 0)
    assert t.scores == (1, 1, 1, 0)


def test_8_30_is_not_enough_nor_are_three_aces() -> None:
    for hand, upcard in (("Ts Ks 2d", "Js"), ("As Ah 2d", "Ad")):
        t = table("thirty_one", low(3, seat1=hand), upcard)
        play(t, "draw discard")
        assert (t.phase, t.turn, t.hands) == ("discard", 1, [])


# --- Knocking and the showdown -------------------------------------------------------------------------------------


def test_9_only_at_the_start_of_ones_turn() -> None:
    t = table("thirty_one", low(3), "Js")
    play(t, "draw stock")
    with pytest.raises(knockroll.IllegalMove, match="'knock' is not allowed now"):
        play(t, "knock")


def test_9_only_if_nobody_has_knocked_in_this_hand() -> None:
    t = table("thirty_one", low(3), "Js", then=[deck(low(3), "Js", dealer=1)])
    play(t, "knock")
    for seat in (2, 0):
        assert t.turn == seat
        assert t.legal() == ("draw stock", "draw discard")
        with pytest.raises(knockroll.IllegalMove, match="'knock' is not allowed now"):
            play(t, "knock")
        pass_turns(t)
    assert len(t.hands) == 1
    assert t.legal() == ("draw stock", "draw discard", "knock"), "it is another hand"


def test_9_everyone_else_gets_one_more_turn_and_the_knocker_none() -> None:
    t = table("thirty_one", low(4), "Js", then=[deck(low(4), "Js", dealer=1)])
    pass_turns(t)
    play(t, "knock")
    turns = []
    while not t.hands:
        assert t.turn is not None
        turns.append(t.turn)
        pass_turns(t)
    assert turns == [3, 0, 1]
    assert t.hands[0].ending == "knock"


def test_9_of_two_players_the_other_one_has_the_last_turn() -> None:
    t = table("thirty_one", low(2), "Js", then=[deck(low(2), "Js", dealer=1)])
    play(t, "knock")
    assert (t.turn, t.hands) == (0, [])
    pass_turns(t)
    assert t.hands[0].ending == "knock"


def test_9_players_who_are_out_get_no_more_turn() -> None:
    t = struck((0, 1, 0, 0), low(4, seat1=""), turn=3, strikes=1)
    play(t, "knock")
    assert t.turn == 0
    pass_turns(t)
    assert t.turn == 2
    assert not t.hands


def test_9_the_last_turns_count() -> None:
    """Seat 1 knocks with 8 and would be safe, but seat 2 takes the jack and rises from 7 to 10."""
    t = table("thirty_one", low(3), "Js", then=[deck(low(3), "Js", dealer=1)])
    play(t, "knock", "draw discard", "discard 2c")
    pass_turns(t)
    assert (t.hands[0].counts, t.hands[0].points) == ((9, 8, 10), (0, 2, 0))


def test_10_the_lowest_value_gets_one_strike_and_all_hands_are_shown() -> None:
    t = table("thirty_one", low(3), "Js", then=[deck(low(3), "Js", dealer=1)])
    play(t, "knock")
    pass_turns(t)
    events = pass_turns(t)
    (hand,) = t.hands
    assert (hand.ending, hand.points, hand.winners) == ("knock", (0, 0, 1), (0,))
    assert hand.counts == (9, 8, 7)
    assert hand.cards == (("2h", "5d", "9c"), ("3h", "6d", "8c"), ("4h", "7d", "2c"))
    assert hand.melds == ((), (), ())
    shown = [(event.seat, event.cards, event.seen_by) for event in events if event.kind == "show"]
    assert shown == [(seat, cards, None) for seat, cards in enumerate(hand.cards)]


def test_10_everyone_tied_for_the_lowest_value_gets_one_strike() -> None:
    hands = ["9s 2h 4d", "Ts 3h 5d", "9c 2s 3d", "9h 4s 2d"]
    t = table("thirty_one", hands, "Jc", then=[deck(low(4), "Js", dealer=1)])
    assert knock_and_end(t).points == (1, 0, 1, 1)


def test_10_a_knocker_who_is_lowest_alone_gets_two() -> None:
    t = table("thirty_one", low(3, seat1=LOWEST), "Js", then=[deck(low(3), "Js", dealer=1)])
    assert knock_and_end(t).points == (0, 2, 0)


def test_10_a_knocker_who_ties_for_lowest_gets_two_the_others_one() -> None:
    """The rule book's example: seat 2 has knocked, the values are 22, 25, 22, 28."""
    hands = ["Ts 9s 3s", "Td 8d 7d", "Tc 8c 4c", "Th Qh 8h"]
    t = table("thirty_one", hands, "2s", stock="2h 3h 4h 5h", then=[deck(low(4), "Js", dealer=1)])
    pass_turns(t)
    hand = knock_and_end(t)
    assert (hand.counts, hand.points, hand.winners) == ((22, 25, 22, 28), (1, 0, 2, 0), (3,))


def test_10_when_all_are_equal_all_are_lowest() -> None:
    t = table("thirty_one", ["9s 2h 4d", "9h 3s 5d"], "Jc", then=[deck(low(2), "Js", dealer=1)])
    hand = knock_and_end(t)
    assert (hand.points, hand.winners) == ((1, 2), (0, 1))


def test_10_players_who_are_out_show_nothing_and_are_not_the_lowest() -> None:
    first = deck(low(3, seat1=LOWEST), "Js")
    second = deck(["2h 5d 9c", "", "4h 7d 2c"], "Js", dealer=2, out=[1])
    t = begin(3, first, second, strikes=1)
    knock_and_end(t)
    hand = knock_and_end(t)
    assert (hand.counts, hand.points) == ((9, None, 7), (0, 0, 1))
    assert hand.cards[1] is None


# --- Out, winner, nobody left --------------------------------------------------------------------------------------


def test_11_three_strikes_and_a_player_is_out() -> None:
    """With the third strike seat 2 is out, and not before."""
    t = struck((0, 0, 2), low(3), turn=0)
    assert not t.view()["players"][2]["out"]
    assert knock_and_end(t).points == (0, 0, 1)
    assert t.scores == (0, 0, 3)
    assert t.view()["players"][2] == {"seat": 2, "score": 3, "cards": 0, "out": True}
    assert t.order == (0, 1)


def test_11_strikes_never_count_past_three() -> None:
    """Seat 0 has two strikes, knocks and is lowest: two more would be four."""
    t = struck((2, 0, 0), low(3, seat0=LOWEST), turn=0)
    assert knock_and_end(t).points == (1, 0, 0)
    assert t.scores == (3, 0, 0)


def test_12_the_last_player_still_in_wins() -> None:
    t = struck((0, 2), low(2), turn=1)
    assert t.result is None
    play(t, "knock")
    events = pass_turns(t)
    assert t.result == knockroll.Result(winners=(0,), scores=(0, 3))
    assert (events[-1].kind, events[-1].winners, events[-1].points) == ("game over", (0,), (0, 3))
    assert (t.turn, t.phase, t.legal()) == (None, "over", ())
    assert t.view(0)["winners"] == [0]


def test_13_if_the_last_players_go_out_together_everyone_comes_back_with_two_strikes() -> None:
    t = last_two_tie()
    assert (t.scores, t.order, t.turn) == ((2, 2, 3), (0, 1), 1)
    knock_and_end(t)
    assert t.result is None
    assert t.scores == (2, 2, 2)
    assert t.order == (0, 1, 2)
    assert [player["cards"] for player in t.view()["players"]] == [3, 3, 3], "play goes on"
    assert (t.dealer, t.turn) == (1, 2)


def test_13_more_than_two_may_be_the_last_players() -> None:
    hands = ["9s 2h 4d", "9h 3s 5d", "9d 4s 6h"]
    t = begin(3, deck(hands, "Js"), deck(low(3), "Js", dealer=1), strikes=1)
    assert knock_and_end(t).points == (0, 0, 0)
    assert (t.result, t.order, t.scores) == (None, (0, 1, 2), (0, 0, 0))


def test_13_points_are_the_change_of_the_score() -> None:
    """The knocker, seat 0, has one strike and gets two; seat 1 has two and gets one; both come back with two."""
    t = struck((1, 2), ["9s 2h 4d", "9h 3s 5d"], turn=0)
    assert knock_and_end(t).points == (1, 0)
    assert t.scores == (2, 2)


def test_13_a_last_player_who_is_spared_wins_instead() -> None:
    t = struck((2, 2), low(2), turn=1)
    knock_and_end(t)
    assert t.result == knockroll.Result(winners=(0,), scores=(2, 3))


def test_14_without_a_player_who_is_out_the_game_goes_on_to_its_end() -> None:
    """Whole games with random moves: a seat that is out holds nothing, never moves, sees no hand, but may watch."""
    watched = 0
    for seed in range(8):
        t = knockroll.Table("thirty_one", 4, seed=seed)
        stream = open_stream(seed, 0, 1)
        order = [0] * DECK_SIZE
        while t.result is None:
            for seat in set(range(4)) - set(t.order):
                view = t.view(seat)
                assert t.turn != seat
                assert view["players"][seat] == {"seat": seat, "score": 3, "cards": 0, "out": True}
                assert (view["hand"], view["legal"]) == ([], [])
                assert view["turn"] == t.turn
                watched += 1
            shuffle_deck(stream, order)
            t.play(t.legal()[order[0] % len(t.legal())])
        assert len(t.order) == 1
        assert t.result.winners == t.order
        assert [score for seat, score in enumerate(t.scores) if seat not in t.order] == [3, 3, 3]
    assert watched
