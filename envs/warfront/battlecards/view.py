"""What a seat may know as readable data: from the state, and the same from an observation.

Beside it stand what the public knows, and the table with every card open.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.attributes import attributes_of
from warfront.battlecards.data import Loaded
from warfront.battlecards.known import Known, known, read, seen_hands
from warfront.battlecards.names import Names
from warfront.battlecards.pieces import OFFSET, Fight, Piece
from warfront.battlecards.state import How, Mode, Place, Prompt, Stage
from warfront.battlecards.tables import BATTLES, SIDE_NAMES, UNITS, Kind, Stat, Subtype
from warfront.game import View

PLACES = (Place.DECK, Place.DISCARD, Place.AXIS, Place.ALLIES, Place.ACTIVE)
ARMIES = ("attackers", "defenders")
RESULTS = (None, *SIDE_NAMES, "nobody")


def view(loaded: Loaded, state: Any, seat: int) -> View:
    """All that `seat` may know, with names, JSON-able.

    Args:
        loaded: the components of the game.
        state: a LAYOUT record with attributes.
        seat: the seat that looks.
    """
    return _eyes(loaded, state, seat).whole()


def open_view(loaded: Loaded, state: Any) -> View:
    """Every card open: of each seat what it knows itself.

    Args:
        loaded: the components of the game.
        state: a LAYOUT record with attributes.
    """
    return _shared(loaded, state, [_eyes(loaded, state, s) for s in range(len(loaded.seats))])


def public_view(loaded: Loaded, state: Any) -> View:
    """What neither side keeps from the other: of each seat what its enemies know, and no hand.

    Args:
        loaded: the components of the game.
        state: a LAYOUT record with attributes.
    """
    side_of = [int(side) for side in loaded.tables.side[: len(loaded.seats)]]
    enemies = [_eyes(loaded, state, side_of.index(1 - side)) for side in (0, 1)]  # of a side
    return _shared(loaded, state, [enemies[side] for side in side_of])


def decode(loaded: Loaded, observation: NDArray[Any]) -> View:
    """The view that an observation [observation_size] stands for."""
    return _Reader(loaded, read(loaded.tables, observation)).whole()


def _eyes(loaded: Loaded, state: Any, seat: int) -> "_Reader":
    """What a seat knows, to be read."""
    return _Reader(loaded, known(attributes_of(loaded.tables), attributes_of(state), seat))


def _shared(loaded: Loaded, state: Any, eyes: "list[_Reader]") -> View:
    """A view of nobody's: of each seat, and of its hand and question, what `eyes` [seats] know."""
    found = eyes[max(int(state.seat), 0)].whole()
    found["observer"], found["side"] = None, None
    found["deal"] = eyes[max(int(state.hand_seat), 0)].deal()
    found["seats"] = {name: eyes[i].force(i) for i, name in enumerate(loaded.seats)}
    return found


def _one(piece: NDArray[np.int64]) -> int:
    """The index of a one-hot piece, -1 when it is blank."""
    return int(piece.argmax()) if piece.any() else -1


