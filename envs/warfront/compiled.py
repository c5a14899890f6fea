"""The one decorator for compiled rules, with a cache that no edit can leave stale.

numba's own cache looks only at the file of the function itself: edit a rule in one file and a
caller cached in another goes on running the old rule. So the cache folder bears a digest of the
sources a kernel can reach (the files with kernels and all they import, so that an edit elsewhere
compiles nothing) and of the machine and versions the code was compiled for.
"""

import ast
import functools
import hashlib
import os
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import llvmlite.binding
import numba
import numpy as np
from numba.core import config, types

from warfront.apart import note_callees, stand_apart

Rule = TypeVar("Rule", bound=Callable[..., Any])

_SETTING = threading.Lock()  # numba's one cache folder is set for a moment
_SHARED = Path(__file__).parent
_ABOVE = ("warfront", "warfront_agents", "warfront_training")  # roots of our own imports


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


@functools.cache
def _home() -> Path:
    """$WARFRONT_CACHE, else the user's cache folder, else a folder of his among temporary files."""
    wanted = [Path(os.environ["WARFRONT_CACHE"])] if "WARFRONT_CACHE" in os.environ else []
    try:
        wanted.append(Path.home() / ".cache" / "warfront")
    except RuntimeError:  # no home is known
        pass
    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
    fallback = Path(tempfile.gettempdir()) / f"warfront-{user}"
    return next((folder for folder in wanted if _is_writable(folder)), fallback)


def _machine() -> str:
    cpu = config.CPU_NAME or llvmlite.binding.get_host_cpu_name()  # type: ignore[attr-defined]
    return f"{numba.__version__} {np.__version__} {sys.version} {cpu}"


def _imports(path: Path) -> set[str]:
    """Last names of all of our own modules that a source file imports, and of what it takes."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.ImportFrom) and node.module:
            if node.module.split(".")[0] in _ABOVE:
                names |= {node.module.split(".")[-1], *(alias.name for alias in node.names)}
    return names


def _package(folder: Path) -> Path:
    """The outermost package that a folder belongs to, itself where it is none."""
    while (folder / "__init__.py").exists() and (folder.parent / "__init__.py").exists():
        folder = folder.parent
    return folder


@functools.cache
def _sources(game: Path) -> list[Path]:
    """The files a kernel of this folder can reach: those with kernels and all they import.

    A game reaches what both games share, never the other game; any other folder all of its own
    package, and the games.
    """
    own = set(game.glob("*.py") if game == _SHARED else game.rglob("*.py"))
    if game.is_relative_to(_SHARED):
        files = own | set(_SHARED.glob("*.py"))
    else:
        files = own | set(_package(game).rglob("*.py")) | set(_SHARED.rglob("*.py"))
    files = {path for path in files if path.name != "__init__.py"}
    found = {path for path in files & own if b"@kernel" in path.read_bytes()}
    found.add(Path(__file__))
    fresh = found
    while fresh:
        wanted = set().union(*(_imports(path) for path in fresh))
        fresh = {path for path in files if path.stem in wanted} - found
        found |= fresh
    return sorted(found)


@functools.cache
def _cache_folder(game: Path) -> str:
    text = b"".join(path.read_bytes() for path in _sources(game)) + _machine().encode()
    return str(_home() / hashlib.sha256(text).hexdigest()[:16])


def _widened(kind: Any) -> Any:
    """Whole numbers of any width, constant or not, as int64; a constant truth value as any."""
    kind = types.unliteral(kind)  # type: ignore[no-untyped-call]
    if isinstance(kind, types.IntEnumMember):
        kind = kind.dtype
    return types.int64 if isinstance(kind, types.Integer) and kind != types.uint64 else kind


def _compile_once(rule: Any) -> None:
    """Let a call from another kernel cast its whole numbers: each width would compile anew."""
    offer = rule.get_call_template

    def offer_wide(args: Any, kws: Any) -> Any:
        named = {name: _widened(kind) for name, kind in kws.items()}
        return offer(tuple(_widened(kind) for kind in args), named)

    rule.get_call_template = offer_wide


def _jit(rule: Any, folder: Path, **options: Any) -> Any:
    """The dispatcher of a function, cached for kernels of this folder."""
    wanted: dict[str, Any] = {"cache": True, "nogil": True, "no_cfunc_wrapper": True} | options
    with _SETTING:
        before = config.CACHE_DIR  # type: ignore[attr-defined]
        config.CACHE_DIR = _cache_folder(folder)  # type: ignore[attr-defined]
        try:
            return numba.njit(**wanted)(rule)
        finally:
            config.CACHE_DIR = before  # type: ignore[attr-defined]


def _door_to(rule: Any) -> Any:
    """A function of the same arguments that does no more than call this kernel."""
    code, name = rule.__code__, f"{rule.py_func.__name__}_from_python"
    given = ", ".join(code.co_varnames[: code.co_argcount])
    lines = "\n" * (code.co_firstlineno - 1) + f"def {name}({given}): return rule({given})"
    names = {"rule": rule, "__name__": rule.py_func.__module__}
    exec(compile(lines, code.co_filename, "exec"), names)
    return names[name]


def _open_late(rule: Any, folder: Path) -> None:
    """Compile what turns Python's objects into arguments only where Python calls a kernel."""
    doors: list[Any] = []
    known: set[tuple[int, ...]] = set()
    opening = threading.Lock()

    def add_overload(result: Any) -> None:
        rule.overloads[tuple(result.signature.args)] = result

    def open_for(*args: Any) -> Any:
        with opening:  # two entries of the same kinds would be ambiguous at every later call
            if not doors:
                doors.append(_jit(_door_to(rule), folder))
                note_callees(doors[0])
            entry = doors[0]._compile_for_args(*args)
            kinds = tuple(rule.typeof_pyval(value)._code for value in args)
            rule._types_active_call.clear()
            if kinds not in known:
                known.add(kinds)
                rule._insert(list(kinds), entry, False)
        return entry

    rule.add_overload, rule._compile_for_args = add_overload, open_for


def kernel(rule: Rule) -> Rule:
    """Compile a rule; it runs without the interpreter lock, so that threads may share a batch."""
    folder = Path(rule.__code__.co_filename).parent
    if config.DISABLE_JIT:  # type: ignore[attr-defined]
        return rule
    compiled = _jit(rule, folder, no_cpython_wrapper=True)
    _compile_once(compiled)
    _open_late(compiled, folder)
    stand_apart(compiled)
    return cast(Rule, compiled)
