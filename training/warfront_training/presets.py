"""Presets: TOML files in configs/ that say only what differs from defaults.toml."""

import difflib
import math
import re
import shlex
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from warfront.game import BadInput, Reward

COUNTS = (
    *("steps", "threads", "games", "decisions", "batch", "epochs", "trunk", "updates_per_turn"),
    *("snapshot_every", "measure_every", "measure_games", "report_games"),
)

MANY = 1_000_000_000  # of what is only counted
MOST: dict[str, float] = {  # of what takes memory or threads, and of powers
    **{
        "threads": 256,
        "runners": 10_000,
        "games": 100_000,
        "decisions": 100_000,
        "batch": 10_000_000,
    },
    **{"trunk": 65_536, "steps": 10**15, "lessons": 10**15},
    "priority": 20,  # the share lost is seldom under 1 in 10,000: to this power, still a number
}
MOST_SEED = 2**63 - 1
# A run's folder is named after its preset: what every system takes as one folder's name.
NAME = re.compile(r"\w(?:[\w .+-]{0,98}[\w+-])?")

CHOICES = {  # the words that a key may have, the usual one first
    "learner": ("side", "seat"),
    "trainer": ("sb3", "torch", "rllib"),
    "critic": ("own", "central"),
    "encoder": ("flat", "entity", "board"),
    "credit": ("side", "seat"),
    "device": ("auto", "cpu", "cuda"),
    "undecided": ("carry", "end"),
}
# What stable-baselines3 offers: other values need trainer = "torch".
OFFERED = {
    "critic": "own", "encoder": "flat", "estimates": False, "recurrent": False, "credit": "side",
    "teacher": "",
}  # fmt: skip
# What runs from before these keys mean.
ADDED = {
    "trainer": "sb3", **OFFERED, "device": "auto", "undecided": "end", "priority": 0.0,
    "exploiters": False, "cross_games": 0, "runners": 0, "lessons": 0,
    "final_teacher_share": 0.0,
}  # fmt: skip


@dataclass(frozen=True)
class Preset:
    """Everything that a training run is made of; see configs/defaults.toml for the meanings."""

    name: str
    game: str
    theatres: list[str]
    decks: str
    scenario: str
    options: dict[str, Any]
    seed: int
    learner: str
    trainer: str
    critic: str
    encoder: str
    estimates: bool
    recurrent: bool
    credit: str
    teacher: str
    lessons: int
    final_teacher_share: float
    device: str
    reward: str
    undecided: str
    shaping: float
    steps: int
    minutes: float
    threads: int
    runners: int
    games: int
    decisions: int
    batch: int
    epochs: int
    learning_rate: float
    final_learning_rate: float
    discount: float
    gae: float
    clip: float
    entropy: float
    final_entropy: float
    value_weight: float
    max_gradient: float
    trunk: int
    layers: list[int]
    updates_per_turn: int
    snapshot_every: int
    past_snapshots: int
    priority: float
    exploiters: bool
    pool: dict[str, float]
    measure_every: int
    measure_games: int
    report_games: int
    cross_games: int
    baselines: list[str]


def presets_folder() -> Path:
    """Where the presets are: inside the installed package, or beside the sources."""
    here = Path(__file__).resolve()
    shipped = here.parent / "configs"
    return shipped if shipped.is_dir() else here.parents[2] / "configs"


def load_preset(name: str, changes: Sequence[str] = ()) -> Preset:
    """Read a preset by name or path and apply `key=value` changes.

    Raises:
        BadInput: The preset, a key or a value is wrong; says what would be right.
    """
    path = Path(name)
    if path.suffix != ".toml":
        path = presets_folder() / f"{name}.toml"
    if not path.is_file():
        known = sorted(p.stem for p in presets_folder().glob("*.toml") if p.stem != "defaults")
        raise BadInput(f"preset {name!r} is unknown: use {', '.join(known)} or the path of a .toml")
    values = _read(presets_folder() / "defaults.toml")
    changed = _read(path)
    name = changed.pop("name", path.stem)  # a run's complete preset keeps its name
    _merge(values, changed, values, path.name)
    for change in changes:
        _merge(values, _parse_change(change), values, "--set")
    return _checked({**values, "name": name})


