"""Short-lived tables of a kernel on its stack: nothing is allocated, a call hands on one address.

A table lives as long as the call of the kernel that asked for it: hand it down, never back. What
stands in it is not set, nobody checks its bounds, and it has no length.
"""

from typing import Any

import numpy as np
from numba.core import cgutils, config, types
from numba.extending import intrinsic

if config.DISABLE_JIT:  # type: ignore[attr-defined]

    def scratch(size: int) -> Any:
        """A table of int64 [size]; size is a constant."""
        return np.empty(size, np.int64)

else:

    @intrinsic(prefer_literal=True)  # type: ignore[misc]
    def scratch(typing: Any, size: Any) -> Any:
        """A table of int64 [size]; size is a constant."""
        if not isinstance(size, types.IntegerLiteral):  # a product of constants is none
            return None

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            word, n = context.get_value_type(types.int64), size.literal_value
            return cgutils.alloca_once(builder, word, size=n)  # type: ignore[no-untyped-call]

        return types.CPointer(types.int64)(size), build  # type: ignore[no-untyped-call]
