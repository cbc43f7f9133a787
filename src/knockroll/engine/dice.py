"""Dice and sets of dice.

A die shows a face from 1 to 6. A set of up to six dice, in which the order does not matter and faces repeat, is an int
with three bits a face that say how many dice show it: the number of 1s in the lowest bits, the number of 6s in the
highest. So sets are put together and taken apart with + and -. As text a set is its faces, ascending: ``1 5 5``.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations_with_replacement

from knockroll.engine.errors import InvalidCards
from knockroll.engine.rule import lookup, rule

FACES = 6
MOST_DICE = 6

_FACE_BY_TEXT = {str(face): face for face in range(1, FACES + 1)}

SETS = tuple(
    dice for size in range(1, MOST_DICE + 1) for dice in combinations_with_replacement(range(1, FACES + 1), size)
)
"""Every set of one to six dice: smaller sets first, sets of one size in dictionary order. A set's place in this list is
its number (0 to 922), and moves are numbered by it: it is a contract, never changed."""


# --- Sets in rules -------------------------------------------------------------------------------------------------


@rule
def dice_of(face: int, count: int) -> int:
    """The set of ``count`` dice that all show one face."""
    return count << (3 * face - 3)


@rule
def count_of(dice: int, face: int) -> int:
    """How many dice of a set show a face."""
    return dice >> (3 * face - 3) & 7


@rule
def how_many(dice: int) -> int:
    """How many dice a set has.

    The counts are the digits of the int in base 8; 8 leaves 1 when divided by 7, so the int leaves their sum.
    """
    return dice % 7


@rule
def gather(faces: list[int], count: int) -> int:
    """The set of the first ``count`` faces of a row."""
    dice = 0
    for i in range(count):
        dice += dice_of(faces[i], 1)
    return dice


# --- Sets in text --------------------------------------------------------------------------------------------------


def parse_dice(dice: str | Iterable[int]) -> list[int]:
    """Up to six faces from a text such as ``"1 5 5"`` or a list such as ``[1, 5, 5]``, in the order given."""
    if not isinstance(dice, str | Iterable):
        raise InvalidCards(f"{dice!r} is not a list of dice: write them as '1 5 5' or [1, 5, 5]")
    faces = [_parse_face(face) for face in (dice.split() if isinstance(dice, str) else dice)]
    if len(faces) > MOST_DICE:
        raise InvalidCards(f"there are only six dice, but {len(faces)} were named: {' '.join(map(str, faces))}")
    return faces


def _parse_face(face: object) -> int:
    if isinstance(face, str) and face in _FACE_BY_TEXT:
        return _FACE_BY_TEXT[face]
    if type(face) is int and 1 <= face <= FACES:
        return face
    raise InvalidCards(f"{face!r} is not a die: a die shows a whole number from 1 to 6")


def pack(faces: Iterable[int]) -> int:
    """The set of some faces."""
    return sum(dice_of(face, 1) for face in faces)


def faces_in(dice: int) -> list[int]:
    """The faces of a set, ascending."""
    return list(_faces_in(dice))


@cache
def _faces_in(dice: int) -> tuple[int, ...]:
    """Return the faces as a tuple. Cached: there are only 923 sets."""
    return tuple([face for face in range(1, FACES + 1) for _ in range(count_of(dice, face))])


# --- Sets by number ------------------------------------------------------------------------------------------------


def _set_numbers() -> list[int]:
    numbers = [-1] * (dice_of(FACES, MOST_DICE) + 1)
    for number, faces in enumerate(SETS):
        numbers[pack(faces)] = number
    return numbers


number_of_set = lookup(_set_numbers)
"""The number of a set of dice that is not empty."""

set_of_number = lookup(lambda: [pack(faces) for faces in SETS])
"""The set of dice that has a number."""
