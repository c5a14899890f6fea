"""One readable form of a position, made from the reference and from a kernel's record.

Both sides give a dict of the same keys in the words of the game. Only what has a meaning at the
decision is in it: of a battle that is over, or of a deal that is done, nothing is left.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from reference.battlecards.cards import HOME, KINDS, SIDES
from reference.battlecards.table import Fight, Question, Table
from warfront.battlecards.face import BattlecardsGame
from warfront.battlecards.state import LAYOUT, How, Mode, Place, Prompt
from warfront.battlecards.tables import ALL_BATTLES, BATTLES, PLAYS, SEATS, SUBTYPES, UNITS, Subtype

Position = dict[str, Any]
STATS = ("attack", "defence")
SUBTYPE_WORDS = tuple(subtype.name.lower() for subtype in Subtype)
STACKED = ("axis", "allies")
SHOOTING = ("shot", "autokill", "owner")
OFFSET = {name: int(found[1]) for name, found in (LAYOUT.fields or {}).items()}
LENGTH = {name: (*LAYOUT[name].shape, 1)[0] for name in OFFSET} | {
    name: SEATS for name in ("deck", "discard", "removed", "reserve")
}  # rows of a field
FIGHTING = ("execute", "battle_card", "rout", "withdraw", *SHOOTING)


def hash_of(position: Position) -> str:
    """16 hex digits of a described position, whatever the order of its piles."""
    text = json.dumps(_plain(position), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return value


def of_table(table: Table, question: Question | None) -> Position:
    """The position of a reference game."""
    prompt = question.prompt if question else "over"
    found: Position = {
        "decisions": table.decisions,
        "round": table.round,
        "turn": table.turn,
        "prompt": prompt,
        "seat": question.seat if question else None,
        "winner": table.winner,
        "how": table.how,
        "aid_sent": table.aid_sent,
        "countered": table.countered,
        "votes": table.votes,
        "points": {side: table.points(side) for side in SIDES},
        "aid": (table.aid_to, table.aid_cards) if prompt == "aid" else None,
        "deal": (table.to_deploy, table.dealing) if prompt == "deploy" else None,
        "play": table.play if question else None,
    }
    for name, seat in table.seats.items():
        found[f"{name}.deployed"] = seat.deployed
        found[f"{name}.seen"] = seat.seen
        found[f"{name}.deck"] = seat.deck
        found[f"{name}.discard"] = seat.discard
        found[f"{name}.hand"] = seat.hand
        found[f"{name}.reserve"] = seat.reserve
        found[f"{name}.retained"] = seat.retained
        found[f"{name}.removed"] = seat.removed
        found[f"{name}.out"] = (seat.vanquished_by, seat.expelled_by)
    for name, theatre in table.theatres.items():
        found[f"{name}.deck"] = theatre.deck
        found[f"{name}.discard"] = theatre.discard
        found[f"{name}.victor"] = theatre.victor
    for label, fought in table.battles.items():
        winners = fought.winners if fought.place in STACKED else ()
        found[label] = (fought.place, winners, fought.involved, fought.returned, fought.ever)
    fight = table.fight if prompt in FIGHTING else None
    found["fight"] = _of_fight(fight, prompt) if fight else None
    return found


def _of_fight(fight: Fight, prompt: str) -> Position:
    found: Position = {
        "card": fight.card.label,
        "mode": fight.mode,
        "theatre": fight.theatre,
        "attack_side": fight.attack_side,
        "armies": (fight.attackers, fight.defenders),
        "asked": (fight.pending, fight.willing),
        "kinds": fight.kinds,
        "decisive": fight.decisive,
        "round": fight.round,
        "phase": fight.phase,
        "firing": fight.firing,
        "lines": [
            {
                (line.seat, line.unit.label): (line.alive, line.unfired * (prompt in SHOOTING))
                for line in army
            }
            for army in fight.lines
        ],
    }
    if prompt != "execute":
        found["orders"] = list(fight.orders)
    if prompt in SHOOTING:
        line = fight.shooter
        shooter = (line.seat, line.unit.label) if line else (None, None)
        found["shooter"] = (*shooter, fight.nexts, fight.yields)
        found["target"] = (fight.autokill, fight.chosen)
        found["support"] = list(fight.support)
    return found


def counts(raw: bytes, labels: Sequence[str]) -> dict[str, int]:
    """A row of counts by label."""
    values = np.frombuffer(raw, np.uint8)
    return {labels[i]: int(values[i]) for i in values.nonzero()[0].tolist()}


class Decoder:
    """Reads the records of one kernel game; unchanged parts are taken over from the last time."""

    def __init__(self, game: BattlecardsGame) -> None:
        loaded = game.loaded
        self.seats = tuple(loaded.seats)
        self.theatres = tuple(loaded.theatres)
        self.cards = list(game.words.cards)
        self.plays = [list(names) for names in loaded.play_names]
        self.battles = list(game.words.battles)
        self.homes = [self.theatres.index(HOME[seat]) for seat in self.seats]
        self.own = [self.cards[i * UNITS : (i + 1) * UNITS] for i in range(len(self.seats))]
        self.conflict = [  # what the codes of a Conflict deck stand for
            [*names, *[""] * (PLAYS - len(names)), *self.battles[h * BATTLES : (h + 1) * BATTLES]]
            for h, names in enumerate(self.plays)
        ]
        self.found: Position = {}
        self.last: dict[tuple[str, ...], list[bytes]] = {}
        self.at = dict(OFFSET)
        self.end = {name: OFFSET[name] + LAYOUT[name].itemsize for name in OFFSET}

    def position(self, state: Any) -> Position:
        """The position of a record array of shape (1,); the same dict each time."""
        raw = state.tobytes()
        ints = np.frombuffer(raw, np.int32, self.at["vanquished"] // 4).tolist()
        prompt = Prompt(self._int(ints, "prompt")).name.lower()
        votes = [self._seat(ints[self.at["hitler_votes"] // 4 + i]) for i in (0, 1)]
        play = self._int(ints, "play")
        seat = self._int(ints, "seat")
        found: Position = {
            "decisions": self._int(ints, "decisions"),
            "round": self._int(ints, "game_round"),
            "turn": self._seat(self._int(ints, "turn")),
            "prompt": prompt,
            "seat": self._seat(seat),
            "winner": (None, *STACKED, "nobody")[self._int(ints, "winner") + 1],
            "how": How(self._int(ints, "how")).name.lower(),
            "aid_sent": bool(self._int(ints, "aided")),
            "countered": bool(self._int(ints, "countered")),
            "votes": dict(zip(self._germans(), votes, strict=False)) if votes[0] else {},
            "points": self._points(raw),
            "aid": None,
            "deal": None,
            "play": self.plays[self.homes[seat]][play] if min(play, seat) >= 0 else None,
        }
        if None in found["votes"].values():
            found["votes"] = {k: v for k, v in found["votes"].items() if v}
        if prompt == "aid":
            found["aid"] = (self._seat(self._int(ints, "aid_to")), self._int(ints, "aid_n"))
        if prompt == "deploy":
            waiting = self._bits(self._int(ints, "dealing"))
            found["deal"] = (self._int(ints, "to_deploy"), waiting)
        found["fight"] = self._fight(raw, ints, prompt) if prompt in FIGHTING else None
        self.found.update(found)
        self._read_seats(raw)
        self._read_theatres(raw)
        return self.found

    def _int(self, ints: list[int], name: str) -> int:
        return ints[self.at[name] // 4]

    def _seat(self, number: int) -> str | None:
        return self.seats[number] if number >= 0 else None

    def _bits(self, bits: int) -> tuple[str, ...]:
        return tuple(seat for i, seat in enumerate(self.seats) if bits >> i & 1)

    def _germans(self) -> list[str]:
        return [seat for seat in self.seats if seat.startswith("german")]

    def _points(self, raw: bytes) -> dict[str, int]:
        values = np.frombuffer(raw, np.int32, 2, self.at["points"]).tolist()
        return dict(zip(STACKED, values, strict=True))

    def _changed(self, raw: bytes, *names: str) -> bool:
        """Whether any of these fields is other than at the last reading."""
        now = [raw[self.at[name] : self.end[name]] for name in names]
        if self.last.get(names) == now:
            return False
        self.last[names] = now
        return True

    def _rows(self, key: str, raw: bytes, name: str, owners: tuple[str, ...], labels: Any) -> None:
        """The rows of a field, one for each owner, as counts by label."""
        if not self._changed(raw, name):
            return
        size = (self.end[name] - self.at[name]) // LENGTH[name]
        for i, owner in enumerate(owners):
            start = self.at[name] + i * size
            self.found[f"{owner}.{key}"] = counts(raw[start : start + size], labels[i])

    def _read_seats(self, raw: bytes) -> None:
        """All that lies before the seats."""
        for name in ("deployed", "seen"):
            self._rows(name, raw, name, self.seats, [self.cards] * len(self.seats))
        for name in ("deck", "discard", "removed", "reserve"):
            self._rows(name, raw, name, self.seats, self.own)
        homes = [self.plays[home] for home in self.homes]
        self._rows("retained", raw, "retained", self.seats, homes)
        if self._changed(raw, "hand", "hand_seat"):
            start = self.at["hand_seat"]
            holder = int.from_bytes(raw[start : start + 4], "little")
            start = self.at["hand"]
            for i, seat in enumerate(self.seats):
                held = raw[start : start + UNITS] if holder == i else b""
                self.found[f"{seat}.hand"] = counts(held, self.own[i])
        if self._changed(raw, "vanquished", "expelled"):
            battles = (None, *self.battles)
            for i, seat in enumerate(self.seats):
                self.found[f"{seat}.out"] = (
                    battles[raw[self.at["vanquished"] + i]],
                    battles[raw[self.at["expelled"] + i]],
                )

    def _read_theatres(self, raw: bytes) -> None:
        """The Conflict decks, who won the theatres, and what became of the Battlecards."""
        at = self.at
        names = ("place", "winners", "involved", "returned", "ever")
        if self._changed(raw, *names):
            columns = [raw[at[name] : at[name] + ALL_BATTLES] for name in names]
            self.found.update(self._battles(columns))
        if not self._changed(raw, "place", "victor", "play_deck", "play_discard"):
            return
        for h, theatre in enumerate(self.theatres):
            for name, place in (("deck", Place.DECK), ("discard", Place.DISCARD)):
                start = at[f"play_{name}"] + h * PLAYS
                row = raw[start : start + PLAYS]
                start = at["place"] + h * BATTLES
                marks = bytes(value == place for value in raw[start : start + BATTLES])
                self.found[f"{theatre}.{name}"] = counts(row + marks, self.conflict[h])
            victors = np.frombuffer(raw, np.int8, 2, at["victor"] + 2 * h).tolist()
            self.found[f"{theatre}.victor"] = {
                side: self._seat(victor) for side, victor in zip(SIDES, victors, strict=True)
            }

    def _battles(self, columns: list[bytes]) -> dict[str, Any]:
        found = {}
        for b, label in enumerate(self.battles):
            place, winners, involved, returned, ever = (column[b] for column in columns)
            if place == Place.ABSENT:
                continue
            word = Place(place).name.lower()
            found[label] = (
                word,
                self._bits(winners) if word in STACKED else (),
                self._bits(involved),
                (None, *SIDES)[returned],
                bool(ever),
            )
        return found

    def _fight(self, raw: bytes, ints: list[int], prompt: str) -> Position:
        at = self.at
        kinds = ints[at["kinds"] // 4 : at["kinds"] // 4 + 2]
        found: Position = {
            "card": self.battles[self._int(ints, "battle")],
            "mode": Mode(self._int(ints, "mode")).name.lower(),
            "theatre": self.theatres[self._int(ints, "field")],
            "attack_side": SIDES[self._int(ints, "attack_side")],
            "armies": tuple(self._bits(self._int(ints, n)) for n in ("attackers", "defenders")),
            "asked": tuple(self._bits(self._int(ints, n)) for n in ("pending", "willing")),
            "kinds": tuple(
                tuple(kind for k, kind in enumerate(KINDS) if bits >> k & 1) for bits in kinds
            ),
            "decisive": KINDS[self._int(ints, "decisive")],
            "round": self._int(ints, "combat_round"),
            "phase": self._int(ints, "phase"),
            "firing": self._int(ints, "firing"),
            "lines": self._lines(raw, ints, prompt in SHOOTING),
        }
        if prompt != "execute":
            found["orders"] = self._bonuses(raw, "orders", KINDS)
        if prompt in SHOOTING:
            line = self._int(ints, "shooter")
            seat, card = self._line(raw, line)
            numbers = (self._int(ints, "nexts"), self._int(ints, "yields"))
            chosen = self._int(ints, "chosen")
            found["shooter"] = (seat, card, *numbers)
            found["target"] = (
                bool(self._int(ints, "kill")),
                self.cards[chosen] if chosen >= 0 else None,
            )
            found["support"] = self._bonuses(raw, "bonus", SUBTYPE_WORDS)
        return found

    def _line(self, raw: bytes, line: int) -> tuple[str | None, str | None]:
        if line < 0:
            return None, None
        start = self.at["type"] + 2 * line
        card = self.cards[int.from_bytes(raw[start : start + 2], "little")]
        return self.seats[raw[self.at["owner"] + line]], card

    def _lines(
        self, raw: bytes, ints: list[int], shooting: bool
    ) -> list[dict[Any, tuple[int, int]]]:
        first = self.at["lines"] // 4
        alive, unfired = self.at["alive"], self.at["unfired"]
        armies, line = [], 0
        for count in ints[first : first + 2]:
            army: dict[Any, tuple[int, int]] = {}
            for at in range(line, line + count):
                army[self._line(raw, at)] = (raw[alive + at], raw[unfired + at] * shooting)
            line += count
            armies.append(army)
        return armies

    def _bonuses(self, raw: bytes, name: str, words: tuple[str, ...]) -> list[Any]:
        size = len(words)
        values = np.frombuffer(raw, np.int8, 4 * size, self.at[name]).reshape(2, 2, size)
        return [
            {(STATS[x], words[u]): int(army[x, u]) for x, u in zip(*army.nonzero(), strict=True)}
            for army in values
        ]


assert len(SUBTYPE_WORDS) == SUBTYPES
