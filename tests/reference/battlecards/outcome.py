"""What a battle leaves behind: the stacks, conquests, liberations, deals and victory."""

from collections.abc import Mapping, Sequence

from reference.battlecards.cards import HOME, Battle, enemy_of, side_of
from reference.battlecards.table import Asking, Fight, Table, put, take


def deal(table: Table, draws: Mapping[str, int], deploy: int) -> Asking:
    """T1, K2, 99: each seat draws, deploys exactly so many (Q19) and discards the rest (Q17).

    With the option reserve_hand the rest is kept and joins the next hand.
    """
    waiting = list(draws)
    while waiting:
        seat = table.seats[waiting.pop(0)]
        table.dealing = tuple(waiting)
        seat.hand, seat.reserve = seat.reserve, {}
        draw_arsenal(table, seat.name, draws[seat.name])
        table.to_deploy = min(deploy, sum(seat.hand.values()))
        while table.to_deploy:
            all_of_them = table.to_deploy == sum(seat.hand.values())  # in whatever order
            labels = list(seat.hand)[:1] if all_of_them else list(seat.hand)
            options = {f"deploy {label}": label for label in labels}
            label = yield from table.ask(seat.name, "deploy", options)
            take(seat.hand, label)
            put(seat.deployed, label)
            if table.unit(label).role == "leader":
                put(seat.seen, label)
            table.to_deploy -= 1
        kept = table.options["reserve_hand"]
        for label, count in seat.hand.items():
            put(seat.reserve if kept else seat.discard, label, count)
        seat.hand = {}


def draw_arsenal(table: Table, name: str, count: int) -> None:
    """Cards from the Arsenal deck into the hand; the discard is shuffled when it is out."""
    seat = table.seats[name]
    for last in (False, True):
        here = min(count, sum(seat.deck.values()))
        drawn = table.chance.arsenal(name, seat.deck, here) if here else []
        for label in drawn:
            take(seat.deck, label)
            put(seat.hand, label)
        count -= len(drawn)
        if count == 0 or last:
            return
        seat.deck, seat.discard = seat.discard, {}


def win_card(table: Table, label: str, side: str, winners: Sequence[str]) -> None:
    """56, 57: a Battlecard goes onto a side's common stack."""
    fought = table.battles[label]
    fought.place, fought.winners, fought.returned = side, tuple(winners), None


def discard_card(table: Table, label: str) -> None:
    """A Battlecard goes to the discard of its deck."""
    table.battles[label].place = "discard"
    put(table.theatres[table.parts.battles[label].theatre].discard, label)


def fallen(table: Table, card: Battle) -> tuple[str, ...]:
    """The losers that are out; for Battle for Germany by either of its two cards (114)."""
    return tuple(seat for seat in card.losers if _out_by(table, seat, card))


def _out_by(table: Table, seat: str, card: Battle) -> str | None:
    found = table.seats[seat]
    return found.expelled_by if card.expels else found.vanquished_by


def invaders(table: Table, card: Battle) -> tuple[str, ...]:
    """91: those who won the battle by which the losers are out."""
    labels = {_out_by(table, seat, card) for seat in card.losers} - {None}
    return table.in_turn_order(seat for b in labels if b for seat in table.battles[b].winners)


def settle_drawn(table: Table, fight: Fight, won: bool) -> Asking:
    """V1, Q24, 138: who gets the card of a battle that was drawn."""
    card = fight.card
    table.fight = None
    if won:
        win_card(table, card.label, fight.attack_side, fight.attackers)
        yield from after_win(table, card, fight.attackers)
    elif table.options["failed_scores"] and not card.losers:
        win_card(table, card.label, enemy_of(fight.attack_side), fight.defenders)
        check_victory(table)
    else:
        discard_card(table, card.label)


def settle_again(table: Table, fight: Fight) -> Asking:
    """Q26, Q39: the card of a Counterattack that was won changes stacks."""
    card = fight.card
    win_card(table, card.label, fight.attack_side, fight.attackers)
    if fight.mode == "liberation":
        freed = fallen(table, card)
        for seat in freed:
            free(table, seat)
        for label, other in table.parts.battles.items():  # 114, 142
            held = table.battles[label].place == enemy_of(fight.attack_side)
            if label != card.label and other.losers == card.losers and held:
                table.battles[label].place = "deck"
                put(table.theatres[other.theatre].deck, label)
        check_victory(table)
        if not card.expels:  # 99, 105, 111, Q29
            yield from deal_again(table, freed)
    else:
        yield from after_win(table, card, fight.attackers)


