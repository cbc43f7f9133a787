"""Teaches numba what a learned player needs: scratch memory, and the numbers of a view."""

from __future__ import annotations

import numpy
from numba import carray  # type: ignore[attr-defined]
from numba.core import types
from numba.extending import intrinsic, overload

import knockroll.lab.environments.compiled  # noqa: F401  # a learned player reads rows too
from knockroll.lab.learning.player import blank_row, words_of


@intrinsic
def _address(context, record):  # type: ignore[no-untyped-def]
    def generate(context, builder, signature, args):  # type: ignore[no-untyped-def]
        return builder.bitcast(args[0], context.get_value_type(types.voidptr))

    return types.voidptr(record), generate


# numba compares the signatures of an overload and its implementation, annotations included: these have none.


@overload(blank_row)
def _blank_row(length):  # type: ignore[no-untyped-def]
    return lambda length: numpy.zeros(length, numpy.int64)


@overload(words_of)
def _words_of(v):  # type: ignore[no-untyped-def]
    words = v.size // 8
    return lambda v: carray(_address(v), words, numpy.int64)  # type: ignore[call-arg]
