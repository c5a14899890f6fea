"""Rule cases: a position, steps in words, and what must have come of them (TOML).

A case fails when the game does otherwise, and is faulty when it names something that does not
exist; both count as failed, and the fault says which. A case with the key `faulty` passes just when
its game or position is refused with these words in the fault.
"""

import functools
import json
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import warfront
from warfront.game import BadInput, Game, IllegalAction, IllegalOrder
from warfront.spring1942.scenario import BUILT_IN
from warfront_training.rule_book import check_statements

CASE_KEYS = {"id", "rules", "title", "game", "position", "steps", "faulty"}
SIDES = ("axis", "allies")
STEPS = ("refused", "legal", "order", "dice", "expect", "offered", "not_offered")


@runtime_checkable
class Vocabulary(Protocol):
    """A game that can tell a misspelling from what is merely not allowed."""

    def order_fault(self, text: str) -> str:
        """What an order names that does not exist, in words; "" when all of it does."""

    def path_fault(self, path: str) -> str:
        """The word of a path into `describe` that stands for nothing; "" for none."""


@dataclass(frozen=True)
class Result:
    """One case: no fault means it passed."""

    id: str
    title: str
    fault: str = ""


class _Failed(Exception):
    """The game does something else than the case says."""


def run_path(path: str, name: str, options: Mapping[str, Any]) -> list[Result]:
    """Run the cases of a file, or of all .toml files in a folder, see `find_cases`.

    Args:
        path: File or folder.
        name: The game of cases that name none.
        options: How that game is made, where a position says nothing else.
    """
    return [run_case(case, name, options) for case in find_cases(path)]


def find_cases(path: str) -> list[dict[str, Any]]:
    """The cases of a file, or of all .toml files in a folder.

    Raises:
        BadInput: There is no such file, or it holds no cases.
    """
    root = Path(path)
    files = sorted(root.rglob("*.toml")) if root.is_dir() else [root]
    if not files:
        raise BadInput(f"{path} holds no .toml files: name a file or folder of cases")
    return [case for file in files for case in read_cases(file)]


def read_cases(file: Path) -> list[dict[str, Any]]:
    """The cases of a file, each with what the head of the file says for all.

    Raises:
        BadInput: It cannot be read, holds no cases, or gives two of them the same id.
    """
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadInput(f"{file} cannot be read as cases: {error}") from error
    cases = content.get("case")
    if not isinstance(cases, list) or not cases or not all(isinstance(c, dict) for c in cases):
        raise BadInput(f"{file} holds no [[case]] tables: a case begins with [[case]]")
    ids = Counter(str(case["id"]) for case in cases if "id" in case)
    for name, count in ids.items():
        if count > 1:
            raise BadInput(f"{file} has {count} cases with the id {name!r}: give each its own")
    return [_with_defaults(content, case) for case in cases]


def _with_defaults(content: Mapping[str, Any], case: dict[str, Any]) -> dict[str, Any]:
    """A case with what the head of its file says for all: `game`, `options` of the position."""
    made = {"game": content["game"], **case} if "game" in content else case
    position = made.get("position")
    if "options" in content and isinstance(position, Mapping):
        own = position.get("options", {})
        options = {**content["options"], **own} if isinstance(own, Mapping) else own
        made = {**made, "position": {**position, "options": options}}
    return made


def run_case(case: Mapping[str, Any], name: str, options: Mapping[str, Any]) -> Result:
    """Run one case."""
    result = Result(str(case.get("id", "?")), str(case.get("title", "")))
    wanted = case.get("faulty")
    try:
        _check_keys(case)
        check_statements(case.get("rules", []), str(case.get("game", name)))
        position = dict(_of_kind(case["position"], Mapping, "position", "a table"))
        game = game_of_position(str(case.get("game", name)), options, position)
        state = game.from_position(position)
        steps = _of_kind(case.get("steps", []), list, "steps", "a list")
        for number, step in enumerate(steps, 1):
            try:
                state = _run_step(game, state, step)
            except _Failed as failure:
                return Result(result.id, result.title, f"step {number}: {failure}")
            except BadInput as error:
                raise BadInput(f"step {number}: {error}") from error
    except BadInput as error:
        if isinstance(wanted, str) and wanted in str(error):
            return result
        return Result(result.id, result.title, f"faulty: {error}")
    if wanted is not None:
        return Result(result.id, result.title, f"must be faulty for {wanted!r}, but is not")
    return result


def _check_keys(case: Mapping[str, Any]) -> None:
    needed = {"id", "position"} if "faulty" in case else {"id", "position", "steps"}
    missing = needed - case.keys()
    if missing:
        raise BadInput(f"the case lacks {', '.join(sorted(missing))}")
    if "faulty" in case:
        _of_kind(case["faulty"], str, "faulty", "the words of the fault")
    unknown = case.keys() - CASE_KEYS
    if unknown:
        raise BadInput(f"key {sorted(unknown)[0]!r} is unknown: use {', '.join(sorted(CASE_KEYS))}")


def _of_kind(value: Any, kind: type, what: str, words: str) -> Any:
    if not isinstance(value, kind):
        raise BadInput(f"{what} {value!r} is of the wrong kind: write {words}")
    return value


