"""Checkpoints and features: same policy after a round trip, refused where they do not fit."""

import copy
import json
import zipfile
import zlib
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import warfront
from warfront.game import BadInput, Game
from warfront_agents import Agent, is_batched, make_agent
from warfront_agents.checkpoint import (
    digest_weights,
    facts_of,
    read_checkpoint,
    write_checkpoint,
)
from warfront_agents.features import Features
from warfront_agents.learned import LearnedAgent, RecurrentAgent
from warfront_agents.masks import check_masks
from warfront_agents.networks import PolicyNet, net_from, sample_masked
from warfront_training.match import play_match, sides_seating


def _weights(game: Game, seed: int = 0) -> Any:
    rng = np.random.default_rng(seed)
    sizes = [Features(game).size, 16, game.spec.num_actions]
    weights = {}
    for k, (a, b) in enumerate(zip(sizes[:-1], sizes[1:], strict=True)):
        weights[f"layers.{k}.weight"] = rng.normal(0, 0.3, (b, a)).astype(np.float32)
        weights[f"layers.{k}.bias"] = rng.normal(0, 0.1, b).astype(np.float32)
    return weights


def _net(game: Game, weights: Any) -> Any:
    return net_from(weights, Features(game).size, game.spec.num_actions)


def _decisions(game: Game, n: int = 64) -> Any:
    batch = warfront.Batch(game, n, seed=3)
    batch.reset()
    for _ in range(40):
        batch.step_random()
    return batch


def test_features_depend_on_nothing_but_observation_and_seat(game: Game) -> None:
    batch = _decisions(game)
    features = Features(game)
    all_at_once = features(batch.observations, batch.seats)
    assert all_at_once.dtype == np.float32 and all_at_once.shape == (64, features.size)
    for i in range(0, 64, 7):
        one = features(batch.observations[i : i + 1].astype(np.float32), batch.seats[i : i + 1])
        assert (one[0] == all_at_once[i]).all()
    assert Features(game).digest == features.digest


def test_features_keep_seats_in_order() -> None:
    """Trial 40: the row of each game says the seat that is asked in it."""
    game = warfront.make_game("battlecards")
    batch = _decisions(game)
    features = Features(game)(batch.observations, batch.seats)
    prompts = 17  # the one-hot of the observer stands behind that of the prompt
    assert (features[:, prompts : prompts + 4].argmax(axis=1) == batch.seats).all()


def test_features_are_compact_and_quick() -> None:
    game = warfront.make_game("battlecards")
    assert Features(game).size < 1_000


def test_checkpoint_round_trip_plays_the_same(game: Game, tmp_path: Path) -> None:
    weights = _weights(game)
    facts = facts_of(game, list(game.spec.seats), {}, 17)
    digest = write_checkpoint(tmp_path / "all.npz", facts, weights)
    kept, loaded = read_checkpoint(tmp_path / "all.npz")
    assert kept == facts and digest_weights(loaded) == digest
    batch = _decisions(game)
    everywhere = np.zeros(len(game.spec.seats), np.int64)
    for sample in (True, False):
        one = LearnedAgent(game, 5, [_net(game, weights)], everywhere, sample)
        two = LearnedAgent.load(tmp_path / "all.npz", game, 5, sample)
        actions = one.act_batch(batch.observations, batch.masks, batch.seats)
        assert (actions == two.act_batch(batch.observations, batch.masks, batch.seats)).all()
        assert batch.masks[np.arange(64), actions].all()