def read_preset(path: Path) -> Preset:
    """Read the complete preset that a run folder keeps."""
    values = {**ADDED, **_read(path)}
    known = {**_read(presets_folder() / "defaults.toml"), "name": ""}
    _merge(dict(known), values, known, path.as_posix())  # refuses unknown keys and wrong kinds
    return _checked(values)


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"{path} cannot be read: {error}") from error


def _parse_change(change: str) -> dict[str, Any]:
    key, equals, value = change.partition("=")
    if not equals:
        raise BadInput(f"--set {change!r} is no change: write --set key=value")
    for text in (f"{key} = {value}", f"{key} = {_toml(value)}"):
        try:
            return tomllib.loads(text)
        except tomllib.TOMLDecodeError:
            continue
    raise BadInput(f"--set {change!r} is no change: write --set key=value")


def _merge(
    values: dict[str, Any], changes: dict[str, Any], known: dict[str, Any], origin: str
) -> None:
    for key, value in changes.items():
        if key not in known:
            near = difflib.get_close_matches(key, known, 1, 0.6)
            hint = f"did you mean {near[0]!r}?" if near else f"use {', '.join(known)}"
            raise BadInput(f"{origin}: key {key!r} is unknown: {hint}")
        if not _same_kind(known[key], value):
            raise BadInput(
                f"{origin}: {key} = {value!r} is of the wrong kind: write it like {known[key]!r}"
            )
        if value and isinstance(value, dict) and origin == "--set":
            value = {**values[key], **value}  # single entries change, an empty table empties
        values[key] = float(value) if isinstance(known[key], float) else value


def _same_kind(wanted: Any, value: Any) -> bool:
    if isinstance(wanted, float):
        return isinstance(value, int | float) and not isinstance(value, bool)
    return type(wanted) is type(value)


def _checked(values: dict[str, Any]) -> Preset:
    missing = [field.name for field in fields(Preset) if field.name not in values]
    if missing:
        raise BadInput(f"preset lacks {', '.join(missing)}: defaults.toml names every key")
    preset = Preset(**values)
    _check_name(preset.name)
    Reward.parse(preset.reward)
    for key in COUNTS:
        if getattr(preset, key) < 1:
            raise BadInput(f"{key} = {getattr(preset, key)} is too small: use 1 or more")
    for key, most in (dict.fromkeys(COUNTS, MANY) | MOST).items():
        if getattr(preset, key) > most:
            raise BadInput(f"{key} = {getattr(preset, key)} is too large: use at most {most}")
    for key in ("minutes", "learning_rate", "clip", "max_gradient"):
        if not getattr(preset, key) > 0:
            raise BadInput(f"{key} = {getattr(preset, key)} is too small: use more than 0")
    for key in ("discount", "gae", "final_teacher_share"):
        if not 0 <= getattr(preset, key) <= 1:
            raise BadInput(f"{key} = {getattr(preset, key)} is out of range: use 0 to 1")
    for key, kind in (("layers", int), ("theatres", str), ("baselines", str)):
        if not all(type(entry) is kind for entry in getattr(preset, key)):
            what = "whole numbers" if kind is int else "texts"
            raise BadInput(f"{key} = {getattr(preset, key)} is of the wrong kind: list {what}")
    if min(preset.layers, default=1) < 1:
        raise BadInput(f"layers = {preset.layers} are too small: use 1 or more")
    if max(preset.layers, default=1) > MOST["trunk"]:
        raise BadInput(f"layers = {preset.layers} are too large: use at most {MOST['trunk']}")
    if any(isinstance(w, bool) or not isinstance(w, int | float) for w in preset.pool.values()):
        raise BadInput(f"pool = {preset.pool} is of the wrong kind: give every opponent a number")
    _check_numbers(preset)
    _check_choices(preset)
    if not preset.pool or min(preset.pool.values()) < 0 or sum(preset.pool.values()) <= 0:
        raise BadInput("pool is empty: give at least one opponent a weight above 0")
    if not preset.baselines:
        raise BadInput("baselines is empty: name at least one to measure against")
    return preset


