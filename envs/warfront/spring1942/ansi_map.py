"""The map in signs of text: borders, names or codes, who holds what and who stands where."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.spring1942.board import chart_of, far_neighbours
from warfront.spring1942.codes import codes_of
from warfront.spring1942.data import Loaded
from warfront.spring1942.map_legend import LETTERS, UNIT_SIGNS, Pair, legend_of
from warfront.spring1942.sheet import NOBODY, Box, Grid, Sheet, sheet_of
from warfront.spring1942.stacks import ORDER
from warfront.terminal import paint

FORE, PALE, SEA, NEUTRAL = 16, 153, 17, 238  # of the 256 colours
SHADES = {"ussr": 167, "germany": 246, "uk": 179, "japan": 176, "usa": 71}
LINES = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"  # by arms: up 1, down 2, left 4, right 8
PLAIN_LINES = " '.|-'.|-`.|-'.+"
Words = tuple[str, str]  # signs, and the power that they are of; "" for nobody


@dataclass(frozen=True)
class Window:
    """The part of a sheet that is shown: its first column and row, and how many."""

    left: int
    top: int
    columns: int
    rows: int


def draw_map(
    loaded: Loaded,
    state: Any,
    columns: int,
    focus: int = -1,
    around: tuple[int, ...] = (),
    colour: bool = False,
    lines: bool = True,
) -> str:
    """The map, with a legend of what it shows.

    Args:
        loaded: the components of the game.
        state: a LAYOUT record with attributes.
        columns: of the terminal; where the world is wider, what lies around the focus is shown.
        focus: the space in the middle; -1: that of the battle, or the active power's capital.
        around: spaces that belong into the picture; with none, all rows are shown.
        colour: land in its holder's colour, by ANSI escapes of 256 colours.
        lines: whether borders may be drawn with signs beyond ASCII.
    """
    board = loaded.scenario.board
    chart = chart_of(loaded.scenario.name, board)
    sheet = sheet_of(chart, board, columns)
    middle = focus if focus >= 0 else _middle(loaded, state)
    window = window_of(sheet, middle, columns, around)
    shown = _Shown(loaded, state, sheet, window, middle if around else -1)
    rows = shown.rows(colour, LINES if lines else PLAIN_LINES)
    note = "" if shown.whole else f"what lies around {loaded.spaces[middle]}; "
    if note:
        wide = sheet.own.shape[1] - 1
        note += "map shows the world" if around else f"the whole world wants {wide} columns"
    far = far_neighbours(chart, board.spaces)
    powers, *legend = legend_of(loaded, shown.apart(far), shown.coded, columns, note)
    if colour:
        for power in loaded.powers:
            name = f"{LETTERS[power]} {power}"
            powers = powers.replace(name, paint(name, FORE, SHADES[power]))
    return "\n".join([*rows, "", powers, *legend]) + "\n"


def _middle(loaded: Loaded, state: Any) -> int:
    """The space that is most looked at: the battle's, else the active power's capital."""
    return int(state.battle if state.battle >= 0 else loaded.tables.capital[int(state.turn)])


def window_of(sheet: Sheet, focus: int, columns: int, around: tuple[int, ...] = ()) -> Window:
    """The part of a sheet round a space, its label and those of the spaces around wholly in it."""
    rows, width = (n - 1 for n in sheet.own.shape)
    left, top, wide, high = sheet.boxes[focus]
    across, down = left + wide / 2, top + high / 2
    tall, shown = rows, min(columns, width)
    if around:
        far = [_away(sheet, focus, s) for s in around]
        low, above = (min(0, *(away[axis] for away in far)) for axis in (0, 1))
        most, below = (max(0, *(away[axis] for away in far)) for axis in (0, 1))
        shown = min(shown, max(78, int(most - low) + 24))
        tall = min(rows, max(16, int(below - above) + 10))
        across, down = across + (low + most) / 2, down + (above + below) / 2
    first = int(across - shown / 2)
    if shown == width:
        first = 0
    elif not sheet.round_world:
        first = min(max(first, 0), width - shown)
    return Window(first, min(max(int(down - tall / 2), 0), rows - tall), shown, tall)


def _away(sheet: Sheet, focus: int, other: int) -> tuple[float, float]:
    """Columns and rows from the middle of one label to another's, the shorter way round."""
    (left, top, wide, high), (x, y, w, h) = sheet.boxes[focus], sheet.boxes[other]
    across = x + w / 2 - left - wide / 2
    width = sheet.own.shape[1]
    if sheet.round_world:
        across = (across + width / 2) % width - width / 2
    return across, y + h / 2 - top - high / 2


