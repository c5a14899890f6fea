"""Autokill, support of Generals and Leaders, Retained Actions in battle (B7-B12, K3, Q12-Q16)."""

from pathlib import Path
from typing import Any

import pytest

from battlecards.positions import (
    ATTACKERS,
    BRITISH_SHOT,
    DEFENDERS,
    GERMAN_SHOT,
    PACIFIC,
    RUSSIA,
    WEST,
    army,
    asked,
    battle,
    deployed,
    norway,
    offers,
    orders,
    run_to,
    seats_of,
    stack,
    support,
)
from warfront import make_game
from warfront.game import Game, IllegalOrder, State

pytestmark = pytest.mark.plain

CARDS = Path(__file__).parents[2] / "envs/warfront/battlecards/cards"


def normandy(british: list[str], german: list[str], **more: Any) -> tuple[Game, State]:
    return battle("Invasion of Normandy", "british", british=british, german=german, **more)


def test_24_the_second_allys_admiral_supports_the_first_ones_ships() -> None:
    force: dict[str, Any] = {"british": ["Ark Royal"], "us": ["Essex", "Nimitz"]}
    sets = (WEST, PACIFIC)
    game, state = battle("Coral Sea", "us", sets, japanese=["Akagi"], **force)
    assert support(game, state, ATTACKERS)["defence"]["carrier"] > 0
    force["us"] = ["Essex"]
    game, state = battle("Coral Sea", "us", sets, japanese=["Akagi"], **force)
    assert support(game, state, ATTACKERS) == {}


def test_7_allies_are_one_army_as_targets_and_in_defeat() -> None:
    force: dict[str, Any] = {"british": ["British Infantry"], "us": ["US Army Infantry"]}
    game, state = battle("Battle for France", "german", german=["Panzer IV"], dice=[10], **force)
    shots = {"fire Panzer IV -> British Infantry", "fire Panzer IV -> US Army Infantry"}
    for shot in shots:
        tried = orders(game, game.copy(state), shot)
        assert game.prompt(tried) == "shot"  # the other ally's infantry holds France
        assert stack(game, tried, "axis") == []


@pytest.mark.parametrize(
    ("german", "killable"),
    [
        (["Wehrmacht Infantry"], ["Wehrmacht Infantry"]),  # defence 4
        (["Waffen SS Infantry"], []),  # defence 5
        (["Wehrmacht Infantry", "Rommel"], []),  # 4 + 2 = 6, and Rommel himself has 5
        (["Wehrmacht Infantry", "8.8 cm Flak 36", "Rommel"], []),  # 3 + 2 = 5
        (["Wehrmacht Infantry", "Bf 109"], ["Wehrmacht Infantry"]),  # ground units only
    ],
)
def test_b9_b10_q12_montgomery_and_rommel(german: list[str], killable: list[str]) -> None:
    game, state = normandy(["Montgomery"], german)
    while game.describe(state)["battle"]["shooter"]["card"] != "Montgomery":
        orders(game, state, "hold")
    assert ("autokill" in offers(game, state)) is bool(killable)
    for card in german:
        if card in killable:
            game.order(game.copy(state), f"autokill Montgomery -> {card}")
        else:
            with pytest.raises(IllegalOrder):
                game.order(state, f"autokill Montgomery -> {card}")


def test_b7_autokill_replaces_the_normal_attack_and_needs_no_die() -> None:
    game, state = normandy(["Montgomery"], ["Wehrmacht Infantry"] * 2, dice=[1])
    orders(game, state, "autokill Montgomery -> Wehrmacht Infantry")
    assert deployed(game, state, "german") == ["Wehrmacht Infantry"]
    assert game.describe(state)["dice_left"] == 1
    assert asked(game, state) == ("german", "shot")  # he does not fire as well
    run_to(game, state, "withdraw")
    orders(game, state, "fight on", "fight on")
    assert "autokill" in offers(game, state)  # in the next round he may again


