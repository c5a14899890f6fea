"""Golden playthroughs and perft counts: what the rules did when these files were written.

`make golden` (python tests/golden.py [game ...]) writes them anew; a change of the rules then shows
as a difference to read. Every playthrough says what is asked, what was legal, what was chosen, the
hash it led to, which statements of the rule book that shows (lines with a star) and what changed in
the described position. A test plays what the files say was chosen, so that another player changes
none of them.
"""

import json
import sys
import textwrap
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

import battlecards.happenings
import spring1942.happenings
from golden_games import FOLDER, GAMES, Golden, cases
from perft_counts import counts, perft_file
from warfront.game import Game, State
from warfront_agents.agent import make_agent

LED = "  : "  # begins a line of decisions that are only listed, by number
STAR = "    * "  # begins a line that says which statement is shown, and how
QUIET = {"rng", "dice", "dice_left", "dice_used", "seat", "prompt", "stage", "decisions"}
NOTES = {
    "battlecards": battlecards.happenings.Happenings,
    "spring1942": spring1942.happenings.Happenings,
}


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
    """The golden's orders are carried out, then agents on all seats choose."""

    def __init__(self, golden: Golden, game: Game) -> None:
        """Seat them."""
        self.game = game
        self.orders = list(golden.orders)
        self.ordered: list[int] = []
        self.agents = []
        for seat in range(len(game.spec.seats)):
            self.agents.append(make_agent(golden.player, game, golden.seed + seat))
            self.agents[-1].reset(golden.seed + seat, seat)

    def choose(self, state: State) -> int:
        """The action of whoever is asked."""
        if self.orders and not self.ordered:
            self.ordered = self.game.order(self.game.copy(state), self.orders.pop(0))
        if self.ordered:
            return self.ordered.pop(0)
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
    game, state = golden.stand()
    players = player(golden, game)
    lines = [*_head(golden, game), f"start {game.hash(state)}"]
    lines += _led_up(golden, game, state, players)
    notes = NOTES[golden.game](game)
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
        lines += [STAR + note for note in notes.between(position, words, led_to)]
        lines += changes(before, after)
        position, before = led_to, after
    done = f"over: {game.returns(state).tolist()}" if game.done(state) else "not played on"
    return "\n".join([*lines, done]) + "\n"


def _head(golden: Golden, game: Game) -> list[str]:
    """What is played: the game, who sits there, the options or the case it starts from."""
    by = f"{golden.player} on every seat"
    if golden.orders:
        by = f"{len(golden.orders)} orders, then {by}"
    lines = [f"# {golden.game} {game.spec.version}, seed {golden.seed}, {by}"]
    if golden.position:
        title = cases(golden.game)[golden.position]["title"]
        return [*lines, f"# from the position of {golden.position}: {title}"]
    return [*lines, f"# {json.dumps(golden.options)}"]


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
