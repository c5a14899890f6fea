"""Staff for Battlecards: odds before every battle, forces kept whole, aid where it is missing."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.battlecards.actions import Act
from warfront.battlecards.pieces import PROMPTS, Fight, Piece
from warfront.battlecards.state import Mode, Prompt
from warfront.battlecards.tables import BATTLES, PLAYS, UNITS, Kind, Role, Verb
from warfront.compiled import kernel
from warfront_agents.odds import running_odds, seats_of
from warfront_agents.scripted import (
    ScriptedAgent,
    best_card,
    counter_odds,
    execute_odds,
    first_legal,
    hit_chance,
    one_hot,
)

VERSION = 1


@kernel
def army_of(tables: Any, obs: Any, seat: int) -> int:
    """0 if the seat attacks in the running battle, 1 if it defends."""
    return int(obs[tables.at[Piece.DEFENDERS] + seat])


@kernel
def plan_turn(tables: Any, obs: Any, mask: Any, seat: int) -> int:
    """Counterattack when it pays, send aid when the own theatre is settled, else draw."""
    best = -1
    most = 0.0
    for b in range(int(tables.theatres) * BATTLES):
        if mask[Act.BATTLE + b]:
            chance = counter_odds(tables, obs, b, seat)
            conquest = int(tables.loser[b]) != 0
            gain = 2.0 * tables.points[b] + (24.0 if conquest else 0.0)
            if chance > (0.4 if conquest else 0.55) and chance * gain > max(most, 8.0):
                most = chance * gain
                best = b
    if best >= 0:
        return Act.BATTLE + best
    ally = plan_aid(tables, obs, mask, seat)
    return Act.SEAT + ally if ally >= 0 else Act.DRAW.value


@kernel
def has_opponent(tables: Any, obs: Any, seat: int) -> bool:
    """Whether the enemy of the seat's own theatre is still in it."""
    enemy = int(tables.resident[tables.theatre[seat], 1 - tables.side[seat]])
    gone = obs[tables.at[Piece.VANQUISHED] + enemy] or obs[tables.at[Piece.EXPELLED] + enemy]
    return not gone and not obs[tables.at[Piece.EXPELLED] + seat]


@kernel
def plan_aid(tables: Any, obs: Any, mask: Any, seat: int) -> int:
    """Who needs this seat's forces more than it does itself, -1 nobody."""
    if has_opponent(tables, obs, seat):
        return -1
    at = tables.at
    if obs[at[Piece.FRONT] + seat] <= 6:
        return -1
    best = -1
    for ally in range(tables.seats):
        if mask[Act.SEAT + ally] and has_opponent(tables, obs, ally):
            if best < 0 or obs[at[Piece.FRONT] + ally] < obs[at[Piece.FRONT] + best]:
                best = ally
    return best


@kernel
def count_kind(tables: Any, obs: Any, seat: int, kind: int) -> int:
    """Own deployed cards of a kind."""
    row = tables.at[Piece.DEPLOYED] + seat * int(tables.seats) * UNITS
    n = 0
    for t in range(int(tables.seats) * UNITS):
        if tables.kind[t] == kind and tables.role[t] != Role.LEADER:
            n += int(obs[row + t])
    return n


@kernel
def kind_weight(tables: Any, seat: int, kind: int) -> float:
    """Points of the theatre's Battlecards that a kind decides or takes part in."""
    weight = 0.0
    theatre = int(tables.theatre[seat])
    for b in range(theatre * BATTLES, (theatre + 1) * BATTLES):
        if tables.present[b]:
            if tables.decisive[b] == kind:
                weight += tables.points[b]
            elif int(tables.attack_kinds[b] | tables.defend_kinds[b]) >> kind & 1:
                weight += 0.1 * tables.points[b]
    return weight


@kernel
def plan_deploy(tables: Any, worth: Any, obs: Any, mask: Any, seat: int) -> int:
    """The best card, of the kind that is short for the battles of the theatre."""
    need = np.zeros(3)
    total = 1.0
    weights = 0.0
    for kind in range(3):
        need[kind] = kind_weight(tables, seat, kind)
        weights += need[kind]
        total += count_kind(tables, obs, seat, kind)
    for kind in range(3):
        have = (count_kind(tables, obs, seat, kind) + 1.0) / total
        need[kind] = min(max(need[kind] / weights / have, 0.2), 5.0)
    best = -1
    most = -1.0
    for t in range(int(tables.seats) * UNITS):
        if mask[Act.CARD + t]:
            value = worth[t]
            if tables.role[t] == Role.UNIT:
                value *= need[tables.kind[t]]
            if value > most:
                most = value
                best = t
    return Act.CARD + best


