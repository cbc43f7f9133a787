"""Setting up positions: any that play can reach can be set up again, and goes on as if nothing had happened."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import knockroll
from knockroll.engine.errors import InvalidPosition, InvalidRecord
from knockroll.engine.game import Game
from knockroll.engine.state import CardState
from knockroll.testing.positions import play_out, tables


def set_up_again(table: knockroll.Table, chance: knockroll.Seeded | None = None) -> knockroll.Table:
    """Set up the position of a table again, by way of JSON."""
    said = json.loads(json.dumps(table.describe()))
    where = table.chance.copy() if chance is None else chance
    return knockroll.Table.at(table.game, table.seats, chance=where, options=table.options, **said)


def seen(table: knockroll.Table, hands: int) -> list[Any]:
    """Return what everyone can see, with the hands played after the first ``hands``."""
    views = [table.view(seat) for seat in (None, *range(table.seats))]
    if len(table.hands) == hands:
        for view in views:
            view["last_hand"] = None  # a position that is set up says nothing about the hand before it
    return [views, table.legal(), table.turn, table.order, table.scores, table.result, *table.hands[hands:]]


def assert_go_on_alike(table: knockroll.Table, again: knockroll.Table, choices: random.Random, moves: int) -> None:
    hands = len(table.hands)
    assert seen(table, hands) == seen(again, 0)
    for _ in range(moves):
        if table.turn is None:
            break
        move = choices.choice(table.legal())
        assert table.play(move) == again.play(move)
        assert seen(table, hands) == seen(again, 0)


@pytest.mark.needs("placement")
@settings(deadline=None, max_examples=40, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_position_can_be_set_up_again_and_goes_on_the_same(game: Game, data: st.DataObject) -> None:
    table = data.draw(tables(game))
    if table.turn is None:
        with pytest.raises(InvalidPosition, match="the game is over"):
            table.describe()
        return
    again = set_up_again(table)
    assert again.given == (), "every card was named"
    assert_go_on_alike(table, again, random.Random(data.draw(st.integers(0, 2**32))), 60)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.needs("placement")
def test_a_whole_game_is_set_up_again_at_every_move(game: Game, seed: int) -> None:
    """Computer players play, so that hands end as they do among people; they come and go if the game allows it."""
    choices = random.Random(seed)
    table = knockroll.Table(game, seed=seed)
    bots = [knockroll.player(game, choices.choice(game.players), seed=i) for i in range(10)]
    for number in range(150):
        if table.turn is None:
            break
        again = set_up_again(table)
        assert seen(table, len(table.hands)) == seen(again, 0)
        assert again.describe() == table.describe()
        if number % 10 == seed:
            assert_go_on_alike(table.copy(), again, choices, 10)
        if game.join is not None and number == 10 * seed and table.can_join():
            table.join()
        if game.leave is not None and number == 30:
            table.leave(table.turn)
        table.play(bots[table.turn].choose(table.view(table.turn)))


@pytest.mark.needs("placement")
@settings(deadline=None, max_examples=20, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_position_goes_through_one_line_of_text(game: Game, data: st.DataObject) -> None:
    table = data.draw(tables(game))
    if table.turn is None:
        return
    text = table.position_text()
    again = knockroll.Table.from_text(text)
    assert len(text.splitlines()) == 1
    assert (again.describe(), again.options, again.variant) == (table.describe(), table.options, table.variant)
    assert again.position_text() == text


@pytest.mark.needs("placement")
def test_nothing_need_be_said(game: Game) -> None:
    """By default a position is the beginning of a hand, which depends on the seed."""
    for seats in range(game.min_seats, game.max_seats + 1):
        table = knockroll.Table.at(game, seats, seed=seats)
        first = knockroll.Table(game, seats, seed=1, dealer=seats - 1)
        assert table.turn == first.turn == 0
        assert table.phase == first.phase
        others = {knockroll.Table(game, seats, seed=seed, dealer=seats - 1).legal() for seed in range(5)}
        assert table.legal() == first.legal() or len(others) > 1, "unless they depend on the cards"
        assert table == knockroll.Table.at(game, seats, seed=seats)
        assert not isinstance(table.state, CardState) or table != knockroll.Table.at(game, seats, seed=99)


@pytest.mark.needs("placement")
def test_a_game_from_a_position_has_a_record(game: Game) -> None:
    choices = random.Random(1)
    table = knockroll.Table.at(game, seed=1)
    play_out(table, choices, 25)
    for one in (table, set_up_again(table, knockroll.Seeded(5))) if table.turn is not None else (table,):
        record = json.loads(json.dumps(one.record()))
        assert record["format"] == "knockroll/2"
        again = knockroll.Table.replay(record)
        assert again == one
        assert again.record() == record
        record["setup"]["turn"] = 17
        with pytest.raises(InvalidRecord, match="cannot begin: turn: there is no seat 17"):
            knockroll.Table.replay(record)


@pytest.mark.needs("no placement")
def test_a_game_that_does_not_say_how_says_so(game: Game) -> None:
    with pytest.raises(InvalidPosition, match=f"positions of {game.title} cannot be set up: it does not say"):
        knockroll.Table.at(game)
