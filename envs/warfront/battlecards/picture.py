"""The table as a picture: theatres, forces, hands, decks, both common stacks and what is asked."""

from typing import Any

from warfront.battlecards.cards_drawn import Catalogue
from warfront.battlecards.data import Loaded
from warfront.battlecards.mats import mat_groups
from warfront.battlecards.strips import stack_groups, strip_groups
from warfront.battlecards.tables import SIDE_NAMES
from warfront.battlecards.text import question
from warfront.battlecards.view import open_view, view
from warfront.drawing import Group, Scene, shorten
from warfront.game import View
from warfront.titles import title_of

WIDTH, HEIGHT = 1600, 900
GAP = 12


def draw(loaded: Loaded, state: Any, seat: int | None = None) -> Scene:
    """The picture of a position.

    Groups bear keys: `seat:NAME`, `card:SEAT:CARD`, `back:SEAT:HOME` (face-down cards by whose
    deck they are of), `hand:SEAT`, `theatre:NAME`, `stack:SIDE`, `battle:NAME` (a Battlecard in a
    stack), `score`, `question`.

    Args:
        loaded: the components of the game.
        state: a LAYOUT record with attributes.
        seat: only what this seat may know; None for all cards open.
    """
    return draw_view(
        loaded, open_view(loaded, state) if seat is None else view(loaded, state, seat)
    )


def draw_view(loaded: Loaded, seen: View) -> Scene:
    """The picture of what a view tells, with the keys of `draw`."""
    catalogue = Catalogue.of(loaded)
    scene = Scene(WIDTH, HEIGHT, "The table of Battlecards")
    ground = scene.group("table")
    ground.rect(0, 0, WIDTH, HEIGHT, "paper")
    scene.add(_score(seen))
    columns = len(seen["theatres"])
    wide = (WIDTH - GAP * (columns + 1)) / columns
    for h, theatre in enumerate(seen["theatres"]):
        x = GAP + h * (wide + GAP)
        scene.add(strip_groups(catalogue, seen, theatre, (x, 306, wide, 148)))
        for name, force in seen["seats"].items():
            s = catalogue.names.seats.index(name)
            if catalogue.names.theatre_of[s] == h:
                top = 74 if catalogue.names.side_of[s] == 0 else 462
                scene.add(mat_groups(catalogue, seen, name, force, (x, top, wide, 224)))
    scene.add(stack_groups(catalogue, seen, (GAP, 696, WIDTH - 2 * GAP, 140)))
    scene.add([_asked(seen)])
    return scene


def _score(seen: View) -> list[Group]:
    """Round and turn, and the points of both sides on their way to the target."""
    group = Group("score")
    turn = title_of(seen["turn"] or "nobody_yet")
    eyes = f" · as {title_of(seen['observer'])} sees it" if seen["observer"] else ""
    group.text(WIDTH / 2, 26, f"Round {seen['round']}", 20, "fill_ink", "middle", bold=True)
    group.text(WIDTH / 2, 50, f"turn of {turn}{eyes}", 14, "fill_soft", "middle")
    target = max(int(seen["target"]), 1)
    for d, side in enumerate(SIDE_NAMES):
        left = GAP if d == 0 else WIDTH - GAP - 600
        points = int(seen["points"][side])
        full = 600 * min(points / target, 1)
        group.rect(left, 36, 600, 14, "track", 7)
        start = left if d == 0 else left + 600 - full
        if full >= 1:
            group.rect(start, 36, full, 14, f"fill_{side}", min(7, full / 2))
        words = f"{side.capitalize()} {points} of {target} points"
        at, anchor = (left, "start") if d == 0 else (left + 600, "end")
        group.text(at, 26, words, 17, f"fill_{side}", anchor, bold=True)
    return [group]


def _asked(seen: View) -> Group:
    """Who must decide what, or who won."""
    group = Group("question")
    words = question(seen)
    if seen["seat"]:
        words = words.replace(seen["seat"], title_of(seen["seat"]), 1)
    words = shorten(words, 18, WIDTH - 60, bold=True)
    group.rect(GAP, 850, WIDTH - 2 * GAP, 40, "asked" if not seen["winner"] else "card", 8)
    group.text(GAP + 16, 876, words, 18, "fill_ink", bold=True)
    return group
