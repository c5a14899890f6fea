"""Who decides: the Agent interface, agents by name, and the check of their answers.

An agent never gets the state of a game. It decides from what the acting seat may know: its view or
its observation, and the mask of legal actions. A `Planner` gets, besides, a sampler of states that
agree with that knowledge.
"""

import importlib
import inspect
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.game import BadInput, Game, IllegalAction, IllegalOrder, View
from warfront.naming import closest

GIVEN_BACK = (BadInput, IllegalAction, IllegalOrder)  # one clear line already
Sampler = Callable[[int], Any]  # seed -> a state that agrees with all the acting seat may know


class Agent:
    """Base of all agents; a user's own class may derive from it or just have the same methods.

    Args:
        game: The game it plays.
        seed: Seeds its own choices.
    """

    name = "agent"

    def __init__(self, game: Game, seed: int = 0) -> None:
        """Keep the game; `reset` gives the seat."""
        self.game = game
        self.reset(seed, 0)

    def reset(self, seed: int, seat: int) -> None:
        """Begin a game on `seat`."""

    def act(self, view: View, observation: NDArray[Any], mask: NDArray[np.uint8]) -> int:
        """Choose a legal action.

        Args:
            view: What the acting seat may know, as readable data (see `Game.view`).
            observation: The same as numbers, [observation_size].
            mask: uint8 [num_actions], 1 for legal.
        """
        raise NotImplementedError

    def act_batch(
        self, observations: NDArray[Any], masks: NDArray[np.uint8], seats: NDArray[np.int8]
    ) -> NDArray[np.int32]:
        """Choose an action for each of n games: [n, observation_size], [n, num_actions], [n].

        This default asks `act` game by game; agents that can answer for many at once override it.
        """
        actions = np.empty(len(seats), np.int32)
        for i, observation in enumerate(observations):
            actions[i] = self.act(self.game.decode(observation), observation, masks[i])
        return actions


class Planner(Agent):
    """An agent that looks ahead in states drawn from what its seat may know."""

    def plan(
        self, sample: Sampler, observation: NDArray[Any], mask: NDArray[np.uint8], seat: int
    ) -> int:
        """Choose a legal action for `seat`; `sample(seed)` draws a state that may be the true."""
        raise NotImplementedError


class AgentFailed(RuntimeError):
    """An agent's own code raised an exception, which is the cause of this one."""


def failed(name: str, where: str, error: Exception) -> AgentFailed:
    """The line that says whose code failed, where it sat, and with what."""
    what = " ".join(f"{type(error).__name__}: {error}".split()).removesuffix(":")
    return AgentFailed(
        f"agent {name!r} failed on {where}: {what}; mend its code "
        "(WARFRONT_DEBUG=1 in the environment shows the traceback)"
    )


def begin(agent: Any, name: str, seed: int, seat: int, where: str) -> None:
    """`reset` an agent where it has that; AgentFailed when it raises."""
    reset = getattr(agent, "reset", None)
    if reset is None:
        return
    try:
        reset(seed, seat)
    except Exception as error:
        raise failed(name, where, error) from error


def ask_batch(
    agent: Any,
    name: str,
    observations: NDArray[Any],
    masks: NDArray[np.uint8],
    seats: NDArray[np.int8],
    called: Sequence[str],
) -> NDArray[np.int32]:
    """Ask an agent that answers for many games at once, and check its answers.

    Args:
        agent: The agent.
        name: What it is called.
        observations: [n, observation_size].
        masks: [n, num_actions].
        seats: [n].
        called: The names of the game's seats.

    Raises:
        AgentFailed: It raised an exception.
        IllegalAction: An answer is illegal.
    """
    try:
        answers = agent.act_batch(observations, masks.copy(), seats)  # its to write into
    except GIVEN_BACK:
        raise
    except Exception as error:
        where = ", ".join(called[seat] for seat in np.unique(seats).tolist())
        raise failed(name, where, error) from error
    return check_actions(name, answers, masks)


def is_batched(agent: Any) -> bool:
    """Whether one object may answer for many games at once (it has an `act_batch` of its own)."""
    own = getattr(type(agent), "act_batch", None)
    return own is not None and own is not Agent.act_batch and not isinstance(agent, Planner)


