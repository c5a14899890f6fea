"""Matches: agents against agents over many games at once, paired, with 95% intervals."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

import warfront
from warfront.game import BadInput, Game, View
from warfront_training.seating import Player, agent_name, choose_all

SLOTS = 512  # games side by side
SIDES: dict[Any, int] = {"axis": 0, "allies": 1}  # sides as `Games.winner` numbers them
SIDE_OF = {number: side for side, number in SIDES.items()}
Seating = Mapping[str, str | Any]  # seat -> agent name or object


@dataclass
class Games:
    """What came of the games of one seating. Arrays are [games]."""

    seating: dict[str, str]
    seeds: NDArray[np.uint64]
    winner: NDArray[np.int8]  # 0 axis, 1 allies, -1 undecided
    margin: NDArray[np.float32]  # lead of the Axis, see `lead_of_axis`
    decisions: NDArray[np.int32]
    rounds: NDArray[np.int32]
    victory: list[str]  # kind of victory
    returns: NDArray[np.float32]  # [games, seats] what each seat earned, in the match's reward
    seconds: float = 0.0
    # What outside programs did wrong, by agent, in all games of the match (see `Player.faults`).
    faults: dict[str, dict[str, Any]] = field(default_factory=dict)

    def wins(self, side: int) -> NDArray[np.float64]:
        """1.0 for each game the side won."""
        won: NDArray[np.float64] = (self.winner == side).astype(np.float64)
        return won


class Watch(Protocol):
    """Looks on while a match is played, decision by decision."""

    def before(
        self,
        batch: Any,
        rows: NDArray[np.intp],
        games: NDArray[np.intp],
        actions: NDArray[np.int32],
    ) -> None:
        """See decisions before they are carried out.

        Args:
            batch: The games side by side.
            rows: [m] places in the batch where one is decided.
            games: [m] which game runs there: seating * games a seating + number.
            actions: int32 [batch.n], what was chosen.
        """

    def after(self, batch: Any, rows: NDArray[np.intp], games: NDArray[np.intp]) -> None:
        """See the same places afterwards; where a game has ended, the next one has begun there."""


@dataclass
class _Slots:
    """Which game of which seating runs at each place of the batch."""

    seating: NDArray[np.intp]
    queue: list[list[int]]  # games still to play there, the running one first
    active: NDArray[np.bool_] = field(init=False)

    def __post_init__(self) -> None:
        self.active = np.array([bool(queue) for queue in self.queue])

    def games(self, rows: NDArray[np.intp], each: int) -> NDArray[np.intp]:
        """Which games run at these places, counted over all seatings of `each` games."""
        first = np.array([self.queue[i][0] for i in rows.tolist()], np.intp)
        return self.seating[rows] * each + first


def sides_seating(game: Game, axis: str | Any, allies: str | Any) -> dict[str, Any]:
    """Seat one agent on all Axis seats and one on all Allied seats."""
    seating = {seat: axis for seat in game.spec.sides["axis"]}
    return seating | {seat: allies for seat in game.spec.sides["allies"]}


def play_match(
    name: str,
    options: Mapping[str, Any],
    seatings: Sequence[Seating],
    games: int,
    seed: int = 0,
    threads: int = 2,
    progress: Callable[[int], Any] | None = None,
    reward: str = "team",
    watch: Watch | None = None,
    tell_faults: bool = True,
) -> list[Games]:
    """Play the same games (same seeds) under each seating.

    Args:
        name: The game.
        options: How it is made.
        seatings: Who sits where, every seat of the game.
        games: Games per seating.
        seed: Seeds games and agents.
        threads: Threads of the batch.
        progress: Called with the number of games that have just finished.
        reward: Mode of `Games.returns`: team, margin, individual or mixed:<weight>.
        watch: Looks on.
        tell_faults: Write a line to standard error for each outside program that had faults.

    Raises:
        BadInput: A seat is missing or unknown, an agent is unknown or cannot sit there.
        IllegalAction: An agent chose an illegal action; names it.
    """
    if games < 1:
        raise BadInput(f"{games} games are no match: play 1 or more")
    game = warfront.make_game(name, **options)
    players, player_of = _seat_players(game, seatings, seed)
    seeds = np.random.default_rng(seed).integers(1, 2**63, games, dtype=np.uint64)
    each = min(games, max(1, SLOTS // len(seatings)))
    slots = _Slots(
        np.repeat(np.arange(len(seatings)), each),
        [list(range(k, games, each)) for _ in seatings for k in range(each)],
    )
    batch = warfront.make_batch(
        name, n=len(slots.queue), threads=threads, seed=seed, reward=reward, **options
    )
    results = [_empty(seating, seeds) for seating in seatings]
    begun = time.perf_counter()
    try:
        _start(batch, slots, seeds)
        _run(game, batch, slots, players, player_of, results, progress, watch)
    finally:
        for player in players:
            player.close(tell_faults)
    faults = {player.name: found for player in players if (found := player.faults()) is not None}
    for result in results:
        result.seconds = (time.perf_counter() - begun) / len(results)
        result.faults = faults
    return results


def _seat_players(
    game: Game, seatings: Sequence[Seating], seed: int
) -> tuple[list[Player], NDArray[np.intp]]:
    """The players and, [seating, seat], which of them sits where."""
    made: dict[Any, int] = {}
    players: list[Player] = []
    player_of = np.zeros((len(seatings), len(game.spec.seats)), np.intp)
    for row, seating in enumerate(seatings):
        check_seating(game, seating)
        for seat, name in enumerate(game.spec.seats):
            agent = seating[name]
            key = agent if isinstance(agent, str) else id(agent)
            if key not in made:
                made[key] = len(players)
                players.append(Player(agent, game, seed * 1009 + len(players)))
            player_of[row, seat] = made[key]
            players[made[key]].check_seats([seat])
    return players, player_of


def check_seats(game: Game, seating: Seating, seed: int) -> None:
    """Raise BadInput when an agent of a seating is unknown or cannot sit where it is seated."""
    _seat_players(game, [seating], seed)


def check_seating(game: Game, seating: Seating) -> None:
    """Raise BadInput when a seat is unknown or empty."""
    for wrong in seating.keys() ^ set(game.spec.seats):
        fault = "is empty" if wrong in game.spec.seats else "does not exist in this game"
        raise BadInput(f"seat {wrong!r} {fault}: seat an agent on each of {game.spec.seats}")


def _empty(seating: Seating, seeds: NDArray[np.uint64]) -> Games:
    n = len(seeds)
    names = {seat: agent_name(agent) for seat, agent in seating.items()}
    return Games(
        names,
        seeds,
        np.full(n, -1, np.int8),
        np.zeros(n, np.float32),
        np.zeros(n, np.int32),
        np.zeros(n, np.int32),
        [""] * n,
        np.zeros((n, len(seating)), np.float32),
    )


def _start(batch: Any, slots: _Slots, seeds: NDArray[np.uint64]) -> None:
    batch.reset()
    batch.seeds[:] = [seeds[queue[0]] for queue in slots.queue]
    batch.reset()  # now from those seeds
    for i, queue in enumerate(slots.queue):
        if len(queue) > 1:
            batch.seeds[i] = seeds[queue[1]]


def _run(
    game: Game,
    batch: Any,
    slots: _Slots,
    players: list[Player],
    player_of: NDArray[np.intp],
    results: list[Games],
    progress: Callable[[int], Any] | None,
    watch: Watch | None,
) -> None:
    orders = np.full(len(slots.queue), -1, np.int32)
    begun = batch.counts.copy()
    opening = game.view(game.new(0), 0)
    for player in players:
        for i in range(len(slots.queue)):
            player.begin(i)
    while slots.active.any():
        orders.fill(-1)
        asking = np.flatnonzero(slots.active)
        asked = player_of[slots.seating[asking], batch.seats[asking]]
        choose_all(batch, players, asked, asking, orders)
        if watch is not None:
            numbers = slots.games(asking, len(results[0].seeds))
            watch.before(batch, asking, numbers, orders)
        batch.step(orders, orders < 0)
        if watch is not None:
            watch.after(batch, asking, numbers)
        ended = np.flatnonzero(batch.terminated | batch.truncated)
        for i in ended.tolist():
            winner = _note(game, batch, slots, i, results, int(batch.counts[i] - begun[i]), opening)
            begun[i] = batch.counts[i]
            for player in players:
                player.end(i, SIDE_OF.get(winner), batch.final_returns[i])
                player.begin(i)
        if progress is not None and len(ended):
            progress(len(ended))


def _note(
    game: Game,
    batch: Any,
    slots: _Slots,
    i: int,
    results: list[Games],
    decisions: int,
    opening: Mapping[str, Any],
) -> int:
    """Write down a finished game and line up the seed of the next but one; who won."""
    result = results[slots.seating[i]]
    queue = slots.queue[i]
    k = queue.pop(0)
    view = game.decode(batch.final_observations[i])
    result.returns[k] = batch.final_returns[i]
    winner = _winner(game, batch, i, view)
    result.winner[k] = winner
    result.margin[k] = lead_of_axis(view, opening)
    result.decisions[k] = decisions
    result.rounds[k] = int(view.get("round", 0))
    result.victory[k] = str(view.get("how", "decided")) if winner >= 0 else "undecided"
    slots.active[i] = bool(queue)
    if len(queue) > 1:
        batch.seeds[i] = result.seeds[queue[1]]
    return winner


def _winner(game: Game, batch: Any, i: int, view: View) -> int:
    """The side that won the game that has ended at place i: 0 axis, 1 allies, -1 nobody."""
    if batch.reward != "team":
        return SIDES.get(view.get("winner"), -1)
    seat = int(batch.final_seats[i])
    team = float(batch.final_returns[i, seat])
    if team == 0:
        return -1
    axis = game.spec.seats[seat] in game.spec.sides["axis"]
    return int(axis != (team > 0))


def lead_of_axis(view: Mapping[str, Any], opening: Mapping[str, Any]) -> float:
    """How far the Axis is ahead: points over the target, or what stands for them.

    In Spring 1942 the lead in shares of victory cities and income, half each, less that of the
    opening (as its reward `margin`). 0 in a game that has neither.

    Args:
        view: What anybody sees of the game as it stands.
        opening: The same of a game that begins.
    """
    if "points" in view:
        return float((view["points"]["axis"] - view["points"]["allies"]) / view.get("target", 1))
    if "cities" not in view:
        return 0.0
    shares = []
    for leads in (_cities, _incomes):
        now, then = leads(view), leads(opening)
        shares.append((now[0] - now[1] - then[0] + then[1]) / max(sum(then), 1))
    return sum(shares) / 2


def _cities(view: Mapping[str, Any]) -> list[int]:
    """Victory cities that each side holds."""
    return [view["cities"][side]["held"] for side in ("axis", "allies")]


def _incomes(view: Mapping[str, Any]) -> list[int]:
    """Income of each side."""
    powers = view["powers"].values()
    return [
        sum(purse["production"] for purse in powers if purse["side"] == side)
        for side in ("axis", "allies")
    ]


def wilson(wins: float, games: int) -> tuple[float, float]:
    """95% interval of a win rate (Wilson)."""
    if games == 0:
        return 0.0, 1.0
    z = 1.96
    rate = wins / games
    middle = rate + z * z / (2 * games)
    spread = z * np.sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    low, high = float((middle - spread) / scale), float((middle + spread) / scale)
    return min(max(0.0, low), rate), max(min(1.0, high), rate)  # the rate lies within, rounded too


def mean_interval(values: NDArray[Any]) -> tuple[float, float, float]:
    """Mean and its 95% interval (normal) of independent values."""
    mean = float(np.mean(values))
    if len(values) < 2:
        return mean, mean, mean
    spread = 1.96 * float(np.std(values, ddof=1)) / np.sqrt(len(values))
    return mean, float(mean - spread), float(mean + spread)


def paired_interval(values: NDArray[Any]) -> tuple[float, float, float]:
    """Mean and 95% interval of differences of won games, each -1, 0 or 1.

    A pair gained and a pair lost are added (Bonett and Price 2012), so that few games that all
    went one way do not pass for certainty.
    """
    n = len(values) + 2
    gained, lost = float((values > 0).sum()) + 1.0, float((values < 0).sum()) + 1.0
    middle = (gained - lost) / n
    spread = 1.96 * np.sqrt(gained + lost - (gained - lost) ** 2 / n) / n
    mean = float(np.mean(values))
    return mean, min(max(-1.0, middle - spread), mean), max(min(1.0, middle + spread), mean)


def share_interval(values: NDArray[Any]) -> tuple[float, float, float]:
    """Mean and 95% interval of independent values from 0 to 1.

    Where all are equal, so that nothing tells how much they differ, the interval is Wilson's.
    """
    mean, low, high = mean_interval(values)
    if low == high:
        low, high = wilson(float(np.sum(values)), len(values))
    return mean, max(0.0, low), min(1.0, high)


def two_sided(as_axis: Games, as_allies: Games) -> tuple[float, float, float]:
    """Win rate of an agent over both sides with its interval; the pair of games is the unit."""
    return share_interval((as_axis.wins(0) + as_allies.wins(1)) / 2)


def summary(games: Games) -> dict[str, Any]:
    """The figures of one seating, as `evaluate --json` prints them."""
    n = len(games.winner)
    names = {"axis": 0, "allies": 1, "undecided": -1}
    wins = {name: float(games.wins(side).sum()) for name, side in names.items()}
    margin, low, high = mean_interval(games.margin)
    return {
        "games": n,
        "seating": games.seating,
        "win_rate": {name: count / n for name, count in wins.items()},
        "interval": {name: list(wilson(count, n)) for name, count in wins.items()},
        "margin": margin,
        "margin_interval": [low, high],
        "length": float(games.decisions.mean()),
        "rounds": float(games.rounds.mean()),
        "victories": _victories(games),
        "games_per_second": n / games.seconds if games.seconds else None,
        "faults": games.faults,
    }


def _victories(games: Games) -> dict[str, dict[str, int]]:
    """Kind of victory -> games won so by each side."""
    table: dict[str, dict[str, int]] = {}
    words = {0: "axis", 1: "allies", -1: "undecided"}
    for kind, winner in zip(games.victory, games.winner.tolist(), strict=True):
        row = table.setdefault(kind, {})
        row[words[winner]] = row.get(words[winner], 0) + 1
    return dict(sorted(table.items()))
