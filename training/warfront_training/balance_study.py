"""A whole study of balance: what is asked of a game, checked first, then measured row by row."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from warfront.game import BadInput
from warfront_training.balance import check, measure_set, row_name
from warfront_training.balance_bars import listed
from warfront_training.card_worth import measure_cards, stands
from warfront_training.dials import read_dial
from warfront_training.even import find_even
from warfront_training.match import Games
from warfront_training.paired import compare
from warfront_training.trial import Trial
from warfront_training.unit_worth import added, measure_units, posts

AS_IS, CHANGED = "as it is", "changed"
Theatres = tuple[str, ...]


@dataclass(frozen=True)
class Study:
    """What is asked.

    Attributes:
        trial: How the games are played.
        sets: Theatre sets; for a game without theatres one empty set.
        first_turn: Also measure what the first turn is worth.
        cards: Names of Battlecards' cards to measure, empty for all; None: none.
        units: Posts of Spring 1942 to measure (`unit_worth.posts`), empty for all; None: none.
        against: How a second rule set is made, where it differs; None: there is none.
        even: The dial that makes the game even (`dials.read_dial`); None: it is not looked for.
        within: A score this near to one half counts as even.
        error: Chance at most that a test of the search is wrong.
    """

    trial: Trial
    sets: tuple[Theatres, ...]
    first_turn: bool = False
    cards: Sequence[str] | None = None
    units: Sequence[str] | None = None
    against: dict[str, Any] | None = None
    even: str | None = None
    within: float = 0.05
    error: float = 0.05


@dataclass
class Measured:
    """What came of a study.

    Attributes:
        report: All figures, JSON-able.
        games: (name of the set, AS_IS or CHANGED, its games), for the rows of games.csv.
    """

    report: dict[str, Any]
    games: list[tuple[str, str, Games]] = field(default_factory=list)


def check_study(study: Study) -> int | None:
    """Refuse what cannot be measured, before anything is played.

    Returns:
        The number of games, None when it depends on what is found.

    Raises:
        BadInput: One line that says what is wrong and what would be right.
    """
    _check_numbers(study)
    measurements = 0
    for theatres in study.sets:
        check(study.trial, theatres, study.first_turn)
        measurements += 1 + study.first_turn
        if study.cards is not None:
            measurements += len(_check_cards(study, theatres))
        if study.units is not None:
            measurements += len(_check_units(study, theatres))
        if study.against is not None:
            _check_against(study, theatres)
            measurements += 1
        if study.even is not None:
            dial = read_dial(study.even, study.trial, theatres)
            for value in (dial.low, dial.high):
                study.trial.check(theatres, **dial.changes(value))
    return None if study.even is not None else measurements * study.trial.games


def _check_numbers(study: Study) -> None:
    if study.trial.games < 1:
        raise BadInput(f"--games {study.trial.games}: play 1 game or more")
    if not 0 < study.within < 0.5:
        raise BadInput(f"--within {study.within:g}: use a share above 0 and under 0.5, as 0.05")
    if not 0 < study.error < 0.5:
        raise BadInput(f"--error {study.error:g}: use a chance above 0 and under 0.5, as 0.05")


def _check_cards(study: Study, theatres: Theatres) -> Sequence[Any]:
    if study.trial.name != "battlecards":
        raise BadInput(f"--cards measures cards of battlecards: {study.trial.name} has none")
    return stands(study.trial, theatres, study.cards or ())


def _check_units(study: Study, theatres: Theatres) -> Sequence[Any]:
    if study.trial.name != "spring1942":
        raise BadInput(f"--units measures units of spring1942: {study.trial.name} has none")
    found = posts(study.trial.game(theatres), study.units or ())
    for post in found:
        study.trial.check(theatres, scenario=added(study.trial.options.get("scenario"), post, 1))
    return found


def _check_against(study: Study, theatres: Theatres) -> None:
    other = study.trial.check(theatres, **(study.against or {}))
    if other.spec.version == study.trial.game(theatres).spec.version:
        raise BadInput("the rules to compare with are the same: change an option, deck or scenario")


def run_study(study: Study) -> Measured:
    """Measure all that a study asks; `check_study` has found nothing wrong with it.

    Returns:
        A report with `sets` (one row a theatre set) and, as asked for, `cards`, `units`,
        `against` and `even`, and the games behind the sets and the comparison.
    """
    trial = study.trial
    measured = Measured(
        {
            "game": trial.name,
            "agent": trial.agent,
            **trial.players,
            "games": trial.games,
            "seed": trial.seed,
            "made": trial.options,
            "changed": study.against,
            "sets": [],
        }
    )
    report = measured.report

    def measure(theatres: Theatres) -> Measured:
        return _measure(study, theatres)

    for found in trial.each(measure, study.sets):
        measured.games += found.games
        for key, rows in found.report.items():
            report.setdefault(key, []).extend(rows)
    report.update(listed(report))
    return measured


def _measure(study: Study, theatres: Theatres) -> Measured:
    """What is asked of one set: its rows by their key in the report."""
    trial = study.trial
    base = trial.play(theatres)
    name = row_name(trial.game(theatres), theatres)
    row = measure_set(trial, theatres, study.first_turn, base)
    measured = Measured({"sets": [row]}, [(name, AS_IS, base)])
    for key, rows in _parts(study, theatres, base, measured):
        measured.report[key] = [{**row, "theatres": list(theatres), "set": name} for row in rows]
    return measured


def _parts(
    study: Study, theatres: Theatres, base: Games, measured: Measured
) -> Iterator[tuple[str, Iterator[dict[str, Any]] | list[dict[str, Any]]]]:
    """The measurements of one set beside its own games: their key in the report, and the rows."""
    trial = study.trial
    name = measured.games[-1][0]
    if study.cards is not None:
        yield "cards", measure_cards(trial, theatres, study.cards, base)
    if study.units is not None:
        yield "units", measure_units(trial, theatres, study.units, base)
    if study.against is not None:
        row, other = compare(trial, theatres, base, study.against)
        measured.games.append((name, CHANGED, other))
        yield "against", [{"name": name, **row}]
    if study.even is not None:
        dial = read_dial(study.even, trial, theatres)
        yield (
            "even",
            [{"name": name, **find_even(trial, theatres, dial, study.within, study.error)}],
        )


def game_rows(measured: Measured) -> Iterator[dict[str, Any]]:
    """Every game behind the sets and the comparison, one row each."""
    words = {0: "axis", 1: "allies", -1: "undecided"}
    for name, rules, games in measured.games:
        for k, winner in enumerate(games.winner.tolist()):
            yield {
                "set": name,
                "rules": rules,
                "game_seed": int(games.seeds[k]),
                "winner": words[winner],
                "victory": games.victory[k],
                "margin": round(float(games.margin[k]), 6),
                "decisions": int(games.decisions[k]),
                "rounds": int(games.rounds[k]),
            }
