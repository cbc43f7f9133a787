"""Teaches numba to write sets of cards into rows of observations, all cards at once."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, overload
from numba.np.arrayobj import make_array

from knockroll.engine.cards import DECK_SIZE
from knockroll.lab.environments.arrays import write_cards

# numba compares the signatures of an overload and its implementation, annotations included: these have none.


@overload(write_cards)
def _write_cards(cards, row, at):  # type: ignore[no-untyped-def]
    return lambda cards, row, at: _write_bits(cards, row, at)  # type: ignore[call-arg]


@intrinsic
def _write_bits(context, cards, row, at):  # type: ignore[no-untyped-def]
    """Write each bit as one number, with the few instructions that processors have for it, instead of a loop."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = signature.args[1]
        number = context.get_value_type(kind.dtype)
        bits = builder.bitcast(builder.trunc(args[0], ir.IntType(DECK_SIZE)), ir.VectorType(ir.IntType(1), DECK_SIZE))
        widen = builder.uitofp if isinstance(kind.dtype, types.Float) else builder.zext
        numbers = widen(bits, ir.VectorType(number, DECK_SIZE))
        array = make_array(kind)(context, builder, args[1])  # type: ignore[no-untyped-call]
        first = builder.gep(array.data, [args[2]])
        place = builder.bitcast(first, numbers.type.as_pointer())
        builder.store(numbers, place, align=context.get_abi_sizeof(number))
        return context.get_dummy_value()

    return types.void(types.int64, row, types.intp), generate
