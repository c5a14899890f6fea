"""Short words for the rule tests: games, positions in and facts out."""

from functools import cache
from typing import Any

from warfront import make_game
from warfront.game import Game, Position, State

WEST = "western_europe"
PACIFIC = "pacific"
RUSSIA = "russia"
AFRICA = "north_africa"
WEST_PACIFIC = (WEST, PACIFIC)
WEST_RUSSIA = (WEST, RUSSIA)
ALL = (WEST, PACIFIC, RUSSIA, AFRICA)

HOMES = {
    WEST: ("german", "british"),
    PACIFIC: ("japanese", "us"),
    RUSSIA: ("german_barbarossa", "soviet"),
    AFRICA: ("afrika_korps", "army_of_the_nile"),
}
INFANTRY = {
    "german": "Wehrmacht Infantry",
    "british": "British Infantry",
    "japanese": "Imperial Infantry",
    "us": "US Army Infantry",
    "german_barbarossa": "Landser Infantry",
    "soviet": "Rifle Division",
    "afrika_korps": "90th Light Division",
    "army_of_the_nile": "Eighth Army Infantry",
}
FIGHTER = {
    "german": "Bf 109",
    "british": "Spitfire",
    "japanese": "A6M Zero",
    "us": "F6F Hellcat",
    "german_barbarossa": "Bf 109 G",
    "soviet": "Yak-9",
    "afrika_korps": "Bf 109 F",
    "army_of_the_nile": "Kittyhawk",
}
ATTACKERS = "attackers"
DEFENDERS = "defenders"
NORMANDY = "Invasion of Normandy"
GERMANS = ["Wehrmacht Infantry", "Bf 109", "Type VII U-boats"]  # one of each kind
BRITONS = ["British Infantry", "Spitfire", "King George V"]
AMERICANS = ["Marine Division", "F6F Hellcat", "Iowa"]
GERMAN_SHOT = "fire Wehrmacht Infantry -> British Infantry"
BRITISH_SHOT = "fire British Infantry -> Wehrmacht Infantry"


@cache
def game_of(*theatres: str, **options: Any) -> Game:
    """A game of these theatres (Western Europe and the Pacific if none), built once."""
    made = {"handicaps": False, **options}  # printed figures, whatever the balance needs
    return make_game("battlecards", theatres=theatres or WEST_PACIFIC, options=made)


def seats_of(game: Game, **listed: Any) -> Position:
    """The `seats` table: a list is what a seat has deployed, a dict all that is said of it.

    A seat that is not listed has nothing deployed; one that is not in the game is passed over.
    """
    seats: Position = {name: {"deployed": []} for name in game.spec.seats}
    listed = {name: found for name, found in listed.items() if name in seats}
    for name, found in listed.items():
        seats[name].update(found if isinstance(found, dict) else {"deployed": list(found)})
    for table in seats.values():
        if table.get("vanquished_by"):
            del table["deployed"]
    return seats


def drawn(game: Game, turn: str, card: str, **listed: Any) -> State:
    """The turn of `turn`, who has just drawn `card` from his theatre's deck."""
    conflict = {home_of(turn): {"deck": [card, "Counterattack"]}}
    state = at_turn(game, turn, conflict=conflict, **listed)
    game.order(state, "draw")
    return state


def at_turn(game: Game, turn: str, **listed: Any) -> State:
    """The start of a turn of `turn`.

    The decks have a Counterattack on top, so that the next one who draws is asked something.
    """
    keys = ("stacks", "dice", "returned", "conflict", "round", "fought", "won_by", "conquests")
    extra = {key: listed.pop(key) for key in keys if key in listed}
    conflict = {theatre: {"deck": ["Counterattack"]} for theatre in theatres_of(game)}
    extra["conflict"] = conflict | extra.get("conflict", {})
    return game.from_position({"turn": turn, "seats": seats_of(game, **listed), **extra})


