"""The library call: odds of a battle stated in words."""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.game import BadInput
from warfront.naming import count_of, pick
from warfront.spring1942.battle_odds.plan import (
    ATTACKER,
    DEFENDER,
    MOST,
    PLAN,
    Outcome,
    end_plan,
    fight_on,
    fight_plan,
)
from warfront.spring1942.battle_odds.side import DAMAGE, ON_LAND, TOKENS, new_side
from warfront.spring1942.battle_odds.sweep import (
    CONQUEST,
    DRAW,
    LOSE,
    RETREAT,
    SUMS,
    WIN,
    Battle,
)
from warfront.spring1942.data import load_tables
from warfront.spring1942.tables import UNIT_NAMES, UNITS, Unit

Counts = NDArray[np.int64]
Army = Mapping[str, int]
_WORDS = (*UNIT_NAMES[:UNITS], "damage")
_LAND = ("infantry", "artillery", "tank", "fighter", "bomber")
_SEA = ("damage", "submarine", "destroyer", "fighter", "cruiser", "bomber", "aircraft_carrier")
CASUALTIES = {"land": _LAND, "sea": (*_SEA, "battleship", "transport")}  # the orders by default


@dataclass(frozen=True)
class Odds:
    """What a battle comes to; chances are exact but for `pruned`, about 1e-9 in large battles.

    Attributes:
        win: the attacker alone has units left in the battle.
        lose: the defender alone has, or the attacker has retreated.
        draw: neither has, or neither can hit the other any more.
        retreat: the attacker has retreated (part of `lose` unless those that came by sea won).
        conquest: the attacker wins with a land unit left (C1).
        attacker_loss: mean loss in IPCs.
        defender_loss: mean loss in IPCs.
        attacker_left: armies left and their chances, the likeliest first; retreated units and
            submerged submarines are among them.
        defender_left: the same of the defender.
        pruned: the chance of ways too unlikely to follow; it is missing from the others.
    """

    win: float
    lose: float
    draw: float
    retreat: float
    conquest: float
    attacker_loss: float
    defender_loss: float
    attacker_left: tuple[tuple[dict[str, int], float], ...] = field(repr=False)
    defender_left: tuple[tuple[dict[str, int], float], ...] = field(repr=False)
    pruned: float

    def as_table(self) -> dict[str, Any]:
        """JSON-able."""
        table = dict(vars(self))
        for side in ("attacker_left", "defender_left"):
            table[side] = [{"units": units, "chance": p} for units, p in table[side]]
        return table


def odds(
    attacker: Army,
    defender: Army,
    *,
    sea: bool | None = None,
    attacker_order: Sequence[str] = (),
    defender_order: Sequence[str] = (),
    attacker_damaged: int = 0,
    defender_damaged: int = 0,
    can_retreat: bool = True,
    retreat_after: int | None = None,
    retreat_at: int | None = None,
    seaborne: Army | None = None,
    bombard: Army | None = None,
    aa_gun: bool = False,
    attacker_submerges: bool = False,
    defender_submerges: bool = False,
    tables: Any = None,
) -> Odds:
    """Exact odds of one battle (rules 5, 7 to 12).

    Args:
        attacker: unit name -> number, such as {"infantry": 3, "tank": 1}; several owners together.
        defender: the same; AA guns go into `aa_gun`.
        sea: whether it is a sea battle; by default if either side has ships.
        attacker_order: casualty order, the first to be lost first: unit names for all of a kind,
            "2 infantry" for so many; units that are not named follow in the order of `CASUALTIES`.
            "damage" is a battleship's first hit. Transports are always last (T2).
        defender_order: the same of the defender.
        attacker_damaged: battleships that are damaged already.
        defender_damaged: the same of the defender.
        can_retreat: whether the attacker has a space to retreat to. He then retreats when only
            transports are left (T3), and by the two rules below; else he presses on.
        retreat_after: retreat after so many rounds.
        retreat_at: retreat as soon as so many fighting units or fewer are left, not before the
            first round is over.
        seaborne: land units that came by sea and cannot retreat (AM7); those of a kind that came
            overland are lost first.
        bombard: cruisers and battleships that bombard (AM2; AM3 is the caller's).
        aa_gun: whether an AA gun fires before the first round (AA1).
        attacker_submerges: submarines submerge as soon as they may (S3); else they never do.
        defender_submerges: the same of the defender.
        tables: the TABLES record of a game, for its unit values; the printed ones by default.

    Raises:
        BadInput: a word or number that makes no battle, in one line.
    """
    armies = _army(attacker, "attacker"), _army(defender, "defender")
    if sea is None:
        sea = any(army[Unit.SUBMARINE :].any() for army in armies)
    plan = np.zeros(1, PLAN).view(np.recarray)[0]
    plan.sea, plan.aa = sea, aa_gun
    plan.dives[:] = attacker_submerges, defender_submerges
    fill_values(plan, _printed() if tables is None else tables)
    orders, damaged = (attacker_order, defender_order), (attacker_damaged, defender_damaged)
    for which, word in enumerate(("attacker", "defender")):
        army = _with_damage(plan, armies[which], damaged[which], word)
        _check_domain(army, bool(sea), word)
        _fill_items(plan, which, line_up(army, orders[which], bool(sea), word))
    _fill_bombard(plan, bombard or {})
    stay = _army(seaborne or {}, "seaborne")
    _fill_terms(plan, can_retreat, retreat_after, retreat_at, stay)
    return tell(plan, stay)


