"""Gin Rummy: its options, its variant ``standard``, and laying off."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import knockroll
from knockroll.engine.cards import DECK_SIZE, cards_in, mask_of, parse_mask, points_in, texts_in
from knockroll.engine.game import get_game
from knockroll.engine.melds import lowest_deadwood, run_cards, set_ranks
from knockroll.games.gin_rummy import deadwood
from knockroll.games.gin_rummy.lay_offs import best_lay_off, count_after_lay_off, fitting, knocker_sets
from tests.games.gin_rummy_tables import (
    LOOSE,
    LOOSE_AFTER_LAY_OFF,
    NINE_DIAMONDS,
    NINE_SPADES,
    TIDY,
    begin,
    end,
    finishing,
    pass_turns,
    scattered,
)
from tests.helpers import play

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "gin_deadwood.json").read_text())
LAY_OFFS: list[dict[str, Any]] = VECTORS["layoff_positions"]

# --- One option at a time ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("target", "over"), [(63, True), (64, True), (65, False)])
def test_option_target_is_the_score_that_wins(target: int, over: bool) -> None:
    t = begin([TIDY, LOOSE], stock="2c", target=target)
    play(t, "draw stock", "knock Kc")
    assert t.scores == (64, 0)
    assert (t.result is not None) == over


@pytest.mark.parametrize(
    ("limit", "knocks"), [(10, ["knock 2c", "knock Kc"]), (9, ["knock Kc"]), (2, ["knock Kc"]), (1, []), (0, [])]
)
def test_option_knock_limit_is_the_highest_deadwood_for_a_knock(limit: int, knocks: list[str]) -> None:
    """With 2c drawn, TIDY leaves 2 without the king and 10 without 2c; any other discard breaks a run."""
    t = begin([TIDY, LOOSE], stock="2c", knock_limit=limit)
    play(t, "draw stock")
    assert sorted(finishing(t)) == knocks
    assert t.view(0)["limit"] == limit


def test_option_knock_limit_0_still_allows_gin() -> None:
    t = begin([TIDY, LOOSE], stock="Qd", knock_limit=0)
    play(t, "draw stock")
    assert finishing(t) == ["gin Kc"]


def test_option_knock_limit_finds_a_knock_with_a_card_that_is_in_a_meld() -> None:
    """All eleven are best with 4h 5h 6h 7h and three sixes; without 7h, with three fives and four sixes: 10 left."""
    hand = "3d 3s 4h 5c 5d 5h 6c 6d 6h 6s"
    t = begin([hand, LOOSE.replace("4s 5s", "9h Jh")], stock="7h", knock_limit=10)
    play(t, "draw stock")
    assert deadwood(f"{hand} 7h") == 16
    assert finishing(t) == ["knock 7h"]


def test_option_gin_bonus_is_paid_for_gin_only() -> None:
    assert end(begin([TIDY, LOOSE], stock="Qd", gin_bonus=25), "draw stock", "gin Kc").points == (66 + 25, 0)
    assert end(begin([TIDY, LOOSE], stock="2c", gin_bonus=25), "draw stock", "knock Kc").points == (64, 0)


def test_option_undercut_bonus_is_paid_for_an_undercut_only() -> None:
    assert end(begin([LOOSE, TIDY], stock="2c", undercut_bonus=25), "draw stock", "knock 2c").points == (0, 56 + 25)
    assert end(begin([TIDY, LOOSE], stock="2c", undercut_bonus=25), "draw stock", "knock Kc").points == (64, 0)


def test_option_undercut_bonus_is_paid_for_a_tie_too() -> None:
    t = begin([f"{NINE_SPADES} 6h", f"{NINE_DIAMONDS} 6c"], stock="Ks", undercut_bonus=25)
    hand = end(t, "draw stock", "knock Ks")
    assert (hand.ending, hand.points) == ("undercut", (0, 25))


def test_option_lay_off_on_a_knockers_melds() -> None:
    """4s, then 5s, goes on A 2 3 of spades; 8d, then 7d, goes before 9 T J of diamonds."""
    hand = end(begin([TIDY, LOOSE], stock="2c", lay_off=True), "draw stock", "knock Kc")
    assert hand.counts == (2, LOOSE_AFTER_LAY_OFF)
    assert hand.points == (LOOSE_AFTER_LAY_OFF - 2, 0)
    assert hand.melds[1] == (("4s", "5s"), ("7d", "8d"))


def test_option_lay_off_not_against_gin() -> None:
    hand = end(begin([TIDY, LOOSE], stock="Qd", lay_off=True), "draw stock", "gin Kc")
    assert (hand.counts, hand.melds[1]) == ((0, 66), ())


def test_option_lay_off_can_make_an_undercut() -> None:
    """Seat 1 counts 20 against 6, but the ten and the jack go on the knocker's run."""
    t = begin([f"{NINE_SPADES} 6h", "Ad 2d 3d 4d 5d 6d 7d 8d Ts Js"], stock="Ks", lay_off=True)
    hand = end(t, "draw stock", "knock Ks")
    assert (hand.ending, hand.counts, hand.points) == ("undercut", (6, 0), (0, 6))
    assert hand.melds[1] == (("Ad", "2d", "3d", "4d", "5d", "6d", "7d", "8d"), ("Ts", "Js"))


