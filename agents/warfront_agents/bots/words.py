"""The words for a language model: who it is, the rules, what happened, the position, the choice.

They are made from what the seat may know and nothing else, always the same way, and they keep
within a budget of tokens by an estimate that needs no tokenizer.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from warfront.game import Game

RULES = Path(__file__).with_name("rules")
LETTERS = 3  # of a word that we count as one token; models' tokens hold about four
PIECES = re.compile(r"[A-Za-z]+|[^A-Za-z ]")
SHARE = 2  # the list of actions takes at most one part in so many of the budget


def count_tokens(text: str) -> int:
    """At most so many tokens, by our estimate.

    A token for every three letters of a word begun, one for every digit and every other sign, the
    end of a line among them; blanks between words are free, as models' tokens hold them. Signs
    beyond ASCII count one for each of their bytes in UTF-8.
    """
    return sum(
        -(-len(piece) // LETTERS) if piece.isascii() and piece.isalpha() else len(piece.encode())
        for piece in PIECES.findall(text)
    )


@dataclass(frozen=True)
class Question:
    """What somebody is asked: a prompt is built from it, commands of the terminal tell of it.

    Attributes:
        game: The game.
        state: A state that agrees with all its seat may know.
        seat: Who is asked.
        legal: The legal actions and their words.
        history: What happened before, oldest first, a line each.
    """

    game: Game
    state: Any
    seat: int
    legal: Sequence[tuple[int, str]]
    history: Sequence[str]


def build_prompt(asked: Question, budget: int) -> str:
    """The prompt, of at most `budget` tokens by `count_tokens`.

    What does not fit is left out in this order: the oldest history, then the rules, then the end of
    the position, then the end of the list of actions, which never takes more than half.

    Args:
        asked: What it is about.
        budget: Tokens, 500 or more.
    """
    head, form = _head(asked), FORM
    left = budget - count_tokens(head + form) - SPARE
    choice = _choice(asked, left // SHARE)
    left -= count_tokens(choice)
    table = _cut(_squeezed(asked.game.text(asked.state, asked.seat)), left)
    left -= count_tokens(table)
    rules = rules_of(asked.game)
    rules = rules if count_tokens(rules) <= left else ""
    left -= count_tokens(rules)
    parts = [
        head,
        _section("Rules", rules),
        _section("What has happened, the latest last", _latest(asked.history, left)),
        _section("The game as you see it", table),
        _section("Your choice", choice),
        form,
    ]
    return "\n".join(part for part in parts if part)


# What sections and their headings take.
SPARE = 60
FORM = """
# How to answer
Write your last line as `ANSWER: ` and the number or the words of one action of the list, for
instance `ANSWER: 1`. A whole order, which takes several choices at once, may stand there instead.
"""


def rules_of(game: Game) -> str:
    """The summary of a game's rules; "" for a game that has none here."""
    file = RULES / f"{game.spec.name}.txt"
    return file.read_text(encoding="utf-8").strip() if file.exists() else ""


def _head(asked: Question) -> str:
    spec = asked.game.spec
    seat = spec.seats[asked.seat]
    side = next(side for side, seats in spec.sides.items() if seat in seats)
    allies = [other for other in spec.sides[side] if other != seat]
    enemies = [other for name, seats in spec.sides.items() if name != side for other in seats]
    with_whom = f" with {', '.join(allies)}" if allies else ""
    return f"You play {seat} for the {side}{with_whom}, against {', '.join(enemies)}."


def _section(title: str, text: str) -> str:
    return f"\n# {title}\n{text}" if text else ""


def _choice(asked: Question, room: int) -> str:
    """What is asked, and the actions, numbered from 1, as many as there is room for."""
    prompt = asked.game.prompt(asked.state).replace("_", " ")
    lines = [f"You are asked: {prompt}. You may:"]
    left = room - count_tokens(lines[0]) - 12
    for number, (_, words) in enumerate(asked.legal, 1):
        line = f"{number}. {words}"
        left -= count_tokens(line) + 1
        if left < 0:
            lines.append(f"and {len(asked.legal) - number + 1} more, by their words")
            break
        lines.append(line)
    return "\n".join(lines)


def _squeezed(text: str) -> str:
    """A table without rulers, its columns apart by two blanks and its lines in by four at most."""
    lines = (re.sub(r"-{3,}", "--", line.rstrip()) for line in text.strip().split("\n"))
    indented = (re.sub(r"^ {5,}", "    ", line) for line in lines if line)
    return "\n".join(re.sub(r"(?<=\S) {3,}", "  ", line) for line in indented)


def _cut(text: str, room: int) -> str:
    """The first lines of a text that have room, and three dots where some are left out."""
    kept: list[str] = []
    left = room - 4
    for line in text.split("\n"):
        left -= count_tokens(line) + 1
        if left < 0:
            return "\n".join([*kept, "..."])
        kept.append(line)
    return text


def _latest(lines: Sequence[str], room: int) -> str:
    """The last lines that have room, and three dots where older ones are left out."""
    kept: list[str] = []
    left = room - 4
    for line in reversed(lines):
        left -= count_tokens(line) + 1
        if left < 0:
            kept.append("...")
            break
        kept.append(line)
    return "\n".join(reversed(kept))
