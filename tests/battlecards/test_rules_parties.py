"""Rule D: battles with several parties called to a battle (statements 5-22, 137, Q22, Q23)."""

import pytest

from battlecards.positions import (
    ALL,
    AMERICANS,
    ATTACKERS,
    BRITONS,
    DEFENDERS,
    GERMANS,
    NORMANDY,
    PACIFIC,
    RUSSIA,
    WEST,
    WEST_RUSSIA,
    army,
    asked,
    deployed,
    drawn,
    fighters,
    game_of,
    offers,
    orders,
    out_by,
    pile,
    points,
    stack,
)


def test_05_06_08_k5_the_cards_name_their_parties() -> None:
    game = game_of()
    for card in (NORMANDY, "Battle for France", "Battle for Germany", "Market Garden"):
        state = drawn(game, "british", card, german=GERMANS, british=BRITONS, us=AMERICANS)
        battle = game.describe(state)["battle"]
        assert asked(game, state) == ("british", "execute")
        assert battle["pending"] == ["british", "us"]
        assert battle["defenders"] == ["german"]
        assert battle["attack_side"] == "allies"


def test_07_09_10_b1_b2_k1_called_players_flip_exactly_the_called_kinds() -> None:
    game = game_of()
    state = drawn(game, "german", NORMANDY, german=GERMANS, british=BRITONS, us=AMERICANS)
    orders(game, state, "execute", "execute")
    assert army(game, state, ATTACKERS) == dict.fromkeys([*BRITONS, *AMERICANS], 1)
    assert army(game, state, DEFENDERS) == dict.fromkeys(GERMANS, 1)
    state = drawn(game, "british", "Market Garden", german=GERMANS, british=BRITONS, us=AMERICANS)
    orders(game, state, "execute", "execute")
    assert army(game, state, ATTACKERS) == dict.fromkeys([*BRITONS[:2], *AMERICANS[:2]], 1)
    assert army(game, state, DEFENDERS) == dict.fromkeys(GERMANS[:2], 1)
    seen = game.view(state, game.spec.seats.index("german"))["seats"]
    assert sum(seen["us"]["hidden"].values()) == sum(seen["british"]["hidden"].values()) == 1


@pytest.mark.parametrize(
    ("british", "us", "able"),
    [
        ([], [], False),
        (["25-pounder"], ["105 mm Howitzer"], False),
        (["Spitfire", "King George V"], ["F6F Hellcat"], False),
        (["25-pounder"], ["Marine Division"], True),
        (["Commandos"], ["105 mm Howitzer"], True),
        ([], ["M4 Sherman"], True),
        (["25-pounder"], ["MacArthur"], False),  # he sits out, so he meets no prerequisite
        (["Montgomery"], [], True),
    ],
)
def test_11_12_13_b14_k10_normandy_needs_one_non_artillery_ground_unit(
    british: list[str], us: list[str], able: bool
) -> None:
    game = game_of()
    state = drawn(game, "german", NORMANDY, german=GERMANS, british=british, us=us)
    if able:
        assert game.prompt(state) == "execute"
    else:
        assert NORMANDY in pile(game, state, WEST)
        assert game.describe(state)["turn"] == "british"


def test_13_one_such_unit_of_either_party_serves_both() -> None:
    game = game_of()
    cards = {"british": ["25-pounder"], "us": ["Marine Division"]}
    state = drawn(game, "german", NORMANDY, german=GERMANS, **cards)
    orders(game, state, "execute", "execute")
    assert fighters(game, state, ATTACKERS) == ["british", "us"]
    assert army(game, state, ATTACKERS) == {"25-pounder": 1, "Marine Division": 1}


def test_14_b13_executing_is_the_aggressors_choice() -> None:
    game = game_of()
    state = drawn(game, "german", NORMANDY, german=GERMANS, british=BRITONS, us=AMERICANS)
    assert offers(game, state) == {"execute", "decline"}
    orders(game, state, "decline")
    assert asked(game, state) == ("us", "execute")
    orders(game, state, "decline")
    assert asked(game, state) == ("british", "turn_start")
    assert NORMANDY in pile(game, state, WEST)
    assert points(game, state) == {"axis": 0, "allies": 0}


@pytest.mark.parametrize("choices", [("execute", "decline"), ("decline", "execute")])
def test_15_17_the_willing_party_attacks_alone(choices: tuple[str, str]) -> None:
    game = game_of()
    state = drawn(game, "german", NORMANDY, german=GERMANS, british=BRITONS, us=AMERICANS)
    orders(game, state, *choices)
    willing = "british" if choices[0] == "execute" else "us"
    cards = BRITONS if willing == "british" else AMERICANS
    assert fighters(game, state, ATTACKERS) == [willing]
    assert army(game, state, ATTACKERS) == dict.fromkeys(cards, 1)