def _check_choices(preset: Preset) -> None:
    """Keys with a few words to choose from, and what a trainer does not offer."""
    for key, words in CHOICES.items():
        if getattr(preset, key) not in words:
            *others, last = words
            known = f"{', '.join(others)} or {last}"
            raise BadInput(f"{key} = {getattr(preset, key)!r} is unknown: use {known}")
    for key, offered in OFFERED.items():
        if preset.trainer == "sb3" and getattr(preset, key) != offered:
            raise BadInput(
                f"{key} = {_toml(getattr(preset, key))} is not offered by sb3: "
                'use trainer = "torch" with it'
            )
    if preset.exploiters and preset.learner == "seat":
        raise BadInput('exploiters = true is for whole sides: use learner = "side" with it')
    if preset.encoder == "board" and preset.recurrent:
        raise BadInput('encoder = "board" remembers nothing: use recurrent = false with it')
    if preset.estimates and preset.encoder != "board":
        raise BadInput('estimates = true are of a map\'s spaces: use encoder = "board" with it')
    if preset.trainer == "rllib" and preset.recurrent:
        raise BadInput('recurrent = true is not offered by rllib: use trainer = "torch" with it')
    if bool(preset.teacher) != bool(preset.lessons):
        raise BadInput(
            f"teacher = {preset.teacher!r} with lessons = {preset.lessons}: name both an agent and "
            "how many decisions it teaches, or neither"
        )


def _check_name(name: Any) -> None:
    """Refuse what cannot be part of a folder's name, here or on another system."""
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise BadInput(
            f"name = {name!r} cannot name a folder: use 1 to 100 letters, digits, _ + - "
            "and, within it, spaces and dots"
        )


def _check_numbers(preset: Preset) -> None:
    """Every number is finite, and none is negative; a seed is one that `--seed` takes."""
    if preset.seed > MOST_SEED:
        raise BadInput(f"seed = {preset.seed} is too large: use at most {MOST_SEED}")
    numbers = {f.name: getattr(preset, f.name) for f in fields(preset)}
    numbers |= {f"pool.{name}": weight for name, weight in preset.pool.items()}
    for key, value in numbers.items():
        if not isinstance(value, int | float):
            continue
        if not math.isfinite(value):
            raise BadInput(f"{key} = {value} is no number to reckon with: use a finite one")
        if value < 0:
            raise BadInput(f"{key} = {value} is too small: use 0 or more")


def game_options(preset: Preset) -> dict[str, Any]:
    """How the preset's game is made."""
    made: dict[str, Any] = {}
    if preset.theatres:
        made["theatres"] = tuple(preset.theatres)
    for key in ("decks", "scenario"):
        if getattr(preset, key):
            made[key] = getattr(preset, key)
    if preset.options:
        made["options"] = dict(preset.options)
    return made


def game_flags(game: str, options: Mapping[str, Any]) -> str:
    """A game and how it is made as options of the command line."""
    flags = ["--game", game]
    if "theatres" in options:
        flags += ["--theatres", ",".join(options["theatres"])]
    for key in ("decks", "scenario"):
        if key in options:
            flags += [f"--{key}", str(options[key])]
    for key, value in options.get("options", {}).items():
        flags += ["--option", f"{key}={value}"]
    return shlex.join(flags)


def write_preset(preset: Preset, path: Path) -> None:
    """Write all keys of a preset as TOML."""
    lines = ["# the complete preset of this run"]
    tables = []
    for field in fields(preset):
        value = getattr(preset, field.name)
        if isinstance(value, dict):
            tables.append(f"\n[{field.name}]")
            tables += [f'"{key}" = {_toml(entry)}' for key, entry in value.items()]
        else:
            lines.append(f"{field.name} = {_toml(value)}")
    path.write_text("\n".join(lines + tables) + "\n", encoding="utf-8")


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "[" + ", ".join(_toml(entry) for entry in value) + "]"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return repr(value)
