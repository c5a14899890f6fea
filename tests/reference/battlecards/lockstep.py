"""The kernels and the reference, driven through the same game in step.

Chance is an input to both. Dice are scripted through the record's queue, and the order of the decks
is fixed, as a position may do. What the kernels still draw by themselves (from a deck that was
refilled within a step; the unit of a strike, the card of a disruption) is found in their next
position; where it does not tell outcomes apart, every possible one is tried. All else the reference
computes: who is asked what, which answers there are, what follows from them.

At each decision the seat, the prompt, the words of all legal actions and the whole position must be
the same, value by value. At every sixteenth and at a game's end the hashes of both described
positions are compared as well; where they differ the values say what differs.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from reference.battlecards.cards import Components
from reference.battlecards.described import Decoder, Position, hash_of, of_table
from reference.battlecards.game import Reference
from reference.battlecards.observed import Observed
from warfront.battlecards.face import BattlecardsGame
from warfront.battlecards.state import DICE, Place
from warfront.battlecards.tables import BATTLES, UNITS

WORDING = ("prompt", "seat", "turn", "play")  # with the shooter, all that words depend on
HASHED = 16  # of so many positions the hashes of one are compared too
TRIES = 3_000  # orders of hidden outcomes tried at one step
OPENINGS = 400_000  # the same before the first decision, where whole turns may have passed


class Difference(AssertionError):
    """The two games differ."""


class Pair:
    """A kernel game and a reference game at the same decision."""

    reference: Reference

    def __init__(self, game: BattlecardsGame, parts: Components, seed: int) -> None:
        self.game, self.decoder = game, Decoder(game)
        self.rng = np.random.default_rng(seed)
        self.chance = Observed(int(game.loaded.options["die"]))
        self.parts = parts
        self.state: Any = game.new(seed)
        self.mask: Any = game.legal_mask(self.state)
        self.rolls: list[int] = []
        self.decks: dict[str, list[str]] = {}  # the fixed order, the last is drawn first
        self.counts: list[bytes] = []  # of the decks when they were put in order
        self.history: list[tuple[str | None, list[Any]]] = []
        self.hashes = 0  # compared
        self.texts: dict[tuple[int, ...], dict[int, str]] = {}
        self.offered: dict[str, int] = {}  # the legal actions by their words
        self._script()
        self._follow(None, None)  # a set-up may roll before the first decision
        self._fix_decks()

    def step(self, words: str) -> None:
        """Carry out an action in both; Difference when they part."""
        if self.state["dice_at"][0] > DICE // 2:
            self._script()
        at = int(self.state["dice_at"][0])
        self.game.step_masked(self.state, self.mask, self.offered[words])
        self._follow(words, self.rolls[at : int(self.state["dice_at"][0])])
        self._fix_decks()

    def _script(self) -> None:
        """New scripted rolls for the next steps."""
        die = int(self.game.loaded.options["die"])
        self.rolls = self.rng.integers(1, die + 1, DICE).tolist()
        self.state["dice"][0] = self.rolls
        self.state["dice_n"], self.state["dice_at"] = DICE, 0

    def _fix_decks(self) -> None:
        """Put every deck that is not wholly ordered into an order, as a position may."""
        state, decoder = self.state, self.decoder
        counts = [state[name].tobytes() for name in ("deck", "play_deck", "place")]
        if counts == self.counts:
            return
        self.counts = counts
        cards = (decoder.cards, state["top"][0], state["top_n"][0])
        for i, seat in enumerate(decoder.seats):
            at = i * UNITS
            self._fix(seat, i, state["deck"][0, at : at + UNITS], at, *cards)
        plays = (state["conflict_top"][0], state["conflict_top_n"][0])
        for i, theatre in enumerate(decoder.theatres):
            battles = state["place"][0, i * BATTLES : (i + 1) * BATTLES] == Place.DECK
            row = np.concatenate([state["play_deck"][0, i], battles])
            self._fix(theatre, i, row, 0, decoder.conflict[i], *plays)

    def _fix(
        self, deck: str, row: int, counts: Any, at: int, names: list[str], top: Any, size: Any
    ) -> None:
        """Order one deck, unless it is ordered."""
        total = int(counts.sum())
        if size[row] != total:
            codes = np.repeat(np.arange(len(counts)), counts) + at
            self.rng.shuffle(codes)
            size[row] = total
            top[row, :total] = codes
        self.decks[deck] = [names[code] for code in top[row, :total].tolist()]

    def _legal(self) -> dict[str, int]:
        """The kernels' legal actions by their words, which follow from a few fields."""
        state = self.state
        shooter = int(state["type"][0, state["shooter"][0]])
        context = (*(int(state[name][0]) for name in WORDING), shooter)
        texts = self.texts.setdefault(context, {})
        found = {}
        for action in self.mask.nonzero()[0].tolist():
            if action not in texts:
                texts[action] = self.game.words.text(self.game.record(state), action)
            found[texts[action]] = action
        return found

    def _follow(self, words: str | None, dice: list[int] | None) -> None:
        """Bring the reference to the kernels' decision and compare."""
        after = self.decoder.position(self.state)
        self.offered = self._legal()
        untried: list[list[Any]] = [[]]
        faults: list[str] = []
        most = OPENINGS if words is None else TRIES
        while untried and len(faults) < most:
            if words is None or faults:
                self._rebuild()
            self.chance.begin(untried.pop(), after, dice, self.decks)
            fault = self._advance(words, after)
            if not fault:
                self.history.append((words, self.chance.outcomes))
                return
            faults.append(f"{fault} (chance: {self.chance.outcomes})")
            untried += self.chance.others()
        raise Difference(f"after {words!r}: {min(faults, key=_distance)}")

    def _rebuild(self) -> None:
        """A reference that has gone through all of the history."""
        self.reference = Reference(self.parts, self.chance)
        for words, outcomes in self.history:
            self.chance.begin(outcomes)
            self.reference.go_on(words)

    def _advance(self, words: str | None, after: Position) -> str:
        """Answer and compare; the first difference in words, "" for none."""
        try:
            self.reference.go_on(words)
        except (AssertionError, LookupError, ValueError) as error:
            return f"the reference fails: {error!r}"
        question = self.reference.question
        found = of_table(self.reference.table, question)
        if self.chance.dice:
            return f"the kernels rolled {self.chance.dice} more; {compare(found, after)}"
        mine = set(question.options) if question else set()
        if mine == self.offered.keys():
            return compare(found, after) or self._compare_hashes(found, after)
        more, fewer = mine - self.offered.keys(), self.offered.keys() - mine
        return f"only the reference offers {more}, only the kernels {fewer}; " + compare(
            found, after
        )

    def _compare_hashes(self, found: Position, after: Position) -> str:
        """Of every sixteenth position and the last; "" when the hashes are the same."""
        if self.offered and len(self.history) % HASHED:
            return ""
        self.hashes += 1
        mine, theirs = hash_of(found), hash_of(after)
        return "" if mine == theirs else f"hash: reference {mine}, kernels {theirs}"


