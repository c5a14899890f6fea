"""The league: who is met how often, exploiters, and tables that show draws and rings."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import warfront
from toy import ToyGame
from warfront.game import BadInput
from warfront_agents.checkpoint import (
    Weights,
    digest_weights,
    facts_of,
    read_checkpoint,
    write_checkpoint,
)
from warfront_agents.learned import LearnedAgent
from warfront_training.cross_table import play_cross, players_of, table_of
from warfront_training.league import (
    FADE,
    Pool,
    Record,
    Snapshot,
    add_record,
    learner_seats,
    read_snapshot,
    share_lost,
    snapshot_path,
)
from warfront_training.league_report import league_part
from warfront_training.match import Games
from warfront_training.presets import Preset, load_preset
from warfront_training.report import write_report
from warfront_training.train import new_run, resume_run

TINY = [
    "game=skirmish", "theatres=[]", "steps=128", "threads=1", "games=4", "decisions=8", "batch=16",
    "epochs=1", "updates_per_turn=1", "measure_every=9", "measure_games=2", "snapshot_every=1",
    'baselines=["random"]', "trunk=8", "layers=[8]", "trainer=torch", "report_games=2",
    "cross_games=3",
]  # fmt: skip


def tiny(*changes: str, pool: dict[str, float] | None = None) -> Preset:
    preset = load_preset("quickstart", [*TINY, *changes])
    return replace(preset, pool=pool or {"random": 1.0, "latest": 1.0, "past": 2.0})


def weights(game: Any, seed: int = 0) -> Weights:
    from learning import new_policy

    return new_policy(game, seed=seed).weights()


def snapshots(game: Any, folder: Path, preset: Preset, count: int) -> list[Snapshot]:
    """So many frozen policies of every learner, in a run's folder."""
    (folder / "checkpoints").mkdir(parents=True)
    found = []
    for turn in range(1, count + 1):
        digests = {}
        for number, (name, seats) in enumerate(learner_seats(game, preset).items()):
            facts = facts_of(game, seats, {}, turn, name)
            path = snapshot_path(folder, turn, name)
            digests[name] = write_checkpoint(path, facts, weights(game, 10 * turn + number))
        found.append(Snapshot(turn, digests))
    return found


def test_share_lost_is_a_half_where_nothing_is_known() -> None:
    """(lost + 1) / (games + 2); what is known counts a tenth less with each turn."""
    record = add_record({}, {"staff": (8.0, 7.0), "past-00002": (2.0, 1.0)})
    assert share_lost(record, "staff") == 0.8
    assert share_lost(record, "past-00002") == 0.5 == share_lost(record, "greedy")
    later = add_record(record, {"staff": (1.0, 0.0)})
    assert later["staff"] == pytest.approx([8 * FADE + 1, 7 * FADE])
    assert later["past-00002"] == pytest.approx([2 * FADE, FADE])


@pytest.mark.parametrize("priority", [0.0, 1.0, 2.0])
def test_who_beats_the_learner_is_met_more_often(
    toy: ToyGame, tmp_path: Path, priority: float
) -> None:
    """Weights by hand: those of the pool times the share lost to the power of the priority."""
    other = "toy:HighestAgent"
    pool = {"random": 1.0, other: 3.0, "latest": 2.0}
    preset = tiny(f"priority={priority}", pool=pool)
    record: Record = {"random": [8.0, 0.0], "latest": [8.0, 8.0]}  # shares .1, .5 unknown, .9
    mine = Pool(toy, preset, partial(read_snapshot, tmp_path), "axis")
    drawn = mine.draw({"allies": weights(toy)}, [], np.random.default_rng(1), record)
    assert drawn.names == ["random", other, "latest"]
    wanted = [1 * 0.1**priority, 3 * 0.5**priority, 2 * 0.9**priority]
    assert drawn.weights.tolist() == pytest.approx(wanted)


def test_snapshots_are_drawn_by_how_often_they_win(toy: ToyGame, tmp_path: Path) -> None:
    """One of four at a time: over many draws as the shares lost, 1 : 1 : 1 : 7; without, alike."""
    record: Record = {f"past-{k:05d}": [8.0, 0.0] for k in (1, 2, 3)} | {"past-00004": [8.0, 6.0]}
    frozen = [Snapshot(turn, {}) for turn in (1, 2, 3, 4)]
    for priority, share in ((1.0, 0.7), (0.0, 0.25)):
        preset = tiny(f"priority={priority}", "past_snapshots=1", pool={"past": 2.0})
        mine, rng = (
            Pool(toy, preset, partial(read_snapshot, tmp_path), "axis"),
            np.random.default_rng(3),
        )
        drawn = [mine._draw_of("past", frozen, rng, record) for _ in range(400)]
        often = sum(names == ["past-00004"] for names, _ in drawn)
        assert often / 400 == pytest.approx(share, abs=0.07)  # 3 sigma
        mean = (3 * 0.1 + 0.7) / 4
        assert drawn[0][1] == drawn[-1][1] == pytest.approx(mean**priority)


