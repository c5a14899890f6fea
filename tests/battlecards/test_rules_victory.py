"""Rules F and G: points, total victory and the conquered theatre (51-74, 84, Q24, Q30-Q44)."""

from itertools import combinations
from typing import Any

import pytest

from battlecards.positions import (
    AFRICA,
    ALL,
    PACIFIC,
    RUSSIA,
    WEST,
    WEST_PACIFIC,
    WEST_RUSSIA,
    asked,
    at_turn,
    drawn,
    game_of,
    orders,
    points,
    run_to,
    stack,
)
from warfront.battlecards.score import check_victory
from warfront.game import Game, State

BRITAIN = "Invasion of Britain"
AUSTRALIA = "Invasion of Australia"
JAPAN = "Invasion of Japan"
GERMANY = "Battle for Germany"
WORTH = {WEST: 38, PACIFIC: 40, RUSSIA: 38, AFRICA: 32}
ARMY = {
    "german": ["Wehrmacht Infantry"],
    "british": ["British Infantry"],
    "japanese": ["Imperial Infantry"],
    "us": ["Marine Division"],
    "german_barbarossa": ["Landser Infantry"],
    "soviet": ["Rifle Division"],
    "afrika_korps": ["90th Light Division"],
    "army_of_the_nile": ["Eighth Army Infantry"],
}


def won(game: Game, turn: str, card: str, **listed: Any) -> State:
    """`card` drawn, executed by all who are asked, and won at once for want of defenders."""
    state = drawn(game, turn, card, **listed)
    while not game.done(state) and game.prompt(state) == "execute":
        orders(game, state, "execute")
    return state


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_51_52_53_the_target_is_the_sum_of_the_starter_sets(n: int) -> None:
    for theatres in combinations(ALL, n):
        game = game_of(*theatres)
        target = game.view(game.new(0), 0)["target"]
        assert target == sum(WORTH[theatre] for theatre in theatres)
        assert len(game.spec.seats) == 2 * n  # 4
    assert game_of(*WEST_PACIFIC).view(game_of(*WEST_PACIFIC).new(0), 0)["target"] == 78


def test_54_55_p7_v3_the_expansion_changes_no_target_but_its_cards_score() -> None:
    game = game_of(*WEST_PACIFIC, expansion=True)
    assert game.view(game.new(0), 0)["target"] == 78
    state = won(game, "british", "Battle of Taranto", british=["Illustrious"], us=["Essex"])
    assert points(game, state) == {"axis": 0, "allies": 4}
    state = won(game, "german", "Battle for the Mediterranean", german=["Cavour"])
    assert points(game, state) == {"axis": 6, "allies": 0}
    alone = game_of(WEST, expansion=True)
    assert alone.view(alone.new(0), 0)["target"] == 43  # V6


def test_56_british_and_us_victories_add_up() -> None:
    game = game_of()
    state = at_turn(
        game,
        "british",
        british=["Cromwell"],
        german=["Bf 109"],
        us=["Iowa"],
        japanese=["Akagi"],
        conflict={WEST: {"deck": ["Invasion of Normandy"]}},
        stacks={"allies": [{"card": "Midway", "winners": ["us"]}]},
    )
    orders(game, state, "draw", "execute", "decline")
    assert points(game, state) == {"axis": 0, "allies": 10 + 10}


def test_56_57_common_stacks() -> None:
    game = game_of()
    state = at_turn(
        game,
        "german",
        german=["Wehrmacht Infantry"],
        japanese=["Imperial Infantry"],
        british=["Spitfire"],
        us=["Iowa"],
        conflict={
            WEST: {"deck": ["Invasion of Norway", "Battle for France"]},
            PACIFIC: {"deck": ["Philippines", "Guadalcanal"]},
        },
        stacks={"axis": ["Battle of Britain"], "allies": [{"card": "Midway", "winners": ["us"]}]},
    )
    orders(game, state, "draw", "execute")  # Norway
    assert points(game, state) == {"axis": 8 + 6, "allies": 10}
    run_to(game, state, "execute")  # the British may fight for France: nobody on the ground
    assert asked(game, state) == ("japanese", "execute")
    orders(game, state, "execute")
    assert points(game, state) == {"axis": 8 + 6 + 10, "allies": 10}
    assert sorted(stack(game, state, "axis")) == [
        "Battle of Britain",
        "Invasion of Norway",
        "Philippines",
    ]