class _Reader:
    """Names what is known."""

    def __init__(self, loaded: Loaded, facts: Known) -> None:
        self.names = Names(loaded)
        self.facts = facts
        self.side = int(facts[Piece.SIDE][0])
        self.hands = seen_hands(loaded.tables, _one(facts[Piece.OBSERVER]))

    def number(self, piece: Piece, index: int = 0) -> int:
        return int(self.facts[piece].reshape(-1)[index])

    def seat(self, number: int) -> str | None:
        return self.names.seats[number] if number >= 0 else None

    def seats(self, flags: NDArray[np.int64]) -> list[str]:
        return [self.names.seats[i] for i in np.flatnonzero(flags)]

    def bits(self, bits: int) -> list[str]:
        return [name for i, name in enumerate(self.names.seats) if int(bits) >> i & 1]

    def battle(self, number: int) -> str | None:
        return self.names.battle(number) if number >= 0 else None

    def cards(self, counts: NDArray[np.int64], holder: int) -> dict[str, int]:
        """Counts [types] by name."""
        return {self.names.card(int(t), holder): int(counts[t]) for t in np.flatnonzero(counts)}

    def plays(self, counts: NDArray[np.int64], theatre: int) -> dict[str, int]:
        """Counts [plays] by name."""
        names = self.names.plays[theatre]
        return {names[int(p)]: int(counts[p]) for p in np.flatnonzero(counts)}

    def whole(self) -> View:
        """The view."""
        facts = self.facts
        asked = _one(facts[Piece.SEAT])
        play = _one(facts[Piece.PLAY])
        mine, theirs = (int(pair.sum()) for pair in facts[Piece.POINTS])
        return {
            "observer": self.seat(_one(facts[Piece.OBSERVER])),
            "side": SIDE_NAMES[self.side],
            "round": int(facts[Piece.ROUND].sum()),
            "turn": self.seat(_one(facts[Piece.TURN])),
            "prompt": Prompt(_one(facts[Piece.PROMPT])).name.lower(),
            "seat": self.seat(asked),
            "points": {SIDE_NAMES[self.side]: mine, SIDE_NAMES[1 - self.side]: theirs},
            "target": int(facts[Piece.TARGET].sum()),
            "winner": RESULTS[self.number(Piece.RESULT)],
            "how": How(self.number(Piece.RESULT, 1)).name.lower(),
            "aid_sent": bool(self.number(Piece.COURSE)),
            "countered": bool(self.number(Piece.COURSE, 1)),
            "aid_to": self.seat(self.number(Piece.COURSE, 2) - 1),
            "aid_cards": self.number(Piece.COURSE, 3),
            "hitler_votes": [self.seat(int(vote) - 1) for vote in facts[Piece.HITLER]],
            "play": self.names.plays[self.names.theatre_of[asked]][play] if play >= 0 else None,
            "battle": self.battle(_one(facts[Piece.BATTLE])),
            "deal": self.deal(),
            "seats": {name: self.force(i) for i, name in enumerate(self.names.seats)},
            "theatres": {name: self.theatre(i) for i, name in enumerate(self.names.theatres)},
            "battles": self.battles(),
            "fight": self.fight(),
        }

    def deal(self) -> View | None:
        """The seat that draws and deploys, if any."""
        facts = self.facts
        holder = self.number(Piece.DEALS, 5) - 1
        if holder < 0:
            return None
        names = self.names.cards[holder * UNITS : (holder + 1) * UNITS]
        hand = facts[Piece.HAND]
        return {
            "seat": self.seat(holder),
            "to_deploy": self.number(Piece.DEALS),
            "drawn": self.number(Piece.DEALS, 1),
            "draw": self.number(Piece.DEALS, 2),
            "deploy": self.number(Piece.DEALS, 3),
            "then": Stage(self.number(Piece.DEALS, 4)).name.lower(),
            "waiting": self.seats(facts[Piece.DEALING]),
            "hand": {names[int(unit)]: int(hand[unit]) for unit in np.flatnonzero(hand)},
        }

    def force(self, seat: int) -> View:
        """What is known of a seat: of an enemy `deployed` holds only what was seen.

        `reserve` and `retained` are there where the observer sees that hand.
        """
        facts = self.facts
        own = self.names.side_of[seat] == self.side
        start = slice(seat * UNITS, (seat + 1) * UNITS)
        found: View = {
            "vanquished_by": self.battle(int(facts[Piece.VANQUISHED][seat]) - 1),
            "expelled_by": self.battle(int(facts[Piece.EXPELLED][seat]) - 1),
            "front": int(facts[Piece.FRONT][seat]),
            "deployed": self.cards(facts[Piece.DEPLOYED][seat], seat),
            "hidden": {
                self.names.seats[int(home)]: int(facts[Piece.HIDDEN][seat, home])
                for home in np.flatnonzero(facts[Piece.HIDDEN][seat])
            },
            "retained_count": int(facts[Piece.RETAINED_COUNT][seat]),
            "reserve_count": int(facts[Piece.RESERVE_COUNT][seat]),
            "arsenal": int(facts[Piece.ARSENAL][seat]),
            "discard": self.own_cards(facts[Piece.DISCARD][start], seat),
            "removed": self.own_cards(facts[Piece.REMOVED][start], seat),
        }
        if own:
            found["seen"] = self.cards(facts[Piece.EXPOSED][seat // 2], seat)
        if self.hands[seat]:
            found["reserve"] = self.own_cards(facts[Piece.RESERVE][seat], seat)
            found["retained"] = self.plays(facts[Piece.RETAINED][seat], self.names.theatre_of[seat])
        return found

    def own_cards(self, counts: NDArray[np.int64], home: int) -> dict[str, int]:
        """Counts [units] of one deck by name."""
        names = self.names.cards[home * UNITS : (home + 1) * UNITS]
        return {names[int(unit)]: int(counts[unit]) for unit in np.flatnonzero(counts)}

    def theatre(self, theatre: int) -> View:
        """A theatre's Conflict deck and who won it."""
        facts = self.facts
        return {
            "deck": int(facts[Piece.CONFLICT_DECK][theatre]),
            "discard": self.plays(facts[Piece.CONFLICT_DISCARD][theatre], theatre),
            "won_by": {
                side: self.seat(int(facts[Piece.VICTOR][theatre, i]) - 1)
                for i, side in enumerate(SIDE_NAMES)
            },
        }

    def battles(self) -> View:
        """Every Battlecard of the game: where it is and what became of it."""
        facts = self.facts
        order = (0, 1, 2 + self.side, 3 - self.side, 4)
        places = facts[Piece.PLACE].argmax(0).tolist()
        winners, involved, returned, ever = (
            facts[piece].tolist()
            for piece in (Piece.WINNERS, Piece.INVOLVED, Piece.RETURNED, Piece.EVER)
        )
        return {
            self.names.battle(b): {
                "place": PLACES[order[places[b]]].name.lower(),
                "theatre": self.names.theatres[b // BATTLES],
                "winners": self.bits(winners[b]),
                "involved": self.bits(involved[b]),
                "returned_to": (None, *SIDE_NAMES)[returned[b]],
                "conquered_once": bool(ever[b]),
            }
            for b in np.flatnonzero(facts[Piece.PLACE].any(0)).tolist()
        }

    def fight(self) -> View | None:
        """The battle that is asked about or fought."""
        facts = self.facts
        numbers = facts[Piece.FIGHT]
        if not numbers.any():
            return None
        field, side, decisive = (
            int(numbers[i]) - 1 for i in (Fight.FIELD, Fight.ATTACK_SIDE, Fight.DECISIVE)
        )
        shooter = _one(facts[Piece.SHOOTER])
        owner = _one(facts[Piece.SHOOTER_SEAT])
        chosen = _one(facts[Piece.CHOSEN])
        return {
            "mode": Mode(int(numbers[Fight.MODE])).name.lower(),
            "theatre": self.names.theatres[field] if field >= 0 else None,
            "attack_side": SIDE_NAMES[side] if side >= 0 else None,
            "decisive": Kind(decisive).name.lower() if decisive >= 0 else None,
            "round": int(numbers[Fight.ROUND]),
            "phase": int(numbers[Fight.PHASE]),
            "firing": ARMIES[int(numbers[Fight.FIRING]) - 1],
            "nexts": int(numbers[Fight.NEXTS]),
            "yields": int(numbers[Fight.YIELDS]),
            "autokill": bool(numbers[Fight.KILL]),
            "kinds": {army: self.kinds(facts[Piece.KINDS][i]) for i, army in enumerate(ARMIES)},
            "attackers": self.seats(facts[Piece.ATTACKERS]),
            "defenders": self.seats(facts[Piece.DEFENDERS]),
            "pending": self.seats(facts[Piece.PENDING]),
            "willing": self.seats(facts[Piece.WILLING]),
            "shooter": {"seat": self.seat(owner), "card": self.names.card(shooter, owner)}
            if shooter >= 0
            else None,
            "chosen": self.names.card(chosen, -1) if chosen >= 0 else None,
            "alive": self.rows(facts[Piece.ALIVE]),
            "unfired": self.rows(facts[Piece.UNFIRED]),
            "needs": self.needs(facts[Piece.NEED]),
            "support": {army: self.support(i) for i, army in enumerate(ARMIES)},
        }

    @staticmethod
    def kinds(flags: NDArray[np.int64]) -> list[str]:
        return [kind.name.lower() for kind in Kind if flags[kind]]

    def rows(self, table: NDArray[np.int64]) -> dict[str, dict[str, int]]:
        """[owner, type] by names, without the empty rows."""
        return {
            name: self.cards(table[i], i)
            for i, name in enumerate(self.names.seats)
            if table[i].any()
        }

    def needs(self, rolls: NDArray[np.int64]) -> dict[str, int]:
        """What the shooter must roll against each enemy card."""
        return {self.names.card(int(t), -1): int(rolls[t]) for t in np.flatnonzero(rolls)}

    def support(self, army: int) -> View:
        """The support and the Retained Actions in force for an army."""
        found: View = {}
        for stat in Stat:
            bonus = self.facts[Piece.BONUS][army, stat]
            orders = self.facts[Piece.ORDERS][army, stat]
            if not bonus.any():
                continue
            found[stat.name.lower()] = {
                **{u.name.lower(): int(bonus[u]) - OFFSET for u in Subtype if bonus[u] != OFFSET},
                **{k.name.lower(): int(orders[k]) - OFFSET for k in Kind if orders[k] != OFFSET},
            }
        return found
