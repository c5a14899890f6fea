"""Golden playthroughs and perft counts: what the rules did when these files were written.

`make golden` (python tests/golden.py [game ...]) writes them anew; a change of the rules then shows
as a difference to read. Every playthrough says what is asked, what was legal, what was chosen, the
hash it led to, what changed in the described position and, for Spring 1942, which statements of
the rule book that shows (lines with a star). A test plays what the files say was chosen, so that
another player changes none of them.
"""

import json
import sys
import textwrap
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from play import advance
from spring1942.happenings import Happenings
from warfront import make_game
from warfront.game import Game, State
from warfront.testing import perft
from warfront_agents.agent import make_agent

FOLDER = Path(__file__).parent / "golden"
DECISIONS = 64  # of a playthrough at most
DEPTH = 4  # of a perft count
LED = "  : "  # begins a line of decisions that are only listed, by number
QUIET = {"rng", "dice", "dice_left", "dice_used", "seat", "prompt", "stage", "decisions"}
THEATRES = ("western_europe", "pacific", "russia", "north_africa")


@dataclass(frozen=True)
class Golden:
    """One playthrough: the game's options, the seed, and who sits on every seat.

    It tells `decisions` decisions at most; the first `skip` of the game are only listed.
    """

    game: str
    name: str
    options: dict[str, Any] = field(default_factory=dict)
    seed: int = 0
    player: str = "random"
    decisions: int = DECISIONS
    skip: int = 0

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


def spring1942() -> list[Golden]:
    """Beginnings on the full map, whole games on the mini map, and turning points of both."""
    found = [
        Golden("spring1942", name, options, seed, player)
        for name, options, seed, player in (
            ("opening", {}, 1, "random"),
            ("opening", {}, 2, "greedy"),
            ("opening", {}, 3, "staff"),
            ("bid_axis", {"options": {"bid_axis": 9}}, 4, "staff"),
            ("bid_allies", {"options": {"bid_allies": 12}}, 5, "random"),
        )
    ]
    mini = {"scenario": "mini"}
    found += [
        Golden("spring1942", "mini", mini, seed, player, 400)
        for seed, player in ((1, "greedy"), (2, "staff"), (3, "random"))
    ]
    rules = (
        ("bombing", "ipc"), ("own_carriers_only", True), ("fought_carriers_move", True),
        ("submarines_stop_landings", True), ("aa_gun_cost", 5), ("new_complex_minimum", 2),
    )  # fmt: skip
    found += [
        Golden("spring1942", f"mini-{name}", {**mini, "options": {name: value}}, seed, skip=40)
        for seed, (name, value) in enumerate(rules, 11)
    ]
    for name, options, seed, player, skip, decisions in (
        ("mini", mini, 2, "random", 110, 100),
        ("mini", mini, 29, "random", 160, 150),
        ("mini", mini, 46, "random", 0, 30),
        ("mini", mini, 119, "random", 215, 150),
        ("opening", {}, 1, "staff", 835, 20),
        ("opening", {}, 2, "staff", 785, 20),
    ):
        name = f"{name}-from-{skip}"
        found.append(Golden("spring1942", name, options, seed, player, decisions, skip))
    return found


GAMES = {"battlecards": battlecards, "spring1942": spring1942}
NOTES: dict[str, Callable[[Any], Any]] = {"spring1942": Happenings}


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


class Players:
    """Agents on all seats choose."""

    def __init__(self, golden: Golden, game: Game) -> None:
        """Seat them."""
        self.game = game
        self.agents = []
        for seat in range(len(game.spec.seats)):
            self.agents.append(make_agent(golden.player, game, golden.seed + seat))
            self.agents[-1].reset(golden.seed + seat, seat)

    def choose(self, state: State) -> int:
        """The action of whoever is asked."""
        seat = self.game.seat(state)
        seen, mask = self.game.observe(state, seat), self.game.legal_mask(state)
        if hasattr(self.agents[seat], "act_batch"):
            rows = (np.asarray([row]) for row in (seen, mask, seat))
            return int(self.agents[seat].act_batch(*rows)[0])
        return int(self.agents[seat].act(self.game.view(state, seat), seen, mask))


