"""Playing the games of a match at a table, where players can be anything that chooses a move from a view."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from knockroll.engine.chance import Seeded
from knockroll.engine.errors import IllegalMove, InvalidMove, PlayerFailed
from knockroll.engine.game import Bot, Game
from knockroll.engine.state import NOBODY
from knockroll.engine.stream import CHOICE, Stream, below, next_block, open_stream
from knockroll.engine.table import Table
from knockroll.lab.arena.playing import CRASH, FAULTS, ILLEGAL, Outcome
from knockroll.lab.simulate import DIGEST_MASK
from knockroll.players import Player


class Stopped(Exception):
    """The match was interrupted while a game was being played."""


class TableDesk:
    """Plays games at a table, where players can be anything that chooses a move from a view; measures their time."""

    def __init__(
        self,
        game: Game,
        seats: int,
        options: dict[str, Any],
        seed: int,
        players: Sequence[Bot | Callable[[int], Player]],
        move_limit: int,
        stop: threading.Event,
        report: Callable[[int, str], None],
    ) -> None:
        """Of the players, a bot chooses by its rule; others are made by a function of a seed, for each game anew.

        ``report`` is told which player failed, and how.
        """
        self.game = game
        self.seats = seats
        self.options = options
        self.seed = seed
        self.players = players
        self.move_limit = move_limit
        self.seconds = [0.0] * len(players)
        self.moves = [0] * len(players)
        self._stop = stop
        self._report = report
        self._room = [0] * game.most_moves

    def play(self, outcomes: Any) -> None:
        """Play the games of an array of outcomes."""
        for record in outcomes:
            o = Outcome.read(record)
            self.play_one(o)
            o.write(record)

    def play_one(self, o: Outcome) -> Table:
        """Play one game, and return the table at its end."""
        table = Table(self.game, self.seats, chance=Seeded(self.seed, o.deal), **self.options)
        whims = [open_stream(self.seed, o.deal, CHOICE + seat) for seat in range(self.seats)]
        sitters = [self._sit_down(o.seated[seat], whims[seat]) for seat in range(self.seats)]
        while table.turn is not None and o.moves < self.move_limit:
            if self._stop.is_set():
                raise Stopped
            seat = table.turn
            legal = self.game.list_legal(table.state)
            move = NOBODY if o.faults[seat] else self._choose(table, o, seat, sitters[seat], whims[seat])
            if move not in legal:
                move = legal[below(whims[seat], len(legal))]
            table.play(self.game.moves.format(move))
            o.moves += 1
            o.digest = (o.digest * 31 + move + 1) & DIGEST_MASK
        s = table.state
        o.champions, o.hands = s.winners, s.hands_played
        o.scores[: self.seats] = table.scores
        return table

    def _sit_down(self, number: int, whim: Stream) -> Bot | Player:
        player = self.players[number]
        if isinstance(player, Bot):
            return player
        next_block(whim)
        return player(sum(word << 32 * i for i, word in enumerate(whim.block[:8])))

    def _choose(self, table: Table, o: Outcome, seat: int, sitter: Bot | Player, whim: Stream) -> int:
        """The legal move that a player chooses, or NOBODY after noting what it did wrong."""
        number = o.seated[seat]
        began = time.perf_counter()
        try:
            if isinstance(sitter, Bot):
                v = self.game.state()
                self.game.look(table.state, seat, v)
                text = self.game.moves.format(sitter.choose(v, self._room, self.game.legal(v, self._room), whim))
            else:
                text = sitter.choose(table.view(seat))
            move = self.game.moves.parse(text)
            if self.game.moves.format(move) in table.legal():
                return move
            raise IllegalMove(f"it chose {text!r}, but could only {', '.join(table.legal())}")
        except (IllegalMove, InvalidMove) as error:
            self._note(o, seat, ILLEGAL, str(error))
        except PlayerFailed as error:
            self._note(o, seat, FAULTS.index(error.kind), str(error))
        except Exception as error:  # whatever a player of another package raises: it loses its seat, not the match
            self._note(o, seat, CRASH, f"{type(error).__name__}: {error}")
        finally:
            self.seconds[number] += time.perf_counter() - began
            self.moves[number] += 1
        return NOBODY

    def _note(self, o: Outcome, seat: int, fault: int, message: str) -> None:
        o.faults[seat] = fault
        self._report(o.seated[seat], message)

    def close(self) -> None:
        """Stop the programs that played here."""
        for player in self.players:
            close = getattr(player, "close", None)
            if close is not None:
                close()
