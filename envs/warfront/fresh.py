"""Hashes of states as a freshly started interpreter computes them."""

import json
import os
import pickle
import subprocess
import sys

from warfront.game import Game

_CHILD = """
import json, pickle, sys
job = pickle.loads(sys.stdin.buffer.read())
sys.path[:] = job[0]
game = pickle.loads(job[1])
print(json.dumps([game.hash(game.unpack(data)) for data in job[2]]))
"""


def fresh_hashes(game: Game, packed: list[bytes]) -> list[str]:
    """The hash of each packed state, computed by another interpreter with a salt of its own.

    Raises:
        RuntimeError: That interpreter could not load the game, for instance because its class
            stands in the script that runs: one line, the reason.
    """
    try:
        job = pickle.dumps((sys.path, pickle.dumps(game), packed))
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise RuntimeError(f"{game.spec.name} cannot be pickled: {error}") from None
    done = subprocess.run(
        [sys.executable, "-c", _CHILD],
        input=job,
        capture_output=True,
        env={**os.environ, "PYTHONHASHSEED": "random"},
    )
    if done.returncode != 0:
        reason = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
        raise RuntimeError(f"a fresh interpreter cannot load {game.spec.name}: {reason}")
    hashes: list[str] = json.loads(done.stdout.decode().splitlines()[-1])
    return hashes
