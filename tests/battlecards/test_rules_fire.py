"""The battle itself: rounds, phases, dice, Autokill, support, withdrawal (B1-B15, Q1-Q16)."""

from typing import Any

import pytest

from battlecards.positions import (
    ATTACKERS,
    BRITISH_SHOT,
    DEFENDERS,
    GERMAN_SHOT,
    PACIFIC,
    RUSSIA,
    army,
    asked,
    battle,
    deployed,
    norway,
    offers,
    orders,
    run_to,
    stack,
)

pytestmark = pytest.mark.plain

FRANCE = "Battle for France"


@pytest.mark.parametrize("die", range(1, 11))
def test_q1_q6_b8_equal_strength_hits_on_six_and_five_drives_off(die: int) -> None:
    game, state = norway([die, 1])
    orders(game, state, GERMAN_SHOT, BRITISH_SHOT)
    if die >= 6:
        assert deployed(game, state, "british") == []
        assert game.describe(state)["seats"]["british"]["discard"] == ["British Infantry"]  # Q16
        assert stack(game, state, "axis") == ["Invasion of Norway"]
    elif die == 5:
        assert deployed(game, state, "british") == ["British Infantry"]  # out, but alive
        assert stack(game, state, "axis") == ["Invasion of Norway"]
    else:
        assert army(game, state, DEFENDERS) == {"British Infantry": 1}
        assert game.prompt(state) == "withdraw"


@pytest.mark.parametrize(("margin", "die", "over"), [(0, 5, False), (2, 4, True), (2, 3, False)])
def test_q6_option_how_near_a_miss_must_be(margin: int, die: int, over: bool) -> None:
    game, state = norway([die, 1], options={"rout_margin": margin})
    orders(game, state, GERMAN_SHOT, BRITISH_SHOT)
    assert (stack(game, state, "axis") != []) is over


@pytest.mark.parametrize(
    ("options", "die", "hit"),
    [
        ({"threshold": 7}, 6, False),
        ({"threshold": 7}, 7, True),
        ({"die": 6, "sabotage_roll": 4}, 6, True),
    ],
)
def test_q1_die_and_threshold_are_options(options: Any, die: int, hit: bool) -> None:
    game, state = norway([die, 1], options=options | {"rout_margin": 0})
    orders(game, state, GERMAN_SHOT)
    assert (deployed(game, state, "british") == []) is hit


@pytest.mark.parametrize(("die", "hit"), [(7, False), (8, True)])
def test_q1_k12_each_point_of_strength_is_one_face(die: int, hit: bool) -> None:
    game, state = norway([die, 1], british=["Churchill Mk VII"])  # 4 against 6
    orders(game, state, "hold", "fire Wehrmacht Infantry -> Churchill Mk VII")
    assert (deployed(game, state, "british") == []) is hit


@pytest.mark.parametrize(("die", "left"), [(1, 1), (2, 0)])
def test_q1_a_natural_one_misses_whatever_the_strength(die: int, left: int) -> None:
    strong = ["Panther", "Guderian", "Hitler"]  # 6 + 2 + 1 against 4
    game, state = battle(
        "Kursk",
        "german_barbarossa",
        (RUSSIA,),
        german_barbarossa=strong,
        soviet=["Rifle Division"],
        dice=[die],
    )
    orders(game, state, "fire Panther -> Rifle Division")
    assert len(deployed(game, state, "soviet")) == left
    assert army(game, state, DEFENDERS).get("Rifle Division", 0) == left if left else True


@pytest.mark.parametrize(("die", "hit"), [(9, False), (10, True)])
def test_q1_the_highest_face_hits_whatever_the_strength(die: int, hit: bool) -> None:
    """A fighter (3) on a dug-in Tiger behind Rommel (4 against aircraft + 2 + 2): 10 is short."""
    game, state = battle(
        "Invasion of Normandy",
        "british",
        british=["British Infantry", "Spitfire"],
        german={"deployed": ["Tiger I", "Rommel"], "retained": ["Concrete and Wire"]},
        dice=[die],
    )
    orders(game, state, "play Concrete and Wire", "fire Spitfire -> Tiger I")
    assert ("Tiger I" not in deployed(game, state, "german")) is hit
    assert ("Tiger I" not in army(game, state, DEFENDERS)) is hit


def test_b3_q2_phases_run_in_order_air_first_infantry_last() -> None:
    game, state = battle(
        "Invasion of Normandy",
        "british",
        british=["British Infantry", "Spitfire", "King George V", "Cromwell"],
        german=["Wehrmacht Infantry"] * 2,
    )
    phases = []
    while game.prompt(state) == "shot":
        found = game.describe(state)["battle"]
        phases.append((found["phase"], found["shooter"]["card"]))
        orders(game, state, "hold")
    assert phases == [
        (1, "Spitfire"),
        (2, "King George V"),
        (3, "Cromwell"),
        (4, "British Infantry"),
        (4, "Wehrmacht Infantry"),
    ]


