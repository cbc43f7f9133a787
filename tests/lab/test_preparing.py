"""A player that searches has all that a choice needs when it is prepared: then nothing is compiled or fitted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

import knockroll
from knockroll.engine.chance import Seeded
from knockroll.engine.game import Game, get_game
from knockroll.lab.search.decision import batch_numbers
from knockroll.players import Player
from knockroll.players.preparation import is_prepared, prepare, within

pytestmark = pytest.mark.compiles

GAMES = [name for name in knockroll.game_names() if get_game(name).thinkers]
MOVES = 120
OPTIONS: dict[str, dict[str, Any]] = {
    "gin_rummy": {"variant": "standard", "target": 60},
    "thirty_one": {"strikes": 2},
    "tonk": {"hands": 5},
    "tunk": {"target": 50},
}
"""Tables that nobody has asked about before."""


@contextmanager
def counted() -> Iterator[list[str]]:
    """What is compiled or computed to be cached meanwhile."""
    from numba.core import event

    from knockroll.lab.search import cache

    done: list[str] = []
    cached = cache.cached

    def compute_in_the_open(game: Game, bot: Any, key: str, compute: Callable[[], Any]) -> Any:
        def told() -> Any:
            done.append(f"computed {key}")
            return compute()

        return cached(game, bot, key, told)

    class Listener(event.Listener):
        def on_start(self, event: Any) -> None:
            done.append(f"compiled {event.data['dispatcher'].py_func.__qualname__}")

        def on_end(self, event: Any) -> None:
            pass

    patched = pytest.MonkeyPatch()
    for module in users_of(cached):
        patched.setattr(module, "cached", compute_in_the_open)
    with event.install_listener("numba:compile", Listener()), patched.context():
        yield done
    patched.undo()


def users_of(cached: Any) -> list[Any]:
    """The modules that cache arrays."""
    import sys

    return [module for module in list(sys.modules.values()) if getattr(module, "cached", None) is cached]


def play(game: Game, player: Player, moves: int = MOVES, **options: Any) -> None:
    table = knockroll.Table(game, chance=Seeded(11), **options)
    for _ in range(moves):
        if table.turn is None:
            return
        table.play(player.choose(table.view(table.turn)))


@pytest.mark.parametrize("name", GAMES)
def test_what_is_prepared_needs_nothing_more(name: str) -> None:
    """For its usual table, and after that for one with other options, of which it says that it is not ready."""
    game = get_game(name)
    player = knockroll.player(game, game.thinkers[0].name, seed=1)
    shares = list(prepare(player))
    assert shares[0] == 0 and shares == sorted(shares) and shares[-1] == 1
    with counted() as done:
        play(game, player, variant=next(iter(game.rule_sets())))
    assert done == []
    other = knockroll.Table(game, chance=Seeded(3), **OPTIONS[name])
    view = other.view(other.turn)
    assert not is_prepared(player, view)
    list(prepare(player, view))
    assert is_prepared(player, view)
    with counted() as done:
        play(game, player, **OPTIONS[name])
    assert done == []


@pytest.mark.parametrize("name", GAMES)
def test_it_answers_with_the_best_it_has_when_its_time_is_up(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = get_game(name)
    player = knockroll.player(game, game.thinkers[0].name, seed=1)
    list(prepare(player))
    table = knockroll.Table(game, chance=Seeded(5), variant=next(iter(game.rule_sets())))
    batches: list[int] = []

    def counted(*limits: Any) -> Iterator[int]:
        tried = list(batch_numbers(*limits))
        batches.append(len(tried))
        yield from tried

    monkeypatch.setattr("knockroll.lab.search.searcher.batch_numbers", counted)
    for _ in range(40):
        if table.turn is None:
            break
        table.play(within(player, 0.0).choose(table.view(table.turn)))
    assert batches and set(batches) == {1}, "when the time is up, one batch of worlds has to do"
