"""Spring 1942 as a Game: one configured game over the compiled rules."""

from collections.abc import Mapping
from pathlib import Path
from shutil import get_terminal_size
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.drawing import Scene
from warfront.game import BadInput, GameSpec, IllegalAction, IllegalOrder, Position, State, View
from warfront.kernel_game import KernelGame, new_records, wrapping
from warfront.seeds import check_seed
from warfront.spring1942 import engine
from warfront.spring1942.actions import NUM_ACTIONS
from warfront.spring1942.ansi_map import LINES, draw_map
from warfront.spring1942.battle_odds.call import odds
from warfront.spring1942.battle_odds.position import battle_in
from warfront.spring1942.battle_odds.words import in_words
from warfront.spring1942.codes import codes_of, find_space
from warfront.spring1942.data import Loaded, load_tables, opening
from warfront.spring1942.guide import guide
from warfront.spring1942.near import near, near_by
from warfront.spring1942.news import news
from warfront.spring1942.orders import order_of
from warfront.spring1942.picture import draw
from warfront.spring1942.pieces import observation_size
from warfront.spring1942.position import describe, from_position, problems
from warfront.spring1942.scenario import content_of
from warfront.spring1942.state import LAYOUT, Prompt
from warfront.spring1942.tables import SIDE_NAMES
from warfront.spring1942.text import text
from warfront.spring1942.view import decode, view
from warfront.spring1942.vocabulary import order_fault, path_fault
from warfront.spring1942.words import Words, refusal
from warfront.terminal import can_write, wants_colour

RULES_VERSION = "4"  # moves when the rules' behaviour moves


