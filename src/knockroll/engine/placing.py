"""How a position of a game is set up: what the game says of it, and how its parts are read.

A game has a :class:`Placing` if positions of it can be set up (``Table.at``). What every game has (turn, phase, dealer,
scores) and what every card game has (hands, stock, discards) is read by ``knockroll.engine.setup``; a game adds the
fields of its own, fills in what follows from the rest, and refuses what its rules could never lead to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from knockroll.engine.cards import parse_card, parse_mask
from knockroll.engine.errors import InvalidPosition
from knockroll.engine.state import NO_CARD, NOBODY, CardState, GameState, next_seat

Reader = Callable[[Any, int], int | list[int]]
"""Reads what was said of a field, for so many seats, as the state has it."""
MOST = 1_000_000_000
"""Of points, turns and the like: far above all that happens, and far below what a state can hold."""


def everybody(s: GameState) -> int:
    """Nobody drops out of this game."""
    return (1 << s.seats) - 1


def nothing_else(s: Any) -> int:
    """All cards are in hands, stock and discard pile."""
    return 0


def as_said(s: Any, said: frozenset[str], held: list[int | None]) -> None:
    """There are no hands in this game, and its phase is said or follows from the rest."""


@dataclass(frozen=True, kw_only=True)
class Placing:
    """What a game says of positions that are set up. ``said`` are the names of what was said of the position."""

    fields: Mapping[str, Reader]
    """The fields of its own that may be said, and how each is read."""
    playing: Callable[[Any], int] = everybody
    """The seats that are still in, one bit each: from the scores, or what else says so."""
    left: Callable[[Any, int], int] = next_seat
    """The next seat clockwise."""
    prepare: Callable[[Any, frozenset[str], list[int | None]], None] = as_said
    """Before cards are dealt: settle the phase, and how many cards each seat holds (None: nobody has said)."""
    on_table: Callable[[Any], int] = nothing_else
    """The cards that are neither in hands nor in stock and discard pile."""
    finish: Callable[[Any, frozenset[str]], None]
    """Fill in what follows from the rest, and refuse by :class:`InvalidPosition` what cannot be."""


# --- Readers of fields ---------------------------------------------------------------------------------------------


def seat(value: Any, seats: int) -> int:
    """A seat, or None for nobody."""
    if value is None:
        return NOBODY
    if type(value) is not int or not 0 <= value < seats:
        raise InvalidPosition(f"there is no seat {value!r}: seats are 0 to {seats - 1}")
    return value


def seat_list(value: Any, seats: int) -> list[int]:
    """Some seats, each once, in the order given."""
    if not isinstance(value, list | tuple):
        raise InvalidPosition(f"{value!r} is not a list of seats, such as [0, 2]")
    found = [seat(one, seats) for one in value]
    if NOBODY in found or len(set(found)) < len(found):
        raise InvalidPosition(f"{value!r} is not a list of seats in which each comes once")
    return found


def seat_set(value: Any, seats: int) -> int:
    """Some seats, one bit each."""
    return sum(1 << one for one in seat_list(value, seats))


def count(value: Any, seats: int = 0) -> int:
    """A number from 0 up."""
    if type(value) is not int or not 0 <= value <= MOST:
        raise InvalidPosition(f"it is a whole number from 0 up, not {value!r}")
    return value


def number(value: Any, seats: int = 0) -> int:
    """A number, which may be below 0."""
    if type(value) is not int or abs(value) > MOST:
        raise InvalidPosition(f"it is a whole number, not {value!r}")
    return value


def _each(value: Any, seats: int, read: Reader) -> list[Any]:
    """Something of every seat."""
    if not isinstance(value, list | tuple) or len(value) != seats:
        raise InvalidPosition(f"it is a list with something for each of {seats} seats, not {value!r}")
    return [read(one, seats) for one in value]


def count_each(value: Any, seats: int) -> list[int]:
    """A number from 0 up for each seat."""
    return _each(value, seats, count)


def number_each(value: Any, seats: int) -> list[int]:
    """A number for each seat, which may be below 0."""
    return _each(value, seats, number)


def card(value: Any, seats: int = 0) -> int:
    """A card, or None for none."""
    return NO_CARD if value is None else parse_card(value)


def cards_each(value: Any, seats: int) -> list[int]:
    """A set of cards for each seat, as text or list."""
    return _each(value, seats, lambda cards, _: parse_mask(cards))


CARD_PARTS: Mapping[str, Reader] = {"taken": cards_each, "known": cards_each, "turns": count, "just_taken": card}
"""What may be said in every card game beside hands, stock and discards."""


# --- What games have in common -------------------------------------------------------------------------------------


def usual_hands(
    s: CardState, said: frozenset[str], held: list[int | None], sizes: Sequence[int], draw: int, discard: int
) -> None:
    """For games where seats always hold as many cards as ``sizes`` say, and one more between draw and discard."""
    if "phase" not in said:
        s.phase = discard if held[s.turn] == sizes[s.turn] + 1 else draw
    for place, size in enumerate(sizes):
        right = 0 if not s.playing >> place & 1 else size + (place == s.turn and s.phase == discard)
        if held[place] is None:
            held[place] = right
        elif held[place] != right:
            why = "is out" if not right else "has to discard" if right > size else "is not to discard"
            raise InvalidPosition(
                f"seat {place} {why} and holds {right} cards, not {held[place]}; for cards that are to be dealt at"
                " random write ? each, or ... for all that are missing"
            )


def within_turn_limit(s: CardState) -> None:
    """Refuse a position after the turn that breaks off a hand in which nobody has knocked or the like (C2)."""
    if s.turns >= s.turn_limit:
        raise InvalidPosition(f"the hand is broken off after {s.turn_limit} turns, so {s.turns} cannot be over")


def scores_between(s: Any, low: int, below: int, why: str) -> None:
    """Refuse scores that are not at least ``low`` and less than ``below``; ``why`` says what would be the case."""
    for place, score in enumerate(s.scores[: s.seats]):
        if not low <= score < below:
            raise InvalidPosition(f"seat {place} cannot have a score of {score}: {why}")


def seats_between(placing: Placing, s: Any, first: int, end: int) -> list[int]:
    """The seats still in from ``first`` clockwise to the one before ``end``; none if they are the same."""
    seats = []
    while first != end:
        seats.append(first)
        first = placing.left(s, first)
    return seats
