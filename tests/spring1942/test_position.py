"""Positions: in and out at every decision, and one line for whatever is wrong in one."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import warfront
from play import pick
from warfront.game import BadInput
from warfront.spring1942.face import Spring1942Game

MINI = Spring1942Game("mini")
FULL = Spring1942Game()


@pytest.mark.parametrize("seed", range(4))
def test_every_decision_of_a_game_is_read_back_byte_for_byte(seed: int) -> None:
    """Trial 32: whose decision it is, in battles too, comes back from text."""
    rng = np.random.default_rng(seed)
    state = MINI.new(seed)
    while True:
        text = json.dumps(MINI.describe(state))
        assert MINI.from_position(json.loads(text)).tobytes() == state.tobytes(), text
        if MINI.done(state):
            return
        MINI.step(state, pick(MINI.legal_mask(state), rng))


def test_every_decision_on_the_full_map_is_read_back_byte_for_byte() -> None:
    rng = np.random.default_rng(9)
    state = FULL.new(9)
    phases = set()
    for _ in range(130):
        phases.add(int(state["phase"][0]))
        text = json.dumps(FULL.describe(state))
        assert FULL.from_position(json.loads(text)).tobytes() == state.tobytes(), text
        FULL.step(state, pick(FULL.legal_mask(state), rng))
    assert phases == {1, 2, 3, 4, 5}


def test_the_bare_opening_is_a_new_game() -> None:
    assert FULL.from_position({"seed": 3}).tobytes() == FULL.new(3).tobytes()


def test_a_listed_space_is_replaced_wholly() -> None:
    state = FULL.from_position({"seat": "uk", "spaces": {"germany": {"owner": "germany"}}})
    found = FULL.describe(state)["spaces"]["germany"]
    assert found == {"owner": "germany"}


def test_cleared_spaces_keep_their_holder() -> None:
    for position in ({"spaces": {"libya": "clear"}}, {"clear": ["libya"]}):
        state = FULL.from_position({"seat": "uk", **position})
        assert FULL.describe(state)["spaces"]["libya"] == {"owner": "germany"}


def test_land_units_at_sea_are_aboard() -> None:
    for key, aboard in (("units", {}), ("cargo", {"cargo": {"uk": {"tank": 1, "infantry": 1}}})):
        units: dict[str, int] = {"transport": 1}
        if key == "units":
            units |= {"tank": 1, "infantry": 1}
        state = FULL.from_position(
            {"seat": "uk", "spaces": {"sz6": {"units": {"uk": units}, **aboard}}}
        )
        found = FULL.describe(state)["spaces"]["sz6"]
        assert found["units"] == {"uk": {"transport": 1, "tank": 1, "infantry": 1}}
        assert found["cargo"] == {"uk": {"tank": 1, "infantry": 1}}


def test_position_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "late.toml"
    path.write_text('seat = "japan"\nphase = "noncombat"\nround = 4\n')
    state = FULL.from_position(path)
    assert FULL.spec.seats[FULL.seat(state)] == "japan"
    assert FULL.describe(state)["phase"] == "noncombat_move"


def test_scripted_dice_come_first() -> None:
    libya = {"owner": "germany", "units": {"germany": {"infantry": 1}}}
    position = {"seat": "uk", "phase": "combat_move", "dice": [1, 6], "spaces": {"libya": libya}}
    state = FULL.from_position(position)
    FULL.order(state, "move 1 infantry anglo_egypt -> libya")
    FULL.order(state, "done")
    found = FULL.describe(state)
    assert found["spaces"]["libya"]["owner"] == "uk" and found["dice_left"] == 0


def test_a_position_may_begin_in_combat() -> None:
    """The battles are those of the board."""
    libya = {
        "owner": "germany",
        "units": {"germany": {"infantry": 1}, "uk": {"tank": 1}},
        "came_from": ["anglo_egypt"],
    }
    position = {"seat": "uk", "phase": "combat", "dice": [3, 6], "spaces": {"libya": libya}}
    state = FULL.from_position(position)
    assert FULL.describe(state)["spaces"]["libya"]["owner"] == "uk"
    assert FULL.describe(state)["phase"] == "noncombat_move"


def test_m8_what_another_power_bought_is_read_and_left_out() -> None:
    position = {"seat": "ussr", "purchased": {"uk": {"tank": 1}, "ussr": {"tank": 2}}}
    assert FULL.describe(FULL.from_position(position))["purchased"] == {"ussr": {"tank": 2}}


@pytest.mark.parametrize(
    ("position", "complaint"),
    [
        ({"seet": "uk"}, "'seet' is unknown: did you mean"),
        ({"seat": "italy"}, "power 'italy' is unknown"),
        ({"phase": "breakfast"}, "phase 'breakfast' is unknown"),
        ({"spaces": {"libia": {}}}, "space 'libia' is unknown: did you mean libya"),
        ({"spaces": {"spain": {}}}, "spain is neutral and impassable"),
        ({"spaces": {"libya": {"unit": {}}}}, "spaces.libya: 'unit' is unknown"),
        ({"spaces": {"libya": {"units": {"uk": {"knight": 1}}}}}, "unit 'knight' is unknown"),
        ({"spaces": {"libya": {"units": {"uk": {"destroyer": 1}}}}}, "destroyer cannot stand"),
        ({"spaces": {"sz5": {"units": {"uk": {"tank": 1}}}}}, "no transport there has room"),
        ({"spaces": {"sz5": {"owner": "uk"}}}, "nobody owns a sea zone"),
        ({"spaces": {"libya": {"units": {"uk": {"tank": -1}}}}}, "is no count"),
        ({"spaces": {"libya": {"damage": 1}}}, "there is no complex"),
        ({"spaces": {"germany": {"complex": True, "damage": 21}}}, "at most 20 can be"),
        ({"spaces": {"libya": {"units": {"usa": {"tank": 1}}}}}, "out of its turn"),
        ({"spaces": {"sz5": {"cargo": {"uk": {"tank": 1}}}}}, "no transport there has room"),
        ({"spaces": {"libya": {"came_from": ["sz5"]}}}, "'sz5' does not border on it"),
        ({"spaces": {"libya": {"moved": {"tank": {"2": 1}}}}}, "is no movement left"),
        ({"purchased": {"uk": {"tonk": 1}}}, "unit 'tonk' is unknown"),
        ({"production": {"uk": 99}}, "production.uk is 99, on the board it is 30"),
        ({"victory_cities": 10}, "option victory_axis is 10, in this game 9"),
        ({"options": {"bidd": 1}}, "option bidd is unknown"),
        ({"scenario": "mini"}, "it is for the scenario 'mini', the game has 'opening'"),
        ({"dice": [7]}, "dice: 7 is no roll"),
        ({"round": 21}, "round 21 is beyond the limit 20"),
        ({"prompt": "move_to", "seat": "ussr"}, "mend the prompt"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(position: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadInput) as refused:
        FULL.from_position(position)
    line = str(refused.value)
    assert complaint in line and "\n" not in line and line.startswith("position")


def test_problems_are_named() -> None:
    state = FULL.new(0)
    record = FULL.record(state)
    assert FULL.problems(state) == []
    record.army[FULL.loaded.spaces.index("libya"), 2, 0] = 3
    record.production[1] += 1
    record.complex[FULL.loaded.spaces.index("sz5")] = 1
    faults = " / ".join(FULL.problems(state))
    for words in ("libya: uk has units on land of germany", "production is 41", "lies at sea"):
        assert words in faults


def test_scenario_and_options_of_a_game_make_it_again() -> None:
    game = warfront.make_game("spring1942", scenario="mini", options={"bid_allies": 3})
    again = warfront.make_game("spring1942", **json.loads(json.dumps(game.settings)))
    assert again.spec == game.spec and again.hash(again.new(1)) == game.hash(game.new(1))
