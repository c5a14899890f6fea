"""Odds of the battles before a seat, reckoned from what it knows."""

import time
from typing import Any

import numpy as np

from warfront.game import BadInput, Game, State

SECONDS = 2.0  # after which no further battle is reckoned
MOST = 60  # units of a battle; larger ones take too long at a page

Row = dict[str, Any]


def battle_odds(game: Game, state: State, seat: int) -> list[Row]:
    """The battles that stand or are asked about, and how likely their attacker wins.

    Args:
        game: The game.
        state: Its state.
        seat: The seat whose knowledge is used; for Battlecards the one that is asked.
    """
    find = _FINDERS.get(game.spec.name)
    return find(game, state, seat) if find and not game.done(state) else []


def _spring1942(game: Any, state: State, seat: int) -> list[Row]:
    """Exact odds of every battle of the power whose turn it is."""
    row = game.record(state)
    first = int(row.battle)
    spaces = [first] if first >= 0 else range(len(game.loaded.spaces))
    until = time.perf_counter() + SECONDS
    found = []
    for s in spaces:
        if time.perf_counter() < until and (s == first or _meet(game, row, s)):
            found += _one_battle(game, row, s)
    return found


def _meet(game: Any, row: Any, s: int) -> bool:
    """Whether the power whose turn it is stands or lands among enemies in a space."""
    enemy = game.loaded.tables.side != game.loaded.tables.side[int(row.turn)]
    here = row.army[s][: len(enemy)]
    mine = here[int(row.turn)].any() or row.seaborne[s].any() or _lands(row, s)
    return bool(mine and here[enemy[: len(here)]].any())


def _lands(row: Any, s: int) -> bool:
    from warfront.spring1942.state import Hold

    ships = row.transports
    return bool(((ships[:, Hold.OWNER] >= 0) & (ships[:, Hold.TARGET] == s)).any())


def _one_battle(game: Any, row: Any, s: int) -> list[Row]:
    from warfront.spring1942 import odds
    from warfront.spring1942.battle_odds.position import battle_in

    space = game.loaded.spaces[s]
    try:
        battle = battle_in(game.loaded, row, space)
        if sum(battle["attacker"].values()) + sum(battle["defender"].values()) > MOST:
            return []
        chances = odds(**battle)
    except BadInput:  # somebody stands there who does not fight
        return []
    return [
        {
            "key": f"space:{space}",
            "name": space,
            "win": chances.win,
            "lose": chances.lose,
            "draw": chances.draw,
            "words": f"{_army(battle['attacker'])} against {_army(battle['defender'])}; "
            f"attacker loses {chances.attacker_loss:.1f} IPCs, "
            f"defender {chances.defender_loss:.1f} on average{_owed(row, s)}",
        }
    ]


def _owed(row: Any, s: int) -> str:
    """Hits that are still to be taken in a battle: its odds are those of the armies before them."""
    hits = int(row.hits.sum()) if int(row.battle) == s else 0
    return f"; the {hits} hit{'s' if hits > 1 else ''} to be taken now not counted" if hits else ""


def _army(units: dict[str, int]) -> str:
    return ", ".join(f"{n} {unit.replace('_', ' ')}" for unit, n in units.items()) or "nothing"


def _battlecards(game: Any, state: State, seat: int) -> list[Row]:
    """The scripted players' estimate for the battle asked about, fought, or to be countered."""
    from warfront.battlecards.actions import Act
    from warfront_agents.odds import running_odds
    from warfront_agents.scripted import counter_odds, execute_odds

    if seat != game.seat(state):
        return []
    tables, words = game.tables[0], game.words
    seen = np.zeros(game.spec.observation_size, np.uint8)
    game.observe_into(state, seat, seen)
    view, mask = game.view(state, seat), game.legal_mask(state)
    fight = view["fight"]
    if fight and fight["round"]:
        win = float(running_odds(tables, seen, 0))
        return [_estimate(view["battle"], win, "the attackers, as the staff reckons")]
    if fight and view["prompt"] == "execute":
        sides = {*fight["willing"], *fight["pending"], game.spec.seats[seat]}
        bits = sum(1 << game.spec.seats.index(name) for name in sides)
        win = float(execute_odds(tables, seen, bits))
        return [_estimate(view["battle"], win, f"{', '.join(sorted(sides))} attack together")]
    return [
        _estimate(words.battles[b], float(counter_odds(tables, seen, b, seat)), "alone")
        for b in range(len(words.battles))
        if Act.BATTLE + b < Act.CARD and mask[Act.BATTLE + b]
    ]


def _estimate(name: str, win: float, words: str) -> Row:
    return {
        "key": f"battle:{name}", "name": name, "win": win, "lose": 1.0 - win, "draw": 0.0,
        "words": f"{words}; an estimate, not exact",
    }  # fmt: skip


_FINDERS = {"battlecards": _battlecards, "spring1942": _spring1942}
