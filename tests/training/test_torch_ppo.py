"""Our own PPO: ratio 1 at first, memory, seats, masks, rewards for the right seat."""

from typing import Any

import numpy as np
import pytest
import torch

import warfront
from learning import collect, draws, features_of, new_collector, new_env, new_policy
from toy import FREE, HighestAgent, Swapper, ToyGame
from warfront.game import BadInput, Game
from warfront_agents.features import Features
from warfront_agents.networks import net_from
from warfront_training.learner import pick_device
from warfront_training.torch_ppo.policy import ActorCritic, Seen
from warfront_training.torch_ppo.rollout import Rollout
from warfront_training.torch_ppo.sparse import Table
from warfront_training.torch_ppo.update import (
    Batch,
    Settings,
    evaluate_rows,
    loss_of,
    minibatches,
    sequences_of,
    update,
)

ALL = ("western_europe", "pacific", "russia", "north_africa")
KINDS: dict[str, dict[str, Any]] = {
    "plain": {},
    "central": {"central": True},
    "entity": {"entity": True},
    "recurrent": {"recurrent": True},
    "by seat": {"recurrent": True, "central": True, "credit": "seat"},
}
SETTINGS = Settings(epochs=2, batch=64, clip=0.2, value_weight=0.5, max_gradient=0.5)


def whole(rollout: Rollout, size: int = 64) -> list[Batch]:
    return list(minibatches(rollout, size, np.random.default_rng(1)))


@pytest.mark.parametrize("kind", KINDS)
def test_ratio_is_one_before_the_first_update(game: Game, kind: str) -> None:
    """Trial 38: for every sample, in the second rollout too, where memory goes on."""
    policy, _, rollout = collect(game, rollouts=2, **KINDS[kind])
    seen = np.zeros(len(rollout.actions), int)
    for batch in whole(rollout):
        seen[batch.rows] += 1
        with torch.no_grad():
            values, logs, entropy = evaluate_rows(policy, rollout, batch)
        assert ((logs - rollout.logs[batch.rows]).exp() - 1).abs().max() < 1e-5
        assert (values - rollout.values[batch.rows]).abs().max() < 1e-5
        assert bool(torch.isfinite(entropy).all()) and bool((entropy > -1e-6).all())
    assert (seen == 1).all()
    assert rollout.seen.legal[torch.arange(len(seen)), rollout.actions].all()


def test_memory_is_zero_where_a_game_begins(toy: ToyGame) -> None:
    """Exactly zero, for every seat; and it is what was remembered where a game goes on."""
    policy, collector, rollout = collect(toy, rollouts=3, recurrent=True)
    begun = went_on = 0
    for batch in whole(rollout):
        assert batch.sequences is not None
        first = batch.rows[: len(batch.sequences.memory)].numpy()
        for row, memory in zip(first, batch.sequences.memory, strict=True):
            game, seat = rollout.games[row], int(rollout.seen.seats[row])
            if rollout.parts[row]:
                assert (memory == 0).all()
                begun += 1
            else:
                assert (memory == rollout.memory[game, seat]).all()
                went_on += int((memory != 0).any())
    assert begun > 5 and went_on > 5
    fresh = collector._env.batch.counts == 0
    assert (collector.memory[torch.from_numpy(np.flatnonzero(fresh))] == 0).all()


def test_memory_matters_and_is_of_one_seat(toy: ToyGame) -> None:
    """A seat's memory moves only at its own decisions, by what it sees itself."""
    policy = new_policy(toy, recurrent=True)
    collector = new_collector(new_env(toy, n=4), policy)
    env, generator = collector._env, draws()
    before = collector.memory.clone()
    games = np.arange(4)
    seats = collector._number[env.batch.seats]
    collector._decide(games, generator)
    moved = (collector.memory != before).any(dim=2).numpy()
    assert moved[games, seats].all() and moved.sum() == 4


