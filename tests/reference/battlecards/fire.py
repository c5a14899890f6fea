"""A battle: cards played on it, rounds of fire, withdrawal."""

from reference.battlecards.cards import GERMANS, HOME, Play, Unit
from reference.battlecards.muster import flip
from reference.battlecards.table import Asking, Fight, Line, Table, put, take

MEDITERRANEAN = ("western_europe", "north_africa")
PHASES = (1, 2, 3, 4)


def fight_out(table: Table, fight: Fight) -> Asking:
    """B3-B6, Q7, Q9-Q11: whether the aggressors win."""
    flip(table, fight)
    if not fight.lines[1]:
        return outcome_of(fight)  # Q11: nothing to fight, nothing to play cards on
    for army, seats in enumerate((fight.attackers, fight.defenders)):
        fight.firing = army
        for i, seat in enumerate(seats):
            fight.pending = seats[i:]
            yield from play_cards(table, fight, seat)
    fight.pending = ()
    if outcome_of(fight) is not None:
        return outcome_of(fight)
    for fight.round in range(1, table.options["rounds"] + 1):
        for fight.phase in PHASES:
            yield from fire_phase(table, fight)
            if outcome_of(fight) is not None:
                return outcome_of(fight)
        fight.phase = 0
        if fight.round == table.options["rounds"]:
            return False
        for army in (0, 1):
            if (yield from withdraws(table, fight, army)):
                return army == 1
    return False


def outcome_of(fight: Fight) -> bool | None:
    """Q10: an army without a unit of the decisive kind has lost, the aggressors' first."""
    for army in (0, 1):
        left = any(
            line.alive for line in fight.lines[army] if line.unit.kind == fight.decisive
        )  # fmt: skip
        if not left:
            return army == 1
    return None


def play_cards(table: Table, fight: Fight, seat: str) -> Asking:
    """Retained Actions on this battle, any number, before the first round."""
    hand = table.seats[seat].retained
    plays = table.parts.plays[HOME[seat]]
    while True:
        options: dict[str, str | None] = {"pass": None}
        for name in hand:
            if is_playable(fight, plays[name]):
                options[f"play {name}"] = name
        name = yield from table.ask(seat, "battle_card", options)
        if name is None:
            break
        take(hand, name)
        put(table.theatres[HOME[seat]].discard, name)
        yield from EFFECTS[plays[name].verb](table, fight, seat, plays[name])


def is_playable(fight: Fight, card: Play) -> bool:
    """Whether the card would do something here."""
    if card.verb == "bonus":
        armies = [fight.lines[fight.firing]]
    elif card.verb == "rout":
        armies = [fight.lines[1 - fight.firing]]
    elif card.verb == "grounded":
        armies = list(fight.lines)
    else:
        return False
    return any(line.alive and line.unit.kind in card.kinds for army in armies for line in army)


def play_bonus(table: Table, fight: Fight, seat: str, card: Play) -> Asking:
    """A bonus for the army's units of the kinds, for the whole battle."""
    for kind in card.kinds:
        add(fight.orders[fight.firing], (card.stat, kind), card.amount)
    return
    yield


def play_grounded(table: Table, fight: Fight, seat: str, card: Play) -> Asking:
    """All units of the kinds, of both sides, leave the battle."""
    for army in fight.lines:
        for line in army:
            if line.unit.kind in card.kinds:
                line.alive = 0
    return
    yield


def play_rout(table: Table, fight: Fight, seat: str, card: Play) -> Asking:
    """An enemy unit of choice leaves the battle."""
    lines = [
        line
        for line in fight.lines[1 - fight.firing]
        if line.alive and line.unit.kind in card.kinds
    ]
    table.play = card.name
    options = {f"play {card.name} on {line.unit.label}": line.unit.label for line in lines}
    label = yield from table.ask(seat, "rout", options)
    line = yield from choose_owner(table, fight, seat, label)
    table.play = None
    line.alive -= 1


EFFECTS = {"bonus": play_bonus, "grounded": play_grounded, "rout": play_rout}


