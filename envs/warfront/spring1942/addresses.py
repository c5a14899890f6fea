"""Plain addresses for kernels: short-lived tables on the stack, arrays without their shape.

An address is handed on in one register, where an array takes seven; nobody counts who holds it,
nobody checks its bounds, and it has no length. A table of `scratch` lives as long as the call of
the kernel that asked for it, the rest as long as the state: hand them down, never back.
"""

from typing import Any

import numpy as np
from numba.core import cgutils, config, types
from numba.extending import intrinsic

if config.DISABLE_JIT:  # type: ignore[attr-defined]

    def scratch(size: int) -> Any:
        """A table of int64 [size], not set; size is a constant."""
        return np.empty(size, np.int64)

    def as_numbers(array: Any) -> Any:
        """The numbers of a C-contiguous array one after the other, in place."""
        return array.reshape(-1)

    def as_words(array: Any) -> Any:
        """The bytes of a C-contiguous array as words (uint32) of four, in place."""
        return array.reshape(-1).view(np.uint32)

    def borrow(array: Any) -> Any:
        """The same array, not counted: its owner must outlive the loan."""
        return array

else:

    @intrinsic(prefer_literal=True)
    def scratch(typing: Any, size: Any) -> Any:
        """A table of int64 [size], not set; size is a constant."""
        if not isinstance(size, types.IntegerLiteral):  # a product of constants is none
            return None

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            word, n = context.get_value_type(types.int64), size.literal_value
            return cgutils.alloca_once(builder, word, size=n)  # type: ignore[no-untyped-call]

        return types.CPointer(types.int64)(size), build  # type: ignore[no-untyped-call]

    def _address(array: Any, kind: Any) -> Any:
        """Type and builder of where an array's numbers lie, read as of another kind."""

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            data = context.make_array(array)(context, builder, args[0]).data
            return builder.bitcast(data, context.get_value_type(types.CPointer(kind)))  # type: ignore[no-untyped-call]

        return types.CPointer(kind)(array), build  # type: ignore[no-untyped-call]

    @intrinsic
    def as_numbers(typing: Any, array: Any) -> Any:
        """The numbers of a C-contiguous array one after the other, in place."""
        return _address(array, array.dtype)

    @intrinsic
    def as_words(typing: Any, array: Any) -> Any:
        """The bytes of a C-contiguous array as words (uint32) of four, in place."""
        return _address(array, types.uint32)

    @intrinsic
    def borrow(typing: Any, array: Any) -> Any:
        """The same array, not counted: its owner must outlive the loan."""

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            made = context.make_array(array)(context, builder, args[0])
            made.meminfo = cgutils.get_null_value(made.meminfo.type)  # type: ignore[no-untyped-call]
            return made._getvalue()

        return array(array), build
