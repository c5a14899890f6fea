"""Random games in step, played in several styles so that conquests and liberations come about."""

from collections import Counter
from functools import cache
from typing import Any

from reference.battlecards.cards import Components, read
from reference.battlecards.lockstep import Difference, Pair, settings_of
from warfront import make_game
from warfront.battlecards.face import BattlecardsGame

EAGER = ("execute", "counterattack", "retain", "raid", "fight", "fire", "autokill", "play")
TIMID = ("hold", "withdraw", "decline", "pass", "draw")
WEIGHT = 0.8  # how often a style has its way
STRETCH = 150  # decisions after which the timid side changes
STYLES = 3  # any action; eager; one side eager and the other timid


@cache
def cards_of(theatres: tuple[str, ...], options: tuple[tuple[str, Any], ...]) -> Components:
    """The reference's cards of a game, read once."""
    return read(theatres, dict(options))


@cache
def game_of(theatres: tuple[str, ...], options: tuple[tuple[str, Any], ...]) -> BattlecardsGame:
    """A game, built once."""
    game = make_game("battlecards", theatres=theatres, options=dict(options))
    assert isinstance(game, BattlecardsGame)
    return game


def choose(pair: Pair, style: int, decisions: int) -> str:
    """An answer at random, in the style of the game."""
    offered = list(pair.offered)
    question = pair.reference.question
    if style and question and pair.rng.random() < WEIGHT:
        timid = "axis" if decisions // STRETCH % 2 else "allies"
        mine = pair.reference.table.seats[question.seat].side
        wanted = TIMID if style == 2 and mine == timid else EAGER
        offered = [words for words in offered if words.split()[0] in wanted] or offered
    return offered[int(pair.rng.integers(len(offered)))]


def play_in_step(theatres: tuple[str, ...], number: int) -> Counter[str]:
    """Play one game in both; what happened in it.

    Raises:
        Difference: The first decision at which they are not the same.
    """
    seats = game_of(theatres, ()).spec.seats
    options = settings_of(number, theatres, seats)
    key = theatres, tuple(options.items())
    decisions = 0
    tally: Counter[str] = Counter(games=1)
    try:
        pair = Pair(game_of(*key), cards_of(*key), number)
        out = _out(pair)
        while pair.offered:
            _note(pair, tally)
            pair.step(choose(pair, number % STYLES, decisions))
            decisions += 1
            now = _out(pair)
            if now != out:
                for seat in now.keys() ^ out.keys():
                    tally[f"{seat} {'out' if seat in now else 'back'}"] += 1
                out = now
    except Difference as error:
        where = f"{'+'.join(theatres)} game {number} {options} decision {decisions}"
        raise Difference(f"{where}: {error}") from None
    tally["decisions"], tally["hashes"] = decisions, pair.hashes
    tally[pair.reference.table.how] += 1
    return tally


def _out(pair: Pair) -> dict[str, str]:
    """Who is vanquished or driven out of his theatre, and by which battle."""
    seats = pair.reference.table.seats.values()
    marks = {seat.name: seat.vanquished_by or seat.expelled_by for seat in seats}
    return {seat: mark for seat, mark in marks.items() if mark}


def _note(pair: Pair, tally: Counter[str]) -> None:
    question, fight = pair.reference.question, pair.reference.table.fight
    assert question is not None
    tally[question.prompt] += 1
    if fight:
        tally[fight.mode] += 1
