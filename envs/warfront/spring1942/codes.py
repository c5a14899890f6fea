"""Short codes of spaces, where a name in full has no room on the map."""

from functools import lru_cache

from warfront.spring1942.names import Names

LONGEST = 6
COMPASS = ("north", "south", "east", "west", "central", "new", "french", "united")


@lru_cache(maxsize=8)
def codes_of(spaces: tuple[str, ...]) -> tuple[str, ...]:
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


def find_space(names: Names, text: str) -> int:
    """The number of a space that a person names: by its id, its name or its code on the map.

    Raises:
        BadInput: it is unknown; names the nearest ids.
    """
    wanted = "_".join(text.lower().replace(".", " ").split())
    codes = codes_of(tuple(names.spaces))
    if wanted in codes:
        return codes.index(wanted)
    titles = ["_".join(title.lower().replace(".", " ").split()) for title in names.titles]
    return titles.index(wanted) if wanted in titles else names.space(wanted)
