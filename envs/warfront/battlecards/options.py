"""The named options of Battlecards: where the rule book is silent, a value that its owner can set.

Every decision of ours that is a number or a yes/no stands here once, with its origin in the rule
book (Q: a decision where the sources are silent; a plain number: a statement).
"""

from collections.abc import Iterable, Mapping

from warfront.battlecards.tables import POWERS
from warfront.game import BadInput
from warfront.option import Option, Value, fill_in, parse_texts

RAID_CHOICES = ("claim_or_raid", "claim", "raid")
FIRST = "first"  # the power that comes first in the turn order

OPTIONS = (
    Option("die", 10, "Q1", "sides of the die that every shot rolls", 4, 20),
    Option("threshold", 6, "Q1", "roll + attack - defence that hits", 2, 20),
    Option("rout_margin", 1, "Q6", "a miss by at most this forces the target to withdraw", 0, 9),
    Option("rounds", 8, "Q9", "combat rounds of a battle; then the aggressor fails", 1, 20),
    Option("hand_limit", 5, "Q21", "Retained Actions a seat may keep", 1, 10),
    Option("aid_size", 3, "Q28", "cards at most in an aid package", 1, 10),
    Option("first_seat", FIRST, "T2, T5", "who has the first turn", choices=(FIRST, *POWERS)),
    Option("game_rounds", 100, "ours", "turns of every seat; then the game is undecided", 1, 200),
    Option("decision_limit", 50_000, "ours", "decisions; then undecided", 1_000, 1_000_000),
    Option("setup_draw", 6, "T1, 99", "cards drawn at set-up and on liberation", 1, 20),
    Option("setup_deploy", 3, "T1, 99", "cards deployed of those", 1, 20),
    Option(
        "begin_draw",
        0,
        "ours",
        "cards drawn at set-up by the side that begins; 0: 2 and one a theatre, at most 5, "
        "at least setup_deploy",
        0,
        20,
    ),
    Option("reserve_hand", False, "Q17", "cards drawn but not deployed are kept to deploy later"),
    Option("allied_hands", True, "T8", "allies see one another's drawn, kept and retained cards"),
    Option("card_needs", False, "Q25", "a Battlecard waits until its side holds the card it names"),
    Option("failed_scores", True, "Q24", "the defenders score a battle that the aggressor lost"),
    Option(
        "hitler_from",
        "german_barbarossa",
        "43, Q41",
        "from which deck Hitler goes when the two Germans differ",
        choices=("german", "german_barbarossa"),
    ),
    Option("sabotage_roll", 5, "K7", "a roll of at least this makes Sabotage succeed", 1, 20),
    Option(
        "raid_choice",
        "claim_or_raid",
        "75, 76",
        "what the victor may do with a card of a theatre he has won, raid where he can",
        choices=RAID_CHOICES,
    ),
    Option(
        "unwon_fought", True, "Q33, 139", "an un-won card of a won theatre is fought if it can be"
    ),
    Option("any_liberator", False, "95", "any ally may liberate, not just those listed"),
    Option("once_ever", False, "136", "a liberator's condition holds once it has ever held"),
    Option("alone_combined", True, "Q43", "attacking or defending alone, a side stays combined"),
    Option("all_defend", True, "135", "a Counterattack meets all defenders that the card calls"),
    Option("bid_axis", 0, "ours", "points that the Axis has from the start", 0, 150),
    Option("bid_allies", 0, "ours", "points that the Allies have from the start", 0, 150),
    Option("handicaps", True, "ours", "figures change in joint games as joint.csv says"),
    Option("expansion", False, "P7, V3", "the Western European expansion's cards are in play"),
)


def parse_options(texts: Iterable[str]) -> dict[str, Value]:
    """The options of KEY=VALUE texts; BadInput as `option.parse_texts` raises it."""
    return parse_texts(OPTIONS, texts)


def check_options(given: Mapping[str, object], powers: tuple[str, ...]) -> dict[str, Value]:
    """Every option with its value for a game of these powers: defaults where none is given.

    Raises:
        BadInput: an unknown option, a value out of range, or values that contradict one another.
    """
    options = fill_in(OPTIONS, given)
    for smaller, larger in (
        ("setup_deploy", "setup_draw"),
        ("setup_deploy", "begin_draw"),
        ("begin_draw", "setup_draw"),
        ("threshold", "die"),
        ("sabotage_roll", "die"),
        ("rout_margin", "threshold"),
    ):
        if int(options[smaller]) > int(options[larger]) > 0:
            raise BadInput(
                f"options {smaller}={options[smaller]} and {larger}={options[larger]} contradict "
                f"one another: {smaller} must be at most {larger}"
            )
    if options["first_seat"] not in (FIRST, *powers):
        raise BadInput(
            f"option first_seat={options['first_seat']} is not in this game: "
            f"use {FIRST} or one of {', '.join(powers)}"
        )
    if options["expansion"] and "german" not in powers:
        raise BadInput(
            "option expansion=true needs the theatre western_europe: add it or leave the option out"
        )
    return options
