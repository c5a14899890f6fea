"""A training run: learners in turns against the league, measured, logged, saved."""

import csv
import io
import json
import math
import shutil
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any

import torch
from torch.utils.tensorboard import SummaryWriter
from tqdm import tqdm

import warfront
from warfront.game import BadInput, Game
from warfront_agents.agent import make_agent
from warfront_agents.checkpoint import Weights, facts_of, write_checkpoint
from warfront_agents.features import Features
from warfront_agents.files import write_whole
from warfront_training.folders import check_new_folder, free_folder
from warfront_training.league import (
    Record,
    Snapshot,
    add_record,
    baselines_of,
    learner_seats,
    snapshot_path,
)
from warfront_training.learner import TurnResult, pick_device
from warfront_training.match import Games, Seating, play_match, sides_seating, two_sided
from warfront_training.presets import Preset, game_options, read_preset, write_preset
from warfront_training.run_files import check_there, pass_second_of, read_json, refuse_older
from warfront_training.torch_ppo.learner import new_teacher
from warfront_training.workers import Start, Workers, start_workers, take_turns


@dataclass
class Run:
    """One training run in its folder.

    Attributes:
        folder: runs/<name>.
        preset: What it is made of.
        game: The game.
        turn: Turns done.
        seconds: Training time so far, over all resumes.
        rows: Measurements so far, one dict a row of progress.csv.
        policies: Learner -> its policy's weights as they stand.
        snapshots: The frozen past, oldest first.
        records: Learner -> what came of its games against each opponent.
    """

    folder: Path
    preset: Preset
    game: Game
    turn: int = 0
    seconds: float = 0.0
    rows: list[dict[str, Any]] = field(default_factory=list)
    policies: dict[str, Weights] = field(default_factory=dict)
    snapshots: list[Snapshot] = field(default_factory=list)
    records: dict[str, Record] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Who learns what."""
        self.seats = learner_seats(self.game, self.preset)

    @property
    def turn_steps(self) -> int:
        """Learner decisions of one learner in a turn (a few more are collected)."""
        return self.preset.games * self.preset.decisions * self.preset.updates_per_turn

    @property
    def turns(self) -> int:
        """Turns in all."""
        return math.ceil(self.preset.steps / self.turn_steps)

    @property
    def is_finished(self) -> bool:
        """Whether all of its turns are done, or its time is up."""
        return self.turn >= self.turns or self.seconds >= 60 * self.preset.minutes

    def train(self, quiet: bool = False, start: Start = start_workers) -> None:
        """Train to the end (or the stop by time), saving after every turn; `start` the learners."""
        torch.set_num_threads(1)  # the other cores are the learners'
        workers = start(list(self.seats), self.preset, self.folder, self.turns * self.turn_steps)
        later = self.turn + 1 if self.turn else 0  # what a killed run logged after its last save
        log = self.folder / "tensorboard"
        pass_second_of(log)
        writer = SummaryWriter(str(log), purge_step=later)
        try:
            self._restore(workers)
            self._run(workers, writer, quiet)
        finally:
            writer.close()
            workers.close()

    def _restore(self, workers: Workers) -> None:
        """Give the learners back what was saved of them, if anything."""
        if self.turn:
            state = self.state_folder
            files = {name: state / f"{name}.npz" for name in self.seats}
            kept = {name: (file.read_bytes(), str(file)) for name, file in files.items()}
            workers.call("unpack", kept)
        self.policies = workers.call("weights", dict.fromkeys(self.seats, ()))

    def _run(self, workers: Workers, writer: SummaryWriter, quiet: bool) -> None:
        each = self.turn_steps * len(self.seats)
        with tqdm(
            total=self.turns * each, initial=self.turn * each, desc="training", disable=quiet,
            unit=" decisions", unit_scale=True, file=sys.stderr, smoothing=0.05,
        ) as bar:  # fmt: skip
            if not self.rows:
                self._measure(writer)
            bar.set_postfix_str("the first turn may compile the rules: up to a minute")
            while not self.is_finished:
                begun = time.perf_counter()
                results = take_turns(
                    workers, self.turn, self.policies, self.snapshots, self.records
                )
                self.turn += 1
                self.seconds += time.perf_counter() - begun
                self.policies = {name: result.weights for name, result in results.items()}
                self._after_turn(workers, writer, results)
                bar.set_postfix_str("")
                bar.update(each)

    def _after_turn(
        self, workers: Workers, writer: SummaryWriter, results: dict[str, TurnResult]
    ) -> None:
        for name, result in results.items():
            for key, value in result.figures.items():
                writer.add_scalar(f"{name}/{key}", value, self.turn)
            self.records[name] = add_record(self.records.get(name, {}), result.met)
        if self.turn % self.preset.snapshot_every == 0:
            digests = {
                name: self._write_policy(name, snapshot_path(self.folder, self.turn, name))
                for name in self.seats
            }
            self.snapshots.append(Snapshot(self.turn, digests))
        if self.turn % self.preset.measure_every == 0 or self.turn == self.turns:
            self._measure(writer)
        writer.flush()
        self._save(workers)

    def _measure(self, writer: SummaryWriter) -> None:
        """Win rates against the baselines as the policies stand now."""
        row: dict[str, Any] = {
            "turn": self.turn,
            "steps": self.turn * self.turn_steps,
            "minutes": round(self.seconds / 60, 3),
        }
        self._write_newest()
        matches = self.play_baselines(self.preset.measure_games, seed=self.preset.seed + 1)
        for baseline, (as_axis, as_allies) in matches.items():
            row[f"axis_vs_{baseline}"] = float(as_axis.wins(0).mean())
            row[f"axis_margin_vs_{baseline}"] = float(as_axis.margin.mean())
            row[f"allies_vs_{baseline}"] = float(as_allies.wins(1).mean())
            row[f"allies_margin_vs_{baseline}"] = -float(as_allies.margin.mean())
            row[f"two_sided_vs_{baseline}"] = two_sided(as_axis, as_allies)[0]
        for key, value in row.items():
            if "_vs_" in key:
                writer.add_scalar(f"measured/{key}", value, self.turn)
        self.rows.append(row)
        self._write_progress()

    def play_baselines(
        self, games: int, seed: int, progress: Any = None
    ) -> dict[str, tuple[Games, Games]]:
        """Baseline -> (games of the newest checkpoints as Axis, as Allies) on the same seeds.

        These are the games of `warfront evaluate RUN BASELINE --two-sided` with this seed.
        """
        ours = self.folder.as_posix()
        matches = {}
        for baseline in self.preset.baselines:
            seatings = [
                sides_seating(self.game, ours, baseline),
                sides_seating(self.game, baseline, ours),
            ]
            as_axis, as_allies = self.play(seatings, games, seed, progress)
            matches[baseline] = (as_axis, as_allies)
        return matches

    def play(
        self, seatings: Sequence[Seating], games: int, seed: int, progress: Any = None
    ) -> list[Games]:
        """Play a match of the run's game."""
        return play_match(
            self.preset.game, game_options(self.preset), seatings, games, seed,
            self.preset.threads, progress,
        )  # fmt: skip

    def _write_policy(self, name: str, path: Path) -> str:
        facts = facts_of(
            self.game, self.seats[name], game_options(self.preset), self.turn * self.turn_steps,
            name, self.preset.trainer, Features(self.game, self.preset.estimates).digest,
        )  # fmt: skip
        return write_checkpoint(path, facts, self.policies[name])

    def _write_newest(self) -> None:
        for name in self.seats:
            self._write_policy(name, self.folder / "checkpoints" / f"{name}.npz")

    def _write_progress(self) -> None:
        text = io.StringIO(newline="")
        table = csv.DictWriter(text, list(self.rows[0]))
        table.writeheader()
        table.writerows(self.rows)
        write_whole(self.folder / "progress.csv", text.getvalue().encode())

    @property
    def state_folder(self) -> Path:
        """Where the learners stand as they were saved last."""
        return self.folder / "resume" / f"turn-{self.turn:05d}"

    def _save(self, workers: Workers) -> None:
        """Write checkpoints and all that a resume needs; the pointer to it moves last."""
        self._write_newest()
        state = self.state_folder
        state.mkdir(parents=True, exist_ok=True)
        for name, data in workers.call("pack", dict.fromkeys(self.seats, ())).items():
            write_whole(state / f"{name}.npz", data)
        pointer = {
            "turn": self.turn,
            "seconds": self.seconds,
            "snapshots": [{"turn": s.turn, "digests": s.digests} for s in self.snapshots],
            "rows": self.rows,
            "records": self.records,
        }
        write_whole(self.folder / "resume" / "state.json", json.dumps(pointer).encode())
        for old in (self.folder / "resume").glob("turn-*"):
            if old != state:
                shutil.rmtree(old, ignore_errors=True)


