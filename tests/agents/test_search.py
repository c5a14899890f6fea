"""Search: names, legality, the same choice for all that looks alike, budgets, its parts."""

import itertools
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import warfront
from play import pick
from reference.battlecards.mini import KernelTree, value_after
from reference.test_battlecards_solved import SMALL
from toy import ToyGame
from warfront.game import BadInput, Game
from warfront_agents import make_agent, search, search_tree
from warfront_agents.agent import ask
from warfront_agents.battlecards_judge import KINDS, SIGNS, Sign, read_signs
from warfront_agents.battlecards_search import judge, new_desk
from warfront_agents.checkpoint import facts_of, write_checkpoint
from warfront_agents.features import Features
from warfront_agents.learned import LearnedAgent, RecurrentAgent
from warfront_agents.search import Budget, Contest, SearchAgent
from warfront_training.match import play_match, sides_seating, two_sided


@pytest.fixture(scope="module")
def cards() -> Any:
    """Western Europe and the Pacific."""
    return warfront.make_game("battlecards")


def choose(agent: Any, game: Game, state: Any) -> int:
    """What an agent does in a state."""
    seat = game.seat(state)
    return ask(
        agent, "search", dict, game.observe(state, seat), game.legal_mask(state), seat,
        lambda seed: game.resample(state, seat, seed),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("search:abc", "search:abc is no budget: use search:100 .* or search:400p"),
        ("search:", "use random"),
        ("search:0", "no budget"),
        ("search:-5", "no budget"),
        ("search:1.5", "no budget"),
        ("search:p", "no budget"),
        ("search:99999999", "no budget"),
        ("search:100:no/such", "no/such holds no checkpoints"),
    ],
)
def test_bad_names_are_refused_in_one_line(cards: Game, name: str, hint: str) -> None:
    with pytest.raises(BadInput, match=hint) as error:
        make_agent(name, cards)
    assert "\n" not in str(error.value)


def test_a_game_without_a_search_is_refused(toy: ToyGame) -> None:
    with pytest.raises(BadInput, match="does not play 'skirmish': use it for battlecards or"):
        make_agent("search:100", toy)


def test_names_say_the_budget(cards: Game) -> None:
    assert make_agent("search", cards).name == "search:100"
    assert make_agent("search:250", cards).name == "search:250"
    assert make_agent("search:40p", cards).name == "search:40p"


@pytest.mark.parametrize("name", ["search:24p", "search:24p:trained:battlecards"])
def test_a_fixed_number_of_playouts_repeats_exactly(cards: Game, name: str) -> None:
    """With one seed the choices of a game are the same, and all are legal (`ask` checks that)."""
    for seed in (1, 2):
        played = []
        for _ in range(2):
            agent, state, actions = make_agent(name, cards, 3), cards.new(seed), []
            for _ in range(60):
                actions.append(choose(agent, cards, state))
                cards.step(state, actions[-1])
            played.append(actions)
        assert played[0] == played[1]


@pytest.mark.parametrize("name", ["search:24p", "search:24p:trained:battlecards"])
def test_what_a_seat_cannot_know_does_not_change_its_choice(cards: Game, name: str) -> None:
    """Two states alike to the seat: the same choice, hidden cards and dice being others."""
    rng = np.random.default_rng(5)
    agent, state, compared = make_agent(name, cards), cards.new(6), 0
    while compared < 40:
        if cards.done(state):
            state = cards.new(compared)
        seat = cards.seat(state)
        if rng.random() < 0.3:
            twin = cards.resample(state, seat, int(rng.integers(2**32)))
            assert cards.hash(twin) != cards.hash(state)
            chosen = []
            for each in (state, twin):
                agent.reset(9, seat)
                chosen.append(choose(agent, cards, each))
            assert chosen[0] == chosen[1]
            compared += 1
        cards.step(state, pick(cards.legal_mask(state), rng))


def test_one_legal_action_costs_nothing(cards: Game) -> None:
    def none(seed: int) -> Any:
        raise AssertionError("a world was drawn")

    mask = np.zeros(cards.spec.num_actions, np.uint8)
    mask[7] = 1
    seen = np.zeros(cards.spec.observation_size, np.uint8)
    assert make_agent("search:100", cards).plan(none, seen, mask, 0) == 7


