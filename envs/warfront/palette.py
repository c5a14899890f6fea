"""Colours and styles of the pictures: one palette, light and dark.

A style is a name; what it looks like stands here and nowhere else. Colours are tokens with a value
for light and one for dark surroundings; the powers' are told apart by lightness as well as by hue,
so that they stay apart for people who do not see all hues.
"""

from dataclasses import dataclass

COLOURS = {  # token: (light, dark)
    "paper": ("#f7f4ec", "#14181d"),
    "card": ("#ffffff", "#1e252c"),
    "ink": ("#1d2733", "#e8e5dc"),
    "soft": ("#5f6b78", "#9aa5b1"),
    "line": ("#cfcabd", "#3a434d"),
    "sea": ("#c9dde6", "#1b2c3a"),
    "shore": ("#e3eef2", "#24394a"),
    "sealine": ("#9fbccb", "#2f4658"),
    "zone": ("#53758a", "#7f9db0"),
    "border": ("#3c4650", "#0c1013"),
    "neutral": ("#d9d4c5", "#3b4046"),
    "ussr": ("#d9653b", "#c05a35"),
    "germany": ("#8d949c", "#717981"),
    "uk": ("#e9c766", "#c2a04a"),
    "japan": ("#c490bd", "#97648f"),
    "usa": ("#6fb294", "#468a6c"),
    "ussr_deep": ("#a33c18", "#e5845d"),
    "germany_deep": ("#3d454e", "#b9c0c8"),
    "uk_deep": ("#8a6a0b", "#f0d27a"),
    "japan_deep": ("#7d4175", "#deb0d7"),
    "usa_deep": ("#1c6449", "#8fd4b5"),
    "axis": ("#c2703d", "#d98a58"),
    "allies": ("#3d7ab8", "#6aa3dc"),
    "axis_soft": ("#f3dccb", "#4a3020"),
    "allies_soft": ("#d3e3f2", "#1f3850"),
    "alarm": ("#c22f2f", "#f06a5f"),
    "gold": ("#d8a520", "#f0c54e"),
    "back": ("#7d8894", "#4a5560"),
    "white": ("#ffffff", "#f4f2ea"),
    "plate": ("#ffffff", "#10151a"),
    "black": ("#14181d", "#0b0e11"),
}
PLAIN = ("ink", "soft", "line", "zone", "alarm", "gold", "back", "white", "plate", "black")
POWERS = ("ussr", "germany", "uk", "japan", "usa")


@dataclass(frozen=True)
class Style:
    """What a shape of a style looks like: colour tokens, width of its line, dashes, strength."""

    fill: str | None = None
    stroke: str | None = None
    width: float = 1.0
    dash: tuple[float, float] | None = None
    opacity: float = 1.0


def _styles() -> dict[str, Style]:
    """Every style by name."""
    found = {
        "paper": Style("paper"),
        "card": Style("card", "line"),
        "ocean": Style("sea"),
        "lake": Style("sea", "border", 1.0),
        "clear": Style("sea", None, 1.0, None, 0.01),
        "shore": Style(None, "shore", 12),
        "neutral": Style("neutral", "border", 1.0),
        "line": Style(None, "line", 1.0),
        "line_gold": Style(None, "gold", 1.6),
        "line_sealine": Style(None, "sealine", 1.6),
        "asked": Style(None, "gold", 3.5),
        "fight": Style(None, "alarm", 2.6),
        "meet": Style(None, "alarm", 1.2, (4, 3)),
        "badge": Style("card", "border", 0.8),
        "empty": Style("paper", "line", 1.0, (4, 3)),
        "track": Style("line"),
        "back": Style("back", "card", 1.0),
        "drawn": Style("card", "gold", 1.6, (5, 3)),
    }
    for token in PLAIN:
        found[f"fill_{token}"] = Style(token)
    for power in POWERS:
        found[f"fill_{power}"] = Style(power)
        found[f"fill_{power}_deep"] = Style(f"{power}_deep")
        found[f"land_{power}"] = Style(power, "border", 1.0)
        found[f"chip_{power}"] = Style(f"{power}_deep", "plate", 1.0)
    for side in ("axis", "allies"):
        found[f"fill_{side}"] = Style(side)
        found[f"card_{side}"] = Style(f"{side}_soft", side, 1.2)
        found[f"mat_{side}"] = Style("card", side, 1.6)
    return found


STYLES = _styles()