def test_sequences_hold_each_seat_s_decisions_in_time(toy: ToyGame) -> None:
    _, _, rollout = collect(toy, rollouts=2, recurrent=True)
    runs = sequences_of(rollout)
    assert sorted(np.concatenate(runs).tolist()) == list(range(len(rollout.actions)))
    for run in runs:
        assert (np.diff(run) > 0).all()
        for told in (rollout.games, rollout.seen.seats.numpy(), rollout.parts):
            assert len(set(told[run].tolist())) == 1


def test_seats_survive_batching() -> None:
    """Trial 40: the observer's one-hot in each row's features is the row's seat, in every batch."""
    game = warfront.make_game("battlecards")
    policy, collector, rollout = collect(game, central=True)
    prompts = 17  # the one-hot of the observer stands behind that of the prompt
    learns = torch.tensor(collector._learns)
    for batch in whole(rollout):
        features = features_of(rollout, batch.rows)
        seats = rollout.seen.seats[batch.rows]
        assert (features[:, prompts : prompts + 4].argmax(dim=1) == learns[seats]).all()
        views = rollout.seen.views[batch.rows]
        assert (views[:, :, prompts : prompts + 4].argmax(dim=2) == learns).all()
        own = views[torch.arange(len(seats)), seats]
        assert (own == features).all()


def test_each_seat_has_a_head_of_its_own(toy: ToyGame) -> None:
    policy, _, rollout = collect(toy)
    last = policy.critic.layers[-1]
    with torch.no_grad():
        last.weight[1] = 0
        last.bias[1] = 7
    values, _, _ = evaluate_rows(policy, rollout, Batch(torch.arange(40), None))
    second = rollout.seen.seats[:40] == 1
    assert (values[second] == 7).all() and (values[~second] != 7).all()


def test_the_actor_never_reads_what_only_the_critic_may(toy: ToyGame) -> None:
    policy, _, rollout = collect(toy, central=True)
    batch = Batch(torch.arange(30), None)
    values, logs, _ = evaluate_rows(policy, rollout, batch)
    rollout.seen.views += 1
    other, same, _ = evaluate_rows(policy, rollout, batch)
    assert (same == logs).all() and (other != values).any()
    shown = set(policy.actor.weights())
    assert shown == {f"layers.{k}.{part}" for k in range(3) for part in ("weight", "bias")}


@pytest.mark.parametrize(
    "masks",
    [
        None,
        np.ones((10, 3), np.bool_),
        np.full((3, 10), np.nan),
        np.ones((3, 10), np.float32),
        np.full((3, 10), 2, np.uint8),
        np.zeros((3, 10), np.uint8),
        np.ones(30, np.uint8),
    ],
)
def test_malformed_masks_are_refused(toy: ToyGame, masks: Any) -> None:
    """Trials 7 and 21: none, transposed, NaN, float, twos, empty, flat."""
    policy = new_policy(toy)
    seen = Seen(
        torch.zeros(3, Features(toy).size), torch.empty(0), torch.zeros(3).long(), torch.empty(0)
    )
    with pytest.raises(ValueError, match="mask"):
        policy.act(seen, masks, torch.zeros(3, 0), torch.rand(3))


def test_single_legal_actions_everywhere_are_harmless(toy: ToyGame) -> None:
    """Trial 10: no entropy, no advantage to normalise, and still a finite loss."""
    policy, _, rollout = collect(toy)
    rollout.seen.legal[:] = False
    rollout.seen.legal[torch.arange(len(rollout.actions)), rollout.actions] = True
    rollout.logs[:] = 0
    rollout.advantages[:] = 0
    for size in (64, 1):
        batch = Batch(torch.arange(size), None)
        loss, told = loss_of(policy, rollout, rollout.values, batch, SETTINGS, 0.01)
        assert torch.isfinite(loss) and np.isfinite(told).all()
        assert told[0] == 0
    optimizer = torch.optim.Adam(policy.parameters(), 1e-3)
    figures = update(policy, optimizer, rollout, SETTINGS, 0.01, np.random.default_rng(1))
    assert np.isfinite(list(figures.values())).all()
    assert all(torch.isfinite(p).all() for p in policy.parameters())


