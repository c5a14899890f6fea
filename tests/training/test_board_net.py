"""The network that reads a map space by space: what comes to each space, and what it refuses."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

import warfront
from learning import collect, features_of, new_policy
from warfront.game import BadInput, Game
from warfront.spring1942.tables import UNIT_NAMES
from warfront_agents.board_net import BoardNet
from warfront_agents.features import Features
from warfront_agents.networks import net_from
from warfront_training.presets import load_preset
from warfront_training.torch_ppo.learner import TorchLearner, shape_of
from warfront_training.torch_ppo.learner import new_policy as policy_of
from warfront_training.torch_ppo.update import evaluate_rows, minibatches

LAND, AIR, SHIPS = UNIT_NAMES[:3], UNIT_NAMES[4:6], UNIT_NAMES[6:11]


@pytest.fixture(scope="module")
def mini() -> Game:
    return warfront.make_game("spring1942", scenario="mini")


def net_of(game: Game) -> BoardNet:
    actor = new_policy(game, board=True).actor
    assert isinstance(actor, BoardNet)
    return actor


def positions(game: Game, wanted: int) -> Iterator[Any]:
    """(view, observation, seat) of random games, every 60 decisions."""
    rng = np.random.default_rng(3)
    state = game.new(5)
    for k in range(wanted * 60):
        if game.done(state):
            state = game.new(100 + k)
        seat = game.seat(state)
        if k % 60 == 59:
            yield game.view(state, seat), game.observe(state, seat), seat
        game.step(state, int(rng.choice(np.flatnonzero(game.legal_mask(state)))))


def amounts_of(game: Any, net: BoardNet, observation: Any, seat: int) -> torch.Tensor:
    features = Features(game)(observation[None], np.array([seat], np.int8))
    told = [torch.from_numpy(features)[:, getattr(net, f"places_{kind}")] for kind in range(2)]
    return torch.cat([each @ getattr(net, f"amounts_{k}") for k, each in enumerate(told)], dim=1)


def steps_between(game: Any) -> NDArray[np.int64]:
    """[3, E, E]: steps by land, by sea and by air, 99 where there is no way."""
    tables = game.loaded.tables
    many, land = int(tables.n_spaces), int(tables.n_land)
    touching = np.zeros((many, many), bool)
    for space in range(many):
        touching[space, tables.neighbour[space, : tables.degree[space]]] = True
    dry = np.arange(many) < land
    found = np.full((3, many, many), 99)
    for kind, open_to in enumerate((dry, ~dry, dry | True)):
        ways = touching & open_to & open_to[:, None]
        for start in np.flatnonzero(open_to):
            reached, steps = np.arange(many) == start, 0
            while reached.any():
                found[kind, start, reached & (found[kind, start] == 99)] = steps
                steps += 1
                reached = ways[reached].any(axis=0) & (found[kind, start] == 99)
    return found


def plainly(game: Any, view: Any, seat: int, steps: Any) -> NDArray[np.float64]:
    """[E, 3, 15]: what can come to each space, unit by unit, in the order that `comes` has."""
    tables, powers = game.loaded.tables, game.loaded.powers
    attack = dict(zip(UNIT_NAMES[:12], tables.attack.tolist(), strict=True))
    names, land = list(game.loaded.spaces), int(tables.n_land)
    found = np.zeros((len(names), 3, 15))
    held = [
        (names.index(name), list(powers).index(power), unit, count)
        for name, told in view["spaces"].items()
        for power, units in told.get("units", {}).items()
        for unit, count in units.items()
        if unit in UNIT_NAMES
    ]
    for to in range(len(names)):
        for at, power, unit, count in held:
            relation = 0 if power == seat else 1 if tables.side[power] == tables.side[seat] else 2
            walked, sailed, flown = steps[:, at, to]
            row, worth = found[to, relation], count * attack[unit]
            coast = flown == 1 and (at < land) != (to < land)
            shores = [z for z in range(land, len(names)) if steps[2, z, to] == 1]
            behind = to < land and not coast and any(steps[1, at, z] == 1 for z in shores)
            if unit in LAND:
                tank = unit == "tank"
                row[[0, 1]] += np.array([count, worth]) * (walked == 1)
                row[[2, 3]] += np.array([walked == 1, walked == 2]) * tank * count
                row[10] += count * coast
            elif unit in AIR:
                row[[4, 5]] += np.array([1 <= flown <= 2, 2 < flown <= 4]) * worth
            elif unit in SHIPS or unit == "transport":
                afloat = unit in SHIPS
                reaches = np.array([sailed == 1, sailed == 2, coast, behind])
                row[[6, 8, 11, 13] if afloat else [7, 9, 12, 14]] += reaches * (
                    worth if afloat else count
                )
    return found


def test_what_comes_to_each_space_is_what_stands_around_it(mini: Game) -> None:
    """Against a plain count over the view, unit by unit, in positions of random games."""
    net, steps, seen = net_of(mini), steps_between(mini), np.zeros(15)
    for view, observation, seat in positions(mini, 25):
        amounts = amounts_of(mini, net, observation, seat)
        arrivals = net.arrivals(amounts)
        wanted = plainly(mini, view, seat, steps)
        assert np.allclose(10 * arrivals[0].numpy(), wanted.reshape(len(wanted), -1), atol=1e-4)
        by_matrix = net._arrivals_by_matrix(amounts)
        assert torch.allclose(arrivals, by_matrix, atol=1e-6)
        seen += (wanted > 0).sum(axis=(0, 1))
    assert (seen > 0).all()  # every way and amount occurred


def test_what_was_learned_is_what_plays(mini: Game) -> None:
    policy, _, rollout = collect(mini, board=True)
    net = net_from(policy.actor.weights(), Features(mini).size, mini.spec.num_actions)
    features, legal = features_of(rollout, slice(40)), rollout.seen.legal[:40]
    logits, _ = net.logits(features.numpy(), legal.numpy(), torch.zeros(40, 0))
    with torch.no_grad():
        wanted = policy.actor.decide(policy.actor.encode(features))
    assert torch.allclose(logits[legal], wanted[legal], atol=1e-6)
    assert (logits[~legal] == -1e8).all()


def test_ratio_is_one_before_the_first_update(mini: Game) -> None:
    """What is kept without its zeros is read as it was."""
    policy, _, rollout = collect(mini, rollouts=2, board=True)
    for batch in minibatches(rollout, 64, np.random.default_rng(1)):
        with torch.no_grad():
            values, logs, _ = evaluate_rows(policy, rollout, batch)
        assert ((logs - rollout.logs[batch.rows]).exp() - 1).abs().max() < 1e-5
        assert (values - rollout.values[batch.rows]).abs().max() < 1e-5


def test_a_space_is_named_by_what_stands_there(mini: Game) -> None:
    """Drawn weights name no space; a pointer that sees one space's code names that space."""
    net = net_of(mini)
    _, observation, seat = next(positions(mini, 1))
    features = torch.from_numpy(Features(mini)(observation[None], np.array([seat], np.int8)))
    with torch.no_grad():
        assert (net.decide(net.encode(features)) == 0).all()
        net.identity.data[2] += 50.0
        net.point.weight.fill_(1.0)
        logits = net.decide(net.encode(features))[0]
    first = int(net.numbers[1])
    assert int(logits.argmax()) == first + 2
    spaces = slice(first, first + len(net.touching))
    assert logits.count_nonzero() <= len(logits[spaces])


