"""Farkle: the numbers and texts of its moves.

0 is ``throw``, 1 is ``bank``, and from 2 on follow the 923 sets of dice that can be kept, in the order of
:data:`knockroll.engine.dice.SETS`: ``keep 1`` is 2, ``keep 6`` is 7, ``keep 1 1`` is 8, ``keep 6 6 6 6 6 6`` is 924.
"""

from knockroll.engine.dice import SETS
from knockroll.engine.grammar import MoveBook

MOVES = MoveBook(
    ("throw", "bank", *(f"keep {' '.join(map(str, dice))}" for dice in SETS)),
    forms=("throw", "keep 1 5 5", "bank"),
)
