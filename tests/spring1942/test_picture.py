"""The drawn board: cells that touch where spaces border on one another, and what stands on them."""

import json
from itertools import combinations

import numpy as np
import pytest

import warfront
from scenes import keys
from warfront.drawing import to_svg, width_of
from warfront.spring1942.board import FOLDER, Chart, chart_of
from warfront.spring1942.label_places import common, label_shifts
from warfront.spring1942.labels import LEAST
from warfront.spring1942.mapmaker import make_board, text_of
from warfront.spring1942.scenario import MAPS, load_scenario

ROUND_THE_WORLD = {
    ("sz41", "sz42"), ("sz42", "sz44"), ("sz43", "sz44"), ("sz44", "sz53"), ("sz52", "sz53"),
    ("sz52", "sz55"), ("sz55", "sz56"), ("sz56", "sz63"), ("sz56", "sz64"), ("sz57", "sz63"),
    ("sz62", "sz63"),
}  # fmt: skip
CANALS = {"opening": {("sz15", "sz34"), ("sz19", "sz20")}, "mini": {("sz2", "sz3")}}


def chart(name: str) -> Chart:
    return chart_of(name, load_scenario(name).board)


@pytest.mark.parametrize("name", MAPS)
def test_cells_touch_where_spaces_are_neighbours(name: str) -> None:
    board = load_scenario(name).board
    wanted = {frozenset((a.id, b)) for a in board.spaces for b in a.next_to}
    touching = {frozenset(border.between) for border in chart(name).borders}
    apart = {tuple(sorted(pair)) for pair in wanted - touching}
    assert apart == CANALS[name] | (ROUND_THE_WORLD if name == "opening" else set())


@pytest.mark.parametrize("name", MAPS)
def test_every_space_has_a_cell_and_room_inside_it(name: str) -> None:
    drawn, board = chart(name), load_scenario(name).board
    for space in [*board.ids(), *board.impassable]:
        x, y, wide, high = drawn.rooms[space]
        assert wide >= 8 and high >= 8
        assert any(inside(ring, x, y) for ring in drawn.cells[space]), space
        assert 0 <= x - wide / 2 and x + wide / 2 <= drawn.width + 4
        assert 0 <= y - high / 2 and y + high / 2 <= drawn.height + 4


def inside(ring: tuple[tuple[float, float], ...], x: float, y: float) -> bool:
    odd = False
    for (x0, y0), (x1, y1) in zip(ring, ring[1:] + ring[:1], strict=True):
        if (y0 > y) != (y1 > y) and x < (x1 - x0) * (y - y0) / (y1 - y0) + x0:
            odd = not odd
    return odd


@pytest.mark.parametrize("name", MAPS)
def test_names_are_whole_and_lie_apart(name: str) -> None:
    """None is cut off, none smaller than can be read, none on another or beyond the board.

    Numbers of sea zones, and the zones they reach, are names too.
    """
    game = warfront.make_game("spring1942", scenario=name)
    drawn = game.picture(game.new(1)).groups
    boxes = {}
    for group in drawn:
        key = group.key or ""
        if not key.startswith("name:"):
            continue
        lines = [shape for shape in group.shapes if shape[0] == "text"]
        whole = lines if key.startswith("name:sz") else lines[:1]  # others are marks
        for line, (_, x, y, words, size, _, _, bold) in enumerate(whole):
            assert size >= (LEAST if line == 0 else 9) and "…" not in words, key
            half = width_of(words, size, bold) / 2
            boxes[key, line] = (x - half, x + half, y - 0.7 * size, y)
    assert len(boxes) > 5
    for left, right, top, low in boxes.values():
        assert left >= 0 and right <= chart(name).width and top >= 0 and low > top
    assert [(a, b) for a, b in combinations(boxes, 2) if overlap(boxes[a], boxes[b])] == []


def test_units_of_the_opening_leave_names_to_be_read() -> None:
    """A plate covers at most the fringe of a name, its own or a neighbour's."""
    game = warfront.make_game("spring1942")
    groups = keys(game.picture(game.new(1)))
    plates = {
        key: (x, y, x + wide, y + high)
        for key, group in groups.items()
        if key.startswith("stack:")
        for kind, x, y, wide, high, *_ in (s for s in group.shapes if s[0] == "rect")
    }
    assert len(plates) > 60
    for key, group in groups.items():
        if key.startswith("name:"):
            (_, x, y, words, size, _, _, bold) = group.shapes[0]
            half = width_of(words, size, bold) / 2
            box = (x - half, y - 0.7 * size, x + half, y)
            hidden = sum(common(box, plate) for plate in plates.values())
            assert hidden <= 0.15 * 2 * half * 0.7 * size, (key, words)