class _Shown:
    """The part of a sheet that is shown, sign by sign."""

    def __init__(
        self, loaded: Loaded, state: Any, sheet: Sheet, window: Window, marked: int
    ) -> None:
        self.loaded, self.state, self.marked = loaded, state, marked
        self.codes = codes_of(loaded.spaces)
        self.spaces: list[int] = []  # those whose labels are shown
        self.coded: list[int] = []  # of these, those shown by their codes
        width = sheet.own.shape[1]
        columns = (np.arange(window.columns + 1) + window.left) % width
        self.own = sheet.own[window.top : window.top + window.rows + 1, columns]
        self.whole = window.columns >= width - 1
        self.labels: dict[tuple[int, int], Words] = {}  # row, column -> sign
        for s, box in enumerate(sheet.boxes):
            left = (box[0] - window.left) % width
            at = (left, box[1] - window.top, *box[2:])
            if left + box[2] <= window.columns and 0 <= at[1] <= window.rows - box[3]:
                self._write(s, at)

    def _write(self, s: int, at: Box) -> None:
        """Put the label of a space into its box."""
        self.spaces.append(s)
        left, top, wide, high = at
        rows = self._label(s, wide, high)
        top += (high - len(rows)) // 2
        for down, row in enumerate(rows):
            column = left
            for signs, of in row:
                for sign in signs:
                    self.labels[top + down, column] = (sign, of)
                    column += 1

    def _label(self, s: int, wide: int, high: int) -> list[list[Words]]:
        """Name or code, holder, marks and stacks; what has no room is told as a number of units."""
        name = self.loaded.spaces[s]
        if len(name) > wide:
            name = self.codes[s]
            self.coded.append(s)
        title = [(name, "marked" if s == self.marked else "bold")]
        tries = (_flow(parts, wide) for parts in self._told(s))
        return [title, *next((rows for rows in tries if len(rows) < high), [])]

    def _told(self, s: int) -> Iterator[list[list[Words]]]:
        """What a label tells, shorter and shorter: more stacks as totals, at last one of all."""
        marks, stacks = [[(self._marks(s), "")]], self._stacks(s)
        marks = marks if marks[0][0][0] else []
        longest = sorted(range(len(stacks)), key=lambda k: -len(stacks[k]))
        for counted in range(len(stacks) + 1):
            totals = longest[:counted]
            yield marks + [
                _total(stack) if k in totals else stack for k, stack in enumerate(stacks)
            ]
        everybody: list[Words] = [(f"all={int(self.state.army[s].sum())}", "")]
        yield [*marks, everybody]
        yield [everybody]

    def _marks(self, s: int) -> str:
        """A territory's holder, income, victory city and complex; where enemies meet."""
        tables, state = self.loaded.tables, self.state
        here = {
            int(tables.side[p]) for p in range(len(self.loaded.powers)) if state.army[s, p].any()
        }
        meet = "!" * (len(here) > 1)
        if tables.is_sea[s]:
            return meet
        marks = LETTERS[self.loaded.powers[int(state.owner[s])]] + str(int(tables.ipc[s]))
        return marks + "*" * bool(tables.victory_city[s]) + "#" * bool(state.complex[s]) + meet

    def _stacks(self, s: int) -> list[list[Words]]:
        """The units of each power, kind by kind, behind its letter."""
        found = []
        army = self.state.army[s]
        for p, power in enumerate(self.loaded.powers):
            kinds = [f"{int(army[p, u])}{UNIT_SIGNS[u]}" for u in ORDER if army[p, u]]
            if kinds:
                kinds[0] = LETTERS[power] + kinds[0]
                found.append([(kind, power) for kind in kinds])
        return found

    def apart(self, far: dict[str, tuple[str, ...]]) -> set[Pair]:
        """Of neighbours that do not touch on the board, those that do not do so here either."""
        ids, own = [*self.loaded.spaces, ""], self.own
        touching = {
            frozenset((ids[a], ids[b]))
            for one, other in ((own[:, :-1], own[:, 1:]), (own[:-1], own[1:]))
            for a, b in np.stack([one[one != other], other[one != other]], 1).tolist()
        }
        shown = {ids[s] for s in self.spaces}
        pairs = {frozenset((zone, other)) for zone, others in far.items() for other in others}
        return {pair for pair in pairs - touching if pair & shown}

    def rows(self, colour: bool, lines: str) -> list[str]:
        """The lines of the map."""
        arms = _arms(self.own)
        signs = [[lines[arm] for arm in row] for row in arms.tolist()]
        shades = [
            SEA if sea else SHADES[self.loaded.powers[holder]]
            for sea, holder in zip(
                self.loaded.tables.is_sea.tolist(), self.state.owner.tolist(), strict=True
            )
        ]
        found = []
        for row, line in enumerate(signs):
            strokes: list[tuple[str, tuple[int, int, bool]]] = []
            for column, border in enumerate(line):
                s = int(self.own[row, column])
                shade = NEUTRAL if s == NOBODY else shades[s]
                sign, of = self.labels.get((row, column), (border, "line"))
                if sign == " " and shade == SEA and (row + column) % 4 == 0 and row % 2 == 0:
                    sign = "~"
                strokes.append((sign, _style(shade, of)))
            found.append(_joined(strokes) if colour else "".join(s for s, _ in strokes).rstrip())
        return found


