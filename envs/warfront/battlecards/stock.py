"""The stock of a position: hands out the cards of a game, each to exactly one place."""

from typing import Any

import numpy as np

from warfront.battlecards.describe import usual_seen
from warfront.battlecards.names import Names
from warfront.battlecards.tables import PLAYS, TYPES, UNITS
from warfront.game import BadInput, Position
from warfront.naming import list_of, pick, table_of


class Cards:
    """Hands out the cards of a game and knows where each has been put."""

    def __init__(self, tables: Any, names: Names, record: Any, chance: np.random.Generator) -> None:
        """Start with every card of the blank `record` in its deck."""
        self.tables = tables
        self.names = names
        self.record = record
        self.chance = chance
        self.left = tables.copies.astype(np.int64)
        self.plays_left = tables.play_copies.astype(np.int64)
        self.places: dict[object, list[str]] = {}

    def take(self, card: int, where: str) -> None:
        """One copy of a type for the place `where`."""
        places = self.places.setdefault(card, [])
        if self.left[card] == 0:
            home = self.names.seats[card // UNITS]
            name, copies = self.names.card(card, -1), int(self.tables.copies[card])
            raise BadInput(
                f"{where}: the {home} deck has {copies} {name}, already in "
                f"{', '.join(places) or 'no place'}: leave out one"
            )
        self.left[card] -= 1
        places.append(where)

    def take_play(self, theatre: int, row: int, where: str) -> None:
        """One copy of a Conflict card that is no Battlecard."""
        places = self.places.setdefault((theatre, row), [])
        if self.plays_left[theatre, row] == 0:
            name, copies = self.names.plays[theatre][row], self.tables.play_copies[theatre, row]
            raise BadInput(
                f"{where}: the {self.names.theatres[theatre]} deck has {copies} {name}, already in "
                f"{', '.join(places)}: leave out one"
            )
        self.plays_left[theatre, row] -= 1
        places.append(where)

    def take_battle(self, battle: int, place: int, where: str) -> None:
        """A Battlecard for its only place."""
        key = f"battle {battle}"
        if key in self.places:
            raise BadInput(
                f"{where}: {self.names.battle(battle)} is in {self.places[key][0]} already: "
                "leave out one"
            )
        self.places[key] = [where]
        self.record.place[battle] = place

    def random(self, seat: int) -> int:
        """A card drawn at random from what is left of a seat's deck, -1 when nothing is."""
        home = self.left[seat * UNITS : (seat + 1) * UNITS]
        if not home.any():
            return -1
        return seat * UNITS + int(self.chance.choice(UNITS, p=home / home.sum()))

    def finish(self, position: Position) -> None:
        """What was listed nowhere is in the decks; what the enemy has seen."""
        record = self.record
        record.deck[:] = self.left
        for seat in range(len(self.names.seats)):
            top = record.top[seat, : record.top_n[seat]]
            record.deck[:] += np.bincount(top, minlength=TYPES).astype(np.uint8)
        self._finish_conflict()
        seats = position.get("seats", {})
        for seat, name in enumerate(self.names.seats):
            listed = seats.get(name, {})
            if "seen" in listed:
                where = f"seats.{name}.seen"
                for card in self.listed(seat, listed, "seen", where):
                    record.seen[seat, card] += 1
            else:
                record.seen[seat] = usual_seen(self.tables, record, seat)

    def _finish_conflict(self) -> None:
        record = self.record
        if record.play >= 0 and not record.lines.any():
            theatre = self.names.theatre_of[int(record.seat)]
            self.take_play(theatre, int(record.play), "play")
        record.play_deck[:] = self.plays_left
        for theatre in range(len(self.names.theatres)):
            top = record.conflict_top[theatre, : record.conflict_top_n[theatre]]
            for row in top[top < PLAYS]:
                record.play_deck[theatre, row] += 1

    def listed(self, seat: int, table: Position, key: str, where: str) -> list[int]:
        """The types of a list of card names in front of a seat."""
        aid = table_of(table.get("aid_from", {}), f"seats.{self.names.seats[seat]}.aid_from")
        found = []
        for text in list_of(table.get(key, []), where):
            home = self.names.seat(aid[text]) if isinstance(text, str) and text in aid else -1
            try:
                bare = text.rpartition(" (")[0] if home >= 0 and text.endswith(")") else text
                found.append(self.names.card_of(bare, seat, home))
            except BadInput as error:
                raise BadInput(f"{where}: {error}") from None
        return found

    def own(self, seat: int, table: Position, key: str, where: str) -> list[int]:
        """The types of a list of names of a seat's own deck."""
        names = self.names.cards[seat * UNITS : (seat + 1) * UNITS]
        what = f"{where}: {self.names.seats[seat]} card"
        return [
            seat * UNITS + pick(text, names, what) for text in list_of(table.get(key, []), where)
        ]
