"""No message tells what its hearer may not know, by the game's own views of the seats."""

import asyncio
import itertools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import warfront
from named_cards import card_names, names_in
from play import pick
from tables import new_table, play, run
from warfront_training.telling import tell
from warfront_training.web.messages import table_message
from warfront_training.web.room import Page, Room
from warfront_training.web.table import Table

LEADERS = [f"deploy {n}" for n in ("Hitler", "Mussolini", "Churchill", "Tojo", "Roosevelt")]
BOTH = {"theatres": ("western_europe", "pacific")}
ALONE = {**BOTH, "options": {"allied_hands": False}}


def as_text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def may_know(table: Table, token: str, names: list[str]) -> set[str]:
    """The cards that a hearer may know of now: what a seat sees; for whoever watches, what all do.

    It asks the game alone, nothing of what the page's messages are made by.
    """
    game = table.game
    seats = [game.spec.seats.index(seat) for seat in table.seating.links.get(token, [])]
    seen = [
        names_in(as_text(game.view(table.state, seat)), names)
        for seat in seats or range(len(game.spec.seats))
    ]
    return set.union(*seen) if seats else set.intersection(*seen)


def alike(table: Table, token: str, seed: int) -> list[Any]:
    """States that the hearer cannot tell from the true one: no seat's secrets are the public's."""
    game = table.game
    seats = [game.spec.seats.index(seat) for seat in table.seating.links.get(token, [])]
    return [game.resample(table.state, seat, seed) for seat in seats or range(len(game.spec.seats))]


def without_log(table: Table, token: str) -> str:
    return as_text({**table_message(table, token, 0), "log": []})


def tokens_of(table: Table) -> list[str]:
    return [*table.seating.links, table.seating.watch]


@pytest.mark.parametrize("options", [BOTH, ALONE], ids=["hands shown", "hands hidden"])
@pytest.mark.parametrize("decisions", [100, pytest.param(10_000, marks=pytest.mark.deep)])
def test_no_message_tells_what_its_hearer_may_not_know(
    tmp_path: Path, decisions: int, options: dict[str, Any]
) -> None:
    """States alike to the hearer give byte-equal messages, and every card named is in its view."""
    made: Any = warfront.make_game("battlecards", **options)
    table = new_table(tmp_path, "battlecards", options, list(made.spec.seats))
    names, rng, told, checked = card_names(made), np.random.default_rng(4), 0, 0
    while not table.over and table.at < decisions:
        before = {token: may_know(table, token, names) for token in tokens_of(table)}
        play(table, rng, 1)
        for token in tokens_of(table):
            known = may_know(table, token, names)
            entry = table.logs[token][-1]
            named = names_in(" ".join((entry.words, *entry.more)), names)
            assert named <= before[token] | known, (table.at, entry)
            told += bool(named)
            if table.at % 10 == 0:
                message = without_log(table, token)
                assert names_in(message, names) <= known, table.at
                true = table.state
                for twin in alike(table, token, table.at):
                    table.state = twin
                    assert without_log(table, token) == message
                    checked += 1
                table.state = true
    assert told > min(decisions, table.at) // 2 and checked > 60


@pytest.mark.deep
@pytest.mark.parametrize("options", [BOTH, ALONE], ids=["hands shown", "hands hidden"])
def test_no_hidden_card_is_in_any_message_of_a_whole_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: dict[str, Any]
) -> None:
    """All that goes out of the room is read, at every decision, whatever a page asks for."""
    monkeypatch.setattr("warfront_training.web.thinking.SECONDS", 0.01)
    monkeypatch.setattr("warfront_training.web.room.GAP", 0.0)
    rules = {**options.get("options", {}), "game_rounds": 12}
    made: Any = warfront.make_game("battlecards", **{**options, "options": rules})
    table = new_table(tmp_path, "battlecards", made.settings, list(made.spec.seats))
    run(read_all(table, card_names(made)))
    assert table.over


