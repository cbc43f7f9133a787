"""What numba needs to compile rows of observations quickly: sets of cards, eight cards at a time."""

from __future__ import annotations

import numpy
from numba.extending import overload

from knockroll.engine.cards import DECK_SIZE
from knockroll.lab.environments.arrays import write_cards

_BITS = numpy.array([[byte >> bit & 1 for bit in range(8)] for byte in range(256)], numpy.int16)
"""The bits of every byte, lowest first: copying them is three times as fast as working them out."""
_BYTES, _LAST = divmod(DECK_SIZE, 8)

# numba compares the signatures of an overload and its implementation, annotations included: these have none.


@overload(write_cards)
def _write_cards(cards, row, at):  # type: ignore[no-untyped-def]
    def write(cards, row, at):  # type: ignore[no-untyped-def]
        part = row[at : at + DECK_SIZE]  # in a slice that starts at 0 the processor can write many at a time
        for byte in range(_BYTES):
            bits = _BITS[cards >> 8 * byte & 255]
            for bit in range(8):
                part[8 * byte + bit] = bits[bit]
        bits = _BITS[cards >> 8 * _BYTES]
        for bit in range(_LAST):
            part[8 * _BYTES + bit] = bits[bit]

    return write
