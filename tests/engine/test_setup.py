"""Setting up a position: what is said, what follows, and what cannot be."""

from __future__ import annotations

import json
from typing import Any

import pytest

import knockroll
from knockroll.engine.cards import TEXTS
from knockroll.engine.errors import InvalidPosition, InvalidRecord
from knockroll.engine.verify import verify
from knockroll.lab.playout import play_on
from knockroll.players import RANDOM

at = knockroll.Table.at


def cards_of(table: knockroll.Table) -> list[str]:
    """All cards of a table, wherever they are."""
    s = table.state
    said = table.describe()
    return [card for text in (*said["hands"], said["pile"], said["stock"]) for card in text.split()] if s else []


def test_what_is_named_is_there_and_the_rest_is_dealt_from_what_remains() -> None:
    t = at("gin_rummy", hands=["As 2s 3s ...", "Kd ? ? ? ? ? ? ? ? ?"], top="7h", stock="9c 8c ...", seed=3)
    assert t.view(0)["hand"][:3] == ["As", "2s", "3s"] and len(t.view(0)["hand"]) == 10
    assert "Kd" in t.view(1)["hand"] and len(t.view(1)["hand"]) == 10
    assert (t.view()["pile"], t.view()["stock"]) == (["7h"], 31)
    assert t.play("draw stock")[0].cards == ("9c",)
    assert sorted(cards_of(t)) == sorted(TEXTS)


def test_the_same_seed_deals_the_same_and_another_seed_something_else() -> None:
    one, same, other = (at("tunk", 3, hands=["2h ...", None, None], seed=seed) for seed in (1, 1, 2))
    assert one == same != other


def test_a_stock_of_so_many_cards_leaves_the_others_below_the_top_discard() -> None:
    t = at("gin_rummy", top="7h", stock=3, turns=20, seed=1)
    assert (t.view()["stock"], t.view()["discard"], len(t.view()["pile"])) == (3, "7h", 29)
    t = at("gin_rummy", pile="... Kd 7h", stock="As 2s 3s", turns=20, seed=1)
    assert t.view()["pile"][-2:] == ["Kd", "7h"]
    assert t.describe()["stock"] == "As 2s 3s"


def test_somebody_who_has_drawn_has_to_discard() -> None:
    t = at("thirty_one", hands=["2h 5d 9c", "3h 6d 8c Kc"], turn=1, just_taken="Kc", may_return_discard=False)
    assert (t.turn, t.phase, t.dealer) == (1, "discard", 0)
    assert t.legal() == ("discard 3h", "discard 6d", "discard 8c")
    assert t.view()["known"] == t.view()["taken"] == [[], ["Kc"]]


def test_cards_that_were_taken_openly_are_in_the_hand() -> None:
    t = at("gin_rummy", hands=[None, "..."], known=[[], "7h 8h"], turns=6, seed=1)
    assert {"7h", "8h"} < set(t.view(1)["hand"])


def test_a_knock_in_thirty_one_is_followed_by_one_turn_each() -> None:
    t = at("thirty_one", hands=["Ks Qs 9s", "2h 5d 9c", "3h 6d 8c"], top="Js", stock="2c 4d ...", turn=1, knocker=0)
    for move in ("draw stock", "discard 2c", "draw stock", "discard 4d"):
        assert not t.hands
        t.play(move)
    assert (t.hands[-1].ending, t.hands[-1].winners) == ("knock", (0,))


def test_scores_say_who_is_out() -> None:
    t = at("thirty_one", scores=[1, 3, 2], seed=1)
    assert t.order == (0, 2)
    assert [player["cards"] for player in t.view()["players"]] == [3, 0, 3]


def test_when_seats_went_out_can_be_said_and_is_the_hand_before_if_nobody_does() -> None:
    t = at("thirty_one", scores=[1, 3, 2], hands_played=6, out_in=[0, 4, 0], seed=1)
    assert t.describe()["out_in"] == [0, 4, 0]
    assert at("thirty_one", scores=[1, 3, 2], hands_played=6, seed=1).describe()["out_in"] == [0, 6, 0]
    assert "out_in" not in at("thirty_one", seed=1).describe()


