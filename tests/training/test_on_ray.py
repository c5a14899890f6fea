"""What `--on ray` refuses, what travels to a cluster, and studies that go on: without Ray."""

import importlib.util
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from warfront.game import BadInput
from warfront_training import balance_study
from warfront_training.at_once import each
from warfront_training.balance_store import PLAYED, Store, digest
from warfront_training.cli import main
from warfront_training.match import Games
from warfront_training.on_ray.address import Address, read_address
from warfront_training.on_ray.luggage import pack, unpack
from warfront_training.presets import load_preset
from warfront_training.trial import Measurement, Trial, play_measurement


@pytest.fixture
def no_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ray is not installed."""
    find = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util,
        "find_spec",
        lambda name, *more: None if name == "ray" else find(name, *more),
    )


@pytest.mark.parametrize(
    "arguments",
    ["train quickstart", "tournament random greedy", "balance --games 1"],
)
def test_without_ray_one_line_says_how_to_get_it(
    arguments: str, no_ray: None, capsys: pytest.CaptureFixture[str], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    assert main([*arguments.split(), "--on", "ray"]) == 2
    output = capsys.readouterr()
    (line,) = output.err.strip().splitlines()
    assert "pip install 'warfront[train,ray]'" in line and not output.out
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("word", "remedy"),
    [
        ("dask", "use ray, ray:auto or ray:HOST:PORT"),
        ("ray:", "use ray, ray:auto or ray:HOST:PORT"),
        ("ray:6379", "use ray:HOST:PORT"),
        ("ray:host:", "use ray:HOST:PORT"),
        ("ray:host:99999", "use ray:HOST:PORT"),
    ],
)
def test_an_address_that_is_none_is_refused(word: str, remedy: str) -> None:
    with pytest.raises(BadInput, match=remedy):
        read_address(word)


def test_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda *_: object())
    for text, words in (("ray", "local"), ("ray:auto", "auto"), ("ray:head:6379", "head:6379")):
        assert read_address(text).words == words
    assert read_address("ray:head:6379") == Address("head", 6379)


def test_the_trainer_of_a_cluster_needs_the_cluster() -> None:
    with pytest.raises(BadInput, match="recurrent = true is not offered by rllib"):
        load_preset("quickstart", ['trainer="rllib"', "recurrent=true"])
    assert load_preset("quickstart", ['trainer="rllib"', "critic=central"]).runners == 0
    for name in ("spring1942", "spring1942-mini"):  # lessons too
        assert load_preset(name, ['trainer="rllib"']).teacher == "staff"


def test_a_preset_of_the_cluster_is_not_trained_here(capsys: pytest.CaptureFixture[str]) -> None:
    assert main("train quickstart --set trainer=rllib".split()) == 2
    assert "add --on ray" in capsys.readouterr().err


def test_what_agents_and_games_are_read_from_travels(tmp_path: Path) -> None:
    run, decks = tmp_path / "run", tmp_path / "decks"
    (run / "checkpoints").mkdir(parents=True)
    (run / "checkpoints" / "axis.npz").write_bytes(b"newest")
    (run / "checkpoints" / "axis-00010.npz").write_bytes(b"older")
    (decks / "pacific").mkdir(parents=True)
    (decks / "pacific" / "axis.csv").write_text("cards")
    agents = ["staff", str(run), f"search:20p:{run}", "search:100"]
    luggage = pack(agents, {"decks": str(decks), "theatres": ("pacific",), "scenario": {"x": 1}})
    here = unpack(luggage)
    there = Path(here.agent(str(run)))
    assert there != run and (there / "checkpoints" / "axis.npz").read_bytes() == b"newest"
    assert not (there / "checkpoints" / "axis-00010.npz").exists()
    assert here.agent(f"search:20p:{run}") == f"search:20p:{there}"
    assert here.agent("staff") == "staff" and here.agent("search:100") == "search:100"
    made = here.options({"decks": str(decks), "scenario": {"x": 1}})
    assert (Path(made["decks"]) / "pacific" / "axis.csv").read_text() == "cards"
    assert made["scenario"] == {"x": 1}
    assert unpack(luggage) is here
    shipped = pack(["trained:battlecards", "search:20p:trained:battlecards"], {})
    assert shipped == pack([], {})  # every node has what ships
    (run / "checkpoints" / "axis.npz").write_bytes(b"changed")
    assert pack(agents, {}).digest != pack(agents[:1], {}).digest
    assert unpack(pack(agents, {"decks": str(decks)})) is not here


def test_several_questions_at_once_are_answered_in_order() -> None:
    def slow_first(number: int) -> int:
        time.sleep(0.05 * (number == 0))
        return 10 * number

    assert list(each(slow_first, range(5), at_once=3)) == [0, 10, 20, 30, 40]
    assert list(each(slow_first, range(3))) == [0, 10, 20]

    def fails(number: int) -> int:
        if number == 1:
            raise BadInput("one")
        return number

    found = each(fails, range(3), at_once=2)
    assert next(found) == 0
    with pytest.raises(BadInput, match="one"):
        next(found)


def test_nothing_more_is_begun_after_a_failure() -> None:
    """Nor when the caller stops listening."""
    for stop in (True, False):
        begun: list[int] = []

        def answer(number: int, stop: bool = stop, begun: list[int] = begun) -> int:
            begun.append(number)
            time.sleep(0.01)
            if stop and number == 1:
                raise BadInput("one")
            return number

        found = each(answer, range(60), at_once=2)
        assert next(found) == 0
        if stop:
            with pytest.raises(BadInput, match="one"):
                list(found)
        del found
        running = len(begun)
        time.sleep(0.1)
        assert len(begun) <= running + 2 < 30


def skirmish(**changes: Any) -> Trial:
    return Trial({}, "random", 12, seed=4, threads=1, name="skirmish", **changes)


def test_a_finished_measurement_is_not_played_again(tmp_path: Path) -> None:
    asked: list[Measurement] = []

    def play(measurement: Measurement) -> Games:
        asked.append(measurement)
        return play_measurement(measurement)

    found: list[int] = []
    first = skirmish(play_with=Store(tmp_path, play, found.append).play).play(())
    again = skirmish(play_with=Store(tmp_path, play, found.append).play).play(())
    plain = skirmish().play(())
    assert len(asked) == 1 and found == [12]
    for games in (first, again):
        for name in ("winner", "margin", "decisions", "rounds", "seeds", "returns"):
            assert np.array_equal(getattr(games, name), getattr(plain, name))
        assert games.victory == plain.victory and games.seating == plain.seating
    (file,) = (tmp_path / PLAYED).iterdir()
    file.write_bytes(file.read_bytes()[:50])  # damaged: played anew
    skirmish(play_with=Store(tmp_path, play).play).play(())
    assert len(asked) == 2


def test_measurements_are_told_apart_by_all_that_decides_them() -> None:
    base = Measurement("skirmish", {}, {"axis": "random", "allies": "random"}, 5, 1)
    others = [
        Measurement("skirmish", {"target": 6}, base.players, 5, 1),
        Measurement("skirmish", {}, {"axis": "random", "allies": "greedy"}, 5, 1),
        Measurement("skirmish", {}, base.players, 6, 1),
        Measurement("skirmish", {}, base.players, 5, 2),
    ]
    assert len({digest(asked) for asked in [base, *others]}) == 5


@pytest.mark.parametrize("name", ["{}", "search:2p:{}"])
def test_a_measurement_depends_on_the_policy_behind_a_name(tmp_path: Path, name: str) -> None:
    file = tmp_path / "policy.npz"
    file.write_bytes(b"one")
    asked = Measurement("skirmish", {}, {"axis": name.format(file), "allies": "random"}, 5, 1)
    before = digest(asked)
    assert digest(asked) == before
    file.write_bytes(b"two")
    assert digest(asked) != before


def test_a_killed_study_goes_on_as_it_began(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    short = "--game skirmish --agent random --games 8 --seed 3 --threads 1 --json".split()
    assert main(["balance", *short, "--name", str(tmp_path / "whole")]) == 0
    whole = json.loads(capsys.readouterr().out)
    folder = tmp_path / "killed"

    def killed(*_: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(balance_study, "listed", killed)
        assert main(["balance", *short, "--name", str(folder)]) == 130
    assert f"warfront balance --resume {folder}" in capsys.readouterr().err
    assert len(list((folder / PLAYED).iterdir())) == 1
    assert main(["balance", "--resume", str(folder), "--games", "9"]) == 2
    assert "give only --threads, --on and --json" in capsys.readouterr().err
    with monkeypatch.context() as patch:
        patch.setattr("warfront_training.trial.play_match", killed)  # nothing is played again
        assert main(["balance", "--resume", str(folder), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["sets"][0]["win_rate"] == whole["sets"][0]["win_rate"]
    assert not (folder / PLAYED).exists()
    assert main(["balance", "--resume", str(folder)]) == 0
    assert "is finished" in capsys.readouterr().out
    assert main(["balance", "--resume", str(tmp_path / "nowhere")]) == 2
    assert "name the folder of a study" in capsys.readouterr().err
