"""Moments: the moves and chance events of a record in order, each with the states before and after it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from knockroll.engine.game import Game
from knockroll.engine.record import AnyRecord, Record
from knockroll.engine.state import A_DECK, A_SEAT, CardState
from knockroll.engine.table import Table
from knockroll.review.document import What


@dataclass(frozen=True)
class ReviewMoment:
    """A move or a chance event. ``after`` is the state right after it, before the chance that may follow."""

    index: int
    """Moves made before it."""
    before: Any
    after: Any
    move: int | None
    """The number of the move in the game's list of moves; None for a chance event."""
    seat: int | None
    """The seat that moved; for a chance event, the seat whose move led to it, None at the beginning."""
    given: tuple[int, ...] = ()
    """What chance gave."""

    @property
    def hand(self) -> int:
        """The number of the hand."""
        return int(self.before.hands_played)

    @property
    def drawn(self) -> int | None:
        """The card that the move drew from the stock, if any."""
        if self.move is None or not isinstance(self.before, CardState):
            return None
        before, after = self.before, self.after
        return int(before.deck[before.stock_next]) if after.stock_next == before.stock_next + 1 else None

    @property
    def what(self) -> What | None:
        """The kind of chance event; None for a move without chance."""
        if self.move is not None:
            return None if self.drawn is None else "draw"
        wants = self.before.wants
        if wants == A_DECK and any(self.before.hands) and self.before.hands == self.after.hands:
            return None  # a reshuffle: no one sees its result until cards are drawn
        return "dealer" if wants == A_SEAT else "deal" if wants == A_DECK else "throw"


def moments(record: AnyRecord | Record) -> Iterator[tuple[Table, ReviewMoment | None]]:
    """Yield the moments of a record in order, each with the table after the whole step; first only the table.

    Raise :class:`InvalidRecord` at a move that does not fit.
    """
    state: Any = None
    seat: int | None = None
    done = 0
    for table in Table.replay_steps(record):
        game, index = table.game, max(0, len(table.moves) - 1)
        move = None
        if state is None:
            yield table, None
            s = _first_state(table)
            done = len(table.given) if table.setup is not None else 0
        else:
            s = state.copy()
            move = _number_of(game, table.moves[-1])
            if move is None:  # somebody joined or left
                s, done = table.state.copy(), len(table.given)
            else:
                before = s.copy()
                game.play(s, move)
                seat = int(before.turn)
                yield table, ReviewMoment(index, before, s.copy(), move, seat)
        while s.wants:
            before = s.copy()
            numbers = table.given[done].numbers
            game.chance(s, list(numbers))
            done += 1
            yield table, ReviewMoment(len(table.moves), before, s.copy(), None, seat, numbers)
        state = table.state


def _first_state(table: Table) -> Any:
    """Return the state before the first chance event, or the position that was set up."""
    if table.setup is not None:
        return table.state.copy()
    dealer = -1 if table.first_dealer is None else table.first_dealer
    s = table.game.new_state(table.seats_at_start, table.options, dealer)
    table.game.start(s)
    return s


def _number_of(game: Game, move: str) -> int | None:
    return None if move.split()[0] in ("join", "leave") else game.moves.parse(move)