def test_option_offer_upcard_to_the_dealers_left_first() -> None:
    """Of R7's round of the table, with two players."""
    t = begin([TIDY, LOOSE], upcard="Qd", offer_upcard=True)
    assert (t.turn, t.phase, t.legal()) == (0, "offer", ("draw discard", "pass"))
    taken = t.copy()
    assert end(taken, "draw discard", "gin Kc").ending == "gin"
    play(t, "pass")
    assert (t.turn, t.phase, t.legal()) == (1, "offer", ("draw discard", "pass"))
    play(t, "pass")
    assert (t.turn, t.phase, t.legal()) == (0, "draw", ("draw stock",))
    pass_turns(t, 1)
    assert t.legal() == ("draw stock", "draw discard")
    with pytest.raises(knockroll.IllegalMove):
        t.play("pass")


def test_option_offer_upcard_begins_anew_with_every_hand() -> None:
    t = begin(scattered(2), offer_upcard=True, turn_limit=1)
    play(t, "pass", "pass")
    pass_turns(t, 1)
    assert (t.phase, t.turn, t.view()["passed"]) == ("offer", 1, [])


def test_option_must_declare_gin_off_allows_a_plain_discard_too() -> None:
    t = begin([TIDY, LOOSE], stock="Qd", must_declare_gin=False)
    play(t, "draw stock")
    assert [move for move in t.legal() if "Kc" in move] == ["discard Kc", "gin Kc"], "but a knock it is not (R2)"
    play(t, "discard Kc")
    assert (t.turn, t.hands) == (1, [])


@pytest.mark.parametrize("left", [0, 1, 2, 30])
def test_option_void_at_stock_ends_a_hand_with_cards_left(left: int) -> None:
    t = begin(scattered(2), void_at_stock=left)
    pass_turns(t, 30 - left)
    assert t.hands == []
    assert t.view()["stock"] == left + 1
    pass_turns(t, 1)
    assert (t.hands[-1].ending, t.hands[-1].points) == ("stock", (0, 0))


def test_option_void_at_stock_is_looked_at_when_the_turn_is_over() -> None:
    t = begin([TIDY, LOOSE], stock="Qd", void_at_stock=30)
    assert end(t, "draw stock", "gin Kc").ending == "gin"


def test_option_may_return_discard_off_keeps_the_card_for_this_turn() -> None:
    """Kc back to the pile would be a discard, a knock and, with Qd in hand, gin."""
    for hand in (TIDY.replace("Kc", "2c"), TIDY.replace("Kc", "Qd")):
        t = begin([hand, LOOSE], upcard="Kc", may_return_discard=False)
        play(t, "draw discard")
        assert not any("Kc" in move for move in t.legal())
        assert len({move.split()[1] for move in t.legal()}) == 10
        play(t, "discard Jd", "draw stock", "discard Qh", "draw stock")
        assert "discard Kc" in t.legal(), "in the next turn it may go"


def test_option_may_return_discard_off_is_about_the_pile_only() -> None:
    t = begin([TIDY, LOOSE], stock="Qd", may_return_discard=False)
    play(t, "draw stock")
    assert "discard Qd" in t.legal()


@pytest.mark.parametrize(("upcard", "limit"), [("Ac", 0), ("4c", 4), ("Tc", 10), ("Kd", 10)])
def test_option_oklahoma_the_upcard_sets_the_limit(upcard: str, limit: int) -> None:
    """TIDY can knock with 2 or 10; the variant's own limit is overridden."""
    t = begin([TIDY, LOOSE], upcard=upcard, stock="2c", oklahoma=True, knock_limit=100)
    assert t.view()["limit"] == limit
    play(t, "draw stock")
    assert sorted(finishing(t)) == [move for move, left in (("knock 2c", 10), ("knock Kc", 2)) if left <= limit]


def test_option_oklahoma_with_an_ace_only_gin_will_do() -> None:
    t = begin([TIDY, LOOSE], upcard="Ac", stock="Qd", oklahoma=True)
    play(t, "draw stock")
    assert finishing(t) == ["gin Kc"]


