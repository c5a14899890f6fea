"""The habits of partners in Spring 1942."""

from warfront.spring1942.actions import Act
from warfront.spring1942.pieces import pieces
from warfront.spring1942.state import Phase, Prompt
from warfront.spring1942.tables import Unit
from warfront_agents.partners.sight import Habit, Sight

__all__ = ["HABITS", "pieces"]


def stays_home(sight: Sight) -> None:
    """Order no attack: nothing moves in the combat move."""
    moves = sight.piece("phase").argmax(1) == Phase.COMBAT_MOVE
    sight.choose(moves & (sight.prompt == Prompt.MOVE_FROM), Act.DONE)


def buys_infantry(sight: Sight) -> None:
    """Buy infantry instead of whatever else the staff would buy; repairs stay."""
    buys = (sight.prompt == Prompt.PURCHASE) & (sight.actions >= Act.UNIT)
    sight.choose(buys, Act.UNIT + Unit.INFANTRY)


HABITS = {
    "stays_home": Habit("orders no attack", stays_home),
    "buys_infantry": Habit("buys infantry and nothing else", buys_infantry),
}
