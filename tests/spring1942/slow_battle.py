"""One battle as the rules tell it, piece by piece: slow, plain, and written without the kernels.

`SlowBattle` holds lists of pieces; it draws dice from an iterator and asks `choose` wherever the
rules leave a choice. `test_slow_battle.py` fights thousands of random battles both ways.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from spring1942.slow_pieces import (
    AIRCRAFT,
    ATTACK,
    BOMBARDMENT,
    CLASSES,
    DEFENCE,
    KINDS,
    LAND,
    SHIPS,
    Piece,
)

Choose = Callable[[int, str, list[str]], str]  # seat, what, options -> the option taken


@dataclass
class SlowBattle:
    """A battle of one attacker against the defenders of a space."""

    sea: bool
    attacker: int
    attackers: list[Piece]
    defenders: list[Piece]
    dice: Iterator[int]
    choose: Choose
    retreats: list[str] = field(default_factory=list)  # spaces ships or overland units may go to
    has_gun: bool = False
    bombarding: list[tuple[int, list[str]]] = field(default_factory=list)  # a zone's limit, ships
    submerged: list[Piece] = field(default_factory=list)
    gone: list[Piece] = field(default_factory=list)  # attackers that left the battle
    retreated_to: str = ""
    rolls: int = 0

    def roll(self, value: int) -> bool:
        self.rolls += 1
        return next(self.dice) <= value

    # who is there

    def army(self, attacking: bool) -> list[Piece]:
        """Those of a side still in the battle, the hit that wait for their shot among them."""
        pieces = self.attackers if attacking else self.defenders
        return [p for p in pieces if p.alive and p not in self.submerged and p not in self.gone]

    def fighting(self, attacking: bool) -> list[Piece]:
        return [p for p in self.army(attacking) if p.kind != "transport"]

    def has_destroyer(self, attacking: bool) -> bool:
        return any(p.kind == "destroyer" for p in self.army(attacking))

    def class_of(self, piece: Piece, attacking: bool) -> str:
        if piece.kind == "submarine":
            return "submarines"
        if self.sea and piece.kind in AIRCRAFT and not self.has_destroyer(attacking):
            return "aircraft"
        return "others"

    def may_hit(self, how: str, target: Piece) -> bool:
        if how == "submarines":
            return target.kind in SHIPS
        return how != "aircraft" or target.kind != "submarine"

    def can_shoot(self, attacking: bool) -> bool:
        """Whether anybody of a side has a target."""
        return any(
            self.may_hit(self.class_of(p, attacking), q)
            for p in self.fighting(attacking)
            for q in self.army(not attacking)
        )

    # the whole battle

    def fight(self) -> str:
        """Fight to the end: `won`, `lost`, `retreated` or `nobody can hit`."""
        if not self.sea and self.fighting(False):
            self.fire_gun()
            self.bombard()
        end = self.over()
        while not end:
            end = self.fight_round()
        return end

    def fight_round(self) -> str:
        self.ask_submarines()
        end = self.over()
        if end:
            return end
        self.strike()
        end = self.over()
        if end:
            return end
        self.main_fire()
        end = self.over()
        if end:
            return end
        return self.ask_retreat()

    def over(self) -> str:
        mine, theirs = self.fighting(True), self.fighting(False)
        if not self.army(True):
            return "lost"
        if not self.army(False):
            return "won"
        if not mine and not theirs:
            return self.stay_or_go()
        if not theirs:
            self.sink(self.army(False))
            return "won"
        if not mine:
            if self.retreats:
                return ""
            self.sink(self.army(True))
            return "lost"
        if self.can_shoot(True) or self.can_shoot(False):
            return ""
        return self.stay_or_go()

    def stay_or_go(self) -> str:
        """Nobody can hit: submarines submerge, transports may still leave; the battle is over."""
        ships = any(p.kind == "transport" for p in self.army(True))
        return (ships and self.ask_retreat()) or "nobody can hit"

    def sink(self, pieces: list[Piece]) -> None:
        for p in pieces:
            p.alive = False

    # before the first round

    def fire_gun(self) -> None:
        if not self.has_gun:
            return
        planes = [p for p in self.army(True) if p.kind in AIRCRAFT]
        for p in sorted(planes, key=lambda p: (KINDS.index(p.kind), p.left)):
            if self.roll(1):
                p.alive = False

    def bombard(self) -> None:
        chosen: list[str] = []
        for limit, present in self.bombarding:
            ships = list(present)
            for _ in range(min(limit, len(ships))):
                options = [*sorted(set(ships), key=KINDS.index), "done"]
                pick = self.choose(self.attacker, "bombard", options)
                if pick == "done":
                    break
                ships.remove(pick)
                chosen.append(pick)
        hits = sum(self.roll(BOMBARDMENT[ship]) for ship in sorted(chosen, key=KINDS.index))
        self.take_hits({"others": hits}, attacking_hit=False)

    # a round

    def ask_submarines(self) -> None:
        for attacking in (True, False):
            if self.has_destroyer(not attacking) or not self.army(not attacking):
                continue
            for power in sorted({p.power for p in self.army(attacking)}):
                while True:
                    subs = [
                        p
                        for p in self.army(attacking)
                        if p.power == power and p.kind == "submarine" and not p.waiting
                    ]
                    if not subs or self.choose(power, "submarines", ["submerge", "fire"]) == "fire":
                        break
                    self.submerged.append(subs[0])

    def strike(self) -> None:
        """Surprise strikes: all of them in one step, the victims gone before they can fire."""
        for attacking in (True, False):
            if not self.has_destroyer(not attacking):
                self.fire(attacking, [p for p in self.army(attacking) if p.kind == "submarine"])
        if self.sea:  # on land those that wait were bombarded, and fire yet
            self.bury()

    def main_fire(self) -> None:
        for attacking in (True, False):
            struck = not self.has_destroyer(not attacking)
            shooters = [p for p in self.army(attacking) if not (struck and p.kind == "submarine")]
            self.fire(attacking, shooters)
        self.bury()

    def bury(self) -> None:
        for p in self.attackers + self.defenders:
            if p.waiting:
                p.alive = p.waiting = False

    def fire(self, attacking: bool, shooters: list[Piece]) -> None:
        shooters = sorted(shooters, key=lambda p: (p.power, KINDS.index(p.kind)))
        helped = sum(p.kind == "artillery" for p in shooters) if attacking else 0
        hits = dict.fromkeys(CLASSES, 0)
        for p in shooters:
            value = (ATTACK if attacking else DEFENCE)[p.kind]
            if p.kind == "infantry" and helped:
                value, helped = value + 1, helped - 1
            if p.kind != "transport":
                hits[self.class_of(p, attacking)] += self.roll(value)
        self.take_hits(hits, attacking_hit=not attacking)

    # casualties

    def targets(self, how: str, attacking_hit: bool) -> list[Piece]:
        """Whom a hit may go to now: transports only when nobody else can take it."""
        found = [p for p in self.army(attacking_hit) if not p.waiting and self.may_hit(how, p)]
        return [p for p in found if p.kind != "transport"] or found

    def take_hits(self, hits: dict[str, int], attacking_hit: bool) -> None:
        unhit = [p for p in self.army(attacking_hit) if not p.waiting]
        for how in ("submarines", "aircraft"):
            if all(self.may_hit(how, p) for p in unhit):
                hits["others"] = hits.get("others", 0) + hits.pop(how, 0)
        for how in CLASSES:
            left = hits.get(how, 0)
            while left > 0 and self.targets(how, attacking_hit):
                left = self.take_some(how, left, attacking_hit)

    def take_some(self, how: str, left: int, attacking_hit: bool) -> int:
        """Give out hits among one group of targets; the number left over."""
        found = self.targets(how, attacking_hit)
        room = sum(self.room(p) for p in found)
        if left >= room:
            for p in found:
                for _ in range(self.room(p)):
                    self.hit(p)
            return left - room
        owners = sorted({p.power for p in found})
        if len(owners) == 1:
            for _ in range(left):
                self.hit(self.pick(owners[0], owners[0], self.targets(how, attacking_hit)))
            return 0
        named = {power: self.name(power, found, left) for power in owners}
        if sum(len(kinds) for kinds in named.values()) == left:
            for power in owners:
                for kind in KINDS:
                    for _ in range(named[power].count(kind)):
                        self.hit(self.pick_one(power, self.of(found, power, kind)))
        else:
            for _ in range(left):
                rest = [p for p in found if self.room(p)]
                powers = sorted({p.power for p in rest})
                power = int(self.choose(self.attacker, "owner", [str(p) for p in powers]))
                self.hit(self.pick(self.attacker, power, rest))
        return 0

    def room(self, piece: Piece) -> int:
        """Hits a piece can still take."""
        if piece.waiting or not piece.alive:
            return 0
        return 2 if piece.kind == "battleship" and not piece.damaged else 1

    def of(self, pieces: list[Piece], power: int, kind: str) -> list[Piece]:
        return [p for p in pieces if p.power == power and p.kind == kind and self.room(p)]

    def name(self, power: int, found: list[Piece], most: int) -> list[str]:
        """What one of several owners names: up to as many hits as there are."""
        named: list[str] = []
        while len(named) < most:
            options = [
                kind
                for kind in KINDS
                if sum(self.room(p) for p in self.of(found, power, kind)) > named.count(kind)
            ]
            if not options:
                break
            pick = self.choose(power, "name", [*options, "done"])
            if pick == "done":
                break
            named.append(pick)
        return named

    def pick(self, seat: int, power: int, found: list[Piece]) -> Piece:
        """A seat chooses one piece of a power."""
        kinds = [kind for kind in KINDS if self.of(found, power, kind)]
        kind = self.choose(seat, "casualty", kinds)
        return self.pick_one(seat, self.of(found, power, kind))

    def pick_one(self, seat: int, alike: list[Piece]) -> Piece:
        """Among pieces of a kind: an undamaged battleship first; else the seat says which."""
        kind = alike[0].kind
        if kind == "battleship":
            return min(alike, key=lambda p: p.damaged)
        if kind == "transport":
            cargoes = sorted({p.cargo for p in alike})
            cargo = self.choose(seat, "transport", cargoes)
            return next(p for p in alike if p.cargo == cargo)
        if alike[0].power == self.attacker and kind in AIRCRAFT:
            grades = sorted({p.left for p in alike})
            left = self.choose(seat, "grade", [f"{kind} {n}" for n in grades])
            return next(p for p in alike if f"{kind} {p.left}" == left)
        if alike[0].power == self.attacker and kind in LAND:
            ways = [
                w
                for w in ("overland", "seaborne")
                if any(p.by_sea == (w == "seaborne") for p in alike)
            ]
            way = self.choose(seat, "way", ways)
            return next(p for p in alike if p.by_sea == (way == "seaborne"))
        return alike[0]

    def hit(self, piece: Piece) -> None:
        if self.room(piece) == 2:
            piece.damaged = True
        else:
            piece.waiting = True

    # retreat

    def ask_retreat(self) -> str:
        mine = self.army(True)
        movers = [p for p in mine if p.kind not in AIRCRAFT and not p.by_sea]
        if movers:
            spaces = list(self.retreats)
        else:
            spaces = ["here"] if any(p.kind in AIRCRAFT for p in mine) else []
        if not spaces:
            return ""
        pick = self.choose(self.attacker, "retreat", ["press on", *spaces])
        if pick == "press on":
            return ""
        self.retreated_to = pick
        self.gone += [p for p in mine if not p.by_sea]
        return "" if self.army(True) else "retreated"
