"""A turn: aid, Counterattack, and the Conflict card that is drawn."""

from reference.battlecards import again, drawn
from reference.battlecards.cards import HOME, Play
from reference.battlecards.outcome import deal
from reference.battlecards.table import Asking, Pile, Table, put, take

IN_BATTLE = ("bonus", "grounded", "rout")
RETAINED = ("counterattack", *IN_BATTLE)


def take_turn(table: Table, seat: str) -> Asking:
    """T3, Q26, Q28: aid and a Counterattack at most once each, then the draw."""
    table.aid_sent = table.countered = False
    while True:
        options = {"draw": ("draw", "")}
        if not table.aid_sent and sendable(table, seat):
            options |= {f"aid {ally}": ("aid", ally) for ally in table.allies(seat)}
        if not table.countered:
            for label in again.choices(table, seat):
                options[f"counterattack {label}"] = ("counterattack", label)
        what, whom = yield from table.ask(seat, "turn_start", options)
        if what == "draw":
            yield from draw(table, seat)
            return
        if what == "aid":
            yield from send_aid(table, seat, whom)
        else:
            yield from again.counterattack(table, seat, whom)


def sendable(table: Table, seat: str) -> Pile:
    """Q28: units, Generals and Admirals can be sent; Leaders cannot."""
    deployed = table.seats[seat].deployed
    return {label: n for label, n in deployed.items() if table.unit(label).role != "leader"}


def send_aid(table: Table, seat: str, ally: str) -> Asking:
    """Q28: up to three cards to one ally; they stay hidden or seen as they were (Q45)."""
    table.aid_sent, table.aid_to, table.aid_cards = True, ally, 0
    while table.aid_cards < table.options["aid_size"]:
        options: dict[str, str | None] = {
            f"add {label}": label for label in sendable(table, seat)
        }  # fmt: skip
        if table.aid_cards:
            options["done"] = None
        label = None
        if any(options.values()):
            label = yield from table.ask(seat, "aid", options)
        if label is None:
            break
        was_seen = table.take_deployed(seat, label)
        put(table.seats[ally].deployed, label)
        if was_seen:
            put(table.seats[ally].seen, label)
        table.aid_cards += 1
    table.aid_to, table.aid_cards = None, 0


def draw(table: Table, seat: str) -> Asking:
    """T3, 131: the top card of the own theatre's deck; T12: its discard is shuffled when out."""
    theatre = table.theatres[HOME[seat]]
    if not theatre.deck:
        theatre.deck, theatre.discard = theatre.discard, {}
        for label in theatre.deck:
            if label in table.battles:
                table.battles[label].place = "deck"
    if not theatre.deck:
        return
    name = table.chance.conflict(HOME[seat], theatre.deck)
    take(theatre.deck, name)
    if name in table.battles:
        yield from drawn.resolve(table, seat, name)
        return
    card = table.parts.plays[HOME[seat]][name]
    if card.verb == "buildup":
        put(theatre.discard, name)
        yield from deal(table, {seat: card.amount}, card.deploy)
    elif card.verb in RETAINED:
        yield from retain(table, seat, card)
    else:
        table.play = name
        yield from IMMEDIATE[card.verb](table, seat, card)
        table.play = None
        put(theatre.discard, name)


def retain(table: Table, seat: str, card: Play) -> Asking:
    """K3, Q21: keep it or let it go; one too many in the hand costs one of choice."""
    table.play = card.name
    keeps = yield from table.ask(seat, "retain", {"retain": True, "pass": False})
    table.play = None
    discard = table.theatres[HOME[seat]].discard
    if not keeps:
        put(discard, card.name)
        return
    hand = table.seats[seat].retained
    put(hand, card.name)
    while sum(hand.values()) > table.options["hand_limit"]:
        name = yield from table.ask(seat, "discard", {f"discard {name}": name for name in hand})
        take(hand, name)
        put(discard, name)


def _choose_enemy(table: Table, seat: str, card: Play, targets: list[str]) -> Asking:
    """The enemy that an Immediate Action hits."""
    options = {f"play {card.name} on {target}": target for target in targets}
    return (yield from table.ask(seat, "immediate_seat", options))


def _choose_card(table: Table, seat: str, card: Play, labels: list[str]) -> Asking:
    """The card that an Immediate Action hits."""
    options = {f"play {card.name} on {label}": label for label in labels}
    return (yield from table.ask(seat, "immediate_card", options))


def sabotage(table: Table, seat: str, card: Play) -> Asking:
    """K7: a Leader, or a General or Admiral that was seen, may be lost."""
    holders = {  # there is one copy of each, so that the card names its holder
        label: enemy
        for enemy in table.enemies(seat)
        for label in table.seats[enemy].seen
        if table.unit(label).role != "unit"
    }
    if not holders:
        return
    label = yield from _choose_card(table, seat, card, list(holders))
    if table.chance.roll() >= table.options["sabotage_roll"]:
        table.lose(holders[label], label)


def recon(table: Table, seat: str, card: Play) -> Asking:
    """All that an enemy has deployed is shown."""
    targets = [
        enemy
        for enemy in table.enemies(seat)
        if table.seats[enemy].seen != table.seats[enemy].deployed
    ]
    if not targets:
        return
    enemy = yield from _choose_enemy(table, seat, card, targets)
    for label in table.seats[enemy].deployed:
        table.show(enemy, label)


def strike(table: Table, seat: str, card: Play) -> Asking:
    """An enemy loses deployed units of the kinds at random; Generals and Admirals are none."""
    # what lies face down may be of any kind, so that every front can be named
    targets = [enemy for enemy in table.enemies(seat) if table.seats[enemy].deployed]
    if not targets:
        return
    enemy = yield from _choose_enemy(table, seat, card, targets)
    for _ in range(card.amount):
        pile = _hit_by(table, enemy, card)
        if pile:
            table.lose(enemy, table.chance.struck(enemy, pile))


def _hit_by(table: Table, enemy: str, card: Play) -> Pile:
    return {
        label: n
        for label, n in table.seats[enemy].deployed.items()
        if table.unit(label).kind in card.kinds and table.unit(label).role == "unit"
    }


def rally(table: Table, seat: str, card: Play) -> Asking:
    """A unit of choice comes back from the own discard to the front."""
    own = table.seats[seat]
    labels = [label for label in own.discard if table.unit(label).kind in card.kinds]
    if not labels:
        return
    label = yield from _choose_card(table, seat, card, labels)
    take(own.discard, label)
    put(own.deployed, label)


def disrupt(table: Table, seat: str, card: Play) -> Asking:
    """An enemy loses a retained card at random."""
    targets = [enemy for enemy in table.enemies(seat) if table.seats[enemy].retained]
    if not targets:
        return
    enemy = yield from _choose_enemy(table, seat, card, targets)
    name = table.chance.disrupted(enemy, table.seats[enemy].retained)
    take(table.seats[enemy].retained, name)
    put(table.theatres[HOME[enemy]].discard, name)


IMMEDIATE = {
    "sabotage": sabotage,
    "recon": recon,
    "strike": strike,
    "rally": rally,
    "disrupt": disrupt,
}