@functools.cache
def _printed() -> Any:
    return load_tables().tables


def fill_values(plan: Any, tables: Any) -> None:
    """Unit values of a game."""
    plan.value[ATTACKER, :UNITS] = tables.attack
    plan.value[DEFENDER, :UNITS] = tables.defence
    plan.cost[:UNITS] = tables.cost[:UNITS]
    plan.two_hits = tables.hits[Unit.BATTLESHIP] > 1


def _army(units: Army, what: str) -> Counts:
    """Counts by unit, int64 [12]; BadInput for an unknown word or a number out of range."""
    counts = np.zeros(UNITS, np.int64)
    for name, number in units.items():
        counts[pick(name, UNIT_NAMES[:UNITS], f"{what}: unit")] = count_of(number, f"{what} {name}")
    if counts[Unit.AA_GUN]:
        raise BadInput(f"{what}: AA guns do not fight (B7); an AA gun's fire is aa_gun=True")
    if counts.sum() > MOST // 2:
        raise BadInput(f"{what}: {counts.sum()} units are too many: use {MOST // 2} or fewer")
    return counts


def _with_damage(plan: Any, army: Counts, damaged: int, what: str) -> Counts:
    """Counts by token: a battleship that is not damaged takes one hit more (B5)."""
    ships = int(army[Unit.BATTLESHIP])
    if not 0 <= damaged <= ships:
        raise BadInput(f"{what}: {damaged} of {ships} battleships cannot be damaged")
    return np.append(army, ships - damaged if plan.two_hits else 0)


def _check_domain(army: Counts, sea: bool, what: str) -> None:
    wrong = army[: Unit.AA_GUN] if sea else army[Unit.SUBMARINE :]
    if wrong.any():
        where, kind = ("sea", "land units") if sea else ("land", "ships")
        raise BadInput(f"{what}: {kind} do not fight in a battle on {where}")


def line_up(army: Counts, order: Sequence[str], sea: bool, what: str) -> list[int]:
    """A side's tokens in casualty order; BadInput for an order that the rules forbid."""
    left = army.copy()
    items: list[int] = []
    for entry in order:
        token, number = _read_entry(entry, what)
        if number is None:
            number = int(left[token])
        if number > left[token]:
            raise BadInput(f"{what}'s order: {entry!r} is more than the {left[token]} there are")
        items += [token] * number
        left[token] -= number
    for name in CASUALTIES["sea" if sea else "land"]:
        token = _WORDS.index(name)
        items += [token] * int(left[token])
    _check_order(items, army, what)
    return items


def _read_entry(entry: str, what: str) -> tuple[int, int | None]:
    """`tank` or `2 tank` as the token and how many."""
    head, _, rest = entry.strip().partition(" ")
    if not rest:
        return pick(head, _WORDS, f"{what}'s order: unit"), None
    if not head.isdecimal():
        raise BadInput(
            f"{what}'s order: {entry!r} is unknown: write a unit, or a number and a unit"
        )
    return pick(rest.strip(), _WORDS, f"{what}'s order: unit"), int(head)


def _check_order(items: list[int], army: Counts, what: str) -> None:
    """B5: a ship is damaged before it sinks; T2: transports are last."""
    sound = int(army[Unit.BATTLESHIP] - army[DAMAGE])
    for at, token in enumerate(items):
        sound += (token == DAMAGE) - (token == Unit.BATTLESHIP)
        if sound < 0:
            raise BadInput(f"{what}'s order: a battleship's damage comes before its loss (B5)")
        if token == Unit.TRANSPORT and any(later != token for later in items[at:]):
            raise BadInput(f"{what}'s order: transports are lost last (T2)")


def _fill_items(plan: Any, which: int, items: list[int]) -> None:
    plan.count[which] = len(items)
    plan.items[which, : len(items)] = items


def _fill_bombard(plan: Any, ships: Army) -> None:
    counts = _army(ships, "bombard")
    for unit in range(UNITS):
        if counts[unit] and unit not in (Unit.CRUISER, Unit.BATTLESHIP):
            raise BadInput(f"bombard: {UNIT_NAMES[unit]}s do not: use cruisers and battleships")
        plan.bombard[plan.value[ATTACKER, unit]] += counts[unit]
    if plan.sea and counts.any():
        raise BadInput("bombard: only battles on land are bombarded (AM2)")


