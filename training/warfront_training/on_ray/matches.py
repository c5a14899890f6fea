"""The matches of a tournament as tasks of a cluster; a match is the same wherever it is played."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace

import warfront
from warfront_training.on_ray.luggage import Luggage, pack, unpack
from warfront_training.on_ray.tasks import check_version, spread
from warfront_training.tournament import Match, Plan, Row, play


@dataclass(frozen=True)
class Packed:
    """A plan with the files that its agents and its game are read from."""

    plan: Plan
    luggage: Luggage


def played_on_ray(plan: Plan, todo: list[Match]) -> Iterator[Row]:
    """The lines of these matches as they finish, see `tournament.run`."""
    yield from spread(play_packed, Packed(plan, pack(plan.agents, plan.options)), todo)


def play_packed(packed: Packed, match: Match) -> Row:
    """Play a match on a node that may share no disk with the driver."""
    here = unpack(packed.luggage)
    plan = replace(packed.plan, options=here.options(packed.plan.options))
    game = warfront.make_game(plan.game, **plan.options)
    check_version(game.spec.version, plan.game_version)
    seated = replace(match, axis=here.agent(match.axis), allies=here.agent(match.allies))
    return play(plan, seated) | asdict(match)
