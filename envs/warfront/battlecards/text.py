"""The game as a table that a person can follow, at most 100 columns wide."""

import textwrap
from collections.abc import Iterable
from typing import Any

from warfront.battlecards.data import Loaded
from warfront.battlecards.names import Names
from warfront.battlecards.tables import SIDE_NAMES, SUBTYPE_KIND, Kind, Subtype
from warfront.battlecards.view import open_view, view
from warfront.game import View

WIDTH = 100
NAME = 20  # columns of the first column
BAR = 30
ARMIES = ("attackers", "defenders")
ASKED = {
    "hitler": "from which German deck Hitler goes",
    "deploy": "a drawn card to deploy",
    "turn_start": "draw, send aid or counterattack",
    "aid": "a card for the aid package, or done",
    "retain": "keep the Retained Action that was drawn?",
    "discard": "one retained card too many: which goes?",
    "immediate_seat": "whom the Immediate Action hits",
    "immediate_card": "which card the Immediate Action names",
    "execute": "execute or decline the battle",
    "battle_card": "play a Retained Action on the battle, or pass",
    "rout": "which enemy unit must withdraw",
    "shot": "the shooter's target, another shooter, or hold",
    "autokill": "the target of the Autokill",
    "owner": "whose copy of the target",
    "withdraw": "withdraw or fight on",
    "claim": "claim the Battlecard or raid",
}


