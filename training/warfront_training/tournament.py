"""Tournaments: every agent against every agent on both sides over the same seeds, resumable.

A tournament's folder holds tournament.json (the plan) and matches.jsonl, to which each finished
match is appended as one line. What a match gives depends on the plan alone, not on which process
plays it or when, so a killed tournament goes on with the matches that are missing.
"""

import hashlib
import json
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

import warfront
from warfront.game import BadInput, Game
from warfront_agents.agent_files import files_of_agent
from warfront_agents.bots.process import end_all
from warfront_training.match import play_match, sides_seating
from warfront_training.page import write
from warfront_training.population import Table
from warfront_training.seating import Player

BLOCK = 100  # games of a match; a pairing of more games is several matches
MOST = 30  # agents
FORMAT = 1
AXIS_POINTS = {0: 1.0, 1: 0.0, -1: 0.5}  # by winner; an undecided game is half a win for both
Row = dict[str, Any]


@dataclass(frozen=True)
class Plan:
    """What a tournament plays; it decides every game.

    Attributes:
        game: The game.
        options: How it is made.
        agents: Names of the agents (see `make_agent`).
        games: Games of each pairing of an Axis agent and an Allied agent: one for each seed.
        seed: Seeds games and agents.
        game_version: Version of the game when the tournament began.
        checkpoints: Agent -> digest of its policy's files, for those that have any.
    """

    game: str
    options: dict[str, Any]
    agents: list[str]
    games: int
    seed: int
    game_version: str
    checkpoints: dict[str, str]
    format: int = FORMAT


@dataclass(frozen=True)
class Match:
    """One pairing over one block of seeds."""

    axis: str
    allies: str
    block: int


Play = Callable[[Plan, Match], Row]
Spread = Callable[[Plan, list[Match]], Iterator[Row]]  # plays matches, in any order


def new_plan(name: str, options: dict[str, Any], agents: list[str], games: int, seed: int) -> Plan:
    """The plan of a tournament.

    Raises:
        BadInput: An agent is unknown, named twice or cannot sit everywhere, or a number is wrong.
    """
    if not 2 <= len(agents) <= MOST:
        raise BadInput(f"{len(agents)} agents: name 2 to {MOST}")
    for agent in agents:
        if agents.count(agent) > 1:
            raise BadInput(f"agent {agent!r} is named twice: name each once")
    if games < 1:
        raise BadInput(f"{games} games a pairing: play 1 or more")
    game = warfront.make_game(name, **options)
    for agent in agents:
        _check_agent(agent, game)
    digests = {agent: _digest(files) for agent in agents if (files := files_of_agent(agent))}
    return Plan(name, options, agents, games, seed, game.spec.version, digests)


def _check_agent(agent: str, game: Game) -> None:
    if agent == "human":
        raise BadInput("a tournament needs no people: name agents that play by themselves")
    Player(agent, game, 0).check_seats(range(len(game.spec.seats)))


def _digest(files: list[Path]) -> str:
    total = hashlib.sha256()
    for file in files:
        total.update(file.read_bytes())
    return total.hexdigest()[:16]


def begin(plan: Plan, folder: Path) -> None:
    """Make the folder of a new tournament."""
    folder.mkdir(parents=True, exist_ok=True)
    write(folder / "tournament.json", json.dumps(asdict(plan), indent=2) + "\n")


