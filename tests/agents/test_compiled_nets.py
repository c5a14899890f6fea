"""Networks inside kernels tell what torch tells, and search plays and judges by them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

import warfront
from exports import write_run
from play import pick
from warfront.game import BadInput, Game
from warfront_agents import make_agent
from warfront_agents.agent_files import files_of_agent, value_path
from warfront_agents.battlecards_search import Lookahead, new_desk, read_value
from warfront_agents.checkpoint import facts_of, read_checkpoint, write_checkpoint
from warfront_agents.compiled_nets import likeliest, new_nets, read_logits
from warfront_agents.features import Features
from warfront_agents.learned import LearnedAgent, load_value
from warfront_agents.networks import PolicyNet, net_from


@pytest.fixture(scope="module")
def cards() -> Any:
    """Western Europe and the Pacific."""
    return warfront.make_game("battlecards")


@pytest.fixture(scope="module")
def policy(cards: Game) -> Any:
    """The policy that ships for them."""
    return make_agent("trained:battlecards", cards)


def shipped_value() -> Path:
    return value_path("trained:battlecards")


def positions(game: Game, count: int, seed: int, prompt: str = "") -> Iterator[Any]:
    """States of random games, all or those that stand at one kind of decision."""
    rng = np.random.default_rng(seed)
    state, found = game.new(seed), 0
    while found < count:
        if game.done(state):
            state = game.new(int(rng.integers(2**32)))
        if prompt in ("", game.prompt(state)):
            found += 1
            yield state
        game.step(state, pick(game.legal_mask(state), rng))


def look(game: Game, state: Any, seat: int) -> NDArray[np.uint8]:
    """What a seat sees, [1, observation_size]."""
    seen = np.zeros((1, game.spec.observation_size), np.uint8)
    game.observe_into(state, seat, seen[0])
    return seen


def test_compiled_policies_tell_what_torch_tells(cards: Game, policy: Any) -> None:
    """Logits within 1e-4 and the same choice, on 400 positions of both sides."""
    nets = new_nets(cards, *policy.plain_policies())
    assert nets.value[0] == -1 and set(nets.net_of) == {0, 1}
    seats_met = set()
    for state in positions(cards, 400, 3):
        seat, mask = cards.seat(state), cards.legal_mask(state)
        seen, seats = look(cards, state, seat), np.array([seat], np.int8)
        theirs = policy.judge(seen, mask[None], seats, np.zeros((1, 0), np.float32))[0][0]
        ours = read_logits(nets, seen, seat)[: len(mask)]
        assert np.abs(ours - theirs)[mask > 0].max() < 1e-4
        assert likeliest(ours, mask) == policy.act_batch(seen, mask[None], seats)[0]
        seats_met.add(seat)
    assert len(seats_met) == len(cards.spec.seats)


def test_the_compiled_value_tells_what_torch_tells(cards: Any, policy: Any) -> None:
    """The chance of the Axis, whichever side is asked."""
    _, weights = read_checkpoint(shipped_value())
    features = Features(cards)
    net = net_from(weights, 2 * features.size, 1)
    value = load_value(shipped_value(), cards)
    policies, net_of = policy.plain_policies()
    nets = new_nets(cards, policies, net_of, value)
    desk = new_desk(cards, make_agent("staff", cards).worth)
    told = []
    for state in positions(cards, 60, 4, "turn_start"):
        seat = cards.seat(state)
        enemy = int(nets.enemy[seat])
        axis = seat in (cards.spec.seats.index(name) for name in cards.spec.sides["axis"])
        seats = np.array([seat, enemy], np.int8)
        seen = np.concatenate([look(cards, state, each) for each in seats])
        both = torch.from_numpy(features(seen, seats).reshape(1, -1))
        chance = float(torch.sigmoid(net.decide(net.encode(both)))[0, 0])
        told.append(read_value(cards.tables[0], desk, nets, state[0]))
        assert told[-1] == pytest.approx(chance if axis else 1.0 - chance, abs=1e-5)
    assert np.std(told) > 0.05


def test_a_playout_follows_the_policy_to_the_fifth_turn(cards: Any, policy: Any) -> None:
    """Alone in its tree a playout is the policy's own game, stopped and valued."""
    value = load_value(shipped_value(), cards)
    policies, net_of = policy.plain_policies()
    ahead = Lookahead(cards)
    ahead.follow(policies, net_of, value)
    nets = new_nets(cards, policies, net_of, value)
    desk = new_desk(cards, make_agent("staff", cards).worth)
    compared, out = 0, np.zeros(1)
    for state in positions(cards, 300, 8):
        if cards.prompt(state) == "turn_start" or cards.legal_mask(state).sum() < 2:
            continue
        world, seat = cards.copy(state), cards.seat(state)
        action = int(cards.legal_mask(state).argmax())
        ahead.begin()
        ahead.try_each(world, np.array([action]), seat, out)
        assert cards.hash(world) == cards.hash(state)
        turns = 0
        cards.step(world, action)
        while not cards.done(world):
            turns += cards.prompt(world) == "turn_start"
            if turns == 5:
                break
            now, mask = cards.seat(world), cards.legal_mask(world)
            seats = np.array([now], np.int8)
            cards.step(world, policy.act_batch(look(cards, world, now), mask[None], seats)[0])
        if not cards.done(world):
            axis = read_value(cards.tables[0], desk, nets, world[0])
            own = axis if cards.tables["side"][0][seat] == 0 else 1.0 - axis
            assert out[0] == pytest.approx(own, abs=1e-6)
            compared += 1
    assert compared > 40