def test_tunk_arranges_what_has_been_spread() -> None:
    tunker = "5h 6h 2c Ac 3d 4s 9d Kc"
    t = at("tunk", hands=[tunker, "7h 8d Jc 9s 8s 7c 6s", None], tunker=0, turn=2, seed=1)
    assert t.view()["tunker_sets"] == [["5h", "6h", "7h", "2c"], []]
    assert t.view()["added"][1] == [["7h"], []]
    assert t.view()["spread"][2] == []


def test_tonk_takes_spreads_and_an_order() -> None:
    spreads = [{"cards": "5c 6c 7c", "owner": 2}]
    t = at("tonk", hands=["8c Ks", "", "Ad"], spreads=spreads, order=[2, 0], turn=0, phase="play", options={"hands": 1})
    assert t.order == (2, 0)
    assert "hit 8c on 1" in t.legal()
    t.play("hit 8c on 1")
    t.play("discard Ks")
    assert t.hands[-1].ending == "out"


def test_farkle_takes_dice_in_any_phase() -> None:
    assert at("farkle", dice="1 2 3 4 6 6").legal() == ("keep 1",)
    t = at("farkle", kept="1 1 5", scores=[500, 0], chance=knockroll.Scripted(["2 3 4"]))
    assert (t.phase, t.view()["turn_score"], t.legal()) == ("decide", 250, ("throw", "bank"))
    t.play("throw")
    assert (t.hands[-1].ending, t.turn) == ("farkle", 1)


def test_farkle_knows_the_last_turns() -> None:
    with pytest.raises(InvalidPosition, match="seat 2 cannot have reached 10000 before its last turn"):
        at("farkle", scores=[10050, 0, 10200], trigger=0, turn=1)
    t = at("farkle", scores=[10050, 10050, 0], trigger=0, turn=2, kept="1", turn_score=100)
    assert (t.view()["leader"], t.view()["high_score"]) == (0, 10050)
    t.play("bank")
    assert t.result is not None and t.result.winners == (0,)


