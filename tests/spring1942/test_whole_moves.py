"""The small decisions reach exactly the positions that a plain model of the rules reaches."""

from collections.abc import Callable

import numpy as np
import pytest

from spring1942.test_rules_landing import Brute
from spring1942.turns import Turn
from spring1942.whole_moves import Rules, World, put_back, reachable, world_of
from warfront.spring1942 import engine
from warfront.spring1942.actions import NUM_ACTIONS, Act
from warfront.spring1942.state import LAYOUT, Phase, Prompt
from warfront.spring1942.tables import Unit

LIMIT = 200_000
FLYING = (Unit.FIGHTER, Unit.BOMBER, Unit.CARRIER)
SHIPS = (Unit.SUBMARINE, Unit.DESTROYER, Unit.CRUISER, Unit.BATTLESHIP)  # they can open a way


def by_decisions(turn: Turn) -> set[World]:
    """Every position in which the phase may be ended, by the game's own small decisions."""
    tables, states = turn._tables(), turn.states
    mask = np.zeros(NUM_ACTIONS, np.uint8)
    stack, seen, ends = [states.tobytes()], {states.tobytes()}, set()
    while stack:
        data = stack.pop()
        states[:] = np.frombuffer(data, LAYOUT)
        engine.mask_one(tables, states, 0, mask)
        assert mask.any(), "nothing is legal"
        if turn.state.prompt == Prompt.MOVE_FROM and mask[Act.DONE]:
            ends.add(world_of(turn))
            mask[Act.DONE] = 0
        for action in np.flatnonzero(mask):
            states[:] = np.frombuffer(data, LAYOUT)
            engine.apply_one(tables, states, 0, int(action))
            after = states.tobytes()
            if after not in seen:
                seen.add(after)
                stack.append(after)
        assert len(seen) < LIMIT, "the position is too large for this test"
    return ends


def by_the_rules(turn: Turn) -> set[World]:
    """Every position of the plain model in which no aircraft is stranded that need not be."""
    start = states = turn.states.tobytes()
    allowed = Brute(turn, frozen=False).least()
    found = set()
    rules = Rules(turn)
    judged: dict[object, bool] = {}  # landings hang on aircraft, carriers, guests and holders alone
    for world in reachable(rules, world_of(turn)):
        key: object = (world.owners, world.guests, tuple(p for p in world.mine if p[0] in FLYING))
        if any(p[0] in SHIPS for p in world.mine):
            key = world
        if key not in judged:
            put_back(turn, world)
            judged[key] = may_end(turn, allowed)
        if judged[key]:
            found.add(world)
    turn.states[:] = np.frombuffer(start, LAYOUT)
    assert turn.states.tobytes() == states
    return found


def may_end(turn: Turn, allowed: int) -> bool:
    """CM15, NCM14, NCM21: no aircraft is lost that need not be."""
    if Brute(turn, frozen=False).least() > allowed:
        return False
    return bool(turn.state.phase == Phase.COMBAT_MOVE) or (
        Brute(turn, frozen=True).least() <= allowed
    )


def mini(power: str, phase: Phase = Phase.COMBAT_MOVE) -> Turn:
    return Turn(power, phase, scenario="mini")


def land_front() -> Turn:
    """Blitz, guns and complexes in the way, a stack that splits."""
    turn = mini("germany").put("germany", "germany", tank=2, infantry=1)
    return turn.put("india", "usa", infantry=1).hold("usa", "china").put("china", "usa", aa_gun=1)


def raid() -> Turn:
    """Bombers raid or attack; infantry enters below; a fighter looks for its landing."""
    turn = mini("germany").put("germany", "germany", infantry=1, bomber={4: 1}, fighter={3: 1})
    return turn.put("egypt", "uk", complex=1)


def landing() -> Turn:
    """Transports load, sail and announce assaults."""
    turn = mini("uk").put("britain", "uk", infantry=2, tank=1).ship("sz1", "uk")
    return turn.ship("sz2", "usa", "infantry", of="uk").put("france", "germany", infantry=1)


