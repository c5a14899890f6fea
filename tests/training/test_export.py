"""Exported policies choose what the trained ones choose, and say what they are for."""

import copy
import json
import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import warfront
from exports import write_run
from learning import new_env
from toy import ToyGame
from warfront.game import BadInput
from warfront_agents import make_agent
from warfront_agents.checkpoint import facts_of, write_checkpoint
from warfront_agents.onnx_agent import OnnxAgent, OnnxPolicy, RecurrentOnnxAgent
from warfront_training.cli import main
from warfront_training.exporting import read_policies
from warfront_training.match import play_match, sides_seating

KINDS = ("sb3", "flat", "entity", "recurrent", "central")
MINI = {"scenario": "mini"}


@pytest.mark.parametrize("kind", KINDS)
def test_the_file_does_what_the_policy_does(tmp_path: Path, kind: str) -> None:
    options = {"theatres": ["pacific"]}
    game = warfront.make_game("battlecards", **options)
    run = write_run(tmp_path / "run", game, kind, options)
    told = read_policies(run).write_onnx(tmp_path / "all.onnx", 100, 1)
    assert told["states"] == told["same"] == 100
    assert told["probability"] <= 1e-5 and told["value"] <= 1e-4
    assert ("value" in told["outputs"]) == (kind != "central")
    assert ("memory" in told["inputs"]) == (kind == "recurrent")
    agent = make_agent(str(tmp_path / "all.onnx"), game)
    assert isinstance(agent, RecurrentOnnxAgent if kind == "recurrent" else OnnxAgent)
    assert copy.deepcopy(agent)._session is agent._session  # which nobody can copy


def test_policies_of_seats_and_of_the_other_game(tmp_path: Path) -> None:
    """Four networks in one file; and a game whose numbers are summed up otherwise."""
    cards, mini = warfront.make_game("battlecards"), warfront.make_game("spring1942", **MINI)
    one = write_run(tmp_path / "seats", cards, "flat", by="seat")
    two = write_run(tmp_path / "mini", mini, "entity", MINI)
    three = write_run(tmp_path / "board", mini, "board", MINI)
    four = write_run(tmp_path / "estimates", mini, "estimates", MINI)
    for run in (one, two, three, four):
        told = read_policies(run).write_onnx(tmp_path / f"{run.name}.onnx", 100, 2)
        assert told["states"] == told["same"] == 100
        assert told["probability"] <= 1e-5 and told["value"] <= 1e-4
        assert ("estimates" in told["inputs"]) == (run == four)


@pytest.mark.deep
@pytest.mark.parametrize(
    ("name", "kind"),
    [
        *product(("battlecards", "spring1942"), KINDS),
        ("spring1942", "board"),
        ("spring1942", "estimates"),
    ],
)
def test_ten_thousand_positions(tmp_path: Path, name: str, kind: str) -> None:
    """Largest difference 1e-5, always the same choice, within 50 ms on one core."""
    options = MINI if name == "spring1942" else {}
    game = warfront.make_game(name, **options)
    run = write_run(tmp_path / "run", game, kind, options)
    told = read_policies(run).write_onnx(tmp_path / "all.onnx", 10_000, 1)
    assert told["states"] == told["same"] == 10_000
    assert told["probability"] <= 1e-5 and told["milliseconds"] < 50


def test_the_agent_plays_the_games_of_the_policy(tmp_path: Path) -> None:
    """With memory too: the same games to the end, each seat by its own memory."""
    options = {"theatres": ("pacific",)}
    game = warfront.make_game("battlecards", **options)
    for kind in ("flat", "recurrent"):
        run = write_run(tmp_path / kind, game, kind, {"theatres": ["pacific"]})
        read_policies(run).write_onnx(tmp_path / f"{kind}.onnx", 1, 0)
        one, two = (
            play_match("battlecards", options, [sides_seating(game, name, "random")], 2, 5, 1)[0]
            for name in (str(run), str(tmp_path / f"{kind}.onnx"))
        )
        assert one.decisions.tolist() == two.decisions.tolist()
        assert one.margin.tolist() == two.margin.tolist()


