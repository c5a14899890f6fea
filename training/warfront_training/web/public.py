"""What the public may know of a game: that which neither side keeps from the other."""

from warfront.game import Game, State, View
from warfront_training.telling import side_of

OF_THE_OBSERVER = ("observer", "side")


def public_view(game: Game, state: State) -> View:
    """A view of nobody: of each seat what its enemies know, and no hand."""
    seats = game.spec.seats
    sides: dict[str, View] = {}
    for number, _ in enumerate(seats):
        sides.setdefault(side_of(game, number), game.view(state, number))
    one, other = sides.values()
    found = {key: value for key, value in one.items() if key not in OF_THE_OBSERVER}
    found["observer"], found["side"] = None, None
    if "deal" in found:  # Battlecards: hands and what lies face down
        found["play"] = one["play"] if one["play"] == other["play"] else None
        found["hitler_votes"] = [
            vote if vote == known else None
            for vote, known in zip(one["hitler_votes"], other["hitler_votes"], strict=True)
        ]
        if found["deal"]:
            found["deal"] = {**one["deal"], "hand": {}}
        found["seats"] = {
            name: (other if name in game.spec.sides[one["side"]] else one)["seats"][name]
            for name in seats
        }
    return found
