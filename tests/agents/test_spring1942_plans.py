"""What the staff of Spring 1942 plans: campaigns overseas, raids, complexes."""

from typing import Any

import numpy as np

import warfront
from warfront_agents.agent import make_agent
from warfront_agents.spring1942.board import read_board
from warfront_agents.spring1942.bombing import plan_raid
from warfront_agents.spring1942.decide import new_mind
from warfront_agents.spring1942.orders import KIND, RAID, THERE

GAME = warfront.make_game("spring1942")
# The Axis hold the continent, an army stands in France and London is weak.
CONTINENT = ("russia", "karelia_ssr", "caucasus", "archangel", "west_russia", "kazakh_ssr")
FRANCE: dict[str, Any] = {
    "western_europe": {"owner": "germany", "units": {"germany": {"infantry": 12, "artillery": 12}}},
    "united_kingdom": {
        "owner": "uk",
        "units": {"uk": {"infantry": 12}},
        "industrial_complex": True,
    },
    **{zone: {} for zone in ("sz1", "sz2", "sz5", "sz8", "sz10", "sz13")},
    **{land: {"owner": "germany", "units": {"germany": {"infantry": 6}}} for land in CONTINENT},
}


def start(seat: str, phase: str, spaces: dict[str, Any], **more: Any) -> Any:
    """A state of round 8 from the opening with other spaces."""
    position = {"base": "opening", "round": 8, "seat": seat, "phase": phase, "spaces": spaces}
    return GAME.from_position(position | more)


def play(state: Any, until: str, name: str = "staff") -> Any:
    """Let a player decide for all until a phase or the end; returns what `describe` says then."""
    player = make_agent(name, GAME)
    while not GAME.done(state) and GAME.describe(state)["phase"] != until:
        obs, mask = GAME.observe(state, GAME.seat(state)), GAME.legal_mask(state)
        GAME.step(state, int(player.act_batch(obs[None], mask[None], np.zeros(1, np.int8))[0]))
    return GAME.describe(state)


def test_a_campaign_buys_the_ships_that_the_landing_takes() -> None:
    state = start("germany", "purchase", FRANCE, ipcs={"germany": 60})
    assert play(state, "combat_move")["purchased"]["germany"]["transport"] >= 4


def test_a_campaign_lands_when_its_ships_are_there() -> None:
    fleet = {"sz7": {"units": {"germany": {"transport": 11}}}}
    state = start("germany", "combat_move", FRANCE | fleet)
    assert play(state, "noncombat")["spaces"]["united_kingdom"]["owner"] == "germany"


def test_the_greedy_player_buys_no_ships() -> None:
    state = start("germany", "purchase", FRANCE, ipcs={"germany": 60})
    bought = play(state, "combat_move", "greedy")["purchased"]["germany"]
    assert "transport" not in bought and "industrial_complex" not in bought


def test_money_that_complexes_cannot_use_builds_another() -> None:
    state = start("germany", "purchase", FRANCE, ipcs={"germany": 200})
    assert play(state, "combat_move")["purchased"]["germany"]["industrial_complex"] == 1


def test_a_bomber_raids_where_that_gains_more_than_it_risks() -> None:
    state = GAME.from_position({"base": "opening", "seat": "uk", "phase": "combat_move"})
    mind = new_mind(GAME.spec.observation_size, {"raid_gain": 0.5})
    board, notes = mind.board[0], mind.notes[0]
    tables = GAME.tables[0]  # type: ignore[attr-defined]
    read_board(tables, np.ascontiguousarray(GAME.observe(state, GAME.seat(state)), np.uint8), board)
    assert plan_raid(tables, board, notes)
    target = GAME.loaded.spaces[notes.best[THERE]]  # type: ignore[attr-defined]
    assert notes.best[KIND] == RAID and target in ("germany", "southern_europe")
    notes.raid_gain = 1.0  # 5/6 of 3.5 points, less a sixth of a bomber, is 0.92
    assert not plan_raid(tables, board, notes)


def test_what_is_remembered_is_what_would_be_planned() -> None:
    """A player that has seen nothing yet chooses as one with a memory and two threads."""
    batch = warfront.make_batch("spring1942", n=24, seed=8)
    batch.reset()
    staff = make_agent("staff", batch.game)
    for _ in range(40):
        chosen = staff.act_batch(batch.observations, batch.masks, batch.seats)
        for i in (0, 11, 12, 23):
            row, fresh = slice(i, i + 1), make_agent("staff", batch.game)
            alone = fresh.act_batch(batch.observations[row], batch.masks[row], batch.seats[row])
            assert alone[0] == chosen[i]
        batch.step(chosen)
