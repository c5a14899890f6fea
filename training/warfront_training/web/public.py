"""What the public may know of a game: that which neither side keeps from the other."""

from typing import Any

from warfront.game import Game, State, View


def public_view(game: Game, state: State) -> View:
    """A view of nobody's: that of any seat where the game hides nothing."""
    find: Any = getattr(game, "public_view", None)
    if find is None:
        return {**game.view(state, 0), "observer": None, "side": None}
    seen: View = find(state)
    return seen
