"""What the scripted Battlecards players share: what a card is worth, and choosing from the mask."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.battlecards.actions import Act
from warfront.battlecards.pieces import Fight, Piece
from warfront.battlecards.tables import BATTLES, TYPES, UNITS, Kind, Role
from warfront.compiled import kernel
from warfront.game import Game, View
from warfront_agents.agent import Agent
from warfront_agents.odds import call_odds, seats_of


@kernel
def power_of(tables: Any, t: int) -> float:
    """Rough worth of a card: its attacks and defences, shots counted, support on top."""
    if tables.role[t] == Role.LEADER:
        return 14.0
    attack = 0.0
    defence = 0.0
    for kind in range(3):
        attack += max(int(tables.attack[t, kind]), 0)
        defence += int(tables.defence[t, kind])
    value = (attack * int(tables.shots[t]) + defence) / 3.0 + 0.3 * (4 - int(tables.phase[t]))
    if tables.kind[t] == Kind.GROUND:
        value += 2.0
    if tables.role[t] != Role.UNIT:
        value += 4.0
    return value


@kernel
def first_legal(mask: Any, low: int, high: int) -> int:
    """The first legal action of low..high, -1 none."""
    for action in range(low, high):
        if mask[action]:
            return action
    return -1


@kernel
def best_card(tables: Any, mask: Any, worth: Any) -> int:
    """The legal card action with the greatest worth (float64 [TYPES]), -1 none."""
    best = -1
    for t in range(int(tables.seats) * UNITS):
        if mask[Act.CARD + t] and (best < 0 or worth[t] > worth[best]):
            best = t
    return Act.CARD + best if best >= 0 else -1


@kernel
def one_hot(obs: Any, start: int, size: int) -> int:
    """Index of the 1 in a one-hot piece, -1 none."""
    for i in range(size):
        if obs[start + i]:
            return i
    return -1


@kernel
def hit_chance(tables: Any, obs: Any, t: int) -> float:
    """Chance that the shooter puts a target of this type out, destroyed or forced to withdraw."""
    need = int(obs[tables.at[Piece.NEED] + t])
    if need == 0:
        return 0.0
    low = max(need - int(tables.rout_margin), 2)
    return float(int(tables.die) + 1 - low) / float(tables.die)


@kernel
def execute_odds(tables: Any, obs: Any, seats: int) -> float:
    """Chance that `seats` (bits) win the battle that the observer is asked to execute or join."""
    at = tables.at
    fight = at[Piece.FIGHT]
    b = one_hot(obs, at[Piece.BATTLE], int(tables.theatres) * BATTLES)
    side = int(obs[at[Piece.SIDE]])
    kinds = np.zeros(2, np.int64)
    for army in range(2):
        for kind in range(3):
            kinds[army] |= int(obs[at[Piece.KINDS] + 3 * army + kind]) << kind
    combined = np.zeros(2, np.bool_)
    combined[0] = count_parties(tables, b, side) > 1
    combined[1] = count_parties(tables, b, 1 - side) > 1
    foes = seats_of(tables, obs, Piece.DEFENDERS)
    return call_odds(
        tables, obs, seats, foes, kinds, int(obs[fight + Fight.DECISIVE]) - 1,
        int(obs[fight + Fight.FIELD]) - 1, combined, True,
    )  # fmt: skip


@kernel
def count_parties(tables: Any, battle: int, side: int) -> int:
    """Parties a Battlecard names on a side."""
    n = 0
    for seat in range(tables.seats):
        n += int(tables.parties[battle, side]) >> seat & 1
    return n


@kernel
def counter_odds(tables: Any, obs: Any, battle: int, seat: int) -> float:
    """Chance that a seat, alone, wins a Counterattack on a battle of the enemy's stack."""
    at = tables.at
    side = int(obs[at[Piece.SIDE]])
    foes = 0
    for other in range(tables.seats):
        if tables.side[other] != side and obs[at[Piece.VANQUISHED] + other] == 0:
            called = int(tables.parties[battle, 1 - side]) | int(obs[at[Piece.WINNERS] + battle])
            foes |= (called >> other & 1) << other
    kinds = np.zeros(2, np.int64)
    kinds[0] = tables.attack_kinds[battle]
    kinds[1] = tables.defend_kinds[battle]
    combined = np.zeros(2, np.bool_)
    combined[1] = count_parties(tables, battle, 1 - side) > 1
    decisive = int(tables.decisive[battle])
    theatre = battle // BATTLES
    return call_odds(tables, obs, 1 << seat, foes, kinds, decisive, theatre, combined, True)


class ScriptedAgent(Agent):
    """A compiled player of Battlecards; the same observation always gets the same answer."""

    def __init__(self, game: Game, seed: int = 0) -> None:
        """Keep the game's tables and reckon the worth of every card."""
        super().__init__(game, seed)
        self.tables: Any = game.tables  # type: ignore[attr-defined]
        self.worth: NDArray[np.float64] = np.zeros(TYPES)
        reckon_worth(self.tables, self.worth)

    def act(self, view: View, observation: NDArray[Any], mask: NDArray[np.uint8]) -> int:
        """Choose for one game; whose decision it is, the observation says."""
        return int(self.act_batch(observation[None], mask[None], np.zeros(1, np.int8))[0])

    def act_batch(
        self, observations: NDArray[Any], masks: NDArray[np.uint8], seats: NDArray[np.int8]
    ) -> NDArray[np.int32]:
        """Choose for n games: [n, observation_size] whole numbers, [n, num_actions], [n]."""
        actions = np.empty(len(masks), np.int32)
        narrow = np.ascontiguousarray(observations, np.uint8)
        self.decide(narrow, np.ascontiguousarray(masks, np.uint8), actions)
        return actions

    def decide(
        self, observations: NDArray[np.uint8], masks: NDArray[np.uint8], actions: NDArray[np.int32]
    ) -> None:
        """Fill `actions`; the kernel of each player."""
        raise NotImplementedError


@kernel
def reckon_worth(tables: Any, worth: Any) -> None:
    """Fill worth [TYPES] with `power_of` every card."""
    for t in range(int(tables[0].seats) * UNITS):
        if tables[0].role[t] != Role.NONE:
            worth[t] = power_of(tables[0], t)