def test_exploiters_meet_only_the_newest_and_join_the_past(toy: ToyGame, tmp_path: Path) -> None:
    preset = tiny("exploiters=true", "past_snapshots=9")
    seats = learner_seats(toy, preset)
    assert list(seats) == ["axis", "allies", "axis-exploiter", "allies-exploiter"]
    frozen = snapshots(toy, tmp_path, preset, 2)
    latest = {name: weights(toy) for name in seats}
    rng = np.random.default_rng(1)
    exploiter = Pool(toy, preset, partial(read_snapshot, tmp_path), "axis-exploiter").draw(
        latest, frozen, rng, {}
    )
    assert exploiter.names == ["latest"] and len(exploiter.players) == 1
    assert [exploiter.players[0]._agent.plays(seat) for seat in range(4)] == [0, 1, 0, 1]
    main = Pool(toy, preset, partial(read_snapshot, tmp_path), "axis").draw(latest, frozen, rng, {})
    past = {f"past-0000{turn}{kind}" for turn in (1, 2) for kind in ("", "-exploiter")}
    assert set(main.names) == {"random", "latest", *past}
    assert not main.rows[:, [0, 2]].any()
    told = {name: main.players[row[1]] for name, row in zip(main.names, main.rows, strict=True)}
    wanted = {
        f"past-{each.turn:05d}{kind}": each.digests[f"allies{kind}"]
        for each in frozen
        for kind in ("", "-exploiter")
    }
    assert len(set(wanted.values())) == 4  # each of its own weights, and nobody plays by another's
    assert wanted == {name: digest_weights(told[name]._agent._nets[0].weights()) for name in past}
    with pytest.raises(
        BadInput, match='exploiters = true is for whole sides: use learner = "side"'
    ):
        tiny("exploiters=true", "learner=seat")


def test_a_run_with_exploiters_resumes_and_plays_by_its_main_policies(tmp_path: Path) -> None:
    preset = tiny("exploiters=true", "priority=1.0", "decisions=32", "steps=256")
    straight = new_run(preset, tmp_path / "straight")
    straight.train(quiet=True)
    halves = new_run(replace(preset, minutes=1e-9), tmp_path / "halves")
    halves.train(quiet=True)
    assert halves.turn == 1
    resumed = resume_run(halves.folder)
    resumed.preset = preset
    assert resumed.records == halves.records
    assert halves.records["axis"]
    resumed.train(quiet=True)
    assert resumed.records == straight.records
    for name, policy in straight.policies.items():
        for key, array in policy.items():
            assert (array == resumed.policies[name][key]).all(), (name, key)
    game = straight.game
    agent = LearnedAgent.load(straight.folder, game)
    assert len(agent._nets) == 2 and all(agent.plays(seat) for seat in range(4))
    report = write_report(straight, "warfront train")
    assert report["snapshots"]["players"][-2:] == [f"exploiters {straight.turn}", "newest"]
    assert set(report["league"]) == set(straight.seats)
    page = (straight.folder / "report.html").read_text()
    assert "Snapshots against each other" in page and "Whom the learners lost to" in page
    assert len(players_of(straight)) == min(4, len(straight.snapshots)) + 2


def games(winner: list[int]) -> Games:
    many = len(winner)
    zeros: Any = np.zeros(many)
    return Games({}, zeros, np.array(winner, np.int8), zeros, zeros, zeros, [], zeros)


def test_draws_and_rings_are_shown() -> None:
    """Three players that beat each other in a ring, and a pairing that is half undecided."""
    won, lost = [0] * 20, [1] * 20
    even = [0, 1] * 10
    rows = [even, won, lost, lost, even, won, won, lost, [0] * 5 + [1] * 5 + [-1] * 10]
    told = table_of(["turn 1", "turn 2", "turn 3"], [games(row) for row in rows])
    assert told["undecided"] == [[0, 0, 0], [0, 0, 0], [0, 0, 0.5]]
    (ring,) = told["cycles"]
    assert ring["players"] == ["turn 1", "turn 2", "turn 3"] and ring["certain"]
    assert told["both"][0] == [0.5, 1.0, 0.0]
    page = "".join(league_part({"snapshots": {"games": 20, **told}, "league": {}}))
    assert "turn 1 beats turn 2 beats turn 3 beats turn 1" in page
    assert "Undecided: 5.6% of all games, most of them turn 3 against turn 3 (50.0%)" in page
    assert "Whom the learners lost to" not in page


def test_a_changed_snapshot_is_in_no_table(tmp_path: Path) -> None:
    """The table seats files by their paths: what they hold is checked first, as in training."""
    run = new_run(tiny("steps=64", "snapshot_every=1"), tmp_path / "run")
    run.train(quiet=True)
    assert run.snapshots
    path = snapshot_path(run.folder, run.snapshots[0].turn, "axis")
    facts, kept = read_checkpoint(path)
    write_checkpoint(path, facts, {name: array + 1 for name, array in kept.items()})
    with pytest.raises(BadInput, match="has changed since it was written: restore it"):
        play_cross(run, 1)


def test_no_table_where_none_is_wanted(tmp_path: Path) -> None:
    run = new_run(tiny("cross_games=0", "steps=32"), tmp_path / "run")
    run.train(quiet=True)
    assert write_report(run, "warfront train")["snapshots"] is None
    assert warfront.make_game("skirmish").spec == run.game.spec