def read_plan(folder: Path) -> Plan:
    """The plan of a tournament that has begun.

    Raises:
        BadInput: There is none, or the game or a checkpoint is no longer what it was.
    """
    file = folder / "tournament.json"
    try:
        plan = Plan(**json.loads(file.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError) as error:
        raise BadInput(f"{file} cannot be read ({error}): name a tournament's folder") from error
    if "theatres" in plan.options:
        plan.options["theatres"] = tuple(plan.options["theatres"])
    now = new_plan(plan.game, plan.options, plan.agents, plan.games, plan.seed)
    if now.game_version != plan.game_version:
        raise BadInput(
            f"{folder} was played with version {plan.game_version} of {plan.game}, which is now "
            f"{now.game_version}: begin a new tournament"
        )
    for agent, digest in plan.checkpoints.items():
        if now.checkpoints.get(agent) != digest:
            raise BadInput(f"{agent} has changed since {folder} began: begin a new tournament")
    return plan


def schedule(plan: Plan) -> list[Match]:
    """All matches: block by block, every agent as Axis against every agent, himself too."""
    blocks = -(-plan.games // BLOCK)
    return [
        Match(axis, allies, block)
        for block in range(blocks)
        for axis in plan.agents
        for allies in plan.agents
    ]


def block_games(plan: Plan, block: int) -> int:
    """Games of a match of this block."""
    return min(BLOCK, plan.games - block * BLOCK)


def block_seed(plan: Plan, block: int) -> int:
    """The seed of all matches of a block: they play the same games."""
    return int(np.random.SeedSequence([plan.seed, block]).generate_state(1)[0])


def play(plan: Plan, match: Match) -> Row:
    """Play a match.

    Returns:
        Its line of matches.jsonl: who played, and for each game the winner (0 Axis, 1 Allies, -1
        undecided), the lead of the Axis in points over the target and the number of decisions;
        with outside programs also their faults.
    """
    game = warfront.make_game(plan.game, **plan.options)
    seating = sides_seating(game, match.axis, match.allies)
    games, seed = block_games(plan, match.block), block_seed(plan, match.block)
    (played,) = play_match(
        plan.game, plan.options, [seating], games, seed, threads=1, tell_faults=False
    )
    programs = {"faults": played.faults} if played.faults else {}
    return {
        **asdict(match),
        "seed": seed,
        "winner": played.winner.tolist(),
        "margin": [round(float(margin), 6) for margin in played.margin],
        "decisions": played.decisions.tolist(),
        **programs,
    }


def run(
    plan: Plan,
    folder: Path,
    processes: int = 1,
    progress: Callable[[int], Any] | None = None,
    play: Play = play,
    spread: Spread | None = None,
) -> list[Row]:
    """Play all matches that the folder lacks.

    Args:
        plan: The plan that the folder began with.
        folder: The tournament's folder.
        processes: Matches played at once.
        progress: Called with the number of games of each match, those found as well.
        play: Plays one match; it must be importable where there are several processes.
        spread: Plays the matches elsewhere, instead of `processes` and `play`.

    Returns:
        The lines of all matches in the order of the schedule.

    Raises:
        BadInput: A line of matches.jsonl is no match of this tournament, or a number is wrong.
        ChildProcessError: A process has died.
    """
    if processes < 1:
        raise BadInput(f"{processes} processes: use 1 or more")
    file = folder / "matches.jsonl"
    done = read_rows(plan, file)
    todo = [match for match in schedule(plan) if match not in done]
    tell = progress or (lambda _: None)
    for match in done:
        tell(block_games(plan, match.block))
    for row in spread(plan, todo) if spread else _played(plan, todo, processes, play):
        match = Match(row["axis"], row["allies"], row["block"])
        _append(file, row)
        done[match] = row
        tell(block_games(plan, match.block))
    return [done[match] for match in schedule(plan)]


def read_rows(plan: Plan, file: Path) -> dict[Match, Row]:
    """The finished matches; half a line, which a killed run may leave at the end, is cut off.

    Raises:
        BadInput: A line is no match of this tournament.
    """
    if not file.exists():
        return {}
    data = file.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    if len(whole) < len(data):
        os.truncate(file, len(whole))
    expected = set(schedule(plan))
    rows: dict[Match, Row] = {}
    for number, line in enumerate(whole.splitlines(), 1):
        match, row = _read_row(plan, line)
        if match not in expected:
            raise BadInput(
                f"{file}, line {number} is no match of this tournament: take the line out and "
                "resume, the match will be played again"
            )
        rows.setdefault(match, row)
    return rows


def _read_row(plan: Plan, line: bytes) -> tuple[Match | None, Row]:
    try:
        row: Row = json.loads(line)
        match = Match(row["axis"], row["allies"], row["block"])
        games, fits = block_games(plan, match.block), row["seed"] == block_seed(plan, match.block)
        for name in ("winner", "margin", "decisions"):
            fits = fits and len(row[name]) == games
        fits = fits and set(row["winner"]) <= AXIS_POINTS.keys()
    except (ValueError, KeyError, TypeError):
        return None, {}
    return (match if fits else None), row


def _append(file: Path, row: Row) -> None:
    """Append one line in one write, on the disk before the match counts as finished."""
    handle = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    try:
        os.write(handle, (json.dumps(row, separators=(",", ":")) + "\n").encode())
        os.fsync(handle)
    finally:
        os.close(handle)


def _played(plan: Plan, todo: list[Match], processes: int, play: Play) -> Iterator[Row]:
    """The lines of the matches as they finish."""
    if processes == 1 or len(todo) < 2:
        yield from (play(plan, match) for match in todo)
        return
    context = multiprocessing.get_context("spawn")
    workers = min(processes, len(todo))
    with ProcessPoolExecutor(workers, context, initializer=_follow_parent) as pool:
        futures = [pool.submit(play, plan, match) for match in todo]
        try:
            for future in as_completed(futures):
                yield future.result()
        except BrokenProcessPool as error:
            raise ChildProcessError(
                "a process of the tournament has died (out of memory?): go on with --resume, "
                "perhaps with fewer --processes"
            ) from error
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _follow_parent() -> None:
    """Let the parent say when to stop, and stop when it has died."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    end_all()
    os._exit(1)


def table_of(plan: Plan, rows: list[Row]) -> Table:
    """The results as a table, [axis agent, allied agent, seed]."""
    number = {agent: k for k, agent in enumerate(plan.agents)}
    points = np.full((len(number), len(number), plan.games), np.nan)
    for row in rows:
        first = row["block"] * BLOCK
        won = [AXIS_POINTS[winner] for winner in row["winner"]]
        points[number[row["axis"]], number[row["allies"]], first : first + len(won)] = won
    return Table(points)
