"""Copies of tables, games and players: each goes its own way, and costs little."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import knockroll
from knockroll.engine.game import Game
from knockroll.engine.table import Table
from knockroll.lab.search import priors
from knockroll.lab.search.searcher import Budget
from knockroll.players import ask, is_slow
from knockroll.testing.positions import play_out, tables


def through_pickle(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


ways = pytest.mark.parametrize("way", [Table.copy, copy.copy, copy.deepcopy, through_pickle])


def chances() -> st.SearchStrategy[knockroll.Seeded | knockroll.Fair]:
    return st.one_of(
        st.builds(knockroll.Seeded, st.integers(0, 2**256 - 1)),
        st.builds(knockroll.Fair, st.binary(min_size=32, max_size=32), st.just({0: b"mine"})),
    )


@ways
@settings(max_examples=10, deadline=None)
@given(data=st.data())
def test_copies_play_on_by_themselves(game: Game, way: Callable[[Table], Table], data: st.DataObject) -> None:
    """Copies are played on in turns, and each goes on as if it were alone."""
    first = Table(game, chance=data.draw(chances()))
    play_out(first, random.Random(data.draw(st.integers(0, 999))), data.draw(st.integers(0, 60)))
    record, state, view = first.record(), first.state.copy(), first.view(first.turn)
    branches = [way(first) for _ in range(3)]
    choices = [random.Random(number % 2) for number in range(3)]
    for _ in range(20):
        for branch, random_choice in zip(branches, choices, strict=True):
            play_out(branch, random_choice, 1)
    assert (first.record(), first.state, first.view(first.turn)) == (record, state, view)
    assert branches[0] == branches[2], "the same moves, and the same chance ahead"
    for branch in branches:
        alone = Table.replay(record, chance=_from_the_start(first))
        for move in branch.moves[len(first.moves) :]:
            alone.play(move)
        assert alone == branch
        assert alone.record() == branch.record()


def _from_the_start(table: Table) -> Any:
    """Return the chance of a table as it was before the first deal."""
    source = table.chance
    if isinstance(source, knockroll.Seeded):
        return knockroll.Seeded(source.seed, source.game)
    assert isinstance(source, knockroll.Fair)
    return knockroll.Fair(source.secret, source.entropy)


@settings(max_examples=10, deadline=None)
@given(data=st.data())
def test_a_pickled_table_is_the_same_table(game: Game, data: st.DataObject) -> None:
    table = data.draw(tables(game))
    again = through_pickle(table)
    assert again == table
    assert again.game is table.game
    assert again.events == table.events
    for seat in (None, *range(table.seats)):
        assert again.view(seat) == table.view(seat)
    assert len(pickle.dumps(table)) < 30_000 + 200 * len(table.moves)


def test_a_game_is_itself_wherever_it_goes(game: Game) -> None:
    assert through_pickle(game) is copy.copy(game) is copy.deepcopy(game) is game
    assert len(pickle.dumps(game)) < 100, "its name is enough"


def test_a_game_that_nobody_would_find_by_its_name_is_not_pickled(game: Game) -> None:
    for changed in (replace(game, name="mine"), replace(game, title="Mine")):
        assert copy.deepcopy(changed) is changed
        with pytest.raises(pickle.PicklingError, match=f"the game {changed.name!r} cannot be pickled: it goes by name"):
            pickle.dumps(Table(changed, seed=1))


@pytest.fixture
def quick_searchers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let players that search try moves in only a few worlds: enough to choose, if not to choose well."""
    monkeypatch.setattr(Budget, "of", lambda rules: Budget(worlds=8, particles=32))
    monkeypatch.setattr(priors, "HANDS", 2)


@pytest.mark.compiles
@pytest.mark.usefixtures("quick_searchers")
def test_players_are_copied_with_what_they_will_choose(game: Game) -> None:
    for player_name in knockroll.player_names(game):
        player = knockroll.player(game, player_name, seed=1)
        for again in (through_pickle(player), copy.deepcopy(player)):
            assert (again.name, again.character) == (player.name, player.character)
            most = 6 if is_slow(game, player_name) else 40
            assert _choices(game, again, most) == _choices(game, copy.deepcopy(player), most)


def _choices(game: Any, player: Any, most: int) -> list[str]:
    table = Table(game, seed=3)
    while table.turn is not None and len(table.moves) < most:
        table.play(ask(game, player, table.view(table.turn)))
    return list(table.moves)
