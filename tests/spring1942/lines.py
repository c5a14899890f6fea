"""Lines of play counted by the plain model of whole moves: what perft must find.

A position is taken apart into `World`s (whole_moves.py). The choices of an order, from where, what,
where to and how many, are a tree over what the model lets move; a choice of one is not asked. The
phases of purchase and mobilizing have plain models of their own. Nothing here asks a kernel what is
legal; battles are not fought, so that a line ends where one would be.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from spring1942.goods import CARRIER, Shop, Yard
from spring1942.test_rules_landing import Brute
from spring1942.turns import Turn
from spring1942.whole_moves import GUN, Piece, Rules, Ship, World, put_back, sort, world_of
from warfront.game import Game, State
from warfront.spring1942.state import LAYOUT, Phase
from warfront.spring1942.tables import UNIT_DOMAIN

END = "end"  # of the phase
DONE = "done"
AIR = (4, 5)
Tree = Any  # {choice: Tree} or what the order leads to: END or a position of the model


def standing(game: Game, state: State) -> Turn:
    """A state of a game as the tests' `Turn`, on a copy."""
    turn: Turn = Turn.__new__(Turn)
    turn.game = game.loaded  # type: ignore[attr-defined]
    turn.tables = turn.game.tables
    turn.states = game.copy(state).view(np.recarray)
    turn.state = turn.states[0]
    return turn


def copied(turn: Turn) -> Turn:
    """A turn on a copy of its state."""
    twin: Turn = Turn.__new__(Turn)
    twin.game, twin.tables = turn.game, turn.tables
    twin.states = turn.states.copy()
    twin.state = twin.states[0]
    return twin


class Moves:
    """Phases 2 and 4: a position is a World and what was decided on zones of light enemies."""

    def __init__(self, turn: Turn) -> None:
        self.turn, self.rules = turn, Rules(turn)
        self.combat = int(turn.state.phase) == Phase.COMBAT_MOVE
        self.judged: dict[Any, bool] = {}
        self.allowed = Brute(turn, frozen=False).least()
        self.start = (world_of(turn), ())

    def will_fight(self) -> bool:
        """CM11: whether ships that stay where they began will fight there."""
        world = self.start[0]
        own = {p[1] for p in world.mine}
        own |= {ship.space for ship in world.fleet if ship.owner == self.rules.me}
        return self.combat and any(self.rules.sea(x) and self.rules.hostile(x) for x in own)

    def tree(self, at: Any) -> Tree:
        """Every order as choices, and the end of the phase where it may end."""
        world, decided = at
        found: Tree = {}
        for choices, after in self.orders(world):
            if self.lands(after, decided):
                branch = found
                for choice in choices[:-1]:
                    branch = branch.setdefault(choice, {})
                branch[choices[-1]] = (after, decided)
        zones = self.open_zones(world, decided)
        if zones:
            found["decide"] = {z: self.decide(world, decided, z) for z in zones}
        if self.combat or self.lands(world, decided, frozen=True):
            found[DONE] = END
        return found

    def orders(self, w: World) -> Iterator[tuple[list[Any], World]]:
        """Every whole move as its choices and where it leads to."""
        for piece in set(w.mine):
            if piece[2] > 0 and not piece[3]:
                yield from self.of_piece(w, piece)
        for ship in set(w.fleet):
            others = list(w.fleet)
            others.remove(ship)
            for after, changed in self.rules.work(w, ship):
                fleet = sort((*others, after))
                way = self.of_ship(ship, after, w, changed)
                yield [ship.space, ship, *way], replace(changed, fleet=fleet)

    def of_piece(self, w: World, piece: Piece) -> Iterator[tuple[list[Any], World]]:
        u, x, left, _ = piece
        rest = list(w.mine)
        rest.remove(piece)
        act = (self.rules.march, self.rules.fly, self.rules.sail)[UNIT_DOMAIN[u]]
        for after in act(w, rest, u, x, left):
            gone = Counter(after.mine) - Counter(rest)
            there = next(p for p in gone if p[0] == u and (u == GUN or p[1] != x))
            choices = [x, ("grade", u, left), there[1]]
            if UNIT_DOMAIN[u] != 0:
                yield [*choices, there[3]], after
                continue
            for n in range(1, w.mine.count(piece) + 1):
                mine = list(after.mine)
                for _ in range(n - 1):
                    mine.remove(piece)
                yield [*choices, n], replace(after, mine=sort((*mine, *[there] * (n - 1))))

    def of_ship(self, ship: Ship, after: Ship, w: World, changed: World) -> list[Any]:
        """The choices after a transport is chosen: sail, load from and what, unload and where."""
        if after.space != ship.space:
            return [("sail", after.space)]
        if len(changed.mine) < len(w.mine):
            (loaded,) = Counter(w.mine) - Counter(changed.mine)
            return ["load", loaded[1], loaded[0]]
        (cargo,) = Counter(ship.cargo) - Counter(after.cargo)
        return [("unload", cargo), after.target]

    def open_zones(self, w: World, decided: Any) -> list[int]:
        """CM10: zones with only light enemies, that something there could hit, not decided on."""
        if not self.combat:
            return []
        zones = []
        for z, enemies in self.rules.enemy.items():
            if not self.rules.sea(z) or self.rules.hostile(z) or z in dict(decided):
                continue
            here = {p[0] for p in w.mine if p[1] == z}
            light = enemies & {6, 11}
            if light and (here - set(AIR) or (here and 11 in light)):
                zones.append(z)
        return zones

    def decide(self, w: World, decided: Any, z: int) -> Tree:
        attack = sort((*decided, (z, True)))
        answers = {"ignore": (w, sort((*decided, (z, False))))}
        if self.lands(w, attack):
            answers["attack"] = (w, attack)
        return answers

    def lands(self, w: World, decided: Any, frozen: bool = False) -> bool:
        """CM15, NCM14, NCM21: no aircraft is stranded that need not be; all landings are tried."""
        pieces = tuple(p for p in w.mine if p[0] in AIR or UNIT_DOMAIN[p[0]] == 2)
        if not any(p[0] in AIR for p in pieces):
            return True
        key = (w.owners, w.guests, pieces, decided, frozen)
        if key not in self.judged:
            before = self.turn.states.tobytes()
            put_back(self.turn, w)
            for z, attack in decided:
                self.turn.state.engage[z] = 1 if attack else 2
            self.judged[key] = Brute(self.turn, frozen).least() <= self.allowed
            self.turn.states[:] = np.frombuffer(before, LAYOUT)
        return self.judged[key]


