"""What came of an action in words: rolls, cards drawn, battles begun and ended.

It is told from two views of one seat, so that it holds nothing that this seat may not know. Only
the roll is not in a view: it falls in the open.
"""

from typing import Any

import numpy as np

from warfront.battlecards.actions import Act
from warfront.battlecards.chance import roll
from warfront.battlecards.data import Loaded
from warfront.battlecards.names import Names
from warfront.battlecards.state import Prompt
from warfront.battlecards.tables import SIDE_NAMES
from warfront.battlecards.values import attack_of, defence_of, roll_needed
from warfront.battlecards.view import view
from warfront.game import View


def tale(loaded: Loaded, before: Any, action: int, after: Any, seat: int) -> list[str]:
    """What came of an action, a line each.

    Args:
        loaded: the components of the game.
        before: a LAYOUT record with attributes, not used any more: the die is rolled in it.
        action: the action taken there.
        after: the record it led to.
        seat: who is told.
    """
    was, now = view(loaded, before, seat), view(loaded, after, seat)
    return [*_shot(loaded, before, action, after), *news(loaded, was, now)]


def news(loaded: Loaded, was: View, now: View) -> list[str]:
    """What differs between two views of one seat, a line each."""
    return [
        *_drawn(was, now),
        *_ended(loaded, was, now),
        *_fallen(was, now),
        *_turn(was, now),
        *_begun(was, now),
    ]


def _shot(loaded: Loaded, before: Any, action: int, after: Any) -> list[str]:
    """What was rolled, what would hit, and what became of the target."""
    if before.prompt == Prompt.SHOT and action >= Act.CARD and after.prompt != Prompt.OWNER:
        target, owner = action - Act.CARD, -1
    elif before.prompt == Prompt.OWNER and not before.kill and before.play < 0:
        target, owner = int(before.chosen), action - Act.SEAT
    else:
        return []
    tables, army, shooter = loaded.tables, int(before.firing), int(before.shooter)
    lines = np.arange(before.lines[1 - army]) + (0 if army else int(before.lines[0]))
    (line,) = (
        int(k)
        for k in lines
        if before.type[k] == target and before.alive[k] and owner in (-1, before.owner[k])
    )
    kinds = [int(tables.kind[int(before.type[k])]) for k in (shooter, line)]
    attack = attack_of(tables, before, army, shooter, kinds[1])
    defence = defence_of(tables, before, 1 - army, line, kinds[0])
    need = roll_needed(tables, attack, defence)
    die = int(roll(tables, before))
    names = Names(loaded)
    who = f"{names.card(target, int(before.owner[line]))} of {names.seats[int(before.owner[line])]}"
    if die >= need:
        came = f"{who} is lost"
    elif die > 1 and die + attack - defence >= tables.threshold - tables.rout_margin:
        came = f"{who} must withdraw"
    else:
        came = f"{who} is missed"
    return [f"rolls {die}, hits from {need}: {came}"]


def _drawn(was: View, now: View) -> list[str]:
    """Conflict cards that came from a deck and lie open."""
    lines = []
    for name, theatre in now["theatres"].items():
        old = was["theatres"][name]
        if theatre["deck"] == old["deck"]:
            continue
        more = [card for card, n in theatre["discard"].items() if n > old["discard"].get(card, 0)]
        lines += [f"drawn in {name}: {card}" for card in more]
        if now["play"] and now["play"] != was["play"] and now["play"] not in more:
            lines.append(f"drawn in {name}: {now['play']}")
    for name, battle in now["battles"].items():
        old = was["battles"].get(name, {"place": "deck"})
        if (old["place"], battle["place"]) == ("deck", "discard") and name != now["battle"]:
            lines.append(f"drawn in {battle['theatre']}: {name}, which nobody fights")
    return lines


def _ended(loaded: Loaded, was: View, now: View) -> list[str]:
    """Battles that went to a stack, and the one that was asked about or fought and did not."""
    names, lines = Names(loaded), []
    for name, battle in now["battles"].items():
        old = was["battles"].get(name, {"place": "deck", "winners": []})
        if battle["place"] in SIDE_NAMES and battle["place"] != old["place"]:
            points = int(loaded.tables.points[names.battle_of(name)])
            by = " and ".join(battle["winners"])
            lines.append(f"{name} goes to the {battle['place']} ({by}): {points} points")
    gone = was["battle"]
    if gone and gone != now["battle"] and now["battles"][gone]["place"] not in SIDE_NAMES:
        fought = bool((was["fight"] or {}).get("round"))
        lines.append(f"{gone} is {'over, won by nobody' if fought else 'not fought'}")
    return lines


def _fallen(was: View, now: View) -> list[str]:
    """Who was vanquished, driven out, or came back."""
    lines = []
    for name, force in now["seats"].items():
        old = was["seats"][name]
        for key, words in (("vanquished_by", "vanquished"), ("expelled_by", "driven out")):
            if force[key] and not old[key]:
                lines.append(f"{name} is {words}: {force[key]}")
        if old["vanquished_by"] and not force["vanquished_by"]:
            lines.append(f"{name} is back")
    return lines


def _turn(was: View, now: View) -> list[str]:
    if now["turn"] == was["turn"] or not now["turn"]:
        return []
    return [f"round {now['round']}, turn of {now['turn']}"]


def _begun(was: View, now: View) -> list[str]:
    """A battle that is asked about anew."""
    fight = now["fight"]
    if not now["battle"] or now["battle"] == was["battle"] or fight is None:
        return []
    where = f" in {fight['theatre']}" if fight["theatre"] else ""
    decided = f", decided by {fight['decisive']}" if fight["decisive"] else ""
    return [f"the battle is {now['battle']}{where} ({fight['mode']}{decided})"]