async def read_all(table: Table, names: list[str]) -> None:
    """Play a game through its room, each seat and a watcher at a page, and read what they get."""
    room, rng = Room(table, lambda name: None), np.random.default_rng(6)
    known = {token: may_know(table, token, names) for token in tokens_of(table)}
    kinds: dict[str, int] = {}

    def reader(token: str) -> Callable[[Any], Any]:
        async def read(message: Any) -> None:
            """Words of earlier decisions may name what was known then."""
            assert names_in(as_text(message), names) <= known[token], (table.at, message["type"])
            kinds[message["type"]] = kinds.get(message["type"], 0) + 1

        return read

    pages = [Page(token, reader(token)) for token in tokens_of(table)]
    informing = []
    for page in pages:
        room.enter(page)
        informing.append(asyncio.create_task(page.keep_informed(table)))
    for turn in itertools.count():
        if table.over:
            break
        mover = next(page for page in pages if table.game.seat(table.state) in holds(table, page))
        for page in pages if turn % 30 == 0 else ():
            for asked in ({"type": "think", "agent": "staff"}, {"type": "odds"}, {"type": "undo"}):
                await room.hear(page, as_text({"at": table.at, **asked}))
        move = pick(table.game.legal_mask(table.state), rng)
        await room.hear(mover, as_text({"type": "act", "at": table.at, "action": move}))
        for token in known:
            known[token] |= may_know(table, token, names)
        await asyncio.sleep(0.001)
        assert not any(task.done() and task.exception() for task in informing)
    for page, task in zip(pages, informing, strict=True):
        task.cancel()
        await room.leave(page)
    assert kinds["table"] > table.at and min(kinds[k] for k in ("thoughts", "refused")) > 5


def holds(table: Table, page: Page) -> tuple[int, ...]:
    return table.viewers[page.token].seats


@pytest.mark.parametrize("allied_hands", [True, False])
def test_what_is_told_of_a_decision_hangs_on_what_the_hearer_knows(allied_hands: bool) -> None:
    game = warfront.make_game("battlecards", options={"allied_hands": allied_hands})
    rng, state, told = np.random.default_rng(2), game.new(2), 0
    for at in range(500):
        if game.done(state):
            break
        action = pick(game.legal_mask(state), rng)
        for hearer in range(4):
            if hearer != game.seat(state):
                other = game.resample(state, hearer, at)
                words = tell(game, state, action, (hearer,))
                if ":" not in words or game.legal_mask(other)[action]:
                    assert tell(game, other, action, (hearer,)) == words
                hidden = game.prompt(state) in ("retain", "discard") and not allied_hands
                assert not hidden or ":" not in words
        if game.prompt(state) == "deploy":
            open_to_all = ":" in tell(game, state, action, ())
            assert open_to_all == (game.action_text(state, action) in LEADERS)
        told += game.prompt(state) == "retain"
        game.step(state, action)
    assert told > 5


def test_a_leader_is_named_to_all_when_he_is_deployed_and_no_other_card() -> None:
    """B1: he lies face up from then on, so whoever is told sees him in the next view, too."""
    game: Any = warfront.make_game("battlecards", theatres=("pacific",))
    starts = (game.new(seed) for seed in range(50))
    state = next(s for s in starts if "Roosevelt" in game.view(s, 1)["deal"]["hand"])
    assert (game.seat(state), game.prompt(state)) == (1, "deploy")
    for action in np.flatnonzero(game.legal_mask(state)).tolist():
        words, after = game.action_text(state, action), game.copy(state)
        game.step(after, action)
        seen = game.view(after, 0)["seats"]["us"]["deployed"]
        told = {tell(game, state, action, ears) for ears in ((0,), ())}
        if "Roosevelt" in words:
            assert (told, seen) == ({f"us: {words}"}, {"Roosevelt": 1})
        else:
            assert (told, seen) == ({"us deploys a card"}, {})