@pytest.mark.parametrize(("extra", "over"), [([], False), (["Iwo Jima"], True)])
def test_58_standard_victory_of_the_whole_side(extra: list[str], over: bool) -> None:
    game = game_of()
    cards = ["Battle for France", "Battle of Britain", "Battle of the Atlantic"]  # 26
    cards += ["Invasion of Normandy", "Market Garden"]  # 42
    cards += ["Midway", "Pearl Harbor", "Guadalcanal"]  # 68
    state = at_turn(
        game,
        "german",
        german=["Wehrmacht Infantry"],
        us=["Iowa"],
        stacks={"axis": cards + extra},
        conflict={WEST: {"deck": ["Invasion of Norway"]}},
    )
    assert points(game, state)["axis"] == 68 + 8 * over
    orders(game, state, "draw", "execute")  # 6 more: 74, or 82
    assert game.done(state) is over
    if over:
        assert game.describe(state)["winner"] == "axis"
        assert game.describe(state)["how"] == "standard"
        assert list(game.returns(state)) == [1, -1, 1, -1]


def test_58_exactly_the_target_is_enough() -> None:
    game = game_of()
    cards = ["Battle for France", "Battle of Britain", "Battle of the Atlantic"]  # 26
    cards += ["Invasion of Normandy", "Market Garden"]  # 42
    cards += ["Philippines", "Pearl Harbor", "Guadalcanal"]  # 68
    state = won(
        game, "japanese", "Midway", japanese=["Akagi"], us=["Seabees"], stacks={"axis": cards}
    )
    assert points(game, state)["axis"] == 78
    assert game.done(state)


def test_59_60_62_v1_axis_total_victory_needs_britain_and_australia() -> None:
    game = game_of()
    state = won(game, "german", BRITAIN, german=["Tiger I"], us=["Iowa"])
    assert not game.done(state)
    cards = {"japanese": ["Imperial Infantry"], "german": ["Tiger I"], "us": ["Iowa"]}
    state = won(game, "japanese", AUSTRALIA, **cards)
    assert not game.done(state)
    cards["british"] = {"vanquished_by": BRITAIN}  # type: ignore[assignment]
    state = won(game, "japanese", AUSTRALIA, **cards)
    found = game.describe(state)
    assert (found["winner"], found["how"]) == ("axis", "total")


def test_59_61_allied_total_victory_needs_germany_and_japan() -> None:
    game = game_of()
    cards: dict[str, Any] = {"us": ["Marine Division"], "german": ["Bf 109"], "japanese": ["Akagi"]}
    state = won(game, "british", GERMANY, **cards)
    assert not game.done(state)
    state = won(game, "us", JAPAN, **cards)
    assert not game.done(state)
    cards["german"] = {"vanquished_by": GERMANY}
    state = won(game, "us", JAPAN, **cards)
    found = game.describe(state)
    assert (found["winner"], found["how"]) == ("allies", "total")