def test_option_oklahoma_goes_by_the_first_upcard_of_each_hand() -> None:
    t = begin([LOOSE, TIDY], upcard="4c", oklahoma=True, turn_limit=2)
    pass_turns(t, 1)
    assert t.view()["limit"] == 4
    pass_turns(t, 1)
    assert t.view()["limit"] == deadwood([t.view()["discard"]])


def test_option_turn_limit_counts_turns_of_the_hand() -> None:
    t = begin(scattered(3), turn_limit=4)
    pass_turns(t, 4)
    assert [hand.ending for hand in t.hands] == ["turn_limit"]
    pass_turns(t, 3)
    assert len(t.hands) == 1, "a new hand counts from the beginning"


# --- The variant ---------------------------------------------------------------------------------------------------


def test_standard_is_a_set_of_options_for_two() -> None:
    t = knockroll.Table("gin_rummy", variant="standard", seed=1)
    assert t.seats == 2
    assert t.options == {
        "target": 100,
        "knock_limit": 10,
        "gin_bonus": 25,
        "undercut_bonus": 25,
        "lay_off": True,
        "offer_upcard": True,
        "must_declare_gin": False,
        "void_at_stock": 2,
        "may_return_discard": False,
        "oklahoma": False,
        "turn_limit": 300,
    }
    with pytest.raises(knockroll.InvalidOption, match="it takes 2"):
        knockroll.Table("gin_rummy", 3, variant="standard")
    assert knockroll.Table("gin_rummy", variant="standard", target=250, seed=1).options["target"] == 250


def test_standard_a_whole_hand() -> None:
    t = begin([TIDY, LOOSE], upcard="6c", stock="3c 2c", variant="standard")
    hand = end(t, "pass", "pass", "draw stock", "discard 3c", "draw discard", "discard Qh", "draw stock", "knock Kc")
    assert (hand.ending, hand.counts[0], hand.winners) == ("knock", 2, (0,))
    assert hand.counts[1] == LOOSE_AFTER_LAY_OFF - 10 + 3


def test_standard_undercut_in_the_difference_and_25() -> None:
    t = begin([f"{NINE_SPADES} 6h", f"{NINE_DIAMONDS} 4h"], upcard="Kc", stock="Kh", variant="standard")
    hand = end(t, "pass", "pass", "draw stock", "knock Kh")
    assert (hand.ending, hand.points) == ("undercut", (0, 6 - 4 + 25))


# --- Laying off ----------------------------------------------------------------------------------------------------


def laid(melds: list[list[str]]) -> tuple[int, int]:
    """The cards of the knocker's sets, and those of the runs."""
    masks = [parse_mask(meld) for meld in melds]
    return sum(mask for mask in masks if set_ranks(mask)), sum(mask for mask in masks if not set_ranks(mask))


@pytest.mark.parametrize("position", LAY_OFFS, ids=lambda position: str(position["id"]))
def test_lay_off_positions(position: dict[str, Any]) -> None:
    hand = parse_mask(position["defender"])
    assert lowest_deadwood(hand) == position["defender_deadwood_no_layoff"]
    assert count_after_lay_off(hand, *laid(position["knocker_melds"])) == position["defender_deadwood_with_layoff"]


@pytest.mark.parametrize("position", LAY_OFFS, ids=lambda position: str(position["id"]))
def test_lay_off_positions_at_a_table(position: dict[str, Any]) -> None:
    """The knocker's tenth card is added from what is left, worth the deadwood of the position."""
    melds = [card for meld in position["knocker_melds"] for card in meld]
    used = parse_mask(melds) | parse_mask(position["defender"])
    worth = position["knocker_deadwood"]
    spare = [card for card in cards_in(~used & (1 << DECK_SIZE) - 1) if points_in(1 << card) == worth]
    for card in spare:
        hand = " ".join([*melds, *texts_in(1 << card)])
        if deadwood(hand) == worth:
            break
    drawn = next(text for text in ("Kh", "Qh", "Qd", "Jd") if text not in hand and text not in position["defender"])
    t = begin([hand, " ".join(position["defender"])], stock=drawn, lay_off=True)
    result = end(t, "draw stock", f"knock {drawn}")
    assert result.counts == (worth, position["defender_deadwood_with_layoff"])
    assert result.ending == position["result"]


def test_a_set_of_three_takes_the_fourth_card() -> None:
    assert fitting(parse_mask("7c 8c 6c"), parse_mask("7s 7h 7d"), 0) == parse_mask("7c")
    assert fitting(parse_mask("8c 6c"), parse_mask("7s 7h 7d 7c"), 0) == 0


