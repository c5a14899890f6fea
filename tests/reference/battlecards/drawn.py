"""A Battlecard that was drawn: claimed, raided, declined or fought."""

from reference.battlecards import fire, outcome
from reference.battlecards.cards import HOME, SIDES, Battle, enemy_of, side_of
from reference.battlecards.muster import can_attack
from reference.battlecards.table import Asking, Fight, Table

RAIDS = {"ground+air": ("ground", "air"), "air+sea": ("air", "sea")}


def resolve(table: Table, seat: str, label: str) -> Asking:
    """Q22, Q33, 75: what becomes of a Battlecard that `seat` has drawn."""
    fought = table.battles[label]
    fought.place = "active"
    card = table.parts.battles[label]
    claimant = returned_to(table, card)
    fight = call(table, seat, card)
    fightable = bool(fight.pending and fight.defenders)
    if claimant is None and not (fightable and table.options["unwon_fought"]):
        claimant = victor_of(table, card, seat)
        if claimant is None and not fightable:
            outcome.discard_card(table, label)
            return
    if claimant is not None:
        yield from claim(table, card, claimant)
        return
    table.fight = fight
    yield from ask_aggressors(table, fight)
    if not can_attack(table, fight, fight.attackers):
        table.fight = None
        outcome.discard_card(table, label)
        return
    fought.involved = table.in_turn_order(fight.attackers + fight.defenders)
    won = yield from fire.fight_out(table, fight)
    yield from outcome.settle_drawn(table, fight, won)


def returned_to(table: Table, card: Battle) -> str | None:
    """75: who may claim a card that its first winner had to give back."""
    side = table.battles[card.label].returned
    victor = table.theatres[card.theatre].victor[side] if side else None
    return victor if victor and not table.is_vanquished(victor) else None


def victor_of(table: Table, card: Battle, seat: str) -> str | None:
    """Q33: who may claim an un-won card of a won theatre that cannot be fought."""
    for side in (side_of(seat), enemy_of(side_of(seat))):
        victor = table.theatres[card.theatre].victor[side]
        if victor and not table.is_vanquished(victor):
            return victor
    return None


def call(table: Table, seat: str, card: Battle) -> Fight:
    """5, 18-20, 137: the parties that the card calls and that may fight there."""
    attack_side = side_of(seat) if card.aggressor == "drawer" else card.aggressor
    parties = {
        side: tuple(s for s in card.parties[side] if table.may_fight(s, card.theatre))
        for side in SIDES
    }
    return Fight(
        card=card,
        mode="drawn",
        theatre=card.theatre,
        attack_side=attack_side,
        attackers=(),
        defenders=parties[enemy_of(attack_side)],
        kinds=(card.attack, card.defend),
        decisive=card.decisive,
        pending=parties[attack_side],
    )


def ask_aggressors(table: Table, fight: Fight) -> Asking:
    """14-16: each party is asked, unless it could not attack with all that may still join.

    In a Counterattack, whose player meets the prerequisites alone, every party may join (135).
    """
    while fight.pending:
        seat, joins = fight.pending[0], False
        able = can_attack(table, fight, fight.willing + fight.pending)
        if able or fight.mode == "counter":
            joins = yield from table.ask(seat, "execute", {"execute": True, "decline": False})
        fight.pending = fight.pending[1:]
        if joins:
            fight.willing = table.in_turn_order((*fight.willing, seat))
    fight.attackers, fight.willing = fight.willing, ()


def claim(table: Table, card: Battle, claimant: str) -> Asking:
    """75-81: claim the card, or raid an ally of the vanquished."""
    options: dict[str, tuple[str, ...]] = {}
    only_claim = table.options["raid_choice"] == "claim"
    for target in () if only_claim else raid_targets(table, card, claimant):
        for word, kinds in RAIDS.items():
            decisive = "ground" if "ground" in kinds else "sea"
            held = table.seats[claimant].deployed
            if any(table.unit(label).kind == decisive for label in held):
                options[f"raid {target} {word}"] = (target, *kinds)
    if not options or table.options["raid_choice"] != "raid":
        options["claim"] = ()
    choice = yield from table.ask(claimant, "claim", options)
    if not choice:
        fought = table.battles[card.label]
        fought.involved = table.in_turn_order((*card.parties["axis"], *card.parties["allies"]))
        outcome.win_card(table, card.label, side_of(claimant), (claimant,))
        outcome.check_victory(table)
        return
    target, *kinds = choice
    fight = Fight(
        card=card,
        mode="raid",
        theatre=card.theatre,
        attack_side=side_of(claimant),
        attackers=(claimant,),
        defenders=(target,),
        kinds=(tuple(kinds), tuple(kinds)),
        decisive="ground" if "ground" in kinds else "sea",
    )
    table.fight = fight
    outcome.discard_card(table, card.label)  # 86
    yield from fire.fight_out(table, fight)
    table.fight = None


def raid_targets(table: Table, card: Battle, claimant: str) -> list[str]:
    """77, Q35: the allies of the vanquished that have anything deployed."""
    return [
        enemy
        for enemy in table.enemies(claimant)
        if table.seats[enemy].deployed
        and not (table.seats[enemy].expelled_by and HOME[enemy] == card.theatre)
    ]
