"""One readable form of a position, made from the reference and from a kernel's record.

Both sides give a dict of the same keys in the words of the game. Only what has a meaning at the
decision is in it: of a battle that is over, or of a deal that is done, nothing is left.
"""

import hashlib
import json
from typing import Any

import numpy as np

from reference.battlecards.cards import KINDS, SIDES
from reference.battlecards.table import Fight, Question, Table
from warfront.battlecards.face import BattlecardsGame
from warfront.battlecards.state import LAYOUT, How, Mode, Place, Prompt
from warfront.battlecards.tables import ALL_BATTLES, BATTLES, PLAYS, SUBTYPES, TYPES, UNITS, Subtype

Position = dict[str, Any]
STATS = ("attack", "defence")
SUBTYPE_WORDS = tuple(subtype.name.lower() for subtype in Subtype)
STACKED = ("axis", "allies")
SHOOTING = ("shot", "autokill", "owner")
FIGHTING = ("execute", "battle_card", "rout", "withdraw", *SHOOTING)


def canonical_hash(position: Position) -> str:
    """16 hex digits of a position; equal for equal positions."""
    text = json.dumps(position, sort_keys=True, default=list)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


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
        "play": table.play,
    }
    for name, seat in table.seats.items():
        found[f"{name}.deployed"] = seat.deployed
        found[f"{name}.seen"] = seat.seen
        found[f"{name}.deck"] = seat.deck
        found[f"{name}.discard"] = seat.discard
        found[f"{name}.hand"] = seat.hand
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
        shooter = fight.shooter
        assert shooter is not None
        found["shooter"] = (shooter.seat, shooter.unit.label, fight.nexts, fight.yields)
        found["target"] = (fight.autokill, fight.chosen)
        found["support"] = list(fight.support)
    return found


class Decoder:
    """Reads the records of one kernel game; unchanged parts are taken over from the last time."""

    def __init__(self, game: BattlecardsGame) -> None:
        loaded = game.loaded
        self.seats = tuple(loaded.seats)
        self.theatres = tuple(loaded.theatres)
        self.cards = list(game.words.cards)
        self.plays = [list(names) for names in loaded.play_names]
        self.battles = list(game.words.battles)
        self.homes = [self.theatres.index(_home(seat)) for seat in self.seats]
        self.memo: dict[str, tuple[Any, Any]] = {}
        self.at = {name: LAYOUT.fields[name][1] for name in LAYOUT.names or ()}  # type: ignore[index]

    def position(self, state: Any) -> Position:
        """The position of a record array of shape (1,)."""
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
            "play": self.plays[self.homes[seat]][play] if play >= 0 else None,
        }
        if None in found["votes"].values():
            found["votes"] = {k: v for k, v in found["votes"].items() if v}
        if prompt == "aid":
            found["aid"] = (self._seat(self._int(ints, "aid_to")), self._int(ints, "aid_n"))
        if prompt == "deploy":
            waiting = self._bits(self._int(ints, "dealing"))
            found["deal"] = (self._int(ints, "to_deploy"), waiting)
        self._read_seats(found, raw)
        self._read_theatres(found, raw)
        found["fight"] = self._fight(raw, ints, prompt) if prompt in FIGHTING else None
        return found

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

    def _counts(self, key: str, raw: bytes, labels: list[str]) -> dict[str, int]:
        """A row of counts by label, decoded only when it has changed."""
        last = self.memo.get(key)
        if last is not None and last[0] == raw:
            known: dict[str, int] = last[1]
            return known
        values = np.frombuffer(raw, np.uint8)
        found = {labels[i]: int(values[i]) for i in values.nonzero()[0].tolist()}
        self.memo[key] = (raw, found)
        return found

    def _read_seats(self, found: Position, raw: bytes) -> None:
        at, battles = self.at, (None, *self.battles)
        hand_seat = int.from_bytes(raw[at["hand_seat"] : at["hand_seat"] + 4], "little")
        for i, seat in enumerate(self.seats):
            home = self.cards[i * UNITS : (i + 1) * UNITS]
            for name in ("deployed", "seen"):
                start = at[name] + i * TYPES
                key = f"{seat}.{name}"
                found[key] = self._counts(key, raw[start : start + TYPES], self.cards)
            for name in ("deck", "discard", "removed"):
                start = at[name] + i * UNITS
                key = f"{seat}.{name}"
                found[key] = self._counts(key, raw[start : start + UNITS], home)
            start = at["retained"] + i * PLAYS
            key = f"{seat}.retained"
            plays = self.plays[self.homes[i]]
            found[key] = self._counts(key, raw[start : start + PLAYS], plays)
            key, start = f"{seat}.hand", at["hand"]
            held = raw[start : start + UNITS] if hand_seat == i else bytes(UNITS)
            found[key] = self._counts(key, held, home)
            found[f"{seat}.out"] = (
                battles[raw[at["vanquished"] + i]],
                battles[raw[at["expelled"] + i]],
            )

    def _read_theatres(self, found: Position, raw: bytes) -> None:
        at = self.at
        columns = [
            raw[at[name] : at[name] + ALL_BATTLES]
            for name in ("place", "winners", "involved", "returned", "ever")
        ]
        last = self.memo.get("battles")
        if last is None or last[0] != columns:
            self.memo["battles"] = last = (columns, self._battles(columns))
        found.update(last[1])
        for h, theatre in enumerate(self.theatres):
            for name, place in (("deck", Place.DECK), ("discard", Place.DISCARD)):
                start = at[f"play_{name}"] + h * PLAYS
                row = raw[start : start + PLAYS]
                places = columns[0][h * BATTLES : (h + 1) * BATTLES]
                marks = bytes(value == place for value in places)
                labels = self.plays[h] + [""] * (PLAYS - len(self.plays[h]))
                labels += self.battles[h * BATTLES : (h + 1) * BATTLES]
                key = f"{theatre}.{name}"
                found[key] = self._counts(key, row + marks, labels)
            victors = np.frombuffer(raw, np.int8, 2, at["victor"] + 2 * h).tolist()
            found[f"{theatre}.victor"] = {
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

    def _line(self, raw: bytes, line: int) -> tuple[str, str]:
        start = self.at["type"] + 2 * line
        card = self.cards[int.from_bytes(raw[start : start + 2], "little")]
        return self.seats[raw[self.at["owner"] + line]], card

    def _lines(
        self, raw: bytes, ints: list[int], shooting: bool
    ) -> list[dict[tuple[str, str], tuple[int, int]]]:
        first = self.at["lines"] // 4
        alive, unfired = self.at["alive"], self.at["unfired"]
        armies, line = [], 0
        for count in ints[first : first + 2]:
            army = {}
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


def _home(seat: str) -> str:
    from reference.battlecards.cards import HOME

    return HOME[seat]


assert len(SUBTYPE_WORDS) == SUBTYPES