def check_actions(name: str, actions: NDArray[Any], masks: NDArray[np.uint8]) -> NDArray[np.int32]:
    """Return an agent's actions as int32 [n] when all of them are legal.

    Raises:
        IllegalAction: Names the agent and its first illegal choice.
    """
    chosen = np.asarray(actions)
    n, size = masks.shape
    if chosen.shape != (n,) or chosen.dtype.kind not in "iu":
        raise IllegalAction(
            f"agent {name!r} answered {chosen.dtype} {chosen.shape} for {n} games: "
            f"return one whole number each, shape ({n},)"
        )
    known = (chosen >= 0) & (chosen < size)
    legal = known & (masks[np.arange(n), np.where(known, chosen, 0)] != 0)
    if not legal.all():
        i = int(np.flatnonzero(~legal)[0])
        some = ", ".join(map(str, np.flatnonzero(masks[i])[:8]))
        raise IllegalAction(
            f"agent {name!r} chose action {chosen[i]}, which is not legal here: "
            f"choose one that the mask allows ({some}{', ...' if masks[i].sum() > 8 else ''})"
        )
    return chosen.astype(np.int32, copy=False)


def ask(
    agent: Any,
    name: str,
    view: Callable[[], View],
    observation: NDArray[Any],
    mask: NDArray[np.uint8],
    seat: int,
    sample: Sampler,
    called: str = "",
) -> int:
    """Ask one agent, on the seat `called` so, for one decision and check its answer.

    Raises:
        AgentFailed: It raised an exception.
        IllegalAction: Its answer is illegal.
    """
    given = mask.copy()  # the agent's to write into
    try:
        if isinstance(agent, Planner):
            action: Any = agent.plan(sample, observation, given, seat)
        elif is_batched(agent):
            action = agent.act_batch(observation[None], given[None], np.array([seat], np.int8))[0]
        else:
            action = agent.act(view(), observation, given)
    except GIVEN_BACK:
        raise
    except Exception as error:
        raise failed(name, called or f"seat {seat}", error) from error
    return int(check_actions(name, np.array([action]), mask[None])[0])


def _random(game: Game, seed: int, _: str) -> Agent:
    from warfront_agents.uniform import UniformAgent

    return UniformAgent(game, seed)


# Games whose greedy player is not that of warfront_agents.greedy.
GREEDY = {"spring1942": "warfront_agents.spring1942.greedy"}


def _greedy(game: Game, seed: int, _: str) -> Agent:
    module = importlib.import_module(GREEDY.get(game.spec.name, "warfront_agents.greedy"))
    greedy: Agent = module.GreedyAgent(game, seed)
    return greedy


def _staff(game: Game, seed: int, _: str) -> Agent:
    try:
        module = importlib.import_module(f"warfront_agents.staff.{game.spec.name}")
    except ModuleNotFoundError as error:
        raise BadInput(
            f"there is no staff for {game.spec.name!r}: use random, greedy or a checkpoint"
        ) from error
    staff: Agent = module.StaffAgent(game, seed)
    return staff


def _montecarlo(game: Game, seed: int, playouts: str) -> Agent:
    from warfront_agents.montecarlo import MonteCarloAgent

    if playouts and not (playouts.isdigit() and int(playouts) > 0):
        raise BadInput(f"montecarlo:{playouts} is no number of playouts: use montecarlo:100")
    return MonteCarloAgent(game, seed, int(playouts or 100))


def _search(game: Game, seed: int, argument: str) -> Agent:
    from warfront_agents.search import SearchAgent

    budget, _, prior = argument.partition(":")
    return SearchAgent(game, seed, budget or "100", prior or None)


def _partner(game: Game, seed: int, habit: str) -> Agent:
    from warfront_agents.partners import PartnerAgent

    return PartnerAgent(game, seed, habit)


def _trained(game: Game, seed: int, name: str) -> Any:
    from warfront_agents.trained import load

    return load(name, game, seed)


def _human(game: Game, seed: int, _: str) -> Agent:
    from warfront_agents.human import HumanAgent

    return HumanAgent(game, seed)


def _bot(game: Game, seed: int, command: str) -> Agent:
    from warfront_agents.bots.agent import BotAgent
    from warfront_agents.bots.settings import read_settings

    return BotAgent(game, read_settings("bot", command), seed)


def _llm(game: Game, seed: int, command: str) -> Agent:
    from warfront_agents.bots.agent import BotAgent
    from warfront_agents.bots.settings import read_settings

    return BotAgent(game, read_settings("llm", command), seed)


