"""The player of Thirty-One that plays from a solved abstraction."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import knockroll
from knockroll.engine.accounts import tell_view
from knockroll.engine.game import get_game
from knockroll.engine.stream import open_stream
from knockroll.games.thirty_one import solved
from knockroll.games.thirty_one.players import house
from knockroll.players.player import Bot

GAME = get_game("thirty_one")
NAME = "knockroll.games.thirty_one.solved:PLAYER"
NOT_SOLVED: list[tuple[int, dict[str, Any]]] = [
    (3, {}),
    (2, {"three_of_a_kind": 0}),
    (2, {"knock_first_round": False}),
    (2, {"may_return_discard": False}),
    (2, {"knocker_tied_is_safe": True}),
]


def states(hands: int, bot: Bot = solved.PLAYER, **options: Any) -> Iterator[Any]:
    """Positions of a game in which somebody is to move; every fourth move is any."""
    choices, stream = random.Random(1), open_stream(1)
    table = knockroll.Table(GAME, 2, seed=1, **options)
    while table.turn is not None and len(table.hands) < hands:
        yield table.state
        legal, v = table.legal(), GAME.view_of(table.state, table.turn)
        numbers = GAME.list_legal(v)
        move = GAME.moves.format(bot.choose(v, numbers, len(numbers), stream))
        assert move in legal
        table.play(move if choices.random() < 0.75 else choices.choice(legal))


def test_spots_follow_from_what_the_seat_may_know() -> None:
    """Solving looks at states, playing at views: both find the same spot, and legal moves in it."""
    seen = set()
    for s in states(200, strikes=20):
        moves, of_view = [0] * GAME.most_moves, [0] * GAME.most_moves
        spot = solved.spot(s, moves)
        assert spot == solved.spot(GAME.view_of(s, s.turn), of_view)
        assert moves == of_view
        key, count = divmod(spot, solved.COUNTS)
        assert 0 <= key < solved.SPOTS
        assert set(moves[:count]) <= set(GAME.list_legal(s))
        seen.add(count)
    assert seen == {1, 2, 3}


@pytest.mark.parametrize(
    ("hands", "top", "knocker", "move"),
    [
        (["As Ks 2h", None], "Qs", None, "draw discard"),  # 31
        (["2s 5h 9d", None], "3c", None, "draw stock"),  # nothing to gain
        (["9s Ks 2h", None], "9h", 1, "draw stock"),  # in the last turn only what is worth more is taken
    ],
)
def test_it_does_what_is_plain(hands: list[str | None], top: str, knocker: int | None, move: str) -> None:
    table = knockroll.Table.at(GAME.name, hands=hands, top=top, turn=0, turns=4, knocker=knocker, seed=1)
    assert knockroll.player(GAME.name, NAME).choose(table.view(0)) == move


@pytest.mark.parametrize(("seats", "options"), NOT_SOLVED)
def test_a_game_that_was_not_solved_it_plays_as_house_does(seats: int, options: dict[str, Any]) -> None:
    stream = open_stream(1)
    table = knockroll.Table(GAME, seats, seed=2, **options)
    for _ in range(60):
        v = GAME.view_of(table.state, table.state.turn)
        legal = GAME.list_legal(v)
        move = house(v, legal, len(legal), stream)
        assert solved.solved(v, legal[:], len(legal), stream) == move
        table.play(GAME.moves.format(move))


def test_it_beats_house() -> None:
    """In 40,000 games with other deals it wins 74%."""
    result = knockroll.arena.run(GAME, [NAME, "House"], games=300, seed=3, compiled=False)
    assert result[NAME].share > 0.7


def test_doctor_perhaps_plays_by_it_where_it_was_solved() -> None:
    """She needs nothing compiled for that, and makes its moves; elsewhere she searches."""
    perhaps, alone = knockroll.player(GAME.name, "Doctor Perhaps", seed=1), knockroll.player(GAME.name, NAME)
    for s in states(3):
        assert solved.covers(GAME.view_of(s, s.turn))
        view = tell_view(GAME, GAME.view_of(s, s.turn), s.turn, GAME.option_values(2, None, {}), None, None)
        assert perhaps.choose(view) == alone.choose(view)
    for seats, options in NOT_SOLVED:
        assert not solved.covers(knockroll.Table(GAME, seats, seed=2, **options).state)
    assert not solved.covers(knockroll.Table.at(GAME.name, 2, turns=solved.PATIENCE).state)
