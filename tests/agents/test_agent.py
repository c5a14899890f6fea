"""Agents by name, their answers checked, the random agent, a person at the terminal."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import warfront
from play import pick
from toy import HighestAgent, LowestAgent, ToyGame
from warfront.game import BadInput, Game, IllegalAction
from warfront_agents import Agent, is_batched, make_agent, trained
from warfront_agents.agent import AgentFailed, ask, ask_batch, begin, check_actions
from warfront_agents.agent_files import files_of_agent, value_path
from warfront_agents.human import HumanAgent, Quit, choices
from warfront_agents.uniform import UniformAgent


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("randon", "use random"),
        ("search:100", "search does not play .skirmish.: use it for battlecards"),
        ("no/such/run", "that exists"),
        ("montecarlo:many", "montecarlo:100"),
        ("montecarlo:", "montecarlo:100"),
        ("random:", "use random"),
        ("", "use random"),
        (" ", "use random"),
        ("toy:ToyGam", "cannot be imported: toy has no ToyGam; did you mean ToyGame"),
        ("no.module:Agent", "cannot be imported: .*folder that holds no.py"),
    ],
)
def test_unknown_names_are_refused_with_a_remedy(toy: ToyGame, name: str, hint: str) -> None:
    with pytest.raises(BadInput, match=hint) as error:
        make_agent(name, toy)
    assert "\n" not in str(error.value)


def test_the_files_behind_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of a run or checkpoint, or of one that ships, also where a search has it as a prior."""
    (tmp_path / "run" / "checkpoints").mkdir(parents=True)
    newest = tmp_path / "run" / "checkpoints" / "axis.npz"
    for file in (newest, newest.with_stem("axis-00010")):
        file.touch()
    (tmp_path / "random").mkdir()  # a word stays a word
    monkeypatch.chdir(tmp_path)
    for name in ("run", "search:100:run", "search:5p:run"):
        assert [file.resolve() for file in files_of_agent(name)] == [newest]
    assert files_of_agent(str(newest)) == files_of_agent(f"search:9:{newest}") == [newest]
    shipped = trained.files_of("battlecards")
    assert files_of_agent("trained:battlecards") == shipped != []
    searched = files_of_agent("search:100:trained:battlecards")
    assert searched == [*shipped, value_path("trained:battlecards")]
    for name in (
        "random",
        "search",
        "search:100",
        "toy:LowestAgent",
        "partner:never_aids",
        "",
        "x",
    ):
        assert files_of_agent(name) == []
    for name in ("search:100:nothing", "search:100:random"):
        with pytest.raises(BadInput, match="holds no checkpoints"):
            files_of_agent(name)


def test_staff_of_a_game_without_staff(toy: ToyGame) -> None:
    with pytest.raises(BadInput, match="no staff for 'skirmish'"):
        make_agent("staff", toy)


def test_own_class_by_name(toy: ToyGame) -> None:
    agent = make_agent("toy:LowestAgent", toy)
    assert isinstance(agent, LowestAgent) and not is_batched(agent)
    with pytest.raises(BadInput, match="cannot be made"):
        make_agent("toy:ToyGame", toy)
    assert is_batched(HighestAgent())
    assert is_batched(UniformAgent(toy))
    assert not is_batched(Agent(toy))


def test_an_agent_that_writes_into_its_mask_is_named(toy: ToyGame) -> None:
    class Writer:
        def act(self, view: Any, observation: Any, mask: Any) -> int:
            mask[:] = 1
            return 2

    class BatchWriter(Writer):
        def act_batch(self, observations: Any, masks: Any, seats: Any) -> Any:
            masks[:] = 1
            return np.full(len(seats), 2)

    state = toy.new(1)
    view, seen = toy.view(state, 0), toy.observe(state, 0)
    for agent in (Writer(), BatchWriter()):
        mask = np.array([0, 1, 0], np.uint8)
        with pytest.raises(IllegalAction, match=r"agent 'me' chose action 2, .* \(1\)"):
            ask(agent, "me", lambda: view, seen, mask, 0, lambda seed: state)
        assert mask.tolist() == [0, 1, 0]
    with pytest.raises(IllegalAction, match="agent 'me' chose action 2"):
        ask_batch(BatchWriter(), "me", seen[None], mask[None], np.zeros(1, np.int8), ("east",))


def test_illegal_answers_name_the_agent() -> None:
    masks = np.array([[0, 1, 0], [1, 0, 0]], np.uint8)
    assert check_actions("me", np.array([1, 0]), masks).tolist() == [1, 0]
    for answer in ([1, 1], [3, 0], [-1, 0]):
        with pytest.raises(IllegalAction, match="agent 'me' chose action"):
            check_actions("me", np.array(answer), masks)
    for shape in (np.array([1.0, 0.0]), np.array([1]), np.array([[1, 0]])):
        with pytest.raises(IllegalAction, match="agent 'me' answered"):
            check_actions("me", shape, masks)


