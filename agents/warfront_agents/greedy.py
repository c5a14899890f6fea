"""Greedy: the best expected points now, nothing held back, nothing planned."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.battlecards.actions import Act
from warfront.battlecards.pieces import PROMPTS, Piece
from warfront.battlecards.state import Prompt
from warfront.battlecards.tables import BATTLES, UNITS
from warfront.compiled import kernel
from warfront_agents.odds import seats_of
from warfront_agents.scripted import (
    ScriptedAgent,
    best_card,
    counter_odds,
    execute_odds,
    first_legal,
    hit_chance,
    one_hot,
)


@kernel
def greedy_counter(tables: Any, obs: Any, mask: Any, seat: int) -> int:
    """The Counterattack with the most expected points, if it is more likely won than not."""
    best = -1
    most = 0.0
    for b in range(int(tables.theatres) * BATTLES):
        if mask[Act.BATTLE + b]:
            chance = counter_odds(tables, obs, b, seat)
            if chance > 0.5 and chance * tables.points[b] > most:
                most = chance * tables.points[b]
                best = b
    return best


@kernel
def greedy_shot(tables: Any, obs: Any, mask: Any) -> int:
    """The target that is most likely put out."""
    best = -1
    most = -1.0
    for t in range(int(tables.seats) * UNITS):
        if mask[Act.CARD + t]:
            chance = hit_chance(tables, obs, t)
            if chance > most:
                most = chance
                best = t
    return best


@kernel
def greedy_action(tables: Any, worth: Any, obs: Any, mask: Any) -> int:
    """Greedy's choice for one observation."""
    prompt = one_hot(obs, tables.at[Piece.PROMPT], PROMPTS)
    seat = one_hot(obs, tables.at[Piece.SEAT], int(tables.seats))
    if prompt == Prompt.SHOT:
        if mask[Act.AUTOKILL]:
            return Act.AUTOKILL.value
        return Act.CARD + greedy_shot(tables, obs, mask)
    if prompt == Prompt.TURN_START:
        battle = greedy_counter(tables, obs, mask, seat)
        return Act.BATTLE + battle if battle >= 0 else Act.DRAW.value
    if prompt == Prompt.EXECUTE:
        willing = seats_of(tables, obs, Piece.WILLING) | 1 << seat
        return Act.EXECUTE.value if execute_odds(tables, obs, willing) > 0.5 else Act.DECLINE.value
    for plain in (Act.RETAIN, Act.FIGHT_ON, Act.CLAIM):
        if mask[plain]:
            return plain.value
    action = first_legal(mask, Act.PLAY, Act.BATTLE)
    if action >= 0:
        return action
    action = best_card(tables, mask, worth)
    if action >= 0:
        return action
    return first_legal(mask, 0, len(mask))


@kernel
def greedy_batch(tables: Any, worth: Any, observations: Any, masks: Any, actions: Any) -> None:
    """Greedy's choices for all rows."""
    for i in range(len(actions)):
        actions[i] = greedy_action(tables[0], worth, observations[i], masks[i])


class GreedyAgent(ScriptedAgent):
    """Attacks where winning is likelier than not, fires at what it hits best, never sends aid."""

    name = "greedy"

    def decide(
        self, observations: NDArray[np.uint8], masks: NDArray[np.uint8], actions: NDArray[np.int32]
    ) -> None:
        """Fill `actions` by greedy_action."""
        greedy_batch(self.tables, self.worth, observations, masks, actions)
