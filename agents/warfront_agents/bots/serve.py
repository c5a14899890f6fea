"""One of our agents as the program: it answers over the protocol whoever holds a game."""

import copy
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.game import BadInput, Game, IllegalAction, IllegalOrder
from warfront_agents.agent import AgentFailed, Planner, ask, begin, is_batched, make_agent
from warfront_agents.bots import protocol
from warfront_agents.bots.faults import Fault
from warfront_agents.bots.protocol import Message, is_whole

MOST_GAMES = 4_096  # games and seats it remembers at once; the oldest are forgotten first
REFUSED = (Fault, BadInput, IllegalAction, IllegalOrder, AgentFailed)


def serve(
    game: Game, name: str, seed: int, lines: Iterable[bytes | str], say: Callable[[str], Any]
) -> None:
    """Answer line by line until `bye` or the end of the lines.

    Args:
        game: The game, as the other side must have it too.
        name: The agent, see `make_agent`.
        seed: Seeds its choices.
        lines: What the other side writes.
        say: Takes each answer, a line without its end.

    Raises:
        BadInput: The agent is unknown.
    """
    clerk = Clerk(game, name, seed)
    for line in lines:
        if not line.strip():
            continue
        message: Message = {}
        try:
            message = protocol.read(line)
            answer = clerk.answer(message)
        except REFUSED as refused:
            number = message.get("id")
            words = " ".join(str(refused).split())
            answer = protocol.error(words, number if is_whole(number) else None)
        if answer is not None:
            say(protocol.write(answer))
        if message.get("type") == "bye":
            return


