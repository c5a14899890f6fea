"""The search of `landing.py`: which deck each fighter without land lands on, carriers moving.

Every carrier that has a choice chooses one zone; then fighters and places are matched.
"""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.addresses import scratch
from warfront.spring1942.grades import column_of, count_grade
from warfront.spring1942.lookout import AIRCRAFT, CARRIERS, look_for_carriers
from warfront.spring1942.matching import CLASSES, DECKS, unmatched
from warfront.spring1942.places import (
    can_pass,
    capacity_left,
    count_all_mobile,
    count_excess,
    count_mobile,
    free_places,
)

_FIGHTER, _CARRIER = 4, 9
CHOICES = 24  # zones worth choosing for one carrier
_TABLE = DECKS * CHOICES
TRIALS = 50_000  # combinations of choices looked at


@kernel
def count_needy(tables: Any, state: Any, s: int, u: int) -> int:
    """Own aircraft of a kind in s that cannot reach land that takes them."""
    have = int(state.army[s, state.turn, u])
    reach = int(state.landdist[s])
    if have == 0 or reach == 0:
        return 0
    if reach > tables.move[u]:
        return have
    n, first = 0, column_of(tables, s, u, 0)
    for left in range(reach):
        n += int(state.spent[s, first + left])
    return n


@kernel
def search(tables: Any, state: Any, sight: Any, needy: int, allowed: int, frozen: int) -> int:
    """Fighters that find no place on a deck, at the least; ends once no more than `allowed` do.

    Of `needy` fighters that cannot reach land; with `frozen` 1 own carriers stay where they are.
    """
    look_for_carriers(tables, state, sight)
    place = scratch(CLASSES)
    left = scratch(CLASSES)
    number = scratch(CLASSES)
    classes = list_needy(tables, state, sight, place, left, number)
    lost = needy
    for c in range(classes):
        lost -= number[c]
    mask = scratch(DECKS)  # bits of the classes that reach the deck
    room = scratch(DECKS)
    decks = 0
    for n in range(CARRIERS + 1, CARRIERS + 1 + sight[CARRIERS]):
        decks = add_fixed(tables, state, place, left, classes, mask, room, decks, sight[n], frozen)
    fixed = decks
    options = scratch(_TABLE)  # [deck, choice] masks
    source = scratch(_TABLE)  # likewise: territory whose capacity a new carrier takes, -1
    many = scratch(DECKS)
    for n in range(CARRIERS + 1, CARRIERS + 1 + (sight[CARRIERS] if frozen == 0 else 0)):
        decks = list_mobile(
            tables, state, place, left, classes, room, options, source, many, decks, sight[n]
        )
    decks = list_new(tables, state, place, left, classes, room, options, source, many, decks)
    for d in range(fixed, decks):  # a bound: carriers that are everywhere at once
        mask[d] = 0
        for o in range(many[d]):
            mask[d] |= options[d * CHOICES + o]
    best = lost + unmatched(number, classes, mask, room, decks)
    if best > allowed or decks == fixed:
        if allowed >= 0 or decks == fixed:
            return best
    return try_choices(tables, state, number, classes, mask, room, options, source, many,
                       fixed, decks, lost, max(allowed, best))  # fmt: skip


@kernel
def list_needy(tables: Any, state: Any, sight: Any, place: Any, left: Any, number: Any) -> int:
    """The kinds of fighters that need a deck; returns how many kinds."""
    classes = 0
    for i in range(AIRCRAFT + 1, AIRCRAFT + 1 + sight[AIRCRAFT]):
        s = sight[i]
        if state.landdist[s] == 0 or count_needy(tables, state, s, _FIGHTER) == 0:
            continue
        for r in range(min(int(state.landdist[s]), int(tables.move[_FIGHTER]) + 1)):
            n = count_grade(tables, state, s, _FIGHTER, r)
            if n > 0 and classes < CLASSES:
                place[classes] = s
                left[classes] = r
                number[classes] = n
                classes += 1
    return classes


@kernel
def reach_mask(tables: Any, place: Any, left: Any, classes: int, z: int, steps: int) -> int:
    """Bits of the kinds of fighters that can fly to a zone, or to within so many steps of it."""
    bits = 0
    for c in range(classes):
        if tables.dist[place[c], z] <= left[c] + steps:
            bits |= 1 << c
    return bits


@kernel
def add_fixed(
    tables: Any, state: Any, place: Any, left: Any, classes: int, mask: Any, room: Any,
    decks: int, z: int, frozen: int,
) -> int:  # fmt: skip
    """Places on decks of a zone that stay where they are; returns how many kinds there are."""
    bits = reach_mask(tables, place, left, classes, z, 0)
    if bits == 0 or decks >= DECKS:
        return decks
    leaving = 0 if frozen != 0 else count_all_mobile(tables, state, z)
    riding = count_excess(tables, state, z, leaving)
    places = free_places(tables, state, z, leaving, riding)
    if places == 0:
        return decks
    mask[decks] = bits
    room[decks] = places
    return decks + 1


