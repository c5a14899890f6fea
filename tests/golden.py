"""Golden playthroughs and perft counts: what the rules did when these files were written.

`make golden` (python tests/golden.py [game ...]) writes them anew; a change of the rules then shows
as a difference to read. Every playthrough says what is asked, what was legal, what was chosen, the
hash it led to and what changed in the described position.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from play import advance
from warfront import make_game
from warfront.game import Game, State
from warfront.testing import perft
from warfront_agents.agent import make_agent

FOLDER = Path(__file__).parent / "golden"
DECISIONS = 64  # of a playthrough at most
DEPTH = 4  # of a perft count
QUIET = {"rng", "dice", "dice_left", "dice_used", "seat", "prompt", "stage", "decisions"}
THEATRES = ("western_europe", "pacific", "russia", "north_africa")


@dataclass(frozen=True)
class Golden:
    """One playthrough: the game's options, the seed, and who sits on every seat."""

    game: str
    name: str
    options: dict[str, Any] = field(default_factory=dict)
    seed: int = 0
    player: str = "random"

    @property
    def path(self) -> Path:
        """Its file."""
        return FOLDER / self.game / f"{self.name}-{self.player}-{self.seed}.txt"


def _theatre_sets() -> Iterator[tuple[str, ...]]:
    for size in range(1, len(THEATRES) + 1):
        yield from combinations(THEATRES, size)


def battlecards() -> list[Golden]:
    """Three playthroughs of each theatre set, and a few with other rules."""
    found = [
        Golden("battlecards", "+".join(theatres), {"theatres": theatres}, seed, player)
        for theatres in _theatre_sets()
        for seed, player in ((1, "random"), (2, "greedy"), (3, "staff"))
    ]
    west = ("western_europe", "north_africa")
    for seed, (name, value) in enumerate(
        (
            ("reserve_hand", True),
            ("raid_choice", "raid"),
            ("expansion", True),
            ("failed_scores", False),
            ("die", 6),
        ),
        11,
    ):
        rules = {name: value, "game_rounds": 40}
        if name == "die":
            rules["threshold"] = 4
        options = {"theatres": west, "options": rules}
        found.append(Golden("battlecards", f"option-{name}", options, seed))
    return found


GAMES = {"battlecards": battlecards}


def flat(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """(path, plain value) of a described position; equal items of a list are counted."""
    if isinstance(value, dict):
        for key, item in value.items():
            if path or key not in QUIET:
                yield from flat(item, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list) and all(isinstance(item, dict) for item in value):
        for item in value:
            name = " ".join(str(item[key]) for key in ("seat", "card") if key in item)
            rest = {key: part for key, part in item.items() if key not in ("seat", "card")}
            yield from flat(rest or 1, f"{path}.{name}")
    elif isinstance(value, list):
        for word, n in Counter(map(str, value)).items():
            yield f"{path}.{word}", n
    else:
        yield path, value


def changes(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """What differs between two described positions, a line each."""
    lines = []
    for path in sorted({*before, *after}):
        old, new = before.get(path, 0), after.get(path, 0)
        if old != new:
            lines.append(f"      {path}: {old} -> {new}")
    return lines


def playthrough(golden: Golden) -> str:
    """Play it and write down every decision."""
    game = make_game(golden.game, **golden.options)
    state = game.new(golden.seed)
    lines = [
        f"# {golden.game} {game.spec.version}, seed {golden.seed}, {golden.player} on every seat",
        f"# {json.dumps(golden.options)}",
        f"start {game.hash(state)}",
    ]
    players = []
    for seat in range(len(game.spec.seats)):
        players.append(make_agent(golden.player, game, golden.seed + seat))
        players[-1].reset(golden.seed + seat, seat)
    before = dict(flat(game.describe(state)))
    for number in range(1, DECISIONS + 1):
        if game.done(state):
            break
        action = _choose(game, state, players)
        who, legal = game.spec.seats[game.seat(state)], int(game.legal_mask(state).sum())
        words = game.action_text(state, action)
        asked = f"{number}. {who} {game.prompt(state)} ({legal} legal): {words}"
        game.step(state, action)
        lines.append(f"{asked} -> {game.hash(state)}")
        after = dict(flat(game.describe(state)))
        lines += changes(before, after)
        before = after
    done = f"over: {game.returns(state).tolist()}" if game.done(state) else "not played on"
    return "\n".join([*lines, done]) + "\n"


def _choose(game: Game, state: State, players: list[Any]) -> int:
    seat = game.seat(state)
    seen, mask = game.observe(state, seat), game.legal_mask(state)
    if hasattr(players[seat], "act_batch"):
        rows = (np.asarray([row]) for row in (seen, mask, seat))
        return int(players[seat].act_batch(*rows)[0])
    return int(players[seat].act(game.view(state, seat), seen, mask))


def counts(game: str) -> dict[str, list[int]]:
    """Perft counts from openings and from the middle of games; chance is part of the state."""
    found = {}
    for each in {json.dumps(each.options): each for each in GAMES[game]()}.values():
        made = make_game(each.game, **each.options)
        found[f"{each.name}, opening, seed 0"] = perft(made, DEPTH, seed=0)
        state = made.new(5)
        advance(made, state, np.random.default_rng(5), 60)
        if not made.done(state):
            found[f"{each.name}, after 60 random decisions"] = perft(made, DEPTH - 1, state=state)
    return found


def perft_file(game: str) -> Path:
    """Where the perft counts of a game stand."""
    return FOLDER / game / "perft.json"


def write(game: str) -> None:
    """Write the files of a game anew."""
    wanted = GAMES[game]()
    folder = FOLDER / game
    folder.mkdir(parents=True, exist_ok=True)
    for old in set(folder.glob("*.txt")) - {golden.path for golden in wanted}:
        old.unlink()
    for golden in wanted:
        golden.path.write_text(playthrough(golden), encoding="utf-8")
    rows = ",\n".join(f" {json.dumps(name)}: {row}" for name, row in counts(game).items())
    perft_file(game).write_text(f"{{\n{rows}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    for chosen in sys.argv[1:] or GAMES:
        write(chosen)
