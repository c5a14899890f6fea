"""The pages of both environments, docs/environments/GAME.md: tables of what the code says.

What stands there between `<!-- NAME -->` and `<!-- end -->` is written anew by `python
tests/env_pages.py` (or `make rulebook`); a test holds it up to date. All else is prose.
"""

import re
from collections.abc import Callable, Sequence
from enum import IntEnum
from pathlib import Path
from typing import Any

import warfront
from warfront.battlecards import actions as battlecards_actions
from warfront.battlecards import options as battlecards_options
from warfront.battlecards import pieces as battlecards_pieces
from warfront.battlecards.state import Prompt as BattlecardsPrompt
from warfront.option import Option
from warfront.spring1942 import actions as spring_actions
from warfront.spring1942 import options as spring_options
from warfront.spring1942 import pieces as spring_pieces
from warfront.spring1942.state import Prompt as SpringPrompt

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "environments"
BLOCK = re.compile(r"(<!-- (\w+) -->\n).*?(<!-- end -->)", re.S)
THEATRES = ("western_europe", "pacific", "russia", "north_africa")

BATTLECARDS_ACTS = {
    "DRAW": "take the turn: draw a Conflict card", "PASS": "do nothing here",
    "DONE": "no more cards", "RETAIN": "keep the card drawn", "EXECUTE": "play the card drawn",
    "DECLINE": "take no part, give no consent", "NEXT": "another of my units fires first",
    "YIELD": "my ally fires first", "HOLD": "these units do not fire in this phase",
    "AUTOKILL": "the shot kills without a roll", "WITHDRAW": "leave the battle",
    "FIGHT_ON": "stay in it", "CLAIM": "claim the battle of a won theatre",
    "SEAT": "+ seat: whom it concerns", "RAID": "+ 2 x seat: ground and air; + 1: air and sea",
    "PLAY": "+ row of the seat's own Conflict deck", "BATTLE": "+ number of the battle",
    "CARD": "+ type of an Arsenal card: home seat x 28 + row of its deck",
}  # fmt: skip
SPRING_ACTS = {
    "DONE": "end the phase, the order or the purchase",
    "ENGAGE": "decide on a zone that only holds enemy submarines or transports",
    "ATTACK": "attack there", "IGNORE": "pass it by",
    "RAID": "the bomber raids the complex", "LOAD": "the transport loads",
    "PRESS": "another round of the battle", "SUBMERGE": "the submarines dive",
    "FIRE": "they stay and fire", "OVERLAND": "the loss is one that came over land",
    "SEABORNE": "the loss is one that landed from the sea",
    "CARGO": "+ 0 or 1: the place aboard the transport", "SEAT": "+ power", "SPACE": "+ space",
    "UNIT": "+ unit, the industrial complex last",
    "GRADE": "+ unit with the movement it has left",
    "COUNT": "+ how many, less 1", "TRANSPORT": "+ transport",
}  # fmt: skip


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(head)} |", "|" + "---|" * len(head)]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)])


def action_table(act: type[IntEnum], size: int, meanings: dict[str, str]) -> str:
    """The catalogue's blocks: numbers, name, meaning; every name needs one."""
    members = sorted(act, key=int)
    ends = [*(int(member) for member in members[1:]), size]
    rows = []
    for member, end in zip(members, ends, strict=True):
        first, last = int(member), end - 1
        numbers = str(first) if first == last else f"{first} to {last}"
        rows.append((numbers, f"`{member.name.lower()}`", meanings[member.name]))
    return table(("numbers", "name", "what"), rows)


def piece_table(slices: dict[str, slice], shapes: dict[Any, tuple[int, ...]], told: Any) -> str:
    """Every piece of the observation: where it lies, its shape, what its numbers mean."""
    rows = []
    for piece, shape in shapes.items():
        at = slices[piece.name.lower()]
        axes = " x ".join(map(str, shape))
        rows.append((f"`{piece.name.lower()}`", f"{at.start}:{at.stop}", axes, told[piece][1]))
    return table(("piece", "where", "shape", "what"), rows)


