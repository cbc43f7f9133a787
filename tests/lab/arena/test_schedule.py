"""The schedule: line-ups, rotations, orders around the table."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from knockroll import arena
from knockroll.engine.errors import InvalidOption
from knockroll.lab.arena.schedule import line_ups, seating


def test_as_many_players_as_seats_are_one_line_up() -> None:
    assert line_ups(4, 4, False) == ((0, 1, 2, 3),)
    assert line_ups(4, 4, True) == ((0, 1, 2, 3),)


def test_fewer_players_fill_the_seats_in_turn() -> None:
    assert line_ups(2, 4, False) == ((0, 0, 1, 1),)
    assert line_ups(2, 3, False) == ((0, 0, 1), (0, 1, 1)), "each of them is once the one who sits twice"
    assert line_ups(1, 3, False) == ((0, 0, 0),)


def test_more_players_than_seats_is_an_error_that_names_the_flag() -> None:
    with pytest.raises(InvalidOption, match=r"5 players but 4 seats.*--round-robin"):
        line_ups(5, 4, False)


def test_a_round_robin_plays_all_line_ups() -> None:
    assert line_ups(5, 4, True) == tuple(combinations(range(5), 4))
    with pytest.raises(InvalidOption, match="line-ups"):
        line_ups(60, 9, True)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_player_sits_everywhere_in_every_deal(seats: int) -> None:
    games = seating(tuple(range(seats)), 5)
    assert len(games) == seats
    for seat in range(seats):
        assert {game[seat] for game in games} == set(range(seats))


def test_all_orders_around_the_table_take_turns() -> None:
    """With four players there are six: who sits at one's left matters, so everybody sits there equally often."""
    left: Counter[tuple[int, int]] = Counter()
    for number in range(6):
        for game in seating((0, 1, 2, 3), number):
            left.update((game[seat], game[(seat + 1) % 4]) for seat in range(4))
    assert len(left) == 12
    assert len(set(left.values())) == 1
    assert seating((0, 1, 2, 3), 6) == seating((0, 1, 2, 3), 0)


def test_games_are_rounded_up_to_whole_deals_of_all_line_ups() -> None:
    five = ["house", "caution", "aggressive", "card counter", "clueless"]
    assert arena.prepare("thirty_one", five, 4, 1, 1, round_robin=True).games == 20
    assert arena.prepare("thirty_one", five, 4, 21, 1, round_robin=True).games == 40
    assert arena.prepare("thirty_one", five[:3], 3, 10, 1).games == 12


def test_games_hold_the_deals_and_the_seats() -> None:
    match = arena.prepare("thirty_one", ["house", "caution", "random"], 2, 60, 1, round_robin=True)
    games = match.games_of(4, 3)
    assert games.playouts["number"].tolist() == [4, 4, 5, 5, 6, 6]
    assert games.players[:, :2].tolist() == [[0, 2], [2, 0], [1, 2], [2, 1], [0, 1], [1, 0]]
