"""Large kernels are compiled once, and called where they stand.

numba hands the code of a kernel to all that call it, theirs to those that call them, and so on, and
each compiles all of it again. Only small kernels gain by that: they become part of their callers. A
large one hands on nothing here; its callers know its name, which the linker resolves. A caller from
the cache has therefore noted the large kernels it calls, and loads them before itself.
"""

from operator import attrgetter
from typing import Any, NamedTuple

import llvmlite.binding

LARGE = 300  # lines of LLVM code; at 100 a step of Battlecards took a third longer
code_of = attrgetter("library")  # numba's CodeLibrary of a compiled function
_RULES: dict[tuple[str, str], Any] = {}  # all kernels by module and name


class StaleCode(Exception):
    """What is cached calls a kernel that has been compiled anew under another name."""


class Callee(NamedTuple):
    """A large kernel as its callers note it; a call loads it."""

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


def note_callees(rule: Any) -> None:
    """Let a compiled function note in the cache what must be loaded before it; none loads stale."""
    add, load = rule.add_overload, rule._cache.load_overload

    def add_noting(result: Any) -> None:
        add(result)
        result.reload_init.extend(_callees(code_of(result)) - set(result.reload_init))

    def load_fresh(signature: Any, context: Any) -> Any:
        try:
            return load(signature, context)
        except StaleCode:
            return None

    rule.add_overload, rule._cache.load_overload = add_noting, load_fresh


def stand_apart(rule: Any) -> None:
    """Let a large kernel hand on its name instead of its code."""
    note_callees(rule)
    key = rule.py_func.__module__, rule.py_func.__qualname__
    alone = "<locals>" not in key[1]  # else many bear the name
    if alone:
        _RULES[key] = rule
    add = rule.add_overload

    def add_apart(result: Any) -> None:
        add(result)
        library, symbol = code_of(result), result.fndesc.llvm_func_name
        inlined = rule.targetoptions.get("forceinline", False)
        if alone and not inlined and library._shared_module is None:  # compiled just now
            if str(library.get_function(symbol)).count("\n") > LARGE:
                library._shared_module = _empty_module(library)
        if _defines(library._get_module_for_linking(), symbol):
            library.callees = {note for note in result.reload_init if isinstance(note, Callee)}
        else:
            library.callees = {Callee(*key, tuple(result.signature.args), symbol)}

    rule.add_overload = add_apart


def _callees(library: Any) -> set[Callee]:
    """What a library calls by name, be it in code that it was handed."""
    found: set[Callee] = set()
    for linked in library._linking_libraries:
        found |= linked.callees if hasattr(linked, "callees") else _callees(linked)
    return found


def _defines(module: Any, symbol: str) -> bool:
    return any(f.name == symbol and not f.is_declaration for f in module.functions)


def _empty_module(library: Any) -> Any:
    text = str(library.codegen._create_empty_module(library.name))
    return llvmlite.binding.parse_assembly(text)
