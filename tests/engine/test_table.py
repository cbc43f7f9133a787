"""A table: what it says of the game, what it refuses, and what a refusal leaves as it was."""

from __future__ import annotations

import pytest

import knockroll
from tests.helpers import play, table

HANDS = ("2h 5d 9c", "3h 6d 8c", "4h 7d 2c")


def thirty_one() -> knockroll.Table:
    """Seat 0 deals, seat 1 is to move; the upcard is Ks, and 7s is on top of the stock."""
    return table("thirty_one", HANDS, "Ks", "7s 8s 9s")


def test_a_new_table_says_where_the_game_stands() -> None:
    t = thirty_one()
    assert (t.seats, t.dealer, t.turn, t.phase) == (3, 0, 1, "draw")
    assert (t.scores, list(t.moves), list(t.hands), t.result) == ((0, 0, 0), [], [], None)
    assert t.order == (0, 1, 2)


def test_play_makes_the_move_and_tells_what_happened() -> None:
    t = thirty_one()
    (drew,) = t.play("draw stock")
    assert (drew.kind, drew.seat, drew.cards, drew.seen_by) == ("draw", 1, ("7s",), (1,))
    assert (t.turn, t.phase) == (1, "discard")
    t.play("discard 7s")
    assert (t.turn, list(t.moves)) == (2, ["draw stock", "discard 7s"])


def test_only_what_legal_lists_can_be_played() -> None:
    t = thirty_one()
    assert set(t.legal()) == {"draw stock", "draw discard", "knock"}
    for move in t.legal():
        t.copy().play(move)
    with pytest.raises(knockroll.IllegalMove):
        t.play("discard 3h")


@pytest.mark.parametrize(
    ("move", "seat"),
    [("discard 3h", None), ("fly away", None), ("draw stock", 0), ("", None), ("knock knock", None)],
)
def test_a_refused_move_changes_nothing(move: str, seat: int | None) -> None:
    t = thirty_one()
    before = t.copy()
    with pytest.raises((knockroll.IllegalMove, knockroll.InvalidMove)):
        t.play(move, seat)
    assert t == before
    assert t.fingerprint() == before.fingerprint()


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_a_seat_that_is_not_there(seat: int) -> None:
    with pytest.raises(knockroll.KnockrollError):
        thirty_one().view(seat)


def test_a_copy_goes_its_own_way() -> None:
    t = thirty_one()
    other = t.copy()
    assert other == t
    play(other, "draw stock", "discard 7s")
    assert other != t
    assert (t.turn, list(t.moves)) == (1, [])
    play(t, "draw stock", "discard 7s")
    assert other == t


def test_the_same_moves_from_the_same_seed_give_the_same_table() -> None:
    tables = [knockroll.Table("tonk", 3, seed=7) for _ in range(2)]
    for t in tables:
        while t.turn is not None and len(t.moves) < 60:
            t.play(t.legal()[0])
    assert tables[0] == tables[1]
    assert tables[0].record() == tables[1].record()


def test_a_finished_game_has_a_result_and_no_moves() -> None:
    t = knockroll.Table("thirty_one", 2, seed=3, strikes=1)
    while t.turn is not None:
        t.play("knock" if "knock" in t.legal() else t.legal()[0])
    assert t.result is not None
    assert t.legal() == ()
    assert t.result.scores == t.scores
    with pytest.raises(knockroll.IllegalMove):
        t.play("draw stock")
    with pytest.raises(knockroll.IllegalMove):
        t.play("knock", 0)
