"""Short-lived tables of a kernel on its stack: nothing is allocated, nothing is counted.

A table lives as long as the call of the kernel that asked for it: hand it down, never back. What
stands in it is not set.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numba.core import cgutils, config, types
from numba.extending import intrinsic

_BYTES = 8  # of an int64


def _on_stack(sizes: Sequence[Any]) -> Any:
    """Type and builder of an int64 array of a fixed shape."""
    shape = [size.literal_value for size in sizes]
    kind: Any = types.Array(types.int64, len(shape), "C")

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        def numbers(values: Sequence[int]) -> list[Any]:
            return [context.get_constant(types.intp, value) for value in values]

        made = context.make_array(kind)(context, builder)
        word = context.get_value_type(types.int64)
        total = int(np.prod(shape))
        context.populate_array(
            made,
            data=cgutils.alloca_once(builder, word, size=total),  # type: ignore[no-untyped-call]
            shape=numbers(shape),
            strides=numbers([_BYTES * int(np.prod(shape[k:])) for k in range(1, len(shape) + 1)]),
            itemsize=numbers([_BYTES])[0],
            meminfo=None,
        )
        return made._getvalue()

    return kind(*sizes), build


if config.DISABLE_JIT:  # type: ignore[attr-defined]

    def scratch(size: int) -> Any:
        """An int64 array [size]; size is a constant."""
        return np.empty(size, np.int64)

    def scratch_table(rows: int, columns: int) -> Any:
        """An int64 array [rows, columns]; both are constants."""
        return np.empty((rows, columns), np.int64)

else:

    @intrinsic(prefer_literal=True)  # type: ignore[misc]
    def scratch(typing: Any, size: Any) -> Any:
        """An int64 array [size]; size is a constant."""
        return _on_stack([size])

    @intrinsic(prefer_literal=True)  # type: ignore[misc]
    def scratch_table(typing: Any, rows: Any, columns: Any) -> Any:
        """An int64 array [rows, columns]; both are constants."""
        return _on_stack([rows, columns])
