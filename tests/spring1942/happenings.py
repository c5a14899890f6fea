"""What happened at a decision of Spring 1942, by the statements of the rule book.

What a described position does not tell (the dice of a battle that nobody was asked
in) is told when it is announced: all that is pending when the combat moves end is fought (CC2).
"""

from collections.abc import Iterator
from typing import Any, ClassVar

from happenings import Notes
from warfront.game import Position

SIDES = {"germany": "axis", "japan": "axis", "ussr": "allies", "uk": "allies", "usa": "allies"}
WARSHIPS = {"destroyer", "cruiser", "aircraft_carrier", "battleship"}
LIGHT = {"submarine", "transport"}
AIR = {"fighter", "bomber"}
FIGHTS = {"infantry", "artillery", "tank"} | AIR
WORDS = (  # how an action's words begin, and what it shows
    ("bombard ", "AM2 a ship bombards"),
    ("submerge", "S3 a submarine submerges"),
    ("retreat ", "R2 the attacker retreats"),
    ("attack sz", "CM10 light ships are attacked"),
    ("ignore sz", "CM10 light ships are left alone"),
    ("repair ", "P4 damage is repaired"),
    ("place industrial", "M4 a new complex"),
)
PROMPTS = {
    "name": "MN9 the owners name casualties",
    "casualty_owner": "MN9 the attacker chooses for owners that differ",
    "land": "A3 a fighter without a deck lands",
    "load_unit": "CM19 cargo goes aboard",
    "place_count": "M3 units are placed through a complex",
}


class Happenings(Notes):
    """Names what happened, on one game's map."""

    words: ClassVar = WORDS
    prompts: ClassVar = PROMPTS

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.spaces = {space.id: space for space in game.loaded.scenario.board.spaces}

    def told(self, before: Position, words: str, after: Position) -> Iterator[str]:
        if words == "raid":
            yield "SB1 a bomber is sent to raid"
        if words == "done" and before["phase"] == "combat_move":
            yield from self.pending(before)
        yield from self.owners(before, after)
        yield from self.damage(before, after)
        yield from self.flights(before, after)
        if after["prompt"] == "over" and after["winner"] in ("axis", "allies"):
            yield f"V2 the {after['winner']} win by victory cities"

    def pending(self, at: Position) -> Iterator[str]:
        """The battles that begin now."""
        me = at["turn"]
        for name, space in at["spaces"].items():
            units = space.get("units", {})
            others = {p: set(u) for p, u in units.items() if SIDES[p] != SIDES[me]}
            mine, enemies = set(units.get(me, {})), set().union(*others.values())
            for row in space.get("transports", ()):
                if row.get("target"):
                    yield from self.assault(at, name, row)
            if not self.spaces[name].sea:
                yield from self.on_land(name, mine, others)
            elif mine & (WARSHIPS | LIGHT | AIR) and enemies & WARSHIPS:
                yield f"B1 sea battle in {name}"
                if "submarine" in mine | enemies:
                    yield f"S1 submarines in the battle in {name}"
            if len(others) > 1 and mine and (self.spaces[name].sea or enemies & FIGHTS):
                yield f"MN2 {' and '.join(sorted(others))} defend {name} together"

    def on_land(self, name: str, mine: set[str], others: dict[str, set[str]]) -> Iterator[str]:
        enemies = set().union(*others.values())
        if mine and enemies & FIGHTS:
            yield f"B1 battle of {name}"
        if mine & AIR and "aa_gun" in enemies:
            yield f"AA1 the AA gun of {name} fires"

    def assault(self, at: Position, zone: str, row: dict[str, Any]) -> Iterator[str]:
        target = row["target"]
        yield f"CM25 assault on {target} from {zone}"
        if row["owner"] != at["turn"]:
            yield f"AM9 {at['turn']} lands from a transport of {row['owner']}"
        if any(set(u) & FIGHTS for u in at["spaces"].get(target, {}).get("units", {}).values()):
            yield f"AM1 the landing on {target} is fought"

    def owners(self, before: Position, after: Position) -> Iterator[str]:
        """Land that changed hands."""
        me = before["turn"]
        for name, space in after["spaces"].items():
            old, new = before["spaces"].get(name, {}).get("owner"), space.get("owner")
            if self.spaces[name].sea or old == new or old is None:
                continue
            original = self.spaces[name].owner
            if SIDES[old] == SIDES[new]:
                yield f"K9 {name} returns from {old} to {new}"
            elif new == original and new != me:
                yield f"L2 {me} frees {name} for {new}"
            elif SIDES[original] == SIDES[new] and new != original:
                yield f"L4 {me} keeps {name}: the capital of {original} is enemy-held"
            else:
                yield f"C2 {me} takes {name} from {old}"
            if before["phase"] == after["phase"] == "combat_move":
                yield f"CM6 {name} was empty"
            if self.spaces[name].victory_city:
                yield f"V1 the cities are recounted: {self.spaces[name].victory_city}"
            if self.spaces[name].capital and SIDES[old] != SIDES[new]:
                yield from self.capital(before, after, name, original)

    def capital(self, before: Position, after: Position, name: str, owner: Any) -> Iterator[str]:
        me = before["turn"]
        if after["spaces"][name]["owner"] == owner:
            yield f"K7 the capital of {owner} is free"
            return
        yield f"K2 {me} takes the capital of {owner}"
        plunder = before["ipcs"][owner]
        if plunder and after["ipcs"][owner] == 0:
            yield f"K3 plunder: {plunder} IPCs"

    def damage(self, before: Position, after: Position) -> Iterator[str]:
        for name, space in after["spaces"].items():
            more = space.get("damage", 0) - before["spaces"].get(name, {}).get("damage", 0)
            if more > 0:
                yield f"SB3 a raid damages {name} by {more}"

    def flights(self, before: Position, after: Position) -> Iterator[str]:
        """NCM13: fighters that came to a deck in phase 4."""
        if not before["phase"] == after["phase"] == "noncombat_move":
            return
        me = before["turn"]
        for name in after["spaces"]:
            if not self.spaces[name].sea:
                continue
            there = [x["spaces"].get(name, {}).get("units", {}) for x in (before, after)]
            old, new = (units.get(me, {}).get("fighter", 0) for units in there)
            friends = [p for p in there[1] if SIDES[p] == SIDES[me]]
            decks = [p for p in friends if "aircraft_carrier" in there[1][p]]
            carriers = [units.get(me, {}).get("aircraft_carrier", 0) for units in there]
            if new > old and decks and carriers[0] >= carriers[1]:
                yield f"NCM13 a fighter lands on a carrier of {decks[0]} in {name}"
            if "aircraft_carrier" in there[1].get(me, {}) and carriers[1] > carriers[0]:
                yield f"NCM20 a carrier comes to {name}"