class Clerk:
    """Keeps an agent for every game and seat that is asked about.

    One that answers for many games at once serves them all, as in a match.
    """

    def __init__(self, game: Game, name: str, seed: int) -> None:
        """Make the agent; raises BadInput when the name stands for none."""
        self._game, self._name, self._seed = game, name, seed
        self._agent = make_agent(name, game, seed)
        self._plans = isinstance(self._agent, Planner)
        self._serves_all = is_batched(self._agent)
        self._seated: dict[tuple[int, int], Any] = {}
        self._seat: int | None = None  # that of `hello`
        self._drawn = 0
        self._warm()
        if self._serves_all:
            begin(self._agent, name, seed, 0, "every seat")

    def _warm(self) -> None:
        """Decide once for nobody: what is compiled or loaded then is not waited for later."""
        state = self._game.new(self._seed)
        seat = self._game.seat(state)
        plays = getattr(self._agent, "plays", None)
        if plays is not None and not plays(seat):
            return
        agent = copy.deepcopy(self._agent)
        begin(agent, self._name, self._seed, seat, self._game.spec.seats[seat])
        self._ask(agent, state, self._game.observe(state, seat), self._game.legal_mask(state), seat)

    def answer(self, message: Message) -> Message | None:
        """The answer to a message, None where none is due.

        Raises:
            Fault: The message is none of the protocol.
            BadInput: What it says does not fit the game.
            AgentFailed: The agent failed.
        """
        kind = message.get("type")
        if kind == "hello":
            return self._greet(message)
        if kind == "decide":
            return self._decide(message)
        if kind == "over":
            number = message.get("game")
            for key in [key for key in self._seated if key[0] == number]:
                del self._seated[key]
        elif kind not in ("bye", "error"):
            raise Fault("nonsense", f"type {kind!r} is unknown: use hello, decide, over, bye")
        return None

    def _greet(self, message: Message) -> Message:
        spec = self._game.spec
        found = message.get("protocol")
        if found != protocol.PROTOCOL:
            raise Fault("nonsense", f"protocol {found!r}: this is protocol {protocol.PROTOCOL}")
        for key, mine in (("game", spec.name), ("version", spec.version)):
            if message.get(key, mine) != mine:
                raise BadInput(
                    f"{key} {message[key]!r}, but this is {mine}: start both sides with the same "
                    "--game, --theatres, --decks, --scenario and --option"
                )
        if "seat" in message:
            self._seat = self._seat_of(message["seat"])
        return protocol.ready(self._name, ["position" if self._plans else "observation"])

    def _seat_of(self, name: Any) -> int:
        seats = self._game.spec.seats
        if name not in seats:
            raise BadInput(f"seat {name!r} is unknown: use {', '.join(seats)}")
        return seats.index(name)

    def _decide(self, message: Message) -> Message:
        number = message.get("id")
        if not is_whole(number):
            raise Fault("nonsense", f"id {number!r}: write a whole number")
        state, observation, seat = self._look(message)
        mask = self._mask(message, state)
        agent = self._player(message.get("game", 0), seat)
        action = self._ask(agent, state, observation, mask, seat)
        answer: Message = {"id": number, "action": action}
        if state is not None:
            answer["words"] = self._game.action_text(state, action)
        return answer

    def _ask(
        self,
        agent: Any,
        state: Any,
        observation: NDArray[Any],
        mask: NDArray[np.uint8],
        seat: int,
    ) -> int:
        return ask(
            agent, self._name, lambda: self._game.decode(observation), observation, mask, seat,
            lambda seed: self._sample(state, seat, seed), self._game.spec.seats[seat],
        )  # fmt: skip

    def _look(self, message: Message) -> tuple[Any, NDArray[Any], int]:
        """The state, where there is a position, the observation and the seat."""
        asked = self._seat_of(message["seat"]) if "seat" in message else self._seat
        position = message.get("position")
        if position is None:
            numbers = message.get("observation")
            if numbers is None or self._plans:
                wanted = "position" if self._plans else "position or observation"
                raise BadInput(f"nothing to decide from: {self._name} needs {wanted}")
            if asked is None:
                raise BadInput("whose decision is it? give seat")
            return None, self._numbers(numbers), asked
        if not isinstance(position, dict):
            raise BadInput("position is no object: write it as game.describe does")
        state = self._game.from_position(position)
        seat = self._game.seat(state)
        if self._game.done(state) or asked not in (None, seat):
            names = self._game.spec.seats
            whom = "nobody" if self._game.done(state) else names[seat]
            meant = "" if asked is None else f", not {names[asked]}"
            raise BadInput(f"the position asks {whom}{meant}")
        return state, self._game.observe(state, seat), seat

    def _numbers(self, numbers: Any) -> NDArray[np.float32]:
        """An observation that some state has."""
        try:
            observation = np.array(numbers, np.float32)
        except (TypeError, ValueError, OverflowError):
            raise BadInput("observation is no list of numbers") from None
        self._game.decode(observation)
        return observation

    def _mask(self, message: Message, state: Any) -> NDArray[np.uint8]:
        """The legal actions: those listed, else those of the position."""
        listed = message.get("legal")
        if listed is None:
            if state is None:
                raise BadInput("an observation needs the legal actions beside it: give legal")
            return self._game.legal_mask(state)
        mask = np.zeros(self._game.spec.num_actions, np.uint8)
        rows = listed if isinstance(listed, list) else []
        for row in rows:
            action = row.get("action") if isinstance(row, dict) else row
            if not is_whole(action) or not 0 <= action < len(mask):
                raise BadInput(f"legal action {action!r}: write 0 to {len(mask) - 1}")
            mask[action] = 1
        if not mask.any():
            raise BadInput("legal lists no action: list one or more")
        return mask

    def _player(self, number: Any, seat: int) -> Any:
        """The agent of a game and a seat."""
        if not is_whole(number):
            raise Fault("nonsense", f"game {number!r}: write a whole number")
        if self._serves_all:
            return self._agent
        key = (number, seat)
        if key not in self._seated:
            if len(self._seated) >= MOST_GAMES:
                del self._seated[next(iter(self._seated))]
            self._seated[key] = copy.deepcopy(self._agent)
            where = self._game.spec.seats[seat]
            begin(self._seated[key], self._name, self._seed + 1000 * number, seat, where)
        return self._seated[key]

    def _sample(self, state: Any, seat: int, seed: int) -> Any:
        """States as the seat may imagine them, never twice the same."""
        self._drawn += 1
        return self._game.resample(state, seat, seed + 1_000_003 * self._drawn)