@kernel
def plan_execute(tables: Any, obs: Any, seat: int) -> int:
    """Attack on good odds; a conquest that fails costs no points, so poor odds are enough."""
    at = tables.at
    b = one_hot(obs, at[Piece.BATTLE], int(tables.theatres) * BATTLES)
    willing = seats_of(tables, obs, Piece.WILLING)
    if obs[at[Piece.FIGHT] + Fight.MODE] == Mode.COUNTER:
        return Act.EXECUTE.value
    with_all = willing | seats_of(tables, obs, Piece.PENDING) | 1 << seat
    chance = execute_odds(tables, obs, with_all)
    floor = 0.6
    if int(tables.loser[b]) != 0:
        floor = 0.25
    elif must_hurry(tables, obs):
        floor = 0.45
    return Act.EXECUTE.value if chance > floor else Act.DECLINE.value


@kernel
def must_hurry(tables: Any, obs: Any) -> bool:
    """The enemy is near his target and ahead."""
    points = tables.at[Piece.POINTS]
    mine = int(obs[points]) + int(obs[points + 1])
    theirs = int(obs[points + 2]) + int(obs[points + 3])
    return theirs > mine and 5 * theirs > 4 * int(tables.target)


@kernel
def plan_card(tables: Any, obs: Any, mask: Any, seat: int) -> int:
    """Play a Retained Action on every battle that is not won already."""
    chance = running_odds(tables, obs, army_of(tables, obs, seat))
    if chance > 0.97:
        return Act.PASS.value
    theatre = int(tables.theatre[seat])
    for row in range(PLAYS):
        if mask[Act.PLAY + row] and tables.verb[theatre, row] != Verb.GROUNDED:
            return Act.PLAY + row
    if air_balance(tables, obs, seat) < 0:
        action = first_legal(mask, Act.PLAY, Act.BATTLE)
        if action >= 0:
            return action
    return Act.PASS.value


@kernel
def air_balance(tables: Any, obs: Any, seat: int) -> int:
    """Aircraft alive of the own army less those of the enemy's."""
    at = tables.at
    width = int(tables.seats) * UNITS
    n = 0
    for holder in range(tables.seats):
        sign = 1 if tables.side[holder] == tables.side[seat] else -1
        for t in range(width):
            if tables.kind[t] == Kind.AIR:
                n += sign * int(obs[at[Piece.ALIVE] + holder * width + t])
    return n


@kernel
def plan_shot(tables: Any, worth: Any, obs: Any, mask: Any) -> int:
    """Put out what decides the battle, weighed by the chance to do it."""
    decisive = int(obs[tables.at[Piece.FIGHT] + Fight.DECISIVE]) - 1
    best = -1
    most = -1.0
    for t in range(int(tables.seats) * UNITS):
        if mask[Act.CARD + t]:
            value = 6.0 + 0.5 * worth[t]
            if tables.kind[t] == decisive:
                value += 14.0
            value *= max(hit_chance(tables, obs, t), 0.05) ** 1.5
            if value > most:
                most = value
                best = t
    return Act.CARD + best


@kernel
def plan_kill(tables: Any, worth: Any, obs: Any, mask: Any) -> int:
    """The most valuable target there is, decisive units first."""
    decisive = int(obs[tables.at[Piece.FIGHT] + Fight.DECISIVE]) - 1
    best = -1
    most = -1.0
    for t in range(int(tables.seats) * UNITS):
        if mask[Act.CARD + t]:
            value = worth[t] + (20.0 if tables.kind[t] == decisive else 0.0)
            if value > most:
                most = value
                best = t
    return Act.CARD + best


@kernel
def plan_withdrawal(tables: Any, obs: Any, seat: int) -> int:
    """Leave a battle that is as good as lost; a raid costs no points, so leave it sooner."""
    mode = int(obs[tables.at[Piece.FIGHT] + Fight.MODE])
    chance = running_odds(tables, obs, army_of(tables, obs, seat))
    floor = 0.5 if mode == Mode.RAID else 0.07
    return Act.WITHDRAW.value if chance < floor else Act.FIGHT_ON.value


