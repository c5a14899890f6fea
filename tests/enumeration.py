"""A second reckoning of battles, unit by unit in fractions: slow, plain and apart from the odds.

A side is a tuple of units in casualty order, first to be lost first; each unit is a `Piece`. Every
round enumerates which dice hit; a round that changes nothing is divided out.
"""

from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

ATTACK = {"infantry": 1, "artillery": 2, "tank": 3, "fighter": 3, "bomber": 4, "submarine": 2}
ATTACK |= {"destroyer": 2, "cruiser": 3, "aircraft_carrier": 1, "battleship": 4, "transport": 0}
DEFENCE = {"infantry": 2, "artillery": 2, "tank": 3, "fighter": 4, "bomber": 1, "submarine": 1}
DEFENCE |= {"destroyer": 2, "cruiser": 3, "aircraft_carrier": 2, "battleship": 4, "transport": 0}
AIR = ("fighter", "bomber")

Army = tuple[str, ...]  # "damage" is the first hit of a battleship


class Fight(NamedTuple):
    """What stands at the start of a round; submerged submarines are out of the armies."""

    attacker: Army
    defender: Army
    attacker_down: int
    defender_down: int
    rounds: int  # fought so far, capped where it does not matter
    away: Army | None = None  # who retreated while others could not


class Rules(NamedTuple):
    """How the battle is fought."""

    sea: bool
    can_retreat: bool
    after: int | None
    at: int | None
    attacker_submerges: bool
    defender_submerges: bool
    bombard: tuple[int, ...]  # values of the bombarding ships
    seaborne: Army = ()  # attackers that cannot retreat


Ends = dict[tuple[Army, Army, str], Fraction]  # armies left, submerged included, and the result


def fighting(army: Army) -> int:
    return sum(unit not in ("transport", "damage") for unit in army)


def alive(army: Army) -> int:
    return sum(unit != "damage" for unit in army)


def may_hit(shooter: str, target: str, rules: Rules, own: Army) -> bool:
    if not rules.sea:
        return True
    if shooter == "submarine":
        return target not in AIR
    if shooter in AIR:
        return target != "submarine" or "destroyer" in own
    return True


def value_of(army: Army, at: int, attacking: bool) -> int:
    unit = army[at]
    if unit == "damage":
        return 0
    if not attacking:
        return DEFENCE[unit]
    raised = unit == "infantry" and army[:at].count("infantry") < army.count("artillery")
    return ATTACK[unit] + raised


def has_shot(army: Army, enemy: Army, attacking: bool, rules: Rules) -> bool:
    return any(
        value_of(army, i, attacking) > 0 and may_hit(unit, target, rules, army)
        for i, unit in enumerate(army)
        for target in enemy
    )


def casualties(shots: list[str], army: Army, enemy: Army, rules: Rules) -> Army:
    """O9: the army after hits by these units of the enemy, those with fewer targets first."""
    narrow: dict[str, int] = {}
    if rules.sea and any(unit in AIR for unit in army):
        narrow["submarine"] = 0
    if rules.sea and "destroyer" not in enemy:
        narrow |= {"fighter": 1, "bomber": 1}
    left = list(army)
    for shooter in sorted(shots, key=lambda unit: narrow.get(unit, 2)):
        for at, unit in enumerate(left):
            if may_hit(shooter, unit, rules, enemy):
                del left[at]
                break
    return tuple(left)


def volley(
    army: Army, enemy: Army, attacking: bool, rules: Rules, who: str, extra: tuple[int, ...] = ()
) -> dict[Army, Fraction]:
    """What the enemy may look like after the fire of `who`: submarines, the others or all."""
    dice = [
        (unit, value_of(army, i, attacking))
        for i, unit in enumerate(army)
        if value_of(army, i, attacking) > 0
        and (who == "all" or (unit == "submarine") == (who == "submarines"))
    ] + [("ship", value) for value in extra]
    results: dict[Army, Fraction] = {}
    for hits in product((False, True), repeat=len(dice)):
        p = Fraction(1)
        for (_, value), hit in zip(dice, hits, strict=True):
            p *= Fraction(value if hit else 6 - value, 6)
        shots = [unit for (unit, _), hit in zip(dice, hits, strict=True) if hit]
        after = casualties(shots, enemy, army, rules)
        results[after] = results.get(after, Fraction(0)) + p
    return results


