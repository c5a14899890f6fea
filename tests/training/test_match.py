"""Matches: the games asked for, paired, seat by seat, with honest intervals."""

import numpy as np
import pytest

import warfront
from toy import HighestAgent, LowestAgent, ToyGame
from warfront.game import BadInput, IllegalAction
from warfront_training.match import (
    mean_interval,
    paired_interval,
    play_match,
    share_interval,
    sides_seating,
    summary,
    two_sided,
    wilson,
)


class Cheat(LowestAgent):
    """Answers with an action that is never legal."""

    name = "cheat"

    def act(self, view: object, observation: object, mask: np.ndarray) -> int:
        return int(mask.argmin())


def test_every_game_is_played_once_with_its_seed(toy: ToyGame) -> None:
    seating = sides_seating(toy, "random", HighestAgent())
    for games in (1, 7, 700):
        (played,) = play_match("skirmish", {}, [seating], games, seed=3)
        assert len(played.winner) == games == len(set(played.seeds.tolist()))
        assert (played.decisions > 0).all() and all(played.victory)
    assert summary(played)["games"] == 700


def test_games_are_those_of_their_seeds(toy: ToyGame) -> None:
    """What the batch reports is what the plain game does, seed by seed, in the same order."""
    low, high = LowestAgent(), HighestAgent()
    (played,) = play_match("skirmish", {}, [sides_seating(toy, low, high)], 600, seed=8)
    for k in range(0, 600, 13):
        state, decisions = toy.new(int(played.seeds[k])), 0
        while not toy.done(state):
            mask = toy.legal_mask(state)
            agent = low if toy.seat(state) % 2 == 0 else high
            action = agent.act({}, toy.observe(state, toy.seat(state)), mask)
            if agent is high:
                action = len(mask) - 1 - int(mask[::-1].argmax())
            toy.step(state, action)
            decisions += 1
        assert decisions == played.decisions[k]
        assert played.winner[k] == (-1 if toy.truncated(state) else state["winner"])


def test_paired_games_share_seeds_and_mirrors_cancel(toy: ToyGame) -> None:
    one, two = HighestAgent(), HighestAgent()
    seatings = [sides_seating(toy, one, two), sides_seating(toy, two, one)]
    first, second = play_match("skirmish", {}, seatings, 300, seed=1)
    assert (first.seeds == second.seeds).all()
    assert (first.winner == second.winner).all()  # the agents are alike, so are the games
    mean, low, high = two_sided(first, second)
    decided = (first.winner >= 0).mean()
    assert mean == pytest.approx(decided / 2) and low <= mean <= high


def test_an_interval_of_shares_stays_in_range_and_never_vanishes() -> None:
    """Where all pairs ended alike it is Wilson's: 10 of 10 leave 72% to 100%."""
    assert share_interval(np.ones(10)) == pytest.approx((1.0, 0.7225, 1.0), abs=1e-3)
    assert share_interval(np.zeros(10)) == pytest.approx((0.0, 0.0, 0.2775), abs=1e-3)
    mean, low, high = share_interval(np.array([0.0] * 19 + [1.0]))
    assert low == 0.0 and mean == 0.05 and high > 0.1
    mean, low, high = share_interval(np.array([0.5, 1.0, 0.0, 0.5] * 25))
    assert (low, high) == pytest.approx((mean - 0.0696, mean + 0.0696), abs=1e-3)


def test_the_same_seed_gives_the_same_match() -> None:
    game = warfront.make_game("battlecards")
    seating = sides_seating(game, "random", "greedy")
    one, two = (play_match("battlecards", {}, [seating], 12, seed=4)[0] for _ in range(2))
    assert (one.winner == two.winner).all() and (one.margin == two.margin).all()
    facts = summary(one)
    assert sum(facts["win_rate"].values()) == pytest.approx(1)
    assert set(facts["win_rate"]) == set(facts["interval"]) == {"axis", "allies", "undecided"}
    assert facts["rounds"] > 1 and facts["length"] > 50
    won = sum(sum(row.values()) for row in facts["victories"].values())
    assert won == 12


def test_seats_are_filled_one_by_one(toy: ToyGame) -> None:
    seating = {"north": "random", "east": LowestAgent(), "south": HighestAgent(), "west": "random"}
    (played,) = play_match("skirmish", {}, [seating], 20)
    assert played.seating == {
        "north": "random", "east": "LowestAgent", "south": "HighestAgent", "west": "random",
    }  # fmt: skip
    with pytest.raises(BadInput, match="'west' is empty"):
        play_match("skirmish", {}, [{k: v for k, v in seating.items() if k != "west"}], 2)
    with pytest.raises(BadInput, match="'up' does not exist"):
        play_match("skirmish", {}, [{**seating, "up": "random"}], 2)
    with pytest.raises(BadInput, match="play 1 or more"):
        play_match("skirmish", {}, [seating], 0)


def test_an_illegal_choice_names_its_agent(toy: ToyGame) -> None:
    with pytest.raises(IllegalAction, match="'cheat'"):
        play_match("skirmish", {}, [sides_seating(toy, Cheat(), "random")], 2)


@pytest.mark.parametrize("n", [1, 2, 5, 20, 200])
@pytest.mark.parametrize("odds", [(0.5, 0.0, 0.5), (0.1, 0.8, 0.1), (0.3, 0.7, 0.0)])
def test_intervals_of_paired_games_hold_however_few_they_are(
    n: int, odds: tuple[float, float, float]
) -> None:
    """Chances of a lost, an equal and a won pair; never a point, and 93% hold the truth."""
    rng, truth = np.random.default_rng(n), odds[2] - odds[0]
    drawn = rng.choice([-1.0, 0.0, 1.0], size=(2_000, n), p=odds)
    found = np.array([paired_interval(values) for values in drawn])
    assert (found[:, 1] <= found[:, 0]).all() and (found[:, 0] <= found[:, 2]).all()
    assert (found[:, 2] - found[:, 1] > 0.01).all()
    assert np.mean((found[:, 1] <= truth) & (truth <= found[:, 2])) > 0.93


def test_intervals_cover_the_truth() -> None:
    rng = np.random.default_rng(0)
    for rate in (0.05, 0.5, 0.9):
        wins = rng.binomial(200, rate, 2_000)
        bounds = [wilson(float(w), 200) for w in wins]
        assert 0.93 < np.mean([low <= rate <= high for low, high in bounds]) < 0.975
    means = [mean_interval(rng.normal(1.0, 2.0, 100)) for _ in range(2_000)]
    assert 0.93 < np.mean([low <= 1.0 <= high for _, low, high in means]) < 0.97
    for n in range(1, 1000):
        assert wilson(0, n)[0] == 0.0 and wilson(n, n)[1] == 1.0