def test_a_run_folder_seats_each_side_by_its_own_network(game: Game, tmp_path: Path) -> None:
    (tmp_path / "checkpoints").mkdir()
    for number, (side, seats) in enumerate(game.spec.sides.items()):
        facts = facts_of(game, seats, {}, 1)
        write_checkpoint(tmp_path / "checkpoints" / f"{side}.npz", facts, _weights(game, number))
    both = make_agent(str(tmp_path), game)
    alone = make_agent(str(tmp_path / "checkpoints" / "axis.npz"), game)
    axis = [game.spec.seats.index(seat) for seat in game.spec.sides["axis"]]
    assert all(both.plays(seat) for seat in range(len(game.spec.seats)))
    assert [seat for seat in range(len(game.spec.seats)) if alone.plays(seat)] == axis
    batch = _decisions(game)
    rows = np.isin(batch.seats, axis)
    both._sample = alone._sample = False
    mine = alone.act_batch(batch.observations[rows], batch.masks[rows], batch.seats[rows])
    assert (both.act_batch(batch.observations, batch.masks, batch.seats)[rows] == mine).all()
    with pytest.raises(BadInput, match="not trained for seat"):
        alone.act_batch(batch.observations, batch.masks, batch.seats)


def test_a_checkpoint_of_another_game_is_refused(tmp_path: Path) -> None:
    two = warfront.make_game("battlecards")
    one = warfront.make_game("battlecards", theatres=("pacific",))
    facts = facts_of(two, list(two.spec.seats), {"theatres": ["western_europe", "pacific"]}, 1)
    write_checkpoint(tmp_path / "c.npz", facts, _weights(two))
    with pytest.raises(BadInput, match="was trained for seats .*make the game with"):
        LearnedAgent.load(tmp_path / "c.npz", one)
    changed = warfront.make_game("battlecards", options={"die": 12})
    with pytest.raises(BadInput, match="was trained for version"):
        LearnedAgent.load(tmp_path / "c.npz", changed)


def test_what_is_no_checkpoint_is_refused(toy: Game, tmp_path: Path) -> None:
    (tmp_path / "text.npz").write_text("no zip")
    np.savez(tmp_path / "bare.npz", a=np.zeros(3))
    np.savez(tmp_path / "pickle.npz", facts=np.array([{"a": 1}], dtype=object))
    for name in ("text.npz", "bare.npz", "pickle.npz"):
        with pytest.raises(BadInput, match="no warfront checkpoint"):
            make_agent(str(tmp_path / name), toy)
    with pytest.raises(BadInput, match="holds no checkpoints"):
        make_agent(str(tmp_path), toy)


def test_a_packed_checkpoint_that_lost_a_byte_is_one_line(toy: Game, tmp_path: Path) -> None:
    """Whatever zip and zlib say of it."""
    file = tmp_path / "c.npz"
    facts = facts_of(toy, list(toy.spec.seats), {}, 1)
    write_checkpoint(file, facts, _weights(toy), half=True)
    whole = file.read_bytes()
    said = set()
    for place in range(0, len(whole), 7):
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :])
        try:
            read_checkpoint(file)
        except BadInput as error:
            assert "c.npz is no warfront checkpoint (" in str(error) and "\n" not in str(error)
            said.add(type(error.__cause__))
    assert {zlib.error, zipfile.BadZipFile} <= said


@pytest.mark.parametrize("facts", ["[]", "5", "null", '"text"'])
def test_facts_that_are_no_object_are_refused(toy: Game, tmp_path: Path, facts: str) -> None:
    np.savez(tmp_path / "c.npz", facts=np.array(facts), **_weights(toy))
    with pytest.raises(BadInput, match=r"no warfront checkpoint \(its facts are no JSON object\)"):
        make_agent(str(tmp_path / "c.npz"), toy)


def test_copies_share_the_networks_and_draw_by_themselves(game: Game) -> None:
    everywhere = np.zeros(len(game.spec.seats), np.int64)
    agent = LearnedAgent(game, 5, [_net(game, _weights(game))], everywhere)
    agent.name = "mine"
    twin = copy.deepcopy(agent)
    assert twin._nets is agent._nets and twin.game is game and twin.name == "mine"
    batch = _decisions(game)
    for each in (agent, twin):
        each.reset(3, 1)
    one, two = (
        each.act_batch(batch.observations, batch.masks, batch.seats) for each in (agent, twin)
    )
    assert (one == two).all()