def verdict(fight: Fight, rules: Rules) -> Fight | str | None:
    """The result if no round is fought now; a changed fight if submarines submerge; else None."""
    a, d = fight.attacker, fight.defender
    if not fighting(a) and not fighting(d):
        return name_end(a, d)
    if not alive(a) or not alive(d):
        return name_end(a, d)
    strong, able = has_shot(a, d, True, rules), has_shot(d, a, False, rules)
    if not strong and not able:
        return "draw"
    if not fighting(d) and strong:
        return "sink defender"
    if fight.rounds and rules.can_retreat and fight.away is None and fighting(d):
        few = rules.at is not None and fighting(a) <= rules.at
        late = rules.after is not None and fight.rounds >= rules.after
        if few or late or not fighting(a):
            return split(fight, rules) if rules.seaborne else "retreat"
    if not fighting(a) and able and not rules.can_retreat:
        return "sink attacker"
    subs = a.count("submarine")
    if rules.attacker_submerges and subs and "destroyer" not in d:
        left = tuple(unit for unit in a if unit != "submarine")
        return fight._replace(attacker=left, attacker_down=subs)
    subs = d.count("submarine")
    if rules.defender_submerges and subs and "destroyer" not in a:
        left = tuple(unit for unit in d if unit != "submarine")
        return fight._replace(defender=left, defender_down=subs)
    return None


def split(fight: Fight, rules: Rules) -> Fight:
    """All retreat but those that came by sea; of a kind, the others were lost first."""
    behind = [
        unit
        for at, unit in enumerate(fight.attacker)
        if fight.attacker[at:].count(unit) <= rules.seaborne.count(unit)
    ]
    away = list(fight.attacker)
    for unit in behind:
        away.remove(unit)
    return fight._replace(attacker=tuple(behind), away=tuple(away))


def name_end(a: Army, d: Army) -> str:
    if alive(a) and not alive(d):
        return "win"
    return "lose" if alive(d) and not alive(a) else "draw"


def one_round(fight: Fight, rules: Rules) -> dict[tuple[Army, Army], Fraction]:
    """Armies after a round: strikes, removal, all other fire, removal."""
    a, d = fight.attacker, fight.defender
    a_strikes = rules.sea and "destroyer" not in d
    d_strikes = rules.sea and "destroyer" not in a
    hit_d = volley(a, d, True, rules, "submarines") if a_strikes else {d: Fraction(1)}
    hit_a = volley(d, a, False, rules, "submarines") if d_strikes else {a: Fraction(1)}
    after: dict[tuple[Army, Army], Fraction] = {}
    extra = rules.bombard if fight.rounds == 0 else ()
    for (a1, pa), (d1, pd) in product(hit_a.items(), hit_d.items()):
        last_d = volley(a1, d1, True, rules, "others" if a_strikes else "all", extra)
        last_a = volley(d1, a1, False, rules, "others" if d_strikes else "all")
        for (a2, qa), (d2, qd) in product(last_a.items(), last_d.items()):
            after[a2, d2] = after.get((a2, d2), Fraction(0)) + pa * pd * qa * qd
    return after


def enumerate_battle(attacker: Army, defender: Army, rules: Rules) -> Ends:
    """All ends of a battle with their exact chances."""
    cap = rules.after or 1

    @cache
    def ends_of(fight: Fight) -> tuple[tuple[tuple[Army, Army, str], Fraction], ...]:
        found = verdict(fight, rules)
        if isinstance(found, Fight):
            return ends_of(found)
        if found is not None:
            return ((end_of(fight, found), Fraction(1)),)
        total: Ends = {}
        again = Fraction(0)
        for (a, d), p in one_round(fight, rules).items():
            following = fight._replace(attacker=a, defender=d, rounds=min(fight.rounds + 1, cap))
            if following == fight:
                again += p
                continue
            for end, q in ends_of(following):
                total[end] = total.get(end, Fraction(0)) + p * q
        return tuple((end, p / (1 - again)) for end, p in total.items())

    return dict(ends_of(Fight(attacker, defender, 0, 0, 0)))


def end_of(fight: Fight, result: str) -> tuple[Army, Army, str]:
    a, d = fight.attacker, fight.defender
    if result == "sink defender":
        d, result = (), "win"
    elif result == "sink attacker":
        a, result = (), "lose"
    a += ("submarine",) * fight.attacker_down + (fight.away or ())
    d += ("submarine",) * fight.defender_down
    return (
        tuple(sorted(unit for unit in a if unit != "damage")),
        tuple(sorted(unit for unit in d if unit != "damage")),
        result,
    )
