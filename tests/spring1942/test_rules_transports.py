"""Transports: CM19-CM28, NCM19, MN11-MN13."""

import pytest

from spring1942.boards import TRANSPORT
from spring1942.turns import Turn
from warfront.spring1942.state import Did, Hold, Phase

EMPTY = "transport with nothing"
SEA, COAST, OTHER = "sz5", "eastern_europe", "norway"


def baltic(phase: Phase = Phase.NONCOMBAT, **units: int) -> Turn:
    return Turn("germany", phase).put(COAST, "germany", **units).ship(SEA, "germany")


def load(unit: str) -> tuple[str, ...]:
    return (SEA, EMPTY, "load", COAST, unit)


@pytest.mark.parametrize("first", ["infantry", "artillery", "tank", "aa_gun"])
def test_cm19_one_of_any_kind_and_one_infantry(first: str) -> None:
    turn = baltic(infantry=2, artillery=2, tank=2, aa_gun=2).start()
    turn.play(*load(first))
    turn.play(SEA, f"transport with {first}", "load", COAST)
    large = {"artillery", "tank", "aa_gun"}
    assert set(turn.offers()) == {"infantry"} | (large if first == "infantry" else set())


def test_cm19_three_infantry_are_too_many() -> None:
    turn = baltic(infantry=3).start()
    turn.play(*load("infantry"), SEA, "transport with infantry", "load", COAST, "infantry")
    turn.play(SEA, "transport with infantry and infantry")
    assert "load" not in turn.offers()


def test_cm20_what_moved_is_not_loaded() -> None:
    turn = baltic(tank=1).start()
    turn.play(COAST, "tank 2", "germany", "x1")
    assert turn.refuses(SEA, EMPTY, "load")


def test_cm20_what_was_unloaded_stops() -> None:
    turn = Turn("germany", Phase.NONCOMBAT).ship(SEA, "germany", "tank").start()
    turn.play(SEA, "transport with tank", "cargo 0", COAST)
    assert turn.units(COAST, "germany") == {"tank": 1} and turn.spent(COAST, "tank") == {0: 1}
    assert COAST not in turn.offers()


def test_cm21_loading_before_between_and_after_sailing() -> None:
    turn = Turn("uk").ship("sz1", "uk").put("eastern_canada", "uk", infantry=1)
    turn.put("united_kingdom", "uk", infantry=2).start()
    turn.play("sz1", EMPTY, "load", "eastern_canada", "infantry")
    turn.play("sz1", "transport with infantry", "sz2")
    turn.play("sz2", "transport with infantry", "load", "united_kingdom", "infantry")
    turn.play("sz2", "transport with infantry and infantry", "sz3")
    assert turn.transports("sz3", "uk") == ["infantry and infantry"]
    turn.play("sz3", "transport with infantry and infantry")
    assert all(word.startswith("cargo") for word in turn.offers())  # two zones are its move


def test_cm21_loading_after_the_last_zone() -> None:
    turn = Turn("uk").ship("sz1", "uk").put("united_kingdom", "uk", infantry=1).start()
    turn.play("sz1", EMPTY, "sz8", "sz8", EMPTY, "sz7")
    assert turn.can("sz7", EMPTY, "load", "united_kingdom", "infantry")


@pytest.mark.parametrize(("guard", "legal"), [("cruiser", False), ("submarine", True)])
def test_cm21_g8_no_loading_in_a_hostile_zone(guard: str, legal: bool) -> None:
    turn = baltic(Phase.COMBAT_MOVE, infantry=1).put(SEA, "uk", **{guard: 1}).start()
    assert turn.can(*load("infantry")) == legal


def test_cm22_once_unloaded_a_transport_is_done() -> None:
    turn = (
        Turn("germany", Phase.NONCOMBAT)
        .ship(SEA, "germany", "tank")
        .put(COAST, "germany", infantry=1)
    )
    turn.start().play(SEA, "transport with tank", "cargo 0", "germany")
    assert SEA not in turn.offers()


@pytest.mark.parametrize("phase", [Phase.COMBAT_MOVE, Phase.NONCOMBAT])
def test_cm22_all_cargo_goes_to_one_territory(phase: Phase) -> None:
    turn = Turn("germany", phase).ship("sz6", "germany", "tank", "infantry")
    if phase == Phase.COMBAT_MOVE:
        turn.hold("uk", "norway", "western_europe")
    turn.start().play("sz6", "transport with tank and infantry", "cargo 0", "norway")
    rest = (
        "transport with tank and infantry"
        if phase == Phase.COMBAT_MOVE
        else ("transport with infantry")
    )
    turn.play("sz6", rest)
    cargo = [word for word in turn.offers() if word.startswith("cargo")]
    assert len(cargo) == 1
    turn.play(cargo[0])
    assert set(turn.offers()) == {"norway"}