@kernel
def plan_discard(tables: Any, mask: Any, seat: int) -> int:
    """Keep Counterattacks longest, then routs and bonuses."""
    theatre = int(tables.theatre[seat])
    for verb in (Verb.GROUNDED, Verb.BONUS, Verb.ROUT, Verb.COUNTERATTACK):
        for row in range(PLAYS):
            if mask[Act.PLAY + row] and tables.verb[theatre, row] == verb:
                return Act.PLAY + row
    return first_legal(mask, Act.PLAY, Act.BATTLE)


@kernel
def plan_target_seat(tables: Any, obs: Any, mask: Any, seat: int) -> int:
    """The enemy with the most cards at the front, the own theatre's first."""
    best = -1
    most = -1
    for enemy in range(tables.seats):
        if mask[Act.SEAT + enemy]:
            n = int(obs[tables.at[Piece.FRONT] + enemy])
            if tables.theatre[enemy] == tables.theatre[seat]:
                n += 6
            if n > most:
                most = n
                best = enemy
    return Act.SEAT + best


@kernel
def plan_battle(tables: Any, worth: Any, obs: Any, mask: Any, prompt: int, seat: int) -> int:
    """The prompts of a running battle, -1 another prompt."""
    if prompt == Prompt.SHOT:
        if mask[Act.AUTOKILL]:
            return Act.AUTOKILL.value
        return plan_shot(tables, worth, obs, mask)
    if prompt == Prompt.AUTOKILL or prompt == Prompt.ROUT:
        return plan_kill(tables, worth, obs, mask)
    if prompt == Prompt.WITHDRAW:
        return plan_withdrawal(tables, obs, seat)
    if prompt == Prompt.BATTLE_CARD:
        return plan_card(tables, obs, mask, seat)
    if prompt == Prompt.EXECUTE:
        return plan_execute(tables, obs, seat)
    return -1


@kernel
def plan_package(tables: Any, worth: Any, obs: Any, mask: Any, seat: int) -> int:
    """Send the best cards while six stay behind."""
    if mask[Act.DONE] and obs[tables.at[Piece.FRONT] + seat] <= 6:
        return Act.DONE.value
    return best_card(tables, mask, worth)


@kernel
def staff_action(tables: Any, worth: Any, obs: Any, mask: Any) -> int:
    """Staff's choice for one observation."""
    prompt = one_hot(obs, tables.at[Piece.PROMPT], PROMPTS)
    seat = one_hot(obs, tables.at[Piece.SEAT], int(tables.seats))
    action = plan_battle(tables, worth, obs, mask, prompt, seat)
    if action >= 0:
        return action
    if prompt == Prompt.TURN_START:
        return plan_turn(tables, obs, mask, seat)
    if prompt == Prompt.DEPLOY:
        return plan_deploy(tables, worth, obs, mask, seat)
    if prompt == Prompt.AID:
        return plan_package(tables, worth, obs, mask, seat)
    if prompt == Prompt.RETAIN:
        return Act.RETAIN.value
    if prompt == Prompt.DISCARD:
        return plan_discard(tables, mask, seat)
    if prompt == Prompt.IMMEDIATE_SEAT:
        return plan_target_seat(tables, obs, mask, seat)
    if prompt == Prompt.IMMEDIATE_CARD:
        return best_card(tables, mask, worth)
    if prompt == Prompt.CLAIM:
        return Act.CLAIM.value
    if prompt == Prompt.HITLER:
        return Act.SEAT + int(tables.hitler_from)
    return first_legal(mask, 0, len(mask))


@kernel
def staff_batch(tables: Any, worth: Any, observations: Any, masks: Any, actions: Any) -> None:
    """Staff's choices for all rows."""
    for i in range(len(actions)):
        actions[i] = staff_action(tables[0], worth, observations[i], masks[i])


class StaffAgent(ScriptedAgent):
    """Weighs odds, holds Counterattacks for what they are worth, leaves lost battles, sends aid."""

    name = f"staff-{VERSION}"

    def decide(
        self, observations: NDArray[np.uint8], masks: NDArray[np.uint8], actions: NDArray[np.int32]
    ) -> None:
        """Fill `actions` by staff_action."""
        staff_batch(self.tables, self.worth, observations, masks, actions)
