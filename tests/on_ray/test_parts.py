"""What runners, learner and tasks of a cluster do, each by itself: no cluster is started."""

import importlib
import json
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import warfront
from warfront.battlecards.deck_files import CARDS
from warfront.game import BadInput
from warfront_training.presets import Preset, load_preset
from warfront_training.train import new_run

pytestmark = pytest.mark.ray

SMALL = ["trainer=rllib", "games=4", "decisions=4", "batch=16", "epochs=1"]
OTHER = "install the same warfront on all nodes"


@pytest.fixture
def preset() -> Preset:
    return load_preset("quickstart", SMALL)


def new_learner(task: Any, total: int = 1000) -> Any:
    from warfront_training.on_ray.algorithm import new_config
    from warfront_training.on_ray.learner import LeagueLearner

    config = new_config(task, total, 1, 0)
    learner = LeagueLearner(config=config, module_spec=config.rl_module_spec)
    learner.build()
    return learner


def test_decks_and_opponents_travel_to_runners_and_learner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a node with a disk of its own: what was named by its path is gone there."""
    from warfront_training.on_ray.learner import new_task
    from warfront_training.on_ray.runner import LearnerGames, Orders

    monkeypatch.chdir(tmp_path)
    shutil.copytree(CARDS / "pacific", "cards/pacific")
    cards = Path("cards/pacific/axis.csv")
    cards.write_text(cards.read_text(encoding="utf-8").replace("Tojo", "Togo"), encoding="utf-8")
    own = ['theatres=["pacific"]', "decks=cards"]
    old = new_run(load_preset("quickstart", [*SMALL, *own]), Path("old"))
    task = new_task(old.preset)
    old.policies = new_learner(task).policies()
    old._write_newest()
    pool = ["pool={}", "pool.old=1", "pool.nowhere=0", "teacher=old", "lessons=100"]
    task = new_task(load_preset("quickstart", [*SMALL, *own, *pool]))
    there = tmp_path / "there"
    there.mkdir()
    monkeypatch.chdir(there)
    game = task.game()
    assert (
        game.spec.version
        == task.version
        != warfront.make_game("battlecards", theatres=["pacific"]).spec.version
    )
    learner = new_learner(task)
    games = LearnerGames(task, game, "axis", 4, 1)
    games.begin_turn(Orders(0, 0, None, None, [], {}, {"axis": {}}), learner.policies(), 1)
    assert games._opponents == ["old"], "a record knows it by the name that the preset gives it"
    assert len(games.collect(learner.states()["axis"], 1)["seats"]) >= 16
    shutil.rmtree(tmp_path / "old")
    assert games.collect(learner.states()["axis"], 1, 1.0)["lesson"].all(), "by the run old"


def test_a_scenario_travels_and_a_built_in_one_is_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from warfront_training.on_ray.learner import new_task
    from warfront_training.on_ray.runner import LearnerGames

    monkeypatch.chdir(tmp_path)
    Path("mini").write_text("this is no scenario")
    Path("own.toml").write_text('base = "mini"\n', encoding="utf-8")
    more = [*SMALL, "game=spring1942", "theatres=[]"]
    built_in, own = (
        new_task(load_preset("quickstart", [*more, f"scenario={name}"]))
        for name in ("mini", "own.toml")
    )
    (tmp_path / "there").mkdir()
    monkeypatch.chdir(tmp_path / "there")
    assert built_in.game().spec.version == built_in.version
    LearnerGames(own, own.game(), "allies", 4, 1).close()


def test_the_cluster_of_the_docs_is_whole_and_its_head_plays_nothing(tmp_path: Path) -> None:
    import jsonschema
    import ray

    yaml: Any = importlib.import_module("yaml")  # Ray's own
    file = Path(__file__).parents[2] / "docs" / "ray-cluster.yaml"
    cluster = yaml.safe_load(file.read_text(encoding="utf-8"))
    schema = Path(ray.__file__).parent / "autoscaler" / "ray-schema.json"
    jsonschema.validate(cluster, json.loads(schema.read_text(encoding="utf-8")))
    assert cluster["available_node_types"]["head"]["resources"] == {"CPU": 0}
    assert any("--head --num-cpus=0" in line for line in cluster["head_start_ray_commands"])
    check_install(cluster["setup_commands"][-1], tmp_path)


def check_install(line: str, home: Path) -> None:
    """The line names, as a shell reads it, the folder with the sources and the constraints."""
    pip = home / "ray" / "bin" / "pip"
    pip.parent.mkdir(parents=True)
    pip.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n', encoding="utf-8")
    pip.chmod(0o755)
    (home / "warfront").mkdir()
    run = subprocess.run(
        ["bash", "-c", line], env={"HOME": str(home)}, capture_output=True, text=True, check=True
    )
    words = run.stdout.splitlines()
    assert Path(words[words.index("-e") + 1].partition("[")[0]).is_dir()
    assert words[words.index("-c") + 1] == str(home / "warfront" / "constraints-ray.txt")


def test_rates_of_a_resumed_run_belong_to_its_counters(preset: Preset) -> None:
    from warfront_training.on_ray.learner import new_task

    changes = ["learning_rate=0.004", "final_learning_rate=0", "entropy=0.02", "final_entropy=0"]
    task = new_task(load_preset("quickstart", [*SMALL, *changes]))
    first, again = new_learner(task), new_learner(task)

    def rates(learner: Any) -> dict[str, tuple[float, float]]:
        schedulers = learner.entropy_coeff_schedulers_per_module
        return {
            name: (
                learner._get_optimizer_lr(learner.get_optimizer(name)),
                schedulers[name].get_current_value(),
            )
            for name in ("axis", "allies")
        }

    for name in ("axis", "allies"):
        again.unpack(name, first.pack(name), 750)
    assert rates(first)["axis"] == pytest.approx((0.004, 0.02))
    for found in rates(again).values():
        assert found == pytest.approx((0.001, 0.005)), "a quarter of the training is left"


def test_a_node_that_plays_another_version_is_refused(preset: Preset) -> None:
    from warfront_training.on_ray.algorithm import new_config
    from warfront_training.on_ray.learner import new_task
    from warfront_training.on_ray.runner import LeagueRunner, Orders
    from warfront_training.on_ray.tasks import check_version

    check_version("1-abc", "1-abc")
    with pytest.raises(BadInput, match="plays version 2-abc of the game, this machine 1-abc"):
        check_version("2-abc", "1-abc")
    task = new_task(preset)
    config = new_config(task, 1000, 1, 0)
    elsewhere = replace(task, version="0-other")
    with pytest.raises(BadInput, match=OTHER):
        new_learner(elsewhere)
    config = config.copy(copy_frozen=False)
    config.environment(env_config={"warfront": elsewhere})
    runner = LeagueRunner(config=config, worker_index=1, num_workers=1)
    runner.assert_healthy()  # else Ray would start it again and again
    orders = Orders(0, 0, None, None, [], {}, {"axis": {}, "allies": {}})
    fault = runner.sample(orders=orders).fault
    assert isinstance(fault, BadInput) and OTHER in str(fault) and "0-other" in str(fault)
    runner.stop()
