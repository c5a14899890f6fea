"""Means for the innermost loops: rules compiled into their callers, arrays that are not counted.

A call copies all it hands on, and compiled code counts who holds each array. A battle has dozens of
arrays; handing them on at every pair of states took most of the time.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from llvmlite import ir
from numba import void
from numba.core import cgutils, config
from numba.extending import intrinsic, overload

from warfront.compiled import kernel

EIGHT = 8  # numbers that are added at a time
Rule = TypeVar("Rule", bound=Callable[..., Any])


def inner(rule: Rule) -> Rule:
    """A kernel that becomes part of each kernel that calls it."""
    made = kernel(rule)
    if not config.DISABLE_JIT:  # type: ignore[attr-defined]
        made.targetoptions["forceinline"] = True  # type: ignore[attr-defined]
    return made


def borrow(array: Any) -> Any:
    """The same array, not counted: whoever borrows it must see that its owner outlives the loan."""
    return array


@intrinsic
def _uncounted(typing: Any, array: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        made = context.make_array(signature.return_type)(context, builder, args[0])
        made.meminfo = cgutils.get_null_value(made.meminfo.type)  # type: ignore[no-untyped-call]
        return made._getvalue()

    return array(array), build


uncounted: Any = _uncounted
overload(borrow)(lambda array: lambda array: uncounted(array))


def add_eight(into: Any, at: Any, share: float, found: Any, source: Any) -> None:
    """Add a share of a row to a row of another array; both float64 [row, 8], rows side by side."""
    into[at] += share * found[source]


@intrinsic
def _eight_added(typing: Any, into: Any, at: Any, share: Any, found: Any, source: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        eight = ir.VectorType(ir.DoubleType(), EIGHT)

        def row_of(n: int) -> Any:
            data = context.make_array(signature.args[n])(context, builder, args[n]).data
            rows = builder.bitcast(data, eight.as_pointer())
            return builder.gep(rows, [args[n + 1]], source_etype=eight)

        target, source_row = row_of(0), row_of(3)
        factor = cgutils.get_null_value(eight)  # type: ignore[no-untyped-call]
        for n in range(EIGHT):
            factor = builder.insert_element(factor, args[2], ir.IntType(32)(n))
        added = builder.fmul(factor, builder.load(source_row, align=8, typ=eight))
        total = builder.fadd(builder.load(target, align=8, typ=eight), added)
        builder.store(total, target, align=8)
        return context.get_dummy_value()

    return void(into, at, share, found, source), build


eight_added: Any = _eight_added
overload(add_eight)(
    lambda into, at, share, found, source: (
        lambda into, at, share, found, source: eight_added(into, at, share, found, source)
    )
)


@kernel
def new_eights(many: int) -> Any:
    """Room for so many eights, float64 [row, 8], each in one cache line."""
    room = np.empty((many + 1) * EIGHT)
    first = -(room.ctypes.data // 8) % EIGHT
    return room[first : first + many * EIGHT].reshape(many, EIGHT)
