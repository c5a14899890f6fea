"""The battle of a position: what it says, and for the rest what its card says."""

from typing import Any

from warfront.battlecards.fields import (
    ARMIES,
    BATTLE_FIELDS,
    KINDS,
    SEATS,
)
from warfront.battlecards.parties import called
from warfront.battlecards.state import LINES, Mode, Place, Prompt
from warfront.battlecards.stock import Cards
from warfront.battlecards.support import refresh_support
from warfront.battlecards.tables import BATTLES, SIDE_NAMES, Aggressor, Kind, Stat, Subtype
from warfront.game import BadInput, Position
from warfront.naming import closest, count_of, list_of, pick, table_of

KEYS = (
    *("card", "kinds", "shooter", "lines", "bonus", "orders"),
    *(field.key for field in BATTLE_FIELDS),
)
BEGIN_KEYS = (
    "card",
    "theatre",
    "mode",
    "attack_side",
    "attackers",
    "defenders",
    "kinds",
    "decisive",
)
LINE_KEYS = ("seat", "card", "alive", "unfired")
MODES = [mode.name.lower() for mode in Mode]
IN_LINE = (Prompt.BATTLE_CARD, Prompt.ROUT, Prompt.SHOT, Prompt.AUTOKILL, Prompt.OWNER)
STACKS = (Place.AXIS, Place.ALLIES)


def place_battle(cards: Cards, battle: Position, begins: bool) -> None:
    """Fill the battle fields of a state; what `battle` leaves out is as its card has it.

    Args:
        cards: the cards of the position, all other lists of which have been placed.
        battle: the table of the position.
        begins: the battle is still to begin, with those willing that are its attackers.
    """
    names, record = cards.names, cards.record
    for key in battle:
        if key not in KEYS:
            raise BadInput(f"battle.{key} is unknown: {closest(key, KEYS)}")
        if begins and key not in BEGIN_KEYS:
            raise BadInput(
                f"battle.{key} has no effect on a battle that begins: leave it out, or say with "
                "prompt where the battle stands"
            )
    if battle.get("card") is None:
        raise BadInput("battle.card is missing: name the Battlecard")
    home = names.theatre(battle["theatre"]) if battle.get("theatre") else -1
    record.battle = names.battle_of(battle["card"], home)
    usual = "none" if record.prompt == Prompt.CLAIM else "drawn"
    mode = pick(battle.get("mode", usual), MODES, "battle.mode")
    if mode != Mode.NONE:
        _fill_usual(cards, battle, mode, begins)
    for field in BATTLE_FIELDS:
        if field.key in battle:
            record[field.name] = field.read(names, battle[field.key])
    if mode != Mode.NONE and record.attack_side < 0:
        raise BadInput("battle.attack_side is nobody's: write axis or allies, or leave it out")
    for army, kinds in table_of(battle.get("kinds", {}), "battle.kinds").items():
        record.kinds[pick(army, ARMIES, "battle.kinds: army")] = KINDS.read(names, kinds)
    if begins:
        if "attackers" in battle:
            record.willing = SEATS.read(names, battle["attackers"])
        record.attackers = 0
    _place_card(cards, mode)
    if "lines" in battle:
        _place_lines(cards, battle)
    elif not begins and record.prompt in IN_LINE:
        raise BadInput(
            "battle.lines is missing: list both armies, or leave out prompt to begin the battle"
        )


def _fill_usual(cards: Cards, battle: Position, mode: int, begins: bool) -> None:
    """A battle as its card calls it, by whoever is called, or by the seat whose turn it is."""
    tables, record = cards.tables, cards.record
    if record.turn < 0:
        raise BadInput("turn is missing: name the seat whose turn the battle is in")
    b = int(record.battle)
    theatre = b // BATTLES
    side = int(tables.aggressor[b])
    if side == Aggressor.DRAWER or mode != Mode.DRAWN:
        side = int(tables.side[record.turn])
    if battle.get("attack_side") is not None:
        side = pick(battle["attack_side"], SIDE_NAMES, "battle.attack_side")
    record.mode, record.field, record.attack_side = mode, theatre, side
    record.kinds[:] = tables.attack_kinds[b], tables.defend_kinds[b]
    record.decisive = tables.decisive[b]
    attackers = 1 << int(record.turn)
    if mode == Mode.DRAWN:
        attackers = int(called(tables, record, b, side, theatre))
    record.defenders = called(tables, record, b, 1 - side, theatre)
    if begins:
        record.willing = attackers
    elif record.prompt == Prompt.EXECUTE:
        record.pending = attackers
    else:
        record.attackers = attackers