def test_b7_with_an_autokill_at_hand_the_normal_shot_is_still_open() -> None:
    game, state = normandy(["Montgomery"], ["Wehrmacht Infantry"], dice=[1, 1])
    orders(game, state, "fire Montgomery -> Wehrmacht Infantry")
    assert deployed(game, state, "german") == ["Wehrmacht Infantry"]


def test_b12_some_autokills_need_infantry_along_montgomerys_does_not() -> None:
    for along, offered in ((["British Infantry"], True), (["Cromwell"], False)):
        game, state = normandy(["Royal Engineers", *along], ["8.8 cm Flak 36"])
        while game.describe(state)["battle"]["shooter"]["card"] != "Royal Engineers":
            orders(game, state, "hold" if "next" not in offers(game, state) else "next")
        assert ("autokill" in offers(game, state)) is offered


def test_b7_an_autokill_spends_one_units_shot_not_its_comrades(tmp_path: Path) -> None:
    folder = tmp_path / WEST
    folder.mkdir()
    text = (CARDS / WEST / "axis.csv").read_text()
    (folder / "axis.csv").write_text(text.replace("autokill sea 3", "autokill sea 6"))
    game = make_game("battlecards", theatres=(WEST,), decks=tmp_path)
    boats, hulls = ["Type VII U-boats"] * 3, ["Tribal-class Destroyers"] * 3
    seats = seats_of(game, german=boats, british=[*hulls, "Hood"])
    conflict = {WEST: {"deck": ["Battle of the Atlantic"]}}
    state = game.from_position({"turn": "german", "seats": seats, "conflict": conflict})
    orders(game, state, "draw", "execute")
    for left in (2, 1, 0):
        assert asked(game, state) == ("german", "shot")
        orders(game, state, "autokill Type VII U-boats -> Tribal-class Destroyers")
        assert deployed(game, state, "british").count("Tribal-class Destroyers") == left


def test_b11_a_generals_bonus_goes_to_all_others_not_to_himself() -> None:
    game, state = normandy(
        ["British Infantry"], ["Rommel", "Wehrmacht Infantry", "Tiger I", "Bf 109"]
    )
    view = game.view(state, 0)["fight"]["needs"]
    # to hit him infantry (4) needs 6 - 4 + defence
    bonus = game.describe(state)["battle"]["bonus"][DEFENDERS]["defence"]
    assert bonus["infantry"] == bonus["armour"] == 2
    assert "fighter" not in bonus
    while game.describe(state)["battle"]["shooter"]["card"] != "British Infantry":
        orders(game, state, "hold")
    view = game.view(state, 0)["fight"]["needs"]
    assert view["Rommel"] == 7  # 5: his own bonus is not for him
    assert view["Wehrmacht Infantry"] == 8  # 4 + 2
    assert view["Tiger I"] == 10  # 6 + 2


def test_b11_he_may_fire_and_the_bonus_still_counts() -> None:
    game, state = normandy(["British Infantry"], ["Rommel", "Wehrmacht Infantry"], dice=[1, 7])
    orders(game, state, "fire Rommel -> British Infantry")
    orders(game, state, BRITISH_SHOT)
    assert deployed(game, state, "german") == ["Rommel", "Wehrmacht Infantry"]  # 7 + 4 - 6 = 5


def test_q13_generals_support_each_other() -> None:
    game, state = battle(
        "Kursk",
        "soviet",
        (RUSSIA,),
        soviet=["Zhukov", "Rokossovsky", "Rifle Division"],
        german_barbarossa=["Manstein", "Guderian", "Panther"],
    )
    found = game.describe(state)["battle"]["bonus"]
    assert found[ATTACKERS]["attack"]["infantry"] == 2  # Zhukov's and Rokossovsky's
    view = game.view(state, game.spec.seats.index("soviet"))["fight"]["needs"]
    assert view["Guderian"] == 5 + 1 + 6 - (5 + 0) or view["Guderian"] == view["Manstein"] + 1


