"""What a player reckons before it decides, and how it weighs things.

Axes: p power, s space, u unit.
"""

from typing import Any

import numpy as np

from warfront.compiled import kernel
from warfront.spring1942.tables import POWERS, SPACES, UNITS

# How a player weighs things; a player's own temper changes some of these.
TEMPER = {
    "per_ipc": 2.5,  # worth of a territory for each IPC of its income
    "per_city": 18.0,  # and of a victory city
    "per_capital": 25.0,
    "per_complex": 6.0,
    "decisive": 0.0,  # of the enemy's city that would win the game; half of it with another
    "keep": 0.72,  # share of a pull that is felt one territory further on
    "keep_at_sea": 0.8,
    "alarm": 1.6,  # pull of own land in danger, for its worth
    "alarm_worth": 15.0,  # least worth that raises an alarm
    "coast": 0.8,  # lure of enemy coasts, for their worth
    "sure": 0.93,  # chance at which an attack needs no more units
    "margin": 1.7,  # and so much strength for the guard's
    "guarded_worth": 12.0,  # least worth of land that keeps a guard
    "guard_share": 0.9,  # strength kept there for the threat's
    "risk_units": 0.3,  # what a counter-attack is reckoned to cost, for the units exposed
    "risk_land": 0.2,  # and for the land won
    "patience": 25.0,  # rounds in which the fear of counter-attacks fades
    "wary": 1.0,  # 0: counter-attacks are not feared and no guards are kept
    "at_sea": 1.0,  # 0: no transports, no escorts
    "advance": 1.15,  # a front moves up only to so much more pull
    "unsafe": 1.2,  # a front gives way to a threat of so much more strength
    "idle_pull": 3.0,  # troops that feel less pull than this wait for ships
    "most_boats": 8.0,  # transports that a power buys for itself at the most
    "overseas_pull": 8.0,  # a power whose capital feels less buys ships
    "press": 0.0,  # gain above which a battle is fought on
    "bare_coast": 1.0,  # lure of coasts where idle troops find no ships, for the others'
    "bold_round": 99.0,  # from here on threats are taken less and less seriously: time runs out
    "raid_gain": 99.0,  # IPCs above which a bomber raids
    "rich_price": 0.0,  # IPCs a unit that complexes can bring out, above which a new one is bought
    "landing_reach": 2.0,  # how far from enemy transports coasts are in danger
    "campaign_round": 99.0,  # and the round
    "campaign_pull": 0.5,  # pull of a campaign's coast, for its city's worth
    "campaign_lure": 1.2,  # and of its zone
    "campaign_moves": 2.0,  # zones that a campaign may have to sail
    "crowd": 99.0,  # troops for each of a campaign's ships, beyond which its coast draws no more
    "bombers": 0.0,  # 1: where ships lack, bombers are bought and not fighters
    "use_round": 99.0,  # from here on a war on land keeps no troops from campaigns
    "fill": 0.0,  # 1: troops are bought before ships and bombers where ships stand empty
    "many": 999.0,  # waiting troops for which ships are bought even with a front at home
    "herd": 99.0,  # for the guard of enemy land, troops next door beyond which it draws less
    "thrift_round": 99.0,  # from here on losses count for less and less
    "least_thrift": 0.35,  # and this at the least
}

NOTES = np.dtype(
    [
        ("hits", np.float64, (POWERS, SPACES)),  # units an enemy power can bring here next turn
        ("fire", np.float64, (POWERS, SPACES)),  # hits a round that they would score
        ("troops", np.float64, (POWERS, SPACES)),  # land units among them: only they can stay
        ("threat", np.float64, (SPACES,)),  # strength of the strongest such enemy
        ("guard", np.float64, (SPACES,)),  # strength of the own side's defence
        ("guard_hits", np.float64, (SPACES,)),
        ("guard_fire", np.float64, (SPACES,)),
        ("worth", np.float64, (SPACES,)),  # of holding a territory
        ("pull", np.float64, (SPACES,)),  # land: what there is to fight for this way
        ("lure", np.float64, (SPACES,)),  # sea: what there is to land for this way
        ("call", np.float64, (SPACES,)),  # sea: troops that wait for ships this way
        ("idle", np.int32, (SPACES,)),  # own troops on land from which no way leads to a front
        ("caution", np.float64),  # what is left of the fear of counter-attacks
        ("thrift", np.float64),  # what a loss counts, of its cost
        ("sail", np.int32, (SPACES,)),  # scratch: zones to sail before landing on a coast
        ("supply", np.float64, (SPACES,)),  # sea: what can gather next to a zone
        ("goal", np.int32),  # the victory city of the campaign, -1; see campaign.py
        ("muster", np.int32),  # the zone where it gathers, -1
        ("stage", np.int32),  # the zone to which its loaded ships sail, -1
        ("ships", np.int32),  # transports that it takes
        ("loaded", np.int32),  # of those that are about, the ones with cargo
        ("ready", np.float64),  # troops that are about its coast or aboard
        ("seen", np.int32, (SPACES,)),  # scratch
        ("used", np.int32, (SPACES, UNITS)),  # scratch: troops already counted for a landing
        ("force", np.float64, (UNITS,)),  # scratch: the attack that is being put together
        ("order", np.int32, (6,)),  # scratch: the first move of that attack
        ("best", np.int32, (6,)),  # the order decided on, see orders.py
        *((name, np.float64) for name in TEMPER),
    ],
    align=True,
)


@kernel
def is_foe(tables: Any, board: Any, p: int) -> bool:
    """Whether a power is of the other side than the active one."""
    return tables.side[p] != tables.side[board.turn]


@kernel
def is_friend_land(tables: Any, board: Any, s: int) -> bool:
    """Whether land is held by the active power's side."""
    return board.owner[s] >= 0 and tables.side[board.owner[s]] == tables.side[board.turn]


def new_notes(**temper: float) -> Any:
    """Notes of a player with this temper, [1]; see TEMPER."""
    notes = np.zeros(1, NOTES).view(np.recarray)
    for name, value in (TEMPER | temper).items():
        notes[name] = value
    return notes


@kernel
def win_chance(hits: float, fire: float, foe_hits: float, foe_fire: float) -> float:
    """A quick guess at an attacker's chance from both sides' hits to take and fire."""
    if hits <= 0.0:
        return 0.0
    if foe_hits <= 0.0:
        return 1.0
    if fire <= 0.0:
        return 0.0
    ratio = np.log(hits * fire / max(foe_hits * foe_fire, 0.01))
    return float(1.0 / (1.0 + np.exp(-1.7 * np.sqrt(min(hits, foe_hits)) * ratio)))


@kernel
def share_left(strength: float, foe: float) -> float:
    """The share of the stronger side that is left when the weaker is gone (square law)."""
    if strength <= foe:
        return 0.0
    return float(np.sqrt(1.0 - foe / strength))


@kernel
def zone_risk(notes: Any, z: int) -> float:
    """How much a lone fleet dreads a zone, from 0 to 1."""
    if notes.threat[z] <= 0.0:
        return 0.0
    return float(notes.threat[z] / (notes.threat[z] + 1.5 * notes.guard[z] + 1.0))
