"""A Counterattack: an ordinary one, or the one that liberates (Rule H)."""

from reference.battlecards import fire, outcome
from reference.battlecards.cards import HOME, Battle, enemy_of, side_of
from reference.battlecards.drawn import ask_aggressors
from reference.battlecards.muster import can_attack
from reference.battlecards.table import Asking, Fight, Table, put, take


def choices(table: Table, seat: str) -> list[str]:
    """The battles that a seat may fight again now."""
    if _counter_card(table, seat) is None:
        return []
    found = []
    for label, fought in table.battles.items():
        if fought.place == enemy_of(side_of(seat)):
            fight = prepare(table, seat, table.parts.battles[label])
            if fight and can_attack(table, fight, (seat,)):
                found.append(label)
    return found


def _counter_card(table: Table, seat: str) -> str | None:
    plays = table.parts.plays[HOME[seat]]
    held = table.seats[seat].retained
    return next((name for name in held if plays[name].verb == "counterattack"), None)


def prepare(table: Table, seat: str, card: Battle) -> Fight | None:
    """The battle as it would be fought again; None if the seat has no right to it."""
    fallen = outcome.fallen(table, card)
    if fallen and side_of(fallen[0]) == side_of(seat):
        if may_liberate(table, seat, card, fallen):
            return _fight(table, seat, card, "liberation")
    elif seat in table.battles[card.label].involved:
        if table.may_fight(seat, card.theatre):  # 93, 94
            return _fight(table, seat, card, "counter")
    return None


def may_liberate(table: Table, seat: str, card: Battle, fallen: tuple[str, ...]) -> bool:
    """88, 95-129: who may undo a conquest, and after which of his own."""
    if seat not in card.liberators and not (table.options["any_liberator"] and seat not in fallen):
        return False
    condition = card.liberators.get(seat)
    return condition is None or _holds(table, table.parts.battles[condition])


def _holds(table: Table, card: Battle) -> bool:
    """136: while that conquest stands; with the option, once it has ever been made."""
    once = table.options["once_ever"] and table.battles[card.label].ever
    return bool(once or outcome.fallen(table, card))


def _fight(table: Table, seat: str, card: Battle, mode: str) -> Fight:
    """134, 135, 91: theatre and parties follow the battle that is fought again."""
    side = side_of(seat)
    fought = table.battles[card.label]
    foes = card.parties[enemy_of(side)]
    joint: tuple[str, ...] = ()
    if not table.options["all_defend"]:
        foes = fought.winners
    if mode == "liberation":
        foes = outcome.invaders(table, card)
    if mode == "counter":
        joint = tuple(
            ally
            for ally in fought.involved
            if ally != seat and side_of(ally) == side and table.may_fight(ally, card.theatre)
        )
    return Fight(
        card=card,
        mode=mode,
        theatre=card.theatre,
        attack_side=side,
        attackers=(),
        defenders=tuple(foe for foe in foes if table.may_fight(foe, card.theatre)),
        kinds=(card.attack, card.defend),
        decisive=card.decisive,
        pending=joint,
        willing=(seat,),
    )


def counterattack(table: Table, seat: str, label: str) -> Asking:
    """Q26, 88-92: the card is spent, the battle is fought with its player as aggressor."""
    card = table.parts.battles[label]
    fight = prepare(table, seat, card)
    assert fight is not None
    name = _counter_card(table, seat)
    assert name is not None
    take(table.seats[seat].retained, name)
    put(table.theatres[HOME[seat]].discard, name)
    table.countered = True
    table.fight = fight
    yield from ask_aggressors(table, fight)
    fought = table.battles[label]
    fought.involved = table.in_turn_order(fought.involved + fight.attackers + fight.defenders)
    won = yield from fire.fight_out(table, fight)
    table.fight = None
    if won:
        yield from outcome.settle_again(table, fight)
