"""Language models as players: prompts within their budget, free text read, whole games played."""

import re
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import warfront
from play import pick
from warfront.game import Game, IllegalOrder
from warfront_agents.bots.faults import Fault
from warfront_agents.bots.free_text import answer_line, read_text
from warfront_agents.bots.history import History
from warfront_agents.bots.words import Question, build_prompt, count_tokens, rules_of
from warfront_training.match import play_match, sides_seating

MODEL = Path(__file__).parents[2] / "examples" / "bots" / "words_model.py"
NAME = f"llm:{shlex.quote(sys.executable)} -S -E {MODEL}"
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("battlecards", {"theatres": ("pacific",), "options": {"game_rounds": "12"}}),
    ("spring1942", {"scenario": "mini", "options": {"round_limit": "2"}}),
]


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_the_stand_in_plays_whole_games_from_the_prompt_alone(
    name: str, options: dict[str, Any]
) -> None:
    game = warfront.make_game(name, **options)
    (played,) = play_match(name, options, [sides_seating(game, NAME, NAME)], 1, seed=2)
    report = played.faults[NAME]
    assert report["lost"] == 0 and report["asked"] == played.decisions[0] > 10


def questions(name: str, options: dict[str, Any], seed: int, decisions: int) -> list[Question]:
    """What would be asked at the decisions of a random game, with the history of each seat."""
    game = warfront.make_game(name, **options)
    rng = np.random.default_rng(seed)
    state = game.new(seed)
    past: dict[int, History] = {}
    asked: list[Question] = []
    while not game.done(state) and len(asked) < decisions:
        seat, mask = game.seat(state), game.legal_mask(state)
        mine = past.setdefault(seat, History(game))
        seen = game.resample(state, seat, 0)
        mine.see(seen, seat)
        legal = [(int(a), game.action_text(seen, int(a))) for a in np.flatnonzero(mask)]
        asked.append(Question(game, seen, seat, legal, list(mine.lines)))
        action = pick(mask, rng)
        mine.chose(game.action_text(seen, action))
        game.step(state, action)
    return asked


WHOLE = [
    ("battlecards", {"theatres": ("western_europe", "pacific", "russia", "north_africa")}),
    ("spring1942", {"scenario": "opening"}),
]


@pytest.mark.parametrize(("name", "options"), WHOLE)
def test_prompts_keep_their_budget_and_are_always_the_same(
    name: str, options: dict[str, Any]
) -> None:
    first, again = (questions(name, options, 3, 60)[::6] for _ in range(2))
    for one, other in zip(first, again, strict=True):
        for budget in (500, 900, 2_000, 6_000):
            prompt = build_prompt(one, budget)
            assert count_tokens(prompt) <= budget
            assert prompt == build_prompt(other, budget)
        whole = build_prompt(one, 50_000)
        assert rules_of(one.game) in whole
        assert all(f"{k}. {words}\n" in whole for k, (_, words) in enumerate(one.legal, 1))
        assert all(line in whole for line in one.history)
        assert f"You play {one.game.spec.seats[one.seat]} for the " in whole
        assert count_tokens(whole) < 6_000  # the budget where nothing is said holds all but history


def test_the_oldest_history_is_left_out_first_then_the_rules() -> None:
    asked = questions("battlecards", {"theatres": ("pacific",)}, 3, 20)[-1]
    lines = [f"event number {k}" for k in range(3_000)]
    long = Question(asked.game, asked.state, asked.seat, asked.legal, lines)
    prompt = build_prompt(long, 4_000)
    assert lines[-1] in prompt and lines[0] not in prompt and rules_of(asked.game) in prompt
    kept = [line for line in prompt.splitlines() if line.startswith("event number")]
    assert kept == lines[-len(kept) :]
    short = build_prompt(long, 1_000)
    assert rules_of(asked.game) not in short
    assert asked.game.text(asked.state, asked.seat).splitlines()[0] in short


def test_tokens_are_estimated_from_above() -> None:
    assert count_tokens("") == 0
    assert count_tokens("draw") == 2 and count_tokens("sz12 -> sz7") == 7
    assert count_tokens("a b\n") == 3 and count_tokens("\u00e9") == 2


LEGAL = [(4, "hold"), (9, "fire Ju 52 -> Iowa"), (11, "fire Ju 52 -> Iowa (us)"), (30, "to sz5")]


def orders(text: str) -> list[int]:
    if text == "fire everything":
        return [9, 11]
    raise IllegalOrder("no order")


@pytest.mark.parametrize(
    ("text", "actions"),
    [
        ("hold", [4]),
        ("HOLD.", [4]),
        ("ANSWER: 2", [9]),
        ("I see two ways.\n\n**Answer:** `fire Ju 52 -> Iowa`", [9]),
        ("answer - 2. fire Ju 52 -> Iowa", [9]),
        ("ANSWER: 1\nNo, better:\nANSWER: 4", [30]),
        ("Answer: I shall go to sz5 now", [30]),
        ("Answer: fire Ju 52 -> Iowa (us), please", [11]),
        ("ANSWER: 1. to sz5", [30]),  # the words count, not the wrong number
        ("hold is poor.\nANSWER: fire everything", [9, 11]),
    ],
)
def test_what_an_answer_means(text: str, actions: list[int]) -> None:
    assert read_text(text, LEGAL, orders) == actions


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "no legal action"),
        ("ANSWER: 5", "no legal action"),
        ("ANSWER: hold or to sz5", "more than one"),
        ("hold\nI am not sure", "no legal action"),
        ("ANSWER: to sz55", "no legal action"),
        ("ANSWER: withhold", "no legal action"),
    ],
)
def test_what_means_nothing_is_a_fault(text: str, what: str) -> None:
    with pytest.raises(Fault, match=what):
        read_text(text, LEGAL, orders)


def test_history_tells_what_happened_between_two_decisions() -> None:
    asked = questions("battlecards", {"theatres": ("pacific",)}, 3, 80)
    told: Sequence[str] = asked[-1].history
    assert any(line.startswith("drawn in pacific") for line in told)
    assert any(line.startswith("you: ") for line in told)
    own = {words for one in asked if one.seat == asked[-1].seat for _, words in one.legal}
    assert all(line[5:] in own for line in told if line.startswith("you: "))
    asked = questions("spring1942", {"scenario": "mini"}, 3, 80)
    assert any(re.match(r"sz1: \w+ [+-]1 ", line) for one in asked for line in one.history)


def test_answer_lines() -> None:
    assert answer_line("a\nb\n\n") == "b" and answer_line("\n") == ""
    assert answer_line("ANSWER: x\nthat was it") == "x"


def test_a_game_without_a_summary_has_none(game: Game) -> None:
    assert bool(rules_of(game)) == (game.spec.name in ("battlecards", "spring1942"))