class Spring1942Game(KernelGame):
    """Spring 1942 on any scenario; a state is a record array of shape (1,)."""

    NAME = "spring1942"
    LAYOUT = LAYOUT
    SCHEMA = 1
    PROMPTS = Prompt
    ENGINE = engine

    def __init__(
        self,
        scenario: str | Path | Mapping[str, Any] = "opening",
        options: Mapping[str, Any] | None = None,
    ) -> None:
        """Configure a game.

        Args:
            scenario: `opening` (the full map), `mini`, the path of a scenario file of one's own, or
                what such a file holds.
            options: named rule options (`warfront games` lists them).

        Raises:
            BadInput: one line that says what is wrong and what would be right.
        """
        if not isinstance(options or {}, Mapping):
            raise BadInput(
                f"options {options!r} are no table: write for instance {{'bid_axis': 9}}"
            )
        self.loaded: Loaded = load_tables(scenario, options)
        self._source = content_of(scenario)
        self.tables = new_records(1, self.loaded.tables.dtype)
        self.tables[0] = self.loaded.tables
        self.tables.flags.writeable = False
        self.loaded.tables = self.tables.view(np.recarray)[0]
        self.words = Words(self.loaded)
        self._spec = self._make_spec()
        first = new_records(1, LAYOUT)
        first[0] = opening(self.loaded)[0]
        with wrapping():
            engine.restore_one(self.tables, first, 0)
        self._ready(first)

    def _make_spec(self) -> GameSpec:
        powers = self.loaded.powers
        sides: dict[str, list[str]] = {side: [] for side in SIDE_NAMES}
        for p, power in enumerate(powers):
            sides[SIDE_NAMES[int(self.tables["side"][0][p])]].append(power)
        return GameSpec(
            name=self.NAME,
            version=f"{RULES_VERSION}-{self.loaded.digest}",
            seats=powers,
            sides=sides,
            num_actions=NUM_ACTIONS,
            observation_size=observation_size(self.loaded.tables),
            max_decisions=int(self.tables["decision_limit"][0]),
        )

    @property
    def settings(self) -> dict[str, Any]:
        """Scenario (of a file what it held) and options that make this game again."""
        return {"scenario": self._source, "options": dict(self.loaded.options)}

    def resample(self, state: State, seat: int, seed: int) -> State:
        """A copy with future dice drawn anew; nothing else is hidden from any seat."""
        self._check_seat(seat)
        out = self.copy(state)
        with wrapping():
            out["rng"] = engine.mix_seed(np.uint64(check_seed(seed) % 2**64))
        out["dice"], out["dice_at"], out["dice_n"] = 0, 0, 0
        return out

    def view(self, state: State, seat: int) -> View:
        """All that `seat` may know as readable data."""
        self._check_seat(seat)
        return view(self.loaded, self.record(state), seat)

    def public_view(self, state: State) -> View:
        """What neither side keeps from the other: all there is, seen by nobody."""
        return {**self.view(state, 0), "observer": None, "side": None}

    def _decode(self, observation: NDArray[Any]) -> View:
        return decode(self.loaded, observation)

    def parse(self, state: State, text: str) -> int:
        """The legal action with these words; IllegalAction when there is none."""
        self._check_text(text, "action")
        record, mask = self.record(state), self.legal_mask(state)
        found = self.words.find(record, mask, text)
        if found is None:
            raise IllegalAction(str(refusal(self.words, text, record, mask)))
        return found

    def order(self, state: State, text: str) -> list[int]:
        """Carry out a whole human order; returns its decisions. IllegalOrder changes nothing."""
        self._check_text(text, "order")
        try:
            taken, after = order_of(self, state, text)
        except BadInput as error:
            raise IllegalOrder(str(error)) from None
        state[:] = after
        return taken

    def order_fault(self, text: str) -> str:
        """What an order names that this game does not have, in words; "" when all of it exists."""
        return order_fault(self.words, text)

    def path_fault(self, path: str) -> str:
        """The word of a dotted path into `describe` that stands for nothing there, "" for none."""
        return path_fault(self.words, path)

    def describe(self, state: State) -> Position:
        """The complete position, JSON-able."""
        return describe(self.loaded, self.record(state))

    def from_position(self, position: Position | str | Path) -> State:
        """The state a position or a file of one describes; BadInput names what is wrong in it."""
        return from_position(self, position)

    def problems(self, state: State) -> list[str]:
        """Every fault of the state; [] when sound."""
        return problems(self.loaded, self.record(state))

    def text(self, state: State, seat: int | None = None) -> str:
        """The board as tables that a person can follow; without colours, whoever reads it."""
        self._check_looker(seat)
        return text(self.loaded, self.record(state))

    def picture(self, state: State, seat: int | None = None) -> Scene:
        """The board as a picture (see `warfront.drawing`); nothing is hidden from any seat."""
        self._check_looker(seat)
        return draw(self.loaded, self.record(state))

    def news(self, before: State, after: State, seat: int) -> list[str]:
        """What differs between two moments of a game, a line each; `seat`: whoever looks."""
        rows = news(self.loaded, self.record(before), self.record(after))
        lines = (f"{name}: {' '.join(words for words, _ in parts)}" for name, parts in rows)
        return [line.replace("\u00a0", " ") for line in lines]

    def board(
        self,
        state: State,
        seat: int | None = None,
        since: State | None = None,
        colour: bool | None = None,
    ) -> str:
        """What a person at a terminal is shown: `text`, and what has changed.

        Args:
            state: the game.
            seat: whoever looks; nothing is hidden from anyone.
            since: what the same person was shown before: what differs from it is listed, and within
                a phase of a turn nothing else but the battle and the question.
            colour: whether every power has its colour, by ANSI escapes; None: where standard output
                is a terminal and NO_COLOR is not set.
        """
        self._check_looker(seat)
        earlier = None if since is None else self.record(since)
        coloured = wants_colour() if colour is None else colour
        return text(self.loaded, self.record(state), earlier, coloured)

    def map(
        self,
        state: State,
        space: str = "",
        columns: int | None = None,
        colour: bool | None = None,
    ) -> str:
        """The drawn map for a terminal, with a legend.

        Args:
            state: the game.
            space: a space, by its id, name or code: what lies around it, its neighbours and what
                could come there; "": the world, or of it what the terminal has room for, around the
                capital of the power whose turn it is.
            columns: of the terminal; None: of this one, 80 at least.
            colour: as for `board`; without colours holders are told by letters alone.

        Raises:
            BadInput: the space is unknown.
        """
        record, coloured = self.record(state), wants_colour() if colour is None else colour
        wide = max(80, columns or get_terminal_size().columns)
        lines = can_write(LINES)
        if not space.strip():
            return draw_map(self.loaded, record, wide, colour=coloured, lines=lines)
        s = find_space(self.words.names, space)
        around = tuple(near_by(self.loaded, s))
        drawn = draw_map(self.loaded, record, wide, s, around, coloured, lines)
        return f"{drawn}\n{near(self.loaded, record, s, coloured)}"

    def odds(self, state: State, space: str) -> str:
        """The odds of the battle that waits in a space, in words, for whoever's turn it is.

        Raises:
            BadInput: the space is unknown, or there is no battle.
        """
        name = self.loaded.spaces[find_space(self.words.names, space)]
        battle = battle_in(self.loaded, self.record(state), name)
        return in_words({"space": name, "battle": battle, **odds(**battle).as_table()})

    def spelt_out(self, text: str) -> str:
        """An order with the codes of the map replaced by the ids of their spaces."""
        ids = dict(zip(codes_of(self.loaded.spaces), self.loaded.spaces, strict=True))
        return " ".join(ids.get(word, word) for word in text.split())

    def guide(self, state: State) -> tuple[str, list[str]]:
        """What the question means, and the forms of whole orders that answer it."""
        return guide(int(self.record(state).prompt))