def test_default_act_batch_asks_act_with_a_decoded_view(toy: ToyGame) -> None:
    seen: list[Any] = []

    class Mine(Agent):
        def act(self, view: Any, observation: Any, mask: Any) -> int:
            seen.append(view)
            return int(mask.argmax())

    state = toy.new(3)
    observation = toy.observe(state, 0)
    actions = Mine(toy).act_batch(observation[None], toy.legal_mask(state)[None], np.zeros(1, int))
    assert actions.tolist() == [0] and actions.dtype == np.int32
    assert seen == [toy.view(state, 0)]


def test_random_is_uniform_and_repeats_with_its_seed(toy: ToyGame) -> None:
    masks = np.zeros((20_000, 10), np.uint8)
    masks[:, [1, 4, 9]] = 1
    observations = np.zeros((20_000, 22), np.uint8)
    agent = UniformAgent(toy, 5)
    chosen = agent.act_batch(observations, masks, np.zeros(20_000, np.int8))
    counts = np.bincount(chosen, minlength=10)
    assert counts[[1, 4, 9]].sum() == 20_000
    assert abs(counts[[1, 4, 9]] / 20_000 - 1 / 3).max() < 0.02
    agent.reset(5, 0)
    again = agent.act_batch(observations, masks, np.zeros(20_000, np.int8))
    assert (again == chosen).all()


def _ask_human(game: Game, state: Any, answers: list[str]) -> tuple[int, list[str]]:
    shown: list[str] = []
    human = HumanAgent(game, 0, lambda _: answers.pop(0), shown.append)
    seat = game.seat(state)
    action = ask(
        human, "human", dict, game.observe(state, seat), game.legal_mask(state), seat,
        lambda seed: game.resample(state, seat, seed),
    )  # fmt: skip
    return action, shown


def test_human_may_answer_by_number_or_words(game: Game) -> None:
    state = game.new(4)
    offered = choices(game, state, game.legal_mask(state))
    assert _ask_human(game, state, ["0", "no", "1"])[0] == offered[0][0]
    action, shown = _ask_human(game, state, [offered[-1][1].upper()])
    assert action == offered[-1][0]
    assert any(offered[0][1] in line for line in shown)
    with pytest.raises(Quit):
        _ask_human(game, state, ["quit"])


def test_human_is_offered_exactly_the_mask(game: Game) -> None:
    """Trial 47: what a person is offered, from resampled states, is the mask, word for word."""
    rng = np.random.default_rng(8)
    state, checked = game.new(1), 0
    while checked < 1_000:
        if game.done(state):
            state = game.new(checked)
        seat, mask = game.seat(state), game.legal_mask(state)
        imagined = game.resample(state, seat, checked)
        offered = choices(game, imagined, mask)
        assert [action for action, _ in offered] == np.flatnonzero(mask).tolist()
        words = [text for _, text in offered]
        assert len(set(words)) == len(words)
        if checked % 20 == 0:
            assert words == [game.action_text(state, action) for action, _ in offered]
        game.step(state, pick(mask, rng))
        checked += 1


@pytest.mark.parametrize("name", ["random", "greedy", "staff"])
def test_every_named_agent_plays_a_legal_game(name: str) -> None:
    game = warfront.make_game("battlecards")
    agent, state = make_agent(name, game, 1), game.new(6)
    asked = 0
    while asked < 150 and not game.done(state):
        seat = game.seat(state)
        action = ask(
            agent, name, lambda: game.view(state, game.seat(state)),
            game.observe(state, seat).astype(np.uint8), game.legal_mask(state), seat,
            lambda seed: game.resample(state, game.seat(state), seed),
        )  # fmt: skip
        assert game.legal_mask(state)[action]
        game.step(state, action)
        asked += 1
    assert asked >= 100


def test_an_agent_that_raises_is_named_with_its_seat(toy: ToyGame) -> None:
    class Bad(Agent):
        def act(self, view: Any, observation: Any, mask: Any) -> int:
            raise ValueError("no\nidea")

    class BadBatch:
        def reset(self, seed: int, seat: int) -> None:
            raise KeyError

        def act_batch(self, observations: Any, masks: Any, seats: Any) -> Any:
            return 1 // 0

    state = toy.new(3)
    seen, mask = toy.observe(state, 0), toy.legal_mask(state)
    with pytest.raises(AgentFailed, match="agent 'me' failed on east: ValueError: no idea") as bad:
        ask(Bad(toy), "me", dict, seen, mask, 1, toy.new, "east")
    assert "WARFRONT_DEBUG=1" in str(bad.value) and isinstance(bad.value.__cause__, ValueError)
    seats = np.array([2, 0, 2], np.int8)
    with pytest.raises(AgentFailed, match="'us' failed on north, south: ZeroDivisionError"):
        ask_batch(BadBatch(), "us", seen[None], mask[None], seats, toy.spec.seats)
    with pytest.raises(AgentFailed, match="'us' failed on west: KeyError; mend"):
        begin(BadBatch(), "us", 1, 3, "west")
    begin(object(), "us", 1, 3, "west")  # it need not have a reset