def deal_again(table: Table, seats: Sequence[str]) -> Asking:
    """99: the liberated draw and deploy as at set-up."""
    options = table.options
    yield from deal(table, dict.fromkeys(seats, options["setup_draw"]), options["setup_deploy"])


def deal_first(table: Table) -> Asking:
    """T1: everybody draws and deploys; the side that begins has fewer cards to choose from."""
    options, seats = table.options, table.parts.seats
    begins = side_of(seats[0] if options["first_seat"] == "first" else options["first_seat"])
    given = options["begin_draw"] or max(
        min(2 + len(table.parts.theatres), 5), options["setup_deploy"]
    )
    fewer = min(given, options["setup_draw"])
    draws = {s: fewer if side_of(s) == begins else options["setup_draw"] for s in seats}
    yield from deal(table, draws, options["setup_deploy"])


def free(table: Table, seat: str) -> None:
    """100, Q39: back in the game; the theatre is no longer won, nor its cards to be claimed."""
    found, victors = table.seats[seat], enemy_of(side_of(seat))
    found.vanquished_by = found.expelled_by = None
    table.theatres[HOME[seat]].victor[victors] = None
    for label, fought in table.battles.items():
        if table.parts.battles[label].theatre == HOME[seat] and fought.returned == victors:
            fought.returned = None


def after_win(table: Table, card: Battle, winners: Sequence[str]) -> Asking:
    """What the aggressors' victory brings about: conquest (G) and the Soviets' return (121)."""
    freed: list[str] = []
    if card.losers and side_of(card.losers[0]) != side_of(winners[0]):
        for loser in card.losers:
            if loser not in fallen(table, card):
                conquer(table, card, loser, winners)
        if card.freers and set(winners) <= set(card.freers):
            freed = [seat for seat in card.frees if table.is_vanquished(seat)]
        for seat in freed:
            moscow = table.seats[seat].vanquished_by
            free(table, seat)
            if moscow:
                discard_card(table, moscow)  # Q39
    check_victory(table)
    yield from deal_again(table, freed)


def conquer(table: Table, card: Battle, loser: str, winners: Sequence[str]) -> None:
    """63-74: the loser's theatre is won."""
    found = table.seats[loser]
    side = side_of(winners[0])
    table.battles[card.label].ever = True
    table.theatres[HOME[loser]].victor[side] = _first(winners, HOME[loser])
    if card.expels:
        found.expelled_by = card.label  # 70-72
    else:
        found.vanquished_by = card.label
        surrender(table, loser, _first(winners, card.theatre))
    for label, fought in table.battles.items():  # 63, 74, Q32
        mine = fought.place == found.side and loser in fought.winners
        other = table.parts.battles[label]
        if mine and other.theatre == HOME[loser] and not fallen(table, other):
            discard_card(table, label)
            fought.returned = side


def _first(winners: Sequence[str], theatre: str) -> str:
    """Q31, Q37: the winner who lives in that theatre, else the first in turn order."""
    return next((seat for seat in winners if HOME[seat] == theatre), winners[0])


def surrender(table: Table, loser: str, victor: str) -> None:
    """68, Q30: all that is deployed goes to the victor, Leaders and retained cards are lost."""
    found = table.seats[loser]
    for label, count in found.deployed.items():
        if table.unit(label).role == "leader":
            put(table.seats[table.unit(label).home].discard, label, count)
        else:
            put(table.seats[victor].deployed, label, count)
            put(table.seats[victor].seen, label, count)
    for label, count in found.reserve.items():
        put(found.discard, label, count)
    found.deployed, found.seen, found.reserve = {}, {}, {}
    for name, count in found.retained.items():
        put(table.theatres[HOME[loser]].discard, name, count)
    found.retained = {}


def check_victory(table: Table) -> None:
    """58, 59, Q44: a side that has reached its aim wins, the side of the turn first."""
    mine = side_of(table.turn) if table.turn else "axis"
    for side in (mine, enemy_of(mine)):
        if all(table.theatres[name].victor[side] for name in table.parts.theatres):
            table.end(side, "total")
        if table.points(side) >= table.parts.target:
            table.end(side, "standard")
