"""warfront odds: exact odds of the battle that stands in a space of a Spring 1942 position.

The attacker is the power whose turn it is in the position, unless --attacker names another.
Casualty orders are lists such as "2 infantry, fighter, tank": units that are not named follow,
the cheapest first; "damage" is a battleship's first hit.
"""

import argparse
import json
from typing import Any

from warfront.game import BadInput, Position
from warfront_training.commands.common import add_game, add_output, make_game, show, whole


def add(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument("position", help="a JSON or TOML file, or a JSON object")
    parser.add_argument("space", help="the space, such as ukraine_ssr or sz5")
    parser.add_argument("--attacker", metavar="POWER", help="who attacks")
    for side in ("attacker", "defender"):
        parser.add_argument(f"--{side}-order", default="", metavar="UNIT,...", help="first lost")
        parser.add_argument(
            f"--{side}-submerges", action="store_true", help="submarines submerge when they may"
        )
    parser.add_argument("--retreat-after", type=whole, metavar="ROUNDS")
    parser.add_argument("--retreat-at", type=whole, metavar="UNITS", help="with so few units left")
    parser.add_argument("--no-retreat", action="store_true", help="there is nowhere to retreat to")
    add_game(parser)
    add_output(parser)
    parser.set_defaults(game="spring1942")


def run(args: argparse.Namespace) -> int:
    """Reckon and print."""
    from warfront.spring1942 import odds
    from warfront.spring1942.battle_odds.position import battle_in
    from warfront.spring1942.battle_odds.words import in_words

    if args.game != "spring1942":
        raise BadInput(f"--game {args.game}: odds are those of spring1942")
    game: Any = make_game(args)[0]
    state = game.record(game.from_position(_read(args.position)))
    battle = battle_in(game.loaded, state, args.space, args.attacker)
    found = odds(
        **battle,
        attacker_order=_split(args.attacker_order),
        defender_order=_split(args.defender_order),
        attacker_submerges=args.attacker_submerges,
        defender_submerges=args.defender_submerges,
        can_retreat=not args.no_retreat,
        retreat_after=args.retreat_after,
        retreat_at=args.retreat_at,
    )
    stated = {key: battle[key] for key in battle if key != "tables"}
    result = {"space": args.space, "battle": stated, **found.as_table()}
    show(args, result, in_words(result))
    return 0


def _read(text: str) -> Position | str:
    """A JSON object as it is, anything else as the path of a file."""
    if not text.lstrip().startswith("{"):
        return text
    try:
        position: Position = json.loads(text)
    except ValueError as error:
        raise BadInput(f"position: {error}; give a JSON object or the path of a file") from None
    return position


def _split(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]