def fleet() -> Turn:
    """Ships, a carrier with its fighters and a guest, a hostile zone, a canal."""
    turn = mini("uk").put("sz1", "uk", aircraft_carrier=1, fighter=1, cruiser=1)
    return turn.put("sz1", "usa", fighter=1).put("sz4", "japan", destroyer=1)


def far_flight() -> Turn:
    """A fighter far out that only a carrier can fetch, and an allied deck."""
    turn = mini("japan").put("china", "japan", fighter=1).put("sz4", "japan", aircraft_carrier=1)
    turn.hold("usa", "japan").put("sz2", "germany", aircraft_carrier=1, fighter=1)
    return turn.put("sz1", "uk", destroyer=1)


def regroup() -> Turn:
    """Phase 4: foot, gun and tank; a transport; hostile land next door."""
    turn = mini("uk", Phase.NONCOMBAT).put("britain", "uk", infantry=1, aa_gun=1)
    return turn.put("egypt", "uk", tank=1).ship("sz1", "uk")


def homecoming() -> Turn:
    """Phase 4: fighters with little range, a carrier that must come, a submarine that slips by."""
    turn = mini("japan", Phase.NONCOMBAT).put("sz3", "japan", fighter={0: 1})
    turn.put("sz4", "japan", aircraft_carrier=1, submarine=1, fighter={2: 1})
    return turn.hold("usa", "china").put("sz1", "usa", cruiser=1)


def shipyard() -> Turn:
    """Phase 4: a fighter waits for a carrier bought this turn; a guest stands on another deck."""
    turn = mini("uk", Phase.NONCOMBAT).put("britain", "uk", complex=1)
    turn.put("sz2", "uk", fighter={1: 1}, aircraft_carrier=1).put("sz2", "usa", fighter=1)
    turn.put("sz1", "uk", fighter={0: 1}).hold("germany", "egypt")
    return turn.buy(aircraft_carrier=1)


def lurkers() -> Turn:
    """Submarines on both sides, a lone transport, a destroyer that stops, a canal that is shut."""
    turn = mini("uk").put("sz2", "uk", cruiser=1, submarine=1).put("sz1", "germany", submarine=1)
    turn.put("sz4", "japan", destroyer=1).put("sz3", "japan", transport=1)
    turn.state.owner_at_start[turn.at("egypt")] = turn.power("germany")
    return turn.ship("sz1", "uk")


def passengers() -> Turn:
    """Phase 4: cargo on an ally's transport, a gun to load, a hostile zone on the way."""
    turn = mini("usa", Phase.NONCOMBAT).ship("sz1", "uk", "infantry", of="usa")
    turn.put("america", "usa", aa_gun=1, infantry=1).ship("sz1", "usa")
    return turn.put("sz2", "germany", cruiser=1).put("sz4", "japan", submarine=1)


def full_decks() -> Turn:
    """Phase 4: guests that ride on where landed fighters hold the decks; one waits elsewhere."""
    turn = mini("uk", Phase.NONCOMBAT).put("sz1", "uk", aircraft_carrier=2, fighter={1: 1})
    turn.put("sz1", "usa", fighter=2).put("sz3", "uk", fighter={0: 1})
    return turn.put("sz2", "uk", aircraft_carrier={0: 1}, fighter={0: 2}).hold("germany", "egypt")


POSITIONS = (land_front, raid, landing, fleet, far_flight, lurkers,
             regroup, homecoming, shipyard, passengers, full_decks)  # fmt: skip


@pytest.mark.parametrize("make", POSITIONS, ids=lambda make: make.__name__)
def test_small_decisions_reach_what_the_rules_allow(make: Callable[[], Turn]) -> None:
    turn = make().start()
    by_model = by_the_rules(turn)
    by_game = by_decisions(turn)
    extra, missing = by_game - by_model, by_model - by_game
    assert not extra, f"{len(extra)} not allowed, one: {next(iter(extra))}"
    assert not missing, f"{len(missing)} not reached, one: {next(iter(missing))}"
    assert len(by_game) > 5
