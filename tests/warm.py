"""Compile the rules of both games and their scripted players once, a process each.

`make tests` runs this first: two test processes that begin together would each compile the same.
"""

import subprocess
import sys
from typing import Any

GAMES: dict[str, dict[str, Any]] = {"battlecards": {}, "spring1942": {"scenario": "mini"}}
DECISIONS = 64


def warm(name: str) -> None:
    """Play a few decisions of a game through every compiled face and player."""
    import warfront
    from warfront_training.match import play_match, sides_seating

    options = GAMES[name]
    game = warfront.make_game(name, **options)
    seatings = [sides_seating(game, "staff", "greedy"), sides_seating(game, "random", "staff")]
    play_match(name, options, seatings, games=1, seed=1, threads=1)
    batch = warfront.make_batch(name, n=2, threads=1, seed=1, **options)
    batch.reset()
    for _ in range(DECISIONS):
        batch.step_random()
    state = game.new(seed=1)
    for _ in range(DECISIONS):
        game.observe(state, game.seat(state))
        game.resample(game.copy(state), game.seat(state), 1)
        game.step(state, int(game.legal_mask(state).argmax()))


def main(names: list[str]) -> int:
    """Warm the games named, or each in a process of its own: how many failed."""
    if names:
        for name in names:
            warm(name)
        return 0
    running = [subprocess.Popen([sys.executable, __file__, name]) for name in GAMES]
    return sum(process.wait() != 0 for process in running)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
