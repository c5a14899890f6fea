"""The habits of partners in Battlecards."""

from typing import Any

import numpy as np

from warfront.battlecards.actions import Act
from warfront.battlecards.observe import pieces
from warfront.battlecards.state import Prompt
from warfront.battlecards.tables import UNITS
from warfront_agents.partners.sight import Habit, Rows, Sight
from warfront_agents.scripted import execute_odds

__all__ = ["HABITS", "pieces"]

CAUTION = 0.8  # chance of victory that a cautious partner wants
SPARE = 4  # cards that a partner who always sends aid keeps at the front


def never_aids(sight: Sight) -> None:
    """Draw where the staff would send aid."""
    opens = (sight.prompt == Prompt.TURN_START) & sight.between(Act.SEAT, sight.seats)
    sight.choose(opens, Act.DRAW)


def always_aids(sight: Sight) -> None:
    """Send the first cards that there are, each turn, to the ally with the fewest."""
    front = sight.piece("front").astype(np.int64)
    mine = np.take_along_axis(front, sight.seat[:, None], 1)[:, 0]
    turn = (sight.prompt == Prompt.TURN_START) & (mine > SPARE)
    sight.choose_most(turn, Act.SEAT, -front)
    package = sight.prompt == Prompt.AID
    cards = np.broadcast_to(-np.arange(sight.seats * UNITS), (len(mine), sight.seats * UNITS))
    sight.choose_most(package & (mine > SPARE), Act.CARD, cards)
    sight.choose(package & (mine <= SPARE), Act.DONE)


def pays_back(sight: Sight) -> None:
    """Aid only an ally of whose Arsenal there is a card among the own: the first such."""
    n, seats = len(sight.actions), sight.seats
    held = sight.piece("deployed").reshape(n, seats, seats, UNITS)[np.arange(n), sight.seat]
    gave = np.asarray(held.any(2))
    allied = sight.masks[:, Act.SEAT : Act.SEAT + seats] != 0
    never_aids(sight)
    turn = (sight.prompt == Prompt.TURN_START) & (sight.actions == Act.DRAW)
    sight.choose_most(turn & (gave & allied).any(1), Act.SEAT, gave)


def is_joint(sight: Sight) -> Rows:
    """Where the seat is asked to fight a battle that an ally may fight too."""
    others = sight.others("pending") | sight.others("willing")
    return (sight.prompt == Prompt.EXECUTE) & others.any(1)


def always_joins(sight: Sight) -> None:
    """Execute every battle, whatever the odds."""
    sight.choose(sight.prompt == Prompt.EXECUTE, Act.EXECUTE)


def never_joins(sight: Sight) -> None:
    """Decline every battle that an ally may fight too."""
    sight.choose(is_joint(sight), Act.DECLINE)


def follows(sight: Sight) -> None:
    """Join where an ally has said yes, and decline to be the first."""
    asked = sight.prompt == Prompt.EXECUTE
    led = sight.others("willing").any(1)
    sight.choose(asked & led, Act.EXECUTE)
    sight.choose(asked & ~led, Act.DECLINE)


def is_cautious(sight: Sight) -> None:
    """Execute only what all who may fight would win four times in five."""
    tables: Any = sight.game.tables  # type: ignore[attr-defined]
    may = (sight.piece("willing") | sight.piece("pending")) != 0
    for i in np.flatnonzero(sight.prompt == Prompt.EXECUTE).tolist():
        bits = sum(1 << seat for seat in np.flatnonzero(may[i]).tolist()) | 1 << int(sight.seat[i])
        sure = execute_odds(tables[0], sight.observations[i], bits) >= CAUTION
        sight.actions[i] = Act.EXECUTE if sure else Act.DECLINE


def never_counterattacks(sight: Sight) -> None:
    """Draw where the staff would counterattack."""
    opens = (sight.prompt == Prompt.TURN_START) & (sight.actions >= Act.BATTLE)
    sight.choose(opens & (sight.actions < Act.CARD), Act.DRAW)


def hoards(sight: Sight) -> None:
    """Play no retained card and send nothing."""
    never_aids(sight)
    never_counterattacks(sight)
    sight.choose(sight.prompt == Prompt.BATTLE_CARD, Act.PASS)


def raids(sight: Sight) -> None:
    """Raid where one can instead of claiming: the enemy with the most cards, on the ground."""
    front = np.repeat(sight.piece("front").astype(np.int64), 2, axis=1)
    sight.choose_most(sight.prompt == Prompt.CLAIM, Act.RAID, front)


def withdraws(sight: Sight) -> None:
    """Leave every battle after its first round."""
    sight.choose(sight.prompt == Prompt.WITHDRAW, Act.WITHDRAW)


def stands(sight: Sight) -> None:
    """Never leave a battle."""
    sight.choose(sight.prompt == Prompt.WITHDRAW, Act.FIGHT_ON)


def holds_fire(sight: Sight) -> None:
    """Never fire."""
    sight.choose(sight.prompt == Prompt.SHOT, Act.HOLD)


def yields(sight: Sight) -> None:
    """Let an ally fire first where one can."""
    sight.choose(sight.prompt == Prompt.SHOT, Act.YIELD)


def idles(sight: Sight) -> None:
    """Do as little as the rules allow: draw, decline, pass, hold and withdraw."""
    for action in (Act.DRAW, Act.DECLINE, Act.PASS, Act.HOLD, Act.WITHDRAW):
        sight.choose(np.ones(len(sight.actions), np.bool_), action)


HABITS = {
    "never_aids": Habit("sends no aid", never_aids),
    "always_aids": Habit("sends aid every turn while it has more than 4 cards", always_aids),
    "pays_back": Habit("aids only an ally that has sent it cards", pays_back),
    "always_joins": Habit("executes every battle it is called to", always_joins),
    "never_joins": Habit("declines every battle that an ally may fight too", never_joins),
    "follows": Habit("fights only where an ally has said yes before it", follows),
    "cautious": Habit("fights only at odds of four in five", is_cautious),
    "never_counterattacks": Habit("plays no Counterattack", never_counterattacks),
    "hoards": Habit("plays no retained card and sends no aid", hoards),
    "raids": Habit("raids where it could claim", raids),
    "withdraws": Habit("leaves every battle after a round", withdraws),
    "stands": Habit("never leaves a battle", stands),
    "holds_fire": Habit("never fires", holds_fire),
    "yields": Habit("lets its allies fire first", yields),
    "idles": Habit("draws, declines, passes, holds its fire and withdraws", idles),
}