@kernel
def list_mobile(
    tables: Any, state: Any, place: Any, left: Any, classes: int, room: Any, options: Any,
    source: Any, many: Any, decks: int, z: int,
) -> int:  # fmt: skip
    """CM18, NCM20: own carriers of a zone that can still sail; guests fill the slowest first."""
    mobile = count_all_mobile(tables, state, z)
    if mobile == 0:
        return decks
    guests = count_excess(tables, state, z, mobile)
    for steps in range(1, int(tables.move[_CARRIER]) + 1):
        for _ in range(count_mobile(tables, state, z, steps)):
            riding = min(2, guests)
            guests -= riding
            if riding == 2 or decks >= DECKS:
                continue
            room[decks] = 2 - riding
            many[decks] = 0
            source[decks * CHOICES] = -1
            add_zones(tables, state, place, left, classes, options, many, decks, z, steps)
            decks += 1
    return decks


@kernel
def add_zones(
    tables: Any, state: Any, place: Any, left: Any, classes: int, options: Any, many: Any,
    d: int, z: int, steps: int,
) -> None:  # fmt: skip
    """The zones a carrier in z can reach, as masks of the fighters each would serve."""
    most = reach_mask(tables, place, left, classes, z, steps)
    if most == 0:
        return
    add_option(options, many, d, reach_mask(tables, place, left, classes, z, 0))
    for k in range(tables.degree[z]):
        if many[d] > 0 and options[d * CHOICES] == most:  # no zone serves more
            return
        to = int(tables.neighbour[z, k])
        bits = reach_mask(tables, place, left, classes, to, 0)
        new = is_option(options, many, d, bits)
        if (not new and steps < 2) or not can_pass(tables, state, z, k):
            continue
        if new:
            add_option(options, many, d, bits)
        if steps < 2:
            continue
        for j in range(tables.degree[to]):
            bits = reach_mask(tables, place, left, classes, int(tables.neighbour[to, j]), 0)
            if is_option(options, many, d, bits) and can_pass(tables, state, to, j):
                add_option(options, many, d, bits)


@kernel
def is_option(options: Any, many: Any, d: int, bits: int) -> bool:
    """Whether a mask is no part of another: more fighters served are never worse."""
    if bits == 0:
        return False
    for o in range(many[d]):
        if bits | options[d * CHOICES + o] == options[d * CHOICES + o]:
            return False
    return True


@kernel
def add_option(options: Any, many: Any, d: int, bits: int) -> None:
    """Keep a mask that is no part of another, and of the others those that are no part of it."""
    if not is_option(options, many, d, bits):
        return
    n = many[d]
    o = 0
    while o < n:
        if options[d * CHOICES + o] | bits == bits:
            n -= 1
            options[d * CHOICES + o] = options[d * CHOICES + n]
        else:
            o += 1
    if n < CHOICES:
        options[d * CHOICES + n] = bits
        n += 1
    many[d] = n


@kernel
def list_new(
    tables: Any, state: Any, place: Any, left: Any, classes: int, room: Any, options: Any,
    source: Any, many: Any, decks: int,
) -> int:  # fmt: skip
    """NCM11: carriers bought this turn, in zones next to complexes with capacity left."""
    new = int(state.purchased[_CARRIER])
    if new == 0 or decks >= DECKS:
        return decks
    first = decks
    row = DECKS - 1  # scratch: the masks of one complex
    many[first] = 0
    for land in range(tables.n_land):
        if capacity_left(tables, state, land) == 0:
            continue
        many[row] = 0
        for k in range(tables.degree[land]):
            z = int(tables.neighbour[land, k])
            if tables.is_sea[z]:
                add_option(options, many, row, reach_mask(tables, place, left, classes, z, 0))
        for o in range(many[row]):
            if many[first] < CHOICES:
                options[first * CHOICES + many[first]] = options[row * CHOICES + o]
                source[first * CHOICES + many[first]] = land
                many[first] += 1
    many[row] = 0
    if many[first] == 0:
        return decks
    for _ in range(new):
        if decks >= row:
            break
        room[decks] = 2
        many[decks] = many[first]
        for o in range(many[first]):
            options[decks * CHOICES + o] = options[first * CHOICES + o]
            source[decks * CHOICES + o] = source[first * CHOICES + o]
        decks += 1
    return decks


@kernel
def fits_capacity(
    tables: Any, state: Any, source: Any, many: Any, pick: Any, mask: Any, fixed: int, decks: int
) -> None:
    """NCM11, M3: new carriers beyond a complex's capacity serve nobody."""
    for d in range(fixed, decks):
        if source[d * CHOICES] < 0:
            continue
        used = 0
        land = source[d * CHOICES + pick[d]]
        for e in range(fixed, d):
            if source[e * CHOICES] >= 0 and source[e * CHOICES + pick[e]] == land:
                used += 1
        if used >= capacity_left(tables, state, land):
            mask[d] = 0


@kernel
def try_choices(
    tables: Any, state: Any, number: Any, classes: int, mask: Any, room: Any, options: Any,
    source: Any, many: Any, fixed: int, decks: int, lost: int, goal: int,
) -> int:  # fmt: skip
    """Go through the carriers' choices until no more than `goal` fighters miss; the least found."""
    pick = scratch(DECKS)
    for d in range(fixed, decks):
        pick[d] = 0
    best = 1_000
    for _ in range(TRIALS):
        for d in range(fixed, decks):
            mask[d] = options[d * CHOICES + pick[d]] if many[d] > 0 else 0
        fits_capacity(tables, state, source, many, pick, mask, fixed, decks)
        best = min(best, lost + unmatched(number, classes, mask, room, decks))
        if best <= goal:
            break
        d = fixed
        while d < decks and pick[d] + 1 >= many[d]:
            pick[d] = 0
            d += 1
        if d == decks:
            break
        pick[d] += 1
    return best
