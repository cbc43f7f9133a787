"""Reviews by search: judged by what the seat knew, in the same worlds, and luck that adds up."""

from __future__ import annotations

from typing import Any

import pytest

import knockroll
from knockroll.engine.cards import parse_mask
from knockroll.review.hints import evaluator_for
from knockroll.review.judgement import ReviewBudget
from tests.review.games import played
from tests.seventh_game.follow import GAME

pytestmark = pytest.mark.compiles

SMALL = ReviewBudget(name="small", worlds=16, quick=3, most=6, precision=0.05, playouts=4, deals=16)
GAMES = [("gin_rummy", 2, "standard"), ("thirty_one", 3, None)]


@pytest.mark.parametrize(("name", "seats", "variant"), GAMES)
def test_a_game_is_reviewed(name: str, seats: int, variant: str | None) -> None:
    record = played(name, seats, seed=3, variant=variant, bots=(0, 1))
    found = knockroll.review(record, budget=SMALL)
    assert found.complete
    assert found == knockroll.review(record, budget=SMALL), "the same seed gives the same review"
    assert [one.index for one in found.decisions] == list(range(len(record["moves"])))
    for one in found.decisions:
        assert 0 <= one.low <= one.high
        assert one.kind == "" or one.kind in found.kinds
        assert (one.kind != "") == (one.verdict in ("inaccurate", "mistake", "blunder"))
    for event in found.chances:
        assert sum(event.luck) == pytest.approx(0, abs=0.02)
        assert sum(event.after) == pytest.approx(1, abs=0.02)
    assert {event.what for event in found.chances} >= {"deal", "draw"}
    assert found.curve[-1].chances == tuple(head.result for head in found.headlines)


@pytest.mark.parametrize(("name", "seats", "variant"), GAMES)
def test_a_decision_is_judged_by_what_the_seat_knew(name: str, seats: int, variant: str | None) -> None:
    """Two games that a seat cannot tell apart at its first decision get the same judgement of it."""
    first = knockroll.Table(name, seats, variant=variant, dealer=seats - 1, seed=5)
    v = first.game.view_of(first.state, 0)
    other = v.copy()
    first.game.complete(other, 0, list(reversed(range(52))))
    assert other.hands[1] != first.state.hands[1]
    again = first.game.view_of(other, 0)
    one, two = (knockroll.hint(_json_view(first, view), batches=2) for view in (v, again))
    assert one == two


def _json_view(table: knockroll.Table, v: Any) -> Any:
    from knockroll.engine.views import write_view

    return write_view(table.game, v, 0)


def test_a_knock_that_wins_is_advised() -> None:
    table = knockroll.Table.at(
        "gin_rummy",
        variant="standard",
        hands=["As 2s 3s 4s 5h 5d 5c 9h 9d 9c Kd", None],
        turn=0,
        phase="discard",
        top="2h",
    )
    found = knockroll.hint(table.view(0))
    assert found.candidates[0].move == "gin Kd"
    assert found.candidates[0].wins_hand == 1.0
    assert found.sentences[0].startswith("Gin K♦: 100% to win this hand")


def test_a_hand_that_nobody_wins_is_not_said_to_be_won() -> None:
    """Hands of Thirty-One have losers, and with three seats the better half of a table has not won."""
    table = knockroll.Table("thirty_one", seats=3, seed=4)
    found = knockroll.hint(table.view(table.turn))
    assert all(one.wins_hand is None for one in found.candidates)
    assert not any("this hand" in sentence for sentence in found.sentences)


@pytest.mark.parametrize(("name", "seats", "variant"), GAMES)
def test_the_belief_map_adds_up(name: str, seats: int, variant: str | None) -> None:
    table = knockroll.Table(name, seats, variant=variant, seed=8)
    for _ in range(6):
        table.play(table.legal()[0])
    seat = table.turn
    assert seat is not None
    view = table.view(seat)
    found = knockroll.belief_map(view, truth=table.state)
    own = parse_mask(view["hand"])
    for card in range(52):
        total = sum(found.hands[card]) + found.stock[card]
        assert total == pytest.approx(0 if found.seen[card] == "table" else 1)
        assert found.hands[card][seat] == own >> card & 1
        if found.seen[card] == "table":
            assert found.truth[card] == "table"
    for other in range(seats):
        assert sum(row[other] for row in found.hands) == pytest.approx(view["players"][other]["cards"])
    assert sum(found.stock) == pytest.approx(view["stock"])
    assert knockroll.belief_map(view).truth == ()


def test_a_game_without_search_is_refused() -> None:
    table = knockroll.Table(GAME, seed=1)
    with pytest.raises(knockroll.InvalidOption, match="cannot be reviewed"):
        evaluator_for(GAME, GAME.view_of(table.state, table.state.turn))


def test_sessions_that_are_too_long_are_refused() -> None:
    table = knockroll.Table("tonk", seats=3, seed=1, hands=400)
    with pytest.raises(knockroll.InvalidOption, match="longer"):
        knockroll.hint(table.view(table.turn))
