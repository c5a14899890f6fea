"""The map in the terminal: every label in its own space, and what it says is what stands there."""

import io
import re
from typing import Any

import numpy as np
import pytest

from play import advance
from warfront.game import BadInput, IllegalOrder
from warfront.spring1942.ansi_map import window_of
from warfront.spring1942.board import chart_of
from warfront.spring1942.codes import codes_of
from warfront.spring1942.face import Spring1942Game
from warfront.spring1942.guide import GUIDE
from warfront.spring1942.map_legend import LETTERS, UNIT_SIGNS
from warfront.spring1942.near import reach
from warfront.spring1942.sheet import sheet_of
from warfront.spring1942.state import Prompt
from warfront.spring1942.tables import UNIT_NAMES
from warfront.terminal import can_write

GAME, MINI = Spring1942Game(), Spring1942Game("mini")
RING = {
    f"land_number_{n}": {
        "owner": ("germany", "uk")[n % 2],
        "ipc": 2,
        "capital": n < 2,
        "victory_city": f"city {n}",
        "next_to": [f"land_number_{(n + k) % 9}" for k in (1, 8)],
    }
    for n in range(9)
}
OWN = Spring1942Game(
    {"victory_cities": 5, "spaces": RING, "ipcs": {"germany": 9, "uk": 9}},
)


def lines_of(game: Spring1942Game, state: Any, columns: int, space: str = "") -> list[str]:
    """The signs of a map, without its legend."""
    drawn = game.map(state, space, columns, colour=False)
    return drawn[: drawn.index("\npowers")].splitlines()


@pytest.mark.parametrize("game", [GAME, MINI, OWN], ids=["opening", "mini", "own"])
@pytest.mark.parametrize("columns", [80, 150, 230])
def test_labels_lie_in_their_own_spaces_and_apart(game: Spring1942Game, columns: int) -> None:
    board = game.loaded.scenario.board
    sheet = sheet_of(chart_of(game.loaded.scenario.name, board), board, columns)
    taken = np.zeros(sheet.own.shape, int)
    for s, (left, top, wide, high) in enumerate(sheet.boxes):
        assert wide >= 6 and high >= 2
        assert (sheet.own[top : top + high + 1, left : left + wide + 1] == s).all()
        taken[top : top + high, left : left + wide] += 1
    assert taken.max() == 1


def test_the_whole_world_shows_every_space_and_all_units() -> None:
    state = GAME.new(0)
    for decisions in (0, 150):
        advance(GAME, state, np.random.default_rng(decisions), decisions)
        board, record = GAME.loaded.scenario.board, GAME.record(state)
        lines = lines_of(GAME, state, 150)
        sheet = sheet_of(chart_of("opening", board), board, 150)
        assert max(map(len, lines)) <= 150
        for s, (left, top, wide, high) in enumerate(sheet.boxes):
            rows = [line[left : left + wide] for line in lines[top : top + high]]
            label = " ".join(rows).replace("~", " ").split()
            name = GAME.loaded.spaces[s]
            assert label[0] in (name, codes_of(GAME.loaded.spaces)[s])
            for p, power in enumerate(GAME.loaded.powers):
                number = int(record.army[s, p].sum())
                assert counted("".join(rows), LETTERS[power], s, record) == number, name


def counted(label: str, letter: str, s: int, record: Any) -> int:
    """The units of a power that a label tells."""
    label = label.replace(" ", "").replace("~", "")
    stack = f"(\\d+[{UNIT_SIGNS}])+"
    found = re.search(f"{letter}=(\\d+)|{letter}{stack}", re.sub(r"^[a-z_]+\d*", "", label))
    if found is None:
        return 0
    return sum(map(int, re.findall(r"\d+", found[0])))


def test_stacks_without_room_are_numbers() -> None:
    units = {"infantry": 11, "artillery": 12, "tank": 13, "fighter": 14}
    spaces = {
        "russia": {"owner": "ussr", "units": {"ussr": units, "usa": {"tank": 1}}},
        "wake_island": {"owner": "usa", "units": dict.fromkeys(("uk", "usa", "ussr"), units)},
    }
    drawn = GAME.map(GAME.from_position({"seat": "uk", "spaces": spaces}), columns=150)
    for words in ("R=50", "A1t", "all=150"):
        assert words in drawn[: drawn.index("powers")]


def test_a_narrow_terminal_shows_the_part_around_a_space_round_the_world() -> None:
    state = GAME.new(0)
    for space in ("japan", "sz64", "western_united_states"):
        lines = lines_of(GAME, state, 80, space)
        assert max(map(len, lines)) <= 80
        drawn = "\n".join(lines)
        s = GAME.loaded.spaces.index(space)
        for other in (space, *GAME.loaded.scenario.board.spaces[s].next_to):
            assert codes_of(GAME.loaded.spaces)[GAME.loaded.spaces.index(other)] in drawn
    assert "midway" in "\n".join(lines_of(GAME, state, 80, "sz55"))  # beyond the left edge
    board = GAME.loaded.scenario.board
    sheet = sheet_of(chart_of("opening", board), board, 80)
    assert sheet.round_world and window_of(sheet, 0, 80).columns == 80