def theatres_of(game: Game) -> list[str]:
    """The theatres of a game."""
    return [theatre for theatre, pair in HOMES.items() if pair[0] in game.spec.seats]


def home_of(seat: str) -> str:
    """The theatre a seat lives in."""
    return next(theatre for theatre, pair in HOMES.items() if seat in pair)


def orders(game: Game, state: State, *texts: str) -> State:
    """Carry out orders one after the other."""
    for text in texts:
        game.order(state, text)
    return state


def asked(game: Game, state: State) -> tuple[str, str]:
    """Who is asked what."""
    return game.spec.seats[game.seat(state)], game.prompt(state)


def offers(game: Game, state: State) -> set[str]:
    """The words of everything that may be done."""
    return {game.action_text(state, int(a)) for a in game.legal_mask(state).nonzero()[0]}


def deployed(game: Game, state: State, seat: str) -> list[str]:
    """What a seat has deployed, sorted."""
    return sorted(game.describe(state)["seats"][seat]["deployed"])


def stack(game: Game, state: State, side: str) -> list[str]:
    """The Battlecards a side has won."""
    return [card["card"] for card in game.describe(state)["stacks"][side]]


def pile(game: Game, state: State, theatre: str) -> list[str]:
    """The discard of a Conflict deck."""
    found: list[str] = game.describe(state)["conflict"][theatre]["discard"]
    return found


def points(game: Game, state: State) -> dict[str, int]:
    """The points of both sides."""
    found: dict[str, int] = game.describe(state)["points"]
    return found


def army(game: Game, state: State, which: str) -> dict[str, int]:
    """Units that still stand in a battle, by card."""
    found: dict[str, int] = {}
    for line in game.describe(state)["battle"]["lines"][which]:
        if line["alive"]:
            found[line["card"]] = found.get(line["card"], 0) + line["alive"]
    return found


def fighters(game: Game, state: State, which: str) -> list[str]:
    """The seats that fight in an army."""
    found: list[str] = game.describe(state)["battle"][which]
    return found


def out_by(game: Game, state: State, seat: str) -> str | None:
    """The Battlecard that vanquished a seat."""
    found: str | None = game.describe(state)["seats"][seat]["vanquished_by"]
    return found


def run_to(game: Game, state: State, *prompts: str) -> State:
    """Pass, hold fire and fight on until one of these prompts comes up, or the game is over."""
    idle = ("pass", "hold", "fight on", "draw", "decline")
    while not game.done(state) and game.prompt(state) not in prompts:
        words = offers(game, state)
        game.order(state, next(word for word in idle if word in words))
    return state


def landing(game: Game, card: str = NORMANDY, turn: str = "british", **seats: Any) -> State:
    """A joint battle that everybody called executes."""
    state = drawn(game, turn, card, **seats)
    while game.prompt(state) == "execute":
        orders(game, state, "execute")
    return state


def support(game: Game, state: State, which: str) -> dict[str, dict[str, int]]:
    """The bonuses in force for an army."""
    found: dict[str, dict[str, int]] = game.describe(state)["battle"]["bonus"][which]
    return found


def battle(
    card: str, turn: str, theatres: tuple[str, ...] = (), options: Any = None, **seats: Any
) -> tuple[Game, State]:
    """A battle executed by all who are asked, at its first choice."""
    game = game_of(*theatres, **options or {})
    state = drawn(game, turn, card, **seats)
    while game.prompt(state) == "execute":
        orders(game, state, "execute")
    return game, state


def norway(dice: list[int], options: Any = None, **seats: Any) -> tuple[Game, State]:
    """German infantry (attack 4, defence 4) against British infantry (attack 4, defence 4)."""
    force: dict[str, Any] = {"german": ["Wehrmacht Infantry"], "british": ["British Infantry"]}
    return battle("Invasion of Norway", "german", options=options, dice=dice, **force | seats)
