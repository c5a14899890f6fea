"""What came of a decision in words, in both games, and whether it can be taken back."""

from typing import Any

import numpy as np

from warfront.game import Game, State
from warfront.spring1942.volleys import dice_lines
from warfront_training.telling import came_of

# Fields of a state that a decision leaves as they are when it can be taken back: nothing was
# rolled, drawn or shown, and it is still the same seat's phase.
QUIET = {
    "battlecards": (
        "rng", "dice_at", "seat", "turn", "battle", "combat_round", "phase", "firing", "seen",
        "top_n", "conflict_top_n", "alive",
    ),
    "spring1942": ("rng", "dice_at", "seat", "turn", "phase", "battle", "combat_round"),
}  # fmt: skip
# Fields of Spring 1942 that news can be of: few decisions change one of them.
TOLD = (
    "game_round", "turn", "phase", "ipcs", "production", "purchased", "owner", "complex", "damage",
    "army", "transports",
)  # fmt: skip
MOST = 400  # dice of one decision that are shown


def is_quiet(game: Game, before: State, after: State) -> bool:
    """Whether the decision between two states can be taken back."""
    fields = QUIET.get(game.spec.name)
    if fields is None or game.done(after):
        return False
    return all(np.array_equal(before[field], after[field]) for field in fields)


def happened(
    game: Game, before: State, action: int, after: State, ears: tuple[int, ...]
) -> list[str]:
    """What came of an action, a line each, as those who listen may know it."""
    if game.spec.name != "spring1942":
        return came_of(game, before, action, after, ears)
    board: Any = game
    dice = dice_of(board, before, after)
    lines = dice_lines(board, before, action, after, dice)
    if all(np.array_equal(before[field], after[field]) for field in TOLD):
        return lines
    return lines + list(board.news(before, after, 0))


def dice_of(game: Any, before: State, after: State) -> list[int]:
    """The dice of Spring 1942 that fell between two states, in order."""
    from warfront.spring1942.chance import roll

    twin = game.record(game.copy(before))
    last = game.record(after)
    dice: list[int] = []
    with np.errstate(over="ignore"):
        while (twin.rng != last.rng or twin.dice_at != last.dice_at) and len(dice) < MOST:
            dice.append(int(roll(game.tables, twin)))
    return dice