def test_16_alone_a_party_must_meet_the_prerequisites_itself() -> None:
    game = game_of()
    cards = {"british": ["25-pounder"], "us": ["Marine Division"]}
    state = drawn(game, "german", NORMANDY, german=GERMANS, **cards)
    orders(game, state, "execute", "decline")
    assert NORMANDY in pile(game, state, WEST)  # the gunners alone may not land
    cards = {"british": ["Commandos"], "us": ["105 mm Howitzer"]}
    state = drawn(game, "german", NORMANDY, german=GERMANS, **cards)
    orders(game, state, "decline")
    assert asked(game, state) == ("british", "turn_start")  # the US is not even asked
    assert NORMANDY in pile(game, state, WEST)


def test_18_19_only_the_german_of_the_cards_theatre_is_called() -> None:
    game = game_of(*WEST_RUSSIA)
    red = ["Landser Infantry", "Bf 109 G"]
    west = {"german": GERMANS, "german_barbarossa": red, "british": BRITONS, "soviet": []}
    state = drawn(game, "british", "Invasion of Norway", **west)
    assert asked(game, state) == ("german", "execute")
    assert game.describe(state)["battle"]["pending"] == ["german"]
    state = drawn(game, "british", NORMANDY, **west)
    assert game.describe(state)["battle"]["defenders"] == ["german"]
    west["soviet"] = ["Rifle Division"]
    state = drawn(game, "soviet", "Stalingrad", **west)
    assert game.describe(state)["battle"]["defenders"] == ["german_barbarossa"]


@pytest.mark.parametrize("turn", ["british", "soviet"])
def test_20_both_germans_fight_in_either_battle_for_germany(turn: str) -> None:
    game = game_of(*ALL)
    state = drawn(
        game,
        turn,
        "Battle for Germany",
        german=GERMANS,
        german_barbarossa=["Landser Infantry"],
        british=BRITONS,
        us=AMERICANS,
        soviet=["Rifle Division"],
    )
    battle = game.describe(state)["battle"]
    assert battle["defenders"] == ["german", "german_barbarossa"]
    soviet = ["soviet"] if turn == "soviet" else []
    assert sorted(battle["pending"]) == sorted(["british", "us", *soviet])


@pytest.mark.parametrize("turn", ["british", "soviet"])
def test_21_both_germans_are_eliminated_by_it(turn: str) -> None:
    game = game_of(*WEST_RUSSIA)
    seats = {"german": ["Bf 109"], "german_barbarossa": []}
    seats |= {"british": BRITONS, "soviet": ["Rifle Division"]}
    state = drawn(game, turn, "Battle for Germany", **seats)
    while game.prompt(state) == "execute":
        orders(game, state, "execute")
    assert out_by(game, state, "german") == out_by(game, state, "german_barbarossa")
    assert out_by(game, state, "german") is not None


def test_22_any_other_loss_leaves_the_other_german_alone() -> None:
    game = game_of(*WEST_RUSSIA)
    state = drawn(game, "british", NORMANDY, british=BRITONS, german_barbarossa=["Panther"])
    orders(game, state, "execute")
    assert stack(game, state, "allies") == [NORMANDY]
    assert out_by(game, state, "german") is out_by(game, state, "german_barbarossa") is None
    assert deployed(game, state, "german_barbarossa") == ["Panther"]


def test_137_absent_parties_are_passed_over() -> None:
    game = game_of(WEST)
    state = drawn(game, "british", NORMANDY, german=GERMANS, british=BRITONS)
    assert game.describe(state)["battle"]["pending"] == ["british"]
    game = game_of(PACIFIC)
    state = drawn(game, "us", "Coral Sea", us=["Essex"], japanese=["Akagi"])
    assert game.describe(state)["battle"]["pending"] == ["us"]
    game = game_of(RUSSIA)
    state = drawn(
        game, "soviet", "Battle for Germany", soviet=["T-34"], german_barbarossa=["S-boats"]
    )
    assert game.describe(state)["battle"]["pending"] == ["soviet"]


def test_q22_the_named_aggressor_decides_whoever_draws() -> None:
    game = game_of()
    state = drawn(game, "british", "Invasion of Norway", german=GERMANS, british=BRITONS)
    assert asked(game, state) == ("german", "execute")


def test_q23_some_battles_are_the_drawers() -> None:
    game = game_of()
    cards = {"german": GERMANS, "british": BRITONS, "us": AMERICANS}
    state = drawn(game, "german", "Battle for France", **cards)
    assert game.describe(state)["battle"]["attack_side"] == "axis"
    state = drawn(game, "british", "Battle for France", **cards)
    assert game.describe(state)["battle"]["attack_side"] == "allies"
