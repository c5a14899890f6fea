"""Short codes of spaces, where a name in full has no room on the map."""

from collections.abc import Sequence

LONGEST = 6
COMPASS = ("north", "south", "east", "west", "central", "new", "french", "united")


def codes_of(spaces: Sequence[str]) -> tuple[str, ...]:
    """A code of at most six letters for each id, no two alike.

    The beginning of an id's first word where that says which it is (`ukrain` of `ukraine_ssr`),
    else the first letters of its words before the last one (`weurop` of `western_europe`).
    """
    firsts = [space.split("_")[0] for space in spaces]
    taken = {space for space in spaces if len(space) <= LONGEST}
    found = []
    for space, first in zip(spaces, firsts, strict=True):
        if len(space) <= LONGEST:
            found.append(space)
            continue
        *lead, last = space.split("_")
        plain = len(first) >= 4 and firsts.count(first) == 1 and not first.startswith(COMPASS)
        code = (first if plain else "".join(word[0] for word in lead if word) + last)[:LONGEST]
        number = 1
        while code in taken:
            number += 1
            code = f"{code[: LONGEST - len(str(number))]}{number}"
        taken.add(code)
        found.append(code)
    return tuple(found)
