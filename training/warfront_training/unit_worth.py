"""What one more unit is worth in Spring 1942: it stands beside its power's others at the start."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from warfront.game import BadInput, Game
from warfront.naming import closest
from warfront.spring1942.scenario import read_content
from warfront.spring1942.unit_file import SHIPS, UNITS
from warfront_training.match import Games, mean_interval, paired_interval
from warfront_training.trial import Trial


@dataclass(frozen=True)
class Post:
    """A kind of unit of a power, and where one more of it would stand."""

    power: str
    unit: str
    space: str

    @property
    def words(self) -> str:
        """The post as `read_post` reads it."""
        return f"{self.power}:{self.unit}:{self.space}"


def posts(game: Game, wanted: Sequence[str] = ()) -> list[Post]:
    """The posts that are measured, in the order of powers and units.

    Args:
        game: Spring 1942 on any scenario.
        wanted: `UNIT`, `POWER:UNIT` or `POWER:UNIT:SPACE`; empty for every unit of every power.

    Raises:
        BadInput: A power, unit or space is unknown, or the unit cannot stand there.
    """
    found: list[Post] = []
    for word in wanted or UNITS:
        if ":" in word:
            found.append(read_post(word, game))
        else:
            found += [read_post(f"{power}:{word}", game) for power in game.spec.seats]
    powers, units = list(game.spec.seats), list(UNITS)
    found = list(dict.fromkeys(found))
    return sorted(found, key=lambda p: (powers.index(p.power), units.index(p.unit)))


def read_post(text: str, game: Game) -> Post:
    """The post that `POWER:UNIT` or `POWER:UNIT:SPACE` names.

    Without a space the unit stands in its power's capital; a ship in a zone beside it, rather where
    the power has ships and the enemy none; where no zone is beside it, with other ships.

    Raises:
        BadInput: It names nothing, or the game has no units.
    """
    if game.spec.name != "spring1942":
        raise BadInput(f"{text!r} names a unit: only spring1942 has units that can be added")
    power, _, rest = text.partition(":")
    unit, _, space = rest.partition(":")
    if power not in game.spec.seats:
        raise BadInput(f"power {power!r} is unknown: {closest(power, game.spec.seats)}")
    if unit not in UNITS:
        raise BadInput(f"unit {unit!r} is unknown: {closest(unit, UNITS)}")
    loaded: Any = game.loaded  # type: ignore[attr-defined]
    if space and space not in loaded.spaces:
        raise BadInput(f"space {space!r} is unknown: {closest(space, loaded.spaces)}")
    return Post(power, unit, space or _home(loaded, power, unit))


def _home(loaded: Any, power: str, unit: str) -> str:
    """Where one more unit stands when nobody says where."""
    spaces = loaded.scenario.board.spaces
    capital = next(space for space in spaces if space.capital and space.owner == power)
    if unit not in SHIPS:
        return str(capital.id)
    sides = {name: int(loaded.tables.side[p]) for p, name in enumerate(loaded.powers)}
    army = loaded.scenario.forces.army
    zones = [space.id for space in spaces if space.sea]

    def rank(zone: str) -> tuple[bool, bool, bool, int]:
        stacks = army.get(zone, {})
        enemies = any(sides[other] != sides[power] for other in stacks)
        own = sum(n for kind, n in stacks.get(power, {}).items() if kind in SHIPS)
        return zone in capital.next_to, own > 0, not enemies, own

    return str(max(zones, key=rank))


def added(scenario: Any, post: Post, count: int) -> dict[str, Any]:
    """A scenario's content with some units more, as a bid."""
    content = read_content("opening" if scenario is None else scenario)
    if count:
        bid = content.setdefault("bid", {}).setdefault(post.power, {}).setdefault(post.space, {})
        bid[post.unit] = bid.get(post.unit, 0) + count
    return content


def measure_units(
    trial: Trial, theatres: Sequence[str], wanted: Sequence[str], base: Games
) -> Iterator[dict[str, Any]]:
    """For each post the change of its side's win rate and margin with one more unit there.

    Args:
        trial: How it is played.
        theatres: Empty: Spring 1942 has none.
        wanted: What is measured, as `posts` reads it.
        base: The games without it, on the same seeds: the differences are paired.
    """
    game = trial.game(theatres)

    def measure(post: Post) -> dict[str, Any]:
        return _measure_unit(trial, theatres, post, base)

    yield from trial.each(measure, posts(game, wanted))


def _measure_unit(trial: Trial, theatres: Sequence[str], post: Post, base: Games) -> dict[str, Any]:
    game: Any = trial.game(theatres)
    played = trial.play(theatres, scenario=added(trial.options.get("scenario"), post, 1))
    side = 0 if post.power in game.spec.sides["axis"] else 1
    change, low, high = paired_interval(played.wins(side) - base.wins(side))
    sign = 1 - 2 * side
    margin, least, most = mean_interval(sign * (played.margin - base.margin))
    cost = game.loaded.scenario.units[post.unit].cost
    return {
        **asdict(post),
        "name": post.words,
        "cost": cost,
        "change": change,
        "interval": [low, high],
        "an_ipc": change / cost,
        "margin_change": margin,
        "margin_interval": [least, most],
    }
