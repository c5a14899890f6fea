"""Whole human orders, expanded into the small decisions they stand for.

`move 2 infantry a -> b`, `load 1 tank 1 infantry a -> z on uk`, `buy 3 infantry`, ...: each is
walked on a copy, and the first step that may not be taken says why in one line.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from warfront.game import BadInput, IllegalOrder
from warfront.spring1942.actions import COUNTS, Act
from warfront.spring1942.orders_at_sea import load, unload
from warfront.spring1942.orders_moves import move, raid
from warfront.spring1942.reasons import (
    why_no_place,
)
from warfront.spring1942.state import Phase, Prompt
from warfront.spring1942.tables import (
    UNIT_NAMES,
    UNITS,
)
from warfront.spring1942.walk import Walk
from warfront.spring1942.words import plain, refusal

MOVES = (Phase.COMBAT_MOVE, Phase.NONCOMBAT)
FORMS = {
    "buy": "buy 3 infantry",
    "repair": "repair SPACE 2",
    "move": "move 2 infantry SPACE -> SPACE",
    "load": "load 1 tank 1 infantry SPACE -> ZONE, with `on POWER` for an ally's transport",
    "unload": "unload 1 infantry ZONE -> SPACE",
    "raid": "raid 1 bomber SPACE -> ... -> SPACE",
    "attack": "attack ZONE",
    "ignore": "ignore ZONE",
    "casualty": "casualty UNIT",
    "retreat": "retreat SPACE",
    "land": "land 1 fighter SPACE",
    "place": "place 2 infantry SPACE",
}
ALONE = ("done", "press on", "submerge submarine", "fire")


@dataclass(frozen=True)
class Order:
    """The parts of an order: pieces as (number, unit), the route, the power behind `on`."""

    text: str
    verb: str
    pieces: list[tuple[int, int]]
    route: list[int]
    on: int = -1
    cargo: str | None = None  # what stands behind `with`: which transport sails


def read_order(walk: Walk, text: str) -> Order:
    """The parts of an order's text.

    Raises:
        IllegalOrder: it is none, or names something unknown.
    """
    verb, _, rest = plain(text).partition(" ")
    if verb not in FORMS:
        raise refusal(walk.words, text, walk.record, walk.mask)
    rest, on, ally = rest.partition(" on ")
    rest = re.sub(r"\bmove\b", "", rest)
    found = re.search(r" with ([a-z_ ,]+?) (?=\S+ ->)", rest)
    cargo = found.group(1).strip() if found else None
    if found:
        rest = rest[: found.start()] + " " + rest[found.end() :]
    try:
        pieces, first = _read_pieces(walk, rest.partition("->")[0].split())
        route = [walk.names.space(name) for name in [*first, *_hops(rest)]]
        power = walk.names.power(ally.strip()) if on else -1
    except BadInput as error:
        raise IllegalOrder(str(error)) from None
    return Order(text, verb, pieces, route, power, cargo)


def _hops(rest: str) -> list[str]:
    return [name.strip() for name in rest.split("->")[1:]]


def _read_pieces(walk: Walk, words: Sequence[str]) -> tuple[list[tuple[int, int]], list[str]]:
    """`2 infantry 1 tank libya` as pieces and the words that are left."""
    pieces, i = [], 0
    while i + 1 < len(words) and words[i].isdecimal():
        pieces.append((int(words[i]), walk.names.goods(words[i + 1].rstrip(","))))
        i += 2
    return pieces, list(words[i:])


def expand(walk: Walk, text: str) -> None:
    """Walk an order; `walk.taken` then holds its decisions.

    Raises:
        IllegalOrder: says why in one line; the caller drops the walk.
    """
    action = walk.words.find(walk.record, walk.mask, text)
    if action is not None:
        walk.take(action, "")
        return
    if walk.prompt == Prompt.OVER or plain(text) in ALONE:
        raise refusal(walk.words, text, walk.record, walk.mask)
    verb = plain(text).partition(" ")[0]
    if verb == "repair":
        _repair(walk, text)
        return
    if verb == "casualty":  # its single actions were looked through above
        raise refusal(walk.words, text, walk.record, walk.mask)
    order = read_order(walk, text)
    carry_out: dict[str, Callable[[Walk, Order], None]] = {
        "buy": _buy,
        "move": lambda walk, order: move(walk, order.pieces, order.route, order.cargo),
        "load": lambda walk, order: load(walk, order.pieces, order.route, order.on),
        "unload": lambda walk, order: unload(walk, order.pieces, order.route, order.on),
        "raid": lambda walk, order: raid(walk, order.pieces, order.route),
        "attack": partial(_engage, attack=True),
        "ignore": partial(_engage, attack=False),
        "retreat": _choose_space,
        "land": _choose_space,
        "place": _place,
    }
    if order.verb in ("move", "load", "unload", "raid"):
        _check_move(walk, order)
    carry_out[order.verb](walk, order)


def malformed(order: Order) -> IllegalOrder:
    """The error for an order whose parts are not all there."""
    return IllegalOrder(f"{order.text!r} is incomplete: write for instance `{FORMS[order.verb]}`")


def _check_move(walk: Walk, order: Order) -> None:
    """Pieces move in phases 2 and 4, from one space to another."""
    if walk.prompt != Prompt.MOVE_FROM:
        raise refusal(walk.words, order.text, walk.record, walk.mask)
    if not order.pieces or len(order.route) < 2 or any(n == 0 for n, _ in order.pieces):
        raise malformed(order)
    if any(u == UNITS for _, u in order.pieces):
        raise IllegalOrder("an industrial complex does not move (CM2)")


def _must(walk: Walk, order: Order, prompt: Prompt) -> None:
    if walk.prompt != prompt:
        raise refusal(walk.words, order.text, walk.record, walk.mask)


def _buy(walk: Walk, order: Order) -> None:
    """P1, P2."""
    _must(walk, order, Prompt.PURCHASE)
    if not order.pieces or order.route or any(n == 0 for n, _ in order.pieces):
        raise malformed(order)
    for n, u in order.pieces:
        power, unit = walk.names.powers[walk.me], UNIT_NAMES[u]
        cost, ipcs = int(walk.tables.cost[u]), int(walk.record.ipcs[walk.me])
        why = f"{power} has {ipcs} IPCs, {n} {unit} cost {n * cost} (P1, P2)"
        if n * cost <= ipcs:
            why = f"there are not so many pieces of {unit}"
        while n > 0:
            some = min(n, COUNTS)
            walk.take(Act.UNIT + u, why)
            walk.take(Act.COUNT + some - 1, why)
            n -= some


def _repair(walk: Walk, text: str) -> None:
    """P4: paying for more than there is brings the damage to 0."""
    words = plain(text).split()
    if walk.prompt != Prompt.PURCHASE:
        raise refusal(walk.words, text, walk.record, walk.mask)
    if len(words) != 3 or not words[2].isdecimal() or words[2] == "0":
        raise IllegalOrder(f"{text!r} is incomplete: write for instance `{FORMS['repair']}`")
    s = walk.names.space(words[1])
    points = min(int(words[2]), int(walk.record.damage[s]))
    power, ipcs = walk.names.powers[walk.me], int(walk.record.ipcs[walk.me])
    if walk.record.owner[s] != walk.me:
        raise IllegalOrder(f"{power} does not hold {words[1]} (P4)")
    if points == 0:
        raise IllegalOrder(f"{words[1]} has no damage to repair (P4)")
    why = f"{power} has {ipcs} IPCs, {points} points cost {points} (P4)"
    walk.take(Act.SPACE + s, why)
    while points > 0:
        some = min(points, COUNTS)
        walk.take(Act.COUNT + some - 1, why)
        points -= some
        if points > 0:
            walk.take(Act.SPACE + s, why)


def _engage(walk: Walk, order: Order, attack: bool) -> None:
    """CM10, O7."""
    if len(order.route) != 1:
        raise malformed(order)
    zone = order.route[0]
    name = walk.names.spaces[zone]
    why = (
        f"{name} is not to be decided on: only submarines or transports of the enemy must be "
        "there, and a unit of yours that could hit them (CM10)"
    )
    if walk.prompt not in (Prompt.MOVE_FROM, Prompt.ENGAGE_ZONE, Prompt.ENGAGE):
        raise refusal(walk.words, order.text, walk.record, walk.mask)
    if walk.prompt == Prompt.MOVE_FROM:
        walk.take(Act.ENGAGE, why)
    if walk.prompt == Prompt.ENGAGE_ZONE:
        walk.take(Act.SPACE + zone, why)
    if int(walk.record.here) != zone:
        raise refusal(walk.words, order.text, walk.record, walk.mask)
    walk.take(
        Act.ATTACK if attack else Act.IGNORE,
        f"a carrier in {name} is needed to land a fighter: no attack there (CM15)",
    )


def _choose_space(walk: Walk, order: Order) -> None:
    """A retreat, or where a fighter without a deck lands."""
    prompt = Prompt.RETREAT if order.verb == "retreat" else Prompt.LAND
    if walk.prompt != prompt or len(order.route) != 1:
        raise refusal(walk.words, order.text, walk.record, walk.mask)
    rule = "R2" if prompt == Prompt.RETREAT else "A3"
    name = walk.names.spaces[order.route[0]]
    walk.take(Act.SPACE + order.route[0], f"{order.verb} to {name} is not open ({rule})")


def _place(walk: Walk, order: Order) -> None:
    """M1 to M7; through whichever complexes have room."""
    if walk.prompt != Prompt.PLACE:
        raise refusal(walk.words, order.text, walk.record, walk.mask)
    if not order.pieces or len(order.route) != 1 or any(n == 0 for n, _ in order.pieces):
        raise malformed(order)
    at = order.route[0]
    for n, u in order.pieces:
        why = why_no_place(walk, u, at, n)
        while n > 0:
            walk.take(Act.UNIT + u, why)
            walk.take(Act.SPACE + at, why)
            if walk.prompt == Prompt.PLACE_FROM:
                sources = [a for a in range(Act.SPACE, Act.UNIT) if walk.is_legal(a)]
                walk.take(sources[0], why)
            counts = [k for k in range(1, n + 1) if walk.is_legal(Act.COUNT + k - 1)]
            if not counts:
                raise IllegalOrder(why)
            walk.take(Act.COUNT + counts[-1] - 1, why)
            n -= counts[-1]


def order_of(game: Any, state: Any, text: str) -> tuple[list[int], Any]:
    """An order's decisions, and the state after them; `state` stays as it is.

    Raises:
        IllegalOrder: says why.
    """
    walk = Walk(game, state)
    expand(walk, text)
    after = game.copy(state)
    mask = game.legal_mask(after)
    for action in walk.taken:
        game.step_masked(after, mask, action)
    return walk.taken, after
