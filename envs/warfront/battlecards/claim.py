"""The returned Battlecards of a won theatre: claim or raid the loser's allies (75-86)."""

from typing import Any

from warfront.battlecards.actions import Act
from warfront.battlecards.field import open_battle
from warfront.battlecards.parties import bit, has_kind
from warfront.battlecards.score import score_battle
from warfront.battlecards.state import Mode, Place, Prompt, Stage
from warfront.battlecards.tables import BATTLES, UNITS, Kind, Kinds
from warfront.compiled import kernel

GROUND_AIR = int(Kinds.GROUND | Kinds.AIR)
CLAIM_ONLY, RAID_IF_ONE_CAN = 1, 2  # places in options.RAID_CHOICES
AIR_SEA = int(Kinds.AIR | Kinds.SEA)


@kernel
def claimant(tables: Any, state: Any, battle: int) -> int:
    """75, Q34, Q37: the seat that won the theatre and may claim the card or raid, -1 nobody.

    Where both sides have won the theatre from each other, a returned card is for the side that did
    not lose it, an un-won one first for the side whose turn it is.
    """
    theatre = battle // BATTLES
    if state.returned[battle] > 0:
        return standing_victor(state, theatre, int(state.returned[battle]) - 1)
    side = int(tables.side[state.turn])
    seat = standing_victor(state, theatre, side)
    return seat if seat >= 0 else standing_victor(state, theatre, 1 - side)


@kernel
def standing_victor(state: Any, theatre: int, side: int) -> int:
    """66: a side's victor of a theatre while he takes turns, else -1."""
    seat = int(state.victor[theatre, side])
    if seat >= 0 and state.vanquished[seat] > 0:
        return -1
    return seat


@kernel
def ask_claim(tables: Any, state: Any, seat: int) -> None:
    """75, 76: the victor is asked."""
    state.prompt = Prompt.CLAIM
    state.seat = seat
    state.stage = Stage.NEXT_TURN


@kernel
def can_claim(tables: Any, state: Any, mask: Any) -> None:
    """75-77: claim or raid; option `raid_choice`: no raids, or no claim where one can raid."""
    if tables.raid_choice != CLAIM_ONLY:
        can_raids(tables, state, mask)
    raids = 0
    for choice in range(2 * tables.seats):
        raids += int(mask[Act.RAID + choice])
    mask[Act.CLAIM] = raids == 0 or tables.raid_choice != RAID_IF_ONE_CAN


@kernel
def can_raids(tables: Any, state: Any, mask: Any) -> None:
    """80, 81: name one opponent, for ground and air or for air and sea."""
    raider = state.seat
    ground = has_kind(tables, state, raider, Kind.GROUND)
    sea = has_kind(tables, state, raider, Kind.SEA)
    for seat in range(tables.seats):
        if can_raid(tables, state, raider, seat):
            if ground:
                mask[Act.RAID + 2 * seat] = 1
            if sea:
                mask[Act.RAID + 2 * seat + 1] = 1


@kernel
def can_raid(tables: Any, state: Any, raider: int, target: int) -> bool:
    """77, Q35: an ally of the vanquished enemy who is in play and has deployed forces."""
    if tables.side[target] == tables.side[raider] or state.vanquished[target] > 0:
        return False
    theatre = state.battle // BATTLES
    if tables.theatre[target] == theatre and state.expelled[target] > 0:
        return False
    for t in range(tables.seats * UNITS):
        if state.deployed[target, t] > 0:
            return True
    return False


@kernel
def do_claim(tables: Any, state: Any) -> None:
    """75: the card joins the victor's stack; 138: once they are back, those it names may fight it.

    Without that a claimed card that wins a theatre would lock it for good.
    """
    b = state.battle
    state.involved[b] = tables.parties[b, 0] | tables.parties[b, 1]
    side = int(tables.side[state.seat])
    state.returned[b] = 0
    score_battle(tables, state, b, side, bit(state.seat))
    state.battle = -1
    state.stage = Stage.NEXT_TURN


@kernel
def do_raid(tables: Any, state: Any, choice: int) -> None:
    """78-82, 86, 141: a battle of the card's theatre for no points; the card is discarded."""
    raider = state.seat
    target = choice // 2
    state.place[state.battle] = Place.DISCARD
    open_battle(tables, state, Mode.RAID, int(tables.side[raider]))
    kinds = AIR_SEA if choice % 2 else GROUND_AIR
    state.kinds[:] = kinds
    state.decisive = Kind.SEA if choice % 2 else Kind.GROUND
    state.willing = bit(raider)
    state.defenders = bit(target)
    state.pending = 0
    state.stage = Stage.START_BATTLE
