"""Thirty-One: moves as text, errors, and what a seat may know."""

from __future__ import annotations

import json
from typing import Any

import pytest

import knockroll
from knockroll.engine.cards import DECK_SIZE, TEXTS, mask_of, parse_card, parse_mask
from knockroll.engine.state import DISCARD, DRAW_DISCARD, DRAW_STOCK, NOBODY
from knockroll.engine.stream import open_stream, shuffle_deck
from knockroll.engine.views import read_view, write_view
from knockroll.games.thirty_one import GAME
from knockroll.games.thirty_one.rules import DRAW, KNOCK, MOST_MOVES, hand_value
from tests.games.thirty_one_tables import begin, low, spare
from tests.helpers import play, table

# --- Moves and errors ----------------------------------------------------------------------------------------------


def test_move_numbers_are_a_contract() -> None:
    moves = GAME.moves
    assert (DRAW_STOCK, DRAW_DISCARD, DISCARD, KNOCK) == (0, 1, 2, 54)
    assert moves.texts == ("draw stock", "draw discard", *(f"discard {card}" for card in TEXTS), "knock")
    assert [moves.parse(text) for text in moves.texts] == list(range(55))
    assert MOST_MOVES == 4


@pytest.mark.parametrize(
    ("moves", "wrong", "message"),
    [
        ([], "discard 3h", "seat 1 may 'draw stock', 'draw discard', 'knock'"),
        (["draw discard"], "draw stock", "seat 1 may 'discard Js', 'discard 3h', 'discard 6d', 'discard 8c'"),
        (["draw discard"], "discard 2h", "'discard 2h' is not allowed now"),
        (["draw discard"], "knock", "'knock' is not allowed now"),
        (["knock"], "knock", "seat 2 may 'draw stock', 'draw discard'"),
    ],
)
def test_a_forbidden_move_says_what_is_legal_and_changes_nothing(moves: list[str], wrong: str, message: str) -> None:
    t = table("thirty_one", low(3), "Js")
    play(t, *moves)
    before = t.copy()
    with pytest.raises(knockroll.IllegalMove) as error:
        play(t, wrong)
    assert message in str(error.value)
    assert t == before


@pytest.mark.parametrize(
    "wrong", ["", "knok", "pass", "gin 7h", "discard", "discard 1h", "draw", "knock 7h", "draw it"]
)
def test_what_is_no_move_says_how_moves_look_and_changes_nothing(wrong: str) -> None:
    t = table("thirty_one", low(3), "Js")
    before = t.copy()
    with pytest.raises(knockroll.InvalidMove, match=r"is not a move: .*write '"):
        play(t, wrong)
    assert t == before


def test_a_seat_cannot_move_for_another() -> None:
    t = table("thirty_one", low(3), "Js")
    before = t.copy()
    with pytest.raises(knockroll.IllegalMove, match="it is seat 1's turn, not seat 2's"):
        t.play("knock", seat=2)
    assert t == before
    t.play("knock", seat=1)


def test_no_move_when_the_game_is_over() -> None:
    t = begin(2, spare(1, of=2), strikes=1)
    with pytest.raises(knockroll.IllegalMove, match="'knock' is not allowed now: the game is over"):
        play(t, "knock")


def test_nobody_joins_or_leaves() -> None:
    t = table("thirty_one", low(3), "Js")
    with pytest.raises(knockroll.IllegalMove, match="nobody can join"):
        t.join()
    with pytest.raises(knockroll.IllegalMove, match="nobody can leave"):
        t.leave(0)


def test_a_view_has_what_everybody_saw() -> None:
    t = table("thirty_one", low(3), "Js", stock="8s")
    play(t, "draw discard", "discard 3h", "draw stock")
    view = t.view(0)
    assert (view["seat"], view["turn"], view["phase"], view["dealer"]) == (0, 2, "discard", 0)
    assert view["hand"] == ["2h", "5d", "9c"]
    assert (view["discard"], view["pile"]) == ("3h", ["3h"])
    assert [player["cards"] for player in view["players"]] == [3, 3, 4]
    assert view["taken"] == view["known"] == [[], ["Js"], []]
    assert (view["knocker"], view["rounds"], view["turns"]) == (None, [0, 1, 1], 1)
    assert view["legal"] == [], "it is not this seat's turn"
    assert t.view(2)["legal"] == list(t.legal())


def test_a_view_has_no_card_that_the_seat_cannot_know() -> None:
    """Each hidden card is named nowhere in the view: not those of others, not the stock, not what was drawn."""
    t = table("thirty_one", low(3), "Js", stock="8s")
    play(t, "draw discard", "discard 3h", "draw stock")
    for seat in (0, 1, 2, None):
        view = t.view(seat)
        own = parse_mask(view["hand"])
        shown = own | parse_mask(["3h", "Js"])
        text = json.dumps(view)
        assert [card for card in TEXTS if f'"{card}"' in text] == [c for i, c in enumerate(TEXTS) if shown >> i & 1]
        assert bool(own) == (seat is not None)