def test_who_has_not_learned_plays_as_the_staff(cards: Game, tmp_path: Path) -> None:
    """Networks with entities, and seats without a network, are left to the staff."""
    flat, entity = (write_run(tmp_path / kind, cards, kind) for kind in ("flat", "entity"))
    both = sorted((flat / "checkpoints").glob("*.npz"))
    one_side = LearnedAgent.of(both[:1], cards)
    mixed = LearnedAgent.of([both[0], entity / "checkpoints" / both[1].name], cards)
    for agent in (one_side, mixed):
        assert isinstance(agent, LearnedAgent)
        policies, net_of = agent.plain_policies()
        assert len(policies) == 1 and sorted(net_of) == [-1, -1, 0, 0]
    assert (new_nets(cards).net_of == -1).all()


def test_a_value_belongs_to_its_game(cards: Game, tmp_path: Path) -> None:
    """Another game's network, and one that reads something else, are refused in one line."""
    net = PolicyNet(2 * Features(cards).size, 1, (4,))
    net.draw()
    file = tmp_path / "value.npz"
    other = warfront.make_game("battlecards", theatres=("pacific",))
    write_checkpoint(file, facts_of(cards, list(cards.spec.seats), {}, 0), net.weights())
    assert load_value(file, cards)[1][0].shape == (4, 1)
    with pytest.raises(BadInput, match=r"value.npz was trained for .*, this game has"):
        load_value(file, other)
    small = PolicyNet(Features(cards).size, 1, (4,))
    small.draw()
    write_checkpoint(file, facts_of(cards, list(cards.spec.seats), {}, 0), small.weights())
    with pytest.raises(BadInput, match=r"value.npz values no positions \(.*fit it anew"):
        load_value(file, cards)


def test_a_search_over_a_run_takes_the_value_beside_it(cards: Game, tmp_path: Path) -> None:
    """It lies in the run's folder and is one of the search's files; a checkpoint has none."""
    run = write_run(tmp_path / "run", cards, "flat")
    agent: Any = make_agent(f"search:24p:{run}", cards)
    assert agent._ahead._nets.value[0] == -1
    net = PolicyNet(2 * Features(cards).size, 1, (4,))
    net.draw()
    facts = facts_of(cards, list(cards.spec.seats), {}, 0)
    write_checkpoint(run / "value.npz", facts, net.weights())
    agent = make_agent(f"search:24p:{run}", cards)
    assert agent._ahead._nets.value[0] == 2
    newest = sorted((run / "checkpoints").glob("*.npz"))
    assert files_of_agent(f"search:24p:{run}") == [*newest, run / "value.npz"]
    assert files_of_agent(str(run)) == newest
    agent = make_agent(f"search:24p:{newest[0]}", cards)
    assert agent._ahead._nets.value[0] == -1
    assert files_of_agent(f"search:24p:{newest[0]}") == newest[:1]