def test_runs_are_extended_at_both_ends_again_and_again_within_their_suit() -> None:
    runs = parse_mask("4s 5s 6s Js Qs Ks")
    assert fitting(parse_mask("As 3s 2s 7s 9s Ts Ah Kc"), 0, runs) == parse_mask("As 2s 3s 7s Ts 9s")
    assert fitting(parse_mask("As 2s 8s 9s"), 0, runs) == 0
    assert fitting(parse_mask("Ks"), 0, parse_mask("Ah 2h 3h")) == 0


def test_a_card_that_makes_no_difference_is_not_laid_off() -> None:
    """7s fits the knocker's run, but lies well in the four sevens; 8s goes only if 7s goes before it."""
    sevens, runs = "7s 7h 7d 7c", parse_mask("4s 5s 6s 9h Th Jh")
    assert best_lay_off(parse_mask(sevens), 0, runs) == 0
    assert best_lay_off(parse_mask(f"{sevens} 8s"), 0, runs) == parse_mask("7s 8s")
    assert best_lay_off(parse_mask(f"{sevens} Qh"), 0, runs) == parse_mask("Qh")


def test_r4_among_equals_the_knocker_leaves_the_others_most() -> None:
    """6s 7s 8s and three sevens share 7s, and leave 14 either way: laid is what the other has no card for."""
    knocker = "6s 7s 8s 7h 7d Kd Kh Ks 2c 4d"
    against_run = "9s Ah 3h 5h 9h Jh Ac 5c 8c Jc"
    against_set = against_run.replace("9s", "7c")
    for defender, meld in ((against_run, ("7s", "7h", "7d")), (against_set, ("6s", "7s", "8s"))):
        t = begin([knocker, defender], stock="Qc", lay_off=True)
        hand = end(t, "draw stock", "knock Qc")
        assert meld in hand.melds[0]
        assert hand.counts == (14 + 6, deadwood(defender))
        t = begin([defender, knocker], stock="3c Qc", lay_off=True)
        pass_turns(t, 1)
        assert meld in end(t, "draw stock", "knock Qc").melds[1], "wherever the other sits"


# --- Laying off, by brute force ------------------------------------------------------------------------------------


def is_meld(cards: int) -> bool:
    """Whether a set of cards is one meld."""
    numbers = cards_in(cards)
    is_set = len({card % 13 for card in numbers}) == 1
    is_run = numbers == list(range(numbers[0], numbers[-1] + 1)) and numbers[0] // 13 == numbers[-1] // 13
    return len(numbers) >= 3 and (is_set or is_run)


def fewest_by_trying(hand: int, melds: tuple[int, ...]) -> int:
    """The lowest count that laying off one card after the other can lead to."""
    counts = [lowest_deadwood(hand)]
    for card in cards_in(hand):
        for i, meld in enumerate(melds):
            if is_meld(meld | 1 << card):
                counts.append(fewest_by_trying(hand & ~(1 << card), (*melds[:i], meld | 1 << card, *melds[i + 1 :])))
    return min(counts)


def arrangements(hand: int) -> Iterator[tuple[int, ...]]:
    """All ways to lay melds: each family of disjoint ones."""

    def families(melds: list[int]) -> Iterator[tuple[int, ...]]:
        yield ()
        for i, meld in enumerate(melds):
            for others in families([other for other in melds[i + 1 :] if not other & meld]):
                yield (meld, *others)

    cards = cards_in(hand)
    runs = [mask_of(range(a, b + 1)) for a in cards for b in cards if b - a >= 2]
    ranks = [mask_of(card for card in cards if card % 13 == rank) for rank in range(13)]
    sets = [rank & ~leave for rank in ranks for leave in (0, *(1 << card for card in cards_in(rank)))]
    return families(sorted({meld for meld in (*runs, *sets) if meld and meld & ~hand == 0 and is_meld(meld)}))


@pytest.mark.parametrize("seed", range(8))
def test_r4_and_lay_offs_against_brute_force(seed: int) -> None:
    """Two crowded hands: the knocker lays the lowest count and leaves the most, the other lays off to the least."""
    chooser = random.Random(seed)
    checked = 0
    while checked < 25:
        first = chooser.randrange(7)
        pool = [card for card in range(DECK_SIZE) if first <= card % 13 < first + 7]
        chooser.shuffle(pool)
        knocker, other = mask_of(pool[:10]), mask_of(pool[10:20])
        fewest = lowest_deadwood(knocker)
        if fewest > 30:
            continue
        checked += 1
        lowest = [melds for melds in arrangements(knocker) if points_in(knocker & ~sum(melds)) == fewest]
        s = get_game("gin_rummy").state()
        seat = checked % 2
        s.seats, s.hands[seat], s.hands[1 - seat] = 2, knocker, other
        sets = knocker_sets(s, seat)
        count = count_after_lay_off(other, sets, run_cards(knocker & ~sets))
        assert count == max(fewest_by_trying(other, melds) for melds in lowest)
