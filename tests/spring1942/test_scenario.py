"""A scenario file of one's own: what it may change, and the one line for what is wrong in it."""

import copy
import tomllib
from pathlib import Path
from typing import Any

import pytest

import warfront
from warfront.game import BadInput
from warfront.spring1942.scenario import load_scenario

SMALL = """
title = "Two capitals"
victory_cities = 1
[spaces]
a = { owner = "uk", capital = true, victory_city = "A", ipc = 5, next_to = ["b", "sz1"] }
b = { owner = "japan", capital = true, ipc = 5, next_to = ["a"] }
sz1 = { sea = true, next_to = ["a"] }
[ipcs]
uk = 5
[setup.uk]
a = { infantry = 2, industrial_complex = 1 }
"""
OUT = object()  # stands for a key that is left out


def test_a_file_says_only_what_differs_from_its_base(tmp_path: Path) -> None:
    path = tmp_path / "late_war.toml"
    path.write_text(
        'rounds = 6\nvictory_cities = { axis = 8, allies = 10 }\nclear = ["libya"]\n'
        "[ipcs]\ngermany = 50\n[setup.germany]\nlibya = { tank = 3 }\n"
        "[units.tank]\ncost = 6\n[bid.japan]\nipcs = 4\nmanchuria = { infantry = 1 }\n"
    )
    found, usual = load_scenario(path), load_scenario("opening")
    assert found.name == "late_war" and found.board == usual.board
    assert found.options == {"round_limit": 6, "victory_axis": 8, "victory_allies": 10}
    assert found.forces.ipcs == {**usual.forces.ipcs, "germany": 50, "japan": 34}
    assert found.forces.army["libya"] == {"germany": {"tank": 3}}
    assert found.forces.army["manchuria"]["japan"] == {"infantry": 3, "fighter": 1}
    assert found.forces.army["algeria"] == usual.forces.army["algeria"]
    assert found.units["tank"].cost == 6 and found.units["tank"].attack == 3


def test_a_file_overrides_a_level_of_its_base_by_either_name() -> None:
    one = load_scenario({"victory_cities": {"axis": 3}}).options
    assert (one["victory_axis"], one["victory_allies"]) == (3, 9)
    named = load_scenario({"options": {"victory_allies": 10, "round_limit": 4}}).options
    assert named == {"victory_axis": 9, "victory_allies": 10, "round_limit": 4}


def test_a_carrier_of_the_bid_takes_fighters_of_the_set_up() -> None:
    content = {
        "setup": {"uk": {"sz1": {"fighter": 2}}},
        "bid": {"uk": {"sz1": {"aircraft_carrier": 1}}},
    }
    assert load_scenario(content).forces.army["sz1"]["uk"] == {"fighter": 2, "aircraft_carrier": 1}


def test_clearing_a_space_empties_it_of_everybody() -> None:
    found = load_scenario({"clear": ["sz5"], "setup": {"uk": {"sz5": {"destroyer": 1}}}})
    assert found.forces.army["sz5"] == {"uk": {"destroyer": 1}}


def test_land_may_be_held_by_another_than_its_original_owner() -> None:
    found = load_scenario({"clear": ["libya"], "owners": {"libya": "uk"}})
    libya = next(space for space in found.board.spaces if space.id == "libya")
    assert (libya.owner, found.forces.owners["libya"]) == ("germany", "uk")


