"""Words for actions, and human orders expanded into small decisions."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from warfront.battlecards.actions import Act
from warfront.battlecards.data import Loaded
from warfront.battlecards.fire import can_autokill
from warfront.battlecards.state import Prompt
from warfront.battlecards.tables import (
    ALL_BATTLES,
    BATTLES,
    SEATS,
    THEATRE_NAMES,
    UNITS,
    Role,
    Verb,
)
from warfront.game import IllegalOrder

PLAIN = {
    Act.DRAW: "draw",
    Act.PASS: "pass",
    Act.DONE: "done",
    Act.RETAIN: "retain",
    Act.EXECUTE: "execute",
    Act.DECLINE: "decline",
    Act.NEXT: "next",
    Act.YIELD: "yield",
    Act.HOLD: "hold",
    Act.AUTOKILL: "autokill",
    Act.WITHDRAW: "withdraw",
    Act.FIGHT_ON: "fight on",
    Act.CLAIM: "claim",
}
RAIDS = ("ground+air", "air+sea")


def labels(names: list[str], homes: list[str]) -> list[str]:
    """Names made unique: one that occurs in several decks bears its deck behind it."""
    return [
        f"{name} ({home})" if name and names.count(name) > 1 else name
        for name, home in zip(names, homes, strict=True)
    ]


class Words:
    """The words of one game: card and battle labels, action texts, orders."""

    def __init__(self, loaded: Loaded) -> None:
        """Make every label unique within the game's cards."""
        self.loaded = loaded
        self.tables = loaded.tables
        seats = list(loaded.seats)
        self.cards = labels(
            loaded.type_names, [seats[t // UNITS] for t in range(len(loaded.type_names))]
        )
        theatres = [
            THEATRE_NAMES[self.tables["theatre_id"][b // BATTLES]] for b in range(ALL_BATTLES)
        ]
        self.battles = labels(list(loaded.battle_names), theatres)

    def play_name(self, seat: int, row: int) -> str:
        """Name of a Conflict card row of the seat's own theatre."""
        return self.loaded.play_names[int(self.tables["theatre"][seat])][row]

    def text(self, state: Any, action: int) -> str:
        """The words of an action at the state's decision."""
        prompt = int(state["prompt"])
        seat = int(state["seat"])
        if action < Act.SEAT:
            return PLAIN[Act(action)]
        if action < Act.RAID:
            return self._seat_text(state, prompt, self.loaded.seats[action - Act.SEAT])
        if action < Act.PLAY:
            target, how = divmod(action - Act.RAID, 2)
            return f"raid {self.loaded.seats[target]} {RAIDS[how]}"
        if action < Act.BATTLE:
            verb = "discard" if prompt == Prompt.DISCARD else "play"
            return f"{verb} {self.play_name(seat, action - Act.PLAY)}"
        if action < Act.CARD:
            return f"counterattack {self.battles[action - Act.BATTLE]}"
        return self._card_text(state, prompt, seat, self.cards[action - Act.CARD])

    def _seat_text(self, state: Any, prompt: int, name: str) -> str:
        if prompt == Prompt.TURN_START:
            return f"aid {name}"
        if prompt == Prompt.HITLER:
            return f"remove Hitler {name}"
        if prompt == Prompt.OWNER:
            return f"owner {name}"
        return f"play {self.play_name(int(state['turn']), int(state['play']))} on {name}"

    def _card_text(self, state: Any, prompt: int, seat: int, name: str) -> str:
        if prompt == Prompt.DEPLOY:
            return f"deploy {name}"
        if prompt == Prompt.AID:
            return f"add {name}"
        if prompt in (Prompt.SHOT, Prompt.AUTOKILL):
            shooter = self.cards[int(state["type"][int(state["shooter"])])]
            return f"{'fire' if prompt == Prompt.SHOT else 'autokill'} {shooter} -> {name}"
        return f"play {self.play_name(seat, int(state['play']))} on {name}"

    def legal(self, state: Any, mask: Any) -> dict[int, str]:
        """Every legal action with its words."""
        return {int(a): self.text(state, int(a)) for a in mask.nonzero()[0]}

    def find(self, state: Any, mask: Any, text: str) -> int | None:
        """The legal action with these words (case and deck marks aside where unmistakable)."""
        wanted = plain(text)
        offered = self.legal(state, mask)
        exact = [a for a, words in offered.items() if plain(words) == wanted]
        if exact:
            return exact[0]
        loose = [a for a, words in offered.items() if unmarked(words) == wanted]
        return loose[0] if len(loose) == 1 else None


def plain(text: str) -> str:
    """Lower case, single blanks."""
    return " ".join(text.lower().split())


def unmarked(text: str) -> str:
    """Plain words without the deck marks behind names."""
    out = plain(text)
    while "(" in out and ")" in out:
        head, _, tail = out.partition("(")
        out = head.rstrip() + tail.partition(")")[2]
    return plain(out)


Step = Callable[[int], Any]  # carry out an action; returns the state's record after it


def expand(words: Words, text: str, state: Any, mask: Any, step: Step) -> Iterator[int]:
    """Carry out a human order through `step`, yielding each small decision.

    Raises:
        IllegalOrder: says why; the caller drops its copy.
    """
    action = words.find(state, mask, text)
    if action is not None:
        step(action)
        yield action
        return
    verb, _, rest = plain(text).partition(" ")
    if verb == "aid":
        yield from _aid(words, rest, state, mask, step)
    elif verb in ("fire", "autokill") and "->" in rest:
        yield from _fire(words, verb, rest, state, mask, step)
    elif verb == "play" and " on " in rest:
        yield from _rout(words, rest, state, mask, step)
    else:
        raise refusal(words, text, state, mask)


def refusal(words: Words, text: str, state: Any, mask: Any) -> IllegalOrder:
    """The one line for an order that does not fit: what is asked and what could be said."""
    if int(state["prompt"]) == Prompt.OVER:
        return IllegalOrder(f"{text!r} comes too late: the game is over")
    offered = list(words.legal(state, mask).values())
    more = f" and {len(offered) - 12} more" if len(offered) > 12 else ""
    seat = words.loaded.seats[int(state["seat"])]
    prompt = Prompt(int(state["prompt"])).name.lower()
    return IllegalOrder(
        f"{text!r} is not legal for {seat} ({prompt}); legal: {', '.join(offered[:12])}{more}"
    )


def _must(words: Words, text: str, state: Any, mask: Any, step: Step) -> int:
    action = words.find(state, mask, text)
    if action is None:
        raise refusal(words, text, state, mask)
    step(action)
    return action


def _aid(words: Words, rest: str, state: Any, mask: Any, step: Step) -> Iterator[int]:
    ally, _, cards = rest.partition(" ")
    names = [name.strip() for name in cards.split(",") if name.strip()]
    if not names:
        raise IllegalOrder("an aid order names the ally and the cards: aid ALLY CARD, CARD")
    roles = words.tables["role"]
    own = {int(t) for t in state["deployed"][int(state["seat"])].nonzero()[0]}
    sendable = {t for t in own if roles[t] != Role.LEADER}
    yield _must(words, f"aid {ally}", state, mask, step)
    if _settled(words, sendable, names[0]):
        names = names[1:]
    for name in names:
        if int(state["prompt"]) != Prompt.AID:
            raise IllegalOrder(
                f"an aid package holds at most {int(words.tables['aid_size'])} deployed cards"
                f" and {name!r} does not fit in; send fewer"
            )
        yield _must(words, f"add {name}", state, mask, step)
    if int(state["prompt"]) == Prompt.AID:
        yield _must(words, "done", state, mask, step)


def _settled(words: Words, cards: set[int], name: str) -> bool:
    """Whether the rules run on past a choice among `cards`; the one card must be the named one."""
    if len(cards) != 1:
        return False
    (card,) = cards
    if not _is_called(words, card, name):
        raise IllegalOrder(f"{name!r} does not fit here; only {words.cards[card]} does")
    return True


def _is_called(words: Words, card: int, name: str) -> bool:
    label = plain(words.cards[card])
    return plain(name) in (label, unmarked(label))


def _enemy(state: Any) -> list[tuple[int, int]]:
    """(owner, type) of the lines that the asked army has against it and that still stand."""
    first, more = (int(n) for n in state["lines"])
    span = range(first) if state["firing"] else range(first, first + more)
    return [(int(state["owner"][i]), int(state["type"][i])) for i in span if state["alive"][i]]


def _shooter(words: Words, state: Any) -> str:
    return plain(words.cards[int(state["type"][int(state["shooter"])])])


def _fire(words: Words, verb: str, rest: str, state: Any, mask: Any, step: Step) -> Iterator[int]:
    name, _, target = (part.strip() for part in rest.partition("->"))
    target, _, owner = (part.strip() for part in target.partition(" of "))
    tries = SEATS * len(state["type"])
    while int(state["prompt"]) == Prompt.SHOT and not _is_shooter(words, state, name):
        tries -= 1
        move = Act.NEXT if mask[Act.NEXT] else Act.YIELD
        if tries == 0 or not mask[move]:
            raise IllegalOrder(f"{name!r} has no shot to fire here and now")
        step(move)
        yield int(move)
    if int(state["prompt"]) != Prompt.SHOT:
        raise refusal(words, f"{verb} {rest}", state, mask)
    shooter = _shooter(words, state)
    owners = {words.loaded.seats[i] for i, t in _enemy(state) if _is_called(words, t, target)}
    settled = False
    if verb == "autokill":
        kills = np.zeros_like(mask)
        can_autokill(words.tables, state, kills)
        settled = _settled(words, {int(a) - Act.CARD for a in kills.nonzero()[0]}, target)
        yield _must(words, "autokill", state, mask, step)
    if not settled:
        yield _must(words, f"{verb} {shooter} -> {target}", state, mask, step)
    if int(state["prompt"]) == Prompt.OWNER:
        if not owner:
            raise IllegalOrder(f"several allies have {target!r} in the line; add 'of SEAT'")
        yield _must(words, f"owner {owner}", state, mask, step)
    elif owner and owner not in owners:
        raise IllegalOrder(f"{target!r} in the line is of {', '.join(owners)}, not of {owner}")


def _is_shooter(words: Words, state: Any, name: str) -> bool:
    shooter = _shooter(words, state)
    return plain(name) in (shooter, unmarked(shooter))


def _rout(words: Words, rest: str, state: Any, mask: Any, step: Step) -> Iterator[int]:
    card, _, target = (part.strip() for part in rest.partition(" on "))
    kinds = _rout_kinds(words, int(state["seat"]), card)
    foes = {t for _, t in _enemy(state) if kinds >> int(words.tables["kind"][t]) & 1}
    if not foes:
        raise refusal(words, f"play {rest}", state, mask)
    yield _must(words, f"play {card}", state, mask, step)
    if not _settled(words, foes, target):
        yield _must(words, f"play {card} on {target}", state, mask, step)


def _rout_kinds(words: Words, seat: int, card: str) -> int:
    """The Kinds that a seat's Conflict card of this name makes withdraw, 0 for any other card."""
    theatre = int(words.tables["theatre"][seat])
    for row, name in enumerate(words.loaded.play_names[theatre]):
        if plain(name) == card and words.tables["verb"][theatre, row] == Verb.ROUT:
            return int(words.tables["play_kinds"][theatre, row])
    return 0