def test_q3_a_unit_hit_still_fires_in_its_phase() -> None:
    game, state = norway([10, 10])
    orders(game, state, GERMAN_SHOT)
    assert asked(game, state) == ("british", "shot")
    orders(game, state, BRITISH_SHOT)
    assert deployed(game, state, "german") == deployed(game, state, "british") == []
    assert stack(game, state, "allies") == ["Invasion of Norway"]  # B15: no attacker is left


def test_q3_a_unit_driven_off_still_fires_in_its_phase() -> None:
    game, state = norway([5])
    orders(game, state, GERMAN_SHOT)
    assert asked(game, state) == ("british", "shot")


def test_q3_a_unit_lost_in_a_phase_fires_in_no_later_one() -> None:
    game, state = norway(
        [10], german=["Panzer IV", "Wehrmacht Infantry"], british=["Commandos", "British Infantry"]
    )
    orders(game, state, "hold")  # the Commandos, phase 2
    orders(game, state, "fire Panzer IV -> British Infantry")
    assert asked(game, state) == ("german", "shot")  # phase 4
    orders(game, state, "hold")
    assert game.prompt(state) == "withdraw"  # the British infantry had no shot


def test_b4_q3_who_is_hit_or_driven_off_is_no_target_any_more() -> None:
    game, state = norway(
        [10, 5], german=["Wehrmacht Infantry"] * 3, british=["British Infantry"] * 3
    )
    orders(game, state, GERMAN_SHOT, GERMAN_SHOT)
    assert army(game, state, DEFENDERS) == {"British Infantry": 1}
    assert len(deployed(game, state, "british")) == 2
    orders(game, state, "hold")
    for _ in range(3):  # all three fire back
        assert asked(game, state) == ("british", "shot")
        orders(game, state, BRITISH_SHOT)


def test_b4_the_order_within_a_side_is_free() -> None:
    game, state = norway([1, 1], german=["Wehrmacht Infantry", "Waffen SS Infantry"])
    for first, second in (
        ("Wehrmacht Infantry", "Waffen SS Infantry"),
        ("Waffen SS Infantry", "Wehrmacht Infantry"),
    ):
        tried = game.copy(state)
        orders(game, tried, f"fire {first} -> British Infantry")
        orders(game, tried, f"fire {second} -> British Infantry")
        assert asked(game, tried) == ("british", "shot")


def test_q4_q5_k11_a_unit_cannot_fire_at_a_kind_it_has_no_attack_on() -> None:
    game, state = battle(
        "Invasion of Norway",
        "german",
        german=["Wehrmacht Infantry", "Type VII U-boats"],
        british=["British Infantry", "Spitfire", "Hood"],
    )
    orders(game, state, "hold")  # the Spitfire, phase 1, after the U-boats
    while game.describe(state)["battle"]["shooter"]["card"] != "Wehrmacht Infantry":
        orders(game, state, "hold")
    assert offers(game, state) == {GERMAN_SHOT, "hold"}


def test_q4_several_shots_a_round() -> None:
    game, state = battle(
        "Midway", "japanese", japanese=["Akagi"], us=["Essex", "Iowa"], dice=[1, 1]
    )
    orders(game, state, "fire Akagi -> Iowa", "fire Akagi -> Essex")
    assert asked(game, state) == ("us", "shot")


def test_b1_q16_cards_lie_face_down_are_flipped_and_turn_again() -> None:
    game, state = norway([1, 1], british=["British Infantry", "Commandos"], japanese=["Akagi"])
    german = game.spec.seats.index("german")
    assert game.view(state, german)["seats"]["british"]["hidden"] == {}
    run_to(game, state, "withdraw")
    orders(game, state, "withdraw")
    seen = game.view(state, german)["seats"]["british"]
    assert seen["deployed"] == {"British Infantry": 1, "Commandos": 1}  # Q45: remembered


def test_b5_q7_withdrawal_after_each_full_round_aggressor_first() -> None:
    game, state = norway([])
    orders(game, state, "hold", "hold")
    assert asked(game, state) == ("german", "withdraw")
    orders(game, state, "fight on")
    assert asked(game, state) == ("british", "withdraw")
    orders(game, state, "fight on")
    assert game.describe(state)["battle"]["round"] == 2
    orders(game, state, "hold", "hold", "fight on", "withdraw")
    assert stack(game, state, "axis") == ["Invasion of Norway"]
    assert deployed(game, state, "british") == ["British Infantry"]


