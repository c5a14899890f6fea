"""The named options of Spring 1942: what the edition leaves open, as values its owner can set.

`origin` is the statement or the open point (O) of docs/rules/spring1942.md.
"""

from collections.abc import Mapping

from warfront.option import Option, Value, fill_in

BOMBING = ("damage", "ipc")

OPTIONS = (
    Option("round_limit", 20, "ours", "rounds; then the game is undecided", 1, 100),
    Option("victory_axis", 9, "V3", "victory cities with which the Axis win", 1, 12),
    Option("victory_allies", 9, "V3", "victory cities with which the Allies win", 1, 12),
    Option("bid_axis", 0, "ours", "IPCs more for the Axis at the start, shared evenly", 0, 100),
    Option("bid_allies", 0, "ours", "IPCs more for the Allies at the start, shared evenly", 0, 100),
    Option("aa_gun_cost", 6, "O1", "price of an AA gun", 1, 20),
    Option(
        "bombing",
        "damage",
        "O2",
        "a raid damages the complex, or takes IPCs from its owner",
        choices=BOMBING,
    ),
    Option("new_complex_minimum", 1, "O3", "IPC value a territory needs for a new complex", 1, 10),
    Option(
        "submarines_stop_landings",
        False,
        "O5",
        "an enemy submarine in the zone bars unescorted transports from an assault",
    ),
    Option("own_carriers_only", False, "NCM12", "fighters land on their owner's carriers only"),
    Option(
        "fought_carriers_move",
        False,
        "NCM21",
        "a carrier that fought in its place may still move to receive a fighter",
    ),
    Option("decision_limit", 50_000, "ours", "decisions; then undecided", 1_000, 1_000_000),
)
BY_NAME = {option.name: option for option in OPTIONS}


def check_options(given: Mapping[str, object], usual: Mapping[str, Value]) -> dict[str, Value]:
    """Every option with its value: as given, else as usual in the scenario, else the default.

    Raises:
        BadInput: an unknown option or a value out of range.
    """
    return fill_in(OPTIONS, {**usual, **given})