def test_b11_q3_the_bonus_of_a_lost_general_ends_with_the_phase() -> None:
    game, state = normandy(
        ["British Infantry", "Cromwell"], ["Rommel", "Wehrmacht Infantry"], dice=[10, 10]
    )
    orders(game, state, "fire Cromwell -> Rommel")
    assert game.describe(state)["battle"]["bonus"][DEFENDERS]["defence"]["infantry"] == 2
    orders(game, state, "hold")  # Rommel's last shot
    assert game.describe(state)["battle"]["phase"] == 4
    assert game.describe(state)["battle"]["bonus"][DEFENDERS] == {}


def test_q14_k9_generals_are_hit_like_units() -> None:
    game, state = normandy(["Montgomery"], ["Rommel"], dice=[6, 1])  # 6 + 5 - 5
    orders(game, state, "fire Montgomery -> Rommel")
    assert deployed(game, state, "german") == []
    assert game.describe(state)["seats"]["german"]["discard"] == ["Rommel"]


def test_q15_leaders_are_no_targets_and_stay() -> None:
    game, state = normandy(["British Infantry"], ["Hitler", "Wehrmacht Infantry"])
    assert army(game, state, DEFENDERS) == {"Wehrmacht Infantry": 1}
    assert game.describe(state)["battle"]["bonus"][DEFENDERS]["attack"]["infantry"] == 1


def test_k3_retained_actions_in_a_battle() -> None:
    seats: dict[str, Any] = {
        "german": {
            "deployed": ["Wehrmacht Infantry", "Bf 109", "Bf 109"],
            "retained": ["Dawn Barrage", "Fog over the Channel"],
        },
        "british": {
            "deployed": ["British Infantry", "Guards Infantry", "Spitfire", "Spitfire"],
            "retained": ["Empty Fuel Dumps"],
        },
    }
    game, state = norway([], **seats)
    assert asked(game, state) == ("german", "battle_card")
    assert offers(game, state) == {"pass", "play Dawn Barrage", "play Fog over the Channel"}
    orders(game, state, "play Dawn Barrage")
    assert game.describe(state)["battle"]["orders"][ATTACKERS] == {"attack": {"ground": 2}}
    orders(game, state, "play Fog over the Channel")
    assert army(game, state, ATTACKERS) == {"Wehrmacht Infantry": 1}  # the fighters are
    foes = {"British Infantry": 1, "Guards Infantry": 1}
    assert army(game, state, DEFENDERS) == foes  # grounded, on both sides
    assert "Bf 109" in deployed(game, state, "german")
    assert asked(game, state) == ("british", "battle_card")
    orders(game, state, "play Empty Fuel Dumps")  # the one German unit on the ground goes
    assert stack(game, state, "allies") == ["Invasion of Norway"]
    assert deployed(game, state, "german") == ["Bf 109", "Bf 109", "Wehrmacht Infantry"]
    discard = game.describe(state)["conflict"][WEST]["discard"]
    assert {"Dawn Barrage", "Fog over the Channel", "Empty Fuel Dumps"} <= set(discard)


def test_k3_a_bonus_of_orders_counts_in_the_shot() -> None:
    german = {"deployed": ["Wehrmacht Infantry"], "retained": ["Dawn Barrage"]}
    game, state = norway([4, 1], german=german)  # 4 + 4 + 2 - 4 = 6
    orders(game, state, "play Dawn Barrage", GERMAN_SHOT)
    assert deployed(game, state, "british") == []


def test_k3_a_rout_names_its_target() -> None:
    british = {"deployed": ["British Infantry"], "retained": ["Empty Fuel Dumps"]}
    german = ["Wehrmacht Infantry", "Tiger I", "Bf 109"]
    game, state = norway([], british=british, german=german)
    orders(game, state, "play Empty Fuel Dumps")
    assert offers(game, state) == {
        "play Empty Fuel Dumps on Wehrmacht Infantry",
        "play Empty Fuel Dumps on Tiger I",
    }
    orders(game, state, "play Empty Fuel Dumps on Tiger I")
    assert army(game, state, ATTACKERS) == {"Wehrmacht Infantry": 1, "Bf 109": 1}
    assert "Tiger I" in deployed(game, state, "german")