def game_of_position(name: str, options: Mapping[str, Any], position: Mapping[str, Any]) -> Game:
    """The game that a position is of: it may name theatres, scenario, cities and options.

    Args:
        name: The game.
        options: How it is made, where the position says nothing else.
        position: As in a case.

    Raises:
        BadInput: The position names them in another form, or there is no such game.
    """
    made = dict(options)
    if "theatres" in position:
        theatres = position["theatres"]
        made["theatres"] = tuple(_of_kind(theatres, Sequence, "theatres", "a list of names"))
    changes = dict(_of_kind(position.get("options", {}), Mapping, "options", "a table"))
    if "victory_cities" in position:
        cities = position["victory_cities"]
        levels = cities if isinstance(cities, Mapping) else dict.fromkeys(SIDES, cities)
        changes |= {f"victory_{side}": level for side, level in levels.items()}
    if changes:
        made["options"] = {**made.get("options", {}), **changes}
    if position.get("scenario") in BUILT_IN:
        made["scenario"] = position["scenario"]
    return _build(name, json.dumps(made, default=str))


@functools.lru_cache(maxsize=32)
def _build(name: str, made: str) -> Game:
    """A game, built once for all the cases that are alike."""
    return warfront.make_game(name, **json.loads(made))


def _run_step(game: Game, state: Any, step: Mapping[str, Any]) -> Any:
    _of_kind(step, Mapping, "step", "a table")
    reason = step.get("reason", "")
    if "refused" in step:
        step = {key: value for key, value in step.items() if key != "reason"}
    if len(step) != 1 or next(iter(step)) not in STEPS:
        raise BadInput(f"a step is one of {', '.join(STEPS)}, not {', '.join(step)}")
    ((kind, value),) = step.items()
    if kind == "dice":
        return _with_dice(game, state, _of_kind(value, list, kind, "a list of rolls"))
    if kind == "expect":
        _expect(game, state, _of_kind(value, Mapping, kind, "a table of paths"))
        return state
    text: str = _of_kind(value, str, kind, "an order as text")
    if isinstance(game, Vocabulary) and (fault := game.order_fault(text)):
        raise BadInput(f"{kind} {text!r}: {fault}")
    if kind in ("offered", "not_offered"):
        _check_offer(game, state, text, kind == "offered")
    else:
        _order(game, state, kind, text, _of_kind(reason, str, "reason", "words of the refusal"))
    return state


def _with_dice(game: Game, state: Any, dice: Any) -> Any:
    """The same state with these rolls to come after those already scripted."""
    position = game.describe(state)
    position["dice"] = [*position.get("dice", []), *dice]
    position.pop("dice_left", None)
    return game.from_position(position)


def _order(game: Game, state: Any, kind: str, text: str, reason: str) -> None:
    """Carry an order out, or try it on a copy."""
    tried = state if kind == "order" else game.copy(state)
    before = game.hash(tried)
    try:
        game.order(tried, text)
    except IllegalOrder as refusal:
        if game.hash(tried) != before:
            raise _Failed(f"{text!r} was refused but changed the position") from refusal
        if kind != "refused":
            raise _Failed(f"{text!r} is refused: {refusal}") from refusal
        if reason not in str(refusal):
            raise _Failed(f"{text!r} is refused for {refusal}, not for {reason!r}") from refusal
        return
    if kind == "refused":
        raise _Failed(f"{text!r} must be refused, but is accepted")


def _check_offer(game: Game, state: Any, text: str, wanted: bool) -> None:
    """Whether a single action is offered at this decision."""
    try:
        game.parse(state, text)
        offered = True
    except IllegalAction:
        offered = False
    if offered != wanted:
        raise _Failed(f"{text!r} is {'offered' if offered else 'not offered'} here")


def _expect(game: Game, state: Any, wanted: Mapping[str, Any]) -> None:
    position = game.describe(state)
    for path, value in wanted.items():
        if isinstance(game, Vocabulary) and (fault := game.path_fault(path)):
            raise BadInput(f"path {path!r}: {fault}")
        found = _look_up(position, path)
        if not _same(found, value):
            raise _Failed(f"{path} is {found!r}, expected {value!r}")


def _same(found: Any, value: Any) -> bool:
    if isinstance(found, list) and isinstance(value, list):
        return sorted(map(str, found)) == sorted(map(str, value))
    if found is None:
        return value in (0, "", None) or value == []
    return bool(found == value)


def _look_up(position: Any, path: str) -> Any:
    """What stands at a dotted path (a name may hold dots); a count that is absent is None."""
    here, rest = position, path
    while rest:
        word, _, after = rest.partition(".")
        if isinstance(here, Mapping):
            names = [name for name in here if f"{rest}.".startswith(f"{name}.")]
            if not names:
                if here is position:
                    raise BadInput(f"path {path!r} begins with none of {', '.join(position)}")
                return None
            name = max(names, key=len)
            here, rest = here[name], rest[len(name) + 1 :]
        elif isinstance(here, list):
            if not word.isdigit():
                raise BadInput(f"path {path!r}: {word!r} is no place in a list: use 0, 1, ...")
            if int(word) >= len(here):
                return None
            here, rest = here[int(word)], after
        else:
            return None
    return here