def _distance(fault: str) -> tuple[bool, int]:
    return fault.startswith("the reference fails"), len(fault)


def compare(found: Mapping[str, Any], wanted: Mapping[str, Any]) -> str:
    """How the reference's position differs from the kernels', "" if it does not."""
    if found == wanted:
        return ""
    faults = []
    for key in {**found, **wanted}:
        mine, theirs = found.get(key, "nothing"), wanted.get(key, "nothing")
        if isinstance(mine, Mapping) and isinstance(theirs, Mapping) and mine != theirs:
            faults.append(f"{key}: {compare(mine, theirs)}")
        elif mine != theirs:
            faults.append(f"{key}: reference {mine}, kernels {theirs}")
    return "; ".join(faults)


def settings_of(number: int, theatres: Sequence[str], seats: Sequence[str]) -> dict[str, Any]:
    """The options of a game: the usual ones in one of three, else one of some odd mixtures."""
    if number % 3 == 0:
        return {}
    found = dict(MIXTURES[number // 3 % len(MIXTURES)])
    if "western_europe" not in theatres:
        found.pop("expansion", None)
    if "first_seat" in found:
        found["first_seat"] = seats[-1]
    return found


MIXTURES: tuple[dict[str, Any], ...] = (
    {"game_rounds": 20},
    {
        "failed_scores": False, "alone_combined": False, "all_defend": False,
        "any_liberator": True, "once_ever": True, "handicaps": False,
        "raid_choice": "raid", "unwon_fought": False,
        "setup_draw": 12, "setup_deploy": 8, "begin_draw": 12,
    },
    {
        "die": 6, "threshold": 4, "rout_margin": 2, "rounds": 2, "hand_limit": 2, "aid_size": 1,
        "setup_draw": 4, "setup_deploy": 4, "sabotage_roll": 1, "game_rounds": 30,
        "raid_choice": "claim", "card_needs": True,
    },
    {
        "expansion": True, "hitler_from": "german", "rout_margin": 0, "rounds": 20,
        "first_seat": "the last", "game_rounds": 40,
    },
    {
        "decision_limit": 1000, "game_rounds": 200, "setup_draw": 20, "setup_deploy": 10,
        "begin_draw": 13, "reserve_hand": True,
    },
)  # fmt: skip
