"""Games that a limit cuts off: what their last positions are worth goes on, by hand."""

from typing import Any

import numpy as np
import pytest
import torch

from learning import collect, draws, new_collector, new_env, new_model, new_policy
from toy import Swapper, ToyGame
from warfront_training.seating import Player
from warfront_training.torch_ppo.rollout import Collector

WORTH = (7.0, 5.0)  # what the critic thinks of any position of north's, and of south's
# The decisions of north and south in a game of eight decisions: value 7, 5, 7, 5, no reward, and
# the end is seen by south, who decided last. Discount and gae are a half:
# -2.5 = .5*5 - 5, -5.125 = .5*5 - 7 + .25*-2.5, -2.78125 = .5*7 - 5 + .25*-5.125, and so on.
BY_HAND = {
    ("side", True): [-5.1953125, -2.78125, -5.125, -2.5],
    ("side", False): [-5.234375, -2.9375, -5.75, -5.0],
    ("seat", True): [-4.375, -3.125, -3.5, -2.5],
    ("seat", False): [-5.25, -3.75, -7.0, -5.0],
}


def short() -> ToyGame:
    """A game that nobody wins in the eight decisions that it takes."""
    return ToyGame(target=100, limit=8)


def short_collector(
    credit: str, carries: bool, central: bool = False, shaping: float = 0.0, discount: float = 0.5
) -> Collector:
    """A collector whose policy gathers or swaps, its critic's values those of WORTH."""
    policy = new_policy(short(), central=central, recurrent=True)
    last: Any = policy.critic.layers[-1]
    with torch.no_grad():
        last.weight.zero_()
        last.bias.copy_(torch.tensor(WORTH))
        policy.actor.head.bias[2:] = -1e6  # nobody strikes
    env = new_env(short(), opponent=Swapper(), n=6, carries=carries)
    env.reset()
    return Collector(env, policy, 9, credit, discount, 0.5, shaping)


@pytest.mark.parametrize(
    ("credit", "carries", "central"),
    [*((*how, False) for how in BY_HAND), ("side", True, True), ("seat", True, True)],
)
def test_advantages_of_a_game_cut_off(credit: str, carries: bool, central: bool) -> None:
    collector = short_collector(credit, carries, central)
    rollout = collector.collect(draws())
    wanted = BY_HAND[credit, carries]
    checked = 0
    for game in range(6):
        for part in range(2):
            rows = np.flatnonzero((rollout.games == game) & (rollout.parts == part))
            assert rollout.advantages[rows].tolist() == pytest.approx(wanted)
            checked += 1
    assert checked == 12


@pytest.mark.parametrize(("credit", "central"), [("side", False), ("side", True), ("seat", True)])
def test_the_last_position_is_what_is_valued(
    credit: str, central: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As each seat itself sees it, all eight decisions made and nobody the winner."""
    collector = short_collector(credit, True, central)
    value = collector._policy.value
    ends = []

    def watched(seen: Any, memory: Any) -> Any:
        over = seen.features[:, 21] > 0.5  # the winner: 0.25 * (LIMIT + 1) where it is over
        if over.any():
            assert over.all() and (memory != 0).any(dim=1).all()
            ends.append(seen)
        return value(seen, memory)

    monkeypatch.setattr(collector._policy, "value", watched)
    collector.collect(draws())
    assert ends
    for seen in ends:
        assert (seen.features[:, 20] == 2.0).all()  # 0.25 * 8 decisions
        observer = seen.features[:, :4].argmax(dim=1)
        assert (observer == 2 * seen.seats).all()
        assert set(seen.seats.tolist()) == ({0, 1} if credit == "seat" else {1})
        if central:
            assert (seen.views[:, :, :4].argmax(dim=2) == torch.tensor([0, 2])).all()
            own = seen.views[torch.arange(len(observer)), seen.seats]
            assert (own == seen.features).all()


@pytest.mark.parametrize("carries", [True, False])
def test_the_potential_of_the_last_position_goes_on_with_its_value(
    carries: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Undiscounted, a game's rewards sum to the potentials of its end less its beginning."""
    collector = short_collector("side", carries, shaping=0.5, discount=1.0)
    monkeypatch.setattr(
        type(collector._env.features), "lead",
        lambda self, seen, seats: seen[:, 20].astype(np.float32) / 100,
    )  # fmt: skip
    rollout = collector.collect(draws())
    sums = [rollout.rewards[(rollout.games == g) & (rollout.parts == 1)].sum() for g in range(6)]
    assert sums == pytest.approx([5 + 0.5 * 0.08 if carries else 0.0] * 6, abs=1e-6)


@pytest.mark.parametrize("carries", [True, False])
def test_stable_baselines_goes_on_too(carries: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every value 4: a half of it follows the end, and the potential of the end."""
    model = new_model(short(), n=4, gamma=0.5, gae_lambda=0.5)
    env = model.env
    env.carries, env._discount = carries, 0.5
    monkeypatch.setattr(
        type(env.features), "lead", lambda self, seen, seats: seen[:, 20].astype(np.float32) / 10
    )
    with torch.no_grad():
        model.policy.value_net.weight.zero_()
        model.policy.value_net.bias.fill_(4)
        model.policy.action_net.bias[2:] = -1e6
    seen = []
    last_seen = env.last_seen

    def watched(games: Any) -> Any:
        seen.append(last_seen(games))
        return seen[-1]

    monkeypatch.setattr(env, "last_seen", watched)
    env.set_opponents(*quiet(env))
    env.reset()
    model.collect_rollouts(env, None, model.rollout_buffer, 16)
    buffer = model.rollout_buffer
    ended = np.flatnonzero(buffer.ends[: buffer.pos])
    assert len(ended) >= 12
    # south decides at 6 decisions and sees the end at 8; north at 4
    reward = 0.5 * 4 + 0.3 * (0.5 * 0.8 - 0.6) if carries else 0.3 * (0 - 0.6)
    gain = reward - 4
    assert buffer.rewards[ended] == pytest.approx([reward] * len(ended))
    assert buffer.advantages[ended] == pytest.approx([gain] * len(ended))
    before = [np.flatnonzero(buffer.game[:e] == buffer.game[e])[-1] for e in ended]
    step = 0.3 * (0.5 * 0.6 - 0.4) + 0.5 * 4 - 4 + 0.25 * gain
    assert buffer.advantages[before] == pytest.approx([step] * len(ended))
    assert all((rows[:, 20] == 2.0).all() for rows in seen) and bool(seen) == carries


def quiet(env: Any) -> Any:
    """An opponent who touches nobody's credit, as `set_opponents` takes it."""

    player = Player(Swapper(), env.game, 3)
    return [player], np.zeros((1, 4), np.intp), np.ones(1)


def test_decided_games_end_as_before(toy: ToyGame) -> None:
    """Only a limit lets anything follow."""
    _, collector, rollout = collect(toy, rollouts=1)
    other = new_collector(new_env(toy, n=10, carries=False), collector._policy)
    same = other.collect(draws())
    won = rollout.ends & (abs(rollout.rewards) == 1)
    assert won.any() and (rollout.rewards[won] == same.rewards[won]).all()