def test_cm23_cargo_stays_with_its_ship() -> None:
    turn = Turn("uk").ship("sz1", "uk", "tank").start()
    turn.play("sz1", "transport with tank")
    assert not any(word.startswith("cargo") for word in turn.offers())  # not at sea
    turn.play("sz8")
    assert turn.transports("sz8", "uk") == ["tank"] and turn.transports("sz1", "uk") == []


def test_cm23_cargo_may_stay_aboard_over_the_turn() -> None:
    turn = Turn("uk", Phase.NONCOMBAT).ship("sz1", "uk", "tank").start()
    turn.play("done")
    while turn.prompt() != "over" and turn.state.turn == turn.power("uk"):
        turn.play("done")
    assert turn.transports("sz1", "uk") == ["tank"]


def test_cm24_phase_2_unloads_only_on_hostile_land() -> None:
    turn = Turn("uk").ship("sz6", "uk", "tank").start()
    turn.play("sz6", "transport with tank", "cargo 0")
    assert set(turn.offers()) == {"norway", "western_europe"}


def test_cm24_ncm19_phase_4_only_on_friendly_land() -> None:
    turn = Turn("uk", Phase.NONCOMBAT).ship("sz6", "uk", "tank").start()
    turn.play("sz6", "transport with tank", "cargo 0")
    assert set(turn.offers()) == {"united_kingdom"}


def test_cm25_an_assault_is_announced_the_cargo_waits_aboard() -> None:
    turn = Turn("uk").ship("sz6", "uk", "tank").start()
    turn.play("sz6", "transport with tank", "cargo 0", "norway")
    row = turn.state.transports[0]
    assert row[Hold.GOING] == 1 and row[Hold.TARGET] == turn.at("norway")
    assert turn.units("norway", "uk") == {}
    assert "sz6" not in turn.offers()  # it may not sail away or unload elsewhere


def test_cm13_an_aa_gun_aboard_does_not_assault() -> None:
    turn = Turn("uk").ship("sz6", "uk", "aa_gun", "infantry").start()
    turn.play("sz6", "transport with aa_gun and infantry")
    assert "cargo 0" not in turn.offers() and "cargo 1" in turn.offers()


def test_cm13_an_aa_gun_is_not_loaded_in_phase_2() -> None:
    turn = baltic(Phase.COMBAT_MOVE, aa_gun=1, tank=1).start()
    assert turn.refuses(SEA, EMPTY, "load", COAST, "aa_gun")
    assert baltic(aa_gun=1).start().can(*load("aa_gun"))


def test_cm28_a_submarine_does_not_bar_a_landing() -> None:
    turn = Turn("uk").ship("sz6", "uk", "tank").put("sz6", "germany", submarine=1).start()
    assert turn.can("sz6", "transport with tank", "cargo 0", "norway")


def test_cm28_option_submarines_stop_landings() -> None:
    turn = Turn("uk", submarines_stop_landings=True).ship("sz6", "uk", "tank")
    turn.put("sz6", "germany", submarine=1).start()
    assert turn.refuses("sz6", "transport with tank", "cargo 0")
    turn.put("sz6", "uk", destroyer=1).start()
    assert turn.can("sz6", "transport with tank", "cargo 0", "norway")


@pytest.mark.parametrize("did", [Did.LOADED, Did.MOVED, Did.UNLOADED, Did.FOUGHT])
def test_ncm19_a_transport_busy_before_does_nothing_in_phase_4(did: Did) -> None:
    turn = Turn("uk", Phase.COMBAT_MOVE).ship("sz6", "uk", "tank", did=int(did))
    turn.put("united_kingdom", "uk", infantry=1).start()
    turn.play("done")
    assert turn.state.phase == Phase.NONCOMBAT and "sz6" not in turn.offers()


