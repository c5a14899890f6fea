"""Policies that ship: they load, choose what they chose, and play only the game they know."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import warfront
from warfront.game import BadInput, Game
from warfront_agents import make_agent, trained
from warfront_agents.checkpoint import VALUE, facts_of, read_checkpoint, write_checkpoint
from warfront_agents.learned import LearnedAgent
from warfront_training import shipping
from warfront_training.cli import main
from warfront_training.presets import load_preset, write_preset


def game_of(card: dict[str, Any]) -> Game:
    return warfront.make_game(card["game"], **card["options"])


@pytest.mark.parametrize("card", trained.cards(), ids=lambda card: str(card["name"]))
def test_what_ships_fits_the_game_and_chooses_what_it_chose(card: dict[str, Any]) -> None:
    """A game's version that moves needs its policies trained and shipped anew."""
    game = game_of(card)
    assert game.spec.version == card["version"], "train and ship anew: see trained/README.md"
    agent = make_agent(f"trained:{card['name']}", game)
    assert isinstance(agent, LearnedAgent)
    assert all(agent.plays(seat) for seat in range(len(game.spec.seats)))
    assert shipping.digest_of_choices(agent, game) == card["choices"]
    same, states = card["same_choice"]
    assert states >= 1_000 and same / states > 0.995


def test_what_ships_is_small_and_stands_in_the_table() -> None:
    files = list(trained.HOME.glob("*/*.npz"))
    assert files and sum(file.stat().st_size for file in files) < shipping.MOST_BYTES
    text = (trained.HOME / "README.md").read_text(encoding="utf-8")
    assert shipping.table(trained.cards()) in text


def test_people_meet_the_policy_of_their_game(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = warfront.make_game("battlecards")
    assert trained.usual_opponent(usual) == "trained:battlecards"
    other = warfront.make_game("battlecards", options={"die": 12})
    assert trained.usual_opponent(other) == "staff"
    monkeypatch.setattr(trained, "_has_torch", lambda: False)
    assert trained.usual_opponent(usual) == "staff"
    with pytest.raises(BadInput, match=r"trained:battlecards needs torch: pip install .*or use"):
        make_agent("trained:battlecards", usual)


def test_another_version_is_refused_in_a_line() -> None:
    other = warfront.make_game("battlecards", options={"die": 12})
    for name in ("trained:battlecards", "search:10p:trained:battlecards"):
        with pytest.raises(BadInput, match=r"^trained:battlecards was trained for version .* has"):
            make_agent(name, other)
    with pytest.raises(BadInput, match="trained:nobody is unknown: use .*trained:battlecards"):
        make_agent("trained:nobody", other)


def test_shipping_replaces_rounds_and_tells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command writes half precision, a card and the table; nothing is left of a failure."""
    from exports import weights_of, write_run

    home = tmp_path / "trained"
    home.mkdir()
    (home / "README.md").write_text("before\n<!-- table -->\n<!-- end of table -->\nafter\n")
    monkeypatch.setattr(trained, "HOME", home)
    game = warfront.make_game("battlecards", theatres=("pacific",))
    run = write_run(tmp_path / "run", game, "flat", {"theatres": ["pacific"]})
    changes = ['theatres=["pacific"]', "seed=3", 'baselines=["random"]']
    write_preset(load_preset("quickstart", changes), run / "preset.toml")
    command = ["export", str(run), "--trained", "islands", "--json"]
    value = weights_of(game, "flat", 2)
    write_checkpoint(run / VALUE, facts_of(game, list(game.spec.seats), {}, 0), value)
    for games in (0, 2):
        assert main([*command, "--games", str(games), "--states", "50"]) == 0
        card = json.loads(capsys.readouterr().out)
        assert trained.names() == ["islands"] and card == trained.cards()[0]
        assert card["preset"] == "quickstart" and card["seed"] == 3
        assert card["same_choice"][1] == 50 and ("results" in card) == bool(games)
        text = (home / "README.md").read_text()
        assert text.startswith("before\n") and text.endswith("after\n")
        assert shipping.table([card]) in text
    _, exact = read_checkpoint(run / "checkpoints" / "axis.npz")
    with np.load(home / "islands" / "axis.npz") as kept:
        assert kept["layers.0.weight"].dtype == np.float16 and "critic.0.weight" not in kept.files
    assert home / "islands" / VALUE not in trained.files_of("islands")
    with np.load(home / "islands" / VALUE) as kept:
        assert kept["layers.0.weight"].dtype == np.float16
    _, rounded = read_checkpoint(home / "islands" / "axis.npz")
    assert rounded["layers.0.weight"].dtype == np.float32
    assert np.allclose(rounded["layers.0.weight"], exact["layers.0.weight"], rtol=1e-3)
    monkeypatch.setattr(shipping, "MOST_BYTES", 1000)
    assert main(["export", str(run), "--trained", "more"]) == 2
    assert "more would make the shipped policies" in capsys.readouterr().err
    assert trained.names() == ["islands"] and not list(home.glob("*.part"))
    for words, said in (
        (["--trained", "a/b"], "can be no name"),
        (["--trained", "x", "--side", "axis"], "ships all seats"),
        (["--trained", "x", "--onnx", "x.onnx"], "one at a time"),
        (["--onnx", "x.onnx", "--games", "3"], "use it with --trained"),
    ):
        assert main(["export", str(run), *words]) == 2
        assert said in capsys.readouterr().err
    (run / "preset.toml").unlink()
    assert main(["export", str(run), "--trained", "x"]) == 2
    assert "is no run folder: ship what `warfront train` has made" in capsys.readouterr().err
