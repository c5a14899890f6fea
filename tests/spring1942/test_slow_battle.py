"""The compiled battle against the slow one: the same dice, the same choices, the same end."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from spring1942.boards import Board, unit
from spring1942.slow_battle import SlowBattle
from spring1942.slow_pieces import AIRCRAFT, KINDS, LAND, Piece
from warfront.spring1942.chance import roll
from warfront.spring1942.grades import add_units

OCEAN = "sz11"  # no land and, but for the battle, no deck next to it
COAST = "norway"
OVERLAND = "karelia_ssr"
HARBOUR = "sz3"
GERMANY = 1
ALLIES = (0, 2, 4)
CARGO = ("", "infantry", "tank", "tank and infantry")
WORDS = {"press on": "press"}


class Chooser:
    """Answers at random and keeps the questions that were real choices."""

    def __init__(self, rng: random.Random, board: Board) -> None:
        self.rng = rng
        self.board = board
        self.asked: list[tuple[str, set[str], str]] = []

    def __call__(self, seat: int, what: str, options: list[str]) -> str:
        if len(options) == 1:
            return options[0]
        pick = options[self.rng.randrange(len(options))]
        if what == "retreat" and self.rng.random() < 0.7:
            pick = options[0]  # battles are to last
        words = [self.words(what, option) for option in options]
        self.asked.append((self.board.game.powers[seat], set(words), self.words(what, pick)))
        return pick

    def words(self, what: str, option: str) -> str:
        """An option as the boards have it."""
        if what == "transport":
            return f"transport with {option or 'nothing'}"
        if what == "owner":
            return str(self.board.game.powers[int(option)])
        if option == "here":
            return str(self.board.game.spaces[self.board.state.battle])
        return WORDS.get(option, option)


def new_pieces(rng: random.Random, power: int, kinds: tuple[str, ...], most: int) -> list[Piece]:
    """Up to so many pieces of a power; few kinds at a time, so that rare meetings are met."""
    chosen = rng.sample(kinds, rng.randint(1, min(4, len(kinds))))
    pieces = [Piece(power, rng.choice(chosen)) for _ in range(rng.randint(0, most))]
    for piece in pieces:
        if piece.kind == "transport":
            piece.cargo = rng.choice(CARGO)
        if power == GERMANY and piece.kind in AIRCRAFT:
            piece.left = rng.randint(0, 3)
    return pieces


def put_pieces(board: Board, space: str, pieces: list[Piece]) -> None:
    """The same pieces on the board."""
    s = board.at(space)
    for piece in pieces:
        power = board.game.powers[piece.power]
        if piece.kind == "transport":
            board.ship(space, power, *filter(None, piece.cargo.split(" and ")))
        elif piece.power == GERMANY and piece.kind in AIRCRAFT:
            add_units(board.tables, board.state, s, unit(piece.kind), piece.left, 1)
        else:
            board.state.army[s, piece.power, unit(piece.kind)] += 1


class Dice(Iterator[int]):
    """The dice the board will roll."""

    def __init__(self, board: Board) -> None:
        self.tables = board.tables
        self.states = board.states.copy()

    def __next__(self) -> int:
        return int(roll(self.tables, self.states[0]))


def new_battle(rng: random.Random, sea: bool) -> tuple[Board, SlowBattle, Chooser]:
    """One random battle twice."""
    board = Board("germany")
    board.state.rng += rng.randrange(1 << 60)
    if not sea:
        board.hold("uk", COAST).hold("germany", OVERLAND)
    kinds = KINDS[5:] + ("fighter", "bomber") if sea else KINDS[:5]
    space, most = (OCEAN, 6) if sea else (COAST, 8)
    mine = new_pieces(rng, GERMANY, kinds, most)
    theirs = []
    for power in ALLIES:
        if rng.random() < 0.6:
            theirs += new_pieces(rng, power, kinds[:-1] if sea else kinds, 5)
    choose = Chooser(rng, board)
    slow = SlowBattle(sea, GERMANY, mine, theirs, Dice(board), choose)
    if sea:
        board.engage(OCEAN)
        slow.retreats = rng.sample(["sz9", "sz12"], rng.choice([0, 1, 2]))
        board.came(OCEAN, *slow.retreats)
    else:
        arm_coast(rng, board, slow)
    put_pieces(board, space, mine + theirs)
    return board, slow, choose


def arm_coast(rng: random.Random, board: Board, slow: SlowBattle) -> None:
    """Some came by sea, with ships to bombard; perhaps there is an AA gun."""
    if rng.random() < 0.6:
        for piece in slow.attackers:
            piece.by_sea = piece.kind in LAND and rng.random() < 0.5
    landed = [p for p in slow.attackers if p.by_sea]
    ships = [rng.choice(["cruiser", "battleship"]) for _ in range(rng.randint(0, 3))]
    if landed and ships:
        slow.bombarding = [(len(landed), ships)]
    s, zone = board.at(COAST), board.at(HARBOUR)
    for ship in ships:
        board.state.army[zone, GERMANY, unit(ship)] += 1
    for piece in landed:
        board.state.seaborne[s, unit(piece.kind)] += 1
        board.state.landed[s, board.tables.neighbour[s].tolist().index(zone)] += 1
    if any(p.kind in LAND and not p.by_sea for p in slow.attackers):
        slow.retreats = [OVERLAND]
        board.came(COAST, OVERLAND)
    slow.has_gun = rng.random() < 0.5
    if slow.has_gun:
        board.put(COAST, "usa", aa_gun=rng.randint(1, 2))


def play(board: Board, asked: list[tuple[str, set[str], str]]) -> None:
    """Fight the compiled battle with the answers of the slow one."""
    for seat, options, pick in asked:
        board.run()
        assert board.asked()[0] == seat
        assert set(board.offers()) == options
        board.run(pick)
    board.run()
    assert board.is_over()


def left_of(pieces: list[Piece]) -> Counter[Any]:
    return Counter((p.power, p.kind) for p in pieces if p.alive)


def on_board(board: Board, space: str, powers: tuple[int, ...]) -> Counter[Any]:
    """Pieces on the board but for AA guns and complexes."""
    army = board.state.army[board.at(space)]
    return Counter({(p, kind): n for p in powers for kind in KINDS if (n := army[p, unit(kind)])})


def check_attackers(board: Board, slow: SlowBattle, space: str) -> None:
    """All attackers are where they should be, aircraft with the range they had."""
    stayed = [p for p in slow.attackers if p not in slow.gone or p.kind in AIRCRAFT]
    left = [p for p in slow.attackers if p in slow.gone and p.kind not in AIRCRAFT]
    assert on_board(board, space, (GERMANY,)) == left_of(stayed)
    if slow.retreated_to not in ("", "here"):
        assert on_board(board, slow.retreated_to, (GERMANY,)) == left_of(left)
    for kind in AIRCRAFT:
        ranges = Counter(p.left for p in slow.attackers if p.alive and p.kind == kind)
        assert board.spent(space, kind) == ranges
    cargoes = [board.transports(z, "germany") for z in (space, slow.retreated_to) if z[:2] == "sz"]
    ships = [p.cargo or "nothing" for p in slow.attackers if p.alive and p.kind == "transport"]
    assert Counter(sum(cargoes, [])) == Counter(ships)


def lose_deckless(slow: SlowBattle) -> None:
    """A3 with nowhere to go: whoever finds no place on a deck is lost, guests first."""
    carriers = Counter(p.power for p in slow.defenders if p.alive and p.kind == "aircraft_carrier")
    fighters = Counter(p.power for p in slow.defenders if p.alive and p.kind == "fighter")
    own = {power: min(fighters[power], 2 * carriers[power]) for power in ALLIES}
    places = 2 * carriers.total() - sum(own.values())
    for power in ALLIES:
        guests = min(fighters[power] - own[power], places)
        places -= guests
        lost = fighters[power] - own[power] - guests
        for piece in [p for p in slow.defenders if p.alive and p.power == power]:
            if piece.kind == "fighter" and lost:
                piece.alive, lost = False, lost - 1


def is_fought(slow: SlowBattle) -> bool:
    """Whether there is a battle at all: aircraft alone do not attack empty land."""
    if slow.sea:
        return bool(slow.attackers and slow.defenders)
    return bool(slow.fighting(True) and slow.fighting(False))


def check_battle(seed: int) -> None:
    """One random battle both ways."""
    rng = random.Random(seed)
    sea = seed % 3 > 0
    board, slow, choose = new_battle(rng, sea)
    if not is_fought(slow):
        return
    space = OCEAN if sea else COAST
    board.state.battle = board.at(space)  # for the chooser's words
    end = slow.fight()
    board.state.battle = -1
    play(board, choose.asked)
    if sea:
        lose_deckless(slow)
    check_attackers(board, slow, space)
    assert on_board(board, space, ALLIES) == left_of(slow.defenders)
    assert isinstance(slow.dice, Dice)
    assert board.state.rng == slow.dice.states[0].rng  # as many dice were used
    taken = end == "won" and any(p.kind in LAND for p in slow.army(True))
    assert sea or board.owner(space) == ("uk" if not taken else "germany")
    damaged = Counter(p.power for p in slow.attackers + slow.defenders if p.alive and p.damaged)
    found = {p: int(n) for p, n in enumerate(board.state.damaged.sum(axis=0)) if n}
    assert found == damaged


@pytest.mark.plain
def test_b1_random_battles_go_as_the_slow_battle_has_it() -> None:
    for seed in range(300):
        check_battle(seed)


@pytest.mark.deep
def test_b1_thousands_of_random_battles_go_as_the_slow_battle_has_it() -> None:
    for seed in range(300, 8000):
        check_battle(seed)