def test_a_decision_keeps_its_time(cards: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that goes on a millisecond whenever it is read: 50 readings are 50 ms."""
    clock = itertools.count()
    agent, state = make_agent("search:50", cards), cards.new(5)
    choose(agent, cards, state)  # what comes but once is done
    monkeypatch.setattr(time, "perf_counter", lambda: next(clock) / 1000.0)
    monkeypatch.setattr(Contest, "drop_clear", lambda self: False)
    before = next(clock)
    choose(agent, cards, state)
    assert 48 <= next(clock) - before <= 55


def test_budgets() -> None:
    budget = Budget("40p")
    budget.start()
    budget.spend(10)
    assert budget.spent() == 0.25 and budget.playouts == 40
    assert Budget("100").seconds == 0.1 and Budget("100").playouts == 0


def test_the_best_moves_of_a_solved_game() -> None:
    """Where one choice is worth more than another, search finds the best, where the staff errs."""
    tree = KernelTree(SMALL["decks of six cards"][0])
    game, rng = tree.game, np.random.default_rng(0)
    agent: Any = make_agent("search:60p", game, 1)
    nodes, found, errors = [node for _, node in tree.root()], 0, 0
    while found < 10:
        node = nodes.pop(int(rng.integers(len(nodes))))
        options = tree.options(node)
        worth = {words: value_after(tree, node, words) for words in options}
        nodes += [after for words in options for _, after in tree.after(node, words)]
        if not options or min(worth.values()) == max(worth.values()):
            continue
        best = max if tree.side(node) == "axis" else min
        chosen = game.action_text(node, choose(agent, game, node))
        assert worth[chosen] == best(worth.values()), worth
        seen, mask = game.observe(node, game.seat(node)), game.legal_mask(node)
        usual = game.action_text(node, agent._ahead.usual(seen, mask))
        errors += worth[usual] != best(worth.values())
        found += 1
    assert errors > 0


def test_candidates_fall_out_by_their_gain_over_the_usual_choice() -> None:
    contest = Contest(np.array([3, 5, 8, 9]), 5)
    for k in range(40):
        luck = 0.3 * (k % 3)  # common to all
        contest.note(np.array([0.1 + 0.05 * (k % 2), 0.2, 0.3 + 0.05 * (k % 2), 0.1]) + luck)
    gain, error = contest.gain()
    assert gain == pytest.approx([-0.075, 0.0, 0.125, -0.1])
    assert error[0] == pytest.approx(0.025 / np.sqrt(40)) and error[1] == 0.0
    assert contest.best() == 8
    assert contest.drop_clear() and contest.actions[contest.alive].tolist() == [5, 8]
    assert contest.best() == 8


def test_the_usual_choice_stays_unless_another_is_proven() -> None:
    contest = Contest(np.array([3, 5, 8, 9]), 5)
    for k in range(30):
        contest.note(np.array([0.5 + 0.5 * (-1) ** k, 0.49, 0.2, 0.1]))
    assert contest.best() == 5  # 3 is better by less than chance
    contest.halve()
    assert contest.actions[contest.alive].tolist() == [3, 5]
    few = Contest(np.array([1, 2]), 1)
    few.note(np.array([0.0, 1.0]))
    assert few.best() == 1  # one world proves nothing


def test_a_policy_is_overruled_for_clear_gains_only() -> None:
    """By two standard errors and a hundredth; what cannot reach that is not tried any longer."""
    gains = {3: 0.02, 5: 0.0, 8: 0.008, 9: -0.03}  # 5 is the policy's own choice
    contest = Contest(np.array([*gains]), 5, search.PROVEN, search.WORTH)
    for k in range(64):
        contest.note(np.array([*gains.values()]) + np.array([0.1, 0.0, 0.001, 0.01]) * (-1) ** k)
    assert contest.best() == 5  # 3 is better by 1.6 standard errors, 8 by too little
    assert not contest.drop_clear() and contest.actions[contest.alive].tolist() == [3, 5]
    for k in range(64):
        contest.note(np.array([gains[3] + 0.1 * (-1) ** k, 0.0]))
    assert contest.best() == 3
    staffs = Contest(np.array([5, 8]), 5)
    for _ in range(12):
        staffs.note(np.array([0.0, 0.008]))
    assert staffs.best() == 8


def test_no_time_goes_to_what_makes_no_difference() -> None:
    contest = Contest(np.array([3, 5]), 5)
    for _ in range(12):
        contest.note(np.array([0.5001, 0.5]))
    assert contest.drop_clear() and contest.best() == 3


def test_a_tree_of_nodes_by_what_is_seen() -> None:
    tree = search_tree.new_tree()
    words = np.zeros(360, np.uint64)
    keys = set()
    with np.errstate(over="ignore"):
        for place in range(360):
            words[place] = 1
            keys.add(int(search_tree.digest(words)))
            words[place] = 0
        key = search_tree.digest(words)
    assert len(keys | {int(key)}) == 361
    at = -1 - search_tree.find(tree, key)
    search_tree.add_node(tree, at, key, 3, 1)
    assert search_tree.find(tree, key) == at
    tree.size[0] = search_tree.SLOTS
    assert search_tree.find(tree, key) == at
    assert search_tree.find(tree, key ^ np.uint64(2)) == search_tree.FULL


def test_a_node_is_worth_what_it_is_to_the_side_that_decides() -> None:
    """Allies maximise together, whoever of them decides; the enemy wants the rest of 1."""
    tree = search_tree.new_tree()
    for at in range(3):
        search_tree.add_node(tree, at, np.uint64(at + 1), 2, 0)
    for axis, edge in ((0.9, 0), (0.2, 1)) * 30:
        for depth, side in enumerate((0, 0, 1)):
            search_tree.enter(tree, depth, depth, edge, side)
        search_tree.back_up(tree, 3, axis)
    assert tree.total[0, 0] / tree.tries[0, 0] == pytest.approx(0.9)
    assert tree.total[2, 0] / tree.tries[2, 0] == pytest.approx(0.1)
    assert [search_tree.choose_edge(tree, at) for at in range(3)] == [0, 0, 1]


def test_a_new_node_begins_with_the_usual_choice() -> None:
    tree = search_tree.new_tree()
    search_tree.add_node(tree, 4, np.uint64(9), 5, 3)
    assert search_tree.choose_edge(tree, 4) == 3
    mask = np.array([0, 1, 0, 1, 1], np.uint8)
    assert [search_tree.nth_legal(mask, edge) for edge in range(3)] == [1, 3, 4]
    assert [search_tree.edge_of(mask, action) for action in (1, 3, 4)] == [0, 1, 2]


def test_a_policy_says_how_likely_the_edges_of_a_node_seem() -> None:
    """Its probabilities of the legal actions, a tenth shared out alike; else the usual choice."""
    tree = search_tree.new_tree()
    mask = np.array([0, 1, 0, 1, 1], np.uint8)
    search_tree.add_node(tree, 4, np.uint64(9), 3, 1)
    assert tree.prior[4, :3] == pytest.approx([0.4 / 3, 0.6 + 0.4 / 3, 0.4 / 3])
    logits = np.array([9.0, 0.0, 9.0, np.log(2.0), np.log(5.0)], np.float32)
    search_tree.lean(tree, 4, logits, mask)
    assert tree.prior[4, :3] == pytest.approx(0.9 * np.array([1, 2, 5]) / 8 + 0.1 / 3)
    search_tree.enter(tree, 0, 4, 1, 0)
    search_tree.back_up(tree, 1, 0.5)
    assert search_tree.choose_edge(tree, 4) == 2


def signs_of(game: Any, state: Any) -> np.ndarray[Any, Any]:
    """The signs of a state."""
    worth: Any = make_agent("staff", game).worth
    force, signs = np.zeros((8, KINDS)), np.zeros(SIGNS)
    read_signs(game.tables[0], worth, state[0], force, signs)
    return signs


def test_the_judge_sees_points_forces_and_results(cards: Any) -> None:
    state = cards.new(4)
    while cards.prompt(state) != "turn_start":
        cards.step(state, int(cards.legal_mask(state).argmax()))
    desk = new_desk(cards, make_agent("staff", cards).worth)
    even = judge(cards.tables[0], desk, state[0])
    assert 0.2 < even < 0.8
    ahead = cards.copy(state)
    ahead["points"][0] = (30, 0)
    assert signs_of(cards, ahead)[Sign.LEAD] == 30 / int(cards.tables["target"][0])
    assert judge(cards.tables[0], desk, ahead[0]) > even + 0.04
    stronger = cards.copy(state)
    stronger["deployed"][0, 1, 28:50] += 1
    assert signs_of(cards, stronger)[Sign.FORCE] < signs_of(cards, state)[Sign.FORCE]
    assert judge(cards.tables[0], desk, stronger[0]) < even - 0.1
    for winner, value in (
        (0, 1.0),
        (1, 0.0),
        (2, 0.5 + 0.25 * 30 / int(cards.tables["target"][0])),
    ):
        ahead["prompt"], ahead["winner"] = 16, winner
        assert judge(cards.tables[0], desk, ahead[0]) == pytest.approx(value)


def test_a_checkpoint_says_what_is_worth_a_try(cards: Game, tmp_path: Path) -> None:
    rng, weights = np.random.default_rng(4), {}
    sizes = (Features(cards).size, 16, cards.spec.num_actions)
    for k in range(2):
        shape = sizes[k + 1], sizes[k]
        weights[f"layers.{k}.weight"] = rng.normal(0, 0.4, shape).astype(np.float32)
        weights[f"layers.{k}.bias"] = np.zeros(sizes[k + 1], np.float32)
    path = tmp_path / "all.npz"
    write_checkpoint(path, facts_of(cards, list(cards.spec.seats), {}, 0), weights)
    agent: Any = make_agent(f"search:24p:{path}", cards, 2)
    state = cards.new(3)
    seat, mask = cards.seat(state), cards.legal_mask(state)
    seen = cards.observe(state, seat)
    chance = agent._prior.probabilities(seen[None], mask[None], np.array([seat], np.int8))[0]
    assert chance.sum() == pytest.approx(1.0) and (chance[mask == 0] == 0).all()
    actions, usual = agent._candidates(seen, mask, seat)
    assert usual == chance.argmax()
    staff = agent._ahead.usual(seen, mask)
    assert set(actions) == set(np.flatnonzero(chance >= search.LIKELY)) | {staff}
    assert choose(agent, cards, state) in actions
    assert agent.plays(0)


def test_a_checkpoint_with_a_memory_is_refused(
    cards: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    nets: Any = [SimpleNamespace(memory_size=2)]
    agent = RecurrentAgent(cards, 0, nets, np.zeros(4, np.int64))
    monkeypatch.setattr(LearnedAgent, "load", lambda *_: agent)
    with pytest.raises(BadInput, match="runs/x remembers its games"):
        make_agent("search:100:runs/x", cards)


def test_players_of_many_games_share_a_desk_and_not_their_chance(cards: Game) -> None:
    seatings = [
        sides_seating(cards, "search:6p", "staff"),
        sides_seating(cards, "staff", "search:6p"),
    ]
    one, two = (play_match("battlecards", {}, seatings, 2, seed=4) for _ in range(2))
    assert [games.margin.tolist() for games in one] == [games.margin.tolist() for games in two]


@pytest.mark.deep  # compiles the players of Spring 1942 once more, for a minute and a half
def test_spring1942_is_searched_too() -> None:
    """A few decisions of the small map: legal, the same again, no more candidates than planned."""
    game = warfront.make_game("spring1942", scenario="mini")
    played = []
    for _ in range(2):
        agent: Any = SearchAgent(game, 3, "12p")
        state, actions = game.new(2), []
        for _ in range(4):
            actions.append(choose(agent, game, state))
            game.step(state, actions[-1])
        played.append(actions)
    assert played[0] == played[1]
    seat, mask = game.seat(state), game.legal_mask(state)
    assert len(agent._candidates(game.observe(state, seat), mask, seat)[0]) <= 4


@pytest.mark.deep
def test_search_is_better_than_the_staff_it_plays_out() -> None:
    game = warfront.make_game("battlecards")
    seatings = [
        sides_seating(game, "search:300p", "staff"),
        sides_seating(game, "staff", "search:300p"),
    ]
    as_axis, as_allies = play_match("battlecards", {}, seatings, 40, seed=11)
    assert two_sided(as_axis, as_allies)[0] >= 0.52