@pytest.mark.parametrize(
    ("game", "said", "message"),
    [
        ("gin_rummy", {"hands": ["As As ...", None]}, "As comes more than once in the hand of seat 0"),
        ("gin_rummy", {"hands": ["As ...", None], "stock": "As ..."}, "As is in the hand of seat 0 and in the stock"),
        ("gin_rummy", {"hands": ["As ...", "As ..."]}, "the hand of seat 0 and in the hand of seat 1"),
        ("gin_rummy", {"hands": ["As 2s", None]}, "seat 0 is not to discard and holds 10 cards, not 2"),
        ("gin_rummy", {"hands": [" ".join(TEXTS[:12]), None]}, "seat 0 is not to discard and holds 10 cards, not 12"),
        ("gin_rummy", {"hands": [None]}, "Gin Rummy cannot have 1 seats"),
        ("gin_rummy", {"hands": [None, None], "scores": [1]}, "scores: it is a list with something for each of 2"),
        ("gin_rummy", {"hands": "As"}, "hands is a list with a hand for each of 2 seats"),
        ("gin_rummy", {"hands": ["Zs ...", None]}, "the hand of seat 0: 'Zs' is not a card"),
        ("gin_rummy", {"hands": [7.5, None]}, "the hand of seat 0: 7.5 is not a list of cards"),
        ("gin_rummy", {"turn": 2}, "turn: there is no seat 2: seats are 0 to 1"),
        ("gin_rummy", {"turn": None}, "turn: seat None is not in the game"),
        ("gin_rummy", {"knocker": 0}, "a position of Gin Rummy has no 'knocker': it is set up by hands, top"),
        ("gin_rummy", {"scores": [0, 100]}, "seat 1 cannot have a score of 100: the game is over at 100"),
        ("gin_rummy", {"scores": [0, "1"]}, "scores: it is a whole number, not '1'"),
        ("gin_rummy", {"phase": "over"}, "one of 'draw', 'discard', 'offer', not 'over'"),
        ("gin_rummy", {"top": "7h", "pile": "7h"}, "say top or pile, not both"),
        ("gin_rummy", {"stock": 5, "pile": "7h"}, "32 cards are in no hand, but the stock has 5"),
        ("gin_rummy", {"stock": "... As"}, "the stock: ... stands at the end"),
        ("gin_rummy", {"stock": 60}, "the stock cannot have 60 cards"),
        ("gin_rummy", {"pile": "... As"}, "it is not clear which cards are in the stock"),
        ("gin_rummy", {"stock": 0, "turns": 4}, "with 0 cards in the stock the hand would be over"),
        ("gin_rummy", {"just_taken": "7h"}, "seat 0 has not drawn yet"),
        ("gin_rummy", {"turns": 300}, "the hand is broken off after 300 turns"),
        ("gin_rummy", {"limit": 10}, "limit: the options say"),
        ("gin_rummy", {"passed": [0]}, "passed: nobody passes"),
        ("gin_rummy", {"phase": "offer"}, "the upcard is offered before the first turn"),
        ("gin_rummy", {"acts": ["7 draw stock"]}, "acts: an act is a seat and its move"),
        ("gin_rummy", {"acts": ["0 fly"]}, "acts: 'fly' is not a move"),
        ("gin_rummy", {"acts": [7]}, "acts: an act is a seat and its move"),
        ("thirty_one", {"hands": ["As Ks Qs", None]}, "seat 0 cannot hold 31"),
        ("thirty_one", {"knocker": 0}, "seat 0 cannot have knocked: it is to move"),
        ("thirty_one", {"scores": [3, 3, 0]}, "fewer than two players are still in"),
        ("thirty_one", {"scores": [4, 0, 0]}, "seat 0 cannot have a score of 4: with 3 strikes a player is out"),
        ("thirty_one", {"scores": [3, 0, 0], "out_in": [0, 2, 0]}, "out_in: it is 0 for each seat still in"),
        ("thirty_one", {"stock": 0}, "when a turn begins there are a discard and a stock"),
        ("thirty_one", {"scores": [3, 0, 0], "turn": 0}, "turn: seat 0 is not in the game"),
        ("thirty_one", {"known": ["", "", "7h", ""], "hands": [None, None, "As 2h 3d", None]}, "is not among it"),
        ("tunk", {"tunker": 0}, "seat 0 cannot have called tunk: it is to move"),
        ("tunk", {"tunker": 1, "hands": [None, "As 3h 5d 7c 9s Jh Kd 6c"]}, "with the cards that it holds"),
        ("tonk", {"hands": ["Ks Qs Js Ts Kh", None]}, "a dealt 49 or 50 would have ended the hand"),
        ("tonk", {"scores": [1, 1, 0]}, "chips go from one to another and add up to 0, not to 2"),
        ("tonk", {"spreads": [{"cards": "5c 6c 8c", "owner": 0}]}, "spreads: '5c 6c 8c' is neither three or four"),
        ("tonk", {"spreads": [{"cards": "5c 6c 7c"}]}, "spreads: a spread is written"),
        ("tonk", {"hands_played": 10}, "hands_played: the session is over after 10 hands"),
        ("tonk", {"order": [0, 0, 1]}, "order: [0, 0, 1] is not a list of seats in which each comes once"),
        ("tonk", {"blocked": [0]}, "blocked: only with the option"),
        ("farkle", {"dice": "2 2 3 3 4 6"}, "dice: none of them scores"),
        ("farkle", {"dice": "1 1 7"}, "dice: '7' is not a die"),
        ("farkle", {"dice": "1 1"}, "there are six dice, but 2 are thrown and 0 set aside"),
        ("farkle", {"dice": [10**9]}, "is not a die"),
        ("farkle", {"turn_score": 50}, "before the first throw"),
        ("farkle", {"kept": "2 3"}, "turn_score: say it"),
        ("farkle", {"scores": [10000, 10000]}, "say by trigger who reached it first"),
        ("farkle", {"scores": [10000, 0]}, "it is its turn again and the game is over"),
        ("farkle", {"trigger": 1}, "trigger: seat 1 has not reached 10000"),
        ("farkle", {"hands": [None, None]}, "a position of Farkle has no 'hands'"),
        ("farkle", {"banked": [10**9]}, "banked: there is no seat 1000000000"),
    ],
)
def test_what_cannot_be_is_refused(game: str, said: dict[str, Any], message: str) -> None:
    with pytest.raises((InvalidPosition, knockroll.InvalidOption)) as refused:
        at(game, seed=1, **said)
    assert message in str(refused.value)