def choose_owner(table: Table, fight: Fight, seat: str, label: str) -> Asking:
    """Whose copy of the target, where several allies have one in the line."""
    lines = [line for line in fight.lines[1 - fight.firing] if line.unit.label == label]
    options = {f"owner {line.seat}": line for line in lines if line.alive}
    fight.chosen = label
    line = yield from table.ask(seat, "owner", options)
    fight.chosen = None
    return line


def support_of(table: Table, fight: Fight, army: int) -> dict[tuple[str, str], int]:
    """B11, 24, 32: what Leaders and standing units give to others of their army."""
    seats = (fight.attackers, fight.defenders)[army]
    side = fight.attack_side
    if army == 1:
        side = "allies" if side == "axis" else "axis"
    givers: dict[str, Unit] = {
        line.unit.label: line.unit for line in fight.lines[army] if line.alive
    }
    for holder in table.seats.values():
        for label in holder.deployed:
            unit = table.unit(label)
            if holder.side == side and unit.role == "leader":
                if leads(unit, holder.name, seats, fight.theatre):
                    givers[label] = unit
    total: dict[tuple[str, str], int] = {}
    for unit in givers.values():
        for stat, amount, subtypes in unit.support:
            for subtype in subtypes:
                add(total, (stat, subtype), amount)
    return total


def add(total: dict[tuple[str, str], int], key: tuple[str, str], amount: int) -> None:
    """Raise a bonus."""
    total[key] = total.get(key, 0) + amount


def leads(leader: Unit, holder: str, seats: tuple[str, ...], theatre: str) -> bool:
    """32, 33, 44, 49: whether a Leader's ability reaches an army of these seats."""
    if leader.reach == "both_germans":
        return any(seat in GERMANS for seat in seats)
    if leader.reach == "mediterranean":
        return theatre in MEDITERRANEAN
    return holder in seats


def own_support(unit: Unit, stat: str) -> int:
    """B11: what a card gives to its own subtype, which is not for itself."""
    return sum(amount for which, amount, of in unit.support if which == stat and unit.subtype in of)


def strength(fight: Fight, army: int, unit: Unit, stat: str) -> int:
    """What support and Retained Actions add to a unit."""
    found = fight.support[army].get((stat, unit.subtype), 0)
    found += fight.orders[army].get((stat, unit.kind), 0)
    return int(found) - own_support(unit, stat)


def defence_of(fight: Fight, line: Line, by: Unit) -> int:
    """B9: a target's defence against a shooter, bonuses included."""
    army = 1 - fight.firing
    return line.unit.defence[by.kind] + strength(fight, army, line.unit, "defence")


def fire_phase(table: Table, fight: Fight) -> Asking:
    """Q3: the aggressors fire all their shots, then the defenders; who is hit still fires."""
    fight.support = (support_of(table, fight, 0), support_of(table, fight, 1))
    for army in fight.lines:
        for line in army:
            fires = line.unit.phase == fight.phase
            line.unfired = line.alive * line.unit.shots if fires else 0
    for fight.firing in (0, 1):
        fight.shooter, fight.nexts, fight.yields = None, 0, 0
        while (yield from fire_one(table, fight)):
            pass
    fight.firing, fight.shooter = 0, None


def targets_of(fight: Fight, line: Line) -> list[Line]:
    """Q5: what a line can fire at."""
    return [
        target
        for target in fight.lines[1 - fight.firing]
        if target.alive and target.unit.kind in line.unit.attack
    ]


def killable(fight: Fight, line: Line) -> list[Line]:
    """B7-B12: what a line can kill outright."""
    unit = line.unit
    if not unit.autokill_kinds:
        return []
    if unit.autokill_needs and not any(
        other.alive - (other is line) > 0 and other.unit.subtype in unit.autokill_needs
        for other in fight.lines[fight.firing]
    ):
        return []
    return [
        target
        for target in fight.lines[1 - fight.firing]
        if target.alive
        and target.unit.kind in unit.autokill_kinds
        and defence_of(fight, target, unit) <= unit.autokill_max
    ]


def ready(fight: Fight) -> list[Line]:
    """The lines that still have something to fire at."""
    return [
        line
        for line in fight.lines[fight.firing]
        if line.unfired and (targets_of(fight, line) or killable(fight, line))
    ]


