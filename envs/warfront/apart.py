"""Large kernels are compiled once, and called where they stand.

numba hands the code of a kernel to all kernels that call it, theirs to those that call them, and so
on: each compiles it again, though only small ones gain by it, as they are compiled into the caller.
Here a large kernel hands on nothing. Its callers hold no more than its name, which the linker
resolves; so a caller that comes from the cache names the large kernels it calls, and they are
loaded before it.
"""

from typing import Any, NamedTuple

import llvmlite.binding

LARGE = 100  # lines of LLVM's language; it compiles none so long into its callers
_RULES: dict[tuple[str, str], Any] = {}  # all kernels by module and name


class StaleCode(Exception):
    """What is cached calls a kernel that has been compiled anew under another name."""


class Callee(NamedTuple):
    """A large kernel as its callers remember it; called to load it before one of them."""

    module: str
    name: str
    arguments: tuple[Any, ...]
    symbol: str

    def __call__(self) -> None:
        """Load or compile it; StaleCode if the linker would not find its name."""
        rule = _RULES.get((self.module, self.name))
        if rule is None:
            raise StaleCode(self.symbol)
        rule.compile(self.arguments)
        if rule.overloads[self.arguments].fndesc.llvm_func_name != self.symbol:
            raise StaleCode(self.symbol)


def refuse_stale(rule: Any) -> None:
    """Let a function compile anew whose code in the cache calls what is no longer there."""
    load = rule._cache.load_overload

    def load_fresh(signature: Any, context: Any) -> Any:
        try:
            return load(signature, context)
        except StaleCode:
            return None

    rule._cache.load_overload = load_fresh


def stand_apart(rule: Any) -> None:
    """Let a compiled kernel hand on its code while it is small, else its name."""
    key = rule.py_func.__module__, rule.py_func.__qualname__
    if "<locals>" in key[1]:  # many may bear the name
        return
    _RULES[key] = rule
    add = rule.add_overload

    def add_apart(result: Any) -> None:
        add(result)
        library, symbol = result.library, result.fndesc.llvm_func_name
        if library._shared_module is None and _is_large(library.get_function(symbol)):
            library._shared_module = _empty_module(library)
        if _defines(library._get_module_for_linking(), symbol):
            library._reload_init = set(result.reload_init)
        else:
            library._reload_init = {Callee(*key, tuple(result.signature.args), symbol)}

    rule.add_overload = add_apart
    refuse_stale(rule)


def _is_large(function: Any) -> bool:
    return str(function).count("\n") > LARGE


def _defines(module: Any, symbol: str) -> bool:
    return any(f.name == symbol and not f.is_declaration for f in module.functions)


def _empty_module(library: Any) -> Any:
    text = str(library.codegen._create_empty_module(library.name))
    return llvmlite.binding.parse_assembly(text)
