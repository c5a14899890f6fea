"""What the peers do in a second; run in the peers' own environment: `peers.py PART SECONDS SEED`.

Every part plays uniformly random legal moves, whole games with their resets, and takes the legal
mask and the full observation of whoever is asked at every decision, by the quickest calls that
its library offers from Python. It prints one JSON object: `decisions`, `games`, `seconds`,
`actions` (size of the mask), `observation` (numbers in it), and `batch` where there is one.
"""

import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

Figures = dict[str, float]


class Watch:
    """Counts decisions and games until the time is up, after a warm-up that does not count."""

    def __init__(self, seconds: float) -> None:
        self.decisions, self.games = 0, 0
        self._seconds, self._begun = seconds, 0.0
        self._warm = time.perf_counter() + min(0.5, seconds / 4)

    def games_to_play(self) -> Iterator[None]:
        """One turn for each game; the clock starts at the first game after the warm-up."""
        while True:
            now = time.perf_counter()
            if not self._begun and now >= self._warm:
                self._begun, self.decisions, self.games = now, 0, 0
            if self._begun and now - self._begun >= self._seconds:
                self._spent = now - self._begun
                return
            yield
            self.games += 1

    def figures(self, actions: int, observation: int) -> Figures:
        return {
            "decisions": self.decisions,
            "games": self.games,
            "seconds": self._spent,
            "actions": actions,
            "observation": observation,
        }


def pettingzoo_classic(name: str, wrapped: bool, seconds: float, seed: int) -> Figures:
    """A game of PettingZoo's classic family, as `raw_env` or in its usual wrappers as `env`."""
    import importlib

    made = importlib.import_module(f"pettingzoo.classic.{name}")
    env = made.env() if wrapped else made.raw_env()
    rng, watch = np.random.default_rng(seed), Watch(seconds)
    picks = rng.random(4096).tolist()
    for _ in watch.games_to_play():
        env.reset(seed=int(rng.integers(2**31)))
        for agent in env.agent_iter():
            if env.terminations[agent] or env.truncations[agent]:
                env.step(None)
                continue
            seen = env.observe(agent)
            mask = seen["action_mask"] if "action_mask" in seen else env.infos[agent]["action_mask"]
            legal = np.flatnonzero(mask)
            env.step(int(legal[int(picks[watch.decisions % 4096] * len(legal))]))
            watch.decisions += 1
    return watch.figures(len(mask), np.asarray(seen["observation"]).size)


def rlcard_game(name: str, seconds: float, seed: int) -> Figures:
    """A game of RLCard; its states hold the observation and the legal actions by number."""
    import rlcard

    env = rlcard.make(name, config={"seed": seed})
    pick, watch = random.Random(seed).random, Watch(seconds)
    mask = np.zeros(env.num_actions, np.int8)
    for _ in watch.games_to_play():
        state, _ = env.reset()
        while not env.is_over():
            mask[:] = 0
            legal = list(state["legal_actions"])
            mask[legal] = 1
            state, _ = env.step(legal[int(pick() * len(legal))])
            watch.decisions += 1
    return watch.figures(env.num_actions, np.asarray(state["obs"]).size)


def open_spiel_game(name: str, seconds: float, seed: int) -> Figures:
    """A game of OpenSpiel: its observer writes into a buffer; its list of actions fills a mask."""
    import pyspiel
    from open_spiel.python.observation import make_observation

    game = pyspiel.load_game(name)
    observation = make_observation(game)
    mask = np.zeros(game.num_distinct_actions(), np.int8)
    pick, watch = random.Random(seed).random, Watch(seconds)
    for _ in watch.games_to_play():
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(_chance(state.chance_outcomes(), pick()))
                continue
            observation.set_from(state, state.current_player())
            legal = state.legal_actions()
            mask[:] = 0
            mask[legal] = 1
            state.apply_action(legal[int(pick() * len(legal))])
            watch.decisions += 1
    return watch.figures(len(mask), observation.tensor.size)


def _chance(outcomes: list[tuple[int, float]], at: float) -> int:
    for action, probability in outcomes:
        at -= probability
        if at < 0:
            return action
    return outcomes[-1][0]


