"""How a game lets positions be set up (``Table.at``), and how the fields of a position are read.

A guide for the author of a game. ``knockroll.engine.setup`` reads what every game has (turn, phase, dealer, scores) and
what every card game has (hands, stock, discards), and deals the cards that are not named. Your game adds a
:class:`Placement`, in five steps; leave out what your game does not have:

1. ``fields``: the fields of your state that a person may set, each with a reader of this module (``seat``, ``count``,
   ``cards_each`` …). Card games begin with ``CARD_PARTS``. Set only what cannot be worked out from the rest.
2. ``playing``: the seats still in, if players can drop out; usually from the scores.
3. ``prepare``: settle the phase if it was not given, and how many cards each seat holds. ``usual_hands`` does both
   where all hands have one size.
4. ``on_table``: cards that lie open beside stock and discard pile.
5. ``finish``: fill in what follows from the rest, and refuse with :class:`InvalidPosition` what play could never lead
   to, such as a hand that would have ended the game.

Then ``Table.at("your_game", ...)`` works, ``table.describe()`` is its inverse, and the conformance tests check that any
position of a game can be set up again and plays on the same. docs/own-game.md has a small example; one with cards is
``knockroll.games.tunk.setup``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from knockroll.engine.cards import parse_card, parse_mask
from knockroll.engine.errors import InvalidPosition
from knockroll.engine.state import NO_CARD, NOBODY, CardState, GameState, next_seat

Reader = Callable[[Any, int], int | list[int]]
"""Read the value of a field, given the number of seats, into what the state holds."""
MOST = 1_000_000_000
"""The highest number of points or turns: far above all that happens, far below what a state can hold."""


def everybody(s: GameState) -> int:
    """All seats: no one drops out of this game."""
    return (1 << s.seats) - 1


def nothing_else(s: Any) -> int:
    """All cards are in hands, stock and discard pile."""
    return 0


def as_said(s: Any, said: frozenset[str], held: list[int | None]) -> None:
    """Change nothing: this game has no hands."""


@dataclass(frozen=True, kw_only=True)
class Placement:
    """What a game says about setting up positions. ``said`` holds the names of the fields that were given."""

    fields: Mapping[str, Reader]
    """The game's own fields that may be given, and how each is read."""
    playing: Callable[[Any], int] = everybody
    """The seats still in, one bit each, usually from the scores."""
    left: Callable[[Any, int], int] = next_seat
    """The next seat clockwise."""
    prepare: Callable[[Any, frozenset[str], list[int | None]], None] = as_said
    """Before cards are dealt, settle the phase and how many cards each seat holds (None: not given)."""
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
    """Read a list with one value for each seat."""
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
"""What may be given in every card game beside hands, stock and discards."""


# --- What games have in common -------------------------------------------------------------------------------------


def usual_hands(
    s: CardState, said: frozenset[str], held: list[int | None], sizes: Sequence[int], draw: int, discard: int
) -> None:
    """Settle phase and hand sizes where each seat holds ``sizes`` cards, and one more between draw and discard."""
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
    """Refuse a position after the turn that ends a hand by the turn limit (C2)."""
    if s.turns >= s.turn_limit:
        raise InvalidPosition(f"the hand is broken off after {s.turn_limit} turns, so {s.turns} cannot be over")


def with_discard(s: CardState, draw: int) -> None:
    """Refuse a turn that begins, in the phase ``draw``, without a card in the discard pile."""
    if s.phase == draw and not s.pile_size:
        raise InvalidPosition("when a turn begins there is a card in the discard pile")


def not_to_move(s: GameState, place: int, done: str) -> None:
    """Refuse a seat that has ``done`` what gives the others their last turns, but is to move again or is out."""
    if place == s.turn or not s.playing >> place & 1:
        raise InvalidPosition(f"seat {place} cannot have {done}: it is to move, or out")


def seats_below(s: GameState, score: int) -> int:
    """The seats whose scores are below a number, one bit each."""
    return sum(1 << i for i in range(s.seats) if s.scores[i] < score)


def scores_between(s: Any, low: int, below: int, why: str) -> None:
    """Refuse scores outside ``low`` to ``below`` - 1; ``why`` gives the reason."""
    for place, score in enumerate(s.scores[: s.seats]):
        if not low <= score < below:
            raise InvalidPosition(f"seat {place} cannot have a score of {score}: {why}")


def seats_between(placement: Placement, s: Any, first: int, end: int) -> list[int]:
    """The seats still in from ``first`` clockwise to the one before ``end``; none if they are the same."""
    seats = []
    while first != end:
        seats.append(first)
        first = placement.left(s, first)
    return seats
