"""Who fights in a battle: Rule E, the kinds that a card calls, its prerequisites."""

from collections.abc import Iterator, Sequence

from reference.battlecards.cards import HOME, Battle, Unit, side_of
from reference.battlecards.table import Fight, Line, Table


def is_combined(table: Table, card: Battle, side: str, parties: Sequence[str]) -> bool:
    """Q43: a card that calls several parties stays a combined battle, also for one alone."""
    if table.options["alone_combined"]:
        return len(card.parties[side]) > 1
    return len(parties) > 1


def takes_part(unit: Unit, holder: str, theatre: str, combined: bool) -> bool:
    """34-37: Generals and Admirals sit out combined battles outside their primary theatre."""
    if unit.role == "leader":
        return False
    if unit.role == "unit" or not combined or HOME[unit.home] == theatre:
        return True
    return HOME[holder] == theatre and side_of(holder) == side_of(unit.home)


def called(
    table: Table, seats: Sequence[str], theatre: str, kinds: Sequence[str], combined: bool
) -> Iterator[tuple[str, Unit, int]]:
    """10: holder, card and number of all that the seats flip."""
    for seat in seats:
        deployed = table.seats[seat].deployed
        for unit in sorted((table.unit(label) for label in deployed), key=lambda u: u.place):
            if unit.kind in kinds and takes_part(unit, seat, theatre, combined):
                yield seat, unit, deployed[unit.label]


def meets(units: Sequence[Unit], need: str, decisive: str) -> bool:
    """B14: what the card asks for, and a unit of the kind that settles the battle."""
    if not any(unit.kind == decisive for unit in units):
        return False
    if need == "non_artillery_ground":
        return any(unit.kind == "ground" and unit.subtype != "artillery" for unit in units)
    if need == "carrier":
        return any(unit.subtype == "carrier" for unit in units)
    if need == "aircraft":
        return any(unit.kind == "air" for unit in units)
    return True


def can_attack(table: Table, fight: Fight, seats: Sequence[str]) -> bool:
    """15, 16: whether these parties meet the prerequisites by themselves."""
    if fight.mode != "liberation" and waits(table, fight):
        return False
    combined = army_is_combined(table, fight, 0, seats)
    found = called(table, seats, fight.theatre, fight.kinds[0], combined)
    need = fight.card.need if fight.mode in ("drawn", "counter") else "decisive"
    return meets([unit for _, unit, _ in found], need, fight.decisive)


def waits(table: Table, fight: Fight) -> bool:
    """Q25: the side must hold the card that this one names, unless it was returned."""
    if not table.options["card_needs"] or fight.card.after is None:
        return False
    labels = (fight.card.after, f"{fight.card.after} ({fight.card.theatre})")
    fought = next((table.battles[label] for label in labels if label in table.battles), None)
    return fought is not None and fought.place != fight.attack_side and not fought.returned


def army_is_combined(table: Table, fight: Fight, army: int, seats: Sequence[str]) -> bool:
    """Whether Rule E holds for an army of these seats."""
    if fight.mode == "raid":
        return False
    if fight.mode == "liberation":
        return len(seats) > 1
    side = fight.attack_side
    if army == 1:
        side = "allies" if side == "axis" else "axis"
    return is_combined(table, fight.card, side, seats)


def flip(table: Table, fight: Fight) -> None:
    """B1, 10: the called forces are turned over; they are the lines of the two armies."""
    for army, seats in enumerate((fight.attackers, fight.defenders)):
        combined = army_is_combined(table, fight, army, seats)
        found = called(table, seats, fight.theatre, fight.kinds[army], combined)
        for seat, unit, count in list(found):
            fight.lines[army].append(Line(seat, unit, count))
            table.show(seat, unit.label)