def test_ncm19_an_idle_one_sails_loads_and_unloads_in_phase_4() -> None:
    turn = Turn("uk", Phase.NONCOMBAT).ship("sz1", "uk", "tank")
    turn.put("united_kingdom", "uk", infantry=1).start()
    turn.play("sz1", "transport with tank", "sz2", "sz2", "transport with tank", "load")
    turn.play("united_kingdom", "infantry")
    turn.play("sz2", "transport with tank and infantry", "cargo 1", "united_kingdom")
    turn.play("sz2", "transport with tank", "cargo 0", "united_kingdom")
    assert turn.units("united_kingdom", "uk") == {"infantry": 1, "tank": 1}


def test_ncm19_ncm16_no_hostile_zone_in_phase_4() -> None:
    turn = Turn("uk", Phase.NONCOMBAT).ship("sz1", "uk").put("sz8", "germany", destroyer=1).start()
    turn.play("sz1", EMPTY)
    assert "sz2" in turn.offers() and "sz8" not in turn.offers()


def test_cm21_transports_in_one_zone_act_separately() -> None:
    turn = Turn("uk").ship("sz1", "uk", "tank").ship("sz1", "uk", "infantry", "infantry").start()
    turn.play("sz1", "transport with tank", "sz8")
    turn.play("sz1", "transport with infantry and infantry", "sz2")
    assert turn.transports("sz8", "uk") == ["tank"]
    assert turn.transports("sz2", "uk") == ["infantry and infantry"]


def test_cm21_equal_transports_are_offered_once() -> None:
    turn = Turn("uk").ship("sz1", "uk").ship("sz1", "uk").ship("sz1", "uk").start()
    turn.play("sz1")
    assert len(turn.offers()) == 1 and int(turn.mask().sum()) == 1


# transports of allies


def allied(phase: Phase = Phase.NONCOMBAT) -> Turn:
    """Japanese infantry at the Baltic, a German transport in sz5."""
    return Turn("japan", phase).put(COAST, "japan", infantry=1).ship(SEA, "germany")


def test_mn11_mn12_one_loads_on_an_allys_transport_but_does_not_unload_at_once() -> None:
    turn = allied().start()
    turn.play(*load("infantry"))
    assert turn.transports(SEA, "germany") == ["infantry"]
    assert SEA not in turn.offers()


def test_mn11_the_ship_does_not_sail_on_the_guests_turn() -> None:
    turn = allied().start()
    turn.play(SEA, EMPTY)
    assert set(turn.offers()) == {"load"}


def test_mn11_the_guest_unloads_on_his_next_turn() -> None:
    turn = Turn("japan", Phase.NONCOMBAT).ship(SEA, "germany", "infantry", of="japan").start()
    turn.play(SEA, "transport with infantry", "cargo 0", "norway")
    assert turn.units("norway", "japan") == {"infantry": 1}


def test_mn12_an_allys_units_are_neither_loaded_nor_unloaded() -> None:
    turn = Turn("germany", Phase.NONCOMBAT).put(COAST, "japan", infantry=1)
    turn.ship(SEA, "germany", "infantry", of="japan").start()
    turn.play(SEA, "transport with infantry")
    assert not {"cargo 0", "load"} & set(turn.offers())
    assert "sz6" in turn.offers()  # but it sails with them


def test_mn13_a_guest_assaults_from_an_allys_transport_on_his_own_turn() -> None:
    turn = Turn("usa").ship("sz6", "uk", "infantry", of="usa").start()
    assert turn.can("sz6", "transport with infantry", "cargo 0", "norway")
    turn = Turn("uk").ship("sz6", "uk", "infantry", of="usa").start()
    assert turn.refuses("sz6", "transport with infantry", "cargo 0")


def test_mn13_not_if_he_came_aboard_this_turn() -> None:
    turn = Turn("usa").ship("sz6", "uk").put("united_kingdom", "usa", infantry=1).start()
    turn.play("sz6", EMPTY, "load", "united_kingdom", "infantry")
    assert "sz6" not in turn.offers()


def test_cm19_the_fleet_is_kept_in_order_and_counted() -> None:
    turn = Turn("uk").ship("sz1", "uk", "tank").ship("sz2", "uk").ship("sz1", "uk").start()
    turn.play("sz1", "transport with tank", "sz8", "sz2", EMPTY, "sz3", "sz1", EMPTY, "sz9")
    rows = [tuple(row) for row in turn.state.transports.tolist() if row[Hold.OWNER] >= 0]
    assert rows == sorted(rows) and len(rows) == 3
    assert sum(int(turn.state.army[turn.at(z), 2, TRANSPORT]) for z in ("sz8", "sz3", "sz9")) == 3
