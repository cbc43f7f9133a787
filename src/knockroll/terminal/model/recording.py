"""A recorded game as a list of steps, seen by one seat or with all hands open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from knockroll.engine.cards import text_tuple
from knockroll.engine.events import redact
from knockroll.engine.names import clean
from knockroll.engine.state import CardState
from knockroll.engine.table import Table
from knockroll.terminal.model.session import YOU, SeatStep, numbered


@dataclass(frozen=True)
class Recorded:
    """A step of a recorded game, and the open cards after it."""

    step: SeatStep
    open_cards: dict[int, tuple[str, ...]]

    @property
    def begins_hand(self) -> bool:
        """Whether a hand ended in this step, and the next one begins after it."""
        return any(event.account is not None for event in self.step.events)


class Recording:
    """A recorded game."""

    def __init__(self, document: dict[str, Any]) -> None:
        """Take a record; raise :class:`knockroll.InvalidRecord` if it does not replay to its end."""
        self.document = document
        whole = Table.replay(document)
        self.game = whole.game
        self.moves: Sequence[str] = tuple(whole.moves)
        self.seats = whole.seats
        self.names = _names(document, whole.seats)
        self.is_over = whole.result is not None

    @property
    def person(self) -> int:
        """The seat of the person who saved the game; the first one if it does not say."""
        players = self.document.get("players")
        return players.index(None) if isinstance(players, list) and None in players[: self.seats] else 0

    def seen_by(self, seat: int | None) -> list[Recorded]:
        """Return the steps as a seat saw them, or with None as someone who sees everything. The first is the deal."""
        table = Table.replay(self.document, moves=0)
        steps = [_recorded(table, seat)]
        for move in self.moves:
            table.replay_move(move)
            steps.append(_recorded(table, seat))
        return steps

    def table_at(self, moves: int) -> Table:
        """Return the table after a number of moves."""
        return Table.replay(self.document, moves=moves)

    def hands_at(self, moves: int) -> dict[int, tuple[str, ...]]:
        """Return the cards of each seat after a number of moves; empty in games without cards."""
        return _cards(self.table_at(moves))

    def last_hand(self, seat: int | None) -> list[SeatStep]:
        """Return the steps of the current hand as a seat saw them: the log of a resumed game begins with them."""
        steps = self.seen_by(seat)
        first = max((i for i, recorded in enumerate(steps) if recorded.begins_hand), default=0)
        return [recorded.step for recorded in steps[first:]]


def _recorded(table: Table, seat: int | None) -> Recorded:
    events = table.events if seat is None else tuple(redact(event, seat) for event in table.events)
    view = table.view(seat if seat is None or seat < table.seats else None)
    return Recorded(SeatStep(events, view), _cards(table) if seat is None else {})


def _cards(table: Table) -> dict[int, tuple[str, ...]]:
    if not isinstance(table.state, CardState):
        return {}
    return {seat: text_tuple(table.state.hands[seat]) for seat in range(table.seats)}


def _names(document: dict[str, Any], seats: int) -> tuple[str, ...]:
    """The players' names, as far as the record has them; in a saved game null is the person."""
    names, players = document.get("names"), document.get("players")
    given = names if isinstance(names, list) else players if isinstance(players, list) else []
    called = []
    for seat in range(seats):
        name = given[seat] if seat < len(given) else ""
        unknown = YOU if name is None and given is players else f"Seat {seat}"
        called.append((isinstance(name, str) and clean(name)) or unknown)
    return numbered(called)
