"""The chapters of a game and what is plotted over it, read off its states one after another."""

from collections.abc import Callable
from typing import Any

import numpy as np

from warfront.game import Game, State
from warfront.titles import title_of

Chapter = tuple[str, str]  # kind and title


class Story:
    """What is told of a game of any kind: its turns cannot be known, its end can."""

    plots: tuple[tuple[str, tuple[str, ...]], ...] = ()  # title and names of the lines

    def __init__(self, game: Any) -> None:
        """Nothing told yet."""
        self.game = game
        self.before: Any = None

    def tell(self, state: State) -> list[Chapter]:
        """The chapters that begin with this state; call it for every state in order."""
        row = self.game.record(state)
        now = self.kept(row)
        found = self.changes(self.before, now)
        self.before = now
        if self.game.done(state):
            found.append(("end", self.end(state)))
        return found

    def kept(self, row: Any) -> dict[str, Any]:
        """What of a state the next one is compared with."""
        return {}

    def changes(self, old: Any, now: dict[str, Any]) -> list[Chapter]:
        """The chapters between two states; `old` is None at the start."""
        return []

    def values(self, state: State) -> list[list[float]]:
        """A number for each line of each plot."""
        return []

    def end(self, state: State) -> str:
        """How the game ended."""
        returns = self.game.returns(state)
        for side, seats in self.game.spec.sides.items():
            if returns[self.game.spec.seats.index(seats[0])] > 0:
                return f"{side.capitalize()} win"
        return "Undecided"


class BattlecardsStory(Story):
    """Rounds, battles, what they won, conquests and liberations; points over time."""

    plots = (("Points", ("axis", "allies")),)

    def __init__(self, game: Any) -> None:
        """Look up the names of the cards."""
        from warfront.battlecards.names import Names
        from warfront.battlecards.state import Place

        super().__init__(game)
        self.names = Names(game.loaded)
        self.stacks = {int(Place.AXIS): "Axis", int(Place.ALLIES): "Allies"}

    def kept(self, row: Any) -> dict[str, Any]:
        """Round, battle under way, stacks and who is out."""
        return {
            "round": int(row.game_round),
            "fight": (int(row.battle), int(row.mode)) if row.combat_round else None,
            "place": np.array(row.place),
            "vanquished": np.array(row.vanquished),
            "expelled": np.array(row.expelled),
        }

    def changes(self, old: Any, now: dict[str, Any]) -> list[Chapter]:
        """What began or fell with the last decision."""
        found: list[Chapter] = []
        if old is None or now["round"] != old["round"]:
            found.append(("turn", f"Round {now['round']}"))
        if old is None:
            return found
        names, seats = self.names, self.game.spec.seats
        if now["fight"] and now["fight"] != old["fight"] and now["fight"][0] >= 0:
            found.append(("battle", names.battle(now["fight"][0])))
        for b in np.flatnonzero(now["place"] != old["place"]).tolist():
            side = self.stacks.get(int(now["place"][b]))
            if side is not None:
                found.append(("won", f"{names.battle(b)}: to the {side}"))
        for s in np.flatnonzero(now["vanquished"] != old["vanquished"]).tolist():
            fallen = bool(now["vanquished"][s])
            kind, verb = ("conquest", "is vanquished") if fallen else ("liberation", "is freed")
            found.append((kind, f"{title_of(seats[s])} {verb}"))
        for s in np.flatnonzero(now["expelled"] != old["expelled"]).tolist():
            fallen = bool(now["expelled"][s])
            kind, verb = ("conquest", "is driven out") if fallen else ("liberation", "returns")
            found.append((kind, f"{title_of(seats[s])} {verb}"))
        return found

    def values(self, state: State) -> list[list[float]]:
        """The points of both sides."""
        return [[float(n) for n in self.game.record(state).points]]


class SpringStory(Story):
    """Turns, battles, land conquered and freed, capitals; production and cities over time."""

    def __init__(self, game: Any) -> None:
        """Name the lines after the powers in play."""
        super().__init__(game)
        self.plots = (("Production", game.spec.seats), ("Victory cities", ("axis", "allies")))
        self.spaces = game.loaded.scenario.board.spaces

    def kept(self, row: Any) -> dict[str, Any]:
        """Turn, battle and owners."""
        return {
            "turn": (int(row.game_round), int(row.turn)),
            "battle": int(row.battle),
            "owner": np.array(row.owner[: len(self.spaces)]),
        }

    def changes(self, old: Any, now: dict[str, Any]) -> list[Chapter]:
        """What began or changed hands with the last decision."""
        found: list[Chapter] = []
        seats = self.game.spec.seats
        if old is None or now["turn"] != old["turn"]:
            round_, turn = now["turn"]
            found.append(("turn", f"Round {round_}: {title_of(seats[turn])}"))
        if old is None:
            return found
        if now["battle"] >= 0 and now["battle"] != old["battle"]:
            found.append(("battle", f"Battle: {self.spaces[now['battle']].name}"))
        for s in np.flatnonzero(now["owner"] != old["owner"]).tolist():
            found.append(self._taken(s, int(now["owner"][s])))
        return found

    def _taken(self, s: int, owner: int) -> Chapter:
        """A territory that changed hands."""
        space, seats = self.spaces[s], self.game.spec.seats
        side = self.game.loaded.tables.side
        freed = side[owner] == side[seats.index(space.owner)]
        what = f"{space.name} ({space.victory_city})" if space.victory_city else space.name
        if space.capital:
            words = f"capital {what} freed" if freed else f"capital {what} taken"
            return ("capital", f"{title_of(seats[owner])}: {words}")
        kind, verb = ("liberation", "frees") if freed else ("conquest", "takes")
        return (kind, f"{title_of(seats[owner])} {verb} {what}")

    def values(self, state: State) -> list[list[float]]:
        """The income of every power, and the cities of both sides."""
        row = self.game.record(state)
        powers = len(self.game.spec.seats)
        return [
            [float(n) for n in row.production[:powers]],
            [float(n) for n in row.cities],
        ]


_STORIES: dict[str, Callable[[Any], Story]] = {
    "battlecards": BattlecardsStory,
    "spring1942": SpringStory,
}


def story_of(game: Game) -> Story:
    """Who tells a game's chapters."""
    return _STORIES.get(game.spec.name, Story)(game)
