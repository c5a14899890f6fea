"""A training run: learners in turns against the league, measured, logged, saved and reported."""

import csv
import json
import math
import shutil
import sys
import time
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.utils.tensorboard import SummaryWriter
from tqdm import tqdm

import warfront
from warfront.game import BadInput, Game
from warfront_training.league import League
from warfront_training.learner import Learner, game_options, learner_seats, new_learner
from warfront_training.match import Games, play_match, two_sided
from warfront_training.presets import Preset, read_preset, write_preset

TRAINING_FIGURES = ("entropy_loss", "value_loss", "approx_kl", "clip_fraction", "explained_variance")


@dataclass
class Run:
    """One training run in its folder.

    Attributes:
        folder: runs/<name>.
        preset: What it is made of.
        game: The game.
        league: Learners and snapshots.
        turn: Turns done.
        seconds: Training time so far, over all resumes.
        rows: Measurements so far, one dict a row of progress.csv.
    """

    folder: Path
    preset: Preset
    game: Game
    league: League
    turn: int = 0
    seconds: float = 0.0
    rows: list[dict[str, Any]] = field(default_factory=list)

    @property
    def learners(self) -> dict[str, Learner]:
        """Name -> learner."""
        return self.league.learners

    @property
    def turn_steps(self) -> int:
        """Learner decisions of one learner in a turn."""
        return self.preset.games * self.preset.decisions * self.preset.updates_per_turn

    @property
    def turns(self) -> int:
        """Turns in all."""
        return math.ceil(self.preset.steps / self.turn_steps)

    def train(self, quiet: bool = False) -> None:
        """Train to the end (or the stop by time), saving after every turn."""
        torch.set_num_threads(self.preset.threads)
        writer = SummaryWriter(str(self.folder / "tensorboard"), purge_step=self.turn)
        total = self.turns * self.turn_steps * len(self.learners)
        done = self.turn * self.turn_steps * len(self.learners)
        with tqdm(
            total=total, initial=done, desc="training", unit=" decisions", unit_scale=True,
            disable=quiet, file=sys.stderr, smoothing=0.05,
        ) as bar:  # fmt: skip
            if self.turn == 0:
                self._begin()
                self._measure(writer)
            while self.turn < self.turns and self.seconds < 60 * self.preset.minutes:
                begun = time.perf_counter()
                for number, learner in enumerate(self.learners.values()):
                    self._take_turn(learner, number, bar)
                self.turn += 1
                self.seconds += time.perf_counter() - begun
                self._after_turn(writer)
        writer.close()

    def _begin(self) -> None:
        for number, learner in enumerate(self.learners.values()):
            self._seat(learner, number)
            learner.begin()

    def _seat(self, learner: Learner, number: int) -> None:
        """Opponents and chance of a turn: they follow from the run's seed and the turn alone."""
        seed = (self.preset.seed * 100_003 + self.turn) * 64 + number
        self.league.seat_opponents(learner, np.random.default_rng(seed))
        learner.seed_turn(seed)

    def _take_turn(self, learner: Learner, number: int, bar: Any) -> None:
        self._seat(learner, number)
        for _ in range(self.preset.updates_per_turn):
            learner.update(self.preset)
            bar.update(learner.env.num_envs * self.preset.decisions)

    def _after_turn(self, writer: SummaryWriter) -> None:
        last = self.turn == self.turns
        if self.turn % self.preset.snapshot_every == 0:
            self.league.add_snapshot(self.turn)
        if self.turn % self.preset.measure_every == 0 or last:
            self._measure(writer)
        self._log(writer)
        self.save()

    def _log(self, writer: SummaryWriter) -> None:
        for name, learner in self.learners.items():
            figures = learner.model.logger.name_to_value
            for key in TRAINING_FIGURES:
                if f"train/{key}" in figures:
                    writer.add_scalar(f"{name}/{key}", figures[f"train/{key}"], self.turn)
            games, earned = learner.env.finished.sum(axis=0)
            if games:
                writer.add_scalar(f"{name}/return_in_training", earned / games, self.turn)

    def _measure(self, writer: SummaryWriter) -> None:
        """Win rates against the baselines as they stand now."""
        row: dict[str, Any] = {
            "turn": self.turn,
            "steps": self.turn * self.turn_steps,
            "minutes": round(self.seconds / 60, 3),
        }
        matches = self.play_baselines(self.preset.measure_games, seed=self.preset.seed + 1)
        for baseline, (as_axis, as_allies) in matches.items():
            for side, games in (("axis", as_axis), ("allies", as_allies)):
                wins = games.wins(0 if side == "axis" else 1)
                row[f"{side}_vs_{baseline}"] = float(wins.mean())
                row[f"{side}_margin_vs_{baseline}"] = float(games.margin.mean()) * (
                    1 if side == "axis" else -1
                )
            row[f"two_sided_vs_{baseline}"] = two_sided(as_axis, as_allies)[0]
        for key, value in row.items():
            if "_vs_" in key:
                writer.add_scalar(f"measured/{key}", value, self.turn)
        self.rows.append(row)
        self._write_progress()

    def play_baselines(
        self, games: int, seed: int, progress: Any = None
    ) -> dict[str, tuple[Games, Games]]:
        """Baseline -> (games of ours as Axis, as Allies) on the same seeds."""
        ours = self.agents()
        seatings = []
        for baseline in self.preset.baselines:
            for side in ("axis", "allies"):
                mine = self.game.spec.sides[side]
                seatings.append(
                    {s: ours[s] if s in mine else baseline for s in self.game.spec.seats}
                )
        results = play_match(
            self.preset.game, game_options(self.preset), seatings, games, seed,
            self.preset.threads, progress,
        )  # fmt: skip
        pairs = zip(results[::2], results[1::2], strict=True)
        return dict(zip(self.preset.baselines, pairs, strict=True))

    def agents(self) -> dict[str, Any]:
        """Seat -> the current policy for it, as a frozen agent."""
        seated = {}
        for learner in self.learners.values():
            agent = learner.agent(self.game)
            agent.name = self.folder.name
            seated.update(dict.fromkeys(learner.seats, agent))
        return seated

    def _write_progress(self) -> None:
        part = self.folder / "progress.part"
        with part.open("w", newline="", encoding="utf-8") as file:
            table = csv.DictWriter(file, list(self.rows[0]))
            table.writeheader()
            table.writerows(self.rows)
        part.replace(self.folder / "progress.csv")

    def save(self) -> None:
        """Write checkpoints and all that a resume needs; the pointer to it moves last."""
        for name, learner in self.learners.items():
            learner.write(self.game, self.preset, self.folder / "checkpoints" / f"{name}.npz")
        state = self.folder / "resume" / f"turn-{self.turn:05d}"
        state.mkdir(parents=True, exist_ok=True)
        for name, learner in self.learners.items():
            (state / f"{name}.pt").write_bytes(learner.pack())
        pointer = {
            "turn": self.turn,
            "seconds": self.seconds,
            "snapshots": self.league.pack(),
            "rows": self.rows,
        }
        part = self.folder / "resume" / "state.part"
        part.write_text(json.dumps(pointer), encoding="utf-8")
        part.replace(self.folder / "resume" / "state.json")
        for old in sorted((self.folder / "resume").glob("turn-*")):
            if old != state:
                shutil.rmtree(old, ignore_errors=True)


