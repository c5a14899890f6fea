"""What allies did for each other in games that were watched, as figures with 95% intervals."""

from typing import Any

from warfront.game import BadInput, Game
from warfront_training.cooperation.battlecards import ATTACKING, DEFENDING, BattlecardsWatch
from warfront_training.cooperation.numbers import count, difference, ratio
from warfront_training.cooperation.spring1942 import SpringWatch

Watch = BattlecardsWatch | SpringWatch
ROLES = {"attacking": ATTACKING, "defending": DEFENDING}


def new_watch(game: Game, games: int) -> Watch:
    """The watch of a game.

    Raises:
        BadInput: Nothing is known of what allies do in this game.
    """
    kinds: dict[str, type[Watch]] = {"battlecards": BattlecardsWatch, "spring1942": SpringWatch}
    if game.spec.name not in kinds:
        raise BadInput(f"cooperation in {game.spec.name!r} is not known: use {', '.join(kinds)}")
    return kinds[game.spec.name](game, games)


def events_of(watch: Watch, game: Game, rows: slice) -> dict[str, Any]:
    """The events of some of the games that were watched, in numbers a game.

    Args:
        watch: The watch.
        game: The game.
        rows: Which games.

    Returns:
        `liberations` (who freed whom, how often a game), `fallen` by seat; in Battlecards also
        `aid`, `joint` by seat and `battles` by side and role, with aid and without.
    """
    seats = game.spec.seats
    pairs = [(a, b) for a in range(len(seats)) for b in range(len(seats))]
    found: dict[str, Any] = {
        "liberations": [
            {"by": seats[a], "of": seats[b], "a_game": count(watch.freed[rows, a, b])}
            for a, b in pairs
            if watch.freed[rows, a, b].any()
        ],
        "fallen": {seat: count(watch.fallen[rows, k]) for k, seat in enumerate(seats)},
    }
    if isinstance(watch, BattlecardsWatch):
        found["aid"] = [
            {
                "from": seats[a],
                "to": seats[b],
                "packages": count(watch.aid_packages[rows, a, b]),
                "cards": count(watch.aid_cards[rows, a, b]),
            }
            for a, b in pairs
            if watch.aid_packages[rows, a, b].any()
        ]
        found["joint"] = {seat: _joint(watch, rows, k) for k, seat in enumerate(seats)}
        found["battles"] = {
            side: {role: _battles(watch, rows, number, k) for role, k in ROLES.items()}
            for number, side in enumerate(game.spec.sides)
        }
        found["attacks"] = {
            side: _attacks(watch, rows, number) for number, side in enumerate(game.spec.sides)
        }
    return found


def _joint(watch: BattlecardsWatch, rows: slice, seat: int) -> dict[str, Any]:
    """Calls to battles that an ally may fight too, and how many the seat joined."""
    offered, joined = watch.offered[rows, seat], watch.joined[rows, seat]
    return {
        "offered": count(offered),
        "joined": count(joined),
        "declined": count(offered - joined),
        "share_joined": ratio(joined, offered),
    }


def _battles(watch: BattlecardsWatch, rows: slice, side: int, role: int) -> dict[str, Any]:
    """Battles of a side in a role, won with aid in its lines and without."""
    counts = watch.battles[rows, side, role]  # [games, aided, won]
    fought, won = counts.sum(2), counts[:, :, 1]
    return {
        "with_aid": ratio(won[:, 1], fought[:, 1]),
        "without_aid": ratio(won[:, 0], fought[:, 0]),
        "difference": difference(won[:, 1], fought[:, 1], won[:, 0], fought[:, 0]),
    }


def _attacks(watch: BattlecardsWatch, rows: slice, side: int) -> dict[str, Any]:
    """Battles a side attacked in alone and jointly, and how many it won."""
    counts = watch.parties[rows, side]  # [games, parties, won]
    alone, joint = counts[:, 1], counts[:, 2:].sum(1)
    return {
        "alone": ratio(alone[:, 1], alone.sum(1)),
        "joint": ratio(joint[:, 1], joint.sum(1)),
    }
