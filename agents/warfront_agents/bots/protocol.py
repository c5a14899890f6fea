"""The protocol: one JSON object a line, both ways. schema.json says the same for machines.

Whoever holds the game asks: `hello` once, then `decide` at every decision of the program's seat,
`over` at the end of a game, `bye`. The program answers `hello` with `ready` and each `decide` with
an object that bears its `id` and one of `action`, `order` and `text`. Keys that are not known are
ignored on both sides, so that later versions may add some.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeGuard

from warfront.game import BadInput, Game
from warfront_agents.bots.faults import Fault
from warfront_agents.bots.settings import FEWEST_TOKENS, check_parts

PROTOCOL = 1
SCHEMA = Path(__file__).with_name("schema.json")
ANSWERS = ("action", "order", "text")
Message = dict[str, Any]


def write(message: Mapping[str, Any]) -> str:
    """A message as its line, without the end of line."""
    return json.dumps(message, separators=(",", ":"))


def read(line: bytes | str) -> Message:
    """The message of a line.

    Raises:
        Fault: It is no JSON object.
    """
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        shown = line if isinstance(line, str) else line.decode(errors="replace")
        raise Fault("nonsense", f"not JSON: {shown[:60]!r}") from None
    if not isinstance(message, dict):
        raise Fault("nonsense", f"a JSON {type(message).__name__}, not an object")
    return message


def hello(
    game: Game, seat: str, parts: Sequence[str], ms: int | None, game_ms: int | None
) -> Message:
    """The first message: which game, which seat, what requests will hold, which clock."""
    spec = game.spec
    return {
        "type": "hello",
        "protocol": PROTOCOL,
        "game": spec.name,
        "version": spec.version,
        "settings": game.settings,
        "seats": list(spec.seats),
        "sides": spec.sides,
        "seat": seat,
        "parts": list(parts),
        "clock": {"ms": ms, "game_ms": game_ms},
    }


def ready(name: str, parts: Sequence[str]) -> Message:
    """A program's answer to `hello`: who it is, and what its requests shall hold."""
    return {"type": "ready", "protocol": PROTOCOL, "name": name, "parts": list(parts)}


@dataclass(frozen=True)
class Wishes:
    """What a program's `ready` asks for; None where it says nothing."""

    parts: tuple[str, ...] | None
    tokens: int | None


def read_ready(message: Message) -> Wishes:
    """What a program wishes for.

    Raises:
        Fault: It is no `ready` of this protocol.
    """
    if message.get("type") != "ready":
        raise Fault("nonsense", f"hello was answered by {str(message)[:60]}, not by ready")
    if message.get("protocol") != PROTOCOL:
        found = message.get("protocol")
        raise Fault("nonsense", f"it speaks protocol {found!r}, this is protocol {PROTOCOL}")
    parts, tokens = message.get("parts"), message.get("tokens")
    if tokens is not None and (not is_whole(tokens) or tokens < FEWEST_TOKENS):
        raise Fault("nonsense", f"tokens {tokens!r}: write a whole number from {FEWEST_TOKENS}")
    try:
        return Wishes(None if parts is None else check_parts(parts, "ready"), tokens)
    except BadInput as error:
        raise Fault("nonsense", str(error)) from None


def decide(
    number: int,
    game: int,
    seat: str,
    prompt: str,
    legal: Iterable[tuple[int, str]],
    clock: tuple[int | None, int | None],
    parts: Mapping[str, Any],
) -> Message:
    """A request for one decision.

    Args:
        number: Its id.
        game: Which game of the match; a program may play many at once.
        seat: Whose decision it is.
        prompt: What is asked, as a word.
        legal: The legal actions and their words.
        clock: Milliseconds for this decision, and left of all of the game's; None: no limit.
        parts: What it holds besides, see `settings.PARTS`.
    """
    return {
        "type": "decide",
        "id": number,
        "game": game,
        "seat": seat,
        "prompt": prompt,
        "legal": [{"action": action, "words": words} for action, words in legal],
        "clock": {"ms": clock[0], "left_ms": clock[1]},
        **parts,
    }


@dataclass(frozen=True)
class Answer:
    """A program's answer; exactly one is not None."""

    action: int | None = None
    order: str | None = None
    text: str | None = None


def read_answer(message: Message, number: int) -> Answer:
    """The answer to the request of this id.

    Raises:
        Fault: It answers another request, or is no answer.
    """
    if message.get("type") == "error":
        raise Fault("nonsense", f"it gave up: {str(message.get('message'))[:200]}")
    if not is_whole(message.get("id")) or message["id"] != number:
        raise Fault("nonsense", f"id {str(message.get('id'))[:20]} where {number} was asked")
    given = [key for key in ANSWERS if message.get(key) is not None]
    if len(given) != 1:
        raise Fault("nonsense", "an answer needs one of action, order and text")
    value = message[given[0]]
    if given[0] == "action" and not is_whole(value):
        raise Fault("nonsense", f"action {str(value)[:20]} is no whole number")
    if given[0] != "action" and not isinstance(value, str):
        raise Fault("nonsense", f"{given[0]} {str(value)[:20]} is no text")
    return Answer(**{given[0]: value})


def over(game: int, seat: str, winner: str | None, returns: float) -> Message:
    """The end of a game: who won, None for nobody, and what the seat has earned."""
    return {"type": "over", "game": game, "seat": seat, "winner": winner, "returns": returns}


def error(message: str, number: int | None = None, **more: Any) -> Message:
    """What went wrong, and with which request."""
    about = {} if number is None else {"id": number}
    return {"type": "error", **about, "message": message, **more}


BYE: Message = {"type": "bye"}


def is_whole(value: Any) -> TypeGuard[int]:
    """Whether a value of JSON is a whole number."""
    return isinstance(value, int) and not isinstance(value, bool)
