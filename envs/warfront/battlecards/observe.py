"""What one seat may know, whole numbers from 0 to 255. What is hidden is hidden here and only here.

Knowledge is of a side: allies see one another's deployed cards and, unless the option
`allied_hands` is off, their hands: cards drawn, kept in reserve and retained. Of the enemy a seat
sees the cards that were once shown (`seen`), the backs of the others, and how many he retains.
`pieces.py` names the pieces, `view.py` holds the same knowledge as readable data.
"""

from typing import Any

import numpy as np

from warfront.battlecards.chance import sum_cards
from warfront.battlecards.pieces import BYTE, OFFSET, Fight, Piece, layout, observation_size, pieces
from warfront.battlecards.state import Mode, Place, Prompt
from warfront.battlecards.tables import BATTLES, PLAYS, SUBTYPES, UNITS
from warfront.battlecards.values import attack_of, defence_of, roll_needed
from warfront.compiled import kernel

__all__ = ["Piece", "layout", "observation_size", "observe_into", "pieces"]

# plain numbers, since kernels compute with them
_RETAIN, _DISCARD, _EXECUTE = int(Prompt.RETAIN), int(Prompt.DISCARD), int(Prompt.EXECUTE)
_DECK, _PILE, _ACTIVE = int(Place.DECK), int(Place.DISCARD), int(Place.ACTIVE)
_AXIS, _ALLIES = int(Place.AXIS), int(Place.ALLIES)
_SHOT, _AUTOKILL, _OWNER = int(Prompt.SHOT), int(Prompt.AUTOKILL), int(Prompt.OWNER)


@kernel
def _put_number(out: Any, at: int, number: int) -> None:
    """A number that may pass 255, as two that do not."""
    out[at] = min(number, BYTE)
    out[at + 1] = min(max(number - BYTE, 0), BYTE)


@kernel
def _put_bits(out: Any, at: int, bits: int, seats: int) -> None:
    for seat in range(seats):
        out[at + seat] = (bits >> seat) & 1


@kernel
def _clear(out: Any, start: int, end: int) -> None:
    """Zero out[start:end]."""
    for i in range(np.uint64(start), np.uint64(end)):
        out[i] = 0


@kernel
def _copy(out: Any, start: int, source: Any, size: int) -> None:
    """Copy as one wide move: no slice of `out` to count references of, no sign to check."""
    at = np.uint64(start)
    for i in range(size):
        out[at + np.uint64(i)] = source[i]


@kernel
def _put_table(tables: Any, state: Any, seat: int, out: Any) -> None:
    """Who is asked what, the score and the course of the turn."""
    at = tables.at
    side = int(tables.side[seat])
    out[at[Piece.PROMPT] + state.prompt] = 1
    out[at[Piece.OBSERVER] + seat] = 1
    if state.seat >= 0:
        out[at[Piece.SEAT] + state.seat] = 1
    if state.turn >= 0:
        out[at[Piece.TURN] + state.turn] = 1
    out[at[Piece.SIDE]] = side
    _put_number(out, at[Piece.ROUND], int(state.game_round))
    _put_number(out, at[Piece.POINTS], int(state.points[side]))
    _put_number(out, at[Piece.POINTS] + 2, int(state.points[1 - side]))
    _put_number(out, at[Piece.TARGET], int(tables.target))
    out[at[Piece.RESULT]] = state.winner + 1
    out[at[Piece.RESULT] + 1] = state.how
    course = at[Piece.COURSE]
    out[course] = state.aided
    out[course + 1] = state.countered
    out[course + 2] = state.aid_to + 1
    out[course + 3] = state.aid_n
    out[at[Piece.HITLER]] = state.hitler_votes[0] + 1
    out[at[Piece.HITLER] + 1] = state.hitler_votes[1] + 1


@kernel
def sees_hand(tables: Any, seat: int, holder: int) -> bool:
    """T8: the own hand, and an ally's where allies show theirs (option `allied_hands`)."""
    if tables.allied_hands:
        return bool(tables.side[holder] == tables.side[seat])
    return holder == seat


@kernel
def _put_deals(tables: Any, state: Any, seat: int, out: Any) -> None:
    """A seat draws and deploys; the drawn cards are for those who see its hand (T8)."""
    if state.hand_seat < 0:
        return
    deals = tables.at[Piece.DEALS]
    out[deals] = state.to_deploy
    out[deals + 1] = sum_cards(state.hand, 0, UNITS)
    out[deals + 2] = state.draw_n
    out[deals + 3] = state.deploy_n
    out[deals + 4] = state.resume
    out[deals + 5] = state.hand_seat + 1
    _put_bits(out, tables.at[Piece.DEALING], int(state.dealing), tables.seats)
    if sees_hand(tables, seat, int(state.hand_seat)):
        for unit in range(UNITS):
            out[tables.at[Piece.HAND] + unit] = state.hand[unit]


