"""Who may take part in a battle: parties, Rule E, prerequisites, Counterattacks and liberators."""

from typing import Any

from warfront.battlecards.state import Mode, Place
from warfront.battlecards.tables import (
    BATTLES,
    PLAYS,
    UNITS,
    Kind,
    Need,
    Role,
    Subtype,
)
from warfront.compiled import kernel


@kernel
def bit(seat: int) -> int:
    """The set of one seat, whatever width it is stored in: in plain Python int8 ends at seat 6."""
    return 1 << int(seat)


@kernel
def count_bits(bits: int) -> int:
    """Seats in a set of seats."""
    n = 0
    while bits > 0:
        n += bits & 1
        bits >>= 1
    return n


@kernel
def first_bit(bits: int) -> int:
    """The first seat of a set in turn order, -1 of an empty one."""
    if bits == 0:
        return -1
    seat = 0
    while not bits >> seat & 1:
        seat += 1
    return seat


@kernel
def side_seats(tables: Any, side: int) -> int:
    """The seats of a side, as bits."""
    bits = 0
    for seat in range(tables.seats):
        if tables.side[seat] == side:
            bits |= 1 << seat
    return bits


@kernel
def may_fight(tables: Any, state: Any, seat: int, theatre: int) -> bool:
    """67: the vanquished fight nowhere; 73: the expelled not in their theatre."""
    if state.vanquished[seat] > 0:
        return False
    return not (state.expelled[seat] > 0 and tables.theatre[seat] == theatre)


@kernel
def called(tables: Any, state: Any, battle: int, side: int, theatre: int) -> int:
    """5, 19, 137: the parties a card names on a side that are there and may fight, as bits."""
    bits = 0
    for seat in range(tables.seats):
        if tables.parties[battle, side] >> seat & 1 and may_fight(tables, state, seat, theatre):
            bits |= 1 << seat
    return bits


@kernel
def is_combined(tables: Any, mode: int, battle: int, side: int, fighting: int) -> bool:
    """34, 35: whether a side fights as combined forces; Q43: one that acts alone still does.

    A liberator attacks alone (90) and raiders and raided are single seats (77, 80).
    """
    if mode == Mode.RAID:
        return False
    if mode == Mode.LIBERATION or tables.alone_combined == 0:
        return count_bits(fighting) > 1
    return count_bits(int(tables.parties[battle, side])) > 1


