"""The computer players of Tonk, sentence by sentence of their docstrings: a position, the move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from statistics import NormalDist
from typing import Any

import pytest

import knockroll
from knockroll import arena
from knockroll.engine.cards import parse_card, parse_mask
from knockroll.engine.stream import CHOICE, open_stream
from knockroll.games.tonk.estimates import CERTAIN, chance_of_lowest
from knockroll.games.tonk.players import good_odds
from knockroll.games.tonk.state import DRAW, PLAY, Tonk, spread_of
from knockroll.players import find_bot
from tests.games.tonk_tables import session

RAY, LOU, MAGPIE, LOOKOUT, BOOKMAKER = "Friday Ray", "Lucky Lou", "The Magpie", "Mrs. Lookout", "The Bookmaker"
EVERYBODY = (RAY, LOU, MAGPIE, LOOKOUT, BOOKMAKER)
GAME = knockroll.get_game("tonk")


def position(
    hand: str,
    upcard: str = "Js",
    *,
    phase: int = DRAW,
    others: Sequence[int] = (5,),
    known: Mapping[int, str] | None = None,
    spreads: Sequence[str] = (),
    rounds: int = 0,
    **options: Any,
) -> Tonk:
    """Seat 0, which leads every round, has this hand; the others hold these numbers of cards, some of them known."""
    seats = 1 + len(others)
    s: Tonk = session(seats, dealer=seats - 1, **options).state.copy()
    s.hands[0] = parse_mask(hand)
    used = s.hands[0] | parse_mask(upcard) | sum(parse_mask(cards) for cards in spreads)
    for seat, cards in (known or {}).items():
        s.known[seat] = s.taken[seat] = parse_mask(cards)
        used |= s.known[seat]
    hidden = iter([card for card in range(52) if not used >> card & 1])
    for seat, held in enumerate(others, start=1):
        s.hands[seat] = s.known[seat]
        while s.hands[seat].bit_count() < held:
            s.hands[seat] |= 1 << next(hidden)
    for place, cards in enumerate(spreads):
        s.spreads[place] = spread_of(1, parse_mask(cards))
    s.pile[0] = parse_card(upcard)
    s.turns = rounds * seats
    s.phase = phase
    assert s.turn == 0
    return s


def look(s: Tonk) -> Tonk:
    seen: Tonk = GAME.view_of(s, 0)
    return seen


def choices(name: str, s: Tonk, times: int = 1) -> list[str]:
    """What a player does in a position, several times over."""
    bot = find_bot(GAME, name)
    assert bot is not None
    stream = open_stream(1, 0, CHOICE)
    v = look(s)
    moves = [0] * GAME.most_moves
    n = GAME.legal(v, moves)
    made = [bot.choose(v, moves, n, stream) for _ in range(times)]
    assert set(made) <= set(moves[:n])
    return [GAME.moves.format(move) for move in made]


def choice(name: str, s: Tonk) -> str:
    """What a player does in a position."""
    return choices(name, s)[0]


def first(name: str, hand: str, upcard: str = "Js", **more: Any) -> str:
    """What a player does at the start of a turn."""
    return choice(name, position(hand, upcard, **more))


def then(name: str, hand: str, upcard: str = "Js", **more: Any) -> str:
    """What a player does with a hand after the draw."""
    return choice(name, position(hand, upcard, phase=PLAY, **more))


def test_they_are_listed_and_the_usual_opponent_is_first() -> None:
    assert knockroll.player_names("tonk") == (RAY, LOU, MAGPIE, LOOKOUT, BOOKMAKER, "Random", "Inspector Hunch")
    assert knockroll.player("tonk", "bookmaker").name == BOOKMAKER


# --- What all of them do -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", EVERYBODY)
@pytest.mark.parametrize(
    ("hand", "spreads", "move"),
    [
        ("5c 6c 7c Kd 9h 2s", (), "spread 5c 6c 7c"),
        ("7s Ks 8c 2h", ("5c 6c 7c",), "hit 8c on 1"),
        ("7c 8c 9c 9h 9d 2s", (), "spread 9h 9d 9c"),  # 9 points are left, not 11
        ("3h 4h 5h 6h Kd 2s", (), "spread 3h 4h 5h 6h"),
        ("3h 4h 5h 6s 6h 6d", (), "spread 6s 6h 6d"),  # and 3h 4h 5h next: a tonk; with 3h 4h 5h 6h there is none
        ("8h 8d 8c", ("5c 6c 7c",), "spread 8h 8d 8c"),  # a tonk; the hit would leave a pair
        ("8c 9c 2h 2d", ("5c 6c 7c",), "hit 8c on 1"),  # the 9c fits next
        ("8c 9c Tc Js", ("5c 6c 7c",), "spread 8c 9c Tc"),  # as good as three hits
        ("9c 8h 8d 8c", ("5c 6c 7c",), "spread 8h 8d 8c"),  # the 9c is the discard that wins
    ],
)
def test_everybody_lays_what_leaves_the_fewest_points(name: str, hand: str, spreads: Sequence[str], move: str) -> None:
    assert then(name, hand, spreads=spreads) == move


@pytest.mark.parametrize("name", EVERYBODY)
def test_everybody_discards_the_card_just_taken_if_no_other_is_left(name: str) -> None:
    s = position("9h", phase=PLAY, may_return_discard=False)
    s.just_taken = parse_card("9h")
    assert choice(name, s) == "discard 9h"


@pytest.mark.parametrize("name", EVERYBODY)
def test_nobody_drops_who_may_not(name: str) -> None:
    assert first(name, "As 2h") == "drop"
    s = position("As 2h", hit_blocks_drop=1)
    s.blocked = 1
    assert choice(name, s) == "draw stock"


@pytest.mark.parametrize("name", EVERYBODY)
@pytest.mark.parametrize(("upcard", "spreads"), [("7c", ()), ("8d", ("5d 6d 7d",))])
def test_everybody_takes_a_discard_that_can_be_laid(name: str, upcard: str, spreads: Sequence[str]) -> None:
    assert first(name, "5c 6c 9h Jh 2s", upcard, spreads=spreads) == "draw discard"


# --- Friday Ray ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "rounds", "drops"),
    [
        ("2s 4h 5s 6d 7h", 0, True),  # 24
        ("2s 4h 5s 6d 8h", 0, False),
        ("2s 4h 5s 6d 4d", 1, True),  # 21
        ("2s 4h 5s 6d 5d", 1, False),
        ("As 4h", 6, True),  # 5, and 24 - 18 is 6
        ("As 4h", 7, False),
        ("As 3h", 7, True),
        ("As 3h", 12, True),  # always with 4
    ],
)
def test_ray_drops_with_24_and_with_3_fewer_in_each_later_turn(hand: str, rounds: int, drops: bool) -> None:
    assert (first(RAY, hand, rounds=rounds) == "drop") == drops


@pytest.mark.parametrize(("hand", "drops"), [("As 3h", True), ("As 4h", False)])
def test_ray_drops_only_with_4_if_somebody_has_fewer_cards(hand: str, drops: bool) -> None:
    assert (first(RAY, hand, others=[5, 1]) == "drop") == drops
    assert first(RAY, hand, others=[5, 2]) == "drop"


@pytest.mark.parametrize(("upcard", "move"), [("6h", "draw discard"), ("7h", "draw stock")])
def test_ray_takes_a_discard_that_saves_4_points(upcard: str, move: str) -> None:
    assert first(RAY, "Ks 9h 7d 4s 2c", upcard) == move


def test_ray_does_not_take_what_would_be_thrown_again() -> None:
    assert first(RAY, "Ks Kh 7d 7h 2s", "3c") == "draw stock"


def test_ray_discards_the_dearest_card_that_is_not_one_of_a_pair() -> None:
    assert then(RAY, "Ks Kh 9h 7d 4s 2c") == "discard 9h"
    assert then(RAY, "Ks Kh 9h 9d") == "discard Ks"


# --- Lucky Lou -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hand", "drops"), [("4s 6h", True), ("5s 6h", False)])
def test_lou_drops_with_10(hand: str, drops: bool) -> None:
    assert (first(LOU, hand, others=[5, 1], rounds=3) == "drop") == drops


def test_lou_takes_a_discard_only_if_it_can_be_laid() -> None:
    assert first(LOU, "Ks 9h 7d 4s 2c", "Ah") == "draw stock"


def test_lou_discards_at_random() -> None:
    made = choices(LOU, position("Ks 9h 7d 4s 2c Qh", phase=PLAY), 1200)
    assert len(set(made)) == 6
    assert all(140 < made.count(move) < 260 for move in made)


# --- The Magpie ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hand", "drops"), [("As 3d 5h 6c", True), ("2s 3d 5h 6c", False)])
def test_the_magpie_drops_with_15(hand: str, drops: bool) -> None:
    assert (first(MAGPIE, hand, others=[5, 1], rounds=3) == "drop") == drops


@pytest.mark.parametrize(("upcard", "move"), [("9s", "draw discard"), ("Qh", "draw stock")])
def test_the_magpie_takes_a_discard_that_leaves_fewer_points(upcard: str, move: str) -> None:
    assert first(MAGPIE, "Ks 9h 7d 4s 2c", upcard) == move


def test_the_magpie_discards_the_dearest_card() -> None:
    assert then(MAGPIE, "9s 9h 7d 4s 2c Th") == "discard Th"
    assert then(MAGPIE, "Ks Kh 9h 7d 4s 2c") == "discard Ks"


# --- Mrs. Lookout --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "more", "drops"),
    [
        ("2s 4h 5s 6d 8h", {}, True),  # 25: five cards that nobody has seen count 32.5
        ("2s 4h 5s 6d 9h", {}, False),
        ("2s 4h 5s 6d 3d", {"rounds": 2}, True),  # 20: after two turns they count 27.5
        ("2s 4h 5s 6d 4d", {"rounds": 2}, False),
        ("4h 5s 6d", {"known": {1: "As 2h"}}, True),  # 15: 3, and 19.5 for three others
        ("4h 5s 7d", {"known": {1: "As 2h"}}, False),
        ("As 2h", {"others": [2], "rounds": 1}, True),  # 3: two cards beside a spread count 10.4 after a turn
        ("As 3h", {"others": [2], "rounds": 1}, False),
        ("As 3h", {"others": [5, 2, 5], "rounds": 1}, False),  # the player with the fewest is the danger
    ],
)
def test_lookout_drops_7_points_below_what_she_expects(hand: str, more: dict[str, Any], drops: bool) -> None:
    assert (first(LOOKOUT, hand, **more) == "drop") == drops


def test_lookout_counts_a_turn_more_for_those_who_sit_before_her() -> None:
    """With 24 she is 8½ points below five cards that nobody has played with, but only 6 below those after a turn."""
    s = position("2s 4h 5s 6d 7h", others=[5])
    assert choice(LOOKOUT, s) == "drop"
    s.turns = 1
    assert choice(LOOKOUT, s) != "drop"


@pytest.mark.parametrize(("upcard", "move"), [("6h", "draw discard"), ("7h", "draw stock")])
def test_lookout_takes_a_discard_that_saves_4_points(upcard: str, move: str) -> None:
    assert first(LOOKOUT, "Ks 9h 7d 4s 2c", upcard) == move


def test_lookout_does_not_take_what_would_be_thrown_again() -> None:
    assert first(LOOKOUT, "Ks Kh 7d 7h 2s", "3c") == "draw stock"


@pytest.mark.parametrize(
    ("hand", "known", "move"),
    [
        ("Ks Kh 9h 7d 4s 2c", {}, "discard 9h"),  # the kings may become three
        ("Ks Qs 9h 7d 4s 2c", {}, "discard 9h"),  # the jack may come: but it lies open
        ("Ks Kh 9h 7d 4s 2c", {1: "9c"}, "discard 7d"),  # the next player collects nines
        ("Ks Kh 9h 7d 4s 2c", {1: "Jh"}, "discard 7d"),  # or hearts around the jack
        ("Ks Kh 9h 7d 4s 2c", {2: "9c"}, "discard 9h"),  # somebody else may
        ("Ks Kh 9h 7d 4s 2c", {2: "Kd Kc"}, "discard Ks"),  # no other king is to be had
        ("Ks Kh 9h", {1: "9c"}, "discard Ks"),  # rather break a pair
        ("9h 8c", {1: "9c 8d"}, "discard 9h"),  # nothing is safe
    ],
)
def test_lookout_discards(hand: str, known: dict[int, str], move: str) -> None:
    upcard = "Jd" if "Qs" in hand else "5h"
    assert then(LOOKOUT, hand, upcard, known=known, others=[5, 5]) == move


# --- The Bookmaker -------------------------------------------------------------------------------------------------


def test_bookmaker_asks_for_77_in_100_and_for_less_among_more() -> None:
    assert [good_odds(players) * 100 // CERTAIN for players in (2, 3, 4, 5, 10)] == [77, 67, 57, 57, 57]


@pytest.mark.parametrize(
    ("hand", "more", "drops"),
    [
        ("2s 4h 5s 6d 9h", {}, True),  # 26
        ("2s 4h 5s 7d Th", {}, False),  # 28
        ("2s 4h 5s 6d 7h", {"rounds": 1}, True),  # 24
        ("2s 4h 5s 6d 8h", {"rounds": 1}, False),
        ("2s 4h 5s 6d 3d", {"rounds": 3}, True),  # 20
        ("2s 4h 5s 6d 4d", {"rounds": 3}, False),
        ("2s 4h 5s 6d 8h", {"others": [5, 5]}, True),  # 25
        ("2s 4h 5s 6d 9h", {"others": [5, 5]}, False),
        ("2s 4h 5s 6d 8h", {"others": [5, 5, 5]}, True),
        ("2s 4h 5s 6d 9h", {"others": [5, 5, 5]}, False),
        ("2s 4h 5s 6d 3d", {"known": {1: "As 2h"}}, False),  # 20, but these two count 3 together
        ("2s 4h 5s 6d 3d", {"known": {1: "Kh Qd"}}, True),
        ("As 5h", {"others": [2], "rounds": 1}, True),  # 6 beside two cards that are the lowest of somebody's hand
        ("As 7h", {"others": [2], "rounds": 1}, False),
        ("As 5h", {"others": [1], "rounds": 1}, False),
        ("As 5h", {"others": [2], "rounds": 4}, False),
    ],
)
def test_bookmaker_drops_at_good_odds(hand: str, more: dict[str, Any], drops: bool) -> None:
    assert (first(BOOKMAKER, hand, **more) == "drop") == drops


@pytest.mark.parametrize(
    ("held", "rounds", "mean", "deviation"),
    [
        (5, 0, 6.5, 3.0),
        (4, 3, 5.0, 2.6),
        (3, 3, 4.1, 2.6),  # a player with a spread has kept low cards
        (1, 10, 2.5, 1.5),
        (5, 10, 3.0, 1.5),
        (5, 15, 3.0, 1.5),  # hands no longer get lower
    ],
)
def test_bookmaker_takes_what_the_others_hold_for_normally_distributed(
    held: int, rounds: int, mean: float, deviation: float
) -> None:
    """Mean and deviation are those of one unknown card."""
    count = NormalDist(held * mean, sqrt(held) * deviation)
    view = look(position("As", others=[held], rounds=rounds))
    for own in range(round(count.mean - 8), round(count.mean + 8)):
        assert chance_of_lowest(view, own) / CERTAIN == pytest.approx(1 - count.cdf(own + 0.5), abs=0.01)


def test_bookmaker_knows_what_is_certain() -> None:
    """Of a hand that lies open there is nothing to guess."""
    v = look(position("As 2h", others=[2], known={1: "Ks Qs"}))
    assert [chance_of_lowest(v, count) for count in (0, 19, 20, 21)] == [CERTAIN, CERTAIN, 0, 0]
    v = look(position("As 2h", others=[5, 5]))
    chances = [chance_of_lowest(v, count) for count in range(100)]
    assert chances == sorted(chances, reverse=True)
    assert chances[3] == CERTAIN
    assert chances[60] == chances[99] == 0


@pytest.mark.parametrize(
    ("scores", "hands_played", "drops"),
    [
        ((1, -1), 9, True),
        ((2, -2), 9, False),  # if the other wins a stake he is still ahead
        ((-1, 1), 9, True),  # he would draw level
        ((-2, 2), 9, False),  # a stake is too little: only a tonk or a caught drop helps
        ((2, -2), 8, True),  # this is not the last hand
        ((3, 0, -3), 9, True),
        ((4, 0, -4), 9, False),
        ((-3, 0, 3), 9, False),
    ],
)
def test_bookmaker_does_not_drop_for_nothing_in_the_last_hand(
    scores: Sequence[int], hands_played: int, drops: bool
) -> None:
    s = position("As 2h", "Kd", others=[5] * (len(scores) - 1))
    s.took_part = (1 << len(scores)) - 1
    s.scores[: len(scores)] = scores
    s.hands_played = hands_played
    assert (choice(BOOKMAKER, s) == "drop") == drops


@pytest.mark.parametrize(
    ("hand", "move"),
    [
        ("As 2h", "draw stock"),  # it ends the play like a drop, but is not as dear if somebody has less
        ("Ks Qh 9h 7d 5c", "draw discard"),
    ],
)
def test_bookmaker_ends_the_play_at_even_odds_when_the_stock_is_out(hand: str, move: str) -> None:
    s = position(hand, "Kd")
    s.stock_next = s.stock_end
    assert choice(BOOKMAKER, s) == move


@pytest.mark.parametrize(
    ("upcard", "move"),
    [
        ("4h", "draw discard"),  # low, and the second 4
        ("5h", "draw stock"),  # the stock is better on average
        ("7h", "draw discard"),  # dearer, but the second 7
        ("8h", "draw stock"),
        ("Jd", "draw stock"),
    ],
)
def test_bookmaker_compares_the_discard_with_the_stock(upcard: str, move: str) -> None:
    assert first(BOOKMAKER, "Ks 9h 7d 4s 2c", upcard) == move


def test_bookmaker_takes_a_discard_that_wins_at_once() -> None:
    """He lays three sevens and discards his last card."""
    assert first(BOOKMAKER, "7s 7h Ac", "7d", others=[2]) == "draw discard"


def test_bookmaker_does_not_wait_for_cards_that_he_sees_elsewhere() -> None:
    assert first(BOOKMAKER, "Ks 9h 7d 4s 2c", "7h", others=[5, 5], known={2: "7s 7c"}) == "draw stock"


@pytest.mark.parametrize(
    ("hand", "known", "move"),
    [
        ("Ks Qd 9h 7d 4s 2c", {}, "discard Ks"),
        ("Ks Kh 9h 7d 4s 2c", {}, "discard 9h"),  # two kings may come
        ("Ks Kh 9h 7d 4s 2c", {2: "Kd Kc"}, "discard Ks"),  # none may
        ("Ks Kh 5h 3d 2s 2c", {}, "discard Ks"),  # 5 points more are more than two kings are worth
        ("Ks Qd 9h 7d 4s 2c", {1: "Kc"}, "discard Qd"),  # the next player collects kings
        ("Ks 6d 4s 2c", {1: "Kc"}, "discard Ks"),  # but that is only worth 3 points
    ],
)
def test_bookmaker_discards(hand: str, known: dict[int, str], move: str) -> None:
    assert then(BOOKMAKER, hand, "8h", others=[5, 5], known=known) == move


# --- How strong they are -------------------------------------------------------------------------------------------


@pytest.mark.compiles
@pytest.mark.parametrize(
    ("stronger", "weaker"),
    [(LOU, "Random"), (MAGPIE, "Random"), (MAGPIE, LOU), (RAY, MAGPIE), (LOOKOUT, MAGPIE), (BOOKMAKER, LOOKOUT)],
)
def test_each_beats_the_one_below_beyond_the_interval(stronger: str, weaker: str) -> None:
    result = arena.run("tonk", [stronger, weaker], seats=2, games=2000, seed=31, compiled=True)
    assert result[stronger].share_low > 0.5
