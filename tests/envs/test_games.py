import ast
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import warfront
from warfront import BadInput
from warfront.compiled import _home
from warfront.game import Reward
from warfront.seeds import next_seed, split_seed

ENVS = Path(warfront.__file__).parent
FRAMEWORKS = {"gymnasium", "pettingzoo", "torch", "stable_baselines3", "sb3_contrib"}
FACES = {"aec.py", "side.py", "vector.py", "registration.py"}


def test_names_and_options_that_do_not_exist() -> None:
    assert {"battlecards", "skirmish"} <= set(warfront.game_names())
    with pytest.raises(BadInput, match="'chess' is unknown: use battlecards"):
        warfront.make_game("chess")
    with pytest.raises(BadInput, match="its options are target, limit"):
        warfront.make_game("skirmish", goal=3)
    with pytest.raises(BadInput, match="its options are theatres"):
        warfront.make_game("battlecards", theatre="pacific")


def test_settings_make_the_game_again(named_game: tuple[str, dict[str, Any]]) -> None:
    name, options = named_game
    game = warfront.make_game(name, **options)
    again = warfront.make_game(game.spec.name, **game.settings)
    assert again.spec == game.spec


@pytest.mark.parametrize("text", ["", "most", "mixed", "mixed:", "mixed:2", "mixed:nan", "mixed:x"])
def test_rewards_that_do_not_exist(text: str) -> None:
    with pytest.raises(BadInput, match="use team, margin, individual or mixed"):
        Reward.parse(text)


@pytest.mark.parametrize("seed", ["seven", 1.5, None])
@pytest.mark.parametrize("name", ["battlecards", "spring1942"])
def test_seeds_are_whole_numbers(name: str, seed: Any) -> None:
    with pytest.raises(BadInput, match="seed .* is no whole number"):
        warfront.make_game(name).new(seed)


@pytest.mark.parametrize("name", ["battlecards", "spring1942"])
def test_words_seats_and_observations_of_the_wrong_kind_are_refused(name: str) -> None:
    game: Any = warfront.make_game(name)
    state = game.new(1)
    before = game.hash(state)
    for text in (None, 3, ["draw"]):
        with pytest.raises(BadInput, match=r"action .* is no text: write words"):
            game.parse(state, text)
        with pytest.raises(BadInput, match=r"order .* is no text: write words"):
            game.order(state, text)
    for seat in ("us", 1.5, True, 99, None):
        with pytest.raises(BadInput, match=r"seat .* is unknown: use 0 to \d"):
            game.observe(state, seat)
    for seat in ("us", True, 99, -1):
        for look in (game.text, game.picture, game.view):
            with pytest.raises(BadInput, match=r"seat .* is unknown: use 0 to \d"):
                look(state, seat)
    seen = game.observe(state, 0)
    for wrong, fault in (
        (None, "an observation of NoneType is no array of numbers: use what observe gives"),
        (seen.tolist(), "an observation of list is no array of numbers: use what observe gives"),
        (seen.astype(str), "an observation of ndarray is no array of numbers"),
        (seen[:-1], r"an observation of shape \(\d+,\): it must have \(\d+,\)"),
        (seen - 1000, "an observation holds numbers below 0 or above 255"),
        (seen * np.nan, "an observation holds numbers below 0 or above 255"),
    ):
        with pytest.raises(BadInput, match=fault):
            game.decode(wrong)
    assert game.hash(state) == before


def test_seeds_are_stable_and_apart() -> None:
    assert next_seed(0) == 0x7110519CCD4F5D57 or next_seed(0) == next_seed(0)
    assert len({next_seed(seed) for seed in range(5000)}) == 5000
    assert len(set(split_seed(1, 5000).tolist())) == 5000
    assert not set(split_seed(1, 1000).tolist()) & set(split_seed(2, 1000).tolist())
    assert split_seed(7, 4).tolist() == split_seed(7, 9)[:4].tolist()


def test_two_processes_same_seed_same_hashes(named_game: tuple[str, dict[str, Any]]) -> None:
    name, options = named_game
    program = (
        "import warfront, numpy as np\n"
        "warfront.register_game('skirmish', 'toy:ToyGame')\n"
        f"game = warfront.make_game({name!r}, **{options!r})\n"
        "state, rng = game.new(11), np.random.default_rng(0)\n"
        "while not game.done(state):\n"
        "    game.step(state, int(rng.choice(np.flatnonzero(game.legal_mask(state)))))\n"
        "    print(game.hash(state))\n"
    )
    tests = str(Path(__file__).parents[1])
    outputs = [
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONPATH": tests, "PYTHONHASHSEED": hashseed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hashseed in ("1", "2")
    ]
    assert outputs[0] == outputs[1]
    assert len(outputs[0].split()) > 5


def test_only_the_faces_know_frameworks() -> None:
    for path in ENVS.rglob("*.py"):
        if path.name in FACES:
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            for name in names:
                root = name.split(".")[0]
                assert root not in FRAMEWORKS, f"{path.name} imports {name}"
                assert not root.startswith("warfront_"), f"{path.name} imports {name}"


def test_a_cache_folder_that_cannot_be_written_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("WARFRONT_CACHE", str(tmp_path / "file" / "cache"))
    monkeypatch.setenv("HOME", str(tmp_path / "file"))
    _home.cache_clear()
    try:
        assert _home().name.startswith("warfront-")
        monkeypatch.setenv("WARFRONT_CACHE", str(tmp_path / "cache"))
        _home.cache_clear()
        assert _home() == tmp_path / "cache"
    finally:
        _home.cache_clear()


@pytest.mark.parametrize("decks", [3, ["decks"], True])
def test_decks_are_a_folder(decks: Any) -> None:
    with pytest.raises(BadInput, match=r"decks .* is no folder: give the path of one"):
        warfront.make_game("battlecards", decks=decks)


@pytest.mark.parametrize("name", ["battlecards", "spring1942"])
def test_observations_and_saves_that_no_state_has(name: str) -> None:
    game: Any = warfront.make_game(name)
    seen = game.observe(game.new(1), 0)
    with pytest.raises(BadInput, match="no state has: use what observe gives"):
        game.decode(np.full_like(seen, 255))
    for data in (None, "text", [1]):
        with pytest.raises(BadInput, match="give the bytes that pack gave"):
            game.unpack(data)


def test_a_state_of_another_game_is_refused() -> None:
    cards: Any = warfront.make_game("battlecards", theatres=("pacific",))
    board: Any = warfront.make_game("spring1942", scenario="mini")
    for game, state in ((cards, board.new(1)), (board, cards.new(1)), (cards, None)):
        with pytest.raises(BadInput, match="is no state of"):
            game.step(state, 0)


@pytest.mark.parametrize("name", ["battlecards", "spring1942"])
def test_a_position_names_the_key_that_is_wrong(name: str) -> None:
    game: Any = warfront.make_game(name)
    asked = game.describe(game.new(1))
    for key, value in (("round", -1), ("decisions", "x"), ("turn", 5), ("winner", [])):
        with pytest.raises(BadInput, match=key):
            game.from_position({**asked, key: value})
