"""A player that searches has all that a choice needs when it is prepared: then nothing is compiled or fitted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any

import pytest

import knockroll
from knockroll.engine.chance import Seeded
from knockroll.engine.game import Game, get_game
from knockroll.players import Player
from knockroll.players.preparation import is_prepared, prepare, within

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
def test_it_answers_with_the_best_it_has_when_its_time_is_up(name: str) -> None:
    game = get_game(name)
    player = knockroll.player(game, game.thinkers[0].name, seed=1)
    list(prepare(player))
    table = knockroll.Table(game, chance=Seeded(5), variant=next(iter(game.rule_sets())))
    longest = 0.0
    for _ in range(40):
        if table.turn is None:
            break
        view, begun = table.view(table.turn), perf_counter()
        move = within(player, 0.0).choose(view)
        longest = max(longest, perf_counter() - begun)
        table.play(move)
    assert longest < 1.0, "a batch of worlds is a few milliseconds, however busy the machine"
