"""What the staff of Spring 1942 plans: campaigns overseas, raids, complexes."""

from typing import Any

import numpy as np
import pytest

import warfront
from warfront_agents.agent import make_agent
from warfront_agents.spring1942.board import read_board
from warfront_agents.spring1942.bombing import plan_raid
from warfront_agents.spring1942.decide import Mind, new_mind
from warfront_agents.spring1942.orders import KIND, RAID, THERE
from warfront_agents.spring1942.reckon import reckon
from warfront_agents.spring1942.supply import plan_purchase

GAME = warfront.make_game("spring1942")
# The Axis hold the continent, an army stands in France and London is weak.
CONTINENT = ("russia", "karelia_ssr", "caucasus", "archangel", "west_russia", "kazakh_ssr")
CITIES = ("germany", "western_europe", "southern_europe", "kwangtung", "philippine_islands")
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


@pytest.mark.parametrize(("ships", "left"), [(12, 0), (2, 2)])
def test_a_fleet_sails_far_only_when_it_is_enough(ships: int, left: int) -> None:
    """Tokyo is three zones from Los Angeles, and six units hold it: two ships only gather."""
    spaces: dict[str, Any] = {city: {"owner": "uk", "units": {}} for city in CITIES}
    spaces["japan"] = {"owner": "japan", "units": {"japan": {"infantry": 6}}}
    fleet = {"units": {"usa": {"transport": ships}}, "cargo": {"usa": {"infantry": 2 * ships}}}
    spaces |= {"sz55": fleet, "sz54": {}, "sz56": {}, "sz57": {}, "sz60": {}, "sz61": {}}
    state = start("usa", "noncombat", spaces)
    there = play(state, "mobilize")["spaces"]
    at_home = [there.get(zone, {}).get("units", {}).get("usa", {}) for zone in ("sz54", "sz55")]
    assert sum(units.get("transport", 0) for units in at_home) == left


def test_a_yard_that_is_shut_in_gets_bombers() -> None:
    spaces = {"sz55": {"units": {"japan": {"battleship": 4}}}}
    state = start("usa", "purchase", spaces, ipcs={"usa": 24})
    assert play(state, "combat_move")["purchased"]["usa"] == {"bomber": 2}


def reckon_for(state: Any, **temper: float) -> Any:
    """What a player with this temper reckons in a state."""
    return think(state, **temper).notes[0]


def think(state: Any, **temper: float) -> Mind:
    """The mind of a player with this temper that has reckoned in a state."""
    mind = new_mind(GAME.spec.observation_size, temper)
    obs = np.ascontiguousarray(GAME.observe(state, GAME.seat(state)), np.uint8)
    read_board(GAME.tables[0], obs, mind.board[0])  # type: ignore[attr-defined]
    reckon(GAME.tables[0], mind.board[0], mind.notes[0])  # type: ignore[attr-defined]
    return mind


@pytest.mark.parametrize(("troops", "drawn"), [(5, True), (6, False)])
def test_a_coast_draws_no_more_troops_than_its_ships_can_use(troops: int, drawn: bool) -> None:
    """Seven ships take London: its coast draws troops until three for each and two wait."""
    army = {"owner": "germany", "units": {"germany": {"infantry": troops}}}
    state = start("germany", "noncombat", FRANCE | {"western_europe": army})
    france = GAME.loaded.spaces.index("western_europe")  # type: ignore[attr-defined]
    for crowd, pulls in ((3.0, drawn), (99.0, True)):
        notes = reckon_for(state, campaign_round=1.0, crowd=crowd)
        assert (notes.pull[france] >= 0.5 * notes.worth[notes.goal]) == pulls


def test_late_losses_count_for_less() -> None:
    """In full till round 8, then a tenth less a round, down to 35%."""
    for at, thrift in ((2, 1.0), (8, 1.0), (12, 0.6), (20, 0.35)):
        state = GAME.from_position({"base": "opening", "round": at, "seat": "uk"})
        assert abs(reckon_for(state, thrift_round=8.0).thrift - thrift) < 1e-9


def test_from_its_round_on_a_war_on_land_keeps_no_troops_from_a_campaign() -> None:
    """Round 8: the enemy in Italy draws the army of France; a campaign takes it from round 8 on."""
    italy = {"owner": "uk", "units": {"uk": {"infantry": 1}}}
    state = start("germany", "purchase", FRANCE | {"southern_europe": italy})
    assert reckon_for(state, campaign_round=1.0, use_round=9.0).goal == -1
    goal = reckon_for(state, campaign_round=1.0, use_round=8.0).goal
    assert GAME.loaded.spaces[goal] == "united_kingdom"  # type: ignore[attr-defined]


@pytest.mark.parametrize(("troops", "share"), [(16, 1.0), (17, 0.4)])
def test_a_crowd_next_door_draws_no_more(troops: int, share: float) -> None:
    """Two units hold the Caucasus: four times those and two more are enough next door."""
    spaces: dict[str, Any] = {
        "ukraine_ssr": {"owner": "germany", "units": {"germany": {"infantry": troops}}},
        "west_russia": {"owner": "germany", "units": {}},
        "caucasus": {"owner": "ussr", "units": {"ussr": {"infantry": 2}}},
    }
    state = start("germany", "purchase", spaces)
    at = GAME.loaded.spaces.index("caucasus")  # type: ignore[attr-defined]
    crowded, drawn = reckon_for(state, herd=4.0).pull[at], reckon_for(state).pull[at]
    assert abs(crowded - share * drawn) < 1e-9


@pytest.mark.parametrize(("ships", "filled"), [(12, False), (24, True)])
def test_empty_ships_are_filled_before_bombers_are_bought(ships: int, filled: bool) -> None:
    """Forty-one units are about France: twenty-four ships could carry more."""
    fleet = {"sz7": {"units": {"germany": {"transport": ships}}}}
    state = start("germany", "purchase", FRANCE | fleet, ipcs={"germany": 60})
    bought = play(state, "combat_move")["purchased"]["germany"]
    assert ("infantry" in bought) == filled and ("bomber" in bought) != filled


@pytest.mark.parametrize(("many", "kind"), [(39.0, 11), (40.0, 2)])
def test_many_who_wait_get_ships_even_with_a_front_at_home(many: float, kind: int) -> None:
    """Italy is the enemy's, and forty wait in Britain: they get transports, else it gets tanks."""
    spaces: dict[str, Any] = {
        "southern_europe": {"owner": "uk", "units": {"uk": {"infantry": 1}}},
        "united_kingdom": {"owner": "germany", "units": {"germany": {"infantry": 40}}},
    }
    mind = think(start("germany", "purchase", FRANCE | spaces, ipcs={"germany": 60}), many=many)
    bought = plan_purchase(GAME.tables[0], mind.board[0], mind.notes[0])  # type: ignore[attr-defined]
    assert bought[0] == kind


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