def test_labels_stand_aside_only_where_they_must() -> None:
    """Few do, none far; the number of a sea zone stays in its zone."""
    board, drawn = load_scenario("opening").board, chart("opening")
    found = label_shifts(drawn, board.spaces)
    assert 0 < len(found) < 20
    assert all(abs(x) + abs(y) <= 60 for x, y in found.values())
    sea = {space.id for space in board.spaces if space.sea}
    for name in sea & set(found):
        x, y, _, high = drawn.rooms[name]
        at = x + found[name][0], y - high / 2 + found[name][1] + 6
        assert any(inside(ring, *at) for ring in drawn.cells[name]), name


def overlap(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    return a[0] < b[1] and b[0] < a[1] and a[2] < b[3] and b[2] < a[3]


@pytest.mark.deep
@pytest.mark.parametrize("name", MAPS)
def test_the_stored_board_is_what_its_source_says(name: str) -> None:
    seas = {space.id for space in load_scenario(name).board.spaces if space.sea}
    stored = (FOLDER / f"{name}.json").read_text(encoding="utf-8")
    assert json.loads(stored) == json.loads(text_of(make_board(name, seas)))


def test_the_picture_shows_owners_units_marks_and_the_battle() -> None:
    game = warfront.make_game("spring1942")
    units = {"germany": {"tank": 2}, "ussr": {"infantry": 3}}
    complex_ = {"germany": {"industrial_complex": 1}}
    spaces = {
        "karelia_ssr": {"owner": "ussr", "units": units},
        "germany": {"owner": "germany", "units": complex_, "damage": 3},
        "libya": {"owner": "uk"},
        "sz5": "clear",
    }  # fmt: skip
    state = game.from_position(
        {"base": "opening", "seat": "germany", "phase": "combat_move", "spaces": spaces}
    )
    groups = keys(game.picture(state))
    assert "land_uk" in groups["space:libya"].svg()
    assert "stack:libya" not in groups and "stack:sz5" not in groups
    stack = groups["stack:karelia_ssr"].svg()
    assert "chip_germany" in stack and "chip_ussr" in stack and "meet" in stack
    assert groups["stack:karelia_ssr"].title == "ussr: 3 infantry; germany: 2 tank"
    name = groups["name:germany"]
    assert name.title == "Germany, 10 IPC, victory city Berlin, capital of germany, damage 3"
    assert "#wf-industrial_complex" in name.svg() and "#wf-star" in name.svg()
    assert "asked" in groups["power:germany"].svg() and "asked" not in groups["power:uk"].svg()
    assert {"turn", "cities", "legend", "question"} <= set(groups)


@pytest.mark.parametrize("steps", [0, 10, 150, 10**6])
def test_the_strip_asks_in_the_words_of_the_tables(steps: int) -> None:
    """The same sentence, spaces by their names on the board; the end says how it was won."""
    game = warfront.make_game("spring1942", scenario="mini", options={"victory_axis": 5})
    rng, state = np.random.default_rng(5), game.new(5)
    for _ in range(steps):
        if game.done(state):
            break
        game.step(state, int(rng.choice(np.flatnonzero(game.legal_mask(state)))))
    told = " ".join(game.text(state).split("\n\n")[-1].split()).split(" [")[0]
    drawn = [
        shape[3] for shape in keys(game.picture(state))["question"].shapes if shape[0] == "text"
    ]
    whole = " ".join(drawn)
    assert whole.lower().startswith(told.lower()), (told, whole)
    assert ("The game is over" in told) == game.done(state)


def test_a_map_of_ones_own_is_laid_out() -> None:
    home = {"ipc": 5, "capital": True}
    spaces = {
        "a": {**home, "owner": "germany", "victory_city": "X", "next_to": ["b", "w"]},
        "b": {"ipc": 1, "owner": "germany", "next_to": ["a", "c"]},
        "c": {"ipc": 1, "owner": "uk", "next_to": ["b", "d"]},
        "d": {**home, "owner": "uk", "victory_city": "Y", "next_to": ["c", "w"]},
        "w": {"sea": True, "next_to": ["a", "d"]},
    }
    content = {"victory_cities": 2, "spaces": spaces, "ipcs": {"germany": 9, "uk": 9}}
    game = warfront.make_game("spring1942", scenario=content)
    scene = game.picture(game.new(1))
    assert {f"space:{space}" for space in spaces} <= set(keys(scene))
    assert to_svg(scene) == to_svg(game.picture(game.new(1)))