def test_q7_the_aggressor_who_withdraws_loses_and_keeps_his_units() -> None:
    game, state = norway([])
    orders(game, state, "hold", "hold", "withdraw")
    assert stack(game, state, "allies") == ["Invasion of Norway"]
    assert deployed(game, state, "german") == ["Wehrmacht Infantry"]


def test_q8_a_joint_army_withdraws_by_common_consent() -> None:
    seats: dict[str, Any] = {"british": ["British Infantry"], "us": ["Marine Division"]}
    seats["german"] = ["Tiger I"]
    game, state = battle("Invasion of Normandy", "british", **seats)
    run_to(game, state, "withdraw")
    assert asked(game, state) == ("british", "withdraw")
    one = orders(game, game.copy(state), "withdraw")
    assert asked(game, one) == ("us", "withdraw")
    stay = orders(game, game.copy(one), "fight on")
    assert asked(game, stay) == ("german", "withdraw")
    assert army(game, stay, ATTACKERS) == {"British Infantry": 1, "Marine Division": 1}
    orders(game, one, "withdraw")
    assert stack(game, one, "axis") == ["Invasion of Normandy"]
    orders(game, state, "fight on")
    assert asked(game, state) == ("german", "withdraw")  # the US need not even be asked


@pytest.mark.parametrize("rounds", [1, 3])
def test_q9_after_the_last_round_the_aggressor_fails(rounds: int) -> None:
    game, state = norway([], options={"rounds": rounds})
    for number in range(1, rounds + 1):
        assert game.describe(state)["battle"]["round"] == number
        orders(game, state, "hold", "hold")
        if number < rounds:
            orders(game, state, "fight on", "fight on")
    assert stack(game, state, "allies") == ["Invasion of Norway"]


def test_q9_eight_rounds_by_default() -> None:
    game, state = norway([])
    for _ in range(7):
        orders(game, state, "hold", "hold", "fight on", "fight on")
    assert game.describe(state)["battle"]["round"] == 8
    orders(game, state, "hold", "hold")
    assert stack(game, state, "allies") == ["Invasion of Norway"]


@pytest.mark.parametrize(
    ("card", "turn", "seats", "decisive"),
    [
        ("Battle of Britain", "german", {"german": ["Bf 109"], "british": ["Spitfire"]}, "air"),
        ("Pearl Harbor", "japanese", {"japanese": ["Akagi"], "us": ["Iowa"]}, "sea"),
        ("Guadalcanal", "us", {"us": ["Seabees"], "japanese": ["Imperial Infantry"]}, "ground"),
    ],
)
def test_q10_the_decisive_kind(card: str, turn: str, seats: Any, decisive: str) -> None:
    game, state = battle(card, turn, (), **seats)
    assert game.describe(state)["battle"]["decisive"] == decisive


def test_q10_the_attacker_wins_when_the_defenders_decisive_kind_is_gone() -> None:
    game, state = norway([10, 1], british=["British Infantry", "Hood"])
    orders(game, state, "hold")  # the Hood
    orders(game, state, GERMAN_SHOT, "hold")
    assert stack(game, state, "axis") == ["Invasion of Norway"]
    assert deployed(game, state, "british") == ["Hood"]


def test_7_q4_the_owner_of_a_target_is_asked_where_two_allies_have_it() -> None:
    seats: dict[str, Any] = {
        "german": ["Wehrmacht Infantry"],
        "british": ["Marine Division", "British Infantry"],
        "us": ["Marine Division"],
    }
    game, state = battle(FRANCE, "german", dice=[10], **seats)
    orders(game, state, "fire Wehrmacht Infantry -> Marine Division of us")
    assert deployed(game, state, "us") == []
    assert deployed(game, state, "british") == ["British Infantry", "Marine Division"]


def test_q1_scripted_dice_are_used_in_order_then_the_generator() -> None:
    game, state = norway([1, 1, 1])
    orders(game, state, GERMAN_SHOT)
    assert game.describe(state)["dice_used"] == [1]
    orders(game, state, BRITISH_SHOT, "fight on", "fight on", GERMAN_SHOT)
    before = game.describe(state)["rng"]
    assert game.describe(state)["dice_left"] == 0
    orders(game, state, BRITISH_SHOT)
    assert game.describe(state)["rng"] != before


def test_2_pacific_alone_has_its_battles_too() -> None:
    game, state = battle("Iwo Jima", "us", (PACIFIC,), us=["Seabees"], japanese=["Type 88 AA Gun"])
    assert army(game, state, ATTACKERS) == {"Seabees": 1}
