"""Fits a network that values positions of Battlecards to the ends of a policy's own games.

`python -m warfront_training.fit_value POLICY [GAMES]`, POLICY a run folder or `trained:<name>`,
writes `value.npz` into its folder; a search over that policy then judges by it where its playouts
stop. It prints the mean squared error of the chance to win on games that it has not
learned from, beside those of knowing nothing and of the staff's judge.
"""

import sys
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

import warfront
from warfront.battlecards.chance import random_below
from warfront.battlecards.observe import observe_into
from warfront.battlecards.rules import step
from warfront.battlecards.state import Prompt
from warfront.battlecards.tables import SEATS
from warfront.compiled import kernel
from warfront.game import BadInput, Game
from warfront_agents.agent_files import files_of_agent, value_path
from warfront_agents.battlecards_judge import KINDS, SIGNS, WEIGHTS, read_signs
from warfront_agents.checkpoint import facts_of, read_facts, write_checkpoint
from warfront_agents.compiled_nets import Nets, likeliest, new_nets, read_features, read_logits
from warfront_agents.learned import LearnedAgent
from warfront_agents.montecarlo import random_legal
from warfront_agents.networks import PolicyNet
from warfront_agents.staff.battlecards import StaffAgent

GAMES = 70_000
WIDTHS = (128, 32)
EVERY = 10  # a turn's start in so many is kept
ODD = 50  # a move in so many is a random one
DRAWN = 6  # and one in so many drawn from the policy, all others its likeliest
ROWS = 12  # kept of a game on average at most
FILLED = 260  # features of a row that are not zero, on average at most
BATCH = 1024
PASSES = 4
RATE = 2e-3
DECAY = 1e-2
ASIDE = 20  # a game in so many is not learned from


@dataclass
class Rows:
    """Positions: what the seat asked and an enemy see, without the zeros. Axes: N row.

    Attributes:
        places, values: int16 and float32 [starts[-1]], the features that are not zero.
        starts: int64 [N + 1], row r has places[starts[r]:starts[r + 1]].
        signs: float64 [N, SIGNS], what the staff's judge reads.
        axis: uint8 [N], whether the seat asked is of the Axis.
        game: int64 [N], the number of the game.
        won: float32 [N], whether the side of the seat asked won (a half: nobody did).
    """

    places: NDArray[np.int16]
    values: NDArray[np.float32]
    starts: NDArray[np.int64]
    signs: NDArray[np.float64]
    axis: NDArray[np.uint8]
    game: NDArray[np.int64]
    won: NDArray[np.float32]

    def features(self, rows: NDArray[np.int64], size: int) -> torch.Tensor:
        """The features [n, size] of rows [n]."""
        counts = self.starts[rows + 1] - self.starts[rows]
        begun = np.repeat(self.starts[rows] - np.cumsum(counts) + counts, counts)
        taken = begun + np.arange(counts.sum())
        out = np.zeros((len(rows), size), np.float32)
        out[np.repeat(np.arange(len(rows)), counts), self.places[taken]] = self.values[taken]
        return torch.from_numpy(out)


@kernel
def draw_legal(state: Any, logits: Any, mask: Any) -> int:
    """A legal action drawn from a policy by the state's own chance (Gumbel's way)."""
    best = -1
    most = -np.inf
    for action in range(len(mask)):
        if mask[action] > 0:
            luck = (random_below(state, 1_000_000) + 0.5) / 1_000_000.0
            score = float(logits[action]) - np.log(-np.log(luck))
            if best < 0 or score > most:
                best, most = action, score
    return best


@kernel
def keep(nets: Any, first: int, features: Any, places: Any, values: Any, k: int) -> int:
    """Note what is not zero in features [F], whose places begin at `first`; the next free k."""
    for f in range(len(features)):
        if features[f] != 0:
            places[k] = first + f
            values[k] = features[f]
            k += 1
    return k


@kernel
def watch(
    tables: Any, nets: Any, states: Any, mask: Any, looks: Any, worth: Any, force: Any, rows: Any,
    n: int,
) -> int:  # fmt: skip
    """Play a game to its end by policies and keep some of its turns in rows from n on."""
    places, values, starts, signs, axis = rows
    t0 = tables[0]
    state = states[0]
    size = nets.features.shape[1]
    while state.prompt != Prompt.OVER:
        seat = int(state.seat)
        full = n == len(axis) or starts[n] + 2 * size > len(places)
        if state.prompt == Prompt.TURN_START and random_below(state, EVERY) == 0 and not full:
            read_signs(t0, worth, state, force, signs[n])
            axis[n] = int(t0.side[seat] == 0)
            k = starts[n]
            for first in range(2):
                looker = seat if first == 0 else int(nets.enemy[seat])
                observe_into(t0, state, looker, looks[0])
                features = read_features(nets, looks, looker)
                k = keep(nets, first * size, features, places, values, k)
            n += 1
            starts[n] = k
        observe_into(t0, state, seat, looks[0])
        action = random_legal(state, mask)
        if random_below(state, ODD) > 0:
            logits = read_logits(nets, looks, seat)
            drawn = random_below(state, DRAWN) == 0
            action = draw_legal(state, logits, mask) if drawn else likeliest(logits, mask)
        step(t0, state, mask, action)
    return n


