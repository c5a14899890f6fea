"""Who looks at a table: some seats, the public, or somebody who may see everything."""

from dataclasses import dataclass

from warfront.game import Game, State
from warfront_training.telling import shows_hands, side_of

OPEN_GAMES = ("spring1942",)  # nothing is hidden from any seat


@dataclass(frozen=True)
class Viewer:
    """Whoever holds a link to a table.

    Attributes:
        seats: The seats that the holder decides for.
        everything: Whether all cards lie open (only where no person plays).
    """

    seats: tuple[int, ...] = ()
    everything: bool = False

    def eyes(self, game: Game, state: State) -> int | None:
        """The seat through whose eyes the table is shown; None: the public's, or everybody's."""
        if not self.seats:
            return 0 if game.spec.name in OPEN_GAMES else None
        asked = game.seat(state)
        return asked if asked in self.seats else self.seats[0]

    def ears(self, game: Game, seat: int) -> tuple[int, ...]:
        """The seat whose knowledge tells of a decision of `seat`: the best informed one held."""
        if self.everything or seat in self.seats or game.spec.name in OPEN_GAMES:
            return (seat,)
        allies = [own for own in self.seats if side_of(game, own) == side_of(game, seat)]
        return tuple(allies[:1] or self.seats[:1])

    def may_see(self, game: Game, seat: int) -> bool:
        """Whether all that `seat` knows may be shown to the viewer."""
        if self.everything or game.spec.name in OPEN_GAMES or seat in self.seats:
            return True
        ally = any(side_of(game, own) == side_of(game, seat) for own in self.seats)
        return ally and shows_hands(game)
