"""Farkle: the view of a seat, which shows everything, and the events of a move."""

from __future__ import annotations

from knockroll.engine.dice import MOST_DICE, faces_in, how_many, pack
from knockroll.engine.events import Event
from knockroll.engine.forms import DICE, Form
from knockroll.engine.game import Showdown
from knockroll.engine.rule import rule
from knockroll.engine.state import A_SEAT, NOBODY, copy_seats, look_at_game
from knockroll.engine.views import Shown, amount, per_seat, seat, seat_set
from knockroll.games.farkle.moves import MOVES
from knockroll.games.farkle.rules import BANK, THROW, Farkle


def _dice(field: str, note: str) -> Shown:
    """A set of dice: its faces, ascending."""
    return Shown(field, lambda value, _: faces_in(value), pack, list[int], note, Form(DICE))


SHOWN = (
    _dice("dice", "The dice that are thrown and not set aside."),
    _dice("kept", "The dice set aside since all six were last thrown."),
    _dice("last_throw", "All the dice of the last throw, by any seat."),
    amount("turn_score", "Points scored in this turn so far."),
    amount("dice_to_throw", "Dice to throw next: those not set aside, or all six after hot dice."),
    per_seat("farkles", "The farkles in a row of each seat."),
    seat_set("banked", "The seats that have banked at least once."),
    seat("trigger", "The seat that brought on the last turns; null before."),
    seat("leader", "In the last turns, the seat with the highest total, the first of equals."),
    Shown(
        "high_score",
        lambda value, _: value or None,
        lambda value: value or 0,
        int | None,
        "In the last turns, the total to beat.",
    ),
)


@rule
def look(s: Farkle, seat: int, v: Farkle) -> None:
    """Copy what a seat may know into a blank view: all there is."""
    look_at_game(s, seat, v)
    v.dice = s.dice
    v.kept = s.kept
    v.last_throw = s.last_throw
    v.turn_score = s.turn_score
    v.dice_to_throw = s.dice_to_throw
    v.banked = s.banked
    v.trigger = s.trigger
    v.leader = s.leader
    v.high_score = s.high_score
    copy_seats(v.farkles, s.farkles, s.seats)


@rule
def complete(v: Farkle, seat: int, deck: list[int]) -> None:
    """Complete a view to a state that its seat cannot tell from the real one: nothing is missing."""


def tell(before: Farkle, move: int | None, after: Farkle) -> list[Event]:
    """The events of a move, or of chance. A throw has its event when the dice have fallen."""
    if move == THROW:
        return []
    if move == BANK:
        return _tell_bank(before, after)
    if move is not None:
        return _tell_keep(before, move, after)
    if before.wants == A_SEAT:
        return [Event("dealer", after.dealer)]
    dice = faces_in(after.last_throw)
    changes = {"dice": dice, "kept": faces_in(before.kept), "turn_score": before.turn_score}
    thrown = Event("throw", before.thrower, "throw", dice=tuple(dice), changes=changes)
    if after.hands_played > before.hands_played:
        lost = (before.turn_score,) if before.turn_score else ()
        changes = {"turn_score": 0, "farkles": after.farkles[: after.seats]}
        return [thrown, Event("farkle", before.thrower, points=lost, changes=changes)]
    return [thrown]


def _tell_bank(before: Farkle, after: Farkle) -> list[Event]:
    """The turn score is banked, which may bring on the last turns or raise the score to beat."""
    changes = {
        "turn_score": 0,
        "farkles": after.farkles[: after.seats],
        "leader": None if after.leader == NOBODY else after.leader,
    }
    banked = Event("bank", before.turn, "bank", points=(before.turn_score,), changes=changes)
    if before.trigger == after.trigger:
        return [banked]
    return [banked, Event("last turns", before.turn, points=(after.high_score,))]


def _tell_keep(before: Farkle, move: int, after: Farkle) -> list[Event]:
    dice = tuple(faces_in(after.kept - before.kept))
    points = (after.turn_score - before.turn_score,)
    changes = {"dice": faces_in(after.dice), "kept": faces_in(after.kept), "turn_score": after.turn_score}
    kept = Event("keep", before.turn, MOVES.format(move), dice=dice, points=points, changes=changes)
    if how_many(after.kept) == MOST_DICE:
        return [kept, Event("hot dice", before.turn)]
    return [kept]


def showdown(s: Farkle) -> Showdown:
    """There are no cards to show."""
    return Showdown(cards=(None,) * s.seats, melds=((),) * s.seats, counts=(None,) * s.seats)