def new_run(preset: Preset, folder: Path | None = None) -> Run:
    """Make a run in a folder of its own (runs/<preset>-seed<seed>, numbered when taken).

    Raises:
        BadInput: The folder given already holds a run.
    """
    if folder is None:
        folder = _free_folder(Path("runs") / f"{preset.name}-seed{preset.seed}")
    if (folder / "preset.toml").exists():
        raise BadInput(f"{folder} holds a run already: name another folder or use --resume")
    (folder / "checkpoints").mkdir(parents=True, exist_ok=True)
    write_preset(preset, folder / "preset.toml")
    run = _build(preset, folder)
    (folder / "versions.json").write_text(json.dumps(versions(run.game), indent=2) + "\n")
    return run


def resume_run(folder: Path) -> Run:
    """Take a run up where it was last saved.

    Raises:
        BadInput: The folder holds no run, or its game has changed since.
    """
    if not (folder / "preset.toml").is_file():
        raise BadInput(f"{folder} holds no run: name a folder that `warfront train` has made")
    run = _build(read_preset(folder / "preset.toml"), folder)
    kept = json.loads((folder / "versions.json").read_text(encoding="utf-8"))
    if kept["game_version"] != run.game.spec.version:
        raise BadInput(
            f"{folder} was trained on game version {kept['game_version']}, this is "
            f"{run.game.spec.version}: train anew"
        )
    pointer = folder / "resume" / "state.json"
    if not pointer.is_file():
        return run  # killed before its first save: from the beginning
    state = json.loads(pointer.read_text(encoding="utf-8"))
    run.turn, run.seconds, run.rows = state["turn"], state["seconds"], state["rows"]
    run.league.unpack(state["snapshots"])
    for number, (name, learner) in enumerate(run.learners.items()):
        run._seat(learner, number)
        learner.begin()
        learner.unpack((folder / "resume" / f"turn-{run.turn:05d}" / f"{name}.pt").read_bytes())
    return run


def _build(preset: Preset, folder: Path) -> Run:
    game = warfront.make_game(preset.game, **game_options(preset))
    torch.set_num_threads(preset.threads)
    learners = {
        name: new_learner(name, seats, game, preset, preset.seed * 64 + number)
        for number, (name, seats) in enumerate(learner_seats(game, preset).items())
    }
    league = League(game, preset, learners, folder / "checkpoints")
    run = Run(folder, preset, game, league)
    for learner in learners.values():
        learner.total = run.turns * run.turn_steps
    return run


def _free_folder(folder: Path) -> Path:
    number = 2
    free = folder
    while free.exists():
        free = folder.with_name(f"{folder.name}-{number}")
        number += 1
    return free


def versions(game: Game) -> dict[str, Any]:
    """What a run was made with."""
    packages = ("numpy", "numba", "torch", "stable-baselines3", "sb3-contrib")
    return {
        "warfront": _version("warfront"),
        "game": game.spec.name,
        "game_version": game.spec.version,
        "python": ".".join(map(str, sys.version_info[:3])),
        **{name: _version(name) for name in packages},
    }


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "source"
