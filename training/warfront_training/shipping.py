"""Trained policies into the package: rounded, compared, measured, and told of in a table."""

import hashlib
import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np

from warfront.game import BadInput, Game
from warfront_agents import trained
from warfront_agents.checkpoint import VALUE, read_checkpoint, write_checkpoint
from warfront_agents.files import write_whole
from warfront_agents.learned import LearnedAgent, PolicyAgent
from warfront_training.exporting import Exported
from warfront_training.match import play_match, sides_seating, summary, two_sided
from warfront_training.presets import NAME, game_flags, read_preset
from warfront_training.walks import walk

MOST_BYTES = 10_000_000  # of all shipped policies together
FIXED = 500  # positions whose choices a card keeps a digest of
FIXED_SEED = 7
BEGIN, END = "<!-- table -->", "<!-- end of table -->"
Card = dict[str, Any]


def ship(
    exported: Exported, run: Path, name: str, games: int, states: int, seed: int, progress: Any
) -> Card:
    """Put the policies of a run among those that ship, in the place of what had the name.

    Args:
        exported: The run's newest policies.
        run: Its folder.
        name: What it is to be called.
        games: Paired games against each baseline of its preset, 0 for none.
        states: Positions on which the rounded policy is compared with the trained one.
        seed: Seeds both.
        progress: Called with the number of games finished since the last call.

    Returns:
        Its card: where it comes from, how it did.

    Raises:
        BadInput: The name is odd, this is no run, or all together would be too large.
    """
    if not NAME.fullmatch(name) or ":" in name:
        raise BadInput(f"--trained {name!r} can be no name: use letters, digits, _ and -")
    if not (run / "preset.toml").is_file():
        raise BadInput(f"{run} is no run folder: ship what `warfront train` has made")
    folder = trained.HOME / name
    part = folder.with_name(f"{name}.part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    try:
        card = _write(exported, run, name, part, states, seed)
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise
    shutil.rmtree(folder, ignore_errors=True)
    part.rename(folder)
    if games:
        card["results"] = _measure(exported, run, name, games, seed, progress)
        card["measured"] = {"games": games, "seed": seed}
        _write_card(folder, card)
    write_table()
    return card


def _write(exported: Exported, run: Path, name: str, folder: Path, states: int, seed: int) -> Card:
    """The rounded checkpoints, what values positions, and the card, without results."""
    for facts, weights in exported.policies:
        acting = {key: array for key, array in weights.items() if not key.startswith("critic.")}
        write_checkpoint(folder / f"{facts.learner}.npz", facts, acting, half=True)
    files = sorted(folder.glob("*.npz"))
    if (run / VALUE).is_file():
        write_checkpoint(folder / VALUE, *read_checkpoint(run / VALUE), half=True)
    size, total = (
        sum(file.stat().st_size for file in each) for each in (files, _all(folder, name))
    )
    if total > MOST_BYTES:
        raise BadInput(
            f"{name} would make the shipped policies {total / 1e6:.1f} MB: they may have "
            f"{MOST_BYTES / 1e6:.0f} MB together; train a smaller network"
        )
    game, facts = exported.game, exported.facts
    rounded = LearnedAgent.of(files, game)
    preset = read_preset(run / "preset.toml")
    card = {
        "name": name,
        "game": facts.game,
        "version": facts.version,
        "options": facts.options,
        "preset": preset.name,
        "seed": preset.seed,
        "trainer": facts.trainer,
        "steps": facts.steps,
        "command": _command(run),
        "bytes": size,
        "same_choice": _same(exported, rounded, states, seed),
        "choices": digest_of_choices(rounded, game),
    }
    _write_card(folder, card)
    return card


def _all(folder: Path, name: str) -> list[Path]:
    """All arrays that ship when a folder takes the place of what had a name."""
    homes = [trained.HOME / each for each in trained.names() if each != name]
    return [file for home in [folder, *homes] for file in home.glob("*.npz")]


def _command(run: Path) -> str:
    """The command that made a run, as its report has it."""
    try:
        return str(json.loads((run / "report.json").read_text(encoding="utf-8"))["command"])
    except (OSError, ValueError, KeyError):
        return f"warfront train {run.name}/preset.toml"


def _write_card(folder: Path, card: Card) -> None:
    write_whole(folder / "card.json", (json.dumps(card, indent=2) + "\n").encode())


def _same(exported: Exported, rounded: PolicyAgent, states: int, seed: int) -> list[int]:
    """In how many positions the rounded policy chooses as the trained one, and of how many."""
    same = 0
    for judged in walk(LearnedAgent.of(exported.files, exported.game), exported.game, states, seed):
        seen = judged.observations, judged.masks, judged.seats
        logits, _, _ = rounded.judge(*seen, judged.memory)
        same += int((logits.argmax(axis=1) == judged.choices).sum())
    return [same, states]


def digest_of_choices(policy: PolicyAgent, game: Game) -> str:
    """16 hex digits over what a policy chooses on fixed positions."""
    total = hashlib.sha256()
    for judged in walk(policy, game, FIXED, FIXED_SEED):
        total.update(judged.choices.astype(np.int32).tobytes())
    return total.hexdigest()[:16]


def _measure(
    exported: Exported, run: Path, name: str, games: int, seed: int, progress: Any
) -> dict[str, Any]:
    """Baseline -> the share of games won over both sides, its interval, and on each side."""
    game, facts = exported.game, exported.facts
    found = {}
    for baseline in read_preset(run / "preset.toml").baselines:
        ours = f"trained:{name}"
        seatings = [sides_seating(game, ours, baseline), sides_seating(game, baseline, ours)]
        one, two = play_match(facts.game, facts.options, seatings, games, seed, 2, progress)
        mean, low, high = two_sided(one, two)
        axis, allies = summary(one)["win_rate"]["axis"], summary(two)["win_rate"]["allies"]
        found[baseline] = {
            "win_rate": mean, "interval": [low, high], "as_axis": axis, "as_allies": allies,
        }  # fmt: skip
    return found


def write_table() -> None:
    """Write the table of trained/README.md anew from the cards."""
    page = trained.HOME / "README.md"
    text = page.read_text(encoding="utf-8")
    before, after = text.split(BEGIN)[0], text.split(END)[1]
    write_whole(page, f"{before}{BEGIN}\n{table(trained.cards())}\n{END}{after}".encode())


def table(shipped: list[Card]) -> str:
    """Cards as a table in Markdown, and the commands below it."""
    lines = [
        "| name | game | preset, seed | decisions a side | against | both sides | interval "
        "| as Axis | as Allies |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for card in shipped:
        first = (
            f"| `trained:{card['name']}` | {card['game']} `{card['version']}` | {card['preset']}, "
            f"{card['seed']} | {card['steps'] / 1e6:.2f} M |"
        )
        for baseline, row in card.get("results", {"not measured": None}).items():
            lines.append(f"{first} {baseline} | {_cells(row)} |")
            first = "| | | | |"
    for card in shipped:
        flags = game_flags(card["game"], card["options"])
        note = f" ({card['note']})" if "note" in card else ""
        lines += ["", f"`trained:{card['name']}`: made by `{card['command']}`{note}, then"]
        if "measured" in card:
            measured = card["measured"]
            lines.append(
                f"`warfront evaluate trained:{card['name']} BASELINE --two-sided --games "
                f"{measured['games']} --seed {measured['seed']} {flags}`."
            )
        same, states = card["same_choice"]
        lines.append(
            f"Rounded to half precision it chooses as the trained one in {same:,} of {states:,} "
            f"positions; {card['bytes'] / 1e6:.2f} MB."
        )
    return "\n".join(lines)


def _cells(row: dict[str, Any] | None) -> str:
    if row is None:
        return "| | |"
    low, high = row["interval"]
    return (
        f"{row['win_rate']:.1%} | {100 * low:.1f} to {100 * high:.1f} | {row['as_axis']:.1%} | "
        f"{row['as_allies']:.1%}"
    )