def test_a_map_of_ones_own_takes_nothing_of_the_base(tmp_path: Path) -> None:
    path = tmp_path / "small.toml"
    path.write_text(SMALL)
    found = load_scenario(str(path))
    assert found.board.ids() == ["a", "b", "sz1"] and found.board.powers == ("uk", "japan")
    assert found.forces.ipcs == {"uk": 5, "japan": 0}


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('next_to = ["b", "sz1"]', 'next_to = ["b"]', "spaces.sz1.next_to names a, but spaces.a"),
        ('next_to = ["b", "sz1"]', 'next_to = ["b", "sz9"]', "'sz9' is no space: did you mean sz1"),
        ('owner = "japan", capital', 'owner = "italy", capital', "spaces.b: italy is not in turn"),
        ('"japan", capital = true', '"japan"', "spaces: both sides need a power with a capital"),
        ("infantry = 2", "infantry = 99", "setup.uk.a.infantry is 99: use at most 60"),
        ("infantry = 2", "submarine = 2", "submarine cannot stand there: place it at sea"),
        ("infantry = 2", "knight = 2", "unit 'knight' is unknown"),
        ("complex = 1", "complex = 2", "has one complex at most"),
        ("ipc = 5", "ipc = -5", "spaces.a.ipc -5 is no count"),
        ("[setup.uk]", "[setup.japan]", "a is held by uk: place units on land of their side"),
        ("[setup.uk]", "[setup.usa]", "power 'usa' is unknown: use uk, japan"),
        ("victory_cities = 1", "victory_cities = 2", "2 for the axis cannot be held: use a whole"),
        ("victory_cities = 1\n", "", "victory_cities is missing: write how many of the map's"),
        ("= 1\n[spaces]", "= { axis = 1 }\n[spaces]", "victory_cities.allies is missing: write"),
        (', victory_city = "A"', "", "spaces: no space has a victory_city: name at least one"),
        ('owner = "uk", ', "", "spaces.a.owner is missing: name the power of this territory, one"),
        ("sea = true, ", "", "spaces.sz1.owner is missing"),
        ("victory_cities = 1", "victory_cities = 1\nrounds = 0", "rounds is 0: use a whole"),
        ("[ipcs]", "[options]\nbombing = 1\n[ipcs]", "options.bombing is 1: use damage or ipc"),
        ("[ipcs]", "[options]\nbomb = 1\n[ipcs]", "options.bomb is unknown: did you mean bombing"),
        ("[ipcs]", "[units.aa_gun]\ncost = 50\n[ipcs]", "units.aa_gun.cost is 50: use a whole"),
        ("title =", "titel =", "key 'titel' is unknown: did you mean title?"),
        ("[ipcs]", "[ipcs", "is no TOML file"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_in_one_line_with_the_file(
    old: str, new: str, complaint: str, tmp_path: Path
) -> None:
    path = tmp_path / "small.toml"
    assert old in SMALL
    path.write_text(SMALL.replace(old, new, 1))
    with pytest.raises(BadInput) as refused:
        load_scenario(path)
    line = str(refused.value)
    assert complaint in line and line.startswith(str(path)) and "\n" not in line


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ({"setup": {"germany": {"spain": {"tank": 1}}}}, "spain is impassable"),
        ({"setup": {"uk": {"sz1": {"fighter": 1}}}}, "1 fighters of the allies stand in sz1"),
        ({"units": {"tank": {"move": 3}}}, "units.tank.move is 3: use a whole number from 1 to 2"),
        ({"units": {"transport": {"attack": 1}}}, "units.transport.attack is 1"),
        ({"bid": {"usa": {"ipcs": True}}}, "bid.usa.ipcs True is no count"),
        ({"canals": [{"between": ["sz1", "sz11"], "needs": ["panama"]}]}, "that lie side by side"),
        (
            {"canals": [{"between": ["sz1", "eastern_canada"], "needs": ["panama"]}]},
            "two sea zones",
        ),
        ({"bid": {"japan": {"india": {"tank": 1}}}}, "bid.japan.india: india is held by uk"),
        ({"bid": {"uk": {"india": {"cruiser": 1}}}}, "bid.uk.india: cruiser cannot stand there"),
        ({"bid": {"uk": {"sz1": {"fighter": 1}}}}, "bid: 1 fighters of the allies stand in sz1"),
        ({"clear": ["atlantis"]}, "clear: 'atlantis' is no space"),
        ({"base": "paris"}, "base 'paris' is unknown: use opening or mini"),
    ],
)
def test_contents_of_a_scenario_are_checked_too(content: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint.replace("[", r"\[")):
        load_scenario(content)


def paths_of(content: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where anything stands in the content of a file, the whole left out."""
    items = content.items() if isinstance(content, dict) else enumerate(content)
    found = []
    for key, value in items:
        found.append((*path, key))
        if isinstance(value, dict | list):
            found += paths_of(value, (*path, key))
    return found


def test_whatever_is_left_out_or_of_another_type_is_one_line_that_says_what_is_right() -> None:
    """Each key of a file in turn; nothing else than BadInput comes, and no remedy is lacking."""
    whole = {
        **tomllib.loads(SMALL),
        "turn_order": ["uk", "japan"],
        "clear": ["b"],
        "owners": {"b": "japan"},
        "canals": [{"name": "C", "between": ["sz1", "sz2"], "needs": ["a"]}],
        "units": {"tank": {"cost": 6}},
        "bid": {"japan": {"ipcs": 3, "b": {"infantry": 1}}},
        "options": {"bombing": "ipc"},
        "rounds": 9,
    }
    whole["spaces"]["sz1"]["next_to"] = ["a", "sz2"]
    whole["spaces"]["sz2"] = {"sea": True, "name": "Gulf", "next_to": ["sz1"]}
    load_scenario(whole)
    refused = 0
    for *path, last in paths_of(whole):
        for wrong in (OUT, None, True, -1, 1.5, "", [], {}, [None], [[]], {"x": 1}):
            content = copy.deepcopy(whole)
            holder: Any = content
            for key in path:
                holder = holder[key]
            if wrong is OUT:
                del holder[last]
            else:
                holder[last] = wrong
            try:
                load_scenario(content)
            except BadInput as error:
                line = str(error)
                assert ": " in line.removeprefix("scenario: ") and "\n" not in line
                assert wrong in (None, [None]) or "None" not in line, (path, last, wrong, line)
                refused += 1
    assert refused > 300


def test_unknown_names_and_missing_files() -> None:
    with pytest.raises(BadInput, match="scenario 'maxi' is unknown: use opening, mini, mini-even"):
        load_scenario("maxi")
    with pytest.raises(BadInput, match="cannot be read"):
        load_scenario("nowhere/none.toml")


def test_the_evened_mini_map_is_the_mini_map_with_more_units() -> None:
    even, mini = load_scenario("mini-even"), load_scenario("mini")
    assert even.board.spaces == mini.board.spaces
    game, other = (warfront.make_game("spring1942", scenario=s.name) for s in (even, mini))
    units, before = (g.describe(g.new(1))["spaces"] for g in (game, other))
    for space, was in before.items():
        for power, there in was.get("units", {}).items():
            now = units[space]["units"][power]
            assert all(now[unit] >= n for unit, n in there.items())
    assert units != before
