"""The named options: defaults, texts, ranges, contradictions."""

from pathlib import Path

import pytest

from battlecards.positions import at_turn, game_of, orders
from warfront.battlecards.data import load_tables
from warfront.battlecards.options import OPTIONS, check_options, parse_options
from warfront.battlecards.tables import POWERS, TABLES, THEATRE_NAMES
from warfront.game import BadInput
from warfront.option import Option


def test_options_are_the_fields_of_the_record() -> None:
    fields = set(TABLES.names or ())
    assert {option.name for option in OPTIONS} - fields == {
        *("expansion", "handicaps"),  # decide what is read from the card files
        *("bid_axis", "bid_allies"),  # stand in the first state
    }
    assert all(option.origin and option.meaning for option in OPTIONS)


def test_options_reach_the_record() -> None:
    given = {"die": "12", "failed_scores": "no", "first_seat": "japanese", "rounds": 3}
    tables = load_tables(["western_europe", "pacific"], options=given).tables
    assert (tables.die, tables.failed_scores, tables.first_seat, tables.rounds) == (12, 0, 2, 3)
    assert (tables.threshold, tables.rout_margin, tables.hand_limit) == (6, 1, 5)
    plain = load_tables(THEATRE_NAMES).tables
    assert plain.first_seat == 0 and plain.failed_scores == 1


def test_every_default_is_allowed_and_read_back_from_its_text() -> None:
    defaults = check_options({}, POWERS)
    assert defaults == {option.name: option.default for option in OPTIONS}
    assert parse_options(f"{name}={value}" for name, value in defaults.items()) == defaults


def test_options_from_text() -> None:
    assert parse_options(["die=12", " once_ever = TRUE "]) == {"die": 12, "once_ever": True}


@pytest.mark.parametrize(
    ("texts", "complaint"),
    [
        (["die"], "'die' has no value: use KEY=VALUE"),
        (["dice=6"], "option dice is unknown: use one of die,"),
        (["die=6", "die=8"], "option die is given twice"),
        (["die=3"], "option die=3 is not allowed: use a whole number from 4 to 20"),
        (["die=six"], "use a whole number from 4 to 20"),
        (["once_ever=maybe"], "option once_ever=maybe is not allowed: use true or false"),
        (["hitler_from=soviet"], "use german or german_barbarossa"),
        (["first_seat=italy"], "option first_seat=italy is not allowed"),
    ],
)
def test_bad_option_texts_are_refused(texts: list[str], complaint: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse_options(texts)
    assert complaint in str(caught.value)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"speed": 1}, "option speed is unknown"),
        ({"die": True}, "option die=True is not allowed"),
        ({"die": 10.0}, "option die=10.0 is not allowed"),
        ({"once_ever": 2}, "use true or false"),
        ({"setup_deploy": 7}, "setup_deploy must be at most setup_draw"),
        ({"threshold": 11}, "threshold must be at most die"),
        ({"die": 6, "sabotage_roll": 7}, "sabotage_roll must be at most die"),
        ({"rout_margin": 7}, "rout_margin must be at most threshold"),
        ({"first_seat": "soviet"}, "first_seat=soviet is not in this game: use first or one of"),
        ({"expansion": True}, "option expansion=true needs the theatre western_europe"),
    ],
)
def test_options_out_of_range_or_contradictory_are_refused(
    options: dict[str, object], complaint: str
) -> None:
    with pytest.raises(BadInput) as caught:
        load_tables(["pacific"], options=options)
    assert complaint in str(caught.value)


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_every_option_is_part_of_the_version(option: Option) -> None:
    plain, other = load_tables(THEATRE_NAMES), option.default
    if isinstance(other, bool):
        other = not other
    elif isinstance(other, str):
        other = next(word for word in reversed(option.choices) if word != other)
    else:
        other = {"setup_deploy": 2, "begin_draw": 3}.get(option.name, other + 1)
    assert load_tables(THEATRE_NAMES, options={option.name: other}).digest != plain.digest
    assert load_tables(THEATRE_NAMES, options={option.name: option.default}).digest == plain.digest


def test_the_documentation_lists_the_options_as_they_are() -> None:
    text = (Path(__file__).parents[2] / "docs/rules/cards.md").read_text(encoding="utf-8")
    for option in OPTIONS:
        default = str(option.default).lower()
        row = (
            f"| {option.name} | {default} | {option.allowed} | {option.origin} | {option.meaning} |"
        )
        assert row in text, row


def test_game_ends_undecided_after_the_round_limit() -> None:
    game = game_of(game_rounds=2)
    state = at_turn(game, "us", round=2, us=["Iowa"])
    orders(game, state, "draw", "pass")
    assert game.done(state)
    found = game.describe(state)
    assert (found["winner"], found["how"], found["round"]) == ("nobody", "undecided", 2)
    assert list(game.returns(state)) == [0, 0, 0, 0]
    state = at_turn(game, "us", round=1, us=["Iowa"])
    orders(game, state, "draw", "pass")
    assert not game.done(state)
    assert game.describe(state)["round"] == 2


def test_a_bid_is_points_from_the_start_that_no_card_takes_away() -> None:
    game = game_of(bid_axis=5)
    plain = game_of()
    state = game.new(1)
    assert game.describe(state)["points"] == {"axis": 5, "allies": 0}
    assert game.view(state, 0)["points"] == {"axis": 5, "allies": 0}
    assert game.problems(state) == []
    assert game.from_position(game.describe(state)).tobytes() == state.tobytes()
    assert game.spec.version != plain.spec.version
    won = {"axis": [{"card": "Battle for France", "winners": ["german"]}]}
    lead = {
        bids: game.describe(at_turn(game, "german", stacks=won))["points"]["axis"]
        for bids, game in ((5, game), (0, plain))
    }
    assert lead[5] == lead[0] + 5 > 5


@pytest.mark.parametrize(("bid", "over"), [(71, False), (72, True)])
def test_a_bid_counts_towards_the_target(bid: int, over: bool) -> None:
    game = game_of(bid_axis=bid)
    state = at_turn(
        game,
        "german",
        german=["Wehrmacht Infantry"],
        us=["Iowa"],
        conflict={"western_europe": {"deck": ["Invasion of Norway"]}},
    )
    orders(game, state, "draw", "execute")  # 6 points: 77 or 78
    assert game.done(state) is over
    if over:
        assert (game.describe(state)["winner"], game.describe(state)["how"]) == ("axis", "standard")


@pytest.mark.parametrize(("theatre", "bid"), [("north_africa", 32), ("western_europe", 38)])
def test_a_bid_of_the_target_is_refused(theatre: str, bid: int) -> None:
    with pytest.raises(BadInput, match=f"the target is {bid}: use less"):
        load_tables([theatre], options={"bid_axis": bid})
    load_tables([theatre], options={"bid_axis": bid - 1})
