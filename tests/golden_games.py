"""The golden playthroughs: which games are played, from where, and by whom."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

from warfront import make_game
from warfront.game import Game, State
from warfront_training.cases import find_cases, game_of_position

TESTS = Path(__file__).parent
FOLDER = TESTS / "golden"
DECISIONS = 64  # of a playthrough at most
THEATRES = ("western_europe", "pacific", "russia", "north_africa")
TURNING_POINTS = (  # of Battlecards: the case, whether its orders come first, who plays on, how far
    ("bc-r04", True, "staff", 60),  # both Germans out and back
    ("bc-r05", False, "staff", 90),  # the US out of the Pacific, freed by the British
    ("bc-r06", True, "greedy", 30),  # a claim with nobody to raid
    ("bc-r12", True, "random", 55),  # MacArthur given as aid and surrendered; a raid of ships
    ("bc-r13", True, "staff", 30),  # ... and kept out of the joint defence of Germany
    ("bc-r16", True, "staff", 40),  # withdrawal fails for want of consent
    ("bc-r17", True, "random", 60),  # ... succeeds by consent
    ("bc-r18", True, "random", 55),  # the US frees itself; the second Battle for Germany is claimed
    ("bc-r21", True, "staff", 90),  # Britain taken again by a Counterattack, and freed again
    ("bc-r26", True, "random", 45),  # eight seats; both Germans out
    ("bc-r30", True, "greedy", 30),  # a raid is won; Britain is freed, which ends a claim
    ("bc-x04", True, "staff", 100),  # Germany falls and the Soviets are back; the US driven out
    ("bc-x13", True, "staff", 62),  # Japan frees the Germans, the other card returns to its deck
    ("bc-h03", True, "greedy", 60),  # a liberator repelled, another succeeds, Britain falls again
    ("bc-h15", True, "staff", 64),  # the Afrika Corps freed, Moscow taken, a card claimed
    ("bc-g04", True, "staff", 60),  # withdrawal from a raid; Total Victory
    ("bc-f02", False, "staff", 150),  # Standard Victory
    ("bc-f05", False, "staff", 150),  # Britain and Japan fall, Japan is freed: Total Victory
)


@dataclass(frozen=True)
class Golden:
    """One playthrough: the game's options, the seed, and who sits on every seat.

    It tells `decisions` decisions at most; the first `skip` of the game are only listed. One that
    names a case begins in the `position` of that case, in the game it is of, and `orders` are
    carried out before the players decide.
    """

    game: str
    name: str
    options: dict[str, Any] = field(default_factory=dict)
    seed: int = 0
    player: str = "random"
    decisions: int = DECISIONS
    skip: int = 0
    position: str = ""  # the id of a case under tests/cases
    orders: tuple[str, ...] = ()

    @property
    def path(self) -> Path:
        """Its file."""
        return FOLDER / self.game / f"{self.name}-{self.player}-{self.seed}.txt"

    def stand(self) -> tuple[Game, State]:
        """The game and the state it begins in; what a position leaves open is dealt by the seed."""
        if not self.position:
            game = make_game(self.game, **self.options)
            return game, game.new(self.seed)
        position = cases(self.game)[self.position]["position"]
        game = game_of_position(self.game, self.options, position)
        return game, game.from_position({**position, "seed": self.seed})


@cache
def cases(game: str) -> dict[str, dict[str, Any]]:
    """The cases of a game by their ids."""
    return {case["id"]: case for case in find_cases(str(TESTS / "cases" / game))}


def orders_of(game: str, case: str) -> tuple[str, ...]:
    """What a case orders, one after the other."""
    return tuple(step["order"] for step in cases(game)[case]["steps"] if "order" in step)


def _theatre_sets() -> Iterator[tuple[str, ...]]:
    for size in range(1, len(THEATRES) + 1):
        yield from combinations(THEATRES, size)


def battlecards() -> list[Golden]:
    """Three playthroughs of each theatre set, a few with other rules, and turning points."""
    found = [
        Golden("battlecards", "+".join(theatres), {"theatres": theatres}, seed, player)
        for theatres in _theatre_sets()
        for seed, player in ((1, "random"), (2, "greedy"), (3, "staff"))
    ]
    west = ("western_europe", "north_africa")
    for seed, (name, value) in enumerate(
        (
            ("reserve_hand", True),
            ("raid_choice", "raid"),
            ("expansion", True),
            ("failed_scores", False),
            ("die", 6),
        ),
        11,
    ):
        rules = {name: value, "game_rounds": 40}
        if name == "die":
            rules["threshold"] = 4
        options = {"theatres": west, "options": rules}
        found.append(Golden("battlecards", f"option-{name}", options, seed))
    for case, is_led, player, decisions in TURNING_POINTS:
        found.append(
            Golden(
                *("battlecards", f"from-{case}"),
                seed=1,
                player=player,
                decisions=decisions,
                position=case,
                orders=orders_of("battlecards", case) if is_led else (),
            )
        )
    return found


def spring1942() -> list[Golden]:
    """Beginnings on the full map, whole games on the mini map, and turning points of both."""
    found = [
        Golden("spring1942", name, options, seed, player)
        for name, options, seed, player in (
            ("opening", {}, 1, "random"),
            ("opening", {}, 2, "greedy"),
            ("opening", {}, 3, "staff"),
            ("bid_axis", {"options": {"bid_axis": 9}}, 4, "staff"),
            ("bid_allies", {"options": {"bid_allies": 12}}, 5, "random"),
        )
    ]
    mini = {"scenario": "mini"}
    found += [
        Golden("spring1942", "mini", mini, seed, player, 400)
        for seed, player in ((1, "greedy"), (2, "staff"), (3, "random"))
    ]
    rules = (
        ("bombing", "ipc"), ("own_carriers_only", True), ("fought_carriers_move", True),
        ("submarines_stop_landings", True), ("aa_gun_cost", 5), ("new_complex_minimum", 2),
    )  # fmt: skip
    found += [
        Golden("spring1942", f"mini-{name}", {**mini, "options": {name: value}}, seed, skip=40)
        for seed, (name, value) in enumerate(rules, 11)
    ]
    for name, options, seed, player, skip, decisions in (
        ("mini", mini, 2, "random", 110, 100),
        ("mini", mini, 29, "random", 160, 150),
        ("mini", mini, 46, "random", 0, 30),
        ("mini", mini, 119, "random", 215, 150),
        ("opening", {}, 1, "staff", 835, 20),
        ("opening", {}, 2, "staff", 785, 20),
    ):
        name = f"{name}-from-{skip}"
        found.append(Golden("spring1942", name, options, seed, player, decisions, skip))
    return found


GAMES = {"battlecards": battlecards, "spring1942": spring1942}
