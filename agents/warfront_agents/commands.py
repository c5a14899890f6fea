"""What a person at the terminal may type besides decisions: one table of commands."""

import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from warfront.game import BadInput, Game
from warfront.naming import closest
from warfront_agents.bots.words import Question, rules_of

WIDTH = 100
LAST = 30  # lines of the history that are shown


@dataclass(frozen=True)
class Command:
    """A command.

    Attributes:
        word: What is typed.
        form: How an argument is told in `help`.
        does: What it shows, for `help`.
        answer: What is written, given what stands behind the word.
        needs: The method that a game must have for it; "" for none.
    """

    word: str
    form: str
    does: str
    answer: Callable[[Question, str], str]
    needs: str = ""


def commands_of(game: Game) -> list[Command]:
    """The commands that a game has."""
    return [command for command in COMMANDS if not command.needs or hasattr(game, command.needs)]


def answer(asked: Question, line: str) -> str | None:
    """What is written for a line that is a command; None where it is none.

    A command that cannot be followed (an unknown space) is answered in one line.
    """
    word, _, rest = line.strip().partition(" ")
    word = "help" if word == "?" else word.lower()
    for command in COMMANDS:
        if word == command.word and (command.form or not rest.strip()):
            if command.needs and not hasattr(asked.game, command.needs):
                return f"{asked.game.spec.name} has no {word}: type help for what may be typed"
            try:
                return command.answer(asked, rest.strip())
            except BadInput as error:
                return f"{error}"
    return None


def meant(game: Game, line: str) -> str:
    """The line for a single word that is nothing, if it is close to a command; else ""."""
    words = [*(command.word for command in commands_of(game)), "quit"]
    hint = closest(line.lower(), words)
    return f"{line!r} is nothing here: {hint}" if hint.startswith("did you mean") else ""


def _help(asked: Question, _: str) -> str:
    game, seat = asked.game, asked.game.spec.seats[asked.seat]
    find: Any = getattr(game, "guide", None)
    words, forms = find(asked.state) if find else ("", [])
    prompt = game.prompt(asked.state).replace("_", " ")
    lines = textwrap.wrap(f"{seat} is asked ({prompt}). {words}", WIDTH)
    first = asked.legal[0][1] if asked.legal else ""
    rows = [("a number", f"of the list, 1 to {len(asked.legal)}, or the words behind it: {first}")]
    if forms:
        rows.append(("an order", f"all of it at once: {'; '.join(forms)}"))
    lines += ["You may answer with", *_table(rows), "and look around with"]
    rows = [(f"{c.word} {c.form}".strip(), c.does) for c in commands_of(game)]
    return "\n".join([*lines, *_table([*rows, ("quit", "leave the game")])])


def _table(rows: Sequence[tuple[str, str]]) -> list[str]:
    """Rows of a name and what is said of it."""
    found = []
    for name, words in rows:
        found += textwrap.wrap(
            words, WIDTH, initial_indent=f"  {name:<16}", subsequent_indent=" " * 18,
            break_on_hyphens=False,
        )  # fmt: skip
    return found


def _board(asked: Question, _: str) -> str:
    find: Any = getattr(asked.game, "board", asked.game.text)
    board: str = find(asked.state, asked.seat)
    return board + numbered(asked.legal)


def _map(asked: Question, space: str) -> str:
    game: Any = asked.game
    drawn: str = game.map(asked.state, space)
    return drawn


def _odds(asked: Question, space: str) -> str:
    game: Any = asked.game
    if not space:
        raise BadInput("odds of which battle? write odds SPACE")
    found: str = game.odds(asked.state, space)
    return found


def _rules(asked: Question, _: str) -> str:
    rules = rules_of(asked.game)
    lines = [line for part in rules.splitlines() for line in textwrap.wrap(part, WIDTH) or [""]]
    return "\n".join(lines) or "there is no summary of this game's rules"


def _history(asked: Question, number: str) -> str:
    if number and (not number.isdecimal() or number == "0"):
        raise BadInput(f"history {number!r}: write history 50 for the last 50 lines")
    return "\n".join(asked.history[-int(number or LAST) :]) or "nothing has happened yet"


def numbered(listed: Sequence[tuple[int, str]]) -> str:
    """The legal actions, numbered from 1."""
    return "".join(f"\n{number:4d}  {words}" for number, (_, words) in enumerate(listed, 1))


COMMANDS = (
    Command("help", "", "this: what is asked and what may be typed; ? too", _help),
    Command("board", "", "everything in tables, and the list of actions again", _board),
    Command(
        "map", "[SPACE]", "the drawn map; of a space what is around it, and who could come there",
        _map, "map",
    ),
    Command("odds", "SPACE", "the odds of the battle that waits in that space", _odds, "odds"),
    Command("history", "[50]", f"the last {LAST} (50) things that happened", _history),
    Command("rules", "", "the rules in short", _rules),
)  # fmt: skip
