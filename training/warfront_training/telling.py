"""What is told of a decision: its words and what came of it, as those who listen may hear it."""

from collections.abc import Collection
from typing import Any

from warfront.game import Game, State

# What an enemy does at these prompts is face down, but for Leaders: only that he did it is told.
HIDDEN = {"deploy": "deploys a card", "aid": "sends aid", "retain": "looks at a card"}
HIDDEN["discard"] = "puts a card away"
OF_A_HAND = ("retain", "discard")  # face down to allies too, where they do not show their hands
OF_A_BATTLE = ("execute", "claim", "withdraw")  # prompts whose actions do not name the battle


def tell(game: Game, state: State, action: int, hearers: Collection[int], name: str = "") -> str:
    """A decision in words that every hearer may know.

    Args:
        game: The game.
        state: Its state before the decision.
        action: The action taken.
        hearers: The seats that listen; none: the public.
        name: What the seat is called (its own name by default).
    """
    seat, prompt = game.seat(state), game.prompt(state)
    name = name or game.spec.seats[seat]
    instead = veil(game, state, action, hearers)
    if instead:
        return f"{name} {instead}"
    words = f"{name}: {game.action_text(state, action)}"
    if prompt in OF_A_BATTLE:
        battle = game.view(state, seat).get("battle")
        words += f" ({battle})" if battle else ""
    return words


def veil(game: Game, state: State, action: int, hearers: Collection[int]) -> str:
    """What the hearers hear in place of a decision's words; "" where they may hear the words.

    Args:
        game: The game.
        state: Its state before the decision.
        action: The action taken.
        hearers: The seats that listen; none: the public.
    """
    seat, prompt = game.seat(state), game.prompt(state)
    if prompt not in HIDDEN or _is_open(game, prompt, action):
        return ""
    if hearers and all(_sees(game, h, seat, prompt) for h in hearers):
        return ""
    return HIDDEN[prompt]


def _is_open(game: Game, prompt: str, action: int) -> bool:
    """Whether what is done lies open to all at once: a Leader is deployed face up."""
    lies_open: Any = getattr(game, "deploys_openly", None)
    return prompt == "deploy" and lies_open is not None and lies_open(action)


def _sees(game: Game, hearer: int, seat: int, prompt: str) -> bool:
    """Whether a seat sees what another does face down."""
    if hearer == seat:
        return True
    if side_of(game, hearer) != side_of(game, seat):
        return False
    return prompt not in OF_A_HAND or shows_hands(game)


def side_of(game: Game, seat: int) -> str:
    """The side of a seat."""
    name = game.spec.seats[seat]
    return next(side for side, seats in game.spec.sides.items() if name in seats)


def shows_hands(game: Game) -> bool:
    """T8: whether allies see one another's hands; true of games without that option."""
    return bool((game.settings.get("options") or {}).get("allied_hands", True))


def came_of(
    game: Game, before: State, action: int, after: State, hearers: Collection[int]
) -> list[str]:
    """What came of an action, a line each, as all hearers may know it; none: the public."""
    find: Any = getattr(game, "tale", None)
    if find is None:  # a game whose board tells what has changed
        return []
    listening = sorted(hearers) or list(range(len(game.spec.seats)))
    heard = [find(before, action, after, seat) for seat in listening]
    return [line for line in heard[0] if all(line in lines for lines in heard)]