def pgx_game(name: str, batch: int, seconds: float, seed: int) -> Figures:
    """A game of pgx on the CPU, compiled: many games side by side, started anew as they end."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make(name)
    init, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))
    steps = max(1, 2048 // batch)

    @jax.jit
    def play(state: Any, key: Any) -> tuple[Any, Any, Any]:
        def one(carry: Any, key: Any) -> Any:
            state, ended = carry
            choose, chance = jax.random.split(key)
            # one number a game: jax.random.categorical draws one an action, 4,672 in chess
            upto = jnp.cumsum(state.legal_action_mask.astype(jnp.int32), axis=-1)
            at = jax.random.randint(choose, (batch, 1), 0, upto[:, -1:])
            action = jnp.argmax(upto > at, axis=-1).astype(jnp.int32)
            state = step(state, action, jax.random.split(chance, batch))
            return (state, ended + state.terminated.sum()), None

        key, now = jax.random.split(key)
        carry = (state, jnp.zeros((), jnp.int32))
        (state, ended), _ = jax.lax.scan(one, carry, jax.random.split(now, steps))
        return state, key, ended

    key = jax.random.PRNGKey(seed)
    state = jax.jit(init)(jax.random.split(key, batch))
    begun = time.perf_counter()
    for _ in range(2):
        state, key, ended = play(state, key)
        ended.block_until_ready()
    compiled = time.perf_counter() - begun
    calls, games, begun = 0, 0, time.perf_counter()
    while (spent := time.perf_counter() - begun) < seconds:
        state, key, ended = play(state, key)
        games += int(ended)
        calls += 1
    return {
        "decisions": calls * steps * batch,
        "games": games,
        "seconds": spent,
        "actions": int(state.legal_action_mask.shape[1]),
        "observation": int(state.observation[0].size),
        "compile_seconds": compiled,
    }


def catanatron(players: int, seconds: float, seed: int) -> Figures:
    """Catanatron with its vector of features and a mask over its gym's action space."""
    import catanatron_gym.envs.catanatron_env as gym_env
    from catanatron.game import TURNS_LIMIT, Game
    from catanatron.models.player import Color, RandomPlayer
    from catanatron_gym.features import create_sample, get_feature_ordering

    number = {
        action: k for k, action in enumerate(gym_env.ACTIONS_ARRAY)
    }  # quicker than its search
    names = get_feature_ordering(players)
    colours = list(Color)[:players]
    mask = np.zeros(len(number), np.int8)
    pick, watch = random.Random(seed).random, Watch(seconds)
    for k, _ in enumerate(watch.games_to_play()):
        game = Game([RandomPlayer(colour) for colour in colours], seed=seed * 100_003 + k + 1)
        while game.winning_color() is None and game.state.num_turns < TURNS_LIMIT:
            sample = create_sample(game, game.state.current_color())
            seen = np.array([float(sample[name]) for name in names], np.float32)
            legal = game.state.playable_actions
            mask[:] = 0
            for action in legal:
                plain = gym_env.normalize_action(action)
                mask[number[plain.action_type, plain.value]] = 1
            game.execute(legal[int(pick() * len(legal))], validate_action=False)
            watch.decisions += 1
    return watch.figures(len(mask), seen.size)


PARTS: dict[str, Callable[[float, int], Figures]] = {}
for _name in ("connect_four_v3", "chess_v6", "hanabi_v5", "texas_holdem_v4"):
    for _wrapped in (False, True):
        PARTS[f"pettingzoo/{_name[:-3]}/{'env' if _wrapped else 'raw_env'}"] = (
            lambda seconds, seed, name=_name, wrapped=_wrapped: pettingzoo_classic(
                name, wrapped, seconds, seed
            )
        )
for _name in ("no-limit-holdem", "doudizhu", "gin-rummy"):
    PARTS[f"rlcard/{_name}"] = lambda seconds, seed, name=_name: rlcard_game(name, seconds, seed)
for _name in ("chess", "hanabi", "gin_rummy", "dou_dizhu", "leduc_poker"):
    PARTS[f"open_spiel/{_name}"] = lambda seconds, seed, name=_name: open_spiel_game(
        name, seconds, seed
    )
for _name in ("connect_four", "backgammon", "sparrow_mahjong", "chess"):
    for _batch in (1, 64, 1024, 4096):
        PARTS[f"pgx/{_name}/{_batch}"] = lambda seconds, seed, name=_name, batch=_batch: pgx_game(
            name, batch, seconds, seed
        )
for _players in (2, 4):
    PARTS[f"catanatron/{_players}"] = lambda seconds, seed, players=_players: catanatron(
        players, seconds, seed
    )


if __name__ == "__main__":
    part, length, seed = sys.argv[1:]
    print(json.dumps(PARTS[part](float(length), int(seed))))
