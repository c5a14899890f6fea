"""Battlecards as a Game: one configured game over the compiled rules."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.battlecards import engine
from warfront.battlecards.actions import Act, count_actions
from warfront.battlecards.data import Loaded, load_tables
from warfront.battlecards.guide import guide
from warfront.battlecards.observe import layout, observation_size
from warfront.battlecards.picture import draw, draw_view
from warfront.battlecards.position import describe, from_position, problems
from warfront.battlecards.resample import resample_into
from warfront.battlecards.state import LAYOUT, Place, Prompt
from warfront.battlecards.tables import SIDE_NAMES, Role
from warfront.battlecards.tale import news, tale
from warfront.battlecards.text import text
from warfront.battlecards.view import decode, public_view, view
from warfront.battlecards.vocabulary import order_fault, path_fault
from warfront.battlecards.words import Words, expand, refusal
from warfront.drawing import Scene
from warfront.game import (
    BadInput,
    GameSpec,
    IllegalAction,
    Position,
    State,
    View,
)
from warfront.kernel_game import KernelGame, new_records, wrapping
from warfront.position_file import read_position
from warfront.seeds import check_seed

RULES_VERSION = "2"  # moves when the rules' behaviour moves
SCHEMA = 1  # moves when LAYOUT moves


class BattlecardsGame(KernelGame):
    """Battlecards with any of the 15 theatre sets; a state is a record array of shape (1,)."""

    NAME = "battlecards"
    LAYOUT = LAYOUT
    SCHEMA = SCHEMA
    PROMPTS = Prompt
    ENGINE = engine

    def __init__(
        self,
        theatres: Iterable[str] = ("western_europe", "pacific"),
        decks: str | Path | None = None,
        options: Mapping[str, Any] | None = None,
        scenario: Position | str | Path | None = None,
    ) -> None:
        """Configure a game.

        Args:
            theatres: one to four of western_europe, pacific, russia, north_africa.
            decks: a folder with card files of one's own; files it lacks are the built-in ones.
            options: named rule options (`warfront games` lists them).
            scenario: a position every new game starts from, with its own chance.

        Raises:
            BadInput: one line that says what is wrong and what would be right.
        """
        if not isinstance(theatres, Iterable):
            raise BadInput(f"theatres {theatres!r} are no names: use ('pacific',) or more of them")
        if not isinstance(options or {}, Mapping):
            raise BadInput(f"options {options!r} are no table: write for instance {{'die': 12}}")
        if not isinstance(decks, str | Path | None):
            raise BadInput(f"decks {decks!r} is no folder: give the path of one with card files")
        names = (theatres,) if isinstance(theatres, str) else tuple(theatres)
        self._decks = Path(decks) if decks else None
        self.loaded: Loaded = load_tables(names, self._decks, options or {})
        self.tables = new_records(1, self.loaded.tables.dtype)
        self.tables[0] = self.loaded.tables
        seats = int(self.tables["seats"][0])
        self.tables["at"][0] = layout(seats, int(self.tables["theatres"][0]))
        self.tables.flags.writeable = False
        self.loaded.tables = self.tables.view(np.recarray)[0]
        self.words = Words(self.loaded)
        self._spec = self._make_spec(seats)
        self._ready(self._make_blank())
        self._position: Position | None = None
        if scenario is not None:
            self._position = read_position(scenario)
            start = self.from_position(scenario)
            if self.done(start):
                raise BadInput("the scenario is a game that is over: name one still to be played")
            self._scenario = start

    def _make_spec(self, seats: int) -> GameSpec:
        names = tuple(self.loaded.seats)
        sides: dict[str, list[str]] = {side: [] for side in SIDE_NAMES}
        for seat, name in enumerate(names):
            sides[SIDE_NAMES[int(self.tables["side"][0][seat])]].append(name)
        return GameSpec(
            name=self.NAME,
            version=f"{RULES_VERSION}-{self.loaded.digest}",
            seats=names,
            sides=sides,
            num_actions=count_actions(seats),
            observation_size=observation_size(seats, int(self.tables["theatres"][0])),
            max_decisions=int(self.tables["decision_limit"][0]),
        )

    def _make_blank(self) -> Any:
        blank = new_records(1, LAYOUT)
        tables = self.tables[0]
        for name in ("prompt", "turn", "winner", "aid_to", "play", "battle", "hand_seat"):
            blank[name] = -1
        for name in ("field", "attack_side", "decisive", "shooter", "chosen", "hitler_votes"):
            blank[name] = -1
        blank["victor"] = -1
        blank["points"] = self.loaded.bids
        blank["deck"][0] = tables["copies"]
        blank["play_deck"][0] = tables["play_copies"]
        blank["place"][0] = np.where(tables["present"] > 0, Place.DECK, Place.ABSENT)
        return blank

    @property
    def settings(self) -> dict[str, Any]:
        """Theatres and options that make this game again; a scenario as what its file held."""
        return {
            "theatres": list(self.loaded.theatres),
            "options": dict(self.loaded.options),
            "decks": None if self._decks is None else str(self._decks),
            "scenario": self._position,
        }

    def resample(self, state: State, seat: int, seed: int) -> State:
        """A copy that agrees with all `seat` may know; hidden cards and future dice drawn anew."""
        self._check_seat(seat)
        out = self.copy(state)
        with wrapping():
            rng = np.uint64(engine.mix_seed(np.uint64(check_seed(seed) % 2**64)))
            resample_into(self.tables, out, 0, seat, rng)
        return out

    def view(self, state: State, seat: int) -> View:
        """All that `seat` may know as readable data."""
        self._check_seat(seat)
        return view(self.loaded, self.record(state), seat)

    def _decode(self, observation: NDArray[Any]) -> View:
        return decode(self.loaded, observation)

    def parse(self, state: State, text: str) -> int:
        """The legal action with these words; IllegalAction when there is none."""
        self._check_text(text, "action")
        found = self.words.find(self.record(state), self.legal_mask(state), text)
        if found is None:
            line = refusal(self.words, text, self.record(state), self.legal_mask(state))
            raise IllegalAction(str(line))
        return found

    def order(self, state: State, text: str) -> list[int]:
        """Carry out a whole human order; returns its decisions. IllegalOrder changes nothing."""
        self._check_text(text, "order")
        trial = self.copy(state)
        mask = self.legal_mask(trial)
        taken = list(
            expand(
                self.words, text, self.record(trial), mask,
                lambda action: self.step_masked(trial, mask, action),
            )
        )  # fmt: skip
        state[:] = trial
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

    def tale(self, before: State, action: int, after: State, seat: int) -> list[str]:
        """What came of an action, a line each: rolls, cards drawn, battles; as `seat` may know."""
        self._check_seat(seat)
        with wrapping():
            twin = self.record(self.copy(before))
            return tale(self.loaded, twin, int(action), self.record(after), seat)

    def picture(self, state: State, seat: int | None = None) -> Scene:
        """The table as a picture (see `warfront.drawing`); with a seat, only what it may know."""
        self._check_looker(seat)
        return draw(self.loaded, self.record(state), seat)

    def deploys_openly(self, action: int) -> bool:
        """B1: whether the card of this action lies face up once it is deployed: a Leader does."""
        card = int(action) - Act.CARD
        return card >= 0 and int(self.loaded.tables.role[card]) == Role.LEADER

    def news(self, before: State, after: State, seat: int) -> list[str]:
        """What happened between two moments of a game, a line each, as `seat` may know."""
        return news(self.loaded, self.view(before, seat), self.view(after, seat))

    def public_view(self, state: State) -> View:
        """What neither side keeps from the other: a view of nobody's, without any hand."""
        return public_view(self.loaded, self.record(state))

    def picture_of(self, seen: View) -> Scene:
        """The picture of what a view tells: one of a seat, or one that hides more."""
        return draw_view(self.loaded, seen)

    def text(self, state: State, seat: int | None = None) -> str:
        """The table as text; with a seat, only what that seat may know."""
        self._check_looker(seat)
        return text(self.loaded, self.record(state), seat)

    def guide(self, state: State) -> tuple[str, list[str]]:
        """What the question means, and the forms of whole orders that answer it."""
        return guide(self.prompt(state))
