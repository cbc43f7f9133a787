"""Search: a move is tried in many worlds that the seat believes in, and each hand is played out to its end.

The base player's move is the one to beat. All candidates are tried in the same worlds, with the same stock. The seat
itself goes on as its base player does, the others as the players they are in the world. What the hand brings is counted
as the chance to win the game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

import numpy

from knockroll.engine.game import Game
from knockroll.engine.state import MOST_ACTS
from knockroll.engine.stream import CHOICE, open_stream
from knockroll.lab.compiled import copies, new_records
from knockroll.lab.playout import Playout, Runner
from knockroll.lab.search.decision import Outcomes
from knockroll.lab.search.past import Past
from knockroll.lab.search.worlds import Effort, Workspace, World, compiled_positions, scratch_type
from knockroll.players.player import Bot


class Searcher(ABC):
    """Searches positions of one game with the same options and seats, for one thread."""

    def __init__(
        self, game: Game, base: Bot, seats: int, options: Mapping[str, Any], world: type[World], room: int
    ) -> None:
        """``room``: the most worlds at a time, of the class ``world``."""
        self.game, self.base, self.seats = game, base, seats
        first = game.new_state(seats, options)
        blank = game.blank_view(first)
        self.workspace = Workspace(
            seen=copies(blank, 1)[0],
            replayed=copies(blank, 1)[0],
            blank=copies(blank, 1)[0],
            past=new_records(Past, 1)[0],
            views=copies(blank, MOST_ACTS),
            worlds=new_records(world, room),
            spare=new_records(world, room),
            weights=numpy.zeros(room),
            scratch=new_records(scratch_type(game), 1)[0],
            stream=copies(open_stream(0), 1)[0],
        )
        self._effort = new_records(Effort, 1)[0]
        self._make_positions = compiled_positions(game)
        self._runner = Runner(game, game.players, first, 0)

    @abstractmethod
    def worlds(self, v: Any, seat: int, prior: Any, seed: int) -> Any:
        """Return a batch of worlds that the seat believes in: an array of records of the class ``world``."""

    @abstractmethod
    def chances(self, states: Any, seat: int) -> Any:
        """Return the chance of a seat to win from each of some states after a hand."""

    @abstractmethod
    def worth_trying(self, v: Any, moves: list[int], chosen: list[int]) -> list[int]:
        """Return candidates among the legal moves; ``chosen`` are those of the base player and of each bot."""

    def candidates(self, v: Any, seed: int) -> list[int]:
        """The base player's move, then others that are worth trying."""
        moves = self.game.list_legal(v)
        bots = (self.base, *self.game.players)
        chosen = [bot.choose(v, moves[:], len(moves), open_stream(seed, n, CHOICE)) for n, bot in enumerate(bots)]
        return [move for move in dict.fromkeys(self.worth_trying(v, moves, chosen)) if move in moves]

    def look_at(self, v: Any, seed: int) -> None:
        """Write a view and a random stream where compiled code reads them."""
        v.write(self.workspace.seen)
        open_stream(seed).write(self.workspace.stream)

    def try_moves(self, v: Any, seat: int, prior: Any, seed: int, moves: list[int]) -> Outcomes | None:
        """Try moves in a batch of worlds; None if there are none."""
        return self.try_in(self.worlds(v, seat, prior, seed), v, seat, seed, moves)

    def try_in(self, worlds: Any, v: Any, seat: int, seed: int, moves: list[int]) -> Outcomes | None:
        """Try moves in these worlds."""
        n = len(worlds) * len(moves)
        if not n:
            return None
        states, playouts = numpy.repeat(self.workspace.seen, n), new_records(Playout, n)
        open_stream(seed, 0, CHOICE).write(self.workspace.stream)
        self._make_positions(seat, worlds, numpy.array(moves), states, self.workspace)
        numbers = (seed & 0xFFFFFFFF) << 12 | numpy.arange(len(worlds))
        playouts["number"] = numpy.repeat(numbers, len(moves))  # the same chance for all moves
        playouts["choosers"][:, : self.seats] = numpy.repeat(worlds["bots"][:, : self.seats], len(moves), axis=0)
        playouts["choosers"][:, seat] = 1 + self.game.players.index(self.base)
        playouts["hands"] = states["hands_played"] - v.hands_played  # a finished hand is not played on
        self._runner.play(playouts, states, most_hands=1)
        points = (states["scores"] - numpy.array(v.scores))[:, : self.seats]
        lead = (points[:, seat] * self.seats - points.sum(axis=1)) / (self.seats - 1)
        lead = -lead if self.game.showing.score.best == "low" else lead
        chances = self.chances(states, seat)
        return Outcomes(chances.reshape(-1, len(moves)), lead.reshape(-1, len(moves)))