def test_a_position_is_judged_from_its_features_made_once(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    everywhere = np.zeros(len(game.spec.seats), np.int64)
    agent = LearnedAgent(game, 5, [_net(game, _weights(game))], everywhere)
    batch, encode, many = _decisions(game), Features.__call__, []

    def counted(self: Features, observations: Any, seats: Any) -> Any:
        many.append(len(seats))
        return encode(self, observations, seats)

    monkeypatch.setattr(Features, "__call__", counted)
    memory = np.zeros((64, 0), np.float32)
    agent.judge(batch.observations, batch.masks, batch.seats, memory)
    agent.act_batch(batch.observations, batch.masks, batch.seats)
    assert many == [64, 64]


@pytest.mark.parametrize(
    ("fact", "value"),
    [
        ("plays", ["mars"]),
        ("plays", []),
        ("plays", 5),
        ("plays", [["red"]]),
        ("steps", "a"),
        ("options", 5),
        ("format", "2"),
    ],
)
def test_damaged_facts_are_refused(toy: Game, tmp_path: Path, fact: str, value: Any) -> None:
    facts = facts_of(toy, list(toy.spec.seats), {}, 1)
    setattr(facts, fact, value)
    write_checkpoint(tmp_path / "c.npz", facts, _weights(toy))
    with pytest.raises(BadInput, match=rf"no warfront checkpoint \({fact} is"):
        make_agent(str(tmp_path / "c.npz"), toy)


@pytest.mark.parametrize("damage", [np.nan, "float64", "scalar"])
@pytest.mark.parametrize("part", ["weight", "bias"])
def test_damaged_layers_are_refused(toy: Game, tmp_path: Path, part: str, damage: Any) -> None:
    weights, name = _weights(toy), f"layers.0.{part}"
    if damage == "scalar":
        weights[name] = weights[name].reshape(-1)[0]
    elif damage == "float64":
        weights[name] = weights[name].astype(np.float64)
    else:
        weights[name].flat[0] = damage
    write_checkpoint(tmp_path / "c.npz", facts_of(toy, list(toy.spec.seats), {}, 1), weights)
    with pytest.raises(BadInput, match=f"no warfront checkpoint .({name} is damaged|it has no la)"):
        make_agent(str(tmp_path / "c.npz"), toy)


@pytest.mark.parametrize(
    "masks",
    [
        None,
        np.ones((3, 4), np.bool_).T,
        np.full((3, 4), np.nan),
        np.ones((3, 4), np.float32),
        np.full((3, 4), 2, np.uint8),
        np.zeros((3, 4), np.uint8),
        np.ones(12, np.uint8),
    ],
)
def test_malformed_masks_are_refused(masks: Any) -> None:
    """Trials 7 and 21: transposed, NaN, float, empty or missing masks never reach the policy."""
    with pytest.raises(ValueError, match="mask"):
        check_masks(masks, (3, 4))


def test_sampling_never_draws_what_is_masked() -> None:
    logits = torch.full((5_000, 6), -1e8)
    logits[:, 2], logits[:, 5] = 0.0, 1.0
    draws = torch.cat([torch.tensor([0.0, 0.9999999]), torch.rand(4_998)])
    actions = sample_masked(logits, draws)
    assert set(actions.tolist()) == {2, 5}
    share = (actions == 5).float().mean().item()
    assert abs(share - np.e / (1 + np.e)) < 0.03


def test_a_checkpoint_of_format_1_plays_on(toy: Game, tmp_path: Path) -> None:
    """Its layers were numbered without a word, and its facts named the activation."""
    weights = _weights(toy)
    facts = asdict(facts_of(toy, list(toy.spec.seats), {}, 3))
    for later in ("observation_size", "learner", "trainer"):
        del facts[later]
    facts |= {"format": 1, "activation": "relu"}
    older = {name.removeprefix("layers."): array for name, array in weights.items()}
    np.savez(tmp_path / "old.npz", facts=np.array(json.dumps(facts)), **older)
    kept, loaded = read_checkpoint(tmp_path / "old.npz")
    assert digest_weights(loaded) == digest_weights(weights) and kept.steps == 3
    assert isinstance(make_agent(str(tmp_path / "old.npz"), toy), LearnedAgent)


def test_an_archive_of_stable_baselines3_is_refused(toy: Game, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "model.zip", "w") as archive:
        archive.writestr("data", "{}")
        archive.writestr("policy.pth", b"")
    with pytest.raises(BadInput, match="model.zip is an archive of stable-baselines3.*: name a"):
        make_agent(str(tmp_path / "model.zip"), toy)


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("observation_size", 5, "was trained for observation_size 5, this game has 22"),
        ("version", "1-5-60", "was trained for version 1-5-60, this game has 1-12-60"),
        ("game", "chess", "was trained for game chess, this game has skirmish"),
    ],
)
def test_what_does_not_fit_is_named(
    toy: Game, tmp_path: Path, field: str, value: Any, words: str
) -> None:
    facts = replace(facts_of(toy, ["north"], {}, 1), **{field: value})
    write_checkpoint(tmp_path / "c.npz", facts, _weights(toy))
    with pytest.raises(BadInput, match=words) as caught:
        make_agent(str(tmp_path / "c.npz"), toy)
    assert "\n" not in str(caught.value)