@kernel
def _put_active(tables: Any, state: Any, seat: int, out: Any) -> None:
    """The active Conflict card; a Retained Action just drawn is of its seat's hand (K3)."""
    hidden = state.prompt == _RETAIN or state.prompt == _DISCARD
    if state.play >= 0 and not (hidden and not sees_hand(tables, seat, int(state.seat))):
        out[tables.at[Piece.PLAY] + state.play] = 1
    if state.battle >= 0:
        out[tables.at[Piece.BATTLE] + state.battle] = 1


@kernel
def _put_rows(tables: Any, state: Any, seat: int, out: Any) -> None:
    """B1, T8: all deployed cards of the own side, and what each side has seen of the other."""
    width = int(tables.seats) * UNITS
    for holder in range(tables.seats):
        start = tables.at[Piece.DEPLOYED] + holder * width
        if tables.side[holder] != tables.side[seat]:
            _copy(out, start, state.seen[holder], width)
            continue
        _copy(out, start, state.deployed[holder], width)
        exposed = tables.at[Piece.EXPOSED] + holder // 2 * width
        _copy(out, exposed, state.seen[holder], width)


@kernel
def _put_counts(tables: Any, state: Any, out: Any) -> None:
    """Deployed cards of every holder, and the backs among them: those show the deck they are of."""
    seats = int(tables.seats)
    for holder in range(seats):
        front = 0
        for home in range(seats):
            cards = sum_cards(state.deployed[holder], home * UNITS, UNITS)
            if cards > 0:
                front += cards
                backs = cards - sum_cards(state.seen[holder], home * UNITS, UNITS)
                out[tables.at[Piece.HIDDEN] + holder * seats + home] = backs
        out[tables.at[Piece.FRONT] + holder] = front


@kernel
def _put_retained(tables: Any, state: Any, seat: int, out: Any) -> None:
    """T8: the retained cards of the hands that the seat sees; of the others only how many."""
    for holder in range(tables.seats):
        cards = sum_cards(state.retained[holder], 0, PLAYS)
        out[tables.at[Piece.RETAINED_COUNT] + holder] = cards
        if cards > 0 and sees_hand(tables, seat, holder):
            start = tables.at[Piece.RETAINED] + holder * PLAYS
            _copy(out, start, state.retained[holder], PLAYS)


@kernel
def _put_reserve(tables: Any, state: Any, seat: int, out: Any) -> None:
    """T8: the reserve of the hands that the seat sees; of the others only how many."""
    for home in range(tables.seats):
        cards = sum_cards(state.reserve, home * UNITS, UNITS)
        out[tables.at[Piece.RESERVE_COUNT] + home] = cards
        if cards > 0 and sees_hand(tables, seat, home):
            for unit in range(UNITS):
                out[tables.at[Piece.RESERVE] + home * UNITS + unit] = state.reserve[
                    home * UNITS + unit
                ]


@kernel
def _put_decks(tables: Any, state: Any, out: Any) -> None:
    """What is open to all of the Arsenals and of the seats' fate."""
    at = tables.at
    seats = int(tables.seats)
    width = seats * UNITS
    _copy(out, at[Piece.DISCARD], state.discard, width)
    _copy(out, at[Piece.REMOVED], state.removed, width)
    for home in range(seats):
        out[at[Piece.ARSENAL] + home] = sum_cards(state.deck, home * UNITS, UNITS)
        out[at[Piece.VANQUISHED] + home] = state.vanquished[home]
        out[at[Piece.EXPELLED] + home] = state.expelled[home]


@kernel
def _put_conflict(tables: Any, state: Any, out: Any) -> None:
    """Conflict decks and discards, what is known of each Battlecard, and who won the theatres."""
    at = tables.at
    for theatre in range(tables.theatres):
        start = at[Piece.CONFLICT_DISCARD] + theatre * PLAYS
        _copy(out, start, state.play_discard[theatre], PLAYS)
        deck = sum_cards(state.play_deck[theatre], 0, PLAYS)
        for row in range(BATTLES):
            deck += int(state.place[theatre * BATTLES + row] == _DECK)
        out[at[Piece.CONFLICT_DECK] + theatre] = deck
        for side in range(2):
            out[at[Piece.VICTOR] + theatre * 2 + side] = state.victor[theatre, side] + 1
    battles = int(tables.theatres) * BATTLES
    _copy(out, at[Piece.WINNERS], state.winners, battles)
    _copy(out, at[Piece.INVOLVED], state.involved, battles)
    _copy(out, at[Piece.RETURNED], state.returned, battles)
    _copy(out, at[Piece.EVER], state.ever, battles)


@kernel
def _put_places(tables: Any, state: Any, seat: int, out: Any) -> None:
    """Where each Battlecard is, the stacks as ours and theirs."""
    battles = int(tables.theatres) * BATTLES
    side = int(tables.side[seat])
    for row, place in enumerate((_DECK, _PILE, _AXIS + side, _ALLIES - side, _ACTIVE)):
        start = np.uint64(tables.at[Piece.PLACE] + row * battles)
        for battle in range(battles):
            out[start + np.uint64(battle)] = state.place[battle] == place


