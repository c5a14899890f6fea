"""An outside program as an agent: asked over the protocol, its faults made good by a fallback."""

import copy
import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.game import Game, IllegalOrder
from warfront_agents.agent import Planner, Sampler, ask, begin, make_agent
from warfront_agents.bots import protocol
from warfront_agents.bots.desk import Desk
from warfront_agents.bots.faults import Fault
from warfront_agents.bots.free_text import read_text
from warfront_agents.bots.history import History
from warfront_agents.bots.protocol import Answer, Wishes
from warfront_agents.bots.settings import Settings, seconds
from warfront_agents.bots.words import Question, build_prompt

Legal = list[tuple[int, str]]  # the legal actions and their words
LONGEST_ORDER = 2_000
Step = tuple[str, int]  # what was asked, and the action


class BotAgent(Planner):
    """Asks a program on one seat of one game.

    Copies of it share the programs (one for each seat) and the count of faults. The program gets
    what its seat may know, never the game: words and positions come from a state that is drawn to
    agree with that.

    Args:
        game: The game.
        settings: How the program is run.
        seed: Seeds the fallback.
        desk: The programs, where there are some already.
    """

    def __init__(
        self, game: Game, settings: Settings, seed: int = 0, desk: Desk | None = None
    ) -> None:
        """Start nothing yet."""
        self.settings, self.name = settings, settings.name
        self.desk = Desk(game, settings) if desk is None else desk
        self._fallback = make_agent(settings.fallback, game, seed)
        super().__init__(game, seed)

    def __deepcopy__(self, memo: dict[int, Any]) -> "BotAgent":
        """The same program on another seat or in another game."""
        twin = copy.copy(self)
        twin._fallback = copy.deepcopy(self._fallback, memo)
        twin.reset(0, 0)
        return twin

    def reset(self, seed: int, seat: int) -> None:
        """Begin a game."""
        self._number = 0  # of the game, once it is asked
        self._seat = seat
        self._left = seconds(self.settings.game_ms)
        self._steps: list[Step] = []  # what is left of a whole order
        self._history: History | None = None  # kept for a program that is asked in words
        begin(self._fallback, self.settings.fallback, seed, seat, self.game.spec.seats[seat])

    def plan(
        self, sample: Sampler, observation: NDArray[Any], mask: NDArray[np.uint8], seat: int
    ) -> int:
        """The program's choice, or the fallback's where it loses its decision."""
        state = sample(0)
        if self._history is not None:
            self._history.see(state, seat)
        action = self._kept(state, mask)
        if action is None:
            action = self._choose(state, sample, observation, mask, seat)
        if self._history is not None:
            self._history.chose(self.game.action_text(state, action))
        return action

    def _choose(
        self,
        state: Any,
        sample: Sampler,
        observation: NDArray[Any],
        mask: NDArray[np.uint8],
        seat: int,
    ) -> int:
        if self.desk.book.out or self._left <= 0:
            return self._fall_back(sample, observation, mask, seat)
        self._number = self._number or self.desk.new_game()
        self._seat = seat
        number = self.desk.new_request()
        self.desk.book.asked += 1
        legal = [(int(a), self.game.action_text(state, int(a))) for a in np.flatnonzero(mask)]
        try:
            answer = self._ask(number, state, observation, legal, seat)
            return self._decided(answer, state, legal)
        except Fault as fault:
            action = self._fall_back(sample, observation, mask, seat)
            words = f"{fault.what}: {self.settings.fallback} decided"
            self.desk.line(seat).tell(protocol.error(words, number, kind=fault.kind, action=action))
            self.desk.note(seat, fault)
            return action

    def _kept(self, state: Any, mask: NDArray[np.uint8]) -> int | None:
        """The next action of a whole order, if things have come as it foresaw."""
        if not self._steps:
            return None
        prompt, action = self._steps.pop(0)
        if mask[action] and prompt == self.game.prompt(state):
            return action
        self._steps.clear()
        return None

    def _ask(
        self,
        number: int,
        state: Any,
        observation: NDArray[Any],
        legal: Legal,
        seat: int,
    ) -> Answer:
        """Put the question; its clock runs from the moment it is sent."""
        line = self.desk.line(seat)
        line.open()
        limit = min(seconds(self.settings.ms), self._left)
        request = protocol.decide(
            number, self._number, self.game.spec.seats[seat], self.game.prompt(state), legal,
            (max(int(limit * 1000), 1), self._left_ms()),
            self._parts(line.wishes, state, observation, legal, seat),
        )  # fmt: skip
        asked = time.monotonic()
        try:
            return line.ask(request, limit)
        finally:
            self._left -= time.monotonic() - asked

    def _left_ms(self) -> int | None:
        return None if self.settings.game_ms is None else int(self._left * 1000)

    def _parts(
        self, wishes: Wishes, state: Any, observation: NDArray[Any], legal: Legal, seat: int
    ) -> dict[str, Any]:
        """What the request holds besides: all of it agrees with what the seat may know."""
        wanted = self.settings.parts if wishes.parts is None else wishes.parts
        parts: dict[str, Any] = {}
        if "view" in wanted:
            parts["view"] = self.game.view(state, seat)
        if "observation" in wanted:
            parts["observation"] = observation.astype(int).tolist()
        if "position" in wanted:
            parts["position"] = self.game.describe(state)
        if "text" in wanted:
            if self._history is None:
                self._history = History(self.game)
                self._history.see(state, seat)
            asked = Question(self.game, state, seat, legal, self._history.lines)
            parts["text"] = build_prompt(asked, wishes.tokens or self.settings.tokens)
        return parts

    def _decided(self, answer: Answer, state: Any, legal: Legal) -> int:
        """The action of an answer; the rest of a whole order is kept.

        Raises:
            Fault: It is not legal.
        """
        if answer.action is not None:
            if any(answer.action == action for action, _ in legal):
                return answer.action
            raise Fault("illegal", f"action {answer.action} is not legal")
        if answer.text is not None:
            actions = read_text(answer.text, legal, lambda text: self._expanded(text, state))
        else:
            assert answer.order is not None
            try:
                actions = self._expanded(answer.order, state)
            except IllegalOrder as refused:
                raise Fault("illegal", f"order {answer.order[:60]!r}: {refused}") from None
        trial = self.game.copy(state)
        for action in actions:
            self._steps.append((self.game.prompt(trial), action))
            self.game.step(trial, action)
        return self._steps.pop(0)[1]

    def _expanded(self, order: str, state: Any) -> list[int]:
        """The decisions of a whole order, one or more; IllegalOrder for one that is refused."""
        if len(order) > LONGEST_ORDER:
            raise IllegalOrder(f"longer than {LONGEST_ORDER:,} signs")
        try:
            actions = self.game.order(self.game.copy(state), order)
        except IllegalOrder:
            raise
        except Exception as error:  # whatever somebody wrote, it must not stop a tournament
            raise IllegalOrder(f"{type(error).__name__}: {error}") from error
        if not actions:
            raise IllegalOrder("it decides nothing")
        return actions

    def _fall_back(
        self, sample: Sampler, observation: NDArray[Any], mask: NDArray[np.uint8], seat: int
    ) -> int:
        return ask(
            self._fallback, self.settings.fallback, lambda: self.game.decode(observation),
            observation, mask, seat, sample, self.game.spec.seats[seat],
        )  # fmt: skip

    def end(self, winner: str | None, returns: float) -> None:
        """The game is over."""
        if self._number:
            name = self.game.spec.seats[self._seat]
            self.desk.line(self._seat).tell(protocol.over(self._number, name, winner, returns))

    def faults(self) -> dict[str, Any]:
        """What its program did wrong so far, in all games of the match (see `Book.report`)."""
        return self.desk.report()

    def close(self, tell: bool = False) -> None:
        """End its programs; with `tell` a line on standard error where there were faults."""
        self.desk.close(tell)