CODE = """
import sys
sys.modules["torch"] = None
import warfront
from warfront_agents import make_agent
game = warfront.make_game("battlecards")
agent = make_agent({path!r}, game)
state = game.new(1)
agent.reset(0, game.seat(state))
seat = game.seat(state)
print(agent.act(game.view(state, seat), game.observe(state, seat), game.legal_mask(state)))
"""


@pytest.mark.serial
def test_the_agent_needs_no_torch(tmp_path: Path) -> None:
    game = warfront.make_game("battlecards")
    run = write_run(tmp_path / "run", game, "flat")
    file = tmp_path / "all.onnx"
    read_policies(run).write_onnx(file, 1, 0)
    code = CODE.format(path=str(file))
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert told.returncode == 0, told.stderr
    state = game.new(1)
    seat = game.seat(state)
    mask = game.legal_mask(state)
    wanted = make_agent(str(run), game).act_batch(
        game.observe(state, seat)[None], mask[None], np.array([seat], np.int8)
    )
    assert int(told.stdout) == wanted[0]


def test_one_side_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It says in its metadata what it is, and plays on its own seats only."""
    import onnx

    game = warfront.make_game("battlecards", theatres=("pacific",))
    run = write_run(tmp_path / "run", game, "flat", {"theatres": ["pacific"]})
    file = tmp_path / "axis.onnx"
    command = ["export", str(run), "--onnx", str(file), "--side", "axis", "--states", "20"]
    assert main([*command, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["plays"] == ["japanese"] and told["same"] == 20
    props = {each.key: each.value for each in onnx.load(str(file)).metadata_props}
    assert props["game"] == "battlecards" and props["version"] == game.spec.version
    assert json.loads(props["options"]) == {"theatres": ["pacific"]}
    agent = OnnxPolicy.load(file, game)
    assert [agent.plays(seat) for seat in range(2)] == [
        name == "japanese" for name in game.spec.seats
    ]
    other = game.spec.seats.index("us")
    with pytest.raises(BadInput, match="not trained for seat us"):
        agent.run(
            np.zeros((1, game.spec.observation_size)),
            np.ones((1, game.spec.num_actions), np.uint8),
            np.array([other], np.int8),
        )
    assert main(command) == 2
    assert "axis.onnx exists already: name another file" in capsys.readouterr().err
    moved = warfront.make_game("battlecards", theatres=("pacific",), options={"die": 12})
    with pytest.raises(BadInput, match=r"axis.onnx was trained for version .*, this game has"):
        make_agent(str(file), moved)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nowhere", "--onnx", "{}/a.onnx"], "nowhere does not exist: name a run folder"),
        (["{}/run"], "say what to write, one at a time: warfront export RUN --onnx"),
        (["{}/run", "--onnx", "{}/a.onnx", "--theatres", "pacific"], "give no game options"),
        (["{}/run", "--onnx", "{}/a.bin"], "a.bin: end its name in .onnx"),
        (["{}/run", "--onnx", "{}/no/a.onnx"], "no is no folder: make it"),
        (["{}/run", "--onnx", "{}/a.onnx", "--side", "west"], "side 'west' is unknown: use axis"),
        (["{}/run", "--onnx", "{}/a.onnx", "--states", "0"], "--states 0: compare on 1"),
        (["{}/axis.npz", "--onnx", "{}/a.onnx", "--side", "allies"], "no policy for allies"),
    ],
)
def test_bad_input_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    game = warfront.make_game("battlecards", theatres=("pacific",))
    run = write_run(tmp_path / "run", game, "flat", {"theatres": ["pacific"]})
    (tmp_path / "axis.npz").write_bytes((run / "checkpoints" / "axis.npz").read_bytes())
    assert main(["export", *(word.format(tmp_path) for word in words)]) == 2
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1
    assert not (tmp_path / "a.onnx").exists()


def test_what_is_no_policy_is_refused(
    tmp_path: Path, toy: ToyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    import onnx

    game = warfront.make_game("battlecards", theatres=("pacific",))
    broken = tmp_path / "broken.onnx"
    broken.write_bytes(b"no graph")
    with pytest.raises(BadInput, match=r"broken.onnx is no ONNX file that can be read"):
        make_agent(str(broken), game)
    value = onnx.helper.make_tensor_value_info("x", 1, [1])
    node = onnx.helper.make_node("Identity", ["x"], ["y"])
    out = onnx.helper.make_tensor_value_info("y", 1, [1])
    graph = onnx.helper.make_graph([node], "other", [value], [out])
    kinds = [onnx.helper.make_opsetid("", 17)]
    onnx.save(onnx.helper.make_model(graph, opset_imports=kinds, ir_version=8), str(broken))
    with pytest.raises(BadInput, match=r"broken.onnx is no policy of warfront"):
        make_agent(str(broken), game)
    model = onnx.load(str(broken))
    model.metadata_props.add(key="facts", value="[]")
    onnx.save(model, str(broken))
    with pytest.raises(BadInput, match=r"no policy of warfront .*its facts are no JSON object"):
        make_agent(str(broken), game)
    run = write_run(tmp_path / "run", toy, "flat")
    with pytest.raises(BadInput, match=r"skirmish: its observation does not say which seat"):
        read_policies(run).write_onnx(tmp_path / "toy.onnx", 1, 0)
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(BadInput, match=r"needs the package onnxruntime: pip install"):
        make_agent(str(broken), game)


@pytest.mark.parametrize("missing", ["onnx", "onnxruntime"])
def test_an_export_that_cannot_be_compared_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    game = warfront.make_game("battlecards", theatres=("pacific",))
    run = read_policies(write_run(tmp_path / "run", game, "flat", {"theatres": ["pacific"]}))
    (tmp_path / "out").mkdir()
    with monkeypatch.context() as without:
        without.setitem(sys.modules, missing, None)
        with pytest.raises(BadInput, match=f"the package {missing}: pip install"):
            run.write_onnx(tmp_path / "out" / "a.onnx", 1, 0)
    monkeypatch.setattr("warfront_training.exporting.compare", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        run.write_onnx(tmp_path / "out" / "a.onnx", 1, 0)
    assert list((tmp_path / "out").iterdir()) == []


def test_the_critic_travels_with_the_policy(toy: ToyGame, tmp_path: Path) -> None:
    """A checkpoint values positions as the learner's own critic does, seat by seat."""
    from learning import collect
    from warfront_agents.learned import LearnedAgent

    policy, collector, rollout = collect(toy)
    facts = facts_of(toy, ["north", "south"], {}, 1)
    write_checkpoint(tmp_path / "axis.npz", facts, policy.weights())
    agent = LearnedAgent.load(tmp_path / "axis.npz", toy)
    env = collector._env
    values = collector._next_values()
    masks, seats = env.batch.masks, env.batch.seats
    _, told, _ = agent.judge(env.batch.observations, masks, seats, np.zeros((10, 0), np.float32))
    assert told == pytest.approx(values, abs=1e-4) and len(set(seats.tolist())) == 2
    assert new_env(toy).learner_seats == [0, 2]


@pytest.mark.parametrize(
    "masks",
    [
        np.zeros((2, 3), np.uint8),
        np.full((2, 3), np.nan),
        np.ones((2, 3), np.float32),
        np.full((2, 3), 2, np.uint8),
        np.ones((3, 2), np.uint8),
    ],
)
def test_an_exported_policy_refuses_malformed_masks(tmp_path: Path, masks: Any) -> None:
    """Trials 7 and 21: whatever the kind of policy, empty, NaN or transposed masks are an error."""
    options = {"theatres": ["pacific"]}
    game = warfront.make_game("battlecards", **options)
    run = write_run(tmp_path / "run", game, "flat", options)
    read_policies(run).write_onnx(tmp_path / "all.onnx", 1, 1)
    agent = OnnxPolicy.load(tmp_path / "all.onnx", game)
    wide = np.resize(masks, (len(masks), game.spec.num_actions * masks.shape[1] // 3))
    observations = np.zeros((2, game.spec.observation_size), np.uint8)
    with pytest.raises(ValueError, match="mask"):
        agent.run(observations, wide, np.zeros(2, np.int8))