def _place_card(cards: Cards, mode: int) -> None:
    """The card of a battle: active when drawn, in the enemy's stack when fought again."""
    record, names = cards.record, cards.names
    b = int(record.battle)
    if mode in (Mode.COUNTER, Mode.LIBERATION):
        enemy = SIDE_NAMES[1 - int(record.attack_side)]
        if record.place[b] != Place.AXIS + 1 - record.attack_side:
            raise BadInput(
                f"battle: {names.battle(b)} is fought again, so list it in stacks.{enemy}"
            )
    elif mode == Mode.RAID:
        if f"battle {b}" not in cards.places:
            cards.take_battle(b, Place.DISCARD, "battle")
    else:
        cards.take_battle(b, Place.ACTIVE, "battle")


def _place_lines(cards: Cards, battle: Position) -> None:
    """Both armies, the shooter, and the support in force."""
    names, record = cards.names, cards.record
    lines = table_of(battle["lines"], "battle.lines")
    line = 0
    for a, army in enumerate(ARMIES):
        entries = list_of(lines.get(army, []), f"battle.lines.{army}")
        record.lines[a] = len(entries)
        for item in entries:
            if line == LINES:
                raise BadInput(f"battle.lines: at most {LINES} lines can fight")
            _place_line(cards, table_of(item, f"battle.lines.{army}"), line, army)
            line += 1
    record.shooter = -1
    if battle.get("shooter") is not None:
        shooter = table_of(battle["shooter"], "battle.shooter")
        owner = names.seat(shooter.get("seat"))
        card = names.card_of(shooter.get("card"), owner)
        for i in range(line):
            if record.owner[i] == owner and record.type[i] == card:
                record.shooter = i
        if record.shooter < 0:
            raise BadInput(f"battle.shooter: {shooter.get('card')} is in no line: list it there")
    if "bonus" in battle:
        _place_bonus(record.bonus, battle["bonus"], Subtype, "battle.bonus")
    else:
        refresh_support(cards.tables, record)
    _place_bonus(record.orders, battle.get("orders", {}), Kind, "battle.orders")


def _place_line(cards: Cards, entry: Position, line: int, army: str) -> None:
    names, record = cards.names, cards.record
    where = f"battle.lines.{army}"
    for key in entry:
        if key not in LINE_KEYS:
            raise BadInput(f"{where}: {key} is unknown: use {', '.join(LINE_KEYS)}")
    owner = names.seat(entry.get("seat"))
    card = names.card_of(entry.get("card"), owner)
    alive = count_of(entry.get("alive", int(record.deployed[owner, card])), f"{where}: alive")
    unfired = count_of(entry.get("unfired", 0), f"{where}: unfired")
    if max(alive, unfired) > 255:
        raise BadInput(f"{where}: {max(alive, unfired)} is too many: no line has more than 255")
    record.owner[line], record.type[line] = owner, card
    record.alive[line], record.unfired[line] = alive, unfired


def _place_bonus(target: Any, found: Any, axis: Any, where: str) -> None:
    """Numbers by army, stat and subtype or kind."""
    known = [item.name.lower() for item in axis]
    stats = [stat.name.lower() for stat in Stat]
    for army, table in table_of(found, where).items():
        a = pick(army, ARMIES, f"{where}: army")
        for stat, row in table_of(table, where).items():
            x = pick(stat, stats, f"{where}: stat")
            for name, value in table_of(row, where).items():
                if isinstance(value, bool) or not isinstance(value, int) or abs(value) > 99:
                    raise BadInput(f"{where}: {value!r} is no bonus: use -99 to 99")
                target[a, x, pick(name, known, where)] = value