AGENTS: dict[str, Callable[[Game, int, str], Any]] = {
    "random": _random,
    "greedy": _greedy,
    "staff": _staff,
    "montecarlo": _montecarlo,
    "search": _search,
    "partner": _partner,
    "trained": _trained,
    "human": _human,
    "bot": _bot,
    "llm": _llm,
}
PROGRAMS = ("bot", "llm")
WITH_ARGUMENT = (*PROGRAMS, "montecarlo", "partner", "search", "trained")


def begins_with_word(name: str) -> bool:
    """Whether an agent's name is a word of AGENTS, or one with its argument."""
    word, _, argument = name.partition(":")
    return name in AGENTS or (word in WITH_ARGUMENT and bool(argument or word in PROGRAMS))


def is_path(name: str) -> bool:
    """Whether an agent's name is the path of something that is there."""
    return bool(name.strip()) and Path(name).exists()


def make_agent(name: str, game: Game, seed: int = 0) -> Any:
    """Make the agent that a name stands for.

    Args:
        name: `random`, `greedy`, `staff`, `search:<ms>` (milliseconds a decision; `search` alone:
            100), `search:<n>p` (n playouts a decision), either with `:<run or checkpoint>` behind
            it for the actions worth a try, `montecarlo:<playouts>` (`montecarlo` alone: 100),
            `partner:<habit>` (the staff with a habit, see `warfront_agents.partners`),
            `trained:<name>` (a policy that ships, see `warfront_agents.trained`), `human`,
            `bot:<command>` or `llm:<command>` (an outside program, see `warfront_agents.bots`), the
            path of a run folder, of a checkpoint file or of an exported `.onnx`, or
            `package.module:Class` for a class of your own (it is called with the game and the seed,
            or with nothing; the command line also finds a module that lies in the current folder).
        game: The game it will play.
        seed: Seeds its own choices.

    Raises:
        BadInput: The name stands for nothing, or a checkpoint does not fit the game.
    """
    word, _, argument = name.partition(":")
    if begins_with_word(name):
        return AGENTS[word](game, seed, argument)
    path = Path(name)
    if is_path(name) and path.suffix == ".onnx":
        from warfront_agents.onnx_agent import OnnxPolicy

        return OnnxPolicy.load(path, game, seed)
    if is_path(name):
        from warfront_agents.learned import LearnedAgent

        return LearnedAgent.load(path, game, seed)
    if argument.isidentifier() and word.replace(".", "_").isidentifier():
        return _own_class(word, argument, game, seed)
    raise BadInput(
        f"agent {name!r} is unknown: use random, greedy, staff, search:100, montecarlo:100, "
        "partner:never_aids, trained:battlecards, bot:COMMAND, the path of a run or checkpoint "
        "that exists, or package.module:Class"
    )


def _import_class(module: str, attribute: str) -> Any:
    name = f"agent {module}:{attribute}"
    try:
        found = importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise BadInput(f"{name} cannot be imported: {error}; install that module") from error
        file = error.name.replace(".", "/")
        raise BadInput(
            f"{name} cannot be imported: {error}; run the command in the folder that holds "
            f"{file}.py, or put that folder on PYTHONPATH"
        ) from error
    except Exception as error:
        raise BadInput(
            f"{name} cannot be imported: {type(error).__name__}: {error}; mend the module"
        ) from error
    if not hasattr(found, attribute):
        classes = [word for word, kind in vars(found).items() if isinstance(kind, type)]
        raise BadInput(
            f"{name} cannot be imported: {module} has no {attribute}; {closest(attribute, classes)}"
        )
    return getattr(found, attribute)


def _own_class(module: str, attribute: str, game: Game, seed: int) -> Any:
    kind = _import_class(module, attribute)
    try:
        wants = len(inspect.signature(kind).parameters)
        agent = kind(game, seed) if wants >= 2 else kind(game) if wants == 1 else kind()
    except Exception as error:
        raise BadInput(
            f"agent {module}:{attribute} cannot be made: {type(error).__name__}: {error}; "
            "give it (game, seed) or nothing"
        ) from error
    if not callable(getattr(agent, "act", None)) and not is_batched(agent):
        raise BadInput(f"agent {module}:{attribute} has no act(view, observation, mask)")
    return agent