def _style(shade: int, of: str) -> tuple[int, int, bool]:
    """Colours before and behind, and whether bold, of a sign on a ground of that shade."""
    if of == "line":
        return (60 if shade == SEA else 244 if shade == NEUTRAL else 236), shade, False
    if of in SHADES and SHADES[of] != shade:
        return FORE, SHADES[of], False
    fore = PALE if shade == SEA else FORE
    return (shade, fore, True) if of == "marked" else (fore, shade, of == "bold")


def _total(stack: list[Words]) -> list[Words]:
    """A stack as one number: `G=8`."""
    (first, power), *_ = stack
    number = sum(int("".join(c for c in kind if c.isdigit())) for kind, _ in stack)
    return [(f"{first[0]}={number}", power)]


def _flow(parts: list[list[Words]], wide: int) -> list[list[Words]]:
    """Parts on lines of so many signs, broken between the words; parts are apart by a blank."""
    rows: list[list[Words]] = []
    used = wide
    for part in parts:
        for k, (signs, of) in enumerate(part):
            gap = 1 if k == 0 and used else 0
            if used + gap + len(signs) > wide:
                rows.append([])
                used = gap = 0
            if gap:
                rows[-1].append((" ", ""))
            rows[-1].append((signs, of))
            used += gap + len(signs)
    return rows


def _arms(own: Grid) -> NDArray[np.int64]:
    """Which arms of a border each sign has [rows - 1, columns - 1]: up 1, down 2, left 4, right 8.

    A sign stands on the corner of four squares; an arm lies between two that differ.
    """
    a, b, c, d = own[:-1, :-1], own[:-1, 1:], own[1:, :-1], own[1:, 1:]
    found: NDArray[np.int64] = (a != b) + 2 * (c != d) + 4 * (a != c) + 8 * (b != d)
    return found


def _joined(strokes: list[tuple[str, tuple[int, int, bool]]]) -> str:
    """A line, neighbours of one style in one stroke."""
    found, at = "", 0
    while at < len(strokes):
        end = at
        while end < len(strokes) and strokes[end][1] == strokes[at][1]:
            end += 1
        found += paint("".join(sign for sign, _ in strokes[at:end]), *strokes[at][1])
        at = end
    return found