class Opening:
    """From the start of a game through its first phases, as far as nothing has moved.

    A position is (power, phase, what was bought, position of the phase's model).
    """

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self.models: dict[Any, Any] = {}
        self.start = self.enter(0, Phase.PURCHASE, ())

    def model(self, power: int, phase: Phase, bought: Any) -> Any:
        """The phase's model: of a purchase, moves only heed new carriers."""
        decks = dict(bought).get(CARRIER, 0)
        key = (power, phase, decks)
        if key not in self.models:
            turn = copied(self.turn)
            turn.state.turn, turn.state.phase = power, phase
            turn.state.purchased[CARRIER] = decks
            self.models[key] = Shop(turn) if phase == Phase.PURCHASE else Moves(turn)
        return self.models[key]

    def enter(self, power: int, phase: Phase, bought: Any) -> Any:
        return power, phase, bought, self.model(power, phase, bought).start

    def tree(self, at: Any) -> Tree:
        """The choices of the phase's model; its end leads on to the next phase."""
        power, phase, bought, there = at
        model = self.model(power, phase, bought)
        calm = there == model.start and not (isinstance(model, Moves) and model.will_fight())
        return self.lift(at, model.tree(there), calm)

    def lift(self, at: Any, node: Tree, calm: bool) -> Tree:
        power, phase, bought, there = at
        if isinstance(node, dict):
            return {choice: self.lift(at, after, calm) for choice, after in node.items()}
        if node != END:
            return power, phase, bought, node
        if phase == Phase.PURCHASE:
            return self.enter(power, Phase.COMBAT_MOVE, there[2])
        if phase == Phase.COMBAT_MOVE and calm:
            return self.enter(power, Phase.NONCOMBAT, bought)
        return None  # no count may go on from there


class Lines:
    """Counts lines of play from a position that stands at the first choice of a phase."""

    def __init__(self, game: Game, state: State, opening: bool = False) -> None:
        turn = standing(game, state)
        self.kept = bool(turn.state.by_hand)
        models = {Phase.PURCHASE: Shop, Phase.MOBILIZE: Yard}
        model = Opening if opening else models.get(Phase(int(turn.state.phase)), Moves)
        self.model: Any = model(turn)
        self.known: dict[Any, tuple[int, ...]] = {}

    def count(self, depth: int) -> list[int]:
        """As `perft` counts: entry d is the number of lines of d + 1 choices."""
        return list(self._count(self.model.start, depth))

    def _count(self, node: Tree, depth: int) -> tuple[int, ...]:
        assert node is not None, "the model has no battles"
        if not isinstance(node, dict):
            if node == END:
                return (0,) * depth
            if (node, depth) not in self.known:
                self.known[node, depth] = self._count(self.model.tree(node), depth)
            return self.known[node, depth]
        if len(node) == 1 and not (self.kept and DONE in node):
            return self._count(next(iter(node.values())), depth)
        counts = [len(node)] + [0] * (depth - 1)
        for after in node.values() if depth > 1 else ():
            for d, n in enumerate(self._count(after, depth - 1), 1):
                counts[d] += n
        return tuple(counts)