class Chosen:
    """What a file says was chosen, choice by choice."""

    def __init__(self, golden: Golden, game: Game) -> None:
        """Read the file."""
        self.game = game
        self.left: list[int | str] = []
        for line in golden.path.read_text(encoding="utf-8").splitlines():
            if line.startswith(LED):
                self.left += map(int, line.removeprefix(LED).split())
            elif line[0].isdigit():
                self.left.append(line.partition(" legal): ")[2].rpartition(" -> ")[0])

    def choose(self, state: State) -> int:
        """The next action."""
        word = self.left.pop(0)
        return word if isinstance(word, int) else self.game.parse(state, word)


def playthrough(golden: Golden, player: type[Players] | type[Chosen] = Players) -> str:
    """Play it and write down every decision."""
    game = make_game(golden.game, **golden.options)
    state = game.new(golden.seed)
    players = player(golden, game)
    lines = [
        f"# {golden.game} {game.spec.version}, seed {golden.seed}, {golden.player} on every seat",
        f"# {json.dumps(golden.options)}",
        f"start {game.hash(state)}",
    ]
    lines += _led_up(golden, game, state, players)
    notes = NOTES[golden.game](game) if golden.game in NOTES else None
    position = game.describe(state)
    before = dict(flat(position))
    for number in range(golden.skip + 1, golden.skip + golden.decisions + 1):
        if game.done(state):
            break
        action = players.choose(state)
        who, legal = game.spec.seats[game.seat(state)], int(game.legal_mask(state).sum())
        words = game.action_text(state, action)
        asked = f"{number}. {who} {game.prompt(state)} ({legal} legal): {words}"
        game.step(state, action)
        lines.append(f"{asked} -> {game.hash(state)}")
        led_to = game.describe(state)
        after = dict(flat(led_to))
        if notes is not None:
            lines += [f"    * {note}" for note in notes.between(position, words, led_to)]
        lines += changes(before, after)
        position, before = led_to, after
    done = f"over: {game.returns(state).tolist()}" if game.done(state) else "not played on"
    return "\n".join([*lines, done]) + "\n"


def _led_up(golden: Golden, game: Game, state: State, players: Players | Chosen) -> list[str]:
    """Play the decisions that are only listed; their numbers and the hash they lead to."""
    if not golden.skip:
        return []
    taken = []
    for _ in range(golden.skip):
        taken.append(players.choose(state))
        game.step(state, taken[-1])
    rows = textwrap.wrap(" ".join(map(str, taken)), 96)
    return [*(LED + row for row in rows), f"there {game.hash(state)}"]


def counts(game: str) -> dict[str, list[int]]:
    """Perft counts; chance is part of the state."""
    return spring1942_counts() if game == "spring1942" else battlecards_counts()


def battlecards_counts() -> dict[str, list[int]]:
    """From openings and from the middle of games."""
    found = {}
    for each in {json.dumps(each.options): each for each in battlecards()}.values():
        made = make_game(each.game, **each.options)
        found[f"{each.name}, opening, seed 0"] = perft(made, DEPTH, seed=0)
        state = made.new(5)
        advance(made, state, np.random.default_rng(5), 60)
        if not made.done(state):
            found[f"{each.name}, after 60 random decisions"] = perft(made, DEPTH - 1, state=state)
    return found


@dataclass(frozen=True)
class Root:
    """Where lines of play of Spring 1942 are counted from: a position, or the opening."""

    name: str
    depth: int
    quick: int  # as far as the plain models count in no time
    position: dict[str, Any] | None = None

    def stand(self) -> tuple[Game, State]:
        """The game and the state."""
        if self.position is None:
            game = make_game("spring1942")
            return game, game.new(0)
        game = make_game("spring1942", scenario="mini")
        return game, game.from_position(self.position)

    def count(self) -> list[int]:
        """The number of lines, by their length; those from a position end with its phase."""
        game, start = self.stand()
        if self.position is None:
            return perft(game, self.depth, state=start)
        phase = int(start["phase"][0])

        def is_past(state: State) -> bool:
            return int(state["phase"][0]) != phase or bool(state["closing"][0])

        return perft(game, self.depth, state=start, until=is_past)


def spring1942_roots() -> Iterator[Root]:
    """The opening, and the positions of positions.toml."""
    yield Root("opening, seed 0", 3, 2)
    text = (FOLDER / "spring1942" / "positions.toml").read_text(encoding="utf-8")
    for row in tomllib.loads(text)["position"]:
        yield Root(row["name"], row["depth"], row.get("quick", row["depth"]), row["position"])


def spring1942_counts() -> dict[str, list[int]]:
    """From the opening and from small positions of a mechanism each."""
    return {root.name: root.count() for root in spring1942_roots()}


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
