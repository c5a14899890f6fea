"""Means for the innermost loops: rules compiled into their callers, arrays that are not counted.

A call copies all it hands on, and compiled code counts who holds each array. A battle has dozens of
arrays; handing them on at every pair of states took most of the time.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from numba.core import cgutils, config
from numba.extending import intrinsic, overload

from warfront.compiled import kernel

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
