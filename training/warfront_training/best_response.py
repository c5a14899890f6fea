"""How exploitable an agent is, from below: small learners train against it, frozen, on a budget.

A best response scores at least what the agent scores against itself, undecided games counting half.
What a learner scores more is a gain that the agent leaves to anyone who knows it; the mean of both
sides' gains is a lower bound of its exploitability (half its NashConv, in scores from 0 to 1).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from warfront.game import BadInput
from warfront_training.betting import lower_bound
from warfront_training.even import scores_of
from warfront_training.match import Games, mean_interval, sides_seating
from warfront_training.presets import Preset, load_preset
from warfront_training.train import Run, new_run

SMALL = {"battlecards": "quickstart", "spring1942": "spring1942-quickstart"}
MEASUREMENTS = 8  # points of the learning curve at least


@dataclass
class Response:
    """Two trained learners, one a side, and the matches that measure them.

    Attributes:
        run: Their training run.
        agent: Whom they were trained against.
        as_axis: Games of the Axis learner against the agent.
        as_allies: Games of the agent against the Allied learner, on the same seeds.
        itself: Games of the agent against itself, on the same seeds.
    """

    run: Run
    agent: str
    as_axis: Games
    as_allies: Games
    itself: Games


def response_preset(
    agent: str, game: str, steps: int, minutes: float, seed: int, changes: Sequence[str] = ()
) -> Preset:
    """The preset of learners that meet nobody but the agent.

    Args:
        agent: Whom to respond to, by the words of `evaluate`.
        game: The game; `changes` say how it is made.
        steps: Decisions of each learner at most.
        minutes: Minutes of training at most.
        seed: Seeds all chance.
        changes: `key=value` changes of the game's small preset.

    Raises:
        BadInput: The game has no small preset, or a number or change is out of range.
    """
    if game not in SMALL:
        raise BadInput(f"--game {game} has no small preset: use {' or '.join(SMALL)}")
    given = [f"seed={seed}", f"steps={steps}", f"minutes={minutes}", *changes]
    preset = load_preset(SMALL[game], given)
    turns = preset.steps / (preset.games * preset.decisions * preset.updates_per_turn)
    return replace(
        preset,
        name="best-response",
        pool={agent: 1.0},
        baselines=[agent],
        measure_every=max(1, min(preset.measure_every, int(turns / MEASUREMENTS))),
    )


def respond(preset: Preset, folder: Path, games: int, quiet: bool = False) -> Response:
    """Train both learners and measure them on seeds that training has not seen.

    Args:
        preset: Of `response_preset`.
        folder: The run's folder, made when it does not exist.
        games: Games of each of the three matches.
        quiet: Show no progress.

    Raises:
        BadInput: The folder holds something, or the agent is unknown or cannot play both sides.
    """
    (agent,) = preset.pool
    run = new_run(preset, folder)
    run.train(quiet=quiet)
    ours = run.folder.as_posix()
    seatings = [
        sides_seating(run.game, *pair) for pair in ((ours, agent), (agent, ours), (agent, agent))
    ]
    played = run.play(seatings, games, seed=preset.seed + 1_000_003)
    return Response(run, agent, *played)


def figures_of(response: Response) -> dict[str, Any]:
    """What the learners won, what the agent wins in their place, and the bound.

    Returns:
        Per side the learner's score, the agent's own against itself, and the gain, paired by
        seeds, with 95% intervals; `gain`, the mean of both sides' gains; and `at_least`, the
        lower bound of the exploitability (`betting.lower_bound`, 95%), never under 0.
    """
    run = response.run
    sides: dict[str, Any] = {}
    gains = []
    for number, side in enumerate(("axis", "allies")):
        ours = scores_of((response.as_axis, response.as_allies)[number], number)
        own = scores_of(response.itself, number)
        score, least, most = mean_interval(ours)
        mean, low, high = mean_interval(ours - own)
        sides[side] = {
            "score": score,
            "interval": [max(0.0, least), min(1.0, most)],
            "agent_itself": float(own.mean()),
            "gain": mean,
            "gain_interval": [low, high],
        }
        gains.append(ours - own)
    mean, low, high = mean_interval((gains[0] + gains[1]) / 2)
    steps = run.turn * run.turn_steps
    return {
        "agent": response.agent,
        "game": run.preset.game,
        "game_version": run.game.spec.version,
        "run": run.folder.as_posix(),
        "seed": run.preset.seed,
        "learner_decisions": {name: steps for name in run.seats},
        "training_minutes": run.seconds / 60,
        "stopped_by_time": run.turn < run.turns,
        "games": len(response.itself.winner),
        "sides": sides,
        "gain": mean,
        "interval": [low, high],
        "at_least": max(0.0, at_least(gains)),
        "progress": run.rows,
    }


def at_least(gains: Sequence[np.ndarray]) -> float:
    """What the mean gain over both sides, from -1 to 1, is more than with 95% certainty."""
    both = (gains[0] + gains[1]) / 2
    return 2 * lower_bound((1 + both) / 2) - 1
