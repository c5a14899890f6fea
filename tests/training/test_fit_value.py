"""A network that values positions: what it learns from, that it learns, and where it is put."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import warfront
from exports import write_run
from warfront.game import BadInput
from warfront_agents import make_agent
from warfront_agents.battlecards_judge import Sign
from warfront_agents.checkpoint import read_facts
from warfront_agents.compiled_nets import new_nets
from warfront_agents.features import Features
from warfront_training import fit_value


@pytest.fixture(scope="module")
def cards() -> Any:
    """Western Europe and the Pacific."""
    return warfront.make_game("battlecards")


def test_rows_are_turns_of_games_with_their_ends(cards: Any) -> None:
    """Both seats' features without the zeros; the games repeat, and sides win what they won."""
    policy: Any = make_agent("trained:battlecards", cards)
    nets = new_nets(cards, *policy.plain_policies())
    rows, again = (fit_value.watch_games(cards, nets, 12, 7) for _ in range(2))
    assert rows.starts.tolist() == again.starts.tolist()
    assert np.array_equal(rows.values, again.values) and np.array_equal(rows.won, again.won)
    size = Features(cards).size
    some = np.array([len(rows.won) - 1, 0, 3])
    features = rows.features(some, 2 * size).numpy()
    for row, told in zip(some, features, strict=True):
        here = slice(rows.starts[row], rows.starts[row + 1])
        assert np.flatnonzero(told).tolist() == rows.places[here].tolist()
        assert told[told != 0].tolist() == rows.values[here].tolist()
        assert (told[:size] != 0).any() and (told[size:] != 0).any()
    axis_won = np.where(rows.axis > 0, rows.won, 1.0 - rows.won)
    for number in np.unique(rows.game):
        assert len(np.unique(axis_won[rows.game == number])) == 1
    assert len(np.unique(rows.axis)) == 2 and len(np.unique(rows.won)) > 1


def test_a_run_gets_the_value_that_its_search_judges_by(
    cards: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = write_run(tmp_path / "run", cards, "flat")
    fit_value.main(str(run), 40, 1)
    assert capsys.readouterr().out.startswith(f"{run / 'value.npz'}: network 0.")
    assert read_facts(run / "value.npz").learner == "value"
    agent: Any = make_agent(f"search:8p:{run}", cards)
    assert agent._ahead._nets.value[0] == 2


def test_it_learns_who_wins() -> None:
    """Of made-up positions, where one of eight features tells who wins in nine cases of ten."""
    rng, n = np.random.default_rng(1), 80_000
    places = rng.integers(0, 8, n)
    told = np.where(places < 4, 0.9, 0.1)
    won = (rng.random(n) < told).astype(np.float32)
    nothing = np.zeros((n, len(Sign)))
    rows = fit_value.Rows(
        places.astype(np.int16), np.ones(n, np.float32), np.arange(n + 1), nothing,
        rng.integers(0, 2, n).astype(np.uint8), np.arange(n), won,
    )  # fmt: skip
    learn, test = np.arange(n - 8000), np.arange(n - 8000, n)
    found = fit_value.errors(rows, 8, fit_value.fit(rows, 8, learn), test)
    assert found["network"] == pytest.approx(0.09, abs=0.01)
    assert found["nothing known"] == pytest.approx(0.25, abs=0.001)
    assert found["staff's judge"] == pytest.approx(0.25, abs=1e-6)


def test_policies_that_playouts_cannot_follow_are_refused(cards: Any, tmp_path: Path) -> None:
    for name in ("staff", "trained:mini-even"):
        with pytest.raises(BadInput, match=f"{name} is no run of Battlecards: name its folder"):
            fit_value.main(name)
    for kind, hint in (("entity", "without entities"), ("recurrent", "remembers its games")):
        run = write_run(tmp_path / kind, cards, kind)
        with pytest.raises(BadInput, match=hint):
            fit_value.main(str(run), 1)
        with pytest.raises(BadInput, match="is no run of Battlecards"):
            fit_value.main(str(next((run / "checkpoints").iterdir())))