@pytest.mark.parametrize("credit", ["side", "seat"])
@pytest.mark.parametrize("reward", ["team", "individual"])
def test_all_that_accrues_reaches_the_right_seat(
    toy: ToyGame, credit: str, reward: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Trials 11 and 13: per chain and game, the rewards sum to that seat's (the side's) return."""
    policy = new_policy(toy)
    env = new_env(toy, "allies", HighestAgent(), n=12, reward=reward, carries=False)
    collector = new_collector(env, policy, decisions=60, credit=credit, shaping=0.0)
    finals: dict[tuple[int, int], Any] = {}
    whole_advance = env.advance

    def advance(orders: Any) -> None:
        whole_advance(orders)
        for i in np.flatnonzero(env.batch.terminated | env.batch.truncated).tolist():
            number = sum(1 for game, _ in finals if game == i)
            finals[i, number] = env.batch.final_returns[i].copy()

    monkeypatch.setattr(env, "advance", advance)
    rollout = collector.collect(draws())
    checked = 0
    for (game, part), returns in finals.items():
        rows = (rollout.games == game) & (rollout.parts == part)
        for seat in range(2) if credit == "seat" else (None,):
            mine = rows if seat is None else rows & (rollout.seen.seats.numpy() == seat)
            earned = returns[[1, 3]].mean() if seat is None else returns[[1, 3][seat]]
            if mine.any():
                assert rollout.rewards[mine].sum() == pytest.approx(earned, abs=1e-5)
                assert rollout.ends[mine].sum() == 1 and rollout.ends[mine][-1]
                checked += 1
    assert checked > 20
    if reward == "individual":  # a strike on the enemy's turn takes credit
        assert (rollout.rewards[~rollout.ends] < 0).any()


def test_each_seat_is_paid_for_what_it_does_itself(toy: ToyGame) -> None:
    """Trial 11, synthetic: opponents do nothing, so only who gathers or strikes may earn."""
    policy = new_policy(toy)
    env = new_env(toy, "axis", Swapper(), n=12, reward="individual")
    collector = new_collector(env, policy, decisions=20, credit="seat", shaping=0.0)
    rollout = collector.collect(draws())
    gathers = rollout.actions.numpy() == 0
    others = np.isin(rollout.actions.numpy(), (1, *range(FREE, FREE + 4)))
    assert gathers.sum() > 20 and (rollout.rewards[gathers] >= 1 / 12 - 1e-6).all()
    assert others.sum() > 20 and (abs(rollout.rewards[others]) < 1e-6).all()


def test_advantages_of_a_seat_look_along_its_own_decisions(toy: ToyGame) -> None:
    """Against the textbook recursion on each seat's own chain; what is cut looks ahead."""
    policy, collector, rollout = collect(toy, rollouts=2, credit="seat")
    checked = 0
    for run in sequences_of(rollout):
        ahead = 0.0
        later = None
        for row in run[::-1]:
            gain = float(rollout.advantages[row])
            value, reward = float(rollout.values[row]), float(rollout.rewards[row])
            if rollout.ends[row]:
                assert gain == pytest.approx(reward - value, abs=1e-4)
                checked += 1
            elif later is not None:
                delta = reward + 0.97 * later - value
                assert gain == pytest.approx(delta + 0.97 * 0.9 * ahead, abs=1e-4)
                checked += 1
            ahead, later = gain, value
    assert checked > 40


@pytest.mark.parametrize("kind", ["entity", "recurrent"])
def test_what_was_learned_is_what_plays(game: Game, kind: str) -> None:
    """The acting part, saved and loaded, has the same logits."""
    policy, _, rollout = collect(game, **KINDS[kind])
    weights = policy.actor.weights()
    net = net_from(weights, Features(game).size, game.spec.num_actions)
    features, legal = features_of(rollout, slice(30)), rollout.seen.legal[:30]
    memory = torch.rand(30, net.memory_size)
    logits, after = net.logits(features.numpy(), legal.numpy(), memory)
    with torch.no_grad():
        recalled, wanted = policy.actor.recall(policy.actor.encode(features), memory)
        raw = policy.actor.decide(recalled)
    assert torch.allclose(logits[legal], raw[legal], atol=1e-6)
    assert (logits[~legal] == -1e8).all() and torch.allclose(after, wanted)
    if kind == "entity" and game.spec.name != "skirmish":
        assert any(name.startswith("blocks.") for name in weights)