def new_run(preset: Preset, folder: Path | None = None) -> Run:
    """Make a run in a folder of its own (runs/<preset>-seed<seed>, numbered when taken).

    Raises:
        BadInput: The folder holds something already or has an odd name, an opponent is unknown, the
            teacher cannot teach, or a GPU is wanted and there is none.
    """
    if folder is None:
        folder = free_folder(Path("runs") / f"{preset.name}-seed{preset.seed}")
    if (folder / "preset.toml").exists():
        raise BadInput(f"{folder} holds a run already: name another folder or use --resume")
    check_new_folder(folder)
    run = Run(folder, preset, warfront.make_game(preset.game, **game_options(preset)))
    teacher = [preset.teacher] if preset.teacher else []
    for name in {*preset.baselines, *baselines_of(preset.pool), *teacher}:
        if name == "human":
            raise BadInput("training needs no people: name agents that play by themselves")
        make_agent(name, run.game)  # refused before anything is written
    for seats in run.seats.values():  # so is a teacher, wherever the run is played
        new_teacher(preset, run.game, [run.game.spec.seats.index(seat) for seat in seats], 0)
    _check_device(preset)
    part = folder.with_name(f"{folder.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    (part / "checkpoints").mkdir(parents=True)
    write_preset(preset, part / "preset.toml")
    (part / "versions.json").write_text(
        json.dumps(versions(run.game, preset.trainer), indent=2) + "\n"
    )
    if folder.exists():
        folder.rmdir()  # empty, as was checked
    part.rename(folder)  # all of it at once: a run that is there can be resumed
    return run


def resume_run(folder: Path) -> Run:
    """Take a run up where it was last saved.

    Raises:
        BadInput: The folder holds no run, or not all of it, or its game has changed since.
    """
    if not (folder / "preset.toml").exists() and not (folder / "versions.json").exists():
        raise BadInput(f"{folder} holds no run: name a folder that `warfront train` has made")
    check_there(folder / "preset.toml")
    preset = read_preset(folder / "preset.toml")
    _check_device(preset)
    run = Run(folder, preset, warfront.make_game(preset.game, **game_options(preset)))
    (trained_on,) = read_json(folder / "versions.json", "game_version")
    if trained_on != run.game.spec.version:
        raise BadInput(
            f"{folder} was trained on game version {trained_on}, this is "
            f"{run.game.spec.version}: train anew"
        )
    pointer = folder / "resume" / "state.json"
    if pointer.is_file():  # else it was killed before its first save, and begins again
        run.turn, run.seconds, run.rows, past = read_json(
            pointer, "turn", "seconds", "rows", "snapshots"
        )
        (run.records,) = read_json(pointer, "records", usual={})
        run.snapshots = [Snapshot(each["turn"], each["digests"]) for each in past]
        for name in run.seats:
            refuse_older(run.state_folder / f"{name}.pt")
            check_there(run.state_folder / f"{name}.npz")
    check_there(folder / "checkpoints")
    for snapshot in run.snapshots:
        for name in run.seats:
            check_there(snapshot_path(folder, snapshot.turn, name))
    return run


def _check_device(preset: Preset) -> None:
    """Refuse a GPU that is not here; on a cluster it need not be here."""
    if preset.trainer != "rllib":
        pick_device(preset.device)


def versions(game: Game, trainer: str) -> dict[str, Any]:
    """What a run was made with."""
    packages = ["numpy", "numba", "torch", "stable-baselines3", "sb3-contrib"]
    packages += ["ray"] if trainer == "rllib" else []
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
