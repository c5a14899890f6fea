"""How an outside program is run: its command, its clock, what its faults cost, by name."""

import math
import os
import shlex
import shutil
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from warfront.game import BadInput
from warfront.naming import closest

FILE = "bots.toml"  # in the current folder, unless VARIABLE names another file
VARIABLE = "WARFRONT_BOTS"
PARTS = ("view", "observation", "position", "text")  # what a request may hold besides the actions
FEWEST_TOKENS = 500


@dataclass(frozen=True)
class Settings:
    """How one program is run; the keys of a table of bots.toml but for `name`.

    Attributes:
        name: What the agent is called.
        command: The program and its arguments.
        ms: Milliseconds it has for a decision.
        game_ms: Milliseconds it has for all its decisions of one game on one seat; None: no limit.
        start_ms: Milliseconds from its start to its `ready`.
        faults: After so many, if they are more than a tenth of what it was asked, it is out.
        fallback: The agent that decides what the program loses.
        parts: What its requests hold besides the legal actions, unless it wishes otherwise.
        tokens: The most that the part `text` may take, by our estimate.
        log: File for what it writes to standard error; None: a file of its own in the folder for
            temporary files, kept where it had a fault.
        environment: Variables set for it.
    """

    name: str
    command: tuple[str, ...]
    ms: int = 5_000
    game_ms: int | None = None
    start_ms: int = 30_000
    faults: int = 10
    fallback: str = "random"
    parts: tuple[str, ...] = ("view",)
    tokens: int = 6_000
    log: str | None = None
    environment: Mapping[str, str] = field(default_factory=dict)


DEFAULTS: dict[str, dict[str, Any]] = {
    "bot": {},
    "llm": {"ms": 60_000, "start_ms": 60_000, "parts": ("text",)},
}


def read_settings(kind: str, argument: str) -> Settings:
    """The settings of `bot:ARGUMENT` or `llm:ARGUMENT`.

    Args:
        kind: `bot` or `llm`; they differ in what is set where nothing is said.
        argument: The name of a table of bots.toml, or else a command.

    Raises:
        BadInput: There is no such program, or a table of bots.toml says what it may not.
    """
    file = _file()
    tables = _tables(file)
    if argument in tables:
        said = _checked(tables[argument], f"{file}, [{argument}]")
    else:
        said = {"command": _split(argument, f"agent {kind}:{argument}")}
    settings = Settings(**{"name": f"{kind}:{argument}", **DEFAULTS[kind], **said})
    _check_command(settings, [] if argument in tables else list(tables))
    return settings


def refuse_command(name: str) -> None:
    """Refuse an agent's name that is a command, for names that come from elsewhere: a web page.

    Raises:
        BadInput: It is `bot:` or `llm:` with anything but the name of a table of bots.toml.
    """
    kind, _, argument = name.partition(":")
    if kind in DEFAULTS and argument not in _tables(_file()):
        raise BadInput(f"a page may not start the program {name!r}: name a table of {FILE}")


def _file() -> Path:
    return Path(os.environ.get(VARIABLE) or FILE)


def _tables(file: Path) -> dict[str, Any]:
    """The tables of a file of bots; none where there is no file and none was named."""
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        if os.environ.get(VARIABLE):
            raise BadInput(
                f"{VARIABLE} names {file}, which does not exist: name a file like {FILE}, or "
                "unset the variable"
            ) from error
        return {}
    except (OSError, ValueError) as error:
        raise BadInput(f"{file} cannot be read: {error}") from error


def _split(text: Any, what: str) -> tuple[str, ...]:
    """A command as its words."""
    try:
        words = shlex.split(text) if isinstance(text, str) else [*text]
    except (TypeError, ValueError) as error:
        raise BadInput(f"{what}: the command {text!r} cannot be split: {error}") from error
    if not words or not all(isinstance(word, str) and word for word in words):
        raise BadInput(f"{what}: a command is missing: write for instance bot:python3 mybot.py")
    if any("\0" in word for word in words):
        raise BadInput(f"{what}: the command {text!r} holds a NUL: take it out")
    return tuple(words)


def _checked(table: Any, where: str) -> dict[str, Any]:
    """The keys of a table of bots.toml as values of `Settings`."""
    if not isinstance(table, dict) or "command" not in table:
        raise BadInput(f'{where}: a command is missing: command = "python3 mybot.py"')
    known = [key.name for key in fields(Settings) if key.name != "name"]
    for key in table:
        if key not in known:
            raise BadInput(f"{where}: key {key!r} is unknown: {closest(key, known)}")
    said = dict(table) | {"command": _split(table["command"], where)}
    least = {"ms": 1, "game_ms": 1, "start_ms": 1, "faults": 1, "tokens": FEWEST_TOKENS}
    for key, low in least.items():
        value = said.get(key, low)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value < 2**31:
            raise BadInput(f"{where}: {key} = {value!r}: write a whole number from {low}")
    for key in ("fallback", "log"):
        if not isinstance(said.get(key, ""), str):
            raise BadInput(f"{where}: {key} = {said[key]!r}: write it in quotation marks")
    if "parts" in said:
        said["parts"] = check_parts(said["parts"], where)
    _check_environment(said.get("environment", {}), where)
    if "log" in said:
        _check_log(Path(said["log"]), where)
    return said


def _check_environment(variables: Any, where: str) -> None:
    """Refuse variables that no program can be started with."""
    texts = isinstance(variables, dict) and all(isinstance(v, str) for v in variables.values())
    if not texts:
        raise BadInput(f'{where}: environment = {variables!r}: write {{ NAME = "value" }}')
    for name, value in variables.items():
        if not name or "=" in name or "\0" in name + value:
            raise BadInput(
                f"{where}: environment sets {name!r} to {value!r}: a name is not empty and has no "
                "= sign, and neither holds a NUL"
            )


def _check_log(file: Path, where: str) -> None:
    """Refuse a file that cannot be made."""
    if file.is_dir() or not file.parent.is_dir():
        what = "it is a folder" if file.is_dir() else f"there is no folder {file.parent}"
        raise BadInput(f"{where}: log = {str(file)!r}: {what}; name a file in one that exists")


def check_parts(parts: Any, where: str) -> tuple[str, ...]:
    """Parts of a request, each known; BadInput names one that is not."""
    if not isinstance(parts, list) or not all(part in PARTS for part in parts):
        raise BadInput(f"{where}: parts {parts!r}: write a list of {', '.join(PARTS)}")
    return tuple(parts)


def _check_command(settings: Settings, names: list[str]) -> None:
    program = settings.command[0]
    if shutil.which(program) is None:
        meant = f", or a table of {FILE}: {closest(program, names)}" if names else ""
        raise BadInput(
            f"agent {settings.name}: there is no program {program!r}: name one that can be run, "
            f"for instance bot:python3 mybot.py{meant}"
        )
    word = settings.fallback.partition(":")[0]
    if word in (*DEFAULTS, "human"):
        raise BadInput(
            f"agent {settings.name}: fallback {settings.fallback!r} may fail itself: use random, "
            "greedy or staff"
        )


def seconds(ms: float | None) -> float:
    """Milliseconds as seconds, None as for ever."""
    return math.inf if ms is None else ms / 1000
