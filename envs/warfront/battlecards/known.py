"""What a seat may know, in numbers: reckoned from the state, or read back from an observation.

`known` says in plain numpy what `observe.py` writes in compiled code; each is the other's proof.
"""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.battlecards.pieces import BYTE, OFFSET, Piece, layout, shapes
from warfront.battlecards.state import Mode, Place, Prompt
from warfront.battlecards.tables import BATTLES, PLAYS, UNITS

Known = dict[Piece, NDArray[np.int64]]
_layout, _shapes = cache(layout), cache(shapes)

PRIVATE_PLAY = (Prompt.RETAIN, Prompt.DISCARD)  # the active card is of its seat's hand (K3)
AIMING = (Prompt.SHOT, Prompt.AUTOKILL, Prompt.OWNER)


def read(tables: Any, observation: NDArray[Any]) -> Known:
    """The pieces of an observation [observation_size], each in its own shape."""
    seats, theatres = int(tables.seats), int(tables.theatres)
    at = _layout(seats, theatres)
    whole = np.asarray(observation).astype(np.int64)
    return {
        piece: whole[at[piece] : at[piece + 1]].reshape(shape)
        for piece, shape in _shapes(seats, theatres).items()
    }


def known(tables: Any, state: Any, seat: int) -> Known:
    """All that `seat` may know of the state, as the pieces of an observation."""
    at = _shapes(int(tables.seats), int(tables.theatres))
    out: Known = {piece: np.zeros(shape, np.int64) for piece, shape in at.items()}
    _know_table(tables, state, seat, out)
    _know_deals(tables, state, seat, out)
    _know_forces(tables, state, seat, out)
    _know_decks(tables, state, out)
    _know_conflict(tables, state, seat, out)
    if state.mode != Mode.NONE or state.prompt == Prompt.EXECUTE:
        _know_fight(tables, state, out)
        if state.lines.sum() > 0:
            _know_lines(tables, state, out)
    return out


def seen_hands(tables: Any, seat: int) -> NDArray[np.bool_]:
    """T8: whose hands a seat sees [seats]: its own, and its allies' with `allied_hands`."""
    seats = int(tables.seats)
    own: NDArray[np.bool_] = tables.side[:seats] == tables.side[seat]
    return own if tables.allied_hands else np.arange(seats) == seat


def bits_of(bits: int, seats: int) -> NDArray[np.int64]:
    """A set of seats as zeros and ones [seats]."""
    return (int(bits) >> np.arange(seats)) & 1


def _mark(piece: NDArray[np.int64], index: int) -> None:
    if index >= 0:
        piece[index] = 1


def _pair(number: int) -> list[int]:
    return [min(int(number), BYTE), min(max(int(number) - BYTE, 0), BYTE)]


def _know_table(tables: Any, state: Any, seat: int, out: Known) -> None:
    side = int(tables.side[seat])
    _mark(out[Piece.PROMPT], state.prompt)
    _mark(out[Piece.OBSERVER], seat)
    _mark(out[Piece.SEAT], state.seat)
    _mark(out[Piece.TURN], state.turn)
    out[Piece.SIDE][0] = side
    out[Piece.ROUND][:] = _pair(state.game_round)
    out[Piece.POINTS][:] = [_pair(state.points[side]), _pair(state.points[1 - side])]
    out[Piece.TARGET][:] = _pair(tables.target)
    out[Piece.RESULT][:] = [state.winner + 1, state.how]
    out[Piece.COURSE][:] = [state.aided, state.countered, state.aid_to + 1, state.aid_n]
    out[Piece.HITLER][:] = state.hitler_votes + 1
    hidden = state.prompt in PRIVATE_PLAY and not seen_hands(tables, seat)[state.seat]
    _mark(out[Piece.PLAY], -1 if hidden else state.play)
    _mark(out[Piece.BATTLE], state.battle)


def _know_deals(tables: Any, state: Any, seat: int, out: Known) -> None:
    holder = int(state.hand_seat)
    if holder < 0:
        return
    hand = state.hand.astype(np.int64)
    out[Piece.DEALS][:] = [
        state.to_deploy,
        hand.sum(),
        state.draw_n,
        state.deploy_n,
        state.resume,
        holder + 1,
    ]
    out[Piece.DEALING][:] = bits_of(state.dealing, int(tables.seats))
    if seen_hands(tables, seat)[holder]:
        out[Piece.HAND][:] = hand


def _know_forces(tables: Any, state: Any, seat: int, out: Known) -> None:
    seats = int(tables.seats)
    deployed = state.deployed[:seats, : seats * UNITS].astype(np.int64)
    seen = state.seen[:seats, : seats * UNITS].astype(np.int64)
    retained = state.retained[:seats].astype(np.int64)
    own = tables.side[:seats] == tables.side[seat]
    out[Piece.FRONT][:] = deployed.sum(1)
    out[Piece.HIDDEN][:] = (deployed - seen).reshape(seats, seats, UNITS).sum(2)
    out[Piece.DEPLOYED][:] = np.where(own[:, None], deployed, seen)
    out[Piece.EXPOSED][:] = seen[own]
    reserve = state.reserve[: seats * UNITS].astype(np.int64).reshape(seats, UNITS)
    out[Piece.RESERVE_COUNT][:] = reserve.sum(1)
    hands = seen_hands(tables, seat)
    out[Piece.RESERVE][hands] = reserve[hands]
    out[Piece.RETAINED_COUNT][:] = retained.sum(1)
    out[Piece.RETAINED][hands] = retained[hands]


