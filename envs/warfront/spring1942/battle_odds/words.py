"""The odds of a battle in words."""

from typing import Any

LIKELIEST = 8  # armies left that are shown


def in_words(result: dict[str, Any]) -> str:
    """The odds of a battle as lines.

    Args:
        result: `space`, `battle` (what `battle_in` gives) and what `Odds.as_table` gives.
    """
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
