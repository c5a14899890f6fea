"""Presets: only what differs, unknown keys refused with the nearest one."""

from pathlib import Path

import pytest

from warfront.game import BadInput
from warfront_training import presets
from warfront_training.presets import (
    game_options,
    load_preset,
    presets_folder,
    read_preset,
    write_preset,
)


@pytest.mark.parametrize(
    "name", sorted(p.stem for p in presets_folder().glob("*.toml") if p.stem != "defaults")
)
def test_every_preset_reads_and_is_listed(name: str) -> None:
    preset = load_preset(name)
    assert preset.name == name
    assert f"`{name}`" in (presets_folder() / "README.md").read_text(encoding="utf-8")


def test_changes_win_over_the_preset() -> None:
    preset = load_preset(
        "quickstart", ["seed=5", "clip=1", "pool.staff=9", "learner=seat", "options.die=12"]
    )
    assert (preset.seed, preset.clip, preset.learner) == (5, 1.0, "seat")
    assert preset.pool["staff"] == 9 and preset.pool["random"] > 0
    assert game_options(preset) == {
        "theatres": ("western_europe", "pacific"),
        "options": {"die": 12},
    }


@pytest.mark.parametrize(
    ("change", "hint"),
    [
        ("lerning_rate=1", "did you mean 'learning_rate'"),
        ("steps", "key=value"),
        ("steps=0", "too small"),
        ("steps=many", "wrong kind"),
        ("learner=team", "use side or seat"),
        ("trainer=best", "trainer = 'best' is unknown: use sb3, torch or rllib"),
        ("critic=all", "use own or central"),
        ("encoder=deep", "use flat, entity or board"),
        ("credit=game", "use side or seat"),
        ("device=tpu", "use auto, cpu or cuda"),
        ("recurrent=1", "wrong kind"),
        ("recurrent=true", 'recurrent = true is not offered by sb3: use trainer = "torch"'),
        ("critic=central", 'critic = "central" is not offered by sb3'),
        ("teacher=staff", 'teacher = "staff" is not offered by sb3'),
        ("lessons=5", "teacher = '' with lessons = 5"),
        ("final_teacher_share=1.5", "final_teacher_share = 1.5 is out of range"),
        ("lessons=-5", "lessons = -5 is too small"),
        ("reward=glory", "use team"),
        ("pool={}", "pool is empty"),
        ("baselines=[]", "baselines is empty"),
        ("learning_rate=-1", "more than 0"),
        ("snapshot_every=0", "too small"),
        ("discount=2", "use 0 to 1"),
        ('layers=["a"]', "whole numbers"),
        ("layers=[0]", "too small"),
        ("baselines=[1]", "texts"),
        ('pool.random="x"', "a number"),
        ("pool.staff=nan", "pool.staff = nan is no number"),
        ("entropy=nan", "entropy = nan is no number"),
        ("clip=inf", "finite"),
        ("value_weight=-1", "use 0 or more"),
        ("past_snapshots=-1", "use 0 or more"),
        ("priority=20.5", "priority = 20.5 is too large: use at most 20"),
        ("priority=-1", "priority = -1"),
        ("runners=10001", "runners = 10001 is too large: use at most 10000"),
        ("seed=-1", "use 0 or more"),
        ("seed=9223372036854775808", "use at most 9223372036854775807"),
    ],
)
def test_mistakes_are_refused(change: str, hint: str) -> None:
    with pytest.raises(BadInput, match=hint):
        load_preset("quickstart", ["trainer=sb3", change])


def test_unknown_presets_and_files(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="use .*quickstart, "):
        load_preset("quikstart")
    mine = tmp_path / "mine.toml"
    mine.write_text("gamez = 3\n")
    with pytest.raises(BadInput, match="mine.toml: key 'gamez' is unknown: did you mean 'game"):
        load_preset(str(mine))
    mine.write_text("games = \n")
    with pytest.raises(BadInput, match="cannot be read"):
        load_preset(str(mine))


@pytest.mark.parametrize("name", ["", "..", "../esc/aped", "m:y", "a/b", "a.", " a", "x" * 101])
def test_a_preset_s_name_can_name_a_folder(tmp_path: Path, name: str) -> None:
    """Trial 46: no run gets a folder that lies elsewhere, or that a system refuses."""
    mine = tmp_path / "mine.toml"
    mine.write_text(f'name = "{name}"\n')
    with pytest.raises(BadInput, match="cannot name a folder: use 1 to 100 letters"):
        load_preset(str(mine))
    mine.write_text('name = "my run-2.b"\n')
    assert load_preset(str(mine)).name == "my run-2.b"


def test_an_empty_table_empties() -> None:
    assert load_preset("quickstart", ["options.die=12", "options={}"]).options == {}


def test_a_written_preset_reads_back(tmp_path: Path) -> None:
    preset = load_preset("standard", ["seed=3", 'decks=C:\\my "decks"'])
    write_preset(preset, tmp_path / "preset.toml")
    assert read_preset(tmp_path / "preset.toml") == preset
    assert load_preset(str(tmp_path / "preset.toml")) == preset


def test_a_preset_of_an_older_run_means_what_it_meant(tmp_path: Path) -> None:
    file = tmp_path / "preset.toml"
    write_preset(load_preset("standard"), file)
    new = ("trainer", "critic", "encoder", "recurrent", "credit", "device")
    lines = [line for line in file.read_text().splitlines() if line.split(" =")[0] not in new]
    file.write_text("\n".join(lines))
    assert read_preset(file).trainer == "sb3"


def test_a_run_s_preset_is_checked_like_any_other(tmp_path: Path) -> None:
    file = tmp_path / "preset.toml"
    write_preset(load_preset("standard"), file)
    text = file.read_text()
    for old, new, words in (
        ("steps = ", "stepz = ", "unknown"),
        ("seed = 0", "seed = 'x'", "kind"),
    ):
        file.write_text(text.replace(old, new))
        with pytest.raises(BadInput, match=words):
            read_preset(file)


def test_an_installed_package_reads_its_own_presets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where `pip install --target` put it into a project that has a folder `configs`."""
    package = tmp_path / "lib" / "warfront_training"
    (package / "configs").mkdir(parents=True)
    (tmp_path / "configs").mkdir()
    monkeypatch.setattr(presets, "__file__", str(package / "presets.py"))
    assert presets_folder() == package / "configs"
    (package / "configs").rmdir()
    assert presets_folder() == tmp_path / "configs"