@pytest.mark.parametrize(
    ("name", "damage", "words"),
    [
        ("near", lambda a: a[:, 1:], "other spaces than its ways"),
        ("touching", lambda a: a[1:], "other spaces than its ways"),
        ("places_0", lambda a: a + 10**6, "outside the features"),
        ("amounts_1", lambda a: a[1:], "other features than its spaces"),
        ("comes", lambda a: a + 100, "nothing that it knows"),
        ("numbers", lambda a: a + 10**4, "no actions of their own"),
        ("numbers", lambda a: a[:1], "its map is damaged"),
        ("rest", lambda a: a[1:], "rest is damaged"),
        ("identity", lambda a: a * np.nan, "identity is damaged"),
    ],
)
def test_a_damaged_map_is_refused(mini: Game, name: str, damage: Any, words: str) -> None:
    weights = net_of(mini).weights()
    with pytest.raises(ValueError, match=words):
        net_from(
            {**weights, name: damage(weights[name])}, Features(mini).size, mini.spec.num_actions
        )


def test_it_needs_a_map_and_no_memory() -> None:
    cards = load_preset("quickstart", ["encoder=board"])
    game = warfront.make_game("battlecards")
    with pytest.raises(BadInput, match="battlecards has none: use entity"):
        policy_of(cards, shape_of(game, 4, Features(game)))
    with pytest.raises(BadInput, match="battlecards has no estimates"):
        Features(game, estimates=True)
    with pytest.raises(BadInput, match='use encoder = "board" with it'):
        load_preset("spring1942-mini", ["encoder=flat", "estimates=true"])
    with pytest.raises(BadInput, match='encoder = "board" remembers nothing'):
        load_preset("spring1942-mini", ["encoder=board", "recurrent=true"])


@pytest.mark.parametrize("estimates", ["true", "false"])
def test_it_goes_on_exactly(tmp_path: Path, estimates: str) -> None:
    """Two turns in one go, and with a stop between, in a lesson."""
    changes = [
        "encoder=board", f"estimates={estimates}", "games=6",
        "decisions=8", "trunk=16", "layers=[16]", "teacher=greedy",
        "lessons=1000", "batch=32", "updates_per_turn=1",
    ]  # fmt: skip
    preset = load_preset("spring1942-mini", changes)
    preset = replace(preset, pool={"random": 1.0})
    one = TorchLearner("axis", preset, tmp_path, 1000)
    latest = {"allies": one.weights()}
    begun = one.take_turn(0, latest, [], {}).weights
    state = one.pack()
    wanted = one.take_turn(1, latest, [], {}).weights
    two = TorchLearner("axis", preset, tmp_path, 1000)
    two.unpack(state, "here")
    found = two.take_turn(1, latest, [], {}).weights
    assert wanted.keys() == found.keys()
    assert all((wanted[name] == found[name]).all() for name in wanted)
    assert (wanted["point.weight"] != begun["point.weight"]).any()