def random_states(seats: int, seed: int, **options: Any) -> list[Any]:
    """The states of one game with random moves, where a knock is rare so that hands are long."""
    t = knockroll.Table("thirty_one", seats, seed=seed, **options)
    order = [0] * DECK_SIZE
    stream = open_stream(seed, 1, 1)
    states = [t.state]
    while t.result is None and len(states) < 400:
        shuffle_deck(stream, order)
        moves = [move for move in t.legal() if move != "knock" or order[1] == 0]
        t.play(moves[order[0] % len(moves)])
        states.append(t.state)
    return states


@pytest.mark.parametrize("seats", [2, 5, 9])
def test_a_view_survives_json(seats: int) -> None:
    """Also after a reshuffle (R3), which nine players reach soon."""
    for s in random_states(seats, seed=seats):
        for seat in (NOBODY, 0, seats - 1):
            v = GAME.view_of(s, seat)
            assert read_view(GAME, json.loads(json.dumps(write_view(GAME, v, seat)))) == v


@pytest.mark.parametrize("seats", [2, 5, 9])
def test_a_completed_view_looks_the_same_and_is_a_whole_deck(seats: int) -> None:
    stream = open_stream(3)
    order = [0] * DECK_SIZE
    for s in random_states(seats, seed=seats)[::7]:
        for seat in (NOBODY, 0, seats - 1):
            v = GAME.view_of(s, seat)
            completed = v.copy()
            shuffle_deck(stream, order)
            GAME.complete(completed, seat, order)
            assert GAME.view_of(completed, seat) == v
            places = [
                *completed.deck[completed.stock_next : completed.stock_end],
                *completed.pile[: completed.pile_size],
            ]
            assert mask_of(places) + sum(completed.hands) == (1 << DECK_SIZE) - 1
            assert sum(map(int.bit_count, completed.hands)) + len(places) == DECK_SIZE


def test_in_a_completed_view_nobody_else_holds_31() -> None:
    """Somebody who held 31 would have ended the hand (8, R1), so a seat can rule that out.

    The order begins with the cards that would fill the hands of seats 1 and 2 with 31.
    """
    t = table("thirty_one", low(4), "Js", dealer=3)
    v = GAME.view_of(t.state, 0)
    first = [parse_card(text) for text in ["As", "Ks", "Qs", "Ah", "Kh", "Qh", "Ad", "Kd", "Qd", "Ac"]]
    order = [*first, *(card for card in range(DECK_SIZE) if card not in first)]
    GAME.complete(v, 0, order)
    for seat in (1, 2, 3):
        assert v.hands[seat].bit_count() == 3
        assert hand_value(v.hands[seat], 0) < 31
    stock = mask_of(v.deck[v.stock_next : v.stock_end])
    assert sum(v.hands) + stock == (1 << DECK_SIZE) - 1 - parse_mask("Js")


def test_in_a_completed_view_nobody_else_holds_31_with_a_card_that_is_known() -> None:
    """Seat 1 has taken the ace for all to see; the ten-cards that come first must not fill up its hand."""
    t = table("thirty_one", low(4), "As")
    play(t, "draw discard", "discard 3h")
    v = GAME.view_of(t.state, 0)
    first = [parse_card(text) for text in ["Ks", "Qs", "4s", "6s", "8s", "2s", "3s", "Js", "Ts", "5s", "9s"]]
    order = [*first, *(card for card in range(DECK_SIZE) if card not in first)]
    GAME.complete(v, 0, order)
    assert v.hands[1] & 1 << parse_card("As")
    assert hand_value(v.hands[1], 0) < 31
    assert v.hands[1].bit_count() == 3


@pytest.mark.parametrize("suit", "shdc")
@pytest.mark.parametrize(("known", "hidden"), [("KQ", "A"), ("AK", "T"), ("AK", "J"), ("AK", "Q"), ("AT", "K")])
def test_of_31_in_a_completed_view_it_is_the_card_not_known_that_goes(suit: str, known: str, hidden: str) -> None:
    v = GAME.state()
    v.seats, v.phase, v.stock_end = 2, DRAW, 2
    v.known[1] = parse_mask([rank + suit for rank in known])
    v.held[1] = 3
    first = [parse_card(hidden + suit), parse_card("9s"), parse_card("9h")]
    GAME.complete(v, 0, first)
    assert v.hands[1] == v.known[1] | parse_mask("9s")
    assert list(v.deck[:2]) == [first[0], first[2]]
