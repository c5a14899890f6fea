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

LIKELIEST = 8  # armies left that the table shows


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
    show(args, result, _words(result))
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


def _words(result: dict[str, Any]) -> str:
    battle = result["battle"]
    lines = [f"{result['space']}: {_army(battle['attacker'])} against {_army(battle['defender'])}"]
    for key in ("seaborne", "bombard"):
        if battle.get(key):
            lines.append(f"  {key}: {_army(battle[key])}")
    if battle.get("aa_gun"):
        lines.append("  an AA gun fires")
    for key in ("win", "lose", "draw", "retreat", "conquest"):
        lines.append(f"  {key:<10}{result[key]:8.2%}")
    for side in ("attacker", "defender"):
        lines.append(f"  {side} loses {result[f'{side}_loss']:.2f} IPCs on average; left:")
        for left in result[f"{side}_left"][:LIKELIEST]:
            lines.append(f"    {left['chance']:8.2%}  {_army(left['units'])}")
    return "\n".join(lines)


def _army(units: dict[str, int]) -> str:
    return ", ".join(f"{n} {unit}" for unit, n in units.items()) or "nothing"