def test_options_go_by_name_unless_a_part_of_the_position_has_it() -> None:
    assert at("gin_rummy", target=50, seed=1).options["target"] == 50
    assert at("tonk", options={"hands": 3}, hands=[None, None], seed=1).options["hands"] == 3
    with pytest.raises(knockroll.InvalidOption, match="target"):
        at("gin_rummy", target=-1)


def test_a_script_deals_what_is_not_named() -> None:
    t = at("thirty_one", 2, top="Js", chance=knockroll.Scripted([TEXTS]))
    assert t.view(0)["hand"] == ["As", "2s", "3s"]
    with pytest.raises(knockroll.ChanceExhausted, match="no deck to deal the cards that are not named"):
        at("thirty_one", 2, chance=knockroll.Scripted([]))


def test_a_deal_that_cannot_be_is_dealt_again_and_the_record_says_so() -> None:
    """The first deck gives seat 0 an ace, a king and a queen of spades."""
    first = ["Qs", *(card for card in TEXTS if card != "Qs")]
    t = at("thirty_one", 2, hands=["As Ks ?", None], chance=knockroll.Scripted([first, list(reversed(TEXTS))]))
    assert len(t.given) == 2
    assert knockroll.Table.replay(t.record()) == t


# --- Records -------------------------------------------------------------------------------------------------------


def test_verify_says_what_a_position_proves() -> None:
    t = at("thirty_one", 2, hands=["Ks Qs 2h", None], strikes=1, seed=5)
    t.play("knock")
    lines = verify(json.dumps(t.record()))
    assert lines[1].startswith("the game began at a position that somebody set up (hands)")
    assert "nothing proves it" in lines[1]
    assert lines[2] == "all 1 deals and throws follow from the seed"


@pytest.mark.parametrize("name", ["seed", "chance", "game", "options", "__class__"])
def test_a_record_can_say_nothing_but_a_position(name: str) -> None:
    record: dict[str, Any] = {**at("thirty_one", 2, seed=5).record()}
    record["setup"] = {name: 1}
    with pytest.raises(InvalidRecord, match=f"a position of Thirty-One has no '{name}'"):
        knockroll.Table.replay(record)


def test_changing_a_record_does_not_change_the_table() -> None:
    t = at("thirty_one", 2, scores=[1, 0], seed=5)
    t.record()["setup"]["scores"][0] = 2
    assert t.record()["setup"] == {"scores": [1, 0]}


# --- The lab -------------------------------------------------------------------------------------------------------


def test_the_lab_plays_on_from_a_position() -> None:
    t = at("thirty_one", hands=["Ks Qs 9s", "2h 5d 9c"], top="Js", seed=1)
    last, playouts = play_on(t.game, [t.state] * 20, [RANDOM] * 2, seed=1, most_hands=1, compiled=False)
    assert last["hands_played"].tolist() == playouts["hands"].tolist() == [1] * 20


def test_every_game_of_ours_can_be_set_up() -> None:
    assert all(knockroll.get_game(name).placement is not None for name in knockroll.game_names())
