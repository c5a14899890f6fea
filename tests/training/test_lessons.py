"""Lessons: what a teacher would do is learned first, before any reward."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from learning import draws, features_of, new_collector, new_env, new_policy
from toy import HighestAgent, ToyGame
from warfront.game import BadInput
from warfront_agents.acting_net import mask_logits
from warfront_training.presets import Preset, load_preset
from warfront_training.seating import Player
from warfront_training.torch_ppo.learner import new_teacher, teacher_share
from warfront_training.torch_ppo.rollout import Collector, Rollout
from warfront_training.torch_ppo.update import Batch, Settings, evaluate_rows, update
from warfront_training.train import new_run

SETTINGS = Settings(epochs=3, batch=64, clip=0.2, value_weight=0.5, max_gradient=0.5)


def highest(rollout: Rollout) -> NDArray[np.int64]:
    """What `HighestAgent` says at each decision, found anew from the masks."""
    legal = rollout.seen.legal.numpy()
    return np.array([np.flatnonzero(row)[-1] for row in legal])


def taught(toy: ToyGame, decisions: int = 12, **kind: Any) -> Collector:
    teacher = Player(HighestAgent(), toy, 1)
    return new_collector(
        new_env(toy), new_policy(toy, **kind), decisions, kind.get("credit", "side"),
        teacher=teacher,
    )  # fmt: skip


def played(collector: Collector, led: float | None, monkeypatch: pytest.MonkeyPatch) -> Any:
    """(rollout, what was done in the games, in the rows' order)."""
    done: list[Any] = []
    env, advance = collector._env, collector._env.advance

    def noted(orders: Any) -> None:
        done.extend(orders[orders >= 0].tolist())
        advance(orders)

    monkeypatch.setattr(env, "advance", noted)
    return collector.collect(draws(), led), np.array(done)


def policy_choice(collector: Collector, rollout: Rollout) -> Any:
    """What the policy of a collector deems likeliest in each decision."""
    actor = collector._policy.actor
    with torch.no_grad():
        logits = actor.decide(actor.encode(features_of(rollout, slice(None))))
    return mask_logits(logits, rollout.seen.legal).argmax(dim=1).numpy()


@pytest.mark.parametrize("credit", ["side", "seat"])
def test_a_lesson_holds_what_the_teacher_says(
    toy: ToyGame, monkeypatch: pytest.MonkeyPatch, credit: str
) -> None:
    rollout, _ = played(taught(toy, credit=credit), 0.5, monkeypatch)
    assert rollout.lesson
    assert (rollout.actions.numpy() == highest(rollout)).all()


def test_the_teacher_does_its_share_of_the_decisions(
    toy: ToyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All at first, none at the end, where the policy does what it deems likeliest."""
    rollout, done = played(taught(toy), 1.0, monkeypatch)
    assert (done == highest(rollout)).all()
    rollout, done = played(taught(toy, 40), 0.5, monkeypatch)
    differ = (done != highest(rollout)).mean()
    _, all_own = played(taught(toy, 40), 0.0, monkeypatch)
    rollout, done = played(taught(toy), 0.0, monkeypatch)
    own = (done != highest(rollout)).mean()
    assert own > 0.3 and 0.35 * own < differ < 0.65 * own
    likeliest = policy_choice(taught(toy), rollout)
    assert (done == likeliest).all() and len(all_own)
    plain, chosen = played(taught(toy), None, monkeypatch)
    assert not plain.lesson and (plain.actions.numpy() == chosen).all()
    assert (policy_choice(taught(toy), plain) != chosen).mean() > 0.1  # it draws


def test_the_share_falls_to_what_a_preset_says() -> None:
    changes = ["teacher=staff", "lessons=1000", "final_teacher_share=0.5"]
    preset = load_preset("quickstart", changes)
    assert [teacher_share(preset, steps) for steps in (0, 500, 1000)] == [1.0, 0.75, None]
    assert teacher_share(load_preset("quickstart", changes[:2]), 750) == 0.25


@pytest.mark.parametrize("kind", [{}, {"recurrent": True, "central": True}])
def test_lessons_are_learned(toy: ToyGame, kind: dict[str, Any]) -> None:
    collector = taught(toy, 4, **kind)
    policy, generator, rng = collector._policy, draws(), np.random.default_rng(2)
    optimizer = torch.optim.Adam(policy.parameters(), 1e-2)
    losses = []
    for turn in range(8):
        rollout = collector.collect(generator, 1 - turn / 8)
        told = update(policy, optimizer, rollout, SETTINGS, 0.0, rng)
        losses.append(told["lesson_loss"])
    assert losses[-1] < 0.5 * losses[0]


def test_the_lesson_s_loss_is_the_teacher_s_surprise(toy: ToyGame) -> None:
    collector = taught(toy)
    rollout = collector.collect(draws(), 1.0)
    policy = collector._policy
    with torch.no_grad():
        _, logs, _ = evaluate_rows(policy, rollout, Batch(torch.arange(len(rollout.actions)), None))
    still = torch.optim.SGD(policy.parameters(), 0.0)
    one = Settings(1, len(rollout.actions), 0.2, 0.5, 0.5)
    told = update(policy, still, rollout, one, 0.0, np.random.default_rng(0))
    assert told["lesson_loss"] == pytest.approx(-float(logs.mean()), rel=1e-5)
    assert {"approx_kl", "clip_fraction"}.isdisjoint(told)


def test_no_teacher_that_cannot_be_asked_about_any_position(toy: ToyGame) -> None:
    def preset(teacher: str) -> Preset:
        return load_preset("quickstart", [f"teacher={teacher}", "lessons=1000"])

    assert new_teacher(preset("toy:HighestAgent"), toy, [0, 2], 0) is not None
    assert new_teacher(load_preset("quickstart"), toy, [0, 2], 0) is None
    with pytest.raises(BadInput, match="'toy:LowestAgent' remembers its games"):
        new_teacher(preset("toy:LowestAgent"), toy, [0, 2], 0)
    with pytest.raises(BadInput, match="nobody"):
        new_teacher(preset("nobody"), toy, [0, 2], 0)


@pytest.mark.parametrize("trainer", ["torch", "rllib"])
@pytest.mark.parametrize(
    ("teacher", "why"), [("nobody", "nobody"), ("toy:LowestAgent", "remembers its games")]
)
def test_no_teacher_that_cannot_teach_and_nothing_is_written(
    tmp_path: Path, trainer: str, teacher: str, why: str
) -> None:
    changes = [f"teacher={teacher}", "lessons=9", f"trainer={trainer}"]
    preset = load_preset("quickstart", changes)
    with pytest.raises(BadInput, match=why):
        new_run(preset, tmp_path / "run")
    assert not list(tmp_path.iterdir())
