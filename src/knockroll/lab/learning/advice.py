"""Advice: what a player would do in many games at once. A network imitates it before it plays for itself."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy

from knockroll.engine.game import Game
from knockroll.engine.rule import State, assign, row
from knockroll.engine.stream import CHOICE, open_stream
from knockroll.lab.environments.stepping import Batch
from knockroll.players.player import Bot


@cache
def _scratch(game: Game) -> type[State]:
    class Scratch(State):
        moves: list[int] = row(game.most_moves)  # those that are legal

    return Scratch


@cache
def _compiled_loop(game: Game, bot: Bot) -> Callable[..., None]:
    from knockroll.lab.compiled import compile_loop

    look, legal, choose = game.look, game.legal, bot.choose

    def advise(states, views, scratches, streams, advice):  # type: ignore[no-untyped-def]
        v, moves = views[1], scratches[0].moves
        for i in range(len(states)):
            assign(v, views[0])
            look(states[i], states[i].turn, v)
            advice[i] = choose(v, moves, legal(v, moves), streams[0])

    return compile_loop(advise, f"{game.name} advice {bot.compiled_as or bot.name}")


class Adviser:
    """A player that says what it would do in the games of a batch, without playing in them."""

    def __init__(self, game: Game, bot: Bot, batch: Batch) -> None:
        from knockroll.lab.compiled import copies, new_records

        self._states = batch.states
        self._advise = _compiled_loop(game, bot)
        position = game.state.read(batch.states[0])  # for its options
        self._memory = copies(game.blank_view(position), 2), new_records(_scratch(game), 1)
        self._streams = copies(open_stream(0), 1)
        self._advice = numpy.zeros(batch.count, numpy.int64)

    def begin(self, seed: int) -> None:
        """Set the seed of its random choices."""
        open_stream(seed, 0, CHOICE).write(self._streams[0])

    def __call__(self) -> Any:
        """Return the move that the player would make in each game. The next call overwrites the array."""
        self._advise(self._states, *self._memory, self._streams, self._advice)
        return self._advice
