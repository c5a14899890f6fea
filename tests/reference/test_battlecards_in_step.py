"""Random games of Battlecards in step with the independent reference (tests/reference)."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

import pytest

from reference.battlecards.described import hash_of, of_table
from reference.battlecards.lockstep import HASHED, Pair
from reference.battlecards.play import cards_of, choose, game_of, play_in_step

THEATRES = ("western_europe", "pacific", "russia", "north_africa")
SETS = [chosen for size in range(1, 5) for chosen in combinations(THEATRES, size)]
GAMES = 8  # a set of theatres; each begins at another number, so that all options and styles occur
PLAIN = 300  # decisions of a game without compilation
DEEP_GAMES = {1: 3_440, 2: 800, 3: 400, 4: 320}  # a set of so many theatres: 20,480 in all
PART = {1: 430, 2: 200, 3: 200, 4: 320}  # of them one test plays, for several processes
DEEP = [
    (chosen, part)
    for chosen in SETS
    for part in range(0, DEEP_GAMES[len(chosen)], PART[len(chosen)])
]
PROMPTS = {
    "hitler", "deploy", "turn_start", "aid", "retain", "discard", "immediate_seat",
    "immediate_card", "execute", "battle_card", "rout", "shot", "autokill", "owner", "withdraw",
    "claim",
}  # fmt: skip
MODES = {"drawn", "counter", "liberation", "raid"}


def play(theatres: tuple[str, ...], numbers: range) -> Counter[str]:
    """Games in step; what happened in all of them."""
    tally: Counter[str] = Counter()
    for number in numbers:
        tally += play_in_step(theatres, number)
    return tally


@pytest.mark.parametrize("theatres", SETS, ids="+".join)
def test_kernels_and_reference_play_the_same_game(theatres: tuple[str, ...]) -> None:
    first = SETS.index(theatres)
    tally = play(theatres, range(first, first + GAMES))
    assert tally["games"] == GAMES
    assert tally["hashes"] >= tally["decisions"] // HASHED
    assert tally["undecided"] and tally["shot"] and tally["drawn"]


@pytest.mark.plain
@pytest.mark.parametrize("number", [1, 2, 8])
def test_rules_in_plain_python_play_eight_seats_in_step(number: int) -> None:
    """Numbers as narrow as they are stored do not widen there: 1 << 7 must still be a seat."""
    pair = Pair(game_of(THEATRES, ()), cards_of(THEATRES, ()), number)
    for decision in range(PLAIN):
        pair.step(choose(pair, 1, decision))
    assert pair.hashes > PLAIN // HASHED


def bare(names: Iterable[str]) -> list[str]:
    """Names without the decks behind them, sorted."""
    return sorted(name.partition(" (")[0] for name in names)


def test_what_is_compared_is_what_describe_says() -> None:
    pair = Pair(game_of(THEATRES, ()), cards_of(THEATRES, ()), 1)
    for number in range(600):
        if number % 30 == 0:
            table = pair.reference.table
            said = pair.game.describe(pair.state)
            question = pair.reference.question
            assert question and (said["seat"], said["prompt"]) == (question.seat, question.prompt)
            assert (said["turn"], said["round"]) == (table.turn, table.round)
            assert said["points"] == {side: table.points(side) for side in said["points"]}
            for seat, found in table.seats.items():
                for pile in ("deployed", "retained", "discard", "hand"):
                    mine = Counter(getattr(found, pile)).elements()
                    assert bare(said["seats"][seat].get(pile, [])) == bare(mine)
            for theatre, deck in table.theatres.items():
                mine = Counter(deck.discard).elements()
                assert bare(said["conflict"][theatre]["discard"]) == bare(mine)
        pair.step(choose(pair, 1, number))


def test_a_hash_tells_positions_apart_and_not_the_order_of_their_piles() -> None:
    pair = Pair(game_of(("pacific",), ()), cards_of(("pacific",), ()), 1)
    found = of_table(pair.reference.table, pair.reference.question)
    assert hash_of(found) == hash_of(pair.decoder.position(pair.state))
    pile = found["us.deck"]
    assert hash_of(found | {"us.deck": dict(reversed(pile.items()))}) == hash_of(found)
    card = next(iter(pile))
    assert hash_of(found | {"us.deck": pile | {card: pile[card] + 1}}) != hash_of(found)


@pytest.mark.deep
@pytest.mark.parametrize(("theatres", "first"), DEEP)
def test_very_many_games_in_step(theatres: tuple[str, ...], first: int) -> None:
    games = PART[len(theatres)]
    tally = play(theatres, range(first, first + games))
    print(f"{'+'.join(theatres)} from game {first}: {dict(sorted(tally.items()))}")
    assert tally["games"] == games
    if len(theatres) == len(THEATRES):
        assert tally.keys() >= PROMPTS | MODES
        for seat in game_of(THEATRES, ()).spec.seats:
            assert tally[f"{seat} out"], seat
        for seat in ("british", "afrika_korps", "army_of_the_nile", "soviet", "us"):
            assert tally[f"{seat} back"], seat