@kernel
def _put_fight(tables: Any, state: Any, out: Any) -> None:
    """The battle that is asked about or fought: all of it is open."""
    at = tables.at
    fight = at[Piece.FIGHT]
    out[fight + Fight.MODE] = state.mode
    out[fight + Fight.FIELD] = state.field + 1
    out[fight + Fight.ATTACK_SIDE] = state.attack_side + 1
    out[fight + Fight.DECISIVE] = state.decisive + 1
    out[fight + Fight.ROUND] = state.combat_round
    out[fight + Fight.PHASE] = state.phase
    out[fight + Fight.FIRING] = state.firing + 1
    out[fight + Fight.NEXTS] = min(int(state.nexts), BYTE)
    out[fight + Fight.YIELDS] = min(int(state.yields), BYTE)
    out[fight + Fight.KILL] = state.kill
    for army in range(2):
        for kind in range(3):
            out[at[Piece.KINDS] + army * 3 + kind] = (int(state.kinds[army]) >> kind) & 1
    _put_bits(out, at[Piece.ATTACKERS], int(state.attackers), tables.seats)
    _put_bits(out, at[Piece.DEFENDERS], int(state.defenders), tables.seats)
    _put_bits(out, at[Piece.PENDING], int(state.pending), tables.seats)
    _put_bits(out, at[Piece.WILLING], int(state.willing), tables.seats)
    if state.prompt == _OWNER and state.chosen >= 0:
        out[at[Piece.CHOSEN] + state.chosen] = 1


@kernel
def _put_lines(tables: Any, state: Any, lines: int, out: Any) -> None:
    """The units of both armies and the support in force."""
    at = tables.at
    width = int(tables.seats) * UNITS
    for line in range(lines):
        cell = int(state.owner[line]) * width + int(state.type[line])
        out[at[Piece.ALIVE] + cell] = state.alive[line]
        out[at[Piece.UNFIRED] + cell] = state.unfired[line]
    for army in range(2):
        for stat in range(2):
            row = army * 2 + stat
            for subtype in range(SUBTYPES):
                out[at[Piece.BONUS] + row * SUBTYPES + subtype] = max(
                    int(state.bonus[army, stat, subtype]) + OFFSET, 0
                )
            for kind in range(3):
                out[at[Piece.ORDERS] + row * 3 + kind] = max(
                    int(state.orders[army, stat, kind]) + OFFSET, 0
                )


@kernel
def _put_shooter(tables: Any, state: Any, out: Any) -> None:
    """The shooter and, when it is about to fire, what it must roll against each enemy type."""
    at = tables.at
    shooter = int(state.shooter)
    army = int(shooter >= state.lines[0])
    card = int(state.type[shooter])
    out[at[Piece.SHOOTER_SEAT] + state.owner[shooter]] = 1
    out[at[Piece.SHOOTER] + card] = 1
    if state.prompt != _SHOT and state.prompt != _AUTOKILL and state.prompt != _OWNER:
        return
    first = 0 if army else int(state.lines[0])
    for line in range(first, first + state.lines[1 - army]):
        target = int(state.type[line])
        kind = int(tables.kind[target])
        if state.alive[line] > 0 and tables.attack[card, kind] >= 0:
            out[at[Piece.NEED] + target] = roll_needed(
                tables,
                attack_of(tables, state, army, shooter, kind),
                defence_of(tables, state, 1 - army, line, int(tables.kind[card])),
            )


@kernel
def observe_into(tables: Any, state: Any, seat: int, out: Any) -> None:
    """Write what `seat` may know.

    Args:
        tables: the TABLES record of the game, with `at` filled from `layout`.
        state: a LAYOUT record.
        seat: the seat that looks.
        out: uint8 [observation_size], C-contiguous; zeros, or an earlier observation of any seat
            and state of the same game: a battle's large pieces are zeroed only after a battle.
    """
    at = tables.at
    fought = out[at[Piece.FIGHT] + Fight.MODE] != 0 or out[at[Piece.PROMPT] + _EXECUTE] != 0
    _clear(out, 0, at[Piece.DEPLOYED])  # the rows of cards that follow are written wholly
    _clear(out, at[Piece.RESERVE], at[Piece.CONFLICT_DISCARD])  # and so are those that follow here
    if tables.reserve_hand:
        _put_reserve(tables, state, seat, out)
    if fought:
        _clear(out, at[Piece.FIGHT], len(out))
    _put_table(tables, state, seat, out)
    _put_deals(tables, state, seat, out)
    _put_active(tables, state, seat, out)
    _put_rows(tables, state, seat, out)
    _put_counts(tables, state, out)
    _put_retained(tables, state, seat, out)
    _put_decks(tables, state, out)
    _put_conflict(tables, state, out)
    _put_places(tables, state, seat, out)
    if state.mode != Mode.NONE or state.prompt == _EXECUTE:
        _put_fight(tables, state, out)
        lines = int(state.lines[0] + state.lines[1])
        if lines > 0:
            _put_lines(tables, state, lines, out)
            if 0 <= state.shooter < lines:
                _put_shooter(tables, state, out)