def text(loaded: Loaded, state: Any, seat: int | None = None) -> str:
    """The table as text.

    Args:
        loaded: the components of the game.
        state: a LAYOUT record with attributes.
        seat: only what this seat may know; None for all cards open.
    """
    watched = open_view(loaded, state) if seat is None else view(loaded, state, seat)
    lines = [*_head(watched), ""]
    for name, force in watched["seats"].items():
        lines += _seat_lines(loaded, watched, name, force)
    lines += ["", *_theatre_lines(watched), *_stack_lines(loaded, watched)]
    if watched["fight"] is not None:
        lines += ["", *_fight_lines(watched)]
    lines += ["", *textwrap.wrap(question(watched), WIDTH, break_on_hyphens=False)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _wrapped(name: str, words: str) -> list[str]:
    """A row with its name in the first column."""
    rows = textwrap.wrap(words, WIDTH - NAME, break_on_hyphens=False) or [""]
    return [f"{name if i == 0 else '':<{NAME}}{row}" for i, row in enumerate(rows)]


def _counted(cards: dict[str, int]) -> str:
    return ", ".join(f"{n} {name}" if n > 1 else name for name, n in cards.items())


def _head(seen: View) -> list[str]:
    """Round, turn, and both scores on their way to the target."""
    who = f" (as {seen['observer']} sees it)" if seen["observer"] else ""
    lines = [f"Battlecards, round {seen['round']}, turn of {seen['turn'] or 'nobody yet'}{who}"]
    target = seen["target"]
    for side in SIDE_NAMES:
        points = seen["points"][side]
        full = min(BAR, points * BAR // target)
        lines.append(f"{side:<{NAME}}[{'#' * full}{'.' * (BAR - full)}] {points} of {target}")
    return lines


def _seat_lines(loaded: Loaded, seen: View, name: str, force: View) -> list[str]:
    """One seat: what lies open or is known, what is hidden, decks and retained cards."""
    mark = "> " if name == seen["seat"] else "  "
    state = f"out: {force['vanquished_by']}" if force["vanquished_by"] else ""
    if force["expelled_by"]:
        state = f"driven out of its theatre: {force['expelled_by']}"
    known = _counted(force["deployed"])
    hidden = ", ".join(f"{n} hidden ({home})" for home, n in force["hidden"].items())
    if "seen" in force:  # an ally: what the enemy has not seen lies among `known`
        hidden = ""
    if "retained" in force:
        retained = _counted(force["retained"]) or "none"
    else:
        retained = f"{force['retained_count']} hidden" if force["retained_count"] else "none"
    front = "; ".join(part for part in (known, hidden) if part) or "nothing"
    lost = sum(force["discard"].values())
    lines = _wrapped(mark + name, state or f"{force['front']} deployed: {front}")
    kept = _reserve_words(force)
    lines += _wrapped("", f"retained: {retained}; {kept}deck {force['arsenal']}, discard {lost}")
    return lines


def _reserve_words(force: View) -> str:
    """Q17: the cards kept to deploy later, if any."""
    if not force["reserve_count"]:
        return ""
    return f"reserve: {_counted(force.get('reserve', {})) or force['reserve_count']}; "


def _theatre_lines(seen: View) -> list[str]:
    """Conflict decks and who won the theatres."""
    lines = []
    for name, theatre in seen["theatres"].items():
        won = [f"won by {seat}" for seat in theatre["won_by"].values() if seat]
        pile = sum(theatre["discard"].values()) + sum(
            b["place"] == "discard" and b["theatre"] == name for b in seen["battles"].values()
        )
        words = f"Conflict deck {theatre['deck']}, discard {pile}"
        lines += _wrapped(name, "; ".join([words, *won]))
    return lines


def _stack_lines(loaded: Loaded, seen: View) -> list[str]:
    """The won Battlecards of both sides with their points."""
    names = Names(loaded)
    lines = []
    for side in SIDE_NAMES:
        cards = [
            f"{name} {int(loaded.tables.points[names.battle_of(name)])} ({_and(b['winners'])})"
            for name, b in seen["battles"].items()
            if b["place"] == side
        ]
        lines += _wrapped(f"{side} stack", "; ".join(cards) or "empty")
    return lines


def _and(words: Iterable[str]) -> str:
    return " and ".join(words)


def _fight_lines(seen: View) -> list[str]:
    """The running battle: both armies side by side, the shooter marked."""
    fight = seen["fight"]
    title = f"{seen['battle']} ({fight['mode']}), decided by {fight['decisive']}"
    if fight["round"]:
        title += f", round {fight['round']}"
    if fight["phase"]:
        title += f", phase {fight['phase']}, {fight['firing']} fire"
    half = WIDTH // 2 - 1
    columns = [_narrow(_army(fight, army), half - 1) for army in ARMIES]
    lines = [title]
    for i in range(max(len(column) for column in columns)):
        left, right = (column[i] if i < len(column) else "" for column in columns)
        lines.append(f"{left:<{half}}| {right}")
    return lines


def _narrow(rows: list[str], width: int) -> list[str]:
    """Rows folded to a column's width."""
    folded = []
    for row in rows:
        folded += textwrap.wrap(row, width, subsequent_indent="    ", break_on_hyphens=False) or [
            ""
        ]
    return folded


def _army(fight: View, army: str) -> list[str]:
    """One army: its parties, the kinds it flips, its units, its support."""
    seats = fight[army] or (fight["pending"] + fight["willing"] if army == "attackers" else [])
    lines = [f"{army}: {', '.join(seats) or 'nobody yet'} ({'+'.join(fight['kinds'][army])})"]
    shooter = fight["shooter"] or {}
    for seat in fight[army]:
        alive, unfired = fight["alive"].get(seat, {}), fight["unfired"].get(seat, {})
        for card in dict.fromkeys([*alive, *unfired]):
            fires = shooter.get("seat") == seat and shooter.get("card") == card
            row = f"{'*' if fires else ' '} {alive.get(card, 0)} {card}"
            if len(fight[army]) > 1:
                row += f" [{seat}]"
            if unfired.get(card):
                row += f", {unfired[card]} to fire"
            need = fight["needs"].get(card) or fight["needs"].get(f"{card} ({seat})")
            if need and shooter.get("seat") not in fight[army]:
                row += f", hit on {need}+"
            lines.append(row)
    for stat, bonus in fight["support"][army].items():
        if bonus:
            lines.append(f"  {stat} " + ", ".join(f"{n:+d} {name}" for name, n in _brief(bonus)))
    return lines


def _brief(bonus: dict[str, int]) -> list[tuple[str, int]]:
    """Bonuses by subtype, those that a whole kind has alike under the kind's name."""
    brief = []
    for kind in Kind:
        group = [u.name.lower() for u in Subtype if SUBTYPE_KIND[u] == kind]
        values = {bonus.get(name, 0) for name in group}
        if len(values) == 1:
            brief += [(f"all {kind.name.lower()}", value) for value in values if value]
        else:
            brief += [(name, bonus[name]) for name in group if name in bonus]
        if kind.name.lower() in bonus:
            brief.append((f"{kind.name.lower()} by order", bonus[kind.name.lower()]))
    return brief


def question(seen: View) -> str:
    """What is asked of whom, or who won."""
    if seen["winner"]:
        if seen["winner"] == "nobody":
            return "The game is over, undecided."
        return f"The game is over: the {seen['winner']} won ({seen['how']} victory)."
    words = f"{seen['seat']} is asked: {ASKED[seen['prompt']]}"
    if seen["play"]:
        words += f" [{seen['play']}]"
    if seen["battle"] and not (seen["fight"] or {}).get("round"):
        words += f" [{seen['battle']}]"
    deal = seen["deal"]
    if deal:
        words += f" ({deal['to_deploy']} to go, from {_counted(deal['hand']) or 'a hidden hand'})"
    return words