def _know_decks(tables: Any, state: Any, out: Known) -> None:
    seats = int(tables.seats)
    types = seats * UNITS
    out[Piece.DISCARD][:] = state.discard[:types]
    out[Piece.REMOVED][:] = state.removed[:types]
    out[Piece.ARSENAL][:] = state.deck[:types].astype(np.int64).reshape(seats, UNITS).sum(1)
    out[Piece.VANQUISHED][:] = state.vanquished[:seats]
    out[Piece.EXPELLED][:] = state.expelled[:seats]


def _know_conflict(tables: Any, state: Any, seat: int, out: Known) -> None:
    theatres = int(tables.theatres)
    battles = theatres * BATTLES
    place = state.place[:battles]
    in_deck = (place == Place.DECK).reshape(theatres, BATTLES).sum(1)
    out[Piece.CONFLICT_DISCARD][:] = state.play_discard[:theatres, :PLAYS]
    out[Piece.CONFLICT_DECK][:] = state.play_deck[:theatres].astype(np.int64).sum(1) + in_deck
    side = int(tables.side[seat])
    where = (Place.DECK, Place.DISCARD, Place.AXIS + side, Place.ALLIES - side, Place.ACTIVE)
    out[Piece.PLACE][:] = [place == code for code in where]
    out[Piece.WINNERS][:] = state.winners[:battles]
    out[Piece.INVOLVED][:] = state.involved[:battles]
    out[Piece.RETURNED][:] = state.returned[:battles]
    out[Piece.EVER][:] = state.ever[:battles]
    out[Piece.VICTOR][:] = state.victor[:theatres] + 1


def _know_fight(tables: Any, state: Any, out: Known) -> None:
    seats = int(tables.seats)
    out[Piece.FIGHT][:] = [
        state.mode,
        state.field + 1,
        state.attack_side + 1,
        state.decisive + 1,
        state.combat_round,
        state.phase,
        state.firing + 1,
        min(int(state.nexts), BYTE),
        min(int(state.yields), BYTE),
        state.kill,
    ]
    out[Piece.KINDS][:] = [bits_of(kinds, 3) for kinds in state.kinds]
    out[Piece.ATTACKERS][:] = bits_of(state.attackers, seats)
    out[Piece.DEFENDERS][:] = bits_of(state.defenders, seats)
    out[Piece.PENDING][:] = bits_of(state.pending, seats)
    out[Piece.WILLING][:] = bits_of(state.willing, seats)
    if state.prompt == Prompt.OWNER:
        _mark(out[Piece.CHOSEN], state.chosen)


def _know_lines(tables: Any, state: Any, out: Known) -> None:
    lines = int(state.lines.sum())
    owner, card = state.owner[:lines], state.type[:lines]
    out[Piece.ALIVE][owner, card] = state.alive[:lines]
    out[Piece.UNFIRED][owner, card] = state.unfired[:lines]
    out[Piece.BONUS][:] = np.maximum(state.bonus.astype(np.int64) + OFFSET, 0)
    out[Piece.ORDERS][:] = np.maximum(state.orders.astype(np.int64) + OFFSET, 0)
    shooter = int(state.shooter)
    if not 0 <= shooter < lines:
        return
    _mark(out[Piece.SHOOTER_SEAT], owner[shooter])
    _mark(out[Piece.SHOOTER], card[shooter])
    if state.prompt in AIMING:
        enemies = (
            range(int(state.lines[0]))
            if shooter >= state.lines[0]
            else range(int(state.lines[0]), lines)
        )
        for line in enemies:
            if state.alive[line] > 0:
                out[Piece.NEED][card[line]] = _need(tables, state, shooter, line)


def _need(tables: Any, state: Any, shooter: int, line: int) -> int:
    """Q1, B9: the least roll with which the shooter hits a line, 0 when it cannot fire at it."""
    army = int(shooter >= state.lines[0])
    card, target = int(state.type[shooter]), int(state.type[line])
    strength = []
    for stat, side, unit, other, printed in (
        (0, army, card, target, tables.attack),
        (1, 1 - army, target, card, tables.defence),
    ):
        subtype, kind = tables.subtype[unit], tables.kind[unit]
        strength.append(
            int(printed[unit, tables.kind[other]])
            + int(state.bonus[side, stat, subtype])
            - int(tables.aura[unit, stat, subtype])
            + int(state.orders[side, stat, kind])
        )
    if tables.attack[card, tables.kind[target]] < 0:
        return 0
    return min(max(int(tables.threshold) - strength[0] + strength[1], 2), int(tables.die))
