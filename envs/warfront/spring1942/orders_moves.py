"""The orders that move pieces: land units and ships step by step, aircraft straight (CM2)."""

from warfront.game import IllegalOrder
from warfront.spring1942.actions import COUNTS, Act
from warfront.spring1942.orders_at_sea import Pieces, move_transports
from warfront.spring1942.reasons import (
    count_left,
    why_no_flight,
    why_no_step,
    why_no_unit,
    why_not_adjacent,
)
from warfront.spring1942.state import Prompt
from warfront.spring1942.tables import GRADE_FIRST, UNIT_DOMAIN, UNIT_NAMES, Domain, Unit
from warfront.spring1942.walk import Walk


def move(walk: Walk, pieces: Pieces, route: list[int], cargo: str | None) -> None:
    """CM2 and what limits it; `cargo` says which transport sails."""
    _check_route(walk, route)
    for n, u in pieces:
        if u == Unit.TRANSPORT:
            move_transports(walk, n, route, cargo)
        elif UNIT_DOMAIN[u] == Domain.AIR:
            _fly(walk, n, u, route)
        else:
            _march(walk, n, u, route)


def raid(walk: Walk, pieces: Pieces, route: list[int]) -> None:
    """CM27, SB1: bombers fly to raid a complex."""
    _check_route(walk, route)
    for n, u in pieces:
        if u != Unit.BOMBER:
            raise IllegalOrder(f"only bombers raid, not {UNIT_NAMES[u]} (SB1)")
        _fly(walk, n, u, route, raid=True)


def _check_route(walk: Walk, route: list[int]) -> None:
    for a, b in zip(route, route[1:], strict=False):
        fault = why_not_adjacent(walk, a, b)
        if fault:
            raise IllegalOrder(fault)


def _march(walk: Walk, n: int, u: int, route: list[int]) -> None:
    """Land units and ships go step by step; all take the first step before any the second."""
    fault = why_no_unit(walk, route[0], u, n)
    if fault:
        raise IllegalOrder(fault)
    steps = len(route) - 1
    pools = _pools(walk, route[0], u, n, steps)
    for i, (a, b) in enumerate(zip(route, route[1:], strict=False)):
        if i > 0:
            pools = _pools_after(walk, a, u, n, steps - i)
        for left, some in pools:
            _step(walk, u, left, some, a, b)


def _pools(walk: Walk, a: int, u: int, n: int, steps: int) -> list[tuple[int, int]]:
    """How many of each movement left go: those that can just make it first."""
    unit, where = UNIT_NAMES[u], walk.names.spaces[a]
    move = int(walk.tables.move[u])
    if steps > move:
        raise IllegalOrder(f"{unit} moves {move}, the way from {where} has {steps} steps (CM2)")
    found: list[tuple[int, int]] = []
    for left in range(steps, move + 1):
        some = min(n - sum(k for _, k in found), count_left(walk, a, u, left))
        if some:
            found.append((left, some))
    if sum(k for _, k in found) < n:
        raise IllegalOrder(f"too few {unit} in {where} have {steps} movement left (CM3)")
    return found


def _pools_after(walk: Walk, a: int, u: int, n: int, steps: int) -> list[tuple[int, int]]:
    """The same on the way: a unit that was stopped cannot go on."""
    unit, where = UNIT_NAMES[u], walk.names.spaces[a]
    if sum(count_left(walk, a, u, left) for left in range(steps, 7)) < n:
        rule = "CM4, CM7" if UNIT_DOMAIN[u] == Domain.LAND else "CM4, CM9, NCM18"
        raise IllegalOrder(f"{unit} must stop in {where}: the enemy holds it up there ({rule})")
    return _pools(walk, a, u, n, steps)


def _step(walk: Walk, u: int, left: int, n: int, a: int, b: int) -> None:
    """N units of a grade take one step."""

    def why() -> str:
        return why_no_unit(walk, a, u, n) or why_no_step(walk, u, a, b)

    on_land = UNIT_DOMAIN[u] == Domain.LAND
    rounds = [n] if on_land else [1] * n
    while rounds and rounds[-1] > COUNTS:
        rounds = [*rounds[:-1], COUNTS, rounds[-1] - COUNTS]
    for some in rounds:
        walk.take(Act.SPACE + a, why)
        walk.take(Act.GRADE + GRADE_FIRST[u] + left, why)
        walk.take(Act.SPACE + b, why)
        if on_land:
            walk.take(Act.COUNT + some - 1, why)


def _fly(walk: Walk, n: int, u: int, route: list[int], raid: bool = False) -> None:
    """Aircraft fly straight; a longer way than need be is flown in legs."""
    fault = why_no_unit(walk, route[0], u, n)
    if fault:
        raise IllegalOrder(fault)
    legs, steps = _legs(walk, route), len(route) - 1
    for _ in range(n):
        trial = walk.fork()
        try:
            for a, b, last in legs:
                _leg(trial, u, a, b, steps if len(legs) == 1 else 1, raid and last)
        except IllegalOrder:
            if len(legs) == 1:
                raise
            # no stop on the way, then: straight there, with range enough for the whole way
            _leg(walk, u, route[0], route[-1], steps, raid)
            continue
        walk.follow(trial)


def _legs(walk: Walk, route: list[int]) -> list[tuple[int, int, bool]]:
    legs, i = [], 0
    while i < len(route) - 1:
        j = i + 1
        while j + 1 < len(route) and walk.tables.dist[route[i], route[j + 1]] == j + 1 - i:
            j += 1
        legs.append((route[i], route[j], j == len(route) - 1))
        i = j
    return legs


def _leg(walk: Walk, u: int, a: int, b: int, steps: int, raid: bool) -> None:
    """One aircraft flies one leg: of several, the one with the least range that may."""

    def why() -> str:
        return why_no_flight(walk, u, a, b)

    move = int(walk.tables.move[u])
    lefts = [left for left in range(steps, move + 1) if count_left(walk, a, u, left)]
    if steps > move:
        raise IllegalOrder(f"{UNIT_NAMES[u]} flies {move}, the way has {steps} steps (CM2)")
    walk.take(Act.SPACE + a, why)
    for left in lefts:
        trial = walk.fork()
        if not trial.is_legal(Act.GRADE + GRADE_FIRST[u] + left):
            continue
        trial.take(Act.GRADE + GRADE_FIRST[u] + left, why)
        if not trial.is_legal(Act.SPACE + b):
            continue
        trial.take(Act.SPACE + b, why)
        if trial.prompt == Prompt.MOVE_RAID:
            trial.take(Act.RAID if raid else Act.ATTACK, why)
        elif raid:
            raise IllegalOrder(
                f"{walk.names.spaces[b]} cannot be raided: it needs an enemy complex (SB1)"
            )
        walk.follow(trial)
        return
    raise IllegalOrder(why())