def option_table(options: Sequence[Option]) -> str:
    rows = []
    for option in options:
        if option.choices:
            values = ", ".join(option.choices)
        elif isinstance(option.default, bool):
            values = "true, false"
        else:
            values = f"{option.low} to {option.high}"
        default = (
            str(option.default).lower() if isinstance(option.default, bool) else option.default
        )
        rows.append((f"`{option.name}`", str(default), values, option.meaning, option.origin))
    return table(("option", "default", "values", "what", "source"), rows)


def prompts(enum: type[IntEnum]) -> str:
    names = (f"`{prompt.name.lower()}`" for prompt in enum if prompt.name not in ("OVER", "NONE"))
    return ", ".join(names)


def facts(name: str, game: Any) -> str:
    """What the field's pages of environments begin with."""
    spec, module = game.spec, f"{name}_v0"
    box = f"Box(0, 255, ({spec.observation_size},), float32)"
    rows = [
        ("Import", f"`from warfront import {module}`"),
        (
            "Game alone, batch",
            f'`warfront.make_game("{name}")`, `warfront.make_batch("{name}", n=256)`',
        ),
        ("Gymnasium", f'`gymnasium.make("warfront/{name.capitalize()}-v0")`'),
        ("Agents", ", ".join(f"`{seat}`" for seat in spec.seats)),
        ("Actions", f"`Discrete({spec.num_actions})`, masked"),
        ("Observation", f"`{box}`, with the mask `Box(0, 1, ({spec.num_actions},), int8)`"),
        ("Version", f"`{spec.version}`: the rules' version, and a digest of the data and options"),
    ]
    return table(("what", "how"), rows)


def battlecards_blocks() -> dict[str, str]:
    """The blocks of the page of Battlecards, in its two first theatres."""
    game: Any = warfront.make_game("battlecards")
    seats = len(game.spec.seats)
    sizes = []
    for k in range(1, len(THEATRES) + 1):
        spec = warfront.make_game("battlecards", theatres=THEATRES[:k]).spec
        sizes.append((str(k), str(2 * k), str(spec.num_actions), str(spec.observation_size)))
    pieces = battlecards_pieces.pieces(game.tables[0])
    shapes = battlecards_pieces.shapes(seats, seats // 2)
    acts = battlecards_actions.Act
    return {
        "facts": facts("battlecards", game),
        "actions": action_table(acts, game.spec.num_actions, BATTLECARDS_ACTS),
        "prompts": prompts(BattlecardsPrompt),
        "pieces": piece_table(pieces, shapes, battlecards_pieces.PIECES),
        "sizes": table(("theatres", "seats", "actions", "observation"), sizes),
        "options": option_table(battlecards_options.OPTIONS),
    }


def spring1942_blocks() -> dict[str, str]:
    """The blocks of the page of Spring 1942, on the whole map."""
    game: Any = warfront.make_game("spring1942")
    mini = warfront.make_game("spring1942", scenario="mini").spec
    pieces, tables = spring_pieces.pieces(game.tables[0]), game.tables[0]
    sizes = [
        (f"`{name}`", str(len(spec.seats)), str(spec.num_actions), str(spec.observation_size))
        for name, spec in (("opening", game.spec), ("mini", mini))
    ]
    return {
        "facts": facts("spring1942", game),
        "actions": action_table(spring_actions.Act, game.spec.num_actions, SPRING_ACTS),
        "prompts": prompts(SpringPrompt),
        "pieces": piece_table(pieces, spring_pieces.shapes(tables), spring_pieces.PIECES),
        "sizes": table(("scenario", "powers", "actions", "observation"), sizes),
        "options": option_table(spring_options.OPTIONS),
    }


BLOCKS: dict[str, Callable[[], dict[str, str]]] = {
    "battlecards": battlecards_blocks,
    "spring1942": spring1942_blocks,
}


def filled(name: str, text: str) -> str:
    """The page with every block written anew; a block that nobody writes is an error."""
    blocks = BLOCKS[name]()
    return BLOCK.sub(lambda found: f"{found[1]}{blocks[found[2]]}\n{found[3]}", text)


if __name__ == "__main__":
    for name in BLOCKS:
        page = FOLDER / f"{name}.md"
        page.write_text(filled(name, page.read_text(encoding="utf-8")), encoding="utf-8")
        print(f"docs/environments/{name}.md")