@pytest.fixture
def remembering(toy: Game, tmp_path: Path) -> Path:
    """A checkpoint that remembers, for every seat."""
    torch.manual_seed(2)
    net = PolicyNet(Features(toy).size, toy.spec.num_actions, [12, 8], recurrent=True)
    net.draw()
    torch.nn.init.orthogonal_(net.head.weight, 3.0)  # so that memory sways the choice
    with torch.no_grad():
        net.trunk.weight.mul_(0.02)
        for weight in net.core.parameters() if net.core else ():
            weight.mul_(4)
    facts = facts_of(toy, list(toy.spec.seats), {}, 1, "axis", "torch")
    write_checkpoint(tmp_path / "m.npz", facts, net.weights())
    return tmp_path / "m.npz"


def test_what_is_remembered_stays_in_its_game_and_seat(toy: Game, remembering: Path) -> None:
    """One agent for many games decides as one instance for each game and seat does."""
    together = make_agent(str(remembering), toy)
    assert isinstance(together, RecurrentAgent) and not is_batched(together)
    alone: dict[tuple[int, int], Any] = {}
    batch = warfront.Batch(toy, 6, seed=3)
    batch.reset()
    begun = batch.games.copy()
    swayed = 0
    for _ in range(60):
        games = np.arange(6)
        actions = together.act_games(games, batch.observations, batch.masks, batch.seats)
        for i, seat in enumerate(batch.seats.tolist()):
            if (i, seat) not in alone:
                alone[i, seat] = copy.deepcopy(together)
                alone[i, seat].reset(0, seat)
            own = alone[i, seat].act({}, batch.observations[i], batch.masks[i])
            assert own == actions[i]
        forgetful = copy.deepcopy(together)
        fresh = forgetful.act_games(games, batch.observations, batch.masks, batch.seats)
        swayed += int((fresh != actions).sum())
        batch.step(actions)
        for i in np.flatnonzero(batch.games != begun).tolist():
            together.begin_game(i)
            alone = {key: agent for key, agent in alone.items() if key[0] != i}
        begun = batch.games.copy()
    assert begun.sum() > 3 and swayed > 10


def test_a_match_seats_an_agent_that_remembers(toy: Game, remembering: Path) -> None:
    """The games are the same whether one agent keeps them or each seat has an instance."""
    seating = sides_seating(toy, str(remembering), "random")
    (together,) = play_match("skirmish", {}, [seating], 12, seed=5)

    class Apart(Agent):
        def __init__(self, game: Game, seed: int) -> None:
            self.inner = make_agent(str(remembering), game)
            super().__init__(game, seed)

        def reset(self, seed: int, seat: int) -> None:
            self.inner.reset(seed, seat)

        def act(self, view: Any, observation: Any, mask: Any) -> int:
            return int(self.inner.act(view, observation, mask))

    (apart,) = play_match("skirmish", {}, [sides_seating(toy, Apart(toy, 0), "random")], 12, seed=5)
    assert (together.winner == apart.winner).all()
    assert (together.decisions == apart.decisions).all()
