"""What a person is offered: exactly the legal actions, in words, by what they concern."""

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from warfront.game import Game, State

# Prompts at which a click on the board decides at once where it leaves one choice.
QUICK = {
    "battlecards": {"deploy", "aid", "shot", "autokill", "owner", "rout", "immediate_card"},
    "spring1942": {
        "purchase", "move_from", "move_to", "transport", "load_from", "unload_to", "engage_zone",
        "land", "place_at", "place_from",
    },
}  # fmt: skip
# Prompts of Spring 1942 that are of one space.
OF_A_SPACE = {
    "repair_count", "move_what", "move_to", "move_count", "move_raid", "transport", "load_from",
    "load_unit", "unload_to", "engage", "place_count",
}  # fmt: skip
# Prompts at which the odds of battles bear on the choice.
ODDS = {
    "battlecards": {"turn_start", "execute", "battle_card", "withdraw"},
    "spring1942": {
        "move_from", "engage_zone", "engage", "battle", "bombard", "subs", "casualty", "name",
        "retreat",
    },
}  # fmt: skip


@dataclass(frozen=True)
class Offer:
    """One legal action.

    Attributes:
        action: Its number.
        text: Its words.
        keys: What it concerns on the board, as the picture's keys.
        group: The heading it stands under.
    """

    action: int
    text: str
    keys: tuple[str, ...]
    group: str


def offers(game: Game, state: State) -> list[dict[str, Any]]:
    """The legal actions of the seat that is asked, JSON-able."""
    find = _FINDERS.get(game.spec.name)
    listed = []
    for number in np.flatnonzero(game.legal_mask(state)):
        action = int(number)
        keys, group = find(game, state, action) if find else ((), "")
        listed.append(asdict(Offer(action, game.action_text(state, action), keys, group)))
    return listed


def origin(game: Game, state: State) -> str:
    """The space that the decision is of, as the picture's key; "" where it is of none.

    In Spring 1942, which hides nothing: where a piece comes from, or the battle that is fought.
    """
    if game.spec.name != "spring1942" or game.done(state):
        return ""
    board: Any = game
    row = board.record(state)
    here = int(row.here) if game.prompt(state) in OF_A_SPACE else int(row.battle)
    return f"space:{board.loaded.spaces[here]}" if here >= 0 else ""


def home(game: Game, state: State) -> str:
    """The capital of the power whose turn it is, as the picture's key; "" without a map."""
    if game.spec.name != "spring1942":
        return ""
    board: Any = game
    capital = int(board.loaded.tables.capital[int(board.record(state).turn)])
    return f"space:{board.loaded.spaces[capital]}" if capital >= 0 else ""


Concern = tuple[tuple[str, ...], str]  # keys, group


def _battlecards(game: Any, state: State, action: int) -> Concern:
    """What an action of Battlecards concerns."""
    from warfront.battlecards.actions import Act
    from warfront.battlecards.names import Names

    seats, row = game.spec.seats, game.record(state)
    asked = seats[int(row.seat)]
    if action < Act.SEAT:
        return (), ""
    if action < Act.RAID:
        return (f"seat:{seats[action - Act.SEAT]}",), "Seats"
    if action < Act.PLAY:
        return (f"seat:{seats[(action - Act.RAID) // 2]}",), "Raids"
    if action < Act.BATTLE:
        name = game.words.play_name(int(row.seat), action - Act.PLAY)
        return (f"card:{asked}:{name}",), "Retained Actions"
    if action < Act.CARD:
        return (f"battle:{game.words.battles[action - Act.BATTLE]}",), "Battles"
    card = action - Act.CARD
    own = game.prompt(state) in ("deploy", "aid")
    holders = [int(row.seat)] if own else range(len(seats))
    names = Names(game.loaded)
    return tuple(f"card:{seats[h]}:{names.card(card, h)}" for h in holders), "Cards"


def _spring1942(game: Any, state: State, action: int) -> Concern:
    """What an action of Spring 1942 concerns."""
    from warfront.spring1942.actions import Act
    from warfront.spring1942.state import Hold, Prompt

    row = game.record(state)
    if action in (Act.ATTACK, Act.IGNORE):
        return (f"space:{game.loaded.spaces[int(row.here)]}",), ""
    if action < Act.SEAT:
        return (), ""
    if action < Act.SPACE:
        return (f"seat:{game.spec.seats[action - Act.SEAT]}",), "Powers"
    if action < Act.UNIT:
        group = "Repair" if row.prompt == Prompt.PURCHASE else "Spaces"
        return (f"space:{game.loaded.spaces[action - Act.SPACE]}",), group
    if action < Act.COUNT:
        return (), "Units"
    if action < Act.TRANSPORT:
        return (), "How many"
    space = int(row.transports[action - Act.TRANSPORT][Hold.SPACE])
    return (f"space:{game.loaded.spaces[space]}",), "Transports"


_FINDERS = {"battlecards": _battlecards, "spring1942": _spring1942}