def fire_one(table: Table, fight: Fight) -> Asking:
    """23: one shot, or another shooter, or a line that holds its fire; False when all is fired."""
    lines = ready(fight)
    if not lines:
        return False
    shooter = fight.shooter = _next_shooter(fight, lines)
    name = shooter.unit.label
    options: dict[str, tuple[str, str]] = {"hold": ("hold", "")}
    own = [line for line in lines if line.seat == shooter.seat]
    allied = {line.seat for line in lines} - {shooter.seat}
    if fight.nexts < len(own) - 1:
        options["next"] = ("next", "")
    if fight.yields < len(allied):
        options["yield"] = ("yield", "")
    if killable(fight, shooter):
        options["autokill"] = ("autokill", "")
    for target in targets_of(fight, shooter):
        options[f"fire {name} -> {target.unit.label}"] = ("fire", target.unit.label)
    what, label = yield from table.ask(shooter.seat, "shot", options)
    if what == "next":
        fight.nexts += 1
        fight.shooter = _after(own, shooter)
    elif what == "yield":
        fight.nexts, fight.yields = 0, fight.yields + 1
        fight.shooter = _ally_after(lines, shooter, [s.name for s in table.seats.values()])
    else:
        if what == "hold":
            shooter.unfired = 0
        elif what == "autokill":
            yield from autokill(table, fight, shooter)
        else:
            yield from shoot(table, fight, shooter, label)
        fight.nexts = fight.yields = 0
    return True


def _next_shooter(fight: Fight, lines: list[Line]) -> Line:
    """Who is offered: the last shooter, else the first line of his seat, else the first at all."""
    last = fight.shooter
    if last in lines:
        return last
    return next((line for line in lines if last and line.seat == last.seat), lines[0])


def _after(lines: list[Line], line: Line) -> Line:
    return lines[(lines.index(line) + 1) % len(lines)]


def _ally_after(lines: list[Line], shooter: Line, order: list[str]) -> Line:
    """The first line of the next ally in turn order that has shots."""
    start = order.index(shooter.seat)
    for seat in order[start + 1 :] + order[:start]:
        found = [line for line in lines if line.seat == seat]
        if found:
            return found[0]
    return shooter


def autokill(table: Table, fight: Fight, shooter: Line) -> Asking:
    """B7: instead of its shot the unit kills a qualifying one outright."""
    name = shooter.unit.label
    fight.autokill = True
    labels = {f"autokill {name} -> {t.unit.label}": t.unit.label for t in killable(fight, shooter)}
    label = yield from table.ask(shooter.seat, "autokill", labels)
    line = yield from choose_owner(table, fight, shooter.seat, label)
    fight.autokill = False
    shooter.unfired -= 1
    kill(table, line)


def kill(table: Table, line: Line) -> None:
    """Q16: destroyed; it is no target any more, but fires its shots of this phase."""
    line.alive -= 1
    table.lose(line.seat, line.unit.label)


def shoot(table: Table, fight: Fight, shooter: Line, label: str) -> Asking:
    """Q1, Q6: one roll: destroyed, forced to withdraw, or missed."""
    line = yield from choose_owner(table, fight, shooter.seat, label)
    unit, options = shooter.unit, table.options
    shooter.unfired -= 1
    attack = unit.attack[line.unit.kind] + strength(fight, fight.firing, unit, "attack")
    roll = table.chance.roll()
    short = options["threshold"] - (roll + attack - defence_of(fight, line, unit))
    if roll == options["die"] or (roll > 1 and short <= 0):
        kill(table, line)
    elif roll > 1 and short <= options["rout_margin"]:
        line.alive -= 1


def withdraws(table: Table, fight: Fight, army: int) -> Asking:
    """Q7, Q8: an army leaves when all its parties agree."""
    fight.firing = army
    fight.pending = (fight.attackers, fight.defenders)[army]
    while fight.pending:
        seat = fight.pending[0]
        leaves = yield from table.ask(seat, "withdraw", {"withdraw": True, "fight on": False})
        fight.pending = fight.pending[1:] if leaves else ()
        if not leaves:
            return False
    return True