def test_blocks_tell_of_cards_and_spaces(game: Game) -> None:
    """Every feature of a block is there, and no two cards or spaces share one."""
    features = Features(game)
    if game.spec.name == "skirmish":
        assert not features.blocks
        return
    places = np.concatenate([block.reshape(-1) for block in features.blocks])
    places = places[places >= 0]
    assert len(np.unique(places)) == len(places) and places.max() < features.size
    assert len(places) > 0.3 * features.size


def test_damaged_networks_are_refused(toy: ToyGame) -> None:
    size = Features(toy).size
    weights = new_policy(toy, recurrent=True).actor.weights()
    for name, array, words in (
        ("layers.0.weight", weights["layers.0.weight"][:, 1:], "layers.0.weight is damaged"),
        ("core.bias_hh_l0", np.full_like(weights["core.bias_hh_l0"], np.nan), "is damaged"),
        ("more", np.zeros(3), "more is damaged"),
    ):
        with pytest.raises(ValueError, match=words):
            net_from({**weights, name: array}, size, 10)
    with pytest.raises(ValueError, match="no layers"):
        net_from({}, size, 10)


def test_a_missing_gpu_is_refused() -> None:
    assert pick_device("cpu").type == "cpu"
    if not torch.cuda.is_available():
        assert pick_device("auto").type == "cpu"
        with pytest.raises(BadInput, match="no GPU here: use auto or cpu"):
            pick_device("cuda")


def test_two_thousand_steps_on_the_most_actions() -> None:
    """Trial 8: the largest action space in float32; every choice is legal, all stays finite."""
    game = warfront.make_game("battlecards", theatres=ALL)
    policy = new_policy(game, seats=4)
    collector = new_collector(new_env(game, n=64), policy, decisions=32)
    rollout = collector.collect(draws())
    assert len(rollout.actions) > 2_000
    assert rollout.seen.legal[torch.arange(len(rollout.actions)), rollout.actions].all()
    optimizer = torch.optim.Adam(policy.parameters(), 1e-2)
    update(policy, optimizer, rollout, SETTINGS, 0.01, np.random.default_rng(0))
    assert all(torch.isfinite(p).all() for p in policy.parameters())


@pytest.mark.parametrize("kind", ["plain", "recurrent"])
def test_leaving_zeros_out_changes_nothing(kind: str) -> None:
    """Values, logs, entropies and every gradient, against the plain products."""
    game = warfront.make_game("battlecards")
    policy, _, rollout = collect(game, **KINDS[kind])
    assert rollout.seen.table is not None
    (batch,) = whole(rollout, 10_000)
    found = []
    rollout.seen.features = features_of(rollout, slice(None))
    for table in (rollout.seen.table, None):
        rollout.seen.table = table
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(ActorCritic, "skips_zeros", table is not None)
            told = evaluate_rows(policy, rollout, batch)
        loss = sum((part * torch.linspace(-1, 1, len(part))).sum() for part in told)
        policy.zero_grad()
        torch.as_tensor(loss).backward()  # type: ignore[no-untyped-call]
        found.append([*told, *(p.grad.clone() for p in policy.parameters() if p.grad is not None)])
    assert len(found[0]) == len(found[1]) == 3 + len(list(policy.parameters()))
    for ours, plain in zip(*found, strict=True):
        assert torch.allclose(ours, plain, atol=1e-4, rtol=1e-3)


def test_a_table_grows() -> None:
    rows = np.ones((6, 40), np.float32)
    rows[2] = 0
    table = Table.empty(6, 40)
    table.put(0, rows[:4])
    table.put(4, rows[4:])
    assert table.starts.tolist() == [0, 40, 80, 80, 120, 160, 200]
    assert table.places[160:200].tolist() == list(range(40)) and (table.values[:200] == 1).all()
    assert (table.dense(np.array([3, 2, 0])) == rows[[3, 2, 0]]).all()