def watch_games(game: Any, nets: Nets, games: int, seed: int) -> Rows:
    """Turns of a policy's games with itself, from seed `seed` on."""
    room = games * ROWS
    rows = Rows(
        np.zeros(room * FILLED, np.int16),
        np.zeros(room * FILLED, np.float32),
        np.zeros(room + 1, np.int64),
        np.zeros((room, SIGNS)),
        np.zeros(room, np.uint8),
        np.zeros(room, np.int64),
        np.zeros(room, np.float32),
    )
    into = (rows.places, rows.values, rows.starts, rows.signs, rows.axis)
    looks = np.zeros((1, game.spec.observation_size), np.uint8)
    worth, force, n = StaffAgent(game).worth, np.zeros((SEATS, KINDS)), 0
    for number in range(games):
        state = game.new(seed + number)
        with np.errstate(over="ignore"):  # dice wrap around
            end = watch(
                game.tables, nets, state, game.legal_mask(state), looks, worth, force, into, n
            )
        winner = int(game.record(state).winner)
        axis_won = 0.5 if winner == 2 else float(winner == 0)
        rows.won[n:end] = np.where(rows.axis[n:end] > 0, axis_won, 1.0 - axis_won)
        rows.game[n:end] = number
        n = end
    filled = rows.starts[n]
    return Rows(
        rows.places[:filled], rows.values[:filled], rows.starts[: n + 1], rows.signs[:n],
        rows.axis[:n], rows.game[:n], rows.won[:n],
    )  # fmt: skip


def fit(rows: Rows, size: int, learn: NDArray[np.int64]) -> PolicyNet:
    """A network from features [size] to the logit of the seat's side to win, fitted to rows."""
    torch.manual_seed(0)
    net = PolicyNet(size, 1, WIDTHS)
    net.draw()
    steps = PASSES * (len(learn) // BATCH + 1)
    optimizer = torch.optim.AdamW(net.parameters(), RATE, weight_decay=DECAY)
    pace = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, steps, pct_start=0.1)
    rng, won = np.random.default_rng(0), torch.from_numpy(rows.won)
    for _ in range(PASSES):
        for taken in np.array_split(rng.permutation(learn), steps // PASSES):
            logits = net.decide(net.encode(rows.features(taken, size)))[:, 0]
            loss = nn.functional.binary_cross_entropy_with_logits(logits, won[taken])
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
            pace.step()
    return net.requires_grad_(False)


def errors(rows: Rows, size: int, net: PolicyNet, test: NDArray[np.int64]) -> dict[str, float]:
    """Mean squared errors of the chance to win, on rows [n]."""
    parts = np.array_split(test, len(test) // BATCH + 1)
    told = torch.cat([net.decide(net.encode(rows.features(part, size)))[:, 0] for part in parts])
    staffs = 1.0 / (1.0 + np.exp(-rows.signs[test] @ WEIGHTS))
    guesses = {
        "network": torch.sigmoid(told).numpy(),
        "staff's judge": np.where(rows.axis[test] > 0, staffs, 1.0 - staffs),
        "nothing known": np.full(len(test), rows.won[test].mean()),
    }
    return {name: float(np.mean((guess - rows.won[test]) ** 2)) for name, guess in guesses.items()}


def fit_value(policy: LearnedAgent, game: Game, games: int, seed: int) -> tuple[PolicyNet, Any]:
    """The network for a policy, and its errors beside others' (see `errors`).

    Raises:
        BadInput: Playouts cannot follow this policy, or it does not play all seats.
    """
    nets = new_nets(game, *policy.plain_policies())
    if (nets.net_of < 0).any():
        raise BadInput("playouts follow policies without entities that play all seats")
    rows = watch_games(game, nets, games, seed)
    size, aside = nets.both.size, rows.game % ASIDE == 0
    net = fit(rows, size, np.flatnonzero(~aside))
    return net, errors(rows, size, net, np.flatnonzero(aside))


def main(name: str, games: int = GAMES, seed: int = 5_000_000) -> None:
    """Fit, print and write.

    Raises:
        BadInput: That is no policy of Battlecards, or none that playouts can follow.
    """
    torch.set_num_threads(1)
    files, file = files_of_agent(name), value_path(name)
    facts = read_facts(files[0]) if file.parent.is_dir() and files else None
    if facts is None or facts.game != "battlecards":
        raise BadInput(f"{name} is no run of Battlecards: name its folder, or trained:battlecards")
    game = warfront.make_game(facts.game, **facts.options)
    policy = LearnedAgent.of(files, game)
    if not isinstance(policy, LearnedAgent):
        raise BadInput(f"{name} remembers its games, which playouts cannot follow")
    net, found = fit_value(policy, game, games, seed)
    told = facts_of(game, list(game.spec.seats), facts.options, facts.steps, "value", facts.trainer)
    write_checkpoint(file, told, net.weights(), half=True)
    print(f"{file}: " + ", ".join(f"{what} {error:.4f}" for what, error in found.items()))


if __name__ == "__main__":
    try:
        main(sys.argv[1], *map(int, sys.argv[2:]))
    except BadInput as error:
        sys.exit(str(error))
