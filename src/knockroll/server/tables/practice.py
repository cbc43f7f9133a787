"""Practice tables, where people may ask for hints and take their moves back.

A table is opened as a practice table, which everyone sees before they sit down. Nothing played there counts.
"""

from __future__ import annotations

from knockroll.engine.state import CardState
from knockroll.engine.views import GameView
from knockroll.server.errors import Code, Refusal
from knockroll.server.tables.entries import Back, TakeBack
from knockroll.server.tables.requests import Changes, number_of, refuse_if_closed, refuse_unless_to_move
from knockroll.server.tables.room import Room
from knockroll.server.tables.seats import Seat


def take_back(room: Room, seat: Seat, seq: int) -> Changes:
    """Take back a person's last move and what computers did since; the person has seen entry ``seq``."""
    number = _number_at(room, seat)
    mine = [decision for decision in room.decisions if decision.token == seat.token]
    if not mine:
        raise _nothing("you have made no move in this game that could be taken back")
    last = mine[-1]
    if not max(last.seq, room.taken_back) <= seq <= room.seq:
        raise Refusal(Code.STALE, f"the request answers event {seq}, but your last move is that of event {last.seq}")
    if room.decisions[-1] is not last:
        raise _nothing("someone else has moved since, so your move can't be taken back")
    assert room.table is not None
    has_cards = isinstance(room.table.state, CardState)
    if has_cards and room.people > 1 and len(last.table.hands) < len(room.table.hands):
        raise _nothing("the hand is over and everyone has seen the cards, so your move can't be taken back")
    yield TakeBack(number, last.seq)
    if room.seats[number].away:
        yield Back(number)


def view_for_hint(room: Room, seat: Seat, seq: int) -> GameView:
    """The view for a hint; refused unless the person is to move in the position after entry ``seq``."""
    number = _number_at(room, seat)
    refuse_unless_to_move(room, number, seq, "hint")
    view = room.view(number)
    assert view is not None
    return view


def _number_at(room: Room, seat: Seat) -> int:
    """The number of a person's seat at a practice table where a game is running."""
    refuse_if_closed(room)
    if not room.plan.practice:
        message = "this is not a practice table: only there can you ask for hints and take moves back"
        raise Refusal(Code.NOT_PRACTICE, message)
    number = number_of(room, seat)
    if room.turn is None:
        raise Refusal(Code.NOT_RUNNING, "no game is running")
    return number


def _nothing(why: str) -> Refusal:
    return Refusal(Code.NOTHING_TO_TAKE_BACK, why)