def _fill_terms(
    plan: Any, can_retreat: bool, after: int | None, at: int | None, stay: Counts
) -> None:
    if (after is not None or at is not None) and not can_retreat:
        raise BadInput("retreat_after and retreat_at need can_retreat")
    if after is not None and count_of(after, "retreat_after") < 1:
        raise BadInput(f"retreat_after {after}: a retreat comes after round 1 or later (R1)")
    if at is not None:
        count_of(at, "retreat_at")
    plan.may_retreat = can_retreat
    plan.rounds = after or 0
    plan.leave_at = -1 if at is None else at
    there = np.bincount(plan.items[ATTACKER, : plan.count[ATTACKER]], minlength=TOKENS)[:UNITS]
    if (stay > there).any() or stay[Unit.FIGHTER :].any():
        raise BadInput("seaborne: name land units that are among the attacker's")
    plan.partly = bool(stay.any() and can_retreat)


class _Ends:
    """Armies left at the end with their chances."""

    def __init__(self) -> None:
        self.left: list[Counts] = []
        self.chances: list[NDArray[np.float64]] = []

    def add(self, left: Any, chances: Any) -> None:
        """Add the ends of a battle."""
        some = np.flatnonzero(chances)
        self.left.append(left[some, :UNITS].astype(np.int64))
        self.chances.append(chances[some])

    def merge(self) -> tuple[Counts, NDArray[np.float64]]:
        """Different armies [n, u] and their chances [n]."""
        left, chances = np.concatenate(self.left), np.concatenate(self.chances)
        keys = np.ravel_multi_index(tuple(left.T), tuple(left.max(axis=0) + 1))
        _, first, which = np.unique(keys, return_index=True, return_inverse=True)
        sums = np.zeros(len(first))
        np.add.at(sums, which, chances)
        return left[first], sums

    def armies(self) -> tuple[tuple[dict[str, int], float], ...]:
        """Readable, the likeliest first."""
        left, chances = self.merge()
        order = np.argsort(-chances, kind="stable")
        return tuple(
            ({UNIT_NAMES[u]: n for u, n in enumerate(units) if n}, p)
            for units, p in zip(left[order].tolist(), chances[order].tolist(), strict=True)
        )

    def value(self, cost: Any) -> float:
        """Mean worth."""
        return sum(
            float(p @ (left @ cost)) for left, p in zip(self.left, self.chances, strict=True)
        )


def tell(plan: Any, stay: Counts) -> Odds:
    """The odds of a plan; `stay` [12] are attackers that a retreat leaves behind."""
    sums = np.zeros(SUMS)
    ends = _Ends(), _Ends()
    if plan.partly:
        battle = fight_plan(plan)
        _add_battle(battle, sums, ends)
        _fight_on(plan, battle, stay, sums, ends)
    else:
        _add_battle(end_plan(plan), sums, ends)
    cost = plan.cost[:UNITS].astype(np.int64)
    worth = [float(plan.cost[plan.items[b, : plan.count[b]]].sum()) for b in range(2)]
    return Odds(
        win=float(sums[WIN]),
        lose=float(sums[LOSE]),
        draw=float(sums[DRAW]),
        retreat=float(sums[RETREAT]),
        conquest=float(sums[CONQUEST]),
        attacker_loss=worth[ATTACKER] - ends[ATTACKER].value(cost),
        defender_loss=worth[DEFENDER] - ends[DEFENDER].value(cost),
        attacker_left=ends[ATTACKER].armies(),
        defender_left=ends[DEFENDER].armies(),
        pruned=max(0.0, 1.0 - float(sums[WIN] + sums[LOSE] + sums[DRAW])),
    )


def _fight_on(plan: Any, battle: Battle, stay: Counts, sums: Any, ends: Any) -> None:
    """AM7: when the others retreat, those that came by sea fight on to the end."""
    items = plan.items[ATTACKER, : plan.count[ATTACKER]].astype(np.int64)
    later = np.array([(items[at:] == token).sum() for at, token in enumerate(items)])
    some = np.flatnonzero(battle.leaving.any(axis=1))
    left = battle.attacker.states["left"][some, :UNITS].astype(np.int64)
    behind = np.minimum(left, stay)
    kinds, planes = np.array([1, 0, 0]), np.zeros(2, np.int64)
    sums[RETREAT] += battle.leaving.sum()
    for those in np.unique(behind, axis=0):
        which = np.flatnonzero((behind == those).all(axis=1))
        row = items[later <= np.append(those, 0)[items]]
        side = new_side(row, plan.value[ATTACKER], 1, ON_LAND, kinds, False, planes)
        found = np.zeros((len(which), len(side.states)))
        foes = np.zeros(len(battle.defender.states))
        fight_on(side, battle.defender, battle.leaving[some[which]], found, foes, sums)
        alive = side.states["left"][None, :, :UNITS] + (left - those)[which, None]
        ends[ATTACKER].add(alive.reshape(-1, UNITS), found.ravel())
        ends[DEFENDER].add(battle.defender.states["left"], foes)


def _add_battle(battle: Battle | Outcome, sums: Any, ends: Any) -> None:
    sums += battle.sums
    ends[ATTACKER].add(battle.attacker.states["left"], battle.attacker_end)
    ends[DEFENDER].add(battle.defender.states["left"], battle.defender_end)