@kernel
def takes_part(tables: Any, holder: int, t: int, theatre: int, combined: bool) -> bool:
    """Rule E: 34-39, 133. Leaders have no place in the line (Q15)."""
    role = tables.role[t]
    if role == Role.UNIT:
        return True
    if role == Role.LEADER:
        return False
    if not combined or tables.theatre[t // UNITS] == theatre:
        return True
    sent_as_aid = t // UNITS != holder and tables.side[t // UNITS] == tables.side[holder]
    return sent_as_aid and tables.theatre[holder] == theatre


@kernel
def meets_need(tables: Any, state: Any, battle: int, seats: int, combined: bool) -> bool:
    """11-13, 16, B14: whether `seats` together have deployed what the attack requires."""
    theatre = battle // BATTLES
    kinds = tables.attack_kinds[battle]
    need = tables.need[battle]
    decisive = False
    special = need == Need.DECISIVE
    for seat in range(tables.seats):
        if not seats >> seat & 1:
            continue
        for t in range(tables.seats * UNITS):
            if state.deployed[seat, t] == 0:
                continue
            kind = tables.kind[t]
            if not kinds >> kind & 1 or not takes_part(tables, seat, t, theatre, combined):
                continue
            if kind == tables.decisive[battle]:
                decisive = True
            if need == Need.NON_ARTILLERY_GROUND:
                special |= kind == Kind.GROUND and tables.subtype[t] != Subtype.ARTILLERY
            elif need == Need.CARRIER:
                special |= tables.subtype[t] == Subtype.CARRIER
            elif need == Need.AIRCRAFT:
                special |= kind == Kind.AIR
    return decisive and special


@kernel
def holds_card(tables: Any, state: Any, battle: int, side: int) -> bool:
    """Q25: with `card_needs`, the side has the card waited for in its stack, claimed or won.

    A returned card counts too: it can be fought for no more, so nobody could ever win it.
    """
    other = tables.after[battle]
    if tables.card_needs == 0 or other < 0:
        return True
    return state.place[other] == Place.AXIS + side or state.returned[other] > 0


@kernel
def has_kind(tables: Any, state: Any, seat: int, kind: int) -> bool:
    """Whether a seat has a deployed card of that kind that can stand in the line."""
    for t in range(tables.seats * UNITS):
        if state.deployed[seat, t] > 0 and tables.kind[t] == kind and tables.role[t] != Role.LEADER:
            return True
    return False


@kernel
def find_play(tables: Any, state: Any, seat: int, verb: int) -> int:
    """Row of a retained card of the seat with that verb, -1 none."""
    theatre = tables.theatre[seat]
    for row in range(PLAYS):
        if state.retained[seat, row] > 0 and tables.verb[theatre, row] == verb:
            return row
    return -1


@kernel
def has_play(tables: Any, state: Any, seat: int, verb: int) -> bool:
    """Whether the seat has retained a card with that verb."""
    return find_play(tables, state, seat, verb) >= 0


@kernel
def standing_victims(tables: Any, state: Any, battle: int) -> int:
    """The seats that are out by this conquest (either copy of Battle for Germany), as bits."""
    bits = 0
    for seat in range(tables.seats):
        if tables.loser[battle] >> seat & 1:
            if tables.expels[battle]:
                if state.expelled[seat] > 0:
                    bits |= 1 << seat
            elif state.vanquished[seat] > 0:
                bits |= 1 << seat
    return bits


@kernel
def condition_holds(tables: Any, state: Any, battle: int, seat: int) -> bool:
    """109, 116-118, 126, 136: what must be conquered first stands (option: ever stood)."""
    other = tables.condition[battle, seat]
    if other < 0:
        return True
    if tables.once_ever:
        return state.ever[other] > 0
    return standing_victims(tables, state, other) != 0


@kernel
def can_liberate(tables: Any, state: Any, seat: int, battle: int) -> bool:
    """87-89, 95-129: whether this seat may re-fight a standing conquest."""
    victims = standing_victims(tables, state, battle)
    listed = tables.liberators[battle] >> seat & 1
    if tables.any_liberator and not victims >> seat & 1:
        listed = 1
    if not listed or not condition_holds(tables, state, battle, seat):
        return False
    return has_kind(tables, state, seat, Kind.GROUND)


@kernel
def is_liberation(tables: Any, state: Any, side: int, battle: int) -> bool:
    """88: whether a Counterattack of this side undoes a conquest that stands, of its own seats."""
    loser = int(tables.loser[battle])
    if loser == 0 or tables.side[first_bit(loser)] != side:
        return False
    return standing_victims(tables, state, battle) != 0


@kernel
def can_counterattack(tables: Any, state: Any, seat: int, battle: int) -> bool:
    """29, 88, 93, 94, 123: whether the seat may play a Counterattack on this battle."""
    side = tables.side[seat]
    if state.place[battle] != Place.AXIS + 1 - side:
        return False
    if is_liberation(tables, state, side, battle):
        return can_liberate(tables, state, seat, battle)
    if not state.involved[battle] >> seat & 1:
        return False
    theatre = battle // BATTLES
    if not may_fight(tables, state, seat, theatre):
        return False
    if not holds_card(tables, state, battle, side):
        return False
    combined = is_combined(tables, Mode.COUNTER, battle, side, 1 << seat)
    return meets_need(tables, state, battle, 1 << seat, combined)


@kernel
def occupiers(tables: Any, state: Any, battle: int) -> int:
    """91: the invaders of a standing conquest that may still fight, as bits."""
    bits = 0
    theatre = battle // BATTLES
    for seat in range(tables.seats):
        if standing_victims(tables, state, battle) >> seat & 1:
            by = state.expelled[seat] if tables.expels[battle] else state.vanquished[seat]
            bits |= int(state.winners[by - 1])
    for seat in range(tables.seats):
        if bits >> seat & 1 and not may_fight(tables, state, seat, theatre):
            bits &= ~(1 << seat)
    return bits