@pytest.mark.parametrize("theatres", [t for n in (2, 3, 4) for t in combinations(ALL, n)])
@pytest.mark.parametrize("side", ["axis", "allies"])
def test_59_62_total_victory_in_every_combination(theatres: tuple[str, ...], side: str) -> None:
    """All conquests but one stand: the last one wins in total; without another it does not."""
    game = game_of(*theatres)
    beaten = {
        WEST: (("british", BRITAIN, "german"), ("german", GERMANY, "british")),
        PACIFIC: (("us", AUSTRALIA, "japanese"), ("japanese", JAPAN, "us")),
        RUSSIA: (
            ("soviet", "Battle for Moscow", "german_barbarossa"),
            ("german_barbarossa", GERMANY, "soviet"),
        ),
        AFRICA: (
            ("army_of_the_nile", "Battle for Casablanca", "afrika_korps"),
            ("afrika_korps", "Invasion of Italy", "army_of_the_nile"),
        ),
    }
    which = 0 if side == "axis" else 1
    for last in theatres:
        if side == "allies" and {WEST, RUSSIA} <= set(theatres) and last in (WEST, RUSSIA):
            continue  # one Battle for Germany takes both theatres: tested below
        for missing in (None, *[t for t in theatres if t != last]):
            if missing in (WEST, RUSSIA) and {WEST, RUSSIA} <= set(theatres) and side == "allies":
                continue
            seats: dict[str, Any] = dict(ARMY)
            for theatre in theatres:
                loser, card, _ = beaten[theatre][which]
                if theatre not in (last, missing):
                    key = "expelled_by" if loser == "us" else "vanquished_by"
                    named = (
                        f"{card} ({WEST})"
                        if card == GERMANY and len({WEST, RUSSIA} & set(theatres)) == 2
                        else card
                    )
                    seats[loser] = {key: named}
            loser, card, winner = beaten[last][which]
            seats[loser] = []
            state = won(game, winner, card, **seats)
            assert game.done(state) is (missing is None), (last, missing)
            if missing is None:
                assert game.describe(state)["how"] == "total"
                assert game.describe(state)["winner"] == side


def test_q38_one_battle_for_germany_wins_both_german_theatres() -> None:
    game = game_of(*WEST_RUSSIA)
    state = won(game, "british", GERMANY, british=["Cromwell"], soviet=["Yak-9"])
    found = game.describe(state)
    assert (found["winner"], found["how"]) == ("allies", "total")


@pytest.mark.parametrize(("turn", "card", "winner"), [
    ("german", "Invasion of Norway", "axis"),
    ("british", "Invasion of Norway", "allies"),
])  # fmt: skip
def test_q44_both_over_the_target_the_side_whose_turn_it_is(
    turn: str, card: str, winner: str
) -> None:
    game = game_of(*ALL)
    west = ["Battle for France", "Battle of Britain", "Battle of the Atlantic", "Market Garden"]
    west += ["Invasion of Normandy"]  # 42
    pacific = ["Midway", "Philippines", "Pearl Harbor", "Coral Sea", "Guadalcanal", "Iwo Jima"]
    red = ["Stalingrad", "Kursk", "Leningrad", "Kiev", "Sevastopol"]  # 48
    sand = ["El Alamein", "Tobruk", "Kasserine", "Sicily", "Gazala"]  # 40
    axis = [*west, *pacific, *red]  # 42 + 52 + 48 = 142: Norway makes it 148
    state = at_turn(
        game,
        turn,
        german=["Wehrmacht Infantry"],
        us=["Iowa"],
        stacks={"axis": axis, "allies": sand},
        conflict={WEST: {"deck": [card]}},
    )
    orders(game, state, "draw", "execute")
    assert points(game, state)["axis"] == 148
    assert game.describe(state)["winner"] == "axis"
    record = game.record(state)  # type: ignore[attr-defined]
    record.winner, record.points[:] = -1, (148, 148)
    record.turn = game.spec.seats.index(turn)
    check_victory(game.loaded.tables, record)  # type: ignore[attr-defined]
    assert record.winner == ("axis", "allies").index(winner)


def test_q44_a_side_that_is_all_vanquished_loses_at_once() -> None:
    game = game_of(WEST)
    state = won(game, "german", BRITAIN, german=["Tiger I"], british=["Spitfire"])
    assert game.describe(state)["winner"] == "axis"
    assert game.describe(state)["how"] == "total"
    assert list(game.returns(state)) == [1, -1]


def test_60_alone_the_pacific_is_won_by_australia() -> None:
    game = game_of(PACIFIC)
    state = won(game, "japanese", AUSTRALIA, japanese=["Imperial Infantry"], us=["Iowa"])
    assert game.describe(state)["how"] == "total"
