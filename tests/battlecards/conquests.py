"""Conquests for the rule tests: who is out by what, and who may undo it."""

from typing import Any

from battlecards.positions import AFRICA, INFANTRY, PACIFIC, RUSSIA, WEST
from warfront.game import Game

BRITAIN = "Invasion of Britain"
AUSTRALIA = "Invasion of Australia"
JAPAN = "Invasion of Japan"
GERMANY = "Battle for Germany"
MOSCOW = "Battle for Moscow"
ITALY = "Invasion of Italy"
CASABLANCA = "Battle for Casablanca"

# battle: (its theatre, who is out, {liberator: what must be conquered first})
RULES: dict[str, tuple[str, str, dict[str, str | None]]] = {
    BRITAIN: (WEST, "british", {"us": None, "soviet": None, "army_of_the_nile": None}),
    AUSTRALIA: (PACIFIC, "us", {"british": None, "us": None, "army_of_the_nile": None}),
    GERMANY: (WEST, "german", {"afrika_korps": None, "japanese": AUSTRALIA}),
    JAPAN: (PACIFIC, "japanese", {"german": BRITAIN, "german_barbarossa": MOSCOW}),
    MOSCOW: (RUSSIA, "soviet", {}),
    ITALY: (
        AFRICA,
        "afrika_korps",
        {"german": None, "german_barbarossa": None, "japanese": AUSTRALIA},
    ),
    CASABLANCA: (AFRICA, "army_of_the_nile", {"us": None, "british": None}),
}
VICTIM = {BRITAIN: "british", AUSTRALIA: "us", MOSCOW: "soviet"}


def out(battle: str) -> dict[str, str]:
    """How a seat is out by a battle."""
    return {"expelled_by" if battle == AUSTRALIA else "vanquished_by": battle}


def fallen(game: Game, battle: str, conquered: tuple[str, ...] = ()) -> dict[str, Any]:
    """All seats with one infantry, but those that are out by `battle` and `conquered`."""
    seats: dict[str, Any] = {name: [INFANTRY[name]] for name in game.spec.seats}
    named = battle
    if battle == GERMANY and {"german", "german_barbarossa"} <= set(game.spec.seats):
        named = f"{GERMANY} ({WEST})"
        seats["german_barbarossa"] = out(named)
    if battle == GERMANY and "german" not in game.spec.seats:
        seats["german_barbarossa"] = out(named)
    else:
        seats[RULES[battle][1]] = out(named)
    for other in conquered:
        if VICTIM[other] in seats:
            seats[VICTIM[other]] = out(other)
    return seats


def armed(found: Any, name: str) -> dict[str, Any]:
    """A seat's table with infantry and a Counterattack."""
    table = dict(found) if isinstance(found, dict) else {"deployed": list(found)}
    table.setdefault("deployed", [INFANTRY[name]])
    return table | {"retained": ["Counterattack"]}