def test_colours_change_no_sign_and_every_holder_has_his_own() -> None:
    state = GAME.new(0)
    painted = GAME.map(state, columns=150, colour=True)
    bare = re.sub(r"\x1b\[[\d;]+m", "", painted)
    assert [line.rstrip() for line in bare.splitlines()] == [
        line.rstrip() for line in GAME.map(state, columns=150, colour=False).splitlines()
    ]
    grounds = {
        power: re.search(rf"48;5;(\d+)m{LETTERS[power]} {power}", painted)
        for power in GAME.spec.seats
    }
    assert len({found[1] for found in grounds.values() if found}) == 5


def test_a_stream_without_lines_gets_plain_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    assert can_write("┼", io.StringIO())
    narrow = io.TextIOWrapper(io.BytesIO(), "ascii")
    assert not can_write("┼", narrow)
    monkeypatch.setattr("sys.stdout", narrow)
    assert MINI.map(MINI.new(0), columns=80).isascii()


def test_spaces_go_by_id_name_and_code_and_no_code_stands_twice() -> None:
    state = GAME.new(0)
    maps = {
        GAME.map(state, word, 80)
        for word in ("west_russia", "West Russia", "wrussi", " WEST_RUSSIA")
    }
    assert len(maps) == 1
    for game in (GAME, MINI, OWN):
        codes = codes_of(game.loaded.spaces)
        assert len(set(codes)) == len(codes) and max(map(len, codes)) <= 6
    with pytest.raises(BadInput, match="did you mean ukraine_ssr"):
        GAME.map(state, "ukraina_ssr", 80)
    assert GAME.spelt_out("move 2 infantry caucas -> ukrain") == (
        "move 2 infantry caucasus -> ukraine_ssr"
    )


def who(game: Spring1942Game, state: Any, space: str, power: str) -> set[tuple[str, str]]:
    """Kinds, and from where, that could come to a space."""
    s, p = game.loaded.spaces.index(space), game.spec.seats.index(power)
    found = reach(game.loaded, game.record(state), s, p)
    return {(UNIT_NAMES[u], game.loaded.spaces[e]) for e, u in found}


@pytest.mark.parametrize(
    ("power", "spaces"),
    [
        ("ussr", ("ukraine_ssr", "west_russia", "karelia_ssr", "manchuria", "persia", "sz5")),
        ("germany", ("caucasus", "karelia_ssr", "anglo_egypt", "gibraltar", "sz13", "sz6")),
        ("japan", ("china", "buryatia_ssr", "sz52", "sz35", "sz58", "midway")),
    ],
)
def test_what_could_come_is_what_the_rules_offer(power: str, spaces: tuple[str, ...]) -> None:
    """For the power that moves: kinds that some legal order brings there, and no others."""
    state = GAME.from_position({"seat": power, "phase": "combat_move"})
    p, army = GAME.spec.seats.index(power), GAME.record(state).army
    for space in spaces:
        offered = {
            (unit, e)
            for s, e in enumerate(GAME.loaded.spaces)
            for u, unit in enumerate(UNIT_NAMES[:-1])
            if e != space and army[s, p, u] and walks(state, unit, e, space)
        }
        known = who(GAME, state, space, power)
        apart = {(unit, e) for unit, e in known ^ offered if unit not in ("aa_gun", "transport")}
        assert not apart, space


def walks(state: Any, unit: str, here: str, there: str) -> bool:
    """Whether the rules take a unit from here to there, at once or through one space."""
    if unit in ("fighter", "bomber"):  # its whole flight is one decision
        trial = GAME.copy(state)
        GAME.step(trial, GAME.parse(trial, f"from {here}"))
        if GAME.prompt(trial) == "move_what":
            flies = next(words for words in offers(trial) if words.startswith(f"move {unit}"))
            GAME.step(trial, GAME.parse(trial, flies))
        return f"to {there}" in offers(trial)
    by = {space.id: space.next_to for space in GAME.loaded.scenario.board.spaces}
    routes = [there, *(f"{middle} -> {there}" for middle in by[here] if there in by[middle])]
    for route in routes:
        try:
            GAME.order(GAME.copy(state), f"move 1 {unit} {here} -> {route}")
            return True
        except IllegalOrder:
            continue
    return False


def offers(state: Any) -> list[str]:
    return [GAME.action_text(state, int(a)) for a in np.flatnonzero(GAME.legal_mask(state))]


def test_a_tank_blitzes_and_a_closed_canal_stops_ships() -> None:
    empty = {"owner": "germany", "units": {}}
    state = GAME.from_position({"seat": "uk", "spaces": {"libya": empty, "sz15": "clear"}})
    assert ("tank", "anglo_egypt") in who(GAME, state, "algeria", "uk")
    assert ("infantry", "anglo_egypt") not in who(GAME, state, "algeria", "uk")
    ship = {"units": {"uk": {"destroyer": 1}}}
    for holder, open_ in (("uk", True), ("germany", False)):
        spaces = {"sz34": ship, "trans_jordan": {"owner": holder, "units": {}}}
        state = GAME.from_position({"seat": "uk", "spaces": spaces})
        assert (("destroyer", "sz34") in who(GAME, state, "sz15", "uk")) == open_


def test_help_knows_every_question() -> None:
    assert set(GUIDE) == set(Prompt) - {Prompt.OVER}
