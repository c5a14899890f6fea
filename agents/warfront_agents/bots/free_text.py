"""What a language model answered, in free text: the one legal action, or the order, that it means.

Only one line counts: the last that begins with ANSWER, or else the last line there is. That line
may hold the number or the words of an action, or a whole order; failing that, the one action whose
words stand somewhere in it.
"""

import re
from collections.abc import Callable, Sequence

from warfront.game import IllegalOrder
from warfront_agents.bots.faults import Fault

MARK = re.compile(r"^\W*answer\W*[:=-](.*)$", re.IGNORECASE)
NUMBERED = re.compile(r"^#?(\d{1,4})[.):]?\s*(.*)$")


def answer_line(text: str) -> str:
    """The line of a text that counts, without marks around it; "" where there is none."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    marked = [found.group(1) for line in lines if (found := MARK.match(line))]
    line = marked[-1] if marked else lines[-1] if lines else ""
    return line.strip(" \t*`\"'").removesuffix(".").strip(" \t*`\"'")


def plain(words: str) -> str:
    """Words without case, marks or more than one blank, to be compared."""
    return " ".join(re.sub(r"[^\w>+-]+", " ", words.lower()).split())


def read_text(
    text: str, legal: Sequence[tuple[int, str]], order: Callable[[str], list[int]]
) -> list[int]:
    """The actions that a text means, one or those of a whole order.

    Args:
        text: The model's text.
        legal: The legal actions and their words, numbered from 1 as in the prompt.
        order: Expands an order; raises IllegalOrder for what is none.

    Raises:
        Fault: It means none of them, or more than one.
    """
    line = answer_line(text)
    numbered = NUMBERED.match(line)
    if numbered and (action := _by_number(numbered, legal)) is not None:
        return [action]
    for action, words in legal:
        if plain(words) == plain(line):
            return [action]
    try:
        return order(line)
    except IllegalOrder:
        pass
    found = _within(plain(line), legal)
    if len(found) == 1:
        return found
    what = "more than one legal action" if found else "no legal action"
    raise Fault("illegal", f"the answer {line[:60]!r} means {what}")


def _by_number(found: re.Match[str], legal: Sequence[tuple[int, str]]) -> int | None:
    """The action of a number, alone or with that action's words behind it."""
    number, rest = int(found.group(1)), plain(found.group(2))
    if not 1 <= number <= len(legal):
        return None
    action, words = legal[number - 1]
    return action if rest in ("", plain(words)) else None


def _within(line: str, legal: Sequence[tuple[int, str]]) -> list[int]:
    """Actions whose words stand in a line, but not only inside longer words of another action."""
    found: list[int] = []
    for action, words in sorted(legal, key=lambda row: -len(row[1])):
        phrase = re.compile(rf"(?<![\w-]){re.escape(plain(words))}(?![\w-])")
        if plain(words) and phrase.search(line):
            line = phrase.sub("|", line)
            found.append(action)
    return found
